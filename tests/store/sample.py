"""A small catalog and small plans for the tests of the store."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import msgspec

from db.fill import Bundle
from planner.catalog.items import Item, ItemKind, PriceObservation, Value, digest
from planner.figure import Quality
from planner.messages import Labelled
from planner.plan.document import Alternative, Line, Plan

NOW = dt.datetime(2026, 11, 30, 8, 0, tzinfo=dt.UTC)


def item(
    id: str,
    name: str,
    maker: str = "NVIDIA",
    kind: ItemKind = "accelerator",
    quality: Quality = Quality.PUBLISHED,
    **numbers: float | str,
) -> Item:
    values = {
        key: Value(value=value, source="test", source_date="2026-11", quality=quality) for key, value in numbers.items()
    }
    return Item(id=id, kind=kind, maker=maker, name=name, attributes=values)


def price(
    id: str, item_id: str, low: str, high: str, currency: str = "CNY", condition: str = "new", date: str = "2026-10-01"
) -> PriceObservation:
    return PriceObservation(
        id=id,
        item_type="accelerator",
        item_id=item_id,
        currency=currency,
        low=Decimal(low),
        high=Decimal(high),
        condition=condition,
        observed_date=date,
        quality=Quality.SECONDARY,
    )


ITEMS = (
    item(
        "nv-a100-pcie-40",
        "A100 PCIe 40GB",
        memory_gb=40.0,
        bandwidth_gbs=1555.0,
        tdp_w=250.0,
        purchasable="used_market",
    ),
    item(
        "nv-a100-pcie-80",
        "A100 PCIe 80GB",
        memory_gb=80.0,
        bandwidth_gbs=1935.0,
        tdp_w=300.0,
        purchasable="export_restricted",
    ),
    item("nv-a100-sxm-80", "A100 SXM4 80GB", memory_gb=80.0, bandwidth_gbs=2039.0, tdp_w=400.0),
    item("nv-b200", "B200 180GB", memory_gb=180.0, tdp_w=1000.0, quality=Quality.ASSUMED),
    item("nv-rtx4090", "GeForce RTX 4090", memory_gb=24.0, bandwidth_gbs=1008.0, tdp_w=450.0),
    item("nv-rtx-a6000", "RTX A6000", memory_gb=48.0, tdp_w=300.0),
    item("hw-910b", "Ascend 910B", maker="Huawei", memory_gb=64.0),
    item("sto-odd", 'Shelf 19" 100% A_1', maker="Odd & Co", kind="storage"),
    item("rack-zz", "重载机柜 42U", maker="某厂", kind="rack"),
    item("co-a100", "A100 80GB", maker="Cloud", kind="cloud_offer"),
)
PRICES = (
    price("p1", "nv-rtx4090", "13000", "16000.50"),
    price("p2", "nv-rtx4090", "9000", "11000", condition="used"),
    price("p3", "nv-rtx4090", "1599", "1599", currency="USD", date="2022-10-12"),
    price("p4", "nv-a100-pcie-80", "15000", "20000", currency="USD"),
)
ALIASES = {
    "accelerator": ("显卡", "加速卡", "GPU"),
    "storage": ("存储",),
    "rack": ("机柜",),
    "cloud_offer": ("云主机",),
}


def aliases(one: Item) -> tuple[str, ...]:
    makers = {"NVIDIA": ("英伟达",), "Huawei": ("华为", "昇腾")}
    return (*ALIASES.get(one.kind, ()), *makers.get(one.maker, ()))


BUNDLE = Bundle(digest="sample-1", items=lambda: ITEMS, prices=lambda: PRICES, aliases=aliases)
NEXT_BUNDLE = msgspec.structs.replace(
    BUNDLE,
    digest="sample-2",
    items=lambda: (*ITEMS[1:], item("nv-new", "New card", memory_gb=32.0)),
    prices=lambda: PRICES[1:],
)


def plan(
    quantity: int = 1,
    id: str = "plan-1",
    zh: str = "课题组方案",
    en: str = "Lab plan",
    *,
    used: tuple[Item, ...] = ITEMS[:2],
) -> Plan:
    lines = tuple(
        Line(
            id=f"line-{place}",
            title=Labelled(zh="计算卡", en="card"),
            role="compute",
            quantity=quantity,
            item=digest(one),
        )
        for place, one in enumerate(used)
    )
    return Plan(
        id=id,
        title=Labelled(zh=zh, en=en),
        created=NOW.date(),
        alternatives=(Alternative(id="a", title=Labelled(zh="甲", en="A"), lines=lines),),
        items={digest(one): one for one in used},
    )


def quantity_of(found: Plan) -> int:
    return found.alternatives[0].lines[0].quantity


def at(hours: float) -> dt.datetime:
    return NOW + dt.timedelta(hours=hours)

"""Supply truth, makers and other names: what can be bought here, and how people call it."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest

from planner.catalog.aliases import aliases_for
from planner.catalog.load import bundled_item, bundled_items, bundled_of
from planner.catalog.makers import maker_named, makers
from planner.catalog.mapping import item_from_row
from planner.catalog.supply import STATE_LABELS, is_domestic, nearest_purchasable, rests_on_memory, supply_state
from planner.messages import render


@pytest.mark.parametrize(
    ("item", "state"),
    [
        ("nv-rtx4090", "export_restricted"),
        ("nv-rtx3090", "used_market"),
        ("nv-rtx5070ti", "purchasable"),
        ("tpu-v5e", "cloud_only"),
        ("dgx-h100", "export_restricted"),
        ("class-ws-4x4090", "export_restricted"),  # a build is as restricted as its cards
        ("hw-atlas-800t-a2", "purchasable"),
        ("dgx-1-v100", "used_market"),
        ("dgx-station-a100", "eol"),
        ("smc-sys-421ge-tnrt", "unknown"),  # a chassis without cards: nobody has said
        ("ups-001", "unknown"),
        ("co-001", "cloud_only"),
    ],
)
def test_supply_state(item: str, state: str) -> None:
    assert supply_state(bundled_item(item)) == state
    assert state in STATE_LABELS


def test_withdrawn_services_are_discontinued_from_their_day() -> None:
    offer = bundled_item("api-001")  # withdrawn on 2027-01-14
    assert supply_state(offer, dt.date(2027, 1, 13)) == "cloud_only"
    assert supply_state(offer, dt.date(2027, 1, 14)) == "eol"


def test_the_nearest_substitutes_of_a_4090() -> None:
    found = nearest_purchasable(bundled_item("nv-rtx4090"), bundled_items())
    assert [one.item.id for one in found] == ["nv-rtx4500ada", "nv-pro4000bw", "amd-7900xtx"]
    assert [one.size for one in found] == [24, 24, 24]
    assert found[0].rate_ratio == pytest.approx(158.5 / 165.2)
    assert render(found[0].reason, "en").startswith("RTX 4500 Ada: 24 GB against 24 GB")


def test_a_substitute_is_never_smaller_and_always_purchasable() -> None:
    for item in bundled_of("accelerator"):
        for one in nearest_purchasable(item, bundled_items(), n=5):
            assert (one.item.number("memory_per_device_gb") or 0) >= (item.number("memory_per_device_gb") or 0)
            assert supply_state(one.item) == "purchasable"
            assert not rests_on_memory(one.item)
            assert one.item.id != item.id


def test_memory_counts_for_one_device() -> None:
    """A board of 2 x 24 GB is no substitute for a card of 48 GB."""
    found = nearest_purchasable(bundled_item("nv-a6000"), bundled_items(), n=50)
    assert "hw-300i-duo-48" not in {one.item.id for one in found}


def test_a_card_is_replaced_by_a_card() -> None:
    found = nearest_purchasable(bundled_item("nv-a100-pcie-80"), bundled_items(), n=20)
    assert {one.item.text("form_factor") for one in found} == {"pcie"}


def test_rows_from_memory_are_offered_only_when_asked_for() -> None:
    item, every = bundled_item("nv-rtx6000ada"), bundled_items()
    assert "nv-rtx5880ada" not in {one.item.id for one in nearest_purchasable(item, every, n=50)}
    assert "nv-rtx5880ada" in {one.item.id for one in nearest_purchasable(item, every, n=50, include_assumed=True)}


def test_domestic_only() -> None:
    found = nearest_purchasable(bundled_item("nv-h100-sxm"), bundled_items(), n=20, domestic_only=True)
    assert found
    assert all(one.domestic is True for one in found)


def test_without_a_size_there_is_no_substitute() -> None:
    nameless = item_from_row("accelerator", {"id": "x", "vendor": "V", "name": "N"}).item
    assert nearest_purchasable(nameless, bundled_items()) == ()


def test_every_maker_of_the_catalog_is_in_the_table() -> None:
    assert {item.maker for item in bundled_items()} - {""} <= set(makers())


@pytest.mark.parametrize(
    ("maker", "zh", "country", "domestic"),
    [
        ("Huawei", "华为", "CN", True),
        ("NVIDIA", "英伟达", "US", False),
        ("ASUS", "华硕", "TW", None),
        ("(class)", "参考配置", "", None),
    ],
)
def test_makers(maker: str, zh: str, country: str, domestic: bool | None) -> None:
    found = maker_named(maker)
    assert (found.label("zh"), found.country, found.domestic) == (zh, country, domestic)


def test_an_unknown_maker_is_known_by_its_name() -> None:
    found = maker_named("Somebody")
    assert (found.label("zh"), found.domestic) == ("Somebody", None)
    assert is_domestic(item_from_row("rack", {"id": "r", "manufacturer": "Somebody", "model": "M"}).item) is None


@pytest.mark.parametrize(
    ("item", "names"),
    [
        ("nv-rtx4090", {"显卡", "加速卡", "英伟达", "4090"}),
        ("nv-a100-sxm-80", {"A100", "算力卡"}),
        ("hw-910b3", {"昇腾", "910B", "华为"}),
        ("hyg-k100-ai", {"海光", "DCU"}),
        ("mx-c500-pcie", {"沐曦"}),
        ("ups-026", {"不间断电源", "施耐德"}),
        ("cool-009", {"空调"}),
        ("rack-001", {"机柜"}),
        ("net-001", {"交换机"}),
        ("class-ws-2x4090", {"工作站", "服务器"}),
        ("co-cn-01", {"云主机", "AutoDL"}),
        ("qwen3-8b", {"通义千问", "大模型"}),
    ],
)
def test_people_find_items_by_their_other_names(item: str, names: set[str]) -> None:
    found = bundled_item(item)
    assert names <= {*aliases_for(found), found.maker}


def test_aliases_do_not_repeat_or_leak() -> None:
    for item in bundled_items():
        names = aliases_for(item)
        assert len(names) == len(set(names))
    assert "4090" not in aliases_for(bundled_item("nv-rtx4090d"))
    assert "显卡" not in aliases_for(bundled_item("ups-001"))


def test_a_row_with_a_zero_or_negative_figure_is_merely_far_away() -> None:
    item = bundled_item("nv-rtx4090")
    odd = {
        key: msgspec.structs.replace(item.attributes[key], value=-1.0) for key in ("bandwidth_gbs", "fp16_dense_tflops")
    }
    strange = msgspec.structs.replace(item, attributes={**item.attributes, **odd})
    assert nearest_purchasable(strange, bundled_items())

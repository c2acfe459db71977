"""A large plan as a big institute might keep it: many kinds of machines, wired, mounted, paid and used."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import msgspec

from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_of
from planner.messages import Labelled
from planner.money import Money
from planner.plan.document import (
    Alternative,
    Budget,
    Connection,
    Fact,
    Facts,
    Fund,
    Line,
    LineRole,
    Placement,
    Plan,
    Price,
    SiteNode,
    WorkloadEntry,
)
from tests.sample_plans import sample

ROLES: tuple[LineRole, ...] = (
    *("compute",) * 10,
    *("storage", "storage", "network", "network", "cooling", "ups", "rack", "software", "service", "other"),
)
KIND = {"compute": "system", "storage": "storage", "network": "network", "ups": "ups", "rack": "rack"}
CIRCUITS, RACKS, ENTRIES, UPS = 60, 30, 12, 4


def large_plan(lines: int = 500) -> Plan:
    """Return a plan whose alternative ``A`` has ``lines`` lines, with a room of 60 circuits and 12 workload entries."""
    base = sample("lab-b")
    catalog = {kind: bundled_of(kind)[:40] for kind in set(KIND.values())}
    cards = bundled_of("accelerator")[:40]
    made = [_line(number, catalog, cards) for number in range(lines)]
    entries, models = _entries(base)
    rows = [row for kind in catalog.values() for row in kind] + list(cards) + models
    return msgspec.structs.replace(
        base,
        workload=entries,
        site=_site(),
        budget=Budget(amount=Money.of(900_000_000), contingency_rate=Decimal("0.1"), vat_rate=Decimal("0.13")),
        funds=tuple(Fund(id=f"f{n}", title=f"经费 {n}", amount=Money.of(300_000_000)) for n in range(3)),
        alternatives=(_alternative(made),),
        chosen="A",
        items={digest(row): row for row in rows},
    )


def _line(number: int, catalog: dict[str, tuple[Item, ...]], cards: tuple[Item, ...]) -> Line:
    role = ROLES[number % len(ROLES)]
    role = "other" if role == "ups" and number >= UPS * len(ROLES) else role
    rows = catalog.get(KIND.get(role, ""), ())
    chosen = Decimal(20_000 + 137 * number)
    return Line(
        id=f"l{number}",
        title=Labelled(zh=f"设备 {number}", en=f"thing {number}"),
        role=role,
        quantity=1 + number % 3,
        item=digest(rows[number % len(rows)]) if rows else "",
        card=digest(cards[number % len(cards)]) if role == "compute" else "",
        cards_per_unit=(2, 4, 8)[number % 3] if role == "compute" else 0,
        price=Price(low=chosen * 9 / 10, chosen=chosen, high=chosen * 6 / 5, quality=_quality(number)),
        facts=_facts(max_power_w=600.0 + number) if number % 2 else {},
        fund=f"f{number % 3}",
    )


def _quality(number: int) -> Any:
    return "assumed" if number % 4 == 0 else "entered"


def _facts(**values: float | str | bool) -> Facts:
    return {name: Fact(value=value) for name, value in values.items()}


def _site() -> tuple[SiteNode, ...]:
    panels = [
        SiteNode(
            id=f"p{n}",
            type="panel",
            parent="room",
            values=_facts(volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=250.0),
        )
        for n in range(3)
    ]
    circuits = [
        SiteNode(
            id=f"c{n}",
            type="circuit",
            parent=f"p{n % 3}",
            values=_facts(breaker_a=32.0, leg=("L1", "L2", "L3")[n // 3 % 3], shared=False, cable_mm2=6.0),
        )
        for n in range(CIRCUITS)
    ]
    sockets = [
        SiteNode(id=f"s{n}", type="socket", parent=f"c{n}", values=_facts(rating_a=16.0)) for n in range(CIRCUITS)
    ]
    racks = [
        SiteNode(id=f"r{n}", type="rack", parent="room", values=_facts(u_height=42.0, max_load_kg=1000.0))
        for n in range(RACKS)
    ]
    units = [SiteNode(id=f"ac{n}", type="ac", parent="room", values=_facts(sensible_kw=40.0)) for n in range(10)]
    room = SiteNode(id="room", type="room", values=_facts(area_m2=300.0, height_m=4.0, occupancy="machine_room"))
    return (room, *panels, *circuits, *sockets, *racks, *units)


def _entries(base: Plan) -> tuple[tuple[WorkloadEntry, ...], list[Item]]:
    models = [row for row in bundled_of("model") if row.text("subkind").startswith("llm")][:ENTRIES]
    entries = tuple(
        WorkloadEntry(
            id=f"w{number}",
            title=Labelled(zh=f"任务 {number}", en=f"job {number}"),
            kind="train" if number % 2 else "inference",
            method="lora" if number % 2 else "infer",
            model=digest(model),
            seq_len=4096,
            batch=4,
            devices=1 + number % 4,
        )
        for number, model in enumerate(models)
    )
    return entries, models


def _alternative(lines: list[Line]) -> Alternative:
    powered = [line for line in lines if line.role in ("compute", "storage", "network")]
    return Alternative(
        id="A",
        title=Labelled(zh="方案甲", en="A"),
        lines=tuple(lines),
        connections=tuple(
            Connection(line=line.id, node=f"s{number % CIRCUITS}", units=line.quantity)
            for number, line in enumerate(powered)
        ),
        placements=tuple(
            Placement(line=line.id, node=f"r{number % RACKS}", units=line.quantity)
            for number, line in enumerate(powered)
        ),
    )

"""How well numbers are known: assumptions on which a result hangs, and rows that are no products."""

from __future__ import annotations

from decimal import Decimal

import pytest

from planner.assess.run import Assessment
from planner.catalog.items import Item, Value
from planner.checks import quality
from planner.checks.sensitivity import Swings
from planner.figure import Figure, Formula, Quality, leaf, trace
from planner.messages import Labelled
from planner.money import Money
from planner.plan.document import Budget, Fact, Plan, Price, WorkloadEntry
from tests.checks.factories import assess_one, find, find_all, make_item, make_line, make_plan

NONE_KEPT = Decimal("0")


def look(plan: Plan) -> Assessment:
    return assess_one(plan, quality.CHECKS)


def costing(price: str, known: Quality) -> Plan:
    line = make_line("ws", price_range=Price(chosen=Decimal(price), quality=known, vat_rate=Decimal("0.13")))
    return make_plan(line, budget=Budget(amount=Money.of("300000"), contingency_rate=NONE_KEPT))


# 250,000 x 1.2 = 300,000 still holds; 251,000 x 1.2 does not
@pytest.mark.parametrize(
    ("price", "known", "outcome"),
    [
        ("250000", Quality.ASSUMED, "pass"),
        ("251000", Quality.ASSUMED, "warning"),
        ("251000", Quality.ENTERED, "pass"),
        ("370000", Quality.ASSUMED, "warning"),
        ("380000", Quality.ASSUMED, "pass"),
    ],
)
def test_an_assumed_price_decides_only_where_it_turns_the_budget(price: str, known: Quality, outcome: str) -> None:
    finding = find(look(costing(price, known)), "DQ01")
    assert finding.outcome == outcome
    if outcome == "warning":
        assert "A/ws/unit_price_chosen" in [figure.key for figure in finding.figures]
        assert "unit price of machine ws CNY" in str(finding.message)


def test_a_row_from_memory_decides_whether_a_workload_fits() -> None:
    value = Value(value=24.0, unit="GB", source="unverified, from memory", quality=Quality.ASSUMED)
    card = Item(id="card", kind="accelerator", maker="X", name="card", attributes={"memory_gb": value})
    need = WorkloadEntry(
        id="job", title=Labelled(zh="任务", en="job"), kind="train", facts={"memory_need_gib": Fact(value=20.0)}
    )
    plan = make_plan(make_line("ws", card=card, cards=1), items=(card,), workload=(need,))
    finding = find(look(plan), "DQ01")
    # 20 GiB in 23.5 GiB fits; in 0.8 x 23.5 = 18.8 GiB it does not
    assert finding.outcome == "warning"
    assert "card/memory_gb" in [figure.key for figure in finding.figures]


def test_nothing_to_compare_says_nothing() -> None:
    plan = make_plan(make_line("ws"), budget=Budget())
    assert find_all(look(plan), "DQ01") == ()


def test_all_assumptions_are_one_finding() -> None:
    found = find_all(look(costing("251000", Quality.ASSUMED)), "DQ01")
    assert len(found) == 1


HALF = Formula(
    key="test.half",
    label=Labelled(zh="", en=""),
    text="whole * share",
    unit="W",
    source="test",
    function=lambda whole, share: whole * share,
)


def test_a_moved_share_stays_a_share() -> None:
    def halved(limit: float) -> tuple[Figure, Figure]:
        figure = trace(
            HALF, "x", whole=leaf("w", 100.0, "W", Quality.ENTERED), share=leaf("s", 0.9, "1", Quality.ASSUMED)
        )
        return figure, leaf("l", limit, "W", Quality.ENTERED)

    # 0.9 lacks 0.1 to 1 and is tried at 1 and 0.8, as a power factor of 0.98 is at 1 and 0.96: 80 W to 100 W
    assert set(Swings((1.2,)).deciding(*halved(99.9))) == {"s"}
    assert Swings((1.2,)).deciding(*halved(100.0)) == {}
    assert Swings((0.8,)).deciding(*halved(79.9)) == {}
    assert set(Swings((0.8,)).deciding(*halved(80.1))) == {"s"}


def test_class_rows_are_noted_once() -> None:
    box, product = make_item("class-ws", maker="(class)"), make_item("r5500", maker="H3C/新华三")
    lines = (make_line("a", item=box), make_line("b", item=box), make_line("c", item=product))
    finding = find(look(make_plan(*lines, items=(box, product))), "DQ03")
    assert finding.outcome == "note"
    assert [title.en for title in finding.message.values["lines"]] == ["machine a", "machine b"]
    assert find(look(make_plan(lines[2], items=(product,))), "DQ03").outcome == "pass"
    assert find_all(look(make_plan(make_line("d"))), "DQ03") == ()

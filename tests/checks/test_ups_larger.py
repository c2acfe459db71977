"""What a UPS that is too small gets as a remedy: a larger one, machines past it, cards capped; and what is true after it."""

from __future__ import annotations

from typing import Any

import pytest

from planner.catalog.items import Item
from planner.catalog.ladders import ladder
from planner.catalog.load import bundled_of
from planner.limits import limit
from planner.messages import render
from planner.plan.document import Connection, Placement, Plan
from planner.tables import rows
from tests.checks.factories import assess_one, find, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, four_cards, room, unit


def ups_row(name: str, rated_w: float, rated_va: float, **values: float | str) -> Item:
    told: dict[str, float | str] = {"phases": 1, "nominal_v": 230, "topology": "online", **values}
    return make_item(name, "ups", rated_w=rated_w, rated_va=rated_va, **told)


SMALL = ups_row("small", 2700, 3000)
MARKET = (
    ups_row("other mains", 4000, 4000, nominal_v=120),
    ups_row("too small", 3400, 4000),
    ups_row("three phases", 4000, 4000, phases=3),
    ups_row("no online", 4000, 4000, topology="line-interactive"),
    ups_row("fits", 3500, 4500),
    ups_row("larger", 6000, 6000),
)


def planned(load_w: float = 2800.0, item: Item | None = SMALL, *more: Any) -> Plan:
    machine = make_line("ws", known={"max_power_w": load_w})
    known = {"rated_w": 2700.0, "rated_va": 3000.0} if item is None else None
    ups = make_line("ups", "ups", item=item, known=known)
    return make_plan(machine, ups, *more, items=() if item is None else (item,))


def test_a_planned_ups_gives_way_to_the_smallest_row_that_carries_it() -> None:
    # 2,800 W are 80 % of 3,500 W; 2,800 / 0.98 = 2,857 VA are 63 % of 4,500
    plan = planned()
    finding = find(assess_one(plan, market=MARKET), "UP01", "ups")
    assert (finding.outcome, finding.message.id) == ("warning", "UP01.all")
    assert finding.fix is not None
    label = render(finding.fix.label, "en")
    assert label == "Take a larger UPS such as (class) fits: 4,500 VA, 3.5 kW; its price is to be asked for"
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[1].price.chosen is None
    assert outcome(assess_one(after), "UP01", "ups") == "pass"


def test_without_such_a_row_the_next_size_is_asked_for() -> None:
    plan = planned()
    finding = find(assess_one(plan), "UP01", "ups")
    assert finding.fix is not None
    # 3,500 W / 0.9 = 3,889 VA: the next size is 5 kVA
    label = render(finding.fix.label, "en")
    assert label == "Ask for a larger UPS: 6,000 VA, 6 kW; its price is to be asked for"
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[1].item == ""
    assert outcome(assess_one(after), "UP01", "ups") == "pass"


def test_a_ups_of_which_only_the_rating_was_typed_stays_a_requirement() -> None:
    plan = planned(2500.0, None)  # 93 % of 2,700 W
    finding = find(assess_one(plan, market=MARKET), "UP01", "ups")
    assert finding.message.id == "UP01.tight"
    after = fixed(plan, finding)
    line = after.alternatives[0].lines[1]
    assert (line.item, line.facts["rated_w"].value, line.facts["rated_va"].value) == ("", 6000.0, 6000.0)
    assert outcome(assess_one(after), "UP01", "ups") == "pass"


def test_one_of_two_grows_so_that_they_carry_it_together() -> None:
    small = make_line("small", "ups", known={"rated_w": 1000.0, "rated_va": 1200.0})
    plan = planned(4500.0, None, small)
    finding = find(assess_one(plan), "UP01", "ups")
    assert finding.message.id == "UP01.all.shared"
    after = fixed(plan, finding)
    # 4,500 / 0.8 - 1,000 = 4,625 W
    assert after.alternatives[0].lines[1].facts["rated_w"].value == 6000.0
    assessment = assess_one(after)
    assert {outcome(assessment, "UP01", name) for name in ("ups", "small")} == {"note"}


def test_what_is_asked_for_is_made() -> None:
    # rows of one phase for 220 V, within a tenth, with 0.9 W for a VA or more
    made: dict[tuple[float, float], set[str]] = {}
    for item in bundled_of("ups"):
        watts, va, volts = item.number("rated_w"), item.number("rated_va"), item.number("nominal_v")
        if watts is None or va is None or volts is None or item.number("phases") != 1:
            continue
        if abs(volts / 220 - 1) <= 0.1 and watts >= 0.9 * va:
            made.setdefault((va, watts), set()).add(item.id)
    told = {
        (float(row["rated_va"]), float(row["rated_w"])): set(row["items"].split("|"))
        for row in rows("facility/ups_ratings.csv")
    }
    assert told == made
    assert [*told] == sorted(told)


@pytest.mark.parametrize(("load_w", "rating"), [(1500.0, (2000.0, 2000.0)), (6000.0, (9000.0, 10000.0))])
def test_the_next_rating_is_one_that_is_sold(load_w: float, rating: tuple[float, float]) -> None:
    # 1,500 / 0.8 = 1,875 W: 2,000 W at 2,000 VA; 6,000 / 0.8 = 7,500 W, above the single-phase rows: 10 kVA at 0.9
    machine = make_line("ws", known={"max_power_w": load_w})
    plan = make_plan(machine, make_line("ups", "ups", known={"rated_w": 1000.0, "rated_va": 1000.0}))
    facts = fixed(plan, find(assess_one(plan), "UP01", "ups")).alternatives[0].lines[1].facts
    assert (facts["rated_w"].value, facts["rated_va"].value) == rating


def wired(*nodes: Any, marks: tuple[Any, ...] = (), load_w: float = 1000.0, **rating: float) -> Plan:
    told = {"rated_w": 2700.0, "rated_va": 3000.0, **rating}
    ups = node("u1", "ups", "c1", **told)
    line = make_line("ws", quantity=3, known={"max_power_w": load_w})
    store = make_line("store", "storage", known={"max_power_w": 500.0})
    links = (Connection(line="ws", node="u1", units=3), Connection(line="store", node="u1"))
    planned_ups = make_line("ups", "ups", known={"rated_w": 2700.0, "rated_va": 3000.0})
    lines = (line, store, planned_ups) if marks else (line, store)
    site = (room(), unit(total_kw=60.0), circuit(breaker_a=63.0), ups, *nodes)
    return make_plan(*lines, site=site, connections=links, placements=marks)


def test_a_ups_that_is_there_is_relieved_of_computers() -> None:
    # 3,500 W on 2,700 W: 2,160 W may stay; two of 1,000 W leave 1,500 W
    plan = wired()
    finding = find(assess_one(plan), "UP01", "u1")
    assert finding.outcome == "error"
    assert finding.fix is not None
    label = render(finding.fix.label, "en")
    assert label == "Plug 2 × machine ws in at c1, without the UPS: its load goes down to 1.5 kW"
    after = fixed(plan, finding)
    found = {(one.line, one.node, one.units) for one in after.alternatives[0].connections}
    assert found == {("ws", "u1", 1), ("ws", "c1", 2), ("store", "u1", 1)}
    assessment = assess_one(after)
    assert outcome(assessment, "UP01", "u1") == "pass"
    assert outcome(assessment, "PW01", "c1") == "pass"


@pytest.mark.parametrize(
    ("socket", "expected"),
    [
        ({"rating_a": 16.0, "outlet_count": 4.0}, "pass"),  # two are 9.5 A, below 80 % of 16 A
        ({"rating_a": 10.0, "outlet_count": 4.0}, "warning"),  # it takes one: 2,500 W are left, 93 %
        ({"rating_a": 16.0, "outlet_count": 1.0}, "warning"),
        ({"rating_a": 5.0, "outlet_count": 4.0}, ""),  # one is 4.7 A
        ({"outlet_count": 4.0}, ""),
    ],
)
def test_the_outlet_must_be_known_to_take_them(socket: dict[str, float], expected: str) -> None:
    plan = wired(node("s1", "socket", "c1", **socket))
    finding = find(assess_one(plan), "UP01", "u1")
    if not expected:
        assert finding.fix is None
        return
    after = assess_one(fixed(plan, finding))
    assert outcome(after, "UP01", "u1") == expected
    assert {outcome(after, check, "s1") for check in ("PW03", "PW15")} == {"pass"}


def test_the_planned_ups_of_the_wiring_grows_with_its_node() -> None:
    plan = wired(marks=(Placement(line="ups", node="u1"),))
    after = fixed(plan, find(assess_one(plan), "UP01", "u1"))
    # 3,500 / 0.8 = 4,375 W
    assert after.alternatives[0].lines[2].facts["rated_w"].value == 6000.0
    assert next(one for one in after.site if one.id == "u1").values["rated_w"].value == 6000.0
    assert outcome(assess_one(after), "UP01", "u1") == "pass"


def test_cards_are_capped_where_no_outlet_takes_the_machine() -> None:
    # 2,500 W are 93 % of 2,700 W; capped 1,848 W are 68 %
    line = four_cards()
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", outlet_count=1.0), node("u1", "ups", "s1"))
    told = {"rated_w": 2700.0, "rated_va": 3000.0}
    site = (*site[:-1], node("u1", "ups", "s1", **told))
    plan = make_plan(line, site=site, connections=(Connection(line="ws", node="u1"),), items=(CARD,))
    finding = find(assess_one(plan), "UP01", "u1")
    assert finding.outcome == "warning"
    assert finding.fix is not None
    assert finding.fix.label.id == "PW.fix.cap"
    assert outcome(assess_one(fixed(plan, finding)), "UP01", "u1") == "pass"


def test_the_sizes_that_are_asked_for_are_those_of_the_catalog_and_so_is_the_ratio_of_watts() -> None:
    rows = bundled_of("ups")
    sizes = {row.number("rated_va") for row in rows}
    assert set(ladder("ups_va").values) <= sizes
    ratios = {row.name: (row.number("rated_w") or 0.0) / (row.number("rated_va") or 1.0) for row in rows}
    told = limit("ups.w_per_va").require()
    for name in ("SMT3000RMI2U", "5PX2200IRT", "5SX1750RAU", "Innova RT 3000"):
        assert ratios[name] == pytest.approx(told)
    assert ratios["9PX 3000i RT 2U"] == 1.0


def test_a_ups_above_all_of_the_catalog_is_asked_for_in_round_numbers() -> None:
    # 60 kW: 75 kW at 80 %, 83.3 kVA at 0.9: above the 60 kVA of the catalog, so 100 kVA (two digits)
    machine = make_line("box", known={"max_power_w": 60000.0})
    plan = make_plan(machine, make_line("ups", "ups", known={"rated_w": 50000.0, "rated_va": 55000.0}))
    finding = find(assess_one(plan), "UP01", "ups")
    assert finding.fix is not None
    assert "100,000 VA, 90 kW" in render(finding.fix.label, "en")

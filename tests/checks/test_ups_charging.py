"""Several UPS on one breaker charge together after a power cut: loads, losses and all chargers by hand."""

from __future__ import annotations

from typing import Any

import pytest

from planner.checks.ups_place import charger_w
from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

# each carries 2,000 W and loses 0.04 x 2,700 + 0.05 x 2,000 = 208 W: 2,208 W at 220 V x 0.98 = 10.24 A
RATED = {"rated_w": 2700.0, "rated_va": 3000.0}


def two(at: tuple[str, str], *above: Any, **ups: Any) -> Plan:
    """Return a plan of two machines, each on a UPS of its own at a circuit."""
    lines = tuple(make_line(name, known={"max_power_w": 2000.0}) for name in ("a", "b"))
    nodes = tuple(node(f"u{number}", "ups", where, **RATED, **ups) for number, where in enumerate(at, start=1))
    site = (room(), unit(total_kw=20.0), *above, *nodes)
    return make_plan(*lines, site=site, plugged={"a": "u1", "b": "u2"})


@pytest.mark.parametrize(
    ("charger_w", "expected"),
    [
        (1240.0, "pass"),  # 2 x (2,208 + 1,240) / 215.6 = 31.99 A of 32
        (1241.0, "pass"),  # 31.995 A
        (1242.0, "error"),  # 32.004 A; each of them alone makes 26.2 A
        (None, "pass"),  # 0.3 x 2,700 = 810 W each: 28.0 A
    ],
)
def test_two_chargers_on_one_circuit_add_up(charger_w: float | None, expected: str) -> None:
    told = {} if charger_w is None else {"charger_w": charger_w}
    assessment = assess_one(two(("c1", "c1"), circuit(breaker_a=32.0), **told))
    assert outcome(assessment, "UP07", "c1") == expected
    # 20.5 A without charging; what is told is in its current, and one finding tells what is too much
    assert outcome(assessment, "PW01", "c1") == ("" if expected == "error" else "pass")


def test_step_sets_one_charger_lower() -> None:
    plan = two(("c1", "c1"), circuit(breaker_a=32.0), charger_w=1500.0)
    finding = find(assess_one(plan), "UP07", "c1")
    assert finding.figures[0].value == pytest.approx(2 * 3708 / 215.6)
    assert finding.fix is not None
    # 32 A x 215.6 = 6,899.2 W less 4,416 W and 1,500 W
    assert render(finding.fix.label, "en") == "Set the charger of u1 to 983 W"
    assert outcome(assess_one(fixed(plan, finding)), "UP07", "c1") == "pass"


def test_a_charger_nobody_told_is_asked_for_where_both_together_are_too_much() -> None:
    # 2 x (2,208 + 810) / 215.6 = 28.0 A of 25 A
    finding = find(assess_one(two(("c1", "c1"), circuit(breaker_a=25.0))), "UP07", "c1")
    assert (finding.outcome, finding.missing) == ("unknown", ("site/u1/charger_w", "site/u2/charger_w"))


def panel(**values: Any) -> Any:
    told = {"volts": 220.0, "volts_kind": "L-N", "other_load_a": 0.0, **values}
    return node("p", "panel", **told)


def test_two_circuits_of_one_panel_add_up_there() -> None:
    # 10.24 + 4.64 A (1,000 W) are 14.9 A of each 16 A; 29.8 A of the panel's 25 A
    circuits = tuple(node(name, "circuit", "p", breaker_a=16.0, shared=False) for name in ("c1", "c2"))
    assessment = assess_one(two(("c1", "c2"), panel(breaker_a=25.0), *circuits, charger_w=1000.0))
    assert [outcome(assessment, "UP07", name) for name in ("u1", "u2", "p")] == ["pass", "pass", "error"]
    wide = assess_one(two(("c1", "c2"), panel(breaker_a=32.0), *circuits, charger_w=1000.0))
    assert find_all(wide, "UP07", "p") == ()


@pytest.mark.parametrize(("legs", "expected"), [(("L1", "L2"), ""), (("L1", "L1"), "error")])
def test_chargers_on_other_lines_do_not_add_up(legs: tuple[str, str], expected: str) -> None:
    # 14.9 A on each of two lines, or 29.8 A on one, of 25 A
    three = panel(volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=25.0)
    circuits = tuple(
        node(f"c{number}", "circuit", "p", breaker_a=16.0, shared=False, leg=leg) for number, leg in enumerate(legs, 1)
    )
    assessment = assess_one(two(("c1", "c2"), three, *circuits, charger_w=1000.0))
    assert outcome(assessment, "UP07", "p") == expected


def one(charger_w: float | None, *above: Any, at: str = "c1", by_line: bool = False) -> Plan:
    """Return a plan of a machine of 2,000 W on a UPS of 2,700 W; the charger is told at the UPS, or at its line of the build."""
    told = {} if charger_w is None else {"charger_w": charger_w}
    ups = node("u1", "ups", at, **RATED, **({} if by_line else told))
    lines = [make_line("a", known={"max_power_w": 2000.0})]
    lines += [make_line("ups", "ups", known={**RATED, **told})] if by_line else []
    return make_plan(*lines, site=(room(), unit(total_kw=20.0), *above, ups), plugged={"a": "u1"})


@pytest.mark.parametrize("by_line", [False, True])
def test_charging_is_in_the_current_of_all_that_feeds_the_ups(by_line: bool) -> None:
    # (2,208 + 810) / 215.6 = 14.0 A, 10.24 A without; the UPS itself gives 2,000 W
    above = (circuit("c1"), node("s1", "socket", "c1", rating_a=10.0))
    assessment = assess_one(one(810.0, *above, at="s1", by_line=by_line))
    loads = assessment.context.site.loads
    assert loads["c1"].total_a.require() == pytest.approx(3018 / 215.6)
    assert loads["s1"].total_a.require() == pytest.approx(3018 / 215.6)
    assert loads["u1"].load_w.require() == 2000
    bare = assess_one(one(None, *above, at="s1", by_line=by_line)).context.site.loads
    assert bare["c1"].total_a.require() == pytest.approx(2208 / 215.6)


def test_hours_of_charging_count_against_the_margin() -> None:
    # 10.24 A are within 12.8 A of a 16 A breaker, 14.0 A are not
    assert outcome(assess_one(one(None, circuit())), "PW02", "c1") == "pass"
    finding = find(assess_one(one(810.0, circuit())), "PW02", "c1")
    assert finding.outcome == "warning"
    assert render(finding.message, "en").endswith(
        "In it are 810 W that charge the batteries of UPS for hours after a power cut."
    )


def test_a_ups_with_nothing_behind_it_does_not_charge() -> None:
    plan = make_plan(
        make_line("a", known={"max_power_w": 2000.0}),
        site=(room(), unit(), circuit(), node("u1", "ups", "c1", charger_w=810.0, **RATED)),
        plugged={"a": "c1"},
    )
    assert assess_one(plan).context.site.loads["c1"].load_w.require() == 2000 + 108  # and what it loses when idle


def test_after_the_loss_of_a_feed_the_other_ups_does_not_charge() -> None:
    # two supplies on two UPS: after a loss 3,000 W and 4 % of 4,000 + 5 % of 3,000 are 3,310 W: 15.4 A of 16 A; with a
    # charger of 1,200 W it would be 20.9 A
    site = [room(), unit(total_kw=20.0)]
    for side in "AB":
        site += [
            circuit(f"c{side}", feed=side),
            node(f"u{side}", "ups", f"c{side}", rated_w=4000.0, rated_va=4400.0, charger_w=1200.0),
        ]
    told = {"max_power_w": 3000.0, "psu_count": 2.0, "psu_w": 4000.0, "psu_redundancy": "1+1"}
    links = tuple(Connection(line="srv", node=f"u{side}", share=0.5) for side in "AB")
    assessment = assess_one(make_plan(make_line("srv", known=told), site=tuple(site), connections=links))
    assert [one for one in find_all(assessment, "PW20") if one.outcome in ("error", "warning")] == []
    # before it each carries 1,500 W, loses 235 W and may charge: 2,935 W
    assert assessment.context.site.loads["cA"].total_a.require() == pytest.approx(2935 / 215.6)


def test_a_charger_that_a_planned_ups_tells_is_asked_for_as_it_is() -> None:
    # without: 30 % of 2,700 W
    for told, watts in (({}, 810.0), ({"charger_w": 500.0}, 1000.0)):
        ups = make_line("ups", "ups", 2 if told else 1, known={**RATED, **told})
        (planned,) = assess_one(make_plan(ups, site=(room(), unit()))).context.site.ups
        assert charger_w(planned).require() == pytest.approx(watts)

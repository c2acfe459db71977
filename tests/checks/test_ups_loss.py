"""What a UPS loses is on the account of the nodes above it and warms the room, whether or not its line is said to be it."""

from __future__ import annotations

import msgspec
import pytest

from planner.assess.memo import Memo
from planner.assess.run import assess
from planner.plan.document import Connection, Line, Placement, Plan, SiteNode
from planner.wiring.room import wanted
from tests.checks.factories import TODAY, assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit

BEHIND = (Connection(line="ws", node="u1"), Connection(line="nas", node="u1"))
RATED = {"rated_w": 2700.0, "rated_va": 3000.0}


def lab(
    *marks: Connection,
    planned: dict[str, float | str | bool] | None = None,
    placed: tuple[Placement, ...] = (),
    site: tuple[SiteNode, ...] = (),
    **values: float,
) -> Plan:
    """Return 2,500 W and 150 W behind a UPS on a 16 A circuit where others draw 3 A."""
    lines = [make_line("ws", known={"max_power_w": 2500.0}), make_line("nas", "storage", known={"max_power_w": 150.0})]
    if planned is not None:
        lines.append(make_line("ups", "ups", known=planned))
    nodes = (room(), unit(), circuit(other_load_a=3.0), node("u1", "ups", "c1", **values), *site)
    connections = (*BEHIND, *marks)
    return make_plan(*lines, site=nodes, connections=connections, placements=placed, known={"power_factor": 0.98})


@pytest.mark.parametrize(
    "plan",
    [
        lab(planned=RATED),
        lab(planned=RATED, **RATED),
        lab(planned=None, **RATED),
        lab(Connection(line="ups", node="u1"), planned=RATED),
        lab(planned=RATED, placed=(Placement(line="ups", node="u1"),)),
    ],
    ids=["line loose", "both rated", "of the room", "connected", "placed"],
)
def test_the_circuit_above_a_ups_carries_its_loss_and_the_room_is_warmed_by_it(plan: Plan) -> None:
    # 0.04 x 2,700 + 0.05 x 2,650 = 240.5 W (APC white paper 25); 2,890.5 / (220 x 0.98) = 13.41 A, with 3 A 16.41 A
    assessment = assess_one(plan)
    site = assessment.context.site
    assert site.loads["u1"].load_w.value == 2650.0
    assert site.loads["c1"].load_w.value == 2890.5
    assert site.loads["c1"].total_a.value == pytest.approx(16.407, abs=1e-3)
    assert outcome(assessment, "PW01", "c1") == "error"
    assert assessment.context.totals.heat_w.value == 2890.5
    assert sum(one.require() for one in site.losses_w) == 240.5
    # 2,650 of 2,700 W: 98.1 % of what the line or the node is rated
    assert find(assessment, "UP01", "u1").message.id == "UP01.tight"


def test_a_ups_without_a_rating_leaves_the_load_of_its_circuit_open() -> None:
    assessment = assess_one(lab())
    load = assessment.context.site.loads["c1"]
    assert load.load_w.missing == ("site/u1/rated_w",)
    assert outcome(assessment, "PW01", "c1") != "pass"
    assert outcome(assessment, "UP01", "u1") == "unknown"


def test_a_ups_behind_another_is_part_of_the_load_of_that_one() -> None:
    # u2: 0.04 x 1,000 + 0.05 x 500 = 65 W; u1 carries 2,650 + 565 W, more than its 2,700 W: it loses 108 + 135 W
    inner = node("u2", "ups", "u1", rated_w=1000.0, rated_va=1100.0)
    plan = lab(Connection(line="pc", node="u2"), site=(inner,), **RATED)
    alternative = plan.alternatives[0]
    lines = (*alternative.lines, make_line("pc", known={"max_power_w": 500.0}))
    plan = msgspec.structs.replace(plan, alternatives=(msgspec.structs.replace(alternative, lines=lines),))
    loads = assess_one(plan).context.site.loads
    assert (loads["u1"].load_w.value, loads["c1"].load_w.value) == (3215.0, 3458.0)


def test_another_rating_of_the_line_is_reckoned_anew() -> None:
    memo = Memo()
    one, other = lab(planned=RATED), lab(planned={"rated_w": 5400.0, "rated_va": 6000.0})
    alternative = one.alternatives[0]
    changed = (*alternative.lines[:2], other.alternatives[0].lines[2])
    after = msgspec.structs.replace(one, alternatives=(msgspec.structs.replace(alternative, lines=changed),))
    found = [assess(plan, "A", TODAY, memo, checks=()).context.site.loads["c1"].load_w.value for plan in (one, after)]
    assert found == [2890.5, 2650 + 216 + 132.5]


def _pair(power_w: float, ups: dict[str, float], *lines: Line, placed: tuple[Placement, ...] = ()) -> Plan:
    """Return a machine of two supplies of 3.5 kW, one behind each UPS, each on a 16 A circuit that is a feed of its own."""
    known = {"max_power_w": power_w, "psu_count": 2.0, "psu_w": 3500.0, "psu_redundancy": "1+1"}
    site = [room(), unit()]
    for name in ("A", "B"):
        site += [circuit(f"c{name}", feed=name), node(f"u{name}", "ups", f"c{name}", **ups)]
    links = tuple(Connection(line="srv", node=f"u{name}", share=0.5) for name in ("A", "B"))
    return make_plan(
        make_line("srv", known=known),
        *lines,
        site=tuple(site),
        connections=links,
        placements=placed,
        known={"power_factor": 0.98},
    )


@pytest.mark.parametrize(("power_w", "expected", "current_a"), [(3000.0, "pass", 15.724), (3080.0, "error", 16.113)])
def test_after_a_loss_a_circuit_carries_what_the_other_ups_loses_more(
    power_w: float, expected: str, current_a: float
) -> None:
    # 0.04 x 6,000 + 1.05 x 3,080 = 3,474 W = 16.11 A at 215.6 W/A; without the 5 % of what moves over it were 15.76 A
    plan = _pair(power_w, {"rated_w": 6000.0, "rated_va": 6600.0})
    finding = find(assess_one(plan), "PW20", "cB")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx(current_a, abs=1e-3)


def test_after_a_loss_a_ups_has_the_rating_of_its_line() -> None:
    # 3,000 W on the one that is left, of 2,500 W
    line = make_line("ups", "ups", quantity=2, known={"rated_w": 2500.0, "rated_va": 3000.0})
    placed = tuple(Placement(line="ups", node=name) for name in ("uA", "uB"))
    plan = _pair(3000.0, {}, line, placed=placed)
    finding = find(assess_one(plan), "PW20", "uB")
    assert finding.message.id == "PW20.ups"
    assert [figure.value for figure in finding.figures] == [pytest.approx(3000.0), 2500.0]


def test_a_ups_that_carries_nothing_is_on_its_circuit_as_it_warms_the_room() -> None:
    # 0.04 x 9,000 = 360 W: 360 / (sqrt(3) x 380 x 0.98) = 0.558 A on each line
    three = {"volts": 380.0, "volts_kind": "L-L", "phases": 3.0, "breaker_a": 32.0}
    ups = node("u1", "ups", "c1", rated_w=9000.0, rated_va=10000.0, phases=3.0)
    site = (room(), unit(), circuit(**three), ups, node("u2", "ups", "c1"))
    plan = make_plan(make_line("ws", known={"max_power_w": 500.0}), site=site, known={"power_factor": 0.98})
    assessment = assess_one(plan)
    load = assessment.context.site.loads["c1"]
    assert load.load_w.value == 360.0  # of the other nobody told a rating
    assert load.own_a.value == pytest.approx(0.558, abs=1e-3)
    assert assessment.context.totals.heat_w.value == 860.0
    ask = wanted(plan, assessment.context.alternative, assessment.context.lines)
    (branch,) = [one for one in ask.problem.branches if one.id == "c1"]
    assert branch.other_a == pytest.approx(0.558, abs=1e-3)


@pytest.mark.parametrize(("percent", "load_w", "lost_w"), [(85.0, 3600.0, 635.3), (94.0, 4800.0, 306.4)])
@pytest.mark.parametrize("at_line", [False, True])
def test_the_efficiency_that_was_told_counts_in_heat_and_in_current(
    percent: float,
    load_w: float,
    lost_w: float,
    at_line: bool,  # noqa: FBT001 - a case
) -> None:
    # 3,600 / 0.85 - 3,600 = 635.3 W; 4,800 / 0.94 - 4,800 = 306.4 W; by rule of thumb 420 and 480 W
    ups = {"rated_w": 6000.0, "rated_va": 6000.0}
    lines = [make_line("ws", known={"max_power_w": load_w})]
    if at_line:
        lines.append(make_line("ups", "ups", known={**ups, "efficiency_pct": percent}))
    own = {} if at_line else {**ups, "efficiency_pct": percent}
    site = (room(), unit(), circuit(breaker_a=40.0), node("u1", "ups", "c1", **own))
    assessment = assess_one(make_plan(*lines, site=site, plugged={"ws": "u1"}, known={"power_factor": 0.98}))
    assert assessment.context.site.loads["c1"].load_w.value == pytest.approx(load_w + lost_w, abs=0.1)
    assert assessment.context.totals.heat_w.value == pytest.approx(load_w + lost_w, abs=0.1)
    assert assessment.context.site.loads["c1"].own_a.value == pytest.approx((load_w + lost_w) / (220 * 0.98), abs=0.01)


def test_the_wiring_planner_counts_the_efficiency_that_was_told() -> None:
    plan = lab(efficiency_pct=80.0, **RATED)
    assert {
        one.id: one.loss_share
        for one in wanted(plan, plan.alternatives[0], assess_one(plan).context.lines).problem.branches
    }["u1"] == pytest.approx(0.25)


def test_an_idle_ups_loses_by_its_rating_whatever_its_efficiency() -> None:
    # an efficiency holds for a load; without one the rule of thumb says 4 % of 3,000 W
    line = make_line("ups", "ups", known={"rated_w": 3000.0, "efficiency_pct": 95.0})
    plan = make_plan(line, site=(room(), unit(), circuit(), node("u1", "ups", "c1")))
    assert assess_one(plan).context.totals.heat_w.value == 120.0

"""Single-phase branches below a panel that says its line-to-line voltage: 380 V is 219.4 V to neutral."""

from __future__ import annotations

import pytest

from planner.plan.document import SiteNode
from tests.checks.factories import assess_one, find, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, four_cards, room, unit

Values = dict[str, float | str]


def below(
    panel: Values, branch: Values | None = None, outlet: Values | None = None, machine_phases: float | None = None
) -> object:
    told = {} if machine_phases is None else {"phases": machine_phases}
    nodes: tuple[SiteNode, ...] = (
        room(),
        unit(),
        node("p", "panel", "room", **panel),
        node("c", "circuit", "p", breaker_a=16.0, shared=False, **(branch or {})),
        node("s", "socket", "c", rating_a=10.0, **(outlet or {})),
    )
    return make_plan(four_cards(**told), site=nodes, plugged={"ws": "s"}, items=(CARD,))


def currents(plan: object) -> dict[str, float | None]:
    return {name: load.own_a.value for name, load in assess_one(plan).context.site.loads.items()}


@pytest.mark.parametrize(("volts", "amps"), [(380.0, 11.6277), (400.0, 11.0463)])
def test_a_branch_below_a_three_phase_panel_has_the_voltage_to_neutral(volts: float, amps: float) -> None:
    # 2,500 / (380 / sqrt(3) x 0.98) = 11.63 A, not 2,500 / (380 x 0.98) = 6.71 A; the panel's line carries it whole
    plan = below({"volts": volts, "volts_kind": "L-L"})
    found = currents(plan)
    assert found["c"] == found["s"] == pytest.approx(amps, abs=1e-3)
    assert found["p"] == pytest.approx(amps, abs=1e-3)
    assert outcome(assess_one(plan), "PW30", "s") == "error"
    assert currents(below({"volts": volts, "volts_kind": "L-L", "phases": 3.0}))["s"] == pytest.approx(amps, abs=1e-3)


def test_the_remedy_of_the_voltage_question_leaves_the_socket_overloaded() -> None:
    plan = below({"volts": 380.0})
    assert currents(plan)["s"] is None  # of no kind yet: nothing is reckoned with 380 V
    after = fixed(plan, find(assess_one(plan), "PW13", "p"))
    assert currents(after)["s"] == pytest.approx(11.628, abs=1e-3)
    assert outcome(assess_one(after), "PW30", "s") == "error"


def test_380_volts_to_neutral_are_an_error_and_no_current() -> None:
    plan = below({"volts": 380.0, "volts_kind": "L-N"})
    assert outcome(assess_one(plan), "PW13", "p") == "error"
    assert currents(plan)["s"] is None


def test_a_branch_with_a_voltage_of_its_own_keeps_it() -> None:
    found = currents(below({"volts": 380.0, "volts_kind": "L-L"}, {"volts": 220.0, "volts_kind": "L-N"}))
    assert found["c"] == found["s"] == pytest.approx(11.5955, abs=1e-3)


def test_a_three_phase_branch_is_reckoned_line_to_line() -> None:
    # a machine on all three lines: 2,500 / (sqrt(3) x 380 x 0.98) = 3.876 A; on a plain socket it loads one line
    panel = {"volts": 380.0, "volts_kind": "L-L"}
    found = currents(below(panel, {"phases": 3.0}))
    assert found["c"] == found["s"] == pytest.approx(11.6277, abs=1e-3)
    three = below(panel, {"phases": 3.0}, {"phases": 3.0}, machine_phases=3.0)
    assert {round(amps or 0, 4) for amps in currents(three).values()} == {3.8759}
    # one with a single-phase cord lies on one line even of a three-phase outlet
    cord = below(panel, {"phases": 3.0}, {"phases": 3.0})
    assert {round(amps or 0, 3) for amps in currents(cord).values()} == {11.628}


def test_a_branch_that_is_typed_380_volts_has_to_say_its_phases() -> None:
    own = {"volts": 380.0, "volts_kind": "L-L"}
    load = assess_one(below({"phases": 3.0}, own)).context.site.loads["c"]
    assert load.own_a.missing == ("site/c/phases",)
    # between two lines: 2,500 / (380 x 0.98) = 6.713 A
    assert currents(below({}, {**own, "phases": 1.0}))["c"] == pytest.approx(6.713, abs=1e-3)


def test_a_panel_of_two_lines_does_not_tell_the_voltage_of_its_branches() -> None:
    load = assess_one(below({"volts": 240.0, "volts_kind": "L-L", "phases": 1.0})).context.site.loads["c"]
    assert load.own_a.missing == ("site/c/volts",)


def three_circuits(*legs: str, breaker_a: float) -> object:
    """Return three circuits with a machine of 2,500 W each, on the lines told."""
    panel = node("p", "panel", "room", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=breaker_a, other_load_a=0.0)
    known = [{"leg": leg} if leg else {} for leg in legs]
    circuits = [node(f"c{n}", "circuit", "p", breaker_a=16.0, shared=False, **one) for n, one in enumerate(known)]
    lines = [make_line(f"m{n}", known={"max_power_w": 2500.0}) for n in range(len(legs))]
    plugged = {f"m{n}": f"c{n}" for n in range(len(legs))}
    return make_plan(*lines, site=(room(), unit(), panel, *circuits), plugged=plugged)


@pytest.mark.parametrize(
    ("legs", "amps", "expected"),
    [
        (("L1", "L2", "L3"), 11.628, "pass"),  # one machine on each line
        (("L1", "L1", "L2"), 23.255, "error"),  # two on L1, above 20 A; reckoned as balanced it would be 11.6 A
        (("", "", ""), 34.883, "unknown"),  # at most all on one line: nobody knows yet
        (("L1", "L2", ""), 23.255, "unknown"),
    ],
)
def test_the_most_loaded_line_of_a_panel_decides(legs: tuple[str, ...], amps: float, expected: str) -> None:
    plan = three_circuits(*legs, breaker_a=20.0)
    assert currents(plan)["p"] == pytest.approx(amps, abs=1e-3)
    finding = find(assess_one(plan), "PW12" if expected == "error" else "PW01", "p")  # PW12 tells it line by line
    assert finding.outcome == expected
    assert finding.missing == tuple(f"site/c{n}/leg" for n, leg in enumerate(legs) if not leg)


def test_a_panel_that_carries_the_worst_case_need_not_know_its_lines() -> None:
    assert outcome(assess_one(three_circuits("", "", "", breaker_a=63.0)), "PW01", "p") == "pass"

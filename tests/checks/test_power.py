"""Checks of circuits against hand-worked currents; 220 V and a power factor of 0.98 unless said otherwise."""

from __future__ import annotations

import pytest

from planner.figure import Quality
from planner.messages import render
from planner.plan.document import Connection, Organisation
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, four_cards, one_machine, room, unit


def test_current_within_the_breaker_passes_with_its_figures() -> None:
    # 2,156 W / (220 V x 0.98) = 10.0 A of 16 A; 16 x 0.8 = 12.8 A may run for hours
    assessment = assess_one(one_machine(2156))
    finding = find(assessment, "PW01", "c1")
    assert finding.outcome == "pass"
    assert [figure.value for figure in finding.figures] == [pytest.approx(10.0), 16.0]
    usable = find(assessment, "PW02", "c1").figures[1]
    assert usable.value == pytest.approx(12.8)
    assert assessment.figures()["A/c1/usable_a"] == usable


def test_current_above_the_breaker_is_an_error_and_hides_the_margin() -> None:
    # 3,450 W / 215.6 = 16.002 A
    assessment = assess_one(one_machine(3450))
    assert outcome(assessment, "PW01", "c1") == "error"
    assert outcome(assessment, "PW02", "c1") == ""
    assert assessment.verdict == "infeasible"


def test_others_on_the_circuit_count() -> None:
    # 2,156 W = 10.0 A, with 6.1 A of others 16.1 A
    over = one_machine(2156, circuit(shared=True, other_load_a=6.1))
    under = one_machine(2156, circuit(shared=True, other_load_a=5.9))
    assert outcome(assess_one(over), "PW01") == "error"
    assert outcome(assess_one(under), "PW01") == "pass"


def test_own_load_above_the_breaker_needs_no_knowledge_of_others() -> None:
    # 3,460 W / 215.6 = 16.05 A
    plan = one_machine(3460, circuit(shared=True))
    assert outcome(assess_one(plan), "PW01", "c1") == "error"


def test_margin_for_hours_is_a_warning_and_in_nec_an_error() -> None:
    # 3,000 W / 215.6 = 13.91 A: below 16 A, above 12.8 A
    plan = one_machine(3000)
    assert outcome(assess_one(plan), "PW02") == "warning"
    abroad = one_machine(3000, organisation=Organisation(profile="NEC"))
    assert outcome(assess_one(abroad), "PW02") == "error"


def test_capping_the_cards_is_offered_where_it_helps() -> None:
    # (3,500 W) 16.23 A > 16 A; 4 x (450 - 300) / 0.92 = 652 W less: 2,848 W = 13.21 A
    plan = make_plan(four_cards(3500), site=(room(), unit(), circuit()), plugged={"ws": "c1"}, items=(CARD,))
    finding = find(assess_one(plan), "PW31", "c1")
    assert finding.outcome == "error"  # 3.5 kW is also what an ordinary circuit carries at most
    plan = make_plan(four_cards(3460), site=(room(), unit(), circuit()), plugged={"ws": "c1"}, items=(CARD,))
    finding = find(assess_one(plan), "PW01", "c1")
    after = assess_one(fixed(plan, finding))
    assert after.plan.alternatives[0].lines[0].facts["card_power_cap_w"].value == 300
    assert outcome(after, "PW01", "c1") == "pass"
    # 4 x 150 W / 0.92 = 652 W; two thirds of the power: 1 - (2 / 3) ** (1 / 3) = 12.6 % of the speed
    assert finding.fix is not None
    assert render(finding.fix.label, "en") == (
        "Cap the cards of machine ws at 300 W each: saves 652 W, costs about 13 % of speed (assumption)"
    )
    # a machine without cards has nothing to cap: it wants 32 A
    other = find(assess_one(one_machine(3460)), "PW01", "c1").fix
    assert other is not None
    assert render(other.label, "en") == "Plan 1 dedicated 32 A circuit(s) for machine ws"


def test_no_cap_is_offered_that_is_not_enough() -> None:
    # 10.4 A of others leave 5.6 A; capped the machine still draws 8.57 A
    site = (room(), unit(), circuit(shared=True, other_load_a=10.4))
    plan = make_plan(four_cards(2500), site=site, plugged={"ws": "c1"}, items=(CARD,))
    finding = find(assess_one(plan), "PW01", "c1")
    assert finding.outcome == "error"
    assert finding.fix is not None
    assert finding.fix.label.id == "PW.fix.own"  # 11.6 A on a circuit of its own


def test_circuit_data_that_are_missing_are_asked_for_once() -> None:
    plan = one_machine(2000, circuit(breaker_a=None, shared=None, volts=None, cable_mm2=None))
    assessment = assess_one(plan)
    unknown = [one for one in assessment.findings if one.outcome == "unknown" and one.subject == "c1"]
    assert [one.check for one in unknown] == ["PW06"]
    wanted = ("breaker_a", "breaker_curve", "volts", "other_load_a", "shared", "cable_mm2")
    assert {f"site/c1/{name}" for name in wanted} == set(unknown[0].missing)
    assert assessment.verdict == "unknown"


def test_customary_values_answer_the_circuit_question_as_assumed() -> None:
    plan = one_machine(1000, circuit(breaker_a=None, shared=None, volts=None))
    after = assess_one(fixed(plan, find(assess_one(plan), "PW06", "c1")))
    # 16 A, half of it in use, 1,000 / 215.6 = 4.64 A: 12.64 A
    assert outcome(after, "PW06", "c1") == "pass"
    finding = find(after, "PW01", "c1")
    assert finding.figures[0].value == pytest.approx(12.638, abs=1e-3)
    assert finding.figures[0].quality is Quality.ASSUMED
    assert outcome(after, "PW07", "c1") == "warning"  # a guess wants a measurement


def test_unknown_power_factor_belongs_to_the_same_question() -> None:
    plan = one_machine(1000, known={"power_factor": None})
    finding = find(assess_one(plan), "PW06", "c1")
    assert "plan/power_factor" in finding.missing
    after = assess_one(fixed(plan, finding))
    assert find(after, "PW01", "c1").figures[0].value == pytest.approx(1000 / 215.6)


def test_cable_data_alone_do_not_leave_the_verdict_open() -> None:
    assessment = assess_one(one_machine(1000, circuit(cable_mm2=None, built_year=None)))
    assert outcome(assessment, "PW06", "c1") == "pass"
    finding = find(assessment, "PW08", "c1")
    assert finding.outcome == "unknown"
    assert set(finding.missing) == {"site/c1/built_year", "site/c1/cable_mm2"}
    assert find_all(assessment, "PW05") == ()  # asked for by PW08


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"built_year": 1995.0}, "warning"),
        ({"cable_mm2": 1.5}, "warning"),
        ({"cable_material": "aluminium"}, "warning"),
        ({}, "pass"),
        ({"built_year": None}, "unknown"),
    ],
)
def test_old_or_thin_wiring(values: dict[str, object], expected: str) -> None:
    assert outcome(assess_one(one_machine(500, circuit(**values))), "PW08", "c1") == expected


@pytest.mark.parametrize(
    ("power_w", "values", "expected"),
    [
        (1500, {"shared": True, "other_load_a": 2.0}, "warning"),  # above 1.2 kW it wants a line of its own
        (1000, {"shared": True, "other_load_a": 2.0}, "pass"),
        (1500, {"shared": False}, "pass"),
        (1000, {"shared": None, "other_load_a": 2.0}, "pass"),
    ],
)
def test_shared_circuit(power_w: float, values: dict[str, object], expected: str) -> None:
    assert outcome(assess_one(one_machine(power_w, circuit(**values))), "PW07", "c1") == expected


def test_sharing_that_nobody_told_is_asked_for_with_the_circuit() -> None:
    assessment = assess_one(one_machine(1000, circuit(shared=True)))
    assert outcome(assessment, "PW06", "c1") == "unknown"
    assert find_all(assessment, "PW07") == ()


def test_panel_counts_when_it_says_something_of_itself_or_carries_much() -> None:
    panel = node("p1", "panel", "room", volts=220, breaker_a=20, other_load_a=12)
    below = node("c1", "circuit", "p1", volts=220, breaker_a=16, shared=False, cable_mm2=2.5, built_year=2015)
    # 12 + 2,156 / 215.6 = 22 A of 20 A
    assert outcome(assess_one(one_machine(2156, panel, below)), "PW01", "p1") == "error"
    silent = node("p1", "panel", "room", volts=220)
    assert outcome(assess_one(one_machine(2156, silent, below)), "PW01", "p1") == ""
    assert outcome(assess_one(one_machine(3500, silent, below)), "PW01", "p1") == "unknown"


def test_shares_of_a_machine_go_to_their_circuits() -> None:
    line = make_line("srv", known={"max_power_w": 4312.0})
    links = tuple(Connection(line="srv", node=name, share=0.5) for name in ("c1", "c2"))
    plan = make_plan(line, site=(room(), unit(), circuit("c1"), circuit("c2")), connections=links)
    assessment = assess_one(plan)
    # half of 4,312 W on each: 10 A
    assert [find(assessment, "PW01", name).figures[0].value for name in ("c1", "c2")] == [pytest.approx(10)] * 2
    assert outcome(assessment, "PW33", "srv") == "pass"


@pytest.mark.parametrize(
    ("volts", "kind", "expected"),
    [(380, "L-N", "error"), (220, "L-L", "error"), (380, "L-L", "pass"), (220, "L-N", "pass"), (400, None, "unknown")],
)
def test_voltage_fits_its_kind(volts: float, kind: str | None, expected: str) -> None:
    plan = one_machine(1000, circuit(volts=float(volts), volts_kind=kind, phases=3))
    assessment = assess_one(plan)
    finding = find(assessment, "PW13", "c1")
    assert finding.outcome == expected
    if expected == "pass":
        return
    assert outcome(assessment, "PW01", "c1") == ""  # a current from a wrong voltage is not shown
    assert outcome(assess_one(fixed(plan, finding)), "PW13", "c1") == "pass"


@pytest.mark.parametrize("volts", [208.0, 240.0])
def test_a_voltage_of_north_america_is_a_matter_of_the_plan_s_standard(volts: float) -> None:
    """120/208 V and 120/240 V are no mistake of line and neutral: the step chooses the NEC and keeps the kind."""
    plan = one_machine(1000, circuit(volts=volts, volts_kind="L-L", phases=3))
    finding = find(assess_one(plan), "PW13", "c1")
    assert finding.outcome == "error"
    after = fixed(plan, finding)
    assert after.organisation.profile == "NEC"
    assert outcome(assess_one(after), "PW13", "c1") == "pass"


def test_nec_voltages_have_their_own_bounds() -> None:
    plan = one_machine(1000, circuit(volts=208.0, volts_kind="L-L", phases=3), organisation=Organisation(profile="NEC"))
    assert outcome(assess_one(plan), "PW13", "c1") == "pass"


@pytest.mark.parametrize(("length_m", "expected"), [(20, "pass"), (70, "warning"), (110, "error")])
def test_voltage_drop(length_m: float, expected: str) -> None:
    # 2,156 W = 10 A; each metre of 2.5 mm2: 2 x 10 x (0.0225 / 2.5 x 0.98 + 0.00008 x 0.199) = 0.17672 V
    # 20 m 3.53 V = 1.61 %; 70 m 12.37 V = 5.62 %; 110 m 19.44 V = 8.84 %
    finding = find(assess_one(one_machine(2156, circuit(cable_length_m=float(length_m)))), "PW05", "c1")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx(length_m * 0.17672 / 220 * 100, rel=1e-4)


def test_unknown_length_is_answered_by_the_length_allowed() -> None:
    # 5 % of 220 V = 11 V; 11 / 0.17672 = 62.2: 62 m
    finding = find(assess_one(one_machine(2156, circuit(cable_length_m=None))), "PW05", "c1")
    assert finding.outcome == "note"
    assert finding.figures[0].value == 62
    assert finding.missing == ("site/c1/cable_length_m",)


def test_voltage_drop_of_three_phases_is_reckoned_to_neutral() -> None:
    # 6,450 W / (sqrt(3) x 380 x 0.98) = 10.0 A; one way: 100 m 8.836 V of 219.4 V = 4.03 %
    plan = one_machine(6450, circuit(volts=380.0, volts_kind="L-L", phases=3, cable_length_m=100.0), phases=3)
    finding = find(assess_one(plan), "PW05", "c1")
    assert finding.figures[0].value == pytest.approx(4.03, abs=0.01)


@pytest.mark.parametrize(
    ("powers", "expected"),
    [
        ((2000, 2000, 2000), "pass"),
        ((2000, 2000, 1100), "pass"),
        ((2000, 2000, 800), "warning"),
        ((2000, 500, 500), "error"),
    ],
)
def test_phases_evenly_loaded(powers: tuple[float, ...], expected: str) -> None:
    # 2,000/2,000/1,100: mean 1,700, 17.6 % over; /800: mean 1,600, 25 %; 2,000/500/500: mean 1,000, 100 %
    panel = node("p1", "panel", "room", phases=3, volts=380, volts_kind="L-L", breaker_a=63, other_load_a=0)
    names = ("c1", "c2", "c3")
    below = tuple(
        node(name, "circuit", "p1", volts=220, breaker_a=16, shared=False, cable_mm2=4, built_year=2015, leg=f"L{turn}")
        for turn, name in enumerate(names, 1)
    )
    lines = [make_line(f"m{name}", known={"max_power_w": power}) for name, power in zip(names, powers, strict=True)]
    plan = make_plan(*lines, site=(room(), unit(), panel, *below), plugged={f"m{name}": name for name in names})
    assert outcome(assess_one(plan), "PW11", "p1") == expected


def test_phases_that_nobody_told_are_asked_for() -> None:
    panel = node("p1", "panel", "room", phases=3, volts=380, volts_kind="L-L", breaker_a=63, other_load_a=0)
    names = ("c1", "c2", "c3")
    below = tuple(node(name, "circuit", "p1", volts=220, breaker_a=16, shared=False) for name in names)
    lines = [make_line(f"m{name}", known={"max_power_w": 500}) for name in names]
    plan = make_plan(*lines, site=(room(), unit(), panel, *below), plugged={f"m{name}": name for name in names})
    finding = find(assess_one(plan), "PW11", "p1")
    assert finding.outcome == "unknown"
    assert finding.missing == ("site/c1/leg", "site/c2/leg", "site/c3/leg")


def test_old_wiring_is_tested_before_the_load_goes_on() -> None:
    old = assess_one(one_machine(1000, circuit(built_year=1990.0)))
    remedy = find(old, "PW08", "c1").remedy
    assert remedy is not None and "insulation and earth loop" in render(remedy, "en")
    for year, is_told in ((1990.0, True), (2015.0, False)):
        large = find(assess_one(one_machine(3600, circuit(built_year=year))), "PW31", "c1").remedy
        assert large is not None and ("insulation and earth loop" in render(large, "en")) is is_told


def test_aluminium_loses_more_than_copper() -> None:
    # 2 x 10 x (0.036 / 2.5 x 0.98 + 0.00008 x 0.199) = 0.28256 V a metre: 70 m 19.78 V = 8.99 %, copper 5.62 %
    plan = one_machine(2156, circuit(cable_length_m=70.0, cable_material="aluminium"))
    finding = find(assess_one(plan), "PW05", "c1")
    assert finding.outcome == "error"
    assert finding.figures[0].value == pytest.approx(70 * 0.28256 / 220 * 100, rel=1e-4)


def test_unknown_length_of_aluminium_is_answered_by_a_shorter_one() -> None:
    # 11 V / 0.28256 V = 38.9: 38 m
    finding = find(
        assess_one(one_machine(2156, circuit(cable_length_m=None, cable_material="aluminium"))), "PW05", "c1"
    )
    assert finding.figures[0].value == 38


@pytest.mark.parametrize(("laid", "expected"), [("wall", "pass"), ("trunking", "error"), ("conduit", "error")])
def test_cable_in_a_trunking_carries_what_one_in_conduit_does(laid: str, expected: str) -> None:
    # 2.5 mm2, two loaded, IEC 60364-5-52 table B.52.2: method C (on the wall) 27 A, B1 (conduit, trunking) 24 A; 25 A breaker
    plan = one_machine(1000, circuit(breaker_a=25.0, cable_mm2=2.5, cable_method=laid))
    assert outcome(assess_one(plan), "PW04", "c1") == expected

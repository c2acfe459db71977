"""What an electrician would find with the sample plans A to D in a typical classroom, by hand.

Two shared 16 A circuits of 2.5 mm2, sockets of 10 A, one split unit of 2 hp (2 匹): 220 V x 0.98 = 215.6 V, 5 kW x 0.7 =
3.5 kW sensible.
"""

from __future__ import annotations

import msgspec
import pytest

from planner.assess.run import Assessment
from planner.messages import render
from planner.plan.document import Fact
from tests.checks.factories import find, find_all, fixed, outcome
from tests.sample_plans import assessed, sample

ELECTRICIAN = ("power", "cooling", "floor", "noise", "rack")


def in_classroom(letter: str) -> Assessment:
    plan = sample(f"lab-{letter.lower()}")
    use = Fact(value="classroom")
    site = tuple(
        msgspec.structs.replace(one, values={**one.values, "occupancy": use}) if one.type == "room" else one
        for one in plan.site
    )
    return assessed(msgspec.structs.replace(plan, site=site), letter)


def findings(letter: str, *wanted: str) -> set[tuple[str, str, str]]:
    from planner.checks.catalogue import ALL_CHECKS

    areas = {one.id: one.area for one in ALL_CHECKS}
    found = in_classroom(letter).findings
    return {
        (one.outcome, one.check, one.subject)
        for one in found
        if one.outcome in wanted and areas[one.check] in ELECTRICIAN
    }


A = {
    ("error", "PW30", "socket-1"),  # four cards, 11.6 A on 10 A
    ("warning", "PW02", "circuit-1"),  # 14.6 A, 12.8 A are advised
    ("warning", "PW07", "circuit-1"),  # 2.5 kW on a shared circuit
    ("warning", "UP01", "ups"),  # 2,650 of 2,700 W
    ("warning", "CO02", "room"),  # one unit only
    ("warning", "CO04", "ac-1"),  # 2.9 kW day and night
    ("warning", "CO07", "ac-1"),  # stays off after a power cut
}
B = {
    ("error", "CO01", "room"),  # 3.81 of 3.5 kW
    ("warning", "PW07", "circuit-1"),
    ("warning", "PW07", "circuit-2"),
    ("warning", "UP01", "ups"),
    ("warning", "CO04", "ac-1"),
    ("warning", "CO07", "ac-1"),
}
C = {
    ("error", "PW30", "socket-1"),
    ("warning", "PW02", "circuit-1"),
    ("warning", "PW07", "circuit-1"),
    ("warning", "CO02", "room"),
    ("warning", "CO04", "ac-1"),
    ("warning", "CO07", "ac-1"),
}
D = {
    ("warning", "PW07", "circuit-1"),  # 1.41 kW on a shared circuit
    ("warning", "PW21", "ws"),  # 1,300 of 1,600 W
    ("warning", "CO07", "ac-1"),
}


@pytest.mark.parametrize(("letter", "expected"), [("A", A), ("B", B), ("C", C), ("D", D)])
def test_what_is_wrong_with_each_plan(letter: str, expected: set[tuple[str, str, str]]) -> None:
    assert findings(letter, "error", "warning") == expected


@pytest.mark.parametrize(
    ("letter", "own_a", "circuit_a"),
    [
        ("A", 11.596, 14.596),  # 2,500 W / 215.6 V, 3 A of others
        ("B", 7.918, 10.918),  # 1,707 W
        ("C", 11.596, 14.596),
        ("D", 6.554, 9.554),  # 1,413 W
    ],
)
def test_currents_by_hand(letter: str, own_a: float, circuit_a: float) -> None:
    loads = in_classroom(letter).context.site.loads
    assert loads["socket-1"].total_a.value == pytest.approx(own_a, abs=1e-3)
    assert loads["circuit-1"].total_a.value == pytest.approx(circuit_a, abs=1e-3)
    # 2.5 mm2 in conduit carries 24 A: the 16 A breaker protects it
    assert outcome(in_classroom(letter), "PW04", "circuit-1") == "pass"


@pytest.mark.parametrize(
    ("letter", "heat_w", "minutes"),
    [
        # machines + UPS (0.04 x 2,700 + 0.05 x load); 1.2 x 1.006 x 120 m3 x 3 x 9 K = 3,911 kJ
        ("A", 2500 + 150 + 240.5, 22.55),
        ("B", 3414 + 150 + 243, 17.12),
        ("C", 2500, 26.08),
        ("D", 1413 + 150 + 186.15, 37.26),
    ],
)
def test_heat_and_minutes_without_cooling_by_hand(letter: str, heat_w: float, minutes: float) -> None:
    assessment = in_classroom(letter)
    assert assessment.context.site.heat_w.value == pytest.approx(heat_w, abs=0.5)
    assert find(assessment, "CO03", "room").figures[0].value == pytest.approx(minutes, abs=0.02)


def test_cooling_of_plan_b_by_hand() -> None:
    # 3,807 W / 0.7 x 1.2 = 6,526 W of rated cooling; one unit of 2.6 kW (1 hp) more gives 5,320 W sensible
    assessment = in_classroom("B")
    finding = find(assessment, "CO01", "room")
    needed = next(one for one in finding.figures if one.key.endswith("cooling_needed_w"))
    assert needed.value == pytest.approx(3807 / 0.7 * 1.2, abs=1)
    after = assessed(fixed(assessment.plan, finding), "B")
    assert outcome(after, "CO01", "room") == "pass"


def test_open_questions_are_those_of_the_building_office_and_the_sellers() -> None:
    asked = findings("A", "unknown")
    assert asked == {
        ("unknown", "PW06", "circuit-2"),  # other load, length, letter of the breaker
        ("unknown", "PW24", "circuit-1"),  # letter of the breaker
        ("unknown", "PW26", "circuit-1"),  # a residual current device, one question for both circuits
        ("unknown", "UP03", "ups"),  # runtime of the maker
        ("unknown", "UP10", "ups"),  # lead or lithium
        ("unknown", "CO06", "ac-1"),  # whether it hangs on a circuit of machines
        ("unknown", "CO12", "room"),  # 2.9 of 3.5 kW: enough at sea level, too little from 1,600 m on
        ("unknown", "NO01", "room"),  # level of the workstation
        ("unknown", "CO18", "room"),  # who sits in the room, and the sun
    }
    assert find_all(in_classroom("A"), "PW24", "circuit-2") == ()  # asked with the rest of that circuit


@pytest.mark.parametrize(
    ("letter", "check", "subject", "step"),
    [
        # 4 x (450 - 300) / 0.92 = 652 W less: 1,848 W, 8.57 A of 10 A; two thirds of the power: 12.6 % of the speed
        ("A", "PW30", "socket-1", "at 300 W each: saves 652 W, costs about 13 % of speed (assumption)"),
        ("A", "PW07", "circuit-1", "Plan 1 dedicated 16 A circuit(s) for Workstation with four accelerators"),
        # 4 x (300 - 200) / 0.92 = 435 W
        ("C", "PW02", "circuit-1", "at 200 W each: saves 435 W, costs about 13 % of speed (assumption)"),
        # 2 x (450 - 300) / 0.92 = 326 W
        ("D", "PW21", "ws", "at 300 W each: saves 326 W, costs about 13 % of speed (assumption)"),
    ],
)
def test_what_an_electrician_would_do(letter: str, check: str, subject: str, step: str) -> None:
    fix = find(in_classroom(letter), check, subject).fix
    assert fix is not None
    assert render(fix.label, "en").endswith(step)


def test_a_dedicated_circuit_ends_what_is_wrong_with_the_wiring_of_plan_a() -> None:
    # 11.6 A alone on 16 A and on a socket of 16 A; up to 12.8 A for hours on end
    assessment = in_classroom("A")
    after = assessed(fixed(assessment.plan, find(assessment, "PW07", "circuit-1")), "A")
    assert after.context.site.loads["circuit-3"].total_a.value == pytest.approx(11.596, abs=1e-3)
    power = {
        (one.check, one.subject)
        for one in after.findings
        if one.outcome in ("error", "warning") and one.check.startswith("PW")
    }
    assert power == set()


def test_load_of_the_ups_by_hand() -> None:
    # workstation 2,500 W and storage 150 W: 2,650 W of 2,700 W are 98.1 %; plan B 2 x 1,707 + 150 = 3,564 W, 132 %
    for letter, share in (("A", 98.148), ("B", 132.0)):
        assert find(in_classroom(letter), "UP01", "ups").figures[0].value == pytest.approx(share, abs=1e-3)


@pytest.mark.parametrize(
    ("letter", "people", "expected"),
    [
        # 3,500 W sensible; D gives off 1,749 W: 11 people 2,849 W x 1.2 = 3,419 W, 12 people 3,539 W, 18 people 3,549 W in all
        ("D", 11, "pass"),
        ("D", 12, "warning"),
        ("D", 18, "error"),
        ("A", 1, "warning"),  # 2,990 W x 1.2 = 3,589 W
        ("A", 30, "error"),  # a class: 5,890 W
        ("B", 30, ""),  # too much for the machines alone
    ],
)
def test_a_class_in_the_room_by_hand(letter: str, people: int, expected: str) -> None:
    plan = in_classroom(letter).plan
    seated = Fact(value=float(people))
    site = tuple(
        msgspec.structs.replace(one, values={**one.values, "people_count": seated}) if one.type == "room" else one
        for one in plan.site
    )
    assert outcome(assessed(msgspec.structs.replace(plan, site=site), letter), "CO18", "room") == expected


@pytest.mark.parametrize(
    ("letter", "input_a", "outlet"),
    [
        # load + loss (0.04 x 2,700 + 0.05 x load) + 0.3 x 2,700 of charging, over 215.6 V
        ("A", (2650 + 240.5 + 810) / 215.6, "32 A"),  # 17.2 A: more than a socket of 16 A
        ("B", (3564 + 243 + 810) / 215.6, "32 A"),
        ("D", (1563 + 186.2 + 810) / 215.6, "16 A"),  # 11.9 A
    ],
)
def test_outlet_of_the_ups_by_hand(letter: str, input_a: float, outlet: str) -> None:
    finding = find(in_classroom(letter), "UP15", "ups")
    assert finding.outcome == "note"
    assert finding.figures[0].value == pytest.approx(input_a, abs=0.01)
    assert render(finding.message, "en").endswith(f"an outlet of {outlet}.")
    assert find_all(in_classroom("C"), "UP15") == ()  # has none

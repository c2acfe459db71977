"""Checks of cooling on a machine's heat; a machine of P watts gives off P watts."""

from __future__ import annotations

import msgspec
import pytest

from planner.figure import Quality, walk
from planner.messages import render
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit

BIG = circuit(breaker_a=63.0)


def warmed(heat_w: float | None, *nodes: object, **fields: object) -> object:
    known = {} if heat_w is None else {"max_power_w": heat_w}
    return make_plan(make_line("ws", known=known), site=(*nodes, BIG), plugged={"ws": "c1"}, **fields)


@pytest.mark.parametrize(
    ("heat_w", "expected"), [(2900, "pass"), (2950, "warning"), (3499, "warning"), (3501, "error")]
)
def test_two_hp_unit(heat_w: float, expected: str) -> None:
    # 2 hp = 5.0 kW, of which 0.7 is sensible: 3.5 kW; 3,500 / 1.2 = 2,917 W
    finding = find(assess_one(warmed(heat_w, room(), node("ac1", "ac", "room", class_cn="2匹"))), "CO01", "room")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx(3500 / heat_w)


def test_adding_a_unit_removes_the_finding() -> None:
    # 4,000 W x 1.2 = 4,800 W sensible; 3,500 are there, which do not carry it alone: one unit more can never be enough with
    # the largest off, of two of 2.6 kW 1,820 + 1,820 stay, of two of 3.5 kW 2 x 2,450 = 4,900
    plan = warmed(4000, room(), node("ac1", "ac", "room", class_cn="2匹"))
    finding = find(assess_one(plan), "CO01", "room")
    assert finding.outcome == "error"
    after = fixed(plan, finding)
    added = after.alternatives[0].lines[-1]
    assert (added.role, added.quantity, added.facts["total_kw"].value) == ("cooling", 2, 3.5)
    # 3,500 + 4,900 = 8,400 W against 4,000 x 1.2 = 4,800 W; 4,900 with the largest off
    assert find(assess_one(after), "CO01", "room").outcome == "pass"
    assert find(assess_one(after), "CO02", "room").outcome == "pass"


def test_a_step_for_the_largest_unit_off_changes_the_line_of_the_step_before() -> None:
    # 3,000 W: the step of a smaller heat had put one unit of 2.6 kW beside the 2 hp; with that one off 1,820 W are left
    plan = warmed(3000, room(), node("ac1", "ac", "room", class_cn="2匹"))
    first = find(assess_one(plan), "CO02", "room")
    after = fixed(plan, first)
    line = after.alternatives[0].lines[-1]
    facts = {**line.facts, "total_kw": msgspec.structs.replace(line.facts["total_kw"], value=2.6)}
    less = msgspec.structs.replace(line, facts=facts)
    one = msgspec.structs.replace(after.alternatives[0], lines=(*after.alternatives[0].lines[:-1], less))
    plan = msgspec.structs.replace(after, alternatives=(one,))
    again = find(assess_one(plan), "CO02", "room")
    assert again.fix is not None
    assert render(again.fix.label, "en") == "Plan 1 air conditioner(s) of 5 kW instead"
    done = fixed(plan, again)
    assert len(done.alternatives[0].lines) == len(plan.alternatives[0].lines)
    assert find(assess_one(done), "CO02", "room").outcome == "pass"


def test_heat_of_a_rack_server_is_met_by_several_large_units() -> None:
    # 42,000 W / 0.7 x 1.2 = 72 kW rated; 5 are there: 67 kW are missing, six of 12 kW
    plan = warmed(42000, room(), node("ac1", "ac", "room", class_cn="2匹"))
    after = fixed(plan, find(assess_one(plan), "CO01", "room"))
    assert after.alternatives[0].lines[-1].quantity == 6
    assert outcome(assess_one(after), "CO01", "room") == "pass"


def test_no_air_conditioner_told_is_a_question() -> None:
    finding = find(assess_one(warmed(1000, room())), "CO01", "room")
    assert (finding.outcome, finding.missing) == ("unknown", ("site/ac",))


def test_unknown_sensible_share_has_a_customary_value() -> None:
    plan = warmed(1000, room(), unit(), known={"shr": None})
    finding = find(assess_one(plan), "CO01", "room")
    assert finding.missing == ("plan/shr",)
    after = find(assess_one(fixed(plan, finding)), "CO01", "room")
    assert after.outcome == "pass"
    assert after.figures[0].quality is Quality.ASSUMED


def test_build_without_heat_passes() -> None:
    plan = make_plan(make_line("cloud", "cloud"), site=(room(),))
    assessment = assess_one(plan)
    assert outcome(assessment, "CO01", "room") == "pass"
    assert [one for check in ("CO02", "CO03", "CO04", "CO13", "CO16") for one in find_all(assessment, check)] == []


@pytest.mark.parametrize(
    ("heat_w", "units", "expected"),
    [
        (2500, 1, "warning"),  # the only unit off: nothing is left
        (1900, 1, "note"),
        (2500, 2, "pass"),  # 5.0 x 0.7 = 3.5 kW are left
        (3600, 2, "warning"),
    ],
)
def test_largest_unit_off(heat_w: float, units: int, expected: str) -> None:
    nodes = [unit(f"ac{number}", total_kw=5.0) for number in range(units)]
    assert outcome(assess_one(warmed(heat_w, room(), *nodes)), "CO02", "room") == expected


def test_line_of_two_units_counts_as_two() -> None:
    cooler = make_item("cooler", "cooling", sensible_kw=3.0)
    lines = (make_line("ws", known={"max_power_w": 2500}), make_line("ac", "cooling", 2, item=cooler))
    plan = make_plan(*lines, site=(room(), BIG), plugged={"ws": "c1"}, items=(cooler,))
    finding = find(assess_one(plan), "CO02", "room")
    assert finding.outcome == "pass"
    assert finding.figures[0].value == pytest.approx(3000)


def test_unknown_size_of_one_unit_leaves_both_questions_open() -> None:
    assessment = assess_one(warmed(2500, room(), unit(), unit("ac2", total_kw=None)))
    for check in ("CO01", "CO02"):
        finding = find(assessment, check, "room")
        assert (finding.outcome, finding.missing) == ("unknown", ("site/ac2/total_kw",))


@pytest.mark.parametrize(
    ("said", "hp"),
    [("三匹", 3), ("大三匹", 3), ("1.5P", 1.5), ("3", 3), ("小2匹", 2), ("３匹", 3), ("1.5匹", 1.5), ("一匹半", 1.5)],
)
def test_size_classes_as_people_say_them(said: str, hp: float) -> None:
    # 1 hp is 2,500 W rated, of which 0.7 is sensible
    assessment = assess_one(warmed(1000, room(), node("ac1", "ac", "room", class_cn=said)))
    assert assessment.context.site.sensible_cooling_w.value == pytest.approx(hp * 2500 * 0.7)
    assert outcome(assessment, "CO17", "ac1") == "pass"


@pytest.mark.parametrize("said", ["大号", "7200", "2匹x2", "2匹3台", "很大", "匹", "0匹", "2person", "2-3匹", "两三匹"])
def test_a_size_class_nobody_can_read_is_said_to_be_so(said: str) -> None:
    assessment = assess_one(warmed(1000, room(), node("ac1", "ac", "room", class_cn=said)))
    finding = find(assessment, "CO17", "ac1")
    assert (finding.outcome, finding.missing) == ("unknown", ("site/ac1/class_cn",))
    assert said in render(finding.message, "en")
    assert "1.5P" in render(finding.message, "en")
    assert outcome(assessment, "CO02", "room") == "unknown"


def test_a_class_that_cannot_be_read_beside_its_plate_is_a_note() -> None:
    assessment = assess_one(warmed(1000, room(), node("ac1", "ac", "room", class_cn="大号", total_kw=5.0)))
    assert outcome(assessment, "CO17", "ac1") == "note"


def test_enough_without_the_margin_says_what_is_advised() -> None:
    # 3,140 x 1.2 = 3,768 W; 3,500 are there: they carry the heat, so nothing is "only"
    finding = find(assess_one(warmed(3140, room(), node("ac1", "ac", "room", class_cn="2匹"))), "CO01", "room")
    assert (finding.outcome, finding.message.id) == ("warning", "CO01.margin")
    assert render(finding.message, "en").endswith("3.77 kW is advised.")
    short = find(assess_one(warmed(3600, room(), node("ac1", "ac", "room", class_cn="2匹"))), "CO01", "room")
    assert (short.outcome, short.message.id) == ("error", "CO01.over")


def test_a_cooling_plant_is_no_one_step_remedy() -> None:
    finding = find(assess_one(warmed(250_000_000, room(), unit())), "CO01", "room")
    assert (finding.outcome, finding.fix) == ("error", None)


def test_less_than_a_minute_and_days_are_said_in_words() -> None:
    # 1.2 x 1.006 x 120 m3 x 3 x 9 K / 60 s = 65.2 W x 1,000 min: 250 MW gives 0.0003 min, 25 W gives 2,607 min
    at_once = find(assess_one(warmed(250_000_000, room(), unit())), "CO03", "room")
    assert "less than a minute" in render(at_once.message, "en")
    slow = find(assess_one(warmed(25, room(), unit())), "CO03", "room")
    assert "more than 10 hours" in render(slow.message, "en")


@pytest.mark.parametrize(
    ("heat_w", "expected"), [(4300, "pass"), (4400, "warning"), (13000, "warning"), (13100, "error")]
)
def test_minutes_to_the_limit(heat_w: float, expected: str) -> None:
    # 120 m3 x 3 x 1.2 x 1.006 kJ/K x (35 - 26) K = 3,911.3 kJ; over 4.3 kW 909.6 s = 15.16 min, 13 kW 5.01 min
    finding = find(assess_one(warmed(heat_w, room(), unit(total_kw=60.0))), "CO03", "room")
    assert finding.outcome == expected
    assert finding.figures[0].value == pytest.approx(3911.3 / (heat_w / 1000) / 60, rel=1e-4)


def test_automatic_shutdown_answers_the_fast_room() -> None:
    plan = warmed(13100, room(), unit(total_kw=60.0))
    after = assess_one(fixed(plan, find(assess_one(plan), "CO03", "room")))
    assert outcome(after, "CO03", "room") == "pass"


def test_setpoint_of_the_room_is_where_warming_starts() -> None:
    # from 22 C: 13 K instead of 9: 3,911.3 x 13 / 9 = 5,649.7 kJ; over 4.4 kW 21.4 min
    finding = find(assess_one(warmed(4400, room(setpoint_c=22.0), unit(total_kw=60.0))), "CO03", "room")
    assert finding.figures[0].value == pytest.approx(21.4, abs=0.01)


@pytest.mark.parametrize(
    ("heat_w", "values", "expected"),
    [
        (2100, {"class_cn": "2匹", "duty24h": None, "total_kw": None}, "warning"),
        (2100, {"duty24h": False}, "warning"),
        (2100, {"duty24h": True}, "pass"),
        (1900, {"duty24h": False}, "pass"),
        (2100, {"duty24h": None}, "unknown"),
    ],
)
def test_comfort_unit_day_and_night(heat_w: float, values: dict[str, object], expected: str) -> None:
    assert outcome(assess_one(warmed(heat_w, room(), unit(**values))), "CO04", "ac1") == expected


def test_machines_off_at_night_ask_no_24_hour_unit() -> None:
    plan = warmed(2100, room(), unit(duty24h=False), calendar={"unattended_overnight": False})
    assert find_all(assess_one(plan), "CO04") == ()


@pytest.mark.parametrize(
    ("heat_w", "values", "expected"),
    [
        (4000, {}, "pass"),  # 100 W/m2
        (4100, {}, "warning"),
        (4100, {"occupancy": "machine_room"}, "pass"),
    ],
)
def test_heat_where_people_work(heat_w: float, values: dict[str, object], expected: str) -> None:
    assert outcome(assess_one(warmed(heat_w, room(**values), unit(total_kw=60.0))), "CO13", "room") == expected


def test_room_is_asked_for_once() -> None:
    assessment = assess_one(warmed(1000, room(area_m2=None, occupancy=None, fire_detector=None), unit(total_kw=None)))
    asking = [one.check for one in assessment.findings if one.outcome == "unknown" and one.subject == "room"]
    finding = find(assessment, "CO16", "room")
    assert asking == ["CO16", "NO01"]  # the makers' noise level is another question
    assert set(finding.missing) == {
        "site/room/area_m2",
        "site/room/occupancy",
        "site/room/fire_detector",
        "site/room/extinguisher",
        "site/ac1/total_kw",
    }


def test_no_room_at_all_is_one_question() -> None:
    assessment = assess_one(warmed(1000, unit()))
    assert find(assessment, "CO16").missing == ("site/room",)
    # the noise of the machine is asked for besides, at its maker
    assert [one.check for one in assessment.findings if "site/room" in one.missing] == ["CO16", "NO01"]


def test_unknown_heat_is_a_question_of_the_machine_alone() -> None:
    assessment = assess_one(warmed(None, room(), unit()))
    assert outcome(assessment, "PW34", "ws") == "unknown"
    assert [one for check in ("CO01", "CO02", "CO03", "CO13") for one in find_all(assessment, check)] == []


def test_a_second_unit_is_offered_where_one_is_alone() -> None:
    # 3 kW of heat, one unit of 12 kW: 3,000 / 0.7 x 1.2 = 5.1 kW of rated cooling are wanted without it
    plan = one_machine(3000.0, circuit(breaker_a=32.0))
    finding = find(assess_one(plan), "CO02", "room")
    assert finding.outcome == "warning"
    assert outcome(assess_one(fixed(plan, finding)), "CO02", "room") == "pass"


@pytest.mark.parametrize(("heat_w", "is_over"), [(3499, False), (3501, True)])
def test_a_machine_of_unknown_power_does_not_clear_too_much_heat(heat_w: float, is_over: bool) -> None:
    # 3,500 W of sensible cooling: what is known alone is above it, the other machine can only add to that
    lines = (make_line("ws", known={"max_power_w": heat_w}), make_line("new"))
    plan = make_plan(*lines, site=(room(), node("ac1", "ac", "room", class_cn="2匹"), BIG), plugged={"ws": "c1"})
    found = [one for one in find_all(assess_one(plan), "CO01", "room") if one.outcome == "error"]
    assert bool(found) == is_over
    assert all(one.missing == ("A/new/max_power_w",) for one in found)


@pytest.mark.parametrize(
    ("told", "expected", "whole_w"),
    [
        # 2,000 W of machines, 3,500 W of sensible cooling. 9 people 900 W: 2,900 x 1.2 = 3,480 W; ten: 3,000 x 1.2 = 3,600 W
        ({"people_count": 9.0}, "pass", 2900.0),
        ({"people_count": 10.0}, "warning", 3000.0),
        ({"people_count": 15.0}, "warning", 3500.0),  # all of it
        ({"people_count": 16.0}, "error", 3600.0),
        # 4 m2 of window to the sun: 4 x 255 = 1,020 W
        ({"window_area_m2": 4.0}, "warning", 3020.0),
        ({"people_count": 5.0, "window_area_m2": 4.0}, "error", 3520.0),
    ],
)
def test_people_and_sun_are_heat_too(told: dict[str, float], expected: str, whole_w: float) -> None:
    plan = warmed(2000, room(**told), node("ac1", "ac", "room", class_cn="2匹"))
    finding = find(assess_one(plan), "CO18", "room")
    assert finding.outcome == expected
    assert finding.figures[1].value == pytest.approx(whole_w)
    if expected != "pass":
        assert outcome(assess_one(fixed(plan, finding)), "CO18", "room") == "pass"


def test_who_sits_in_the_room_is_asked_for_where_the_cooling_carries_the_machines() -> None:
    def at(heat_w: float, **values: object) -> object:
        return assess_one(warmed(heat_w, room(**values), node("ac1", "ac", "room", class_cn="2匹")))

    finding = find(at(2900), "CO18", "room")
    assert (finding.outcome, finding.missing) == (
        "unknown",
        ("site/room/people_count", "site/room/window_area_m2", "site/room/lights_w"),
    )
    assert find_all(at(3600), "CO18") == ()  # too little for the machines already: CO01
    assert find_all(at(3600, people_count=30.0), "CO18") == ()
    assert find_all(at(2900, occupancy="machine_room"), "CO18") == ()  # nobody sits there
    assert find_all(at(2900, occupancy=None), "CO18") == ()


@pytest.mark.parametrize(
    ("check", "subject", "before", "after"),
    [
        # a 2 hp unit: 3,500 W sensible; 3,000 W x 1.2 = 3,600 W
        ("CO01", "room", "Sensible cooling of 3.5 kW carries the 3 kW of the machines", "leaves too little margin"),
        ("CO02", "room", "nothing carries 3 kW", "nothing carries the heat, at least 3 kW"),
        ("CO03", "room", "the room reaches 35 °C in ", "at the latest: at least 3 kW of heat is certain"),
        ("CO04", "ac1", "would carry 3 kW day and night", "would carry at least 3 kW day and night"),
        ("CO13", "room", "150 W/m² of heat", "At least 150 W/m² of heat"),
        ("BU03", "plan", "machines that draw 3 kW", "machines that draw at least 3 kW"),
    ],
)
def test_what_is_known_proves_a_warning_whatever_else_is_open(
    check: str, subject: str, before: str, after: str
) -> None:
    site = (room(area_m2=20.0), node("ac1", "ac", "room", class_cn="2匹", duty24h=False), BIG)
    machine, switch = make_line("ws", known={"max_power_w": 3000.0}), make_line("sw", role="network")
    known = find(assess_one(make_plan(machine, site=site, plugged={"ws": "c1"})), check, subject)
    least = find(assess_one(make_plan(machine, switch, site=site, plugged={"ws": "c1"})), check, subject)
    assert known.outcome == least.outcome in ("warning", "error")
    assert before in render(known.message, "en")
    assert after in render(least.message, "en")
    assert least.remedy is not None


@pytest.mark.parametrize("check", ["CO01", "CO02", "CO03", "CO04", "CO13", "BU03"])
def test_little_that_is_known_leaves_the_question(check: str) -> None:
    site = (room(), node("ac1", "ac", "room", class_cn="2匹", duty24h=False), BIG)
    machine, switch = make_line("ws", known={"max_power_w": 300.0}), make_line("sw", role="network")
    found = find_all(assess_one(make_plan(machine, switch, site=site, plugged={"ws": "c1"})), check)
    assert {one.outcome for one in found} <= {"unknown"}


def test_lamps_walls_and_losses_count_where_they_are_told() -> None:
    # 2,000 W + 4 x 100 W + 300 W of lamps + 500 W of walls + 60 W of a PDU = 3,260 W
    told = {"people_count": 4.0, "lights_w": 300.0, "envelope_w": 500.0}
    site = (room(**told), unit(total_kw=4.0), circuit(), node("p1", "pdu", "c1", rating_a=16.0, loss_w=60.0))
    plan = make_plan(make_line("ws", known={"max_power_w": 2000.0}), site=site, plugged={"ws": "p1"})
    finding = find(assess_one(plan), "CO18", "room")
    whole = next(one for one in finding.figures if one.key.endswith("room_heat_w"))
    assert whole.value == pytest.approx(3260.0)
    assert finding.outcome == "error"  # 4,000 W x 0.7 = 2,800 W
    parts = {one.key for one in walk(whole)}
    assert {"site/room/lights_w", "site/room/envelope_w", "site/p1/loss_w"} <= parts
    lamps = make_plan(make_line("ws", known={"max_power_w": 2000.0}), site=(room(lights_w=100.0), unit()))
    assert outcome(assess_one(lamps), "CO18", "room") == "pass"  # told of is judged, and no more asked

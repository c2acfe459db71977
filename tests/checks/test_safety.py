"""Checks of laboratory safety: power strips, running at night, fire detector and lithium battery."""

from __future__ import annotations

import pytest

from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, one_machine, room, unit

STRIP = (circuit(), node("s1", "socket", "c1", rating_a=16), node("k1", "strip", "s1", rating_a=10))


@pytest.mark.parametrize(("power_w", "expected"), [(1200, "pass"), (1201, "error")])
def test_machine_above_1200_w_on_a_strip(power_w: float, expected: str) -> None:
    plan = one_machine(power_w, *STRIP, at="k1")
    finding = find(assess_one(plan), "LS01", "k1")
    assert finding.outcome == expected
    if expected == "error":
        after = fixed(plan, finding)
        assert after.alternatives[0].connections[0].node == "s1"
        assert find_all(assess_one(after), "LS01") == ()


def test_moving_takes_the_large_machine_and_leaves_the_small_one() -> None:
    lines = (make_line("nas", "storage", known={"max_power_w": 150}), make_line("ws", known={"max_power_w": 1500}))
    plan = make_plan(*lines, site=(room(), unit(), *STRIP), plugged={"nas": "k1", "ws": "k1"})
    after = fixed(plan, find(assess_one(plan), "LS01", "k1"))
    assert {link.line: link.node for link in after.alternatives[0].connections} == {"nas": "k1", "ws": "s1"}
    assert outcome(assess_one(after), "LS01", "k1") == "pass"


@pytest.mark.parametrize(("socket_a", "has_step"), [(16.0, True), (10.0, False)])
def test_no_step_onto_a_socket_that_is_too_small(socket_a: float, has_step: bool) -> None:  # noqa: FBT001 - a case
    # 2,650 W are 12.3 A
    site = (circuit(), node("s1", "socket", "c1", rating_a=socket_a), node("k1", "strip", "s1", rating_a=10))
    assert (find(assess_one(one_machine(2650, *site, at="k1")), "LS01", "k1").fix is not None) == has_step


def test_strip_behind_a_strip_is_an_error_and_is_rehung() -> None:
    site = (*STRIP, node("k2", "strip", "k1", rating_a=10))
    plan = one_machine(300, *site, at="k2")
    finding = find(assess_one(plan), "LS01", "k2")
    assert finding.outcome == "error"
    after = fixed(plan, finding)
    node_after = after.node("k2")
    assert node_after is not None
    assert node_after.parent == "s1"
    assert outcome(assess_one(after), "LS01", "k2") == "pass"


def test_machine_of_unknown_power_on_a_strip_is_asked_for_at_its_maker() -> None:
    assessment = assess_one(one_machine(None, *STRIP, at="k1"))
    assert outcome(assessment, "PW34", "ws") == "unknown"
    assert find_all(assessment, "LS01") == ()


UPS = make_line("ups", "ups", known={"rated_w": 2700.0})


def at_night(*extra: object, detector: bool | None = True, **calendar: bool) -> object:
    lines = (make_line("ws", known={"max_power_w": 1000.0}), *extra)
    site = (room(fire_detector=detector), unit(), circuit())
    return make_plan(*lines, site=site, plugged={"ws": "c1"}, calendar=calendar)


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (at_night(UPS, unattended_overnight=True), "pass"),
        (at_night(unattended_overnight=True, overnight_guard=True), "pass"),
        (at_night(unattended_overnight=True, dual_supply=True), "pass"),
        (at_night(UPS, detector=False, unattended_overnight=True, overnight_alarm=True), "pass"),
        (at_night(unattended_overnight=False), "pass"),
        (at_night(unattended_overnight=True), "error"),
        (at_night(UPS, detector=False, unattended_overnight=True), "error"),
        (at_night(detector=None, unattended_overnight=True), "error"),
        (at_night(), "unknown"),
    ],
)
def test_running_at_night(plan: object, expected: str) -> None:
    assert outcome(assess_one(plan), "LS02", "plan") == expected


def test_unknown_detector_is_asked_for_once() -> None:
    assessment = assess_one(at_night(UPS, detector=None, unattended_overnight=True))
    asking = [one.check for one in assessment.findings if "site/room/fire_detector" in one.missing]
    assert asking == ["LS03"]
    assert assessment.verdict == "unknown"


def test_answers_to_the_night_question_remove_it() -> None:
    plan = at_night()
    asked = fixed(plan, find(assess_one(plan), "LS02", "plan"))
    finding = find(assess_one(asked), "LS02", "plan")
    assert finding.outcome == "error"
    assert outcome(assess_one(fixed(asked, finding)), "LS02", "plan") == "pass"


def test_what_is_not_known_is_not_told_as_absent() -> None:
    plan = at_night(detector=None, unattended_overnight=True)
    assert find(assess_one(plan), "LS02", "plan").message.id == "LS02.no_power"
    plan = at_night(detector=False, unattended_overnight=True)
    assert find(assess_one(plan), "LS02", "plan").message.id == "LS02.nothing"


def lithium(**values: str) -> object:
    return make_line("ups", "ups", known={"rated_w": 2700.0, "battery_kind": "lithium", **values})


@pytest.mark.parametrize(
    ("extra", "detector", "expected"),
    [
        ((), True, "pass"),
        ((), False, "warning"),
        ((), None, "unknown"),
        ((lithium(),), True, "pass"),
        ((lithium(battery_place="battery room"),), True, "pass"),
        ((lithium(battery_place="battery room"),), False, "error"),
    ],
)
def test_fire_detector_and_lithium_battery(extra: tuple[object, ...], detector: bool | None, expected: str) -> None:
    assert outcome(assess_one(at_night(*extra, detector=detector)), "LS03", "room") == expected


@pytest.mark.parametrize(
    ("told", "use", "expected"),
    [
        ({}, "lab", "unknown"),
        ({"battery_place": "zz"}, "lab", "unknown"),  # words that name no place are no answer
        ({"battery_place": "own_room"}, "lab", "unknown"),  # how large it is
        ({"battery_place": "own_room", "battery_wh": 200_000.0}, "lab", "note"),
        ({"battery_place": "battery room", "battery_wh": 19_900.0}, "lab", "pass"),
        ({"battery_place": "corridor"}, "machine_room", "error"),
        ({"battery_place": "走廊", "battery_wh": 500.0}, "machine_room", "error"),
        ({"battery_place": "in the laboratory", "battery_wh": 200_000.0}, "lab", "error"),
        ({"battery_place": "beside the machines", "battery_wh": 200_000.0}, "lab", "error"),
        ({"battery_place": "machine_room", "battery_wh": 200_000.0}, "machine_room", "warning"),
        ({"battery_place": "occupied", "battery_wh": 19_999.0}, "lab", "pass"),
        ({"battery_place": "occupied", "battery_wh": 20_000.0}, "lab", "error"),
        ({"battery_place": "outdoors", "battery_wh": 200_000.0}, "lab", "pass"),
    ],
)
def test_place_of_a_lithium_battery(told: dict[str, float | str], use: str, expected: str) -> None:
    ups = node("u1", "ups", "c1", rated_w=2700.0, battery_kind="lithium", **told)
    site = (room(occupancy=use), unit(), circuit(), ups)
    plan = make_plan(make_line("ws", known={"max_power_w": 1000.0}), site=site, plugged={"ws": "u1"})
    finding = find(assess_one(plan), "LS03", "u1")
    assert finding.outcome == expected
    if finding.fix is not None:
        after = find(assess_one(fixed(plan, finding)), "LS03", "u1")
        assert after.outcome in ("note", "pass", "unknown")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"battery_kg": 99.0}, None),
        # 1,800 kg x 9.80665 / 1000 = 17.65 kN; on the laboratory's 2.0 kN/m2 8.83 m2
        ({"battery_kg": 1800.0}, "unknown"),
        ({"battery_kg": 1800.0, "footprint_m2": 8.8}, "warning"),
        ({"battery_kg": 1800.0, "footprint_m2": 8.9}, "pass"),
    ],
)
def test_weight_of_a_battery_in_the_wiring(told: dict[str, float], expected: str | None) -> None:
    ups = node("u1", "ups", "c1", rated_w=2700.0, **told)
    site = (room(occupancy="lab"), unit(), circuit(), ups)
    plan = make_plan(make_line("ws", known={"max_power_w": 1000.0}), site=site, plugged={"ws": "u1"})
    found = find_all(assess_one(plan), "UP11", "u1")
    assert [one.outcome for one in found] == ([] if expected is None else [expected])
    if expected == "warning":
        assert next(one for one in found[0].figures if one.key.endswith("spread_m2")).value == pytest.approx(
            8.826, abs=0.001
        )


def test_build_without_machines_in_the_room_needs_no_safety() -> None:
    assessment = assess_one(make_plan(make_line("cloud", "cloud"), site=(room(fire_detector=None),)))
    assert [find_all(assessment, check) for check in ("LS01", "LS02", "LS03")] == [(), (), ()]

"""Where machines stand in a rack: told places first, heavy ones low, halves back to back, strips upright; by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.services import mounting
from desktop_app.services.mounting import Place
from planner.assess.rack_places import Stand, Standing, mounts_in, stand
from planner.errors import EditError
from planner.messages import render
from planner.plan.document import Placement, Plan
from planner.plan.edits import SetValue
from planner.plan.typed import edit_from_text
from tests.checks.factories import assess_one, find, make_line, make_plan, node, outcome
from tests.checks.rooms import room


def line(name: str, rack_u: float | None, quantity: int = 1, role: Any = "compute", **known: Any) -> Any:
    told = {"max_power_w": 500.0, **({} if rack_u is None else {"rack_u": rack_u}), **known}
    return make_line(name, role, quantity=quantity, known=told)


def racked(*placements: Placement, **rack: float) -> Plan:
    """Return racks of 24 U and 12 U with three servers (4 U, 40 kg), two switches (1 U, half as deep) and a strip (0 U)."""
    lines = (
        line("srv", 4.0, quantity=3, weight_kg=40.0, depth_mm=700.0),
        line("sw", 1.0, quantity=2, role="network", weight_kg=4.0, depth_mm=250.0),
        line("pdu", 0.0, role="pdu"),
        line("odd", None),
    )
    site = (
        room(),
        node("r1", "rack", "room", **{"u_height": 24.0, "mounting_depth_mm": 900.0, **rack}),
        node("r2", "rack", "room", u_height=12.0, mounting_depth_mm=600.0),
    )
    return make_plan(*lines, site=site, placements=placements)


def put(name: str, bottom: int | None = None, units: int = 1, face: Any = "front", rack: str = "r1") -> Placement:
    return Placement(line=name, node=rack, units=units, bottom_u=bottom, face=face)


def stood(plan: Plan) -> Stand:
    context = assess_one(plan).context
    return stand(context.racks[0].node, mounts_in("r1", context.alternative.placements, context.lines))


def spans(found: tuple[Standing, ...]) -> list[tuple[str, int, int, str, bool, bool]]:
    return [(one.line.line.id, one.bottom_u, one.top_u, one.face, one.is_open, one.clash) for one in found]


def test_told_places_come_first_and_the_heavy_below() -> None:
    found = stood(racked(put("sw"), put("srv", units=2), put("srv", 5)))
    assert spans(found.stacked) == [
        ("srv", 1, 4, "front", True, False),
        ("srv", 5, 8, "front", False, False),
        ("srv", 9, 12, "front", True, False),
        ("sw", 13, 13, "front", True, False),
    ]


def test_two_halves_share_their_units_and_count_once() -> None:
    plan = racked(put("sw", 20), put("sw", 20, face="rear"), put("srv", 1))
    assert [one[5] for one in spans(stood(plan).stacked)] == [False, False, False]
    assert assess_one(plan).context.racks[0].used_u.value == 5  # 4 + 1 + 1, less the one shared
    assert outcome(assess_one(plan), "RK08", "r1") == "pass"


def test_a_half_behind_a_whole_depth_meets_it() -> None:
    finding = find(assess_one(racked(put("srv", 1), put("sw", 2, face="rear"))), "RK08", "r1")
    assert finding.outcome == "error"
    assert render(finding.message, "en") == "machine srv and machine sw both take U2 of r1."


def test_halves_need_a_rack_deep_enough_for_both_and_their_cables() -> None:
    """2 x 250 + 150 = 650 mm."""
    places = (put("sw", 20), put("sw", 20, face="rear"))
    assert outcome(assess_one(racked(*places, mounting_depth_mm=650.0)), "RK08", "r1") == "pass"
    assert outcome(assess_one(racked(*places, mounting_depth_mm=649.0)), "RK08", "r1") == "error"


def test_what_was_told_of_the_depth_decides() -> None:
    plan = racked(put("srv", 1), put("srv", 1, face="rear"))
    assert outcome(assess_one(plan), "RK08", "r1") == "error"
    told, _ = SetValue(path=f"{plan.alternatives[0].id}/srv/facts/half_depth", value={"value": True}).apply(plan)
    assert outcome(assess_one(told), "RK08", "r1") == "pass"


def test_strips_stand_upright_and_unknown_heights_stand_nowhere() -> None:
    found = stood(racked(put("pdu"), put("odd")))
    assert found.stacked == ()
    assert [one.line.line.id for one in found.upright] == ["pdu"]
    assert [one.line.line.id for one in found.unknown] == ["odd"]


def test_no_more_stand_there_than_the_build_has() -> None:
    assert len(stood(racked(put("srv", units=9))).stacked) == 3


def test_gaps_too_small_for_the_rest_are_told_with_a_way_out() -> None:
    """Of 15 U, U1 to U3 and U8 to U11 are free: the third finds room; of 13 U, two, two and one: it finds none."""
    plan = racked(put("srv", 4), put("srv", 12), put("srv"), u_height=15.0)
    assert outcome(assess_one(plan), "RK08", "r1") == "pass"  # the third at U8
    tight = racked(put("srv", 3), put("srv", 9), put("srv"), u_height=13.0)
    finding = find(assess_one(tight), "RK08", "r1")
    assert render(finding.message, "en") == "machine srv finds no 4 U in one piece in r1."
    assert finding.fix is not None
    mended, _ = finding.fix.edit.apply(tight)
    assert not any(one.clash for one in stood(mended).stacked)
    assert spans(stood(mended).stacked)[-1][:3] == ("srv", 9, 12)


def test_the_fix_of_a_clash_finds_another_place() -> None:
    plan = racked(put("srv", 1), put("srv", 3))
    finding = find(assess_one(plan), "RK08", "r1")
    assert finding.fix is not None
    mended, _ = finding.fix.edit.apply(plan)
    assert spans(stood(mended).stacked) == [("srv", 1, 4, "front", False, False), ("srv", 5, 8, "front", True, False)]


# --- moving by hand --------------------------------------------------------------------------------------------------


def moved(plan: Plan, at: int, number: int, wanted: Place) -> Plan:
    context = assess_one(plan).context
    found = mounting.standing_of(context, at, number)
    assert found is not None
    after, _ = mounting.move(context, found[1], wanted).edit.apply(plan)
    return after


def test_one_of_three_stacked_is_moved_and_the_others_stay() -> None:
    plan = moved(racked(put("srv", 1, units=3)), 0, 1, Place(rack="r1", bottom_u=20))
    assert plan.alternatives[0].placements == (put("srv", 1), put("srv", 20), put("srv", 9))


def test_the_lowest_of_three_is_moved_and_the_others_keep_their_units() -> None:
    plan = moved(racked(put("srv", 1, units=3)), 0, 0, Place(rack="r1", bottom_u=20))
    assert plan.alternatives[0].placements == (put("srv", 5, units=2), put("srv", 20))


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        (Place(rack="r1", bottom_u=22), "U22 to U25 is beyond r1, which has 24 U."),
        (Place(rack="r1", bottom_u=0), "U0 to U3 is beyond r1, which has 24 U."),
        (Place(rack="r1", bottom_u=11), "U14 is taken by machine sw (U14 to U14)."),
        (Place(rack="r2", bottom_u=1), "machine srv is 700 mm deep and needs 850 mm with its cables; r2 has 600 mm."),
        (Place(rack="room", bottom_u=1), "This is no rack."),
    ],
)
def test_what_stands_in_the_way_is_refused(wanted: Place, reason: str) -> None:
    plan = racked(put("srv", 1), put("sw", 14))
    with pytest.raises(EditError) as fault:
        moved(plan, 0, 0, wanted)
    assert render(fault.value.message, "en") == reason


def test_automatic_ones_make_room() -> None:
    plan = moved(racked(put("srv"), put("srv")), 1, 0, Place(rack="r1", bottom_u=1))
    assert spans(stood(plan).stacked) == [("srv", 1, 4, "front", False, False), ("srv", 5, 8, "front", True, False)]


def test_a_step_passes_over_what_is_in_the_way() -> None:
    context = assess_one(racked(put("srv", 1), put("sw", 6), put("sw", 24))).context
    found = mounting.standing_of(context, 0, 0)
    assert found is not None
    assert mounting.step_place(context, found[1], "r1", 1) == 2
    assert mounting.step_place(context, found[1], "r1", -1) is None
    there = mounting.standing_of(context, 1, 0)
    assert there is not None
    assert mounting.step_place(context, there[1], "r1", -1) == 5
    assert mounting.free_places(context, found[1], "r1", "front") == (1, 2, *range(7, 21))


def test_one_is_taken_out_and_the_others_stay() -> None:
    plan = racked(put("srv", 1, units=3))
    context = assess_one(plan).context
    found = mounting.standing_of(context, 0, 1)
    assert found is not None
    after, _ = mounting.take_out(context, found[1]).apply(plan)
    assert after.alternatives[0].placements == (put("srv", 1), put("srv", 9))


def test_a_place_can_be_typed_as_the_command_line_does() -> None:
    plan = racked(put("sw", units=1))
    path = f"alternatives/{plan.alternatives[0].id}/placements/0"
    for name, text in (("bottom_u", "17"), ("face", "rear"), ("node", "r2")):
        plan, _ = edit_from_text(plan, f"{path}/{name}", text, _no_item).apply(plan)
    assert plan.alternatives[0].placements == (put("sw", 17, face="rear", rack="r2"),)
    plan, _ = edit_from_text(plan, f"{path}/bottom_u", "", _no_item).apply(plan)
    assert plan.alternatives[0].placements[0].bottom_u is None


def _no_item(name: str) -> Any:
    raise AssertionError(name)


@given(
    bottoms=st.lists(st.one_of(st.none(), st.integers(1, 21)), min_size=1, max_size=3),
    which=st.integers(0, 2),
    bottom=st.one_of(st.none(), st.integers(-1, 24)),
)
def test_a_move_never_touches_the_others(bottoms: list[int | None], which: int, bottom: int | None) -> None:
    """What is not moved and has a place keeps it; a move that is let through makes no new clash."""
    plan = racked(*[put("srv", one) for one in bottoms])
    at = which % len(bottoms)
    try:
        after = moved(plan, at, 0, Place(rack="r1", bottom_u=bottom))
    except EditError:
        return
    others = [one for number, one in enumerate(after.alternatives[0].placements) if number != at]
    assert others == [one for number, one in enumerate(plan.alternatives[0].placements) if number != at]
    found = next(one for one in stood(after).stacked if one.at == at)
    if bottom is not None:
        assert (found.bottom_u, found.is_open) == (bottom, False)
        fixed = [one for one in stood(after).stacked if not one.is_open and one.at != at]
        assert all(found.places().isdisjoint(one.places()) for one in fixed)

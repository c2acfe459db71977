"""Racks from the front and the room without cooling: what stands where, when the limit is reached, by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.messages import Labelled
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.racks import racks_scene, standings
from planner.pictures.scene import Polyline, Rect, Text
from planner.pictures.warming import warming_scene
from planner.plan.document import Alternative, Placement, Plan
from tests.pictures.plans import assessed, context, fact, machine, node, plan, plans
from tests.sample_plans import assessed as sample_assessed
from tests.sample_plans import sample

if TYPE_CHECKING:
    from planner.documents.model import Language
    from planner.pictures.scene import Scene

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def faults(scene: Scene) -> list[object]:
    """Return what covers, leaves the picture or is crossed."""
    return [*overlaps(scene), *outside(scene), *struck(scene)]


def racked(*placements: Placement, height_u: float | None = 42) -> Plan:
    """Return a plan with one rack and machines a (4 U, 40 kg), b (2 U, 60 kg) and c (of unknown height)."""
    told = {"a": {"rack_u": 4.0, "weight_kg": 40.0}, "b": {"rack_u": 2.0, "weight_kg": 60.0}, "c": {}}
    lines = tuple(
        replace(line, facts={**line.facts, **{key: fact(value) for key, value in told[name].items()}})
        for name, line in ((name, machine(name, 500.0, title=f"机器 {name}")) for name in told)
    )
    values: dict[str, Any] = {} if height_u is None else {"u_height": height_u}
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=lines, placements=placements)
    return plan(one, site=(node("rack", "rack", **values),))


def stands(plan: Plan) -> list[tuple[str, int, int, bool, bool]]:
    """Return line, lowest unit, height, whether the place is open, whether it clashes."""
    found = context(plan)
    return [
        (one.line.line.id, one.bottom_u, one.height_u, one.is_open, one.clash)
        for one in standings(found.racks[0], found)
    ]


def put(line: str, bottom: int | None = None, units: int = 1) -> Placement:
    return Placement(line=line, node="rack", units=units, bottom_u=bottom)


def test_what_has_a_place_stands_there() -> None:
    assert stands(racked(put("a", 5), put("b", 1))) == [("b", 1, 2, False, False), ("a", 5, 4, False, False)]


def test_what_has_none_stands_at_the_lowest_free_unit_the_heaviest_first() -> None:
    # b weighs more than a: U1-U2; a needs four units: U3 is taken by nothing, U3-U6
    assert stands(racked(put("a"), put("b"))) == [("b", 1, 2, True, False), ("a", 3, 4, True, False)]


def test_a_gap_that_is_too_small_is_left_free() -> None:
    assert stands(racked(put("b", 3), put("a"))) == [("b", 3, 2, False, False), ("a", 5, 4, True, False)]


def test_two_on_one_place_and_one_beyond_the_end_clash() -> None:
    assert stands(racked(put("a", 1), put("b", 4))) == [("a", 1, 4, False, False), ("b", 4, 2, False, True)]
    assert stands(racked(put("a", 40))) == [("a", 40, 4, False, True)]  # U40 to U43 of 42
    assert stands(racked(put("a"), height_u=3)) == [("a", 1, 4, True, True)]


def test_a_machine_of_unknown_height_stands_nowhere() -> None:
    assert stands(racked(put("c", 1))) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_rack_is_clear_and_says_what_it_shows(language: Language) -> None:
    scene = racks_scene(context(racked(put("a", 1), put("b", 3), put("b"))), language)
    assert faults(scene) == []
    assert "U1" in scene.description
    parts = {spot.part for spot in scene.spots if spot.part and not spot.is_slot}
    assert parts == {"line/a/0/0", "line/b/1/0", "line/c/-/0"}  # b is there once; nobody mounted c


def test_a_rack_of_unknown_height_is_drawn_open() -> None:
    scene = racks_scene(context(racked(put("a", 1), height_u=None)), "en")
    frame = next(one for one in scene.items if isinstance(one, Rect) and one.fill == "sunken")
    assert frame.stroke is not None
    assert frame.stroke.dash
    assert any(isinstance(one, Text) and one.text == "4 of ? U" for one in scene.items)


def test_a_site_without_racks_says_so() -> None:
    scene = racks_scene(sample_assessed(sample("lab-a")).context, "en")
    assert any(isinstance(one, Text) and one.text == "The room has no rack." for one in scene.items)


def test_the_room_warms_as_the_account_says() -> None:
    # 1.2 kg/m3 * 1.006 kJ/kgK * 120 m3 * 3 * (35 - 26) K / 2.8905 kW / 60 = 22.55 min
    found = sample_assessed(sample("lab-a")).context
    assert found.site.heat_w.value == pytest.approx(2890.5, abs=0.1)
    scene = warming_scene(found, "en")
    assert "35 °C after 22.6 minutes" in scene.description
    curves = [one for one in scene.items if isinstance(one, Polyline)]
    assert len(curves) == 2
    ends = [one.points[-1] for one in curves]
    assert ends[0][0] < ends[1][0]  # air alone is faster


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_a_warming_room_is_clear(language: Language) -> None:
    for template in ("lab-a", "lab-b", "lab-d"):
        assert faults(warming_scene(sample_assessed(sample(template)).context, language)) == []


def test_what_is_missing_is_named() -> None:
    scene = warming_scene(sample_assessed(sample("tier-4")).context, "en")
    said = " ".join(one.text for one in scene.items if isinstance(one, Text))
    assert "Cannot be drawn yet" in said
    assert "floor area" in said.lower()


@given(one=plans(), language=st.sampled_from(LANGUAGES), width=st.sampled_from([120.0, 166.0, 253.0]))
def test_pictures_of_random_plans_stand_clear(one: Plan, language: Language, width: float) -> None:
    found = assessed(one).context
    assert faults(warming_scene(found, language, width)) == []
    assert faults(racks_scene(found, language, width)) == []

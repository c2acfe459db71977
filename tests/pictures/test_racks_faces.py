"""Racks from the front and the rear: faces, halves, strips, free units, weight, power, what is in no rack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.messages import Labelled
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.racks import racks_pages, racks_scene
from planner.pictures.scene import Text
from planner.plan.document import Alternative, Line, Placement
from tests.pictures.plans import assessed, context, fact, machine, node, plan

if TYPE_CHECKING:
    from planner.documents.model import Language
    from planner.pictures.scene import Scene

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def line(
    name: str, rack_u: float | None, power_w: float, role: Any = "compute", quantity: int = 1, **told: Any
) -> Line:
    """Return a machine of a height in rack units (None: not known)."""
    made = machine(name, power_w, title=f"Machine {name}")
    facts = {**({} if rack_u is None else {"rack_u": rack_u}), **told}
    values = {**made.facts, **{key: fact(value) for key, value in facts.items()}}
    return replace(made, role=role, quantity=quantity, facts=values)


LINES = (
    line("srv", 8.0, 6000.0, weight_kg=130.0),
    line("sw", 1.0, 40.0, "network", weight_kg=4.0, half_depth=True),
    line("agg", 1.0, 60.0, "network", weight_kg=5.0, half_depth=True),
    line("pdu", 0.0, 0.0, "pdu", quantity=2, weight_kg=3.0),
    line("new", 2.0, 400.0),
)
PLACES = (
    Placement(line="srv", node="rack", bottom_u=1),
    Placement(line="sw", node="rack", bottom_u=20),
    Placement(line="agg", node="rack", bottom_u=20, face="rear"),
    Placement(line="pdu", node="rack", units=2),
)


def drawn(
    language: Language = "en", places: tuple[Placement, ...] = PLACES, lines: Any = LINES, **rack: float
) -> Scene:
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=lines, placements=places)
    values: Any = {"u_height": 24, "max_load_kg": 150.0, **rack}
    return racks_scene(context(plan(one, site=(node("rack", "rack", **values),))), language)


def words(scene: Scene) -> list[str]:
    return [one.text for one in scene.items if isinstance(one, Text)]


def spots(scene: Scene, part: str) -> list[float]:
    """Return the left edges of the spots of a part."""
    return [spot.x for spot in scene.spots if spot.part == part]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_covers_anything(language: Language) -> None:
    scene = drawn(language)
    assert (overlaps(scene), outside(scene), struck(scene)) == ((), (), ())


def test_a_whole_depth_is_seen_from_both_sides_and_a_half_from_its_own() -> None:
    scene = drawn()
    front, rear = (next(s.x for s in scene.spots if s.part == f"slot/rack/{face}/1") for face in ("front", "rear"))
    assert len(spots(scene, "line/srv/0/0")) == 2
    (at_front,) = spots(scene, "line/sw/1/0")
    (at_rear,) = spots(scene, "line/agg/2/0")
    assert at_front == front
    assert at_rear > rear  # beside the strip at the left
    assert "Machine srv, from behind" in words(scene)


def test_heads_say_units_weight_power_and_blanking_panels() -> None:
    """8 + 1 + 1 U less the one shared; 130 + 4 + 5 + 2 x 3 kg of 150; 6,000 + 40 + 60 W; 15 of 24 U in front are free."""
    said = words(drawn(power_budget_w=5000.0))
    assert "9 of 24 U, 38 %" in said
    assert "145 of 150 kg, 97 %" in said
    assert "6.1 kW of 5 kW, 122 %" in said
    assert "15 U to be closed with blanking panels" in said
    assert "2 upright, 0 U" in said
    assert {"free, 11 U", "free, 4 U"} <= set(said)


def test_what_is_too_much_is_bold_in_the_colour_of_too_much() -> None:
    scene = drawn(power_budget_w=5000.0, max_load_kg=100.0)
    over = {one.text for one in scene.items if isinstance(one, Text) and one.role == "over"}
    assert over == {"145 of 100 kg, 145 %", "6.1 kW of 5 kW, 122 %"}


def test_every_number_of_a_head_can_be_asked_for() -> None:
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=LINES, placements=PLACES)
    rack = node("rack", "rack", u_height=24, power_budget_w=5000.0)
    found = assessed(plan(one, site=(rack,)))
    keys = found.figures()
    for spot in racks_scene(found.context, "en").spots:
        if spot.key.startswith("A/"):
            assert spot.key in keys


def test_a_sum_with_an_unknown_part_is_the_least_it_is() -> None:
    lines = (*LINES, line("odd", None, 100.0))
    scene = drawn(places=(*PLACES, Placement(line="odd", node="rack")), lines=lines)
    assert "≥ 9 of 24 U" in words(scene)
    assert "Machine odd, ? U" in words(scene)  # it stands nowhere, but is not passed over


def test_what_is_in_no_rack_stands_below() -> None:
    scene = drawn(places=PLACES[:3])
    assert {"Machine new, 2 U", "Machine pdu × 2, 0 U"} <= set(words(scene))
    assert scene.description.endswith("In no rack: Machine pdu, Machine new.")


def test_the_description_says_the_faces() -> None:
    assert "U20: Machine agg (1 U, rear)" in drawn().description


@st.composite
def placements(draw: st.DrawFn) -> tuple[tuple[Line, ...], tuple[Placement, ...], dict[str, Any]]:
    """Draw machines of any height and depth at any place of two racks, well or badly put."""
    count = draw(st.integers(0, 5))
    lines = tuple(
        line(
            f"m{at}{draw(st.sampled_from(['', ' 一台名字很长很长的服务器', ' with a rather long name']))}",
            draw(st.sampled_from([None, 0.0, 0.5, 1.0, 2.0, 4.0, 10.0])),
            float(draw(st.integers(0, 9000))),
            draw(st.sampled_from(["compute", "pdu", "network", "storage"])),
            draw(st.integers(1, 3)),
            weight_kg=float(draw(st.integers(1, 200))),
            half_depth=draw(st.booleans()),
        )
        for at in range(count)
    )
    mounts = tuple(
        Placement(
            line=one.id,
            node=draw(st.sampled_from(["rack", "rack-2"])),
            units=draw(st.integers(1, 3)),
            bottom_u=draw(st.none() | st.integers(1, 30)),
            face=draw(st.sampled_from(["front", "rear"])),
        )
        for one in lines
        for _time in range(draw(st.integers(0, 2)))
    )
    rack = {} if draw(st.booleans()) else {"u_height": draw(st.integers(4, 30)), "u_free": draw(st.integers(0, 4))}
    return lines, mounts, rack


@given(drawn_plan=placements(), language=st.sampled_from(LANGUAGES), width=st.sampled_from([120.0, 166.0, 253.0]))
def test_random_racks_stand_clear(drawn_plan: Any, language: Language, width: float) -> None:
    lines, mounts, rack = drawn_plan
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=lines, placements=mounts)
    site = (node("rack", "rack", **rack), node("rack-2", "rack", u_height=12))
    found = context(plan(one, site=site))
    scenes = (racks_scene(found, language, width), *racks_pages(found, language, page_mm=120.0))
    for scene in scenes:
        assert (overlaps(scene), outside(scene), struck(scene)) == ((), (), ())

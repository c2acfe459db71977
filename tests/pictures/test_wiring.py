"""The wiring picture: numbers worked out by hand, states, wires, pages, and what it says of the unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from planner.figure import Quality, leaf
from planner.messages import Labelled
from planner.pictures.flatten import flat
from planner.pictures.scene import Line, Polyline, Rect, Stroke, Text
from planner.pictures.status import LOOKS
from planner.pictures.wiring import wiring_pages, wiring_scene
from planner.pictures.wiring_tree import amperes, cards_of, percent
from planner.plan.document import Alternative, Connection, Organisation
from tests.pictures.plans import context, machine, node, plan, wired
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from planner.assess.context import Context
    from planner.pictures.scene import Scene
    from planner.pictures.wiring_tree import Card
    from planner.plan.document import SiteNode


def words(scene: Scene) -> list[str]:
    return [item.text for item in flat(scene) if isinstance(item, Text)]


def card(found: Context, name: str, language: str = "en") -> Card:
    waiting = list(cards_of(found, language))  # type: ignore[arg-type]
    while waiting:
        one = waiting.pop()
        if one.id == name:
            return one
        waiting.extend(one.children)
    raise KeyError(name)


def site(**circuit: object) -> tuple[SiteNode, ...]:
    known = {"breaker_a": 16.0, "other_load_a": 3.0, **circuit}
    return (
        node("panel", "panel", volts=220.0, volts_kind="L-N"),
        node("c", "circuit", "panel", **{key: value for key, value in known.items() if value is not None}),
        node("s", "socket", "c", rating_a=16.0),
    )


def one_machine(power_w: float | None, **circuit: object) -> Context:
    """One machine on one socket of one circuit; at 220 V and a power factor of 0.98 an ampere is 215.6 W."""
    links = (Connection(line="m", node="s"),)
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=(machine("m", power_w),), connections=links)
    return context(plan(one, site=site(**circuit)))


def test_sample_a_by_hand() -> None:
    """2,500 W / (220 V x 0.98) = 11.596 A; with 3 A of others 14.596 A of 16 A = 91.2 %; the 10 A socket has 116 %."""
    found = assessed(sample("lab-a")).context
    assert (card(found, "circuit-1").value, card(found, "circuit-1").status) == ("14.6 / 16 A, 91 %", "tight")
    assert (card(found, "socket-1").value, card(found, "socket-1").status) == ("11.6 / 10 A, 116 %", "over")
    # 150 W make 0.7 A; what others draw on circuit 2 nobody has said
    assert (card(found, "circuit-2").value, card(found, "circuit-2").status) == ("≥ 0.7 / 16 A", "unknown")
    assert (card(found, "socket-2").value, card(found, "socket-2").status) == ("0.7 / 10 A, 7 %", "fits")
    assert card(found, "panel").status == "unknown"
    assert card(found, "socket-1/ws").value == "2.5 kW"


@pytest.mark.parametrize(
    ("power_w", "circuit", "status"),
    [
        (2100.0, {}, "fits"),  # 9.74 + 3 = 12.74 A; 80 % of 16 A are 12.8 A
        (2120.0, {}, "tight"),  # 9.83 + 3 = 12.83 A
        (2802.0, {}, "tight"),  # 12.996 + 3 = 15.996 A
        (2803.0, {}, "over"),  # 13.001 + 3 = 16.001 A
        (3500.0, {"other_load_a": None, "shared": True}, "over"),  # 16.2 A alone, whatever others draw
        (2100.0, {"other_load_a": None, "shared": True}, "unknown"),
        (2100.0, {"other_load_a": None, "shared": False}, "fits"),
        (2100.0, {"breaker_a": None}, "unknown"),
        (2100.0, {"breaker_a": 0.0}, "unknown"),  # nothing is rated for zero
        (None, {}, "unknown"),
    ],
)
def test_state_of_a_circuit(power_w: float | None, circuit: dict[str, object], status: str) -> None:
    assert card(one_machine(power_w, **circuit), "c").status == status


def test_eighty_percent_binds_under_nec() -> None:
    found = one_machine(2120.0)
    nec = replace(found, organisation=Organisation(profile="NEC"))
    assert (card(found, "c").status, card(nec, "c").status) == ("tight", "over")


def test_unknown_numbers_are_never_zero() -> None:
    found = one_machine(None, breaker_a=None)
    assert card(found, "c").value == "load open"
    assert card(found, "s").value == "? / 16 A"
    assert card(found, "s/m").value == "power open"
    assert card(found, "c").share is None
    assert card(found, "c", "zh").value == "负载待核实"
    assert "待核实" in words(wiring_scene(found, "zh"))


def test_spare_socket_is_not_in_use() -> None:
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"))
    spare = card(context(plan(one, site=site())), "s")
    assert (spare.status, spare.value) == ("idle", "16 A")


def test_machine_without_outlet_stands_apart() -> None:
    """Its card has no wire, and its frame is the one of the unknown."""
    found = assessed(sample("tier-4")).context
    scene = wiring_scene(found, "zh")
    assert "未接入" in words(scene)
    assert not any(isinstance(item, Polyline) and item.stroke == LOOKS["fits"].wire for item in scene.items)
    assert LOOKS["unknown"].frame in [item.stroke for item in scene.items if isinstance(item, Rect)]
    assert any("尚未录入" in text for text in words(scene))


def test_shared_machine_says_its_share() -> None:
    links = (Connection(line="m", node="s", share=0.5),)
    one = Alternative(id="A", title=Labelled(zh="甲", en="A"), lines=(machine("m", 2000.0),), connections=links)
    assert card(context(plan(one, site=site())), "s/m").value == "1 kW (50 % of its load)"


def test_tree_goes_from_left_to_right() -> None:
    scene = wiring_scene(assessed(sample("lab-b")).context, "en")
    left = {spot.tip.split("\n")[0]: spot.x for spot in scene.spots}
    assert left["Panel"] < left["Circuit 1"] == left["Circuit 2"] < left["Socket 1"] < left["Network storage (NAS)"]
    heads = [item.text for item in scene.items if isinstance(item, Text) and item.y == pytest.approx(16.2)]
    assert heads == ["Panel", "Circuit", "Socket", "Device"]


def test_geometry_of_a_small_tree() -> None:
    """Two rows of 12.4 mm from 18.6 mm; the panel spans both, a wire runs at the middle of its card (5.3 mm down)."""
    scene = wiring_scene(assessed(sample("lab-a")).context, "zh")
    boxes = {spot.tip.split("\n")[0]: spot for spot in scene.spots}
    assert (boxes["配电箱"].y, boxes["配电箱"].height) == pytest.approx((18.6, 10.6 + 12.4))
    assert (boxes["回路 1"].y, boxes["回路 2"].y) == pytest.approx((18.6, 31.0))
    wires = [item for item in scene.items if isinstance(item, Line) and item.stroke == LOOKS["tight"].wire]
    assert [(wire.y1, wire.y2) for wire in wires] == [pytest.approx((23.9, 23.9))]
    assert wires[0].x1 == pytest.approx(boxes["配电箱"].x + boxes["配电箱"].width)
    assert wires[0].x2 == pytest.approx(boxes["回路 1"].x)


def test_wires_run_through_no_card() -> None:
    for found in (context(wired(6, 20)), assessed(sample("lab-b")).context):
        scene = wiring_scene(found, "en")
        first = next(at for at, item in enumerate(scene.items) if isinstance(item, Rect))
        runs = [item for item in scene.items[:first] if isinstance(item, Line | Polyline)]
        assert len(runs) > 3
        for item in flat(replace(scene, items=tuple(runs))):
            assert isinstance(item, Polyline)
            for (x1, y1), (x2, y2) in zip(item.points, item.points[1:], strict=False):
                for spot in scene.spots:
                    apart_x = max(x1, x2) <= spot.x + 0.01 or min(x1, x2) >= spot.x + spot.width - 0.01
                    apart_y = max(y1, y2) <= spot.y + 0.01 or min(y1, y2) >= spot.y + spot.height - 0.01
                    assert apart_x or apart_y


def test_overload_is_thick_whole_and_on_top() -> None:
    scene = wiring_scene(assessed(sample("lab-a")).context, "en")
    over = LOOKS["over"].wire
    assert over == Stroke("over_fill", 1.0)
    wires = [item for item in scene.items if isinstance(item, Line | Polyline)]
    widths = [wire.stroke.width_mm for wire in wires if wire.stroke in [look.wire for look in LOOKS.values()]]
    assert widths[0] < 1.0 == max(widths)
    assert widths[: widths.index(1.0) + 2][-2:] == [1.0, 1.0]  # into the socket, and on to the machine


def test_long_circuits_are_cut_and_named_again() -> None:
    names = tuple(f"m{at}" for at in range(30))
    one = Alternative(
        id="A",
        title=Labelled(zh="甲", en="A"),
        lines=tuple(machine(name, 100.0, name) for name in names),
        connections=tuple(Connection(line=name, node="s") for name in names),
    )
    pages = wiring_pages(context(plan(one, site=site())), "en")
    assert len(pages) == 2
    shown = [text for page in pages for text in words(page)]
    assert all(shown.count(name) == 1 for name in names)
    assert shown.count("Circuit c") == len(pages)
    assert [page.title for page in pages] == [f"Wiring and load – A ({at} of 2)" for at in (1, 2)]


def test_whole_circuits_stay_on_one_page() -> None:
    pages = wiring_pages(context(wired(40, 30)), "en")
    shown = [text for page in pages for text in words(page)]
    assert all(shown.count(f"Circuit {at}") == 1 for at in range(1, 41))


def test_description_tells_the_same() -> None:
    told = wiring_scene(assessed(sample("lab-a")).context, "zh").description
    assert "插座 1 11.6 / 10 A，116 %（过载）" in told
    assert "回路 2 ≥ 0.7 / 16 A（待核实）" in told


def test_assumed_values_are_named() -> None:
    text = "".join(words(wiring_scene(assessed(sample("lab-a")).context, "en")))
    assert "Assumed values in it: maximum power, power factor" in text


def test_nothing_known_gives_an_honest_picture() -> None:
    scene = wiring_scene(context(plan(Alternative(id="A", title=Labelled(zh="空", en="Empty")))), "en")
    assert any(text.startswith("Nothing of the wiring is known yet") for text in words(scene))
    assert scene.spots == ()


def test_only_titles_are_shown() -> None:
    """Catalog rows carry makers and models; a picture that goes out must not."""
    assessment = assessed(sample("lab-a"))
    items = assessment.plan.items.values()
    shown = " ".join(words(wiring_scene(assessment.context, "en"))).casefold()
    assert items
    assert not any(item.maker and item.maker.casefold() in shown for item in items)
    assert not any(item.name.casefold() in shown for item in items)


@pytest.mark.parametrize(
    ("value", "text"), [(11.5955, "11.6"), (8.0, "8"), (0.0464, "0.0464"), (0.0, "0"), (None, "?"), (196.24, "196.2")]
)
def test_amperes(value: float | None, text: str) -> None:
    assert amperes(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (91.22, "91 %"),
        (99.6, "99.6 %"),
        (100.0, "100 %"),
        (100.4, "100.4 %"),
        (100.02, "> 100 %"),
        (99.98, "< 100 %"),
        (0.5, "1 %"),
    ],
)
def test_percent_does_not_hide_which_side_of_the_limit(value: float, text: str) -> None:
    assert percent(leaf("x", value, "%", Quality.COMPUTED)) == text

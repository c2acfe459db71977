"""The picture of owning beside renting: where its lines stand, what it says, and that nothing covers anything."""

from __future__ import annotations

from typing import Any

import pytest

from planner.advice.sources import Source, Sourcing
from planner.figure import Figure, Quality, leaf, unknown
from planner.messages import Labelled
from planner.pictures.break_even import break_even_scene
from planner.pictures.flatten import flat, scene_texts
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.scene import Polygon, Polyline

NAME = Labelled(zh="方案A", en="Plan A")


def made(
    week: float | None = 600.0, rate: float | None = 2.0, hours: float = 672.0, left: float | None = 400.0, **more: Any
) -> Sourcing:
    """Return sources: own machines at a cost of a week and with their hours, renting at a rate, and what is asked for."""
    own = leaf("source/own/week", week, "CNY/week", Quality.COMPUTED)
    card_hour = Figure(key="source/rent/card_hour", value=rate, unit="CNY/GPU-h", low=more.get("low"), high=more.get("high"),
                       missing=() if rate else ("source/rent/card_hour",))  # fmt: skip
    equal = None if not (week and rate) else week / rate
    nothing = unknown("source/own/card_hour", "CNY/GPU-h")
    return Sourcing(
        asked=leaf("asked", left, "GPU-h/week", Quality.COMPUTED),
        left=leaf("left", left, "GPU-h/week", Quality.COMPUTED),
        sources=(
            Source(id="own", week=own, card_hour=nothing, hours=leaf("hours", hours, "GPU-h/week", Quality.COMPUTED)),
            Source(id="rent", week=unknown("source/rent/week", "CNY/week"), card_hour=card_hour),
        ),
        equal_hours=leaf("source/equal_hours", equal, "GPU-h/week", Quality.COMPUTED),
    )


def said(found: Sourcing, language: Any = "en") -> str:
    """Return all texts of the picture as one."""
    return " ".join(scene_texts(break_even_scene(found, NAME, language)))


def test_the_lines_meet_at_the_hours_where_both_cost_the_same() -> None:
    """600 yuan a week against 2 yuan an hour: 300 hours. The level line ends with the 672 hours of the cards."""
    scene = break_even_scene(made(), NAME, "en")
    own, rent = (
        next(one for one in flat(scene) if isinstance(one, Polyline) and one.stroke.role == role)
        for role in ("bar", "tight_fill")
    )
    (left, level), (right, _level) = own.points
    (x0, y0), (x1, y1) = rent.points[0], rent.points[-1]
    meets_x = x0 + (level - y0) * (x1 - x0) / (y1 - y0)
    assert (meets_x - left) / (right - left) == pytest.approx(300 / 672)
    spot = next(one for one in scene.spots if one.key == "source/equal_hours")
    assert spot.x + spot.width / 2 == pytest.approx(meets_x)


def test_the_range_of_the_rent_is_a_band() -> None:
    assert not [one for one in flat(break_even_scene(made(), NAME, "en")) if isinstance(one, Polygon)]
    assert [one for one in flat(break_even_scene(made(low=1.0, high=4.0), NAME, "en")) if isinstance(one, Polygon)]


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (made(left=400.0), "Both cost the same at 300 GPU-h/week; 400 GPU-h/week are asked for: owning costs less."),
        (made(left=200.0), "200 GPU-h/week are asked for: renting costs less."),
        (made(left=None), "How many the workload asks for is not known."),
        (made(left=900.0), "more than the 672 GPU-h/week that the planned cards have"),
        (made(rate=0.5), "owning would pay from 1,200 GPU-h/week on, and the planned cards have 672 GPU-h/week"),
    ],
)
def test_the_picture_says_on_which_side_the_plan_lies(found: Sourcing, words: str) -> None:
    assert words in said(found)


@pytest.mark.parametrize("found", [made(week=None), made(rate=None)])
def test_what_is_missing_is_named_and_nothing_drawn(found: Sourcing) -> None:
    assert "Cannot be drawn yet" in said(found)
    assert not [one for one in flat(break_even_scene(found, NAME, "en")) if isinstance(one, Polyline)]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width", [110.0, 166.0, 240.0])
@pytest.mark.parametrize("left", [None, 0.0, 2.0, 150.0, 299.0, 300.0, 301.0, 640.0, 672.0, 5000.0])
@pytest.mark.parametrize("rate", [0.05, 0.9, 2.0, 40.0])
def test_nothing_covers_anything(language: Any, width: float, left: float | None, rate: float) -> None:
    scene = break_even_scene(made(left=left, rate=rate, low=rate / 2, high=rate * 2), NAME, language, width)
    assert (overlaps(scene), outside(scene), struck(scene)) == ((), (), ())

"""Currents line by line and the energy of a year by month: the numbers by hand, and nothing covers anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.months import months_scene
from planner.pictures.phases import line_currents, phases_scene
from planner.pictures.scene import Rect, Text
from tests.checks.factories import assess_one, make_line, make_plan, node
from tests.pictures.plans import context, plans, wired
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from planner.assess.context import Context
    from planner.documents.model import Language
    from planner.pictures.scene import Scene
    from planner.plan.document import Plan

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def faults(scene: Scene) -> list[object]:
    return [*overlaps(scene), *outside(scene), *struck(scene)]


def words(scene: Scene) -> list[str]:
    return [item.text for item in scene.items if isinstance(item, Text)]


def three_phase() -> Context:
    """Return a 380 V panel of 32 A: 2,200 W on L1, 4,400 W on L2, 3,300 W on three lines, 2 A of others on each."""
    powers = {"a": 2200.0, "b": 4400.0, "c": 3300.0}
    phases = {"a": 1.0, "b": 1.0, "c": 3.0}
    lines = [
        make_line(name, known={"max_power_w": watts, "idle_power_w": 100, "phases": phases[name]})
        for name, watts in powers.items()
    ]
    site = (
        node("p", "panel", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=32.0, other_load_a=2.0),
        node("c1", "circuit", "p", leg="L1", breaker_a=16.0, shared=False),
        node("c2", "circuit", "p", leg="L2", breaker_a=20.0, shared=False),
        node("c3", "circuit", "p", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=16.0, shared=False),
    )
    plugged = {"a": "c1", "b": "c2", "c": "c3"}
    return assess_one(make_plan(*lines, site=site, plugged=plugged, known={"power_factor": 1.0})).context


def test_each_line_carries_its_own_and_a_third_of_what_is_spread() -> None:
    # to neutral 380 / sqrt 3 = 219.393 V: L1 (2,200 + 1,100) / 219.393 + 2 = 17.04 A; L2 (4,400 + 1,100) + 2 = 27.07;
    # L3 1,100 + 2 = 7.01
    load = three_phase().site.loads["p"]
    found = line_currents(load)
    assert found is not None
    assert [one.require() for one in found] == pytest.approx([17.0415, 27.0692, 7.0138], abs=1e-3)
    assert max(one.require() for one in found) == pytest.approx(load.total_a.require())


def test_a_load_between_two_lines_is_on_both() -> None:
    # 3,800 W between L1 and L2 at 380 V: 10 A on each of them, none on L3; 2 A of others on all
    line = make_line("a", known={"max_power_w": 3800.0, "idle_power_w": 100})
    site = (
        node("p", "panel", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=32.0, other_load_a=2.0),
        node("c", "circuit", "p", volts=380.0, volts_kind="L-L", phases=1.0, leg="L1-L2", breaker_a=16.0, shared=False),
    )
    found = assess_one(make_plan(line, site=site, plugged={"a": "c"}, known={"power_factor": 1.0})).context
    lines = line_currents(found.site.loads["p"])
    assert lines is not None
    first, second, third = (one.require() for one in lines)
    # the others' 2 A to neutral lie 30 degrees beside the 10 A: 2 + 10 x cos 30, 10 x sin 30
    assert first == pytest.approx(second)
    assert first == pytest.approx(((2 + 10 * 0.8660254) ** 2 + 5**2) ** 0.5)
    assert third == pytest.approx(2.0)


def test_lines_stand_against_the_rating_and_the_state_goes_by_each() -> None:
    said = words(phases_scene(three_phase(), "en"))
    for text in ("17 A", "27.1 A", "7.01 A", "rated 32 A", "fits, 15 A to the rating", "tight, 4.93 A to the rating"):
        assert text in said


def test_a_classroom_shows_its_circuits_one_by_one() -> None:
    found = assessed(sample("lab-a")).context
    said = words(phases_scene(found, "zh"))
    assert "单相回路（A）" in said
    assert "额定 16 A" in said
    assert all(line_currents(load) is None for load in found.site.in_use["circuit"])


def test_nothing_plugged_in_is_said() -> None:
    assert "No circuit is in use yet; plug machines in first" in words(phases_scene(_bare(), "en"))


def _bare() -> Context:
    return assess_one(make_plan(make_line("ws", known={"max_power_w": 2000}))).context


def test_columns_are_as_high_as_their_months() -> None:
    # lab-a: 1,643 W x 1.6; 31 days 1,955.8 kWh, 28 days 1,766.5
    scene = months_scene(assessed(sample("lab-a")).context, "en")
    said = words(scene)
    assert said.count("1,956") == 7
    assert said.count("1,767") == 1
    columns = [item for item in scene.items if isinstance(item, Rect)]
    assert len(columns) == 3 * 12
    january, february = (sum(one.height for one in columns[at : at + 3]) for at in (0, 3))
    assert february / january == pytest.approx(28 / 31)
    idle, work, room = columns[:3]
    # idle 636 W, on top of it 1,007 W, the room 0.6 x 1,643 W
    assert work.height / idle.height == pytest.approx(1007 / 636)
    assert room.height / idle.height == pytest.approx(0.6 * 1643 / 636)
    assert len(scene.spots) == 12


def test_what_the_months_rest_on_is_said() -> None:
    said = " ".join(words(months_scene(assessed(sample("lab-a")).context, "en")))
    assert "Assumption" in said
    assert "Outdoor temperature is not in it." in said


def test_an_unknown_year_is_said_in_words() -> None:
    said = " ".join(words(months_scene(assessed(sample("tier-5")).context, "en")))
    assert "Cannot be drawn yet" in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_many_circuits_stay_readable(language: Language) -> None:
    found = context(wired(40, 30))
    assert faults(phases_scene(found, language)) == []
    assert faults(phases_scene(three_phase(), language)) == []


@given(one=plans(), language=st.sampled_from(LANGUAGES), width=st.sampled_from([120.0, 166.0, 253.0]))
def test_texts_of_random_plans_stand_clear(one: Plan, language: Language, width: float) -> None:
    found = context(one)
    assert faults(phases_scene(found, language, width)) == []
    assert faults(months_scene(found, language, width)) == []

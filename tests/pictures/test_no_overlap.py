"""Whatever a plan holds: no text covers another, leaves the picture or is crossed by a line, in either language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner.pictures.bars import bars_scene
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.prices import prices_scene
from planner.pictures.wiring import PAGE_MM, wiring_pages, wiring_scene
from tests.pictures.plans import assessed, assessments, context, plans, priced, wired

if TYPE_CHECKING:
    from planner.documents.model import Language
    from planner.pictures.scene import Scene
    from planner.plan.document import Plan

LANGUAGES: tuple[Language, ...] = ("zh", "en")
SLOW = settings(max_examples=settings.default.max_examples * 2 // 5, suppress_health_check=[HealthCheck.too_slow])


def faults(scene: Scene) -> list[object]:
    return [*overlaps(scene), *outside(scene), *struck(scene)]


@SLOW
@given(one=plans(), language=st.sampled_from(LANGUAGES), width=st.sampled_from([120.0, 166.0, 253.0]))
def test_texts_of_random_plans_stand_clear(one: Plan, language: Language, width: float) -> None:
    found = assessed(one)
    assert faults(bars_scene(found.context, language, width)) == []
    assert faults(prices_scene([found], language, width)) == []
    assert faults(wiring_scene(found.context, language, width)) == []


@SLOW
@given(one=plans(), rows=st.integers(2, 6))
def test_pages_of_random_plans_stand_clear_and_hold_everything(one: Plan, rows: int) -> None:
    found = context(one)
    page_mm = 45.0 + rows * 12.4
    pages = wiring_pages(found, "zh", page_mm=page_mm)
    whole = {spot.key for spot in wiring_scene(found, "zh").spots}
    assert {spot.key for page in pages for spot in page.spots} == whole
    for page in pages:
        assert faults(page) == []
        assert page.height_mm <= page_mm


@pytest.mark.parametrize("language", LANGUAGES)
def test_forty_circuits_with_thirty_machines_stay_readable(language: Language) -> None:
    found = context(wired(40, 30))
    pages = wiring_pages(found, language)
    assert len(pages) == 5
    assert all(faults(page) == [] for page in pages)
    assert all(page.height_mm <= PAGE_MM and page.width_mm <= 180 for page in pages)
    assert faults(wiring_scene(found, language)) == []
    assert faults(bars_scene(found, language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 12])
def test_prices_of_many_alternatives_stand_clear(language: Language, count: int) -> None:
    scene = prices_scene(assessments(priced(count)), language)
    assert faults(scene) == []
    assert scene.height_mm < 170
    assert scene.width_mm <= 175

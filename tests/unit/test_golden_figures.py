"""Every figure of every sample plan, kept as it was: value, unit, quality and the text of its formula.

``pytest tests/unit/test_golden_figures.py --update-golden`` writes them anew; the change belongs into the commit that
means it.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest

from planner.assess.run import top_figures
from planner.figure import walk
from tests.conftest import PROJECT
from tests.sample_plans import TEMPLATES, assessed, dishonest, sample

if TYPE_CHECKING:
    from planner.figure import Figure

FOLDER = PROJECT / "tests" / "golden"
Row = dict[str, Any]


def rows_of(template: str) -> dict[str, Row]:
    plan = sample(template)
    figures: dict[str, Figure] = {}
    for one in plan.alternatives:
        figures |= assessed(plan, one.id).figures()
    return {key: row(figures[key]) for key in sorted(figures)}


def row(figure: Figure) -> Row:
    text = figure.formula.text if figure.formula else None
    return {"value": figure.value, "unit": figure.unit, "quality": figure.quality.value, "formula": text}


def same(one: Row | None, other: Row | None) -> bool:
    if one is None or other is None or {**one, "value": 0} != {**other, "value": 0}:
        return False
    left, right = one["value"], other["value"]
    # The last digits of logarithms and roots differ between systems.
    return left == right or (None not in (left, right) and math.isclose(left, right, rel_tol=1e-9))


def told(key: str, before: Row | None, after: Row | None) -> str:
    if before is None or after is None:
        return f"{key}: {'new' if before is None else 'gone'}"
    changed = [f"{name} {before[name]!r} -> {after[name]!r}" for name in before if before[name] != after[name]]
    return f"{key}: " + ", ".join(changed)


def written(rows: dict[str, Row]) -> str:
    lines = (f"  {json.dumps(key)}: {json.dumps(one, ensure_ascii=False)}" for key, one in rows.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


@pytest.mark.parametrize("template", TEMPLATES)
def test_all_figures_are_as_they_were(template: str, pytestconfig: pytest.Config) -> None:
    file, now = FOLDER / f"{template}.json", rows_of(template)
    if pytestconfig.getoption("--update-golden"):
        file.write_text(written(now), encoding="utf-8")
    kept = json.loads(file.read_text(encoding="utf-8"))
    differing = [key for key in {**kept, **now} if not same(kept.get(key), now.get(key))]
    told_all = "\n".join(told(key, kept.get(key), now.get(key)) for key in differing)
    assert not differing, f"{len(differing)} figures differ (renew with --update-golden):\n{told_all}"


def test_there_is_a_golden_for_each_template_and_no_other() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.json")) == sorted(TEMPLATES)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_text_of_each_formula_gives_its_value(template: str) -> None:
    plan = sample(template)
    for one in plan.alternatives:
        figures = assessed(plan, one.id).figures()
        assert len(figures) > 50
        assert dishonest(figures) == {}


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_figure_has_a_source_or_says_what_is_missing(template: str) -> None:
    plan = sample(template)
    for one in plan.alternatives:
        for key, figure in assessed(plan, one.id).figures().items():
            assert figure.known == (figure.quality.value != "unknown"), key
            assert figure.known != bool(figure.missing), key
            if figure.quality.value in ("published", "secondary", "measured"):
                assert figure.source, key


TWO_READINGS = {"limit/co.margin"}  # 1.2 times, and the 0.2 above once


@pytest.mark.parametrize("template", TEMPLATES)
def test_one_key_stands_for_one_number(template: str) -> None:
    plan = sample(template)
    for one in plan.alternatives:
        found = assessed(plan, one.id)
        seen: dict[str, Figure] = {}
        shown = (figure for finding in found.findings for figure in finding.figures)
        for figure in (part for top in (*top_figures(found.context), *shown) for part in walk(top)):
            first = seen.setdefault(figure.key, figure)
            if figure.key not in TWO_READINGS:
                assert (first.value, first.unit) == (figure.value, figure.unit), figure.key


def test_a_difference_names_the_key_and_what_changed() -> None:
    before = {"value": 2500.0, "unit": "W", "quality": "computed", "formula": "a * b"}
    assert not same(before, {**before, "value": 2501.0})
    assert same(before, {**before, "value": 2500.0 * (1 + 1e-12)})
    assert not same({**before, "value": None}, {**before, "value": 0.0})
    assert told("A/ws/max_w", before, {**before, "value": 2501.0, "quality": "assumed"}) == (
        "A/ws/max_w: value 2500.0 -> 2501.0, quality 'computed' -> 'assumed'"
    )
    assert told("A/ws/max_w", before, None) == "A/ws/max_w: gone"

"""Explain one number: the figure with this key, in whichever alternative it stands, as a tree."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterable, Iterator, Sequence

from desktop_app.services.demanding import demand_figures, demanded
from planner.assess.run import Assessment
from planner.catalog.items import Item
from planner.errors import InputError, unknown_id
from planner.figure import Figure, Quality
from planner.messages import format_figure, msg, render
from planner.plan.document import Plan
from planner.source_words import source_text

_QUALITY = {
    Quality.MEASURED: msg("quality.measured", "measured"),
    Quality.PUBLISHED: msg("quality.published", "published"),
    Quality.SECONDARY: msg("quality.secondary", "second-hand source"),
    Quality.COMPUTED: msg("quality.computed", "computed"),
    Quality.ENTERED: msg("quality.entered", "entered"),
    Quality.ASSUMED: msg("quality.assumed", "assumption"),
    Quality.UNKNOWN: msg("quality.unknown", "to be verified"),
}


def alternative_of(plan: Plan, key: str) -> str:
    """Return the alternative a figure's key belongs to, '' where the key does not begin with one."""
    first = key.partition("/")[0]
    return first if plan.alternative(first) is not None else ""


def all_figures(assessments: Iterable[Assessment], offers: tuple[Item, ...] = ()) -> dict[str, Figure]:
    """Return the figures of assessments and of what they demand by key, those of the first that has them."""
    figures: dict[str, Figure] = {}
    for assessment in assessments:
        figures = {**assessment.figures(), **figures}
        with contextlib.suppress(InputError):  # a number of the workload that cannot be; a finding tells it
            figures = {**demand_figures(demanded(assessment, offers)), **figures}
    return figures


def find_figure(assessments: Sequence[Assessment], key: str, offers: tuple[Item, ...] = ()) -> Figure:
    """Return the figure with this key from the first assessment that has it; raises UnknownIdError with the nearest keys."""
    figures: dict[str, Figure] = {}
    for assessment in assessments:
        figures = {**assessment.figures(), **figures}
    if key not in figures:
        figures = all_figures(assessments, offers)
    if key not in figures:
        raise unknown_id(msg("kind.figure", "figure"), key, _near(key, tuple(figures)))
    return figures[key]


def _near(key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys to suggest: where none is near as a whole, those whose end is, the shortest first."""
    if difflib.get_close_matches(key, known, n=1, cutoff=0.5):
        return known
    ends: dict[str, list[str]] = {}
    for one in known:
        ends.setdefault(one.rpartition("/")[2], []).append(one)
    near = difflib.get_close_matches(key.rpartition("/")[2], tuple(ends), n=2, cutoff=0.6)
    found = tuple(one for end in near for one in sorted(ends[end], key=len)[:3])
    return found or known


def tree_lines(figure: Figure, language: str, indent: int = 0, name: str = "", precise: bool = False) -> Iterator[str]:
    """Yield the tree as indented lines: name, value with unit, formula, source; ``precise`` with six figures."""
    label = figure.formula.label.label(language) if figure.formula else ""
    head = f"{name} = " if name else ""
    text = f"{'  ' * indent}{head}{format_figure(figure, language, precise)}  [{figure.key}]"
    if label:
        text += f"  {label}: {figure.formula.text if figure.formula else ''}"
    yield text
    origin = " · ".join(part for part in (quality_word(figure, language), where_from(figure, language)) if part)
    yield f"{'  ' * indent}  {origin}"
    for given in figure.inputs:
        for part in given.figures:
            yield from tree_lines(part, language, indent + 1, given.name, precise)


def where_from(figure: Figure, language: str) -> str:
    """Return the source of a number and its date, '' where nobody has told them."""
    return " · ".join(part for part in (source_text(figure.source, language), figure.source_date) if part)


def quality_word(figure: Figure, language: str) -> str:
    """Return how well the figure is known, in words."""
    return quality_text(figure.quality, language)


def quality_text(quality: Quality, language: str) -> str:
    """Return the word for how well something is known."""
    return render(_QUALITY[quality], language)


def figure_lines(figures: Iterable[Figure], language: str) -> Iterator[str]:
    """Yield key, value and name of figures, one in a line."""
    for figure in figures:
        label = figure.formula.label.label(language) if figure.formula else ""
        yield f"{figure.key}\t{format_figure(figure, language)}\t{label}"

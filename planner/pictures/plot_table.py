"""A plot set like a table: labels at the left, bars over one scale, numbers and states in columns of their own at the right.

Numbers never stand on bars or limits, so nothing can cover them, however long a bar is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from planner.pictures.layout import BODY_PT, SMALL_PT, TITLE_PT, fitted, leading, wrapped
from planner.pictures.metrics import PT_MM, text_width
from planner.pictures.scene import Node, Role, Text
from planner.pictures.status import LOOKS, Status, mark

_GAP = 3.0
_MARK, _MARK_RADIUS = 3.4, 1.3
_LABEL_MOST, _LABEL_LEAST = 46.0, 16.0
_PLOT_LEAST = 40.0
_LABEL_LINES = 2
_MIDDLE_EM = 0.34


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The words of a row: label, numbers (one line or two), and state with its words ('' for a row without one)."""

    label: str
    values: tuple[str, ...]
    state: str = ""
    status: Status = "fits"
    bold: bool = False


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """Where the columns stand, in mm."""

    label_width: float
    plot: float
    plot_width: float
    value: float
    value_width: float
    state: float
    state_width: float

    @property
    def width(self) -> float:
        """Return the width of all columns in mm."""
        return self.state + self.state_width


def columns(rows: Sequence[Row], width: float) -> Columns:
    """Return the columns for ``rows`` within ``width`` mm, more only where numbers and states need it."""
    values = max((text_width(text, BODY_PT, row.bold) for row in rows for text in row.values), default=0.0)
    states = max((_MARK + text_width(row.state, SMALL_PT, True) for row in rows if row.state), default=0.0)
    wanted = max((text_width(row.label, BODY_PT, row.bold) for row in rows), default=0.0)
    left = width - values - states - 3 * _GAP - _PLOT_LEAST
    label = max(_LABEL_LEAST, min(wanted, _LABEL_MOST, left))
    plot = max(_PLOT_LEAST, width - label - values - states - 3 * _GAP)
    value = label + _GAP + plot + _GAP
    return Columns(
        label_width=label,
        plot=label + _GAP,
        plot_width=plot,
        value=value,
        value_width=values,
        state=value + values + _GAP,
        state_width=states,
    )


def row_items(row: Row, at: Columns, middle: float) -> Iterator[Node]:
    """Yield the words of a row whose middle is at ``middle`` mm; numbers right-aligned."""
    whole = text_width(row.label, BODY_PT, row.bold) <= at.label_width
    size = BODY_PT if whole else SMALL_PT
    labels = (row.label,) if whole else wrapped(row.label, at.label_width, SMALL_PT, _LABEL_LINES, row.bold)
    yield from _stack(labels, 0.0, middle, size, "text", bold=row.bold)
    sizes = BODY_PT if len(row.values) == 1 else SMALL_PT
    for y, text in _baselines(row.values, middle, sizes):
        x = at.value + at.value_width
        yield Text(x=x, y=y, text=text, size_pt=sizes, anchor="end", bold=row.bold and y <= middle + 2)
    if row.state:
        ink = LOOKS[row.status].ink
        y = middle + _MIDDLE_EM * SMALL_PT * PT_MM
        yield from mark(row.status, at.state + _MARK_RADIUS, middle, BODY_PT)
        yield Text(x=at.state + _MARK, y=y, text=row.state, size_pt=SMALL_PT, role=ink, bold=row.status == "over")


def _stack(texts: Sequence[str], x: float, middle: float, size: float, role: Role, *, bold: bool) -> Iterator[Node]:
    for y, text in _baselines(texts, middle, size):
        yield Text(x=x, y=y, text=text, size_pt=size, role=role, bold=bold)


def _baselines(texts: Sequence[str], middle: float, size: float) -> Iterator[tuple[float, str]]:
    step = leading(size) * 0.92
    first = middle - step * (len(texts) - 1) / 2 + _MIDDLE_EM * size * PT_MM
    for at, text in enumerate(texts):
        yield first + at * step, text


def heading(title: str, subtitle: str, width: float) -> Iterator[Node]:
    """Yield the title of a picture and the line below it."""
    yield Text(x=0.0, y=4.2, text=fitted(title, width, TITLE_PT, True), size_pt=TITLE_PT, bold=True)
    yield Text(x=0.0, y=8.6, text=fitted(subtitle, width, SMALL_PT), size_pt=SMALL_PT, role="text2")

"""Tables wider than a page: turned where that can be read, else in parts that repeat the columns saying which row it is.

One rule for all paged formats. Lengths are in one unit of the caller's choice.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.model import Group, Language, Row, Table

# How much narrower than asked for columns may be: as it stands, and on a turned page in small type.
READABLE, SMALL_TYPE = 0.8, 0.65
_LARGEST_WORD = 0.4  # of the room: a longer word is broken whatever is done
_LARGEST_KEYS = 0.5
_HALVINGS = 40


class Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a table is turned, and the columns of each of its parts (one part: it is whole)."""

    landscape: bool
    parts: tuple[tuple[int, ...], ...]


class Rooms(msgspec.Struct, frozen=True, kw_only=True):
    """The width of the text on an upright and on a turned page."""

    upright: float
    turned: float


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """The widths that columns ask for, the least that their longest words need (none: not known), how many are keys."""

    wanted: tuple[float, ...]
    least: tuple[float, ...] = ()
    keys: int = 1

    def width(self, at: int, scale: float, room: float) -> float:
        """Return the width of column ``at``, in the unit of the widths it was given, where columns are narrowed by ``scale``."""
        least = self.least[at] if self.least else 0.0
        return max(self.wanted[at] * scale, min(least, room * _LARGEST_WORD))

    def fit(self, room: float, scale: float) -> bool:
        """Tell whether all columns have room side by side."""
        return sum(self.width(at, scale, room) for at in range(len(self.wanted))) <= room


def arranged(columns: Columns, rooms: Rooms, *, landscape: bool) -> Arrangement:
    """Return how a table stands; one that asks for a turned page is never set upright."""
    whole = (tuple(range(len(columns.wanted))),)
    if not landscape and columns.fit(rooms.upright, READABLE):
        return Arrangement(landscape=False, parts=whole)
    if columns.fit(rooms.turned, SMALL_TYPE):
        return Arrangement(landscape=True, parts=whole)
    return Arrangement(landscape=True, parts=_parts(columns, rooms.turned))


def _parts(columns: Columns, room: float) -> tuple[tuple[int, ...], ...]:
    """Return the fewest parts that can be read, none much wider than another."""
    widths = [columns.width(at, READABLE, room) for at in range(len(columns.wanted))]
    keys = columns.keys
    while keys and sum(widths[:keys]) > room * _LARGEST_KEYS:
        keys -= 1
    rest = widths[keys:]
    limit = room - sum(widths[:keys])
    fewest = len(_filled(rest, limit))
    low, high = 0.0, limit
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if len(_filled(rest, middle)) <= fewest else (middle, high)
    head = tuple(range(keys))
    return tuple(head + tuple(keys + at for at in part) for part in _filled(rest, high))


def _filled(widths: Sequence[float], limit: float) -> list[list[int]]:
    """Return the places of ``widths`` in runs of at most ``limit`` each; one that is wider stands alone."""
    runs: list[list[int]] = []
    used = 0.0
    for at, width in enumerate(widths):
        if not runs or used + width > limit:
            runs.append([])
            used = 0.0
        runs[-1].append(at)
        used += width
    return runs


def table_parts(table: Table, arrangement: Arrangement, language: Language) -> tuple[Table, ...]:
    """Return ``table`` as it is set: its parts in order, each with its place in the caption; the first has the anchor."""
    if len(arrangement.parts) == 1:
        return (replace(table, landscape=arrangement.landscape),)
    words, columns = furniture(language), len(table.columns)
    shown: set[int] = set()
    made = []
    for number, part in enumerate(arrangement.parts):
        new = [at + 1 for at in part if at not in shown]
        shown.update(part)
        pattern = words.next_part if number else words.part
        caption = pattern.format(caption=table.caption, first=new[0], last=new[-1], count=columns)
        made.append(_part(table, part, caption.strip(), table.anchor if number == 0 else ""))
    return tuple(replace(one, landscape=arrangement.landscape) for one in made)


def _part(table: Table, part: tuple[int, ...], caption: str, anchor: str) -> Table:
    return replace(
        table,
        columns=tuple(table.columns[at] for at in part),
        rows=tuple(_row_part(row, part) for row in table.rows),
        caption=caption,
        anchor=anchor,
    )


def _row_part(row: Row | Group, part: tuple[int, ...]) -> Row | Group:
    return row if isinstance(row, Group) else replace(row, cells=tuple(row.cells[at] for at in part))

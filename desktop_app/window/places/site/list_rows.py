"""The list of the site's parts: its columns, and a part as a row with what it carries, is rated for and has left."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.services.site_list import SiteRow
from desktop_app.window.models.record_model import RecordColumn, RecordRow
from desktop_app.window.parts.cells import NOT_APPLICABLE_RIGHT, Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.places.build.rows import status_cell
from planner.messages import Message, msg

_INDENT = 16
_COLUMNS: tuple[tuple[str, Message, bool, int], ...] = (
    ("name", msg("site.head.name", "Part"), False, 260),
    ("kind", msg("site.head.kind", "Kind"), False, 130),
    ("load", msg("site.head.load", "Load"), True, 110),
    ("rating", msg("site.head.rating", "Rated"), True, 110),
    ("left", msg("site.head.left", "Left for long"), True, 100),
    ("check", msg("build.head.check", "Check"), False, 110),
)


def list_columns(text: Callable[[Message], str]) -> tuple[RecordColumn, ...]:
    """Return the columns with their heads in the language that ``text`` gives."""
    return tuple(
        RecordColumn(key=key, head=HeadCell(text=text(said), right=right), width=width)
        for key, said, right, width in _COLUMNS
    )


def list_row(one: SiteRow, language: str, indented: bool) -> RecordRow:
    """Return a part as a row; ``indented`` below what it hangs on."""
    cells: tuple[Cell, ...] = (
        TextCell(text=one.name, indent=one.depth * _INDENT if indented else 0),
        TextCell(text=one.kind, tone="text2"),
        _amount(one.load, unknown=one.figure is not None and one.figure.value is None),
        _amount(one.rating, unknown=one.rated is not None and one.rated.value is None),
        _amount(one.left, unknown=one.left_figure is not None and one.left_figure.value is None),
        status_cell(one.worst, language),
    )
    texts = (one.name, one.kind, one.load, one.rating, one.left, "")
    figures = (None, None, one.figure, None, one.left_figure, None)
    return RecordRow(id=one.id, cells=cells, texts=texts, figures=figures)


def _amount(text: str, *, unknown: bool) -> Cell:
    if not text:
        return NOT_APPLICABLE_RIGHT
    return StatusCell(status="unknown", word=text, right=True) if unknown else TextCell(text=text, right=True)

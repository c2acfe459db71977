"""The rows and columns of the fit matrix as a table shows them; nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from desktop_app.services.fit_candidates import Column
from desktop_app.services.fit_table import Below, FitCell
from desktop_app.services.workload_table import EntryRow
from desktop_app.window.models.record_model import RecordColumn, RecordRow
from desktop_app.window.parts.cells import NOT_APPLICABLE_RIGHT, Cell, HeadCell, StatusCell, TextCell
from planner.figure import Figure
from planner.messages import Message, format_figure, msg, unit_symbol

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

FIT = "fit-"
_FIT_WIDTH = 118
_FIXED: tuple[tuple[str, Message, Message | str, bool, int], ...] = (
    ("title", msg("workload.what", "Who does what"), "", False, 232),
    ("people", msg("people.count", "People"), "", True, 60),
    ("per_week", msg("workload.week", "Per week"), msg("workload.week.under", "times"), True, 70),
    ("hours", msg("workload.hours", "Hours"), msg("workload.hours.under", "each"), True, 62),
    ("devices", msg("entry.devices", "Cards"), "", True, 56),
    ("memory", msg("picker.memory", "Memory"), "GiB", True, 76),
)
FIXED = len(_FIXED)


def table_columns(
    bench: Workbench, candidates: Sequence[Column], basis: Callable[[Column], str] | None = None
) -> tuple[RecordColumn, ...]:
    """Return the columns: what an entry is, then each candidate with its memory and the alternatives that have it.

    Where prices stand in the cells, ``basis`` gives what they are made of, in place of memory and alternatives.
    """
    fixed = [
        RecordColumn(
            key=key,
            head=HeadCell(text=bench.text(said), under=_under(bench, under), right=right),
            width=width,
        )
        for key, said, under, right, width in _FIXED
    ]
    stop = "，" if bench.language == "zh" else ", "
    fits = [
        RecordColumn(
            key=f"{FIT}{one.candidate.id}",
            head=HeadCell(text=one.short, under=(basis(one) if basis else "") or _about(one, stop)),
            width=_FIT_WIDTH,
        )
        for one in candidates
    ]
    return (*fixed, *fits)


def _under(bench: Workbench, under: Message | str) -> str:
    """Return what stands below a head: words, or the symbol of a unit."""
    if isinstance(under, str):
        return unit_symbol(under, bench.language) if under else ""
    return bench.text(under)


def _about(one: Column, stop: str) -> str:
    return stop.join(part for part in (one.memory, *one.marks) if part)


def table_row(
    bench: Workbench, one: EntryRow, cells: Sequence[FitCell], shares: Sequence[Figure | None], below: Below
) -> RecordRow:
    """Return a row: the entry in words, then its fit on each candidate."""
    memory = format_figure(one.memory, bench.language)
    number = f"{one.memory.value:.1f}" if one.memory.value is not None else ""
    unknown = bench.text(msg("build.check.unknown", "Unknown"))
    fixed: list[Cell] = [
        TextCell(text=one.title, under=one.detail),
        _number(one.people),
        _asked(one.per_week, assumed="sessions_per_week" in one.assumed),
        _asked(one.hours, assumed="hours_per_session" in one.assumed),
        _number(str(one.devices), assumed="devices" in one.assumed),
        TextCell(text=number, right=True, bold=True, assumed=one.memory.quality == "assumed")
        if number
        else StatusCell(status="unknown", word=unknown, right=True),
    ]
    texts = [one.title, one.people, one.per_week, one.hours, str(one.devices), memory]
    asked = [said if said else unknown for said in (one.per_week, one.hours)]
    texts[2:4] = asked
    tips = [one.detail, "", *(said if said == unknown else "" for said in asked), "", ""]
    for cell in cells:
        fixed.append(_fit(cell, below))
        texts.append(cell.said)
        tips.append(cell.said)
    figures = [None, None, None, None, None, one.memory, *shares]
    return RecordRow(id=one.id, cells=tuple(fixed), texts=tuple(texts), figures=tuple(figures), tips=tuple(tips))


def _fit(cell: FitCell, below: Below) -> StatusCell:
    return StatusCell(
        status=cell.status,  # type: ignore[arg-type]  # the service says statuses of the look
        word=cell.word,
        under=cell.speed if below == "speed" else cell.price,
        tinted=cell.status == "error",
        bold=cell.status == "error",
    )


def _asked(text: str, *, assumed: bool) -> Cell:
    """Return a number that everybody has and may not have said; the column has no room for the word."""
    return TextCell(text=text, right=True, assumed=assumed) if text else StatusCell(status="unknown", right=True)


def _number(text: str, *, assumed: bool = False) -> Cell:
    return TextCell(text=text, right=True, assumed=assumed) if text else NOT_APPLICABLE_RIGHT

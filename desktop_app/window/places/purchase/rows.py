"""The rows of the table of parameters: what each column shows of a parameter and of a line, as prepared cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from desktop_app.services.purchasing import Outcome, ParameterGroup, ParameterLine
from desktop_app.window.models.record_model import RecordColumn, RecordRow
from desktop_app.window.parts.cells import (
    NOT_APPLICABLE,
    NOT_APPLICABLE_RIGHT,
    Cell,
    GroupCell,
    HeadCell,
    StatusCell,
    TextCell,
)
from planner.messages import Message, msg, render
from planner.tender.library import Level

if TYPE_CHECKING:
    from desktop_app.window.look.tokens import Status

MARKS: dict[Level, str] = {"star": "★", "important": "▲", "general": ""}
STATUS: dict[Outcome, tuple[Status, Message]] = {
    "error": ("error", msg("build.check.error", "Error")),
    "warning": ("warn", msg("build.check.warning", "Warning")),
    "unknown": ("unknown", msg("purchase.to_verify", "To verify")),
    "pass": ("ok", msg("build.check.pass", "Pass")),
}
_NOT_KNOWN = msg("build.check.unknown", "Unknown")
_KEYS = ("code", "mark", "name", "requirement", "basis", "evidence", "makers", "check")


def columns(language: str) -> tuple[RecordColumn, ...]:
    """Return the columns with their heads in ``language``."""

    def head(said: Message, *, right: bool = False) -> HeadCell:
        return HeadCell(text=render(said, language), right=right)

    wide = language != "zh"
    return (
        RecordColumn(key="code", head=head(msg("purchase.head.code", "No.")), width=70),
        RecordColumn(key="mark", head=head(msg("purchase.head.mark", "Mark")), width=52),
        RecordColumn(key="name", head=head(msg("purchase.head.name", "Parameter")), width=150 if wide else 116),
        RecordColumn(key="requirement", head=head(msg("purchase.head.requirement", "Requirement")), width=260),
        RecordColumn(key="basis", head=head(msg("purchase.head.basis", "Rests on")), width=140),
        RecordColumn(key="evidence", head=head(msg("purchase.head.evidence", "Proof")), width=84),
        RecordColumn(
            key="makers", head=head(msg("purchase.head.makers", "Makers"), right=True), width=76 if wide else 64
        ),
        RecordColumn(key="check", head=head(msg("build.head.check", "Check")), width=96 if wide else 84),
    )


def table_rows(
    groups: Sequence[ParameterGroup],
    language: str,
    folded: Collection[str],
    keep: Callable[[ParameterLine], bool],
    order: Callable[[Sequence[ParameterLine]], Sequence[ParameterLine]],
) -> tuple[RecordRow, ...]:
    """Return a head for each line of the plan and its parameters in ``order``; those that ``keep`` refuses are left out."""
    rows: list[RecordRow] = []
    for group in groups:
        inside = order([one for one in group.parameters if keep(one)])
        if not inside:
            continue
        rows.append(_head(group, len(inside), is_open=group.line not in folded))
        if group.line not in folded:
            rows += [_row(one, language) for one in inside]
    return tuple(rows)


def _head(group: ParameterGroup, count: int, *, is_open: bool) -> RecordRow:
    text = f"{group.number}  {group.title}"
    cell = GroupCell(text=text, count=str(count), icon="tender", open=is_open)
    empty = ("",) * (len(_KEYS) - 1)
    return RecordRow(id=f"group-{group.line}", cells=(cell, *(None for _ in empty)), texts=(text, *empty), group=True)


def _row(one: ParameterLine, language: str) -> RecordRow:
    status, word = STATUS[one.outcome]
    said = render(_NOT_KNOWN if one.missing else word, language)
    makers = "" if one.makers is None else str(one.makers)
    cells: dict[str, Cell] = {
        "code": TextCell(text=one.code, tone="text2"),
        "mark": TextCell(text=MARKS[one.level]),
        "name": TextCell(text=one.name, bold=one.level == "star"),
        "requirement": _requirement(one, language),
        "basis": TextCell(text=one.basis, tone="text2", assumed=one.outcome == "unknown")
        if one.basis
        else NOT_APPLICABLE,
        "evidence": TextCell(text=one.evidence, tone="text2") if one.evidence else NOT_APPLICABLE,
        "makers": TextCell(text=makers, right=True) if makers else NOT_APPLICABLE_RIGHT,
        "check": StatusCell(status=status, word=said),
    }
    texts = (one.code, MARKS[one.level], one.name, one.requirement, one.basis, one.evidence, makers, said)
    figures = {"requirement": one.figure, "basis": one.figure}
    tips = {
        "check": render(one.finding, language) if one.finding is not None else "",
        "makers": render(_makers_tip(one), language) if makers else "",
    }
    return RecordRow(
        id=one.code,
        cells=tuple(cells[key] for key in _KEYS),
        texts=texts,
        figures=tuple(figures.get(key) for key in _KEYS),
        tips=tuple(tips.get(key, "") for key in _KEYS),
    )


def _requirement(one: ParameterLine, language: str) -> Cell:
    if one.missing:
        return StatusCell(status="unknown", word=render(msg("purchase.no_value", "No value yet"), language))
    return TextCell(text=one.core)


def _makers_tip(one: ParameterLine) -> Message:
    return msg(
        "purchase.makers",
        "Makers known to meet all ★ on the cards: {chips} of chips, {systems} of whole machines. Known is not all.",
        chips=one.chips or 0,
        systems=one.makers or 0,
    )

"""Read a filled site survey sheet: each answer as it was typed, its cell, and what the row says it belongs to."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from planner.documents.survey import ANSWER, HEAD, PLACE, PLAN, QUESTION
from planner.errors import ImportFailed
from planner.exchange.survey_cells import Grid, grids
from planner.messages import Labelled, Message, msg

DEPTH = 3  # site/c1/breaker_a, A/link-1/cable_m, plan/calendar/overnight_guard
_PLAN = re.compile(rf"(?:{'|'.join(map(re.escape, PLAN.values()))})\s*[：:]\s*(?P<plan>[0-9A-Za-z_-]+)")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer: the number of its row, what was typed, its cell, the words beside it, and what is wrong with the cell."""

    path: str
    text: str
    cell: str | Labelled
    place: str = ""
    asked: str = ""
    fault: Message | None = None


class FilledSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A filled sheet: the id of the plan it was written for ('' where it does not say) and the rows with an answer."""

    plan: str
    answers: tuple[Answer, ...]


def read_sheet(path: Path) -> FilledSheet:
    """Return the answers of a filled sheet, rows without one left out; a row that lost its number keeps its words.

    Raises:
        ImportFailed: the file is neither workbook nor Word document, or none of its tables has the columns of a survey.
    """
    for grid in grids(path):
        found = _answers(grid)
        if found is not None:
            return FilledSheet(plan=_plan(grid), answers=found)
    raise ImportFailed(
        msg(
            "survey.no_columns",
            "{name} is no site survey sheet: no row has both its number and its answer.",
            name=path.name,
        ),
        msg("survey.no_columns.remedy", "Take the sheet that was written for this plan; keep the columns' names."),
        str(path),
    )


def _plan(grid: Grid) -> str:
    found = next((one for text in grid.texts.values() if (one := _PLAN.search(text)) is not None), None)
    return "" if found is None else found["plan"]


def _answers(grid: Grid) -> tuple[Answer, ...] | None:
    texts = grid.texts
    head = next((place for place, text in sorted(texts.items()) if text in HEAD.values()), None)
    if head is None:
        return None
    top, number = head

    def column(words: dict[str, str]) -> int:
        return next((at for (line, at), text in texts.items() if line == top and text in words.values()), 0)

    answer, place, asked = column(ANSWER), column(PLACE), column(QUESTION)
    if not answer:
        return None
    found = []
    for line in sorted({row for row, at in (*texts, *grid.uncomputed) if row > top and at == answer}):
        own = {name: texts.get((line, at), "") for name, at in (("path", number), ("place", place), ("asked", asked))}
        fault = _NO_VALUE if (line, answer) in grid.uncomputed else None
        if (line, answer) in grid.struck:
            fault = _STRUCK
        if own["path"] not in HEAD.values():  # heads are repeated on every page
            found.append(
                Answer(text=texts.get((line, answer), ""), cell=grid.name(line, answer), fault=fault, **own),
            )
    return tuple(found)


_STRUCK = msg("survey.struck", "This answer is crossed out, so it counts as none: write the right one in its place.")
_NO_VALUE = msg(
    "survey.uncomputed",
    "A formula without its result: open the sheet in a spreadsheet program and save it, or type the number.",
)

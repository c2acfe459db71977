"""Read a filled site survey sheet back: the answer beside each number, as it was typed."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import msgspec

from planner.catalog.attributes import find_attribute
from planner.catalog.choices import choice_words
from planner.documents.survey import ANSWER, HEAD
from planner.errors import ImportFailed
from planner.exchange.form_address import corner
from planner.exchange.form_book import Book, Sheet
from planner.exchange.form_package import open_package
from planner.exchange.form_text import Element
from planner.messages import msg
from planner.plan.document import Plan

_MOST_ROWS = 5000
_DEPTH = 3  # site/c1/breaker_a, A/link-1/cable_m
_FIRST_DAY = dt.date(1899, 12, 30)


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer: the path of its value, what was typed, and the cell it stands in."""

    path: str
    text: str
    cell: str


def read_answers(path: Path) -> tuple[Answer, ...]:
    """Return the answers of a filled sheet, those that are empty left out.

    Raises:
        ImportFailed: the file is no workbook, none of its sheets has the columns of a survey, or an answer is a
            formula whose result is not in the file.
    """
    book = Book(open_package(path))
    for sheet in book.sheets:
        found = _answers(book, sheet)
        if found is not None:
            return found
    raise ImportFailed(
        msg(
            "survey.no_columns",
            "{name} is no site survey sheet: no row has both its number and its answer.",
            name=path.name,
        ),
        msg("survey.no_columns.remedy", "Take the sheet that was written for this plan; keep the columns' names."),
        str(path),
    )


def _answers(book: Book, sheet: Sheet) -> tuple[Answer, ...] | None:
    texts: dict[tuple[int, int], str] = {}
    uncomputed: dict[tuple[int, int], str] = {}
    for cell, at in book.cells(sheet):
        column, row = corner(at)
        if row <= _MOST_ROWS and (typed := _text(book, cell)):
            texts[row, column] = typed
        elif any(part.tag.rpartition("}")[2] == "f" for part in cell):
            uncomputed[row, column] = at
    head = next((place for place, text in sorted(texts.items()) if text in HEAD.values()), None)
    if head is None:
        return None
    row, column = head
    answer = next((at for (line, at), text in texts.items() if line == row and text in ANSWER.values()), None)
    if answer is None:
        return None
    numbers = [(line, text) for (line, at), text in sorted(texts.items()) if at == column and line > row]
    for line, text in numbers:
        if len(text.split("/")) == _DEPTH and (line, answer) in uncomputed:
            raise _no_value(f"{sheet.name} {uncomputed[line, answer]}")
    return tuple(
        Answer(path=text, text=texts[line, answer], cell=f"{sheet.name} {line}")
        for line, text in numbers
        if len(text.split("/")) == _DEPTH and (line, answer) in texts
    )


def _no_value(cell: str) -> ImportFailed:
    """Return the error for a formula that no program has reckoned: what it comes to is not in the file."""
    return ImportFailed(
        msg("survey.uncomputed", "{cell} holds a formula without its result.", cell=cell),
        msg("survey.uncomputed.remedy", "Open the sheet in a spreadsheet program and save it, or type the number."),
        cell,
    )


def _text(book: Book, cell: Element) -> str:
    """Return what a cell shows as text; a number as it is stored."""
    kind = cell.get("t")
    parts = [part for part in cell if part.tag.rpartition("}")[2] in ("v", "is")]
    if not parts:
        return ""
    if kind == "s":
        number = int(parts[0].text or 0)
        return "".join(book.shared[number].itertext()).strip() if number < len(book.shared) else ""
    return "".join(parts[0].itertext()).strip()


def typed_value(plan: Plan, answer: Answer) -> tuple[str, str]:
    """Return the plan's path of an answer and the text to type there; a choice is told by its key.

    Raises:
        ImportFailed: the plan has no such node, or the node no such value.
    """
    holder, name, key = (*answer.path.split("/"), "", "", "")[:_DEPTH]
    kind, path = _owner(plan, holder, name)
    attribute = find_attribute(key, kind)
    if attribute is None:
        raise ImportFailed(
            msg("survey.stranger", "{cell}: this plan has nothing called {path}.", cell=answer.cell, path=answer.path),
            msg("survey.stranger.remedy", "Take the sheet that was written for this plan."),
            answer.cell,
        )
    text = answer.text
    for one in attribute.choices:
        words = choice_words(key, one)
        if words is not None and text in (words.zh, words.en):
            text = one
    if attribute.type == "date" and text.isdecimal():
        text = (_FIRST_DAY + dt.timedelta(days=int(text))).isoformat()  # a workbook keeps days as numbers
    return f"{path}/{'facts' if holder == 'existing' else 'values'}/{key}", text


def _owner(plan: Plan, holder: str, name: str) -> tuple[str, str]:
    """Return the kind and the path of the node, network link or machine there is that an answer belongs to; '' for both where there is none."""
    if holder == "site":
        node = plan.node(name)
        return ("", "") if node is None else (f"site.{node.type}", f"site/{name}")
    if holder == "existing":
        return ("existing", f"existing/{name}") if any(old.id == name for old in plan.existing) else ("", "")
    one = plan.alternative(holder)
    if one is None or all(link.id != name for link in one.links):
        return "", ""
    return "link", f"alternatives/{holder}/links/{name}"

"""The site survey sheet of a plan: written with what is missing, read back as one edit that is shown before it is made."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from desktop_app.services.assessing import assess_plan
from desktop_app.services.fields import field_view
from desktop_app.services.session import chosen_alternative
from planner.errors import EditError, InputError
from planner.messages import Message, format_value, msg, render

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from db.store import Store
    from planner.documents.model import Document, Language
    from planner.exchange.survey_understood import State, Understood
    from planner.plan.document import Plan
    from planner.plan.edits import Edit
    from planner.render import Format


SURVEY_FORMATS: tuple[Format, ...] = ("xlsx", "pdf", "docx")  # a sheet has cells or lines to fill in
STATES: dict[State, Message] = {
    "new": msg("survey.state.new", "New"),
    "changed": msg("survey.state.changed", "Overwrites"),
    "same": msg("survey.state.same", "As it is"),
    "open": msg("survey.state.open", "Left open"),
    "refused": msg("survey.state.refused", "Not read"),
}


class AnswerRow(msgspec.Struct, frozen=True, kw_only=True):
    """One answer for people: its cell, what it belongs to and was asked, what was typed, old and new value, what is to be said.

    ``key`` names the row: its number in the sheet, or its cell where it lost that. ``taken`` is False where it was left out.
    """

    state: State
    state_word: str
    cell: str
    place: str
    asked: str
    typed: str
    before: str
    after: str
    note: str
    path: str
    is_assumed: bool
    key: str = ""
    taken: bool = True

    @property
    def changes(self) -> bool:
        """Tell whether the answer would change the plan, so that it can be left out."""
        return self.state in ("new", "changed")


class SurveyAnswers(msgspec.Struct, frozen=True, kw_only=True):
    """A filled sheet as it would change a plan; ``edit`` is None where it changes nothing.

    ``other_plan`` is the id of the plan that it was written for where that is another one, else ''.
    """

    file: str
    other_plan: str
    rows: tuple[AnswerRow, ...]
    edit: Edit | None

    def count(self, *states: State) -> int:
        """Return the number of answers in one of the states."""
        return sum(row.state in states for row in self.rows)

    @property
    def taken(self) -> int:
        """Return how many answers would be taken into the plan."""
        return sum(row.changes and row.taken for row in self.rows)

    def rows_of(self, keys: Iterable[str]) -> frozenset[int]:
        """Return which rows the keys name, by number or by cell; raises InputError for a key that names none."""
        found: set[int] = set()
        for key in keys:
            named = {at for at, row in enumerate(self.rows) if key.casefold() in _names(row)}
            if not named:
                known = tuple(row.key for row in self.rows if row.changes)
                raise InputError(
                    msg("survey.no_row", "No answer of the sheet is called {key}.", key=key),
                    msg("survey.no_row.remedy", "The rows with an answer are: {keys}.", keys=known),
                )
            found |= named
        return frozenset(found)


def _names(row: AnswerRow) -> tuple[str, ...]:
    return row.key.casefold(), row.cell.casefold(), row.cell.rpartition(" ")[2].casefold()


def survey_of(plan: Plan, alternative: str, language: Language, today: dt.date) -> Document:
    """Return the sheet with what nobody has told of the site; raises UnknownIdError for an unknown alternative."""
    from planner.documents.survey import survey

    return survey(assess_plan(plan, alternative or chosen_alternative(plan), today, ())[0], language, today)


def read_survey(plan: Plan, file: Path, store: Store, language: str, left_out: Collection[int] = ()) -> SurveyAnswers:
    """Return what the answers of a filled sheet come to, each in words, with the one edit that takes them into the plan.

    The answers at the places ``left_out`` (from 0) are told with what they would do, and are not in the edit.

    Raises:
        ImportFailed: the file is no survey sheet, or of a kind that is not read.
    """
    from planner.exchange.survey import read_sheet
    from planner.exchange.survey_understood import edit_of, understood

    sheet = read_sheet(file)
    kept = tuple(at for at in range(len(sheet.answers)) if at not in left_out)
    found = list(understood(plan, sheet, store.catalog.get))
    taken = found
    if len(kept) < len(found):  # a part that comes with a row left out comes with the next one that needs it
        some = msgspec.structs.replace(sheet, answers=tuple(sheet.answers[at] for at in kept))
        taken = list(understood(plan, some, store.catalog.get))
        for at, one in zip(kept, taken, strict=True):
            found[at] = one
    edit = edit_of(taken, render(msg("survey.step", "Site survey sheet {file}", file=file.name), language))
    after = plan if edit is None else edit.apply(plan)[0]
    return SurveyAnswers(
        file=file.name,
        other_plan=sheet.plan if sheet.plan != plan.id else "",
        rows=tuple(_rows(found, plan, after, language, left_out)),
        edit=edit,
    )


def _rows(
    found: Sequence[Understood], plan: Plan, after: Plan, language: str, left_out: Collection[int]
) -> list[AnswerRow]:
    return [
        AnswerRow(
            state=one.state,
            state_word=render(STATES[one.state], language),
            cell=format_value(one.answer.cell, language),
            place=format_value(one.place, language) if one.path else one.answer.place,
            asked=one.attribute.label(language) if one.attribute is not None else one.answer.asked or one.answer.path,
            typed=one.answer.text,
            before=_shown(plan, one.path, language),
            after=_shown(after if at not in left_out else _with(plan, one), one.path, language) if one.edits else "",
            note=" ".join(render(part, language) for part in _notes(one)),
            path=one.path,
            is_assumed=one.is_assumed,
            key=one.answer.path or format_value(one.answer.cell, "en"),
            taken=at not in left_out,
        )
        for at, one in enumerate(found)
    ]


def _with(plan: Plan, one: Understood) -> Plan:
    """Return the plan with one answer alone."""
    try:
        for edit in one.edits:
            plan, _ = edit.apply(plan)
    except EditError:  # it belongs to a part that another row adds
        pass
    return plan


def _notes(one: Understood) -> list[Message]:
    """Return what is to be said of an answer: why it was not read and what to do, or how it was understood."""
    if one.fault is not None:
        return [one.fault] if one.remedy is None else [one.fault, one.remedy]
    found = []
    if one.adds:
        found.append(msg("survey.adds", "{place} is added.", place=one.place))
    if one.is_assumed:
        found.append(msg("survey.rough", "A rough number: taken as assumed."))
    if one.by_words:
        found.append(msg("survey.by_words", "The row has no number; it is known by its words."))
    if one.state == "open":
        found.append(msg("survey.open", "Nobody knows: the question stays open."))
    return found


def _shown(plan: Plan, path: str, language: str) -> str:
    """Return what stands at a path as a field shows it, '' for nothing."""
    if not path:
        return ""
    try:
        view = field_view(plan, path, language)
    except EditError:
        return ""  # a part that is not there yet
    if view.key:
        return dict(view.choices).get(view.key, view.key)
    return f"{view.text} {view.unit}".strip() if view.text else ""

"""The site survey sheet: exactly what nobody has told of the room, its wiring and its network cables, a line for each answer.

A line's number is the key of its value (``site/c1/breaker_a``), so that the filled sheet can be read back. Beside a
question stands where its answer is found; what is to be done about it is no matter of a survey.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import lru_cache

from planner.assess.run import Assessment
from planner.catalog.attributes import Attribute
from planner.catalog.choices import choice_words
from planner.checks.inlets import forms_of
from planner.documents.model import (
    Cell,
    Choice,
    Column,
    Document,
    Input,
    KeyValue,
    Language,
    Note,
    Row,
    Signature,
    Table,
    Text,
)
from planner.documents.survey_questions import Question, questions
from planner.documents.titles import one_line
from planner.limits import with_own_limits
from planner.messages import Labelled, Message, begun, format_value, msg, render
from planner.tables import rows

HEAD = {"zh": "编号", "en": "No."}
PLACE = {"zh": "位置", "en": "Place"}
QUESTION = {"zh": "需要了解的内容", "en": "What is asked"}
ANSWER = {"zh": "回答", "en": "Answer"}
PLAN = {"zh": "方案编号", "en": "Plan number"}
_FLAG = {"zh": ("是", "否"), "en": ("yes", "no")}


@lru_cache(maxsize=1)
def _ways() -> dict[str, Labelled]:
    """Return by attribute where the answer is found: what to look at, or whom to ask; never what to do about it."""
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in rows("facility/survey.csv")}


@with_own_limits
def survey(assessment: Assessment, language: Language, today: dt.date) -> Document:
    """Return the sheet with every open question about the site, a place for each answer, and who signs."""
    plan, asked = assessment.plan, questions(assessment)

    def say(message: Message) -> str:
        return render(message, language)

    title = say(msg("survey.title", "Site survey sheet"))
    columns = (
        Column(key="no", title=HEAD[language], width_mm=38, kind="id"),
        Column(key="what", title=say(msg("survey.place", "Place")), width_mm=26),
        Column(key="ask", title=say(msg("survey.question", "What is asked")), width_mm=44),
        Column(key="answer", title=ANSWER[language], width_mm=30, kind="input"),
        Column(key="why", title=say(msg("survey.how", "Where to look")), width_mm=38),
    )
    return Document(
        title=title,
        subtitle=one_line(plan.title.label(language)),
        language=language,
        audience="external",
        date=today,
        organisation=one_line(plan.organisation.name),
        meta=(
            KeyValue(say(msg("survey.date", "Date")), Text(today.isoformat())),
            KeyValue(PLAN[language], Text(plan.id)),
        ),
        blocks=(
            Note(
                text=say(
                    msg(
                        "survey.note",
                        "{count} answers are missing. Fill in what is known and leave the rest empty; the sheet is read back by its "
                        "numbers.",
                        count=len(asked),
                    )
                )
            ),
            Table(
                columns=columns,
                rows=tuple(_row(one, language, plan.organisation.profile) for one in asked),
                caption=title,
                sheet=title,
                numbered=False,
            ),
        ),
        signature=Signature(
            heads=("", *(say(one) for one in _SIGNERS)),
            rows=((say(msg("survey.filled", "Filled in by")), "", "", ""),),
        ),
    )


_SIGNERS = (
    msg("survey.unit", "Department"),
    msg("survey.signature", "Signature"),
    msg("survey.day", "Date"),
)


def _row(one: Question, language: Language, profile: str) -> Row:
    way = _ways().get(one.attribute.key)
    return Row(
        (
            Text(one.path),
            Text(format_value(one.place, language)),
            Text(begun(one.attribute.heading(language))),
            _answer(one.attribute, language, profile),
            Text(_where(one.attribute, way, language)),
        )
    )


_FORMS = ("form", "socket_form")  # a sheet offers those of the country: a drop-down holds 255 characters
_NONE = {"zh": "没有填 0", "en": "none: 0"}


def _where(attribute: Attribute, way: Labelled | None, language: Language) -> str:
    """Return where the answer is found, and that 0 says none where it does: of most values 0 is no answer."""
    found = "" if way is None else begun(way.label(language))
    if not (attribute.numeric and attribute.zero_is_none):
        return found
    return f"{found}；{_NONE[language]}" if language == "zh" else f"{found}; {_NONE[language]}"


def _answer(attribute: Attribute, language: Language, profile: str) -> Cell:
    if attribute.type == "flag":
        return Choice(options=_FLAG[language])
    if attribute.choices:
        here = forms_of(profile) if attribute.key in _FORMS else frozenset(attribute.choices)
        return Choice(options=tuple(_words(attribute.key, [one for one in attribute.choices if one in here], language)))
    return Input(kind="number" if attribute.numeric else "text")


def _words(key: str, choices: Iterable[str], language: Language) -> list[str]:
    return [word.label(language) if (word := choice_words(key, one)) is not None else one for one in choices]

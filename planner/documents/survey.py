"""The site survey sheet: exactly what nobody has told of the room and its wiring, one line for each answer.

A line's number is the path of its value (``site/c1/breaker_a``), so that the filled sheet can be read back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

import msgspec

from planner.assess.run import Assessment
from planner.catalog.attributes import Attribute, find_attribute
from planner.catalog.choices import choice_words
from planner.checks.registry import Finding
from planner.checks.site_parts import name_of
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
from planner.documents.titles import one_line
from planner.messages import Message, format_value, msg, render
from planner.plan.document import SiteNode

HEAD = {"zh": "编号", "en": "No."}
ANSWER = {"zh": "回答", "en": "Answer"}
_FLAG = {"zh": ("是", "否"), "en": ("yes", "no")}


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One value that nobody told: its path, the node it belongs to, its attribute, and the finding that asks for it."""

    path: str
    node: SiteNode
    attribute: Attribute
    finding: Finding


def questions(assessment: Assessment) -> tuple[Question, ...]:
    """Return what nobody has told of the site, each once, in the order of its nodes."""
    nodes = {node.id: node for node in assessment.plan.site}
    found: dict[str, Question] = {}
    for finding in assessment.findings:
        if finding.outcome in ("unknown", "note") and finding.waiver is None:
            for key in finding.missing:
                one = _question(key, nodes, finding)
                if one is not None:
                    found.setdefault(one.path, one)
    order = {name: number for number, name in enumerate(nodes)}
    return tuple(sorted(found.values(), key=lambda one: order[one.node.id]))


def _question(key: str, nodes: dict[str, SiteNode], finding: Finding) -> Question | None:
    parts = key.split("/")
    node = nodes.get(parts[1]) if len(parts) == 3 and parts[0] == "site" else None  # noqa: PLR2004 - site/node/value
    attribute = None if node is None else find_attribute(parts[2], f"site.{node.type}")
    if node is None or attribute is None or parts[2] in node.values:
        return None
    return Question(path=key, node=node, attribute=attribute, finding=finding)


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
        meta=(KeyValue(say(msg("survey.date", "Date")), Text(today.isoformat())),),
        blocks=(
            Note(
                text=say(
                    msg(
                        "survey.note",
                        "{count} answers are missing. Fill in what is known and leave the rest empty; the sheet is read back by its "
                        "numbers. 0 means none.",
                        count=len(asked),
                    )
                )
            ),
            Table(
                columns=columns,
                rows=tuple(_row(one, language) for one in asked),
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


def _row(one: Question, language: Language) -> Row:
    remedy = "" if one.finding.remedy is None else render(one.finding.remedy, language)
    return Row(
        (
            Text(one.path),
            Text(format_value(name_of(one.node), language)),
            Text(_begun(one.attribute.heading(language))),
            _answer(one.attribute, language),
            Text(remedy),
        )
    )


def _begun(heading: str) -> str:
    """Return a heading that begins with a capital, as a cell of a paper does."""
    return heading[:1].upper() + heading[1:]


def _answer(attribute: Attribute, language: Language) -> Cell:
    if attribute.type == "flag":
        return Choice(options=_FLAG[language])
    if attribute.choices:
        return Choice(options=tuple(_words(attribute.key, attribute.choices, language)))
    return Input(kind="number" if attribute.numeric else "text")


def _words(key: str, choices: Iterable[str], language: Language) -> list[str]:
    return [word.label(language) if (word := choice_words(key, one)) is not None else one for one in choices]

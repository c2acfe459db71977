"""The site survey sheet: exactly what nobody has told of the room, its wiring and its network cables, a line for each answer.

A line's number is the key of its value (``site/c1/breaker_a``), so that the filled sheet can be read back. Beside a
question stands where its answer is found; what is to be done about it is no matter of a survey.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from planner.assess.run import Assessment
from planner.assess.to_lay import to_lay
from planner.catalog.attributes import Attribute, find_attribute
from planner.catalog.choices import choice_words
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
from planner.documents.site_facts import open_values, reckoned_cooling
from planner.documents.titles import one_line
from planner.messages import Labelled, Message, format_value, msg, render
from planner.plan.document import Facts
from planner.tables import rows

HEAD = {"zh": "编号", "en": "No."}
ANSWER = {"zh": "回答", "en": "Answer"}
_FLAG = {"zh": ("是", "否"), "en": ("yes", "no")}


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One value that nobody told: its path, what it belongs to in words, and its attribute."""

    path: str
    place: str | Labelled | Message
    attribute: Attribute


def questions(assessment: Assessment) -> tuple[Question, ...]:
    """Return what nobody has told of the site and the network cables, each once, in the order of the plan.

    Of what is to be laid nothing is asked: it is not there to be looked at.
    """
    owners, missing = _owners(assessment), to_lay(assessment.plan.site)
    found: dict[str, Question] = {}
    for finding in assessment.findings:
        if finding.waiver is None and finding.subject not in missing:
            for key in _with_readings(finding.missing):
                one = None if key in found else _question(key, owners)
                if one is not None and key.split("/")[1] not in missing:
                    found[key] = one
    order = {name: number for number, name in enumerate(owners)}
    return tuple(sorted(found.values(), key=lambda one: order[one.path.rpartition("/")[0]]))


class _Owner(msgspec.Struct, frozen=True, kw_only=True):
    """A node of the site or a network link: its words, the kind of its attributes, and what was told of it."""

    place: str | Labelled | Message
    kind: str
    values: Facts


def _owners(assessment: Assessment) -> dict[str, _Owner]:
    """Return by the start of their keys the nodes and the links that values belong to."""
    one = assessment.context.alternative
    titles = {line.id: line.title for line in one.lines} | {old.id: old.title for old in assessment.plan.existing}
    found = {
        f"site/{node.id}": _Owner(place=name_of(node), kind=f"site.{node.type}", values=node.values)
        for node in assessment.plan.site
    }
    for old in assessment.plan.existing:
        found[f"existing/{old.id}"] = _Owner(place=old.title, kind="existing", values=old.facts)
    for link in one.links:
        ends = msg("NW.ends", "{machine} to {switch}", machine=titles[link.line], switch=titles.get(link.to, _WALL))
        found[f"{one.id}/{link.id}"] = _Owner(place=ends, kind="link", values=link.values)
    return found


_WALL = Labelled(zh="墙面网口", en="the wall")


def open_facts(assessment: Assessment) -> tuple[Question, ...]:
    """Return what papers about the room print as to be verified, whether or not a check asks for it."""
    site, owners = assessment.context.site, _owners(assessment)
    rows = (_question(f"site/{node.id}/{key}", owners) for node, key in open_values(site.nodes, reckoned_cooling(site)))
    return tuple([one for one in rows if one is not None])


def _with_readings(missing: tuple[str, ...]) -> Iterable[str]:
    """Yield the keys, behind what others draw the clamp-meter reading that is better than any word of it."""
    for key in missing:
        yield key
        if key.endswith("/other_load_a"):
            yield from (key.replace("/other_load_a", f"/{name}") for name in ("reading_a", "reading_on"))


def _question(key: str, owners: dict[str, _Owner]) -> Question | None:
    start, _, name = key.rpartition("/")
    owner = owners.get(start)
    attribute = None if owner is None else find_attribute(name, owner.kind)
    if owner is None or attribute is None or name in owner.values:
        return None
    return Question(path=key, place=owner.place, attribute=attribute)


@lru_cache(maxsize=1)
def _ways() -> dict[str, Labelled]:
    """Return by attribute where the answer is found: what to look at, or whom to ask; never what to do about it."""
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in rows("facility/survey.csv")}


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
    way = _ways().get(one.attribute.key)
    return Row(
        (
            Text(one.path),
            Text(format_value(one.place, language)),
            Text(_begun(one.attribute.heading(language))),
            _answer(one.attribute, language),
            Text("" if way is None else _begun(way.label(language))),
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

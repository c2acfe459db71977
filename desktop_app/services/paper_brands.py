"""Which papers of an order must not be written as they stand, said before any is: the word, and where in the plan it stands.

What is looked at is the document itself, before it is set; the scan of the finished file (``render.scan``) stays the
last word. A text of the plan with the word is where to change it; the paper's own place is said where none has it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from planner.documents.house_style import HouseStyle
from planner.documents.model import Document, Language
from planner.errors import ExportError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from planner.assess.run import Assessment
    from planner.plan.document import Plan
    from planner.tender.parameters import Parameter


_NOTHING = msg("brands.nothing", "There are no lines in the build, so there is nothing to ask the market for.")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A text of the plan: what it is called, and the place and subject where it is changed."""

    where: Message
    text: str
    place: str
    subject: str


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A paper of an order that is not written, in one language; ``place`` is '' where no place of the plan settles it."""

    document: str
    language: Language
    reason: Message
    place: str = ""
    subject: str = ""


def refusals(  # noqa: PLR0913 - what a paper is made from
    assessment: Assessment,
    parameters: tuple[Parameter, ...],
    documents: Iterable[str],
    languages: Iterable[Language],
    today: dt.date,
    style: HouseStyle = HouseStyle(),  # noqa: B008 - frozen
) -> tuple[Refusal, ...]:
    """Return the papers of an order that would be refused, in its order; () where all may be written.

    Raises:
        ExportError: there is no such document.
    """
    from desktop_app.services.paper_builders import builders, dressed
    from planner.tender.brands import forbidden_words

    words = forbidden_words(assessment.plan.items.values())
    found: list[Refusal] = []
    wanted = tuple(dict.fromkeys(languages))
    for name, build in builders(documents, style).items():
        for language in wanted:
            if name == "sheet" and not assessment.context.alternative.lines:
                found.append(Refusal(document=name, language=language, reason=_NOTHING, place="build"))
                continue
            try:
                paper = dressed(build(assessment, parameters, language, today), style)
            except ExportError as fault:  # nothing is bought, or a plan that no paper can be made of
                found.append(Refusal(document=name, language=language, reason=fault.message, place="build", subject=""))
                continue
            refusal = named_in(paper, name, assessment.plan, parameters, words)
            if refusal is not None:
                found.append(refusal)
    return tuple(found)


def named_in(
    paper: Document, name: str, plan: Plan, parameters: tuple[Parameter, ...], words: frozenset[str]
) -> Refusal | None:
    """Return why a paper that goes out may not be written; None where it names nobody, or stays inside."""
    from desktop_app.services.paper_builders import sheet_name
    from planner.documents.texts import picture_texts, texts
    from planner.render.scan import fold, scan_texts

    if paper.audience != "external":
        return None
    title = sheet_name(plan, paper, "pdf")
    hits = list(scan_texts([(paper.title, title), *texts(paper), *picture_texts(paper)], words))
    if not hits:
        return None
    written = {fold(word).strip(): word for word in sorted(words)}
    named = list(_named(plan, parameters, paper.language, {hit.word: hit.place for hit in reversed(hits)}))
    said = tuple(_said(one, written) for one in named)
    reason = msg("brands.named.all", "Names {named}. A paper that goes out must not.", named=said)
    first = next((one for one in named if one.place), named[0])
    return Refusal(document=name, language=paper.language, reason=reason, place=first.place, subject=first.subject)


def _said(one: _Named, written: Mapping[str, str]) -> Message:
    words = tuple(msg("brands.word", "“{word}”", word=written.get(word, word)) for word in one.words)
    return msg("brands.named.at", "{words} {where}", words=words, where=one.where)


class _Named(msgspec.Struct, frozen=True, kw_only=True):
    """Folded words of one text, and where it stands; ``place`` is '' where only the paper has them."""

    words: tuple[str, ...]
    where: Message
    place: str = ""
    subject: str = ""


def _named(
    plan: Plan, parameters: tuple[Parameter, ...], language: Language, hits: Mapping[str, str]
) -> Iterator[_Named]:
    """Yield every text that brings in words of ``hits`` (word: place in the paper), texts of the other language last.

    A word is told where it stands first; words that are a part of another one there are told with it.
    """
    from planner.render.scan import find_word, fold

    left = set(hits)
    other: Language = "en" if language == "zh" else "zh"
    for each in (language, other):
        for one in (*plan_texts(plan, each), *_parameter_texts(parameters, each)):
            plain = fold(one.text) if left else ""
            places = {word: at for word in left if (at := find_word(plain, word)) is not None} if plain else {}
            if places:
                yield _Named(words=_apart(places), where=one.where, place=one.place, subject=one.subject)
                left -= set(places)
    rest = {word: place for word, place in hits.items() if word in left}
    for word in rest:
        if not any(word != longer and find_word(longer, word) is not None for longer in hits):
            yield _Named(words=(word,), where=msg("brands.paper", "{place} of the paper", place=rest[word]))


def _apart(places: Mapping[str, int]) -> tuple[str, ...]:
    """Return words of a text by where they begin, without those that are a part of another one."""
    found: list[str] = []
    end = 0
    for word in sorted(places, key=lambda one: (places[one], -len(one))):
        if places[word] >= end:
            found.append(word)
            end = places[word] + len(word)
    return tuple(found)


def plan_texts(plan: Plan, language: Language) -> Iterator[Standing]:
    """Yield the texts of a plan that papers repeat, in one language."""
    yield from _head_texts(plan, language)
    yield from _part_texts(plan, language)
    yield from _site_texts(plan)


def _head_texts(plan: Plan, language: Language) -> Iterator[Standing]:
    yield Standing(
        where=msg("brands.title", "in the name of the plan"),
        text=plan.title.label(language),
        place="plan",
        subject="title",
    )
    yield Standing(
        where=msg("brands.buyer", "in the name of the buyer"),
        text=plan.organisation.name,
        place="plan",
        subject="organisation/name",
    )
    for group in plan.people:
        name = group.title.label(language)
        where = msg("brands.people", "in the name of the group {name}", name=name)
        yield Standing(where=where, text=name, place="plan", subject=group.id)


def _part_texts(plan: Plan, language: Language) -> Iterator[Standing]:
    for alternative in plan.alternatives:
        title = alternative.title.label(language)
        where = msg("brands.alternative", "in the name of the alternative {name}", name=title)
        yield Standing(where=where, text=title, place="build", subject="")
        for line in alternative.lines:
            name = line.title.label(language)
            where = msg("brands.line", "in the name of the line {name}", name=name)
            yield Standing(where=where, text=name, place="build", subject=line.id)
    for entry in plan.workload:
        name = entry.title.label(language)
        where = msg("brands.job", "in the name of the job {name}", name=name)
        yield Standing(where=where, text=name, place="workload", subject=entry.id)


def _site_texts(plan: Plan) -> Iterator[Standing]:
    for node in plan.site:
        where = msg("brands.node", "in the name of {name} on the page Site", name=node.title)
        yield Standing(where=where, text=node.title, place="site", subject=node.id)
        for fact in node.values.values():
            if isinstance(fact.value, str):
                where = msg(
                    "brands.node_fact", "in “{written}” of {name} on the page Site", written=fact.value, name=node.title
                )
                yield Standing(where=where, text=fact.value, place="site", subject=node.id)


def _parameter_texts(parameters: tuple[Parameter, ...], language: Language) -> Iterator[Standing]:
    from planner.tender.wording import whole_sentence

    for one in parameters:
        where = msg("brands.parameter", "in the parameter {code}", code=one.code)
        for text in (whole_sentence(one, language), one.basis.label(language), one.acceptance.label(language)):
            yield Standing(where=where, text=text, place="purchase", subject=one.code)

"""五、商务要求: delivery, price, payment, warranty and the rest, then every ★ of the whole book in one list."""

from __future__ import annotations

import msgspec

from planner.documents.book.draft import Draft, Spec
from planner.documents.book.requirements import acceptance
from planner.documents.model import Mark, Paragraph, Row, Section, Table, Text
from planner.documents.titles import one_line
from planner.messages import format_number
from planner.tender.parameters import Parameter
from planner.tender.terms import Term
from planner.tender.texts import inside, opening

_PLACE = "terms"


class Star(msgspec.Struct, frozen=True, kw_only=True):
    """A requirement that admits no deviation, with its evidence and how it is accepted."""

    code: str
    package: str
    name: str
    evidence: str
    acceptance: str


def commercial_section(draft: Draft) -> Section:
    """Return the section; values that are proposed are open points."""
    proposed = [one.code for one in draft.terms if _is_proposed(draft, one)]
    if proposed:
        draft.open(_PLACE, draft.say("open.terms", codes=draft.join(proposed)), "settle")
    return Section(title=draft.say("terms"), anchor="section-terms", blocks=(_terms(draft), _stars(draft)))


def _is_proposed(draft: Draft, term: Term) -> bool:
    texts = [part.zh for part in term.parts.values()]
    return any(f"{{{key}}}" in words for words in texts for key, one in draft.term_values.items() if not one.is_told)


def _is_assumed(draft: Draft, term: Term) -> bool:
    """Tell whether a term prints a value that a line could state and none does: warranty, delivery."""
    texts = [part.zh for part in term.parts.values()]
    facts = [key for key, one in draft.term_values.items() if one.fact and not one.is_told]
    return any(f"{{{key}}}" in words for words in texts for key in facts)


def _terms(draft: Draft) -> Section:
    columns = draft.columns(
        "terms", ("code", 13, "id"), ("level", 11, "mark"), ("name", 27, "text", "center"), ("text", 115, "text")
    )
    lines = tuple(
        Row((Text(one.code), Mark(one.level), draft.label(one.name), Text(term_text(draft, one))))
        for one in draft.terms
    )
    table = Table(columns=columns, rows=lines, caption=draft.say("terms.caption"), anchor="terms", media="paper")
    return Section(title=draft.say("terms.heading"), blocks=(table,))


def term_text(draft: Draft, term: Term) -> str:
    """Return a term's text: one line for each package it has its own text for."""
    parts = [(package, term.parts[package.kind]) for package in draft.purchase.packages if package.kind in term.parts]
    texts = list(
        dict.fromkeys(draft.fill(part, battery=_battery(draft), condition=_condition(draft)) for _, part in parts)
    )
    mark = draft.say("terms.proposed") if _is_assumed(draft, term) else ""
    if len(texts) == 1 and len(parts) == len(draft.purchase.packages):
        return texts[0] + mark
    return "\n".join(draft.prefix(package) + text for (package, _), text in zip(parts, texts, strict=True)) + mark


def _battery(draft: Draft) -> str:
    has_ups = any(item.line.role == "ups" for item in draft.purchase.items)
    years = format_number(draft.term_values["battery_years"].value)
    return draft.say("terms.battery", years=years) if has_ups else ""


def _condition(draft: Draft) -> str:
    goods = draft.purchase.of("goods")
    used = [draft.title(item) for item in goods.items if item.line.condition == "used"] if goods else []
    return draft.say("terms.used", items=draft.join(used)) if used else draft.say("terms.new")


def stars(draft: Draft) -> tuple[Star, ...]:
    """Return every ★ of the requirements and of the terms, in the order of the book."""
    found = [
        Star(
            code=one.code,
            package=opening(draft.package(package), draft.language),
            name=_of_item(draft, one),
            evidence=opening(one.row.evidence.label(draft.language), draft.language) or draft.say("stars.form"),
            acceptance=acceptance(draft, one),
        )
        for package in draft.purchase.packages
        for one in draft.of_package(package)
        if one.level == "star"
    ]
    found += [
        Star(
            code=term.code,
            package=draft.kinds(term.parts),
            name=term.name.label(draft.language),
            evidence=draft.say("stars.form"),
            acceptance=draft.say("stars.check", stage=inside(draft.say(f"stage.{term.stage}"), draft.language)),
        )
        for term in draft.terms
        if term.level == "star"
    ]
    return tuple(found)


def _of_item(draft: Draft, one: Parameter) -> str:
    """Return the name of a requirement with its item, where several items may have one of that name."""
    name = one.row.name.label(draft.language)
    if len(draft.purchase.items) == 1:
        return name
    item = one_line(one.line_title.label(draft.language))
    return draft.say("stars.of_item", item=item, name=name)


def _stars(draft: Draft) -> Section:
    specs: list[Spec] = [
        ("code", 15, "id"),
        ("package", 15, "text", "center"),
        ("name", 54, "text"),
        ("evidence", 27, "text", "center"),
        ("acceptance", 55, "text"),
    ]
    if not draft.is_split:
        del specs[1]
    lines = tuple(
        Row(
            (
                Text(one.code),
                *((Text(one.package),) if draft.is_split else ()),
                Text(one.name),
                Text(one.evidence),
                Text(one.acceptance),
            )
        )
        for one in stars(draft)
    )
    table = Table(
        columns=draft.columns("stars", *specs),
        rows=lines,
        caption=draft.say("stars.caption"),
        anchor="stars",
        media="paper",
    )
    intro = Paragraph(text=draft.say("stars.intro"), media="paper")
    return Section(title=draft.say("stars"), anchor="section-stars", blocks=(intro, table))

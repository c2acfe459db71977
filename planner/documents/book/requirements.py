"""四、技术要求: how to read them, then one table for each item with its requirements, evidence and acceptance."""

from __future__ import annotations

from collections.abc import Sequence

from planner.documents.book.derivation import unfounded
from planner.documents.book.draft import Draft
from planner.documents.book.items import counted
from planner.documents.model import Block, Group, Mark, Paragraph, Row, Section, Table, Text
from planner.messages import Labelled
from planner.tender.derive import pending
from planner.tender.packages import Item, Package
from planner.tender.parameters import Parameter
from planner.tender.texts import opening, text
from planner.tender.wording import quantity, whole_sentence

RULES = ("level", "limits", "answer", "fitted", "units", "neutral", "evidence")
# Warranty and delivery are commercial terms of the book.
_IN_TERMS = ("sv.warranty", "sv.deliver")
_WIDTHS = {"zh": (14, 10, 25, 70, 18, 29), "en": (14, 11, 25, 60, 24, 32)}


def requirement_section(draft: Draft) -> Section:
    """Return the section; items without requirements are named, and are open points."""
    parts: list[Block] = [_reading(draft)]
    for package in draft.purchase.packages:
        for item in package.items:
            own = [one for one in draft.parameters if one.line == item.line.id]
            if own:
                parts.append(_item(draft, package, item, own))
            else:
                draft.open("requirements", draft.say("open.no_rows", item=draft.title(item)), "fill")
    return Section(title=draft.say("requirements"), anchor="section-requirements", blocks=tuple(parts))


def reading_rules(draft: Draft) -> list[tuple[str, str]]:
    """Return the rules of reading as (topic, rule)."""
    found = [(text(f"read.{rule}", draft.language), text(f"read.{rule}.text", draft.language)) for rule in RULES]
    consequence = draft.say(f"read.consequence.{draft.profile}", section=draft.ref("section-evaluation"))
    topic, rule = found[0]
    return [(topic, rule + ("" if draft.zh else " ") + consequence), *found[1:]]


def _reading(draft: Draft) -> Section:
    stop = "。" if draft.zh else "."
    listed = tuple(
        Paragraph(marker=f"{number}.", lead=topic + stop, text=rule, media="paper")
        for number, (topic, rule) in enumerate(reading_rules(draft), 1)
    )
    return Section(title=draft.say("reading"), anchor="section-reading", blocks=listed)


def _item(draft: Draft, package: Package, item: Item, own: Sequence[Parameter]) -> Section:
    widths = _WIDTHS[draft.language]
    columns = draft.columns(
        "requirements",
        ("code", widths[0], "id"),
        ("level", widths[1], "mark"),
        ("name", widths[2], "text"),
        ("requirement", widths[3], "text"),
        ("evidence", widths[4], "text", "center"),
        ("acceptance", widths[5], "text"),
    )
    table = Table(
        columns=columns,
        rows=tuple(_rows(draft, own)),
        caption=draft.say("requirements.caption", item=draft.title(item)),
        anchor=f"table-{item.line.id}",
        media="paper",
    )
    return Section(title=heading(draft, package, item), anchor=f"item-{item.line.id}", blocks=(table,))


def heading(draft: Draft, package: Package, item: Item) -> str:
    """Return the heading of an item: what, package, number, quantity, whether it is the core product."""
    facts = [draft.package(package)] if draft.is_split else []
    facts += [draft.say("heading.number", number=item.number), counted(draft, item)]
    facts += [draft.say("heading.core")] if item.is_core else []
    joint = "，" if draft.zh else ", "
    return draft.say("heading", item=draft.title(item), facts=joint.join(facts))


def _rows(draft: Draft, own: Sequence[Parameter]) -> list[Row | Group]:
    made: list[Row | Group] = []
    group: Labelled | None = None
    for one in own:
        if one.row.group != group:
            group = one.row.group
            made.append(Group(group.label(draft.language)))
        made.append(
            Row(
                (
                    Text(one.code),
                    Mark(one.level),
                    draft.label(one.row.name),
                    Text(whole_sentence(one, draft.language)),
                    draft.cell(one.row.evidence.label(draft.language) or "—"),
                    Text(acceptance(draft, one)),
                )
            )
        )
    return made


def open_requirements(draft: Draft) -> None:
    """Put on the list what a complete book would ask and nobody has told, and bounds that stand on assumptions."""
    for item in draft.purchase.items:
        missed = [
            one.row.name.label(draft.language)
            for one in pending(draft.assessment, draft.parameters)
            if one.line == item.line.id and one.row.code not in _IN_TERMS
        ]
        if missed:
            told = draft.say("open.missing", item=draft.title(item), names=draft.join(missed))
            draft.open("requirements", told, "fill")
    bare = unfounded(draft)
    if bare:
        draft.open("requirements", draft.say("open.unfounded", codes=draft.join(bare)), "fill")
    doubtful = [one.code for one in draft.parameters if one.threshold.to_verify]
    stated = {one.code: one.threshold.finding.id for one in draft.parameters if one.threshold.finding is not None}
    tight = [code for code, name in stated.items() if name == "tender.ups_tight"]
    clashing = [code for code in stated if code not in tight]
    few = [one for one in draft.parameters if one.finding is not None and one.code not in stated]
    few_systems = [one.code for one in few if one.finding is not None and one.finding.id == "tender.few_systems"]
    few_chips = [_few_makers(draft, one) for one in few if one.code not in few_systems]
    if doubtful:
        draft.open("requirements", draft.say("open.doubtful", codes=draft.join(doubtful)), "verify")
    if clashing:
        draft.open("requirements", draft.say("open.clashing", codes=draft.join(clashing)), "check")
    for code in tight:
        draft.open("requirements", draft.say("open.no_reserve", code=code), "check")
    if few_systems:
        draft.open("requirements", draft.say("open.few_systems", codes=draft.join(few_systems)), "check")
    if few_chips:
        draft.open("requirements", draft.say("open.few", codes=draft.join(few_chips)), "check")


def _few_makers(draft: Draft, one: Parameter) -> str:
    """Return an id with how many makers are known to meet it, and the bound that enough of them would."""
    values = one.finding.values if one.finding is not None else {}
    step = values.get("step")
    if step is None:
        return draft.say("open.few_one", code=one.code, count=values.get("count", 0))
    shared = quantity(step.value, one.unit_text(draft.language))
    return draft.say("open.few_step", code=one.code, count=values["count"], step=shared)


def acceptance(draft: Draft, one: Parameter) -> str:
    """Return how a requirement is accepted, with the program that tests it."""
    programs = [program.code for program in draft.programs if one in program.tested]
    said = one.acceptance.label(draft.language)
    if not programs:
        return opening(said, draft.language) or "—"
    return draft.say("acceptance.by", method=opening(said, draft.language), programs=draft.join(programs))

"""What the answers of a filled survey sheet come to in a plan: each one understood, unchanged, left open or not read.

Nothing is lost and nothing is guessed: 约20 is 20, marked as assumed; 不知道 leaves the question open; 没有 is 0 where 0 can
stand; a row without its number is known by its words where only one question has them. What cannot be read is told with
its cell, and the other answers are taken all the same. Rows of ``+circuit-1`` stand for a part that the plan does not have
yet: its first answer adds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from planner.catalog.attributes import Attribute, attributes_of, find_attribute
from planner.checks.site_parts import name_of
from planner.documents.survey_questions import CALENDAR, NEW
from planner.entry import is_unknown
from planner.errors import InputError, PlannerError
from planner.exchange.survey import DEPTH, Answer, FilledSheet
from planner.exchange.survey_plain import plain, without_about, without_aside
from planner.messages import Labelled, Message, begun, msg
from planner.numerals import normalised
from planner.plan.document import Fact, NodeType, Plan, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, SetValue
from planner.plan.typed import ItemById, edit_from_text

State = Literal["new", "changed", "same", "open", "refused"]
_SAID = ("new", "changed", "same")
_RATING = re.compile(r"[BCD]\s*(\d{1,3})")


class Understood(msgspec.Struct, frozen=True, kw_only=True):
    """One answer as it was understood: where it goes ('' for nowhere), what it belongs to, the edits, what is to be said.

    ``is_assumed`` marks a rough number, ``by_words`` a row that was known by its words, ``adds`` a part that comes with it.
    """

    answer: Answer
    state: State
    path: str = ""
    attribute: Attribute | None = None
    place: str | Labelled | Message = ""
    is_assumed: bool = False
    by_words: bool = False
    adds: bool = False
    edits: tuple[Edit, ...] = ()
    fault: Message | None = None
    remedy: Message | None = None


class _Target(msgspec.Struct, frozen=True, kw_only=True):
    path: str
    attribute: Attribute
    place: str | Labelled | Message
    adding: tuple[Edit, ...] = ()
    by_words: bool = False


def understood(plan: Plan, sheet: FilledSheet, item_by_id: ItemById) -> tuple[Understood, ...]:
    """Return what each answer of a sheet comes to, one after the other, each in the plan that the ones before it leave."""
    found: list[Understood] = []
    current = plan
    for answer in sheet.answers:
        one = _read(current, answer, item_by_id)
        earlier = next((old for old in found if one.path and old.path == one.path and old.state in _SAID), None)
        if earlier is not None and one.state == "changed":
            one = _twice(one, earlier)
        for edit in one.edits:
            current, _ = edit.apply(current)
        found.append(one)
    return tuple(found)


def edit_of(found: Sequence[Understood], title: str) -> Edit | None:
    """Return the one step that takes all that was understood into the plan, None where nothing would change."""
    edits = tuple(edit for one in found for edit in one.edits)
    return Batch(edits=edits, title=title) if edits else None


def _twice(one: Understood, earlier: Understood) -> Understood:
    fault = msg("survey.twice", "The same question is answered otherwise at {cell}.", cell=earlier.answer.cell)
    remedy = msg("survey.twice.remedy", "Leave one of the two rows empty.")
    return msgspec.structs.replace(one, state="refused", edits=(), fault=fault, remedy=remedy)


def _read(plan: Plan, answer: Answer, item_by_id: ItemById) -> Understood:
    target = _target(plan, answer)
    if target is None:
        return _strange(answer)
    one = Understood(
        answer=answer,
        state="open",
        path=target.path,
        attribute=target.attribute,
        place=target.place,
        by_words=target.by_words,
    )
    if answer.fault is not None:
        return msgspec.structs.replace(one, state="refused", fault=answer.fault)
    return one if is_unknown(without_aside(answer.text)[0]) else _taken(plan, one, target, item_by_id)


def _taken(plan: Plan, one: Understood, target: _Target, item_by_id: ItemById) -> Understood:
    """Return an answer with what it changes, or with the reason why it cannot be read."""
    with_part, _ = Batch(edits=target.adding).apply_unchecked(plan)
    text, is_rough = without_about(one.answer.text)
    try:
        _refuse_other_rating(with_part, target, text)
        edit = edit_from_text(with_part, target.path, plain(target.attribute, text), item_by_id)
        if is_rough and isinstance(edit, SetValue) and isinstance(edit.value, dict):
            edit = SetValue(path=edit.path, value={**edit.value, "quality": "assumed"})
        before, after = _fact(with_part, target), _fact(edit.apply(with_part)[0], target)
    except PlannerError as error:
        return msgspec.structs.replace(one, state="refused", fault=error.message, remedy=error.remedy)
    if before is not None and after is not None and (before.value, before.quality) == (after.value, after.quality):
        return msgspec.structs.replace(one, state="same")
    return msgspec.structs.replace(
        one,
        state="new" if before is None else "changed",
        is_assumed=is_rough,
        adds=bool(target.adding),
        edits=(*target.adding, edit),
    )


def _strange(answer: Answer) -> Understood:
    if answer.path:
        fault = msg("survey.stranger", "This plan has nothing called {path}.", path=answer.path)
    else:
        fault = msg("survey.no_number", "The row has lost its number, and its words do not tell which question it is.")
    remedy = msg("survey.stranger.remedy", "Put the answer beside its question in a sheet written for this plan.")
    return Understood(answer=answer, state="refused", fault=fault, remedy=remedy)


def _refuse_other_rating(plan: Plan, target: _Target, text: str) -> None:
    """Raise InputError where a curve was given as C20 and the plan's breaker is one of 16 A: one of the two is wrong."""
    printed = _RATING.search(normalised(text).upper()) if target.attribute.key == "breaker_curve" else None
    node = plan.node(target.path.split("/")[1])
    known = node.values.get("breaker_a") if node is not None else None
    if printed is None or known is None or float(printed[1]) == known.value:
        return
    raise InputError(
        msg(
            "survey.other_rating",
            "{typed} names a breaker of {rating} A; the plan has {known} A.",
            typed=text,
            rating=int(printed[1]),
            known=known.value,
        ),
        msg("survey.other_rating.remedy", "Look at the breaker again, and correct the rating or the answer."),
        target.path,
    )


def _fact(plan: Plan, target: _Target) -> Fact | None:
    holder, name, *_ = target.path.split("/")
    if holder == "calendar":
        return plan.calendar.get(name)
    if holder == "site":
        node = plan.node(name)
        return None if node is None else node.values.get(target.attribute.key)
    if holder == "existing":
        old = next((one for one in plan.existing if one.id == name), None)
        return None if old is None else old.facts.get(target.attribute.key)
    alternative, link = plan.alternative(name), target.path.split("/")[3]
    found = next((one for one in alternative.links if one.id == link), None) if alternative is not None else None
    return None if found is None else found.values.get(target.attribute.key)


# --- where an answer goes --------------------------------------------------------------------------------------------


def _target(plan: Plan, answer: Answer) -> _Target | None:
    parts = answer.path.split("/")
    if len(parts) != DEPTH:
        return _by_words(plan, answer)
    holder, name, key = parts
    if holder == "plan" and name == "calendar":
        return _made(f"calendar/{key}", key, "calendar", CALENDAR)
    if holder == "site":
        return _of_new(plan, name, key) if name.startswith(NEW) else _of_node(plan, name, key)
    if holder == "existing":
        old = next((one for one in plan.existing if one.id == name), None)
        return None if old is None else _made(f"existing/{name}/facts/{key}", key, "existing", old.title)
    one = plan.alternative(holder)
    if one is None or all(link.id != name for link in one.links):
        return None
    return _made(f"alternatives/{holder}/links/{name}/values/{key}", key, "link", answer.place)


def _made(path: str, key: str, kind: str, place: str | Labelled | Message) -> _Target | None:
    attribute = find_attribute(key, kind)
    return None if attribute is None else _Target(path=path, attribute=attribute, place=place)


def _of_node(plan: Plan, name: str, key: str) -> _Target | None:
    node = plan.node(name)
    return None if node is None else _made(f"site/{name}/values/{key}", key, f"site.{node.type}", name_of(node))


def _of_new(plan: Plan, name: str, key: str) -> _Target | None:
    """Return where an answer of a part that was not there goes; the part is added where it is still missing."""
    bare = name.removeprefix(NEW)
    there = _of_node(plan, bare, key)
    kind = _KIND_OF.get(bare.rstrip("0123456789").rstrip("-"))
    if there is not None or kind is None:
        return there
    number = bare.removeprefix(kind)
    made = _made(f"site/{bare}/values/{key}", key, f"site.{kind}", name_of(SiteNode(id=bare, type=kind)))
    return None if made is None else msgspec.structs.replace(made, adding=tuple(_adding(plan, kind, number)))


_KIND_OF: dict[str, NodeType] = {one: one for one in ("room", "panel", "circuit", "socket", "ac", "rack")}
_ABOVE: dict[NodeType, NodeType] = {"panel": "room", "circuit": "panel", "ac": "room", "rack": "room"}


def _adding(plan: Plan, kind: NodeType, number: str) -> Iterator[Edit]:
    """Yield the parts that come with a new one: what it hangs on, and the socket of a circuit, without which it carries nothing."""
    if kind in ("circuit", "socket"):
        if plan.node(f"circuit{number}") is None:
            yield from _one(plan, "circuit", f"circuit{number}")
        yield AddPart(path="site", value=_node(f"socket{number}", "socket", f"circuit{number}"))
    else:
        yield from _one(plan, kind, f"{kind}{number}")


def _one(plan: Plan, kind: NodeType, name: str) -> Iterator[Edit]:
    above = _ABOVE.get(kind)
    parent = next((node.id for node in plan.site if node.type == above), "")
    if above == "panel" and not parent:
        room = next((node.id for node in plan.site if node.type == "room"), "")
        parent = "panel"
        yield AddPart(path="site", value=_node(parent, "panel", room))
    yield AddPart(path="site", value=_node(name, kind, parent))


def _node(name: str, kind: str, parent: str) -> dict[str, str]:
    return {"id": name, "type": kind, "parent": parent}


def _by_words(plan: Plan, answer: Answer) -> _Target | None:
    """Return the one value of the site that has the words of a row which lost its number."""
    found = [
        _Target(path=f"site/{node.id}/values/{one.key}", attribute=one, place=name_of(node), by_words=True)
        for node in plan.site
        if answer.place in _said(name_of(node))
        for one in attributes_of(f"site.{node.type}")
        if answer.asked in (begun(one.heading("zh")), begun(one.heading("en")))
    ]
    return found[0] if len(found) == 1 else None


def _said(name: str | Labelled) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) else (name.zh, name.en)

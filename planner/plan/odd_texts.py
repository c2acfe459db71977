"""Texts of a plan that are to be one of several choices, or of a set form, and are not.

A value that an edit brings in is refused; one that a plan has from before stands, and a check names it (DQ05).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from operator import is_not

import msgspec

from planner.catalog.attributes import Attribute, all_attributes, find_attribute
from planner.catalog.choices import choice_words, chosen
from planner.errors import EditError, InputError
from planner.messages import Labelled, Message, msg
from planner.plan.document import Alternative, Facts, Line, Plan, SiteNode
from planner.text_formats import has_format, odd_text, written


class Odd(msgspec.Struct, frozen=True, kw_only=True):
    """A text that cannot be read: the attribute, what is wrong, what to do, and the value that was meant where it is plain."""

    attribute: Attribute
    typed: str
    fault: Message
    remedy: Message
    meant: str = ""


def may_be_odd(facts: Facts) -> bool:
    """Tell whether there is any fact that is read as a choice or in a set form; for a first look."""
    return not _read().isdisjoint(facts)


@lru_cache(maxsize=1)
def _read() -> frozenset[str]:
    return frozenset([one.key for one in all_attributes() if has_format(one.key) or (one.type == "choice")])


def odd_facts(facts: Facts, kind: str) -> Iterator[Odd]:
    """Yield the texts among the facts of a part of ``kind`` (``site.panel``, ``line``) that cannot be read."""
    for key, fact in facts.items():
        if key in _read() and isinstance(fact.value, str) and fact.value.strip():
            found = find_attribute(key, kind)
            odd = None if found is None else _odd(found, fact.value)
            if odd is not None:
                yield odd


def _odd(attribute: Attribute, text: str) -> Odd | None:
    if has_format(attribute.key):
        fault = odd_text(attribute.key, text)
        return None if fault is None else _of_format(attribute, text, fault)
    if attribute.type != "choice" or text in attribute.choices:
        return None
    return Odd(
        attribute=attribute,
        typed=text,
        fault=msg(
            "typed.choice.of", "{typed} is not one of the choices of {name}.", typed=text, name=attribute.labelled
        ),
        remedy=msg("typed.choice.remedy", "Choose one of: {choices}.", choices=choices_said(attribute)),
        meant=chosen(attribute.key, attribute.choices, text) or "",
    )


def _of_format(attribute: Attribute, text: str, fault: Message) -> Odd:
    try:
        plain = written(attribute.key, text)
    except InputError as error:
        assert error.remedy is not None
        return Odd(attribute=attribute, typed=text, fault=fault, remedy=error.remedy)
    remedy = msg("format.write", "Write {plain}.", plain=plain)
    return Odd(attribute=attribute, typed=text, fault=fault, remedy=remedy, meant=plain)


def choices_said(attribute: Attribute) -> tuple[Labelled | str, ...]:
    """Return the choices of an attribute in words."""
    return tuple(choice_words(attribute.key, one) or one for one in attribute.choices)


def refuse_texts(plan: Plan, before: Plan) -> None:
    """Raise EditError where an edit of ``before`` brought in a text that cannot be read."""
    for place, odd in _brought(plan, before):
        raise EditError(odd.fault, odd.remedy, place)


def _brought(plan: Plan, before: Plan) -> Iterator[tuple[str, Odd]]:
    if plan.site is not before.site:
        yield from _of_site(plan, before)
    for one in plan.alternatives:
        was = before.alternative(one.id)
        if was is not one:
            for line, old in _changed(one, was):
                place = f"alternatives/{one.id}/lines/{line.id}/facts"
                yield from _new(line.facts, None if old is None else old.facts, "line", place)


def _changed(one: Alternative, was: Alternative | None) -> Iterator[tuple[Line, Line | None]]:
    """Yield the lines that are other objects than before, with what they were."""
    if was is None or was.lines is one.lines:
        return
    again: Iterable[Line]
    if len(was.lines) == len(one.lines):
        again = compress(one.lines, map(is_not, one.lines, was.lines))
    else:
        there = {id(line) for line in was.lines}
        again = [line for line in one.lines if id(line) not in there]
    for line in again:
        yield line, next((old for old in was.lines if old.id == line.id), None)


def _of_site(plan: Plan, before: Plan) -> Iterator[tuple[str, Odd]]:
    there = {id(node) for node in before.site}
    for node in plan.site:
        if id(node) not in there:
            old: SiteNode | None = next((one for one in before.site if one.id == node.id), None)
            place = f"site/{node.id}/values"
            yield from _new(node.values, None if old is None else old.values, f"site.{node.type}", place)


def _new(facts: Facts, old: Facts | None, kind: str, place: str) -> Iterator[tuple[str, Odd]]:
    known = {} if old is None else {key: fact.value for key, fact in old.items()}
    fresh = {key: fact for key, fact in facts.items() if known.get(key) != fact.value}
    for odd in odd_facts(fresh, kind):
        yield f"{place}/{odd.attribute.key}", odd

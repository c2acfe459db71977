"""Site conditions as rows of a paper: what is known of room, supply, cooling and racks, and what still has to be asked.

Which facts are told, how, and what the supplier does about them are rows of ``resources/tender/site_*.csv``. A
required fact that nobody has told is printed as 待核实 (to be verified), an accepted assumption carries the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from planner.assess.facts import flag
from planner.catalog.attributes import find_attribute
from planner.documents.model import Language
from planner.figure import Quality
from planner.messages import Labelled, format_number
from planner.plan.document import Fact, SiteNode
from planner.tables import rows
from planner.tender.texts import text

_INHERITED = ("volts", "phases")


class SiteRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row: what it is about, what is known, what the supplier does; ``is_open`` where something must be verified."""

    topic: str
    fact: str
    ask: str
    is_open: bool


class _Topic(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    node: str
    name: Labelled
    ask: Labelled


class _FactRow(msgspec.Struct, frozen=True, kw_only=True):
    topic: str
    key: str
    required: str
    kind: str
    pattern: Labelled


def site_rows(nodes: tuple[SiteNode, ...], language: Language) -> tuple[SiteRow, ...]:
    """Return the rows of the site in the order of the topics; a site without a circuit or cooling says so."""
    by_id = {node.id: node for node in nodes}
    found: list[SiteRow] = []
    for topic in _topics():
        of_type = [node for node in nodes if node.type == topic.node]
        if not of_type and any(row.required == "yes" for row in _facts_of(topic.key)) and topic.key != "rack":
            found.append(_row(topic, "", (), language))
        for number, node in enumerate(of_type, 1):
            parts = tuple(_parts(topic, node, by_id, language))
            if parts:
                found.append(_row(topic, _name(node, number, len(of_type)), parts, language))
    return tuple(found)


def _row(topic: _Topic, name: str, parts: tuple[tuple[str, bool], ...], language: Language) -> SiteRow:
    joint = "，" if language == "zh" else ", "
    unknown = text("verify", language)
    return SiteRow(
        topic=topic.name.label(language) + ("" if language == "zh" or not name else " ") + name,
        fact=joint.join(part for part, _ in parts) or unknown,
        ask=topic.ask.label(language) or text("none", language),
        is_open=not parts or any(is_open for _, is_open in parts),
    )


def _name(node: SiteNode, number: int, count: int) -> str:
    if node.title and node.title != node.id:
        return node.title
    return str(number) if count > 1 else ""


def _parts(
    topic: _Topic, node: SiteNode, by_id: Mapping[str, SiteNode], language: Language
) -> Iterator[tuple[str, bool]]:
    """Yield (text, open) for the facts of one node; nothing where the topic has only wishes that nobody told."""
    for row in _facts_of(topic.key):
        fact = _fact(node, row.key, by_id)
        if fact is not None:
            assumed = fact.quality is Quality.ASSUMED
            shown = _shown(row, fact, language)
            yield (text("assumed", language, value=shown) if assumed else shown), assumed
        elif row.required == "yes" or (row.required == "shared" and flag(node.values, "shared") is True):
            yield _missing(row, node, language), True


def _fact(node: SiteNode, key: str, by_id: Mapping[str, SiteNode]) -> Fact | None:
    current: SiteNode | None = node
    if key == "@parent":
        return _circuit_number(node, by_id)
    while current is not None:
        if key in current.values:
            return current.values[key]
        current = by_id.get(current.parent) if key in _INHERITED else None
    return None


def _circuit_number(node: SiteNode, by_id: Mapping[str, SiteNode]) -> Fact | None:
    """Return the number of the circuit that feeds a socket, None where there is only one or none is told."""
    circuits = [one.id for one in by_id.values() if one.type == "circuit"]
    if len(circuits) < 2 or node.parent not in circuits:
        return None
    return Fact(value=float(circuits.index(node.parent) + 1))


def _shown(row: _FactRow, fact: Fact, language: Language) -> str:
    pattern = row.pattern.label(language)
    if row.kind == "flag":
        yes, no = pattern.split("|")
        return yes if fact.value else no
    return pattern.format(value=_value(row, fact, language))


def _value(row: _FactRow, fact: Fact, language: Language) -> str:
    if isinstance(fact.value, bool | str):
        choice = _choices().get(str(fact.value).replace(" ", ""))
        return choice.label(language) if choice else str(fact.value)
    return f"{fact.value:.0f}" if row.kind == "year" else format_number(fact.value)


def _missing(row: _FactRow, node: SiteNode, language: Language) -> str:
    attribute = find_attribute(row.key, f"site.{node.type}")
    name = re.sub(r"\s*[（(].*[)）]", "", attribute.label(language)) if attribute else row.key
    unknown = text("verify", language)
    return f"{name}{unknown}" if language == "zh" else f"{name} {unknown}"


@lru_cache(maxsize=1)
def _topics() -> tuple[_Topic, ...]:
    return tuple(
        _Topic(
            key=row["topic"],
            node=row["node"],
            name=Labelled(zh=row["zh"], en=row["en"]),
            ask=Labelled(zh=row["ask_zh"], en=row["ask_en"]),
        )
        for row in rows("tender/site_topics.csv")
    )


@lru_cache(maxsize=32)
def _facts_of(topic: str) -> tuple[_FactRow, ...]:
    return tuple(
        _FactRow(
            topic=row["topic"],
            key=row["key"],
            required=row["required"],
            kind=row["kind"],
            pattern=Labelled(zh=row["zh"], en=row["en"]),
        )
        for row in rows("tender/site_facts.csv")
        if row["topic"] == topic
    )


@lru_cache(maxsize=1)
def _choices() -> Mapping[str, Labelled]:
    return {row["value"]: Labelled(zh=row["zh"], en=row["en"]) for row in rows("tender/site_choices.csv")}

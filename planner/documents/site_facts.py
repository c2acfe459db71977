"""Site conditions as rows of a paper: what is known of room, supply, cooling and racks, and what still has to be asked.

Which facts are told, how, and what the supplier does about them are rows of ``resources/tender/site_*.csv``. A
required fact that nobody has told is printed as 待核实 (to be verified), an accepted assumption carries the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from planner.assess.facts import flag
from planner.assess.site import SiteFigures
from planner.assess.to_lay import laid
from planner.catalog.attributes import find_attribute
from planner.documents.model import Language
from planner.documents.titles import one_line
from planner.facility.cooling import HP_COOLING_W
from planner.facility.cooling_loss import AT_PLACE_W
from planner.figure import Figure, Quality, trace
from planner.messages import Labelled, format_number
from planner.plan.document import Fact, NodeType, SiteNode
from planner.tables import rows
from planner.tender.texts import opening, text

_KINDS_OF_OWN = ("circuit", "socket", "ac", "rack")  # nodes that the checks call by kind and number
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


def site_rows(
    nodes: tuple[SiteNode, ...], language: Language, cooling: Iterable[Figure] = (), derate: Figure | None = None
) -> tuple[SiteRow, ...]:
    """Return the rows of the site in the order of the topics; a site without a circuit or cooling says so.

    ``cooling`` are the rated sensible capacities that the checks reckon with; they stand where the nameplate is not known.
    ``derate`` is the share of them that is left at the place, where it is told.
    """
    reckoned = {figure.key: figure for figure in cooling if figure.known}
    by_id = {node.id: node for node in laid(nodes)}
    nodes = tuple(by_id.values())
    found: list[SiteRow] = []
    for topic in _topics():
        of_type = [node for node in nodes if node.type == topic.node]
        if not of_type and any(row.required == "yes" for row in _facts_of(topic.key)) and topic.key != "rack":
            found.append(_row(topic, "", (), language))
        for node in of_type:
            sensible = reckoned.get(f"site/{node.id}/sensible_w")
            cooled = None if sensible is None else (sensible, derate)
            parts = tuple(_parts(topic, node, by_id, language, cooled))
            if parts:
                found.append(_row(topic, _name(node, topic, language), parts, language))
    return tuple(found)


def open_values(nodes: tuple[SiteNode, ...], cooling: Iterable[Figure] = ()) -> Iterator[tuple[SiteNode, str]]:
    """Yield the values that ``site_rows`` prints as to be verified: node and attribute; the breaker of a panel too."""
    reckoned = {figure.key for figure in cooling if figure.known}
    by_id = {node.id: node for node in laid(nodes)}
    for node in by_id.values():
        if node.type == "panel" and "breaker_a" not in node.values:
            yield node, "breaker_a"
        for topic in _topics():
            for row in _facts_of(topic.key) if topic.node == node.type else ():
                told = _fact(node, row.key, by_id) is not None or row.key == "@parent"
                told |= row.key == "sensible_kw" and f"site/{node.id}/sensible_w" in reckoned
                told |= row.key == "other_load_a" and "reading_a" in node.values
                if not told and _is_wanted(row, node):
                    yield node, row.key


def required_values(kind: NodeType) -> tuple[str, ...]:
    """Return the attributes that papers have to say of every part of a kind, whatever the checks come to."""
    own = {topic.key for topic in _topics() if topic.node == kind}
    rows_of = (row for topic in _topics() if topic.key in own for row in _facts_of(topic.key))
    return tuple([row.key for row in rows_of if row.required == "yes" and row.key not in _INHERITED])


def _is_wanted(row: _FactRow, node: SiteNode) -> bool:
    return row.required == "yes" or (row.required == "shared" and flag(node.values, "shared") is True)


def reckoned_cooling(site: SiteFigures) -> tuple[Figure, ...]:
    """Return the sensible capacity (W) of each unit as the checks reckon with it."""
    return tuple(figure for given in site.rated_cooling_w.inputs for figure in given.figures)


def _row(topic: _Topic, name: str, parts: tuple[tuple[str, bool], ...], language: Language) -> SiteRow:
    joint = "，" if language == "zh" else ", "
    unknown = text("verify", language)
    return SiteRow(
        topic=name or topic.name.label(language),
        fact=opening(joint.join(part for part, _ in parts) or unknown, language),
        ask=opening(topic.ask.label(language), language) or text("none", language),
        is_open=not parts or any(is_open for _, is_open in parts),
    )


def _name(node: SiteNode, topic: _Topic, language: Language) -> str:
    """Return what the checks call a node: its title, else its kind and the number in its id; with the topic's name."""
    kind, title = topic.name.label(language), one_line(node.title)
    if topic.node not in _KINDS_OF_OWN:
        return kind
    if title and title != node.id:
        bracketed = f"{kind}（{title}）" if language == "zh" else f"{kind} ({title})"
        return title if kind.casefold() in title.casefold() else bracketed
    rest = node.id.removeprefix(node.type).lstrip("-_ ")
    return f"{kind}{rest}" if language == "zh" else f"{kind} {rest}".strip()


def _parts(
    topic: _Topic,
    node: SiteNode,
    by_id: Mapping[str, SiteNode],
    language: Language,
    reckoned: tuple[Figure, Figure | None] | None,
) -> Iterator[tuple[str, bool]]:
    """Yield (text, open) for the facts of one node; nothing where the topic has only wishes that nobody told."""
    for row in _facts_of(topic.key):
        fact = _fact(node, row.key, by_id)
        if row.key == "@parent":
            yield from _fed(row, node, by_id, language)
        elif row.key == "other_load_a" and "reading_a" in node.values:
            continue  # a reading beats what was said
        elif fact is not None:
            assumed = fact.quality is Quality.ASSUMED
            shown = _shown(row, fact, language)
            if row.key == "rating_a" and f"{_value(row, fact, language)} A" in _form(topic, node, language):
                continue  # the form of the socket names its rating
            yield (text("assumed", language, value=shown) if assumed else shown), assumed
        elif row.key == "sensible_kw" and reckoned is not None:
            yield from _reckoned(node, reckoned[0], language)
        elif _is_wanted(row, node):
            yield _missing(row, node, language), True
        if row.key == "sensible_kw" and reckoned is not None:
            yield from _left_here(*reckoned, language)


def _form(topic: _Topic, node: SiteNode, language: Language) -> str:
    """Return the form of a socket in words, '' where it is not told."""
    row = next((one for one in _facts_of(topic.key) if one.key == "form"), None)
    fact = node.values.get("form")
    return _shown(row, fact, language) if row is not None and fact is not None else ""


def _fed(
    row: _FactRow, node: SiteNode, by_id: Mapping[str, SiteNode], language: Language
) -> Iterator[tuple[str, bool]]:
    """Yield the circuit that feeds a socket; nothing where there is only one or none is told."""
    circuits = [one for one in by_id.values() if one.type == "circuit"]
    topic = next(one for one in _topics() if one.node == "circuit")
    if len(circuits) > 1 and node.parent in {one.id for one in circuits}:
        yield row.pattern.label(language).format(value=_name(by_id[node.parent], topic, language)), False


def _reckoned(node: SiteNode, sensible: Figure, language: Language) -> Iterator[tuple[str, bool]]:
    """Yield the capacities that the checks reckon with: the nominal one where nobody told it, then the sensible one."""
    given = {one.name: one.figures[0] for one in sensible.inputs}
    total, share = given.get("total_w"), given.get("sensible_ratio")
    if total is None or share is None:
        return
    if "total_kw" not in node.values:
        said = "site.total.class" if total.formula is HP_COOLING_W else "site.total"
        yield text(said, language, value=_kilowatts(total)), False
    value = {"value": _kilowatts(sensible), "share": format_number(share.require())}
    yield text("site.sensible", language, **value), sensible.quality is Quality.ASSUMED


def _left_here(sensible: Figure, derate: Figure | None, language: Language) -> Iterator[tuple[str, bool]]:
    """Yield what is left of a unit's cooling at the place, where that is less than it is rated at."""
    if derate is not None and derate.require() < 1:
        left = trace(AT_PLACE_W, sensible.key, rated_w=sensible, derate=derate)
        value = {"value": _kilowatts(left), "share": format_number(round(derate.require(), 3))}
        yield text("site.cooling_left", language, **value), False


def _kilowatts(figure: Figure) -> str:
    return format_number(round(figure.require() / 1000, 2))


def _fact(node: SiteNode, key: str, by_id: Mapping[str, SiteNode]) -> Fact | None:
    current: SiteNode | None = node
    while current is not None:
        if key in current.values:
            return current.values[key]
        current = by_id.get(current.parent) if key in _INHERITED else None
    return None


def _shown(row: _FactRow, fact: Fact, language: Language) -> str:
    pattern = row.pattern.label(language)
    if row.kind == "flag":
        yes, no = pattern.split("|")
        return yes if fact.value else no
    if row.kind == "or_none":
        some, none = pattern.split("|")
        return none if fact.value == 0 else some.format(value=_value(row, fact, language))
    if row.kind == "class" and not _bare_number(fact):
        return _value(row, fact, language)  # it says its unit itself: 大3匹
    return pattern.format(value=_value(row, fact, language))


def _bare_number(fact: Fact) -> bool:
    """Tell whether a size class was given as a number alone, so that it needs its unit (匹, HP)."""
    return not isinstance(fact.value, str) or bool(re.fullmatch(r"[0-9]+([.][0-9]+)?", fact.value.strip()))


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

"""What a site survey asks: the values of room, wiring and network cables that nobody told, each once.

They are what the checks miss now or will once that is told, what every paper about a room has to say, and, where the plan has no circuit or no air
conditioner yet, the lines to tell of the first ones. The id of a part that is not there begins with ``+``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from planner.assess.run import Assessment
from planner.assess.to_lay import to_lay
from planner.catalog.attributes import Attribute, find_attribute
from planner.checks.site_parts import kind_name, name_of
from planner.documents.site_facts import open_values, reckoned_cooling, required_values
from planner.limits import with_own_limits
from planner.messages import Labelled, Message, msg
from planner.plan.document import Facts, NodeType

NEW = "+"
CALENDAR = msg("survey.calendar", "Operation")
_WALL = Labelled(zh="墙面网口", en="the wall")
_CIRCUIT = (
    "breaker_a",
    "shared",
    "other_load_a",
    "cable_mm2",
    "cable_length_m",
    "cable_method",
    "breaker_curve",
    "rcd_ma",
)
_LATER: dict[NodeType, tuple[str, ...]] = {
    "panel": ("breaker_a", "other_load_a"),
    "circuit": ("cable_mm2", "cable_length_m", "cable_method"),
    "ac": ("power_in_kw", "own_circuit"),
}
_FIRST: dict[str, tuple[tuple[NodeType, str, tuple[str, ...]], ...]] = {
    "site/room": (("room", "room", ()),),
    "site/circuit": (
        ("circuit", "circuit-1", _CIRCUIT),
        ("socket", "socket-1", ()),
        ("circuit", "circuit-2", _CIRCUIT),
        ("socket", "socket-2", ()),
    ),
    "site/ac": (("ac", "ac-1", ("class_cn", "total_kw", "sensible_kw", "power_in_kw", "own_circuit", "auto_restart")),),
}
"""By what a check misses as a whole: the first parts of that kind, and what is asked of them; nothing for what papers want."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """One value that nobody told: its path, what it belongs to in words, and its attribute."""

    path: str
    place: str | Labelled | Message
    attribute: Attribute


class _Owner(msgspec.Struct, frozen=True, kw_only=True):
    """A node of the site or a network link: its words, the kind of its attributes, and what was told of it."""

    place: str | Labelled | Message
    kind: str
    values: Facts


@with_own_limits
def questions(assessment: Assessment) -> tuple[Question, ...]:
    """Return what nobody has told of the site and the network cables, each once, in the order of the plan.

    Of what is to be laid nothing is asked: it is not there to be looked at.
    """
    owners, missing = _owners(assessment), to_lay(assessment.plan.site)
    found: dict[str, Question] = {}
    for key in _asked(assessment):
        one = None if key in found or _part(key) in missing else _question(key, owners)
        if one is not None:
            found[key] = one
    order = {name: number for number, name in enumerate(owners)}
    return tuple(sorted(found.values(), key=lambda one: order[one.path.rpartition("/")[0]]))


@with_own_limits
def open_facts(assessment: Assessment) -> tuple[Question, ...]:
    """Return what papers about the room print as to be verified, whether or not a check asks for it."""
    site, owners = assessment.context.site, _owners(assessment)
    rows = (_question(f"site/{node.id}/{key}", owners) for node, key in open_values(site.nodes, reckoned_cooling(site)))
    return tuple([one for one in rows if one is not None])


def _part(key: str) -> str:
    """Return the part of the site that a key is of, '' for others."""
    holder, _, rest = key.partition("/")
    return rest.partition("/")[0] if holder == "site" else ""


def new_name(kind: NodeType, name: str) -> Labelled:
    """Return what a part is called that is not there yet, by its kind and the number in its id."""
    title, number = kind_name(kind), name.removeprefix(kind).lstrip("-")
    return Labelled(zh=f"{title.zh}{number}（新填）", en=f"{title.en} {number} (new)".replace("  ", " "))


def _owners(assessment: Assessment) -> dict[str, _Owner]:
    """Return by the start of their keys the nodes and links that values belong to, the parts to come, and the calendar."""
    one = assessment.context.alternative
    titles = {line.id: line.title for line in one.lines} | {old.id: old.title for old in assessment.plan.existing}
    found = {
        f"site/{node.id}": _Owner(place=name_of(node), kind=f"site.{node.type}", values=node.values)
        for node in assessment.plan.site
    }
    for parts in _FIRST.values():
        for kind, name, _keys in parts:
            found[f"site/{NEW}{name}"] = _Owner(place=new_name(kind, name), kind=f"site.{kind}", values={})
    for old in assessment.plan.existing:
        found[f"existing/{old.id}"] = _Owner(place=old.title, kind="existing", values=old.facts)
    for link in one.links:
        ends = msg("NW.ends", "{machine} to {switch}", machine=titles[link.line], switch=titles.get(link.to, _WALL))
        found[f"{one.id}/{link.id}"] = _Owner(place=ends, kind="link", values=link.values)
    found["plan/calendar"] = _Owner(place=CALENDAR, kind="calendar", values=assessment.plan.calendar)
    return found


def _asked(assessment: Assessment) -> Iterator[str]:
    """Yield the keys of what is asked: what the checks miss, then what is asked of every part."""
    missing = to_lay(assessment.plan.site)
    for finding in assessment.findings:
        if finding.waiver is None and finding.subject not in missing:
            yield from _with_readings(finding.missing)
    for node, key in open_values(assessment.plan.site, reckoned_cooling(assessment.context.site)):
        yield f"site/{node.id}/{key}"
    yield from _wanted_later(assessment)


def _wanted_later(assessment: Assessment) -> Iterator[str]:
    """Yield what the checks will miss once the first answers are in, so that nobody goes there twice."""
    by_id = {node.id: node for node in assessment.plan.site}
    for node in by_id.values():
        keys = _LATER.get(node.type, ())
        above = by_id.get(node.parent)
        if node.type == "ac" and above is not None and above.type != "room":
            keys = ("power_in_kw",)  # what it hangs on is told
        if "reading_a" in node.values:
            keys = tuple([key for key in keys if key != "other_load_a"])
        yield from _with_readings(tuple([f"site/{node.id}/{key}" for key in keys if key not in node.values]))


def _with_readings(missing: tuple[str, ...]) -> Iterable[str]:
    """Yield the keys, behind what others draw the clamp-meter reading that is better than any word of it."""
    for key in missing:
        yield f"plan/{key}" if key.startswith("calendar/") else key
        for kind, name, asked in _FIRST.get(key, ()):
            yield from (f"site/{NEW}{name}/{one}" for one in asked or required_values(kind))
        if key.endswith("/other_load_a"):
            yield from (key.replace("/other_load_a", f"/{name}") for name in ("reading_a", "reading_on"))


def _question(key: str, owners: dict[str, _Owner]) -> Question | None:
    start, _, name = key.rpartition("/")
    owner = owners.get(start)
    attribute = None if owner is None else find_attribute(name, owner.kind)
    if owner is None or attribute is None or name in owner.values:
        return None
    return Question(path=key, place=owner.place, attribute=attribute)

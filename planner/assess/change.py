"""What a new assessment says otherwise than the one before: figures by key, findings, totals; so that only that is shown anew.

Parts that an edit did not touch are the same objects in both, so looking costs no more than the edit did.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from planner.assess.context import Context, Totals
from planner.assess.prices import PriceTotals
from planner.assess.racks import RackFilling, power_kw
from planner.assess.run import Assessment
from planner.checks.registry import Finding
from planner.figure import Figure, Input, walk

Pair = tuple[Figure | None, Figure | None]
P = TypeVar("P")
_MONEY = (
    *("low", "chosen", "high", "vat", "contingency", "planned", "planned_low", "planned_high", "planned_known"),
    *("budget", "left", "known_part"),
)
_OWN = ("key", "value", "unit", "quality", "source", "source_date", "low", "high", "missing")


class AssessmentChange(msgspec.Struct, frozen=True, kw_only=True):
    """What changed in the assessment of one alternative.

    ``figures`` are keys: each figure that came, went, or differs in itself is among them (one whose inputs alone differ
    is not). ``totals`` are the names of totals that differ, those of ``Totals`` and of ``PriceTotals``. ``changed`` are
    findings of one check on one subject, before and after. ``whole`` tells that there was nothing to compare with.
    """

    alternative: str
    figures: frozenset[str] = frozenset()
    totals: frozenset[str] = frozenset()
    came: tuple[Finding, ...] = ()
    went: tuple[Finding, ...] = ()
    changed: tuple[tuple[Finding, Finding], ...] = ()
    verdict: bool = False
    whole: bool = False

    def __bool__(self) -> bool:
        """Tell whether anything is to be shown anew."""
        return bool(self.whole or self.verdict or self.figures or self.came or self.went or self.changed)

    def subjects(self) -> frozenset[str]:
        """Return the subjects of the findings that came, went or changed."""
        both = (one for pair in self.changed for one in pair)
        return frozenset(one.subject for one in (*self.came, *self.went, *both))


def assessment_change(before: Assessment | None, after: Assessment) -> AssessmentChange:
    """Return what ``after`` says otherwise than ``before``, of the same alternative."""
    name = after.context.alternative.id
    if before is None:
        return AssessmentChange(alternative=name, whole=True)
    if before is after:
        return AssessmentChange(alternative=name)
    came, went, changed = _findings(before.findings, after.findings)
    shown: list[Pair] = [(None, figure) for one in came for figure in one.figures]
    shown += [(figure, None) for one in went for figure in one.figures]
    for was, now in changed:
        shown += _by_key(was.figures, now.figures)
    totals = dict(_totals(before.context, after.context))
    keys: set[str] = set()
    _differing([*totals.values(), *_parts(before.context, after.context), *shown], keys)
    return AssessmentChange(
        alternative=name,
        figures=frozenset(keys),
        totals=frozenset(name for name, (was, now) in totals.items() if was is not now and not _alike(was, now)),
        came=came,
        went=went,
        changed=changed,
        verdict=before.verdict != after.verdict,
    )


def _findings(
    before: tuple[Finding, ...], after: tuple[Finding, ...]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...], tuple[tuple[Finding, Finding], ...]]:
    kept = set(map(id, before)) & set(map(id, after))
    old: dict[tuple[str, str], list[Finding]] = {}
    for one in before:
        if id(one) not in kept:
            old.setdefault((one.check, one.subject), []).append(one)
    came, changed = [], []
    for one in after:
        if id(one) in kept:
            continue
        there = old.get((one.check, one.subject), [])
        was = next((other for other in there if other.message.id == one.message.id), there[0] if there else None)
        if was is None:
            came.append(one)
            continue
        there.remove(was)
        if was != one:
            changed.append((was, one))
    went = tuple(one for gone in old.values() for one in gone)
    return tuple(came), went, tuple(changed)


def _totals(before: Context, after: Context) -> Iterator[tuple[str, Pair]]:
    for name in Totals.__struct_fields__:
        yield name, (getattr(before.totals, name), getattr(after.totals, name))
    for name in _MONEY:
        yield name, (_amount(before.money, name), _amount(after.money, name))


def _amount(money: PriceTotals, name: str) -> Figure:
    figure: Figure = getattr(money, name).figure
    return figure


def _parts(before: Context, after: Context) -> Iterator[Pair]:
    """Yield the figures of lines, nodes, racks, energy, amounts and entries that are not the same objects."""
    for was, now in (
        *_differing_parts(before.lines, after.lines),
        *_differing_parts(before.site.loads, after.site.loads),
        *_differing_parts(before.demand, after.demand),
        *_differing_parts(_racks(before), _racks(after)),
    ):
        yield from _fields(was, now)
    for was, now in _differing_parts(_racks(before), _racks(after)):
        yield _rack_kw(before, was), _rack_kw(after, now)
    if before.energy is not after.energy:
        yield from _fields(before.energy, after.energy)
        yield from _fields(before.energy.use, after.energy.use)
    for old, new in _differing_parts(before.prices, after.prices):
        yield from _fields(_plain(old), _plain(new))
    spent = _differing_parts(before.money.by_fund, after.money.by_fund)
    yield from ((None if was is None else was.figure, None if now is None else now.figure) for was, now in spent)


def _racks(context: Context) -> dict[str, RackFilling]:
    return {rack.node.id: rack for rack in context.site.racks}


def _rack_kw(context: Context, rack: RackFilling | None) -> Figure | None:
    return None if rack is None else power_kw(rack, context.alternative.placements, context.lines)


def _plain(prices: Any) -> Any:
    """Return the figures of a line's amounts as one mapping."""
    if prices is None:
        return None
    return {name: getattr(prices, name).figure for name in ("low", "chosen", "high", "vat")}


def _differing_parts(before: Mapping[str, P], after: Mapping[str, P]) -> list[tuple[P | None, P | None]]:
    found: list[tuple[P | None, P | None]] = []
    for name, now in after.items():
        was = before.get(name)
        if was is not now:
            found.append((was, now))
    return found + [(was, None) for name, was in before.items() if name not in after]


def _fields(was: Any, now: Any) -> Iterator[Pair]:
    held = was if now is None else now
    names = held if isinstance(held, dict) else held.__struct_fields__
    for name in names:
        one, other = _field(was, name), _field(now, name)
        if isinstance(one, Figure) or isinstance(other, Figure):
            yield one, other
        elif name == "parts":
            yield from _by_key(one or (), other or ())


def _field(part: Any, name: str) -> Any:
    return part.get(name) if isinstance(part, dict) else getattr(part, name, None)


def _by_key(before: tuple[Figure, ...], after: tuple[Figure, ...]) -> list[Pair]:
    if len(before) == len(after) and all(one.key == other.key for one, other in zip(before, after, strict=True)):
        return list(zip(before, after, strict=True))
    old = {one.key: one for one in before}
    pairs: list[Pair] = [(old.pop(one.key, None), one) for one in after]
    return pairs + [(one, None) for one in old.values()]


def _differing(pairs: list[Pair], keys: set[str]) -> None:
    """Add the keys of figures that differ in themselves, down to their inputs."""
    seen: set[tuple[int, int]] = set()
    stack = list(pairs)
    while stack:
        was, now = stack.pop()
        if was is now or (id(was), id(now)) in seen:
            continue
        seen.add((id(was), id(now)))
        if was is None or now is None:
            keys.update(part.key for one in (was, now) if one is not None for part in walk(one))
            continue
        if not _alike(was, now):
            keys.update((was.key, now.key))
        for one, other in _inputs(was.inputs, now.inputs):
            stack += _by_key(one, other)


def _inputs(before: tuple[Input, ...], after: tuple[Input, ...]) -> list[tuple[tuple[Figure, ...], tuple[Figure, ...]]]:
    old = {one.name: one.figures for one in before}
    pairs = [(old.pop(one.name, ()), one.figures) for one in after]
    return pairs + [(figures, ()) for figures in old.values()]


def _alike(was: Figure | None, now: Figure | None) -> bool:
    """Tell whether two figures say the same of themselves."""
    if was is None or now is None:
        return was is now
    return was.formula is now.formula and all(getattr(was, name) == getattr(now, name) for name in _OWN)

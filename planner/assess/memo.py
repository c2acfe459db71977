"""Results kept by the identity of what they were computed from: after an edit only what it touched is new.

Plan parts are frozen and edits leave untouched parts as the same objects, so identity is enough. A result that was
computed with the help of others keeps them alive as long as it is asked for itself; what no run needs any more is
dropped when it has grown to as much as what is needed, so that the last steps can be taken back at no cost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from itertools import accumulate, chain, compress
from operator import is_, is_not
from typing import Any, TypeVar

from planner.assess.kept import Entry, Over, Parts
from planner.figure import Figure, Gathered

R = TypeVar("R")
T = TypeVar("T")
P = TypeVar("P")

_SPARE_PARTS = 64
_FEW = 8  # parts that are looked up one by one
_SPARE = 512  # entries that may be kept beyond those in use before it is worth looking for what is not


class Memo:
    """A cache by function and identity of the arguments; arguments are kept alive while their result is."""

    def __init__(self) -> None:
        """Start empty."""
        self._ground: object = None
        self._forget()

    def _forget(self) -> None:
        self._kept: dict[Hashable, Entry] = {}
        self._parts: dict[Hashable, Parts] = {}
        self._over: dict[Hashable, Over] = {}
        self._last: dict[Hashable, Any] = {}
        self._asked: list[Entry] = []
        self._compared: dict[tuple[int, int], tuple[tuple[Any, ...], tuple[Any, ...], list[int] | None]] = {}
        self._flats: dict[int, tuple[tuple[tuple[Any, ...], ...], tuple[Any, ...], list[int]]] = {}
        self._moves: dict[tuple[int, int], tuple[Mapping[str, Any], Mapping[str, Any], Set[str]]] = {}
        self._most = _SPARE
        self.computed = 0

    def __len__(self) -> int:
        """Return how many results are kept."""
        return len(self._kept)

    def turn(self, ground: object = None) -> None:
        """Begin a run: where much is kept that the last one did not need, it is forgotten.

        All of it is where the run stands on another ``ground``: what every result may rest on, though no argument says it.
        """
        if ground is not self._ground:
            self._ground = ground
            self._forget()
        if len(self._kept) > self._most:
            self._sweep()
        self._asked = []
        self._compared.clear()
        self._flats.clear()
        self._moves.clear()
        self.computed = 0

    def call(self, function: Callable[..., R], *arguments: Any) -> R:
        """Return ``function(*arguments)``, from the cache where all arguments are the same objects as then."""
        key = (function, *map(id, arguments))
        entry = self._kept.get(key)
        if entry is None:
            entry = self._made(function, arguments, key)
            self._kept[key] = entry
        self._asked.append(entry)
        result: R = entry.result
        return result

    def each(
        self, slot: Hashable, function: Callable[[P], R], parts: Iterable[P], shared: tuple[Any, ...] = ()
    ) -> tuple[R, ...]:
        """Return ``function(part)`` for each part; only parts that this slot does not hold are new.

        ``shared`` are the objects beside its part that ``function`` reads: where one is another, all is new. Where no
        result is new the tuple is that of the last time.
        """
        whole = parts if isinstance(parts, tuple) else tuple(parts)
        held = self._held(slot, shared)
        if whole is held.whole:
            return held.found
        places = self.differing(whole, held.whole)
        held.whole = whole
        return self._of(held, function, whole, places, id)

    def rows(
        self,
        slot: Hashable,
        function: Callable[[tuple[Any, ...]], R],
        rows: Iterable[tuple[Any, ...]],
        shared: tuple[Any, ...] = (),
    ) -> tuple[R, ...]:
        """Return ``function(row)`` for each row of objects, as ``each`` does for single ones.

        A row holds every object that its result depends on beside the shared ones.
        """
        whole, held = rows if isinstance(rows, tuple) else tuple(rows), self._held(slot, shared)
        if whole is held.rows:
            return held.found
        flat, widths = self._flat(whole)
        places = self.differing(flat, held.whole) if widths == held.widths else None
        held.rows, held.whole, held.widths = whole, flat, widths
        if places:
            ends = [*accumulate(widths)]
            places = [*dict.fromkeys([bisect_right(ends, place) for place in places])]
        return self._of(held, function, whole, places, _row_name)

    def over(
        self,
        slot: Hashable,
        function: Callable[[str], R],
        places: Mapping[str, P],
        names_at: Callable[[P], Iterable[str]] | None,
        objects: Mapping[str, Any],
        shared: tuple[Any, ...] = (),
    ) -> dict[str, R]:
        """Return ``function(name)`` for each place, which rests on the place and on the objects that are named at it.

        Without ``names_at`` it rests on the object of its own name. Only places of which one of these is another
        object than the last time are new. Where none is, the mapping is that of the last time.
        """
        held = self._over.get(slot)
        if held is None or not same(held.shared, shared):
            held = self._over[slot] = Over(shared)
        moved, last = self._moved(objects, held.objects), held.places
        if not last:
            again, kept = [*places], held.found
        elif [*places] == [*last]:
            again = [*compress(places, map(is_not, places.values(), last.values()))]
            kept = held.found
        else:
            again = [name for name, place in places.items() if name not in last or last[name] is not place]
            kept = {name: held.found.get(name) for name in places}
        if not last:
            pass
        elif names_at is None:
            again += moved & places.keys()
        elif moved:
            again += [name for name, place in places.items() if not moved.isdisjoint(names_at(place))]
        new = {name: function(name) for name in dict.fromkeys(again)}
        self.computed += len(new)
        if any(held.found.get(name) is not one for name, one in new.items()):
            kept = {**kept, **new}
        held.found, held.places, held.objects = kept, places, objects
        return kept

    def _moved(self, objects: Mapping[str, Any], before: Mapping[str, Any]) -> Set[str]:
        """Return the names of which the object is not that of before; several slots follow the same objects."""
        kept = self._moves.get((id(objects), id(before)))
        if kept is None:
            if not before:
                moved = {*objects}
            elif [*objects] == [*before]:
                moved = {*compress(objects, map(is_not, objects.values(), before.values()))}
            else:
                moved = {name for name, one in objects.items() if before.get(name) is not one}
            kept = self._moves[id(objects), id(before)] = (objects, before, moved)
        return kept[2]

    def named(self, slot: Hashable, parts: tuple[P, ...], name_of: Callable[[P], str]) -> Mapping[str, P]:
        """Return parts by name, in their order; of a few that are others than the last time only those are looked at."""
        last: tuple[tuple[P, ...], dict[str, P]] | None = self._last.get(slot)
        if last is not None and last[0] is parts:
            return last[1]
        places = None if last is None else self.differing(parts, last[0])
        found: dict[str, P] | None = None
        if last is not None and places is not None and all(name_of(parts[at]) == name_of(last[0][at]) for at in places):
            new = {name_of(parts[at]): parts[at] for at in places}
            found = {**last[1], **new}
            self._moves[id(found), id(last[1])] = (found, last[1], new.keys())
        if found is None:
            found = dict(zip(map(name_of, parts), parts, strict=True))
        self._last[slot] = (parts, found)
        return found

    def column(self, slot: Hashable, parts: tuple[P, ...], value_of: Callable[[P], R]) -> list[R]:
        """Return a value of each part; of a few that are others than the last time only those are looked at.

        The list is kept and changed the next time: whoever needs it longer makes a copy, as every figure does.
        """
        last: tuple[tuple[P, ...], list[R]] | None = self._last.get(slot)
        places = None if last is None else self.differing(parts, last[0])
        if last is None or places is None:
            found = [*map(value_of, parts)]
        else:
            found = last[1]
            for at in places:
                found[at] = value_of(parts[at])
        self._last[slot] = (parts, found)
        return found

    def gathered(self, slot: Hashable, parts: tuple[P, ...], figure_of: Callable[[P], Figure]) -> Gathered:
        """Return a figure of each part as ``column`` does, gathered for sums."""
        last: tuple[tuple[P, ...], Gathered] | None = self._last.get(slot)
        places = None if last is None else self.differing(parts, last[0])
        if last is None or places is None:
            found = Gathered(map(figure_of, parts))
        else:
            found = last[1]
            for at in places:
                found.put(at, figure_of(parts[at]))
        self._last[slot] = (parts, found)
        return found

    def _flat(self, rows: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], list[int]]:
        """Return the objects of rows one after the other, and the width of each row; several slots hold the same rows."""
        kept = self._flats.get(id(rows))
        if kept is None:
            kept = self._flats[id(rows)] = (rows, tuple(chain.from_iterable(rows)), [*map(len, rows)])
        return kept[1], kept[2]

    def differing(self, parts: tuple[Any, ...], before: tuple[Any, ...]) -> list[int] | None:
        """Return ``differing`` of two tuples; many slots hold the same parts, which are compared once in a run."""
        key = (id(parts), id(before))
        kept = self._compared.get(key)
        if kept is None:
            kept = self._compared[key] = (parts, before, differing(parts, before))
        return kept[2]

    def patched(self, before: tuple[P, ...], changes: Mapping[int, P]) -> tuple[P, ...]:
        """Return ``before`` with other parts at some places, and remember that it differs from it there alone."""
        found = [*before]
        for place, part in changes.items():
            found[place] = part
        parts = tuple(found)
        self._compared[id(parts), id(before)] = (parts, before, [*changes])
        return parts

    def _of(
        self,
        held: Parts,
        function: Callable[[Any], R],
        parts: tuple[Any, ...],
        places: list[int] | None,
        name_of: Callable[[Any], Any],
    ) -> tuple[R, ...]:
        if not held.asked:
            self.computed += len(parts)
            held.asked, held.found = parts, (*map(function, parts),)
            return held.found
        if not held.results:
            held.look_up(name_of)
        if places is None:
            held.found = self._looked_up(held, function, parts, [*map(name_of, parts)])
        else:
            new = {place: self._one(held, function, parts[place], name_of(parts[place])) for place in places}
            new = {place: one for place, one in new.items() if one is not held.found[place]}
            if new:
                held.found = self.patched(held.found, new)
        if len(held.results) > 2 * len(parts) + _SPARE_PARTS:
            held.only([*map(name_of, parts)])
        held.asked = parts
        return held.found

    def _looked_up(
        self, held: Parts, function: Callable[[Any], R], parts: tuple[Any, ...], names: list[Any]
    ) -> tuple[R, ...]:
        results, alive = held.results, held.alive
        for name, part in zip(names, parts, strict=True):
            if name not in results:
                self.computed += 1
                results[name] = function(part)
                alive[name] = part
        return (*map(results.__getitem__, names),)

    def _one(self, held: Parts, function: Callable[[Any], R], part: Any, name: Any) -> R:
        if name not in held.results:
            self.computed += 1
            held.results[name] = function(part)
            held.alive[name] = part
        found: R = held.results[name]
        return found

    def joined(self, slot: Hashable, results: tuple[tuple[T, ...], ...]) -> tuple[T, ...]:
        """Return the parts of results one after the other; of a few that are others than the last time only those are moved."""
        last: tuple[tuple[tuple[T, ...], ...], tuple[T, ...], list[int] | None] | None = self._last.get(slot)
        if last is not None and last[0] is results:
            return last[1]
        places, starts = None if last is None else self.differing(results, last[0]), None
        if last is not None and places is not None and all(len(results[at]) == len(last[0][at]) for at in places):
            starts = last[2] or [0, *accumulate(map(len, results))]
            new = {starts[at] + number: one for at in places for number, one in enumerate(results[at])}
            found = self.patched(last[1], new)
        else:
            found = tuple(chain.from_iterable(results))
        self._last[slot] = (results, found, starts)
        return found

    def settled(self, slot: Hashable, value: T) -> T:
        """Return the value that this slot held last time where it is equal, so that its identity stays."""
        last = self._last.get(slot)
        if last is not None and (last is value or last == value):
            value = last
        self._last[slot] = value
        return value

    def last(self, slot: Hashable) -> Any:
        """Return what was kept under this slot, None where nothing was."""
        return self._last.get(slot)

    def keep(self, slot: Hashable, value: T) -> T:
        """Keep a value under a slot for ``last``, and return it."""
        self._last[slot] = value
        return value

    def own(self, make: Callable[[], T]) -> T:
        """Return the one object of a kind that lives as long as this memo; ``make`` makes it at first use."""
        found = self._last.get(make)
        if found is None:
            found = self._last[make] = make()
        kept: T = found
        return kept

    def _held(self, slot: Hashable, shared: tuple[Any, ...]) -> Parts:
        held = self._parts.get(slot)
        if held is None or not same(held.shared, shared):
            held = self._parts[slot] = Parts(shared)
        return held

    def _made(self, function: Callable[..., Any], arguments: tuple[Any, ...], key: tuple[Hashable, ...]) -> Entry:
        self.computed += 1
        # without this memo itself: a circle would keep all of it until the collector comes
        kept = arguments
        if id(self) in key:
            at = key.index(id(self))
            kept = arguments[: at - 1] + arguments[at:]
        entry, outer = Entry(kept), self._asked
        parts: list[Entry] = []
        self._asked = parts
        try:
            entry.result = function(*arguments)
        finally:
            self._asked = outer
        if parts:
            entry.made_from = parts
        return entry

    def _sweep(self) -> None:
        """Keep what the last run asked for and what that was made from."""
        needed: set[int] = set()
        stack = list(self._asked)
        while stack:
            entry = stack.pop()
            if id(entry) not in needed:
                needed.add(id(entry))
                stack.extend(entry.made_from)
        self._kept = {key: entry for key, entry in self._kept.items() if id(entry) in needed}
        self._most = 2 * len(self._kept) + _SPARE


def _row_name(row: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(map(id, row))


def differing(parts: Sequence[Any], before: Sequence[Any]) -> list[int] | None:
    """Return where two sequences of as many parts hold other objects; None where there are other counts, or more places than a few."""
    if len(parts) != len(before):
        return None
    others = [*map(is_not, parts, before)]
    count, at, found = others.count(True), -1, list[int]()
    if count > _FEW:
        return None
    for _place in range(count):
        at = others.index(True, at + 1)
        found.append(at)
    return found


def same(before: Sequence[Any], now: Sequence[Any]) -> bool:
    """Tell whether two sequences hold the same objects."""
    return len(before) == len(now) and all(map(is_, before, now))

"""Parts of a plan by what they are; after an edit the groups are those of before with the few new parts in their places."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping, Set
from itertools import compress
from typing import Any, TypeVar

from planner.assess.memo import Memo

P = TypeVar("P")
K = TypeVar("K", bound=Hashable)


class _Sifted:
    """Parts, the kind of each, and by group the parts and, once somebody asks, the places they came from."""

    __slots__ = ("_wanted", "_where", "groups", "kinds", "parts")

    def __init__(self, parts: tuple[Any, ...], kinds: list[Any], wanted: Mapping[str, Set[Any]]) -> None:
        self.parts, self.kinds = parts, kinds
        self._wanted = wanted
        self._where: dict[str, list[int]] = {}
        self.groups: dict[str, tuple[Any, ...]] = {
            name: (*compress(parts, map(kinds_of.__contains__, kinds)),) for name, kinds_of in wanted.items()
        }

    def where(self, name: str) -> list[int]:
        """Return the places of the parts of a group."""
        found = self._where.get(name)
        if found is None:
            is_in = map(self._wanted[name].__contains__, self.kinds)
            found = self._where[name] = [*compress(range(len(self.kinds)), is_in)]
        return found


def sifted(
    memo: Memo,
    slot: Hashable,
    parts: tuple[P, ...],
    kind_of: Callable[[P], K],
    wanted: Mapping[str, Set[K]],
) -> Mapping[str, tuple[P, ...]]:
    """Return by name the parts whose kind is among those wanted there, in their order.

    A group none of whose parts is another than the last time is the same tuple.
    """
    last: _Sifted | None = memo.last(slot)
    places = None if last is None else memo.differing(parts, last.parts)
    if last is None or places is None or any(kind_of(parts[at]) != last.kinds[at] for at in places):
        last = memo.keep(slot, _Sifted(parts, [*map(kind_of, parts)], wanted))
        return last.groups
    if places:
        last.groups = {
            name: _put_in(memo, own, last.where(name), {at: parts[at] for at in places})
            for name, own in last.groups.items()
        }
    last.parts = parts
    return last.groups


def _put_in(memo: Memo, group: tuple[P, ...], where: list[int], new: Mapping[int, P]) -> tuple[P, ...]:
    """Return a group with the new parts among those at its places."""
    own: dict[int, P] = {}
    for at, part in new.items():
        index = bisect_left(where, at)
        if index < len(where) and where[index] == at:
            own[index] = part
    return memo.patched(group, own) if own else group

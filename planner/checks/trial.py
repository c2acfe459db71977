"""A trial of a step before it is offered: what the checks of power would say of the room as it would be.

A step that cures an overload here and brings a warning there is no remedy. Only small rooms are tried, and only where
something is overloaded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from planner.assess.context import View
from planner.checks.registry import Check, Finding

PARTS = ("alternative", "site", "lines", "facts", "organisation")
_FOR_STEPS = ("market",)  # is read for steps only, which a trial has not
OF_THE_PLACE = ("PW04", "PW08", "PW14")
"""Checks of the wiring itself: what they find was so before, and is told as soon as anything hangs there."""
MOVES_WITH_IT = ("PW07",)
"""Checks of a machine at its place: what they find goes where the machine goes, and is no worse there."""
_RANKS = {"warning": 1, "error": 2}
Bad = Mapping[tuple[str, str], int]


class Trial(View):
    """A view of a room as it would be: its findings get no steps, which would be tried in turn."""


@lru_cache(maxsize=1)
def _judges() -> tuple[Check, ...]:
    """Return the checks of a trial: those of power, UPS among them, that look at no more than a room."""
    from planner.checks.catalogue import ALL_CHECKS  # noqa: PLC0415 - the catalogue knows the checks that offer steps

    return tuple([one for one in ALL_CHECKS if one.area == "power" and set(one.reads) <= {*PARTS, *_FOR_STEPS}])


@lru_cache(maxsize=1)
def hidden_by() -> Mapping[str, tuple[str, ...]]:
    """Return by check those whose errors hide what it finds on the same subject."""
    found: dict[str, tuple[str, ...]] = {}
    for check in _judges():
        for name in check.hides:
            found[name] = (*found.get(name, ()), check.id)
    return found


def judged(parts: Mapping[str, Any]) -> Bad:
    """Return how bad what the checks of power find in a room is, by check and subject; ``parts`` are those of a view."""
    return {key: rank for check in _judges() for key, rank in _ranked(check, parts)}


def _ranked(check: Check, parts: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], int]]:
    view = Trial({name: parts.get(name) for name in check.reads}, None, check.id)
    findings: Iterable[Finding] = check.run(view)
    for one in findings:
        if one.outcome in _RANKS:
            yield (check.id, one.subject), _RANKS[one.outcome]


def is_worse(before: Bad, after: Bad) -> bool:
    """Tell whether a room has an error or a warning that it had not before.

    What was hidden by an error is not new, nor what is told of a place as soon as something hangs there.
    """
    shifted = {name: _count(after, name) <= _count(before, name) for name in MOVES_WITH_IT}
    return any(
        _is_new(before, key, rank) for key, rank in after.items() if not (shifted.get(key[0]) or key[0] in OF_THE_PLACE)
    )


def _count(found: Bad, check: str) -> int:
    return Counter(name for name, _subject in found)[check]


def _is_new(before: Bad, key: tuple[str, str], rank: int) -> bool:
    check, subject = key
    hiding = hidden_by().get(check, ())
    return before.get(key, 0) < rank and not any(before.get((name, subject)) == _RANKS["error"] for name in hiding)

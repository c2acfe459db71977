"""How the findings of a check are filed: named after it, sorted by subject, parted by outcome.

An edit changes few of them. Those that are other objects than the last time are put in the place of the old ones, and
the hundreds that are not are not even looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, repeat
from operator import attrgetter, eq

from msgspec.structs import replace

from planner.assess.memo import Memo
from planner.checks.registry import ORDER, Finding, Outcome

Found = Mapping[Outcome, tuple[Finding, ...]]
"""What one check found, by outcome, each sorted by subject."""
_CHECK, _SUBJECT, _OUTCOME = map(attrgetter, ("check", "subject", "outcome"))


class _Filed:
    """The findings of a check as they came, the file, and where each was filed, once somebody asks."""

    __slots__ = ("came", "file", "places")

    def __init__(self, came: tuple[Finding, ...], file: Found) -> None:
        self.came = came
        self.file = file
        self.places: list[tuple[Outcome, int]] | None = None

    def place(self, at: int) -> tuple[Outcome, int]:
        """Return under which outcome, and at which place there, the finding that came at ``at`` was filed."""
        if self.places is None:
            filled: dict[Outcome, int] = {}
            self.places = [("pass", 0)] * len(self.came)
            for number in _sorted(self.came):
                outcome = self.came[number].outcome
                self.places[number] = (outcome, filled.get(outcome, 0))
                filled[outcome] = filled.get(outcome, 0) + 1
        return self.places[at]


def filed(memo: Memo, check: str, came: Iterable[Finding]) -> Found:
    """Return the findings of the check of this id by outcome; the mapping of the last time where they are the same objects."""
    found = came if isinstance(came, tuple) else (*came,)
    last: _Filed | None = memo.last(("filed", check))
    if not found and last is not None and not last.came:
        return last.file
    places = None if last is None else memo.differing(found, last.came)
    if last is None or places is None or not _put_in(last, check, found, places):
        last = memo.keep(("filed", check), _anew(check, found))
    last.came = found
    return last.file


def _put_in(last: _Filed, check: str, found: tuple[Finding, ...], places: list[int]) -> bool:
    """Put findings in the place of old ones of the same subject and outcome; False where one is of another."""
    if not places:
        return True
    if any(_unlike_in_kind(found[at], last.came[at]) for at in places):
        return False
    changed: dict[Outcome, list[Finding]] = {}
    for at in places:
        outcome, index = last.place(at)
        own = changed.setdefault(outcome, [*last.file[outcome]])
        own[index] = _named(found[at], check)
    last.file = {outcome: tuple(changed.get(outcome, own)) for outcome, own in last.file.items()}
    return True


def _unlike_in_kind(one: Finding, other: Finding) -> bool:
    return one.subject != other.subject or one.outcome != other.outcome


def _named(one: Finding, check: str) -> Finding:
    return one if one.check == check else replace(one, check=check)


def _anew(check: str, came: tuple[Finding, ...]) -> _Filed:
    named: Sequence[Finding] = came
    if [*map(_CHECK, came)].count(check) < len(came):  # what is kept part by part was named in its place, once
        named = [_named(one, check) for one in came]
    if len(named) > 1:
        named = [*map(named.__getitem__, _sorted(named))]
    outcomes: list[Outcome] = [*map(_OUTCOME, named)]
    if named and outcomes.count(outcomes[0]) == len(named):
        return _Filed(came, {outcomes[0]: tuple(named)})
    there = [outcome for outcome in ORDER if outcome in outcomes]
    file: Found = {one: (*compress(named, map(eq, outcomes, repeat(one))),) for one in there}
    return _Filed(came, file)


def _sorted(findings: Sequence[Finding]) -> list[int]:
    """Return the places of findings as they are sorted by subject."""
    return sorted(range(len(findings)), key=[*map(_SUBJECT, findings)].__getitem__)

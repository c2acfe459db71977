"""How the workload fits the planned machines: judged once for each kind of machine, told for each line where it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import overload

import msgspec
from msgspec.structs import replace

from planner.assess.demand import EntryFigures, Fit, device_memory, devices_in
from planner.assess.lines import LineFigures
from planner.assess.memo import Memo
from planner.figure import Figure
from planner.messages import Message, msg
from planner.workload.fit import Fit as FitVerdict
from planner.workload.fit import Verdict, fit_verdict, visible_gib


class FitKind(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How one entry fits machines that offer the same: the fit on the first of their lines, all lines, and their places."""

    fit: Fit
    lines: tuple[str, ...]
    places: tuple[int, ...]


class Fits(Sequence[Fit]):
    """The fits of all entries on all machines, entry by entry in the order of the lines.

    ``kinds`` are what an assessment looks at: hundreds, where there are thousands of fits. These are made when asked for.
    """

    def __init__(self, kinds: tuple[FitKind, ...]) -> None:
        """Keep the fits by kind of machine, entry by entry, in the order of their first lines."""
        self.kinds = kinds

    @cached_property
    def by_entry(self) -> dict[str, tuple[FitKind, ...]]:
        """Return the kinds of each entry that has some."""
        found: dict[str, list[FitKind]] = {}
        for kind in self.kinds:
            found.setdefault(kind.fit.entry, []).append(kind)
        return {entry: tuple(own) for entry, own in found.items()}

    @cached_property
    def _each(self) -> tuple[Fit, ...]:
        found: list[Fit] = []
        for own in self.by_entry.values():
            rows = [
                (place, line, kind.fit) for kind in own for place, line in zip(kind.places, kind.lines, strict=True)
            ]
            found += [
                fit if fit.line == line else replace(fit, line=line)
                for _place, line, fit in sorted(rows, key=lambda row: row[0])
            ]
        return tuple(found)

    @overload
    def __getitem__(self, at: int) -> Fit: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Fit, ...]: ...
    def __getitem__(self, at: int | slice) -> Fit | tuple[Fit, ...]:
        """Return a fit by its number."""
        return self._each[at]

    def __len__(self) -> int:
        """Return how many fits there are: entries times machines."""
        return sum([len(kind.lines) for kind in self.kinds])

    def __iter__(self) -> Iterator[Fit]:
        """Return an iterator over all fits."""
        return iter(self._each)

    __hash__ = None  # type: ignore[assignment]  # what they say holds mappings

    def __eq__(self, other: object) -> bool:
        """Tell whether the other ones say the same."""
        return isinstance(other, Fits) and self.kinds == other.kinds


def fits(demand: tuple[EntryFigures, ...], machines: tuple[LineFigures, ...], memo: Memo | None = None) -> Fits:
    """Return how each entry fits each machine that is planned to reckon."""
    kept = memo if memo is not None else Memo()
    seats = kept.each("seats", partial(_settled_seat, kept), machines)
    return kept.settled("fits", kept.call(_on_seats, kept, seats, *demand))


def _on_seats(memo: Memo, seats: tuple[_Seat, ...], *demand: EntryFigures) -> Fits:
    kinds = memo.call(_kinds, seats)
    found: list[FitKind] = []
    for entry in demand:
        found += memo.call(_of_entry, entry, kinds)
    return Fits(tuple(found))


class _Seat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a machine of a line offers to a job: memory that one device shows (GiB), and how many devices."""

    line: str
    card: bool
    visible_gib: Figure
    devices: int


class _Kind(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Seats that offer the same: the first of them, their lines and their places."""

    seat: _Seat
    lines: tuple[str, ...]
    places: tuple[int, ...]


def _settled_seat(memo: Memo, line: LineFigures) -> _Seat:
    """Return the seat of a line, the same object while it offers the same: a price changes no fit."""
    return memo.settled(("seat", line.line.id), _seat(memo, line))


def _seat(memo: Memo, line: LineFigures) -> _Seat:
    card = line.card
    seen = device_memory(line) if card is None else memo.call(visible_gib, card)
    return _Seat(line=line.line.id, card=card is not None, visible_gib=seen, devices=devices_in(line))


def _kinds(seats: tuple[_Seat, ...]) -> tuple[_Kind, ...]:
    """Return the seats by what they offer, in the order of the first ones."""
    alike: dict[tuple[int, int, bool], list[int]] = {}
    for place, seat in enumerate(seats):
        alike.setdefault((id(seat.visible_gib), seat.devices, seat.card), []).append(place)
    return tuple(
        [
            _Kind(seat=seats[places[0]], lines=tuple([seats[one].line for one in places]), places=tuple(places))
            for places in alike.values()
        ]
    )


def _of_entry(entry: EntryFigures, kinds: tuple[_Kind, ...]) -> tuple[FitKind, ...]:
    """Return how one entry fits each kind of machine; those with the same card are judged together."""
    judged: dict[int, FitVerdict] = {}
    return tuple([_fit_kind(entry, kind, judged) for kind in kinds])


def _fit_kind(entry: EntryFigures, kind: _Kind, judged: dict[int, FitVerdict]) -> FitKind:
    seat = kind.seat
    verdict, reason = _judged(entry, seat, judged)
    fit = Fit(
        entry=entry.entry.id,
        line=seat.line,
        verdict=verdict,
        need_gib=entry.per_device_gib,
        visible_gib=seat.visible_gib,
        devices_needed=entry.entry.devices,
        devices_there=seat.devices,
        reason=reason,
    )
    return FitKind(fit=fit, lines=kind.lines, places=kind.places)


def _judged(entry: EntryFigures, seat: _Seat, judged: dict[int, FitVerdict]) -> tuple[Verdict, Message]:
    seen, needed = seat.visible_gib, entry.entry.devices
    found = judged.get(id(seen))
    if found is None:
        found = judged[id(seen)] = fit_verdict(entry.per_device_gib, seen, entry.at_least_gib)
    if seat.card and seat.devices < needed:
        return "no", _too_few(needed, seat.devices)
    return found.verdict, found.reason


def _too_few(needed: int, there: int) -> Message:
    return msg("fit.devices", "{needed} devices are needed, {there} are in one machine.", needed=needed, there=there)

"""Entries against candidate cards: verdict, speed with its range and price of every cell; an edit reckons its row alone.

The whole matrix is numbers in arrays; the figure of one cell, with formula, inputs and sources, is made when asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.figure import Figure, Formula, leaf, trace
from planner.figure import Quality as Q
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.workload.arrays import column, line, value_or_nan
from planner.workload.card_columns import CardColumns
from planner.workload.cell_speeds import band_factor, speeds
from planner.workload.entry_job import EntryJob, settled_on
from planner.workload.fit import Fit, Verdict, fit_verdict

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers

VERDICTS: tuple[Verdict, ...] = ("unknown", "fits", "tight", "no")
_UNKNOWN, _FITS, _TIGHT, _NO = range(4)

CARDS_COST = Formula(
    key="matrix.cost",
    label=Labelled(zh="所需卡的价格", en="Price of the cards needed"),
    text="ceil(devices / devices_per_board) * unit_price",
    unit="money",
    source="whole boards that have the devices x price of one",
    function=lambda devices, devices_per_board, unit_price: math.ceil(devices / devices_per_board) * unit_price,
)


class PriceSpan(msgspec.Struct, frozen=True, kw_only=True):
    """What one piece costs: lowest and highest price in ``currency``, with source and day."""

    low: float
    high: float
    currency: str
    source: str = ""
    date: str = ""
    quality: Q = Q.SECONDARY


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """What entries are set against: a card, or a machine with ``devices_there`` of it (None: as many as are bought).

    ``visible_gib`` is what one device shows; ``price`` that of one piece: a card, or the whole machine.
    """

    id: str
    name: str
    visible_gib: Figure
    card: Item | None = None
    devices_there: int | None = None
    price: PriceSpan | None = None
    whole: bool = False


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One cell with its figures: how it fits, speed, and price from ``cost_low`` to ``cost_high``; None: no such figure."""

    fit: Fit
    speed: Figure | None
    cost_low: Figure | None
    cost_high: Figure | None
    too_few: Message | None = None
    no_speed: Message | None = None


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The cells of one entry in numbers, candidates in their order; NaN is unknown.

    ``verdicts`` are places in ``VERDICTS``, ``need_gib`` what one device must hold, ``shares`` of the memory it shows,
    ``speeds`` with ``lows`` and ``highs`` of nine of ten cases, ``boards`` how many boards carry the devices.
    """

    job: EntryJob
    verdicts: Numbers
    need_gib: float
    shares: Numbers
    speeds: Numbers
    lows: Numbers
    highs: Numbers
    boards: Numbers

    def verdict(self, at: int) -> Verdict:
        """Return the verdict of the candidate at this place."""
        return VERDICTS[int(self.verdicts[at])]


class FitMatrix:
    """The rows of entries against a list of candidates."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        """Start with candidates and no entries."""
        self.candidates = tuple(candidates)
        self.rows: tuple[Row, ...] = ()
        self.reckoned = 0
        self._kept: dict[str, Row] = {}
        self._cards = [at for at, one in enumerate(self.candidates) if one.card is not None]
        self._columns = CardColumns(tuple(one.card for one in self.candidates if one.card is not None))
        self._visible = line([value_or_nan(one.visible_gib) for one in self.candidates])
        there = (one.devices_there for one in self.candidates)
        self._there = line([math.inf if count is None else float(count) for count in there])
        self._per_board = line([float(devices_per_board(one.card)) if one.card else 1.0 for one in self.candidates])

    def show(self, jobs: Sequence[EntryJob]) -> tuple[Row, ...]:
        """Return the rows of ``jobs`` in their order; only those of jobs that are other objects than before are reckoned."""
        new = [job for job in jobs if job.id not in self._kept or self._kept[job.id].job is not job]
        self.reckoned += len(new)
        made = {row.job.id: row for row in self._reckon(new)} if new else {}
        self._kept = {job.id: made.get(job.id) or self._kept[job.id] for job in jobs}
        self.rows = tuple(self._kept[job.id] for job in jobs)
        return self.rows

    def row(self, entry: str) -> Row | None:
        """Return the row of an entry, None where it is not shown."""
        return self._kept.get(entry)

    def place_of(self, candidate: str) -> int:
        """Return where a candidate stands, -1 where it does not."""
        return next((at for at, one in enumerate(self.candidates) if one.id == candidate), -1)

    def _reckon(self, jobs: Sequence[EntryJob]) -> list[Row]:
        import numpy as np

        need = column([value_or_nan(job.need_gib) for job in jobs])
        least = column([value_or_nan(job.at_least_gib) for job in jobs])
        devices = column([float(job.devices) for job in jobs])
        shares = need / self._visible
        verdicts = np.where(shares > 1, _NO, np.where(shares > limit("mem.fits").require(), _TIGHT, _FITS))
        open_ = np.isnan(shares)
        verdicts = np.where(open_, np.where(least > self._visible, _NO, _UNKNOWN), verdicts)
        verdicts = np.where(devices > self._there, _NO, verdicts).astype(np.int8)
        quick = np.full(shares.shape, np.nan)
        if self._cards:
            quick[:, self._cards] = speeds(jobs, self._columns)
        factors = column([band_factor(job) for job in jobs])
        lows, highs = quick / factors, quick * factors
        self._settle(jobs, quick, lows, highs)
        boards = np.ceil(devices / self._per_board)
        return [
            Row(
                job=job,
                verdicts=verdicts[at],
                need_gib=float(need[at, 0]),
                shares=shares[at],
                speeds=quick[at],
                lows=lows[at],
                highs=highs[at],
                boards=boards[at],
            )
            for at, job in enumerate(jobs)
        ]

    def _settle(self, jobs: Sequence[EntryJob], quick: Numbers, lows: Numbers, highs: Numbers) -> None:
        """Put what was measured in the place of estimates, where a card can have reached it."""
        for row, job in enumerate(jobs):
            for at in self._cards if job.measured is not None else ():
                card = self.candidates[at].card
                if card is None or job.measured is None or job.measured.card not in ("", card.id):
                    continue
                found, refused = _speed(job, self.candidates[at])
                if found is not None and refused is None and found.value is not None:
                    quick[row, at] = lows[row, at] = highs[row, at] = found.value

    def cell(self, entry: str, candidate: str) -> Cell:
        """Return one cell with its figures; raises KeyError for an entry or candidate that is not shown."""
        job, one = self._kept[entry].job, self.candidates[self.place_of(candidate)]
        if one.id != candidate:
            raise KeyError(candidate)
        fit = fit_verdict(job.need_gib, one.visible_gib, job.at_least_gib)
        speed, silent = _speed(job, one)
        low, high = (_cost(job, one, end) for end in ("low", "high"))
        too_few = None
        if one.devices_there is not None and one.devices_there < job.devices:
            too_few = msg(
                "fit.devices",
                "{needed} devices are needed, {there} are in one machine.",
                needed=job.devices,
                there=one.devices_there,
            )
            fit = msgspec.structs.replace(fit, verdict="no", reason=too_few)
        return Cell(fit=fit, speed=speed, cost_low=low, cost_high=high, too_few=too_few, no_speed=silent)


def _speed(job: EntryJob, one: Candidate) -> tuple[Figure | None, Message | None]:
    if one.card is None or job.task is None:
        return None, job.no_speed
    try:
        settled = settled_on(job, one.card)
        return (None, None) if settled is None else (settled.figure, None)
    except PlannerError as fault:
        if job.measured is None:
            return None, fault.message
        plain = msgspec.structs.replace(job, measured=None)  # what was measured cannot be: the estimate stays
        return _speed(plain, one)[0], fault.message


def _cost(job: EntryJob, one: Candidate, end: str) -> Figure | None:
    """Return the price of what carries the entry: the machine as it is, or whole boards with its devices."""
    span = one.price
    if span is None:
        return None
    key = f"workload/{job.id}/{one.id}"
    unit = leaf(f"{key}/unit_price_{end}", getattr(span, end), span.currency, span.quality, span.source, span.date)
    if one.whole:
        return unit
    boards = 1 if one.card is None else devices_per_board(one.card)
    formula = msgspec.structs.replace(CARDS_COST, unit=span.currency)
    return trace(
        formula,
        f"{key}/cost_{end}",
        devices=leaf(f"{key}/devices", float(job.devices), "1", Q.ENTERED),
        devices_per_board=leaf(f"{key}/devices_per_board", float(boards), "1", Q.PUBLISHED),
        unit_price=unit,
    )

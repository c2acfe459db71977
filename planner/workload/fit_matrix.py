"""Entries against candidate cards: verdict, speed with its range and price of every cell; an edit reckons its row alone.

The whole matrix is numbers in arrays, the accounts of its entries too; the figures of one account or one cell, with
formula, inputs and sources, are made when asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import msgspec

from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.figure import Figure, Formula, leaf, trace
from planner.figure import Quality as Q
from planner.limits import limit
from planner.messages import Labelled, Message, msg
from planner.workload.account_columns import PARTS
from planner.workload.arrays import NOT_KNOWN, column, line, pick, quietly, rounded_up, some, value_or_nan
from planner.workload.card_columns import CardColumns
from planner.workload.cell_speeds import speeds
from planner.workload.entry_job import EntryJob, models_of, settled_on
from planner.workload.fit import EntryDemand, Fit, Verdict, fit_verdict
from planner.workload.model_columns import ModelTable
from planner.workload.needs import Needs, account_of, need_figures, needs_of

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers, Places

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
    """What one piece costs: lowest and highest price in ``currency``, with source, day and kind of the observation.

    ``tax`` tells whether tax is in it ('' is unknown).
    """

    low: float
    high: float
    currency: str
    source: str = ""
    date: str = ""
    quality: Q = Q.SECONDARY
    tax: str = ""
    kind: str = ""


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


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """What was reckoned together: entries down, candidates across (``needs`` and ``parts`` of an entry across); NaN is unknown."""

    verdicts: Places
    shares: Numbers
    speeds: Numbers
    lows: Numbers
    highs: Numbers
    boards: Numbers
    costs_low: Numbers
    costs_high: Numbers
    needs: Numbers
    parts: Numbers


def _view(numbers: Numbers, at: int) -> Numbers:
    return cast("Numbers", numbers[at])


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The cells of one entry in numbers, candidates in their order, as a view on what was reckoned; NaN is unknown."""

    job: EntryJob
    block: Block
    at: int

    @property
    def verdicts(self) -> Places:
        """Return the places in ``VERDICTS``."""
        return cast("Places", self.block.verdicts[self.at])

    @property
    def need_gib(self) -> float:
        """Return the GiB that one device must hold."""
        return float(self.block.needs[self.at, 0])

    @property
    def parts_gib(self) -> dict[str, float]:
        """Return the account by parts over all devices, GiB; nothing where the entry brought its need as a figure."""
        if self.job.need_gib is not None or self.job.spec is None:
            return {}
        return dict(zip(PARTS, map(float, self.block.parts[self.at]), strict=True))

    @property
    def shares(self) -> Numbers:
        """Return what share (1) of the memory that a device shows is needed."""
        return _view(self.block.shares, self.at)

    @property
    def speeds(self) -> Numbers:
        """Return the speeds in the unit of the family."""
        return _view(self.block.speeds, self.at)

    @property
    def lows(self) -> Numbers:
        """Return below what speed one case of ten lies, in the unit of the family."""
        return _view(self.block.lows, self.at)

    @property
    def highs(self) -> Numbers:
        """Return above what speed one case of ten lies, in the unit of the family."""
        return _view(self.block.highs, self.at)

    @property
    def boards(self) -> Numbers:
        """Return how many boards (1) carry the devices."""
        return _view(self.block.boards, self.at)

    @property
    def costs_low(self) -> Numbers:
        """Return the least that the machine or the boards with the devices cost, in the money of the candidate's price."""
        return _view(self.block.costs_low, self.at)

    @property
    def costs_high(self) -> Numbers:
        """Return the most that the machine or the boards with the devices cost, in the money of the candidate's price."""
        return _view(self.block.costs_high, self.at)

    def verdict(self, at: int) -> Verdict:
        """Return the verdict of the candidate at this place."""
        return VERDICTS[int(self.block.verdicts[self.at, at])]


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
        there = [one.devices_there for one in self.candidates]
        self._there = line([math.inf if count is None else float(count) for count in there])
        self._counted = any(count is not None for count in there)
        spans = [one.price for one in self.candidates]
        self._prices = [
            line([NOT_KNOWN if one is None else getattr(one, end) for one in spans]) for end in ("low", "high")
        ]
        self._whole = line([float(one.whole) for one in self.candidates]) > 0
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
        models = ModelTable(models_of(jobs))
        needs = needs_of(jobs, models)
        devices = column([float(job.devices) for job in jobs])
        with quietly():
            verdicts, shares = self._verdicts(needs, devices)
            quick, factors = self._speeds(jobs, models)
            lows, highs = quick / factors, quick * factors
        self._settle(jobs, quick, lows, highs)
        boards = rounded_up(devices / self._per_board)
        bought = pick(self._whole, 1.0, boards) if some(self._whole) else boards
        block = Block(
            verdicts=verdicts,
            shares=shares,
            speeds=quick,
            lows=lows,
            highs=highs,
            boards=boards,
            costs_low=bought * self._prices[0],
            costs_high=bought * self._prices[1],
            needs=needs.per_device,
            parts=needs.parts,
        )
        return [Row(job=job, block=block, at=at) for at, job in enumerate(jobs)]

    def _verdicts(self, needs: Needs, devices: Numbers) -> tuple[Places, Numbers]:
        import numpy as np

        shares = needs.per_device / self._visible
        verdicts = (shares > 1).view(np.int8) + (shares > limit("mem.fits").require()).view(np.int8) + np.int8(_FITS)
        open_ = np.isnan(shares)
        if some(open_):  # neither comparison held: they stand as fits
            verdicts += (_UNKNOWN - _FITS) * open_.view(np.int8)
            verdicts += (_NO - _UNKNOWN) * (open_ & (needs.at_least > self._visible)).view(np.int8)
        if self._counted:
            verdicts[devices > self._there] = _NO
        return verdicts, shares

    def _speeds(self, jobs: Sequence[EntryJob], models: ModelTable) -> tuple[Numbers, Numbers]:
        import numpy as np

        found, factors = speeds(jobs, self._columns, models)
        if len(self._cards) == len(self.candidates):
            return found, factors
        quick = np.full((len(jobs), len(self.candidates)), np.nan)
        quick[:, self._cards] = found
        return quick, factors

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

    def account(self, entry: str) -> EntryDemand | None:
        """Return the account of an entry in figures, None where it brought its need; raises KeyError, or PlannerError if refused."""
        return account_of(self._kept[entry].job)

    def cell(self, entry: str, candidate: str) -> Cell:
        """Return one cell with its figures; raises KeyError for an entry or candidate that is not shown."""
        job, one = self._kept[entry].job, self.candidates[self.place_of(candidate)]
        if one.id != candidate:
            raise KeyError(candidate)
        need, at_least = need_figures(job)
        fit = fit_verdict(need, one.visible_gib, at_least)
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

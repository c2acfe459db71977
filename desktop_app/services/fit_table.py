"""The fit matrix of a plan as words: entries against candidates, kept between edits so that an edit costs its row."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import msgspec

from desktop_app.services.fit_candidates import Column, columns
from desktop_app.services.fit_prices import CardPrice, card_price, card_price_text
from planner.assess.demand import EntryFigures
from planner.assess.entry_jobs import entry_job
from planner.figure import Figure
from planner.messages import Message, format_figure, format_number, msg, render, unit_symbol
from planner.workload.entry_job import EntryJob
from planner.workload.fit_matrix import Cell, FitMatrix, Row

if TYPE_CHECKING:
    from desktop_app.services.desk import Desk
    from desktop_app.services.session import PlanSession
    from planner.assess.run import Assessment

Below = Literal["speed", "price"]
STATUS = {"fits": "ok", "tight": "warn", "no": "error", "unknown": "unknown"}
_WORDS: dict[str, Message] = {
    "fits": msg("workload.fits", "fits"),
    "tight": msg("workload.tight", "tight"),
    "no": msg("workload.no", "too small"),
    "unknown": msg("common.unknown", "unknown"),
}
_UNITS = {"decode": "tok/s", "train": "tok/s", "vision": "img/s", "video": "s", "picture": "s"}


class FitCell(msgspec.Struct, frozen=True, kw_only=True):
    """One cell in words: status, ``word`` with the margin or what is short, speed and price of a card, all as ``said``."""

    status: str
    word: str
    speed: str
    price: str
    said: str


class FitTable:
    """Keeps the matrix of one plan while its machines and chosen cards stay the same."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.columns: tuple[Column, ...] = ()
        self._matrix = FitMatrix(())
        self._jobs: dict[str, tuple[EntryFigures, EntryJob]] = {}
        self._prices: dict[str, CardPrice | None] = {}

    @property
    def reckoned(self) -> int:
        """Return how many rows were reckoned since the columns are what they are."""
        return self._matrix.reckoned

    def show(self, desk: Desk, session: PlanSession, shown: Assessment) -> tuple[Row, ...]:
        """Return the rows of the plan's entries; only what an edit touched is reckoned anew."""
        others = [one.id for one in session.plan.alternatives if one.id != shown.context.alternative.id]
        found = columns(desk, (shown, *(session.assessment(one) for one in others)))
        if found != self.columns:
            self.columns = found
            self._matrix = FitMatrix([one.candidate for one in found])
        self._prices = {one.candidate.id: card_price(one, session.plan.facts) for one in found}
        return self._matrix.show([self._job(one, desk) for one in shown.context.demand.values()])

    def _job(self, figures: EntryFigures, desk: Desk) -> EntryJob:
        kept = self._jobs.get(figures.entry.id)
        if kept is not None and kept[0] is figures:
            return kept[1]
        job = entry_job(figures, desk.environment.market[0])
        self._jobs[figures.entry.id] = (figures, job)
        return job

    def job(self, entry: str) -> EntryJob | None:
        """Return an entry as the matrix has it, None where it is not shown."""
        row = self._matrix.row(entry)
        return None if row is None else row.job

    def cell(self, entry: str, candidate: str) -> Cell:
        """Return one cell with its figures; raises KeyError."""
        return self._matrix.cell(entry, candidate)

    def explained(self, entry: str, candidate: str, below: Below) -> Figure:
        """Return the figure that a pressed cell explains: the need against the memory, or what stands below it."""
        cell = self.cell(entry, candidate)
        price = self._prices.get(candidate)
        wanted = cell.speed if below == "speed" else price.high if price is not None else None
        if below == "price" and wanted is not None:
            return wanted
        return (
            wanted if wanted is not None and wanted.known and cell.fit.verdict in ("fits", "tight") else cell.fit.share
        )

    def words(self, row: Row, language: str) -> tuple[FitCell, ...]:
        """Return the cells of a row in words, in the order of the columns."""
        return tuple(self._words(row, at, column, language) for at, column in enumerate(self.columns))

    def price(self, column: Column, language: str) -> str:
        """Return what one card of a column costs."""
        return card_price_text(self._prices.get(column.candidate.id), language)

    def basis(self, column: Column, language: str, *, short: bool = False) -> str:
        """Return what the price of a card is made of, for a head where ``short``; '' where it is unknown."""
        price = self._prices.get(column.candidate.id)
        return "" if price is None else render(price.short if short else price.basis, language)

    def _words(self, row: Row, at: int, column: Column, language: str) -> FitCell:
        verdict = row.verdict(at)
        word, long = _margin(row, at, language), _margin(row, at, language, unit=True)
        speed = "" if verdict == "no" else speed_text(row, at, language)  # what does not fit has no speed
        price = self.price(column, language)
        kind = render(_WORDS[verdict], language)
        parts = [column.candidate.name, kind, "" if long == kind else long, speed, price]
        parts.append(self.basis(column, language))
        return FitCell(
            status=STATUS[verdict],
            word=word,
            speed=speed,
            price=price,
            said=("，" if language == "zh" else ", ").join(part for part in parts if part),
        )


def _margin(row: Row, at: int, language: str, *, unit: bool = False) -> str:
    """Return the verdict with its amount: what is left in per cent, or what is short in GiB."""
    verdict, share = row.verdict(at), float(row.shares[at])
    if math.isnan(share):
        return render(_WORDS[verdict], language)
    if share > 1:
        short = row.need_gib * (1 - 1 / share)
        amount = format_number(round(short, 1))
        if unit:
            return render(msg("workload.short", "{amount} GiB short", amount=amount), language)
        return render(msg("workload.short_by", "{amount} short", amount=amount), language)
    left = f"{(1 - share) * 100:.0f} %"
    if verdict == "no":
        return render(msg("workload.few_cards", "too few cards"), language)
    if verdict == "tight":
        return render(msg("workload.tight_by", "tight, {share}", share=left), language)
    return render(msg("workload.margin", "{share} left", share=left), language)


def speed_text(row: Row, at: int, language: str) -> str:
    """Return the range of the speed in its unit, a measured one as it is, 'speed unknown' where no formula gives one."""
    low, high, value = (float(numbers[at]) for numbers in (row.lows, row.highs, row.speeds))
    if math.isnan(value):
        return render(msg("workload.speed_unknown", "speed unknown"), language)
    unit = unit_symbol(_UNITS.get(row.job.family, ""), language)
    if low == high:
        return render(
            msg("workload.speed_measured", "{value} {unit} measured", value=_short(value), unit=unit), language
        )
    return f"{_thousands(low)}–{_thousands(high)} {unit}"


def _thousands(value: float) -> str:
    """Return a number for a narrow cell: from a thousand on in thousands, two digits."""
    return f"{_short(value / 1000, 2)}k" if value >= 1000 else _short(value, 3 if value >= 100 else 2)  # noqa: PLR2004


def _short(value: float, digits: int = 3) -> str:
    """Return a number of few significant digits, whole from 1,000 on."""
    if value <= 0 or not math.isfinite(value):
        return format_number(value)
    places = digits - 1 - math.floor(math.log10(value))
    shown = round(value, places)
    return format_number(int(shown) if shown >= 100 or shown == int(shown) else shown)


def need_text(figure: Figure, language: str) -> str:
    """Return the memory of one device as people read it."""
    return format_figure(figure, language)

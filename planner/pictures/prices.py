"""The price ranges of all alternatives with the price reckoned with, contingency and the budget: a builder of one scene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from planner.assess.prices import Amount, PriceTotals
from planner.assess.run import Assessment
from planner.documents.model import Language
from planner.messages import Message, format_number, msg, render
from planner.money import Money
from planner.pictures.bar_groups import least_text, money_state, money_text, money_value
from planner.pictures.bars import LIMIT, OPEN_HATCH
from planner.pictures.layout import EDGE_MM, SMALL_PT, fitted, legend, spaced, ticks, with_margin
from planner.pictures.metrics import text_width
from planner.pictures.plot_table import Columns, Row, columns, heading, row_items
from planner.pictures.scene import Axis, Line, Node, Polygon, Rect, Sample, Scene, Spot, Stroke, Text
from planner.pictures.status import Mark

WIDTH_MM = 166.0
_FIRST, _BUDGET, _PITCH, _BAR, _AXIS = 11.5, 5.0, 10.4, 4.2, 9.0
_AIR = 1.06
_RADIUS = 1.5
_FRAME = Stroke("bar", 0.3)
_OPEN = Stroke("unknown_fill", 0.3, (1.3, 0.9))


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """What an alternative costs on the scale of the picture; None where it is unknown, ``known`` is the part that is.

    All of them have the contingency in them, as the budget that they are set beside is for both.
    """

    row: Row
    low: float | None
    chosen: float | None
    high: float | None
    known: float
    bought: bool
    key: str


def prices_scene(assessments: Sequence[Assessment], language: Language, width_mm: float = WIDTH_MM) -> Scene:
    """Return the price ranges of the alternatives in their order, the chosen one in bold; amounts with tax."""
    return _Drawing(tuple(assessments), language, width_mm - 2 * EDGE_MM).scene()


class _Drawing:
    """Draws a row for each alternative over one scale."""

    def __init__(self, assessments: tuple[Assessment, ...], language: Language, width: float) -> None:
        self.language = language
        self.assessments = assessments
        self.with_contingency = all(one.context.budget.contingency_rate is not None for one in assessments)
        self.offers = tuple(self._offer(one) for one in assessments)
        self.budget = next((one.context.money.budget.money for one in assessments), None)
        self.columns: Columns = columns([offer.row for offer in self.offers], width)
        self.width = max(width, self.columns.width)
        self.title = self._say(msg("prices.title", "Price ranges of the alternatives"))
        self.spots: list[Spot] = []

    def scene(self) -> Scene:
        """Return the finished picture."""
        unit = msg("bars.wan", "10,000 yuan") if self.language == "zh" else msg("bars.cny", "CNY")
        subtitle = self._say(
            msg("prices.subtitle", "{unit} with tax and contingency; bar from lowest to highest price", unit=unit)
            if self.with_contingency
            else msg(
                "prices.subtitle_bare", "{unit} with tax, no contingency; bar from lowest to highest price", unit=unit
            )
        )
        items = [*heading(self.title, subtitle, self.width), *self._rows()]
        below = _FIRST + _BUDGET + len(self.offers) * _PITCH
        made, last = legend(self._samples(), 0.0, below + _AXIS, self.width)
        scene = Scene(
            title=self.title,
            description=self._description(),
            language=self.language,
            width_mm=self.width,
            height_mm=last + 1.4,
            items=(*items, made),
            spots=tuple(self.spots),
        )
        return with_margin(scene, EDGE_MM)

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))

    def _value(self, money: Money | None) -> float | None:
        return money_value(money, self.language)

    def _offer(self, one: Assessment) -> Offer:
        money, context = one.context.money, one.context
        bought = context.alternative.id == one.plan.chosen
        title = spaced(context.alternative.title.label(self.language))
        label = self._say(msg("prices.bought", "{title} (chosen)", title=title)) if bought else title
        status, state = money_state(context, self.language)
        low, chosen, high = self._amounts(money)
        row = Row(label=label, values=self._numbers(one), state=state, status=status, bold=bought)
        return Offer(
            row=row,
            low=self._value(low.money),
            chosen=self._value(chosen.money),
            high=self._value(high.money),
            known=self._value(money.planned_known.money) or 0.0,
            bought=bought,
            key=chosen.figure.key,
        )

    def _amounts(self, money: PriceTotals) -> tuple[Amount, Amount, Amount]:
        """Return the lowest, chosen and highest amount: with contingency, without where the plan sets none."""
        if self.with_contingency:
            return money.planned_low, money.planned, money.planned_high
        return money.low, money.chosen, money.high

    def _numbers(self, one: Assessment) -> tuple[str, ...]:
        """Return range and price reckoned with; where prices are open, what is known."""
        money = one.context.money
        lowest, chosen, highest = self._amounts(money)
        if chosen.money is None or not one.context.prices:
            least = least_text(money, self.language)
            return (least, self._say(msg("prices.open", "rest to confirm"))) if least.startswith("≥") else (least,)
        low, high = (_bare(money_text(amount.money, self.language)) for amount in (lowest, highest))
        spread = self._say(msg("prices.range", "{low} to {high}", low=low, high=high))
        return (money_text(chosen.money, self.language), spread)

    def _rows(self) -> Iterator[Node]:
        at = self.columns
        values = [value for offer in self.offers for value in (offer.high, offer.chosen or 1.5 * offer.known) if value]
        most = max((*values, self._value(self.budget) or 0.0), default=0.0) * _AIR or 1.0
        scale, top = at.plot_width / most, _FIRST + _BUDGET
        below = top + len(self.offers) * _PITCH
        if not self.offers:
            yield Text(
                x=0.0, y=top, text=self._say(msg("prices.empty", "There are no alternatives yet.")), role="unknown"
            )
            return
        marks = ticks(most if values or self.budget else 0.0, at.plot_width, format_number)
        yield Axis(x=at.plot, y=below, length=at.plot_width, ticks=marks, grid_mm=below - top, size_pt=SMALL_PT)
        for number, offer in enumerate(self.offers):
            middle = top + (number + 0.5) * _PITCH
            yield from self._bar(offer, middle, scale)
            yield from row_items(offer.row, at, middle)
            tip = " ".join((offer.row.label, *offer.row.values, offer.row.state))
            area = {"x": 0.0, "y": middle - _PITCH / 2, "width": self.width, "height": _PITCH}
            self.spots.append(Spot(key=offer.key, tip=tip, part="", **area))
        yield from self._limit(top, below, scale)

    def _limit(self, top: float, below: float, scale: float) -> Iterator[Node]:
        budget = self._value(self.budget)
        if budget is None:
            words = self._say(msg("bars.no_budget", "budget to confirm"))
            yield Text(x=self.columns.plot, y=top - 1.8, text=words, size_pt=SMALL_PT, role="unknown")
            return
        x = self.columns.plot + budget * scale
        yield Line(x1=x, y1=top - 1.0, x2=x, y2=below, stroke=LIMIT)
        words = self._say(msg("bars.budget_is", "budget {amount}", amount=money_text(self.budget, self.language)))
        words = fitted(words, self.width, SMALL_PT)
        wide = text_width(words, SMALL_PT)
        left = min(max(0.0, x - wide / 2), self.width - wide)
        yield Text(x=left, y=top - 1.9, text=words, size_pt=SMALL_PT, role="text2")

    def _bar(self, offer: Offer, middle: float, scale: float) -> Iterator[Node]:
        left, y = self.columns.plot, middle - _BAR / 2
        if offer.low is None or offer.chosen is None or offer.high is None or not offer.chosen:
            yield Rect(x=left, y=y, width=self.columns.plot_width, height=_BAR, stroke=_OPEN, hatch=OPEN_HATCH)
            if offer.known:
                yield Rect(x=left, y=y, width=offer.known * scale, height=_BAR, fill="bar")
            return
        low, high = sorted((offer.low, offer.high))
        yield Rect(
            x=left + low * scale,
            y=y,
            width=max(0.3, (high - low) * scale),
            height=_BAR,
            fill="bar_light",
            stroke=_FRAME,
        )
        yield _diamond(left + offer.chosen * scale, middle)

    def _samples(self) -> list[Sample]:
        unknown = any(offer.chosen is None for offer in self.offers)
        partly = any(offer.chosen is None and offer.known for offer in self.offers)
        solid = Rect(x=0.0, y=-1.3, width=7.0, height=2.6, fill="bar")
        ranged = any(offer.chosen is not None for offer in self.offers)
        swatch = Rect(x=0.0, y=-1.3, width=7.0, height=2.6, fill="bar_light", stroke=_FRAME)
        upright = Line(x1=3.5, y1=-1.6, x2=3.5, y2=1.6, stroke=LIMIT)
        hatched = Rect(x=0.0, y=-1.3, width=7.0, height=2.6, stroke=_OPEN, hatch=OPEN_HATCH)
        found: list[tuple[bool, Mark, Message]] = [
            (ranged, swatch, msg("prices.low_high", "lowest to highest price")),
            (ranged, _diamond(3.5, 0.0), msg("prices.diamond", "price reckoned with")),
            (self.budget is not None, upright, msg("prices.budget", "budget")),
            (partly, solid, msg("prices.known", "known part")),
            (unknown, hatched, msg("picture.unknown", "to confirm")),
        ]
        return [Sample(marks=(mark,), text=self._say(text)) for there, mark, text in found if there]

    def _description(self) -> str:
        budget = msg("bars.budget_is", "budget {amount}", amount=money_text(self.budget, self.language))
        told = [", ".join((offer.row.label, *offer.row.values, offer.row.state)) for offer in self.offers]
        if self.language == "zh":
            told = [one.replace(", ", "，") for one in told]
        parts = (self.title, *told, budget if self.budget else msg("bars.no_budget", "budget to confirm"))
        sentences = (msg("picture.sentence", "{words}.", words=part) for part in parts)
        return ("" if self.language == "zh" else " ").join(map(self._say, sentences))


def _diamond(x: float, y: float) -> Polygon:
    points = ((x, y - _RADIUS), (x + _RADIUS, y), (x, y + _RADIUS), (x - _RADIUS, y))
    return Polygon(points=points, fill="bar", stroke=Stroke("surface", 0.25))


def _bare(text: str) -> str:
    """Return an amount without its unit, for the lower end of a range."""
    return text.removesuffix(" 万元").removeprefix("CNY ")

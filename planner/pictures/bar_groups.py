"""What the bar picture shows, as groups of bars with a limit: power, heat, the tightest places of the wiring, budget."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.context import Context
from planner.assess.prices import Amount, PriceTotals
from planner.checks.site_parts import asked, used
from planner.checks.whole_heat import whole_heat
from planner.documents.model import Language
from planner.facility.power import SUM_W
from planner.figure import Figure, trace
from planner.limits import limit, with_own_limits
from planner.messages import Message, format_number, msg, render, shown
from planner.money import Money
from planner.pictures.formulas import FREE_W
from planner.pictures.layout import spaced
from planner.pictures.plot_table import Row
from planner.pictures.status import SHORT, WORDS, Status, judged
from planner.pictures.wiring_tree import Card, cards_of
from planner.rounding import rest_shown, rounded

_PLACES = 3
_ASKED = 2
_ROOM = 1.5  # beside a part that is known, room for the rest
_ORDER: dict[Status, int] = {"over": 0, "tight": 1, "fits": 2, "unknown": 3, "idle": 4}


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """One bar in the group's unit: ``kept`` is hatched on top of ``value``; ``value`` None is unknown beyond ``known``."""

    row: Row
    value: float | None
    known: float = 0.0
    kept: float = 0.0
    main: bool = True
    key: str = ""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Bars over one scale from zero; ``limit`` is drawn through all of them, ``limit_text`` says what it is."""

    title: str
    bars: tuple[Bar, ...]
    limit: float | None
    limit_text: str

    @property
    def most(self) -> float:
        """Return the largest value of the group, in its unit."""
        values = [_ROOM * bar.known if bar.value is None else bar.value + bar.kept for bar in self.bars]
        return max((*values, self.limit or 0.0), default=0.0)


@with_own_limits
def groups_of(context: Context, language: Language) -> tuple[Group, ...]:
    """Return the groups of an alternative; the wiring only where it has a rated place."""
    maker = _Groups(context, language)
    places = maker.places()
    return (maker.power(), *((places,) if places.bars else ()), maker.heat(), maker.budget())


class _Groups:
    """Makes the groups of one alternative in one language."""

    def __init__(self, context: Context, language: Language) -> None:
        self.context = context
        self.language = language

    def power(self) -> Group:
        """Return nameplate, maximum and expected power against what the circuits in use leave to the plan."""
        totals = self.context.totals
        free = self._free()
        texts = (
            msg("bars.nameplate", "Nameplate"),
            msg("bars.maximum", "Maximum"),
            msg("bars.expected", "Expected"),
        )
        figures = (totals.nameplate_w, totals.max_w, totals.expected_w)
        bars = tuple(
            self._watts(text, figure, free if at == 1 else None)
            for at, (text, figure) in enumerate(zip(texts, figures, strict=True))
        )
        said = msg("bars.free", "circuits in use leave {power} kW", power=kilowatts(free))
        return Group(
            title=self._say(msg("bars.power", "Power, kW")),
            bars=bars,
            limit=_kilo(free),
            limit_text=self._say(said if free.known else self._open(free)),
        )

    def _free(self) -> Figure:
        """Return what the circuits in use leave to the plan in W; unknown while one of them is, or while there is none."""
        name = f"{self.context.alternative.id}/total/free_w"
        parts = [
            trace(
                FREE_W,
                f"{load.load_w.key.rpartition('/')[0]}/free_w",
                load_w=load.load_w,
                rating_a=load.rating_a,
                other_a=load.other_a,
                own_a=load.own_a,
            )
            for load in used(self.context.site, "circuit")
        ]
        whole = trace(SUM_W, name, power_w=parts)
        return (
            whole
            if parts and not self.context.site.unplugged
            else msgspec.structs.replace(whole, value=None, missing=(*whole.missing, "site/plugged_in"))
        )

    def _watts(self, text: Message, figure: Figure, most: Figure | None) -> Bar:
        status, state = self._judged(figure, most) if most is not None else ("fits", "")
        row = Row(
            label=self._say(text), values=(self._kilowatts(figure),), state=state, status=status, bold=most is not None
        )
        return Bar(row=row, value=_kilo(figure), main=most is not None, key=figure.key)

    def _judged(self, load: Figure, most: Figure) -> tuple[Status, str]:
        """Return the state of a power against its limit, and how much is left or short."""
        if not (load.known and most.known):
            return "unknown", self._say(WORDS["unknown"])
        profile = self.context.organisation.profile
        share = limit("br.cont" if profile == "NEC" else "br.max", profile).require()
        value, bound = load.require(), most.require() * share
        status = judged(value, bound, most.require() * limit("br.cont", profile).require())
        return status, margin_text(status, kilowatts_said(abs(bound - value)), self.language, over=value > bound)

    def heat(self) -> Group:
        """Return the heat against the sensible cooling."""
        totals = self.context.totals
        heat, cooling = totals.heat_w, totals.sensible_cooling_w
        status, state = self._cooled(heat, cooling)
        row = Row(
            label=self._say(msg("bars.heat_load", "Heat load")),
            values=(self._kilowatts(heat),),
            state=state,
            status=status,
            bold=True,
        )
        bars = (Bar(row=row, value=_kilo(heat), key=heat.key), *self._room_heat(cooling))
        said = msg("bars.cooling", "sensible cooling {power} kW", power=kilowatts(cooling))
        return Group(
            title=self._say(msg("bars.heat", "Heat, kW")),
            bars=bars,
            limit=_kilo(cooling),
            limit_text=self._say(said if cooling.known else self._open(cooling)),
        )

    def _cooled(self, heat: Figure, cooling: Figure) -> tuple[Status, str]:
        """Return the state of a heat against the sensible cooling, and how much is left or short."""
        if not (heat.known and cooling.known):
            return "unknown", self._say(WORDS["unknown"])
        value, most = heat.require(), cooling.require()
        status = judged(value * limit("co.min").require(), most, most / limit("co.margin").require())
        return status, margin_text(status, kilowatts_said(abs(most - value)), self.language, over=value > most)

    def _room_heat(self, cooling: Figure) -> Iterator[Bar]:
        """Yield the heat with people, sun, lamps and losses, where something of them is told; each part stands in its account."""
        whole = whole_heat(self.context.site)
        if whole is None or not whole.known:
            return
        status, state = self._cooled(whole, cooling)
        label = self._say(msg("bars.room_heat", "With people, sun, lamps"))
        yield Bar(
            row=Row(label=label, values=(self._kilowatts(whole),), state=state, status=status),
            value=_kilo(whole),
            main=False,
            key=whole.key,
        )

    def places(self) -> Group:
        """Return the tightest places of the wiring in percent of their rating."""
        nodes = [card for tree in cards_of(self.context, self.language) for card in _nodes(tree)]
        rated = [card for card in nodes if card.share is not None and card.status != "idle"]
        worst = sorted(rated, key=_tightness)[:_PLACES]
        return Group(
            title=self._say(self._places_title(rated)),
            bars=tuple(self._place(card) for card in worst),
            limit=100.0,
            limit_text=self._say(msg("bars.rating", "rating 100 %")),
        )

    def _places_title(self, rated: list[Card]) -> Message:
        open_ = sum(card.status == "unknown" for card in rated)
        if not open_:
            return msg("bars.places", "Tightest of {count} places, % of rating", count=len(rated))
        return msg(
            "bars.places_open",
            "Tightest of {count} places ({open} to confirm), % of rating",
            count=len(rated),
            open=open_,
        )

    def _place(self, card: Card) -> Bar:
        state = self._say(WORDS[card.status])
        row = Row(label=card.name, values=(card.value,), state=state, status=card.status, bold=card.status == "over")
        value = 100 * (card.share or 0.0)
        unknown = card.status == "unknown"
        return Bar(row=row, value=None if unknown else value, known=value if unknown else 0.0, key=card.key)

    def budget(self) -> Group:
        """Return what is planned with contingency, and the upper end of all prices, against the budget."""
        money = self.context.money
        budget = money.budget.money
        text = msg("bars.budget_is", "budget {amount}", amount=money_text(budget, self.language))
        unit = msg("bars.wan", "10,000 yuan") if self.language == "zh" else msg("bars.cny", "CNY")
        return Group(
            title=self._say(msg("bars.budget", "Budget, {unit} with tax", unit=unit)),
            bars=(self._planned(), self._high()),
            limit=money_value(budget, self.language),
            limit_text=self._say(text if budget else msg("bars.no_budget", "budget to confirm")),
        )

    def _planned(self) -> Bar:
        money = self.context.money
        status, state = money_state(self.context, self.language)
        said = money_text(money.planned.money, self.language) if money.planned.money else self._least()
        label = msg("bars.planned", "Planned with contingency")
        row = Row(label=self._say(label), values=(said,), state=state, status=status, bold=True)
        value, kept = self._parts(money.chosen, money.planned)
        known = money_value(money.planned_known.money, self.language) or 0.0
        return Bar(row=row, value=value, known=known, kept=kept, key=money.planned.figure.key)

    def _least(self) -> str:
        return least_text(self.context.money, self.language)

    def _high(self) -> Bar:
        """Return the upper end of all prices, with contingency as what is planned has; without where no rate is set."""
        money = self.context.money
        shown_one = money.high if money.planned_high.money is None else money.planned_high
        if shown_one is money.high and money.high.money is not None:
            label = msg("bars.high_bare", "All prices at their upper end, without contingency")
        else:
            label = msg("bars.high", "All prices at their upper end, with contingency")
        said = money_text(shown_one.money, self.language) if shown_one.money else self._say(WORDS["unknown"])
        value, kept = self._parts(money.high, shown_one)
        row = Row(label=self._say(label), values=(said,))
        return Bar(row=row, value=value, kept=kept, main=False, key=shown_one.figure.key)

    def _parts(self, bare: Amount, whole: Amount) -> tuple[float | None, float]:
        """Return the bar without contingency and the contingency on top of it, in the unit of the picture."""
        value, top = money_value(bare.money, self.language), money_value(whole.money, self.language)
        return (None, 0.0) if value is None or top is None else (value, top - value)

    def _open(self, figure: Figure) -> Message:
        names = asked(figure.missing)
        more = (*names[:_ASKED], msg("picture.more", "and others")) if len(names) > _ASKED else names
        return msg("bars.open", "limit to confirm: {names}", names=more)

    def _kilowatts(self, figure: Figure) -> str:
        return kilowatts_said(figure.require()) if figure.known else self._say(WORDS["unknown"])

    def _say(self, message: Message) -> str:
        return spaced(render(message, self.language))


def _nodes(card: Card) -> Iterator[Card]:
    if card.kind == "node":
        yield card
    for child in card.children:
        yield from _nodes(child)


def _tightness(card: Card) -> tuple[int, float, str]:
    """Return what the tightest place is first by: overloaded, tight, then by load; an open one by what is known."""
    settled = card.status in ("over", "tight")
    return (_ORDER[card.status] if settled else 2, -(card.share or 0.0), card.id)


def _kilo(figure: Figure) -> float | None:
    return None if figure.value is None else figure.value / 1000


def kilowatts(figure: Figure) -> str:
    """Return a power in kW as it is read, without its unit; '?' where it is unknown."""
    return "?" if figure.value is None else format_number(shown(figure.value / 1000))


def kilowatts_said(power_w: float) -> str:
    """Return a power given in W as kW with its unit."""
    return f"{format_number(shown(power_w / 1000))} kW"


def money_value(money: Money | None, language: Language) -> float | None:
    """Return an amount on the scale of the picture: 10,000 yuan in Chinese, CNY in English."""
    if money is None:
        return None
    return float(money.amount / 10_000 if language == "zh" else money.amount)


def money_text(money: Money | None, language: Language) -> str:
    """Return an amount as pictures print it: 万元 to a hundred yuan, or CNY to a whole one; '?' where it is unknown."""
    if money is None:
        return "?"
    if language == "zh":
        return f"{format_number(rounded(money.amount / 10_000, 2))} 万元"
    return f"CNY {rounded(money.amount, 0):,}"


def rest_text(whole: Money, part: Money, language: Language) -> str:
    """Return what is left of an amount beside a part of it, both as ``money_text`` prints them, so that they add up."""
    if language == "zh":
        return f"{format_number(rest_shown(whole.amount / 10_000, part.amount / 10_000, 2))} 万元"
    return f"CNY {rest_shown(whole.amount, part.amount, 0):,}"


def margin_text(status: Status, amount: str, language: Language, *, over: bool) -> str:
    """Return the word of a state with how much is left, or by how much it is short."""
    word = SHORT if status == "over" else WORDS[status]
    if over:
        return spaced(render(msg("bars.missing", "{word} by {amount}", word=word, amount=amount), language))
    return spaced(render(msg("bars.left", "{word}, {amount} left", word=word, amount=amount), language))


def least_text(money: PriceTotals, language: Language) -> str:
    """Return what is planned at least where prices are open; the word for unknown where none is known."""
    known = money.planned_known.money
    if known is None or not known.amount:
        return spaced(render(WORDS["unknown"], language))
    return "≥ " + money_text(known, language)


def money_state(context: Context, language: Language) -> tuple[Status, str]:
    """Return the state of a budget as the budget check sees it: tight where the upper prices would not fit.

    All amounts have the contingency in them; where something is open, what is planned at least is compared.
    """
    money = context.money
    planned, budget, known = money.planned.money, money.budget.money, money.planned_known.money
    least = planned or known
    if not context.prices:
        return "unknown", spaced(render(msg("bars.no_lines", "no lines yet"), language))
    if budget is None or least is None or (planned is None and known is not None and known <= budget):
        return "unknown", spaced(render(WORDS["unknown"], language))
    if budget < least:
        amount = rest_text(least, budget, language)
        if planned is None:
            return "over", spaced(
                render(msg("bars.missing_least", "{word} by at least {amount}", word=SHORT, amount=amount), language)
            )
        return "over", margin_text("over", amount, language, over=True)
    high = money.planned_high.money
    status: Status = "tight" if high is not None and budget < high else "fits"
    return status, margin_text(status, rest_text(budget, least, language), language, over=False)

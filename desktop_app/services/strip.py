"""What the status strip says of an alternative: money, power, heat and rack against their limits, and what stands.

Plain values in the window's language; the window only paints them.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from desktop_app.services.least_money import planned_least
from desktop_app.services.rack_words import rack_words
from planner.assess.context import Context
from planner.assess.least import known_part
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.checks.registry import Finding
from planner.checks.site_parts import name_of, used
from planner.figure import Figure
from planner.limits import limit, with_own_limits
from planner.messages import Message, format_number, msg, render
from planner.pictures.bar_groups import money_state

State = Literal["fine", "warn", "error", "unknown", "none"]
_TEN_THOUSAND = 10_000
_HEAT_CHECKS = ("CO01", "CO18")


class StripItem(msgspec.Struct, frozen=True, kw_only=True):
    """One item: ``value`` and ``limit`` as texts, ``share`` of the limit (None: no limit is known), and where it leads.

    ``figure`` explains the value; ``at_least`` says that more may come to the share than is known.
    """

    name: str
    icon: str
    label: Message
    value: str
    limit: str
    share: float | None
    state: State
    place: str
    subject: str = ""
    figure: Figure | None = None
    at_least: bool = False


class Strip(msgspec.Struct, frozen=True, kw_only=True):
    """The items of the strip and the numbers of standing errors, warnings and questions."""

    items: tuple[StripItem, ...]
    errors: int
    warnings: int
    questions: int


@with_own_limits
def strip_of(assessment: Assessment, language: str) -> Strip:
    """Return the strip of an assessed alternative with its texts in ``language``."""
    context = assessment.context
    counts = Counter(one.outcome for one in standing(assessment))
    heat = _as_found(_heat(context, language), assessment)
    items = (_money(context, language), _power(context, language), heat, _rack(context, language))
    return Strip(items=items, errors=counts["error"], warnings=counts["warning"], questions=counts["unknown"])


def standing(assessment: Assessment) -> tuple[Finding, ...]:
    """Return the findings that still ask for something: not passed, not waived, not put aside."""
    return tuple(
        one for one in assessment.findings if one.outcome != "pass" and one.waiver is None and one.snooze is None
    )


def _as_found(heat: StripItem, assessment: Assessment) -> StripItem:
    """Return the item of heat no milder than the checks see it: people and sun may be too much where machines alone are not."""
    outcomes = {one.outcome for one in assessment.findings if one.check in _HEAT_CHECKS}
    if "error" in outcomes:
        return msgspec.structs.replace(heat, state="error")
    return msgspec.structs.replace(heat, state="warn") if "warning" in outcomes and heat.state == "fine" else heat


def _money(context: Context, language: str) -> StripItem:
    """Return the total; where something is open, what is priced so far, said to be the least."""
    planned, budget = context.money.planned.figure, context.money.budget.figure
    least = planned_least(context)
    more, shown = least.more, least.figure
    share = _share(shown, budget)
    state = _state(planned, share, tight=1.0)
    if state == "fine" and money_state(context, "en")[0] == "tight":
        state = "warn"  # as the bar picture says it: the upper prices would not fit
    return StripItem(
        name="money",
        icon="wallet",
        label=msg("strip.total", "Total"),
        value=("≥ " if more else "") + _short_money(shown, language),
        limit=_short_money(budget, language, with_unit=True),
        share=share,
        state="error" if more and share is not None and share > 1 else state,
        place="cost",
        figure=shown,
        at_least=more,
    )


def _power(context: Context, language: str) -> StripItem:
    tightest = _tightest(context)
    figure = context.totals.max_w
    label = msg("strip.power", "Power")
    if tightest is None:
        state: State = "unknown" if figure.value is None else "none"
        return _item("power", "bolt", label, _least_kilowatts(figure, language), "", None, state, "", figure)
    share = _load_share(tightest)
    named = render(msg("strip.fullest", "fullest {name}", name=name_of(tightest.node)), language)  # not the sum's limit
    state = _state(tightest.total_a, share, limit("br.cont", context.organisation.profile).require())
    more = tightest.total_a.value is None or bool(context.site.unplugged)
    if more and share is not None:
        state = "error" if share > 1 else "unknown"  # what is plugged in may be too much already, whatever comes yet
    value = _least_kilowatts(figure, language)
    item = _item("power", "bolt", label, value, named, share, state, tightest.node.id, figure)
    return msgspec.structs.replace(item, at_least=more and share is not None)


def _heat(context: Context, language: str) -> StripItem:
    heat, cooling = context.totals.heat_w, context.totals.sensible_cooling_w
    share = _share(known_part(heat) or heat, cooling)
    most = render(msg("strip.cooling", "cooling {power}", power=_kilowatts(cooling, language)), language)
    label = msg("strip.heat", "Heat")
    state = _state(heat, share, 1 / limit("co.margin").require())
    if heat.value is None and share is not None:
        state = "error" if share > 1 else "unknown"  # what is known may be too much already, whatever comes yet
    return _item("heat", "thermo", label, _least_kilowatts(heat, language), most, share, state, "", heat)


def _least_kilowatts(whole: Figure, language: str) -> str:
    """Return a power in kW; what is certain of it where a machine's is not known."""
    least = known_part(whole)
    return _kilowatts(whole, language) if least is None else "≥ " + _kilowatts(least, language)


def _rack(context: Context, language: str) -> StripItem:
    label = msg("strip.rack", "Rack")
    fillings = [one for one in context.site.racks if _share(one.used_u, one.height_u) is not None]
    if not fillings:
        words, more = rack_words(context, language)
        state: State = "unknown" if more else "none"
        return _item("rack", "rack", label, words, "", None, state, "", context.totals.rack_u)
    fullest = max(fillings, key=lambda one: _share(one.used_u, one.height_u) or 0.0)
    share, more = _share(fullest.used_u, fullest.height_u), _is_unplaced(context)
    if more and not share:  # 0 U of 42 U would say that the rack stays empty
        need, place = context.totals.rack_u, render(msg("strip.unplaced", "not placed"), language)
        words, _ = rack_words(context, language)
        return _item("rack", "rack", label, words, place, None, "unknown", fullest.node.id, need)
    used_u, height = _number(fullest.used_u, "", language), _number(fullest.height_u, "U", language)
    state = _state(fullest.used_u, share, 1.0)
    state = "unknown" if more and state != "error" else state
    item = _item("rack", "rack", label, used_u, height, share, state, fullest.node.id, fullest.used_u)
    return msgspec.structs.replace(item, at_least=more)


def _is_unplaced(context: Context) -> bool:
    """Tell whether units that take rack units, or may take some, are placed in no rack."""
    placed: Counter[str] = Counter()
    for mount in context.alternative.placements:
        placed[mount.line] += mount.units
    return any(line.rack_u.value != 0 and placed[key] < line.line.quantity for key, line in context.lines.items())


def _item(  # noqa: PLR0913 - the fields of one record
    name: str,
    icon: str,
    label: Message,
    value: str,
    limit: str,
    share: float | None,
    state: State,
    subject: str,
    figure: Figure,
) -> StripItem:
    return StripItem(
        name=name,
        icon=icon,
        label=label,
        value=value,
        limit=limit,
        share=share,
        state=state,
        place="site",
        subject=subject,
        figure=figure,
    )


def _tightest(context: Context) -> NodeLoad | None:
    """Return the circuit in use that is loaded most, as far as is known; None where none is in use."""
    circuits = [one for one in used(context.site, "circuit") if one.connected]
    return max(circuits, key=lambda one: _load_share(one) or 0.0, default=None)


def _load_share(load: NodeLoad) -> float | None:
    """Return a load over its rating; where others' part is unknown, what this plan alone draws."""
    whole = _share(load.total_a, load.rating_a)
    return whole if whole is not None else _share(load.own_a, load.rating_a)


def _share(figure: Figure, most: Figure) -> float | None:
    if figure.value is None or not most.value:
        return None
    return figure.value / most.value


def _state(figure: Figure, share: float | None, tight: float) -> State:
    """Return how a share of a limit is shown; the verdict itself is the checks' matter."""
    if figure.value is None:
        return "unknown"
    if share is None:
        return "unknown"
    if share > 1:
        return "error"
    return "warn" if share > tight else "fine"


def _kilowatts(figure: Figure, language: str) -> str:
    if figure.value is None:
        return render(msg("common.unknown", "unknown"), language)
    return f"{figure.value / 1000:.2f} kW"


def _number(figure: Figure, unit: str, language: str) -> str:
    if figure.value is None:
        return render(msg("common.unknown", "unknown"), language)
    return f"{format_number(figure.value)} {unit}".rstrip()


def _short_money(figure: Figure, language: str, with_unit: bool = False) -> str:
    """Return an amount as the strip has room for it: 27.02 (万元) in Chinese, 270.2 (k yuan) in English."""
    if figure.value is None:
        return render(msg("common.unknown", "unknown"), language)
    if language == "zh":
        return f"{figure.value / _TEN_THOUSAND:,.2f}" + (" 万元" if with_unit else "")
    return f"{figure.value / 1000:,.1f}" + (" k yuan" if with_unit else "")

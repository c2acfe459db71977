"""What the card of a UPS says: its load of its rating in kW and per cent of W or VA, its rating in VA, how long it lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from planner.assess.context import Context, View
from planner.assess.lines import parted
from planner.checks.backup import Backup, Runtime, backups, runtime
from planner.checks.ups_load import Carried, carried
from planner.documents.model import Language
from planner.limits import limit
from planner.messages import Message, format_number, format_quantity, msg, render, shown
from planner.pictures.layout import spaced
from planner.pictures.status import Status, judged, percent


class UpsWords(msgspec.Struct, frozen=True, kw_only=True):
    """Facts and value of a UPS's card, its state, its share of the tighter rating, and the key of that figure."""

    facts: str
    value: str
    status: Status
    share: float | None = None
    key: str = ""


def ups_words(context: Context, language: Language) -> Mapping[str, UpsWords]:
    """Return what is said of each UPS, by node of the wiring, else by line of the build."""
    parts = {"facts": context.facts, "site": context.site, "lines": context.lines}
    view = View(parts)
    loads = {one.subject: one for one in carried(view)}
    batteries = {one.subject: one for one in backups(context.site, parted(view.memo, context.lines).machines)}
    return {name: _words(context, language, one, batteries.get(name)) for name, one in loads.items()}


def _words(context: Context, language: Language, one: Carried, battery: Backup | None) -> UpsWords:
    lasts = None if battery is None else runtime(battery, context.facts)
    facts = [] if battery is None else [_rated(battery)]
    facts += [] if lasts is None or one.load_w.value == 0 else [_lasts(lasts, language)]
    is_idle, share = one.load_w.value == 0, one.percent.value
    status: Status = "idle" if is_idle else "unknown"
    if share is not None and not is_idle:
        status = judged(share, 100.0, 100.0 * limit("ups.load_warn").require())
    return UpsWords(
        facts=("，" if language == "zh" else ", ").join(part for part in facts if part),
        value=_say(_value(one), language),
        status=status,
        share=None if share is None else share / 100,
        key=one.load_w.key if share is None else one.percent.key,
    )


def _value(one: Carried) -> Message:
    """Return the load of the rating; one that is not known is a question mark."""
    rating = "?" if one.rating_w.value is None else _thousands(one.rating_w.value)
    if one.load_w.value == 0:
        return msg("wiring.ups.rating", "{rating} kW", rating=rating)
    load = "?" if one.load_w.value is None else _thousands(one.load_w.value)
    if one.percent.value is None:
        return msg("wiring.ups.part", "{load} / {rating} kW", load=load, rating=rating)
    if one.load.unit == "VA":
        load, rating = _thousands(one.load.require()), _thousands(one.rating.require())
        return msg(
            "wiring.ups.load_va", "{load} / {rating} kVA, {share}", load=load, rating=rating, share=percent(one.percent)
        )
    return msg("wiring.ups.load", "{load} / {rating} kW, {share}", load=load, rating=rating, share=percent(one.percent))


def _thousands(value: float) -> str:
    return format_number(shown(value / 1000))


def _rated(battery: Backup) -> str:
    """Return the apparent power it is rated for, '' where nobody told it."""
    rated = battery.number("rated_va", "VA")
    return "" if rated.value is None else f"{_thousands(rated.value)} kVA"


def _lasts(lasts: Runtime, language: Language) -> str:
    """Return how long it lasts at the load of a day, and how well that is known."""
    minutes = lasts.minutes.value
    if minutes is None:
        return _say(msg("wiring.ups.lasts", "lasts ?"), language)
    told = format_quantity(round(minutes, 1), "min", language)
    if lasts.basis == "estimate":
        return _say(msg("wiring.ups.about", "about {minutes}", minutes=told), language)
    if lasts.basis == "at_least":
        return _say(msg("wiring.ups.at_least", "{minutes} and more", minutes=told), language)
    return told


def _say(message: Message, language: Language) -> str:
    return spaced(render(message, language))


def unwired(context: Context) -> Iterator[str]:
    """Yield the lines of UPS that are plugged in nowhere and stand at no UPS of the wiring."""
    nodes = {load.node.id for load in context.site.loads.values() if load.node.type == "ups"}
    placed = {link.line for link in context.alternative.connections}
    placed |= {mount.line for mount in context.alternative.placements if mount.node in nodes}
    for planned in context.site.ups:
        line = planned.line.line
        if line.quantity and line.id not in placed:
            yield line.id

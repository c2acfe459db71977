"""Why a number is what it is: its formula in words and with the numbers put in, and the tree of what went into it.

Plain records in the window's language; a leaf says where in the plan it can be changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from desktop_app.services.explain import where_from
from desktop_app.services.job_words import job_quantity
from desktop_app.services.subjects import place_of_subject, subject_title
from planner.checks.site_parts import quantity_name
from planner.figure import Figure, Input, Quality
from planner.messages import format_figure, format_number, format_value, msg, render
from planner.plan.document import Plan
from planner.plan.own_limits import TOLD_AT, open_limit, subject_of_limit

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_SUM = re.compile(r"\bsum\(([A-Za-z_][A-Za-z_0-9]*)\)")
_SIGNS = (("**", " ^ "), ("*", " × "), ("/", " ÷ "))
_LISTED = 4  # numbers of a sum that are written out; the rest is counted
_QUANTITIES = {
    "planned": msg("quantity.planned", "Total with contingency"),
    "planned_low": msg("quantity.planned_low", "Total at the lowest prices, with contingency"),
    "planned_high": msg("quantity.planned_high", "Total at the highest prices, with contingency"),
    "planned_known": msg("quantity.planned_known", "Known part with contingency"),
    "planned_low_contingency": msg("quantity.contingency", "Contingency"),
    "planned_high_contingency": msg("quantity.contingency", "Contingency"),
    "planned_known_contingency": msg("quantity.contingency", "Contingency"),
    "budget": msg("quantity.budget", "Budget"),
    "left": msg("quantity.left", "Left of the budget"),
    "low": msg("quantity.low", "Total at the lowest prices, without contingency"),
    "chosen": msg("quantity.chosen", "Total at the chosen prices, without contingency"),
    "high": msg("quantity.high", "Total at the highest prices, without contingency"),
    "vat": msg("quantity.vat", "VAT in it"),
    "contingency": msg("quantity.contingency", "Contingency"),
    "nameplate_w": msg("quantity.nameplate_w", "Nameplate power"),
    "max_w": msg("quantity.max_w", "Maximum power"),
    "expected_w": msg("quantity.expected_w", "Expected power"),
    "idle_w": msg("quantity.idle_w", "Idle power"),
    "mean_w": msg("quantity.mean_w", "Mean power"),
    "vat_rate": msg("quantity.vat_rate", "VAT rate"),
    "year_kwh": msg("quantity.year_kwh", "Energy in a year"),
    "idle_kwh": msg("quantity.idle_kwh", "Energy in a year when idle"),
    "year_cost": msg("quantity.year_cost", "Electricity in a year"),
    "carbon_kg": msg("quantity.carbon_kg", "Carbon dioxide in a year"),
    "kg_per_kwh": msg("quantity.kg_per_kwh", "Emission factor of the grid"),
    "cards": msg("quantity.cards", "Cards planned"),
    "heat_w": msg("quantity.heat_w", "Heat"),
    "sensible_cooling_w": msg("quantity.sensible_cooling_w", "Sensible cooling"),
    "rated_cooling_w": msg("quantity.rated_cooling_w", "Rated sensible cooling"),
    "derate": msg("quantity.derate", "Left of it at this place"),
    "rack_u": msg("quantity.rack_u", "Rack units"),
    "weight_kg": msg("quantity.weight_kg", "Weight"),
    "load_w": msg("quantity.load_w", "Load"),
    "own_a": msg("quantity.own_a", "Current of this plan"),
    "total_a": msg("quantity.total_a", "Current in all"),
    "rating_a": msg("quantity.rating_a", "Rated current"),
    "other_load_a": msg("quantity.other_load_a", "Current of others"),
    "quantity": msg("build.head.quantity", "Qty"),
    "units": msg("quantity.units", "Units plugged in here"),
    "share": msg("quantity.share", "Share of a unit's load"),
    "unit_price_low": msg("quantity.unit_price_low", "Lowest unit price"),
    "unit_price_chosen": msg("quantity.unit_price_chosen", "Chosen unit price"),
    "unit_price_high": msg("quantity.unit_price_high", "Highest unit price"),
    "components_gib": msg("quantity.components_gib", "Text encoder and decoder"),
    "total_gib": msg("quantity.total_gib", "Memory in all"),
    "per_device_gib": msg("quantity.per_device_gib", "Memory on each card"),
}
ORIGINS: dict[Quality, str] = {
    Quality.MEASURED: "measured",
    Quality.PUBLISHED: "published",
    Quality.SECONDARY: "published",
    Quality.COMPUTED: "computed",
    Quality.ENTERED: "entered",
    Quality.ASSUMED: "assumed",
    Quality.UNKNOWN: "unknown",
}

ORIGIN_WORDS = {
    "measured": msg("origin.measured", "measured"),
    "published": msg("origin.published", "published"),
    "computed": msg("origin.computed", "computed"),
    "entered": msg("origin.entered", "entered"),
    "assumed": msg("origin.assumed", "assumed"),
    "unknown": msg("origin.unknown", "unknown"),
}


_LIMIT = "limit/"
_SHARED = ("constant", "format", "limit")  # of no thing in the plan
_OF_CARDS = ("visible_gib", "device")  # reckoned of a catalog row, whose id comes first


class WhyRow(msgspec.Struct, frozen=True, kw_only=True):
    """One number of the tree: what it is called, how it reads, where it comes from, and where it can be changed."""

    figure: Figure
    name: str
    value: str
    origin: str
    origin_word: str
    source: str
    place: str = ""
    subject: str = ""


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """The number asked about: ``path`` leads to it, ``formula`` is in words, ``numbers`` the same with numbers put in."""

    row: WhyRow
    path: str
    formula: str
    numbers: str
    precise: str
    band: str


def why(figure: Figure, plan: Plan, language: str) -> Why:
    """Return the account of one number."""
    alternative, subject = _owner(figure.key)
    parts = [_alternative_title(plan, alternative, language), subject_title(plan, alternative, subject, language)]
    row = msgspec.structs.replace(row_of(figure, plan, language, ""), value=format_figure(figure, language))
    return Why(
        row=row,
        path=" › ".join(part for part in (*parts, row.name) if part),
        formula=_in_words(figure, plan, language),
        numbers=_with_numbers(figure, language),
        precise=format_figure(figure, language, precise=True),
        band=_band(figure, language),
    )


def row_of(figure: Figure, plan: Plan, language: str, above: str) -> WhyRow:
    """Return a number as a row of the tree; ``above`` is the subject of the row it stands under."""
    alternative, subject = _owner(figure.key)
    place = place_of_subject(plan, alternative, subject) if subject not in ("", "total") else ""
    own = figure.key.removeprefix(_LIMIT) if figure.key.startswith(_LIMIT) else ""
    if own in TOLD_AT or open_limit(own) is not None:
        place, subject = "site", subject_of_limit(own)
    return WhyRow(
        figure=figure,
        name=name_of_figure(figure, plan, language, above),
        value=format_figure(figure, language, precise=True),
        origin=ORIGINS[figure.quality],
        origin_word=render(ORIGIN_WORDS[ORIGINS[figure.quality]], language),
        source=where_from(figure, language),
        place=place,
        subject=subject,
    )


def children(figure: Figure) -> tuple[Figure, ...]:
    """Return the numbers that went into a number, each once."""
    return tuple({part.key: part for given in figure.inputs for part in given.figures}.values())


def name_of_figure(figure: Figure, plan: Plan, language: str, above: str = "") -> str:
    """Return what a number is called; with its subject in front where that is another than ``above``."""
    alternative, subject = _owner(figure.key)
    name = _quantity(figure, language)
    if subject in ("", "plan", above) or not above:
        return name
    return f"{subject_title(plan, alternative, subject, language)} {name}"


def _quantity(figure: Figure, language: str) -> str:
    """Return what the quantity is called: by its own name, else by its formula's, else by the attribute's."""
    owner, _, last = figure.key.rpartition("/")
    if owner.endswith("/total"):
        last = last.removeprefix("price_")  # of all lines, not of one
    if last in _QUANTITIES:
        return render(_QUANTITIES[last], language)
    if figure.formula is not None:
        return figure.formula.label.label(language)
    named = job_quantity(figure.key)
    if named is not None:
        return format_value(named, language)
    return format_value(quantity_name(figure.key), language)


def owner_of(figure: Figure) -> str:
    """Return the subject that a figure's key names."""
    return _owner(figure.key)[1]


def _owner(key: str) -> tuple[str, str]:
    """Return the alternative ('' for what all share) and the subject of a figure's key."""
    parts = key.split("/")
    if parts[0] in _SHARED:
        return "", ""
    if parts[-1] in _OF_CARDS and parts[0] != "workload":
        return "", parts[0]
    if len(parts) < 3:
        return "", parts[0] if len(parts) == 2 else ""
    return ("" if parts[0] in ("site", "workload", "model", "format") else parts[0]), parts[1]


def _alternative_title(plan: Plan, alternative: str, language: str) -> str:
    one = plan.alternative(alternative)
    return one.title.label(language) if one is not None and len(plan.alternatives) > 1 else ""


def _in_words(figure: Figure, plan: Plan, language: str) -> str:
    """Return the formula with the names of its inputs in place of their keywords."""
    if figure.formula is None:
        return ""
    given = {one.name: one for one in figure.inputs}

    def named(name: str) -> str:
        one = given[name]
        if one.many and len(one.figures) != 1:
            names = tuple(dict.fromkeys(_quantity(part, language) for part in one.figures))
            return " + ".join(names) if 0 < len(names) <= _LISTED else (names[0] if names else name)
        return name_of_figure(one.figures[0], plan, language)

    return _replaced(_SUM.sub(r"\1", figure.formula.text), given, named)


def _with_numbers(figure: Figure, language: str) -> str:
    """Return the formula with the numbers put in, and what is not known by its word."""
    if figure.formula is None:
        return ""
    given = {one.name: one for one in figure.inputs}

    def numbers(name: str) -> str:
        return _numbers(given[name], language)

    return "= " + _replaced(_SUM.sub(r"\1", figure.formula.text), given, numbers)


def _numbers(given: Input, language: str) -> str:
    values = [
        render(msg("common.unknown", "unknown"), language) if one.value is None else _plain(one)
        for one in given.figures
    ]
    if not given.many:
        return values[0]
    shown = values[:_LISTED]
    if len(values) > _LISTED:
        shown.append(render(msg("why.others", "{count} others", count=len(values) - _LISTED), language))
    return " + ".join(shown)


def _plain(figure: Figure) -> str:
    value = figure.require()
    return format_number(float(f"{value:.6g}"))


def _replaced(text: str, given: dict[str, Input], said: Callable[[str], str]) -> str:
    def one(found: re.Match[str]) -> str:
        return said(found[0]) if found[0] in given else found[0]

    shown = _NAME.sub(one, "".join(_signed(text)))
    return re.sub(r"\s+", " ", shown).strip()


def _signed(text: str) -> Iterator[str]:
    """Yield the text with the signs people write, between what the names of inputs may hold."""
    for sign, shown in _SIGNS:
        text = text.replace(f" {sign} ", shown).replace(sign, shown)
    yield text


def _band(figure: Figure, language: str) -> str:
    if figure.low is None or figure.high is None:
        return ""
    low, high = format_number(figure.low), format_number(figure.high)
    return render(msg("why.band", "between {low} and {high} {unit}", low=low, high=high, unit=figure.unit), language)

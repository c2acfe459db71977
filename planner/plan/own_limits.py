"""The limits that a plan reckons with: those of the table, its own in the place of what nobody could verify."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from planner.catalog.attributes import Attribute
from planner.figure import Figure, Quality
from planner.limits import OF_TABLE, Limit, Limits, all_limits
from planner.messages import Labelled, Message, format_number, msg
from planner.plan.document import Facts, Plan

LIMITS = "limits/"
TOLD_AT = {
    "default.power_factor": "facts/power_factor",
    "default.utilisation": "facts/utilisation",
    "default.shr": "facts/shr",
    "default.years_of_use": "facts/years_of_use",
    "default.admin_hours": "facts/admin_hours_per_week",
    "st.growth": "facts/data_growth",
    "ups.runtime_min": "facts/runtime_wanted_min",
}
"""Customary values that a fact of the plan replaces: the plan's own value of them is that fact, and there is no second place."""
_Own = tuple[str, float, str, Quality, str, str]


def limits_of(plan: Plan) -> Limits:
    """Return the limits of a plan; the same object for equal ones, so that what rests on them can be kept."""
    if not plan.limits:
        return OF_TABLE
    return _made(tuple(_own(plan.limits)))


def _own(facts: Facts) -> Iterator[_Own]:
    for key, fact in sorted(facts.items()):
        row = open_limit(key)
        if row is not None and isinstance(fact.value, int | float) and not isinstance(fact.value, bool):
            day = fact.date.isoformat() if fact.date else ""
            yield key, float(fact.value), row.unit, fact.quality, fact.source, day


@lru_cache(maxsize=16)
def _made(own: tuple[_Own, ...]) -> Limits:
    return Limits(
        {
            key: Figure(key=f"limit/{key}", value=value, unit=unit, quality=quality, source=source, source_date=day)
            for key, value, unit, quality, source, day in own
        }
    )


@lru_cache(maxsize=1)
def _open() -> dict[str, Limit]:
    found: dict[str, Limit] = {}
    for row in all_limits():
        if row.is_open:
            found.setdefault(row.key, row)
    return found


def open_limit(key: str) -> Limit | None:
    """Return the first row of a limit that plans may have their own value of, None where there is none."""
    return _open().get(key)


def path_of_limit(key: str) -> str:
    """Return the place in a plan of its own value of a limit."""
    return TOLD_AT.get(key) or f"{LIMITS}{key}"


def subject_of_limit(key: str) -> str:
    """Return what a finding, a leaf of an account or a search names where a limit is to be shown."""
    return f"{LIMITS}{key}"


def open_limits() -> tuple[str, ...]:
    """Return the keys of the limits that plans may have their own value of, in the order of the table."""
    return (*_open(),)


@lru_cache(maxsize=256)
def limit_attribute(key: str) -> Attribute | None:
    """Return an open limit as an attribute, so that it is read, shown and bounded as any other fact."""
    row = open_limit(key)
    if row is None:
        return None
    nothing = Labelled(zh="", en="")
    return Attribute(
        key=row.key,
        kinds=("limit",),
        unit=row.unit,
        type="number",
        choices=(),
        labelled=row.label,
        better="none",
        low=row.low,
        high=row.high,
        tender="",
        ladder="",
        scope="",
        stated=nothing,
        evidence="",
        test="",
        quality_kind="site",
        parameter_kind="",
    )


def faulty_limits(facts: Facts) -> Iterator[Message]:
    """Yield what is wrong with a plan's own limits; one that this version does not know is left alone."""
    for key, fact in facts.items():
        row = open_limit(key)
        if row is not None and not row.allows(fact.value):
            yield msg(
                "rule.limit",
                "limits/{key} is {value}; it must be a number from {low} to {high}.",
                key=key,
                value=str(fact.value),
                low=format_number(row.low or 0.0),
                high=format_number(row.high or 0.0),
            )

"""Policies of a purchase and their numbers, each with the time it is in force; the profile decides which apply."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from functools import lru_cache

import msgspec

from planner.messages import Labelled
from planner.tables import rows
from planner.tender.law import date_of, in_force


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """How one policy is carried out; ``kinds`` are the packages it is about, ``when`` a circumstance."""

    key: str
    profile: str
    kinds: tuple[str, ...]
    when: str
    valid_from: dt.date | None
    valid_to: dt.date | None
    name: Labelled
    text: Labelled


class PolicyValue(msgspec.Struct, frozen=True, kw_only=True):
    """A number of a policy: a share, days or minutes."""

    key: str
    value: Decimal
    valid_from: dt.date | None
    valid_to: dt.date | None
    mark: str


def policies(profile: str, today: dt.date) -> tuple[Policy, ...]:
    """Return the policies of ``profile`` that are in force on ``today``."""
    return tuple(one for one in _policies() if one.profile == profile and in_force(one, today))


def policy_value(key: str, today: dt.date) -> Decimal | None:
    """Return the number ``key`` that is in force on ``today``, None where none is."""
    return next((one.value for one in _values() if one.key == key and in_force(one, today)), None)


def policy_values(today: dt.date) -> dict[str, Decimal]:
    """Return all numbers that are in force on ``today``."""
    return {one.key: one.value for one in _values() if in_force(one, today)}


@lru_cache(maxsize=1)
def _policies() -> tuple[Policy, ...]:
    return tuple(
        Policy(
            key=row["key"],
            profile=row["profile"],
            kinds=tuple(row["kinds"].split("|")),
            when=row["when"],
            valid_from=date_of(row["valid_from"]),
            valid_to=date_of(row["valid_to"]),
            name=Labelled(zh=row["name_zh"], en=row["name_en"]),
            text=Labelled(zh=row["text_zh"], en=row["text_en"]),
        )
        for row in rows("tender/policies.csv")
    )


@lru_cache(maxsize=1)
def _values() -> tuple[PolicyValue, ...]:
    return tuple(
        PolicyValue(
            key=row["key"],
            value=Decimal(row["value"]),
            valid_from=date_of(row["valid_from"]),
            valid_to=date_of(row["valid_to"]),
            mark=row["mark"],
        )
        for row in rows("tender/policy_values.csv")
    )

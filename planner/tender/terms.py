"""Commercial terms: rows of ``resources/tender/terms.csv`` filled with values that the plan tells or that are proposed.

A value nobody has told is a proposal; the papers list those terms among the points to be settled.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import Decimal
from functools import lru_cache

import msgspec

from planner.messages import Labelled
from planner.tables import rows
from planner.tender.library import Level
from planner.tender.packages import PackageKind, Purchase

_UPPER = frozenset({"delivery_days"})  # facts that are not to be exceeded: the longest is the mildest


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One commercial term; ``parts`` are its texts by kind of package, still with names of values in braces."""

    code: str
    key: str
    level: Level
    name: Labelled
    parts: Mapping[PackageKind, Labelled]
    stage: str


class TermValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value of the terms; ``is_told`` where every item of goods states it, else it is a proposal, ``fact`` or not."""

    value: Decimal
    is_told: bool
    fact: str = ""


def terms(purchase: Purchase, profile: str) -> tuple[Term, ...]:
    """Return the terms for ``purchase`` with their ids B1, B2 and so on; one with a value that is only proposed has no ★."""
    kinds = {one.kind for one in purchase.packages}
    roles = {item.line.role for item in purchase.items}
    found = []
    open_keys = {key for key, one in term_values(purchase).items() if not one.is_told}
    for raw in _terms():
        told = {kind: text for kind, text in raw.parts.items() if kind in kinds}
        is_asked = raw.profile in ("all", profile) and (not raw.when or raw.when in roles)
        if told and is_asked:
            stage = raw.stage if "goods" in kinds else "service"  # a purchase of services alone has no other stage
            is_proposed = any(f"{{{key}}}" in text.zh for text in told.values() for key in open_keys)
            level = "general" if is_proposed and raw.level == "star" else raw.level  # nobody asked for it: no ★
            found.append(Term(code="", key=raw.key, level=level, name=raw.name, parts=told, stage=stage))
    return tuple(msgspec.structs.replace(one, code=f"B{number}") for number, one in enumerate(found, 1))


def term_values(purchase: Purchase) -> Mapping[str, TermValue]:
    """Return the values of the terms: what items of goods state, else the proposal of the table.

    Where items state it differently the mildest holds for all: each may ask for more in its own requirements. What only
    some of them state is proposed for the others.
    """
    goods = purchase.of("goods")
    items = goods.items if goods else ()
    found: dict[str, TermValue] = {}
    for row in rows("tender/term_values.csv"):
        fact = row["fact"]
        told = [item.told(fact) for item in items] if fact else []
        known = [value for value in told if value is not None]
        value = str((max if fact in _UPPER else min)(known)) if known else row["value"]
        amount = Decimal(value).normalize() if known else Decimal(value)
        found[row["key"]] = TermValue(value=amount, is_told=bool(told) and len(known) == len(told), fact=fact)
    return found


def proposal(purchase: Purchase, keys: Collection[str]) -> TermValue | None:
    """Return the value that the terms propose for a requirement on the facts ``keys``; None where they name none."""
    return next((one for one in term_values(purchase).values() if one.fact in keys and one.fact), None)


class _Raw(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    profile: str
    level: Level
    when: str
    name: Labelled
    parts: Mapping[PackageKind, Labelled]
    stage: str


@lru_cache(maxsize=1)
def _terms() -> tuple[_Raw, ...]:
    return tuple(msgspec.convert(_raw(row), _Raw) for row in rows("tender/terms.csv"))


def _raw(row: Mapping[str, str]) -> dict[str, object]:
    goods, service = (Labelled(zh=row[f"{kind}_zh"], en=row[f"{kind}_en"]) for kind in ("goods", "service"))
    parts = {"goods": goods, "service": goods if service.zh == "=" else service}
    return {
        "key": row["key"],
        "profile": row["profile"],
        "level": row["level"],
        "when": row["when"],
        "name": Labelled(zh=row["name_zh"], en=row["name_en"]),
        "parts": {kind: text for kind, text in parts.items() if text.zh},
        "stage": row["stage"],
    }

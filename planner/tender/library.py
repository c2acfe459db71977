"""The parameter library: what can be required of each kind of thing, how it is worded, proved and tested.

One row of ``resources/tender/parameters.csv`` is one parameter. ``rule`` names the function of
``planner.tender.rules`` that finds its threshold, ``when`` the circumstance it is asked in, ``pass_share`` the part of
the threshold that a test on delivery must reach.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from planner.messages import Labelled
from planner.tables import rows
from planner.units import unit

if TYPE_CHECKING:
    from collections.abc import Mapping

ParameterKind = Literal["min", "max", "range_cover", "enum_any", "enum_all", "bool", "ref_standard"]
NUMBER_KINDS: tuple[ParameterKind, ...] = ("min", "max", "range_cover")  # answered with a number, judged by a formula
Level = Literal["star", "important", "general"]
_FOLDER = "tender"
_SPELT = {"yr": "years", "d": "days"}  # units that an English sentence spells out


class LibraryRow(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter of the library; ``number`` is fixed for ever within a role, ``unit`` a key of planner.units."""

    number: int
    roles: tuple[str, ...]
    code: str
    group: Labelled
    name: Labelled
    kind: ParameterKind
    level: Level
    unit: str
    counted_in: Labelled
    ladder: str
    rule: str
    keys: tuple[str, ...]
    when: str
    low: float | None
    high: float | None
    options: tuple[Labelled, ...]
    subject: Labelled
    condition: Labelled
    evidence: Labelled
    acceptance: Labelled
    pass_share: float | None
    basis: Labelled
    source: str

    def unit_text(self, language: str, other: str = "") -> str:
        """Return the unit as it is printed: a symbol, or the word things are counted in; ``other`` replaces the unit."""
        key = other or self.unit
        if language == "en" and key in _SPELT:
            return _SPELT[key]
        return (unit(key).symbol if key else self.counted_in).label(language)


@lru_cache(maxsize=1)
def library() -> tuple[LibraryRow, ...]:
    """Return every row of the library in the order of a sheet."""
    return tuple(_row(raw) for raw in rows(f"{_FOLDER}/parameters.csv"))


@lru_cache(maxsize=16)
def library_of(role: str) -> tuple[LibraryRow, ...]:
    """Return the rows for lines of ``role`` in the order of their numbers."""
    return tuple(sorted((row for row in library() if role in row.roles), key=lambda row: row.number))


@lru_cache(maxsize=4)
def options_of(group: str) -> Mapping[str, Labelled]:
    """Return the wording of frameworks or methods by key."""
    found = (row for row in rows(f"{_FOLDER}/options.csv") if row["group"] == group)
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in found}


def frameworks_of(software_stack: str) -> frozenset[str]:
    """Return the frameworks that a software stack is known to run; empty where nothing is known."""
    known = rows(f"{_FOLDER}/frameworks.csv")
    return frozenset(row["framework"] for row in known if row["stack_word"] in software_stack)


def _row(raw: Mapping[str, str]) -> LibraryRow:
    def labelled(name: str) -> Labelled:
        return Labelled(zh=raw[f"{name}_zh"], en=raw[f"{name}_en"])

    zh, en = _parts(raw["options_zh"]), _parts(raw["options_en"])
    built = {
        "number": int(raw["number"]),
        "roles": _parts(raw["roles"]),
        "code": raw["code"],
        "group": labelled("group"),
        "name": Labelled(zh=raw["zh"], en=raw["en"]),
        "kind": raw["kind"],
        "level": raw["level"],
        "unit": raw["unit"],
        "counted_in": labelled("count"),
        "ladder": raw["ladder"],
        "rule": raw["rule"],
        "keys": _parts(raw["key"]),
        "when": raw["when"],
        "low": _number(raw["low"]),
        "high": _number(raw["high"]),
        "options": tuple(Labelled(zh=one, en=other) for one, other in zip(zh, en, strict=True)),
        "pass_share": _number(raw["pass_share"]),
        "source": raw["source"],
    }
    words = ("subject", "condition", "evidence", "acceptance", "basis")
    return msgspec.convert(built | {name: labelled(name) for name in words}, LibraryRow)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split("|")) if text else ()


def _number(text: str) -> float | None:
    return float(text) if text else None

"""The attribute registry: what is known about each attribute of items, plan lines and site nodes.

One row of ``resources/attributes.csv`` says of an attribute its key, the kinds it belongs to, unit, type, labels,
direction, bounds for import, tender code, ladder, what must be stated with it, evidence and test. Forms, columns,
import mapping, comparison and tender parameters all come from this table.

``quality_kind`` says what sort of statement a value is: rated (the maker's), measured, derived, price, supply,
identity (names and remarks), site (told by the user).
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import msgspec

from planner.messages import Labelled, format_number, msg
from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Mapping

    from planner.messages import Message

AttributeType = Literal["number", "integer", "text", "choice", "flag", "date", "list"]
Better = Literal["up", "down", "none"]
Scope = Literal["", "per_card", "per_node", "total"]
ParameterKind = Literal["", "min", "max", "range_in", "range_cover", "enum_any", "enum_all", "bool", "ref_standard"]
_TABLE = "attributes.csv"


class Attribute(msgspec.Struct, frozen=True, kw_only=True):
    """One attribute for the kinds it belongs to; bounds are inclusive and in ``unit``, None where there is none."""

    key: str
    kinds: tuple[str, ...]
    unit: str
    type: AttributeType
    choices: tuple[str, ...]
    labelled: Labelled
    better: Better
    low: float | None
    high: float | None
    tender: str
    ladder: str
    scope: Scope
    stated: Labelled
    evidence: str
    test: str
    quality_kind: str
    parameter_kind: ParameterKind

    @property
    def numeric(self) -> bool:
        """Tell whether the values are numbers."""
        return self.type in ("number", "integer")

    @property
    def zero_allowed(self) -> bool:
        """Tell whether 0 is a real value; elsewhere it is refused as a disguised unknown."""
        return (self.low is not None and self.low <= 0) or self.stated.zh.startswith("0 为")

    @property
    def zero_is_none(self) -> bool:
        """Tell whether 0 says that there is none; of a current that was measured it says something else."""
        return self.zero_allowed and (self.stated.zh.startswith("0 为") or self.type == "integer")

    def label(self, language: str) -> str:
        """Return the trade's name of the attribute in ``language``."""
        return self.labelled.label(language)

    def heading(self, language: str) -> str:
        """Return the label with its unit, as a column heading."""
        shown = _unit_symbol(self.unit, language)
        if not shown:
            return self.label(language)
        return f"{self.label(language)}（{shown}）" if language == "zh" else f"{self.label(language)} ({shown})"

    def out_of_bounds(self, value: float) -> Message | None:
        """Return what is wrong with a number, None where it lies within the bounds."""
        if self.type == "integer" and value != int(value):
            return msg(
                "attribute.whole",
                "{attribute} must be a whole number, not {value}.",
                attribute=self.labelled,
                value=value,
            )
        if self.choices and f"{value:g}" not in self.choices:
            return self.wrong_choice(f"{value:g}")
        if value == 0 and self.zero_allowed:
            return None
        if value == 0:
            return msg(
                "attribute.zero", "{attribute} is 0: unknown is written as an empty cell.", attribute=self.labelled
            )
        if self.low is not None and value < self.low:
            return msg(
                "attribute.low",
                "{attribute} {value} is below {low}.",
                attribute=self.labelled,
                value=self.shown(value),
                low=self.with_unit(self.low),
            )
        if self.high is not None and value > self.high:
            return msg(
                "attribute.high",
                "{attribute} {value} is above {high}.",
                attribute=self.labelled,
                value=self.shown(value),
                high=self.with_unit(self.high),
            )
        return None

    def shown(self, value: float) -> str:
        """Return a number as a message says it: a year is a name of its own, 2050 and not 2,050."""
        return f"{value:g}" if self.key.endswith("year") else format_number(value)

    def with_unit(self, value: float) -> Labelled:
        """Return a number as a message says it, with the symbol of its unit where it has one."""
        said = {one: f"{self.shown(value)} {_unit_symbol(self.unit, one)}".rstrip() for one in ("zh", "en")}
        return Labelled(zh=said["zh"], en=said["en"])

    def wrong_choice(self, text: str) -> Message | None:
        """Return what is wrong with a text, None where it is one of the choices (lists: each part is)."""
        parts = text.split("|") if self.type == "list" else [text]
        for part in parts:
            if self.choices and part not in self.choices:
                return msg(
                    "attribute.choice",
                    "{attribute} {value} is none of: {choices}.",
                    attribute=self.labelled,
                    value=part,
                    choices=self.choices,
                )
        return None


def attribute(key: str, kind: str) -> Attribute:
    """Return the attribute ``key`` of ``kind``; raises KeyError where this kind has none."""
    return _registry()[key, kind]


def find_attribute(key: str, kind: str) -> Attribute | None:
    """Return the attribute ``key`` of ``kind``, None where this kind has none."""
    return _registry().get((key, kind))


def named(key: str, kind: str) -> Labelled:
    """Return the name of an attribute for a message; a key without an attribute names itself."""
    found = find_attribute(key, kind)
    return found.labelled if found else Labelled(zh=key, en=key)


@lru_cache(maxsize=64)
def attributes_of(kind: str) -> tuple[Attribute, ...]:
    """Return the attributes of ``kind`` in the order of the table."""
    return tuple(one for one in all_attributes() if kind in one.kinds)


@lru_cache(maxsize=1)
def all_attributes() -> tuple[Attribute, ...]:
    """Return every row of the registry."""
    return tuple(_attribute(row) for row in rows(_TABLE))


@lru_cache(maxsize=1)
def kinds() -> tuple[str, ...]:
    """Return the kinds that have attributes, in order of appearance."""
    return tuple(dict.fromkeys(kind for one in all_attributes() for kind in one.kinds))


@lru_cache(maxsize=1)
def _registry() -> Mapping[tuple[str, str], Attribute]:
    return MappingProxyType({(one.key, kind): one for one in all_attributes() for kind in one.kinds})


def _attribute(row: Mapping[str, str]) -> Attribute:
    built = {
        "key": row["key"],
        "kinds": _parts(row["kinds"]),
        "unit": row["unit"],
        "type": row["type"],
        "choices": _parts(row["choices"]),
        "labelled": {"zh": row["zh"], "en": row["en"]},
        "better": row["better"],
        "low": _bound(row["low"]),
        "high": _bound(row["high"]),
        "tender": row["tenderable"],
        "ladder": row["ladder"],
        "scope": row["scope"],
        "stated": {"zh": row["state_zh"], "en": row["state_en"]},
        "evidence": row["evidence"],
        "test": row["test"],
        "quality_kind": row["quality_kind"],
        "parameter_kind": row["parameter_kind"],
    }
    return msgspec.convert(built, Attribute)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(text.split("|")) if text else ()


def _bound(text: str) -> float | None:
    return float(text) if text else None


def _unit_symbol(key: str, language: str) -> str:
    from planner.units import UNITS  # noqa: PLC0415 - units are needed only where headings are shown

    found = UNITS.get(key)
    return found.symbol.label(language) if found else key

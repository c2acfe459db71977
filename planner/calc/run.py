"""Run named calculations: from texts to numbers, to figures that can be asked why, and over files of published cases."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from planner.calc import cost_kinds, facility_kinds, memory_kinds, queue_kinds, speed_kinds
from planner.calc.grammar import Answer, pairs, within
from planner.calc.kinds import Kind, elements
from planner.entry import parse_number
from planner.errors import InputError, UnknownIdError, unknown_id
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Message, msg
from planner.units import UNITS

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *facility_kinds.KINDS,
        *cost_kinds.KINDS,
        *queue_kinds.KINDS,
        *speed_kinds.KINDS,
        *memory_kinds.KINDS,
    )
}


class Calculated(msgspec.Struct, frozen=True, kw_only=True):
    """What a calculation gave: one figure for each number, or a verdict."""

    kind: str
    figures: tuple[Figure, ...] = ()
    verdict: str = ""


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A published case and what we predict; ``predicted`` depends on kind and inputs only.

    ``is_unread`` where an expected value is there that cannot be compared, as its text or its tolerance is malformed.
    """

    id: str
    kind: str
    predicted: tuple[float, ...] | str
    unit: str
    within: bool | None
    reason: Message | None = None
    is_unread: bool = False


class NotSupported(msgspec.Struct, frozen=True, kw_only=True):
    """A row that cannot be run, why, and what to write instead."""

    id: str
    kind: str
    reason: Message
    remedy: Message | None = None


class CaseReport(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of a file: those that ran and those that did not."""

    cases: tuple[Case, ...]
    not_supported: tuple[NotSupported, ...]

    @property
    def passed(self) -> int:
        """Return how many cases lie within their tolerance."""
        return sum(case.within is True for case in self.cases)

    @property
    def total(self) -> int:
        """Return how many rows there were, run or not."""
        return len(self.cases) + len(self.not_supported)


def list_kinds() -> tuple[Kind, ...]:
    """Return all named calculations, sorted by area and name."""
    return tuple(sorted(KINDS.values(), key=lambda kind: (kind.area, kind.name)))


def kind_named(name: str) -> Kind:
    """Return the calculation ``name``; raises UnknownIdError with the nearest names."""
    if name not in KINDS:
        raise unknown_id(msg("calc.kind", "calculation"), name, tuple(sorted(KINDS)))
    return KINDS[name]


def predict(name: str, inputs: str) -> Answer:
    """Return what the calculation ``name`` gives for ``key=value;...``: numbers, or a verdict.

    Raises:
        UnknownIdError: there is no such calculation.
        InputError: an input is malformed, unknown, missing or outside of the range of the formula.
    """
    kind = kind_named(name)
    return _bare(kind, kind.read(pairs(inputs)))


def calculate(name: str, given: Mapping[str, str]) -> Calculated:
    """Return the traced result of ``name`` for texts by key; errors as in ``predict``."""
    kind = kind_named(name)
    units = {part.name: part.unit for part in kind.inputs if part.type in ("number", "many")}
    values = kind.read({key: _in_unit(text, units[key], key) if key in units else text for key, text in given.items()})
    answer = _bare(kind, values)
    if isinstance(answer, str):
        return Calculated(kind=name, verdict=answer)
    if kind.formulas:
        return Calculated(kind=name, figures=_traced(kind, values))
    figures = tuple(_untraced(kind, values, place, value) for place, value in enumerate(answer))
    return Calculated(kind=name, figures=figures)


def _in_unit(text: str, unit: str, key: str) -> str:
    """Return a typed number in the unit of its input: ``1.6kW`` in W is 1600, 80 % of a share is 0.8.

    Raises InputError where the text has a unit of another dimension; what is no number with a unit is left as it is.
    """
    if not _WITH_UNIT.fullmatch(text):
        return text
    if unit in ("", "1"):
        share = text.rstrip("%％").strip()
        return str(parse_number(share, place=key) / 100) if share != text else text
    return (
        str(parse_number(text, unit=_SPELLED.get(unit, unit), place=key)) if _SPELLED.get(unit, unit) in UNITS else text
    )


_WITH_UNIT = re.compile(r"[+-]?[0-9][0-9.,]*\s*[^\s0-9.,eE+\-\[\]|>:;].*")
_SPELLED = {"C": "degC"}


def calc(name: str, given: Mapping[str, str]) -> Figure:
    """Return the first figure of ``name`` for texts by key; a verdict is 1 (ok, fits) or 0 with the verdict as source."""
    found = calculate(name, given)
    if found.verdict:
        good = found.verdict in ("ok", "fits")
        return leaf(f"calc/{name}", float(good), "1", Quality.COMPUTED, found.verdict)
    return found.figures[0]


def validate_rows(rows: Iterable[Mapping[str, str]]) -> CaseReport:
    """Return predictions for rows with the columns id, kind, inputs, expected, unit, tolerance.

    Unknown kinds, unknown or missing keys and malformed inputs are told in ``not_supported``; a malformed expected value
    or tolerance leaves ``within`` unknown with the reason.
    """
    cases: list[Case] = []
    refused: list[NotSupported] = []
    for row in rows:
        name, case_id = row.get("kind", ""), row.get("id", "")
        try:
            answer = predict(name, row.get("inputs", ""))
        except (InputError, UnknownIdError) as problem:
            refused.append(NotSupported(id=case_id, kind=name, reason=problem.message, remedy=problem.remedy))
            continue
        cases.append(_judged(row, name, answer))
    return CaseReport(cases=tuple(cases), not_supported=tuple(refused))


def _judged(row: Mapping[str, str], name: str, answer: Answer) -> Case:
    lies: bool | None = None
    reason: Message | None = None
    told = row.get("expected", "").strip()
    try:
        if told:
            lies = within(told, row.get("tolerance", ""), answer)
        else:
            reason = msg("calc.unscored", "nothing is expected; computed and not compared")
    except InputError as problem:
        reason = problem.message
    predicted = answer if isinstance(answer, str) else tuple(answer)
    return Case(
        id=row.get("id", ""),
        kind=name,
        predicted=predicted,
        unit=row.get("unit", "") or KINDS[name].unit,
        within=lies,
        reason=reason,
        is_unread=reason is not None and bool(told),
    )


def _bare(kind: Kind, values: Mapping[str, Any]) -> Answer:
    answer = _guarded(kind, lambda: kind.answer(values) if kind.answer else _by_formulas(kind, values))
    if not isinstance(answer, str) and not all(
        math.isfinite(value) or _may_be_infinite(kind, value) for value in answer
    ):
        raise _out_of_range(kind)
    return answer


def _may_be_infinite(kind: Kind, value: float) -> bool:
    """Tell whether infinity is an answer (renting is always cheaper), as the formula's text says, and not an overflow."""
    return value == math.inf and any(re.search(r"\binf\b", formula.text) for formula in kind.formulas)


def _by_formulas(kind: Kind, values: Mapping[str, Any]) -> list[float]:
    arguments = elements(kind, values)
    return [formula.function(**_wanted(formula, given)) for formula in kind.formulas for given in arguments]


def _wanted(formula: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    names = inspect.signature(formula.function).parameters
    return {name: value for name, value in given.items() if name in names}


def _guarded(kind: Kind, work: Callable[[], Answer]) -> Answer:
    try:
        answer = work()
        return answer if isinstance(answer, str) else [float(value) for value in answer]
    except (ZeroDivisionError, OverflowError, ValueError, TypeError) as problem:
        raise _out_of_range(kind) from problem


def _out_of_range(kind: Kind) -> InputError:
    return InputError(
        msg("calc.range", "{kind} cannot be computed for these inputs.", kind=kind.name),
        msg("calc.range.remedy", "Look for a zero, a negative number or a list of the wrong length."),
        kind.name,
    )


def _traced(kind: Kind, values: Mapping[str, Any]) -> tuple[Figure, ...]:
    units = {part.argument: part.unit for part in kind.inputs}
    names = {part.argument: part.name for part in kind.inputs}
    figures: list[Figure] = []
    for formula in kind.formulas:
        for given in elements(kind, values):
            figures_in = {
                name: _given(f"calc/{kind.name}/{names[name]}", value, units[name])
                for name, value in _wanted(formula, given).items()
            }
            suffix = "" if not figures and len(kind.formulas) == 1 else f"/{len(figures) + 1}"
            figures.append(trace(formula, f"calc/{kind.name}{suffix}", **figures_in))
    return tuple(figures)


def _given(key: str, value: Any, unit: str) -> Figure | list[Figure]:
    if isinstance(value, list):
        return [
            leaf(f"{key}/{place}", float(part), unit or "1", Quality.ENTERED) for place, part in enumerate(value, 1)
        ]
    return leaf(key, float(value), unit or "1", Quality.ENTERED)


def _untraced(kind: Kind, values: Mapping[str, Any], place: int, value: float) -> Figure:
    given = {
        part.name: leaf(f"calc/{kind.name}/{part.name}", values[part.name], part.unit or "1", Quality.ENTERED)
        for part in kind.inputs
        if isinstance(values[part.name], float)
    }
    suffix = f"/{place + 1}" if place else ""
    return Figure(key=f"calc/{kind.name}{suffix}", value=value, unit=_unit(kind, place), given=given, source=kind.says)


def _unit(kind: Kind, place: int) -> str:
    units = kind.unit.split(",")
    return units[min(place, len(units) - 1)]

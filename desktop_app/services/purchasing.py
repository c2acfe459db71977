"""The parameters of a purchase as the window shows them: by line, with what they rest on and what was found on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import msgspec

from desktop_app.services.row_order import SortKey, named, natural, ordered
from desktop_app.services.tender import Progress, silent
from planner.figure import Figure
from planner.messages import Message, format_figure, msg
from planner.tender.derive import Pending, code_of, derive, numbered_lines, pending
from planner.tender.library import Level
from planner.tender.packages import purchase
from planner.tender.terms import TermValue, proposal
from planner.tender.wording import quantity, whole_sentence

if TYPE_CHECKING:
    from db.store import Store
    from planner.assess.run import Assessment
    from planner.catalog.items import Item
    from planner.tender.parameters import Parameter

Outcome = Literal["error", "warning", "unknown", "pass"]
AT_ONCE = 12  # lines whose parameters are derived within a frame or two; more of them beside the window
_COUNTED = ("min", "max", "range_cover")
_TOO_FEW = "tender.few_systems"  # too few makers of the whole thing: no competition, so an error
_VERIFY = msg("purchase.verify", "This rests on an assumption and has to be verified before the final version.")
_MISSING = msg("purchase.missing", "A complete paper asks for this, but nothing tells the value yet.")


class Derivation(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of one assessment, and what a complete paper would have beside them."""

    assessment: Assessment
    parameters: tuple[Parameter, ...]
    missing: tuple[Pending, ...]


class ParameterLine(msgspec.Struct, frozen=True, kw_only=True):
    """One parameter: ``makers`` of machines (else of chips) known to meet all ★, None where nobody counts them.

    ``core`` is the requirement without its conditions. ``allowed``: what is needed is what the site allows.
    ``finding`` tells what is wrong or open, None where nothing is; ``chosen`` is None where nothing is counted.
    """

    code: str
    line: str
    level: Level
    name: str
    core: str
    requirement: str
    basis: str = ""
    evidence: str = ""
    acceptance: str = ""
    makers: int | None = None
    chips: int | None = None
    need: Figure | None = None
    chosen: Figure | None = None
    allowed: bool = False
    finding: Message | None = None
    outcome: Outcome = "pass"
    missing: bool = False
    library: str = ""
    derived: Level = "general"
    own_mark: bool = False

    @property
    def figure(self) -> Figure | None:
        """Return the number behind the requirement: what is needed, else what the build has; an unknown one at the last."""
        if self.need is not None and (self.need.known or self.chosen is None):
            return self.need
        return self.chosen


class ParameterGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The parameters of one line of the plan."""

    line: str
    number: int
    title: str
    parameters: tuple[ParameterLine, ...]


def market_of(store: Store) -> tuple[Item, ...]:
    """Return the cards and whole machines of the catalog: among them makers are counted."""
    return (*store.catalog.items("accelerator"), *store.catalog.items("system"))


def derived(assessment: Assessment, market: tuple[Item, ...], progress: Progress = silent) -> Derivation:
    """Return the parameters of an assessment, and what is missing; ``progress`` may raise to stop."""
    found = derive(assessment, market or None, lambda share: progress(share, None))
    return Derivation(assessment=assessment, parameters=found, missing=pending(assessment, found))


def groups(derivation: Derivation, language: str) -> tuple[ParameterGroup, ...]:
    """Return the parameters by line of the plan, each line's in the order of its paper; lines without any are left out."""
    made: list[ParameterGroup] = []
    numbered = [(number, figures.line) for number, figures in numbered_lines(derivation.assessment)]
    numbers = {line.id: number for number, line in numbered}
    by_line: dict[str, list[ParameterLine]] = {name: [] for name in numbers}
    for each in derivation.parameters:
        by_line[each.line].append(_shown(each, language))
    bought = purchase(derivation.assessment)
    for absent in derivation.missing:
        said = _asked(absent, proposal(bought, absent.row.keys), language)
        by_line[absent.line].append(_missing(numbers[absent.line], absent, said, language))
    for number, line in numbered:
        own = sorted(by_line[line.id], key=lambda one: one.code)
        if own:
            title = line.title.label(language)
            made.append(ParameterGroup(line=line.id, number=number, title=title, parameters=tuple(own)))
    return tuple(made)


def counts(shown: Iterable[ParameterGroup]) -> dict[Outcome, int]:
    """Return how many parameters there are of each outcome."""
    found: dict[Outcome, int] = {"error": 0, "warning": 0, "unknown": 0, "pass": 0}
    for group in shown:
        for one in group.parameters:
            found[one.outcome] += 1
    return found


def ordered_parameters(
    lines: Sequence[ParameterLine], column: str, descending: bool = False
) -> tuple[ParameterLine, ...]:
    """Return parameters by a column of their table; a column without an order leaves them as they stand."""
    key = _KEYS.get(column)
    return tuple(lines) if key is None else ordered(lines, key, descending=descending)


_MARKS: Mapping[Level, int] = {"star": 0, "important": 1, "general": 2}
_SEVERITY: Mapping[Outcome, int] = {"error": 0, "warning": 1, "unknown": 2, "pass": 3}
_KEYS: Mapping[str, Callable[[ParameterLine], SortKey | None]] = {
    "code": lambda one: natural(one.code),
    "mark": lambda one: _MARKS[one.level],
    "name": lambda one: natural(one.name),
    "requirement": lambda one: named(one.core),
    "basis": lambda one: named(one.basis),
    "evidence": lambda one: named(one.evidence),
    "makers": lambda one: one.makers,
    "check": lambda one: _SEVERITY[one.outcome],
}


def figure_text(figure: Figure, language: str) -> str:
    """Return a figure as it is read."""
    return format_figure(figure, language)


def _shown(one: Parameter, language: str) -> ParameterLine:
    outcome, finding = _judged(one)
    return ParameterLine(
        code=one.code,
        line=one.line,
        level=one.level,
        name=one.row.name.label(language),
        core=one.sentence.label(language),
        requirement=whole_sentence(one, language),
        basis=one.basis.label(language),
        evidence=one.row.evidence.label(language),
        acceptance=one.acceptance.label(language),
        makers=one.k_system,
        chips=one.k_chip,
        need=one.need,
        chosen=one.threshold.chosen if one.kind in _COUNTED and one.threshold.chosen.known else None,
        allowed=one.origin == "site",
        finding=finding,
        outcome=outcome,
        library=one.library,
        derived=one.derived,
        own_mark=one.own_mark,
    )


def _judged(one: Parameter) -> tuple[Outcome, Message | None]:
    if one.finding is not None:
        return ("error" if one.finding.id == _TOO_FEW else "warning"), one.finding
    return ("unknown", _VERIFY) if one.threshold.to_verify else ("pass", None)


def _asked(one: Pending, proposed: TermValue | None, language: str) -> Message:
    """Return that a value is missing, and what the commercial terms of the requirement book propose until then."""
    if proposed is None:
        return _MISSING
    return msg(
        "purchase.proposed",
        "Nothing tells the value yet; the terms of the requirement book propose {value} until you enter it at the line.",
        value=quantity(float(proposed.value), one.row.unit_text(language)),
    )


def _missing(number: int, one: Pending, said: Message, language: str) -> ParameterLine:
    return ParameterLine(
        code=code_of(number, one.row),
        line=one.line,
        level=one.row.level,
        name=one.row.name.label(language),
        core="",
        requirement="",
        finding=said,
        outcome="unknown",
        missing=True,
        library=one.row.code,
        derived=one.row.level,
    )

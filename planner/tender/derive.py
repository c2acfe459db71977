"""Derive the parameters of a plan's alternative: thresholds, ids, sentences, and how many chip makers still pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from planner.assess.lines import LineFigures
from planner.assess.run import Assessment
from planner.catalog.items import Item, ItemKind
from planner.catalog.ladders import ladder
from planner.catalog.load import bundled_of
from planner.figure import Quality, leaf
from planner.limits import with_own_limits
from planner.messages import Labelled, Message, msg
from planner.tender.card_rules import frameworks
from planner.tender.case import Case, asked
from planner.tender.library import Level, LibraryRow, library_of, options_of
from planner.tender.market import Test, at_least, competitors, machine_makers, makers_passing, runs
from planner.tender.parameters import Parameter, Threshold
from planner.tender.rules import runs_from_adapter, threshold_of
from planner.tender.texts import text, words
from planner.tender.thresholds import pass_value
from planner.tender.wording import quantity, sentence

ENOUGH_MAKERS = 3  # fewer makers of the item tendered are an error, fewer chip makers a matter to justify
TYPED = frozenset({"told", "kept", "data_port", "port", "port_count"})  # rules that take what stands at the line
_NEAR = 0.1  # a step below a tenth of the bound is no answer to it
# Rows that a complete paper of this kind has: where one is missing, somebody must still say it.
_EXPECTED = frozenset(
    {
        *("told", "card_count", "card_memory", "card_value", "room_power", "item_value", "port"),
        *("kept", "data_port"),
        *("ups_va", "ups_w", "cooling", "port_rate", "port_count"),
    }
)


_Worder = Callable[[LibraryRow, Threshold, str], str]


class _Makers(msgspec.Struct, frozen=True, kw_only=True):
    """How many makers are known to meet the ★ on the cards of a line: of chips, of whole machines."""

    chip: int
    system: int


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter that a complete paper would have and nothing tells the threshold of."""

    line: str
    line_title: Labelled
    row: LibraryRow


def _no_step(share: float) -> None:
    """Go on; nobody wants to know how far it is."""


@with_own_limits
def derive(
    assessment: Assessment, market: tuple[Item, ...] | None = None, step: Callable[[float], None] = _no_step
) -> tuple[Parameter, ...]:
    """Return the parameters of the assessed alternative in the order of its lines.

    ``market`` holds the accelerators and machines there are; of a kind it lacks the bundled ones count. Lines of works,
    and lines of which nothing is bought, have no technical parameters. ``step`` is told how much is done (0 to 1), and
    may raise to stop.
    """
    cards, machines = (_of_kind(kind, market) for kind in ("accelerator", "system"))
    found: list[Parameter] = []
    lines = numbered_lines(assessment)
    for at, (number, line) in enumerate(lines):
        step(at / len(lines))
        found.extend(_of_line(number, _cases(assessment, line, cards), machines))
    return tuple(found)


def _of_kind(kind: ItemKind, market: tuple[Item, ...] | None) -> tuple[Item, ...]:
    return tuple(item for item in market or () if item.kind == kind) or bundled_of(kind)


@with_own_limits
def pending(assessment: Assessment, parameters: Iterable[Parameter]) -> tuple[Pending, ...]:
    """Return what a complete paper would have beside ``parameters``, by line: questions for whoever knows."""
    there = {(one.line, one.library) for one in parameters}
    found: list[Pending] = []
    for _, line in numbered_lines(assessment):
        for case in _cases(assessment, line, ()):
            if (line.line.id, case.row.code) not in there and _is_missed(case):
                found.append(Pending(line=line.line.id, line_title=line.line.title, row=case.row))
    return tuple(found)


def numbered_lines(assessment: Assessment) -> tuple[tuple[int, LineFigures], ...]:
    """Return the lines that are bought with their place in the plan, from 1."""
    lines = enumerate(assessment.context.lines.values(), 1)
    return tuple((number, line) for number, line in lines if line.line.quantity > 0)


def code_of(line_number: int, row: LibraryRow) -> str:
    """Return the visible id of a row: P-102 is row 2 of the first line."""
    return f"P-{line_number}{row.number:02d}"


def _is_missed(case: Case) -> bool:
    if case.row.rule == "software":
        return any(word not in options_of("framework") for word in frameworks(case))
    if case.row.code.startswith("acc.") and not case.line.line.cards_per_unit:
        return False
    if case.row.rule == "room_power" and runs_from_adapter(case):
        return False
    return case.row.rule in _EXPECTED and asked(case)


def _cases(assessment: Assessment, line: LineFigures, market: tuple[Item, ...]) -> tuple[Case, ...]:
    is_domestic_only = assessment.context.switches.domestic == "required"
    field = competitors(market, domestic_only=is_domestic_only)
    marks = assessment.context.prices[line.line.id].line.marks
    return tuple(
        Case(assessment=assessment, line=line, row=row, field=field, cards=market, mark=marks.get(row.code))
        for row in library_of(line.line.role)
    )


def _of_line(number: int, cases: tuple[Case, ...], machines: tuple[Item, ...]) -> list[Parameter]:
    found = [(case, threshold) for case in cases if (threshold := threshold_of(case)) is not None]
    stars = [
        test for case, threshold in found if _level(case, threshold) == "star" and (test := _test(case, threshold))
    ]
    has_cards = any(case.row.code == "acc.count" for case, _ in found)
    makers = _makers(cases[0], stars, machines) if has_cards else None
    return [_parameter(number, case, _widened(case, threshold, stars), stars, makers) for case, threshold in found]


def _makers(case: Case, stars: list[Test], machines: tuple[Item, ...]) -> _Makers:
    """Return how many makers of chips and of whole machines are known to meet the ★ on cards: number, memory, software."""
    is_domestic_only = case.assessment.context.switches.domestic == "required"
    whole = machine_makers(machines, case.field, stars, case.line.line.cards_per_unit, is_domestic_only)
    return _Makers(chip=len(makers_passing(case.field, stars)), system=len(whole))


def _widened(case: Case, threshold: Threshold, stars: list[Test]) -> Threshold:
    """Return the threshold a few steps lower where nothing asks for it and too few makers reach it.

    Nothing is lowered to less than half of the build: then the build itself is the point, and a finding says so.
    """
    if case.row.rule != "card_value" or threshold.low is None or threshold.need is not None:
        return threshold
    step = _shared_step(case, threshold.low, stars)
    least = (threshold.chosen.value or threshold.low) / 2
    return threshold if step is None or step < least else msgspec.structs.replace(threshold, low=step)


def _shared_step(case: Case, start: float, stars: list[Test]) -> float | None:
    """Return the greatest step from ``start`` down that enough makers reach beside all ★; None where none is near."""
    step: float | None = start
    while step is not None and step >= start * _NEAR:
        if len(makers_passing(case.field, [*stars, at_least(case.row.keys, step)])) >= ENOUGH_MAKERS:
            return step
        step = ladder(case.row.ladder).below(step)
    return None


def _test(case: Case, threshold: Threshold) -> Test | None:
    """Return what a card must pass for this row; None for rows that are not about cards or not known of them."""
    if case.row.rule in ("card_memory", "card_value") and threshold.low is not None:
        return at_least(case.row.keys, threshold.low)
    if case.row.rule == "software":
        known = {word for word in frameworks(case) if word in options_of("framework")}
        return runs(frozenset(known))
    return None


def _few_systems(case: Case, makers: _Makers) -> Message | None:
    if makers.system >= ENOUGH_MAKERS or case.row.rule != "card_count":
        return None
    return msg(
        "tender.few_systems",
        "{count} makers of whole machines are known to offer {line} with all ★ on its cards: ask more makers, or justify it.",
        count=makers.system,
        line=case.line.line.title,
    )


def _few(case: Case, threshold: Threshold, stars: list[Test], own: Test) -> Message | None:
    makers = makers_passing(case.field, [*stars, own])
    if len(makers) >= ENOUGH_MAKERS:
        return None
    told = {"count": len(makers), "parameter": case.row.name, "line": case.line.line.title}
    is_free = case.row.rule == "card_value" and threshold.low is not None and threshold.need is None
    shared = _shared_step(case, threshold.low, stars) if is_free and threshold.low is not None else None
    if shared is None:
        return msg(
            "tender.few_chips",
            "{count} chip makers are known to meet {parameter} of {line} beside all ★: justify it, or ask more makers.",
            **told,
        )
    return msg(
        "tender.few_chips_step",
        "{count} chip makers are known to meet {parameter} of {line} beside all ★, three or more meet {step}: lower it, justify it, or ask more makers.",
        step=leaf(
            f"{case.key}/shared", shared, case.row.unit, Quality.COMPUTED, "greatest step that three makers reach"
        ),
        **told,
    )


def _parameter(number: int, case: Case, threshold: Threshold, stars: list[Test], makers: _Makers | None) -> Parameter:
    row, line, own = case.row, case.line.line, _test(case, threshold)
    few = _few(case, threshold, stars, own) if makers is not None and own is not None else None
    few = _few_systems(case, makers) or few if makers is not None else None
    first, second = (few, threshold.finding) if row.rule == "card_count" else (threshold.finding, few)
    derived, level = _derived_level(case, threshold), _level(case, threshold)
    return Parameter(
        code=code_of(number, row),
        line=line.id,
        line_title=line.title,
        row=row,
        level=level,
        threshold=threshold,
        sentence=sentence(row, threshold),
        basis=_both(row, threshold, _basis),
        acceptance=_both(row, threshold, _acceptance),
        k_system=None if makers is None else makers.system,
        k_chip=None if makers is None else makers.chip,
        finding=first or second or _own_mark(case, derived, level),
        derived=derived,
        own_mark=case.mark is not None,
    )


def _own_mark(case: Case, derived: Level, level: Level) -> Message | None:
    """Return what speaks against a mark that the user decided: a ★ without a need, or a standard that is law without one."""
    told = {"parameter": case.row.name, "line": case.line.line.title}
    if level == "star" != derived and case.row.level == "star":
        return msg(
            "tender.star_unfounded",
            "The ★ of {parameter} of {line} rests on the planned build alone and may shut others out: state the need, or make it ▲.",
            **told,
        )
    if derived == "star" != level and case.row.kind == "ref_standard":
        return msg(
            "tender.star_dropped",
            "{parameter} of {line} is a mandatory standard: without ★ an offer that breaks it could not be refused.",
            **told,
        )
    return None


def _level(case: Case, threshold: Threshold) -> Level:
    """Return the level of a requirement: as the user decided, else as derived."""
    return case.mark or _derived_level(case, threshold)


def _derived_level(case: Case, threshold: Threshold) -> Level:
    """Return the level of a requirement: a ★ that only the planned build stands behind is a ▲, so that it shuts nobody out."""
    is_founded = case.row.level != "star" or threshold.origin != "ladder"
    return case.row.level if is_founded else "important"


def _both(row: LibraryRow, threshold: Threshold, maker: _Worder) -> Labelled:
    return Labelled(zh=maker(row, threshold, "zh"), en=maker(row, threshold, "en"))


def _basis(row: LibraryRow, threshold: Threshold, language: str) -> str:
    """Return where the bound comes from, with a word where it has to be verified."""
    step = "basis.down" if row.kind == "min" else "basis.up"
    stated = row.basis if threshold.origin == "fixed" and row.basis.zh else None
    if row.rule in TYPED and stated is not None:
        stated = _stated(stated, threshold)
    found = stated or words(step if threshold.origin == "ladder" else f"basis.{threshold.origin}")
    return text("basis.verify", language, basis=found.label(language)) if threshold.to_verify else found.label(language)


def _stated(told: Labelled, threshold: Threshold) -> Labelled:
    """Return where a bound that stands at the line comes from: what the workload asks, an assumption, or the user."""
    if threshold.need is not None and threshold.need is not threshold.chosen:
        return words("basis.demand")
    return words("basis.planned") if threshold.to_verify else told


def _acceptance(row: LibraryRow, threshold: Threshold, language: str) -> str:
    """Return the test on delivery with the value that passes it: the threshold times the row's share, rounded down."""
    pattern = row.acceptance.label(language)
    if row.pass_share is None or threshold.low is None:
        return pattern
    passing = quantity(pass_value(threshold.low, row.pass_share), row.unit_text(language))
    return pattern.format_map({"pass": passing})

"""Checks of supply truth: what can be bought new, with warranty and invoice, and what can be bought in its place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

import msgspec

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures, parted
from planner.assess.memo import Memo
from planner.assess.sifting import sifted
from planner.catalog.items import Item
from planner.catalog.supply import STATE_LABELS, SupplyState, supply_state
from planner.checks.registry import Check, Finding, Fix, Outcome, cannot_tell, passed
from planner.checks.site_parts import alternative_of
from planner.checks.substitution import ASK_SELLERS, offer
from planner.checks.substitution import effect as effect_of
from planner.figure import Quality
from planner.messages import Message, msg
from planner.plan.document import RENTED
from planner.plan.edits import SetValue

_IN_CATALOG: dict[SupplyState, str] = {"purchasable": "yes"}
_AGAIN = {state: f"{state} again" for state in STATE_LABELS}
_STATES: dict[str, set[str]] = {
    **{state: {str(state)} for state in STATE_LABELS},
    "open": {"unknown", _AGAIN["unknown"]},
}
_CONDITION, _USED = attrgetter("line.condition"), {"used": {"used"}}
_STATED = frozenset({"accelerator", "system", "cloud_offer", "api_offer"})


class Case(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line and the row (card or machine) on which its supply hangs; ``again`` where its card is in the same state."""

    line: LineFigures
    item: Item
    state: SupplyState
    again: bool = False


def cases(view: View) -> tuple[Case, ...]:
    """Return each line with its rows and their supply; what the user was told wins over the catalog."""
    found: tuple[Case, ...] = view.memo.call(_cases, view.memo, view.lines, view.today)
    return found


def _cases(memo: Memo, lines: Mapping[str, LineFigures], today: dt.date) -> tuple[Case, ...]:
    found = memo.each("supply", lambda line: _of_line(line, today), parted(memo, lines).planned, (today,))
    return memo.joined("supply cases", found)


def _of_line(line: LineFigures, today: dt.date) -> tuple[Case, ...]:
    told, found = _told(line), list[Case]()
    for item in _rows(line):
        state = told or supply_state(item, today)
        found.append(Case(line=line, item=item, state=state, again=any(one.state == state for one in found)))
    return tuple(found)


def _told(line: LineFigures) -> SupplyState | None:
    """Return the supply that was entered at a line, in the words of the catalog's column; None where nothing was."""
    told = text(line.line.facts, "purchasable")
    if not told:
        return None
    return next((state for state in STATE_LABELS if told in (state, _IN_CATALOG.get(state))), None)


def _rows(line: LineFigures) -> tuple[Item, ...]:
    rows = [] if line.card is None else [line.card]
    if line.item is not None and line.item.kind in _STATED and not _rests_on_card(line, line.item):
        rows.append(line.item)
    return tuple(rows)


def _rests_on_card(line: LineFigures, item: Item) -> bool:
    """Tell whether what the machine's row says of supply was derived from its cards, or is nothing."""
    return line.card is not None and item.quality("purchasable") in (Quality.COMPUTED, Quality.UNKNOWN)


def restricted(view: View) -> Iterator[Finding]:
    """AV01: under export rules, so that only stock or second-hand units come to the market."""
    yield from view.found_in(_restricted, _with_effect(view, _in_state(view, "export_restricted")), "market")
    if _none(view, "export_restricted"):
        yield passed("plan", msg("AV01.pass", "None of the machines whose supply is known is restricted."))


def _restricted(view: View, case: Case, effect: Message | None) -> Iterator[Finding]:
    say = msg(
        "AV01.restricted",
        "{line}: {name} is restricted (export rules); new units with warranty and invoice are hard to get.",
        line=case.line.line.title,
        name=case.item.name,
    )
    yield _finding(view, case, effect, "warning", say)


def second_hand(view: View) -> Iterator[Finding]:
    """AV02: second-hand goods; an error where public money is spent (with a waiver), a warning elsewhere."""
    found = _in_state(view, "used_market")
    yield from view.found_in(_second_hand, _with_effect(view, found), "market", "organisation")
    planned = sifted(view.memo, "lines by condition", parted(view.memo, view.lines).planned, _CONDITION, _USED)["used"]
    told = {case.line.line.id for case in found} if planned else ()
    bare = [line for line in planned if line.line.id not in told]
    if bare:
        hard: dict[str, Case] = {}
        for case in cases(view):
            if case.state != "purchasable":
                hard.setdefault(case.line.line.id, case)
        rows = (
            (line, case, None if case is None else effect_of(view, line, case.item))
            for line in bare
            for case in (hard.get(line.line.id),)
        )
        yield from view.found_in(_planned_used, rows, "market", "organisation")
    if not planned and _none(view, "used_market"):
        yield passed("plan", msg("AV02.pass", "Nothing in this build is second-hand."))


def _used_outcome(view: View) -> Outcome:
    return "error" if view.organisation.kind == "university" else "warning"


def _second_hand(view: View, case: Case, effect: Message | None) -> Iterator[Finding]:
    say = msg(
        "AV02.used",
        "{line}: {name} is out of production and traded second-hand: no maker's warranty.",
        line=case.line.line.title,
        name=case.item.name,
    )
    yield _finding(view, case, effect, _used_outcome(view), say)


def _planned_used(view: View, line: LineFigures, hard: Case | None, effect: Message | None) -> Iterator[Finding]:
    """Yield the finding on a line that is planned as used; buying it new is a step where it is to be had new."""
    say = msg("AV02.line", "{line} is planned as second-hand: no maker's warranty.", line=line.line.title)
    if hard is not None:
        yield _finding(view, hard, effect, _used_outcome(view), say)
        return
    path = f"alternatives/{alternative_of(line.max_w.key)}/lines/{line.line.id}/condition"
    yield Finding(
        outcome=_used_outcome(view),
        subject=line.line.id,
        message=say,
        remedy=msg("AV02.new", "Buy it new, and say so in the commercial terms. {ask}", ask=ASK_SELLERS),
        fix=Fix(label=msg("AV02.fix", "Buy it new"), edit=SetValue(path=path, value="new")),
    )


def discontinued(view: View) -> Iterator[Finding]:
    """AV03: out of production, or a service past the day of its withdrawal."""
    yield from view.found_in(_discontinued, _with_effect(view, _in_state(view, "eol")), "market")
    if _none(view, "eol"):
        yield passed("plan", msg("AV03.pass", "None of the products whose supply is known is discontinued."))


def _discontinued(view: View, case: Case, effect: Message | None) -> Iterator[Finding]:
    say = msg(
        "AV03.eol",
        "{line}: {name} is discontinued; it can no longer be ordered from its maker.",
        line=case.line.line.title,
        name=case.item.name,
    )
    yield _finding(view, case, effect, "warning", say)


def rental_only(view: View) -> Iterator[Finding]:
    """AV04: planned to be bought, but only to be had for rent in its maker's cloud."""
    found = [case for case in _in_state(view, "cloud_only") if case.line.line.role not in RENTED]
    yield from view.found_in(_rental_only, _with_effect(view, found), "market")
    if not found and any(case.line.line.role not in RENTED and case.state != "unknown" for case in cases(view)):
        yield passed("plan", msg("AV04.pass", "What is planned to be bought can be bought, not only rented."))


def _rental_only(view: View, case: Case, effect: Message | None) -> Iterator[Finding]:
    say = msg(
        "AV04.cloud",
        "{line}: {name} cannot be bought, only rented in its maker's cloud.",
        line=case.line.line.title,
        name=case.item.name,
    )
    yield _finding(view, case, effect, "error", say)


def state_unknown(view: View) -> Iterator[Finding]:
    """AV05: nobody knows whether a machine can be bought; one question for all of them."""
    machines = parted(view.memo, view.lines).compute
    open_cases = _by_state(view)["open"]
    doubtful = {case.line.line.id: f"{case.item.id}/purchasable" for case in open_cases}
    for line in machines:
        if line.card is None and not _rows(line) and _told(line) is None:
            doubtful[line.line.id] = f"{alternative_of(line.max_w.key)}/{line.line.id}/item"
    if doubtful:
        titles = tuple(view.lines[name].line.title for name in doubtful)
        yield cannot_tell(
            "plan",
            msg("AV05.unknown", "Whether these can be bought new is not known: {lines}.", lines=titles),
            msg("AV05.remedy", "{ask} Enter the answer at the line.", ask=ASK_SELLERS),
            doubtful.values(),
        )
    elif machines:
        yield passed("plan", msg("AV05.pass", "How each machine can be had is known."))


def _in_state(view: View, state: SupplyState) -> tuple[Case, ...]:
    """Return the lines in a state, each once: by its card where that is what is hard to get, else by its machine."""
    return _by_state(view)[state]


def _by_state(view: View) -> Mapping[str, tuple[Case, ...]]:
    return sifted(view.memo, "supply by state", cases(view), _state_of, _STATES)


def _state_of(case: Case) -> str:
    return _AGAIN[case.state] if case.again else case.state


def _none(view: View, state: SupplyState) -> bool:
    """Tell whether some supply is known and none of it is in this state."""
    found = _by_state(view)
    return not found[state] and any(found[one] for one in STATE_LABELS if one != "unknown")


def _with_effect(view: View, found: Iterable[Case]) -> Iterator[tuple[Case, Message | None]]:
    """Return cases with the effect of their substitutes; rented things are not substituted."""
    looked_at = tuple(found)
    return zip(looked_at, view.each(_effect, looked_at, "demand", "market"), strict=True)


def _effect(view: View, case: Case) -> Message | None:
    return None if case.line.line.role in RENTED else effect_of(view, case.line, case.item)


def _finding(view: View, case: Case, effect: Message | None, outcome: Outcome, say: Message) -> Finding:
    if case.line.line.role in RENTED:
        remedy = msg("AV.rented", "Choose another offer, and ask the provider until when it is sold.")
        return Finding(outcome=outcome, subject=case.line.line.id, message=say, remedy=remedy)
    there = offer(view, case.line, case.item, effect)
    return Finding(
        outcome=outcome,
        subject=case.line.line.id,
        message=say,
        remedy=msg("AV.remedy", "{ask} {advice}", ask=ASK_SELLERS, advice=there.advice),
        figures=there.figures,
        fix=there.fix,
    )


_READS = ("lines", "demand", "market", "today")
_SOURCE = "catalog column 'purchasable', seen from mainland China; the answer of a seller, entered at the line, wins"

CHECKS = (
    Check(
        id="AV01",
        area="supply",
        title=msg("AV01.title", "Restricted by export rules"),
        reads=_READS,
        source=_SOURCE,
        run=restricted,
    ),
    Check(
        id="AV02",
        area="supply",
        title=msg("AV02.title", "Second-hand"),
        reads=(*_READS, "organisation"),
        source=f"{_SOURCE}; public purchases ask for new goods with warranty and invoice",
        run=second_hand,
    ),
    Check(
        id="AV03",
        area="supply",
        title=msg("AV03.title", "Discontinued"),
        reads=_READS,
        source=_SOURCE,
        run=discontinued,
    ),
    Check(
        id="AV04",
        area="supply",
        title=msg("AV04.title", "For rent only"),
        reads=_READS,
        source=_SOURCE,
        run=rental_only,
    ),
    Check(
        id="AV05",
        area="supply",
        title=msg("AV05.title", "Supply known"),
        reads=("lines", "today"),
        source=_SOURCE,
        run=state_unknown,
    ),
)

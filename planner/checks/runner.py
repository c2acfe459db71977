"""Runs checks: only those whose inputs changed, a crash becomes a finding, causes hide their consequences."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from planner.assess.context import Context, View
from planner.assess.memo import Memo
from planner.checks.filing import Found, filed
from planner.checks.registry import ORDER, Check, Finding, Outcome
from planner.messages import msg
from planner.plan.document import Plan, Snooze, Waiver

_LOG = logging.getLogger(__name__)
_CRASHED = "SYS01.crashed"
_MISSING = attrgetter("missing")


def run_checks(checks: tuple[Check, ...], context: Context, plan: Plan, memo: Memo) -> tuple[Finding, ...]:
    """Return all findings of ``checks`` on ``context``, worst first, with waivers and snoozes put in."""
    found = {check.id: memo.call(run_one, memo, check, *_reader(check.reads)(context)) for check in checks}
    caused, asked = _consequences(checks, found, memo)
    by_outcome: dict[Outcome, list[tuple[str, tuple[Finding, ...]]]] = {outcome: [] for outcome in ORDER}
    for name in sorted(found):
        for outcome, own in found[name].items():
            by_outcome[outcome].append((name, own))
    shown: list[Finding] = []
    for outcome, rows in by_outcome.items():
        for name, own in rows:
            shown += _shown(own, caused.get(name), asked.get(name) if outcome == "unknown" else None)
    return _marked(tuple(shown), plan, context)


@lru_cache(maxsize=256)
def _reader(names: tuple[str, ...]) -> Callable[[Context], tuple[Any, ...]]:
    """Return what reads these parts of a context, as one tuple."""
    if len(names) == 1:
        one = attrgetter(*names)
        return lambda context: (one(context),)
    return attrgetter(*names)


def run_one(memo: Memo, check: Check, *parts: Any) -> Found:
    """Return the findings of one check for the parts it declares, in the order of ``check.reads``."""
    name, view = check.id, View(dict(zip(check.reads, parts)), memo, check.id)  # noqa: B905 - as many
    try:
        return filed(memo, name, check.run(view))
    except Exception:  # noqa: BLE001 - the one place where a faulty check must not take the others with it
        _LOG.exception("check %s failed", check.id)
        return filed(memo, name, [_crashed(check)])


def _crashed(check: Check) -> Finding:
    return Finding(
        outcome="error",
        subject="plan",
        check=check.id,
        message=msg("SYS01.crashed", "The check {check} failed; its result is not known.", check=check.id),
        remedy=msg("SYS01.crashed.remedy", "Please report it with the plan; all other checks are not affected."),
    )


def _consequences(
    checks: tuple[Check, ...], found: Mapping[str, Found], memo: Memo
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return by check the subjects on which an error of another explains its findings, and the keys asked for elsewhere."""
    caused: dict[str, set[str]] = {}
    asked: dict[str, set[str]] = {}
    for check in checks:
        own = found[check.id]
        if check.hides:
            subjects = memo.call(_faulty, own["error"]) if "error" in own else ()
            for name in check.hides if subjects else ():
                caused.setdefault(name, set()).update(subjects)
            for name, subject in memo.call(_spoiled, own["error"]) if "error" in own else ():
                caused.setdefault(name, set()).add(subject)
        if check.covers and "unknown" in own:
            missing = memo.call(_missing, own["unknown"])
            for name in check.covers:
                if "unknown" in found.get(name, ()):
                    asked.setdefault(name, set()).update(missing)
    return caused, asked


def _faulty(errors: tuple[Finding, ...]) -> frozenset[str]:
    """Return the subjects of errors that are the plan's, not the check's own."""
    return frozenset([one.subject for one in errors if one.message.id != _CRASHED])


def _spoiled(errors: tuple[Finding, ...]) -> tuple[tuple[str, str], ...]:
    """Return the checks and subjects whose findings rest on what is wrong."""
    return tuple(pair for one in errors for pair in one.spoils)


def _missing(unknowns: tuple[Finding, ...]) -> frozenset[str]:
    return frozenset(chain.from_iterable(map(_MISSING, unknowns)))


def _shown(findings: tuple[Finding, ...], caused: set[str] | None, asked: set[str] | None) -> Iterable[Finding]:
    """Drop what an error causes on its subject, and questions that another check asks for all they miss."""
    left: Iterable[Finding] = findings
    if caused:
        left = [one for one in left if one.subject not in caused]
    if asked:
        left = [one for one in left if not (one.missing and asked.issuperset(one.missing))]
    return left


def _marked(findings: tuple[Finding, ...], plan: Plan, context: Context) -> tuple[Finding, ...]:
    waivers, snoozes = _excuses(plan, context)
    if not (waivers or snoozes):
        return findings
    return tuple(_excused(finding, waivers, snoozes) for finding in findings)


def _excuses(plan: Plan, context: Context) -> tuple[dict[tuple[str, str], Waiver], dict[tuple[str, str], Snooze]]:
    mine = (context.alternative.id, "")
    waivers = {(one.check, one.subject): one for one in plan.waivers if one.alternative in mine}
    snoozes = {
        (one.check, one.subject): one for one in plan.snoozes if one.alternative in mine and one.until > context.today
    }
    return waivers, snoozes


def _excused(
    finding: Finding, waivers: dict[tuple[str, str], Waiver], snoozes: dict[tuple[str, str], Snooze]
) -> Finding:
    key = (finding.check, finding.subject)
    waiver = None if finding.outcome == "pass" else waivers.get(key)
    snooze = snoozes.get(key)
    if waiver is None and snooze is None:
        return finding
    return replace(finding, waiver=waiver, snooze=snooze)

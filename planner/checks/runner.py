"""Runs checks: only those whose inputs changed, a crash becomes a finding, causes hide their consequences."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from msgspec.structs import replace

from planner.assess.context import Context, View
from planner.assess.memo import Memo
from planner.checks.registry import ORDER, Check, Finding, Outcome
from planner.messages import msg
from planner.plan.document import Plan, Snooze, Waiver

_LOG = logging.getLogger(__name__)
_CRASHED = "SYS01.crashed"
Found = Mapping[Outcome, tuple[Finding, ...]]
"""What one check found, by outcome, each sorted by subject."""


def run_checks(checks: tuple[Check, ...], context: Context, plan: Plan, memo: Memo) -> tuple[Finding, ...]:
    """Return all findings of ``checks`` on ``context``, worst first, with waivers and snoozes put in."""
    found = {
        check.id: memo.call(run_one, memo, check, *(getattr(context, name) for name in check.reads)) for check in checks
    }
    caused, asked = _consequences(checks, found)
    names = sorted(found)
    shown: list[Finding] = []
    for outcome in ORDER:
        for name in names:
            own = found[name].get(outcome)
            if own:
                shown += _shown(own, caused.get(name), asked.get(name) if outcome == "unknown" else None)
    return _marked(tuple(shown), plan, context)


def run_one(memo: Memo, check: Check, *parts: Any) -> Found:
    """Return the findings of one check for the parts it declares, in the order of ``check.reads``."""
    name, view = check.id, View(dict(zip(check.reads, parts, strict=True)), memo, check.id)
    try:
        # what is kept part by part was named in its place, once
        found = [one if one.check == name else replace(one, check=name) for one in check.run(view)]
    except Exception:  # noqa: BLE001 - the one place where a faulty check must not take the others with it
        _LOG.exception("check %s failed", check.id)
        found = [_crashed(check)]
    if len(found) > 1:
        subjects = memo.settled(("subjects", name), tuple([one.subject for one in found]))
        found = [*map(found.__getitem__, memo.call(_order, subjects))]
    outcomes: set[Outcome] = {one.outcome for one in found}
    if len(outcomes) == 1:
        return {outcomes.pop(): tuple(found)}
    return {
        outcome: tuple([one for one in found if one.outcome == outcome]) for outcome in ORDER if outcome in outcomes
    }


def _order(subjects: tuple[str, ...]) -> tuple[int, ...]:
    """Return the places of subjects as they are sorted; an edit seldom changes them."""
    return tuple(sorted(range(len(subjects)), key=subjects.__getitem__))


def _crashed(check: Check) -> Finding:
    return Finding(
        outcome="error",
        subject="plan",
        check=check.id,
        message=msg("SYS01.crashed", "The check {check} failed; its result is not known.", check=check.id),
        remedy=msg("SYS01.crashed.remedy", "Please report it with the plan; all other checks are not affected."),
    )


def _consequences(
    checks: tuple[Check, ...], found: Mapping[str, Found]
) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return by check the subjects on which an error of another explains its findings, and the keys asked for elsewhere."""
    caused: dict[str, set[str]] = {}
    asked: dict[str, set[str]] = {}
    for check in checks:
        own = found[check.id]
        if check.hides:
            subjects = {one.subject for one in own.get("error", ()) if one.message.id != _CRASHED}
            for name in check.hides if subjects else ():
                caused.setdefault(name, set()).update(subjects)
        if check.covers and "unknown" in own:
            missing = {*chain.from_iterable([one.missing for one in own["unknown"]])}
            for name in check.covers:
                asked.setdefault(name, set()).update(missing)
    return caused, asked


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

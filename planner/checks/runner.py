"""Runs checks: only those whose inputs changed, a crash becomes a finding, causes hide their consequences."""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from planner.assess.context import Context, View
from planner.assess.memo import Memo
from planner.checks.registry import ORDER, Check, Finding
from planner.messages import msg
from planner.plan.document import Plan, Snooze, Waiver

_LOG = logging.getLogger(__name__)
_CRASHED = "SYS01.crashed"


def run_checks(checks: tuple[Check, ...], context: Context, plan: Plan, memo: Memo) -> tuple[Finding, ...]:
    """Return all findings of ``checks`` on ``context``, worst first, with waivers and snoozes put in."""
    found: list[Finding] = []
    for check in checks:
        found.extend(memo.call(run_one, check, *(getattr(context, name) for name in check.reads)))
    shown = _without_consequences(checks, found)
    excused = _excuses(plan, context)
    marked = (_excused(finding, *excused) for finding in shown)
    return tuple(sorted(marked, key=lambda one: (ORDER.index(one.outcome), one.check, one.subject)))


def run_one(check: Check, *parts: Any) -> tuple[Finding, ...]:
    """Return the findings of one check for the parts it declares, in the order of ``check.reads``."""
    view = View(_Parts(check.reads, parts), check.reads)
    try:
        return tuple(msgspec.structs.replace(finding, check=check.id) for finding in check.run(view))
    except Exception:  # noqa: BLE001 - the one place where a faulty check must not take the others with it
        _LOG.exception("check %s failed", check.id)
        return (_crashed(check),)


class _Parts:
    """Parts by name for a view, without a whole context."""

    def __init__(self, reads: tuple[str, ...], parts: tuple[Any, ...]) -> None:
        self.__dict__.update(zip(reads, parts, strict=True))


def _crashed(check: Check) -> Finding:
    return Finding(
        outcome="error",
        subject="plan",
        check=check.id,
        message=msg("SYS01.crashed", "The check {check} failed; its result is not known.", check=check.id),
        remedy=msg("SYS01.crashed.remedy", "Please report it with the plan; all other checks are not affected."),
    )


def _without_consequences(checks: tuple[Check, ...], found: list[Finding]) -> list[Finding]:
    """Drop what an error causes on its subject, and questions that another check asks for all they miss."""
    by_id = {check.id: check for check in checks}
    caused: set[tuple[str, str]] = set()
    asked: dict[str, set[str]] = {}
    for one in found:
        if one.outcome == "error" and one.message.id != _CRASHED:
            caused.update((name, one.subject) for name in by_id[one.check].hides)
        if one.outcome == "unknown":
            for name in by_id[one.check].covers:
                asked.setdefault(name, set()).update(one.missing)
    return [
        one
        for one in found
        if (one.check, one.subject) not in caused and not _is_asked(one, asked.get(one.check, set()))
    ]


def _is_asked(one: Finding, asked: set[str]) -> bool:
    return one.outcome == "unknown" and bool(one.missing) and asked.issuperset(one.missing)


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
    return msgspec.structs.replace(finding, waiver=waiver, snooze=snooze)

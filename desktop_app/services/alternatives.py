"""The alternatives of a plan as tabs: letter, name, total, verdict; and what is done with them as edits."""

from __future__ import annotations

import string

import msgspec

from desktop_app.services.build_edits import free_id
from desktop_app.services.least_money import planned_least
from desktop_app.services.session import PlanSession
from desktop_app.services.strip import standing
from planner.entry import parse_name
from planner.errors import EditError
from planner.messages import Labelled, Message, msg, render
from planner.plan.document import Plan
from planner.plan.edits import AddPart, Edit, RemovePart, SetValue


class AlternativeTab(msgspec.Struct, frozen=True, kw_only=True):
    """What a tab shows: ``status`` is error, warn, unknown or ok with its word."""

    id: str
    letter: str
    title: str
    total: str
    status: str
    word: str
    chosen: bool


def alternative_tabs(session: PlanSession, language: str) -> tuple[AlternativeTab, ...]:
    """Return the tabs of a plan's alternatives in their order."""
    found = []
    for at, one in enumerate(session.plan.alternatives):
        assessment = session.assessment(one.id)
        status, word = _verdict([finding.outcome for finding in standing(assessment)])
        planned = planned_least(assessment.context)
        found.append(
            AlternativeTab(
                id=one.id,
                letter=string.ascii_uppercase[at % 26],
                title=one.title.label(language),
                total=("≥ " if planned.more else "") + _short(planned.figure.value, language),
                status=status,
                word=render(word, language),
                chosen=session.plan.chosen == one.id,
            )
        )
    return tuple(found)


def _verdict(outcomes: list[str]) -> tuple[str, Message]:
    errors, warnings = outcomes.count("error"), outcomes.count("warning")
    if errors:
        return "error", msg("alternative.errors", "Errors {count}", count=errors)
    if "unknown" in outcomes:
        return "unknown", msg("alternative.open", "Questions open")
    if warnings:
        return "warn", msg("alternative.warnings", "Warnings {count}", count=warnings)
    return "ok", msg("alternative.fine", "Pass")


def _short(amount: float | None, language: str) -> str:
    if amount is None:
        return render(msg("common.unknown", "unknown"), language)
    return f"{amount / 10_000:,.2f} 万" if language == "zh" else f"{amount / 1000:,.1f} k"


def copy_edit(plan: Plan, alternative: str) -> tuple[str, Edit]:
    """Return the id of a copy of an alternative and the edit that adds it behind; raises EditError for an unknown one."""
    one = plan.alternative(alternative)
    if one is None:
        raise EditError(msg("alternative.gone", "There is no such alternative any more."))
    taken = {other.id for other in plan.alternatives}
    letters = (letter for letter in string.ascii_uppercase if letter not in taken)
    name = next(letters, free_id(alternative, taken))
    title = Labelled(zh=f"{one.title.zh}（副本）", en=f"{one.title.en} (copy)")
    copy = msgspec.structs.replace(one, id=name, title=title)
    return name, AddPart(path="alternatives", value=msgspec.to_builtins(copy))


def rename_edit(plan: Plan, alternative: str, text: str) -> Edit:
    """Return the edit that names an alternative; raises InputError for an empty name."""
    name = parse_name(text)
    return SetValue(path=f"alternatives/{alternative}/title", value={"zh": name, "en": name})


def choose_edit(alternative: str) -> Edit:
    """Return the edit that makes an alternative the one that is bought."""
    return SetValue(path="chosen", value=alternative)


def remove_alternative_edit(alternative: str) -> Edit:
    """Return the edit that removes an alternative."""
    return RemovePart(path=f"alternatives/{alternative}")

"""Checks: a record and a small function each; findings are data; missing input is 'unknown', never a pass.

A check sees only the parts of the assessment that it declares in ``reads``; the runner hands it a view with just
those, and keeps its findings until one of them changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec

from planner.figure import Figure
from planner.messages import Message
from planner.plan.document import Snooze, Waiver
from planner.plan.edits import Edit

Outcome = Literal["pass", "note", "warning", "error", "unknown"]
Area = Literal["power", "cooling", "rack", "noise", "floor", "supply", "budget", "fit", "safety", "operation", "data"]
ORDER: tuple[Outcome, ...] = ("error", "warning", "unknown", "note", "pass")


class Fix(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A remedy that one step applies: what the button says and the edit it does."""

    label: Message
    edit: Edit


class Finding(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a check found about one subject (a line, site node, fund or entry id, or 'plan').

    ``spoils`` are pairs of a check and a subject whose findings rest on what is wrong here: they are not shown.
    """

    outcome: Outcome
    subject: str
    message: Message
    remedy: Message | None = None
    figures: tuple[Figure, ...] = ()
    missing: tuple[str, ...] = ()
    fix: Fix | None = None
    check: str = ""
    waiver: Waiver | None = None
    snooze: Snooze | None = None
    spoils: tuple[tuple[str, str], ...] = ()


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """A check: permanent id, area, title, what it reads, where its rule comes from, and the function.

    ``limit`` is a key of ``planner.limits``; ``hides`` names checks whose findings on the same subject are only a
    consequence when this one finds an error; ``covers`` names checks whose unknowns are not repeated when this one
    asks for all that they miss; ``blocking`` tells whether its unknowns leave the verdict open.
    """

    id: str
    area: Area
    title: Message
    reads: tuple[str, ...]
    source: str
    run: Callable[[Any], Iterable[Finding]]
    limit: str = ""
    hides: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    blocking: bool = True


def passed(subject: str, message: Message, *figures: Figure) -> Finding:
    """Return the finding that all is well, with the figures that show it."""
    return Finding(outcome="pass", subject=subject, message=message, figures=figures)


def cannot_tell(
    subject: str, message: Message, question: Message, missing: Iterable[str], fix: Fix | None = None
) -> Finding:
    """Return the finding that an input is missing: which one, and what to ask; ``fix`` may offer a customary value."""
    return Finding(
        outcome="unknown", subject=subject, message=message, remedy=question, missing=tuple(missing), fix=fix
    )

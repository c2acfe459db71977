"""A quiet message to the user: what happened, and at most one button that helps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from planner.errors import PlannerError
from planner.messages import Message

Tone = Literal["info", "done", "warning", "error"]


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What is shown above the status strip; ``action`` is done when the button ``label`` is pressed.

    ``until_change`` lets it go with the next change of the plan, or with another plan: its button would take back
    another step then, and what could not be done is no longer what one works at.
    ``detail`` is a plain text in the user's language (place and remedy of a fault); it follows ``text``.
    """

    text: Message
    tone: Tone = "info"
    detail: Message | None = None
    place: str = ""
    label: Message | None = None
    action: Callable[[], object] | None = None
    until_change: bool = False


def notice_of(fault: PlannerError) -> Notice:
    """Return the notice that tells a fault with its place and remedy; it goes when something else was done."""
    return Notice(text=fault.message, tone="error", detail=fault.remedy, place=fault.place, until_change=True)

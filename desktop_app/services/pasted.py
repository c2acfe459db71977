"""What pasting a block into a table comes to: one edit, and what is said of it."""

from __future__ import annotations

import msgspec

from planner.messages import Message
from planner.plan.edits import Edit


class Pasted(msgspec.Struct, frozen=True, kw_only=True):
    """The edit of a paste and what is said of it; ``detail`` is what the user still has to look at."""

    edit: Edit
    said: Message
    detail: Message | None = None

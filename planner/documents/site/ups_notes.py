"""What a paper says of the circuits of UPS: what they carry, and which machines hang behind them."""

from __future__ import annotations

from collections.abc import Iterator

from planner.documents.model import Note
from planner.documents.site.asked_circuit import AllAsked
from planner.documents.site.draft import SiteDraft
from planner.limits import limit
from planner.messages import format_number


def ups_notes(draft: SiteDraft, found: AllAsked) -> Iterator[Note]:
    """Yield what the circuits of UPS carry, and which machines hang behind them."""
    if not found.ups:
        return
    yield Note(text=draft.say("wanted.ups", share=format_number(100 * limit("ups.charger_share").require())))
    mark = draft.say("comma") + ("" if draft.language == "zh" else " ")
    names = mark.join(draft.title(one.line) for one in found.ups)
    if found.behind:
        machines = mark.join(draft.title(one.line) for one in found.behind)
        yield Note(text=draft.say("wanted.behind", machines=machines, ups=names))
    elif found.partly:
        yield Note(text=draft.say("wanted.partly", ups=names))

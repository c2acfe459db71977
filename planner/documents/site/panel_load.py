"""What a panel carries once all is on it that the same paper asks for: the circuits for machines that hang nowhere yet."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.current import Phases
from planner.assess.site import NodeLoad
from planner.documents.model import Note
from planner.documents.site.draft import SiteDraft
from planner.documents.site.new_circuits import CircuitsAsked, circuits_asked, is_three_phase
from planner.documents.site.ups_asked import beyond_machines_a
from planner.messages import format_number
from planner.plan.document import SiteNode


class New(msgspec.Struct, frozen=True, kw_only=True):
    """Currents (A) that the paper asks for: of each machine of one phase, of all of three; ``is_open`` where one is not known."""

    single_a: tuple[float, ...]
    three_a: float
    is_open: bool


def asked_of_panels(draft: SiteDraft) -> New:
    """Return what the circuits asked for bring that is on no panel's account yet."""
    plugged: dict[str, float] = {}
    for link in draft.context.alternative.connections:
        plugged[link.line] = plugged.get(link.line, 0.0) + link.units * link.share
    single: list[float] = []
    three, is_open = 0.0, False
    for one in circuits_asked(draft.assessment):
        units = _new_units(one, plugged)
        if units and one.unit_a.value is None:
            is_open = True
        elif units and is_three_phase(one.line):
            three += units * one.unit_a.require()
        elif units:
            single += [one.unit_a.require()] * units
    single += beyond_machines_a(draft.assessment)
    return New(single_a=tuple(sorted(single, reverse=True)), three_a=three, is_open=is_open)


def _new_units(one: CircuitsAsked, plugged: dict[str, float]) -> int:
    """Return how many of the machines hang nowhere: those that only change their circuit are on the account already."""
    loose = one.line.line.quantity - plugged.get(one.line.line.id, 0.0)
    return max(0, min(one.machines, round(loose)))


def added_a(draft: SiteDraft, load: NodeLoad, new: New) -> tuple[float, float | None]:
    """Return what the new circuits add to a panel (A): what is certain, and the most; the most is None where that is open.

    They hang on the only panel that nothing feeds; on which of several, or of those below it, nobody said. On three
    phases they are dealt to the lines in turn; certain is the mean of the lines.
    """
    if load.node.type != "panel" or not (new.single_a or new.three_a or new.is_open):
        return 0.0, 0.0
    now = load.total_a.value or 0.0
    least = most = sum(new.single_a) + new.three_a
    if Phases({node.id: node for node in draft.site.nodes}, draft.assessment.plan.organisation.profile).three(
        load.node
    ):
        most = sum(new.single_a[::3]) + new.three_a
        least = max(0.0, (now + sum(new.single_a)) / 3 - now) + new.three_a
    if [one.id for one in _roots(draft)] != [load.node.id]:
        least = 0.0
    return least, None if new.is_open else most


def _roots(draft: SiteDraft) -> list[SiteNode]:
    """Return the panels that no other panel feeds."""
    panels = {node.id for node in draft.site.nodes if node.type == "panel"}
    return [node for node in draft.site.nodes if node.type == "panel" and node.parent not in panels]


def panel_notes(draft: SiteDraft) -> Iterator[Note]:
    """Yield for each panel that cannot carry, or may not, what is there and what is asked for: how much that is."""
    new = asked_of_panels(draft)
    for load in draft.supplies:
        least, most = added_a(draft, load, new)
        now, rating = load.total_a.value, load.rating_a.value
        if now is None or rating is None or not most or now + most <= rating:
            continue
        key = "supply.main" if now + least > rating else "supply.main.maybe"
        yield Note(
            text=draft.say(
                key,
                name=draft.name(load.node),
                now=format_number(round(now, 1)),
                new=format_number(round(most, 1)),
                total=format_number(round(now + most, 1)),
                rating=format_number(rating),
            )
        )

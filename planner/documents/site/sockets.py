"""What the application says beside its tables: sockets too small for a circuit that is not, and UPS that hang on no circuit yet."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.checks.larger_socket import size_in_place
from planner.checks.ratings import rating_of
from planner.documents.model import Note
from planner.documents.site.draft import SiteDraft
from planner.facility.power import SUM_W
from planner.figure import trace
from planner.messages import format_figure, format_number


def larger_size(assessment: Assessment, load: NodeLoad) -> float | None:
    """Return the rating (in A) of the socket that replaces one which is overloaded, None where that would not be enough."""
    circuit = assessment.context.site.loads.get(load.node.parent)
    rating = rating_of(load)
    if load.node.type != "socket" or circuit is None or circuit.node.type != "circuit" or not rating.known:
        return None
    size = size_in_place(load, circuit, assessment.plan.organisation.profile)
    return None if size is None or size[0] <= rating.require() else size[0]


def sockets_asked(draft: SiteDraft) -> Iterator[Note]:
    """Yield for each overloaded socket of a circuit that carries its load what is to be put in its place."""
    for load in draft.site.loads.values():
        size, rating = larger_size(draft.assessment, load), rating_of(load)
        if size is None or not load.connected or load.total_a.require() <= rating.require():
            continue
        circuit = draft.site.loads[load.node.parent]
        yield Note(
            text=draft.say(
                "wanted.socket",
                name=draft.name(load.node),
                current=format_figure(load.total_a, draft.language),
                rating=format_figure(rating, draft.language),
                circuit=draft.name(circuit.node),
                breaker=format_figure(circuit.rating_a, draft.language),
                size=format_number(size),
            )
        )


def unwired_ups(draft: SiteDraft) -> Iterator[Note]:
    """Yield that what planned UPS lose is on no circuit's account as long as nobody put them into the wiring."""
    wired = {line for own in draft.site.joined_ups.values() for line, _units in own}
    loose = [one for one in draft.site.ups if one.line.line.quantity and one.line.line.id not in wired]
    if not loose or not draft.site.loads:
        return
    losses = trace(SUM_W, "total/unwired_losses_w", power_w=[one.heat_w for one in loose])
    if losses.value:
        names = "、".join if draft.language == "zh" else ", ".join
        yield Note(
            text=draft.say(
                "supply.unwired",
                ups=names(draft.title(one.line) for one in loose),
                loss=f"{format_number(round(losses.value / 1000, 2))} kW",  # as the table of the loads has it
            )
        )

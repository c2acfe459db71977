"""What each panel carries once all hangs there that the same paper asks for: the circuits for machines that hang nowhere yet.

On the only panel that nothing feeds all of them count. Over several they are dealt, the largest first to the line with
the most to spare, so that each panel has its own verdict; what no panel takes is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from planner.assess.current import Phases
from planner.assess.site import NodeLoad
from planner.documents.model import Note
from planner.documents.site.asked_circuit import CircuitsAsked
from planner.documents.site.draft import SiteDraft
from planner.documents.site.new_circuits import loads_asked
from planner.documents.site.ups_asked import beyond_machines_a
from planner.limits import limit
from planner.messages import format_number
from planner.plan.document import SiteNode


class New(msgspec.Struct, frozen=True, kw_only=True):
    """Currents (A) that the paper asks for: of each machine of one phase, of all of three; ``is_open`` where one is not known."""

    single_a: tuple[float, ...]
    three_a: float
    is_open: bool
    dealt: Mapping[str, float] = msgspec.field(default_factory=dict)
    left_a: float = 0.0

    @property
    def whole_a(self) -> float:
        """Return all of it, in A, as if it were of one line."""
        return sum(self.single_a) + self.three_a


def asked_of_panels(draft: SiteDraft) -> New:
    """Return what the circuits asked for bring that is on no panel's account yet."""
    plugged: dict[str, float] = {}
    for link in draft.context.alternative.connections:
        plugged[link.line] = plugged.get(link.line, 0.0) + link.units * link.share
    single: list[float] = []
    three, is_open = list[float](), False
    for one in loads_asked(draft.assessment):
        units = _new_units(one, plugged)
        if units and one.unit_a.value is None:
            is_open = True
        elif units and one.three_phase:
            three += [one.unit_a.require()] * units
        elif units:
            single += [one.unit_a.require()] * units
    single += beyond_machines_a(draft.assessment)
    roots = _roots(draft)
    dealt, left = _dealt(draft, roots, sorted(single, reverse=True), three) if len(roots) > 1 else ({}, 0.0)
    return New(
        single_a=tuple(sorted(single, reverse=True)), three_a=sum(three), is_open=is_open, dealt=dealt, left_a=left
    )


class _Panel:
    """A panel while new circuits are dealt: what each of its lines carries (A), and its breaker (A)."""

    def __init__(self, load: NodeLoad, lines: int) -> None:
        self.name = load.node.id
        self.before, self.rating = load.total_a.require(), load.rating_a.require()
        self.lines = [self.before] * lines

    def spare(self, share: float) -> float:
        """Return what its emptiest line takes (A) up to a share of the breaker."""
        return self.rating * share - min(self.lines)

    def take(self, current_a: float, whole: bool) -> None:
        """Put a load (A) on the emptiest line, or on all of them."""
        at = range(len(self.lines)) if whole else (self.lines.index(min(self.lines)),)
        for line in at:
            self.lines[line] += current_a


def _roomiest(panels: list[_Panel], current_a: float, share: float) -> _Panel | None:
    """Return the panel with the most to spare up to a share of its breaker, None where that is less than a load (A)."""
    best = max(panels, key=lambda one: one.spare(share), default=None)
    return best if best is not None and best.spare(share) >= current_a else None


def _dealt(
    draft: SiteDraft, roots: list[SiteNode], single: list[float], three: list[float]
) -> tuple[dict[str, float], float]:
    """Return what each panel takes (A, on its fullest line), and what none takes; first up to what is advised, then up to the breaker."""
    profile = draft.assessment.plan.organisation.profile
    phases = Phases({node.id: node for node in draft.site.nodes}, profile)
    loads = [draft.site.loads[node.id] for node in roots]
    panels = [
        _Panel(load, 3 if phases.three(load.node) else 1)
        for load in loads
        if load.total_a.known and load.rating_a.known
    ]
    share = limit("br.cont", profile).require()
    left = 0.0
    for current_a, whole in [*((one, True) for one in sorted(three, reverse=True)), *((one, False) for one in single)]:
        able = [one for one in panels if not whole or len(one.lines) > 1]
        best = _roomiest(able, current_a, share) or _roomiest(able, current_a, 1.0)
        if best is None:
            left += current_a
        else:
            best.take(current_a, whole)
    return {one.name: max(one.lines) - one.before for one in panels}, left


def _new_units(one: CircuitsAsked, plugged: dict[str, float]) -> int:
    """Return how many of the machines hang nowhere: those that only change their circuit are on the account already."""
    loose = one.line.line.quantity - plugged.get(one.line.line.id, 0.0)
    return max(0, min(one.machines, round(loose)))


def added_a(draft: SiteDraft, load: NodeLoad, new: New) -> tuple[float, float | None]:
    """Return what the new circuits add to a panel (A): what is certain, and the most; the most is None where that is open.

    They hang on the only panel that nothing feeds, and are dealt over several; one below them is judged as it is. On three
    phases they are dealt to the lines in turn; certain is the mean of the lines.
    """
    if load.node.type != "panel" or not (new.single_a or new.three_a or new.is_open):
        return 0.0, 0.0
    roots = [one.id for one in _roots(draft)]
    if load.node.id not in roots:
        return 0.0, 0.0
    if len(roots) > 1:
        least = new.dealt.get(load.node.id, 0.0)
        return least, None if new.is_open else least
    now = load.total_a.value or 0.0
    least = most = new.whole_a
    profile = draft.assessment.plan.organisation.profile
    if Phases({node.id: node for node in draft.site.nodes}, profile).three(load.node):
        most = sum(new.single_a[::3]) + new.three_a
        least = max(0.0, (now + sum(new.single_a)) / 3 - now) + new.three_a
    return least, None if new.is_open else most


def _roots(draft: SiteDraft) -> list[SiteNode]:
    """Return the panels that no other panel feeds."""
    panels = {node.id for node in draft.site.nodes if node.type == "panel"}
    return [node for node in draft.site.nodes if node.type == "panel" and node.parent not in panels]


def panel_notes(draft: SiteDraft) -> Iterator[Note]:
    """Yield for each panel that cannot carry, or may not, what is there and what is asked for: how much that is.

    Of several it is said what each was judged with, and what none of them takes.
    """
    new = asked_of_panels(draft)
    yield from _parted(draft, new)
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


def _parted(draft: SiteDraft, new: New) -> Iterator[Note]:
    if not new.dealt or not new.whole_a:
        return
    mark = draft.say("comma") + ("" if draft.language == "zh" else " ")
    parts = mark.join(
        f"{draft.name(draft.site.loads[name].node)} {format_number(round(amps, 1))} A"
        for name, amps in new.dealt.items()
    )
    yield Note(text=draft.say("supply.parted", new=format_number(round(new.whole_a, 1)), parts=parts))
    if new.left_a:
        yield Note(text=draft.say("supply.parted.left", left=format_number(round(new.left_a, 1))))

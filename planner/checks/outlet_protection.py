"""What hangs below a breaker that is larger than it: a socket or a PDU without a breaker of its own (part of PW04).

The breaker is what protects from overload everything up to the next one: a sub-circuit, a UPS, the fuses of a PDU's banks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planner.assess.context import View
from planner.assess.site import NodeLoad
from planner.checks.inlets import form_of
from planner.checks.ratings import rating_of
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import name_of, used
from planner.figure import Figure
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import SiteNode
from planner.plan.edits import SetValue

_OUTLETS = ("socket", "strip", "pdu")
_PROTECTS = ("circuit", "ups", "panel")
_FAR = 1.25  # from there on the breaker never trips on what the outlet cannot carry


def unprotected(view: View) -> tuple[Finding, ...]:
    """Return what is said of outlets in use that are rated below the breaker in front of them; of several in a row the first."""
    first: Mapping[str, str] = view.memo.call(_first_outlets, view.site.nodes)
    loads = view.site.loads
    there = [load for load in used(view.site, *_OUTLETS) if load.node.id in first]
    return view.found_in(_judged, ((load, loads[first[load.node.id]]) for load in there))


def _first_outlets(nodes: tuple[SiteNode, ...]) -> dict[str, str]:
    """Return for each outlet right behind a circuit, with no other outlet and no protection between, that circuit."""
    by_id = {node.id: node for node in nodes}
    found = {}
    for node in nodes:
        if node.type not in _OUTLETS:
            continue
        above = by_id.get(node.parent)
        while above is not None and above.type not in (*_PROTECTS, *_OUTLETS):
            above = by_id.get(above.parent)
        if above is not None and above.type == "circuit":
            found[node.id] = above.id
    return found


def _judged(_view: View, load: NodeLoad, feed: NodeLoad) -> Iterator[Finding]:
    rating = rating_of(load)
    if rating.value is None or feed.rating_a.value is None:
        return
    # sockets of 10 A are customary on circuits of 16 A: a cord in one carries no more than its plug is made for
    ordinary = limit("socket.gb1002_16a")
    household = load.node.type != "pdu" and (form_of(load.node).startswith("gb1002") or not form_of(load.node))
    most = ordinary if household and rating.value < ordinary.require() else rating
    if feed.rating_a.value <= most.require():
        return
    yield Finding(
        outcome="error" if feed.rating_a.value > _FAR * most.require() else "warning",
        subject=load.node.id,
        message=msg(
            "PW04.outlet",
            "{name} is made for {rating}; the breaker of {circuit} in front of it lets {breaker} through.",
            name=name_of(load.node),
            rating=rating,
            circuit=name_of(feed.node),
            breaker=feed.rating_a,
        ),
        remedy=msg(
            "PW04.outlet.remedy",
            "Have a breaker of no more than {most} put in front of it, or outlets laid that carry {breaker}; enter a breaker of its own as a circuit between.",
            most=most,
            breaker=feed.rating_a,
        ),
        figures=(rating, feed.rating_a, most),
        fix=_smaller(feed, most),
    )


def _smaller(feed: NodeLoad, most: Figure) -> Fix | None:
    """Return the step that plans a smaller breaker, where the circuit carries no more than that for hours; else None."""
    if feed.total_a.value is None or feed.total_a.value > most.require() * limit("br.cont").require():
        return None
    value = {"value": most.require(), "quality": "assumed", "source": "to be done by an electrician"}
    return Fix(
        label=msg("PW04.outlet.fix", "Plan a breaker of {size} for {circuit}", size=most, circuit=name_of(feed.node)),
        edit=SetValue(path=f"site/{feed.node.id}/values/breaker_a", value=value),
    )

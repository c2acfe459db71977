"""PW33 of air conditioners that are bought: one that hangs on no circuit draws power that is on no account."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from planner.assess.context import View
from planner.assess.lines import LineFigures, parted
from planner.assess.site import WIRED, NodeLoad
from planner.checks.larger_socket import current_of
from planner.checks.registry import Finding, Fix, cannot_tell
from planner.checks.site_parts import alternative_of, loads_of, name_of
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import AddPart


def bare_units(view: View) -> Iterator[Finding]:
    """Yield the planned air conditioners that are plugged in nowhere, with the circuit without machines that takes them."""
    bought = [line for line in parted(view.memo, view.lines).cooling if line.line.quantity]
    if not bought:
        return
    there: dict[str, int] = view.memo.call(_units, view.alternative.connections, view.site.nodes)
    circuits = loads_of(view.memo, view.site.loads, "circuit")
    bare_of_machines = compress(circuits, view.memo.each("PW33 no machines", _carries_none, circuits))
    free = view.memo.settled(("PW33", "free circuits"), tuple(bare_of_machines))

    def bare(line: LineFigures) -> Finding | None:
        left = line.line.quantity - there.get(line.line.id, 0)
        return _bare(free, line, left) if left > 0 else None

    found = view.memo.each("PW33 cooling", bare, tuple(bought), (there, free))
    yield from (one for one in found if one is not None)


def _carries_none(circuit: NodeLoad) -> bool:
    """Tell whether a circuit carries no machines."""
    return all(one.line.role == "cooling" for one in circuit.lines.values())


def _units(links: tuple[Connection, ...], nodes: tuple[SiteNode, ...]) -> dict[str, int]:
    wired = {node.id for node in nodes if node.type in WIRED}
    found: dict[str, int] = {}
    for link in links:
        if link.node in wired:
            found[link.line] = found.get(link.line, 0) + link.units
    return found


def _bare(free: tuple[NodeLoad, ...], line: LineFigures, units: int) -> Finding:
    return cannot_tell(
        line.line.id,
        msg(
            "PW33.cooling",
            "{units} x {machine}: on no circuit; what it draws is on no account.",
            units=units,
            machine=line.line.title,
        ),
        msg(
            "PW33.cooling.ask",
            "Say on which circuit it will hang: one without machines, or one that is laid for it.",
        ),
        (f"{line.key}/plugged_in",),
        _free_circuit(free, line, units) if units <= limit("fix.most_units").require() else None,
    )


def _free_circuit(circuits: tuple[NodeLoad, ...], line: LineFigures, units: int) -> Fix | None:
    """Return the step that puts units on the circuit without machines that has most to spare; None where none carries them."""
    free = [(spare, load) for load in circuits if (spare := _spare_a(load, line, units)) is not None]
    if not free:
        return None
    best = max(free, key=lambda one: one[0])[1].node
    path = f"alternatives/{alternative_of(line.key)}/connections"
    return Fix(
        label=msg("PW33.cooling.fix", "Put it on {name}", name=name_of(best)),
        edit=AddPart(path=path, value={"line": line.line.id, "node": best.id, "units": units}),
    )


def _spare_a(load: NodeLoad, line: LineFigures, units: int) -> float | None:
    """Return the current (A) that a circuit has left with units on it, None where it does not carry them or nobody knows."""
    more_a = current_of(line, units, load)
    if load.total_a.value is None or load.rating_a.value is None or more_a is None:
        return None
    left = load.rating_a.value - load.total_a.value - more_a
    return left if left >= 0 else None

"""The remedy that an electrician carries out: circuits of their own for machines, put into the plan as what is to be laid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

import msgspec

from planner.assess.context import View
from planner.assess.site import NodeLoad
from planner.checks.registry import Finding, Fix
from planner.facility.circuits import CURRENT_1PH_A
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, SetValue

MOST_CIRCUITS = 4  # more are a new panel, not a remedy
SIZES = ((16.0, 2.5, "gb1002_16a"), (32.0, 6.0, "iec60309_32"))
"""Breaker (A), section of its cable (mm2) and socket of an ordinary single-phase circuit."""
SOURCE = "to be laid by an electrician"


def with_own_circuit(
    view: View, findings: Iterable[Finding], limit_of: Callable[[Finding], float | None]
) -> Iterator[Finding]:
    """Yield the findings, errors and warnings without a step with that of circuits of their own for machines.

    ``limit_of`` tells the current (A) that may be left on the node, None where its largest machine is to leave it. The
    check must read alternative, site and organisation.
    """
    found, loads = tuple(findings), view.site.loads
    links = view.alternative.connections
    free = view.memo.settled(("free numbers",), view.memo.call(_free_numbers, view.site.nodes))
    rows = [
        (one, loads[one.subject], links, free)
        for one in found
        if one.fix is None and one.outcome in ("error", "warning") and _is_circuit(loads.get(one.subject))
    ]
    if not rows:
        yield from found
        return
    share = limit("br.cont", view.organisation.profile).require()
    split = view.memo.call(_split, links)

    def fix(row: tuple[Finding, NodeLoad, tuple[Connection, ...], tuple[int, int]]) -> Finding:
        finding, load, all_links, numbers = row
        step = _Step(load, share, limit_of(finding)).fix(view.alternative.id, all_links, split, numbers)
        return finding if step is None else msgspec.structs.replace(finding, fix=step)

    fixed = view.memo.rows((view.owner, "own circuit"), fix, rows, (view.organisation, view.alternative.id))
    better = {id(row[0]): one for row, one in zip(rows, fixed, strict=True)}
    yield from (better.get(id(one), one) for one in found)


def _is_circuit(load: NodeLoad | None) -> bool:
    return load is not None and load.node.type == "circuit"


def _free_numbers(nodes: tuple[SiteNode, ...]) -> tuple[int, int]:
    """Return the numbers that new circuits and sockets may count from: no node's is as high."""
    return _first("circuit-", nodes), _first("socket-", nodes)


def _first(begin: str, nodes: tuple[SiteNode, ...]) -> int:
    numbers = [node.id[len(begin) :] for node in nodes if node.id.startswith(begin)]
    return 1 + max((int(one) for one in numbers if one.isdecimal()), default=0)


def _split(links: tuple[Connection, ...]) -> frozenset[str]:
    """Return the lines whose machines draw parts of their power at several places; asked for each circuit of a plan."""
    return frozenset([link.line for link in links if link.share < 1])


class _Step:
    """How many machines have to leave a circuit, and for which circuits; ``left_a`` may stay on it (A)."""

    def __init__(self, load: NodeLoad, share: float, left_a: float | None) -> None:
        self.load, self.share, self.left_a = load, share, left_a

    def fix(
        self, alternative: str, links: tuple[Connection, ...], split: frozenset[str], numbers: tuple[int, int]
    ) -> Fix | None:
        """Return the step that plans a circuit each for as many of the largest machines as have to leave; None if none helps."""
        load = self.load
        if self.left_a == math.inf or load.own_a.formula is not CURRENT_1PH_A:
            return None
        largest = self._largest(split)
        if largest is None:
            return None
        line, units, power_w = largest
        unit_a = load.own_a.require() * power_w / load.load_w.require()
        size = next((one for one in SIZES if unit_a <= one[0] * self.share), None)
        count = 1
        if self.left_a is not None:
            count = math.ceil((load.total_a.require() - self.left_a) / unit_a - 1e-9) if load.total_a.known else 0
        if size is None or not 1 <= count <= min(units, MOST_CIRCUITS):
            return None
        alone = count == units and len(load.connected) == 1 and load.other_a.value == 0
        if alone and load.rating_a.known and load.rating_a.require() >= size[0]:
            return None  # it has such a circuit
        told = {"count": count, "size": size[0], "machine": load.lines[line].line.title}
        label = msg("PW.fix.own", "Plan {count} dedicated {size} A circuit(s) for {machine}", **told)
        sockets = [f"socket-{numbers[1] + number}" for number in range(count)]
        laid = _laid(load.node, [f"circuit-{numbers[0] + number}" for number in range(count)], sockets, size)
        return Fix(label=label, edit=Batch(edits=(*laid, *self._moves(alternative, links, line, sockets))))

    def _largest(self, split: frozenset[str]) -> tuple[str, int, float] | None:
        """Return line, units and power of one (W) of the largest machine that is plugged in whole here."""
        load = self.load
        if not (load.load_w.value and load.own_a.known):
            return None
        found: dict[str, tuple[str, int, float]] = {}
        for link in load.connected:
            power_w = load.lines[link.line].unit_max_w.value
            if link.line not in split and power_w:
                units = found[link.line][1] if link.line in found else 0
                found[link.line] = link.line, units + link.units, power_w
        return max(found.values(), key=lambda one: one[2], default=None)

    def _moves(self, alternative: str, links: tuple[Connection, ...], line: str, sockets: list[str]) -> Iterator[Edit]:
        """Yield the steps that plug a unit in at each socket, taken from what hangs on the circuit."""
        path, left = f"alternatives/{alternative}/connections", list(sockets)
        here = {id(link) for link in self.load.connected if link.line == line}
        new: list[Edit] = []
        for number, link in enumerate(links):
            if id(link) not in here or not left:
                continue
            at, left = left[: link.units], left[link.units :]
            keep = link.units - len(at)
            if keep:
                yield SetValue(path=f"{path}/{number}/units", value=keep)
            else:
                yield SetValue(path=f"{path}/{number}/node", value=at[0])
                if link.units > 1:
                    yield SetValue(path=f"{path}/{number}/units", value=1)
                at = at[1:]
            new += [AddPart(path=path, value={"line": line, "node": one, "units": 1}) for one in at]
        yield from new


def _laid(circuit: SiteNode, names: list[str], sockets: list[str], size: tuple[float, float, str]) -> Iterator[Edit]:
    """Yield what puts circuits with a socket each beside the one that is full."""
    for name, socket in zip(names, sockets, strict=True):
        values = _values(circuit, size)
        yield AddPart(path="site", value={"id": name, "type": "circuit", "parent": circuit.parent, "values": values})
        form = {"form": _fact(size[2]), "rating_a": _fact(size[0])}
        yield AddPart(path="site", value={"id": socket, "type": "socket", "parent": name, "values": form})


def _fact(value: float | str | bool) -> dict[str, float | str | bool]:
    return {"value": value, "quality": "assumed", "source": SOURCE}


def _values(circuit: SiteNode, size: tuple[float, float, str]) -> dict[str, object]:
    kept = {
        name: msgspec.to_builtins(circuit.values[name])
        for name in ("volts", "volts_kind", "phases")
        if name in circuit.values
    }
    return {**kept, "breaker_a": _fact(size[0]), "cable_mm2": _fact(size[1]), "shared": _fact(value=False)}

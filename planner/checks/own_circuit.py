"""The remedy that an electrician carries out: circuits of their own for machines, put into the plan as what is to be laid."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from planner.assess.context import View
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad
from planner.assess.supplies import spare_supplies
from planner.assess.to_lay import TO_LAY
from planner.assess.ups_loss import CHARGING
from planner.checks.declared import paths_up, supplies_of
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import largest_on, name_of
from planner.checks.trial import Trial
from planner.facility.circuits import CURRENT_1PH_A
from planner.figure import Figure
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import AddPart, Batch, Edit, RemovePart, SetValue

MOST_CIRCUITS = 4  # more are a new panel, not a remedy
Size = tuple[float, float, str]
"""Breaker (A), section of its cable (mm2) and socket of an ordinary single-phase circuit."""
SIZES: tuple[Size, ...] = ((16.0, 2.5, "gb1002_16a"), (32.0, 6.0, "iec60309_32"))
_NEC_120_V: tuple[Size, ...] = ((20.0, 4.0, "nema_5_20"), (30.0, 6.0, "nema_l5_30"))  # no thinner than AWG 12 and 10
_NEC_208_V: tuple[Size, ...] = ((20.0, 4.0, "nema_l6_20"), (30.0, 6.0, "nema_l6_30"))
SOURCE = "to be laid by an electrician"
_Below = tuple[Mapping[str, str], tuple[str, ...]]
_NONE_BELOW: _Below = ({}, ())


def sizes_at(load: NodeLoad, profile: str) -> tuple[Size, ...]:
    """Return the ordinary circuits of a profile at the voltage of a node, the smallest first."""
    if profile != "NEC":
        return SIZES
    volts = load.own_a.given.get("volts_ln_v")
    high = isinstance(volts, Figure) and (volts.value or 0.0) >= limit("volts.ll_min_v", profile).require()
    return _NEC_208_V if high else _NEC_120_V


def with_own_circuit(
    view: View, findings: Iterable[Finding], limit_of: Callable[[Finding], float | None]
) -> Iterator[Finding]:
    """Yield the findings, errors and warnings without a step with that of circuits of their own for machines.

    ``limit_of`` tells the current (A) that may be left on the node, None where its largest machine is to leave it. The
    check must read alternative, site and organisation.
    """
    if isinstance(view, Trial):
        yield from findings
        return
    found, loads = tuple(findings), view.site.loads
    links = view.alternative.connections
    free = view.memo.settled(("free numbers",), view.memo.call(_free_numbers, view.site.nodes))
    wanted = [
        one
        for one in found
        if one.fix is None and one.outcome in ("error", "warning") and _is_circuit(loads.get(one.subject))
    ]
    if not wanted:
        yield from found
        return
    below = view.memo.call(_below, view.memo.call(paths_up, view.site.nodes))
    rows = [_row(one, loads, links, free, below.get(one.subject, _NONE_BELOW)) for one in wanted]
    share = limit("br.cont", view.organisation.profile).require()
    split = view.memo.call(_split, links)
    kept_on = view.memo.settled(
        ("behind ups",), view.memo.call(_behind_ups, links, view.memo.call(paths_up, view.site.nodes))
    )

    def fix(row: tuple[Any, ...]) -> Finding:
        finding, load, all_links, numbers, behind, *ups = row
        assert isinstance(finding, Finding)
        homes = tuple([behind.get(link.node, "") for link in load.connected])
        step = _Step(load, homes, {one.node.id: one for one in ups}, share, limit_of(finding))
        step.sizes = sizes_at(load, view.organisation.profile)
        made = step.fix(view.alternative.id, all_links, (split, kept_on), numbers)
        return finding if made is None else msgspec.structs.replace(finding, fix=made)

    fixed = view.memo.rows((view.owner, "own circuit"), fix, rows, (view.organisation, view.alternative.id, kept_on))
    better = {id(one): new for one, new in zip(wanted, fixed, strict=True)}
    yield from (better.get(id(one), one) for one in found)


def _row(finding: Finding, loads: Mapping[str, NodeLoad], links: Any, free: Any, below: _Below) -> tuple[Any, ...]:
    """Return what the step of a finding rests on."""
    homes, ups = below
    return (finding, loads[finding.subject], links, free, homes, *[loads[name] for name in ups])


def _is_circuit(load: NodeLoad | None) -> bool:
    return load is not None and load.node.type == "circuit"


def _below(paths: Mapping[str, tuple[SiteNode, ...]]) -> dict[str, _Below]:
    """Return by circuit the outermost UPS below it that what is below it hangs behind, where there is one; then those UPS."""
    found: dict[str, dict[str, str]] = {}
    for name, path in paths.items():
        ups = ""
        for one in path:
            if one.type == "circuit" and ups:
                found.setdefault(one.id, {})[name] = ups
            elif one.type == "ups":
                ups = one.id
    return {circuit: (homes, tuple(dict.fromkeys(homes.values()))) for circuit, homes in found.items()}


def _behind_ups(links: tuple[Connection, ...], paths: Mapping[str, tuple[SiteNode, ...]]) -> frozenset[str]:
    """Return the lines of which a cord hangs behind a UPS."""
    behind = {name for name, path in paths.items() if "ups" in {one.type for one in path}}
    return frozenset([link.line for link in links if link.node in behind])


def _free_numbers(nodes: tuple[SiteNode, ...]) -> tuple[int, int]:
    """Return the numbers that new circuits and sockets may count from: no node's is as high."""
    return first_free("circuit-", nodes), first_free("socket-", nodes)


def first_free(begin: str, nodes: tuple[SiteNode, ...]) -> int:
    """Return the number after the highest that an id beginning so has."""
    numbers = [node.id[len(begin) :] for node in nodes if node.id.startswith(begin)]
    return 1 + max((int(one) for one in numbers if one.isdecimal()), default=0)


def _split(links: tuple[Connection, ...]) -> frozenset[str]:
    """Return the lines whose machines draw parts of their power at several places; asked for each circuit of a plan."""
    return frozenset([link.line for link in links if link.share < 1])


class _Leaving(msgspec.Struct, frozen=True, kw_only=True):
    """What may leave a circuit: units of a line with the power of one (W), or the UPS ``ups`` with all behind it."""

    line: str
    units: int
    power_w: float
    ups: str = ""


class _Step:
    """How much has to leave a circuit, and for which circuits; ``left_a`` may stay on it (A)."""

    def __init__(
        self,
        load: NodeLoad,
        homes: tuple[str, ...],
        ups: Mapping[str, NodeLoad],
        share: float,
        left_a: float | None,
    ) -> None:
        self.load, self.homes, self.ups, self.share, self.left_a = load, homes, ups, share, left_a
        self.sizes = SIZES

    def fix(
        self,
        alternative: str,
        links: tuple[Connection, ...],
        apart: tuple[frozenset[str], frozenset[str]],
        numbers: tuple[int, int],
    ) -> Fix | None:
        """Return the step that plans a circuit each for as much of the largest as has to leave; None if none helps.

        ``apart`` are the lines whose machines are plugged in at several places, and those that hang behind a UPS.
        """
        load, split = self.load, apart[0]
        if self.left_a == math.inf or load.own_a.formula is not CURRENT_1PH_A:
            return None
        if not (load.load_w.value and load.own_a.known):
            return None
        leaving = self._named(*apart) if self.left_a is None else self._largest(split)
        if leaving is None:
            return None
        unit_a = load.own_a.require() * leaving.power_w / load.load_w.require()
        size = next((one for one in self.sizes if unit_a <= one[0] * self.share), None)
        count = leaving.units
        if self.left_a is not None:
            count = math.ceil((load.total_a.require() - self.left_a) / unit_a - 1e-9) if load.total_a.known else 0
        if size is None or not 1 <= count <= min(leaving.units, MOST_CIRCUITS) or self._is_alone(leaving, count, size):
            return None
        sockets = [f"socket-{numbers[1] + number}" for number in range(count)]
        circuits = [f"circuit-{numbers[0] + number}" for number in range(count)]
        cords = 1 if leaving.ups else max(1, round(supplies_of(load.lines[leaving.line]).require()))
        laid = _laid(load.node, circuits, sockets, size, cords)
        moves = self._moves(alternative, links, leaving, sockets)
        return Fix(label=self._label(leaving, count, size[0]), edit=Batch(edits=(*laid, *moves)))

    def _label(self, leaving: _Leaving, count: int, size_a: float) -> Message:
        if leaving.ups:
            lines = dict.fromkeys(
                link.line for link, home in zip(self.load.connected, self.homes, strict=True) if home == leaving.ups
            )
            return msg(
                "PW.fix.own.ups",
                "Plan 1 dedicated {size} A circuit for {ups}, which stays in front of {machines}",
                size=size_a,
                ups=name_of(self.ups[leaving.ups].node),
                machines=tuple(self.load.lines[one].line.title for one in lines),
            )
        machine = self.load.lines[leaving.line].line.title
        told = {"count": count, "size": size_a, "machine": machine}
        return msg("PW.fix.own", "Plan {count} dedicated {size} A circuit(s) for {machine}", **told)

    def _is_alone(self, leaving: _Leaving, count: int, size: tuple[float, float, str]) -> bool:
        """Tell whether it has such a circuit for itself."""
        load = self.load
        if leaving.ups:
            alone = all(home == leaving.ups for home in self.homes)
        else:
            alone = count == leaving.units and len(load.connected) == 1
        return bool(alone and load.other_a.value == 0 and load.rating_a.known and load.rating_a.require() >= size[0])

    def _named(self, split: frozenset[str], behind: frozenset[str]) -> _Leaving | None:
        """Return the largest machine here, which the finding names, with the UPS that it is behind; None where it may not move."""
        device = largest_on(self.load)
        if device is None or device.line.unit_max_w.value is None:
            return None
        name, power_w = device.line.line.id, device.line.unit_max_w.value
        homes = [home for link, home in zip(self.load.connected, self.homes, strict=True) if link.line == name]
        if any(homes):
            return self._ups(homes[0]) if len(set(homes)) == 1 and name not in split else None
        if name not in split:
            units = sum(link.units for link in self.load.connected if link.line == name)
            return _Leaving(line=name, units=units, power_w=power_w)
        if name in behind or device.line.line.quantity != 1 or _goes_on_without_a_cord(device.line):
            return None  # its cords are apart for a reason
        return _Leaving(line=name, units=1, power_w=power_w)

    def _ups(self, name: str) -> _Leaving | None:
        """Return a UPS with what it draws: what hangs behind it, what it loses and what it charges with."""
        behind_w = self.ups[name].load_w.value
        given = self.load.load_w.given.get("power_w")
        parts = given if isinstance(given, list | tuple) else [given]
        ends = (f"/{name}/ups_loss_w", f"/{name}/{CHARGING}")
        lost = [one.value for one in parts if isinstance(one, Figure) and one.key.endswith(ends)]
        if not behind_w or None in lost:
            return None
        line = next(link.line for link, home in zip(self.load.connected, self.homes, strict=True) if home == name)
        return _Leaving(line=line, units=1, power_w=behind_w + math.fsum(one or 0.0 for one in lost), ups=name)

    def _largest(self, split: frozenset[str]) -> _Leaving | None:
        """Return the largest of what is plugged in whole here: machines, and UPS with all that hangs behind them."""
        load, found = self.load, dict[str, _Leaving]()
        for link, home in zip(load.connected, self.homes, strict=True):
            power_w = load.lines[link.line].unit_max_w.value
            if not home and link.line not in split and power_w:
                units = found[link.line].units if link.line in found else 0
                found[link.line] = _Leaving(line=link.line, units=units + link.units, power_w=power_w)
        behind = [one for name in self.ups if (one := self._ups(name)) is not None]
        return max((*found.values(), *behind), key=lambda one: one.power_w, default=None)

    def _moves(
        self, alternative: str, links: tuple[Connection, ...], leaving: _Leaving, sockets: list[str]
    ) -> Iterator[Edit]:
        """Yield the steps that plug a unit in at each socket, taken from what hangs on the circuit."""
        if leaving.ups:
            yield SetValue(path=f"site/{leaving.ups}/parent", value=sockets[0])
            return
        path, left = f"alternatives/{alternative}/connections", list(sockets)
        if any(link.line == leaving.line and link.share < 1 for link in links):
            yield from _gathered(path, links, leaving.line, sockets[0])
            return
        here = {
            id(link)
            for link, home in zip(self.load.connected, self.homes, strict=True)
            if link.line == leaving.line and not home
        }
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
            new += [AddPart(path=path, value={"line": leaving.line, "node": one, "units": 1}) for one in at]
        yield from new


def _goes_on_without_a_cord(line: LineFigures) -> bool:
    """Tell whether a machine goes on when one of its cords is off."""
    return bool(spare_supplies(line.key, line.line, line.item).value)


def _gathered(path: str, links: tuple[Connection, ...], line: str, socket: str) -> Iterator[Edit]:
    """Yield the steps that plug all cords of a line's only machine in at one socket."""
    first, *others = [number for number, link in enumerate(links) if link.line == line]
    yield SetValue(path=f"{path}/{first}/node", value=socket)
    yield SetValue(path=f"{path}/{first}/share", value=1.0)
    for number in reversed(others):
        yield RemovePart(path=f"{path}/{number}")  # from the end: numbers stay right


def _laid(
    circuit: SiteNode, names: list[str], sockets: list[str], size: tuple[float, float, str], cords: int
) -> Iterator[Edit]:
    """Yield what puts circuits with a socket each, for so many cords, beside the one that is full."""
    for name, socket in zip(names, sockets, strict=True):
        values = _values(circuit, size)
        yield AddPart(path="site", value={"id": name, "type": "circuit", "parent": circuit.parent, "values": values})
        form = {"form": _fact(size[2]), "rating_a": _fact(size[0]), TO_LAY: _fact(value=True)}
        if cords > 1 and size in (SIZES[0], _NEC_120_V[0], _NEC_208_V[0]):
            form["outlet_count"] = _fact(float(cords))
        yield AddPart(path="site", value={"id": socket, "type": "socket", "parent": name, "values": form})


def laid_beside(circuit: SiteNode, name: str) -> AddPart:
    """Return the step that plans an ordinary circuit of 16 A, called ``name``, beside one that is there."""
    return AddPart(
        path="site",
        value={"id": name, "type": "circuit", "parent": circuit.parent, "values": _values(circuit, SIZES[0])},
    )


def ups_moved(fix: Fix) -> str | None:
    """Return the UPS that a step hangs on a circuit to be laid, None where it is no such step."""
    edits = fix.edit.edits if isinstance(fix.edit, Batch) else ()
    paths = [one.path for one in edits if isinstance(one, SetValue) and one.path.endswith("/parent")]
    return paths[0].split("/")[1] if paths and breaker_of(fix) is not None else None


def breaker_of(fix: Fix) -> float | None:
    """Return the breaker of the circuit that a step lays, in A; None where it lays none."""
    for one in fix.edit.edits if isinstance(fix.edit, Batch) else ():
        if isinstance(one, AddPart) and isinstance(one.value, dict) and one.value.get("type") == "circuit":
            return float(one.value["values"]["breaker_a"]["value"])
    return None


def _fact(value: float | str | bool) -> dict[str, float | str | bool]:
    return {"value": value, "quality": "assumed", "source": SOURCE}


def _values(circuit: SiteNode, size: tuple[float, float, str]) -> dict[str, object]:
    kept = {
        name: msgspec.to_builtins(circuit.values[name])
        for name in ("volts", "volts_kind", "phases")
        if name in circuit.values
    }
    return {
        **kept,
        "breaker_a": _fact(size[0]),
        "cable_mm2": _fact(size[1]),
        "shared": _fact(value=False),
        TO_LAY: _fact(value=True),
    }

"""What checks of a UPS look at: each one with what was told of it, its load, and how long its battery lasts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from planner.assess.factor import plan_factor
from planner.assess.facts import fact_figure, text
from planner.assess.formulas import CONNECTED_W
from planner.assess.lines import LineFigures
from planner.assess.site import NodeLoad, SiteFigures
from planner.catalog.items import Item
from planner.checks.declared import key_of_line
from planner.checks.site_parts import key_of, name_of
from planner.facility.circuits import APPARENT_VA
from planner.facility.power import SUM_W
from planner.facility.ups import RUNTIME_BETWEEN_MIN, RUNTIME_ESTIMATE_MIN, neighbours
from planner.facility.ups_runtime import AGEING, DEPTH, EFFICIENCY, Basis, points_of
from planner.figure import Figure, Quality, leaf, trace, unknown
from planner.messages import Labelled
from planner.plan.document import Facts

_CUSTOM = "customary value; to be confirmed"


class Backup(msgspec.Struct, frozen=True, kw_only=True):
    """A UPS of the wiring or of the build: what was told of it and its row, and what one unit carries (W).

    ``expected_w`` is what it carries as a rule, ``load_w`` the most; ``node`` is its load where it stands in the wiring.
    """

    subject: str
    key: str
    name: str | Labelled
    facts: Facts
    item: Item | None
    load_w: Figure
    expected_w: Figure
    node: NodeLoad | None = None

    def number(self, name: str, unit: str) -> Figure:
        """Return a number of it, in ``unit``: what was told, else what its row says, else unknown."""
        told = fact_figure(self.facts, name, f"{self.key}/{name}", unit)
        if told.known or self.item is None or self.item.number(name) is None:
            return told
        return self.item.figure(name, unit)

    def word(self, name: str) -> str:
        """Return a text of it: what was told, else what its row says, '' where neither does."""
        return text(self.facts, name) or ("" if self.item is None else self.item.text(name))


class Runtime(msgspec.Struct, frozen=True, kw_only=True):
    """Minutes on battery at the expected load, and how they are known; ``above`` where the load is above all points."""

    minutes: Figure
    basis: Basis
    above: bool = False


def backups(site: SiteFigures, loads: tuple[LineFigures, ...]) -> tuple[Backup, ...]:
    """Return each UPS of the wiring, else each one of the build, with its loads (W); ``loads`` are the machines planned."""
    wired = [load for load in site.loads.values() if load.node.type == "ups"]
    if wired:
        lines = {planned.line.line.id: planned.line for planned in site.ups}
        return tuple(_wired(load, _line_of(site, load, lines)) for load in wired if load.connected)
    found = []
    for planned in site.ups:
        line = planned.line
        if not line.line.quantity or not loads:
            continue
        key = key_of_line(line)
        expected = planned.behind_w
        if planned.basis == "alone":
            expected = trace(SUM_W, f"{key}/expected_behind_w", power_w=[one.expected_w for one in loads])
        found.append(
            Backup(
                subject=line.line.id,
                key=key,
                name=line.line.title,
                facts=line.line.facts,
                item=line.item,
                load_w=_each(planned.behind_w, line.line.quantity),
                expected_w=_each(expected, line.line.quantity),
            )
        )
    return tuple(found)


def _line_of(site: SiteFigures, load: NodeLoad, lines: Mapping[str, LineFigures]) -> LineFigures | None:
    """Return the one line of the build that a UPS of the wiring is; None where it is none or several."""
    own = [lines[name] for name, _units in site.joined_ups.get(load.node.id, ()) if name in lines]
    return own[0] if len(own) == 1 else None


def _each(whole: Figure, units: int) -> Figure:
    if units == 1:
        return whole
    one = leaf(f"{whole.key}/one", 1.0, "1", Quality.COMPUTED, "one of several")
    share = leaf(f"{whole.key}/share", 1 / units, "1", Quality.COMPUTED, "one of several")
    return trace(CONNECTED_W, f"{whole.key}/each", units=one, share=share, unit_w=whole)


def _wired(load: NodeLoad, line: LineFigures | None) -> Backup:
    """Return a UPS of the wiring; what nobody told of its node is that of its line of the build."""
    key = key_of(load)
    parts = []
    for number, link in enumerate(load.connected):
        unit_w = load.lines[link.line].expected_w.given.get("power_w")
        name = f"{key}/{link.line}/{number}"
        parts.append(
            trace(
                CONNECTED_W,
                f"{name}/expected_w",
                units=leaf(f"{name}/units", float(link.units), "1", Quality.ENTERED),
                share=leaf(f"{name}/share", link.share, "1", Quality.ENTERED),
                unit_w=unit_w if isinstance(unit_w, Figure) else unknown(f"{name}/unit_w", "W"),
            )
        )
    return Backup(
        subject=load.node.id,
        key=f"site/{load.node.id}",
        name=name_of(load.node),
        facts=load.node.values if line is None else {**line.line.facts, **load.node.values},
        item=None if line is None else line.item,
        load_w=load.load_w,
        expected_w=trace(SUM_W, f"{key}/expected_w", power_w=[*parts, *load.cooling_w]),
        node=load,
    )


def runtime(backup: Backup, facts: Facts) -> Runtime:
    """Return how long (min) the battery lasts at the expected load: by the maker's points, as told, or by its energy."""
    key, load = f"{backup.key}/runtime_min", backup.expected_w
    points = _points(backup)
    if points and load.known:
        return _interpolated(key, points, _as_told(backup, load, facts))
    told = [backup.number(name, "min") for name in ("runtime_min", "autonomy_min")]
    given = next((one for one in told if one.known), None)
    if given is not None:
        return Runtime(minutes=given, basis="published")
    energy = backup.number("battery_wh", "Wh")
    if not energy.known:
        return Runtime(minutes=unknown(key, "min", (f"{backup.key}/runtime_points",)), basis="unknown")
    minutes = trace(
        RUNTIME_ESTIMATE_MIN,
        key,
        battery_wh=energy,
        depth=leaf("ups/depth", DEPTH, "1", Quality.ASSUMED, _CUSTOM),
        efficiency=leaf("ups/efficiency", EFFICIENCY, "1", Quality.ASSUMED, _CUSTOM),
        ageing=leaf("ups/ageing", AGEING, "1", Quality.ASSUMED, _CUSTOM),
        load_w=load,
        no_load_w=leaf("ups/no_load_w", 0.0, "W", Quality.COMPUTED, "not counted"),
    )
    return Runtime(minutes=minutes, basis="estimate" if minutes.known else "unknown")


def _points(backup: Backup) -> tuple[tuple[float, float], ...]:
    """Return the maker's points as (load, minutes) in their own unit; nothing where the text is none."""
    rated = backup.number("rated_w", "W")
    try:
        return points_of(backup.word("runtime_points"), rated.value)
    except ValueError:
        return ()


def _as_told(backup: Backup, load: Figure, facts: Facts) -> Figure:
    """Return the load in the unit of the points: VA where they are told in VA, else W."""
    if not backup.word("runtime_basis").startswith("VA"):
        return load
    factor = plan_factor(facts) if backup.node is None else backup.node.power_factor
    return trace(APPARENT_VA, f"{backup.key}/expected_va", power_w=load, power_factor=factor)


def _interpolated(key: str, points: tuple[tuple[float, float], ...], load: Figure) -> Runtime:
    if not load.known:
        return Runtime(minutes=unknown(key, "min", load.missing), basis="unknown")
    source = "the maker's points of load and minutes"
    if load.require() < points[0][0]:
        return Runtime(minutes=leaf(key, points[0][1], "min", Quality.PUBLISHED, source), basis="at_least")
    around = neighbours(points, load.require())
    if around is None:
        return Runtime(
            minutes=unknown(key, "min", (f"{key.rpartition('/')[0]}/runtime_points",)), basis="unknown", above=True
        )
    (load_1, minutes_1), (load_2, minutes_2) = around
    minutes = trace(
        RUNTIME_BETWEEN_MIN,
        key,
        minutes_1=leaf(f"{key}/minutes_1", minutes_1, "min", Quality.PUBLISHED, source),
        load_1=leaf(f"{key}/load_1", load_1, load.unit, Quality.PUBLISHED, source),
        minutes_2=leaf(f"{key}/minutes_2", minutes_2, "min", Quality.PUBLISHED, source),
        load_2=leaf(f"{key}/load_2", load_2, load.unit, Quality.PUBLISHED, source),
        load=load,
    )
    return Runtime(minutes=minutes, basis="published")

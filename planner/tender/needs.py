"""What the workload and the room ask of one line, as traced figures: memory, cards, power, height."""

from __future__ import annotations

import math

from planner.assess.demand import Fit
from planner.assess.facts import fact_figure
from planner.assess.formulas import CURRENT_3PH_LN_A
from planner.assess.racks import RackFilling
from planner.assess.run import Assessment
from planner.assess.site import NodeLoad
from planner.figure import Figure, Formula, Quality, constant, leaf, trace, unknown
from planner.limits import limit
from planner.messages import Labelled
from planner.tender.after_loss import lost_share

LABEL_GB = Formula(
    key="tender.label_gb",
    label=Labelled(zh="所需标称显存", en="memory needed on the label"),
    text="need_gib / (visible_share * use_share)",
    unit="GB",
    source="inverse of the visible memory of a card, with the share of it that may be used",
    function=lambda need_gib, visible_share, use_share: need_gib / (visible_share * use_share),
)
ROOM_UNIT_W = Formula(
    key="tender.room_unit_w",
    label=Labelled(zh="现场允许的单台功率", en="power the site allows one unit"),
    text="max(0, (share * rating_a - other_a) * phase_factor * volts_v * power_factor - sum(rest_w)) / units",
    unit="W",
    source="active power of the free current of a circuit or socket, less what else the plan connects there",
    function=lambda share, rating_a, other_a, phase_factor, volts_v, power_factor, rest_w, units: (
        max(0, (share * rating_a - other_a) * phase_factor * volts_v * power_factor - math.fsum(rest_w)) / units
    ),
)
LEAST_W = Formula(
    key="tender.least_w",
    label=Labelled(zh="各处允许功率的最小值", en="least of the powers allowed"),
    text="min(power_w)",
    unit="W",
    source="every circuit and socket on the way must carry the load",
    function=lambda power_w: min(power_w),
)
FREE_U = Formula(
    key="tender.free_u",
    label=Labelled(zh="单台可占用的机柜高度", en="rack height free for one unit"),
    text="max(0, height_u - (used_u - own_u)) / units",
    unit="U",
    source="height of the rack less the other equipment placed in it",
    function=lambda height_u, used_u, own_u, units: max(0, height_u - (used_u - own_u)) / units,
)
OWN_U = Formula(
    key="tender.own_u",
    label=Labelled(zh="本机在该机柜中的高度", en="rack height of this line in the rack"),
    text="line_u * placed / quantity",
    unit="U",
    source="share of the line's units that is placed in the rack",
    function=lambda line_u, placed, quantity: line_u * placed / quantity,
)
WHOLE = constant("constant/whole", 1.0, "1", "a tight fit uses all of it")
_CARRIERS = ("circuit", "socket", "strip", "pdu", "cord")


def served(assessment: Assessment, line: str) -> tuple[Fit, ...]:
    """Return the fits of the entries that this line is to serve: those that fit it, largest memory first."""
    fits = [one for one in assessment.context.fits if one.line == line and one.verdict in ("fits", "tight")]
    return tuple(sorted(fits, key=lambda one: -(one.need_gib.value or 0.0)))


def open_entries(assessment: Assessment, line: str) -> bool:
    """Tell whether some entry's need is not known, so that the largest need may be greater."""
    return any(one.line == line and not one.need_gib.known for one in assessment.context.fits)


def card_memory(assessment: Assessment, line: str) -> Figure | None:
    """Return the GB that the label of each card must say for the largest entry, None where no entry's need is known."""
    largest = next(iter(served(assessment, line)), None)
    return None if largest is None else label_gb(f"tender/{line}/memory_gb", largest.need_gib, largest)


def memory_total(assessment: Assessment, line: str) -> Figure | None:
    """Return the GB that the labels of all cards of a machine must say together for the largest entry."""
    totals = {one.entry: assessment.context.demand[one.entry].total_gib for one in served(assessment, line)}
    known = [one for one in served(assessment, line) if totals[one.entry].known]
    if not known:
        return None
    largest = max(known, key=lambda one: totals[one.entry].require())
    return label_gb(f"tender/{line}/memory_total_gb", totals[largest.entry], largest)


def label_gb(key: str, need_gib: Figure, fit: Fit) -> Figure:
    """Return the label memory (GB) for ``need_gib``; an entry that is a tight fit is given no margin."""
    share = WHOLE if fit.verdict == "tight" else limit("mem.fits")
    return label_need(key, need_gib, _input(fit.visible_gib, "visible_share"), share)


def label_need(key: str, need_gib: Figure, visible_share: Figure, use_share: Figure) -> Figure:
    """Return the label memory (GB) for ``need_gib``, of which a card shows and a job may use only these shares."""
    return trace(LABEL_GB, key, need_gib=need_gib, visible_share=visible_share, use_share=use_share)


def cards(assessment: Assessment, line: str) -> Figure | None:
    """Return the devices in one machine that the largest job needs, None where no entry's need is known."""
    needed = [one.devices_needed for one in served(assessment, line)]
    if not needed:
        return None
    return leaf(f"tender/{line}/devices", float(max(needed)), "1", Quality.ENTERED, "largest job of the workload")


def room_power(assessment: Assessment, line: str) -> Figure:
    """Return the W that the circuits and sockets allow one unit of ``line``; unknown where one of them is not known.

    Circuits are filled to what is advised for hours; where the planned unit is above that already, PW02 says so, and the
    bound is what the breaker carries at all.
    """
    unit, for_hours = assessment.context.lines[line].unit_max_w, _room_power(assessment, line, for_hours=True)
    if for_hours.known and unit.known and unit.require() > for_hours.require():
        return _room_power(assessment, line, for_hours=False)
    return for_hours


def _room_power(assessment: Assessment, line: str, *, for_hours: bool) -> Figure:
    key = f"tender/{line}/room_power_w"
    there = [
        load
        for load in assessment.context.site.loads.values()
        if load.node.type in _CARRIERS
        and any(link.line == line for link in load.connected)
        and "lines_a" not in load.own_a.given  # loads between lines: no one voltage is that of all of them
    ]
    allowed = [_allowed(assessment, line, load, for_hours=for_hours and load.node.type == "circuit") for load in there]
    # what a promised spare feed leaves must carry the machine too, for as long as the other is lost
    spare = ((load, lost_share(assessment, line, load)) for load in there)
    allowed += [_allowed(assessment, line, load, for_hours=False, lost=lost) for load, lost in spare if lost]
    return trace(LEAST_W, key, power_w=allowed) if allowed else unknown(key, "W", (f"{line}/connection",))


def _allowed(assessment: Assessment, line: str, load: NodeLoad, *, for_hours: bool, lost: float = 0.0) -> Figure:
    """Return the W that one node allows a unit of a line; ``lost`` is the share of its cords that another feed took away."""
    key = f"tender/{line}/{load.node.id}{'/after_loss' if lost else ''}"
    links = [link for link in load.connected if link.line == line]
    there = sum(link.units * link.share for link in links)
    said = (Quality.COMPUTED, "cords that are left when another feed is lost") if lost else (Quality.ENTERED, "")
    units = leaf(f"{key}/units", there / (1.0 - lost), "1", *said)
    powers = next(given.figures for given in load.load_w.inputs if given.name == "power_w")
    count = len(load.connected)  # behind the connections stand the losses of UPS below
    others = [power for link, power in zip(load.connected, powers[:count], strict=True) if link.line != line]
    others += powers[count:]
    one = Quality.PUBLISHED
    profile = assessment.context.organisation.profile
    share = limit("br.cont", profile) if for_hours or profile == "NEC" else limit("br.max")
    volts, phases = _volts(load.own_a)
    factor = leaf(f"{key}/phase_factor", phases, "1", one, "1, or 3 from phase to neutral, or its root between phases")
    power_factor = _input(load.own_a, "power_factor")
    return trace(
        ROOM_UNIT_W,
        f"{key}/room_unit_w",
        share=share,
        rating_a=load.rating_a,
        other_a=load.other_a,
        phase_factor=factor,
        volts_v=volts,
        power_factor=power_factor,
        rest_w=others,
        units=units,
    )


def _volts(own_a: Figure) -> tuple[Figure, float | None]:
    """Return voltage and phase factor of a current: what one ampere carries."""
    names = {given.name for given in own_a.inputs}
    if "volts_ll_v" in names:
        return _input(own_a, "volts_ll_v"), math.sqrt(3)
    three = own_a.formula is not None and own_a.formula.key == CURRENT_3PH_LN_A.key
    return _input(own_a, "volts_ln_v"), 3.0 if three else 1.0 if names else None


def _input(figure: Figure, name: str) -> Figure:
    """Return the input ``name`` of a traced figure; unknown where it was not computed from one."""
    found = (given.figures[0] for given in figure.inputs if given.name == name)
    return next(found, unknown(f"{figure.key}/{name}", "1", figure.missing))


def rack_height(assessment: Assessment, line: str) -> Figure | None:
    """Return the rack units free for one unit of ``line`` in the fullest rack it is placed in; None where in none."""
    free = [
        _free_u(assessment, line, rack) for rack in assessment.context.site.racks if _placed(assessment, line, rack)
    ]
    known = [one for one in free if one.known]
    return min(known, key=lambda one: one.require()) if known and len(known) == len(free) else None


def _placed(assessment: Assessment, line: str, rack: RackFilling) -> float:
    mounts = assessment.context.alternative.placements
    return float(sum(one.units for one in mounts if one.line == line and one.node == rack.node.id))


def _free_u(assessment: Assessment, line: str, rack: RackFilling) -> Figure:
    key = f"tender/{line}/{rack.node.id}"
    figures = assessment.context.lines[line]
    placed = leaf(f"{key}/placed", _placed(assessment, line, rack), "1", Quality.ENTERED)
    quantity = leaf(f"{key}/quantity", float(figures.line.quantity or 1), "1", Quality.ENTERED)
    own = trace(OWN_U, f"{key}/own_u", line_u=figures.rack_u, placed=placed, quantity=quantity)
    return trace(FREE_U, f"{key}/free_u", height_u=rack.height_u, used_u=rack.used_u, own_u=own, units=placed)


def noise_limit(assessment: Assessment) -> Figure | None:
    """Return the noise limit of the room in dB(A), None where nobody has stated one."""
    for node in assessment.context.site.nodes:
        if node.type == "room" and "noise_limit_db" in node.values:
            return fact_figure(node.values, "noise_limit_db", f"site/{node.id}/noise_limit_db", "dB(A)")
    return None


def supply_volts(assessment: Assessment) -> Figure | None:
    """Return the voltage (V) of the site's single-phase supply, None where it is not known or has three phases only."""
    for load in assessment.context.site.loads.values():
        volts, factor = _volts(load.own_a)
        if volts.known and factor == 1.0 and load.node.type in ("circuit", "socket"):
            return volts
    return None

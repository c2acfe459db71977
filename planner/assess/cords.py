"""The cords of machines on three phases: a single-phase one lies on one line, so the load is no balanced one.

The cords of one connection are taken to be put on the three lines as evenly as whole cords can be: of four supplies two lie
on the fullest line, of one supply all of it. Of several connections nobody tells which line each is on; then all count on
each line, which is the most there can be, and the lines are asked for. A UPS of three phases draws alike on all lines.
"""

from __future__ import annotations

from collections.abc import Iterable

from planner.assess import formulas as f
from planner.assess.current import OPEN_PAIR, SPREAD, Around, Below, Here, Hung, Part, inherited
from planner.assess.facts import fact_figure, text
from planner.assess.lines import POWERED, LineFigures
from planner.assess.supplies import supply_count
from planner.facility.phases import LINES, PAIRS
from planner.figure import Figure, Quality, leaf, trace
from planner.limits import limit
from planner.plan.document import Connection, SiteNode

_THREE = 3.0


def hung(here: Here, below: Below, around: Around) -> list[Hung]:
    """Return where each part of a three-phase node's load hangs, with its power (W); a connection may be in two parts."""
    found: list[Hung] = []
    for part in here.parts:
        link, power = part
        where = below.where(link.node)
        if where == SPREAD and is_split(here.lines.get(link.line), link, below):
            found += _parted(here, part, around)
        else:
            found.append((where, power))
    return found


def is_split(line: LineFigures | None, link: Connection, below: Below) -> bool:
    """Tell whether single-phase cords hang on a three-phase outlet, with no three-phase UPS between it and the node."""
    if line is None or not is_single_phase(line):
        return False
    return not any(one.type == "ups" for one in below.path(link.node))


def is_single_phase(line: LineFigures) -> bool:
    """Tell whether the supplies of a machine have one phase each: all but those told to have three.

    Of an air conditioner nobody told the phases of nothing is said.
    """
    told = line.line.facts.get("phases")
    phases = line.item.number("phases") if told is None and line.item is not None else None
    number = phases if told is None else told.value
    if line.line.role not in POWERED:
        return number == 1
    inlet = (text(line.line.facts, "inlet") or (line.item.text("inlet") if line.item is not None else "")).upper()
    return number != _THREE and not ("60309" in inlet and "3P" in inlet)


def cords_at(line: LineFigures, link: Connection, around: Around) -> int:
    """Return how many cords a connection is: supplies of a unit times its share of them; one where nobody told more."""
    share = around.plugged.get((link.line, link.node), link.share)
    count = supply_count(line.key, line.line, line.item).value or 1.0
    return max(1, round(count * share)) * link.units


def on_fullest(cords: int) -> int:
    """Return how many of the cords of a connection lie on the fullest of three lines: 1 of 3, 2 of 4, 2 of 2 are on two."""
    return -(-cords // 3)


def told_leg(outlet: SiteNode) -> str:
    """Return the line or pair of lines that the single-phase cords at a three-phase outlet were told to lie on, else ''."""
    leg = text(outlet.values, "leg")
    return leg if leg in LINES or leg in PAIRS else ""


def _parted(here: Here, part: Part, around: Around) -> list[Hung]:
    link, power = part
    outlet = around.phases.by_id[link.node]
    leg, cords = told_leg(outlet), cords_at(here.lines[link.line], link, around)
    if leg:
        return [(leg, power)]
    even, rest = divmod(cords, 3)
    if not rest:
        return [(SPREAD, power)]
    key = f"{here.key}/{link.line}/{link.node}"
    found = [(_open_where(outlet, around), _share(f"{key}/one_cord", power, 1, cords))]
    if even:
        found.append((SPREAD, _share(f"{key}/even_cords", power, 3 * even, cords)))
    return found


def _share(key: str, power: Figure, some: int, cords: int) -> Figure:
    if some == cords:
        return power
    share = leaf(f"{key}_share", some / cords, "1", Quality.COMPUTED, f"{some} of {cords} single-phase cords")
    return trace(f.SHARE_OF_W, f"{key}_w", whole_w=power, share=share)


def _open_where(outlet: SiteNode, around: Around) -> str:
    """Return where a cord of which no line is told hangs: at 208 V between lines it has two of them, else one."""
    source = inherited(outlet, "volts", around.phases.by_id)
    volts = fact_figure(source.values, "volts", "", "V")
    low = (
        volts.known and volts.require() < limit("volts.ll_min_v", "GB").require()
    )  # what supplies take is alike everywhere
    return OPEN_PAIR if low and text(source.values, "volts_kind") == "L-L" else ""


def single_legs(here: Here, names: Iterable[str], below: Below, around: Around) -> tuple[tuple[str, ...], bool]:
    """Return the keys of the lines that nobody told of what lies on one line of a three-phase node, and whether it is alone.

    ``names`` are the nodes below that something hangs on. What is alone loads one line, whichever it is; of several the
    currents are the most there can be before their lines are told.
    """
    single = [name for name in dict.fromkeys(names) if below.where(name) != SPREAD]
    branches = {below.branch(name).id: below.where(name) for name in single}
    count = len(branches)
    keys = [f"site/{branch}/leg" for branch, where in branches.items() if where in ("", OPEN_PAIR)]
    for link, _power in here.parts:
        line = here.lines.get(link.line)
        if line is None or below.where(link.node) != SPREAD or not is_split(line, link, below):
            continue
        leg = told_leg(around.phases.by_id[link.node])
        if leg or cords_at(line, link, around) % 3:
            count += 1
            keys += [] if leg else [f"site/{link.node}/leg"]
    return tuple(dict.fromkeys(keys)), count == 1

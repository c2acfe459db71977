"""Checks of what a machine's supplies get and give: the voltage they take, their output at it, and the loss of a feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures, active_supplies
from planner.assess.site import WIRED, NodeLoad
from planner.checks.capping import capped, proposed_cap
from planner.checks.declared import key_of_line, of_machine, path_up, volts_and_factor
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.site_parts import alternative_of, name_of
from planner.facility.power import PSU_SURVIVING_W
from planner.facility.supplies import accepts, feeds_needed, output_at, spare_supplies
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Message, msg
from planner.plan.document import Connection, SiteNode
from planner.plan.edits import SetValue


def input_voltage(view: View) -> tuple[Finding, ...]:
    """PW17: a supply made for 200 to 240 V does not run on what the outlet gives, or the other way round."""
    return view.found_in(_voltage, _outlets(view, "input_voltage_v", "psu_range_v"))


def _outlets(view: View, column: str, fact: str) -> Iterator[tuple[LineFigures, NodeLoad, str]]:
    """Yield each line of which a row or somebody tells such a text, with the first outlet that it is plugged in at."""
    at: Mapping[str, str] = view.memo.call(_first_outlets, view.alternative.connections)
    lines, loads = view.lines, view.site.loads
    texts = view.memo.over(("PW17", column), lambda name: _said(lines[name], column, fact), at, None, lines)
    for name, said in texts.items():
        load = loads.get(at[name]) if said else None
        if load is not None:
            yield lines[name], load, said


def _first_outlets(connections: tuple[Connection, ...]) -> dict[str, str]:
    return {link.line: link.node for link in reversed(connections)}


def _said(line: LineFigures, column: str, fact: str) -> str:
    told = text(line.line.facts, fact)
    return told or (line.item.text(column) if line.item is not None and column else "")


def _voltage(_view: View, line: LineFigures, load: NodeLoad, range_v: str) -> Iterator[Finding]:
    volts = volts_and_factor(load)[0]
    if not volts.known:
        return  # PW06 asks for it
    fits = accepts(range_v, volts.require())
    told = {"machine": line.line.title, "range": range_v, "volts": volts, "name": name_of(load.node)}
    if fits:
        say = msg("PW17.pass", "{machine} takes {range} V; {name} has {volts}.", **told)
        yield passed(line.line.id, say, volts)
    elif fits is False:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg("PW17.wrong", "{machine} takes {range} V; {name} has {volts}.", **told),
            remedy=msg(
                "PW17.remedy",
                "Plug it in where the voltage fits, have such a circuit laid, or ask the maker for another supply.",
            ),
            figures=(volts,),
        )


def output(view: View) -> tuple[Finding, ...]:
    """PW18: some supplies give less at a lower voltage; together they must still carry the machine."""
    return view.found_in(_output, _outlets(view, "", "psu_curve"))


def _output(_view: View, line: LineFigures, load: NodeLoad, curve: str) -> Iterator[Finding]:
    volts, count = volts_and_factor(load)[0], of_machine(line, "psu_count", "1")
    rows = _rows(curve)
    if not (volts.known and line.unit_max_w.known and count.known) or not rows:
        missing = (*volts.missing, *line.unit_max_w.missing, *count.missing)
        if missing:
            yield cannot_tell(
                line.line.id,
                msg("PW18.unknown", "What the supplies of {machine} give here is not known.", machine=line.line.title),
                msg("PW18.ask", "Ask the maker for number and output of the supplies at 220 V."),
                missing,
            )
        return
    given = output_at(rows, volts.require())
    key = key_of_line(line)
    each = leaf(f"{key}/psu_w_here", given or 0.0, "W", Quality.ENTERED, "output by input voltage, as told")
    spare = count.require() - active_supplies(round(count.require()), scheme_of(line))
    lost = leaf(f"{key}/spare_supplies", spare, "1", count.quality, count.source)
    whole = trace(PSU_SURVIVING_W, f"{key}/output_here_w", psus=count, lost=lost, psu_w=each)
    told = {"machine": line.line.title, "volts": volts, "output": whole, "power": line.unit_max_w}
    if whole.require() >= line.unit_max_w.require():
        say = msg("PW18.pass", "At {volts} the supplies of {machine} give {output} for {power}.", **told)
        yield passed(line.line.id, say, whole, line.unit_max_w)
    else:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg("PW18.low", "At {volts} the supplies of {machine} give {output}; it needs {power}.", **told),
            remedy=msg(
                "PW18.remedy", "Run it at 200 to 240 V, or take supplies that give that much at {volts}.", **told
            ),
            figures=(whole, line.unit_max_w, volts),
        )


def _rows(curve: str) -> list[tuple[float, float, float]]:
    """Return (from V, to V, W) of a text as '100-127:1000;200-240:1200'; nothing where it is none."""
    found = []
    for part in curve.split(";"):
        span, _, watts = part.partition(":")
        low, _, high = span.partition("-")
        try:
            found.append((float(low), float(high), float(watts)))
        except ValueError:
            return []
    return found


def scheme_of(line: LineFigures) -> str:
    """Return the redundancy of a machine's supplies: as told at its line, else as its row says, '' where neither does."""
    told = text(line.line.facts, "psu_redundancy")
    return told or (line.item.text("psu_redundancy").strip() if line.item is not None else "")


def feed_loss(view: View) -> Iterator[Finding]:
    """PW20: what is plugged in on two feeds must go on when either of them is lost."""
    links: Mapping[str, tuple[Connection, ...]] = view.memo.call(_parted, view.alternative.connections)
    if not links:
        return
    by_id = {node.id: node for node in view.site.nodes}
    rows = []
    for name, parted in links.items():
        own = [link for link in parted if by_id[link.node].type in WIRED]
        if own:
            rows.append((view.lines[name], *own, *(_feed(by_id[link.node], by_id) for link in own)))
    yield from view.found_in(_loss, rows, "facts")


def _parted(connections: tuple[Connection, ...]) -> dict[str, tuple[Connection, ...]]:
    """Return the connections of lines whose machines draw parts of their power at several places."""
    found: dict[str, list[Connection]] = {}
    for link in connections:
        if link.share < 1:
            found.setdefault(link.line, []).append(link)
    return {name: tuple(own) for name, own in found.items()}


def _feed(node: SiteNode, by_id: Mapping[str, SiteNode]) -> str | SiteNode:
    """Return what fails together: the feed that was told nearest above, else the node where the supply begins."""
    chain = [one for one in path_up(node, by_id) if one.type not in ("room", "rack")]
    told = next((feed for one in chain if (feed := text(one.values, "feed"))), "")
    return told or chain[-1]


def _name(feed: str | SiteNode) -> Any:
    return feed if isinstance(feed, str) else name_of(feed)


def _loss(view: View, line: LineFigures, *parts: Any) -> Iterator[Finding]:
    links, feeds = parts[: len(parts) // 2], parts[len(parts) // 2 :]
    names = [feed if isinstance(feed, str) else feed.id for feed in feeds]
    count, rating = of_machine(line, "psu_count", "1"), of_machine(line, "psu_w", "W")
    if len(set(names)) < 2:
        yield _one_feed(line, feeds[0])
        return
    missing = tuple(dict.fromkeys((*count.missing, *rating.missing, *line.unit_max_w.missing)))
    if missing:
        yield cannot_tell(
            line.line.id,
            msg("PW20.unknown", "Whether {machine} goes on when a feed is lost is not known.", machine=line.line.title),
            msg("PW20.ask", "Ask the maker for number and rating of the supplies at 220 V."),
            missing,
        )
        return
    units = line.line.quantity or 1
    shares: dict[str, float] = {}
    for link, name in zip(links, names, strict=True):
        shares[name] = shares.get(name, 0.0) + link.share * link.units / units
    worst = max(shares, key=shares.__getitem__)
    key = key_of_line(line)
    lost = leaf(
        f"{key}/lost_supplies", float(round(count.require() * shares[worst])), "1", Quality.ENTERED, "its share"
    )
    left = trace(PSU_SURVIVING_W, f"{key}/left_w", psus=count, lost=lost, psu_w=rating)
    feed = _name(feeds[names.index(worst)])
    told = {"machine": line.line.title, "feed": feed, "left": left, "power": line.unit_max_w}
    if left.require() >= line.unit_max_w.require():
        say = msg("PW20.pass", "{machine} goes on when {feed} is lost: {left} are left for {power}.", **told)
        yield passed(line.line.id, say, left, line.unit_max_w)
    else:
        yield _stops(view, line, left, told)


def _stops(view: View, line: LineFigures, left: Figure, told: dict[str, Any]) -> Finding:
    count = round(of_machine(line, "psu_count", "1").require())
    rating, power = of_machine(line, "psu_w", "W").require(), line.unit_max_w.require()
    needed = feeds_needed(count, rating, power)
    cap = round(power - left.require())
    return Finding(
        outcome="error" if _claims(line) else "warning",
        subject=line.line.id,
        message=msg("PW20.stops", "When {feed} is lost {machine} has {left} left for {power}: it stops.", **told),
        remedy=_advice(needed, spare_supplies(count, rating, power), cap),
        figures=(left, line.unit_max_w),
        fix=_cap(view, line, left),
    )


def _claims(line: LineFigures) -> bool:
    """Tell whether the maker promises that half of the supplies may fail."""
    scheme = scheme_of(line).upper()
    if scheme in ("N+N", "2N"):
        return True
    first, _, second = scheme.partition("+")
    return bool(first) and first == second


def _advice(needed: int | None, spare: int, cap_w: int) -> Message:
    if needed is None:
        return msg(
            "PW20.cap", "Cap each machine by {cap} W, or take larger supplies: none of them may be lost.", cap=cap_w
        )
    return msg(
        "PW20.feeds",
        "Spread its cords over {feeds} feeds with no more than {spare} supplies on each, or cap each machine by {cap} W.",
        feeds=needed,
        spare=spare,
        cap=cap_w,
    )


def _cap(view: View, line: LineFigures, left: Figure) -> Fix | None:
    """Return the cap of the cards that lets a machine go on with what is left (W)."""
    cap = proposed_cap(line)
    with_cap = capped(line, view.facts, cap)
    if not (cap.known and with_cap.known and with_cap.require() <= left.require()):
        return None
    value = {"value": cap.require(), "quality": "entered", "source": "power limit set on the cards"}
    return Fix(
        label=msg("PW20.fix", "Cap the cards of {machine} at {cap} each", machine=line.line.title, cap=cap),
        edit=SetValue(path=f"{alternative_of(line.max_w.key)}/{line.line.id}/facts/card_power_cap_w", value=value),
    )


def _one_feed(line: LineFigures, feed: str | SiteNode) -> Finding:
    return Finding(
        outcome="note",
        subject=line.line.id,
        message=msg(
            "PW20.one",
            "All supplies of {machine} hang on {feed}: that bears the loss of a supply, not of the feed.",
            machine=line.line.title,
            feed=_name(feed),
        ),
        remedy=msg("PW20.one.remedy", "Plug half of the cords in on a second panel or UPS, where there is one."),
    )


_SOURCE = "supplies that remain times their rating, against the maximum power: DGX H100 with 3+3 on two feeds has 9.9 of 10.2 kW"

CHECKS = (
    Check(
        id="PW17",
        area="power",
        title=msg("PW17.title", "Voltage that the supplies take"),
        reads=("alternative", "site", "lines"),
        source="input range of the supply on its label",
        run=input_voltage,
    ),
    Check(
        id="PW18",
        area="power",
        title=msg("PW18.title", "Output of the supplies at this voltage"),
        reads=("alternative", "site", "lines"),
        source="output by input voltage: PWS-1K23A-1R gives 1,000 W at 100-127 V and 1,200 W at 200-240 V",
        blocking=False,
        run=output,
    ),
    Check(
        id="PW20",
        area="power",
        title=msg("PW20.title", "Loss of a feed"),
        reads=("alternative", "site", "lines", "facts"),
        source=_SOURCE,
        blocking=False,
        run=feed_loss,
    ),
)

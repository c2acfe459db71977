"""Checks of outlets: sockets, strips, cords and PDUs against their ratings, the four-card mistake, what has no outlet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.site import NodeLoad, SiteFigures
from planner.checks.capping import cap_fix, capped, proposed_cap
from planner.checks.formulas import LEAST_W
from planner.checks.larger_socket import with_larger_socket
from planner.checks.own_circuit import sizes_at, with_own_circuit
from planner.checks.ratings import rating_of, usable_of
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.relief import relieved
from planner.checks.rewiring import by_planner, rewired
from planner.checks.sides import above, below
from planner.checks.site_parts import Device, asked, devices_on, key_of, largest_on, name_of, of_three_lines, used
from planner.facility.circuits import CHAIN_A, CURRENT_1PH_A, LEFT_W
from planner.figure import Figure, trace, unknown
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import SiteNode


def outlet_left_w(load: NodeLoad, circuit_left: Figure | None) -> Figure | None:
    """Return the power (W) that a socket has left: no more than its rating, nor than the circuit above it; None for other nodes."""
    given = load.own_a.given
    volts, factor, rating = given.get("volts_ln_v"), given.get("power_factor"), rating_of(load)
    if load.node.type != "socket" or of_three_lines(load) or circuit_left is None:
        return None
    if not (isinstance(volts, Figure) and isinstance(factor, Figure) and rating.known and load.total_a.known):
        return None
    key = key_of(load)
    own = trace(
        LEFT_W, f"{key}/own_left_w", usable_a=rating, current_a=load.total_a, volts_v=volts, power_factor=factor
    )
    return trace(LEAST_W, f"{key}/left_w", parts_w=[own, circuit_left])


def socket_current(view: View) -> Iterator[Finding]:
    """PW03: the current through a socket, strip or cord must not be above what it is rated for."""
    found = view.findings(_outlet, used(view.site, "socket", "strip", "cord"), "facts", "organisation")
    moved = relieved(view, rewired(view, found, lambda one: one.figures[1].require()))
    yield from by_planner(view, with_larger_socket(view, moved))


def _outlet(view: View, load: NodeLoad) -> Iterator[Finding]:
    rating, name = usable_of(load, view.organisation.profile), name_of(load.node)
    if not (load.total_a.known and rating.known):
        missing = (*rating.missing, *load.total_a.missing)
        yield cannot_tell(
            load.node.id,
            msg("PW03.unknown", "Not known of {name}: {inputs}.", name=name, inputs=asked(missing)),
            msg("PW03.ask", "Read the rating on the outlet itself (10 A or 16 A), or ask the building office."),
            missing,
        )
    elif above(load.total_a, rating):
        yield Finding(
            outcome="error",
            subject=load.node.id,
            message=msg(
                "PW03.over",
                "{name} would carry {current}; it is rated {rating}.",
                name=name,
                current=load.total_a,
                rating=rating,
            ),
            remedy=_larger(view.organisation.profile),
            figures=(load.total_a, rating, load.load_w),
            fix=cap_fix(view, load, rating.require()),
        )
    else:
        told = {"name": name, "current": load.total_a, "rating": rating}
        message = msg("PW03.pass", "{name} carries {current} of {rating}.", **told)
        yield passed(load.node.id, message, load.total_a, rating)


def _larger(profile: str) -> Message:
    if profile == "NEC":
        return msg(
            "PW03.remedy.nec",
            "Have a receptacle of a larger circuit put in (20 A: 5-20 or L6-20, 30 A: L6-30; 80 % of it for hours), or cap the cards.",
        )
    return msg("PW03.remedy", "Have a 16 A or an industrial socket (GB/T 11918) put in, or cap the cards.")


def pdu_current(view: View) -> Iterator[Finding]:
    """PW09: a PDU carries no more than the weaker of its own inlet and the breaker that feeds it."""
    by_id = {node.id: node for node in view.site.nodes}
    whole = (load for load in used(view.site, "pdu") if not _is_bank(load, by_id))
    rows = ((load, _feed(view.site, by_id, load)) for load in whole)
    found = view.found_in(_pdu, rows, "facts")
    yield from by_planner(view, relieved(view, rewired(view, found, lambda one: one.figures[1].require())))


def _pdu(view: View, load: NodeLoad, feed: NodeLoad | None) -> Iterator[Finding]:
    limits = [load.rating_a] if feed is None else [load.rating_a, feed.rating_a]
    chain, name = trace(CHAIN_A, f"{key_of(load)}/chain_a", limits_a=limits), name_of(load.node)
    if not (load.total_a.known and chain.known):
        missing = tuple(dict.fromkeys((*chain.missing, *load.total_a.missing)))
        yield cannot_tell(
            load.node.id,
            msg("PW09.unknown", "Not known of {name}: {inputs}.", name=name, inputs=asked(missing)),
            msg("PW09.ask", "Read the rating on the PDU's plug, and ask for the breaker that feeds it."),
            missing,
        )
    elif load.open_legs and above(load.total_a, chain) and not above(load.least_a, chain):
        yield cannot_tell(
            load.node.id,
            msg(
                "PW09.legs",
                "With all single-phase cords on one line {name} would carry {current} of {limit}; their lines are not known.",
                name=name,
                current=load.total_a,
                limit=chain,
            ),
            msg(
                "PW09.legs.ask",
                "Part the cords over the three lines: enter the outlets of each line (L1, L2, L3) as a PDU of its own below this one.",
            ),
            load.open_legs,
        )
    elif above(load.total_a, chain):
        yield Finding(
            outcome="error",
            subject=load.node.id,
            message=msg(
                "PW09.over",
                "{name} would carry {current}; its inlet and feed allow {limit}.",
                name=name,
                current=load.total_a,
                limit=chain,
            ),
            remedy=msg("PW09.remedy", "Use a PDU with the right inlet on a matching feed, or spread the machines."),
            figures=(load.total_a, chain, load.load_w),
            fix=cap_fix(view, load, chain.require()),
        )
    else:
        told = {"name": name, "current": load.total_a, "limit": chain}
        yield passed(load.node.id, msg("PW09.pass", "{name} carries {current} of {limit}.", **told), chain)


def _is_bank(load: NodeLoad, by_id: Mapping[str, SiteNode]) -> bool:
    above = by_id.get(load.node.parent)
    return above is not None and above.type == "pdu"


def _feed(site: SiteFigures, by_id: Mapping[str, SiteNode], load: NodeLoad) -> NodeLoad | None:
    """Return the nearest circuit above a node."""
    above = by_id.get(load.node.parent)
    while above is not None and above.type != "circuit":
        above = by_id.get(above.parent)
    return None if above is None else site.loads[above.id]


def four_cards(view: View) -> Iterator[Finding]:
    """PW30: four cards on one 10 A socket, the mistake that the rule of thumb of 1.6 kW leads to."""
    found = view.findings(_cards_on, used(view.site, "socket"), "facts", "organisation")
    yield from with_larger_socket(view, rewired(view, found, lambda one: one.figures[2].require()))


def _cards_on(view: View, load: NodeLoad) -> Iterator[Finding]:
    cards = sum(link.units * link.share * load.lines[link.line].line.cards_per_unit for link in load.connected)
    rating = rating_of(load)
    if cards < limit("pw30.cards").require() or not rating.known:
        return  # with an unknown rating PW03 asks
    if above(rating, limit("pw30.socket_a")):
        return
    told = {"cards": round(cards), "name": name_of(load.node), "rating": rating, "current": load.total_a}
    if not load.total_a.known:
        yield cannot_tell(
            load.node.id,
            msg("PW30.unknown", "{cards} cards on the {rating} {name}: the current is not known.", **told),
            msg("PW30.ask", "Ask the maker for the maximum power of the whole machine, not of the cards."),
            load.total_a.missing,
        )
    elif not above(load.total_a, rating):
        message = msg("PW30.pass", "{cards} cards on the {rating} {name}: {current} with the caps set.", **told)
        yield passed(load.node.id, message, load.total_a, rating)
    else:
        yield _crowded(view, load, rating, round(cards))


def _crowded(view: View, load: NodeLoad, rating: Figure, cards: int) -> Finding:
    device = max((one for one in devices_on(load) if one.line.line.cards_per_unit), key=_drawn_w)
    fix = cap_fix(view, load, rating.require())
    cap = proposed_cap(device.line)
    power = capped(device.line, view.facts, cap)
    current = _machine_a(load, "if_capped_a", power)
    thumb = _rule_of_thumb(device, cards)
    helps = fix is not None and device.units == 1 and len(load.connected) == 1 and _is_within(current, rating)
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=_crowded_message(load, rating, cards, thumb),
        remedy=crowded_remedy(
            _socket_for(view, load, device), {"cap": cap, "power": power, "current": current} if helps else {}
        ),
        figures=(load.total_a, load.load_w, rating, *thumb, *([power, current] if helps else [])),
        fix=fix,
    )


def _drawn_w(device: Device) -> float:
    return device.power_w.value or 0.0


def _is_within(current: Figure, rating: Figure) -> bool:
    return current.known and not above(current, rating)


def _machine_a(load: NodeLoad, name: str, power: Figure) -> Figure:
    """Return the current (A) of one machine of such a power (W) at the voltage of a node; unknown but on one phase."""
    given = {one.name: one.figures[0] for one in load.own_a.inputs}
    if "volts_ln_v" not in given or load.own_a.formula is not CURRENT_1PH_A:
        return unknown(f"{key_of(load)}/{name}", "A")
    return trace(CURRENT_1PH_A, f"{key_of(load)}/{name}", **{**given, "power_w": power})


def _socket_for(view: View, load: NodeLoad, device: Device) -> float | None:
    """Return the rated current (A) of the socket that carries one machine for hours, infinite where none of one phase does.

    None where its current is not known.
    """
    current = _machine_a(load, "machine_a", device.power_w)
    if not current.known:
        return None
    profile = view.organisation.profile
    share = limit("br.cont", profile).require()
    return next((one[0] for one in sizes_at(load, profile) if current.require() <= one[0] * share), math.inf)


def _rule_of_thumb(device: Device, cards: int) -> tuple[Figure, ...]:
    """Return the rule of thumb where it is told: of four cards of about 450 W."""
    card_w = None if device.line.card is None else device.line.card.figure("tdp_w", "W").value
    about = limit("pw30.thumb_card_w").require()
    told = cards == limit("pw30.cards").require() and card_w is not None and abs(card_w - about) <= 0.1 * about
    return (limit("pw30.thumb_w"),) if told else ()


def _crowded_message(load: NodeLoad, rating: Figure, cards: int, thumb: tuple[Figure, ...]) -> Message:
    told = {
        "cards": cards,
        "rating": rating,
        "name": name_of(load.node),
        "power": load.load_w,
        "current": load.total_a,
    }
    if not thumb:
        return msg(
            "PW30.over.plain", "{cards} cards on the {rating} {name} draw {power} at the wall, {current}.", **told
        )
    return msg(
        "PW30.over",
        "{cards} cards on the {rating} {name} draw {power} at the wall, {current}. "
        "The rule of thumb of {thumb} leaves out the host and the loss of the supply.",
        thumb=thumb[0],
        **told,
    )


def crowded_remedy(socket_a: float | None, with_cap: Mapping[str, Figure]) -> Message:
    """Return the advice of the socket each machine needs (A, infinite for three phases, None not known), and a cap that is enough."""
    if socket_a is None:
        return msg("PW30.remedy.ask", "Have a dedicated socket put in for each machine, sized by its maximum current.")
    if math.isinf(socket_a):
        return msg("PW30.remedy.three", "Ask for a three-phase supply: no ordinary socket carries such a machine.")
    if with_cap:
        return msg(
            "PW30.remedy",
            "Have a dedicated {size} A socket put in, or cap the cards at {cap}: then the machine draws {power}, {current}.",
            size=round(socket_a),
            **with_cap,
        )
    return msg("PW30.remedy.plain", "Have a dedicated {size} A socket put in for each machine.", size=round(socket_a))


def office_circuit(view: View) -> Iterator[Finding]:
    """PW31: a machine of 3.5 kW and more does not belong on an ordinary single-phase circuit of a room."""
    yield from with_own_circuit(view, view.findings(_office, used(view.site, "circuit")), lambda _one: None)


def _office(view: View, load: NodeLoad) -> Iterator[Finding]:
    most = limit("socket.office_w")
    phases = fact_figure(load.node.values, "phases", f"site/{load.node.id}/phases", "1")
    if phases.value == 3 or (load.rating_a.known and above(load.rating_a, limit("office.breaker_a"))):
        return
    devices = devices_on(load)
    large = largest_on(load)
    if large is not None and below(large.power_w, most):
        large = None
    unclear = tuple(key for one in devices for key in one.power_w.missing)
    if large is not None and not phases.known:  # it may be a three-phase one; PW01 tells what is certain
        unclear += tuple(key for key in load.own_a.missing if key.endswith("/volts"))
    name = name_of(load.node)
    if large is not None and load.rating_a.known and not unclear:
        yield _too_large(view, load, large, most)
    elif unclear or large is not None:
        yield cannot_tell(
            load.node.id,
            msg("PW31.unknown", "Whether {name} is made for its largest machine is not known.", name=name),
            msg("PW31.ask", "Ask for the breaker of the circuit and for the machine's maximum power."),
            (*unclear, *load.rating_a.missing),
        )
    else:
        told = msg("PW31.pass", "No machine on {name} reaches {limit}.", name=name, limit=most)
        yield passed(load.node.id, told, most)


def _too_large(view: View, load: NodeLoad, device: Device, most: Figure) -> Finding:
    return Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW31.over",
            "{machine} draws {power}; an ordinary circuit such as {name} ({rating}) carries {limit}.",
            machine=device.line.line.title,
            power=device.power_w,
            name=name_of(load.node),
            rating=load.rating_a,
            limit=most,
        ),
        remedy=_large_remedy(load),
        figures=(device.power_w, most, load.rating_a),
    )


def _large_remedy(load: NodeLoad) -> Message:
    year = fact_figure(load.node.values, "built_year", f"site/{load.node.id}/built_year", "1")
    if year.known and below(year, limit("pw.old_year")):
        return msg(
            "PW31.remedy.old",
            "Such a machine needs a 32 A or three-phase supply or a machine room; ask early, a supply upgrade takes months. "
            "The wiring here is old: have insulation and earth loop tested before any load goes on it.",
        )
    return msg(
        "PW31.remedy",
        "Such a machine needs a 32 A or three-phase supply or a machine room; ask early, a supply upgrade takes months.",
    )


_READS = ("alternative", "site", "lines", "facts", "organisation")

CHECKS = (
    Check(
        id="PW30",
        area="power",
        title=msg("PW30.title", "Several cards on one 10 A socket"),
        reads=_READS,
        source="balance at the wall: cards, host and loss of the supply, against the socket's rating",
        limit="pw30.socket_a",
        hides=("PW03",),
        run=four_cards,
    ),
    Check(
        id="PW31",
        area="power",
        title=msg("PW31.title", "Large machine on an ordinary circuit"),
        reads=("alternative", "site", "lines", "organisation"),
        source="220 V x 16 A = 3.5 kW",
        limit="socket.office_w",
        hides=("PW01", "PW02"),
        run=office_circuit,
    ),
    Check(
        id="PW03",
        area="power",
        title=msg("PW03.title", "Socket, strip and cord within their rating"),
        reads=_READS,
        source="GB/T 1002 10 A and 16 A, IEC 60320 C13 10 A and C19 16 A",
        run=socket_current,
    ),
    Check(
        id="PW09",
        area="power",
        title=msg("PW09.title", "PDU within its inlet and feed"),
        reads=_READS,
        source="the weakest of breaker, inlet and outlet decides",
        run=pdu_current,
    ),
)

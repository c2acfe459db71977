"""Checks of a workstation's own supply: its load, the short peaks of the cards, the cables to them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure, flag
from planner.assess.lines import LineFigures, efficiency, parted
from planner.assess.sifting import sifted
from planner.assess.supplies import spare_supplies
from planner.checks.capping import cap_label, capped, proposed_cap, saved_by
from planner.checks.declared import key_of_line, number_of, of_machine
from planner.checks.formulas import DC_W, PEAK_W, RATED_SUPPLIES_W
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import alternative_of
from planner.checks.switches import required
from planner.facility.power import EXCURSION_12V2X6, EXCURSION_OTHER, EXCURSION_W, SUPPLY_LOAD_PCT
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.edits import SetValue

_TABLE = "Intel ATX 3.0 design guide, table 3-3"
_CABLES = {"told": {True}}
_WINDOW = 1  # the window of 1 ms decides: longer ones ask for less, shorter ones the capacitors carry


def _rated(line: LineFigures) -> Figure:
    """Return what the supplies of one machine that carry its load give together (W)."""
    count, rating = of_machine(line, "psu_count", "1"), of_machine(line, "psu_w", "W")
    key = key_of_line(line)
    lost = spare_supplies(key, line.line, line.item)
    return trace(RATED_SUPPLIES_W, f"{key}/rated_w", psus=count, spare=lost, psu_w=rating)


def _is_told(line: LineFigures) -> bool:
    """Tell whether number and rating of a machine's supplies are known, and its power: else there is nothing to judge."""
    compute = line.line.role == "compute" and line.line.cards_per_unit and line.unit_max_w.known
    return bool(compute and number_of(line, "psu_count") is not None and number_of(line, "psu_w") is not None)


def _dc(power: Figure, share: Figure) -> Figure:
    return trace(DC_W, f"{power.key}/dc_w", wall_w=power, psu_efficiency=share)


class Supplied(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A machine whose supplies are told: what they give together, and what it takes from them (W)."""

    line: LineFigures
    rated: Figure
    need: Figure


def _supplied(view: View) -> tuple[Supplied, ...]:
    """Return the machines whose supplies are told; PW29 asks for the label of the others."""
    memo, share = view.memo, view.memo.call(efficiency, view.facts)

    def state(line: LineFigures) -> Supplied | None:
        if not _is_told(line):
            return None
        return Supplied(line=line, rated=_rated(line), need=_dc(line.unit_max_w, share))

    found: tuple[Supplied, ...] = memo.call(
        _known, memo.each("supplied", state, parted(memo, view.lines).machines, (share,))
    )
    return found


def _known(states: tuple[Supplied | None, ...]) -> tuple[Supplied, ...]:
    return tuple([one for one in states if one is not None])


def load_of_supply(view: View) -> tuple[Finding, ...]:
    """PW21: a supply that runs for days stays below 80 % of its rating."""
    return view.findings(_load, _supplied(view), "facts")


def _load(view: View, one: Supplied) -> Iterator[Finding]:
    line, rated, need = one.line, one.rated, one.need
    share = trace(SUPPLY_LOAD_PCT, f"{key_of_line(line)}/supply_load_pct", load_w=need, rated_w=rated)
    most = 100 * limit("psu.load").require()
    told = {"machine": line.line.title, "need": need, "rated": rated, "share": share}
    if round(share.require(), 1) <= most:  # as it is shown: 80.04 % are 80 %
        say = msg("PW21.pass", "The supplies of {machine} ({rated}) are loaded to {share}.", **told)
        yield passed(line.line.id, say, share, rated)
        return
    yield Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg("PW21.over", "The supplies of {machine} ({rated}) are loaded to {share}; 80 % is advised.", **told),
        remedy=msg(
            "PW21.remedy",
            "Ask for supplies of {wanted} W in all, or cap the cards.",
            wanted=round(need.require() * 100 / most),
        ),
        figures=(share, need, rated, limit("psu.load")),
        fix=_cap(view, line, rated, most),
    )


def _cap(view: View, line: LineFigures, rated: Figure, most_pct: float) -> Fix | None:
    cap = proposed_cap(line)
    less = capped(line, view.facts, cap)
    if not (cap.known and less.known) or _dc(less, efficiency(view.facts)).require() > rated.require() * most_pct / 100:
        return None
    return _capping(line, cap, less)


def _capping(line: LineFigures, cap: Figure, less: Figure) -> Fix:
    value = {"value": cap.require(), "quality": "entered", "source": "power limit set on the cards"}
    return Fix(
        label=cap_label([(line, cap)], saved_by(line, less)),
        edit=SetValue(path=f"{alternative_of(line.max_w.key)}/{line.line.id}/facts/card_power_cap_w", value=value),
    )


def peaks(view: View) -> tuple[Finding, ...]:
    """PW22: cards draw twice their power for a millisecond; the supply must bear it, as ATX 3.x ones do."""
    return view.findings(_peaks, _supplied(view), "facts")


def _peaks(view: View, one: Supplied) -> Iterator[Finding]:
    line, rated, need = one.line, one.rated, one.need
    board = None if line.card is None else line.card.figure("tdp_w", "W")
    if board is None or not board.known or below(board, limit("psu.peak_from_w")):
        return
    key = key_of_line(line)
    cap = fact_figure(line.line.facts, "card_power_cap_w", f"{key}/card_power_cap_w", "W")
    each = cap if cap.known and below(cap, board) else board
    cards = leaf(f"{key}/cards_per_unit", float(line.line.cards_per_unit), "1", Quality.ENTERED)
    peak = trace(
        PEAK_W,
        f"{key}/peak_w",
        dc_w=need,
        cards=cards,
        card_w=each,
        times=limit("psu.peak"),
    )
    known = flag(line.line.facts, "atx3")
    surely = _bears(key, rated, bool(known))
    if not above(peak, surely):
        say = msg(
            "PW22.pass", "A peak of {peak} of {machine} is borne by its supplies.", peak=peak, machine=line.line.title
        )
        yield passed(line.line.id, say, peak, surely)
        return
    bears = {bool(known): surely, not known: _bears(key, rated, not known)}
    told = {"machine": line.line.title, "peak": peak, "bears": bears[False], "atx3": bears[True]}
    if known is None and not above(peak, bears[True]):
        yield cannot_tell(
            line.line.id,
            msg(
                "PW22.unknown",
                "Peaks of {peak} of {machine} are borne by ATX 3.x supplies ({atx3}), not by others ({bears}).",
                **told,
            ),
            msg("PW22.ask", "Ask the seller whether the supply is made to ATX 3.x."),
            (f"{key}/atx3",),
        )
    else:
        yield Finding(
            outcome="warning",
            subject=line.line.id,
            message=msg(
                "PW22.over",
                "Peaks of {peak} of {machine} are more than its supplies bear ({bears}).",
                bears=bears[bool(known)],
                machine=line.line.title,
                peak=peak,
            ),
            remedy=msg("PW22.remedy", "Ask for a larger supply to ATX 3.x, or cap the cards: peaks follow the cap."),
            figures=(peak, bears[bool(known)]),
            fix=_peak_cap(view, line, cards, bears[bool(known)]),
        )


def _peak_cap(view: View, line: LineFigures, cards: Figure, bears: Figure) -> Fix | None:
    """Return the cap of the cards with which their peaks are borne; None where the customary one is not enough."""
    cap = proposed_cap(line)
    less = capped(line, view.facts, cap)
    if not (cap.known and less.known):
        return None
    need = _dc(less, efficiency(view.facts))
    peak = trace(
        PEAK_W, f"{key_of_line(line)}/capped_peak_w", dc_w=need, cards=cards, card_w=cap, times=limit("psu.peak")
    )
    return None if above(peak, bears) else _capping(line, cap, less)


def _bears(key: str, rated: Figure, atx3: bool) -> Figure:
    factor = (EXCURSION_12V2X6 if atx3 else EXCURSION_OTHER)[_WINDOW][1]
    return trace(EXCURSION_W, f"{key}/bears_{atx3}_w", psu_w=rated, factor=constant(f"atx/{atx3}", factor, "1", _TABLE))


def cables(view: View) -> tuple[Finding, ...]:
    """PW23: a 12VHPWR or 12V-2x6 cable carries 600 W; each card wants as many as its power asks for."""
    machines = parted(view.memo, view.lines).machines
    told = sifted(view.memo, "lines by cables", machines, _tells_cables, _CABLES)["told"]
    open_ = [one.line for one in _supplied(view) if "gpu_cables" not in one.line.line.facts]
    return (*view.findings(_cables, told), *view.findings(_cables_asked, open_))


def _tells_cables(line: LineFigures) -> bool:
    return "gpu_cables" in line.line.facts


def _cables_asked(_view: View, line: LineFigures) -> Iterator[Finding]:
    """Yield the question for the cables of a machine that is put together to order; a maker's own brings them."""
    card = line.card
    if card is None or line.item is not None or (card.text("form_factor"), card.text("cooling")) != ("pcie", "active"):
        return
    board = card.number("tdp_w")
    if board is not None and board > limit("psu.peak_from_w").require():
        yield cannot_tell(
            line.line.id,
            msg(
                "PW23.unknown",
                "Whether the supply of {machine} has a cable for each of its cards is not known.",
                machine=line.line.title,
            ),
            msg("PW23.ask", "Ask the seller how many 12VHPWR (12V-2x6) cables it has; one carries {most}.",
                most=limit("psu.cable_w")),
            (f"{key_of_line(line)}/gpu_cables",),
        )  # fmt: skip


def _cables(_view: View, line: LineFigures) -> Iterator[Finding]:
    there = of_machine(line, "gpu_cables", "1")
    board = None if line.card is None else line.card.figure("tdp_w", "W").value
    if not there.known or not line.line.cards_per_unit or board is None:
        return
    each = -int(-board // limit("psu.cable_w").require())
    needed = each * line.line.cards_per_unit
    told = {"machine": line.line.title, "needed": needed, "there": there}
    if there.require() >= needed:
        yield passed(
            line.line.id,
            msg("PW23.pass", "{machine} needs {needed} cables for its cards; {there} are there.", **told),
            there,
        )
    else:
        yield Finding(
            outcome="error",
            subject=line.line.id,
            message=msg("PW23.few", "{machine} needs {needed} cables for its cards; its supply has {there}.", **told),
            remedy=msg(
                "PW23.remedy",
                "Ask for a supply with {needed} such cables; adapters from 8-pin plugs run hot.",
                needed=needed,
            ),
            figures=(there, limit("psu.cable_w")),
            fix=Fix(
                label=msg("PW23.fix", "Ask for {needed} such cables in the requirements", needed=needed),
                edit=SetValue(
                    path=f"alternatives/{alternative_of(line.key)}/lines/{line.line.id}/facts/gpu_cables",
                    value=required(float(needed)),
                ),
            ),
        )


CHECKS = (
    Check(
        id="PW21",
        area="power",
        title=msg("PW21.title", "Load of the machine's supply"),
        reads=("lines", "facts"),
        source="customary 80 % of the rating; to be confirmed",
        limit="psu.load",
        blocking=False,
        run=load_of_supply,
    ),
    Check(
        id="PW22",
        area="power",
        title=msg("PW22.title", "Peaks of the cards and the supply"),
        reads=("lines", "facts"),
        source="Intel ATX 3.0 design guide, table 3-3: 1 ms at 1.8 times the rating with 12VHPWR, 1.45 times without",
        limit="psu.peak",
        blocking=False,
        run=peaks,
    ),
    Check(
        id="PW23",
        area="power",
        title=msg("PW23.title", "Cables to the cards"),
        reads=("lines", "facts"),
        source="PCIe CEM 5.0: 600 W a connector",
        limit="psu.cable_w",
        run=cables,
    ),
)

"""Checks of power supplies and of the power figures themselves: known at all, plausible, kept when a supply fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.assess.context import View
from planner.assess.lines import LineFigures, efficiency, parted
from planner.assess.machine import same_cards
from planner.assess.supplies import spare_supplies, supply_count, supply_rating, supply_scheme
from planner.checks.capping import cap_label, capped, proposed_cap, saved_by
from planner.checks.formulas import HOST_W, POWER_RATIO
from planner.checks.registry import Check, Finding, Fix, cannot_tell, passed
from planner.checks.sides import above, below
from planner.checks.site_parts import alternative_of
from planner.facility.power import CARDS_WALL_W, LINE_W, MAX_FROM_PSU_W, PSU_SURVIVING_W
from planner.figure import Figure, entered, trace, unknown
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Facts
from planner.plan.edits import SetValue

_CAPPED = "power limit set on the cards"


def _machines(view: View) -> tuple[LineFigures, ...]:
    return parted(view.memo, view.lines).machines


def _key(line: LineFigures) -> str:
    return line.key


def power_known(view: View) -> tuple[Finding, ...]:
    """PW34: without a machine's maximum power nothing can be said of circuits and heat."""
    return view.findings(_known, _machines(view), "facts")


def _known(view: View, line: LineFigures) -> Iterator[Finding]:
    title = line.line.title
    if line.unit_max_w.value is not None:
        told = msg("PW34.pass", "{machine} draws at most {power}.", machine=title, power=line.unit_max_w)
        yield passed(line.line.id, told, line.unit_max_w)
        return
    yield cannot_tell(
        line.line.id,
        msg("PW34.unknown", "The maximum power of {machine} is not known.", machine=title),
        msg("PW34.ask", "Ask the maker for the maximum input of the whole machine, or measure it under full load."),
        tuple(dict.fromkeys((*line.unit_max_w.missing, *line.nameplate_w.missing))),
        _estimated(line, view.facts),
    )


def _estimated(line: LineFigures, facts: Facts) -> Fix | None:
    if line.uncapped_max_w.known:
        return None
    path, run = f"{alternative_of(_key(line))}/{line.line.id}/facts/max_power_w", measured(line)
    if run is not None:
        value = {"value": run.require(), "quality": "published", "source": run.source}
        label = msg("PW34.fix.measured", "Reckon with the {power} that a run was measured to draw", power=run)
        return Fix(label=label, edit=SetValue(path=path, value=value))
    power = estimate(line, facts)
    if not power.known:
        return None
    value = {"value": round(power.require(), 1), "quality": "assumed", "source": power.source}
    return Fix(
        label=msg("PW34.fix", "Reckon with an estimate of {power}", power=power),
        edit=SetValue(path=path, value=value),
    )


def measured(line: LineFigures) -> Figure | None:
    """Return the greatest power (W) that a run of one machine was measured to draw, None where no source has one."""
    if line.item is None or line.item.number("measured_peak_w") is None:
        return None
    return line.item.figure("measured_peak_w", "W") if same_cards(line.line, line.item, line.card) else None


def estimate(line: LineFigures, facts: Facts) -> Figure:
    """Return a machine's maximum power (W) estimated from its cards, else from its supplies; else unknown."""
    key, count = f"{_key(line)}/estimated_w", line.line.cards_per_unit
    board = unknown(f"{key}/tdp_w", "W") if line.card is None else line.card.figure("tdp_w", "W")
    cards = entered(f"{_key(line)}/cards_per_unit", float(count), "1")
    if count and board.known:
        share = limit("use.host_power")
        host = trace(HOST_W, f"{_key(line)}/host_w", cards=cards, card_tdp_w=board, host_share=share)
        return trace(CARDS_WALL_W, key, cards=cards, card_tdp_w=board, host_w=host, psu_efficiency=efficiency(facts))
    rating = next(given.figures[0] for given in line.nameplate_w.inputs if given.name == "power_w")
    derate = limit("default.psu_derate_gpu" if count else "default.psu_derate")
    return trace(MAX_FROM_PSU_W, key, derate=derate, psu_w_nonredundant=rating)


def supply_redundancy(view: View) -> tuple[Finding, ...]:
    """PW19: the supplies left after the loss that the scheme promises to bear must still carry the maximum power."""
    return view.findings(_redundancy, _machines(view), "facts")


def _redundancy(view: View, line: LineFigures) -> Iterator[Finding]:
    scheme, own = supply_scheme(line.line, line.item), (line.key, line.line, line.item)
    if not scheme:
        return  # no redundancy is promised
    count, rating, lost = supply_count(*own), supply_rating(*own), spare_supplies(*own)
    left = trace(PSU_SURVIVING_W, f"{_key(line)}/surviving_w", psus=count, lost=lost, psu_w=rating)
    told = {"machine": line.line.title, "scheme": scheme, "left": left, "power": line.unit_max_w}
    if not (left.known and line.unit_max_w.known):
        yield cannot_tell(
            line.line.id,
            msg("PW19.unknown", "Whether {machine} survives the loss of a supply ({scheme}) is not known.", **told),
            msg("PW19.ask", "Ask the maker for number, rating and redundancy of the supplies at 220 V."),
            (*left.missing, *line.unit_max_w.missing),
        )
    elif not below(left, line.unit_max_w):
        yield passed(
            line.line.id,
            msg("PW19.pass", "{machine} ({scheme}) keeps {left} after the loss; it needs {power}.", **told),
            left,
            line.unit_max_w,
        )
    else:
        whole_w = count.require() * rating.require()
        yield _lost(line, left, scheme, is_short=whole_w < line.unit_max_w.require(), fix=_cap(line, left, view.facts))


def _lost(line: LineFigures, left: Figure, scheme: str, *, is_short: bool, fix: Fix | None) -> Finding:
    return Finding(
        outcome="error" if is_short else "warning",
        subject=line.line.id,
        message=msg(
            "PW19.lost",
            "{machine} promises {scheme} supplies, but after that loss {left} are left for {power}.",
            machine=line.line.title,
            scheme=scheme,
            left=left,
            power=line.unit_max_w,
        ),
        remedy=msg("PW19.remedy", "Cap the power, ask for one more supply, or do not count on the redundancy."),
        figures=(left, line.unit_max_w),
        fix=fix,
    )


def _cap(line: LineFigures, left: Figure, facts: Facts) -> Fix | None:
    """Return the step that caps the cards, where what is left of the supplies carries the machine then; else None."""
    cap = proposed_cap(line)
    with_cap = capped(line, facts, cap)
    if not with_cap.known or above(with_cap, left):
        return None
    value = {"value": cap.require(), "quality": "entered", "source": _CAPPED}
    path = f"{alternative_of(_key(line))}/{line.line.id}/facts/card_power_cap_w"
    return Fix(label=cap_label([(line, cap)], saved_by(line, with_cap)), edit=SetValue(path=path, value=value))


def power_gap(view: View) -> tuple[Finding, ...]:
    """PW29: a label below the maximum power contradicts it; one far above it is worth a look.

    The label is the sum of the supplies, so it is above the maximum as a rule; caps on the cards do not change it.
    """
    return view.findings(_gap, _machines(view))


def _gap(view: View, line: LineFigures) -> Iterator[Finding]:
    if line.line.role != "compute" or line.max_w.value == 0:
        return
    most = _uncapped(line)
    ratio = trace(POWER_RATIO, f"{_key(line)}/power_ratio", nameplate_w=line.nameplate_w, max_w=most)
    run = measured(line)
    if run is not None and line.uncapped_max_w.known and above(run, line.uncapped_max_w):
        yield _measured_more(line, run)
    elif ratio.value is None and line.max_w.value is not None:
        yield _no_label(line)
    elif ratio.value is None:
        yield cannot_tell(
            line.line.id,
            msg("PW29.unknown", "Label and maximum power of {machine} cannot be compared.", machine=line.line.title),
            msg("PW29.ask", "Ask the maker for the rating on the label and the maximum input."),
            ratio.missing,
        )
    elif not below(ratio, limit("pw.gap_low")) and not above(ratio, limit("pw.gap_high")):
        yield passed(line.line.id, *_in_order(line, most, run))
    else:
        yield _apart(line, ratio, most)


def _in_order(line: LineFigures, most: Figure, run: Figure | None) -> tuple[Any, ...]:
    told = {"machine": line.line.title, "nameplate": line.nameplate_w, "power": most}
    if run is None:
        return (msg("PW29.pass", "{machine}: label {nameplate}, maximum {power}.", **told), line.nameplate_w, most)
    say = msg(
        "PW29.measured",
        "{machine}: label {nameplate}, maximum {power}; a run of one was measured at {run}.",
        run=run,
        **told,
    )
    return (say, line.nameplate_w, most, run)


def _measured_more(line: LineFigures, run: Figure) -> Finding:
    told = {"machine": line.line.title, "power": line.uncapped_max_w, "run": run}
    return Finding(
        outcome="warning",
        subject=line.line.id,
        message=msg("PW29.more", "{machine}: a run was measured at {run}, more than the maximum power of {power}.", **told),
        remedy=msg("PW29.more.remedy", "Reckon with what was measured, or cap the cards and measure it again."),
        figures=(run, line.uncapped_max_w),
        fix=Fix(
            label=msg("PW34.fix.measured", "Reckon with the {power} that a run was measured to draw", power=run),
            edit=SetValue(
                path=f"{alternative_of(_key(line))}/{line.line.id}/facts/max_power_w",
                value={"value": run.require(), "quality": "published", "source": run.source},
            ),
        ),
    )  # fmt: skip


def _uncapped(line: LineFigures) -> Figure:
    """Return the maximum power of the whole line (W) as the machines are built, without caps on their cards."""
    if line.uncapped_max_w is line.unit_max_w:
        return line.max_w
    quantity = entered(f"{_key(line)}/quantity", float(line.line.quantity), "1")
    return trace(LINE_W, f"{_key(line)}/uncapped_line_w", quantity=quantity, power_w=line.uncapped_max_w)


def _apart(line: LineFigures, ratio: Figure, most: Figure) -> Finding:
    told = {"machine": line.line.title, "nameplate": line.nameplate_w, "power": most}
    short = below(ratio, limit("pw.gap_low"))
    if short:
        message = msg(
            "PW29.below", "{machine}: the label says {nameplate}, less than the maximum power of {power}.", **told
        )
    else:
        message = msg(
            "PW29.above",
            "{machine}: the supplies are rated {nameplate} in all, far more than the maximum power of {power}.",
            **told,
        )
    return Finding(
        outcome="warning" if short else "note",
        subject=line.line.id,
        message=message,
        remedy=msg("PW29.remedy", "Measure the machine under full load, or ask the maker for its maximum input."),
        figures=(ratio, line.nameplate_w, most),
    )


def _no_label(line: LineFigures) -> Finding:
    return Finding(
        outcome="note",
        subject=line.line.id,
        message=msg("PW29.no_label", "The rating on the label of {machine} is not known.", machine=line.line.title),
        remedy=msg(
            "PW29.no_label.remedy",
            "Ask for it with the quotation; the maximum power is what circuits are reckoned with.",
        ),
        figures=(line.max_w,),
        missing=line.nameplate_w.missing,
    )


CHECKS = (
    Check(
        id="PW34",
        area="power",
        title=msg("PW34.title", "Maximum power of each machine known"),
        reads=("lines", "facts"),
        source="circuits, heat and UPS are reckoned with the maker's maximum input",
        covers=(
            "PW01",
            "PW02",
            "PW03",
            "PW05",
            "PW07",
            "PW09",
            "PW10",
            "PW11",
            "PW18",
            "PW20",
            "PW19",
            "PW29",
            "PW30",
            "PW31",
            "LS01",
            "BU03",
            "CO01",
            "CO02",
            "CO03",
            "CO04",
            "CO13",
        ),
        run=power_known,
    ),
    Check(
        id="PW19",
        area="power",
        title=msg("PW19.title", "Supplies left after a loss"),
        reads=("lines", "facts"),
        source="supplies that remain times their rating, against the maximum power",
        blocking=False,
        run=supply_redundancy,
    ),
    Check(
        id="PW29",
        area="power",
        title=msg("PW29.title", "Label and maximum power agree"),
        reads=("lines",),
        source="customary ratio of 1 to 2; to be confirmed",
        limit="pw.gap_high",
        blocking=False,
        run=power_gap,
    ),
)

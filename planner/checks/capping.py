"""The remedy that costs least: cap the power of the cards, offered where it brings a node under its limit."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from planner.assess.context import View
from planner.assess.facts import fact_figure
from planner.assess.formulas import CAPPED_W
from planner.assess.lines import LineFigures, efficiency
from planner.assess.site import NodeLoad
from planner.checks.formulas import CAP_SPEED_PCT, CARD_CAP_W
from planner.checks.registry import Fix
from planner.checks.site_parts import alternative_of, key_of
from planner.figure import Figure, Quality, entered, leaf, trace, unknown
from planner.limits import limit
from planner.messages import Message, msg
from planner.plan.document import Facts
from planner.plan.edits import Batch, SetValue


class _Capping(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The cap of a line's cards and what one machine draws less with it (W), None where that is not known."""

    cap: Figure
    fewer_w: float | None


def cap_fix(view: View, load: NodeLoad, limit_a: float) -> Fix | None:
    """Return the fix that caps the cards on a node, where its current (A) is then at most ``limit_a``; else None.

    The check must read the facts.
    """
    if not (load.total_a.known and load.load_w.known and load.load_w.require() > 0):
        return None
    caps: dict[str, Figure] = {}
    saved_w = 0.0
    for link in load.connected:
        found: _Capping = view.memo.call(_capping, load.lines[link.line], view.facts)
        if found.fewer_w is not None:
            caps[link.line] = found.cap
            saved_w += link.units * link.share * found.fewer_w
    own_a = load.own_a.require() * (1 - saved_w / load.load_w.require())
    if not caps or own_a + load.other_a.require() > limit_a:
        return None
    alternative = alternative_of(load.load_w.key)
    edits = tuple(_cap(alternative, line, cap) for line, cap in caps.items())
    told = [(load.lines[line], cap) for line, cap in caps.items()]
    saved = leaf(f"{key_of(load)}/saved_w", saved_w, "W", Quality.COMPUTED, "what capped cards do not draw")
    return Fix(label=cap_label(told, saved), edit=edits[0] if len(edits) == 1 else Batch(edits=edits))


def cap_label(capped_lines: Sequence[tuple[LineFigures, Figure]], saved: Figure) -> Message:
    """Return what a step that caps cards is called: at which power (W), what it saves (W), what it costs in speed."""
    return msg(
        "PW.fix.cap",
        "Cap the cards of {names} at {caps} each: saves {saved}, costs about {loss} % of speed (assumption)",
        names=tuple(line.line.title for line, _cap in capped_lines),
        caps=tuple(cap for _line, cap in capped_lines),
        saved=saved,
        loss=round(max(speed_loss(line, cap).value or 0.0 for line, cap in capped_lines)),
    )


def saved_by(line: LineFigures, with_cap: Figure) -> Figure:
    """Return what all machines of a line draw less with their cards capped (W)."""
    fewer = line.line.quantity * (line.unit_max_w.require() - with_cap.require())
    return leaf(f"{line.key}/saved_w", fewer, "W", Quality.COMPUTED, "what capped cards do not draw")


def speed_loss(line: LineFigures, cap: Figure) -> Figure:
    """Return by how much capped cards are slower (%); an assumption, unknown without the power of the card."""
    board = unknown(f"{line.key}/card_w", "W") if line.card is None else line.card.figure("tdp_w", "W")
    return trace(CAP_SPEED_PCT, f"{line.key}/cap_speed_pct", cap_w=cap, card_w=board)


def _capping(line: LineFigures, facts: Facts) -> _Capping:
    cap = proposed_cap(line)
    less = capped(line, facts, cap)
    return _Capping(cap=cap, fewer_w=None if less.value is None else line.unit_max_w.require() - less.value)


def proposed_cap(line: LineFigures) -> Figure:
    """Return the power (W) the cards of a line could be capped to; unknown where a cap changes nothing."""
    key = f"{line.max_w.key.rpartition('/')[0]}/proposed_cap_w"
    if not line.line.cards_per_unit or line.card is None or line.unit_max_w.value is None:
        return unknown(key, "W")
    board = line.card.figure("tdp_w", "W")
    cap = trace(CARD_CAP_W, key, card_tdp_w=board, cap_share=limit("pw.cap_share"))
    now = fact_figure(line.line.facts, "card_power_cap_w", key, "W")
    if cap.value is not None and now.value is not None and now.value <= cap.value:
        return unknown(key, "W")
    return cap


def capped(line: LineFigures, facts: Facts, cap: Figure) -> Figure:
    """Return the maximum power (W) of one machine of a line with its cards capped."""
    key = line.max_w.key.rpartition("/")[0]
    return trace(
        CAPPED_W,
        f"{key}/if_capped_w",
        uncapped_w=line.uncapped_max_w,
        cards=entered(f"{key}/cards_per_unit", float(line.line.cards_per_unit), "1"),
        card_w=unknown(f"{key}/card_w", "W") if line.card is None else line.card.figure("tdp_w", "W"),
        cap_w=cap,
        psu_efficiency=efficiency(facts),
    )


def _cap(alternative: str, line: str, cap: Figure) -> SetValue:
    value = {"value": cap.require(), "quality": "entered", "source": "power limit set on the cards"}
    return SetValue(path=f"{alternative}/{line}/facts/card_power_cap_w", value=value)

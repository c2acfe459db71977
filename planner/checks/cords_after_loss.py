"""The cords that are left of a machine after the loss of a feed: each carries more, and no more than its kind may (part of PW20)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from planner.assess.context import View
from planner.checks.declared import supplies_of
from planner.checks.feeds import claims
from planner.checks.inlets import inlet_of
from planner.checks.losses import Loss
from planner.checks.plug_forms import CORD, machine_a
from planner.checks.registry import Finding
from planner.checks.sides import above
from planner.checks.site_parts import key_of
from planner.facility.circuits import CORD_CURRENT_A
from planner.figure import Figure, leaf, trace
from planner.limits import limit
from planner.messages import msg
from planner.plan.document import Connection

_NOTHING = 1e-9


class _Over(msgspec.Struct, frozen=True, kw_only=True):
    """A cord that would carry more (A) than its kind may."""

    line: str
    after: Figure
    most: Figure
    inlet: str


def cords_after(view: View, loss: Loss, name: str, feed: Any) -> list[Finding]:
    """Return what is said of cords that are left and would carry more than they may; what is over as it is PW16 tells.

    ``name`` is the id of the loss, ``feed`` what is lost as a reader calls it.
    """
    shares = plugged_shares(view.alternative.connections, loss.case.touched)
    found: dict[str, _Over] = {}
    for link in loss.links:
        before = shares.get((link.line, link.node), link.share)
        if link.line in loss.case.moved and link.share > before + _NOTHING:
            over = _one(view, link, before, name)
            if over is not None:
                found.setdefault(link.line, over)
    return [_cord(view, loss, one, feed) for one in found.values()]


def _cord(view: View, loss: Loss, one: _Over, feed: Any) -> Finding:
    line = view.lines[one.line]
    certain = claims(line) and (loss.case.unit is None or loss.case.unit.certain)
    return Finding(
        outcome="error" if certain else "warning",
        subject=one.line,
        message=msg(
            "PW20.cord",
            "When {feed} is lost, a cord ({inlet}) of {machine} would carry {current} of {limit}.",
            feed=feed,
            inlet=one.inlet,
            machine=line.line.title,
            current=one.after,
            limit=one.most,
        ),
        remedy=msg(
            "PW20.cord.remedy",
            "Ask for a machine with more supplies or larger inlets, plug more of its cords in on each feed, or cap it.",
        ),
        figures=(one.after, one.most),
    )


def plugged_shares(links: Sequence[Connection], lines: Collection[str]) -> dict[tuple[str, str], float]:
    """Return the share of a unit's supplies by line and node as it is plugged in; of several the smallest, fewest cords."""
    found: dict[tuple[str, str], float] = {}
    for link in links:
        if link.line in lines:
            at = link.line, link.node
            found[at] = min(found.get(at, link.share), link.share)
    return found


def _one(view: View, link: Connection, before: float, name: str) -> _Over | None:
    line, load = view.lines[link.line], view.site.loads.get(link.node)
    inlet = inlet_of(line)
    if load is None or not inlet:
        return None
    whole, count = machine_a(load, line), supplies_of(line)
    cords = max(1, round(count.require() * before))
    key = f"{key_of(load)}/{link.line}/without_{name}"
    left = leaf(f"{key}/cords", cords / link.share, "1", count.quality, "cords left by the share of the power there")
    after, most = trace(CORD_CURRENT_A, f"{key}/cord_a", device_a=whole, active_cords=left), limit(CORD[inlet])
    if not after.known or not above(after, most) or whole.require() * before / cords > most.require():
        return None
    return _Over(line=link.line, after=after, most=most, inlet=inlet)

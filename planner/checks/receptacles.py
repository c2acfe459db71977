"""North American receptacles: each form is made for a voltage (part of PW14)."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.site import NodeLoad
from planner.checks.declared import volts_and_factor
from planner.checks.inlets import form_of, words_of
from planner.checks.ratings import form_volts
from planner.checks.registry import Finding
from planner.checks.site_parts import name_of
from planner.limits import limit
from planner.messages import msg

_TWO_POLES = ("nema_6_", "nema_l6_")  # forms of 250 V between two lines


def at_volts(load: NodeLoad) -> Iterator[Finding]:
    """Yield that a North American form is made for another voltage than its outlet has: 125 V forms at 208 V, 250 V ones at 120 V."""
    form = form_of(load.node)
    made = form_volts(form)
    if not made:
        return
    volts, two_poles = volts_and_factor(load)[0], limit("volts.ll_min_v", "NEC").require()
    low = form.startswith(_TWO_POLES) and volts.known and volts.require() < two_poles
    if not volts.known or (volts.require() <= made and not low):
        return
    yield Finding(
        outcome="error",
        subject=load.node.id,
        message=msg(
            "PW14.volts",
            "{name} ({form}) is made for {made} V; it has {volts}.",
            name=name_of(load.node),
            form=words_of(load.node),
            made=made,
            volts=volts,
        ),
        remedy=msg(
            "PW14.volts.remedy",
            "Look at the receptacle and at the breaker: one pole is 120 V (5-15, 5-20, L5), two poles are 208 or 240 V (6-20, L6).",
        ),
        figures=(volts,),
    )

"""What the planner plugs in no check finds too much: random rooms with UPS, phases, banks, others and what stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.facility.wiring import plan_wiring
from planner.plan.document import Connection
from planner.wiring.room import links_of, wanted
from tests.checks.factories import assess_one, find_all, make_line, make_plan, node
from tests.checks.rooms import circuit, room

if TYPE_CHECKING:
    from planner.assess.run import Assessment
    from planner.plan.document import Plan, SiteNode

OVERLOADS = ("PW01", "PW09", "PW10", "PW12", "UP01", "UP07")
LEGS = ("L1", "L2", "L3")


@st.composite
def labs(draw: st.DrawFn) -> Plan:
    """Draw a room: a three-phase panel or none, circuits, on some a UPS or a PDU with banks, and machines."""
    site: list[SiteNode] = [room()]
    three = draw(st.booleans())
    if three:
        site.append(node("p", "panel", "room", volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=25.0, shared=False))
    for number in range(draw(st.integers(1, 3))):
        site += draw(_circuits(number, "p" if three else "room"))
    powers = draw(st.lists(st.sampled_from([150.0, 500.0, 900.0, 1500.0, 2100.0, 2600.0]), min_size=1, max_size=6))
    lines = [make_line(f"m{number}", known={"max_power_w": power_w}) for number, power_w in enumerate(powers)]
    ends = [one.id for one in site if one.type in ("socket", "pdu", "ups")] or ["c0"]
    links = [
        Connection(line=line.id, node=at)
        for line, at in zip(lines, draw(st.lists(st.sampled_from(["", *ends]), min_size=6, max_size=6)), strict=False)
        if at
    ]
    return make_plan(
        *lines, site=tuple(site), connections=tuple(links), known={"power_factor": draw(st.sampled_from([1.0, 0.95]))}
    )


@st.composite
def _circuits(draw: st.DrawFn, number: int, parent: str) -> list[SiteNode]:
    own: dict[str, Any] = {"breaker_a": draw(st.sampled_from([10.0, 16.0, 20.0]))}
    if draw(st.booleans()):
        own |= {"shared": True, "other_load_a": 3.0}
    if parent == "p":
        own |= {"leg": draw(st.sampled_from(LEGS)), "volts": None, "volts_kind": None}
    one = msgspec.structs.replace(circuit(f"c{number}", **own), parent=parent)
    kind, below = draw(st.sampled_from(["socket", "ups", "ups", "banks", "ups banks"])), one.id
    found = [one]
    if kind.startswith("ups"):
        rated_w = draw(st.sampled_from([900.0, 1800.0, 2700.0]))
        values = {"rated_w": rated_w, "rated_va": rated_w / 0.9}
        if draw(st.booleans()):
            values["charger_w"] = 400.0
        found.append(node(f"u{number}", "ups", one.id, **values))
        below = f"u{number}"
    if kind.endswith("banks"):
        found.append(node(f"d{number}", "pdu", below, rating_a=16.0, outlet_count=4.0))
        found += [node(f"b{number}{bank}", "pdu", f"d{number}", rating_a=6.0, outlet_count=2.0) for bank in ("x", "y")]
    if kind == "socket":
        found.append(node(f"s{number}", "socket", below, outlet_count=4.0, form="gb1002_16a"))
    return found


@settings(max_examples=60, deadline=None)
@given(labs())
def test_no_plan_of_the_planner_has_an_overload_that_the_checks_find(plan: Plan) -> None:
    before = assess_one(plan)
    one = before.context.alternative
    ask = wanted(plan, one, before.context.lines)
    answer = plan_wiring(ask.problem)
    kept = tuple(link for link in one.connections if link.line not in ask.lines)
    changed = msgspec.structs.replace(one, connections=(*kept, *links_of(answer)))
    after = assess_one(msgspec.structs.replace(plan, alternatives=(changed,)))
    assert _errors(after) == []
    for load in after.context.site.loads.values():
        if load.connected and load.rating_a.known:
            assert load.total_a.require() <= load.rating_a.require() + 1e-6


def _errors(assessment: Assessment) -> list[tuple[str, str]]:
    found = ((check, one) for check in OVERLOADS for one in find_all(assessment, check))
    return [(check, one.subject) for check, one in found if one.outcome == "error"]

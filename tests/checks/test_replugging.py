"""Cords that find no outlet: the machines are plugged in at another outlet of the circuit, where that is known to be enough."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit


def outlets(count: float, *nodes: Any, machines: int = 3, type: Any = "pdu") -> Plan:  # noqa: A002 - the node's own word
    line = make_line("ws", quantity=machines, known={"max_power_w": 500.0, "psu_count": 2.0, "inlet": "C14"})
    site = (room(), unit(), circuit(breaker_a=63.0), node("p1", type, "c1", rating_a=32.0, outlet_count=count), *nodes)
    return make_plan(line, site=site, plugged={"ws": "p1"})


SPARE = {"rating_a": 32.0, "outlet_count": 8.0, "form": "iec_c13"}


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        # six cords in five outlets: one machine takes two along, of 5 less a tenth four may be taken
        (outlets(5.0, node("p2", "pdu", "c1", **SPARE)), "Plug 1 × machine ws in at p2: 4 cords are left in p1"),
        (outlets(6.0, node("p2", "pdu", "c1", **SPARE)), "Plug 1 × machine ws in at p2: 4 cords are left in p1"),
        (outlets(5.0, node("p2", "pdu", "c1", **{**SPARE, "outlet_count": 2.0})), ""),  # a tenth of it stays free
        (outlets(5.0, node("p2", "pdu", "c1", **{**SPARE, "form": "iec_c19"})), ""),
        (outlets(5.0, node("p2", "pdu", "", **SPARE)), ""),  # of another circuit, or of none
        (outlets(5.0), ""),
    ],
)
def test_cords_go_to_another_outlet_of_the_circuit(plan: Plan, expected: str) -> None:
    finding = find(assess_one(plan), "PW15", "p1")
    assert finding.outcome in ("error", "warning")
    assert ("" if finding.fix is None else render(finding.fix.label, "en")) == expected
    if expected:
        after = assess_one(fixed(plan, finding))
        assert {outcome(after, "PW15", name) for name in ("p1", "p2")} == {"pass"}
        assert {outcome(after, "PW14", name) for name in ("p1", "p2")} <= {"", "pass"}


def test_a_machine_on_two_feeds_stays() -> None:
    plan = outlets(5.0, node("p2", "pdu", "c1", **SPARE))
    links = tuple(Connection(line="ws", node=name, units=3, share=0.5) for name in ("p1", "p2"))
    one = msgspec.structs.replace(plan.alternatives[0], connections=links)
    plan = msgspec.structs.replace(plan, alternatives=(one,))
    site = tuple(
        node("p1", "pdu", "c1", rating_a=32.0, outlet_count=2.0) if one.id == "p1" else one for one in plan.site
    )
    finding = find(assess_one(msgspec.structs.replace(plan, site=site)), "PW15", "p1")
    assert finding.outcome == "error"
    assert finding.fix is None

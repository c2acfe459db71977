"""Ports of switches that are there already; counts by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.catalog.items import digest
from planner.documents.survey_questions import questions
from planner.exchange.survey import Answer, FilledSheet
from planner.exchange.survey_understood import edit_of, understood
from planner.messages import Labelled, render
from planner.plan.document import Existing, Plan
from tests.checks.factories import (
    assess_one,
    facts,
    find,
    find_all,
    fixed,
    make_item,
    make_line,
    make_link,
    make_plan,
    outcome,
)
from tests.checks.rooms import room, unit
from tests.documents.test_survey import no_item

ROW = make_item("sw48", "network", ports="4x10gbase-x-sfpp;44x1000base-t")
TITLE = Labelled(zh="旧交换机", en="old switch")


def net(nodes: int, known: dict[str, Any], *, linked: bool = True, row: bool = False, **link: Any) -> Plan:
    """Return machines with a cable each to a switch that is there, or to nowhere in particular."""
    there = Existing(id="old", title=TITLE, role="network", facts=facts(**known), item=digest(ROW) if row else "")
    links = (make_link("l1", "srv", "old", nodes, **link),) if linked else ()
    lines = (make_line("srv", quantity=nodes, known={"max_power_w": 500.0}),)
    plan = make_plan(*lines, site=(room(), unit()), links=links, existing=(there,))
    return msgspec.structs.replace(plan, items={**plan.items, digest(ROW): ROW})


@pytest.mark.parametrize(
    ("nodes", "used", "expected"),
    [
        (4, 16.0, "pass"),  # 8 of 24 are free, 2.4 stay
        (6, 16.0, "warning"),  # 2 stay
        (9, 16.0, "error"),
    ],
)
def test_cables_to_a_switch_that_is_there_want_free_ports(nodes: int, used: float, expected: str) -> None:
    plan = net(nodes, {"port_count": 24.0, "ports_used": used})
    finding = find(assess_one(plan), "NW01", "old")
    assert finding.outcome == expected
    assert [figure.value for figure in finding.figures[:2]] == [float(nodes), 8.0]
    if expected != "pass":
        after = assess_one(fixed(plan, finding))
        assert find_all(after, "NW01", "old") == ()
        assert {one.to for one in after.context.alternative.links} == {"switch"}


@pytest.mark.parametrize(
    ("known", "missing"),
    [
        ({"port_count": 24.0}, ("existing/old/ports_used",)),
        ({"ports_used": 3.0}, ("existing/old/port_count",)),
        ({}, ("existing/old/port_count", "existing/old/ports_used")),
    ],
)
@pytest.mark.parametrize("linked", [True, False])
def test_what_nobody_counted_is_asked_for(known: dict[str, Any], missing: tuple[str, ...], linked: bool) -> None:
    finding = find(assess_one(net(3, known, linked=linked)), "NW01", "old")
    assert (finding.outcome, finding.missing) == ("unknown", missing)
    assert finding.remedy is not None
    assert "network centre" in render(finding.remedy, "en")


def test_the_row_of_a_switch_tells_its_ports_and_their_speed() -> None:
    # 44 and 4 ports less 46; 25 Gbit/s it has none
    assert find(assess_one(net(2, {"ports_used": 30.0}, row=True)), "NW01", "old").figures[1].value == 18.0
    assert outcome(assess_one(net(3, {"ports_used": 46.0}, row=True)), "NW01", "old") == "error"
    finding = find(assess_one(net(2, {"ports_used": 0.0}, row=True, nic_gbps=25.0)), "NW01", "old")
    assert (finding.outcome, finding.message.id) == ("error", "NW01.there.kind")


def test_without_links_and_switches_free_ports_of_wall_and_switch_count_together() -> None:
    plan = net(12, {"port_count": 24.0, "ports_used": 14.0}, linked=False)  # 10 for 12
    finding = find(assess_one(plan), "NW01", "plan")
    assert (finding.outcome, finding.figures[1].value) == ("error", 10.0)
    nodes = (room(network_ports=5.0), unit())
    more = msgspec.structs.replace(plan, site=nodes)
    finding = find(assess_one(more), "NW01", "plan")
    assert (finding.outcome, finding.figures[1].value) == ("pass", 15.0)


def test_two_units_have_twice_the_ports() -> None:
    plan = net(20, {"port_count": 24.0, "ports_used": 20.0})
    two = msgspec.structs.replace(plan.existing[0], quantity=2)
    finding = find(assess_one(msgspec.structs.replace(plan, existing=(two,))), "NW01", "old")
    assert (finding.outcome, finding.figures[1].value) == ("pass", 28.0)


def test_the_survey_sheet_asks_for_them_and_is_read_back() -> None:
    plan = net(3, {})
    asked = {one.path for one in questions(assess_one(plan))}
    assert {"existing/old/port_count", "existing/old/ports_used"} <= asked
    answer = Answer(path="existing/old/ports_used", text="16", cell="A1")
    edit = edit_of(understood(plan, FilledSheet(plan="", answers=(answer,)), no_item), "read back")
    assert edit is not None
    assert edit.apply(plan)[0].existing[0].facts["ports_used"].value == 16

"""Checks of the voltage of supplies, their output at it, and the loss of a feed; DGX numbers from NVIDIA's user guides."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from planner.plan.document import Connection
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, one_machine, room, unit


@pytest.mark.parametrize(
    ("range_v", "volts", "expected"),
    [("200-240", 220.0, "pass"), ("200-240", 120.0, "error"), ("100-127", 220.0, "error"), ("unclear", 220.0, "")],
)
def test_voltage_that_the_supply_takes(range_v: str, volts: float, expected: str) -> None:
    item = make_item("box", input_voltage_v=range_v)
    line = make_line("ws", item=item, known={"max_power_w": 500.0})
    plan = make_plan(line, site=(room(), unit(), circuit(volts=volts)), plugged={"ws": "c1"}, items=(item,))
    assert outcome(assess_one(plan), "PW17", "ws") == expected


@pytest.mark.parametrize(
    ("volts", "power_w", "expected"), [(220.0, 1150.0, "pass"), (120.0, 1150.0, "error"), (120.0, 990.0, "pass")]
)
def test_output_by_input_voltage(volts: float, power_w: float, expected: str) -> None:
    # PWS-1K23A-1R: 1,000 W at 100-127 V, 1,200 W at 200-240 V; two of them, one to spare
    told = {"max_power_w": power_w, "psu_count": 2.0, "psu_redundancy": "1+1", "psu_curve": "100-127:1000;200-240:1200"}
    line = make_line("ws", known=told)
    plan = make_plan(line, site=(room(), unit(), circuit(volts=volts)), plugged={"ws": "c1"})
    assert outcome(assess_one(plan), "PW18", "ws") == expected


def test_number_of_supplies_is_asked_for() -> None:
    line = make_line("ws", known={"max_power_w": 500.0, "psu_curve": "200-240:1200"})
    plan = make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"})
    assert find(assess_one(plan), "PW18", "ws").missing == ("A/ws/psu_count",)


def two_feeds(psus: int, psu_w: float, power_w: float, shares: dict[str, float], scheme: str = "", **told: Any) -> Any:
    """A machine on feeds that are panels of their own."""
    names = [*shares]
    site: list[Any] = [room(), unit()]
    for name in names:
        site += [
            node(f"p{name}", "panel", "room", feed=name),
            node(f"c{name}", "circuit", f"p{name}", volts=220.0, breaker_a=63.0, shared=False),
        ]
    known = {"max_power_w": power_w, "psu_count": float(psus), "psu_w": psu_w, "psu_redundancy": scheme, **told}
    line = make_line("srv", known=known)
    links = tuple(Connection(line="srv", node=f"c{name}", share=share) for name, share in shares.items())
    return make_plan(line, site=tuple(site), connections=links)


@pytest.mark.parametrize(
    ("psus", "psu_w", "power_w", "shares", "expected"),
    [
        (6, 3300.0, 10200.0, {"A": 0.5, "B": 0.5}, "warning"),  # H100 3+3: 9.9 kW of 10.2
        (6, 3300.0, 10200.0, {"A": 1 / 3, "B": 1 / 3, "C": 1 / 3}, "pass"),  # 2+2+2: 13.2 kW
        (6, 3300.0, 14300.0, {"A": 1 / 3, "B": 1 / 3, "C": 1 / 3}, "warning"),  # B200 bears one supply only
        (12, 3200.0, 14500.0, {"A": 0.5, "B": 0.5}, "pass"),  # B300 6+6: 19.2 kW
        (2, 800.0, 1200.0, {"A": 0.5, "B": 0.5}, "warning"),
        (2, 1300.0, 1200.0, {"A": 0.5, "B": 0.5}, "pass"),
    ],
)
def test_loss_of_a_feed(psus: int, psu_w: float, power_w: float, shares: dict[str, float], expected: str) -> None:
    assert outcome(assess_one(two_feeds(psus, psu_w, power_w, shares)), "PW20", "srv") == expected


def test_promised_halves_make_it_an_error_and_amounts_stand_in_the_remedy() -> None:
    finding = find(assess_one(two_feeds(6, 3300.0, 10200.0, {"A": 0.5, "B": 0.5}, "3+3")), "PW20", "srv")
    assert finding.outcome == "error"
    assert render(finding.message, "en") == (
        "When any of A, B is lost machine srv has 9.9 kW left for 10.2 kW: it stops."
    )
    assert finding.remedy is not None
    # two of six may be lost (13.2 kW), so three feeds; 10,200 - 9,900 = 300 W
    assert render(finding.remedy, "en") == (
        "Spread its cords over 3 feeds with no more than 2 supplies on each, or cap each machine by 300 W."
    )


def test_cap_of_the_cards_keeps_it_running() -> None:
    plan = two_feeds(2, 2200.0, 2500.0, {"A": 0.5, "B": 0.5})
    line = make_line("srv", card=CARD, cards=4, known={"max_power_w": 2500.0, "psu_count": 2.0, "psu_w": 2200.0})
    plan = make_plan(line, site=plan.site, connections=plan.alternatives[0].connections, items=(CARD,))
    finding = find(assess_one(plan), "PW20", "srv")
    assert outcome(assess_one(fixed(plan, finding)), "PW20", "srv") == "pass"  # 4 x 300 W: 1,848 W of 2,200


def test_both_cords_on_one_feed_are_a_note_and_unknown_supplies_a_question() -> None:
    line = make_line("srv", known={"max_power_w": 1000.0})
    site = (room(), unit(), circuit(), circuit("c2"))
    links = tuple(Connection(line="srv", node=name, share=0.5) for name in ("c1", "c2"))
    one = make_plan(line, site=site, connections=links)
    # without a panel each circuit is where a supply begins
    assert find(assess_one(one), "PW20", "srv").missing == ("A/srv/psu_count", "A/srv/psu_w")
    panel = node("p", "panel", "room")
    both = tuple(node(name, "circuit", "p", volts=220.0, breaker_a=16.0, shared=False) for name in ("c1", "c2"))
    assert (
        outcome(assess_one(make_plan(line, site=(room(), unit(), panel, *both), connections=links)), "PW20", "srv")
        == "note"
    )
    assert find_all(assess_one(one_machine(500)), "PW20") == ()

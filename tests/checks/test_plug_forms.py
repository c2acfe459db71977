"""Checks of plugs, outlets and cords, of a machine's supply, and of what feeds the panel."""

from __future__ import annotations

from typing import Any

import pytest

from planner.messages import render
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, room, unit


def at_socket(power_w: float, told: dict[str, Any], **socket: Any) -> Any:
    line = make_line("ws", known={"max_power_w": power_w, **told})
    return make_plan(line, site=(room(), unit(), circuit(), node("s1", "socket", "c1", **socket)), plugged={"ws": "s1"})


@pytest.mark.parametrize(
    ("inlet", "form", "expected"),
    [
        ("C20", "gb1002_10a", "error"),
        ("C20", "gb1002_16a", ""),
        ("C14", "gb1002_10a", ""),
        ("C14", "gb1002_16a", "error"),  # a 10 A plug does not go into a 16 A socket
        ("c19", "iec_c13", "error"),  # told by the cord's end
        ("", "gb1002_10a", ""),
    ],
)
def test_plug_and_outlet(inlet: str, form: str, expected: str) -> None:
    told = {"inlet": inlet} if inlet else {}
    assert outcome(assess_one(at_socket(500.0, told, form=form)), "PW14", "s1") == expected


def test_form_and_rating_that_disagree_are_told_and_the_smaller_counts() -> None:
    # 2,500 W / 215.6 V = 11.6 A: more than a 10 A socket, whatever rating was typed beside its form
    line = make_line("ws", card=CARD, cards=4, known={"max_power_w": 2500.0})
    for form, rating_a in (("gb1002_10a", 16.0), ("gb1002_16a", 10.0)):
        site = (room(), unit(), circuit(), node("s1", "socket", "c1", form=form, rating_a=rating_a))
        plan = make_plan(line, site=site, plugged={"ws": "s1"}, items=(CARD,))
        assessment = assess_one(plan)
        assert outcome(assessment, "PW30", "s1") == "error"
        assert find(assessment, "PW30", "s1").figures[2].value == 10.0
        told = find(assessment, "PW14", "s1")
        assert told.outcome == "warning"
        after = fixed(plan, told)
        assert after.site[3].values["rating_a"].value == float(form[7:9])
        assert outcome(assess_one(after), "PW14", "s1") == ""
        assert outcome(assess_one(after), "PW30", "s1") == ("error" if form == "gb1002_10a" else "")


def test_outlets_of_a_pdu_may_be_smaller_than_its_inlet() -> None:
    line = make_line("ws", known={"max_power_w": 500.0})
    pdu = node("d1", "pdu", "c1", rating_a=32.0, socket_form="iec_c13")
    plan = make_plan(line, site=(room(), unit(), circuit(), pdu), plugged={"ws": "d1"})
    assert outcome(assess_one(plan), "PW14", "d1") == ""
    four = node("s1", "socket", "c1", rating_a=32.0, form="iec_c19", outlet_count=4.0)
    plan = make_plan(line, site=(room(), unit(), circuit(), four), plugged={"ws": "s1"})
    assert outcome(assess_one(plan), "PW14", "s1") == ""
    assert find(assess_one(plan), "PW03", "s1").figures[1].value == 32.0


@pytest.mark.parametrize(("outlets", "expected"), [(1.0, "error"), (2.0, "pass")])
def test_outlets_for_every_cord(outlets: float, expected: str) -> None:
    assert outcome(assess_one(at_socket(500.0, {"psu_count": 2.0}, outlet_count=outlets)), "PW15", "s1") == expected


def test_pdu_keeps_a_tenth_free() -> None:
    def pdu(machines: int) -> str:
        line = make_line("ws", quantity=machines, known={"max_power_w": 100.0})
        site = (room(), unit(), circuit(), node("d1", "pdu", "c1", rating_a=16.0, outlet_count=10.0))
        return outcome(assess_one(make_plan(line, site=site, plugged={"ws": "d1"})), "PW15", "d1")

    assert pdu(9) == "pass"
    assert pdu(10) == "warning"
    assert pdu(11) == "error"


@pytest.mark.parametrize(
    ("power_w", "told", "expected"),
    [
        (2156.0, {"inlet": "C14"}, "pass"),  # 10.0 A
        (2160.0, {"inlet": "C14"}, "error"),
        (2160.0, {"inlet": "C14", "psu_count": 2.0}, "pass"),  # 5 A each
        (3400.0, {"inlet": "C20"}, "pass"),  # 15.8 A
        (3460.0, {"inlet": "C20"}, "error"),
    ],
)
def test_current_of_a_cord(power_w: float, told: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(at_socket(power_w, told)), "PW16", "ws") == expected


def workstation(power_w: float, psu_w: float, **told: Any) -> Any:
    line = make_line("ws", card=CARD, cards=2, known={"max_power_w": power_w, "psu_count": 1.0, "psu_w": psu_w, **told})
    return make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"}, items=(CARD,))


def test_supply_runs_below_eighty_per_cent() -> None:
    # 1,413 W x 0.92 = 1,300 W: 81.2 % of 1,600 W; 2 x 150 W less at the cards: 1,000 W
    plan = workstation(1413.0, 1600.0)
    finding = find(assess_one(plan), "PW21", "ws")
    assert finding.outcome == "warning"
    assert finding.figures[0].require() == pytest.approx(81.25, abs=0.01)
    assert finding.remedy is not None
    assert "supplies of 1,625 W" in render(finding.remedy, "en")
    assert outcome(assess_one(fixed(plan, finding)), "PW21", "ws") == "pass"
    assert outcome(assess_one(workstation(1391.0, 1600.0)), "PW21", "ws") == "pass"  # 79.98 %
    assert outcome(assess_one(workstation(1392.0, 1600.0)), "PW21", "ws") == "pass"  # 80.04 % are shown as 80 %
    assert outcome(assess_one(workstation(1399.0, 1600.0)), "PW21", "ws") == "warning"  # 80.4 %
    assert find_all(assess_one(at_socket(1000.0, {})), "PW21") == ()


@pytest.mark.parametrize(
    ("psu_w", "told", "expected"),
    [
        (1600.0, {}, "pass"),  # 1,300 + 900 = 2,200 W of 1.45 x 1,600 = 2,320 W
        (1300.0, {}, "unknown"),  # 1,885 W without, 2,340 W with 12VHPWR
        (1300.0, {"atx3": True}, "pass"),
        (1300.0, {"atx3": False}, "warning"),
        (1200.0, {}, "warning"),  # 2,160 W even with it
        (1200.0, {"card_power_cap_w": 300.0}, "pass"),  # 1,000 + 600 = 1,600 of 1,740 W
    ],
)
def test_peaks_of_the_cards(psu_w: float, told: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(workstation(1413.0, psu_w, **told)), "PW22", "ws") == expected


@pytest.mark.parametrize(("cables", "expected"), [(1.0, "error"), (2.0, "pass")])
def test_cables_to_the_cards(cables: float, expected: str) -> None:
    assert outcome(assess_one(workstation(1413.0, 1600.0, gpu_cables=cables)), "PW23", "ws") == expected


def below(power_w: float, ac: dict[str, Any] | None = None, **panel: Any) -> Any:
    line = make_line("srv", known={"max_power_w": power_w})
    site = (
        room(),
        unit(total_kw=40.0, **(ac or {})),
        node("p", "panel", "room", volts=220.0, volts_kind="L-N", **panel),
        node("c1", "circuit", "p", breaker_a=63.0, shared=False),
    )
    return make_plan(line, site=site, plugged={"srv": "c1"})


@pytest.mark.parametrize(
    ("power_w", "panel", "expected"),
    [
        (9800.0, {"supply_kva": 10.0}, "pass"),  # 9,800 / 0.98 = 10 kVA
        (9900.0, {"supply_kva": 10.0}, "warning"),
        (9900.0, {}, ""),  # up to 10 kW nobody asks
        (10100.0, {}, "unknown"),
    ],
)
def test_share_of_the_transformer(power_w: float, panel: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(below(power_w, **panel)), "PW27", "p") == expected


@pytest.mark.parametrize(
    ("generator_kw", "ac", "expected"),
    [
        (15.0, {"power_in_kw": 2.0}, "pass"),  # (10 + 2) / 0.8 = 15 kW
        (14.9, {"power_in_kw": 2.0}, "warning"),
        (15.0, {}, "unknown"),
        (12.0, {}, "warning"),  # 12.5 kW without cooling already
    ],
)
def test_generator(generator_kw: float, ac: dict[str, Any], expected: str) -> None:
    assert outcome(assess_one(below(10000.0, ac, generator_kw=generator_kw)), "PW32", "p") == expected


def test_power_factor_ledger_extinguisher_and_a_year_of_power() -> None:
    assert outcome(assess_one(at_socket(500.0, {})), "PW28", "plan") == ""
    line = make_line("ws", known={"max_power_w": 1000.0, "idle_power_w": 1000.0})
    plan = make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"}, known={"power_factor": 0.8})
    assert outcome(assess_one(plan), "PW28", "plan") == "note"
    assert outcome(assess_one(fixed(plan, find(assess_one(plan), "LS04"))), "LS04", "plan") == "pass"
    assert outcome(assess_one(fixed(plan, find(assess_one(plan), "LS05"))), "LS05", "room") == "pass"
    none = make_plan(line, site=(room(extinguisher=False), unit(), circuit()), plugged={"ws": "c1"})
    assert outcome(assess_one(none), "LS05", "room") == "warning"
    # 1 kW x 8,760 h x 1.6 = 14,016 kWh; at 0.55 yuan 7,708.80 yuan
    assert outcome(assess_one(plan), "BU04", "plan") == "note"
    paid = make_plan(line, site=(room(), unit(), circuit()), plugged={"ws": "c1"}, known={"electricity_price": 0.55})
    finding = find(assess_one(paid), "BU04", "plan")
    assert [one.require() for one in finding.figures[:2]] == pytest.approx([7708.8, 14016.0])

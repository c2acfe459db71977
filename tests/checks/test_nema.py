"""North American receptacles: ratings, plugs, voltages, 80 % of a receptacle, cords by UL. Hand calculation at 120 and 208 V."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.catalog.attributes import attribute
from planner.catalog.choices import choice_words, chosen
from planner.checks.inlets import FITS
from planner.checks.ratings import form_volts
from planner.limits import limit
from planner.plan.document import Plan
from planner.tables import rows
from planner.wiring.room import wanted
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import room, unit


def _plan(
    form: str, power_w: float, volts: float = 120.0, profile: str = "NEC", breaker_a: float = 20.0, **line: Any
) -> Plan:
    """Return a machine at a receptacle on a circuit that nobody shares, power factor 1."""
    kind = "L-N" if volts < 200 else "L-L"
    circuit = node("c1", "circuit", "room", volts=volts, volts_kind=kind, phases=1.0, breaker_a=breaker_a, shared=False)
    site = (room(), unit(), circuit, node("s1", "socket", "c1", form=form))
    plan = make_plan(
        make_line("ws", known={"max_power_w": power_w, **line}),
        site=site,
        plugged={"ws": "s1"},
        known={"power_factor": 1.0},
    )
    return msgspec.structs.replace(plan, organisation=msgspec.structs.replace(plan.organisation, profile=profile))


def test_every_form_has_words_a_rating_with_a_source_and_a_row() -> None:
    told = {row["form"] for row in rows("facility/socket_forms.csv")}
    for key, kind in (("form", "site.socket"), ("socket_form", "site.pdu")):
        forms = attribute(key, kind).choices
        assert set(forms) == told
        for form in forms:
            assert choice_words(key, form) is not None
            assert limit(f"socket.{form}").source
    assert (limit("socket.nema_5_15").value, limit("socket.nema_l6_30").value, limit("socket.cs8365").value) == (
        15,
        30,
        50,
    )
    assert (form_volts("nema_5_20"), form_volts("nema_l6_20"), form_volts("gb1002_10a")) == (125, 250, 0)


@pytest.mark.parametrize(
    ("typed", "form"),
    [("NEMA 5-15R", "nema_5_15"), ("L6-30", "nema_l6_30"), ("L21-30R", "nema_l21_30"), ("6-20", "nema_6_20")],
)
def test_they_are_read_as_they_are_printed(typed: str, form: str) -> None:
    assert chosen("form", attribute("form", "site.socket").choices, typed) == form


def test_plugs_of_usual_cords() -> None:
    assert "nema_5_15" in FITS["C14"]
    assert "nema_5_15" not in FITS["C20"]
    assert {"nema_5_20", "nema_6_20", "nema_l6_20"} <= set(FITS["C20"])
    assert not {"nema_l6_30", "nema_l21_30"} & {*FITS["C14"], *FITS["C20"]}  # for PDU, not for machines


@pytest.mark.parametrize(
    ("power_w", "profile", "expected"),
    [
        (1440.0, "NEC", "pass"),  # 12 A on a receptacle of 15 A
        (1500.0, "NEC", "error"),  # 12.5 A
        (1500.0, "IEC", "pass"),  # its rating, where the NEC does not hold
        (1900.0, "IEC", "error"),  # 15.8 A
    ],
)
def test_a_receptacle_supplies_eighty_percent_by_the_nec(power_w: float, profile: str, expected: str) -> None:
    assert outcome(assess_one(_plan("nema_5_15", power_w, profile=profile)), "PW03", "s1") == expected


@pytest.mark.parametrize(
    ("form", "volts", "expected"),
    [
        ("nema_5_20", 120.0, ""),
        ("nema_5_20", 208.0, "error"),
        ("nema_6_20", 208.0, ""),
        ("nema_6_20", 240.0, ""),
        ("nema_6_20", 120.0, "error"),
        ("nema_l6_30", 277.0, "error"),
        ("gb1002_10a", 220.0, ""),
    ],
)
def test_a_form_has_its_voltage(form: str, volts: float, expected: str) -> None:
    found = [
        one for one in find_all(assess_one(_plan(form, 500.0, volts)), "PW14", "s1") if one.message.id == "PW14.volts"
    ]
    assert [one.outcome for one in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("inlet", "form", "expected"), [("C14", "nema_5_15", ""), ("C20", "nema_5_15", "error"), ("C20", "nema_l6_20", "")]
)
def test_the_plug_of_the_usual_cord_decides(inlet: str, form: str, expected: str) -> None:
    volts = 120.0 if "5_" in form else 208.0
    found = [
        one
        for one in find_all(assess_one(_plan(form, 500.0, volts, inlet=inlet)), "PW14", "s1")
        if one.message.id == "PW14.wrong"
    ]
    assert [one.outcome for one in found] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("profile", "power_w", "expected"),
    [("NEC", 1700.0, "pass"), ("NEC", 1900.0, "error"), ("IEC", 1700.0, "error"), ("IEC", 1150.0, "pass")],
)
def test_a_small_cord_carries_fifteen_amperes_by_ul_and_ten_by_iec(profile: str, power_w: float, expected: str) -> None:
    # 14.2, 15.8, 14.2 and 9.6 A at 120 V
    assert outcome(assess_one(_plan("nema_5_20", power_w, profile=profile, inlet="C14")), "PW16", "ws") == expected


def test_the_step_lays_a_circuit_of_the_country() -> None:
    # two machines of 1,500 W are 25 A on 20 A; one of them, 12.5 A, gets 20 A with a 5-20 receptacle
    plan = _plan("nema_5_20", 1500.0)
    line = msgspec.structs.replace(plan.alternatives[0].lines[0], quantity=2)
    links = (msgspec.structs.replace(plan.alternatives[0].connections[0], node="c1", units=2),)
    site = tuple(one for one in plan.site if one.id != "s1")
    one = msgspec.structs.replace(plan.alternatives[0], lines=(line,), connections=links)
    plan = msgspec.structs.replace(plan, alternatives=(one,), site=site)
    after = fixed(plan, find(assess_one(plan), "PW01", "c1"))
    laid = [one for one in after.site if one.id not in {old.id for old in site}]
    assert [one.values["breaker_a"].value for one in laid if one.type == "circuit"] == [20.0]
    assert [one.values["form"].value for one in laid if one.type == "socket"] == ["nema_5_20"]


def test_the_wiring_planner_keeps_eighty_percent_too() -> None:
    for power_w, fits in ((1440.0, True), (1500.0, False)):
        plan = _plan("nema_5_15", power_w)
        assessment = assess_one(plan)
        problem = wanted(plan, assessment.context.alternative, assessment.context.lines).problem
        assert ([one.rating_a for one in problem.outlets], fits) == ([12.0], power_w / 120 <= 12)


@pytest.mark.parametrize(("profile", "mine", "other"), [("NEC", "NEMA L6-30", "16 A"), ("GB", "GB/T 1002", "NEMA")])
def test_a_survey_sheet_offers_the_forms_of_the_country_and_fits_a_drop_down(
    profile: str, mine: str, other: str
) -> None:
    from planner.documents.model import Choice
    from planner.documents.survey import _answer

    for key in ("form", "socket_form"):
        kind = "site.socket" if key == "form" else "site.pdu"
        for language in ("zh", "en"):
            cell = _answer(attribute(key, kind), language, profile)  # type: ignore[arg-type]
            assert isinstance(cell, Choice)
            said = ",".join(cell.options)
            assert mine in said
            assert other not in said
            assert len(said) <= 255
            assert not any("," in one for one in cell.options)


def test_no_choice_of_the_site_breaks_a_drop_down() -> None:
    from planner.catalog.attributes import all_attributes
    from planner.documents.model import Choice
    from planner.documents.survey import _answer

    for one in all_attributes():
        if one.choices and any(kind.startswith("site.") for kind in one.kinds):
            for language in ("zh", "en"):
                cell = _answer(one, language, "GB")  # type: ignore[arg-type]
                assert isinstance(cell, Choice)
                assert len(",".join(cell.options)) <= 255, one.key
                assert not any("," in word for word in cell.options), one.key

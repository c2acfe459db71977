"""The power-off card tells of machines that are live from a second supply or from a UPS."""

from __future__ import annotations

import datetime as dt

from planner.assess.run import Assessment
from planner.documents.model import Note, Section, Table, Text
from planner.documents.site.card import build_emergency_card
from planner.plan.document import Connection
from tests.checks.factories import assess_one, make_line, make_plan, node
from tests.checks.rooms import circuit, one_machine, room, unit
from tests.checks.test_single_phase_cords import on_two_feeds


def card(assessment: Assessment) -> tuple[list[str], list[str]]:
    document = build_emergency_card(assessment, (), "zh", dt.date(2026, 12, 1), "1")
    blocks = [block for one in document.blocks if isinstance(one, Section) for block in one.blocks]
    table = next(one for one in blocks if isinstance(one, Table))
    hangs = [cell.text for row in table.rows for cell in row.cells[3:] if isinstance(cell, Text)]  # type: ignore[union-attr]
    return [one.text for one in blocks if isinstance(one, Note)], hangs


def test_a_machine_of_two_feeds_names_both_breakers() -> None:
    notes, hangs = card(assess_one(on_two_feeds(6000.0, 2, "1+1")))
    (note,) = notes
    assert "ca（pa）" in note
    assert "cb（pb）" in note
    assert sum("另有电源" in one for one in hangs) == 2


def test_a_machine_of_one_cord_has_no_such_note() -> None:
    assert card(assess_one(one_machine(2500.0))) == ([], ["设备 ws × 1"])


def test_a_ups_goes_on_feeding() -> None:
    site = (room(), unit(), circuit(), node("u1", "ups", "c1", rated_va=3000.0, rated_w=2700.0), circuit("c2"))
    line = make_line("ws", known={"max_power_w": 1500.0, "psu_count": 2, "psu_redundancy": "1+1"})
    links = tuple(Connection(line="ws", node=one, share=0.5) for one in ("u1", "c2"))
    notes, _hangs = card(assess_one(make_plan(line, site=site, connections=links)))
    assert any("u1（输出开关）" in one and "c2" in one and "c1" in one for one in notes)
    assert any("仍由电池供电" in one and "设备 ws" in one for one in notes)

"""Network cables in the place Site: added at a machine, typed, led elsewhere, found again by their finding; as a person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from desktop_app.services.cabling import VALUES
from desktop_app.services.findings import finding_list
from desktop_app.services.site_list import site_rows
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.sub_tabs import SubTabs
from planner.plan.document import Link
from planner.plan.edits import AddPart, Batch

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow

SWITCH = {
    "id": "sw",
    "title": {"zh": "交换机", "en": "Switch"},
    "role": "network",
    "facts": {
        name: {"value": value, "quality": "entered"}
        for name, value in (("port_count", 24.0), ("port_gbps", 10.0), ("nic_form", "sfp"))
    },
}


@pytest.fixture
def cabled(window: MainWindow) -> MainWindow:
    """Return a window with a switch in the build and the form of the workstation in sight."""
    assert window.bench.do(AddPart(path="alternatives/A/lines", value=SWITCH))
    window.show_place("site")
    window.bench.go("site", "ws")
    return window


def links(window: MainWindow) -> tuple[Link, ...]:
    return window.bench.alternative.links


def press(qtbot: QtBot, window: MainWindow, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button is not None
    qtbot.waitUntil(button.isVisible)
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def box(qtbot: QtBot, window: MainWindow, name: str) -> ChoiceBox:
    found = window.findChildren(ChoiceBox, name)
    assert found
    qtbot.waitUntil(found[-1].isVisible)  # the newest: one that was replaced goes with the next turn
    return found[-1]


def type_into(qtbot: QtBot, window: MainWindow, path: str, text: str) -> None:
    field = window.findChild(QLineEdit, f"field-{path}")
    assert field is not None
    qtbot.waitUntil(field.isVisible)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_cables_are_added_typed_and_taken_away(qtbot: QtBot, cabled: MainWindow) -> None:
    press(qtbot, cabled, "link-add")
    assert [(link.line, link.to, link.cables) for link in links(cabled)] == [("ws", "sw", 1)]
    at = "alternatives/A/links/link-1"
    type_into(qtbot, cabled, f"{at}/cables", "2")
    type_into(qtbot, cabled, f"{at}/values/nic_gbps", "10G")
    type_into(qtbot, cabled, f"{at}/values/cable_m", "800 cm")
    for name, key in (("nic_form", "sfp"), ("cable_kind", "dac")):
        box(qtbot, cabled, f"field-{at}/values/{name}").chosen.emit(key)
    (link,) = links(cabled)
    told = {name: fact.value for name, fact in link.values.items()}
    assert (link.cables, told) == (2, {"nic_gbps": 10.0, "cable_m": 8.0, "nic_form": "sfp", "cable_kind": "dac"})
    # a passive cable of 10 Gbit/s reaches 7 m: one step plans an active optical one
    finding = next(one for one in cabled.bench.assessment.findings if one.check == "NW02")
    assert (finding.outcome, finding.subject) == ("error", "link-1")
    assert finding.fix is not None
    assert cabled.bench.do(finding.fix.edit)
    assert box(qtbot, cabled, f"field-{at}/values/cable_kind").key == "aoc"
    press(qtbot, cabled, "link-remove-0")
    assert links(cabled) == ()
    cabled.bench.undo()
    assert box(qtbot, cabled, "link-to-0").key == "sw"


def test_cables_are_led_to_the_wall_and_back(qtbot: QtBot, cabled: MainWindow) -> None:
    press(qtbot, cabled, "link-add")
    ends = box(qtbot, cabled, "link-to-0")
    assert [ends.itemText(row) for row in range(ends.count())] == ["not said", "Switch", "network ports of Room"]
    ends.chosen.emit("room")
    assert links(cabled)[0].to == "room"
    cabled.bench.undo()
    assert box(qtbot, cabled, "link-to-0").key == "sw"


def test_what_is_told_stands_behind_more(qtbot: QtBot, cabled: MainWindow) -> None:
    press(qtbot, cabled, "link-add")
    form = cabled.findChild(QLineEdit, "field-alternatives/A/links/link-1/values/cable_m")
    assert form is not None
    qtbot.waitUntil(form.isVisible)  # opened for what was just added
    press(qtbot, cabled, "link-more-0")
    assert not form.isVisible()
    cabled.bench.go("site", "link-1")
    for name in VALUES:
        shown = cabled.findChildren(QWidget, f"field-alternatives/A/links/link-1/values/{name}")
        qtbot.waitUntil(shown[-1].isVisible)


def test_a_finding_leads_to_its_cables_and_the_list_names_them(qtbot: QtBot, cabled: MainWindow) -> None:
    press(qtbot, cabled, "link-add")
    bench = cabled.bench
    row = next(one for one in finding_list(bench.assessment, "en").rows["unknown"] if one.check == "NW02")
    assert (row.place, row.subject) == ("site", "link-1")
    listed = next(one for one in site_rows(bench.assessment, "zh") if one.id == "link-1")
    assert (listed.kind, listed.load, listed.worst) == ("网络连线", "1", "unknown")
    cabled.stack.place._tabs.show_key("room")  # type: ignore[attr-defined]
    cabled.stack.place._show_tab("room")  # type: ignore[attr-defined]
    table = cabled.findChild(RecordTable, "site-list")
    assert table is not None
    table.go_to(table.model().row_of("circuit-1"), 0)  # type: ignore[attr-defined]
    assert cabled.findChild(ChoiceBox, "link-to-0") is None or not box_is_seen(cabled)
    table.go_to(table.model().row_of("link-1"), 0)  # type: ignore[attr-defined]
    assert box(qtbot, cabled, "link-to-0").key == "sw"


def box_is_seen(window: MainWindow) -> bool:
    found = window.findChild(ChoiceBox, "link-to-0")
    return found is not None and found.isVisible()


def test_a_switch_leads_up_to_another_one(qtbot: QtBot, cabled: MainWindow) -> None:
    top = {**SWITCH, "id": "top", "title": {"zh": "核心交换机", "en": "Core"}}
    assert cabled.bench.do(Batch(edits=(AddPart(path="alternatives/A/lines", value=top),)))
    cabled.bench.go("site", "sw")
    press(qtbot, cabled, "link-add")
    assert [(link.line, link.to) for link in links(cabled)] == [("sw", "top")]


def test_what_a_circuit_has_left_stands_in_the_list(cabled: MainWindow) -> None:
    # circuit 1: 16 A x 0.8 = 12.8 A usable; the workstation and others' share are above that: nothing is left
    rows = {row.id: row for row in site_rows(cabled.bench.assessment, "en")}
    figure = rows["circuit-1"].left_figure
    assert figure is not None
    load = cabled.bench.assessment.context.site.loads["circuit-1"]
    expected = (12.8 - load.total_a.require()) * 220 * 0.98
    assert figure.value == pytest.approx(expected)
    left = rows["circuit-2"].left_figure
    assert left is not None
    assert left.missing == ("site/circuit-2/other_load_a",)  # others' share is not known: that is no dash


def test_ports_and_storage_are_typed_where_their_checks_ask(qtbot: QtBot, cabled: MainWindow) -> None:
    """A NAS of the template: 20 TB of data become 43.9 in three years; 80 % of 40 TB are 32."""
    bench = cabled.bench
    nas = next(line.id for line in bench.alternative.lines if line.role == "storage")
    bench.go("site", nas)
    press(qtbot, cabled, "facts-0")
    type_into(qtbot, cabled, f"alternatives/A/lines/{nas}/facts/usable_tb", "40")
    type_into(qtbot, cabled, f"alternatives/A/lines/{nas}/facts/network_gbps", "1")
    press(qtbot, cabled, "facts-1")
    type_into(qtbot, cabled, "facts/data_tb", "20 TB")
    type_into(qtbot, cabled, "facts/changed_tb", "4")
    found = {one.check: one for one in bench.assessment.findings if one.check in ("ST03", "ST07")}
    assert {name: one.outcome for name, one in found.items()} == {"ST03": "warning", "ST07": "warning"}
    fix = found["ST03"].fix
    assert fix is not None
    assert bench.do(fix.edit)
    assert next(line.quantity for line in bench.alternative.lines if line.id == nas) == 2
    bench.go("site", "sw")
    press(qtbot, cabled, "facts-0")
    type_into(qtbot, cabled, "alternatives/A/lines/sw/facts/port_count", "48")
    assert next(line for line in bench.alternative.lines if line.id == "sw").facts["port_count"].value == 48.0


@pytest.mark.parametrize("tab", ["racks", "loads"])
def test_a_finding_opens_its_cables_from_any_picture(qtbot: QtBot, cabled: MainWindow, tab: str) -> None:
    bench = cabled.bench
    assert bench.do(AddPart(path="site", value={"id": "rack-1", "type": "rack", "parent": "room"}))
    press(qtbot, cabled, "link-add")
    tabs = cabled.findChild(SubTabs, "site-tabs")
    assert tabs is not None
    tabs.setCurrentIndex([tabs.tabData(at) for at in range(tabs.count())].index(tab))
    bench.go("site", "link-1")
    assert tabs.key == "wiring"
    assert box(qtbot, cabled, "link-to-0").key == "sw"

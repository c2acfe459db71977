"""The papers about the room: what they ask for, by hand-worked numbers, and that they say unknown what is unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from planner.assess.run import Assessment
from planner.documents.model import (
    Document,
    Input,
    KeyValues,
    Note,
    Number,
    Paragraph,
    Picture,
    Row,
    Section,
    Signature,
    Table,
)
from planner.documents.site.card import build_emergency_card
from planner.documents.site.contact import build_contact_sheet
from planner.documents.site.new_circuits import all_asked, loads_asked
from planner.documents.site.power import build_power_application
from planner.documents.survey_questions import questions
from planner.documents.texts import texts
from planner.messages import render as render_text
from planner.plan.document import Plan
from planner.plan.edits import AddPart, Batch, RemovePart, SetValue
from planner.render import render
from tests.checks.factories import assess_one, make_line, make_link, make_plan, node
from tests.checks.rooms import circuit, room, unit
from tests.sample_plans import TODAY, assessed, sample

BUILDERS = {"contact": build_contact_sheet, "power": build_power_application, "card": build_emergency_card}
LANGUAGES = ("zh", "en")


def edited(plan: Plan, *edits: Any) -> Assessment:
    """Return the assessment of a plan after edits."""
    return assessed(Batch(edits=edits).apply(plan)[0])


def built(kind: str, assessment: Assessment, language: str = "zh") -> Document:
    """Return one of the papers."""
    return BUILDERS[kind](assessment, (), language, TODAY, "V0.1")  # type: ignore[arg-type]


def blocks(paper: Document, kind: type) -> Iterator[Any]:
    """Yield the blocks of a kind, those in sections too."""
    stack = list(reversed(paper.blocks))
    while stack:
        one = stack.pop()
        if isinstance(one, Section):
            stack.extend(reversed(one.blocks))
        if isinstance(one, kind):
            yield one


def table(paper: Document, key: str) -> Table:
    """Return the table that has a column of this key."""
    return next(one for one in blocks(paper, Table) if any(column.key == key for column in one.columns))


def cells(paper: Document, key: str) -> list[tuple[Any, ...]]:
    """Return the plain values of the rows of a table."""
    rows = (row for row in table(paper, key).rows if isinstance(row, Row))
    return [tuple(getattr(cell, "text", getattr(cell, "value", None)) for cell in row.cells) for row in rows]


# Current of one: W / (220 V * 0.98). Breaker: smallest rating of 16 A or more of which 80 % carries one machine.
# Machines on a circuit: floor(0.8 * breaker / current). Circuits: machines / that, rounded up.
@pytest.mark.parametrize(
    ("power_w", "quantity", "current_a", "breaker_a", "on_circuit", "circuits"),
    [
        (2500, 1, 11.595, 16, 1, 1),
        (1300, 5, 6.030, 16, 2, 3),
        (3000, 2, 13.915, 20, 1, 2),
        # 27.8 A of one phase want more than 32 A: three phases of 380 V, its two cords on two of the lines (x 1.5)
        (6000, 1, 13.953, 20, 1, 1),
        (40000, 1, 93.021, 125, 1, 1),
        (70000, 1, 162.787, None, None, None),  # 203 A: above every customary breaker
    ],
)
def test_machines_that_are_plugged_in_nowhere_get_circuits(
    power_w: int, quantity: int, current_a: float, breaker_a: int | None, on_circuit: int | None, circuits: int | None
) -> None:
    plan = sample("lab-a")
    line = plan.alternatives[0].lines[0].id
    loose = [
        RemovePart(path=f"alternatives/A/connections/{at}")
        for at in reversed(range(len(plan.alternatives[0].connections)))
    ]
    told = (
        SetValue(path=f"A/{line}/facts/max_power_w", value={"value": power_w}),
        SetValue(path=f"A/{line}/quantity", value=quantity),
    )
    asked = {one.line.line.id: one for one in loads_asked(edited(plan, *told, *loose))}[line]
    assert asked.machines == quantity
    assert asked.unit_a.require() == pytest.approx(current_a, abs=0.001)
    found = [None if one is None else one.value for one in (asked.breaker_a, asked.on_circuit, asked.circuits)]
    assert found == [breaker_a, on_circuit, circuits]


def test_a_small_machine_goes_into_any_socket() -> None:
    plan = sample("lab-a")
    line = plan.alternatives[0].lines[0].id
    loose = [
        RemovePart(path=f"alternatives/A/connections/{at}")
        for at in reversed(range(len(plan.alternatives[0].connections)))
    ]
    small = SetValue(path=f"A/{line}/facts/max_power_w", value={"value": 1200})  # what a strip may carry
    assert loads_asked(edited(plan, small, *loose)) == ()


def test_the_largest_machine_leaves_a_crowded_circuit_and_the_rest_may_stay() -> None:
    # 2.5 kW and 150 W behind one 16 A breaker with 3 A of others: 15.3 A above 12.8 A; without the large one 3.7 A
    plan = sample("lab-a")
    one = plan.alternatives[0]
    socket = one.connections[0].node
    nas = next(at for at, link in enumerate(one.connections) if link.line != one.connections[0].line)
    crowded = edited(plan, SetValue(path=f"alternatives/A/connections/{nas}/node", value=socket))
    assert [asked.line.line.id for asked in loads_asked(crowded)] == [one.connections[0].line]


def test_nothing_is_asked_for_where_the_circuits_carry_the_project() -> None:
    plan = sample("lab-a")
    line = plan.alternatives[0].lines[0].id
    values = {"other_load_a": 0.0, "breaker_a": 16.0}
    nodes = [node.id for node in plan.site if node.type == "circuit"]
    told = [
        SetValue(path=f"site/{node}/values/{key}", value={"value": value})
        for node in nodes
        for key, value in values.items()
    ]
    told += [SetValue(path=f"site/{node}/values/shared", value={"value": False}) for node in nodes]
    small = SetValue(path=f"A/{line}/facts/max_power_w", value={"value": 500})
    panel = [
        SetValue(path=f"site/{node.id}/values/{key}", value={"value": value})
        for node in plan.site
        if node.type == "panel"
        for key, value in (("breaker_a", 32.0), ("other_load_a", 0.0))
    ]
    ups = next(
        one.id for one in plan.alternatives[0].lines if one.role == "ups"
    )  # one that hangs nowhere wants a circuit
    light = edited(plan, small, SetValue(path=f"A/{ups}/quantity", value=0), *told, *panel)
    assert loads_asked(light) == ()
    said = [one.text for one in blocks(built("power", light), Paragraph)]
    assert "现有回路可以承担本项目的用电，暂无需新增回路。" in said


def test_what_is_not_known_of_the_supply_is_said_to_be_open() -> None:
    bare = assessed(sample("tier-4"))
    (row,) = cells(built("contact", bare, "en"), "other_a")
    assert row[1:] == ("to be verified",) * 5
    assert "Panels and circuits have not been entered" in " ".join(
        one.text for one in blocks(built("card", bare, "en"), Paragraph)
    )


def test_questions_are_those_that_the_building_office_can_answer() -> None:
    rows = cells(built("contact", assessed(sample("lab-a"))), "question")
    assert rows
    assert not any("厂商" in row[1] for row in rows)
    assert all(
        isinstance(row.cells[-1], Input) for row in table(built("contact", assessed(sample("lab-a"))), "question").rows
    )  # type: ignore[union-attr]


@pytest.mark.parametrize(("language", "wrong"), [("en", "[:;](?! )"), ("zh", "：\\s|、\\s")])
def test_a_question_has_blanks_after_its_marks_in_english_only(language: str, wrong: str) -> None:
    asked = [row[1] for row in cells(built("contact", assessed(sample("lab-a")), language), "question")]
    assert any(":" in one or "：" in one for one in asked)
    assert [one for one in asked if re.search(wrong, one)] == []


def test_the_result_of_a_circuit_is_the_worst_that_was_found() -> None:
    rows = {row[0]: row for row in cells(built("contact", assessed(sample("lab-a"))), "other_a")}
    assert rows["回路1"][1:] == (16, 3.0, 11.6, 14.6, "余量不足")  # 14.6 A: above 0.8 * 16 A, below 16 A
    assert rows["回路2"][-1] == "待核实"


def test_the_card_names_panel_breaker_and_what_hangs_on_it() -> None:
    rows = cells(built("card", assessed(sample("lab-a"))), "hangs")
    assert rows[0] == ("配电箱", "回路1", 16, "四卡工作站 × 1")
    # the first step and the third send to the output of the UPS, the fourth to the main switch: both have a row
    assert [row[1] for row in rows] == ["回路1", "回路2", "不间断电源（UPS）（输出开关）", "总开关"]
    assert rows[-1][2] == "待核实"  # lab-a does not tell the breaker of its panel


def test_the_ups_step_stands_where_there_is_a_ups_and_only_there() -> None:
    plan = sample("lab-a")
    ups = [line.id for line in plan.alternatives[0].lines if line.role == "ups"]
    assert ups
    without = edited(plan, *(RemovePart(path=f"alternatives/A/lines/{one}") for one in ups))
    told = [" ".join(one.text for one in blocks(built("card", each), Paragraph)) for each in (assessed(plan), without)]
    assert ["UPS" in one for one in told] == [True, False]
    markers = [one.marker for one in blocks(built("card", without), Paragraph) if one.marker.endswith(".")]
    assert markers == ["1.", "2.", "3.", "4.", "5."]


@pytest.mark.parametrize("kind", BUILDERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_paper_is_signed_where_it_has_to_be_and_speaks_one_language(kind: str, language: str) -> None:
    paper = built(kind, assessed(sample("lab-b")), language)
    signed = list(blocks(paper, Signature))
    assert bool(signed) is (kind != "card")
    words = " ".join(text for _place, text in texts(paper))
    assert (kind == "power") is any(True for _ in blocks(paper, Picture))
    if language == "en":
        assert not any("\u4e00" <= letter <= "\u9fff" for letter in words)


@pytest.mark.parametrize("kind", BUILDERS)
@pytest.mark.parametrize("form", ["pdf", "docx", "xlsx", "txt"])
def test_each_paper_can_be_written_in_each_format(kind: str, form: Any, tmp_path: Any) -> None:
    paper = built(kind, assessed(sample("lab-a")))
    made = render(paper, tmp_path / f"paper.{form}", form, frozenset())
    assert made.bytes > 500
    assert (tmp_path / f"paper.{form}").exists()


def test_a_room_with_a_name_is_called_by_it() -> None:
    plan = sample("lab-a")
    room = next(node.id for node in plan.site if node.type == "room")
    named = edited(plan, SetValue(path=f"site/{room}/title", value="实验楼 A-305"))
    paper = built("contact", named)
    assert "实验楼 A-305" in next(blocks(paper, Paragraph)).text
    assert [one.value.text for one in paper.meta][0] == "实验楼 A-305"  # type: ignore[union-attr]


def test_power_adds_up_and_is_told_in_kva() -> None:
    # 2500 W + 150 W = 2.65 kW, with 240.5 W that the UPS loses and 0.3 x 2700 W that it charges with 3.7005 kW; / 0.98 = 3.78 kVA
    items = {
        one.key: one.value
        for table in blocks(built("power", assessed(sample("lab-a"))), KeyValues)
        for one in table.items
    }
    assert items["最大功率合计"].text == "2.65 kW"
    assert items["不间断电源（UPS）损耗"].text == "0.24 kW"
    assert items["视在功率合计"].text == "3.78 kVA"
    assert items["不间断电源（UPS）充电"].text == "0.81 kW"
    assert items["功率因数"].text.startswith("0.98")
    assert isinstance(next(iter(table(built("power", assessed(sample("lab-a"))), "unit_w").rows)).cells[3], Number)  # type: ignore[union-attr]


def test_a_ups_that_hangs_nowhere_gets_a_circuit_for_load_loss_and_charging() -> None:
    # 3,700.5 W / (220 V x 0.98) = 17.16 A: an outlet of 32 A, which a breaker of 32 A may carry
    rows = cells(built("power", assessed(sample("lab-a"))), "circuits")
    assert rows[-1][1:] == (1, 17.2, 32, 1, 1)


def loose(rated_w: float, *units: tuple[str, int, float]) -> Any:
    """Return machines (id, quantity, W) and a UPS of a rating (W) that hang nowhere, in a room with a circuit that is taken."""
    lines = [make_line(name, quantity=count, known={"max_power_w": power_w}) for name, count, power_w in units]
    ups = make_line("ups", role="ups", known={"rated_w": rated_w, "rated_va": rated_w})
    site = (room(), node("c1", "circuit", "room", breaker_a=16.0, shared=True, other_load_a=12.0, volts=220.0))
    return assess_one(make_plan(*lines, ups, site=site))


@pytest.mark.parametrize(
    ("rated_w", "units", "asked", "said"),
    [
        # both machines hang behind the UPS of 6 kW: one circuit, of 2 x 2,400 + 504 W of loss + 1,800 W of charging
        (6000.0, (("ws", 2, 2400.0),), {"ups": 1}, "接在设备 ups之后"),
        # 4,800 W are more than the UPS of 3 kW carries: two circuits for machines and one for the UPS, at the most
        (3000.0, (("ws", 2, 2400.0),), {"ws": 2, "ups": 1}, "为最多"),
        # a machine that goes into any socket wants no circuit in any case
        (3000.0, (("pc", 2, 500.0),), {"ups": 1}, ""),
    ],
)
def test_machines_behind_a_loose_ups_are_counted_once(
    rated_w: float, units: tuple[tuple[str, int, float], ...], asked: dict[str, int], said: str
) -> None:
    found = loose(rated_w, *units)
    wanted = {one.line.line.id: one.circuits.require() for one in all_asked(found).asked if one.circuits is not None}
    assert wanted == asked
    for kind in ("power", "contact"):
        assert said in " ".join(str(one.text) for one in blocks(built(kind, found), Note))
    count = f"本项目需新增回路{sum(asked.values())}路"
    assert any(count in str(one.text) for one in blocks(built("contact", found), Note))


@pytest.mark.parametrize("kind", BUILDERS)
def test_a_paper_is_a_draft_while_anything_about_the_room_is_open(kind: str) -> None:
    """The sample has PW30 in red and questions on the supply; a load of others that nobody told is one of them."""
    found = assessed(sample())
    assert {one.outcome for one in found.findings} >= {"error", "unknown"}
    assert built(kind, found).draft
    settled = replace(found, findings=tuple(one for one in found.findings if one.outcome not in ("error", "unknown")))
    assert not built(kind, settled).draft
    money = replace(found, findings=tuple(one for one in found.findings if one.check in ("BU00", "AV01")))
    assert not built(kind, money).draft  # what things cost does not keep the room open


def test_a_draft_says_so_in_the_name_of_the_file() -> None:
    from planner.documents.naming import file_name

    assert file_name(built("power", assessed(sample())), "pdf").endswith("_草稿.pdf")


@pytest.mark.parametrize("language", LANGUAGES)
def test_energyplus_3152_a_heading_in_kilowatts_has_values_in_kilowatts(language: str, tmp_path: Any) -> None:
    """Field report I13: a column headed in tons held watts. Two machines of 2,500 W are 5.00 in a column of kW."""
    from openpyxl import load_workbook

    context = (plan := edited(sample("lab-a"), SetValue(path="A/ws/quantity", value=2))).context
    file = tmp_path / "sheet.xlsx"
    render(built("contact", plan, language), file, "xlsx")
    units = {"（W）": 1.0, "(W)": 1.0, "（kW）": 1000.0, "(kW)": 1000.0}
    found = {}
    for sheet in load_workbook(file):
        cells = [cell for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
        for head in cells:
            scale = next((each for unit, each in units.items() if head.value.endswith(unit)), None)
            below = sheet.cell(row=head.row + 1, column=head.column).value
            if scale is not None and isinstance(below, int | float):
                found[head.value] = below * scale
    ws = context.lines["ws"]
    told = sorted(figure.require() for figure in (ws.unit_max_w, ws.max_w, ws.heat_w))
    assert sorted(found.values()) == pytest.approx(told, abs=5.0)  # 0.01 kW is what a cell shows
    assert 5000.0 in found.values()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_of_a_room_with_racks_shows_what_stands_where(language: str, tmp_path: Any) -> None:
    """Two racks of 42 U: one page each, in every format; a room without anything in a rack shows none."""
    plan = sample("tier-4")
    assert not list(blocks(built("contact", assessed(plan), language), Picture))
    second = {"id": "rack-2", "type": "rack", "parent": "room", "values": {"u_height": {"value": 42.0}}}
    where = "alternatives/main/placements"
    full = edited(
        plan,
        SetValue(path="site/rack-1/values/u_height", value={"value": 42.0}),
        AddPart(path="site", value=second),
        AddPart(path=where, value={"line": "srv", "node": "rack-1", "bottom_u": 3}),
    )
    paper = built("contact", full, language)
    shown = list(blocks(paper, Picture))
    assert [one.caption[-11:].count("2") for one in shown] == [1, 2]  # 1 of 2, 2 of 2
    assert "U3: " in shown[0].scene.description
    for form in ("pdf", "docx", "xlsx"):
        assert render(paper, tmp_path / f"paper.{form}", form, frozenset())  # type: ignore[arg-type]


def test_a_socket_too_small_for_its_circuit_is_replaced_and_no_circuit_asked_for() -> None:
    # 3,000 W / 215.6 V = 13.9 A on a 10 A socket of a 32 A circuit, 43 % of it
    plan = sample("lab-a")
    line = plan.alternatives[0].connections[0].line
    facts = {"breaker_a": 32.0, "cable_mm2": 6.0, "other_load_a": 0.0, "shared": False}
    told = [SetValue(path=f"site/circuit-1/values/{key}", value={"value": value}) for key, value in facts.items()]
    large = edited(plan, SetValue(path=f"A/{line}/facts/max_power_w", value={"value": 3000}), *told)
    assert loads_asked(large) == ()
    said = [one.text for one in blocks(built("power", large), Note)]
    assert (
        "请将插座1更换为32 A插座：本项目用电13.9 A，超过现有插座的10 A；所在的回路1（断路器32 A）可以承担，不需新增回路。"
    ) in said


def with_fix(plan: Plan, check: str, subject: str) -> Plan:
    """Return the plan after the step that a finding offers."""
    found = next(one for one in assessed(plan).findings if (one.check, one.subject) == (check, subject))
    assert found.fix is not None
    return found.fix.edit.apply(plan)[0]


def test_a_circuit_that_is_only_planned_is_asked_for_and_not_shown_as_there() -> None:
    # the fix of PW07 lays a third circuit of 16 A for the workstation of 2.5 kW: 11.6 A on it, one circuit to ask for
    plan = with_fix(sample("lab-a"), "PW07", "circuit-1")
    after = assessed(plan)
    asked = loads_asked(after)
    assert [(one.line.line.id, one.machines, one.breaker_a.value, one.circuits.value) for one in asked] == [  # type: ignore[union-attr]
        (plan.alternatives[0].connections[0].line, 1, 16, 1)
    ]
    for paper in ("contact", "power"):
        assert [row[0] for row in cells(built(paper, after), "other_a")] == ["配电箱", "回路1", "回路2"]
    assert "回路3" not in [row[1] for row in cells(built("card", after), "hangs")]
    place = {row[0] for row in cells(built("contact", after), "fact")}
    assert "回路1" in place
    assert not {"回路3", "插座3"} & place
    assert cells(built("contact", after), "found")[0][1:] == (
        "四卡工作站（1台）使用专用回路",
        "新敷设1路16 A专用回路及插座",
    )
    assert not any("circuit-3" in one.path or "socket-3" in one.path for one in questions(after))


def test_a_circuit_that_has_been_laid_is_there() -> None:
    plan = with_fix(sample("lab-a"), "PW07", "circuit-1")
    done = edited(
        plan,
        *(
            SetValue(path=f"site/{name}/values/to_be_laid", value={"value": False})
            for name in ("circuit-3", "socket-3")
        ),
    )
    assert loads_asked(done) == ()
    assert "回路3" in [row[0] for row in cells(built("power", done), "other_a")]


def test_a_guess_of_others_makes_no_machine_leave_and_no_verdict_on_the_current() -> None:
    # circuit 2: 8 A assumed of others and 0.7 A of the storage = 8.7 A, 54 % of 16 A
    after = assessed(with_fix(sample("lab-a"), "PW06", "circuit-2"))
    assert [one.line.line.title.zh for one in loads_asked(after)] == ["四卡工作站"]
    rows = {row[0]: row for row in cells(built("power", after), "other_a")}
    assert rows["回路2"][1:] == (16, 8.0, 0.7, 8.7, "电流满足，另有事项")


def test_a_reading_stands_in_place_of_what_was_said_of_others() -> None:
    told = {"other_load_a": 200.0, "reading_a": 5.0}
    read = edited(
        sample("lab-a"),
        *(SetValue(path=f"site/circuit-1/values/{key}", value={"value": value}) for key, value in told.items()),
    )
    fact = next(row[1] for row in cells(built("contact", read), "fact") if row[0] == "回路1")
    assert "其他负载实测5 A" in fact
    assert "200" not in fact


def test_the_building_office_is_asked_for_all_that_the_sheet_leaves_open() -> None:
    asked = {row[1].split("：")[0]: row[1] for row in cells(built("contact", assessed(sample("lab-a"))), "question")}
    assert "空开额定电流（A）" in asked["配电箱"]
    for name in ("门净宽（mm）", "楼面活荷载（kg/m²）", "可用网口数"):
        assert name in asked["房间"]
    assert "其他负载电流（A）" in asked["回路2"]
    assert "空开额定电流" not in asked["回路2"]  # that is known


def test_the_card_opens_the_ups_at_once_where_somebody_is_in_danger() -> None:
    paper = built("card", assessed(sample("lab-a")))
    first = next(one.text for one in blocks(paper, Paragraph) if one.marker == "1.")
    assert "并立即断开不间断电源（UPS）的输出" in first


def test_the_loss_of_a_ups_that_hangs_on_no_circuit_yet_is_said_beside_the_table() -> None:
    # lab-a: 0.04 x 2,700 + 0.05 x 2,650 = 240.5 W are in the kVA, the UPS is not in the wiring
    said = [one.text for one in blocks(built("power", edited(sample("lab-a"))), Note)]
    assert any("尚未确定接在哪一路" in one and "0.24 kW" in one for one in said)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_extinguisher_and_tripping_curve_are_among_the_facts(language: str) -> None:
    plan = sample("lab-a")
    told = {"value": True, "quality": "entered"}
    room = next(one.id for one in plan.site if one.type == "room")
    circuit = next(one.id for one in plan.site if one.type == "circuit")
    done = edited(
        plan,
        SetValue(path=f"site/{room}/values/extinguisher", value=told),
        SetValue(path=f"site/{circuit}/values/breaker_curve", value={"value": "C", "quality": "entered"}),
    )
    said = " ".join(row[1] for row in cells(built("contact", done, language), "fact"))
    assert ("适用于电气火灾的灭火器" if language == "zh" else "extinguisher for electrical fires at hand") in said
    assert ("脱扣曲线C型" if language == "zh" else "tripping curve C") in said


def test_ports_that_the_room_lacks_are_to_be_done() -> None:
    plan = sample("lab-a")
    room = next(one.id for one in plan.site if one.type == "room")
    none = {"value": 0, "quality": "entered"}
    switches = [
        RemovePart(path=f"alternatives/{plan.chosen}/lines/{line.id}")
        for line in next(one for one in plan.alternatives if one.id == plan.chosen).lines
        if line.role == "network"
    ]
    done = edited(plan, *switches, SetValue(path=f"site/{room}/values/network_ports", value=none))
    lacking = [one for one in done.findings if one.check == "NW01" and one.outcome == "error"]
    assert lacking
    paper = built("contact", done, "en")
    assert any(render_text(lacking[0].message, "en") in row for row in cells(paper, "found"))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"cable_kind": "dac", "cable_m": 9.0, "nic_gbps": 100.0, "nic_form": "qsfp28"}, "such a cable reaches"),
        ({"cable_kind": "copper", "cable_m": 3.0, "nic_form": "qsfp28"}, "does not go into"),
        ({"nic_form": "rj45"}, "the machine has"),
    ],
)
def test_cables_that_do_not_fit_a_planned_switch_are_to_be_done(values: dict[str, Any], said: str) -> None:
    told = {"max_power_w": 200.0, "port_count": 24.0, "port_gbps": 100.0, "nic_form": "qsfp28"}
    lines = (make_line("srv", known={"max_power_w": 500.0}), make_line("sw", "network", known=told))
    plan = make_plan(*lines, site=(room(), unit(), circuit()), links=(make_link("l1", "srv", "sw", 1, **values),))
    assessment = assess_one(plan)
    wrong = [one for one in assessment.findings if one.check == "NW02" and one.outcome == "error"]
    assert [one.subject for one in wrong] == ["l1"]
    paper = built("contact", assessment, "en")
    assert any(said in row[1] for row in cells(paper, "found"))

"""What a filled survey sheet comes to: answers as people write them, rows that cannot be read, other plans, other files."""

from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path

import pytest

from planner.documents.model import Document
from planner.documents.survey import survey
from planner.documents.survey_questions import questions
from planner.errors import ImportFailed
from planner.exchange.survey import read_sheet
from planner.exchange.survey_cells import ticked
from planner.exchange.survey_understood import Understood, edit_of, understood
from planner.messages import render as say
from planner.plan.document import Plan
from planner.plan.edits import RemovePart, SetValue
from planner.plan.typed import edit_from_text
from planner.render import render
from tests.checks.factories import find
from tests.cli.program import run
from tests.documents.test_survey import applied, filled, filled_store, no_item, value
from tests.sample_plans import TODAY, assessed, sample

__all__ = ["filled_store"]
CURVE = "site/circuit-1/breaker_curve"
MM2 = "site/circuit-1/cable_mm2"


def sheet_of(plan: Plan, folder: Path, kind: str = "xlsx") -> Path:
    made: Document = survey(assessed(plan), "zh", TODAY)
    file = folder / f"sheet.{kind}"
    render(made, file, kind)  # type: ignore[arg-type]
    return file


def read(plan: Plan, folder: Path, answers: dict[str, object], of: Plan | None = None) -> dict[str, Understood]:
    """Fill in a sheet written for ``of`` (else ``plan``), read it into ``plan``, and return what was understood by number."""
    file = sheet_of(of or plan, folder)
    filled(file, answers)
    return {one.answer.path: one for one in understood(plan, read_sheet(file), no_item)}


@pytest.mark.parametrize("typed", ["C", "c", "Ｃ", "C16", "C 16", "C16A", "DZ47-63 C16", "C型", "C 型", "C曲线"])
def test_a_curve_is_told_as_it_stands_on_the_breaker(tmp_path: Path, typed: str) -> None:
    plan = sample("lab-a")  # both breakers are of 16 A
    one = read(plan, tmp_path, {CURVE: typed})[CURVE]
    assert value(applied(plan, (one,)), "circuit-1", "breaker_curve") == "C"


def test_a_curve_with_another_rating_than_the_plans_is_asked_about(tmp_path: Path) -> None:
    one = read(sample("lab-a"), tmp_path, {CURVE: "C20"})[CURVE]
    assert (one.state, one.edits) == ("refused", ())
    assert one.fault is not None
    assert say(one.fault, "en") == "C20 names a breaker of 20 A; the plan has 16 A."


@pytest.mark.parametrize("typed", [0, "0", "无", "没有", "none"])
def test_no_residual_current_device_can_be_said(tmp_path: Path, typed: object) -> None:
    plan = sample("lab-a")
    after = applied(plan, tuple(read(plan, tmp_path, {"site/circuit-1/rcd_ma": typed}).values()))
    assert value(after, "circuit-1", "rcd_ma") == 0
    assert find(assessed(after), "PW26", "circuit-1").outcome == "warning"
    assert not [one for one in assessed(after).findings if one.check == "PW25" and one.subject == "circuit-1"]


def test_only_where_nothing_is_an_answer_the_sheet_offers_0() -> None:
    made = survey(assessed(sample("lab-a")), "zh", TODAY)
    ways = {row.cells[0].text: row.cells[-1].text for block in made.blocks for row in getattr(block, "rows", ())}  # type: ignore[union-attr]
    assert ways["site/circuit-1/rcd_ma"].endswith("没有填 0")
    for other in ("site/circuit-1/cable_length_m", "site/circuit-2/reading_a", "site/room/door_width_mm"):
        assert "0" not in ways[other]


def test_what_can_be_read_is_taken_and_the_rest_is_told_with_its_cell(tmp_path: Path) -> None:
    plan = sample("lab-a")
    found = read(
        plan,
        tmp_path,
        {
            "site/circuit-1/cable_length_m": "约20",
            "site/circuit-2/cable_length_m": "25米左右",
            "site/circuit-2/other_load_a": "很多",
            "site/circuit-2/rcd_ma": "不知道",
            "site/room/door_width_mm": "0.9m",
            CURVE: "看不清",
        },
    )
    states = {path: one.state for path, one in found.items()}
    assert states == {
        "site/circuit-1/cable_length_m": "new",
        "site/circuit-2/cable_length_m": "new",
        "site/circuit-2/other_load_a": "refused",
        "site/circuit-2/rcd_ma": "open",
        "site/room/door_width_mm": "new",
        CURVE: "open",
    }
    bad = found["site/circuit-2/other_load_a"]
    assert bad.fault is not None
    assert "很多" in say(bad.fault, "zh")
    assert str(bad.answer.cell).split()[-1][0] == "D"  # the column of the answers
    after = applied(plan, tuple(found.values()))
    node = after.node("circuit-1")
    assert node is not None
    assert (node.values["cable_length_m"].value, node.values["cable_length_m"].quality) == (20.0, "assumed")
    assert value(after, "circuit-2", "cable_length_m") == 25.0
    assert value(after, "room", "door_width_mm") == 900.0
    still = [one.path for one in questions(assessed(after))]
    assert {"site/circuit-2/other_load_a", "site/circuit-2/rcd_ma", CURVE} <= set(still)


def test_a_known_value_that_is_overwritten_is_told_as_such(tmp_path: Path) -> None:
    before = sample("lab-a")
    plan, _ = SetValue(path="site/circuit-1/values/cable_length_m", value={"value": 25.0}).apply(before)
    path = "site/circuit-1/cable_length_m"
    assert read(plan, tmp_path, {path: 20}, of=before)[path].state == "changed"
    assert read(plan, tmp_path, {path: 25}, of=before)[path].state == "same"


def test_a_row_that_lost_its_number_is_known_by_its_words_or_told(tmp_path: Path) -> None:
    import openpyxl

    plan = sample("lab-a")
    file = sheet_of(plan, tmp_path)
    filled(file, {"site/circuit-2/cable_length_m": 33, "site/circuit-2/other_load_a": 5})
    book = openpyxl.load_workbook(file)
    for row in book.active.iter_rows():
        if row[0].value == "site/circuit-2/cable_length_m":
            row[0].value = None
        elif row[0].value == "site/circuit-2/other_load_a":
            row[0].value = row[1].value = row[2].value = None
    book.save(file)
    known, lost = sorted(understood(plan, read_sheet(file), no_item), key=lambda one: one.state)
    assert (known.path, known.by_words, known.state) == ("site/circuit-2/values/cable_length_m", True, "new")
    assert (lost.state, lost.answer.text) == ("refused", "5")


def test_a_question_answered_twice_in_two_ways_is_told(tmp_path: Path) -> None:
    import openpyxl

    plan = sample("lab-a")
    file = sheet_of(plan, tmp_path)
    filled(file, {CURVE: "C"})
    book = openpyxl.load_workbook(file)
    book.active.append([CURVE, None, None, "D"])
    book.save(file)
    first, second = understood(plan, read_sheet(file), no_item)
    assert (first.state, second.state) == ("new", "refused")


def test_the_sheet_names_its_plan(tmp_path: Path) -> None:
    plan = sample("lab-a")
    assert read_sheet(sheet_of(plan, tmp_path)).plan == plan.id
    assert read_sheet(sheet_of(plan, tmp_path, "docx")).plan == plan.id


# --- a site of which nothing is known --------------------------------------------------------------------------------


def test_circuits_and_cooling_that_a_check_misses_have_rows_and_are_added(tmp_path: Path) -> None:
    plan = sample("tier-3")
    assert not [one for one in plan.site if one.type in ("circuit", "ac")]
    found = read(
        plan,
        tmp_path,
        {
            "site/+circuit-1/breaker_a": "C32",
            "site/+circuit-1/shared": "否",
            "site/+socket-1/form": "32A工业插座",
            "site/+ac-1/class_cn": "大3匹",
            "plan/calendar/unattended_overnight": "是",
        },
    )
    assert {one.state for one in found.values()} == {"new"}
    after = applied(plan, tuple(found.values()))
    parents = {node.id: node.parent for node in after.site}
    assert (parents["circuit-1"], parents["socket-1"], parents["ac-1"]) == ("panel", "circuit-1", "room")
    assert "circuit-2" not in parents  # nobody answered for it
    assert (value(after, "circuit-1", "breaker_a"), value(after, "socket-1", "form")) == (32.0, "iec60309_32")
    assert after.calendar["unattended_overnight"].value is True
    again = read(after, tmp_path, {"site/+circuit-1/breaker_a": 32}, of=plan)
    assert [one.state for one in again.values()] == ["same"]  # read twice it adds nothing


def test_a_room_is_asked_for_what_its_papers_say() -> None:
    asked = {one.path for one in questions(assessed(sample("lab-a")))}
    assert {"site/panel/breaker_a", "site/room/door_width_mm", "site/room/floor_load_kg_m2"} <= asked


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_word_sheet_comes_back(tmp_path: Path) -> None:
    import docx

    plan = sample("lab-a")
    file = sheet_of(plan, tmp_path, "docx")
    assert read_sheet(file).answers == ()  # boxes that nobody ticked are no answer
    paper = docx.Document(str(file))
    answers = {CURVE: "□B  ☑C  □D", "site/room/extinguisher": "□是　√否", "site/circuit-1/cable_length_m": "约 20 m"}
    for row in (row for table in paper.tables for row in table.rows):
        if row.cells[0].text in answers:
            row.cells[3].text = answers[row.cells[0].text]
    paper.save(str(file))
    after = applied(plan, understood(plan, read_sheet(file), no_item))
    assert value(after, "circuit-1", "breaker_curve") == "C"
    assert value(after, "room", "extinguisher") is False
    assert value(after, "circuit-1", "cable_length_m") == 20.0


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("□是　□否", ""),
        ("☑是　□否", "是"),
        ("□√是　□否", "是"),
        ("□是√　□否", "是"),
        ("□B  □C  □D  C16", "C16"),
        ("C", "C"),
        ("☑B ☑C □D", "☑B ☑C □D"),
        ("■明敷或桥架　□穿管", "明敷或桥架"),
    ],
)
def test_boxes(cell: str, answer: str) -> None:
    assert ticked(cell) == answer


def test_sound_files_of_other_kinds_are_called_by_name(tmp_path: Path) -> None:
    ods = tmp_path / "s.ods"
    with zipfile.ZipFile(ods, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<office/>")
    pdf = tmp_path / "s.pdf"
    pdf.write_bytes(b"%PDF-1.7\n")
    for file, kind in ((ods, ".ods"), (pdf, "PDF")):
        with pytest.raises(ImportFailed) as caught:
            read_sheet(file)
        told = caught.value.told("en")
        assert kind in told
        assert ".xlsx" in told
        assert "damaged" not in told


def test_a_form_of_another_kind_is_called_by_name_too(tmp_path: Path) -> None:
    from planner.exchange.forms import read_form

    odt = tmp_path / "form.odt"
    with zipfile.ZipFile(odt, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
    with pytest.raises(ImportFailed) as caught:
        read_form(odt)
    assert ".odt" in caught.value.told("en")


@pytest.mark.parametrize(("typed", "mm2"), [("2.5平方", 2.5), ("4 平方", 4.0), ("6平方毫米", 6.0)])
def test_a_conductor_of_so_many_square_is_one_of_square_millimetres(tmp_path: Path, typed: str, mm2: float) -> None:
    plan, _ = RemovePart(path="site/circuit-1/values/cable_mm2").apply(sample("lab-a"))
    one = read(plan, tmp_path, {MM2: typed})[MM2]
    assert value(applied(plan, (one,)), "circuit-1", "cable_mm2") == mm2


@pytest.mark.parametrize("typed", ["2008年", "2008 年", "２００８年", "2008年5月", "2008年底", "2008-05-01", "2008"])
def test_a_year_may_be_followed_by_its_word(typed: str) -> None:
    edit = edit_from_text(sample("lab-a"), "site/circuit-1/values/built_year", typed, no_item)
    assert value(edit.apply(sample("lab-a"))[0], "circuit-1", "built_year") == 2008


def test_a_day_in_a_date_cell_is_shown_as_a_day(tmp_path: Path) -> None:
    """A workbook keeps it as 46356, which nobody wrote."""
    day = "site/circuit-2/reading_on"
    for typed in (dt.date(2026, 11, 30), dt.datetime(2026, 11, 30, 9, 30)):  # noqa: DTZ001 - as a workbook has it
        found = read(sample("lab-a"), tmp_path, {day: typed, "site/circuit-2/reading_a": 4.5})
        assert found[day].answer.text == "2026-11-30"
        assert found["site/circuit-2/reading_a"].answer.text == "4.5"
        assert value(applied(sample("lab-a"), tuple(found.values())), "circuit-2", "reading_on") == "2026-11-30"


# --- the command line ------------------------------------------------------------------------------------------------


def test_answers_of_the_command_line(filled_store: Path, tmp_path: Path) -> None:
    from planner.plan.codec import read_plan, write_plan

    plan, after = tmp_path / "a.lpplan", tmp_path / "b.lpplan"
    write_plan(sample("lab-a"), plan)
    sheet = sheet_of(sample("lab-a"), tmp_path)
    filled(sheet, {CURVE: "C16", "site/circuit-2/other_load_a": "很多"})
    command = ("plan", "answers", plan, sheet, "--db", filled_store, "--lang", "en")
    shown = run(*command, "--dry-run")
    assert shown.code == 1
    assert "→ C" in shown.out
    assert "很多" in shown.err
    done = run(*command, "--out", after)
    assert done.code == 1  # one row is left
    assert value(read_plan(after), "circuit-1", "breaker_curve") == "C"
    other = tmp_path / "t3.lpplan"
    write_plan(sample("tier-3"), other)
    refused = run("plan", "answers", other, sheet, "--out", tmp_path / "c.lpplan", "--db", filled_store, "--lang", "en")
    assert refused.code == 3
    assert "another plan" in refused.err
    assert not (tmp_path / "c.lpplan").exists()
    assert edit_of(understood(read_plan(after), read_sheet(sheet), no_item), "again") is None


def test_rows_are_taken_or_left_out_by_their_number_or_cell(filled_store: Path, tmp_path: Path) -> None:
    from planner.plan.codec import read_plan, write_plan

    plan, after = tmp_path / "a.lpplan", tmp_path / "b.lpplan"
    write_plan(sample("lab-a"), plan)
    sheet = sheet_of(sample("lab-a"), tmp_path)
    length = "site/circuit-1/cable_length_m"
    filled(sheet, {CURVE: "C16", length: "20"})
    command = ("plan", "answers", plan, sheet, "--db", filled_store, "--lang", "en")
    shown = run(*command, "--dry-run").out
    assert CURVE in shown and length in shown  # the keys stand in the preview
    done = run(*command, "--except", CURVE, "--out", after)
    assert done.code == 0 and "Left out as asked: 1." in done.out
    node = read_plan(after).node("circuit-1")
    assert node is not None and "breaker_curve" not in node.values and node.values["cable_length_m"].value == 20
    cell = next(line.split("\t")[1] for line in shown.splitlines() if CURVE in line)
    assert run(*command, "--only", cell, "--out", after).code == 0
    node = read_plan(after).node("circuit-1")
    assert node is not None and node.values["breaker_curve"].value == "C" and "cable_length_m" not in node.values
    wrong = run(*command, "--only", "site/x/y", "--out", tmp_path / "d.lpplan")
    assert wrong.code == 3 and CURVE in wrong.err and not (tmp_path / "d.lpplan").exists()


def test_a_new_part_comes_with_the_next_row_where_the_first_is_left_out(filled_store: Path, tmp_path: Path) -> None:
    from desktop_app.services.survey import read_survey
    from desktop_app.services.workspace import open_workspace

    plan = sample("tier-3")
    sheet = sheet_of(plan, tmp_path)
    filled(sheet, {"site/+circuit-1/breaker_a": "C32", "site/+circuit-1/shared": "否"})
    store = open_workspace(filled_store)
    try:
        found = read_survey(plan, sheet, store, "en", {0})
    finally:
        store.close()
    assert found.edit is not None and [row.taken for row in found.rows] == [False, True]
    after, _ = found.edit.apply(plan)
    node = after.node("circuit-1")
    assert node is not None and set(node.values) == {"shared"}


# --- answers as people write them on paper ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "typed", "expected"),
    [
        ("site/room/floor_load_kg_m2", "2.0 kN/m²", 203.943),  # 2.0 / 0.00980665
        ("site/room/floor_load_kg_m2", "2.5千牛/平方米", 254.929),
        ("site/room/floor_load_kg_m2", "200 kg", 200.0),
        ("site/room/floor_load_kg_m2", "200公斤/平方米", 200.0),
        ("site/room/altitude_m", "2260米（西宁）", 2260.0),
        ("site/room/lights_w", "6×36W", 216.0),
        ("site/room/extinguisher", "有，干粉两具", True),
        ("site/ac-1/own_circuit", "否(与插座共用)", False),
        ("site/room/network_ports", "4口", 4.0),
        ("site/panel/breaker_a", "3P C63", 63.0),
        ("site/circuit-1/cable_method", "明敷线槽", "trunking"),
        ("site/circuit-1/cable_method", "线槽", "trunking"),
        ("site/circuit-1/cable_method", "暗敷穿管", "conduit"),
        ("site/circuit-1/cable_method", "桥架", "wall"),
        ("site/circuit-1/cable_method", "明敷", "wall"),
    ],
)
def test_answers_as_people_write_them(tmp_path: Path, path: str, typed: str, expected: object) -> None:
    plan = sample("lab-a")
    after = applied(plan, tuple(read(plan, tmp_path, {path: typed}).values()))
    _, node, key = path.split("/")
    told = value(after, node, key)
    assert told == (pytest.approx(expected, abs=1e-3) if isinstance(expected, float) else expected)


@pytest.mark.parametrize(
    ("path", "typed", "state"),
    [
        ("site/room/extinguisher", "有，但已过期", "refused"),
        ("site/room/altitude_m", "2260（实测 2275）", "refused"),
        ("site/room/door_width_mm", "900×2100", "refused"),
        (CURVE, "不知道（看不清）", "open"),
        ("site/room/lights_w", "——", "open"),
        ("site/panel/other_load_a", "暂不清楚，问后勤", "open"),
    ],
)
def test_what_an_addition_takes_back_is_no_answer(tmp_path: Path, path: str, typed: str, state: str) -> None:
    assert read(sample("lab-a"), tmp_path, {path: typed})[path].state == state


def test_a_rough_number_may_say_so_in_brackets(tmp_path: Path) -> None:
    one = read(sample("lab-a"), tmp_path, {"site/circuit-1/cable_length_m": "25米（目测）"})
    assert [(found.state, found.is_assumed) for found in one.values()] == [("new", True)]


def test_a_crossed_out_answer_is_none(tmp_path: Path) -> None:
    import openpyxl
    from openpyxl.styles import Font

    plan = sample("lab-a")
    file = sheet_of(plan, tmp_path)
    filled(file, {CURVE: "D", "site/circuit-1/cable_length_m": 25})
    book = openpyxl.load_workbook(file)
    for row in book.active.iter_rows():
        if row[0].value in (CURVE, "site/circuit-1/cable_length_m"):
            row[3].font = Font(strike=True)
    book.save(file)
    found = understood(plan, read_sheet(file), no_item)
    assert [(one.state, one.edits) for one in found] == [("refused", ()), ("refused", ())]
    assert all(one.fault is not None and "crossed out" in say(one.fault, "en") for one in found)


def test_what_stands_beside_a_crossed_out_answer_is_taken(tmp_path: Path) -> None:
    import openpyxl
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    plan = sample("lab-a")
    file = sheet_of(plan, tmp_path)
    book = openpyxl.load_workbook(file)
    for row in book.active.iter_rows():
        if row[0].value == CURVE:
            row[3].value = CellRichText(TextBlock(InlineFont(strike=True), "D"), TextBlock(InlineFont(b=True), " C"))
    book.save(file)
    after = applied(plan, understood(plan, read_sheet(file), no_item))
    assert value(after, "circuit-1", "breaker_curve") == "C"


def test_a_crossed_out_answer_in_a_word_sheet_is_none(tmp_path: Path) -> None:
    import docx

    plan = sample("lab-a")
    file = sheet_of(plan, tmp_path, "docx")
    paper = docx.Document(str(file))
    for row in (row for table in paper.tables for row in table.rows):
        if row.cells[0].text == "site/circuit-1/cable_length_m":
            row.cells[3].text = ""
            row.cells[3].paragraphs[0].add_run("25 m").font.strike = True
    paper.save(str(file))
    (one,) = understood(plan, read_sheet(file), no_item)
    assert (one.state, one.edits) == ("refused", ())

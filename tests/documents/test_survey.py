"""The site survey sheet: exactly the missing answers, written, filled in and read back."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from planner.catalog.attributes import all_attributes
from planner.catalog.items import Item
from planner.documents.model import Language, Table, Text
from planner.documents.survey import survey
from planner.documents.survey_questions import open_facts, questions
from planner.errors import ImportFailed
from planner.exchange.survey import read_sheet
from planner.exchange.survey_understood import Understood, edit_of, understood
from planner.messages import render as render_message
from planner.plan.document import Plan
from planner.plan.edits import SetValue
from planner.render import render
from planner.tables import rows
from tests.checks.factories import assess_one, make_line, make_link, make_plan, node
from tests.cli.program import run
from tests.sample_plans import TODAY, assessed, sample

OPEN = (
    "site/room/extinguisher",
    "site/room/people_count",
    "site/room/window_area_m2",
    "site/room/lights_w",
    "site/room/door_width_mm",
    "site/room/door_height_mm",
    "site/room/floor_load_kg_m2",
    "site/room/network_ports",
    "site/room/uplink_gbps",
    "site/room/altitude_m",
    "site/ac-1/own_circuit",
    "site/ac-1/power_in_kw",
    "site/panel/breaker_a",
    "site/panel/other_load_a",
    "site/panel/reading_a",
    "site/panel/reading_on",
    "site/circuit-1/breaker_curve",
    "site/circuit-1/rcd_ma",
    "site/circuit-1/cable_length_m",
    "site/circuit-1/cable_method",
    "site/circuit-2/other_load_a",
    "site/circuit-2/reading_a",
    "site/circuit-2/reading_on",
    "site/circuit-2/cable_length_m",
    "site/circuit-2/cable_method",
    "site/circuit-2/breaker_curve",
    "site/circuit-2/rcd_ma",
)


def test_every_missing_answer_is_asked_once() -> None:
    found = [one.path for one in questions(assessed(sample("lab-a")))]
    assert sorted(found) == sorted(OPEN)


@pytest.mark.parametrize("name", ["lab-a", "lab-b", "tier-1", "tier-3"])
def test_what_papers_print_as_open_is_asked(name: str) -> None:
    assessment = assessed(sample(name))
    assert {one.path for one in open_facts(assessment)} <= {one.path for one in questions(assessment)}


def test_each_row_that_papers_require_is_a_question_of_its_part() -> None:
    kinds = {row["topic"]: row["node"] for row in rows("tender/site_topics.csv")}
    wanted = {
        f"site/{kinds[row['topic']]}-9/{row['key']}"
        for row in rows("tender/site_facts.csv")
        if row["required"] == "yes"
    }
    site = (
        node("room-9", "room"),
        *(node(f"{kind}-9", kind, "room-9") for kind in ("circuit", "socket", "ac", "rack")),
    )
    plan = make_plan(make_line("ws", known={"max_power_w": 500.0}), site=site, known={"shr": None})
    asked = {one.path for one in questions(assess_one(plan))}
    assert wanted
    assert wanted <= asked


def rows_of(plan: Plan, language: Language) -> list[list[str]]:
    """Return number, place, question and where to look of each line of the sheet."""
    table = next(block for block in survey(assessed(plan), language, TODAY).blocks if isinstance(block, Table))
    return [[cell.text for cell in row.cells if isinstance(cell, Text)] for row in table.rows]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", ["lab-a", "lab-b", "lab-c", "lab-d"])
def test_beside_a_question_stands_where_to_look_and_no_remedy(name: str, language: Language) -> None:
    plan = sample(name)
    remedies = {render_message(one.remedy, language) for one in assessed(plan).findings if one.remedy is not None}
    for _number, _place, asked, way in rows_of(plan, language):
        assert asked and way
        assert way not in remedies
        assert not any(way.rstrip(".。") in one for one in remedies if len(way) > 12)


def test_every_value_of_a_site_has_a_place_to_look_at() -> None:
    told = {row["key"] for row in rows("facility/survey.csv")}
    wanted = {one.key for one in all_attributes() for kind in one.kinds if kind.startswith("site.") or kind == "link"}
    assert told >= wanted


def test_network_cables_are_asked_for_and_read_back(tmp_path: Path) -> None:
    plan = make_plan(
        make_line("srv", quantity=4, known={"max_power_w": 500.0}),
        make_line("sw", "network", known={"max_power_w": 50.0, "port_count": 48.0}),
        links=(
            make_link("l1", "srv", "sw", 4, nic_gbps=25.0),
            make_link("l2", "srv", "sw", 4, cable_kind="dac", cable_m=2.0),
        ),
    )
    asked = [one.path for one in questions(assess_one(plan))]
    assert [one for one in asked if one.startswith("A/")] == ["A/l1/cable_kind", "A/l1/cable_m"]
    file = tmp_path / "s.xlsx"
    render(survey(assess_one(plan), "zh", TODAY), file, "xlsx")
    filled(file, {"A/l1/cable_kind": "直连铜缆（DAC）", "A/l1/cable_m": "2.5"})
    found = taken(plan, file)
    assert [one.path for one in found] == [
        "alternatives/A/links/l1/values/cable_kind",
        "alternatives/A/links/l1/values/cable_m",
    ]
    after = applied(plan, found)
    values = after.alternatives[0].links[0].values
    assert (values["cable_kind"].value, values["cable_m"].value) == ("dac", 2.5)
    assert not [one for one in questions(assess_one(after)) if one.path.startswith("A/")]


def no_item(name: str) -> Item:
    pytest.fail(f"no row of the catalog is asked for: {name}")


def taken(plan: Plan, file: Path) -> tuple[Understood, ...]:
    return understood(plan, read_sheet(file), no_item)


def applied(plan: Plan, found: tuple[Understood, ...]) -> Plan:
    edit = edit_of(found, "sheet")
    assert edit is not None
    return edit.apply(plan)[0]


def filled(path: Path, answers: dict[str, object]) -> None:
    from openpyxl import load_workbook

    book = load_workbook(path)
    for sheet in book:
        for row in sheet.iter_rows():
            if str(row[0].value) in answers:
                row[3].value = answers[str(row[0].value)]
    book.save(path)


@pytest.mark.parametrize(("language", "yes", "letter"), [("zh", "是", "C"), ("en", "yes", "C")])
def test_filled_sheet_comes_back(tmp_path: Path, language: str, yes: str, letter: str) -> None:
    plan, file = sample("lab-a"), tmp_path / "survey.xlsx"
    render(survey(assessed(plan), language, TODAY), file, "xlsx")  # type: ignore[arg-type]
    assert read_sheet(file).answers == ()
    filled(
        file,
        {"site/circuit-2/other_load_a": 4.5, "site/circuit-1/breaker_curve": letter, "site/room/extinguisher": yes},
    )
    found = taken(plan, file)
    assert {one.state for one in found} == {"new"}
    after = applied(plan, found)
    assert value(after, "circuit-2", "other_load_a") == 4.5
    assert value(after, "circuit-1", "breaker_curve") == "C"
    assert value(after, "room", "extinguisher") is True


def value(plan: Plan, node: str, key: str) -> object:
    found = plan.node(node)
    assert found is not None
    return found.values[key].value


def test_a_reading_and_its_day_come_back_and_end_the_question(tmp_path: Path) -> None:
    plan, file = sample("lab-a"), tmp_path / "survey.xlsx"
    render(survey(assessed(plan), "zh", TODAY), file, "xlsx")
    filled(file, {"site/circuit-2/reading_a": 4.5, "site/circuit-2/reading_on": dt.date(2026, 11, 20)})
    after = assessed(applied(plan, taken(plan, file)))
    load = after.context.site.loads["circuit-2"]
    assert (load.other_a.value, load.other_a.source_date) == (4.5, "2026-11-20")  # a workbook keeps days as numbers
    assert "site/circuit-2/other_load_a" not in [one.path for one in questions(after)]


def test_an_assumed_load_asks_for_a_reading() -> None:
    plan = sample("lab-a")
    guess = {"value": 3.0, "quality": "assumed"}
    edits = [
        SetValue(path=f"site/circuit-2/values/{key}", value=one)
        for key, one in (("other_load_a", guess), ("shared", {"value": True}))
    ]
    for edit in edits:
        plan, _change = edit.apply(plan)
    asked = [one.path for one in questions(assessed(plan))]
    assert "site/circuit-2/other_load_a" not in asked
    assert {"site/circuit-2/reading_a", "site/circuit-2/reading_on"} <= set(asked)


def test_it_is_written_and_read_by_the_command_line(filled_store: Path, tmp_path: Path) -> None:
    from planner.plan.codec import read_plan, write_plan

    plan, sheet, after = tmp_path / "a.lpplan", tmp_path / "s.xlsx", tmp_path / "b.lpplan"
    write_plan(sample("lab-a"), plan)
    done = run("plan", "survey", plan, "--out", sheet, "--lang", "en", "--json", "--db", filled_store)
    assert done.code == 0, done.err
    filled(sheet, {"site/circuit-2/other_load_a": 4.5, "site/circuit-2/breaker_curve": "C"})
    done = run("plan", "answers", plan, sheet, "--out", after, "--json", "--db", filled_store)
    assert done.code == 0, done.err
    values = read_plan(after).node("circuit-2").values  # type: ignore[union-attr]
    assert (values["other_load_a"].value, values["breaker_curve"].value) == (4.5, "C")
    assert values["other_load_a"].quality == "entered"
    left = [one.path for one in questions(assessed(read_plan(after)))]
    assert "site/circuit-2/other_load_a" not in left


def test_sheet_of_another_plan_and_other_files_are_refused(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.active.append(["a", "b"])
    book.save(tmp_path / "x.xlsx")
    with pytest.raises(ImportFailed):
        read_sheet(tmp_path / "x.xlsx")
    book = Workbook()
    book.active.append(["No.", "Answer"])
    book.active.append(["site/nowhere/breaker_a", 16])
    book.save(tmp_path / "y.xlsx")
    (one,) = taken(sample("lab-a"), tmp_path / "y.xlsx")
    assert (one.state, one.edits) == ("refused", ())
    assert one.fault is not None
    assert "site/nowhere/breaker_a" in render_message(one.fault, "en")


@pytest.fixture
def filled_store(tmp_path: Path) -> Path:
    """Return a workspace with the bundled catalog."""
    from db.store import open_store

    path = tmp_path / "store" / "labprocure.db"
    path.parent.mkdir()
    open_store(path).close()
    return path


def test_a_formula_without_its_result_is_named(filled_store: Path, tmp_path: Path) -> None:
    import openpyxl

    plan, sheet = tmp_path / "a.lpplan", tmp_path / "s.xlsx"
    assert run("plan", "new", "--template", "lab-a", "--out", plan, "--db", filled_store).code == 0
    assert run("plan", "survey", plan, "--out", sheet, "--db", filled_store, "--lang", "en").code == 0
    book = openpyxl.load_workbook(sheet)
    page, place = next(
        (page, cell)
        for page in book
        for row in page.iter_rows()
        for cell in row
        if cell.value == "site/circuit-2/other_load_a"
    )
    answer = next(cell for row in page.iter_rows() for cell in row if cell.value == "Answer")
    page.cell(place.row, answer.column).value = "=2+3"
    book.save(sheet)
    done = run("plan", "answers", plan, sheet, "--out", tmp_path / "b.lpplan", "--db", filled_store, "--lang", "en")
    assert done.code == 1
    assert page.cell(place.row, answer.column).coordinate in done.err
    assert "formula without its result" in done.err
    assert not (tmp_path / "b.lpplan").exists()


def test_a_survey_is_not_written_as_plain_text(filled_store: Path, tmp_path: Path) -> None:
    plan, out = tmp_path / "a.lpplan", tmp_path / "s.txt"
    assert run("plan", "new", "--template", "lab-a", "--out", plan, "--db", filled_store).code == 0
    done = run("plan", "survey", plan, "--out", out, "--db", filled_store, "--lang", "en")
    assert done.code == 3
    assert ".xlsx, .pdf, .docx" in done.err
    assert not out.exists()

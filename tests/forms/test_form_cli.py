"""``form fields`` and ``form fill``: schemas, lists of what is missing, exit codes, texts in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.plan.codec import write_plan
from tests.cli.program import Done, run
from tests.forms.office_files import cells, excel, para, paragraphs, row, table, text_cell, word
from tests.forms.office_files import run as text_run
from tests.sample_plans import sample

FORM = word(
    para(text_run("项目{{项目"), text_run("名称}}，联系人{{联系人}}，{{无此项}}"))
    + table(row("{{货物.序号}}", "{{货物.名称}}", "{{货物.金额}}"))
)


@pytest.fixture
def folder(tmp_path: Path, data_dir: Path) -> Path:
    write_plan(sample(), tmp_path / "a.lpplan")
    (tmp_path / "f.docx").write_bytes(FORM)
    return tmp_path


def fill(folder: Path, *options: str, form: str = "f.docx", out: str = "out.docx") -> Done:
    return run("form", "fill", folder / "a.lpplan", folder / form, "--out", folder / out, "--lang", "en", *options)


def test_fields_of_a_form(folder: Path) -> None:
    found = run("form", "fields", folder / "f.docx", "--json", "--lang", "en").json
    assert found["schema"] == "labprocure.form.fields/1"
    assert (found["kind"], found["file"]) == ("docx", str(folder / "f.docx"))
    by_name = {one["name"]: one for one in found["fields"]}
    assert list(by_name) == ["项目名称", "联系人", "无此项", "货物.序号", "货物.名称", "货物.金额"]
    assert by_name["项目名称"]["key"] == "project"
    assert by_name["项目名称"]["value"] is None  # no plan was named
    assert by_name["无此项"]["known"] is False
    assert by_name["无此项"]["key"] is None
    assert by_name["货物.金额"]["where"] == ["text, table 1, row 1, cell 3"]


def test_fields_with_the_values_of_a_plan(folder: Path) -> None:
    found = run("form", "fields", folder / "f.docx", "--plan", folder / "a.lpplan", "--json").json
    by_name = {one["name"]: one for one in found["fields"]}
    assert (
        by_name["项目名称"]["value"] == "高校实验室算力采购（方案A）"
    )  # the form is in Chinese, whatever the run is in
    assert by_name["联系人"]["value"] is None
    assert (by_name["货物.金额"]["value"], by_name["货物.金额"]["rows"]) == ("150,000.00", 5)


def test_all_fields_there_are(folder: Path) -> None:
    found = run("form", "fields", "--json", "--lang", "zh").json
    names = {one["name"] for one in found["fields"]}
    assert {"项目名称", "预算", "经费卡号", "货物.单价", "参数.要求", "联系人"} <= names
    lines = run("form", "fields", "--plan", folder / "a.lpplan", "--lang", "zh").out
    assert "{{预算}}\t300,000.00" in lines
    assert "{{budget}}\tbudget with tax, in yuan" in run("form", "fields", "--lang", "en").out


def test_filled_form(folder: Path) -> None:
    found = fill(folder, "--json")
    assert found.code == 0
    body = found.json
    assert body["schema"] == "labprocure.form.fill/1"
    assert body["bytes"] == (folder / "out.docx").stat().st_size
    assert [(one["name"], one["reason"]) for one in body["missing"]] == [("联系人", "no_value"), ("无此项", "unknown")]
    assert body["repeated"] == [{"group": "goods", "rows": 5, "where": "text, table 1, row 1, cell 1"}]
    assert body["changed_parts"] == ["word/document.xml"]
    texts = paragraphs((folder / "out.docx").read_bytes())
    assert texts[0] == "项目高校实验室算力采购（方案A），联系人{{联系人}}，{{无此项}}"
    assert texts[-3:] == ["5", "供电改造（专用回路）", "16,000.00"]
    assert (folder / "f.docx").read_bytes() == FORM


def test_values_can_be_given_and_the_rest_emptied(folder: Path) -> None:
    found = fill(folder, "--value", "联系人=张=三", "--blank", "--json").json
    assert [one["name"] for one in found["missing"]] == ["无此项"]
    assert paragraphs((folder / "out.docx").read_bytes())[0] == "项目高校实验室算力采购（方案A），联系人张=三，"


def test_language_of_the_values_can_be_chosen(folder: Path) -> None:
    assert fill(folder, "--language", "en").code == 0
    assert "University lab" in paragraphs((folder / "out.docx").read_bytes())[0]


def test_lines_name_what_is_missing_with_place_and_remedy(folder: Path) -> None:
    told = fill(folder).out
    assert "{{联系人}}\ttext, paragraph 1" in told
    assert "--value 联系人=" in told


def test_workbook(folder: Path) -> None:
    form = excel(f'<row r="1">{text_cell("A1", "{{预算}}")}{text_cell("B1", "{{经费卡号}}")}</row>')
    (folder / "f.xlsx").write_bytes(form)
    found = fill(folder, "--value", "经费卡号=0071", "--json", form="f.xlsx", out="out.xlsx").json
    assert found["kind"] == "xlsx"
    assert cells((folder / "out.xlsx").read_bytes()) == {"A1": 300_000, "B1": "0071"}


@pytest.mark.parametrize(
    ("options", "form", "out", "code", "told"),
    [
        ((), "none.docx", "out.docx", 3, "no such file"),
        ((), "a.lpplan", "out.lpplan", 3, "no Word or Excel file"),
        ((), "f.docx", "f.docx", 3, "replace the form itself"),
        ((), "f.docx", "out.xlsx", 3, "must end in .docx"),
        ((), "f.docx", "none/out.docx", 4, "is not there"),
        (("--value", "联系人"), "f.docx", "out.docx", 3, "names no field"),
        (("--value", "预算=5"), "f.docx", "out.docx", 3, "follows from the plan"),
        (("--alternative", "Z"), "f.docx", "out.docx", 3, "no alternative called Z"),
        (("--nonsense",), "f.docx", "out.docx", 2, "No such option"),
    ],
)
def test_faults(folder: Path, options: tuple[str, ...], form: str, out: str, code: int, told: str) -> None:
    before = sorted(folder.rglob("*.docx"))
    found = fill(folder, *options, form=form, out=out)
    assert (found.code, found.out) == (code, "")
    assert told in found.err
    assert sorted(folder.rglob("*.docx")) == before
    assert (folder / "f.docx").read_bytes() == FORM


def test_nothing_to_fill_is_bad_input(folder: Path) -> None:
    (folder / "g.docx").write_bytes(word(para(text_run("{{无此项}}"))))
    found = fill(folder, form="g.docx")
    assert found.code == 3
    assert "{{无此项}}" in found.err
    assert not (folder / "out.docx").exists()

"""Filled forms as LibreOffice opens them: same texts, and formulas that come to what the rows say."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest

from planner.exchange.forms import fill_form, read_form, write_form
from tests.forms.office_files import values
from tests.forms.test_form_xlsx_rows import order_form

pytestmark = pytest.mark.office
GIVEN = values(
    {"project": "=1+1 算力 & <平台>\n二 _x0041_"},
    goods=(
        {"no": 1, "name": "+工作站", "quantity": 2, "uom": "台", "unit_price": 150_000},
        {"no": 2, "name": "=A1", "quantity": 3, "uom": "台", "unit_price": 1_000},
        {"no": 3, "name": "@SUM", "quantity": 1, "uom": "项", "unit_price": 16_000},
    ),
)


def converted(path: Path, kind: str) -> Path:
    program = shutil.which("soffice") or shutil.which("libreoffice")
    profile = f"-env:UserInstallation=file://{path.parent}/profile"
    out = path.parent / "again"
    to = ["--headless", "--convert-to", kind, "--outdir", str(out), str(path)]
    done = subprocess.run([str(program), profile, *to], check=True, capture_output=True, timeout=180)
    assert b"Error" not in done.stderr
    return out / f"{path.stem}.{kind.partition(':')[0]}"


def filled(form: Any, path: Path) -> Path:
    form.save(path)
    write_form(fill_form(read_form(path), GIVEN), path.with_name(f"out{path.suffix}"))
    return path.with_name(f"out{path.suffix}")


def test_workbook_opens_and_its_formulas_come_to_what_the_rows_say(tmp_path: Path) -> None:
    out = converted(filled(order_form(), tmp_path / "f.xlsx"), "xlsx:Calc MS Excel 2007 XML")
    again = openpyxl.load_workbook(out, data_only=True)
    sheet = again["申请"]
    assert [[one.value for one in line] for line in sheet["A4:E6"]] == [
        [1, "+工作站", 2, 150_000, 300_000],
        [2, "=A1", 3, 1_000, 3_000],
        [3, "@SUM", 1, 16_000, 16_000],
    ]
    assert sheet["E7"].value == 319_000
    assert sheet["E9"].value == pytest.approx(334_950)
    assert [again["汇总"][one].value for one in ("A1", "A2", "A3")] == [319_000, 319_000, 319_000]
    assert sheet["A1"].value == "=1+1 算力 & <平台>\n二 _x0041_"
    assert {str(one) for one in sheet.merged_cells.ranges} == {"A1:E1", "A7:D7"}


def test_word_file_opens_with_the_same_texts(tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("项目：{{项目").add_run("名称}}")
    table = document.add_table(rows=2, cols=2)
    table.cell(0, 0).text, table.cell(1, 0).text, table.cell(1, 1).text = "序号", "{{货物.序号}}", "{{货物.名称}}"
    document.sections[0].footer.paragraphs[0].text = "{{采购单位}}"
    out = converted(filled(document, tmp_path / "f.docx"), "docx")
    again = docx.Document(io.BytesIO(out.read_bytes()))
    assert again.paragraphs[0].text.startswith("项目：=1+1 算力 & <平台>\n二 ")
    assert [[one.text for one in line.cells] for line in again.tables[0].rows] == [
        ["序号", ""],
        ["1", "+工作站"],
        ["2", "=A1"],
        ["3", "@SUM"],
    ]
    assert again.sections[0].footer.paragraphs[0].text == "计算机学院"

"""The workbook read back: numbers, formulas and results, texts that look like formulas, print set-up, names."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from msgspec.structs import replace

from planner.documents.model import (
    Column,
    DateCell,
    KeyValue,
    KeyValues,
    MoneyCell,
    Number,
    Paragraph,
    Row,
    Section,
    Table,
)
from planner.errors import ExportError
from planner.render.xlsx import render_xlsx
from planner.render.xlsx_lines import line_count, row_height
from planner.render.xlsx_names import sheet_names
from planner.render.xlsx_sheet import column_spans
from tests.documents.papers import DAY, answer_table, paper, parameter_table, small


@lru_cache(maxsize=4)
def sample(language: str = "zh") -> bytes:
    return render_xlsx(paper(language, extra=(Section(title="附件", blocks=(answer_table(),)),)))  # type: ignore[arg-type]


def book(content: bytes, **options: Any) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), **options)


def part(content: bytes, name: str) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read(name).decode()


def find(sheet: Any, value: object) -> Any:
    return next(cell for row in sheet.iter_rows() for cell in row if cell.value == value)


def test_one_sheet_for_each_table_in_order() -> None:
    assert book(sample()).sheetnames == ["货物清单", "技术参数表", "安装场地", "技术偏离表"]


def test_numbers_are_numbers_with_formats() -> None:
    sheet = book(sample())["货物清单"]
    row = find(sheet, "不间断电源").row
    quantity, price = sheet.cell(row, 3), sheet.cell(row, 4)
    assert (quantity.value, quantity.data_type, quantity.number_format) == (2, "n", "General_ ")
    assert (price.value, price.data_type, price.number_format) == (9000, "n", "#,##0.00_ ")
    load = find(book(sample())["安装场地"], "承重").offset(0, 1)
    assert (load.value, load.number_format) == (500, 'General" kg/m²"_ ')


def test_formulas_name_the_right_cells_and_carry_their_results() -> None:
    formulas, results = book(sample())["货物清单"], book(sample(), data_only=True)["货物清单"]
    first, total = find(formulas, "人工智能工作站").row, find(formulas, "合计").row
    assert formulas.cell(first + 2, 5).value == f"=C{first + 2}*D{first + 2}"
    assert formulas.cell(total, 5).value == f"=SUM(E{first}:E{total - 1})"
    assert results.cell(first + 2, 5).value == 18000
    assert results.cell(total, 5).value == 224000


@pytest.mark.parametrize(
    "odd", ['=WEBSERVICE("http://x")', "+1", "-1", "@SUM(A1)", "=<5%", "=", "==", "#N/A", "http://x.y", "1e5", "TRUE"]
)
def test_what_looks_like_a_formula_is_text(odd: str) -> None:
    content = render_xlsx(small(odd))
    cell = find(book(content).worksheets[0], "P-001").offset(0, 1)
    assert (cell.value, cell.data_type) == (odd, "s")
    assert "<f>" not in part(content, "xl/worksheets/sheet1.xml")
    assert cell.quotePrefix == odd.startswith(("=", "+", "-", "@"))


def test_long_digit_strings_stay_text() -> None:
    cell = find(book(render_xlsx(small("8939010102358478435"))).worksheets[0], "P-001").offset(0, 1)
    assert (cell.value, cell.data_type) == ("8939010102358478435", "s")


def test_id_columns_keep_typed_codes_as_text() -> None:
    assert find(book(sample())["技术偏离表"], "P-003").number_format == "@"


@pytest.mark.parametrize("odd", ["S&P 500", "PUE <1.3", "<b>型", "a_x000B_b", "甲\n乙", " 前后 ", "\"'"])
def test_texts_come_back_as_they_were(odd: str) -> None:
    assert find(book(render_xlsx(small(odd))).worksheets[0], "P-001").offset(0, 1).value == odd


def test_a_text_too_long_for_a_cell_is_refused_not_cut() -> None:
    assert len(find(book(render_xlsx(small("长" * 32_767))).worksheets[0], "P-001").offset(0, 1).value) == 32_767
    with pytest.raises(ExportError) as caught:
        render_xlsx(small("长" * 32_768))
    assert "32,768" in str(caught.value)
    assert caught.value.place.startswith("内容")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**15, Decimal("NaN")])
def test_numbers_that_a_sheet_cannot_hold_are_refused(value: float) -> None:
    columns = (Column(key="a", title="数", width_mm=20, kind="number"),)
    with pytest.raises(ExportError):
        render_xlsx(small("x", blocks=(Table(columns=columns, rows=(Row((Number(value),)),), caption="表"),)))


def test_dates_are_dates() -> None:
    columns = (Column(key="a", title="日期", width_mm=24, kind="date"),)
    sheet = book(
        render_xlsx(small("x", blocks=(Table(columns=columns, rows=(Row((DateCell(DAY),)),), caption="表"),)))
    ).worksheets[0]
    cell = sheet["A3"]
    assert cell.is_date and cell.value.date() == DAY and cell.number_format == "yyyy-mm-dd"


def test_print_set_up() -> None:
    opened = book(sample())
    for sheet in opened.worksheets:
        assert sheet.page_setup.paperSize == 9
        assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight) == (1, 0)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert not sheet.sheet_view.showGridLines
        assert sheet.print_area
        assert sheet.oddFooter.center.text.endswith("第 &P 页\u3000共 &N 页")
        assert "JZU-ZC-2026-0137" in sheet.oddHeader.right.text
    table = opened["技术参数表"]
    assert table.print_title_rows == "$2:$2" and table.freeze_panes == "D3"
    assert table.auto_filter.ref.startswith("A2:F")
    assert table.page_setup.orientation == "portrait" and opened["技术偏离表"].page_setup.orientation == "landscape"
    assert round(table.page_margins.left * 25.4) == 15


def test_ampersand_and_figures_in_the_running_head() -> None:
    content = render_xlsx(small("x", running_head="2026 R&D", number="42"))
    header = re.search("<oddHeader>(.*?)</oddHeader>", part(content, "xl/worksheets/sheet1.xml"))
    assert header is not None
    assert '&amp;"宋体"2026 R&amp;&amp;D' in header[1] and '&amp;"宋体"42' in header[1]


def test_no_merged_data_rows_and_id_first() -> None:
    sheet = book(sample())["技术参数表"]
    assert {merged.min_row for merged in sheet.merged_cells.ranges} == {1}
    assert sheet["A2"].value == "序号" and sheet["A4"].value == "1.1.1"
    assert not any(dimension.hidden for dimension in sheet.column_dimensions.values())


def test_answers_have_drop_downs_and_number_checks() -> None:
    sheet = book(sample())["技术偏离表"]
    kinds = {rule.type: rule for rule in sheet.data_validations.dataValidation}
    assert kinds["list"].formula1 == '"正偏离,无偏离,负偏离"'
    assert kinds["decimal"].error == "请只填数字，单位见“单位”栏。"
    assert not sheet.protection.sheet


def test_properties_and_no_tool_marks() -> None:
    content = sample()
    properties = book(content).properties
    assert (properties.title, properties.creator, properties.lastModifiedBy) == (
        "采购需求参数表",
        "江州大学",
        "江州大学",
    )
    assert properties.created.date() == properties.modified.date() == DAY
    assert "<Company></Company>" in part(content, "docProps/app.xml")
    everything = "".join(part(content, name) for name in zipfile.ZipFile(io.BytesIO(content)).namelist())
    assert not re.search("xlsxwriter|openpyxl|python", everything, re.IGNORECASE)


def test_the_same_document_gives_the_same_bytes() -> None:
    again = render_xlsx(paper("zh", extra=(Section(title="附件", blocks=(answer_table(),)),)))
    assert again == sample()


def test_draft_is_said_in_the_header() -> None:
    draft = book(render_xlsx(paper("zh", rows=5, draft=True))).worksheets[0]
    assert "草稿" in draft.oddHeader.right.text  # in the middle a long name would run into it


def test_column_widths_are_millimetres() -> None:
    # 72 mm = 272 px at 96 px an inch; SimSun 11 has digits 8 px wide, so 34.0 characters.
    column = book(sample())["技术参数表"].column_dimensions["D"]
    assert column.width == pytest.approx(72 * 96 / 25.4 / 8, abs=0.1)


def test_row_heights_grow_with_the_text() -> None:
    assert line_count("技术要求" * 10, 72, "zh") == 3
    assert line_count("整机", 10, "zh") == 1
    assert line_count("a\nb\nc", 72, "en") == 3
    assert row_height([("字" * 4000, 30)], "zh") == 409
    sheet = book(sample())["技术参数表"]
    short, tall = find(sheet, "1.1.2").row, find(sheet, "1.1.5").row
    assert sheet.row_dimensions[tall].height > sheet.row_dimensions[short].height > 15


def test_sheet_names_every_program_opens() -> None:
    same = "一个名字很长的计划一个名字很长的计划一个名字很长的计划一个名"
    names = sheet_names([same + "甲", same + "乙", "A/B:C", "History", "'引'", "", "a*b?[c]", "ABC", "abc", "😀" * 20])
    assert names[2:9] == ("A－B－C", "History_", "引", "Sheet", "a－b－－c－", "ABC", "abc (2)")
    assert names[0] != names[1]
    assert all(len(name.encode("utf-16-le")) // 2 <= 31 for name in names)
    assert len({name.casefold() for name in names}) == len(names)


def test_four_hundred_rows_and_sections_without_tables() -> None:
    blocks = (
        Section(title="说明", blocks=(Paragraph(text="只有文字。"),)),
        Section(title="参数", blocks=(parameter_table("zh", 400),)),
    )
    opened = book(render_xlsx(small("x", blocks=blocks)))
    assert opened.sheetnames == ["说明", "技术参数表"]
    assert find(opened["说明"], "只有文字。")
    assert find(opened["技术参数表"], "1.3.400").row == 405


def test_signers_span_columns_in_proportion() -> None:
    assert column_spans([14, 66, 14, 18, 22, 18, 24], [20, 52, 44, 34]) == [(0, 0), (1, 1), (2, 4), (5, 6)]
    assert column_spans([10, 10], [5, 5]) == [(0, 0), (1, 1)]


def test_facts_keep_their_labels_and_numbers() -> None:
    facts = KeyValues(
        items=(KeyValue("承重", Number(500, unit="kg/m²")), KeyValue("价", MoneyCell(Decimal("12.5")))), caption="场地"
    )
    sheet = book(render_xlsx(small("x", blocks=(facts,)))).worksheets[0]
    assert [(row[0].value, row[1].value) for row in sheet.iter_rows(min_row=2)] == [("承重", 500), ("价", 12.5)]


def without_results(content: bytes) -> bytes:
    """Return the workbook with the stored results taken out, so that a spreadsheet has to compute them."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name, re.sub(rb"</f><v>[^<]*</v>", b"</f>", old.read(name)))
    return stream.getvalue()


@pytest.mark.office
def test_stored_results_are_what_a_spreadsheet_computes(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(without_results(sample()))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    to = ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(tmp_path / "again")]
    subprocess.run(
        ["soffice", profile, "--headless", *to, str(tmp_path / "a.xlsx")], check=True, capture_output=True, timeout=180
    )
    theirs = book((tmp_path / "again" / "a.xlsx").read_bytes(), data_only=True)["货物清单"]
    ours = book(sample(), data_only=True)["货物清单"]
    computed = [cell.value for cell in theirs["E"] if isinstance(cell.value, int | float)]
    assert (
        computed
        == [cell.value for cell in ours["E"] if isinstance(cell.value, int | float)]
        == [168000, 38000, 18000, 224000]
    )


def test_empty_document_is_one_sheet() -> None:
    assert book(render_xlsx(replace(small("x"), blocks=()))).sheetnames == ["样张"]

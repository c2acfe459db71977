"""Excel forms: real numbers where a field stands alone, texts that stay texts, formulas that stay formulas."""

from __future__ import annotations

import datetime as dt
import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment

from planner.errors import ImportFailed
from planner.exchange.forms import read_form
from planner.messages import render
from planner.money import Money
from tests.forms.office_files import book, cells, excel, excel_parts, filled, parts_of, text_cell, values, zipped

SHEET = "xl/worksheets/sheet1.xml"


def one_cell(tmp_path: Path, text: str, style: int = 0, **single: Any) -> Any:
    result = filled(tmp_path / "f.xlsx", excel(f'<row r="1">{text_cell("A1", text, style)}</row>'), values(single))
    return book(result.content)["申请"]["A1"]


@pytest.mark.parametrize(
    ("text", "style", "expected", "kind"),
    [
        ("{{预算}}", 0, 300_000, "n"),
        (" {{预算}} ", 2, 300_000, "n"),
        ("{{总价}}", 2, 264_000.5, "n"),
        ("{{预算|万元}}", 0, 30, "n"),
        ("{{预算}}", 1, "300,000.00", "s"),  # the form formats the cell as text
        ("{{预算}}元", 0, "300,000.00元", "s"),
        ("{{预算大写}}", 2, "叁拾万元整", "s"),
        ("{{使用人数}}", 0, 72, "n"),
        ("{{最大功率}}", 0, "2.65 kW", "s"),
        ("{{最大功率|kW}}", 0, 2.65, "n"),
        ("{{日期}}", 3, "2026-11-30T00:00:00", "d"),
        ("{{日期}}", 0, "2026年11月30日", "s"),
        ("{{日期|yyyy-mm-dd}}", 3, "2026-11-30", "s"),
        ("{{经费卡号}}", 0, "0012345678901234567", "s"),
        ("{{预算}}", 3, "300,000.00", "s"),  # in a date cell the number would read as a day
    ],
)
def test_kind_of_cell(tmp_path: Path, text: str, style: int, expected: object, kind: str) -> None:
    cell = one_cell(tmp_path, text, style)
    value = cell.value.isoformat() if isinstance(cell.value, dt.datetime) else cell.value
    assert (value, cell.data_type) == (expected, kind)


def test_raw_number_and_style_are_kept(tmp_path: Path) -> None:
    form = excel(f'<row r="1">{text_cell("A1", "{{总价}}", 2)}</row>')
    told = parts_of(filled(tmp_path / "f.xlsx", form).content)[SHEET].decode()
    assert '<c r="A1" s="2"><v>264000.5</v></c>' in told


def test_amount_with_more_digits_than_a_double_holds_stays_text(tmp_path: Path) -> None:
    assert one_cell(tmp_path, "{{预算}}", budget=Money.of("99999999999999.99")).value == "99,999,999,999,999.99"


@pytest.mark.parametrize(
    "said",
    [
        '=WEBSERVICE("http://x")',
        "+1",
        "-1",
        "@SUM(A1)",
        "=",
        "==",
        "=<5%",
        "#N/A",
        "TRUE",
        "0071",
        "8939010102358478435",
        "1e5",
    ],
)
def test_values_never_become_formulas_or_numbers(tmp_path: Path, said: str) -> None:
    """Reports B01, B03, B04, B15: formulas from pasted texts, long numbers that end in zeros, error values."""
    form = excel(f'<row r="1">{text_cell("A1", "{{项目名称}}")}{text_cell("B1", "={{项目名称}}")}</row>')
    content = filled(tmp_path / "f.xlsx", form, values({"project": said})).content
    told = parts_of(content)[SHEET].decode()
    assert "<f>" not in told
    assert re.findall(r'<c r="(\w+)" s="0" t="(\w+)">', told) == [("A1", "inlineStr"), ("B1", "inlineStr")]
    # openpyxl takes any text that begins with = for a formula, so the XML is what counts
    texts = re.findall(r"<t[^>]*>([^<]*)</t>", told)
    assert [one.replace("&lt;", "<").replace("&amp;", "&") for one in texts] == [said, f"={said}"]


def as_excel_reads(tmp_path: Path, text: str, **single: Any) -> str:
    """Return the text of a cell with escapes resolved (ST_Xstring, ECMA-376 part 1, 22.9.2.19), as openpyxl does not."""
    raw = str(one_cell(tmp_path, text, **single).value)
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), raw)


def test_signs_control_characters_and_escapes(tmp_path: Path) -> None:
    said = "S&P 500 <b>\x0b二\x07 _x0041_ _x000D_ <1.3"
    assert as_excel_reads(tmp_path, "{{项目名称}}", project=said) == "S&P 500 <b>\n二 _x0041_ _x000D_ <1.3"


def test_escapes_of_the_form_itself_are_left(tmp_path: Path) -> None:
    assert as_excel_reads(tmp_path, "a_x0041_b{{使用人数}}") == "aAb72"


def test_shared_and_rich_texts_keep_their_runs(tmp_path: Path) -> None:
    shared = (
        "<si><t>{{项目名称}}</t></si><si><r><rPr><b/></rPr><t>名：{{项目</t></r><r><t>名称}}</t></r>"
        '<r><rPr><i/></rPr><t xml:space="preserve"> 尾</t></r><rPh sb="0" eb="1"><t>míng</t></rPh></si><si><t>不变</t></si>'
    )
    rows = "".join(
        f'<c r="{column}1" t="s"><v>{number}</v></c>' for column, number in zip("ABCD", (0, 1, 2, 0), strict=True)
    )
    form = excel(f'<row r="1">{rows}</row>', shared=shared)
    result = filled(tmp_path / "f.xlsx", form)
    assert cells(result.content) == {"A1": "算力平台", "B1": "名：算力平台 尾", "C1": "不变", "D1": "算力平台"}
    told = parts_of(result.content)[SHEET].decode()
    assert re.search(
        r"<is><r><rPr><b/></rPr><t[^>]*>名：算力平台</t></r><r><t[^>]*></t></r>|<is><r><rPr><b/></rPr><t[^>]*>名：算力平台</t></r><r><t[^>]*/></r>",
        told,
    )
    assert "míng" not in told
    assert result.changed == (SHEET,)  # the shared texts are left as they are


def test_formula_cells_are_untouched_and_calculated_on_opening(tmp_path: Path) -> None:
    formula = '<c r="B1" t="str"><f>"{{预算}}"&amp;A1</f><v>{{预算}}x</v></c>'
    form = excel(f'<row r="1">{text_cell("A1", "{{预算}}")}{formula}</row>', workbook="<definedNames/>")
    result = filled(tmp_path / "f.xlsx", form)
    assert formula in parts_of(result.content)[SHEET].decode()
    assert (
        '<definedNames/><calcPr fullCalcOnLoad="1"/></workbook>' in parts_of(result.content)["xl/workbook.xml"].decode()
    )
    assert any(one.id == "form.recalculated" for one in result.notices)


def test_calc_properties_that_are_there_are_kept(tmp_path: Path) -> None:
    form = excel(
        f'<row r="1">{text_cell("A1", "{{预算}}")}<c r="B1"><f>A1*2</f></c></row>',
        workbook='<calcPr calcId="191029"/><extLst/>',
    )
    told = parts_of(filled(tmp_path / "f.xlsx", form).content)["xl/workbook.xml"].decode()
    assert '<calcPr calcId="191029" fullCalcOnLoad="1"/><extLst/>' in told


def test_blank_and_missing_cells(tmp_path: Path) -> None:
    form = excel(f'<row r="1">{text_cell("A1", "{{联系人}}", 2)}{text_cell("B1", "{{预算}}")}</row>')
    left = filled(tmp_path / "f.xlsx", form)
    assert cells(left.content) == {"A1": "{{联系人}}", "B1": 300_000}
    emptied = filled(tmp_path / "f.xlsx", form, blank=True)
    assert '<c r="A1" s="2"/>' in parts_of(emptied.content)[SHEET].decode()


def test_heights_are_measured_anew_where_the_text_grew_and_the_height_was_not_set_by_hand(tmp_path: Path) -> None:
    form = excel(
        f'<row r="1" ht="14">{text_cell("A1", "{{项目名称}}")}</row>'
        f'<row r="2" ht="14" customHeight="1">{text_cell("A2", "{{项目名称}}")}</row>'
    )
    told = parts_of(filled(tmp_path / "f.xlsx", form, values({"project": "一\n二"})).content)[SHEET].decode()
    assert '<row r="1"><c' in told
    assert '<row r="2" ht="14" customHeight="1">' in told


def test_text_too_long_for_a_cell_is_refused_with_its_cell(tmp_path: Path) -> None:
    """Report B14: 40,000 characters were cut in silence."""
    with pytest.raises(ImportFailed, match="cell A1: The text has 40,000 characters") as caught:
        one_cell(tmp_path, "{{项目名称}}", project="字" * 40_000)
    assert "{{参数.要求}}" in caught.value.told("en")


def test_cells_and_rows_without_addresses_are_counted(tmp_path: Path) -> None:
    rows = "<row><c><v>1</v></c></row><row><c/><c t='inlineStr'><is><t>{{预算}}</t></is></c></row>"
    (tmp_path / "f.xlsx").write_bytes(excel(rows))
    assert [render(one.place, "en") for one in read_form(tmp_path / "f.xlsx").spots] == ["sheet 申请, cell B2"]


def test_text_written_straight_into_the_value(tmp_path: Path) -> None:
    form = excel('<row r="1"><c r="A1" t="str"><v>名：{{项目名称}}</v></c></row>')
    assert cells(filled(tmp_path / "f.xlsx", form).content) == {"A1": "名：算力平台"}


def test_heading_of_an_excel_table_is_refused(tmp_path: Path) -> None:
    """The table's part repeats the text of its headings; where they differ Excel offers to repair the file."""
    from openpyxl.worksheet.table import Table

    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet["B2"], sheet["B3"] = "{{项目名称}}", "{{预算}}"
    sheet.add_table(Table(displayName="T", ref="B2:B3"))
    out = io.BytesIO()
    workbook.save(out)
    with pytest.raises(ImportFailed, match="cell B2, {{项目名称}}: The cell heads a column"):
        filled(tmp_path / "f.xlsx", out.getvalue())


@pytest.mark.parametrize(
    ("width", "merged", "style", "narrow"),
    [
        (8, "", 2, True),
        (12, "", 2, False),
        (8, "A1:B1", 2, False),
        (8, "", 0, False),
        (9, "", 3, True),
        (11, "", 3, False),
    ],
)
def test_number_wider_than_its_column_is_told(
    tmp_path: Path, width: int, merged: str, style: int, narrow: bool
) -> None:
    """300,000.00 takes ten digits; the general format shows 300000, a date ten signs."""
    cell = text_cell("A1", "{{日期}}" if style == 3 else "{{预算}}", style)
    after = f'<mergeCells><mergeCell ref="{merged}"/></mergeCells>' if merged else ""
    parts = excel_parts(f'<row r="1">{cell}</row>', after=after)
    cols = f'<cols><col min="1" max="3" width="{width}"/></cols><sheetData>'
    parts[SHEET] = parts[SHEET].replace("<sheetData>", cols)
    notices = [one.id for one in filled(tmp_path / "f.xlsx", zipped(parts)).notices]
    assert ("form.narrow" in notices) is narrow


def test_page_headers(tmp_path: Path) -> None:
    header = "<headerFooter><oddHeader>&amp;C&amp;12{{使用人数}}&amp;R{{项目名称}}</oddHeader></headerFooter>"
    form = excel('<row r="1"/>', after=header)
    told = parts_of(filled(tmp_path / "f.xlsx", form, values({"project": "A&B"})).content)[SHEET].decode()
    # && is one ampersand; the blank keeps the number of people out of the font size before it
    assert "<oddHeader>&amp;C&amp;12 72&amp;RA&amp;&amp;B</oddHeader>" in told
    with pytest.raises(ImportFailed, match="page header"):
        filled(tmp_path / "f.xlsx", form, values({"project": "长" * 300}))


def test_calendar_of_1904(tmp_path: Path) -> None:
    parts = excel_parts(f'<row r="1">{text_cell("A1", "{{日期}}", 3)}</row>')
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace("<sheets>", '<workbookPr date1904="1"/><sheets>')
    cell = book(filled(tmp_path / "f.xlsx", zipped(parts)).content)["申请"]["A1"]
    assert cell.value.isoformat() == "2026-11-30T00:00:00"


def made_by_openpyxl() -> bytes:
    from openpyxl.chart import BarChart, Reference

    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "申请"
    sheet["A1"] = "{{项目名称}}"
    sheet["A1"].comment = Comment("给{{采购单位}}看", "a")
    sheet["B2"] = 5
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=2))
    chart.title = "{{项目名称}} 图"
    sheet.add_chart(chart, "D4")
    workbook.create_sheet("第二")["C3"] = "{{总价}}"
    workbook.create_sheet("{{预算}}")
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def test_comments_chart_titles_and_further_sheets(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.xlsx", made_by_openpyxl())
    again = book(result.content)
    assert again["申请"]["A1"].value == "算力平台"
    assert again["申请"]["A1"].comment.text == "给计算机学院看"
    assert again["第二"]["C3"].value == 264_000.5
    assert "算力平台 图" in parts_of(result.content)["xl/charts/chart1.xml"].decode()
    assert any(one.id == "form.sheet_name" for one in result.notices)
    assert "xl/styles.xml" not in result.changed


def test_prompts_of_drop_downs_are_told(tmp_path: Path) -> None:
    after = '<dataValidations><dataValidation sqref="B1" prompt="{{预算}}"/></dataValidations>'
    (tmp_path / "f.xlsx").write_bytes(excel(f'<row r="1">{text_cell("A1", "{{预算}}")}</row>', after=after))
    assert [one.id for one in read_form(tmp_path / "f.xlsx").notices] == ["form.prompt"]


def test_binary_workbook_is_named(tmp_path: Path) -> None:
    parts = excel_parts("")
    parts["[Content_Types].xml"] = re.sub(
        r"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main\+xml",
        "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
        parts["[Content_Types].xml"],
    )
    (tmp_path / "f.xlsb").write_bytes(zipped(parts))
    with pytest.raises(ImportFailed, match="xlsb"):
        read_form(tmp_path / "f.xlsb")

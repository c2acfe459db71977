"""Rows of Excel forms that repeat, and everything below, beside and on other sheets that must follow."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table

from planner.errors import ImportFailed
from tests.forms.office_files import book, cells, excel, excel_parts, filled, parts_of, text_cell, values, zipped

SHEET = "xl/worksheets/sheet1.xml"


def saved(workbook: Any) -> bytes:
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def order_form() -> Any:
    """Return a form as a school makes it: heading, one row for the items, total, and a second sheet with formulas."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "申请"
    sheet["A1"] = "{{项目名称}}"
    sheet.merge_cells("A1:E1")
    for column, text in enumerate(("序号", "名称", "数量", "单价", "金额"), 1):
        sheet.cell(3, column, text)
    for column, name in enumerate(("序号", "名称", "数量", "单价"), 1):
        sheet.cell(4, column, f"{{{{货物.{name}}}}}")
    sheet["D4"].number_format = sheet["E4"].number_format = "#,##0.00"
    sheet["E4"] = "=C4*D4"
    sheet["A5"] = "合计"
    sheet.merge_cells("A5:D5")
    sheet["E5"] = "=SUM(E4:E4)"
    sheet["A7"] = "负责人："
    sheet["E7"] = "=E5*1.05"
    other = workbook.create_sheet("汇总")
    other["A1"] = "=申请!E5"
    other["A2"] = "=SUM(申请!E4:E4)"
    other["A3"] = "=A1"
    return workbook


def test_rows_formulas_merges_and_the_total_follow(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.xlsx", saved(order_form()))
    again = book(result.content)
    sheet = again["申请"]
    assert [[one.value for one in line] for line in sheet["A4:E6"]] == [
        [1, "工作站", 2, 150_000, "=C4*D4"],
        [2, "存储", 1, 30_000.5, "=C5*D5"],
        [3, "电源", 3, "{{货物.单价}}", "=C6*D6"],
    ]
    assert [sheet[one].value for one in ("A7", "E7", "A9", "E9")] == ["合计", "=SUM(E4:E6)", "负责人：", "=E7*1.05"]
    assert {str(one) for one in sheet.merged_cells.ranges} == {"A1:E1", "A7:D7"}
    assert {one.number_format for one in (sheet["D4"], sheet["D6"], sheet["E6"])} == {"#,##0.00"}
    assert [again["汇总"][one].value for one in ("A1", "A2", "A3")] == ["=申请!E7", "=SUM(申请!E4:E6)", "=A1"]


def test_one_line_moves_nothing(tmp_path: Path) -> None:
    given = values(goods=({"no": 1, "name": "甲", "quantity": 1, "unit_price": 5},))
    sheet = book(filled(tmp_path / "f.xlsx", saved(order_form()), given).content)["申请"]
    assert [sheet[one].value for one in ("A4", "E4", "E5", "A7")] == [1, "=C4*D4", "=SUM(E4:E4)", "负责人："]


def test_what_is_bound_to_rows_follows(tmp_path: Path) -> None:
    workbook = order_form()
    sheet = workbook["申请"]
    sheet.print_area = "A1:E7"
    sheet.print_title_rows = "1:3"
    workbook.defined_names["总额"] = openpyxl.workbook.defined_name.DefinedName("总额", attr_text="申请!$E$5")
    choices = DataValidation(type="list", formula1="$H$4:$H$9")
    choices.add("C4")
    choices.add("B7")
    sheet.add_data_validation(choices)
    sheet.conditional_formatting.add("E4:E4", CellIsRule(operator="greaterThan", formula=["$E$5"]))
    sheet.auto_filter.ref = "A3:E4"
    sheet.row_breaks.append(Break(id=5))
    sheet["A7"].comment = Comment("签字", "a")
    sheet["B4"].hyperlink = "http://example.org"
    again = book(filled(tmp_path / "f.xlsx", saved(workbook)).content)
    found = again["申请"]
    assert found.print_area == "'申请'!$A$1:$E$9"
    assert found.print_title_rows == "$1:$3"
    assert again.defined_names["总额"].attr_text == "申请!$E$7"
    assert set(str(found.data_validations.dataValidation[0].sqref).split()) == {"C4:C6", "B9"}
    assert found.data_validations.dataValidation[0].formula1 == "$H$4:$H$11"
    ((area, rules),) = ((one.sqref, one.rules) for one in found.conditional_formatting)
    assert (str(area), rules[0].formula) == ("E4:E6", ["$E$7"])
    assert found.auto_filter.ref == "A3:E6"
    assert [one.id for one in found.row_breaks.brk] == [7]
    assert found["A9"].comment.text == "签字"
    assert found["A7"].comment is None
    assert found["B6"].hyperlink is not None or found["B4"].hyperlink.ref == "B4:B6"


def test_box_of_a_comment_moves_with_its_cell(tmp_path: Path) -> None:
    workbook = order_form()
    workbook["申请"]["A7"].comment = Comment("签字", "a")
    form = saved(workbook)
    name = next(one for one in parts_of(form) if one.endswith(".vml"))
    before, after = parts_of(form)[name].decode(), parts_of(filled(tmp_path / "f.xlsx", form).content)[name].decode()
    (row_before,), (row_after,) = (re.findall(r"Row>(\d+)<", one) for one in (before, after))
    assert (int(row_before), int(row_after)) == (6, 8)


def test_table_pictures_and_charts_follow(tmp_path: Path) -> None:
    from openpyxl.chart import BarChart, Reference

    workbook = order_form()
    sheet = workbook["申请"]
    sheet.add_table(Table(displayName="清单", ref="A3:E4"))
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=5, min_row=4, max_row=5))
    sheet.add_chart(chart, "A10")
    result = filled(tmp_path / "f.xlsx", saved(workbook))
    assert book(result.content)["申请"].tables["清单"].ref == "A3:E6"
    parts = {name: content.decode() for name, content in parts_of(result.content).items() if name.endswith(".xml")}
    assert "'申请'!$E$4:$E$7" in parts["xl/charts/chart1.xml"]
    (row,) = re.findall(r"<(?:\w+:)?from>.*?<(?:\w+:)?row>(\d+)<", parts["xl/drawings/drawing1.xml"], re.DOTALL)
    assert int(row) == 11


def rows_form(*rows: str, **options: str) -> bytes:
    return excel("".join(f'<row r="{number}">{one}</row>' for number, one in enumerate(rows, 1)), **options)


def test_neighbouring_rows_and_two_groups_of_one_sheet(tmp_path: Path) -> None:
    form = rows_form(
        text_cell("A1", "{{货物.名称}}"),
        text_cell("A2", "数量 {{货物.数量}}"),
        text_cell("A3", "中"),
        text_cell("A4", "{{参数.编号}}") + text_cell("B4", "{{参数.要求}}"),
        text_cell("A5", "末 {{预算}}"),
    )
    given = values()
    import msgspec

    twice = ({"code": "P-101", "requirement": "=4"}, {"code": "P-102", "requirement": "b"})
    given = msgspec.structs.replace(given, rows={**given.rows, "parameters": twice})
    assert cells(filled(tmp_path / "f.xlsx", form, given).content) == {
        **{"A1": "工作站", "A2": "数量 2", "A3": "存储", "A4": "数量 1", "A5": "电源", "A6": "数量 3", "A7": "中"},
        **{"A8": "P-101", "B8": "=4", "A9": "P-102", "B9": "b", "A10": "末 300,000.00"},
    }


def test_merge_beside_the_row_grows_and_merges_within_it_are_copied(tmp_path: Path) -> None:
    after = (
        '<mergeCells count="3"><mergeCell ref="A1:A3"/><mergeCell ref="B2:C2"/><mergeCell ref="B4:C5"/></mergeCells>'
    )
    form = rows_form(
        text_cell("A1", "设备"),
        '<c r="A2"><v>9</v></c>' + text_cell("B2", "{{货物.名称}}") + '<c r="C2"/>',
        text_cell("B3", "合计"),
        text_cell("B4", "下"),
        after=after,
    )
    result = filled(tmp_path / "f.xlsx", form)
    told = parts_of(result.content)[SHEET].decode()
    assert re.findall(r'mergeCell ref="([^"]+)"', told) == ["A1:A5", "B2:C2", "B6:C7", "B3:C3", "B4:C4"]
    assert 'mergeCells count="5"' in told
    assert "A3" not in cells(result.content)  # what lies under the merge is not copied


def test_shared_formulas_are_written_out(tmp_path: Path) -> None:
    form = rows_form(
        text_cell("A1", "{{货物.数量}}") + '<c r="B1"><f>A1*2</f></c>',
        '<c r="A2"><v>1</v></c><c r="B2"><f t="shared" ref="B2:B3" si="0">A2*2</f></c>',
        '<c r="A3"><v>1</v></c><c r="B3"><f t="shared" si="0"/></c>',
    )
    found = cells(filled(tmp_path / "f.xlsx", form).content)
    assert {key: found[key] for key in ("B1", "B2", "B3", "B4", "B5")} == {
        **{"B1": "=A1*2", "B2": "=A2*2", "B3": "=A3*2", "B4": "=A4*2", "B5": "=A5*2"}
    }


def test_stored_results_of_copied_formulas_are_not_copied(tmp_path: Path) -> None:
    form = rows_form(text_cell("A1", "{{货物.数量}}") + '<c r="B1"><f>A1*2</f><v>77</v></c>')
    told = parts_of(filled(tmp_path / "f.xlsx", form).content)[SHEET].decode()
    assert told.count("<v>77</v>") == 1  # the form's own cell is left as it is


def with_calculation_order() -> bytes:
    parts = excel_parts(f'<row r="1">{text_cell("A1", "{{货物.数量}}")}<c r="B1"><f>A1*2</f></c></row>')
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    override = f'<Override PartName="/xl/calcChain.xml" ContentType="{kind}"/></Types>'
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace("</Types>", override)
    link = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"
    relation = f'<Relationship Id="rId9" Type="{link}" Target="calcChain.xml"/></Relationships>'
    parts["xl/_rels/workbook.xml.rels"] = parts["xl/_rels/workbook.xml.rels"].replace("</Relationships>", relation)
    return zipped(parts | {"xl/calcChain.xml": '<calcChain><c r="B1" i="1"/></calcChain>'})


def test_calculation_order_goes_where_cells_moved_and_stays_where_none_did(tmp_path: Path) -> None:
    moved = filled(tmp_path / "f.xlsx", with_calculation_order())
    assert moved.removed == ("xl/calcChain.xml",)
    told = "".join(content.decode() for content in parts_of(moved.content).values())
    assert "calcChain" not in told
    still = filled(tmp_path / "g.xlsx", with_calculation_order(), values(goods=({"quantity": 1},)))
    assert still.removed == ()
    assert "xl/calcChain.xml" in parts_of(still.content)


@pytest.mark.parametrize(
    ("rows", "after", "place", "reason"),
    [
        (('<c r="B1"><f>A2</f></c>', text_cell("A2", "{{货物.名称}}")), "", "B1", "cannot be adjusted"),
        ((text_cell("A1", "{{货物.名称}}") + '<c r="B1"><f>C9*2</f></c>',), "", "A1|B1", "cannot be adjusted"),
        ((text_cell("A1", "{{货物.名称}}") + '<c r="B1"><f t="array" ref="B1">C1:C3</f></c>',), "", "B1", "cannot be"),
        ((text_cell("A1", "{{货物.名称}}") + text_cell("B1", "{{参数.编号}}"),), "", "A1", "different tables"),
        ((text_cell("A1", "{{货物.名称}}"), text_cell("A2", "{{货物.名称}}")), "", "A2", "more than once"),
        (
            (text_cell("A1", "{{货物.名称}}"), ""),
            '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>',
            "A1",
            "reaches beyond",
        ),
        ((text_cell("A1", "{{货物.名称}}"),), "<scenarios/>", "A1", "scenarios"),
    ],
)
def test_what_has_no_safe_answer_is_refused_with_its_cell(
    tmp_path: Path, rows: tuple[str, ...], after: str, place: str, reason: str
) -> None:
    form = rows_form(*rows, after=after)
    with pytest.raises(ImportFailed, match=reason) as caught:
        filled(tmp_path / "f.xlsx", form)
    assert re.search(f"cell ({place})", caught.value.told("en"))
    assert caught.value.remedy is not None
    assert (tmp_path / "f.xlsx").read_bytes() == form


def test_name_of_a_cell_in_the_row_is_refused(tmp_path: Path) -> None:
    form = rows_form(
        text_cell("A1", "{{货物.名称}}"),
        workbook='<definedNames><definedName name="首项">申请!$A$1</definedName></definedNames>',
    )
    with pytest.raises(ImportFailed, match="name 首项"):
        filled(tmp_path / "f.xlsx", form)

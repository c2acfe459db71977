"""Rows of Word forms that repeat for the lines of a plan, and what a copy must not share with its original."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from planner.errors import ImportFailed
from tests.forms.office_files import filled, para, paragraphs, parts_of, row, run, table, values, word

HEAD = row("序号", "名称", "数量")
GOODS_ROW = row("{{货物.序号}}", "{{货物.名称}}", "{{货物.数量}}{{货物.单位}}")
MERGE = "<w:tcPr><w:vMerge{value}/></w:tcPr>"


def rows_of(content: bytes) -> list[list[str]]:
    from xml.etree import ElementTree

    from tests.forms.office_files import W

    root = ElementTree.fromstring(parts_of(content)["word/document.xml"])
    return [["".join(cell.itertext()) for cell in one.iter(f"{{{W}}}tc")] for one in root.iter(f"{{{W}}}tr")]


def test_row_is_repeated_for_every_line(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.docx", word(table(HEAD, GOODS_ROW, row("合计", "", "{{总价}}"))))
    assert rows_of(result.content) == [
        ["序号", "名称", "数量"],
        ["1", "工作站", "2台"],
        ["2", "存储", "1台"],
        ["3", "电源", "3台"],
        ["合计", "", "264,000.50"],
    ]
    assert [(one.group, one.rows) for one in result.repeated] == [("goods", 3)]


def test_value_that_one_line_lacks_stays_visible_in_its_row_alone(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.docx", word(table(row("{{货物.单价}}"))))
    assert rows_of(result.content) == [["150,000.00"], ["30,000.50"], ["{{货物.单价}}"]]
    assert [(one.field.raw, one.row) for one in result.missing] == [("{{货物.单价}}", 2)]


def test_neighbouring_rows_of_one_group_repeat_together(tmp_path: Path) -> None:
    form = word(table(row("{{货物.序号}}", "{{货物.名称}}"), row("", "数量 {{货物.数量}}")))
    assert [one[1] for one in rows_of(filled(tmp_path / "f.docx", form).content)] == [
        *("工作站", "数量 2", "存储", "数量 1", "电源", "数量 3")
    ]


def test_two_tables_repeat_each_by_itself(tmp_path: Path) -> None:
    form = word(table(GOODS_ROW) + para() + table(row("{{参数.编号}}", "{{参数.要求}}")))
    assert rows_of(filled(tmp_path / "f.docx", form).content)[3:] == [["P-101", "≥4"]]


def test_paragraph_repeats_where_there_is_no_table(tmp_path: Path) -> None:
    form = word(para(run("{{货物.序号}}. {{货物"), run(".名称}}；")) + para(run("完")))
    assert paragraphs(filled(tmp_path / "f.docx", form).content) == ["1. 工作站；", "2. 存储；", "3. 电源；", "完"]


def test_single_values_in_a_repeated_row_stand_in_each(tmp_path: Path) -> None:
    form = word(table(row("{{货物.名称}}", "{{采购单位}}")))
    assert {one[1] for one in rows_of(filled(tmp_path / "f.docx", form).content)} == {"计算机学院"}


def test_no_line_leaves_the_row_and_names_its_fields(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.docx", word(para(run("{{预算}}")) + table(GOODS_ROW)), values(goods=()))
    assert rows_of(result.content) == [["{{货物.序号}}", "{{货物.名称}}", "{{货物.数量}}{{货物.单位}}"]]
    assert len(result.missing) == 4


def test_merged_cell_beside_the_row_runs_on_through_the_copies(tmp_path: Path) -> None:
    label = MERGE.format(value=' w:val="restart"') + para(run("设备"))
    form = word(table(row(label, "{{货物.名称}}"), row(MERGE.format(value="") + para(), "合计")))
    told = parts_of(filled(tmp_path / "f.docx", form).content)["word/document.xml"].decode()
    assert re.findall(r"<w:vMerge[^>]*>", told) == [
        '<w:vMerge w:val="restart"/>',
        "<w:vMerge/>",
        "<w:vMerge/>",
        "<w:vMerge/>",
    ]


def test_copies_share_no_ids(tmp_path: Path) -> None:
    cell = (
        '<w:p w14:paraId="0A"><w:bookmarkStart w:id="3" w:name="b"/><w:bookmarkEnd w:id="3"/>'
        '<w:sdt><w:sdtPr><w:id w:val="77"/></w:sdtPr><w:sdtContent>'
        + run("{{货物.名称}}")
        + '</w:sdtContent></w:sdt><w:r><w:drawing><wp:inline><wp:docPr id="5" name="p"/></wp:inline></w:drawing></w:r></w:p>'
    )
    told = parts_of(filled(tmp_path / "f.docx", word(table(row(cell)))).content)["word/document.xml"].decode()
    assert told.count('w:name="b"') == told.count('w14:paraId="0A"') == told.count('<w:id w:val="77"/>') == 1
    assert re.findall(r'docPr id="(\d+)"', told) == ["5", "6", "7"]


@pytest.mark.parametrize(
    ("body", "place", "reason"),
    [
        (table(row("{{货物.名称}}", "{{参数.编号}}")), "table 1, row 1, cell 1", "different tables"),
        (table(row("{{货物.名称}}"), row("{{货物.名称}}")), "table 1, row 2, cell 1", "more than once"),
        (table(row("{{货物.名称}}", para('<w:r><w:footnoteReference w:id="1"/></w:r>'))), "table 1, row 1", "footnote"),
        (table(row("{{货物.名称}}", table(row("{{参数.编号}}")) + para())), "table 2, row 1, cell 1", "another row"),
    ],
)
def test_row_that_cannot_be_repeated_safely_is_refused(tmp_path: Path, body: str, place: str, reason: str) -> None:
    with pytest.raises(ImportFailed, match=reason) as caught:
        filled(tmp_path / "f.docx", word(body))
    assert place in caught.value.told("en")
    assert caught.value.remedy is not None

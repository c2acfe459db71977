"""Workbooks in the look of a house, and how sheets are laid on pages: split tables, saved pages, running texts."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pypdf
import pytest
from msgspec.structs import replace

from planner.documents.house_style import (
    HouseFonts,
    HouseSizes,
    HouseStyle,
    Logo,
    RunningTexts,
)
from planner.documents.model import Column, Document, Input, Number, Paragraph, Row, Table, Text
from planner.exchange.house_style_image import logo_of
from planner.messages import Labelled
from planner.render.xlsx import render_xlsx
from planner.render.xlsx_page import Pages, pages_down, pages_for
from tests.documents.papers import paper, parameter_table, small
from tests.documents.pictures_of_logos import jpeg, png

_EMU_PER_MM = 36_000
STYLE = HouseStyle(
    fonts=HouseFonts(han="楷体", head_han="微软雅黑", latin="Georgia"),
    sizes=HouseSizes(body=12, table=11, title=20),
    head=RunningTexts(left=Labelled(zh="{organisation}", en="{organisation}"), right=Labelled(zh="R&D", en="R&D")),
    foot=RunningTexts(center=Labelled(zh="{page}/{pages}", en="{page}/{pages}")),
    accent="#7A1F2B",
    head_fill="#F3E4E6",
)


def book(content: bytes) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content))


def part(content: bytes, name: str) -> str:
    return zipfile.ZipFile(io.BytesIO(content)).read(name).decode()


def wide(count: int = 30, rows: int = 40) -> Document:
    """Return a paper with a table of ``count`` columns, the first two of which say which row it is."""
    columns = (
        Column(key="id", title="编号", width_mm=16, kind="id"),
        Column(key="name", title="名称", width_mm=30),
        *(Column(key=f"c{at}", title=f"指标{at}", width_mm=24, kind="number") for at in range(3, count + 1)),
    )
    lines = tuple(
        Row((Text(f"P-{at:03}"), Text(f"设备{at}"), *(Number(at * 100 + place) for place in range(3, count + 1))))
        for at in range(1, rows + 1)
    )
    table = Table(columns=columns, rows=lines, caption="三十列的表", key_columns=2)
    return small("x", blocks=(Paragraph(text="说明。"), table))


# ---------------------------------------------------------------------------------------------- house style
def test_typefaces_sizes_and_colours_of_the_house() -> None:
    sheet = book(render_xlsx(replace(paper("zh"), style=STYLE)))["技术参数表"]
    title, head, cell = sheet["A1"], sheet["A2"], sheet["D4"]
    assert (title.font.name, title.font.size, title.font.color.rgb) == ("微软雅黑", 20, "FF7A1F2B")
    assert (head.font.name, head.font.size, head.fill.fgColor.rgb) == ("微软雅黑", 11, "FFF3E4E6")
    assert (cell.font.name, cell.font.size) == ("楷体", 11)
    assert book(render_xlsx(replace(paper("en"), style=STYLE)))["Requirements"]["D4"].font.name == "Georgia"


def test_column_widths_stay_millimetres_in_any_typeface() -> None:
    ours, theirs = (
        book(render_xlsx(one))["技术参数表"].column_dimensions["D"].width
        for one in (paper("zh"), replace(paper("zh"), style=STYLE))
    )
    assert ours == theirs


def test_running_texts_of_the_house() -> None:
    sheet = book(render_xlsx(replace(paper("zh", draft=True), style=STYLE))).worksheets[0]
    assert sheet.oddHeader.left.text == "江州大学"
    assert sheet.oddHeader.right.text == "草稿\u3000R&&D"
    assert sheet.oddFooter.center.text == "&P/&N"
    assert sheet.oddHeader.left.font == "楷体"


def test_an_internal_paper_says_so_in_any_style() -> None:
    inside = replace(paper("zh"), style=STYLE, audience="internal")
    assert book(render_xlsx(inside)).worksheets[0].oddHeader.left.text.startswith("内部留存")


def test_a_long_running_head_is_cut_to_what_programs_take() -> None:
    content = render_xlsx(small("x", running_head="R&" * 200, number="编号" * 60))
    header = re.search("<oddHeader>(.*?)</oddHeader>", part(content, "xl/worksheets/sheet1.xml"))
    assert header is not None
    text = header[1].replace("&amp;", "&").replace("&quot;", '"')
    assert len(text) <= 255
    left = text.split("&R&9")[0].removeprefix('&L&9&"宋体"')
    assert set(left.replace("&&", "")) == {"R"}  # no & is left without its other half


@pytest.mark.parametrize("content", [png(400, 200), jpeg(400, 200)])
def test_the_logo_stands_on_the_first_sheet_in_its_size(content: bytes) -> None:
    logo: Logo = replace(logo_of(content, "logo"), cover_height_mm=18.0)
    made = render_xlsx(replace(paper("zh"), style=HouseStyle(logo=logo)))
    drawing = part(made, "xl/drawings/drawing1.xml")
    size = re.search(r'<a:ext cx="(\d+)" cy="(\d+)"/>', drawing)
    assert size is not None
    assert int(size[1]) / _EMU_PER_MM == pytest.approx(36, abs=0.5)
    assert int(size[2]) / _EMU_PER_MM == pytest.approx(18, abs=0.5)
    assert 'descr="单位标志"' in drawing
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert sum(name.startswith("xl/drawings/drawing") for name in names) == 1
    first = book(made).worksheets[0]
    assert first.row_dimensions[1].height >= 18 / 25.4 * 72
    assert first["A2"].value == "采购清单"


# ---------------------------------------------------------------------------------------------- pages
def test_a_table_of_thirty_columns_is_split_between_columns() -> None:
    sheet = book(render_xlsx(wide())).worksheets[0]
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (3, 0)
    assert sheet.print_title_cols == "$A:$B" and sheet.print_title_rows == "$3:$3"
    breaks = [one.id for one in sheet.col_breaks.brk]
    assert len(breaks) == 2
    widths = [16, 30] + [24] * 28
    for first, last in zip([2, *breaks], [*breaks, 30], strict=True):
        assert (46 + sum(widths[first:last])) * 0.8 <= 267  # ten points are printed at least at eight
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_setup.pageOrder == "overThenDown"
    # What is repeated on each page must not repeat the beginning of the title.
    assert sheet["A1"].value is None and sheet["C1"].value == "三十列的表"
    assert {str(one) for one in sheet.merged_cells.ranges} == {f"C{row}:L{row}" for row in (1, 2)}


def test_tables_that_fit_are_fitted() -> None:
    assert pages_for([13, 10, 25, 72, 17, 29], 3, turned=False) == Pages(turned=False, first=6, keys=0)
    turned = pages_for([40] * 6, 1, turned=False)
    assert turned.turned and not turned.breaks


def test_a_column_wider_than_a_page_stands_alone() -> None:
    found = pages_for([20, 900, 900], 1, turned=False)
    assert found.breaks == (2,)


def test_a_last_page_of_a_few_rows_is_saved() -> None:
    upright = Pages(turned=False, first=3, keys=0)  # 264 mm are 748 pt: 36 rows of 20 pt and two more
    assert pages_down(upright, 150, [20.0] * 38, 0) == 1
    assert pages_down(upright, 150, [20.0] * (36 + 35 + 2), 0) == 2  # the head is repeated on the second
    assert pages_down(upright, 150, [20.0] * 36, 0) == 0  # one page
    assert pages_down(upright, 150, [20.0] * 60, 0) == 0  # the last page is well filled
    assert pages_down(upright, 150, [20.0] * 42, 0) == 0  # more than a little smaller
    assert pages_down(Pages(turned=True, first=3, keys=1, breaks=(3,)), 150, [20.0] * 38, 0) == 0
    # 225 mm on 180 mm are printed at 80 %: 46 rows and two more.
    assert pages_down(upright, 225, [20.0] * 48, 0) == 1


def test_a_saved_page_is_in_the_print_set_up() -> None:
    columns = (Column(key="a", title="a", width_mm=150),)
    table = Table(columns=columns, rows=tuple(Row((Text(str(at)),)) for at in range(37)), caption="t")
    sheet = book(render_xlsx(small("x", blocks=(table,)))).worksheets[0]
    assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight or 1) == (1, 1)


def test_a_sum_in_words_has_one_wide_cell() -> None:
    columns = tuple(Column(key=key, title=key, width_mm=20) for key in "abcd")
    total = Row((Text("x"), Input(), Text(""), Text("")), total=True)
    table = Table(columns=columns, rows=(Row((Text("1"), Input(), Text(""), Text(""))), total), caption="t")
    sheet = book(render_xlsx(small("x", blocks=(table,)))).worksheets[0]
    assert {str(one) for one in sheet.merged_cells.ranges} == {"A1:D1", "B4:D4"}


def test_rows_that_follow_each_other_share_a_rule() -> None:
    columns = (Column(key="a", title="a", width_mm=20, kind="input"),)
    rows = tuple(Row((Input("number"),)) for _ in range(5))
    content = render_xlsx(small("x", blocks=(Table(columns=columns, rows=rows, caption="t"),)))
    (rule,) = book(content).worksheets[0].data_validations.dataValidation
    assert str(rule.sqref) == "A3:A7"


def test_words_that_run_on_do_not_make_a_total_high() -> None:
    columns = tuple(Column(key=key, title=key, width_mm=15) for key in "ab")
    total = Row((Text("自查" * 30, formula='="自查"'), Text("")), total=True)
    table = Table(columns=columns, rows=(Row((Text("1"), Text("2"))), total), caption="t")
    sheet = book(render_xlsx(small("x", blocks=(table,)))).worksheets[0]
    assert sheet.row_dimensions[4].height == sheet.row_dimensions[3].height


@pytest.mark.office
def test_pages_of_a_split_table_say_which_row_it_is(tmp_path: Path) -> None:
    (tmp_path / "wide.xlsx").write_bytes(render_xlsx(wide()))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    to = ["--convert-to", "pdf", "--outdir", str(tmp_path), str(tmp_path / "wide.xlsx")]
    subprocess.run(["soffice", profile, "--headless", *to], check=True, capture_output=True, timeout=180)
    texts = [page.extract_text() for page in pypdf.PdfReader(tmp_path / "wide.pdf").pages]
    assert len(texts) == 6
    for text in texts:
        assert "编号" in text and "名称" in text and "P-0" in text
    assert sum("三十列" in text for text in texts) == 1


def test_a_long_sheet_keeps_its_bytes() -> None:
    one, two = (render_xlsx(small("x", blocks=(parameter_table("zh", 300),))) for _ in range(2))
    assert one == two

"""What a workbook can hold: names of sheets, long texts, too many rows, heads; and what a CSV says to a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.catalog.export import guarded, items_csv, read_items_csv, unguarded
from planner.documents.model import (
    Column,
    Document,
    KeyValue,
    KeyValues,
    Paragraph,
    Row,
    Section,
    Signature,
    Table,
    Text,
)
from planner.errors import ExportError
from planner.render import render
from planner.render.xlsx import render_xlsx
from planner.render.xlsx_names import sheet_names
from tests.checks.factories import make_item
from tests.documents.field_reading import cell_beside, table_of
from tests.documents.papers import small

FORBIDDEN = frozenset("[]:*?/\\")
PLANS = (
    "A/B:C",
    "History",
    "history",
    "HISTORY",
    "'引用'",
    "末尾'",
    "'",
    "[表]*?",
    "",
    " ",
    "Sheet",
    "sheet",
    "😀" * 20,
)


def named(*titles: str) -> Document:
    """Return a paper with a table called by each of ``titles``."""
    columns = (Column(key="a", title="甲", width_mm=30),)
    tables = (Table(columns=columns, rows=(Row((Text("1"),)),), caption=title) for title in titles)
    return small("x", blocks=tuple(tables))


def sheets_of(document: Document, folder: Path) -> list[str]:
    render(document, folder / "a.xlsx", "xlsx")
    found: list[str] = openpyxl.load_workbook(folder / "a.xlsx").sheetnames
    return found


def check_names(names: list[str]) -> None:
    assert all(1 <= len(name.encode("utf-16-le")) // 2 <= 31 for name in names)
    assert not any(FORBIDDEN & set(name) for name in names)
    assert not any(name.startswith("'") or name.endswith("'") or name.casefold() == "history" for name in names)
    assert len({name.casefold() for name in names}) == len(names)


def test_sheets_named_by_plans(tmp_path: Path) -> None:
    names = sheets_of(named(*PLANS), tmp_path)
    check_names(names)
    assert names[:2] == ["A－B－C", "History_"]
    assert len(names) == len(PLANS)


def test_two_plans_with_the_same_first_31_characters(tmp_path: Path) -> None:
    same = "智能计算教学科研平台一期设备采购技术参数表第一部分加速卡服务器"
    assert len(same) == 31
    names = sheets_of(named(same + "甲", same + "乙", same.upper() + "丙"), tmp_path)
    check_names(names)
    assert names[0] == same and names[1] == same[:27] + " (2)" and names[2] == same[:27] + " (3)"


def test_an_apostrophe_that_a_cut_leaves_at_the_end(tmp_path: Path) -> None:
    check_names(sheets_of(named("甲" * 30 + "'乙", "甲" * 27 + "'" + "丙" * 9), tmp_path))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), max_size=12))
def test_any_names_are_made_valid_and_distinct(wanted: list[str]) -> None:
    names = list(sheet_names(wanted))
    assert len(names) == len(wanted)
    check_names(names)


def test_a_text_longer_than_a_cell_is_refused_and_goes_into_the_other_formats_whole(tmp_path: Path) -> None:
    """40,000 characters: openpyxl cuts them, we say where they stand and which formats take them."""
    note = "长" * 40_000
    with pytest.raises(ExportError) as caught:
        render(small(note), tmp_path / "a.xlsx", "xlsx")
    told = caught.value.told("en")
    assert "40,000" in told and "32,767" in told and "PDF" in told
    assert list(tmp_path.iterdir()) == []
    for kind in ("pdf", "docx", "txt"):
        assert render(small(note), tmp_path / f"a.{kind}", kind).bytes  # read back in full before it gets its name


def test_32_767_units_are_the_most(tmp_path: Path) -> None:
    """Excel counts UTF-16 units: a character beyond the basic plane is two."""
    render(small("x", blocks=(table_of(Text("a" * 32_765 + "🜁")),)), tmp_path / "a.xlsx", "xlsx")
    cell = cell_beside(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0])
    assert len(cell.value) == 32_766
    with pytest.raises(ExportError):
        render(small("x", blocks=(table_of(Text("a" * 32_766 + "🜁")),)), tmp_path / "b.xlsx", "xlsx")


LONG = "长" * 32_768


@pytest.mark.parametrize("place", ["paragraph", "fact", "label", "caption", "head", "signer"])
def test_a_text_too_long_is_refused_wherever_it_stands(place: str) -> None:
    columns = (Column(key="a", title=LONG if place == "head" else "甲", width_mm=30),)
    table = Table(columns=columns, rows=(Row((Text("1"),)),), caption=LONG if place == "caption" else "表", sheet="表")
    facts = KeyValues(
        items=(KeyValue(LONG if place == "label" else "地点", Text(LONG if place == "fact" else "x")),), caption="场地"
    )
    signers = Signature(heads=("", "部门"), rows=(("编制", LONG if place == "signer" else "学院"),), widths_mm=(20, 60))
    text = Paragraph(text=LONG if place == "paragraph" else "x")
    document = small("x", blocks=(Section(title="节", blocks=(text, table, facts, signers)),))
    with pytest.raises(ExportError) as caught:
        render_xlsx(document)
    assert "32,768" in caught.value.told("en")


def test_more_rows_than_a_sheet_has_are_refused_at_once() -> None:
    """1,048,577 rows: the library leaves out silently what is beyond its last row."""
    columns = (Column(key="a", title="甲", width_mm=30),)
    rows = (Row((Text("1"),)),) * 1_048_577
    with pytest.raises(ExportError) as caught:
        render_xlsx(small("x", blocks=(Table(columns=columns, rows=rows, caption="日志"),)))
    told = caught.value.told("en")
    assert "1,048,576" in told and "日志" in told and caught.value.remedy is not None


def test_a_head_longer_than_a_workbook_takes_is_cut_not_left_out(tmp_path: Path) -> None:
    """255 characters with all codes are the most; beyond, the library leaves the whole head out and warns."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        render(small("x", running_head="&" * 300, number="&P" * 100, version="v" * 300), tmp_path / "a.xlsx", "xlsx")
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        head = re.search(r"<oddHeader>(.*?)</oddHeader>", archive.read("xl/worksheets/sheet1.xml").decode())
    assert head is not None
    plain = head[1].replace("&amp;", "&")
    assert 100 < len(plain) <= 255
    assert plain.count("&") % 2 == 1 or "&&" in plain


def test_line_ends_and_blanks_of_a_cell_stay(tmp_path: Path) -> None:
    render(small("x", blocks=(table_of(Text(" a\r\nb\n\nc\t ")),)), tmp_path / "a.xlsx", "xlsx")
    assert cell_beside(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]).value == " a\nb\n\nc  "
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        shared = archive.read("xl/sharedStrings.xml").decode()
    assert 'xml:space="preserve"' in shared and "_x000D_" not in shared


COMPUTED = ('=WEBSERVICE("http://x")', "+1", "@SUM(A1)", "-2+3", "=1", "'=1", "''", "- 无")


@pytest.mark.parametrize("text", COMPUTED)
def test_a_table_for_a_spreadsheet_is_computed_nowhere_and_reads_back(text: str) -> None:
    item = replace(make_item("x-1", "ups"), name=text, maker=text)
    written = items_csv("ups", [item])
    cells = next(iter(csv.DictReader(io.StringIO(written))))
    assert not cells["name"].startswith(("=", "+", "-", "@"))
    back = read_items_csv("ups", written).items[0]
    assert (back.name, back.maker) == (text, text)


@given(st.text(st.sampled_from("='+-@\t\r1a.e "), max_size=8) | st.text(max_size=20))
def test_what_is_guarded_is_given_back(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert not re.match(r"[=+@\t\r]|-(?!\d+(\.\d+)?([eE][+-]?\d+)?$)", guarded(text))


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**9), 10**9))
def test_numbers_need_no_guard(value: float) -> None:
    assert guarded(str(value)) == str(value)


def test_a_text_taller_than_a_row_is_told(tmp_path: Path) -> None:
    """A row is 409 points high at most; the cell has the whole text, the print its beginning."""
    made = render(small("x", blocks=(table_of(Text("长" * 2_000)),)), tmp_path / "a.xlsx", "xlsx")
    assert [notice.id for notice in made.notices] == ["export.tall_rows"]
    assert "内容 / 1 / 内容" in str(made.notices[0])
    assert len(cell_beside(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]).value) == 2_000
    assert render(small("x", blocks=(table_of(Text("长" * 400)),)), tmp_path / "b.xlsx", "xlsx").notices == ()
    assert render(small("长" * 2_000), tmp_path / "a.pdf", "pdf").notices == ()

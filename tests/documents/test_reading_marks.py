"""What readers of the printed pages met: signers, words and figures that were parted, lists that said too much."""

from __future__ import annotations

import io
import re
from pathlib import Path

import openpyxl
import pytest
from msgspec.structs import replace

from planner.documents.book.build import as_workbook
from planner.documents.bounds import number_cell
from planner.documents.house_style import HouseFonts, HouseStyle
from planner.documents.model import Choice, Column, Number, Row, Signature, Table, Text
from planner.render import render
from planner.render.cell_text import cell_text
from planner.render.docx import render_docx
from planner.render.docx_looks import latin_width
from planner.render.docx_widths import column_twips, least_twips
from planner.render.pdf import render_pdf
from planner.render.text import render_text
from planner.render.text_lines import may_start
from planner.render.xlsx import render_xlsx
from tests.documents.books import book
from tests.documents.papers import paper, small
from tests.documents.word import read


@pytest.mark.parametrize("heads", [1, 2, 3, 4, 5, 7])
def test_any_number_of_signers_columns_is_set(heads: int, tmp_path: Path) -> None:
    block = Signature(heads=tuple("甲乙丙丁戊己庚"[:heads]), rows=(("签",) * heads,))
    assert len(block.columns_mm) == heads
    document = replace(paper("zh", rows=3), signature=block)
    for kind in ("pdf", "docx", "xlsx", "txt"):
        assert render(document, tmp_path / f"a.{kind}", kind).bytes  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["ceilings CNY 198,000 each", "see No. 34", "socket (GB/T 1002)", "in Table 7"])
def test_a_number_stays_with_the_word_that_leads_to_it(text: str) -> None:
    found = re.search(r" (?=\d)", text)
    assert found and not may_start(text, found.end())


def test_other_numbers_may_begin_a_line() -> None:
    assert may_start("the 12 rows", 4)


def test_boxes_stand_apart_as_the_words_do() -> None:
    assert cell_text(Choice(("Yes", "No")), {}) == "☐Yes  ☐No"
    assert cell_text(Choice(("是", "否")), {}) == "☐是\u3000☐否"


def test_bounds_read_as_in_the_sentence() -> None:
    assert [cell_text(number_cell(one), {}) for one in (3000.0, 999.0, 2.1, 1500.5, None)] == [
        "3,000",
        "999",
        "2.1",
        "1500.5",
        "",
    ]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_list_of_items_has_its_total_by_formula(language: str) -> None:
    document = as_workbook(book("lab-a", language))  # type: ignore[arg-type]
    content = render_xlsx(document)
    name = {"zh": "货物清单", "en": "Items"}[language]
    values = openpyxl.load_workbook(io.BytesIO(content), data_only=True)[name]
    formulas = openpyxl.load_workbook(io.BytesIO(content))[name]
    found = [cell for row in formulas.iter_rows() for cell in row if str(cell.value).startswith("=SUM(")]
    assert [values[cell.coordinate].value for cell in found] == [248000]  # 150,000 + 30,000 + 18,000 + 50,000


def test_a_workbook_heads_with_what_is_known() -> None:
    for language, blank in (("zh", "（待填）"), ("en", "(to be filled in)")):
        document = as_workbook(book("lab-a", language))  # type: ignore[arg-type]
        assert [cell_text(item.value, {}) for item in document.meta] != []
        assert blank not in "".join(cell_text(item.value, {}) for item in document.meta)
    assert any(cell_text(item.value, {}) == "（待填）" for item in book("lab-a").meta)


@pytest.mark.parametrize(("template", "named"), [("lab-a", True), ("tier-4", False)])
def test_one_item_is_not_named_on_every_row(template: str, named: bool) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(render_xlsx(as_workbook(book(template)))))["技术偏离表"]
    heads = {cell.value for row in sheet.iter_rows(max_row=6) for cell in row}
    assert ("货物" in heads) is named


def test_lines_are_numbered_only_where_the_numbers_count() -> None:
    columns = (Column(key="no", title="序号", width_mm=12, kind="id"), Column(key="what", title="事项", width_mm=60))
    rows = tuple(Row((Number(at), Text(text))) for at, text in ((1, "甲。"), (1, "乙"), (2, "丙")))
    table = Table(columns=columns, rows=rows, numbered=False)
    told = render_text(replace(small("x"), blocks=(table,))).decode()
    assert "序号：1；事项：甲\r\n序号：1；事项：乙\r\n序号：2；事项：丙" in told
    once = replace(table, rows=(rows[0], rows[2]))
    assert "1. 事项：甲\r\n2. 事项：丙" in render_text(replace(small("x"), blocks=(once,))).decode()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_contents_of_a_word_paper_leave_out_what_stands_below_them(language: str) -> None:
    paragraphs = read(render_docx(book("lab-a", language))).paragraphs  # type: ignore[arg-type]
    name = {"zh": "修订记录", "en": "Revisions"}[language]
    entries = [one.text for one in paragraphs if one.style.style_id in ("TOC1", "TOC2")]
    assert entries and not any(entry.startswith(name) for entry in entries)
    assert [one.style.style_id for one in paragraphs if one.text == name] == ["ContentsHeading"]


def test_columns_are_wider_for_a_wide_face() -> None:
    # A figure is 0.5 em in Times New Roman and 0.636 em in DejaVu Serif (the faces' own tables).
    assert latin_width("DejaVu Serif") == pytest.approx(0.636 / 0.5, abs=0.01)
    rows = [["Category", "Item"], ["A02010107", "Workstation with four accelerators"], ["248,000", "x"]]
    usual, wide = (least_twips(rows, 9, "en", (latin, latin))[0] for latin in (1.0, 1.28))
    assert all(one < other for one, other in zip(usual, wide, strict=True))
    assert column_twips((15, 60), 75, wide)[0] >= wide[0]


def test_a_wide_face_reaches_the_columns_of_a_paper() -> None:
    style = HouseStyle(fonts=HouseFonts(latin="DejaVu Serif", head_latin="DejaVu Sans"))
    table = Table(
        columns=(Column(key="a", title="Code", width_mm=18), Column(key="b", title="Text", width_mm=140)),
        rows=(Row((Text("A02010107"), Text("words"))),),
    )
    widths = [
        read(render_docx(replace(small("x"), language="en", blocks=(table,), style=one))).tables[-1].columns[0].width
        for one in (HouseStyle(), style)
    ]
    assert widths[0] < widths[1]


def test_a_running_head_sets_han_and_latin_apart() -> None:
    import pdfplumber

    document = replace(paper("zh", rows=3), running_head="方案A", number="", version="")
    with pdfplumber.open(io.BytesIO(render_pdf(document))) as found:
        chars = [char for char in found.pages[-1].chars if char["top"] < 60][:3]
    assert "".join(char["text"] for char in chars) == "方案A"
    assert chars[2]["x0"] - chars[1]["x1"] > chars[1]["x0"] - chars[0]["x1"] + 0.5

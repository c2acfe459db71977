"""A user's own form comes back as it was but for its fields: charts, lists, pictures and what no library knows."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.documents.texts import clean_text
from planner.errors import ImportFailed
from planner.exchange.forms import read_form, write_form
from planner.render.picture_png import png_bytes
from tests.documents.test_field_texts import APOSTROPHES, CODES, FORMULAS, MARKUP
from tests.forms.office_files import cells, excel, filled, para, paragraphs, parts_of, run, text_cell, values, word

X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
XM = "http://schemas.microsoft.com/office/excel/2006/main"
LIST = (
    f'<ext xmlns:x14="{X14}" uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}"><x14:dataValidations xmlns:xm="{XM}" count="1">'
    '<x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>名单!$A$1:$A$2</xm:f></x14:formula1>'
    "<xm:sqref>C4</xm:sqref></x14:dataValidation></x14:dataValidations></ext>"
)


def rich_form() -> bytes:
    """Return a workbook with a chart, a sparkline, a data bar, an x14 list, a picture, a comment, a table and a macro-like part."""
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    sheet, names = book.add_worksheet("申请"), book.add_worksheet("名单")
    names.write_column(0, 0, ["甲", "乙"])
    names.hide()
    sheet.write_string("A1", "项目：{{项目名称}}")
    sheet.write_string("A2", "{{预算}}")
    sheet.write_column("B1", [3, 1, 2])
    sheet.write_formula("B4", "=SUM(B1:B3)", None, 6)
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=申请!$B$1:$B$3"})
    sheet.insert_chart("E2", chart)
    sheet.add_sparkline("C1", {"range": "申请!B1:B3"})
    sheet.conditional_format("B1:B3", {"type": "data_bar", "data_bar_2010": True})
    sheet.data_validation("C2", {"validate": "list", "source": "=名单!$A$1:$A$2"})
    sheet.insert_image("E20", "p.png", {"image_data": io.BytesIO(png_bytes([b"\0\0\0" * 4] * 4, 4, 96))})
    sheet.write_comment("B1", "原样")
    sheet.add_table("G1:H3", {"columns": [{"header": "甲"}, {"header": "乙"}]})
    book.define_name("合计", "=申请!$B$4")
    book.close()
    made = io.BytesIO()
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                assert b"<extLst>" in content
                content = content.replace(b"<extLst>", b"<extLst>" + LIST.encode())
            new.writestr(name, content)
        new.writestr("customXml/item1.xml", "<own>原样</own>")
    return made.getvalue()


def test_a_workbook_keeps_chart_list_sparkline_picture_and_names(tmp_path: Path) -> None:
    """What rewriting with a library loses (charts, x14 lists, sparklines): all parts but the texts are equal to the byte."""
    form = rich_form()
    result = filled(tmp_path / "f.xlsx", form, values({"project": "算力 S&P"}))
    before, after = parts_of(form), parts_of(result.content)
    assert list(before) == list(after)
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml"}
    sheet = after["xl/worksheets/sheet1.xml"].decode()
    for kept in (
        LIST,
        "x14:sparkline",
        "x14:dataBar",
        "<dataValidations",
        "<drawing ",
        "<legacyDrawing ",
        "<tableParts",
    ):
        assert kept in sheet, kept
    with pytest.warns(UserWarning, match="will be removed"):  # what this reader would lose if it wrote the form
        found = cells(result.content)
    assert found["A1"] == "项目：算力 S&P" and found["A2"] == 300_000 and found["B4"] == "=SUM(B1:B3)"


def test_the_form_itself_is_never_written_to(tmp_path: Path) -> None:
    form = rich_form()
    (tmp_path / "f.xlsx").write_bytes(form)
    before = (tmp_path / "f.xlsx").stat().st_mtime_ns
    write_form(filled(tmp_path / "g.xlsx", form), tmp_path / "out.xlsx")
    assert (tmp_path / "f.xlsx").read_bytes() == form
    assert (tmp_path / "f.xlsx").stat().st_mtime_ns == before


@pytest.mark.parametrize("text", [*FORMULAS, *APOSTROPHES, *CODES, *MARKUP])
def test_texts_that_broke_other_programs_in_forms(tmp_path: Path, text: str) -> None:
    if "{" in text:
        return  # a field in a value is a field of the form; its tests are beside the forms
    docx = filled(tmp_path / "f.docx", word(para(run("甲{{项目名称}}乙"))), values({"project": text})).content
    assert paragraphs(docx) == [f"甲{text}乙"]
    form = excel(f'<row r="1">{text_cell("A1", "{{项目名称}}")}</row>')
    content = filled(tmp_path / "f.xlsx", form, values({"project": text})).content
    told = parts_of(content)["xl/worksheets/sheet1.xml"].decode()
    assert "<f>" not in told and re.search(r'<c r="A1"[^>]* t="inlineStr"', told)


@settings(max_examples=40)
@given(st.text(st.characters(), max_size=30).filter(lambda text: not set(text) & set("{}｛｝")))
def test_any_text_at_all_in_a_form(text: str) -> None:
    """Lone surrogates, controls and all: the file stays one that opens, and says what is left of the text."""
    from planner.exchange.form_docx import fill_docx
    from planner.exchange.form_package import package_of, rewritten
    from planner.exchange.form_report import Filler

    package = package_of(word(para(run("甲{{项目名称}}乙"))), "f.docx")
    content = rewritten(package, fill_docx(package, Filler(values({"project": text}))))
    assert paragraphs(content) == [f"甲{clean_text(text)[0]}乙"]


@pytest.mark.parametrize("ending", ["docx", "xlsx"])
def test_a_form_without_fields_is_named(tmp_path: Path, ending: str) -> None:
    plain = (
        word(para(run("没有字段"))) if ending == "docx" else excel(f'<row r="1">{text_cell("A1", "没有字段")}</row>')
    )
    (tmp_path / f"f.{ending}").write_bytes(plain)
    with pytest.raises(ImportFailed) as caught:
        read_form(tmp_path / f"f.{ending}")
    told = caught.value.told("en")
    assert f"f.{ending}" in told and "{{" in told


def test_tracked_changes_at_a_field_are_named(tmp_path: Path) -> None:
    form = word(para(run("日期{{日期}}")) + para(f'<w:ins w:id="1" w:author="a">{run("{{预算}}")}</w:ins>'))
    with pytest.raises(ImportFailed) as caught:
        filled(tmp_path / "f.docx", form)
    told = caught.value.told("en")
    assert "{{预算}}" in told and "paragraph 2" in told and "Accept or reject" in told

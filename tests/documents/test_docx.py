"""The Word file read back: texts, order of the schema, styles, properties, and what LibreOffice makes of it."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.documents.model import (
    Choice,
    Document,
    Input,
    KeyValue,
    KeyValues,
    Number,
    Paragraph,
    Text,
)
from planner.render import render
from planner.render.docx import render_docx
from planner.render.docx_read import expected_texts, paragraph_texts
from tests.documents.books import book as requirement_book
from tests.documents.papers import ZH_ROWS, answer_table, paper, small
from tests.documents.word import W, book, flags, parts, read, root, sample

# ECMA-376 part 1, 17.3.1.26, 17.3.2.28, 17.4.59, 17.4.69, 17.6.17: the children of each are a sequence.
ORDER = {
    "pPr": "pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs"
    " suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd"
    " snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment"
    " textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange",
    "rPr": "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid"
    " vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em"
    " lang eastAsianLayout specVanish oMath",
    "tblPr": "tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing"
    " tblInd tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription",
    "tcPr": "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark",
    "sectPr": "headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgBorders lnNumType"
    " pgNumType cols formProt vAlign noEndnote titlePg textDirection bidi rtlGutter docGrid",
    "style": "name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked"
    " personal personalCompose personalReply rsid pPr rPr tblPr trPr tcPr tblStylePr",
    "settings": "zoom defaultTabStop characterSpacingControl compat themeFontLang decimalSymbol listSeparator",
    "tblCellMar": "top left bottom right",
    "tblBorders": "top left bottom right insideH insideV",
    "font": "altName panose1 charset family notTrueType pitch sig",
}
PARTS = ("word/document.xml", "word/styles.xml", "word/settings.xml", "word/fontTable.xml", "word/header1.xml")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_text_stands_in_order(language: str) -> None:
    document = paper(language, extra=(answer_table(),))  # type: ignore[arg-type]
    said = "\n".join(paragraph_texts(sample(language)))
    at = 0
    for text in expected_texts(document):
        at = said.index(text, at) + len(text)


def test_cells_are_read_by_row_and_column() -> None:
    table = read(sample("zh")).tables[1]
    assert [cell.text for cell in table.rows[0].cells] == [
        "序号", "标识", "参数名称", "技术要求", "证明材料", "验收方法",
    ]  # fmt: skip
    rows = [[cell.text for cell in row.cells] for row in table.rows[1:]]
    wanted = [row for row in rows if len(set(row)) > 1]
    assert len(wanted) == 60
    assert [row[3] for row in wanted[:10]] == [need for _, _, need, *_ in ZH_ROWS]
    assert [row[1] for row in wanted[:6]] == ["★", "★", "▲", "▲", "★", ""]
    assert rows[0] == ["1.1  加速卡及其软件"] * 6


def test_numbers_stand_right_with_thousands_marks() -> None:
    table = read(sample("zh")).tables[0]
    cells = table.rows[1].cells
    assert [cell.text for cell in cells] == ["1.1", "人工智能工作站", "1", "168,000.00", "168,000.00", "是"]
    aligns = [cell.paragraphs[0]._p.pPr.find(qn("w:jc")) for cell in cells]
    assert [None if found is None else found.get(qn("w:val")) for found in aligns] == [
        "center", None, "right", "right", "right", "center",
    ]  # fmt: skip
    assert table.rows[4].cells[1].paragraphs[0].style.name == "表格标签"


def test_headings_carry_typed_numbers_in_heading_styles() -> None:
    told = [(p.style.name, p.text) for p in read(sample("zh")).paragraphs if p.style.name.startswith("Heading")]
    assert told == [
        ("Heading 1", "一、货物清单"),
        ("Heading 1", "二、技术要求"),
        ("Heading 2", "（一）人工智能工作站（包1，1套）"),
        ("Heading 1", "三、安装环境与现场条件"),
        ("Heading 1", "签署"),
    ]
    english = [p.text for p in read(sample("en")).paragraphs if p.style.name.startswith("Heading")]
    assert english[:3] == ["1  Items", "2  Requirements", "2.1  AI workstation (package 1)"]


ODD = "S&P 500、A&B、PUE <1.3、0.1 <A <0.9、<b>型</b>、</w:t>、]]>、&lt;、甲&乙、=1+1、{x}、%s"


def test_markup_is_plain_text_everywhere() -> None:
    made = replace(
        small(ODD, number=ODD, running_head=ODD, subtitle=ODD, organisation=ODD, keywords=(ODD,), draft=True),
        title=ODD,
        meta=(KeyValue(ODD, Text(ODD)),),
    )
    paper_read = read(render_docx(made))
    assert paper_read.tables[0].rows[1].cells[1].text == ODD
    assert paper_read.core_properties.title == paper_read.core_properties.author == ODD
    assert "PUE <1.3" in paper_read.sections[0].header.paragraphs[0].text
    assert paragraph_texts(render_docx(made)).count(ODD) == 4  # title, subtitle, paragraph, cell


def test_control_characters_are_left_out_and_line_ends_become_paragraphs(tmp_path: Path) -> None:
    made = render(small("第一行\x0b第二行\x07\x00\ufffe\ud800"), tmp_path / "a.docx", "docx")
    assert [notice.id for notice in made.notices] == ["export.removed"]
    cell = read((tmp_path / "a.docx").read_bytes()).tables[0].rows[1].cells[1]
    assert [p.text for p in cell.paragraphs] == ["第一行", "第二行"]


def test_very_long_texts_are_whole() -> None:
    long = "整机满载时的交流输入功率，" * 3_200
    assert len(long) > 40_000
    content = render_docx(small(long))
    assert paragraph_texts(content).count(long) == 2
    rows = read(content).tables[0].rows
    assert "cantSplit" not in flags(rows[1])
    assert "cantSplit" in flags(rows[0])


def test_marks_and_boxes_are_such_as_chinese_faces_have() -> None:
    text = "\n".join(paragraph_texts(sample("zh")))
    assert "□正偏离\u3000□无偏离\u3000□负偏离" in text
    assert not set("☐☑\u00a0\u202f\u2009") & set(text)
    marked = [r for r in root(sample("zh")).iter(f"{W}r") if (r.findtext(f"{W}t") or "") == "★"]
    assert marked
    assert all(r.find(f"{W}rPr/{W}rFonts").get(f"{W}hint") == "eastAsia" for r in marked)  # type: ignore[union-attr]


def test_what_is_filled_in_by_hand_is_a_line_or_an_empty_cell() -> None:
    facts = KeyValues(items=(KeyValue("单位", Input()), KeyValue("日期", Input("date"))), caption="填报")
    made = read(render_docx(small("x", blocks=(facts, answer_table()))))
    runs = [row.cells[1].paragraphs[0].runs[0] for row in made.tables[0].rows]
    assert all(run.underline for run in runs)
    assert runs[0].text == "\u3000" * 8
    assert re.sub("\u3000", "", runs[1].text) == "年月日"
    assert [cell.text for cell in made.tables[1].rows[1].cells][4:6] == ["", ""]


def test_a_reference_leads_to_its_table() -> None:
    body = root(sample("zh"))
    links = {link.get(f"{W}anchor"): "".join(link.itertext()) for link in body.iter(f"{W}hyperlink")}
    marks = [mark.get(f"{W}name") for mark in body.iter(f"{W}bookmarkStart")]
    assert list(links.values()) == ["表2"]
    assert set(links) <= set(marks)
    ids = [mark.get(f"{W}id") for mark in body.iter(f"{W}bookmarkStart")]
    assert len(ids) == len(set(ids))


def test_choices_that_were_made_show_the_choice() -> None:
    facts = KeyValues(items=(KeyValue("勘察", Choice(("是", "否"), "是")), KeyValue("复核", Choice(("是", "否")))))
    rows = read(render_docx(small("x", blocks=(facts,)))).tables[0].rows
    assert [row.cells[1].text for row in rows] == ["是", "□是\u3000□否"]


def test_lists_and_leads_have_their_styles() -> None:
    block = Paragraph(marker="（10）", lead="单位。", text="1 GB为10亿字节。\n第二段。")
    made = read(render_docx(small("x", blocks=(block, Paragraph(text="正文")))))
    item, more, body = made.paragraphs[-3:]
    assert item.text == "（10）\t单位。1 GB为10亿字节。"
    assert more.text == "第二段。"
    assert [p.style.name for p in (item, more, body)] == ["编号条目", "编号条目", "正文段落"]
    assert [run.style.name for run in item.runs if run.text == "单位。"] == ["Strong"]
    assert item._p.pPr.find(qn("w:ind")).get(qn("w:hangingChars")) == "350"  # （10） is 3 em wide, half an em more


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_can_be_written_and_read_back(tmp_path_factory: pytest.TempPathFactory, one: str, two: str) -> None:
    target = tmp_path_factory.mktemp("any") / "a.docx"
    made = replace(small(one), title=two, running_head=one, meta=(KeyValue(two, Number(1, unit=one)),), draft=True)
    assert render(made, target, "docx").bytes > 1000  # it was parsed and read back on the way


@pytest.mark.parametrize("kind", ["zh", "en", "book"])
def test_children_stand_in_the_order_of_the_schema(kind: str) -> None:
    content = book() if kind == "book" else sample(kind)
    seen: set[str] = set()
    for name in PARTS:
        for element in root(content, name).iter():
            tag = element.tag.removeprefix(W)
            if tag not in ORDER:
                continue
            seen.add(tag)
            ranks = [ORDER[tag].split().index(child.tag.removeprefix(W)) for child in element]
            if tag == "sectPr":  # heads and feet are a choice in any order
                ranks = [max(rank, 1) for rank in ranks]
            assert ranks == sorted(ranks), (name, ElementTree.tostring(element)[:300])
    assert seen == set(ORDER)


def test_twice_the_same_bytes_of_one_date() -> None:
    again = render_docx(paper("zh", extra=(answer_table(),)))
    assert again == sample("zh")
    with zipfile.ZipFile(io.BytesIO(again)) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2026, 11, 30, 0, 0, 0)}
        names = archive.namelist()
    assert names[0] == "[Content_Types].xml"
    assert names[1:] == sorted(names[1:])


def test_nothing_tells_of_a_template_a_tool_or_an_editor() -> None:
    for name, part in parts(book()).items():
        text = part.decode().lower()
        for trace in (
            "python",
            "rsid",
            "thumbnail",
            "theme/",
            "asciitheme",
            "easttheme",
            "w14:",
            "macintosh",
            "normal.dotm",
        ):
            assert trace not in text, (name, trace)
    assert len(sample("zh")) < 25_000


def test_properties_come_from_the_document() -> None:
    told = read(sample("zh")).core_properties
    assert (told.title, told.subject) == ("采购需求参数表", "智能计算教学科研平台（一期）设备采购")
    assert (told.author, told.last_modified_by, told.language) == ("江州大学", "江州大学", "zh-CN")
    assert told.created == told.modified == dt.datetime(2026, 11, 30, tzinfo=dt.UTC)
    assert read(sample("en")).core_properties.language == "en-GB"
    custom = root(sample("zh"), "docProps/custom.xml")
    assert [(entry.get("name"), "".join(entry.itertext())) for entry in custom] == [
        ("number", "JZU-ZC-2026-0137"),
        ("version", "V1.2"),
    ]


def test_a_date_no_zip_can_hold_is_no_error() -> None:
    assert read(render_docx(replace(small("x"), date=dt.date(1970, 1, 2)))).core_properties.created.year == 1970


@pytest.mark.parametrize("language", ["zh", "en"])
def test_styles_name_latin_and_chinese_faces(language: str) -> None:
    styles = read(sample(language)).styles
    for name in ("Normal", "Title", "Subtitle", "Heading 1", "Heading 2", "Heading 3", "Caption", "Header", "Footer"):
        assert name in styles
    faces = styles["Heading 1"].element.rPr.rFonts
    assert (faces.get(qn("w:ascii")), faces.get(qn("w:eastAsia"))) == ("Arial", "黑体")
    default = root(sample(language), "word/styles.xml").find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    assert default is not None
    normal, tongue = default.find(f"{W}rFonts"), default.find(f"{W}lang")
    assert normal is not None and tongue is not None
    assert (normal.get(f"{W}ascii"), normal.get(f"{W}eastAsia")) == ("Times New Roman", "宋体")
    assert (tongue.get(f"{W}val"), tongue.get(f"{W}eastAsia")) == ("en-US" if language == "zh" else "en-GB", "zh-CN")
    used = {found.get(f"{W}val") for found in root(sample(language)).iter(f"{W}pStyle")}
    assert used <= {style.style_id for style in styles}


def test_text_has_no_look_but_that_of_its_style() -> None:
    """Whoever restyles the styles restyles the paper: no size, colour or face stands in the body itself."""
    body = root(sample("zh"))
    for tag in ("sz", "szCs", "color", "b", "spacing", "tblBorders", "tblCellMar"):
        assert next(body.iter(f"{W}{tag}"), None) is None, tag
    assert {name for faces in body.iter(f"{W}rFonts") for name in faces.attrib} == {f"{W}hint"}


def office_sample(language: str) -> Document:
    return paper(language, rows=40, draft=True, extra=(answer_table(),))  # type: ignore[arg-type]


@pytest.mark.office
@pytest.mark.parametrize("language", ["zh", "en"])
def test_libreoffice_shows_every_row_and_counts_the_pages(tmp_path: Path, language: str) -> None:
    import subprocess

    import pypdf

    document = office_sample(language)
    (tmp_path / "a.docx").write_bytes(render_docx(document))
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    done = subprocess.run(
        ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(tmp_path / "a.docx")],
        check=True,
        capture_output=True,
        text=True,
        timeout=180,
    )
    said = [line for line in (done.stdout + done.stderr).splitlines() if "javaldx" not in line]
    assert [line for line in said if line and not line.startswith("convert ")] == []
    pages = [re.sub(r"\s", "", page.extract_text()) for page in pypdf.PdfReader(tmp_path / "a.pdf").pages]
    whole = "".join(pages)
    for number in range(1, 41):
        assert re.search(rf"1\.[123]\.{number}\D", whole), number
    for row in answer_table().rows:
        assert row.cells[0].text in whole  # type: ignore[union-attr]
    foot = "第{}页共{}页" if language == "zh" else "Page{}of{}"
    for number, text in enumerate(pages, 1):
        assert foot.format(number, len(pages)) in text
        assert ("草稿" if language == "zh" else "DRAFT") in text
    head = "序号标识参数名称技术要求" if language == "zh" else "No.LevelParameterRequirement"
    assert sum(head in text for text in pages) >= 2


@pytest.mark.office
def test_libreoffice_sets_headings_on_the_pages_that_the_contents_say(tmp_path: Path) -> None:
    """A Chinese paper, whose characters are as wide in any face; a page more or less is the other face's doing."""
    import subprocess

    import pypdf

    content = render_docx(requirement_book("lab-a", "zh"))
    (tmp_path / "a.docx").write_bytes(content)
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), str(tmp_path / "a.docx")]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    pages = [_letters(page.extract_text()) for page in pypdf.PdfReader(tmp_path / "a.pdf").pages]
    listed = [p.text.rsplit("\t", 1) for p in read(content).paragraphs if p.style.name.startswith("toc")]
    assert len(listed) > 30
    for heading, number in listed[1:-1]:
        found = [at for at, text in enumerate(pages, 1) if at > 2 and _letters(heading) in text]
        assert any(abs(int(number) - at) <= 1 for at in found), (heading, number, found)


def _letters(text: str) -> str:
    return re.sub(r"[\s\u2011-]", "", text)

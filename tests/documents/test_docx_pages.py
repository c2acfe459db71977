"""Pages of a Word file: head and foot, turned sections, breaks, cover and contents, pictures."""

from __future__ import annotations

from docx.enum.section import WD_ORIENT
from msgspec.structs import replace

from planner.documents.model import (
    Block,
    Column,
    KeyValue,
    KeyValues,
    Note,
    PageBreak,
    Paragraph,
    Picture,
    Reference,
    Section,
    Table,
)
from planner.pictures.scene import Rect, Scene
from planner.render.docx import render_docx
from tests.documents.papers import answer_table, paper, parameter_table, small
from tests.documents.word import W, book, parts, read, root, sample


def test_head_and_foot_say_paper_version_and_page() -> None:
    section = read(sample("zh")).sections[0]
    assert section.header.paragraphs[0].text == (
        "智能计算教学科研平台（一期）\u3000采购需求参数表\tJZU-ZC-2026-0137\u3000V1.2"
    )
    foot = root(sample("zh"), "word/footer1.xml")
    assert [field.get(f"{W}instr", "").strip() for field in foot.iter(f"{W}fldSimple")] == ["PAGE", "NUMPAGES"]
    assert "".join(foot.itertext()) == "第 1 页\u3000共 1 页"
    english = root(sample("en"), "word/footer1.xml")
    assert "".join(english.itertext()) == "Page 1 of 1"


def test_a_long_running_head_is_cut_before_the_number() -> None:
    text = read(render_docx(small("x", running_head="长" * 200, number="N-1"))).sections[0].header.paragraphs[0].text
    left, right = text.split("\t")
    assert right == "N-1" and left.endswith("…") and 30 < len(left) < 60


def test_draft_and_internal_are_said_on_every_page() -> None:
    made = read(render_docx(replace(paper("zh", draft=True, extra=(answer_table(),)), audience="internal")))
    for section in made.sections:
        head = section.header.paragraphs[0]
        assert head.text.startswith("内部留存") and "草稿" in head.text
        assert 'string="草稿"' in head._p.xml
    assert "草稿" not in parts(sample("zh"))["word/header1.xml"].decode()


def test_margins_and_turned_pages() -> None:
    made = read(sample("zh"))
    assert [section.orientation for section in made.sections] == [
        WD_ORIENT.PORTRAIT, WD_ORIENT.LANDSCAPE, WD_ORIENT.PORTRAIT,
    ]  # fmt: skip
    first, turned = made.sections[0], made.sections[1]
    assert [round(getattr(first, f"{side}_margin").mm) for side in ("top", "bottom", "left", "right")] == [
        25,
        25,
        26,
        22,
    ]
    assert (round(first.page_width.mm), round(first.page_height.mm)) == (210, 297)
    assert (round(turned.page_width.mm), round(turned.page_height.mm)) == (297, 210)
    stops = [section.header.paragraphs[0].paragraph_format.tab_stops[0].position.mm for section in (first, turned)]
    assert [round(stop) for stop in stops] == [162, 247]


def test_a_heading_turns_with_its_table_and_the_note_stays_with_it() -> None:
    blocks: tuple[Block, ...] = (
        Paragraph(text="前文"),
        Section(title="偏离表", blocks=(answer_table(), Note(text="注"), Paragraph(text="后文"))),
    )
    texts_of: list[list[str]] = [[]]
    for child in root(render_docx(small("x", blocks=blocks)))[0]:
        texts_of[-1].append("".join(child.itertext()))
        if child.find(f"{W}pPr/{W}sectPr") is not None:
            texts_of.append([])
    turned = "".join(texts_of[1])
    assert "前文" in "".join(texts_of[0]) and "偏离表" not in "".join(texts_of[0])
    assert turned.startswith("一、偏离表") and turned.endswith("注")
    assert "后文" in "".join(texts_of[2])


def test_a_few_words_that_lead_to_a_table_turn_and_stay_with_it() -> None:
    blocks: tuple[Block, ...] = (
        Section(title="前", blocks=(Paragraph(text="前文"),)),
        Section(title="偏离表", blocks=(Paragraph(text="长" * 91), Paragraph(text="见下表。"), answer_table())),
    )
    made = read(render_docx(small("x", blocks=blocks)))
    told = {p.text: p for p in made.paragraphs}
    assert told["见下表。"]._p.pPr.keepNext is not None
    assert told["长" * 91]._p.pPr.keepNext is None
    ends = [
        at for at, p in enumerate(made.paragraphs) if p._p.pPr is not None and p._p.pPr.find(f"{W}sectPr") is not None
    ]
    texts = [p.text for p in made.paragraphs]
    assert texts.index("长" * 91) < ends[0] < texts.index("见下表。")


def test_new_pages_are_asked_for_once() -> None:
    blocks: tuple[Block, ...] = (
        Paragraph(text="一"),
        PageBreak(),
        Section(title="二", new_page=True, blocks=(PageBreak(), replace(parameter_table("zh", 2), caption=""))),
        PageBreak(),
        answer_table(),
    )
    body = root(render_docx(small("x", blocks=blocks)))
    broken = ["".join(p.itertext()) for p in body.iter(f"{W}p") if p.find(f"{W}pPr/{W}pageBreakBefore") is not None]
    assert broken == ["一、二", ""]  # the turned section begins a page by itself


def test_cover_and_contents() -> None:
    made = read(book())
    assert made.sections[0].different_first_page_header_footer
    assert made.sections[0].first_page_header.paragraphs[0].text == ""
    assert 'string="草稿"' in made.sections[0].first_page_header.paragraphs[0]._p.xml
    assert [row.cells[0].text for row in made.tables[0].rows] == ["项目编号", "版本", "日期"]
    assert [row.cells[0].text for row in made.tables[1].rows] == ["", "编制", "审核", "批准"]
    styles = [p.style.name for p in made.paragraphs]
    assert styles[:3] == ["封面单位", "封面标题", "封面副标题"]
    listed = [p.text for p in made.paragraphs if p.style.name.startswith("toc")]
    headings = [p.text for p in made.paragraphs if p.style.name in ("Heading 1", "Heading 2")]
    assert [text.rsplit("\t", 1)[0] for text in listed] == headings
    assert [text.rsplit("\t", 1)[1] for text in listed] == ["3"] * 3 + ["4"] * 2
    body = root(book())
    codes = [code.text.strip() for code in body.iter(f"{W}instrText")]
    assert codes == ['TOC \\o "1-2" \\h \\z', *(f"PAGEREF _Toc{at} \\h" for at in range(1, 6))]
    kinds = [mark.get(f"{W}fldCharType") for mark in body.iter(f"{W}fldChar")]
    assert kinds == ["begin", "separate", *["begin", "separate", "end"] * 5, "end"]
    # No question on opening: nothing is marked as out of date.
    assert "dirty" not in parts(book())["word/document.xml"].decode()
    assert "updateFields" not in parts(book())["word/settings.xml"].decode()
    names = {mark.get(f"{W}name") for mark in body.iter(f"{W}bookmarkStart")}
    assert {link.get(f"{W}anchor") for link in body.iter(f"{W}hyperlink")} <= names


def test_pictures_stand_in_the_text_with_caption_and_words() -> None:
    scene = Scene(
        title="供电",
        description="两条回路 <1> & 负载",
        language="zh",
        width_mm=300,
        height_mm=100,
        items=(Rect(x=0, y=0, width=300, height=100, fill="bar"),),
    )
    blocks: tuple[Block, ...] = (
        Picture(scene=scene, caption="接线图", anchor="wiring"),
        KeyValues(items=(KeyValue("见", Reference("wiring")),)),
    )
    content = render_docx(small("x", blocks=blocks))
    shape = read(content).inline_shapes[0]
    assert (round(shape.width.mm), round(shape.height.mm)) == (162, 54)
    assert shape._inline.docPr.get("descr") == "两条回路 <1> & 负载"
    assert parts(content)["word/media/image1.png"].startswith(b"\x89PNG")
    texts = [(p.style.name, p.text) for p in read(content).paragraphs]
    assert ("图题", "图1\u3000接线图") in texts
    assert read(content).tables[0].rows[0].cells[1].text == "图1"
    assert render_docx(small("x", blocks=blocks)) == content


def test_empty_tables_and_documents() -> None:
    columns = (Column(key="a", title="甲", width_mm=30),)
    blocks: tuple[Block, ...] = (
        Table(columns=columns, rows=(), caption="空表"),
        KeyValues(items=()),
        PageBreak(),
        Section(title="末"),
    )
    made = read(render_docx(small("x", blocks=blocks)))
    assert len(made.tables) == 1
    assert read(render_docx(small("x", blocks=(), title=""))).paragraphs == []
    assert read(render_docx(replace(small("x", blocks=()), cover=True, contents=True))).sections

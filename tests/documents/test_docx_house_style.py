"""A Word paper in the look of a house: everything in its styles, logo, head and foot; the same style, the same bytes."""

from __future__ import annotations

import io
from functools import lru_cache

from docx.oxml.ns import qn
from docx.shared import Pt
from msgspec.structs import replace
from PIL import Image

from planner.documents.house_style import HouseFonts, HouseSizes, HouseStyle, Logo, RunningTexts
from planner.documents.model import Document
from planner.messages import Labelled
from planner.render.docx import render_docx
from planner.render.docx_looks import looks
from tests.documents.papers import answer_table, paper, signature
from tests.documents.word import W, parts, read, root


@lru_cache(maxsize=1)
def logo() -> Logo:
    stream = io.BytesIO()
    Image.new("RGB", (40, 16), (140, 20, 40)).save(stream, "PNG")
    words = Labelled(zh="江州大学校徽", en="Crest")
    return Logo(content=stream.getvalue(), kind="png", digest="d", width_px=40, height_px=16, head_height_mm=9, alt=words)  # fmt: skip


def house() -> HouseStyle:
    return HouseStyle(
        logo=logo(),
        fonts=HouseFonts(han="仿宋", latin="Cambria", head_han="楷体"),
        sizes=HouseSizes(body=12, table=10.5, title=22, headings=(16, 14)),
        head=RunningTexts(left=Labelled(zh="{organisation}", en=""), center=Labelled(zh="{title}", en="")),
        foot=RunningTexts(right=Labelled(zh="{page}／{pages}", en=""), center=Labelled(zh="", en="")),
        numbering="decimal",
        accent="#8C1428",
        head_fill="#F3E3E6",
    )


def dressed(**changes: object) -> Document:
    document = paper("zh", rows=6, extra=(answer_table(),))
    fields = {"style": house(), "cover": True, "contents": True, "signature": signature("zh")}
    return replace(document, **(fields | changes))


def test_faces_sizes_and_colours_stand_in_the_styles() -> None:
    styles = read(render_docx(dressed())).styles
    default = root(render_docx(dressed()), "word/styles.xml").find(f"{W}docDefaults/{W}rPrDefault/{W}rPr/{W}rFonts")
    assert default is not None
    assert (default.get(f"{W}eastAsia"), default.get(f"{W}ascii")) == ("仿宋", "Cambria")
    faces = styles["Heading 1"].element.rPr.rFonts
    assert (faces.get(qn("w:eastAsia")), faces.get(qn("w:ascii"))) == ("楷体", "Arial")
    sizes = {name: styles[name].font.size for name in ("正文段落", "表格文字", "Title", "Heading 1", "Heading 2", "Heading 3")}  # fmt: skip
    assert list(sizes.values()) == [Pt(size) for size in (12, 10.5, 22, 16, 14, 11)]
    assert str(styles["Heading 1"].font.color.rgb) == "8C1428"
    assert "F3E3E6" in styles["Paper Table"].element.xml and "E6EBF1" not in styles["Paper Table"].element.xml


def test_lines_grow_with_their_letters_and_may_grow_more() -> None:
    usual, own = looks(dressed(style=HouseStyle())), looks(dressed())
    assert own["PaperBody"].line / usual["PaperBody"].line == 12 / 11
    spacing = read(render_docx(dressed())).styles["正文段落"].element.pPr.find(qn("w:spacing"))
    assert spacing.get(qn("w:lineRule")) == "atLeast"  # a larger face put in later is not cut


def test_the_faces_used_are_listed() -> None:
    faces = [font.get(f"{W}name") for font in root(render_docx(dressed()), "word/fontTable.xml")]
    assert faces == ["仿宋", "楷体", "Cambria", "Arial"]


def test_the_logo_stands_on_the_cover_and_in_the_head() -> None:
    content = render_docx(dressed())
    made = read(content)
    cover = made.inline_shapes[0]
    assert (round(cover.width.mm), round(cover.height.mm)) == (55, 22)  # 40 : 16 in 22 mm
    assert cover._inline.docPr.get("descr") == "江州大学校徽"
    for section in made.sections:
        head = section.header.paragraphs[0]._p
        assert head.find(f".//{qn('wp:extent')}").get("cy") == str(9 * 36000)
        blip = head.find(f".//{qn('a:blip')}").get(qn("r:embed"))
        assert section.header.part.related_parts[blip].blob == logo().content
        # 9 mm of logo and 4 to the text leave 12 of the 25 mm above it.
        assert round(section.header_distance.mm) == 12
    assert [name for name in parts(content) if name.startswith("word/media/")] == ["word/media/image1.png"]


def test_head_and_foot_say_what_the_house_wants_and_count_pages() -> None:
    section = read(render_docx(dressed(draft=True))).sections[-1]
    assert section.header.paragraphs[0].text.split("\t") == [" 江州大学", "采购需求参数表", "草稿\u3000JZU-ZC-2026-0137\u3000V1.2"]  # fmt: skip
    foot = root(render_docx(dressed()), "word/footer1.xml")
    assert [field.get(f"{W}instr", "").strip() for field in foot.iter(f"{W}fldSimple")] == ["PAGE", "NUMPAGES"]
    assert "".join(foot.itertext()) == "1／1"


def test_headings_are_numbered_as_the_house_wants() -> None:
    told = [p.text for p in read(render_docx(dressed())).paragraphs if p.style.name.startswith("Heading")]
    assert told[:3] == ["1\u3000货物清单", "2\u3000技术要求", "2.1\u3000人工智能工作站（包1，1套）"]


def test_the_same_style_gives_the_same_bytes_and_no_look_in_the_body() -> None:
    assert render_docx(dressed()) == render_docx(dressed())
    body = root(render_docx(dressed()))
    for tag in ("sz", "color", "b", "spacing"):
        assert next(body.iter(f"{W}{tag}"), None) is None, tag


def test_a_jpeg_logo_and_a_paper_without_cover() -> None:
    stream = io.BytesIO()
    Image.new("RGB", (30, 30), (1, 2, 3)).save(stream, "JPEG")
    mark = replace(logo(), content=stream.getvalue(), kind="jpeg", width_px=30, height_px=30)
    content = render_docx(dressed(style=replace(house(), logo=mark), cover=False, contents=False))
    assert "word/media/image1.jpg" in parts(content)
    assert len(read(content).inline_shapes) == 0
    assert read(content).sections[0].header.part.related_parts["rId1"].blob == mark.content

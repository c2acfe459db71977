"""The PDF read back: texts, fonts, pages, properties, breaks, and what is refused."""

from __future__ import annotations

import io
import re
from collections import Counter
from functools import lru_cache

import pdfplumber
import pypdf
import pytest
from msgspec.structs import replace

from planner.documents.model import (
    Block,
    Choice,
    Column,
    Document,
    Group,
    KeyValues,
    Note,
    PageBreak,
    Paragraph,
    Row,
    Section,
    Table,
    Text,
)
from planner.errors import ExportError
from planner.render.pdf import paper_texts, render_pdf
from tests.documents.papers import answer_table, paper, parameter_table, signature, small

MM = 72 / 25.4


@lru_cache(maxsize=4)
def sample(language: str) -> bytes:
    return render_pdf(paper(language))  # type: ignore[arg-type]


def read(content: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(content))


def page_texts(content: bytes) -> list[str]:
    return [re.sub(r"\s", "", page.extract_text()) for page in read(content).pages]


def text_of(content: bytes) -> str:
    return "".join(page_texts(content))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_character_can_be_read_back(language: str) -> None:
    wanted = Counter("".join(paper_texts(paper(language))))  # type: ignore[arg-type]
    for blank in " \n\u00a0\u3000☐":
        del wanted[blank]
    assert not wanted - Counter(text_of(sample(language)))


@pytest.mark.parametrize("language", ["zh", "en"])
def test_all_fonts_are_embedded_subsets_and_no_helvetica_is_listed(language: str) -> None:
    names = set()
    for page in read(sample(language)).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            font = font.get_object()
            names.add(re.sub(r"^[A-Z]{6}\+", "", font["/BaseFont"][1:]))
            assert re.match(r"/[A-Z]{6}\+", font["/BaseFont"])
            assert "/FontFile2" in font["/FontDescriptor"]
    assert names == {"NotoSansSC-Regular", "NotoSansSC-Bold"}


def test_bold_and_regular_are_different_outlines() -> None:
    from planner.render.fonts import face

    assert face(True).width("Requirement") > face(False).width("Requirement")


def test_the_same_document_gives_the_same_bytes() -> None:
    assert render_pdf(paper("zh")) == sample("zh")
    assert b"reportlab" not in sample("zh").lower()


def test_properties_come_from_the_document() -> None:
    found = read(sample("zh"))
    assert found.metadata is not None
    assert found.metadata.title == "采购需求参数表"
    assert found.metadata.subject == "智能计算教学科研平台（一期）设备采购"
    assert found.metadata["/CreationDate"] == "D:20261130000000+00'00'"
    assert found.metadata.creator == found.metadata.producer == ""
    assert found.trailer["/Root"]["/Lang"] == "zh-CN"


def test_pages_say_which_of_how_many() -> None:
    pages = page_texts(sample("zh"))
    assert len(pages) >= 4
    for number, text in enumerate(pages, 1):
        assert f"第{number}页共{len(pages)}页" in text
        assert "JZU-ZC-2026-0137V1.2" in text
    assert "Page1of" in page_texts(sample("en"))[0]


def test_head_is_repeated_and_says_continued() -> None:
    pages = page_texts(sample("zh"))
    continued = [text for text in pages if "续表2人工智能工作站技术要求" in text]
    assert len(continued) >= 2
    assert all("序号标识参数名称技术要求证明材料验收方法" in text for text in continued)
    assert any("Table2AIworkstation(continued)" in text for text in page_texts(sample("en")))


def test_table_without_repeated_head_goes_on_without_it() -> None:
    table = replace(parameter_table("zh"), repeat_head=False)
    pages = page_texts(render_pdf(replace(paper("zh"), blocks=(table,))))
    assert len(pages) > 1
    assert sum("验收方法" in text for text in pages) == 1


def test_nothing_leaves_the_text_area() -> None:
    with pdfplumber.open(io.BytesIO(render_pdf(paper("zh", extra=(answer_table(),))))) as pdf:
        sizes = {(round(page.width), round(page.height)) for page in pdf.pages}
        assert sizes == {(595, 842), (842, 595)}
        for page in pdf.pages:
            for char in page.chars:
                assert char["x0"] >= 22 * MM - 0.5
                assert char["x1"] <= page.width - 22 * MM + 4.5, char
                assert 10 * MM < char["top"] < page.height - 10 * MM


def test_a_table_wider_than_the_page_is_set_smaller_not_cut() -> None:
    keys = [str(at) for at in range(14)]
    columns = tuple(Column(key=key, title=f"列{key}", width_mm=24) for key in keys)
    wide = Table(
        columns=columns, rows=(Row(tuple(Text(f"1.1.{key}") for key in keys)),), caption="宽表", landscape=True
    )
    with pdfplumber.open(io.BytesIO(render_pdf(small("x", blocks=(wide,))))) as pdf:
        cells = [word for word in pdf.pages[-1].extract_words() if re.fullmatch(r"1\.1\.\d+", word["text"])]
        assert len(cells) == 14
        assert max(word["x1"] for word in cells) < pdf.pages[-1].width - 22 * MM
        assert 6 < min(char["size"] for char in pdf.pages[-1].chars) < 8


def test_bookmarks_follow_the_sections() -> None:
    outline = read(sample("zh")).outline
    titles = [entry.title if not isinstance(entry, list) else [inner.title for inner in entry] for entry in outline]
    assert titles == [
        "一、货物清单",
        "二、技术要求",
        ["（一）人工智能工作站（包1，1套）"],
        "三、安装环境与现场条件",
        "签署",
    ]


def test_reference_is_a_link_to_its_table() -> None:
    links = [note for page in read(sample("zh")).pages for note in page.get("/Annots", [])]
    assert len(links) == 1
    assert "表2" in text_of(sample("zh"))


def test_markup_and_formulas_are_plain_text() -> None:
    odd = "S&P 500 与 A&B、PUE <1.3、<b>型</b>、</para>、&lt;、甲&乙、=1+1"
    found = text_of(render_pdf(small(odd)))
    assert found.count(odd.replace(" ", "")) == 2


def test_a_group_row_is_never_last_on_a_page() -> None:
    with pdfplumber.open(io.BytesIO(sample("zh"))) as pdf:
        for page in pdf.pages:
            lines = [line["text"] for line in page.extract_text_lines()]
            body = [text for text in lines if not text.startswith("第 ")]
            assert not re.match(r"1\.\d +(加速卡及其软件|主机与管理|供电)", body[-1])


@pytest.mark.parametrize("length", [4_999, 12_000])
def test_a_cell_longer_than_a_page_goes_on(length: int) -> None:
    text = "整机满载时的交流输入功率，" * (length // 13)
    content = render_pdf(small(text))
    assert len(page_texts(content)) >= 3
    assert text_of(content).count("功率，") >= 2 * (length // 13) - 20


def test_four_hundred_rows() -> None:
    content = render_pdf(replace(paper("zh"), blocks=(parameter_table("zh", 400),)))
    text = text_of(content)
    assert "1.3.400" in text and "1.1.1" in text
    assert len(page_texts(content)) > 15


def test_a_page_is_not_left_blank_whatever_the_lengths() -> None:
    """Texts of every length before a table must neither fail nor leave an empty page (a spacer near the page end)."""
    for count in range(20, 60, 3):
        before = tuple(Paragraph(text=f"第{number}段") for number in range(count))
        pages = page_texts(render_pdf(small("末", blocks=(*before, parameter_table("zh", 3), Note(text="注")))))
        assert all(len(text) > 30 for text in pages), count


def test_tied_rows_longer_than_a_page_are_parted() -> None:
    tall = "所投加速卡同时支持：" * 60
    columns = (Column(key="a", title="甲", width_mm=30), Column(key="b", title="乙", width_mm=40))
    rows = (Group("组"), *(Row((Text(str(at)), Text(tall))) for at in range(8)))
    content = render_pdf(small("x", blocks=(Table(columns=columns, rows=rows, caption="高行"),)))
    assert text_of(content).count("所投加速卡同时支持：") >= 8 * 60 - 8


def test_empty_tables_and_documents() -> None:
    columns = (Column(key="a", title="甲", width_mm=30),)
    blocks: tuple[Block, ...] = (
        Table(columns=columns, rows=(), caption="空表"),
        KeyValues(items=()),
        PageBreak(),
        Section(title="末"),
    )
    assert len(page_texts(render_pdf(small("x", blocks=blocks)))) == 2
    assert len(page_texts(render_pdf(small("x", blocks=())))) == 1


def test_draft_and_internal_are_said_on_every_page() -> None:
    made = replace(paper("zh", draft=True), audience="internal")
    assert all("草稿" in text and "内部留存" in text for text in page_texts(render_pdf(made)))
    assert not any("草稿" in text for text in page_texts(sample("zh")))


def test_cover_and_contents() -> None:
    book = replace(paper("zh"), cover=True, contents=True, signature=signature("zh"))
    pages = page_texts(render_pdf(book))
    assert "编制" in pages[0] and "第1页" not in pages[0]
    assert pages[1].startswith("智能计算教学科研平台（一期）采购需求参数表") and "目录" in pages[1]
    where = next(number for number, text in enumerate(pages, 1) if number > 2 and "三、安装环境与现场条件" in text)
    assert re.search(rf"三、安装环境与现场条件\.+{where}签署", pages[1])
    assert f"第2页共{len(pages)}页" in pages[1]


@pytest.mark.parametrize("char", ["😀", "\u2079", "\ue000", "𠀀"])
def test_a_character_without_glyph_is_refused_with_its_place(char: str) -> None:
    with pytest.raises(ExportError) as caught:
        render_pdf(small(f"甲{char}乙"))
    assert f"U+{ord(char):04X}" in str(caught.value)
    assert caught.value.place == "正文"
    assert caught.value.remedy is not None


def test_place_of_a_cell_names_table_row_and_column() -> None:
    columns = (Column(key="id", title="编号", width_mm=20, kind="id"), Column(key="text", title="内容", width_mm=80))
    rows = (Row((Text("1"), Text("好"))), Row((Text("2"), Text("坏☃😀"))))
    with pytest.raises(ExportError) as caught:
        render_pdf(small("x", blocks=(Table(columns=columns, rows=rows, caption="清单"),)))
    assert caught.value.place == "清单 / 2 / 内容"


def test_boxes_and_special_spaces_are_set() -> None:
    columns = (Column(key="c", title="选择", width_mm=40, kind="choice"), Column(key="t", title="文", width_mm=40))
    rows = (Row((Choice(("是", "否")), Text("☑已办 24\u2009GB 8\u202fW"))),)
    text = text_of(render_pdf(small("x", blocks=(Table(columns=columns, rows=rows, caption="表"),))))
    assert "是否" in text and "已办24GB8W" in text


def test_wrong_number_of_cells_is_a_builder_fault() -> None:
    table = Table(
        columns=(Column(key="a", title="甲", width_mm=30),), rows=(Row((Text("1"), Text("2"))),), caption="表"
    )
    with pytest.raises(ValueError):
        render_pdf(small("x", blocks=(table,)))


def test_numbers_read_as_people_write_them() -> None:
    text = text_of(sample("zh"))
    assert "168,000.00" in text and "224,000.00" in text
    assert "500kg/m²" in text and "18.5m²" in text


def test_document_is_plain_data() -> None:
    import msgspec

    made = paper("zh")
    assert msgspec.json.decode(msgspec.json.encode(made), type=Document) == made

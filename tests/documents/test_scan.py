"""The leak scan: every place of a file where a maker's name can hide, and what must not be taken for one."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.documents.model import Column, Paragraph, Row, Section, Table, Text
from planner.errors import ExportError
from planner.render import render
from planner.render.scan import find_word, fold, scan_file, scan_texts
from tests.documents.papers import paper, small

BRANDS = ("NVIDIA", "英伟达", "GeForce", "RTX 4090", "A100", "A10", "T4", "浪潮", "Dell", "H20", "4090")


def found(text: str) -> set[str]:
    return {hit.word for hit in scan_texts([("here", text)], BRANDS)}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("采用NVIDIA架构", "nvidia"),
        ("nvidia-smi", "nvidia"),
        ("ＮＶＩＤＩＡ", "nvidia"),
        ("NVI\u200bDIA", "nvidia"),
        ("英 伟\n达", "英伟达"),
        ("RTX4090", "rtx 4090"),
        ("RTX-4090D", "rtx 4090"),
        ("8xA100", "a100"),
        ("A100SXM", "a100"),
        ("A10 显卡", "a10"),
        ("加速卡 T4", "t4"),
        ("two T4 cards", "t4"),
        ("4090显卡", "4090"),
        ("DELL服务器", "dell"),
    ],
)
def test_names_are_found_however_they_are_written(text: str, word: str) -> None:
    assert word in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "modelled",
        "XNVIDIAX",
        "A1000",
        "CA100",
        "纸张A10",
        "接口T4，见图",
        "价格 4090 元的服务器",
        "加速卡≥10 A，20 V",
        "每张加速卡的专用显存≥24 GB",
        "浪花与潮水",
        "40 GB",
    ],
)
def test_units_and_longer_words_are_left_alone(text: str) -> None:
    assert found(text) == set()


def test_short_names_are_not_read_out_of_quantities() -> None:
    assert find_word(fold("加速卡电流 4 A"), "4 a") is None


def workbook(path: Path, hide: str) -> Path:
    """Write a workbook that names the brand in one place only."""
    book = xlsxwriter.Workbook(str(path), {"in_memory": True})
    sheet = book.add_worksheet("NVIDIA" if hide == "sheet" else "表")
    hidden = book.add_worksheet("藏")
    hidden.hide()
    bold = book.add_format({"bold": True})
    if hide == "runs":
        sheet.write_rich_string(0, 0, "采用 NVI", bold, "DI", "A 架构")
    if hide == "hidden":
        hidden.write_string(0, 0, "NVIDIA")
    if hide == "comment":
        sheet.write_comment(0, 0, "NVIDIA")
    if hide == "name":
        book.define_name("NVIDIA_list", "=表!$A$1")
    if hide == "header":
        sheet.set_header("&LNVI&BDIA")
    if hide == "properties":
        book.set_properties({"company": "NVIDIA"})
    if hide == "custom":
        book.set_custom_property("x", "NVIDIA")
    if hide == "validation":
        sheet.data_validation(0, 0, 0, 0, {"validate": "list", "source": ["NVIDIA", "其他"]})
    if hide == "formula":
        sheet.write_formula(0, 0, '=IF(1,"NVIDIA","")', None, "NVIDIA")
    if hide == "link":
        sheet.write_url(0, 0, "https://www.nvidia.com/x", string="资料")
    book.close()
    return path


PLACES = [
    "sheet",
    "runs",
    "hidden",
    "comment",
    "name",
    "header",
    "properties",
    "custom",
    "validation",
    "formula",
    "link",
]


@pytest.mark.parametrize("hide", PLACES)
def test_every_part_of_a_workbook_is_read(tmp_path: Path, hide: str) -> None:
    assert scan_file(workbook(tmp_path / "a.xlsx", hide), ["NVIDIA"])


def test_a_clean_workbook_and_an_empty_list(tmp_path: Path) -> None:
    assert scan_file(workbook(tmp_path / "a.xlsx", "nowhere"), ["NVIDIA"]) == ()
    assert scan_file(workbook(tmp_path / "b.xlsx", "sheet"), ["", " "]) == ()


def test_cell_names_are_no_products_but_texts_in_formulas_are(tmp_path: Path) -> None:
    book = xlsxwriter.Workbook(str(tmp_path / "a.xlsx"), {"in_memory": True})
    sheet = book.add_worksheet("表")
    for row in range(120):
        sheet.write_formula(row, 0, f"=B{row + 1}*A100+SUM($A$100:B100)", None, 0)
    sheet.write_comment("A100", "好")
    sheet.merge_range("C100:D100", "好")
    book.define_name("x", "=表!$A$100")
    sheet.autofilter("A1:A100")
    book.close()
    assert scan_file(tmp_path / "a.xlsx", ["A100", "B100", "C100"]) == ()
    book = xlsxwriter.Workbook(str(tmp_path / "b.xlsx"), {"in_memory": True})
    book.add_worksheet("表").write_formula(0, 0, '=IF(A100>1,"用A100","")', None, "")
    book.close()
    assert {hit.word for hit in scan_file(tmp_path / "b.xlsx", ["A100"])} == {"a100"}


def test_file_name_zip_comment_and_inner_files(tmp_path: Path) -> None:
    assert scan_file(workbook(tmp_path / "NVIDIA方案.xlsx", "nowhere"), ["NVIDIA"])[0].place == "file name"
    inner = workbook(tmp_path / "a.xlsx", "comment").read_bytes()
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w") as archive:
        archive.writestr("word/embeddings/one.xlsx", inner)
        archive.comment = "浪潮".encode()
    target = tmp_path / "b.docx"
    target.write_bytes(outer.getvalue())
    assert {hit.word for hit in scan_file(target, BRANDS)} == {"nvidia", "浪潮"}


@pytest.mark.parametrize("field", ["text", "title", "keywords", "number", "heading"])
def test_text_properties_and_bookmarks_of_a_pdf_are_read(tmp_path: Path, field: str) -> None:
    made = small("NVIDIA" if field == "text" else "无")
    if field == "title":
        made = replace(made, title="NVIDIA")
    if field == "keywords":
        made = replace(made, keywords=("NVIDIA",))
    if field == "number":
        made = replace(made, number="NVIDIA-1")
    if field == "heading":
        made = replace(made, blocks=(Section(title="NVIDIA"),))
    with pytest.raises(ExportError) as caught:
        render(made, tmp_path / "a.pdf", "pdf", forbidden=BRANDS)
    assert "nvidia" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_attachments_of_a_pdf_are_read(tmp_path: Path) -> None:
    import pypdf

    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("a.txt", b"made by NVIDIA")
    writer.write(tmp_path / "a.pdf")
    assert scan_file(tmp_path / "a.pdf", BRANDS)[0].place == "attachment"


def test_notes_on_a_page_are_read(tmp_path: Path) -> None:
    import pypdf
    from pypdf.annotations import Text as Remark

    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_annotation(0, Remark(rect=(0, 0, 50, 50), text="浪潮"))
    writer.write(tmp_path / "a.pdf")
    assert scan_file(tmp_path / "a.pdf", BRANDS)[0].place == "page 1 annotation"


def test_internal_papers_may_name_makers(tmp_path: Path) -> None:
    made = replace(small("NVIDIA"), audience="internal")
    assert render(made, tmp_path / "a.xlsx", "xlsx", forbidden=BRANDS).audience == "internal"


@pytest.mark.parametrize("kind", ["xlsx", "pdf"])
def test_the_neutral_sample_passes(tmp_path: Path, kind: str) -> None:
    assert render(paper("zh"), tmp_path / f"a.{kind}", kind, forbidden=BRANDS).bytes > 1000


words = st.text(alphabet="加速卡显存数据 ABCdef，。GB12", max_size=30)
cuts = st.lists(st.integers(1, 40), max_size=4)


@settings(max_examples=40, deadline=None)
@given(words, words, st.sampled_from(["NVIDIA", "英伟达", "GeForce"]), cuts)
def test_a_brand_split_over_runs_is_found(
    tmp_path_factory: pytest.TempPathFactory, ahead: str, after: str, brand: str, at: list[int]
) -> None:
    text = f"{ahead}，{brand}。{after}"
    pieces = [text[start:end] for start, end in zip([0, *sorted(set(at))], [*sorted(set(at)), None], strict=True)]
    path = tmp_path_factory.mktemp("runs") / "a.xlsx"
    book = xlsxwriter.Workbook(str(path), {"in_memory": True})
    bold = book.add_format({"bold": True})
    parts: list[object] = []
    for number, piece in enumerate(part for part in pieces if part):
        parts += [bold, piece] if number % 2 else [piece]
    sheet = book.add_worksheet()
    if len([part for part in parts if isinstance(part, str)]) > 1:
        sheet.write_rich_string(0, 0, *parts)
    else:
        sheet.write_string(0, 0, text)
    book.close()
    assert [hit.word for hit in scan_file(path, [brand])] == [fold(brand)]


@settings(max_examples=25, deadline=None)
@given(words, words, st.sampled_from(["NVIDIA", "英伟达", "GeForce"]), st.integers(30, 60))
def test_a_brand_on_a_page_is_found_wherever_the_line_breaks(
    tmp_path_factory: pytest.TempPathFactory, ahead: str, after: str, brand: str, width: int
) -> None:
    from planner.render.pdf import render_pdf

    columns = (Column(key="a", title="甲", width_mm=width), Column(key="b", title="乙", width_mm=100 - width))
    table = Table(columns=columns, rows=(Row((Text(f"{ahead}，{brand}。{after}"), Text("好"))),), caption="表")
    path = tmp_path_factory.mktemp("pages") / "a.pdf"
    path.write_bytes(render_pdf(small("x", blocks=(Paragraph(text="开头"), table))))
    assert fold(brand) in {hit.word for hit in scan_file(path, [brand])}

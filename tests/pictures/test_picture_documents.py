"""Pictures in papers: numbered and captioned, painted in the PDF, an image with words in the workbook, scanned for names."""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from typing import TYPE_CHECKING

import openpyxl
import pypdf
import pytest

from planner.documents.model import Column as TableColumn
from planner.documents.model import Document, PageBreak, Paragraph, Picture, Reference, Row, Section, Table
from planner.documents.numbering import labels
from planner.documents.texts import picture_texts, texts
from planner.errors import ExportError
from planner.pictures.scene import Rect, Scene, Text
from planner.pictures.wiring import wiring_scene
from planner.render import render
from planner.render.pdf import render_pdf
from planner.render.xlsx import render_xlsx
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from pathlib import Path

    from planner.documents.model import Block, Language

DATE = dt.date(2026, 11, 30)


def scene(height: float = 40.0, width: float = 80.0, text: str = "插座一") -> Scene:
    items = (Rect(x=0, y=0, width=width, height=height, fill="bar_light"), Text(x=5, y=10, text=text))
    return Scene(title="图", description="一个插座", language="zh", width_mm=width, height_mm=height, items=items)


def paper(*blocks: Block, language: Language = "zh") -> Document:
    return Document(title="论证报告", language=language, audience="external", date=DATE, blocks=blocks)


def pages(document: Document) -> list[str]:
    return [re.sub(r"\s", "", page.extract_text()) for page in pypdf.PdfReader(io.BytesIO(render_pdf(document))).pages]


def test_pictures_are_numbered_by_themselves() -> None:
    table = Table(columns=(TableColumn(key="a", title="甲", width_mm=20),), rows=(), caption="表", anchor="t")
    one, two = (Picture(scene=scene(), caption=name, anchor=name) for name in "ab")
    document = paper(Section(title="一", blocks=(one, table, two)))
    assert labels(document) == {"a": "图1", "t": "表1", "b": "图2"}
    assert labels(paper(one, language="en")) == {"a": "Figure 1"}
    assert labels(paper(Picture(scene=scene(), caption="c", anchor="c", numbered=False))) == {"c": "c"}


def test_pdf_shows_words_and_caption_below() -> None:
    found = pages(paper(Picture(scene=scene(), caption="接线图")))
    assert len(found) == 1
    assert found[0].index("插座一") < found[0].index("图1接线图")


def test_picture_keeps_its_caption_on_its_page() -> None:
    lines = tuple(Paragraph(text=f"第{at}段") for at in range(36))
    found = pages(paper(*lines, Picture(scene=scene(60.0), caption="接线图")))
    assert len(found) == 2
    assert "插座一" in found[1]
    assert "图1接线图" in found[1]


@pytest.mark.parametrize("landscape", [False, True])
def test_picture_larger_than_the_page_is_made_smaller(landscape: bool) -> None:
    """The scale is the same both ways; words and caption stay on one page."""
    found = pages(paper(Picture(scene=scene(2000.0, 300.0), caption="大图", landscape=landscape), PageBreak()))
    assert len(found) == (2 if landscape else 1) or "大图" in found[-1]
    assert "插座一" in found[-1]


def test_reference_to_a_picture() -> None:
    row = Row(cells=(Reference(anchor="p"),))
    table = Table(columns=(TableColumn(key="a", title="见", width_mm=30),), rows=(row,))
    assert "图1" in pages(paper(table, Picture(scene=scene(), caption="接线图", anchor="p")))[0].split("插座一")[0]


def test_workbook_has_the_picture_with_its_words() -> None:
    document = paper(Section(title="接线", blocks=(Picture(scene=scene(), caption="接线图", sheet="图"),)))
    content = render_xlsx(document)
    book = openpyxl.load_workbook(io.BytesIO(content))
    sheet = book["图"]
    image = sheet._images[0]
    assert image.anchor._from.row == 1  # below the title
    assert sheet.row_dimensions[2].height == pytest.approx(40 * 72 / 25.4, abs=1)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        drawing = archive.read("xl/drawings/drawing1.xml").decode()
    assert 'descr="一个插座"' in drawing
    extent = re.search(r'<a:ext cx="(\d+)" cy="(\d+)"', drawing)
    assert extent is not None
    # 36,000 units are a millimetre; a pixel is 9,525
    assert int(extent[1]) == pytest.approx(80 * 36_000, abs=2 * 9525)
    assert int(extent[2]) == pytest.approx(40 * 36_000, abs=2 * 9525)


def test_alternative_words_win() -> None:
    picture = Picture(scene=scene(), alt="回路与插座")
    assert picture.words == "回路与插座"
    assert Picture(scene=scene()).words == "一个插座"


def test_same_document_same_bytes() -> None:
    document = paper(Picture(scene=wiring_scene(assessed(sample("lab-a")).context, "zh"), caption="接线图"))
    assert render_pdf(document) == render_pdf(document)
    assert render_xlsx(document) == render_xlsx(document)


@pytest.mark.parametrize("fmt", ["pdf", "xlsx"])
def test_names_in_a_picture_stop_the_export(tmp_path: Path, fmt: str) -> None:
    """An image cannot be read by a scan of the file: its words are looked at before they become one."""
    document = paper(Picture(scene=scene(text="GeForce 工作站"), caption="接线图"))
    target = tmp_path / f"paper.{fmt}"
    with pytest.raises(ExportError):
        render(document, target, fmt, ("GeForce",))
    assert list(tmp_path.iterdir()) == []
    assert render(paper(Picture(scene=scene())), target, fmt, ("GeForce",)).bytes > 0


def test_texts_of_pictures_have_their_place() -> None:
    document = paper(Section(title="一", blocks=(Picture(scene=scene(), caption="接线图"),)))
    assert ("接线图", "插座一") in list(picture_texts(document))
    assert ("接线图", "一个插座") in list(texts(document))
    assert "bar_light" not in [text for _, text in texts(document)]  # colours are no texts


def test_control_characters_are_taken_out(tmp_path: Path) -> None:
    made = render(paper(Picture(scene=scene(text="插\x08座"))), tmp_path / "a.pdf", "pdf")
    assert len(made.notices) == 1

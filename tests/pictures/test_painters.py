"""The painters: the same scene gives the same bytes, words stay words, and every painter shows the same picture."""

from __future__ import annotations

import io
import re
import struct
import zlib
from typing import TYPE_CHECKING, get_args
from xml.etree import ElementTree

import pypdf
import pytest

from planner.errors import ExportError
from planner.pictures.bars import bars_scene
from planner.pictures.flatten import flat
from planner.pictures.palette import PALETTES, Theme
from planner.pictures.prices import prices_scene
from planner.pictures.scene import Hatch, Polygon, Polyline, Rect, Scene, Stroke, Text
from planner.pictures.wiring import wiring_scene
from planner.render.fonts import BOLD, REGULAR
from planner.render.picture_pdf import scene_pdf
from planner.render.picture_png import dots, png_bytes, scene_png
from planner.render.picture_svg import scene_svg
from tests.pictures.pixels import Pixels
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from planner.documents.model import Language

THEMES: tuple[Theme, ...] = get_args(Theme)
SVG = "{http://www.w3.org/2000/svg}"
SMALL = Scene(
    title="A < B & “C”",
    description="two boxes",
    language="zh",
    width_mm=40,
    height_mm=20,
    items=(
        Rect(x=2, y=2, width=10, height=5, fill="bar", stroke=Stroke("text", 0.4, (1.0, 0.5))),
        Rect(x=20, y=2, width=10, height=5, hatch=Hatch(kind="rising", role="over")),
        Polygon(points=((2, 18), (6, 18), (4, 14)), fill="over_fill"),
        Polyline(points=((10, 15), (20, 18)), stroke=Stroke("over_fill", 1.0)),
        Text(x=38, y=18, text="右 <1>", anchor="end", bold=True),
        Text(x=35, y=12, text="竖", rotation=90),
    ),
)


def pictures(language: Language) -> tuple[Scene, ...]:
    one = assessed(sample("lab-a"))
    return (
        wiring_scene(one.context, language),
        bars_scene(one.context, language),
        prices_scene([one], language),
    )


@pytest.mark.parametrize("language", ["zh", "en"])
def test_svg_is_well_formed_and_keeps_words_as_words(language: Language) -> None:
    for scene in pictures(language):
        root = ElementTree.fromstring(scene_svg(scene))
        assert root.find(f"{SVG}title").text == scene.title  # type: ignore[union-attr]
        assert root.find(f"{SVG}desc").text == scene.description  # type: ignore[union-attr]
        shown = [item.text for item in flat(scene) if isinstance(item, Text)]
        assert [text.text for text in root.findall(f"{SVG}text")] == shown
        assert "Noto Sans SC" in root.attrib["font-family"]


def test_svg_measures_and_escapes() -> None:
    """A millimetre is 96 / 25.4 = 3.78 units."""
    root = ElementTree.fromstring(scene_svg(SMALL))
    assert (root.attrib["width"], root.attrib["height"]) == ("40mm", "20mm")
    assert root.attrib["viewBox"] == "0 0 151.181 75.591"
    text = root.findall(f"{SVG}text")[0]
    assert (text.text, text.attrib["x"], text.attrib["text-anchor"]) == ("右 <1>", "143.622", "end")
    assert float(text.attrib["font-size"]) == pytest.approx(8 * 96 / 72, abs=0.001)
    assert root.findall(f"{SVG}text")[1].attrib["transform"].startswith("rotate(-90 ")
    assert root.findall(f"{SVG}rect")[1].attrib["stroke-dasharray"] == "3.78 1.89"


@pytest.mark.parametrize("theme", THEMES)
def test_same_scene_same_bytes(theme: Theme) -> None:
    assert scene_svg(SMALL, theme) == scene_svg(SMALL, theme)
    assert scene_pdf(SMALL, theme) == scene_pdf(SMALL, theme)
    assert scene_png(SMALL, theme) == scene_png(SMALL, theme)


def test_same_plan_same_bytes() -> None:
    for one, other in zip(pictures("zh"), pictures("zh"), strict=True):
        assert scene_svg(one) == scene_svg(other)
        assert scene_pdf(one) == scene_pdf(other)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_pdf_words_can_be_read_again(language: Language) -> None:
    for scene in pictures(language):
        page = pypdf.PdfReader(io.BytesIO(scene_pdf(scene))).pages[0]
        read = re.sub(r"\s", "", page.extract_text())
        for item in flat(scene):
            if isinstance(item, Text):
                assert re.sub(r"\s", "", item.text) in read
        assert float(page.mediabox.width) == pytest.approx(scene.width_mm * 72 / 25.4, abs=0.01)


def test_pdf_has_our_faces_only_and_no_marks_of_tools() -> None:
    content = scene_pdf(pictures("zh")[0])
    fonts = pypdf.PdfReader(io.BytesIO(content)).pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    names = {str(font.get_object()["/BaseFont"]).split("+")[-1] for font in fonts.values()}
    assert names == {REGULAR, BOLD}
    assert b"ReportLab" not in content
    info = pypdf.PdfReader(io.BytesIO(content)).metadata
    assert info is not None
    assert info.title == pictures("zh")[0].title
    assert not info.author


def test_character_without_glyph_is_named() -> None:
    scene = Scene(
        title="t", description="d", language="en", width_mm=20, height_mm=9, items=(Text(x=1, y=5, text="\U0001f600"),)
    )
    with pytest.raises(ExportError) as caught:
        scene_png(scene)
    assert "1F600" in str(caught.value)
    assert "\U0001f600" in scene_svg(scene)  # the reader's own faces may have it


def test_png_by_its_parts() -> None:
    content = png_bytes([b"\x00\x01\x02" * 2, b"\x03\x04\x05" * 2], 2, 254.0)
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (2, 2)
    assert struct.unpack(">IIB", content[content.index(b"pHYs") + 4 :][:9]) == (10_000, 10_000, 1)  # 254 dpi, 10 a mm
    at = content.index(b"IDAT")
    size = struct.unpack(">I", content[at - 4 : at])[0]
    assert zlib.decompress(content[at + 4 : at + 4 + size]) == b"\0" + b"\x00\x01\x02" * 2 + b"\0" + b"\x03\x04\x05" * 2


@pytest.mark.parametrize("theme", THEMES)
def test_png_shows_what_stands_where(theme: Theme) -> None:
    seen, palette = Pixels.of_png(scene_png(SMALL, theme, 254)), PALETTES[theme]
    assert (seen.width, seen.height) == (400, 200)
    assert seen.near(7, 4.5, palette["bar"])
    assert seen.near(4, 17, palette["over_fill"])
    assert seen.near(15, 16.5, palette["over_fill"])
    assert seen.near(15, 10, palette["surface"])
    assert 0.1 < seen.share_unlike((20, 2, 30, 7), palette["surface"]) < 0.7  # hatched, not filled
    assert seen.share_unlike((28, 15, 38, 18.5), palette["surface"]) > 0.1  # words


@pytest.mark.parametrize("language", ["zh", "en"])
def test_pictures_are_not_blank(language: Language) -> None:
    for scene in pictures(language):
        seen = Pixels.of_png(scene_png(scene, "print", 60))
        inked = seen.share_unlike((0, 0, scene.width_mm, scene.height_mm), "#FFFFFF")
        assert 0.02 < inked < 0.6


def test_huge_pictures_keep_within_memory() -> None:
    tall = Scene(title="t", description="d", language="en", width_mm=200, height_mm=20_000, items=())
    fitting = dots(tall, 200)
    assert fitting < 200
    assert 200 * 20_000 * (fitting / 25.4) ** 2 == pytest.approx(40_000_000)

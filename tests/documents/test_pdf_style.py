"""The PDF in the look of a house: logo, faces, sizes, colours, running texts and numbers, read back from the file."""

from __future__ import annotations

import io
import re
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

import pdfplumber
import pypdf
import pytest
from msgspec.structs import replace

import resources
from planner.documents.house_style import (
    FontFile,
    HouseFonts,
    HouseSizes,
    HouseStyle,
    Logo,
    RunningTexts,
)
from planner.documents.model import Document
from planner.documents.numbering import flow, labels
from planner.documents.running import running
from planner.errors import ExportError
from planner.exchange.house_style_font import font_file
from planner.exchange.house_style_image import logo_of
from planner.messages import Labelled
from planner.render import render
from planner.render.pdf import render_pdf
from planner.render.scan import scan_file
from planner.render.scan_parts import zip_texts
from tests.documents.papers import paper, signature, small
from tests.documents.pictures_of_logos import jpeg, png
from tests.documents.test_house_style_file import font_without, format_4

MM = 72 / 25.4
LATIN = (0x20, 0xFF)


def both(text: str) -> Labelled:
    return Labelled(zh=text, en=text)


def styled(**fields: Any) -> HouseStyle:
    return HouseStyle(**fields)


def logo(content: bytes = b"", **fields: Any) -> Logo:
    return replace(logo_of(content or png(80, 40), "logo"), **fields)


def house_paper(**fields: Any) -> Document:
    return replace(paper("zh", rows=10), style=styled(**fields))


def read(content: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(content))


def images(content: bytes) -> list[list[tuple[float, float, float, float]]]:
    """Return x, bottom, width and height in mm of the images on each page."""
    with pdfplumber.open(io.BytesIO(content)) as pdf:
        return [
            [(one["x0"] / MM, one["y0"] / MM, one["width"] / MM, one["height"] / MM) for one in page.images]
            for page in pdf.pages
        ]


def font_names(content: bytes) -> set[str]:
    names = set()
    for page in read(content).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            names.add(re.sub(r"^/[A-Z]{6}\+", "", font.get_object()["/BaseFont"]))
    return names


@lru_cache(maxsize=2)
def house_font(name: str) -> bytes:
    """Return our face under this program's roof as a stranger: with Latin letters only."""
    return font_without({"cmap": format_4(LATIN)}) if name == "latin" else Path(own("Bold")).read_bytes()


def own(weight: str) -> str:
    return str(resources.path(f"fonts/NotoSansSC-{weight}.ttf"))


def latin_font(folder: Path) -> FontFile:
    path = folder / "latin.ttf"
    path.write_bytes(house_font("latin"))
    return font_file(path, 0, "")


# -------------------------------------------------------------------------------------------------------- logo
def test_the_logo_stands_in_every_running_head() -> None:
    found = images(render_pdf(house_paper(logo=logo())))
    assert len(found) > 1
    for page in found:
        ((x, bottom, width, height),) = page
        assert (x, width, height) == pytest.approx((22, 14, 7), abs=0.01)  # 80 × 40 pixels at 7 mm
        assert bottom > 297 - 18.5  # above the rule
    assert images(render_pdf(paper("zh", rows=10))) == [[]] * len(found)


@pytest.mark.parametrize("content", [png(80, 40), jpeg(80, 40)])
def test_the_logo_stands_in_the_middle_of_the_cover(content: bytes) -> None:
    document = replace(
        house_paper(logo=logo(content, cover_height_mm=30)), cover=True, contents=True, signature=signature("zh")
    )
    found = images(render_pdf(document))
    ((x, _, width, height),) = found[0]
    assert (width, height) == pytest.approx((60, 30), abs=0.01)
    assert x + width / 2 == pytest.approx(105, abs=0.1)
    assert all(len(page) == 1 for page in found[1:])


def test_the_largest_logo_leaves_the_cover_on_one_page() -> None:
    document = replace(house_paper(logo=logo(png(60, 60), cover_height_mm=60)), cover=True, signature=signature("zh"))
    pages = [page.extract_text() for page in read(render_pdf(document)).pages]
    assert "编制" in pages[0]
    assert "批准" in pages[0]
    assert f"第 2 页　共 {len(pages)} 页" in pages[1].replace("\u00a0", " ")


def test_a_broad_logo_is_no_wider_than_its_place() -> None:
    document = replace(house_paper(logo=logo(png(1200, 100), cover_height_mm=60, head_height_mm=10)), cover=True)
    cover, *rest = images(render_pdf(document))
    assert cover[0][2] == pytest.approx(166, abs=0.1)
    assert rest[0][0][2] == pytest.approx(60, abs=0.1)


def test_no_note_of_a_logo_is_in_the_file() -> None:
    content = jpeg(note="NVIDIA") + b"NVIDIA"
    made = render_pdf(house_paper(logo=logo(content)))
    assert b"NVIDIA" in content
    assert b"NVIDIA" not in made


# ------------------------------------------------------------------------------------------------------- faces
def test_only_the_fonts_of_the_house_and_ours_are_listed(tmp_path: Path) -> None:
    regular, bold = latin_font(tmp_path), font_file(Path(own("Bold")), 0, "")
    names = font_names(render_pdf(house_paper(fonts=HouseFonts(regular=regular, bold=bold))))
    assert names == {
        f"NotoSansSC-Regular-{regular.digest[:6]}",
        f"NotoSansSC-Bold-{bold.digest[:6]}",
        "NotoSansSC-Regular",  # Chinese characters, which the house's font does not have
    }


def test_every_character_can_be_read_back_where_two_fonts_share_a_line(tmp_path: Path) -> None:
    document = house_paper(fonts=HouseFonts(regular=latin_font(tmp_path)))
    render(document, tmp_path / "a.pdf", "pdf")  # reads its characters back
    text = re.sub(r"\s", "", "".join(page.extract_text() for page in read((tmp_path / "a.pdf").read_bytes()).pages))
    assert "每张加速卡的专用显存≥24GB" in text.replace("\u00a0", "")


def test_two_files_of_one_name_are_two_fonts(tmp_path: Path) -> None:
    (tmp_path / "bold.ttf").write_bytes(font_without({"OS/2": b""}))  # regular outlines, its name, other bytes
    fonts = HouseFonts(regular=font_file(Path(own("Regular")), 0, ""), bold=font_file(tmp_path / "bold.ttf", 0, ""))
    names = font_names(render_pdf(house_paper(fonts=fonts)))
    assert len([name for name in names if name.startswith("NotoSansSC-Regular-")]) == 2


def test_the_same_style_elsewhere_gives_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for folder in (tmp_path / "a", tmp_path / "b"):
        folder.mkdir()
        made.append(render_pdf(house_paper(fonts=HouseFonts(regular=latin_font(folder)), logo=logo())))
    assert made[0] == made[1]


def test_a_font_that_went_away_or_changed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "house.ttf"
    path.write_bytes(font_without({"cmap": format_4((0x20, 0x7E))}))
    fonts = HouseFonts(regular=font_file(path, 0, ""))
    path.write_bytes(font_without({"cmap": format_4((0x20, 0x7F))}))
    with pytest.raises(ExportError) as changed:
        render_pdf(house_paper(fonts=fonts))
    path.unlink()
    with pytest.raises(ExportError) as gone:
        render_pdf(house_paper(fonts=fonts))
    for caught in (changed, gone):
        assert "The font house cannot be read" in caught.value.told("en")
        assert "style file" in caught.value.told("en")


def test_a_character_that_neither_font_has_is_refused(tmp_path: Path) -> None:
    document = replace(small("𝄞"), style=styled(fonts=HouseFonts(regular=latin_font(tmp_path))))
    with pytest.raises(ExportError, match="U\\+1D11E"):
        render_pdf(document)


def test_a_character_in_a_running_text_is_checked_too() -> None:
    with pytest.raises(ExportError, match="U\\+1D11E"):
        render_pdf(house_paper(head=RunningTexts(left=both("𝄞"))))


# --------------------------------------------------------------------------------------- sizes, colours, texts
def sizes_of(document: Document, text: str) -> set[float]:
    with pdfplumber.open(io.BytesIO(render_pdf(document))) as pdf:
        chars = [char for page in pdf.pages for char in page.chars]
    found = "".join(char["text"] for char in chars)
    at = found.index(text)
    return {round(char["size"], 1) for char in chars[at : at + len(text)]}


def test_sizes() -> None:
    document = house_paper(sizes=HouseSizes(body=12, table=10, title=24, headings=(18, 14)))
    assert sizes_of(document, "采购需求参数表") == {8.3}  # the running head comes first and keeps its size
    assert sizes_of(replace(document, running_head="x"), "采购需求参数表") == {24}
    assert sizes_of(document, "一、货物清单") == {18}
    assert sizes_of(document, "（一）人工智能工作站") == {14}
    assert sizes_of(document, "建成供本科课程") == {12}
    assert sizes_of(document, "整机本次配置的加速卡") == {10}
    assert sizes_of(house_paper(), "建成供本科课程") == {10.5}


def test_colours() -> None:
    with pdfplumber.open(io.BytesIO(render_pdf(house_paper(accent="#7A1F2B", head_fill="#F2E6E8")))) as pdf:
        inks = {
            tuple(round(part * 255) for part in char["non_stroking_color"]) for page in pdf.pages for char in page.chars
        }
        fills = {
            tuple(round(part * 255) for part in one["non_stroking_color"])
            for page in pdf.pages
            for one in page.rects
            if one["fill"]
        }
    assert (0x7A, 0x1F, 0x2B) in inks
    assert (0x1F, 0x3A, 0x5F) not in inks
    assert (0xF2, 0xE6, 0xE8) in fills
    assert (0xE6, 0xEB, 0xF1) not in fills


def test_running_texts_take_their_fields() -> None:
    document = house_paper(
        head=RunningTexts(left=both("{organisation} | {title}"), right=both("")),
        foot=RunningTexts(left=both("{date}"), center=both("- {page}/{pages} -"), right=both("{number} {version}")),
    )
    pages = [page.extract_text() for page in read(render_pdf(document)).pages]
    for number, text in enumerate(pages, 1):
        assert "江州大学 | 采购需求参数表" in text
        assert f"- {number}/{len(pages)} -" in text
        assert "2026-11-30" in text
        assert "JZU-ZC-2026-0137 V1.2" in text
        assert "第 1 页" not in text


def test_running_texts_without_a_style_are_ours() -> None:
    found = running(paper("zh"), "3", "9")
    assert found.head == ("智能计算教学科研平台（一期）　采购需求参数表", "", "JZU-ZC-2026-0137　V1.2")
    assert found.foot == ("", "第 3 页　共 9 页", "")


def test_an_internal_paper_says_so_whatever_the_style() -> None:
    document = replace(house_paper(head=RunningTexts(left=both(""))), audience="internal")
    assert running(document, "1", "1").head[0] == "内部留存"
    assert "内部留存" in read(render_pdf(document)).pages[0].extract_text()


def test_what_a_user_wrote_is_no_field_and_is_escaped() -> None:
    document = replace(house_paper(), number="{page} R&D", running_head="S&P {pages}")
    found = running(document, "&P", "&N", lambda text: text.replace("&", "&&"))
    assert found.head == ("S&&P {pages}", "", "{page} R&&D　V1.2")
    assert found.foot[1] == "第 &P 页　共 &N 页"


def test_long_running_texts_do_not_meet() -> None:
    texts = RunningTexts(left=both("左" * 100), center=both("中" * 100), right=both("右" * 100))
    with pdfplumber.open(io.BytesIO(render_pdf(house_paper(head=texts, foot=texts, logo=logo())))) as pdf:
        for page in pdf.pages:
            for low, high in ((0, 60), (page.height - 60, page.height)):
                line = sorted((c for c in page.chars if low < c["top"] < high), key=lambda c: c["x0"])
                assert [char["text"] for char in line if char["text"] == "…"] == ["…"] * 3
                assert all(after["x0"] >= before["x1"] - 0.1 for before, after in zip(line, line[1:], strict=False))
                assert line[0]["x0"] >= 22 * MM - 0.1
                assert line[-1]["x1"] <= page.width - 22 * MM + 0.1


# --------------------------------------------------------------------------------------------------- numbering
@pytest.mark.parametrize(
    ("language", "numbering", "first", "second"),
    [
        ("zh", "", "一、货物清单", "（一）人工智能工作站（包1，1套）"),
        ("zh", "decimal", "1　货物清单", "2.1　人工智能工作站（包1，1套）"),
        ("en", "", "1  Items", "2.1  AI workstation (package 1)"),
        ("en", "zh", "一、 Items", "（一） AI workstation (package 1)"),
    ],
)
def test_numbering(language: Any, numbering: Any, first: str, second: str) -> None:
    document = replace(paper(language, rows=10), style=styled(numbering=numbering))
    headings = [part.text for part in flow(document) if hasattr(part, "level")]
    assert headings[0] == first
    assert second in headings
    outline = read(render_pdf(document)).outline
    assert outline[0].title == first  # type: ignore[union-attr]


def test_labels_follow_the_numbering() -> None:
    document = house_paper(numbering="decimal")
    section = replace(document.blocks[1], anchor="needs")  # type: ignore[type-var]
    assert labels(replace(document, blocks=(document.blocks[0], section)))["needs"] == "2"


# -------------------------------------------------------------------------------------------------- leak scan
def test_the_scan_reads_the_notes_in_pictures(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/media/image1.png", png(40, 20, (b"tEXt", b"Source\0GeForce RTX 4090")))
        archive.writestr("word/media/image2.jpeg", jpeg(note="昇腾"))
    assert {"GeForce RTX 4090", "昇腾"} <= {text for _, text in zip_texts(path.read_bytes())}
    hits = scan_file(path, ["GeForce", "昇腾"])
    assert {hit.word for hit in hits} == {"geforce", "昇腾"}
    assert any("word/media/image1.png" in hit.place for hit in hits)


def test_a_brand_in_a_running_text_stops_the_export(tmp_path: Path) -> None:
    document = house_paper(foot=RunningTexts(left=both("GeForce 实验室")))
    with pytest.raises(ExportError, match="GeForce|geforce"):
        render(document, tmp_path / "a.pdf", "pdf", ["GeForce"])
    assert list(tmp_path.iterdir()) == []

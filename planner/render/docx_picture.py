"""A picture in a Word paper: an image in a line of its own, with its words for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable
from xml.sax.saxutils import quoteattr

from planner.documents.model import Picture
from planner.render.docx_page import text_height_mm, text_width_mm
from planner.render.picture_png import scene_png

_EMU_PER_MM = 36_000
_CAPTION_MM = 16.0
_KIND = "http://schemas.openxmlformats.org/drawingml/2006/picture"
_DRAWING = (
    '<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="{width}" cy="{height}"/>'
    '<wp:docPr id="{number}" name="picture{number}" descr={words}/><wp:cNvGraphicFramePr>'
    '<a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr><a:graphic><a:graphicData uri="' + _KIND + '">'
    '<pic:pic><pic:nvPicPr><pic:cNvPr id="{number}" name="picture{number}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>'
    '<a:blip r:embed="{relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm>'
    '<a:off x="0" y="0"/><a:ext cx="{width}" cy="{height}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom>'
    "</pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
)


def picture_run(picture: Picture, number: int, add_image: Callable[[bytes], str]) -> str:
    """Return the run that shows ``picture``; ``add_image`` puts its bytes into the file and returns their relation.

    Raises:
        ExportError: a character that the fonts do not have.
    """
    return image_run(picture_size(picture), number, picture.words, add_image(scene_png(picture.scene)))


def image_run(size_mm: tuple[float, float], number: int, words: str, relation: str) -> str:
    """Return the run that shows the image of ``relation``; ``words`` are read to those who do not see it."""
    width, height = size_mm
    return _DRAWING.format(
        width=round(width * _EMU_PER_MM),
        height=round(height * _EMU_PER_MM),
        number=number,
        words=quoteattr(words.replace("\n", " ")),
        relation=relation,
    )


def picture_size(picture: Picture) -> tuple[float, float]:
    """Return width and height in mm: as wide as asked for where a page can hold it and its caption."""
    scene = picture.scene
    width = min(scene.width_mm, picture.width_mm, text_width_mm(picture.landscape))
    scale = min(width / scene.width_mm, (text_height_mm(picture.landscape) - _CAPTION_MM) / scene.height_mm)
    return scene.width_mm * scale, scene.height_mm * scale

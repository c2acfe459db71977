"""A picture in the text column of a PDF: no larger than the page, its caption below and tied to it."""

from __future__ import annotations

from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.model import Language, Picture
from planner.render.pdf_look import Look
from planner.render.pdf_marks import Image, Strip
from planner.render.pdf_style import AFTER_TABLE, MM, body_height, text_width
from planner.render.pdf_text import text_strips

_BEFORE = 6.0
_SPARE = 1.0


def picture_strips(look: Look, picture: Picture, label: str, language: Language) -> list[Strip]:
    """Return the strips of a picture and its caption."""
    scene = picture.scene
    room = text_width(picture.landscape)
    captions = _captions(look, picture, label, language, room)
    below = sum(strip.before + strip.height for strip in captions)
    most = body_height(picture.landscape) - below - _SPARE
    width, height = scene.width_mm * MM, scene.height_mm * MM
    scale = min(picture.width_mm * MM / width, room / width, most / height, 1.0)
    image = Image(x=(room - width * scale) / 2, top=0.0, scale=scale, scene=scene)
    drawn = Strip(
        height=height * scale, before=_BEFORE, marks=(image,), keep_next=bool(captions), anchor=picture.anchor
    )
    after = [] if captions else [Strip(height=AFTER_TABLE)]
    return [replace(strip, landscape=picture.landscape) for strip in (drawn, *captions, *after)]


def _captions(look: Look, picture: Picture, label: str, language: Language, width: float) -> list[Strip]:
    text = furniture(language).gap.join(part for part in (label, picture.caption) if part)
    if not text:
        return []
    below = replace(look.caption, align="center", before=4, after=AFTER_TABLE)
    strips = text_strips(look.faces, ((text, True),), below, width, keep_next=True)
    return [*strips[:-1], replace(strips[-1], keep_next=False)]

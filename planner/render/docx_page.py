"""Pages of a Word paper: size and margins of a section, running head and foot, draft mark."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

import msgspec

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.render.docx_xml import (
    NAMESPACES,
    TWIPS_PER_PT,
    element,
    em_width,
    paragraph,
    paragraph_properties,
    properties,
    run,
    twips,
)
from planner.render.plain_text import plain

SHORT_MM, LONG_MM = 210.0, 297.0
TOP_MM, BOTTOM_MM, LEFT_MM, RIGHT_MM = 25.0, 25.0, 26.0, 22.0
_EDGE_MM = {"header": 13.0, "footer": 12.0}
_RUNNING_PT = 8.5
_HEAD_GAP_EM = 3.0
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
# A grey word across the page, as Word itself draws its watermarks; the name lets Word find and remove it.
_WATERMARK = (
    "<w:r><w:pict>"
    '<v:shapetype id="_x0000_t136" coordsize="21600,21600" o:spt="136" adj="10800" path="m@7,l@8,m@5,21600l@6,21600e">'
    '<v:formulas><v:f eqn="sum #0 0 10800"/><v:f eqn="prod #0 2 1"/><v:f eqn="sum 21600 0 @1"/><v:f eqn="sum 0 0 @2"/>'
    '<v:f eqn="sum 21600 0 @3"/><v:f eqn="if @0 @3 0"/><v:f eqn="if @0 21600 @1"/><v:f eqn="if @0 0 @2"/>'
    '<v:f eqn="if @0 @4 21600"/><v:f eqn="mid @5 @6"/><v:f eqn="mid @8 @5"/><v:f eqn="mid @7 @8"/>'
    '<v:f eqn="mid @6 @7"/><v:f eqn="sum @6 0 @5"/></v:formulas>'
    '<v:path textpathok="t" o:connecttype="custom" o:connectlocs="@9,0;@10,10800;@11,21600;@12,10800"'
    ' o:connectangles="270,180,90,0"/><v:textpath on="t" fitshape="t"/></v:shapetype>'
    '<v:shape id="PowerPlusWaterMarkObject{number}" o:spid="_x0000_s{spid}" type="#_x0000_t136" stroked="f"'
    ' fillcolor="#ebebeb" style="position:absolute;margin-left:0;margin-top:0;width:{width}pt;height:{height}pt;'
    "rotation:315;z-index:-251658752;mso-position-horizontal:center;mso-position-horizontal-relative:margin;"
    'mso-position-vertical:center;mso-position-vertical-relative:margin" o:allowincell="f">'
    '<v:textpath style="font-family:&quot;{face}&quot;;font-size:1pt" string="{text}"/></v:shape></w:pict></w:r>'
)
_WATERMARK_PT = 100
_FIRST_SHAPE = 2049


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """Relationship ids of head and foot, '' where there is none: of upright and turned pages and of a cover."""

    upright: str
    turned: str
    foot: str
    cover: str = ""


def text_width_mm(landscape: bool) -> float:
    """Return the width between the margins in mm."""
    return (LONG_MM - TOP_MM - BOTTOM_MM) if landscape else (SHORT_MM - LEFT_MM - RIGHT_MM)


def text_height_mm(landscape: bool) -> float:
    """Return the height between the margins in mm."""
    return (SHORT_MM - LEFT_MM - RIGHT_MM) if landscape else (LONG_MM - TOP_MM - BOTTOM_MM)


def section(landscape: bool, running: Running, *, cover: bool = False) -> str:
    """Return the properties of a section; with ``cover`` its first page has neither head nor foot."""
    size: dict[str, object] = {"w": twips(SHORT_MM), "h": twips(LONG_MM)}
    sides = (TOP_MM, RIGHT_MM, BOTTOM_MM, LEFT_MM)
    if landscape:
        size = {"w": twips(LONG_MM), "h": twips(SHORT_MM), "orient": "landscape"}
        sides = (LEFT_MM, TOP_MM, RIGHT_MM, BOTTOM_MM)
    named = dict(zip(("top", "right", "bottom", "left"), map(twips, sides), strict=True))
    edges = {name: twips(length) for name, length in _EDGE_MM.items()}
    children = [
        _reference("header", "default", running.turned if landscape else running.upright),
        _reference("footer", "default", running.foot),
        element("pgSz", **size),
        element("pgMar", **named, **edges, gutter=0),
        element("cols", space=425),
    ]
    if cover:
        children += [_reference("header", "first", running.cover)] if running.cover else []
        children.append(element("titlePg"))
    return properties("sectPr", children)


def _reference(kind: str, page: str, relation: str) -> str:
    return f'<w:{kind}Reference w:type="{page}" r:id="{relation}"/>'


def head_xml(document: Document, *, landscape: bool, number: int) -> bytes:
    """Return the running head: short title on the left, draft mark, number and version on the right."""
    words = furniture(document.language)
    left = document.running_head or document.title
    if document.audience == "internal":
        left = words.internal + words.gap + left
    marks = (words.draft if document.draft else "", document.number, document.version)
    right = plain(words.gap.join(mark for mark in marks if mark))
    room = text_width_mm(landscape) / 25.4 * 72 / _RUNNING_PT - em_width(right) - _HEAD_GAP_EM
    stop = element("tabs", element("tab", val="right", pos=twips(text_width_mm(landscape))))
    text = paragraph(
        paragraph_properties("Header", extra=(stop,)),
        _draft_mark(document, number),
        run(shortened(plain(left).replace("\n", " "), room), document.language),
        "<w:r><w:tab/></w:r>",
        run(right.replace("\n", " "), document.language),
    )
    return _part("hdr", text)


def cover_head_xml(document: Document, number: int) -> bytes:
    """Return the head of a cover: nothing but the draft mark."""
    return _part("hdr", paragraph(paragraph_properties("Normal"), _draft_mark(document, number)))


def foot_xml(document: Document) -> bytes:
    """Return the running foot: page x of y as fields."""
    made = []
    rest = furniture(document.language).page
    for name, field in (("{page}", "PAGE"), ("{pages}", "NUMPAGES")):
        ahead, _, rest = rest.partition(name)
        made += [run(ahead, document.language), element("fldSimple", "<w:r><w:t>1</w:t></w:r>", instr=f" {field} ")]
    return _part("ftr", paragraph(paragraph_properties("Footer"), *made, run(rest, document.language)))


def _part(tag: str, content: str) -> bytes:
    return f"{_DECLARATION}<w:{tag} {NAMESPACES}>{content}</w:{tag}>".encode()


def _draft_mark(document: Document, number: int) -> str:
    if not document.draft:
        return ""
    text = furniture(document.language).draft
    return _WATERMARK.format(
        number=number,
        spid=_FIRST_SHAPE + number,
        width=round(em_width(text) * _WATERMARK_PT * (1.0 if document.language == "zh" else 1.2)),
        height=_WATERMARK_PT,
        face="黑体" if document.language == "zh" else "Arial",
        text=text,
    )


def shortened(text: str, room_em: float) -> str:
    """Return ``text``, its end replaced by … where it is wider than ``room_em``."""
    if em_width(text) <= room_em:
        return text
    ends = list(accumulate(map(em_width, text)))
    return text[: bisect_right(ends, room_em - 1)] + "…"


def points(millimetres: float) -> float:
    """Return a length in points."""
    return twips(millimetres) / TWIPS_PER_PT

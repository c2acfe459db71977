"""What runs through a Word paper: head with logo, foot with the numbers of pages as fields, draft mark across the page."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from planner.documents.furniture import furniture
from planner.documents.house_style import Logo
from planner.documents.model import Document, Language
from planner.documents.running import Line, running
from planner.render.docx_page import text_width_mm
from planner.render.docx_picture import image_run
from planner.render.docx_xml import NAMESPACES, element, em_width, paragraph, paragraph_properties, run, twips
from planner.render.plain_text import plain

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
    ' fillcolor="#f0f0f0" style="position:absolute;margin-left:0;margin-top:0;width:{width}pt;height:{height}pt;'
    "rotation:315;z-index:-251658752;mso-position-horizontal:center;mso-position-horizontal-relative:margin;"
    'mso-position-vertical:center;mso-position-vertical-relative:margin" o:allowincell="f">'
    '<v:textpath style="font-family:&quot;{face}&quot;;font-size:1pt" string="{text}"/></v:shape></w:pict></w:r>'
)
_WATERMARK_PT = 100
# Stand for the numbers of pages until fields take their places.
_PAGE, _PAGES = "\ue000", "\ue001"
_NUMBERS = re.compile(f"([{_PAGE}{_PAGES}])")
_FIELDS = {_PAGE: " PAGE ", _PAGES: " NUMPAGES "}
_FIRST_SHAPE = 2049


def head_xml(document: Document, *, landscape: bool, number: int, logo: str = "") -> bytes:
    """Return the running head: logo, three texts, the draft mark; ``logo`` is the relationship id of its image."""
    left, middle, right = running(document, _PAGE, _PAGES).head
    if document.draft:
        words = furniture(document.language)
        right = words.gap.join(part for part in (words.draft, right) if part)
    marks = [_draft_mark(document, number)]
    if logo and document.style.logo:
        mark = document.style.logo
        marks.append(logo_run(mark, mark.head_height_mm, document.language, _FIRST_SHAPE + number, logo))
        left = " " + left
    return _part("hdr", _running_line("Header", (left, middle, right), document.language, landscape, "".join(marks)))


def logo_run(logo: Logo, height_mm: float, language: Language, number: int, relation: str) -> str:
    """Return the run that shows ``logo`` so high."""
    return image_run((logo.width_mm(height_mm), height_mm), number, logo.alt.label(language), relation)


def cover_head_xml(document: Document, number: int) -> bytes:
    """Return the head of a cover: nothing but the draft mark."""
    return _part("hdr", paragraph(paragraph_properties("Normal"), _draft_mark(document, number)))


def foot_xml(document: Document, *, landscape: bool) -> bytes:
    """Return the running foot: page x of y as fields, or what the house style says."""
    return _part("ftr", _running_line("Footer", running(document, _PAGE, _PAGES).foot, document.language, landscape))


def _running_line(style: str, texts: Line, language: Language, landscape: bool, ahead: str = "") -> str:
    """Return a line of three texts; only the left one gives way where they would meet."""
    left, middle, right = (plain(text).replace("\n", " ") for text in texts)
    width = text_width_mm(landscape)
    if middle and not (left or right):
        return paragraph(paragraph_properties(style, "center"), ahead, _with_fields(middle, language))
    room = width / 25.4 * 72 / _RUNNING_PT
    taken = room / 2 + em_width(middle) / 2 if middle else em_width(right)
    left = shortened(left, room - taken - _HEAD_GAP_EM)
    stops = [element("tab", val="center", pos=twips(width / 2))] if middle else []
    stops.append(element("tab", val="right", pos=twips(width)))
    made = [ahead, _with_fields(left, language)]
    made += ["<w:r><w:tab/></w:r>" + _with_fields(text, language) for text in ((middle, right) if middle else (right,))]
    return paragraph(paragraph_properties(style, extra=(element("tabs", *stops),)), *made)


def _with_fields(text: str, language: Language) -> str:
    """Return the runs of ``text`` with fields for the numbers of pages, which Word keeps up to date by itself."""
    return "".join(
        element("fldSimple", "<w:r><w:t>1</w:t></w:r>", instr=_FIELDS[part]) if part in _FIELDS else run(part, language)
        for part in _NUMBERS.split(text)
    )


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

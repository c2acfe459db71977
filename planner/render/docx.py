"""A document as a Word file: named styles, repeated heads, fields for page numbers; the same document, the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from typing import Any

from planner.documents.house_style import Logo
from planner.documents.model import Document
from planner.render.docx_body import BodyWriter
from planner.render.docx_package import empty_package
from planner.render.docx_page import Running, head_edge_mm
from planner.render.docx_running import cover_head_xml, foot_xml, head_xml
from planner.render.docx_xml import NAMESPACES

_OLDEST_ZIP_YEAR, _NEWEST_ZIP_YEAR = 1980, 2107
_COMPRESSION = 6
_FIRST_RELATION = "rId1"


def render_docx(document: Document) -> bytes:
    """Return ``document`` as a docx file that starts from our own styles, without a trace of a template."""
    import docx
    from docx.oxml.parser import parse_xml

    paper = docx.Document(io.BytesIO(empty_package(document)))
    body = BodyWriter(document, _running(paper.part, document), image_adder(paper.part)).write()
    element = paper.element
    element.replace(element.body, parse_xml(f"<w:body {NAMESPACES}>{body}</w:body>"))
    stream = io.BytesIO()
    paper.save(stream)
    return settled(stream.getvalue(), document)


def _running(part: Any, document: Document) -> Running:
    """Add heads and feet to the package and return their relationship ids."""
    logo = document.style.logo
    cover = cover_head_xml(document, 3) if document.cover and document.draft else None
    heads = [
        _story(part, "header", at, head_xml(document, landscape=turned, number=at, logo=_FIRST_RELATION), logo)
        for at, turned in ((1, False), (2, True))
    ]
    feet = [_story(part, "footer", at, foot_xml(document, landscape=turned)) for at, turned in ((1, False), (2, True))]
    return Running(
        upright=heads[0],
        turned=heads[1],
        foot=feet[0],
        turned_foot=feet[1],
        cover=_story(part, "header", 3, cover) if cover else "",
        head_mm=head_edge_mm(logo),
    )


def image_adder(part: Any) -> Callable[[bytes], str]:
    """Return the function that puts a PNG into the package and returns its relationship id."""
    return lambda content: str(part.get_or_add_image(io.BytesIO(content))[0])


def _story(part: Any, kind: str, number: int, content: bytes, logo: Logo | None = None) -> str:
    """Add a head or foot and return its relationship id; the image of ``logo`` becomes its first relation."""
    from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
    from docx.opc.packuri import PackURI
    from docx.parts.hdrftr import FooterPart, HeaderPart

    known = {
        "header": (HeaderPart, CONTENT_TYPE.WML_HEADER, RELATIONSHIP_TYPE.HEADER),
        "footer": (FooterPart, CONTENT_TYPE.WML_FOOTER, RELATIONSHIP_TYPE.FOOTER),
    }
    made, content_type, relation = known[kind]
    story = made.load(PackURI(f"/word/{kind}{number}.xml"), content_type, content, part.package)
    if logo:
        image_adder(story)(logo.content)
    return str(part.relate_to(story, relation))


def settled(content: bytes, document: Document) -> bytes:
    """Return the zip ``content`` with its entries in one order and of one date: that of the document."""
    day = document.date
    year = min(max(day.year, _OLDEST_ZIP_YEAR), _NEWEST_ZIP_YEAR)
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(made, "w") as target:
        for name in sorted(source.namelist(), key=lambda name: (name != "[Content_Types].xml", name)):
            entry = zipfile.ZipInfo(name, (year, day.month, day.day, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0
            target.writestr(entry, source.read(name), compresslevel=_COMPRESSION)
    return made.getvalue()

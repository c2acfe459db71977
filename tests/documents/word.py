"""Word files for the tests: samples rendered once, and looks into their parts."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from xml.etree import ElementTree

import docx
from docx.oxml.ns import qn
from msgspec.structs import replace

from planner.render.docx import render_docx
from tests.documents.papers import answer_table, paper, signature

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
TWIPS_PER_MM = 1440 / 25.4


@lru_cache(maxsize=8)
def sample(language: str) -> bytes:
    return render_docx(paper(language, extra=(answer_table(),)))  # type: ignore[arg-type]


@lru_cache(maxsize=1)
def book() -> bytes:
    bound = replace(paper("zh", rows=12, draft=True), cover=True, contents=True, signature=signature("zh"))
    return render_docx(bound)


def read(content: bytes) -> docx.document.Document:
    return docx.Document(io.BytesIO(content))


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def root(content: bytes, name: str = "word/document.xml") -> ElementTree.Element:
    return ElementTree.fromstring(parts(content)[name])


def flags(row: object) -> set[str]:
    """Return the names of a row's properties."""
    found = row._tr.trPr  # type: ignore[attr-defined]
    return set() if found is None else {child.tag.removeprefix(W) for child in found}


def kept(row: object) -> bool:
    return all(
        p.style.name and p._p.pPr.find(qn("w:keepNext")) is not None for cell in row.cells for p in cell.paragraphs
    )  # type: ignore[attr-defined]

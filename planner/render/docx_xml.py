"""WordprocessingML in small pieces: elements as text, properties in the order of the schema, runs, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from planner.documents.model import Align, Language
from planner.render.docx_measure import CODE
from planner.render.text_lines import is_wide

NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
    ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"'
)
TWIPS_PER_PT = 20
TWIPS_PER_MM = 1440 / 25.4

# The schema has these as sequences: a reader may call a file with another order damaged. (ECMA-376 part 1, 17.3-17.7)
_ORDER = {
    "pPr": "pStyle keepNext keepLines pageBreakBefore widowControl pBdr tabs overflowPunct spacing ind jc outlineLvl sectPr",
    "rPr": "rStyle rFonts b bCs color spacing sz szCs u lang",
    "tblPr": "tblStyle tblW jc tblInd tblBorders tblLayout tblCellMar tblLook tblCaption",
    "trPr": "cantSplit trHeight tblHeader",
    "tcPr": "tcW gridSpan tcBorders shd tcMar vAlign",
    "sectPr": "headerReference footerReference type pgSz pgMar cols titlePg",
}
_RANK = {tag: {f"w:{name}": at for at, name in enumerate(names.split())} for tag, names in _ORDER.items()}
_TAG = re.compile(r"<([\w:]+)")
# Word takes these from the Latin face unless told otherwise; quotes and marks then have the wrong width, or no glyph.
_AMBIGUOUS = re.compile("[\u00a7-\u00f7\u2010-\u27bf]")
_MARKS = re.compile("[\u2460-\u24ff\u25a0-\u27bf]")


def element(tag: str, *children: str, **attributes: object) -> str:
    """Return an element; attributes are in the namespace ``w``."""
    named = "".join(f" w:{name}={quoteattr(str(value))}" for name, value in attributes.items())
    inner = "".join(children)
    return f"<w:{tag}{named}>{inner}</w:{tag}>" if inner else f"<w:{tag}{named}/>"


def properties(tag: str, children: Iterable[str]) -> str:
    """Return the properties element ``tag`` with its children in the order of the schema, or '' without any."""
    rank = _RANK[tag]
    ordered = sorted(children, key=lambda child: rank[_TAG.match(child)[1]])  # type: ignore[index]
    return element(tag, *ordered) if ordered else ""


def run(text: str, language: Language, *, strong: bool = False, underlined: bool = False) -> str:
    """Return a run of ``text``; its face is that of the paragraph's style. No line ends inside a code such as P-101.

    A code that stands alone keeps its plain hyphen, so that who looks for it finds where it is defined.
    """
    if not text:
        return ""
    words = escape(text)
    if "-" in words and not CODE.fullmatch(words):
        words = CODE.sub(_whole_code, words)
    look = _run_properties(_hint(text, language), strong, underlined)
    return f'<w:r>{look}<w:t xml:space="preserve">{words}</w:t></w:r>'


def _whole_code(found: re.Match[str]) -> str:
    letters, _, digits = found[0].partition("-")
    return f'{letters}</w:t><w:noBreakHyphen/><w:t xml:space="preserve">{digits}'


@lru_cache(maxsize=16)
def _run_properties(hint: bool, strong: bool, underlined: bool) -> str:
    children = [element("rStyle", val="Strong")] if strong else []
    children += [element("rFonts", hint="eastAsia")] if hint else []
    children += [element("u", val="single")] if underlined else []
    return properties("rPr", children)


def _hint(text: str, language: Language) -> bool:
    """Tell whether the marks in ``text`` are to be taken from the Chinese face."""
    return bool((_AMBIGUOUS if language == "zh" else _MARKS).search(text))


@lru_cache(maxsize=256)
def paragraph_properties(  # noqa: PLR0913 - the properties that occur
    style: str,
    align: Align | None = None,
    *,
    keep_next: bool = False,
    new_page: bool = False,
    extra: tuple[str, ...] = (),
) -> str:
    """Return the properties of a paragraph; what is not said here comes from the style."""
    children = [element("pStyle", val=style), *extra]
    children += [element("keepNext")] if keep_next else []
    children += [element("pageBreakBefore")] if new_page else []
    children += [element("jc", val=align)] if align else []
    return properties("pPr", children)


def paragraph(properties_xml: str, *content: str) -> str:
    """Return a paragraph."""
    return f"<w:p>{properties_xml}{''.join(content)}</w:p>"


def em_width(text: str) -> float:
    """Return about the width of ``text`` in ems: wide characters one, others half of one."""
    wide = sum(map(is_wide, text))
    return wide + (len(text) - wide) * 0.5


def twips(millimetres: float) -> int:
    """Return a length in twentieths of a point."""
    return round(millimetres * TWIPS_PER_MM)

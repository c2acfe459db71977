"""What stands before the text of a PDF: a cover with its facts and signers, contents, or a plain title."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.documents.numbering import Heading
from planner.render.cell_text import cell_text
from planner.render.fonts import Faces
from planner.render.pdf_look import Look
from planner.render.pdf_marks import Badge, Rule, Strip, Words
from planner.render.pdf_style import (
    INK,
    LINE,
    META,
    MM,
    SUBTITLE,
    TextStyle,
    text_width,
)
from planner.render.pdf_table import TableSetter
from planner.render.pdf_text import baseline, lines_of, text_strips
from planner.render.text_pieces import Piece, pieces

_COVER_SUBTITLE = TextStyle(size=18, leading=29, bold=True, align="center")
_COVER_FACT = TextStyle(size=11.3, leading=30)
_FACT_WIDTHS = (36 * MM, 94 * MM)
_CONTENTS_STYLES = (TextStyle(size=10.5, leading=18.5, bold=True), TextStyle(size=10, leading=15.4))
_CONTENTS_INDENT = 16.0
_SPREAD_TITLE = 8


def title_strips(document: Document, look: Look) -> list[Strip]:
    """Return the title, subtitle and facts at the head of the first page of a paper without a cover."""
    words = furniture(document.language)
    width = text_width(False)
    strips = text_strips(look.faces, ((document.title, True),), look.title, width, keep_next=True)
    if document.subtitle:
        strips += text_strips(look.faces, ((document.subtitle, False),), SUBTITLE, width, keep_next=True)
    facts = [words.pair.format(key=item.key, value=cell_text(item.value, {})) for item in document.meta]
    if document.organisation:
        facts.insert(0, document.organisation)
    if facts:
        strips += text_strips(look.faces, ((words.facts_gap.join(facts), False),), META, width, keep_next=True)
    return strips


def cover_strips(document: Document, look: Look, setter: TableSetter, air: float = 1.0) -> list[Strip]:
    """Return the strips of a cover: logo, organisation, title, subtitle, facts, signers.

    ``air`` is how much of the usual space stands between them.
    """
    width, faces = text_width(False), look.faces
    strips = [_space(12 * MM * air), *_badge(look, width, 8 * MM * air)]
    if document.organisation:
        strips += text_strips(faces, ((document.organisation, True),), look.cover_organisation, width)
        strips += [_space(12 * MM * air), _double_rule(width, look.accent), _space(22 * MM * air)]
    else:
        strips.append(_space(34 * MM * air))
    strips += text_strips(faces, ((_spread(document.title), True),), look.cover_title, width)
    strips.append(_space(10 * MM * air))
    if document.subtitle:
        strips += text_strips(faces, ((document.subtitle, True),), _COVER_SUBTITLE, width)
    strips.append(_space(16 * MM * air))
    strips += [
        _fact(look.faces, item.key, cell_text(item.value, {}), first=at == 0) for at, item in enumerate(document.meta)
    ]
    if document.signature:
        table = setter.signature(document.signature, stretched=False)
        shift = (width - sum(document.signature.columns_mm) * MM) / 2
        strips += [_space(15 * MM * air), *(_moved(strip, shift) for strip in table)]
    return strips


def _badge(look: Look, width: float, below: float) -> list[Strip]:
    """Return the logo in the middle of the cover, with the space below it."""
    if look.logo is None:
        return []
    high = min(look.logo.cover_height_mm * MM, width * look.logo.height_px / look.logo.width_px)
    wide = high * look.logo.width_px / look.logo.height_px
    return [Strip(height=high + below, marks=(Badge(x=(width - wide) / 2, top=0, width=wide, height=high),))]


def contents_strips(document: Document, look: Look, headings: Sequence[tuple[Heading, int]]) -> list[Strip]:
    """Return the contents: headings of the first two levels with their pages."""
    width = text_width(False)
    title = furniture(document.language).contents
    strips = text_strips(look.faces, ((title, True),), look.headings[0], width, keep_next=True)
    return strips + [
        _entry(look.faces, heading, page, width) for heading, page in headings if heading.level <= len(_CONTENTS_STYLES)
    ]


def _entry(faces: Faces, heading: Heading, page: int, width: float) -> Strip:
    """Return an entry of the contents; a long heading takes more lines, its page stands on the last one."""
    style = _CONTENTS_STYLES[heading.level - 1]
    left = _CONTENTS_INDENT * (heading.level - 1)
    number = str(page)
    number_width = faces.regular.width(number) * style.size
    lines = lines_of(faces, ((heading.text, style.bold),), (width - left - number_width) / style.size - 2)
    first = baseline(style.size, style.leading)
    last = first + (len(lines) - 1) * style.leading
    marks = [
        Words(x=left, baseline=first + at * style.leading, size=style.size, colour=INK, pieces=pieces(line, 1e9))
        for at, line in enumerate(lines)
    ]
    dots = _dots(faces, left + lines[-1].width * style.size + 6, width - number_width - 6, style, last)
    end = Words(x=width - number_width, baseline=last, size=style.size, colour=INK, pieces=(_piece(number),))
    return Strip(height=style.leading * len(lines), marks=(*marks, dots, end))


def _dots(faces: Faces, start: float, end: float, style: TextStyle, at: float) -> Words:
    step = 2 * faces.regular.width(".")
    count = max(0, int((end - start) / style.size / step))
    spaced = Piece(0.0, "." * count, False, step / 2)
    x = end - count * step * style.size
    return Words(x=x, baseline=at, size=style.size, colour=LINE, pieces=(spaced,) if count else ())


def _fact(faces: Faces, key: str, value: str, *, first: bool) -> Strip:
    style = _COVER_FACT
    left = (text_width(False) - sum(_FACT_WIDTHS)) / 2
    room = _FACT_WIDTHS[1] / style.size - 1
    key_x = left + (_FACT_WIDTHS[0] - faces.bold.width(key) * style.size) / 2
    at = baseline(style.size, style.leading)
    marks: list[Words | Rule] = [
        Words(x=key_x, baseline=at, size=style.size, colour=INK, pieces=(Piece(0.0, key, True, 0.0),))
    ]
    lines = lines_of(faces, ((value, False),), room)
    step = style.size * 1.5
    for number, line in enumerate(lines):
        marks.append(
            Words(
                x=left + _FACT_WIDTHS[0] + 6,
                baseline=at + number * step,
                size=style.size,
                colour=INK,
                pieces=pieces(line, room),
            )
        )
    height = style.leading + (len(lines) - 1) * step
    ends = (0.0, height) if first else (height,)
    marks += [Rule(x1=left, y1=y, x2=left + sum(_FACT_WIDTHS), y2=y, weight=0.6, colour=LINE) for y in ends]
    return Strip(height=height, marks=tuple(marks))


def _piece(text: str) -> Piece:
    return Piece(0.0, text, False, 0.0)


def _spread(title: str) -> str:
    """Return a short Chinese title with a space between its characters."""
    is_short = 1 < len(title) <= _SPREAD_TITLE and all(char >= "\u3400" for char in title)
    return "\u3000".join(title) if is_short else title


def _space(height: float) -> Strip:
    return Strip(height=height)


def _double_rule(width: float, colour: str) -> Strip:
    rules = ((0.0, 1.6), (4.0, 0.6))
    marks = tuple(Rule(x1=0, y1=y, x2=width, y2=y, weight=weight, colour=colour) for y, weight in rules)
    return Strip(height=5, marks=marks)


def _moved(strip: Strip, x: float) -> Strip:
    """Return a table strip moved to the right, with its frame."""
    marks = tuple(
        replace(mark, x1=mark.x1 + x, x2=mark.x2 + x) if isinstance(mark, Rule) else replace(mark, x=mark.x + x)
        for mark in strip.marks
    )
    return replace(strip, marks=marks, table=strip.table and replace(strip.table, left=x))

"""What stands before the text of a PDF: a cover with its facts and signers, contents, or a plain title."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from planner.documents.furniture import furniture
from planner.documents.model import Document
from planner.documents.numbering import Heading
from planner.render.cell_text import cell_text
from planner.render.fonts import face
from planner.render.pdf_marks import Rule, Strip, Words
from planner.render.pdf_style import (
    HEADINGS,
    INK,
    LINE,
    META,
    MM,
    NAVY,
    SUBTITLE,
    TITLE,
    TextStyle,
    text_width,
)
from planner.render.pdf_table import TableSetter
from planner.render.pdf_text import baseline, lines_of, text_strips
from planner.render.text_pieces import Piece, pieces

_ORGANISATION = TextStyle(size=22, leading=30, bold=True, colour=NAVY, align="center")
_COVER_TITLE = TextStyle(size=30, leading=44, bold=True, align="center")
_COVER_SUBTITLE = TextStyle(size=18, leading=29, bold=True, align="center")
_COVER_FACT = TextStyle(size=11.3, leading=30)
_FACT_WIDTHS = (36 * MM, 94 * MM)
_CONTENTS_STYLES = (TextStyle(size=10.5, leading=18.5, bold=True), TextStyle(size=10, leading=15.4))
_CONTENTS_INDENT = 16.0
_SPREAD_TITLE = 8


def title_strips(document: Document) -> list[Strip]:
    """Return the title, subtitle and facts at the head of the first page of a paper without a cover."""
    words = furniture(document.language)
    width = text_width(False)
    strips = text_strips(((document.title, True),), TITLE, width, keep_next=True)
    if document.subtitle:
        strips += text_strips(((document.subtitle, False),), SUBTITLE, width, keep_next=True)
    facts = [words.pair.format(key=item.key, value=cell_text(item.value, {})) for item in document.meta]
    if document.organisation:
        facts.insert(0, document.organisation)
    if facts:
        strips += text_strips(((words.facts_gap.join(facts), False),), META, width, keep_next=True)
    return strips


def cover_strips(document: Document, setter: TableSetter) -> list[Strip]:
    """Return the strips of a cover: organisation, title, subtitle, facts, signers."""
    width = text_width(False)
    strips = [_space(12 * MM)]
    if document.organisation:
        strips += text_strips(((document.organisation, True),), _ORGANISATION, width)
        strips += [_space(12 * MM), _double_rule(width), _space(22 * MM)]
    else:
        strips.append(_space(34 * MM))
    strips += text_strips(((_spread(document.title), True),), _COVER_TITLE, width)
    strips.append(_space(10 * MM))
    if document.subtitle:
        strips += text_strips(((document.subtitle, True),), _COVER_SUBTITLE, width)
    strips.append(_space(16 * MM))
    strips += [
        _fact(item.key, cell_text(item.value, {}), width, first=at == 0) for at, item in enumerate(document.meta)
    ]
    if document.signature:
        table = setter.signature(document.signature, stretched=False)
        shift = (width - sum(document.signature.widths_mm) * MM) / 2
        strips += [_space(15 * MM), *(_moved(strip, shift) for strip in table)]
    return strips


def contents_strips(document: Document, headings: Sequence[tuple[Heading, int]]) -> list[Strip]:
    """Return the contents: headings of the first two levels with their pages."""
    width = text_width(False)
    title = furniture(document.language).contents
    strips = text_strips(((title, True),), HEADINGS[0], width, keep_next=True)
    return strips + [
        _entry(heading, page, width) for heading, page in headings if heading.level <= len(_CONTENTS_STYLES)
    ]


def _entry(heading: Heading, page: int, width: float) -> Strip:
    style = _CONTENTS_STYLES[heading.level - 1]
    left = _CONTENTS_INDENT * (heading.level - 1)
    number = str(page)
    number_width = face().width(number) * style.size
    line = lines_of(((heading.text, style.bold),), (width - left - number_width) / style.size - 2)[0]
    text = Words(
        x=left, baseline=baseline(style.size, style.leading), size=style.size, colour=INK, pieces=pieces(line, 1e9)
    )
    end = Words(x=width - number_width, baseline=text.baseline, size=style.size, colour=INK, pieces=(_piece(number),))
    dots = _dots(left + line.width * style.size + 6, width - number_width - 6, style, text.baseline)
    return Strip(height=style.leading, marks=(text, dots, end))


def _dots(start: float, end: float, style: TextStyle, at: float) -> Words:
    step = 2 * face().width(".")
    count = max(0, int((end - start) / style.size / step))
    spaced = Piece(0.0, "." * count, False, step / 2)
    x = end - count * step * style.size
    return Words(x=x, baseline=at, size=style.size, colour=LINE, pieces=(spaced,) if count else ())


def _fact(key: str, value: str, width: float, *, first: bool) -> Strip:
    style = _COVER_FACT
    left = (width - sum(_FACT_WIDTHS)) / 2
    room = _FACT_WIDTHS[1] / style.size - 1
    key_x = left + (_FACT_WIDTHS[0] - face(True).width(key) * style.size) / 2
    at = baseline(style.size, style.leading)
    marks: list[Words | Rule] = [
        Words(x=key_x, baseline=at, size=style.size, colour=INK, pieces=(Piece(0.0, key, True, 0.0),))
    ]
    lines = lines_of(((value, False),), room)
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


def _double_rule(width: float) -> Strip:
    rules = ((0.0, 1.6), (4.0, 0.6))
    marks = tuple(Rule(x1=0, y1=y, x2=width, y2=y, weight=weight, colour=NAVY) for y, weight in rules)
    return Strip(height=5, marks=marks)


def _moved(strip: Strip, x: float) -> Strip:
    """Return a table strip moved to the right, with its frame."""
    marks = tuple(
        replace(mark, x1=mark.x1 + x, x2=mark.x2 + x) if isinstance(mark, Rule) else replace(mark, x=mark.x + x)
        for mark in strip.marks
    )
    return replace(strip, marks=marks, table=strip.table and replace(strip.table, left=x))

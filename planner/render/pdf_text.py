"""Running text as strips: paragraphs, list items, headings, captions and notes."""

from __future__ import annotations

from planner.render.fonts import Faces, printable
from planner.render.pdf_marks import Strip, Words
from planner.render.pdf_style import ITEM_GAP, LIST_INDENT, TextStyle
from planner.render.text_lines import TextLine, break_lines, glyphs
from planner.render.text_pieces import Piece, pieces

Span = tuple[str, bool]
_ASCENT = 0.88
_DESCENT = 0.12


def lines_of(faces: Faces, spans: tuple[Span, ...], width_em: float, first_indent: float = 0.0) -> tuple[TextLine, ...]:
    """Return the lines of (text, bold) spans."""
    plain = ((printable(text), bold) for text, bold in spans)
    return break_lines(glyphs(plain, faces.advance), width_em, first_indent)


def baseline(style_size: float, leading: float) -> float:
    """Return the baseline in points below the top of a line, the face centred in its leading."""
    return (leading - style_size * (_ASCENT + _DESCENT)) / 2 + style_size * _ASCENT


def offset(line: TextLine, width_em: float, align: str) -> float:
    """Return where ``line`` starts in ems for its alignment."""
    room = max(0.0, width_em - line.width)
    return room if align == "right" else room / 2 if align == "center" else 0.0


def text_strips(
    faces: Faces, spans: tuple[Span, ...], style: TextStyle, width: float, left: float = 0.0, keep_next: bool = False
) -> list[Strip]:
    """Return the strips of one text block, first and last two lines tied together."""
    width_em = (width - left) / style.size
    lines = lines_of(faces, spans, width_em, style.first_indent)
    strips = []
    for number, line in enumerate(lines):
        indent = style.first_indent if number == 0 else 0.0
        set_pieces = pieces(line, width_em - indent, style.justify)
        x = left + (indent + offset(line, width_em - indent, style.align)) * style.size
        words = Words(
            x=x, baseline=baseline(style.size, style.leading), size=style.size, colour=style.colour, pieces=set_pieces
        )
        last = number == len(lines) - 1
        strips.append(
            Strip(
                height=style.leading + (style.after if last else 0.0),
                before=style.before if number == 0 else 0.0,
                marks=(words,),
                keep_next=keep_next or (not last and number in (0, len(lines) - 2)),
            )
        )
    return strips


def item_strips(faces: Faces, marker: str, spans: tuple[Span, ...], style: TextStyle, width: float) -> list[Strip]:
    """Return the strips of a list item: the marker to the left, the text hanging."""
    marker_width = faces.regular.width(marker) * style.size
    left = max(LIST_INDENT, marker_width + ITEM_GAP)
    first, *rest = text_strips(faces, spans, style, width, left)
    mark = Words(
        x=left - ITEM_GAP - marker_width,
        baseline=baseline(style.size, style.leading),
        size=style.size,
        colour=style.colour,
        pieces=(Piece(0.0, marker, False, 0.0),),
    )
    return [with_mark(first, mark), *rest]


def with_mark(strip: Strip, mark: Words) -> Strip:
    """Return ``strip`` with one more thing to paint."""
    from msgspec.structs import replace

    return replace(strip, marks=(mark, *strip.marks))

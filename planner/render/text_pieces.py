"""A broken line as pieces to paint: runs of one weight and one letter spacing, each with its place in ems."""

from __future__ import annotations

import msgspec

from planner.render.fonts import DRAWN
from planner.render.text_lines import Glyph, TextLine, gaps, is_gap

_LOOSEST_EM = 0.3
_ROUNDING_EM = 1e-6


class Piece(msgspec.Struct, frozen=True):
    """Characters painted in one go at ``x`` ems from the line's left, ``spacing`` ems between them."""

    x: float
    text: str
    bold: bool
    spacing: float


def pieces(line: TextLine, limit: float, justify: bool = False) -> tuple[Piece, ...]:
    """Return the pieces of ``line``; stretched to ``limit`` ems if asked, pressed together where it is too wide."""
    extra = _extra(line, limit, justify)
    made: list[Piece] = []
    x = 0.0
    for at, glyph in enumerate(line.glyphs):
        ahead = line.glyphs[at - 1] if at else None
        space = 0.0 if ahead is None else glyph.before + (extra if is_gap(ahead, glyph) else 0.0)
        x += space
        if ahead is None or not _joined(made, glyph, space, extra):
            made.append(Piece(x, glyph.char, glyph.bold, 0.0))
        x += glyph.advance
    return tuple(made)


def _joined(made: list[Piece], glyph: Glyph, space: float, extra: float) -> bool:
    """Add ``glyph`` to the last piece where weight and spacing agree; tell whether that was so."""
    last = made[-1]
    if last.bold != glyph.bold or glyph.char in DRAWN or last.text in DRAWN:
        return False
    if abs(space) > _ROUNDING_EM and abs(space - extra) > _ROUNDING_EM:
        return False
    if len(last.text) > 1 and abs(space - last.spacing) > _ROUNDING_EM:
        return False
    made[-1] = Piece(last.x, last.text + glyph.char, last.bold, space)
    return True


def _extra(line: TextLine, limit: float, justify: bool) -> float:
    slack = limit - line.width
    count = gaps(line.glyphs)
    if count == 0 or (slack >= 0 and not (justify and line.goes_on)):
        return 0.0
    extra = slack / count
    return extra if extra <= _LOOSEST_EM else 0.0

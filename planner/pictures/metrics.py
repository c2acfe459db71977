"""How wide our two faces set a text, read from the font files themselves: no PDF library, no window.

Only the tables ``head`` (units), ``hhea`` and ``hmtx`` (advances) and ``cmap`` (characters, format 12) are read, as the
OpenType specification lays them out. A test compares every advance with the PDF library's.
"""

from __future__ import annotations

import struct
import sys
from array import array
from bisect import bisect_right
from functools import lru_cache

import msgspec

import resources

PT_MM = 25.4 / 72
ASCENT_EM, DESCENT_EM = 0.86, 0.14
_FILES = {False: "fonts/NotoSansSC-Regular.ttf", True: "fonts/NotoSansSC-Bold.ttf"}
_FULL = (3, 10)
# Spaces the faces lack are set as those they have (planner.render.fonts does the same on paper).
_SPACES = str.maketrans({"\u2002": " ", "\u2003": "\u3000", "\u2009": " ", "\u202f": "\u00a0", "\u2007": "\u00a0"})


class Widths(msgspec.Struct, frozen=True):
    """Advances of one face: for ranges of characters the first glyph, for each glyph its advance in font units."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    glyphs: tuple[int, ...]
    advances: array[int]
    units: int

    def advance(self, char: str) -> float:
        """Return the advance of ``char`` in ems; of a character the face lacks, that of its empty box."""
        at = bisect_right(self.starts, ord(char)) - 1
        inside = at >= 0 and ord(char) <= self.ends[at]
        glyph = self.glyphs[at] + ord(char) - self.starts[at] if inside else 0
        return self.advances[min(glyph, len(self.advances) - 1)] / self.units


def text_width(text: str, size_pt: float, bold: bool = False) -> float:
    """Return the width of ``text`` in mm, without kerning."""
    return ems(text, bold) * size_pt * PT_MM


@lru_cache(maxsize=8192)
def ems(text: str, bold: bool = False) -> float:
    """Return the width of ``text`` in ems, without kerning."""
    widths = face_widths(bold)
    return sum(map(widths.advance, text.translate(_SPACES)))


def face_widths(bold: bool = False) -> Widths:
    """Return the advances of a face; raises FileNotFoundError where its file is missing."""
    return _face_widths(bold)


@lru_cache(maxsize=2)
def _face_widths(bold: bool) -> Widths:
    font = resources.read_bytes(_FILES[bold])
    count = struct.unpack_from(">H", font, 4)[0]
    tables = {}
    for at in range(count):
        name, _, offset, _ = struct.unpack_from(">4sIII", font, 12 + 16 * at)
        tables[name] = offset
    units = struct.unpack_from(">H", font, tables[b"head"] + 18)[0]
    long_metrics = struct.unpack_from(">H", font, tables[b"hhea"] + 34)[0]
    pairs = array("H", font[tables[b"hmtx"] : tables[b"hmtx"] + 4 * long_metrics])
    starts, ends, glyphs = _ranges(font, tables[b"cmap"])
    if sys.byteorder == "little":  # font files are big-endian
        pairs.byteswap()
    return Widths(starts, ends, glyphs, pairs[::2], units)


def _ranges(font: bytes, cmap: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return starts, ends and first glyphs of the ranges of characters; raises StopIteration without a full table."""
    count = struct.unpack_from(">H", font, cmap + 2)[0]
    records = (struct.unpack_from(">HHI", font, cmap + 4 + 8 * at) for at in range(count))
    table = cmap + next(offset for platform, encoding, offset in records if (platform, encoding) == _FULL)
    groups = array("I", font[table + 16 : table + 16 + 12 * struct.unpack_from(">I", font, table + 12)[0]])
    if sys.byteorder == "little":
        groups.byteswap()
    return tuple(groups[::3]), tuple(groups[1::3]), tuple(groups[2::3])

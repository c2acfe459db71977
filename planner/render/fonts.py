"""The two faces papers are set in: widths, coverage, and their registration with the PDF library.

Noto Sans SC Regular and Bold (SIL Open Font License, ``resources/fonts/OFL.txt``). Their name tables differ, so both
are embedded under their own name.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

import resources
from planner.errors import ExportError
from planner.messages import msg

REGULAR = "NotoSansSC-Regular"
BOLD = "NotoSansSC-Bold"

# Spaces the face lacks are set as plain ones; the ballot boxes are drawn as lines.
SUBSTITUTES = str.maketrans({"\u2002": " ", "\u2003": "\u3000", "\u2009": " ", "\u202f": "\u00a0", "\u2007": "\u00a0"})
DRAWN = frozenset("☐☑")


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """One face: its name in the PDF and the advance of each character in thousandths of the type size."""

    name: str
    advances: dict[int, float]
    default: float

    def advance(self, char: str) -> float:
        """Return the advance of ``char`` in ems."""
        if char in DRAWN:
            return 1.0
        return self.advances.get(ord(char), self.default) / 1000

    def width(self, text: str) -> float:
        """Return the width of ``text`` in ems, without kerning."""
        return sum(map(self.advance, text))

    def has(self, char: str) -> bool:
        """Tell whether the face can show ``char``."""
        return ord(char) in self.advances or char in DRAWN or char == "\n"


def face(bold: bool = False) -> Face:
    """Return the face, registered for use on a canvas.

    Raises:
        ExportError: the font file is missing or damaged.
    """
    return _face(bold)  # one spelling of the call: a cache keeps face() and face(False) apart


@lru_cache(maxsize=2)
def _face(bold: bool) -> Face:
    from reportlab import rl_config
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    name = BOLD if bold else REGULAR
    path = resources.path(f"fonts/{name}.ttf")
    try:
        font = TTFont(name, str(path))
    except (TTFError, OSError) as error:
        raise ExportError(
            msg("export.font", "The font {name} cannot be read.", name=name),
            msg("export.font.remedy", "Install the program again; its files are incomplete."),
            str(path),
        ) from error
    pdfmetrics.registerFont(font)
    rl_config.canvas_basefontname = REGULAR
    return Face(name=name, advances=dict(font.face.charWidths), default=float(font.face.defaultWidth))


def printable(text: str) -> str:
    """Return ``text`` with the spaces that the faces have."""
    return text.translate(SUBSTITUTES)


def check_coverage(texts: Iterable[tuple[str, str]]) -> None:
    """Make sure that every character of the (place, text) pairs can be printed.

    Raises:
        ExportError: naming the first character without a glyph and its place.
    """
    regular = face()
    known: set[str] = set()
    for place, text in texts:
        for char in printable(text):
            if char in known:
                continue
            if not regular.has(char):
                raise _missing(char, place, text)
            known.add(char)


def _missing(char: str, place: str, text: str) -> ExportError:
    return ExportError(
        msg(
            "export.glyph",
            "The character “{char}” (U+{code}) in “{near}” cannot be printed: the font does not have it.",
            char=char,
            code=f"{ord(char):04X}",
            near=text[:40],
        ),
        msg("export.glyph.remedy", "Replace the character, for instance by words."),
        place,
    )

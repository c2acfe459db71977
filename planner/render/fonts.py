"""The faces papers are set in: widths, coverage, and their registration with the PDF library.

Noto Sans SC Regular and Bold (SIL Open Font License, ``resources/fonts/OFL.txt``). Their name tables differ, so both
are embedded under their own name. A house style may bring faces of its own; what they lack is taken from ours.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

import resources
from planner.documents.house_style import FontFile, HouseFonts
from planner.errors import ExportError
from planner.messages import Message, msg

REGULAR = "NotoSansSC-Regular"
BOLD = "NotoSansSC-Bold"

# Spaces the face lacks are set as plain ones; the ballot boxes are drawn as lines.
SUBSTITUTES = str.maketrans({"\u2002": " ", "\u2003": "\u3000", "\u2009": " ", "\u202f": "\u00a0", "\u2007": "\u00a0"})
DRAWN = frozenset("☐☑")
_DIGEST_SHOWN = 6
_BROKEN = (OSError, LookupError, ValueError, struct.error)  # what the library meets in a file that is damaged


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """One face: its name in the PDF and the advance of each character in thousandths of the type size.

    ``lacking`` are the characters that it takes from the face ``spare``.
    """

    name: str
    advances: dict[int, float]
    default: float
    spare: str = ""
    lacking: frozenset[int] = frozenset()

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

    def runs(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield (name of the face, text) for the stretches of ``text`` that one face shows."""
        if not self.lacking:
            yield self.name, text
            return
        for lacks, run in groupby(text, lambda char: ord(char) in self.lacking):
            yield self.spare if lacks else self.name, "".join(run)


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """The two faces of one paper."""

    regular: Face
    bold: Face

    def face(self, bold: bool = False) -> Face:
        """Return the face for bold or plain text."""
        return self.bold if bold else self.regular

    def advance(self, char: str, bold: bool) -> float:
        """Return the advance of ``char`` in ems."""
        return (self.bold if bold else self.regular).advance(char)


def faces_of(fonts: HouseFonts) -> Faces:
    """Return the faces of a house style, ours where it has none.

    Raises:
        ExportError: a font file is missing, changed or damaged.
    """
    return Faces(
        regular=_house_face(fonts.regular, False) if fonts.regular else face(),
        bold=_house_face(fonts.bold, True) if fonts.bold else face(True),
    )


def face(bold: bool = False) -> Face:
    """Return the face, registered for use on a canvas.

    Raises:
        ExportError: the font file is missing or damaged.
    """
    return _face(bold)  # one spelling of the call: a cache keeps face() and face(False) apart


@lru_cache(maxsize=2)
def _face(bold: bool) -> Face:
    from reportlab import rl_config

    name = BOLD if bold else REGULAR
    path = resources.path(f"fonts/{name}.ttf")
    remedy = msg("export.font.remedy", "Install the program again; its files are incomplete.")
    font = _registered(name, path, 0, remedy)
    rl_config.canvas_basefontname = REGULAR
    return Face(name=name, advances=dict(font.face.charWidths), default=float(font.face.defaultWidth))


@lru_cache(maxsize=8)
def _house_face(file: FontFile, bold: bool) -> Face:
    """Return a face of a house style, with the characters that it lacks from ours."""
    own, remedy = (
        face(bold),
        msg("export.house_font.remedy", "Put the font back, or name another one in the style file."),
    )
    path = Path(file.path)
    try:
        same = hashlib.sha256(path.read_bytes()).hexdigest() == file.digest
    except OSError:
        same = False
    if not same:
        raise _unreadable(path, remedy)
    name = f"House-{file.digest[:_DIGEST_SHOWN]}-{file.index}"
    font = _registered(name, path, file.index, remedy, mark=f"-{file.digest[:_DIGEST_SHOWN]}")
    advances = dict(font.face.charWidths)
    lacking = frozenset(own.advances) - frozenset(advances)
    return Face(
        name=name,
        advances=own.advances | advances,
        default=float(font.face.defaultWidth),
        spare=own.name,
        lacking=lacking,
    )


def _registered(name: str, path: Path, index: int, remedy: Message, mark: str = "") -> Any:
    """Return a font of the library under ``name``; ``mark`` is added to the name that it has in a PDF."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    try:
        font = TTFont(name, str(path), subfontIndex=index)
    except (TTFError, *_BROKEN) as error:
        raise _unreadable(path, remedy) from error
    # The library takes two fonts of one name for the same: bold text would silently print as regular.
    font.face.name += mark.encode() if isinstance(font.face.name, bytes) else mark
    pdfmetrics.registerFont(font)
    return font


def _unreadable(path: Path, remedy: Message) -> ExportError:
    return ExportError(msg("export.font", "The font {name} cannot be read.", name=path.stem), remedy, str(path))


def printable(text: str) -> str:
    """Return ``text`` with the spaces that the faces have."""
    return text.translate(SUBSTITUTES)


def check_coverage(texts: Iterable[tuple[str, str]], faces: Faces | None = None) -> None:
    """Make sure that every character of the (place, text) pairs can be printed in ``faces`` (ours, if None).

    Raises:
        ExportError: naming the first character without a glyph and its place.
    """
    used = (face(),) if faces is None else (faces.regular, faces.bold)
    known: set[str] = set()
    for place, text in texts:
        for char in printable(text):
            if char in known:
                continue
            if not all(one.has(char) for one in used):
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

"""Texts as Word files and plain text carry them: plain spaces, squares for ballot boxes, captions with their number."""

from __future__ import annotations

from planner.documents.furniture import furniture
from planner.documents.model import Language

_SPACES = str.maketrans({"\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u202f": " "})
# The ballot box is in none of the usual Chinese faces; the plain square is in all.
_BOXES = str.maketrans({"☐": "□"})


def plain(text: str) -> str:
    """Return ``text`` with the spaces and boxes that Word and its readers set well.

    No-break spaces are left out on purpose: Writer ends a line inside a pair that one of them keeps together.
    """
    return text.translate(_SPACES).translate(_BOXES)


def caption_text(language: Language, caption: str, label: str) -> str:
    """Return the caption of a table or picture as printed."""
    return f"{label}{furniture(language).gap}{caption}" if label else caption


def one_line(text: str) -> str:
    """Return ``text`` on one line, without tabs."""
    return " ".join(part for part in plain(text).replace("\t", " ").split("\n") if part)

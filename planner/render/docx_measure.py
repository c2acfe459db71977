"""How many lines a text takes in a Word paper: widths of the usual faces, and where Word ends a line.

Word breaks lines by itself, so this is reckoned, not known: with it rows are kept on a page that can hold them, and the
contents say on which page a heading will stand. Widths of letters are those published for Times and Helvetica Bold
(Adobe core AFM), whose metrics Times New Roman and Arial Bold share; a Chinese character is one em.
"""

from __future__ import annotations

import re
from functools import lru_cache

from planner.documents.model import Language
from planner.render.text_lines import is_han, is_wide

_TIMES = (
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
    500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
    722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
    444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
    200, 480, 541,
)  # fmt: skip
_HELVETICA_BOLD = (
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
    556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
    280, 389, 584,
)  # fmt: skip
_FIRST = 32
_OTHER_LATIN = 0.5
_SPACE = 0.25
_AUTO_SPACE = 0.25  # between Chinese and Latin
_SQUEEZE = 0.5  # two marks beside each other
_HANGING = frozenset("、。，．")  # may stand in the margin at the end of a line
_CLOSING = frozenset("、。，．：；！？）》〉」』】〕”’")
_OPENING = frozenset("（《〈「『【〔“‘")
_LIST = re.compile(r"[A-Za-z0-9./-]+(?:、[A-Za-z0-9./-]+){2,}")
_CODE_AT_END = re.compile(r"(.+)(（[A-Z]{1,3}-\d{1,4}）)")
# A code such as P-101: its hyphen ends no line. Other words end at spaces and hyphens and beside wide characters.
_CODE = r"[A-Z]{1,3}-\d{1,4}(?![A-Za-z0-9-])"
_LETTERS = r"[\u0021-\u002c\u002e-\u00a6\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff]"
CODE = re.compile(rf"(?<![A-Za-z0-9-]){_CODE}")
LONG_WORD = re.compile(rf"(?:{_CODE}|{_LETTERS})+-?|-")
_TOKEN = re.compile(rf"{LONG_WORD.pattern}|.")


@lru_cache(maxsize=1 << 14)
def advance(char: str, sans: bool, language: Language) -> float:
    """Return the width of ``char`` in ems."""
    code = ord(char)
    if _FIRST <= code < _FIRST + len(_TIMES):
        return (_HELVETICA_BOLD if sans else _TIMES)[code - _FIRST] / 1000
    if is_wide(char) or (language == "zh" and "\u00a7" <= char <= "\u27bf"):
        return 1.0
    return _OTHER_LATIN


def text_em(text: str, language: Language, *, sans: bool = False) -> float:
    """Return the width of ``text`` on one line in ems."""
    return sum(advance(char, sans, language) for char in text)


def line_count(  # noqa: PLR0913 - what decides where a line ends
    text: str, room: float, language: Language, *, sans: bool = False, indent: float = 0.0, hanging: bool = True
) -> int:
    """Return how many lines ``text`` takes in a column of ``room`` ems; ``indent`` is that of each first line.

    ``hanging`` lets a comma or full stop stand in the margin, as it may in a style that is not justified.
    """
    hung = _HANGING if hanging else frozenset[str]()
    return sum(_lines(line, max(room, 1.0), language, sans, indent, hung) for line in text.split("\n"))


def code_lines(text: str, room: float, language: Language) -> tuple[str, ...]:
    """Return ``text`` in lines of ``room`` ems if it is a list of codes with 、 between them, or ends with one in brackets.

    Other texts are returned as they are. Writer, unlike Word, ends no line between a 、 and a Latin letter: it would
    part the codes themselves.
    """
    if text_em(text, language) <= room:
        return (text,)
    ending = _CODE_AT_END.fullmatch(text)
    if ending and line_count(ending[1], room, language) < line_count(text, room, language):
        return (ending[1], ending[2])
    if not _LIST.fullmatch(text):
        return (text,)
    lines = [""]
    for code in re.findall("[^、]+、?", text):
        fits = not lines[-1] or text_em(lines[-1] + code, language) <= room
        lines = [*lines[:-1], lines[-1] + code] if fits else [*lines, code]
    return tuple(lines)


def _lines(text: str, room: float, language: Language, sans: bool, indent: float, hung: frozenset[str]) -> int:  # noqa: PLR0913
    lines, used, before = 1, indent, ""
    for token in _TOKEN.findall(text):
        width = text_em(token, language, sans=sans)
        gap = _gap(before, token[0])
        hang = 1.0 if token in hung else 0.0
        if token != " " and used + gap + width - hang > room and before:
            carried = 1.0 if before in _OPENING else 0.0
            lines, used, gap = lines + 1, carried, 0.0
        used += gap + width
        while used - hang > room and width > room:  # a word longer than a line is broken anywhere
            lines, used = lines + 1, used - room
        before = token[-1]
    return lines


def _gap(before: str, after: str) -> float:
    """Return the space that is added between two characters, in ems."""
    if not before:
        return 0.0
    if (before in _CLOSING and after in _CLOSING | _OPENING) or (before in _OPENING and after in _OPENING):
        return -_SQUEEZE
    if (is_han(before) and _is_latin(after)) or (_is_latin(before) and is_han(after)):
        return _AUTO_SPACE
    return 0.0


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()

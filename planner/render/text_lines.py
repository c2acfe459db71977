"""Lines of Chinese and Latin text: where a line may end, how wide each character is set, and the breaking itself.

Pure arithmetic in ems on an advance function: the PDF uses it with the metrics of its faces, the workbook renderer to
count lines for its row heights. Rules: no line starts with a closing mark or ends with an opening one; numbers stay
with their unit, with 第 or 包 before and the measure word after; Latin words are whole unless longer than a line; a
closing mark at the end of a line may stand in half its width; two full-width marks close up; a thin gap separates Han
from Latin where the text has no space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

Advance = Callable[[str, bool], float]

_CLOSING = frozenset("、。，．：；！？）》〉」』】〕〗〙〛”’")
_OPENING = frozenset("（《〈「『【〔〖〘〚“‘")
_CIRCLED = frozenset("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳")
_SIGNS = frozenset("≥≤＞＜＝≈±<>=")
_NOT_FIRST = _CLOSING | frozenset("…—～·‧％‰℃°々ー,.;:!?)]}%/» \u00a0\n")
_NOT_LAST = _OPENING | _CIRCLED | _SIGNS | frozenset("([{«￥¥$#§№\u00a0")
_BEFORE_NUMBER = frozenset("第包表件图")
# Words that a number after a space stays with: CNY 198,000, GB/T 1002, No. 34.
_LEADING_WORDS = frozenset({"CNY", "USD", "EUR", "No.", "GB", "GB/T", "Table", "Figure", "Annex"})
_WIDE_MARKS = _CLOSING | _OPENING | _CIRCLED | frozenset("…—★▲≥≤≈")
_UNIT_LETTERS = 6
_SQUEEZE_EM = 0.42
_GAP_EM = 0.14
_PULL_EM = 0.04
_ROUNDING_EM = 1e-6


class Glyph(msgspec.Struct, frozen=True):
    """A character, the space before it and its advance (both in ems), and whether a line may start with it."""

    char: str
    bold: bool
    before: float
    advance: float
    may_start: bool


class TextLine(msgspec.Struct, frozen=True):
    """The glyphs of a line, its natural width in ems, and whether the same paragraph goes on after it."""

    glyphs: tuple[Glyph, ...]
    width: float
    goes_on: bool


def is_han(char: str) -> bool:
    """Tell whether ``char`` is an ideograph; marks such as 、 and 。 (U+3001, U+3002) are not."""
    return "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0003ffff"


def is_wide(char: str) -> bool:
    """Tell whether ``char`` takes a full em in a Chinese face."""
    return char >= "\u2e80" or char in _WIDE_MARKS


def _is_latin(char: str) -> bool:
    return char < "\u2e80" and char.isalnum() and char not in _CIRCLED


def may_start(text: str, at: int) -> bool:
    """Tell whether a line may start with the character at ``at`` (1 or more) of ``text``."""
    before, after = text[at - 1], text[at]
    if before == " " and after not in _NOT_FIRST:
        return not (_is_unit(text, at) or _is_led(text, at))
    return _may_part(before, after)


@lru_cache(maxsize=1 << 15)
def _may_part(before: str, after: str) -> bool:
    if after in _NOT_FIRST or before in _NOT_LAST:
        return False
    if before.isdecimal() and is_han(after):
        return False
    if before in _BEFORE_NUMBER and after.isdecimal():
        return False
    return is_wide(before) or is_wide(after)


def _is_unit(text: str, at: int) -> bool:
    """Tell whether the word at ``at`` is a unit after a number, or a number after a sign, with a space between."""
    ahead = text[at - 2] if at >= 2 else ""
    if ahead in _SIGNS:
        return bool(ahead)
    end = at
    while end < len(text) and _is_latin(text[end]):
        end += 1
    return ahead.isdecimal() and not text[at].isdecimal() and 0 < end - at <= _UNIT_LETTERS


def _is_led(text: str, at: int) -> bool:
    """Tell whether a number stands at ``at`` after a currency or another word that it may not be parted from."""
    if not text[at].isdecimal():
        return False
    word = text[text.rfind(" ", 0, at - 1) + 1 : at - 1].lstrip("(")
    return word in _LEADING_WORDS


@lru_cache(maxsize=1 << 15)  # the same pairs come again on every line of a paper
def _gap(before: str, after: str) -> float:
    """Return the space between two characters that the text does not have (negative: they close up), in ems."""
    if before in _CLOSING and (after in _CLOSING or after in _OPENING):
        return -_SQUEEZE_EM
    if before in _OPENING and after in _OPENING:
        return -_SQUEEZE_EM
    if (is_han(before) and _is_latin(after)) or (_is_latin(before) and is_han(after)):
        return _GAP_EM
    return 0.0


def glyphs(spans: Iterable[tuple[str, bool]], advance: Advance) -> tuple[Glyph, ...]:
    """Return the glyphs of (text, bold) spans that follow each other; a line feed is a glyph without width."""
    weighted = [(char, bold) for text, bold in spans for char in text]
    text = "".join(char for char, _ in weighted)
    return tuple(
        Glyph(
            char,
            bold,
            _gap(text[at - 1], char) if at else 0.0,
            0.0 if char == "\n" else advance(char, bold),
            at > 0 and may_start(text, at),
        )
        for at, (char, bold) in enumerate(weighted)
    )


def break_lines(
    run: Sequence[Glyph], width: float, first_indent: float = 0.0, pull: bool = True
) -> tuple[TextLine, ...]:
    """Break ``run`` into lines of ``width`` ems, the first shorter by ``first_indent``.

    ``pull`` lets a last line of one or two characters move up when the line above can take it by 0.04 em a character.
    """
    lines: list[TextLine] = []
    for paragraph in _paragraphs(run):
        start = 0
        while start < len(paragraph) or not paragraph:
            limit = width - (first_indent if not lines else 0.0)
            end = _line_end(paragraph, start, limit, pull)
            lines.append(_line(paragraph[start:end], limit, goes_on=end < len(paragraph)))
            start = end
            if not paragraph:
                break
    return tuple(lines)


def _paragraphs(run: Sequence[Glyph]) -> Iterator[Sequence[Glyph]]:
    start = 0
    for at, glyph in enumerate(run):
        if glyph.char == "\n":
            yield run[start:at]
            start = at + 1
    yield run[start:]


def _line_end(run: Sequence[Glyph], start: int, limit: float, pull: bool) -> int:
    """Return where the line that starts at ``start`` ends: the last allowed place before it would be too wide."""
    used, allowed = 0.0, start
    for at in range(start, len(run)):
        glyph = run[at]
        if glyph.may_start and at > start:
            allowed = at
        used += glyph.advance + (glyph.before if at > start else 0.0)
        hanging = _SQUEEZE_EM if glyph.char in _CLOSING else 0.0
        if glyph.char != " " and used - hanging > limit + _ROUNDING_EM:
            end = allowed if allowed > start else max(at, start + 1)
            return len(run) if pull and _can_pull(run, start, end, limit) else end
    return len(run)


def _can_pull(run: Sequence[Glyph], start: int, end: int, limit: float) -> bool:
    if not 0 < len(run) - end <= 2 or not all(is_wide(glyph.char) for glyph in run[end:]):
        return False
    line = run[start:]
    return _width(line) <= limit + _PULL_EM * gaps(line)


def is_gap(before: Glyph, after: Glyph) -> bool:
    """Tell whether the space between two glyphs may be stretched or pressed."""
    return before.char == " " or is_wide(before.char) or is_wide(after.char)


def gaps(run: Sequence[Glyph]) -> int:
    """Return the number of places in ``run`` that may be stretched or pressed."""
    return sum(is_gap(run[at - 1], run[at]) for at in range(1, len(run)))


def _width(line: Sequence[Glyph]) -> float:
    return sum(glyph.advance + glyph.before for glyph in line) - (line[0].before if line else 0.0)


def _line(line: Sequence[Glyph], limit: float, goes_on: bool) -> TextLine:
    last = len(line)
    while last and line[last - 1].char == " ":
        last -= 1
    kept = tuple(line[:last])
    width = _width(kept)
    if kept and kept[-1].char in _CLOSING and width > limit:
        width = max(limit, width - _SQUEEZE_EM)
    return TextLine(kept, width, goes_on)

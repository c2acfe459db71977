"""Numbers as people say them: 20,000, 2万, 30k, twelve, 十二, 两."""

from __future__ import annotations

import re
from fractions import Fraction

_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_TENS = {"十": 10, "百": 100, "千": 1000}
_GROUPS = {"万": 10_000, "亿": 100_000_000}
_ENGLISH = (
    *[
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
    ],
    *["sixteen", "seventeen", "eighteen", "nineteen", "twenty"],
)
_WORDS = (
    {word: at for at, word in enumerate(_ENGLISH)}
    | {
        word: 10 * at
        for at, word in enumerate(["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=3)
    }
    | {"hundred": 100, "dozen": 12}
)
_SCALES = {"k": 1000, "千": 1000, "百": 100, "万": 10_000, "m": 1_000_000, "亿": 100_000_000}
NUMBER = (
    r"(?:\d[\d,]*(?:\.\d+)?\s*(?:[千百万亿]|k(?![a-z])|m(?![a-z]))?"
    r"|[零〇一二两三四五六七八九十百千万亿]+半?|半"
    rf"|(?:{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![a-z]))"
)
_PARTS = re.compile(r"([\d,]+(?:\.\d+)?)\s*([a-z千百万亿]?)")


def number_of(text: str) -> float | None:
    """Return the number that ``text`` says, a plain count; None where it says none."""
    bare = text.strip().lower()
    found = _PARTS.fullmatch(bare)
    if found:
        digits = found.group(1).replace(",", "")
        return float(Fraction(digits) * _SCALES.get(found.group(2), 1)) if digits else None
    if bare in _WORDS:
        return float(_WORDS[bare])
    if bare == "半":
        return 0.5
    whole = _chinese(bare.removesuffix("半"))
    return None if whole is None else whole + (0.5 if bare.endswith("半") else 0.0)


def _chinese(text: str) -> float | None:
    if not text or any(char not in _DIGITS and char not in _TENS and char not in _GROUPS for char in text):
        return None
    total, group, digit = 0, 0, 0
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _TENS:
            group += (digit or 1) * _TENS[char]
            digit = 0
        else:
            total = (total + group + digit or 1) * _GROUPS[char]
            group = digit = 0
    return float(total + group + digit)

"""Size classes of air conditioners as people say them: 3匹, 三匹, 大三匹, 小2匹, 1.5P, 一匹半, ３匹, or just the number."""

from __future__ import annotations

import re

from planner.numerals import NumeralError, normalised, read_numeral, split_number

LARGEST_HP = 50.0  # more than the largest unit sold by this class; 7200 is watts
_AFTER = re.compile(r"(匹|[pP]|[hH][pP])?(半)?(.*)", re.DOTALL)
_SEVERAL = re.compile(r"[x*×]\s*\d|\d\s*[台套]|[台套]|^[.\d]|[+/~-]\s*\d")


def size_class(said: str) -> float | None:
    """Return the size class in hp (匹) that a text names; None where there is none or it cannot be read in one way.

    Source of the spellings: nameplates, price lists and speech; 大 and 小 within a class do not change its number.
    """
    digits, rest = split_number(re.sub(r"^[大小正]", "", normalised(said)).strip())
    found = _AFTER.fullmatch(rest)
    if not digits or found is None or not _is_rest(found):
        return None
    try:
        value = float(read_numeral(digits).value) + (0.5 if found[2] else 0.0)
    except NumeralError:
        return None
    return value if 0 < value <= LARGEST_HP else None


def _is_rest(found: re.Match[str]) -> bool:
    """Tell whether what follows the number leaves it alone: a unit and words like 变频, not a second number of units."""
    unit, half, words = found[1], found[2], found[3].strip()
    if not unit:
        return not half and not words
    glued = unit != "匹" and found[3][:1].isascii() and found[3][:1].isalpha()  # 2person is no 2 P
    return not glued and _SEVERAL.search(words) is None

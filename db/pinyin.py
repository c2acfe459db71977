"""Chinese characters as they are typed on a Latin keyboard, from the bundled character table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from planner import tables

_CHINESE = re.compile("[㐀-鿿]+")
_MOST_READINGS = 8
_LONGEST_RUN = 24


@lru_cache(maxsize=1)
def _syllables() -> Mapping[str, tuple[str, ...]]:
    return {row["character"]: tuple(row["syllables"].split()) for row in tables.rows("catalog/pinyin.csv")}


def keyboard_forms(text: str) -> tuple[str, ...]:
    """Return what may be typed for the Chinese parts of ``text``: syllables joined, and their initials.

    Characters with several readings give several forms: 重载 is found under zhongzai, chongzai, zz and cz.
    """
    forms: dict[str, None] = {}
    for run in _CHINESE.findall(text):
        options = [_syllables().get(character, ()) for character in run[:_LONGEST_RUN]]
        known = [option for option in options if option]
        for spelled in _spellings(known):
            forms["".join(spelled)] = None
            forms["".join(syllable[0] for syllable in spelled)] = None
    return tuple(form for form in forms if form)


def _spellings(options: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return every combination of readings where they are few, else those that differ from the usual one in one place."""
    count = 1
    for option in options:
        count *= len(option)
    if count <= _MOST_READINGS:
        return list(product(*options))
    usual = tuple(option[0] for option in options)
    others = [
        (*usual[:place], reading, *usual[place + 1 :]) for place, option in enumerate(options) for reading in option[1:]
    ]
    return [usual, *others]


@lru_cache(maxsize=4096)
def first_reading(character: str) -> str:
    """Return the usual syllable of one character, the character itself where it has none; for sorting."""
    found = _syllables().get(character)
    return found[0] if found else character

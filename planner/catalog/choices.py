"""Words for values that are keys: choices of attributes, sorts of things, units of prices."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from planner.messages import Labelled
from planner.numerals import normalised
from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Mapping


def choice_words(key: str, value: str) -> Labelled | None:
    """Return the words for ``value`` of the attribute ``key`` (``kind``, ``unit`` and the like too), None without any."""
    return _words().get((key, value))


def choice_text(key: str, value: str, language: str) -> str:
    """Return ``value`` in words; parts of a list joined by | one by one, and what has no words as it is."""
    parts = [found.label(language) if (found := choice_words(key, part)) else part for part in value.split("|")]
    return ("、" if language == "zh" else ", ").join(parts)


def chosen(key: str, choices: tuple[str, ...], typed: str) -> str | None:
    """Return the choice that people mean by ``typed``: its key, its words, what else it is called; None for no single one.

    ``C16``, ``C 型`` and ``C曲线`` are the curve C: a breaker has letter and rating printed as one.
    """
    wanted = _bare(typed)
    if key == "breaker_curve" and (printed := _PRINTED.search(normalised(typed).upper())) is not None:
        wanted = printed["curve"].casefold()
    said = [one for one in choices if wanted in _names(key, one)]
    return said[0] if len(said) == 1 else None


_PRINTED = re.compile(r"(?:^|[^A-Z])(?P<curve>[BCD])\s?\d{1,3}(?!\d)")
_ASIDE = re.compile(r"[（(].*?[)）]|\s|(?<=.)(?:型|类|级|曲线|脱扣|curve|type|class)+$", re.IGNORECASE)


def _bare(text: str) -> str:
    """Return a text without blanks, brackets and the words that say only what sort of thing it names."""
    return _ASIDE.sub("", normalised(text)).casefold()


@lru_cache(maxsize=512)
def _names(key: str, value: str) -> frozenset[str]:
    words = choice_words(key, value)
    own = (value,) if words is None else (value, words.zh, words.en)
    aliases = (row["said"] for row in rows("choice_aliases.csv") if (row["attribute"], row["value"]) == (key, value))
    return frozenset(_bare(one) for said in (*own, *aliases) for one in said.split("|"))


@lru_cache(maxsize=1)
def _words() -> Mapping[tuple[str, str], Labelled]:
    return {(row["attribute"], row["value"]): Labelled(zh=row["zh"], en=row["en"]) for row in rows("choices.csv")}

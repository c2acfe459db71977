"""Finding things by what people type: Chinese, pinyin, initials or English, words in any order."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

from db.search import search_text, words

T = TypeVar("T")


@lru_cache(maxsize=8192)
def words_of(*names: str) -> str:
    """Return what is looked through for a thing known under ``names``."""
    return search_text(names)


def matches(query: str, *names: str) -> bool:
    """Tell whether every word of ``query`` is found in one of ``names`` or its pinyin; an empty query finds all."""
    there = words_of(*names)
    return all(word in there for word in words(query))


def ranked(query: str, things: Iterable[tuple[tuple[str, ...], T]]) -> list[T]:
    """Return the things that match, those first whose first name begins with the query, then whose pinyin does."""
    found: list[tuple[int, int, T]] = []
    typed = words(query)
    for at, (names, thing) in enumerate(things):
        if matches(query, *names):
            found.append((_closeness(typed, names), at, thing))
    found.sort(key=lambda one: one[:2])
    return [thing for _, _, thing in found]


def _closeness(typed: tuple[str, ...], names: tuple[str, ...]) -> int:
    if not typed or not names:
        return 0
    first = names[0].casefold()
    if first.startswith(typed[0]):
        return 0
    starts = f" {typed[0]}"
    return 1 if starts in words_of(*names) else 2

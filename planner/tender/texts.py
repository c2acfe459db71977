"""The fixed words of the tender papers in both languages, from ``resources/tender/texts.csv`` and ``book_texts.csv``."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from planner.messages import Labelled
from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILES = ("texts.csv", "book_texts.csv")


@lru_cache(maxsize=1)
def _texts() -> Mapping[str, Labelled]:
    found = (row for name in _FILES for row in rows(f"tender/{name}"))
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in found}


def words(key: str) -> Labelled:
    """Return the words ``key`` in both languages; raises KeyError for an unknown key."""
    return _texts()[key]


def has_words(key: str) -> bool:
    """Tell whether there are words under ``key``."""
    return key in _texts()


def opening(words: str, language: str) -> str:
    """Return ``words`` as a cell or sentence begins: in English with a capital, unless the first word is a symbol."""
    first, second = words[:1], words[1:2]
    is_word = "a" <= first <= "z" and not second.isupper() and not second.isdigit()
    return first.upper() + words[1:] if is_word and language == "en" else words


def text(key: str, language: str, **values: object) -> str:
    """Return the words ``key`` in ``language`` with ``values`` put in; raises KeyError for an unknown key."""
    return _texts()[key].label(language).format_map(values)

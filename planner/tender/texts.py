"""The fixed words of the tender papers in both languages, from ``resources/tender/texts.csv`` and ``book_texts.csv``."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING

from planner.messages import Labelled, begun
from planner.money import Money
from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Mapping

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
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
    return begun(words) if language == "en" and _is_word(words) else words


def inside(words: str, language: str) -> str:
    """Return ``words`` as they stand inside a sentence: in English with a small letter, unless an abbreviation."""
    return words[:1].lower() + words[1:] if language == "en" and _is_word(words) else words


def _is_word(words: str) -> bool:
    return words[:1].isascii() and words[:1].isalpha() and not words[1:2].isupper() and not words[1:2].isdigit()


def date_text(day: dt.date, language: str) -> str:
    """Return a date as running text has it."""
    if language == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def text(key: str, language: str, **values: object) -> str:
    """Return the words ``key`` in ``language`` with ``values`` put in; raises KeyError for an unknown key."""
    return _texts()[key].label(language).format_map(values)


def money_text(money: Money, language: str) -> str:
    """Return an amount of yuan as running text has it: 300,000元, CNY 300,000; fen only where there are some."""
    whole = money.amount == money.amount.to_integral_value()
    digits = f"{money.amount:,.0f}" if whole else f"{money.amount:,.2f}"
    return f"{digits}元" if language == "zh" else f"CNY {digits}"

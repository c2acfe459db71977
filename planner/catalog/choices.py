"""Words for values that are keys: choices of attributes, sorts of things, units of prices."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from planner.messages import Labelled
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


@lru_cache(maxsize=1)
def _words() -> Mapping[tuple[str, str], Labelled]:
    return {(row["attribute"], row["value"]): Labelled(zh=row["zh"], en=row["en"]) for row in rows("choices.csv")}

"""The fixed words of the tender papers, from ``resources/tender/texts.csv``, in both languages."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from planner.messages import Labelled
from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Mapping


@lru_cache(maxsize=1)
def _texts() -> Mapping[str, Labelled]:
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in rows("tender/texts.csv")}


def words(key: str) -> Labelled:
    """Return the words ``key`` in both languages; raises KeyError for an unknown key."""
    return _texts()[key]


def has_words(key: str) -> bool:
    """Tell whether there are words under ``key``."""
    return key in _texts()


def text(key: str, language: str, **values: object) -> str:
    """Return the words ``key`` in ``language`` with ``values`` put in; raises KeyError for an unknown key."""
    return _texts()[key].label(language).format_map(values)

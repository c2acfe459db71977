"""Sources and accounts of numbers in Chinese: they are written in English where the formula is, and looked up here.

Titles of documents, of files and of public tables have no row and stay as they are: one must be able to find them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from planner.tables import rows

if TYPE_CHECKING:
    from collections.abc import Mapping

_DOUBTS = {
    " (customary value, to be confirmed)": "（惯用值，待核实）",
    "; to be confirmed": "；待核实",
    ", to be confirmed": "，待核实",
}


def source_text(source: str, language: str) -> str:
    """Return ``source`` in ``language``; as it is where nobody has put it into Chinese."""
    if language != "zh":
        return source
    known = _chinese()
    if source in known:
        return known[source]
    for doubt, said in _DOUBTS.items():
        plain = source.removesuffix(doubt)
        if plain != source and plain in known:
            return known[plain] + said
    return source


@lru_cache(maxsize=1)
def _chinese() -> Mapping[str, str]:
    return {row["en"]: row["zh"] for row in rows("sources.csv")}

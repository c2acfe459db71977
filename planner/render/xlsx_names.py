"""Sheet names that every spreadsheet program opens: short, without forbidden characters, unique, none of the reserved."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 31
_FORBIDDEN = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_RESERVED = frozenset({"history"})


def sheet_names(wanted: Iterable[str]) -> tuple[str, ...]:
    """Return a valid, distinct name for each wanted one."""
    taken: set[str] = set()
    return tuple(_free(clean_name(name), taken) for name in wanted)


def clean_name(name: str) -> str:
    """Return ``name`` cut to what a sheet may be called; a nameless one is ``Sheet``."""
    plain = _shortened(_FORBIDDEN.sub("－", name).strip().strip("'").strip(), LONGEST).strip("' ")
    if not plain:
        return "Sheet"
    return f"{plain}_" if plain.casefold() in _RESERVED else plain


def _free(name: str, taken: set[str]) -> str:
    """Return ``name``, numbered if a sheet has it already (letter case makes no difference)."""
    candidate, number = name, 1
    while candidate.casefold() in taken:
        number += 1
        end = f" ({number})"
        candidate = _shortened(name, LONGEST - len(end)) + end
    taken.add(candidate.casefold())
    return candidate


def _shortened(text: str, most: int) -> str:
    """Return at most ``most`` UTF-16 units of ``text``."""
    while len(text.encode("utf-16-le")) // 2 > most:
        text = text[:-1]
    return text

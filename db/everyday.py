"""Everyday words of the search: which kinds of rows somebody means who types 空调, kongtiao or kt, in what order.

``resources/catalog/everyday_words.csv``: words that mean the same, and the kinds (``kind`` or ``kind:subkind``) that
come first. A word is known in Chinese, in pinyin and by the initials of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from db.pinyin import keyboard_forms
from planner import tables

_NO_WORD = re.compile(r"[\W_]+")
_LATIN = re.compile("[A-Za-z]")  # of GPU服务器 the keyboard forms have only the Chinese part
_SHORTEST = 2  # one letter is the beginning of many words


def meant(word: str) -> tuple[tuple[str, str], ...]:
    """Return the kinds and subkinds ('' for all) that a word of the search means, the likeliest first; () for others."""
    return _known().get(_NO_WORD.sub("", word.casefold()), ())


def ranking(kinds: Iterable[tuple[str, str]]) -> tuple[str, tuple[str, ...]]:
    """Return the SQL that puts these kinds first, and its values."""
    cases, values = [], []
    for place, (kind, subkind) in enumerate(kinds):
        test, given = _test(kind, subkind)
        cases.append(f"WHEN {test} THEN {place}")
        values += given
    return f"CASE {' '.join(cases)} ELSE {len(cases)} END", tuple(values)


def among(kinds: Iterable[tuple[str, str]]) -> tuple[str, tuple[str, ...]]:
    """Return the SQL that is true of rows of these kinds, and its values."""
    tests = [_test(kind, subkind) for kind, subkind in kinds]
    return " OR ".join(sql for sql, _ in tests), tuple(value for _, values in tests for value in values)


def _test(kind: str, subkind: str) -> tuple[str, list[str]]:
    return ("(kind = ? AND subkind = ?)", [kind, subkind]) if subkind else ("kind = ?", [kind])


@lru_cache(maxsize=1)
def _known() -> Mapping[str, tuple[tuple[str, str], ...]]:
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    spelled: dict[str, tuple[tuple[str, str], ...]] = {}
    for row in tables.rows("catalog/everyday_words.csv"):
        kinds = tuple(_kind(one) for one in row["first"].split("|"))
        for word in row["words"].split("|"):
            found[_NO_WORD.sub("", word.casefold())] = kinds
            for form in keyboard_forms(word) if not _LATIN.search(word) else ():
                if len(form) >= _SHORTEST:
                    spelled.setdefault(form, kinds)
    return {**spelled, **found}


def _kind(text: str) -> tuple[str, str]:
    kind, _, subkind = text.partition(":")
    return kind, subkind

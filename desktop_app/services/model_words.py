"""Whether a row of the catalog is of the model that a person wrote: H20 is not H200, 910B is any of 910B1 to 910B4.

A model is compared with whole words: blanks and hyphens inside it do not count (``A100-80G``, ``RTX4090D``), but what is
left of a row's word makes it another model, except digits behind a letter, which number the variants of a family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from db.search import squash, words
from planner.numerals import normalised

_SIZE_WORD = re.compile(r"\d+(?:\.\d+)?(?:gb?|tb|k?w|k?va|u)|\d{1,2}", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_LATIN = re.compile(r"[^A-Za-z0-9.+-]+")
_PARTS = re.compile(r"[\s()（）/,]+")
_VARIANT = re.compile(r"(?<=[a-z])\d{1,2}")
_KIND_WORDS = frozenset({"server", "workstation", "gpu", "card", "machine", "node"})
_MOST_WORDS = 4  # of a model: RTX PRO 6000 Blackwell


def model_groups(name: str) -> list[str]:
    """Return the models that may be in a name: each Latin word with a digit, with the word before it."""
    there = [word for word in _LATIN.split(normalised(name)) if word and not _SIZE_WORD.fullmatch(word)]
    kept: list[str] = []
    for at, word in enumerate(there):
        if _DIGIT.search(word):
            before = there[at - 1] if at and not _DIGIT.search(there[at - 1]) else ""
            kept.append(f"{before} {word}".strip())
    return kept


def has_model(text: str, model: str) -> bool:
    """Tell whether ``text`` has ``model`` as a word or as words in a row, or a numbered variant of it."""
    wanted = squash(model)
    there = [squash(word) for word in _PARTS.split(normalised(text))]
    there = [word for word in there if word]
    for start in range(len(there)):
        for end in range(start + 1, min(start + _MOST_WORDS, len(there)) + 1):
            if _is_of("".join(there[start:end]), wanted):
                return True
    return False


def _is_of(word: str, wanted: str) -> bool:
    if not wanted or not word.startswith(wanted):
        return False
    return word == wanted or _VARIANT.fullmatch(word, len(wanted)) is not None


def closest(names: Sequence[str], typed: str) -> list[int]:
    """Return the places of those names that share most words with what was typed: SXM, 80 GB, Ada tell variants apart."""
    said = {word for word in words(_LATIN.sub(" ", normalised(typed))) if word not in _KIND_WORDS}
    shared = [len(said & set(_words_of(name))) for name in names]
    most = max(shared, default=0)
    return [at for at, count in enumerate(shared) if count == most]


def _words_of(name: str) -> Iterable[str]:
    return words(_PARTS.sub(" ", normalised(name)))


def count_of(fitted: str, model: str) -> int:
    """Return how many cards of a model a machine's text says: 8 of '10x H200 NVL or 8x RTX PRO 6000', '8-GPU'; 0 for none."""
    for segment in re.split(r"\bor\b|,", fitted):
        if has_model(segment, model):
            found = re.match(r"\s*(\d+)\s*x\s", segment) or re.search(r"(\d+)-GPU", segment)
            return int(found[1]) if found else 0
    return 0

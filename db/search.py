"""Finding catalog rows by words: what is stored to be searched, and the condition that a query becomes.

Stored and typed text go through the same normal form (NFKC, small letters, hyphens as blanks, ``80 GB`` as ``80gb``).
The words of a query are all required, each anywhere in the text, through ``LIKE ... ESCAPE``: no character a user types
is search syntax. A number with a unit (``80G``) must not continue a longer number, so it does not find 180 GB.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import get_args

import msgspec

from db.everyday import among, meant, ranking
from db.pinyin import first_reading, keyboard_forms
from planner.catalog.items import ItemKind

_BLANKS = re.compile(r"\s+")
_HYPHENS = re.compile(r"[-‐-―−]+")
_NO_WORD = re.compile(r"[\W_]+")
_UNIT = r"gb|g|tb|t|mb|kw|w|kva|va|u|gbps"
_NUMBER_AND_UNIT = re.compile(rf"(?<![\w.])(\d+(?:\.\d+)?) ({_UNIT})(?![\w])")
_SIZE = re.compile(rf"\d+(?:\.\d+)?(?:{_UNIT})")
_BYTES = re.compile(r"(?<=\d)([gtm])b\b")
_SCRIPTS = re.compile("([㐀-鿿]+)")
_DIGITS = re.compile(r"\d+")
_SORT_DIGITS = 12
ESCAPE = "\\"
_LIKE = "search_text LIKE ? ESCAPE '\\'"
_KINDS = get_args(ItemKind)
_OFFERS_LAST = sorted(_KINDS, key=lambda kind: kind.endswith("_offer"))
_KIND_ORDER = "CASE kind " + " ".join(f"WHEN '{kind}' THEN {place}" for place, kind in enumerate(_OFFERS_LAST)) + " END"
_RANK = (
    "CASE WHEN id = ? THEN 0"
    " WHEN kind IN ('cloud_offer', 'api_offer') THEN"
    " CASE WHEN name_squashed = ? THEN 3 WHEN name_squashed LIKE ? ESCAPE '\\' THEN 4 ELSE 5 END"
    " WHEN name_squashed = ? THEN 0"
    " WHEN name_squashed LIKE ? ESCAPE '\\' OR id LIKE ? ESCAPE '\\' THEN 1"
    " WHEN name_squashed LIKE ? ESCAPE '\\' THEN 2 ELSE 5 END"
)


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """A query as SQL: where-condition, order, and the values of both in this order."""

    where: str
    order: str
    where_values: tuple[str, ...] = ()
    order_values: tuple[str, ...] = ()


def normalise(text: str) -> str:
    """Return ``text`` with full-width forms, case, hyphens, blanks and ``80 GB`` brought to one form."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    spaced = _BLANKS.sub(" ", _HYPHENS.sub(" ", plain)).strip()
    return _NUMBER_AND_UNIT.sub(r"\1\2", spaced)


def squash(text: str) -> str:
    """Return the letters and digits of ``text`` alone: ``A100 80GB`` and ``A100-80G`` are the same."""
    return _NO_WORD.sub("", _BYTES.sub(r"\1", normalise(text)))


def search_text(names: Iterable[str]) -> str:
    """Return what is stored for a row known under ``names``: each in normal form, in words, without blanks, in pinyin."""
    forms: dict[str, None] = {}
    for name in names:
        plain = normalise(name)
        forms[plain] = None
        forms[_NO_WORD.sub(" ", plain).strip()] = None
        forms[_NO_WORD.sub("", plain)] = None
        forms.update(dict.fromkeys(keyboard_forms(plain)))
    return f" {' '.join(form for form in forms if form)} "


def words(query: str) -> tuple[str, ...]:
    """Return the words that must all be there; ``A100-80GB`` is the words ``a100`` and ``80g``."""
    found = (_BYTES.sub(r"\1", word) if _SIZE.fullmatch(word) else word for word in normalise(query).split(" ") if word)
    return tuple(dict.fromkeys(found))


def parts(word: str) -> tuple[str, ...]:
    """Return the Chinese and the other parts of a word: ``昇腾910b`` is also looked for as ``昇腾`` and ``910b``."""
    return tuple(part for part in _SCRIPTS.split(word) if part)


def pattern(word: str) -> str:
    """Return the ``LIKE`` pattern that finds ``word`` literally."""
    return f"%{' ' if _SIZE.fullmatch(word) else ''}{escaped(word)}%"


def escaped(text: str) -> str:
    """Return ``text`` with the signs of ``LIKE`` made literal."""
    for sign in (ESCAPE, "%", "_"):
        text = text.replace(sign, ESCAPE + sign)
    return text


def condition(query: str) -> Condition:
    """Return the condition for ``query``: the same name first, then names that start so or contain it, the rest.

    Offers come after goods of the same closeness. Within each, better known values come before assumed ones, then
    names in natural order. Where a word names kinds of things (空调, fuwuqi), those come first in the order of
    ``everyday_words.csv``, found under that word or not. An empty query finds all.
    """
    found = words(query)
    if not found:
        return Condition(where="1", order="name_sort, id")
    joined = squash(query)
    tests = [_test(word) for word in found]
    typed = unicodedata.normalize("NFKC", query).casefold().strip()
    start, contained = escaped(squash(found[0]) or joined), f"%{escaped(joined)}%"
    ranks = (typed, joined, contained, joined, f"{start}%", f"{escaped(typed)}%", contained)
    whole = meant(joined)  # air conditioner is one thing in two words
    kinds = whole or tuple(kind for word in found for kind in meant(word))
    first, first_values = ranking(kinds) if kinds else ("", ())
    close = "" if whole else _RANK
    parts_of_order = (first, close, "quality_rank", _KIND_ORDER, "name_sort", "id")
    where, where_values = " AND ".join(sql for sql, _ in tests), tuple(value for _, given in tests for value in given)
    if whole:
        of_kinds, kind_values = among(whole)
        where, where_values = f"({where}) OR {of_kinds}", (*where_values, *kind_values)
    return Condition(
        where=where,
        order=", ".join(part for part in parts_of_order if part),
        where_values=where_values,
        order_values=(*first_values, *(ranks if close else ())),
    )


def _test(word: str) -> tuple[str, tuple[str, ...]]:
    """Return the SQL that looks for one word, and its values; rows of the kinds that it means are found too."""
    sql, values = _text_test(word)
    kinds = meant(word)
    if not kinds:
        return sql, values
    of_kinds, given = among(kinds)
    return f"({sql} OR {of_kinds})", (*values, *given)


def _text_test(word: str) -> tuple[str, tuple[str, ...]]:
    divided = parts(word)
    if len(divided) < 2:
        return _LIKE, (pattern(word),)
    return f"({_LIKE} OR ({' AND '.join([_LIKE] * len(divided))}))", tuple(pattern(one) for one in (word, *divided))


def natural_key(text: str) -> str:
    """Return a key under which ``A9`` comes before ``A10`` and Chinese names stand by their pronunciation."""
    spelled = "".join(first_reading(one) if one >= "㐀" else one for one in normalise(text))
    return _DIGITS.sub(lambda digits: digits.group().zfill(_SORT_DIGITS), spelled)

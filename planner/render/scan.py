"""The leak scan: does a paper that goes out name a maker, brand, series or model anywhere in its file.

Looks at what a reader of the file could find, not at what is shown: every XML part of a workbook (shared texts with
their runs joined, comments, names, headers, properties, hidden parts), text, properties, bookmarks, links and
attachments of a PDF, and the file name. Spelling is folded (NFKC, letter case, zero-width characters); a word of Latin
letters must stand alone; short and purely numeric names count only beside a word for the device.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from planner.documents.texts import clean_text
from planner.errors import PaperRefused
from planner.messages import msg
from planner.render.scan_parts import file_texts

_SHORT = 3
_BEGINNING = 3
_NEAR = 12
_CONTEXT = 20
_DEVICE_WORD = re.compile("卡|gpu|npu|cpu|显卡|加速|服务器|工作站|芯片|card|accelerator|server|workstation|chip")
_QUANTITY = re.compile(
    r"(?<![a-z0-9])\d[\d.,]*\s*(?:[kmgt]i?b(?:/s|ps)?|[kmg]?(?:w|va|v|a|hz|wh)|ma|mm|cm|m|kg|g|h|s|ms|min|u|db|℃|°c|%|tflops|tops|元|万元|张|台|个)"
    r"(?![a-z])"
)
_ACCENTS = re.compile("([a-z])[\u0300-\u036f]+")
_SPACED = re.compile(r"(?<![a-z0-9])[a-z0-9](?: [a-z0-9]){3,}(?![a-z0-9])")
_SELECTORS = re.compile("[\U000e0100-\U000e01ef]")
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u00b7\u2022\u2027\u30fb"), "-")
_JOINT = r"[\s\-_]*"
_JOINTS = re.compile(r"[\s\-_]+")


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """A forbidden word found: the place in the file, the word, and some text around it."""

    place: str
    word: str
    context: str


def scan_file(path: Path, forbidden: Iterable[str], file_name: str = "") -> tuple[Hit, ...]:
    """Return every place of ``path`` that names a word of ``forbidden``; ``file_name`` stands for the final name."""
    words = tuple(dict.fromkeys(filter(None, (fold(word).strip() for word in forbidden))))
    if not words:
        return ()
    name = file_name or path.name
    found = list(scan_texts([("file name", name)], words))
    content = path.read_bytes()
    found.extend(scan_texts(file_texts(content), words))
    return tuple(found)


def scan_texts(texts: Iterable[tuple[str, str]], forbidden: Iterable[str]) -> Iterator[Hit]:
    """Yield a hit for each (place, text) and forbidden word that meet."""
    words = tuple(dict.fromkeys(filter(None, (fold(word).strip() for word in forbidden))))
    told = list(texts)
    folded = {text: fold(text) for text in dict.fromkeys(text for _, text in told)}
    candidates = _candidates(folded.values(), words)
    if not candidates:
        return
    hits = {plain: list(_hits(plain, candidates)) for plain in dict.fromkeys(folded.values())}
    for place, text in told:
        yield from (Hit(place=place, word=word, context=context) for word, context in hits[folded[text]])


def _hits(plain: str, candidates: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each word that stands in a folded text, with what is around it."""
    for word in candidates:
        at = find_word(plain, word)
        if at is not None:
            yield word, plain[max(0, at - _CONTEXT) : at + len(word) + _CONTEXT].strip()


def _candidates(texts: Iterable[str], words: Iterable[str]) -> tuple[str, ...]:
    """Return the words that stand anywhere at all, joints left out: one quick look for all texts."""
    everything = "\n".join(dict.fromkeys(_JOINTS.sub("", text) for text in texts))
    beginnings = set(map("".join, zip(everything, everything[1:], everything[2:], strict=False)))
    return tuple(word for word in words if _stands_in(_JOINTS.sub("", word), everything, beginnings))


def _stands_in(word: str, everything: str, beginnings: set[str]) -> bool:
    """Tell whether ``word`` is part of ``everything``; ``beginnings`` are its threes of characters, quick to look up."""
    return (len(word) < _BEGINNING or word[:_BEGINNING] in beginnings) and word in everything


def fold(text: str) -> str:
    """Return ``text`` as it is compared: NFKC, case folded, without invisible characters and accents, hyphens alike.

    Letters set apart one by one are closed up: ``r t x 4 0 9 0`` is a name all the same.
    """
    plain = clean_text(unicodedata.normalize("NFKC", text))[0]
    folded = unicodedata.normalize("NFKC", _SELECTORS.sub("", plain)).translate(_HYPHENS).casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFC", _ACCENTS.sub(r"\1", unicodedata.normalize("NFD", folded)))
    return _SPACED.sub(_closed_up, folded)


def _closed_up(found: re.Match[str]) -> str:
    """Return letters that were set apart one by one as the word they make."""
    return found[0].replace(" ", "")


def find_word(text: str, word: str) -> int | None:
    """Return where the folded ``word`` stands in the folded ``text``, or None."""
    needs_device = len(word) <= _SHORT and word.isascii() or word.isdecimal()
    searched = _QUANTITY.sub(lambda found: "\0" * len(found[0]), text) if needs_device else text
    for found in _pattern(word).finditer(searched):
        if not needs_device or _beside_device(searched, found.start(), found.end()):
            return found.start()
    return None


def _beside_device(text: str, start: int, end: int) -> bool:
    return bool(
        _DEVICE_WORD.search(text[max(0, start - _NEAR) : start]) or _DEVICE_WORD.search(text[end : end + _NEAR])
    )


@lru_cache(maxsize=20_000)
def _pattern(word: str) -> re.Pattern[str]:
    """Return the pattern of a folded word: its parts may be joined by nothing, spaces or hyphens."""
    if any(char >= "\u2e80" for char in word):
        body = r"\s*".join(re.escape(char) for char in word if not char.isspace())
    else:
        body = _JOINT.join(re.escape(part) for part in re.split(r"[\s\-_]+", word) if part) or re.escape(word)
    before = r"(?:(?<![a-z0-9])|(?<=\dx))" if _is_latin(word[0]) else ""
    after = (r"(?![0-9])" if word[-1].isdecimal() else r"(?![a-z])") if _is_latin(word[-1]) else ""
    return re.compile(before + body + after)


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def refuse_leaks(path: Path, forbidden: Iterable[str], file_name: str, painted: Iterable[tuple[str, str]] = ()) -> None:
    """Make sure that an external paper names nobody; ``painted`` are the texts that its images show.

    Raises:
        ExportError: every word that is named, with the first place.
    """
    words = tuple(forbidden)
    hits = (*scan_file(path, words, file_name), *scan_texts(painted, words))
    if not hits:
        return
    first = hits[0]
    named = tuple(msg("brands.word", "“{word}”", word=word) for word in _longest(hits))
    raise PaperRefused(
        msg(
            "export.leak",
            "A paper that goes out must not name {words}: {context} ({count} places).",
            words=named,
            context=first.context,
            count=len(hits),
        ),
        msg(
            "export.leak.remedy", "Say what it must do instead of what it is called, or export it as an internal paper."
        ),
        first.place,
    )


def _longest(hits: Iterable[Hit]) -> tuple[str, ...]:
    """Return the words of hits in their order, without those that are a part of another one."""
    words = tuple(dict.fromkeys(hit.word for hit in hits))
    return tuple(
        word for word in words if not any(word != other and find_word(other, word) is not None for other in words)
    )

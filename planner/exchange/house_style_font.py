"""A typeface file of a house style: is it a TrueType face that a PDF may embed, and does it have letters and digits.

Only the tables that answer this are read (OpenType 1.9: ``name``, ``cmap`` formats 4 and 12, ``OS/2`` fsType).
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path

from planner.documents.house_style import FontFile
from planner.errors import ImportFailed
from planner.messages import Message, msg

MAX_FONT_BYTES = 64 * 2**20
NEEDED = "".join(map(chr, range(0x20, 0x7F)))
_COMMON_HAN = "的一采购技术要求"
_TRUETYPE, _COLLECTION, _CFF = (b"\x00\x01\x00\x00", b"true"), b"ttcf", b"OTTO"
_TABLES = ("cmap", "glyf", "loca", "head", "hhea", "hmtx", "maxp", "name")
_NO_EMBEDDING = 0x0002
_BITMAPS_ONLY = 0x0200
_FAMILY, _TYPOGRAPHIC_FAMILY = 1, 16
_WINDOWS, _ENGLISH_US = 3, 0x409
Table = tuple[int, int]


def font_file(path: Path, index: int, place: str) -> FontFile:
    """Return the face ``index`` of the file ``path``; ``place`` names it in a fault.

    Raises:
        ImportFailed: it cannot be read, is no TrueType face, may not be embedded, or lacks letters or digits.
    """
    content = _read(path, place)
    try:
        tables = _tables(content, index, place)
        _check_licence(content, tables, place)
        known = _characters(content, tables["cmap"])
        family = _family(content, tables["name"])
    except (struct.error, IndexError, KeyError, UnicodeDecodeError) as error:
        raise _unreadable(path.name, place) from error
    missing = "".join(char for char in NEEDED if ord(char) not in known)
    if missing:
        raise ImportFailed(
            msg("style.font_glyphs", "The font {name} does not have: {missing}", name=path.name, missing=missing[:20]),
            msg("style.font_glyphs.remedy", "Choose a text font with letters and digits, for Chinese papers with Han."),
            place,
        )
    digest = hashlib.sha256(content).hexdigest()
    has_han = all(ord(char) in known for char in _COMMON_HAN)
    return FontFile(path=str(path), family=family or path.stem, digest=digest, index=index, has_han=has_han)


def _read(path: Path, place: str) -> bytes:
    try:
        if path.stat().st_size > MAX_FONT_BYTES:
            raise _unreadable(path.name, place)
        return path.read_bytes()
    except FileNotFoundError as error:
        raise ImportFailed(
            msg("style.no_file", "There is no file {file}.", file=str(path)),
            msg(
                "style.no_file.remedy", "Give its path relative to the style file, or in full, with / between folders."
            ),
            place,
        ) from error
    except OSError as error:
        raise _unreadable(path.name, place) from error


def _tables(content: bytes, index: int, place: str) -> dict[str, Table]:
    """Return the (start, length) of each table of a face."""
    start = 0
    if content.startswith(_COLLECTION):
        (count,) = struct.unpack_from(">I", content, 8)
        if index >= count:
            raise ImportFailed(
                msg(
                    "style.font_index",
                    "The file holds {count} faces; there is no number {index}.",
                    count=count,
                    index=index,
                ),
                msg("style.font_index.remedy", "Count the faces of a .ttc file from 0: simsun.ttc#0."),
                place,
            )
        (start,) = struct.unpack_from(">I", content, 12 + 4 * index)
    kind = content[start : start + 4]
    if kind == _CFF:
        raise _refused(
            msg("style.font_cff", "The font has PostScript outlines (OpenType CFF), which a PDF of ours cannot embed."),
            place,
        )
    if kind not in _TRUETYPE:
        raise _refused(msg("style.font_kind", "The file is not a TrueType font."), place)
    (count,) = struct.unpack_from(">H", content, start + 4)
    found = {}
    for number in range(count):
        tag, _, offset, length = struct.unpack_from(">4s3I", content, start + 12 + 16 * number)
        if offset + length > len(content):
            raise IndexError(offset)
        found[tag.decode("latin-1")] = (offset, length)
    for tag in _TABLES:
        found[tag]  # noqa: B018 - a face without it is damaged
    return found


def _check_licence(content: bytes, tables: dict[str, Table], place: str) -> None:
    if "OS/2" not in tables:
        return
    (kind,) = struct.unpack_from(">H", content, tables["OS/2"][0] + 8)
    if kind & 0xF == _NO_EMBEDDING or kind & _BITMAPS_ONLY:
        raise _refused(msg("style.font_licence", "The maker of the font does not allow it to be embedded."), place)


def _characters(content: bytes, table: Table) -> set[int]:
    """Return the code points that the Unicode tables of a face have glyphs for."""
    start = table[0]
    (count,) = struct.unpack_from(">H", content, start + 2)
    known: set[int] = set()
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">2HI", content, start + 4 + 8 * number)
        if platform == 0 or (platform == _WINDOWS and encoding in (1, 10)):
            known |= _mapped(content, start + offset)
    return known


def _mapped(content: bytes, at: int) -> set[int]:
    (form,) = struct.unpack_from(">H", content, at)
    known: set[int] = set()
    if form == 4:
        (twice,) = struct.unpack_from(">H", content, at + 6)
        ends = struct.unpack_from(f">{twice // 2}H", content, at + 14)
        starts = struct.unpack_from(f">{twice // 2}H", content, at + 16 + twice)
        for first, last in zip(starts, ends, strict=True):
            known.update(range(first, last + 1))
        known.discard(0xFFFF)
    elif form == 12:
        (groups,) = struct.unpack_from(">I", content, at + 12)
        for number in range(groups):
            first, last, _ = struct.unpack_from(">3I", content, at + 16 + 12 * number)
            if last > 0x10FFFF:
                raise IndexError(last)
            known.update(range(first, last + 1))
    return known


def _family(content: bytes, table: Table) -> str:
    """Return the family name, the English one before others; '' where there is none."""
    start = table[0]
    count, strings = struct.unpack_from(">2H", content, start + 2)
    found: dict[tuple[int, bool], str] = {}
    for number in range(count):
        platform, _, language, name, length, offset = struct.unpack_from(">6H", content, start + 6 + 12 * number)
        if platform == _WINDOWS and name in (_FAMILY, _TYPOGRAPHIC_FAMILY):
            text = content[start + strings + offset : start + strings + offset + length].decode("utf-16-be")
            found.setdefault((name, language == _ENGLISH_US), text.strip())
    order = ((_TYPOGRAPHIC_FAMILY, True), (_FAMILY, True), (_TYPOGRAPHIC_FAMILY, False), (_FAMILY, False))
    return next((found[key] for key in order if found.get(key)), "")


def _refused(message: Message, place: str) -> ImportFailed:
    return ImportFailed(
        message, msg("style.font.remedy", "Choose a TrueType font (.ttf or .ttc) that may be embedded."), place
    )


def _unreadable(name: str, place: str) -> ImportFailed:
    return _refused(msg("style.font_unreadable", "The font {name} cannot be read.", name=name), place)

"""PNG and JPEG files as their parts: which are the picture, and which are notes about it that a reader could find.

PNG: ISO/IEC 15948 (chunks with checksums). JPEG: ITU-T T.81 annex B (markers and segments).
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
PNG_PICTURE = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
SOF, SOS, EOI, APP0, APP1, APP14 = (0xC0, 0xC1, 0xC2), 0xDA, 0xD9, 0xE0, 0xE1, 0xEE
JPEG_PICTURE = (0xDB, 0xC4, 0xDD, *SOF, SOS)
_BARE = (0x01, *range(0xD0, 0xD8))
_MOST_TEXT = 2**20
_WORDS = re.compile(rb"[\x20-\x7e\x80-\xff]{3,}")
_WIDE_WORDS = re.compile(rb"(?:[\x20-\x7e]\x00){3,}")


class Damaged(ValueError):
    """The picture ends too early or is not put together as it must be."""


def png_chunks(content: bytes) -> Iterator[tuple[bytes, bytes, int]]:
    """Yield (name, body, end) of each chunk up to the last one; raises Damaged."""
    at, name = len(PNG), b""
    while name != b"IEND":
        if at + 12 > len(content):
            raise Damaged(at)
        length, name = struct.unpack_from(">I4s", content, at)
        body = content[at + 8 : at + 8 + length]
        if content[at + 8 + length : at + 12 + length] != struct.pack(">I", zlib.crc32(name + body)):
            raise Damaged(at)
        at += 12 + length
        yield name, body, at


def png_chunk(name: bytes, body: bytes) -> bytes:
    """Return a chunk as it is written."""
    return struct.pack(">I4s", len(body), name) + body + struct.pack(">I", zlib.crc32(name + body))


def jpeg_segments(content: bytes) -> Iterator[tuple[int, bytes, bytes, int]]:
    """Yield (marker, body, picture data after it, end) of each segment up to the last one; raises Damaged."""
    at = 2
    while True:
        while content[at : at + 2] == b"\xff\xff":
            at += 1
        marker = content[at + 1] if content[at : at + 1] == b"\xff" and at + 1 < len(content) else 0
        if marker == EOI:
            yield marker, b"", b"", at + 2
            return
        if marker in _BARE:
            at += 2
            continue
        start = at + 2 + int.from_bytes(content[at + 2 : at + 4], "big")
        if not marker or start < at + 4 or start > len(content):
            raise Damaged(at)
        end = _data_end(content, start) if marker == SOS else start
        yield marker, content[at + 4 : start], content[start:end], end
        at = end


def _data_end(content: bytes, start: int) -> int:
    """Return where the picture data that begin at ``start`` end: at the next marker that is none of theirs."""
    at = content.find(b"\xff", start)
    while 0 <= at < len(content) - 1:
        if content[at + 1] != 0 and content[at + 1] not in _BARE:
            return at
        at = content.find(b"\xff", at + 2)
    raise Damaged(start)


def image_notes(content: bytes) -> Iterator[tuple[str, str]]:
    """Yield (kind of part, text) of all that a PNG or JPEG says beside its picture; a damaged one as a whole."""
    end = 0
    try:
        if content.startswith(PNG):
            for name, body, end in png_chunks(content):  # noqa: B007 - end is where the last whole part ends
                if name not in PNG_PICTURE:
                    yield from ((name.decode("latin-1"), text) for text in _texts(body))
        elif content.startswith(JPEG):
            for marker, body, _, end in jpeg_segments(content):  # noqa: B007
                if marker not in JPEG_PICTURE:
                    yield from ((f"segment {marker:02X}", text) for text in _texts(body))
    except Damaged:
        pass
    yield from (("end", text) for text in _texts(content[end:]))


def _texts(body: bytes) -> Iterator[str]:
    """Yield the words in ``body``: as they stand, in UTF-16, and packed behind a name (zTXt, iTXt, iCCP)."""
    for part in (body, _unpacked(body)):
        yield from (found.decode("utf-8", "replace") for found in _WORDS.findall(part))
        yield from (found.decode("utf-16-le") for found in _WIDE_WORDS.findall(part))


def _unpacked(body: bytes) -> bytes:
    for found in re.finditer(b"\x78[\x01\x5e\x9c\xda]", body):
        try:
            return zlib.decompressobj().decompress(body[found.start() :], _MOST_TEXT)
        except zlib.error:
            continue
    return b""

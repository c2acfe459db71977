"""A logo as it may stand in papers: PNG or JPEG, whole, and without metadata.

Text chunks, EXIF, XMP, comments, colour profiles, previews and whatever follows the end of the picture are left out: a
maker's or a person's name in there would go out with every paper. The picture itself is not touched.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

from planner.documents.house_style import Logo, LogoKind
from planner.errors import ImportFailed
from planner.messages import Message, msg
from planner.render.image_parts import (
    APP0,
    APP1,
    APP14,
    EOI,
    JPEG,
    JPEG_PICTURE,
    PNG,
    SOF,
    Damaged,
    jpeg_segments,
    png_chunk,
    png_chunks,
)

MAX_LOGO_BYTES = 8 * 2**20
MOST_PX = 6_000
FEWEST_PX = 16
WIDEST = 12.0  # times as wide as high, or as high as wide
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# First column, first row, steps to the right and down of the seven passes of an interlaced PNG.
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_OTHER_SOF = (0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0))
_GREY_OR_COLOUR = (1, 3)
_ORIENTATION = 0x0112


def logo_of(content: bytes, place: str) -> Logo:
    """Return the picture in ``content`` without its metadata; ``place`` names it in a fault.

    Raises:
        ImportFailed: it is not a PNG or JPEG, is damaged, or of a kind or size that papers cannot carry.
    """
    kind: LogoKind
    try:
        if content.startswith(PNG):
            kind, (plain, width, height) = "png", _png(content, place)
        elif content.startswith(JPEG):
            kind, (plain, width, height) = "jpeg", _jpeg(content, place)
        else:
            raise _fault(msg("style.logo_kind", "The logo is not a PNG or JPEG picture."), place)
    except (Damaged, struct.error, zlib.error) as error:
        raise _damaged(place) from error
    _check_size(width, height, place)
    digest = hashlib.sha256(plain).hexdigest()
    return Logo(content=plain, kind=kind, digest=digest, width_px=width, height_px=height)


def _check_size(width: int, height: int, place: str) -> None:
    low, high = min(width, height), max(width, height)
    if low < FEWEST_PX or high > MOST_PX or high > WIDEST * low:
        raise ImportFailed(
            msg("style.logo_size", "The logo has {width} × {height} pixels.", width=width, height=height),
            msg(
                "style.logo_size.remedy",
                "Use a picture of {fewest} to {most} pixels a side that is at most {ratio} times as wide as high.",
                fewest=FEWEST_PX,
                most=MOST_PX,
                ratio=int(WIDEST),
            ),
            place,
        )


def _png(content: bytes, place: str) -> tuple[bytes, int, int]:
    """Return a PNG with nothing but its picture, its width and height."""
    head, kept, data = b"", [], b""
    for name, body, _ in png_chunks(content):
        if name == b"IHDR":
            head = body
        if name == b"IDAT":
            data += body
        elif name in (b"PLTE", b"tRNS"):
            kept.append((name, body))
    width, height, depth, colour, _, _, interlaced = struct.unpack(">2I5B", head)
    _check_size(width, height, place)
    needed = _raw_bytes(width, height, depth * _CHANNELS.get(colour, 0), interlaced)
    opened = zlib.decompressobj()
    if len(opened.decompress(data, needed)) < needed or not data:
        raise _damaged(place)
    opened.decompress(opened.unconsumed_tail, 1)  # the checksum at the end
    if not opened.eof:
        raise _damaged(place)
    data = data[: len(data) - len(opened.unused_data)]
    parts = [(b"IHDR", head), *kept, (b"IDAT", data), (b"IEND", b"")]
    return PNG + b"".join(png_chunk(name, body) for name, body in parts), width, height


def _raw_bytes(width: int, height: int, bits: int, interlaced: int) -> int:
    """Return how many bytes the rows of a PNG take when unpacked."""
    if not interlaced:
        return height * (1 + (width * bits + 7) // 8)
    total = 0
    for left, top, right, down in _PASSES:
        columns, rows = -(-(width - left) // right), -(-(height - top) // down)
        total += rows * (1 + (columns * bits + 7) // 8) if columns > 0 and rows > 0 else 0
    return total


def _jpeg(content: bytes, place: str) -> tuple[bytes, int, int]:
    """Return a JPEG with nothing but its picture, its width and height."""
    parts, width, height = [JPEG[:2]], 0, 0
    for marker, body, data, _ in jpeg_segments(content):
        if marker in _OTHER_SOF:
            raise _fault(msg("style.logo_jpeg", "The logo is a JPEG of a rare kind."), place)
        if marker in SOF:
            height, width, colours = struct.unpack_from(">2HB", body, 1)
            if colours not in _GREY_OR_COLOUR:
                raise _fault(msg("style.logo_cmyk", "The logo is a JPEG in printing colours (CMYK)."), place)
        if marker == APP1 and _orientation(body) not in (0, 1):
            raise _fault(
                msg("style.logo_turned", "The logo is stored lying on its side, with a note to turn it."), place
            )
        parts.append(_kept_segment(marker, body, data))
    if not width or not height:
        raise _damaged(place)
    return b"".join(parts), width, height


def _kept_segment(marker: int, body: bytes, data: bytes) -> bytes:
    """Return a segment as it is written again; b'' for one that is left out."""
    if marker == EOI:
        return b"\xff\xd9"
    if marker == APP0 and body.startswith(b"JFIF\0"):
        body = body[:12] + b"\0\0"  # without its preview
    elif marker not in JPEG_PICTURE and not (marker == APP14 and body.startswith(b"Adobe")):
        return b""
    return struct.pack(">2BH", 0xFF, marker, len(body) + 2) + body + data


def _orientation(exif: bytes) -> int:
    """Return the orientation that EXIF notes for a picture, 0 where it says nothing."""
    if not exif.startswith(b"Exif\0\0"):
        return 0
    tiff = exif[6:]
    order = "<" if tiff.startswith(b"II") else ">"
    (first,) = struct.unpack_from(order + "I", tiff, 4)
    (count,) = struct.unpack_from(order + "H", tiff, first)
    for number in range(count):
        tag, _, _, value = struct.unpack_from(order + "HHIH", tiff, first + 2 + 12 * number)
        if tag == _ORIENTATION:
            return int(value)
    return 0


def _fault(message: Message, place: str) -> ImportFailed:
    return ImportFailed(
        message, msg("style.logo.remedy", "Open it in a picture program and save it as PNG, upright and in RGB."), place
    )


def _damaged(place: str) -> ImportFailed:
    return _fault(msg("style.logo_damaged", "The logo is damaged or cut off."), place)

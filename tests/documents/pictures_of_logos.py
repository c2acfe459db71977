"""Logos for the tests, made from scratch: a small PNG and a small JPEG, with and without notes in them."""

from __future__ import annotations

import io
import struct
import zlib

PNG_HEAD = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, body: bytes) -> bytes:
    """Return a PNG chunk with its checksum."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int = 40, height: int = 20, *notes: tuple[bytes, bytes], after: bytes = b"", cut: int = 0) -> bytes:
    """Return a red PNG; ``notes`` are more chunks, ``after`` follows its end, ``cut`` rows are missing."""
    rows = (b"\0" + b"\x9e\x1b\x32" * width) * (height - cut)
    head = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), *notes, (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return PNG_HEAD + b"".join(chunk(name, body) for name, body in parts) + after


def jpeg(width: int = 48, height: int = 24, *, orientation: int = 0, note: str = "", mode: str = "RGB") -> bytes:
    """Return a JPEG; ``note`` stands in its EXIF and its comment."""
    from PIL import Image

    exif = Image.Exif()
    if orientation:
        exif[0x0112] = orientation
    if note:
        exif[0x010F] = note
    stream = io.BytesIO()
    Image.new(mode, (width, height)).save(stream, "JPEG", exif=exif, comment=note.encode())
    return stream.getvalue()

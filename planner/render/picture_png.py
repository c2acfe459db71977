"""A scene as PNG bytes: its PDF page rendered without a window, for Word and Excel and for sending around."""

from __future__ import annotations

import struct
import zlib

from planner.pictures.palette import Theme
from planner.pictures.scene import Scene
from planner.render.pdfium import opened
from planner.render.picture_pdf import scene_pdf

DPI = 200
_INCH_MM = 25.4
_POINTS = 72
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUE_COLOUR = 2
_LARGEST_PIXELS = 40_000_000


def scene_png(scene: Scene, theme: Theme = "print", dpi: int = DPI) -> bytes:
    """Return the picture as a PNG of ``dpi`` pixels an inch (less where it would grow past 40 million pixels).

    Raises:
        ExportError: a character that the fonts do not have.
    """
    fitting = dots(scene, dpi)
    with opened(scene_pdf(scene, theme)) as pdf:
        bitmap = pdf[0].render(scale=fitting / _POINTS, rev_byteorder=True, prefer_bgrx=False)
        width, height, stride = bitmap.width, bitmap.height, bitmap.stride
        pixels = bytes(bitmap.buffer)
        rows = [pixels[at * stride : at * stride + 3 * width] for at in range(height)]
    return png_bytes(rows, width, fitting)


def dots(scene: Scene, dpi: float) -> float:
    """Return the pixels per inch at which the picture stays within what can be handled, in units of 1/inch."""
    pixels = scene.width_mm * scene.height_mm * (dpi / _INCH_MM) ** 2
    return dpi if pixels <= _LARGEST_PIXELS else float(dpi * (_LARGEST_PIXELS / pixels) ** 0.5)


def png_bytes(rows: list[bytes], width: int, dpi: float) -> bytes:
    """Return rows of RGB bytes as a PNG that says how many pixels make a metre."""
    per_metre = round(dpi / _INCH_MM * 1000)
    header = struct.pack(">IIBBBBB", width, len(rows), 8, _TRUE_COLOUR, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    size = struct.pack(">IIB", per_metre, per_metre, 1)
    chunks = ((b"IHDR", header), (b"pHYs", size), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

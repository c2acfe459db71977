"""Pixels of a picture by millimetres, read from a PNG of ours or from a window's image."""

from __future__ import annotations

import struct
import zlib

_NEAR = 12


class Pixels:
    """Rows of RGB bytes; places are in mm at ``per_mm`` pixels."""

    def __init__(self, rows: list[bytes], per_mm: float) -> None:
        self.rows = rows
        self.per_mm = per_mm
        self.width, self.height = len(rows[0]) // 3, len(rows)

    @classmethod
    def of_png(cls, content: bytes) -> Pixels:
        """Read a PNG without filters, as the program writes it."""
        width, height = struct.unpack(">II", content[16:24])
        per_metre = struct.unpack(">I", content[content.index(b"pHYs") + 4 :][:4])[0]
        at = content.index(b"IDAT")
        size = struct.unpack(">I", content[at - 4 : at])[0]
        data = zlib.decompress(content[at + 4 : at + 4 + size])
        stride = 3 * width + 1
        return cls([data[row * stride + 1 : (row + 1) * stride] for row in range(height)], per_metre / 1000)

    def at(self, x_mm: float, y_mm: float) -> tuple[int, int, int]:
        x, y = min(int(x_mm * self.per_mm), self.width - 1), min(int(y_mm * self.per_mm), self.height - 1)
        red, green, blue = self.rows[y][3 * x : 3 * x + 3]
        return red, green, blue

    def near(self, x_mm: float, y_mm: float, colour: str) -> bool:
        return alike(self.at(x_mm, y_mm), rgb(colour))

    def share_unlike(self, area: tuple[float, float, float, float], colour: str) -> float:
        """Return the share of an area (left, top, right, bottom in mm) that does not have ``colour``."""
        left, top, right, bottom = (int(side * self.per_mm) for side in area)
        ground, unlike, total = rgb(colour), 0, 0
        for row in self.rows[top:bottom]:
            for x in range(left, min(right, self.width)):
                total += 1
                unlike += not alike((row[3 * x], row[3 * x + 1], row[3 * x + 2]), ground)
        return unlike / total if total else 0.0

    def coarse(self, across: int, down: int, ground: str) -> list[list[float]]:
        """Return for each cell of a grid the share of it that is inked."""
        wide, high = self.width / self.per_mm / across, self.height / self.per_mm / down
        return [
            [self.share_unlike((x * wide, y * high, (x + 1) * wide, (y + 1) * high), ground) for x in range(across)]
            for y in range(down)
        ]


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def alike(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))

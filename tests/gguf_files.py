"""Writes GGUF headers for tests: an independent writer, so that reader and writer do not share a mistake."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any


def gguf(pairs: Mapping[str, Any], tensors: Iterable[tuple[str, tuple[int, ...], int]], version: int = 3) -> bytes:
    """Return the bytes of a header; values are int (u32), float (f64), bool, text, or lists of one of them."""
    rows = list(tensors)
    out = b"GGUF" + struct.pack("<IQQ", version, len(rows), len(pairs))
    for key, value in pairs.items():
        kind, data = _value(value)
        out += _text(key) + struct.pack("<I", kind) + data
    for name, dimensions, kind in rows:
        out += _text(name) + struct.pack("<I", len(dimensions))
        out += b"".join(struct.pack("<Q", one) for one in dimensions) + struct.pack("<IQ", kind, 0)
    return out


def _value(value: Any) -> tuple[int, bytes]:
    if isinstance(value, bool):
        return 7, struct.pack("<?", value)
    if isinstance(value, int):
        return 4, struct.pack("<I", value)
    if isinstance(value, float):
        return 12, struct.pack("<d", value)
    if isinstance(value, str):
        return 8, _text(value)
    kind = _value(value[0])[0] if value else 4
    return 9, struct.pack("<IQ", kind, len(value)) + b"".join(_value(one)[1] for one in value)


def _text(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data

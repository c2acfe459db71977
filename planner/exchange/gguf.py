"""The header of a GGUF file: metadata and tensor table, read without the weights.

Layout of versions 2 and 3 (little-endian): magic, version, counts, key-value pairs, then name, dimensions, type and
offset of each tensor. Everything read is bounded: a damaged or hostile file is refused, never followed.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import lru_cache
from math import prod
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from planner import tables
from planner.errors import ImportFailed
from planner.messages import Message, msg

MAGIC = b"GGUF"
MAX_HEADER_BYTES = 256 * 1024 * 1024
MAX_PAIRS, MAX_TENSORS, MAX_ITEMS = 20_000, 200_000, 8_000_000
MAX_TEXT_BYTES, MAX_DIMENSIONS = 16 * 1024 * 1024, 8
_NUMBERS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_TEXT, _LIST = 8, 9
_KEPT_ITEMS = 1024


class GgufList(msgspec.Struct, frozen=True, kw_only=True):
    """A list of the metadata: its length, and its values where they are few numbers."""

    length: int
    values: tuple[Any, ...] = ()


class Tensor(msgspec.Struct, frozen=True, kw_only=True):
    """One tensor: name, dimensions, and the name of its block type."""

    name: str
    dimensions: tuple[int, ...]
    type: str

    @property
    def elements(self) -> int:
        """Return how many weights it has."""
        return prod(self.dimensions)


class GgufHeader(msgspec.Struct, frozen=True, kw_only=True):
    """Metadata and tensors of a file; ``weight_bytes`` follow from the block layout of each tensor."""

    version: int
    metadata: Mapping[str, Any]
    tensors: tuple[Tensor, ...]

    @property
    def parameters(self) -> int:
        """Return the count of all weights."""
        return sum(tensor.elements for tensor in self.tensors)

    @property
    def weight_bytes(self) -> float:
        """Return the bytes of all weights by the layout of their blocks."""
        types = {one.name: one for one in block_types().values()}
        return sum(one.elements * types[one.type].bytes / types[one.type].block for one in self.tensors)


class BlockType(msgspec.Struct, frozen=True, kw_only=True):
    """A way to store weights: so many bytes for a block of so many."""

    name: str
    block: int
    bytes: int


@lru_cache(maxsize=1)
def block_types() -> Mapping[int, BlockType]:
    """Return the known block types by their number in the file."""
    return {
        int(row["type"]): BlockType(name=row["name"], block=int(row["block"]), bytes=int(row["bytes"]))
        for row in tables.rows("workload/gguf_types.csv")
    }


def read_gguf(path: Path) -> GgufHeader:
    """Return the header of ``path``; raises ImportFailed naming what is wrong and what would be accepted."""
    try:
        with path.open("rb") as file:
            return _Header(file, path).read()
    except OSError as error:
        reason = msg("gguf.os", "It cannot be read ({reason}).", reason=error.strerror or str(error))
        raise _refused(path, reason) from error


class _Header:
    """Reads a header from a file and counts what it has read."""

    def __init__(self, file: BinaryIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._left = MAX_HEADER_BYTES

    def read(self) -> GgufHeader:
        """Return the header; raises ImportFailed."""
        if self._take(4) != MAGIC:
            raise self._fail(msg("gguf.magic", "It does not begin with GGUF: it is no GGUF file."))
        version = self._number("<I")
        if version not in (2, 3):
            raise self._fail(msg("gguf.version", "Its version is {version}; accepted are 2 and 3.", version=version))
        tensors = self._count(MAX_TENSORS)
        pairs = self._count(MAX_PAIRS)
        metadata = {}
        for _ in range(pairs):
            key = self._text()
            metadata[key] = self._value(self._number("<I"))
        return GgufHeader(version=version, metadata=metadata, tensors=tuple(self._tensor() for _ in range(tensors)))

    def _tensor(self) -> Tensor:
        name = self._text()
        count = self._number("<I")
        if count > MAX_DIMENSIONS:
            raise self._fail(msg("gguf.dimensions", "Tensor {name} has {count} dimensions.", name=name, count=count))
        dimensions = tuple(self._number("<Q") for _ in range(count))
        kind = self._number("<I")
        self._number("<Q")
        known = block_types().get(kind)
        if known is None:
            raise self._fail(msg("gguf.type", "Tensor {name} is stored as type {type}, which is not known.",
                                 name=name, type=kind))  # fmt: skip
        if prod(dimensions) > 1 << 50:
            raise self._fail(msg("gguf.size", "Tensor {name} is impossibly large.", name=name))
        return Tensor(name=name, dimensions=dimensions, type=known.name)

    def _value(self, kind: int) -> Any:
        if kind in _NUMBERS:
            return self._number(_NUMBERS[kind])
        if kind == _TEXT:
            return self._text()
        if kind == _LIST:
            return self._list()
        raise self._fail(msg("gguf.value", "A value has type {type}, which is not known.", type=kind))

    def _list(self) -> GgufList:
        kind = self._number("<I")
        length = self._count(MAX_ITEMS)
        if kind in _NUMBERS:
            size = struct.calcsize(_NUMBERS[kind])
            data = self._take(size * length)
            few = length <= _KEPT_ITEMS
            values = tuple(one[0] for one in struct.iter_unpack(_NUMBERS[kind], data)) if few else ()
            return GgufList(length=length, values=values)
        if kind != _TEXT:
            raise self._fail(
                msg("gguf.list", "A list holds values of type {type}; accepted are numbers and texts.", type=kind)
            )
        for _ in range(length):
            self._take(self._count(MAX_TEXT_BYTES))
        return GgufList(length=length)

    def _text(self) -> str:
        data = self._take(self._count(MAX_TEXT_BYTES))
        return data.decode("utf-8", errors="replace")

    def _count(self, most: int) -> int:
        value = self._number("<Q")
        if value > most:
            raise self._fail(
                msg(
                    "gguf.count",
                    "It claims {count} of something of which at most {most} are read.",
                    count=value,
                    most=most,
                )
            )
        return int(value)

    def _number(self, form: str) -> Any:
        return struct.unpack(form, self._take(struct.calcsize(form)))[0]

    def _take(self, size: int) -> bytes:
        self._left -= size
        if self._left < 0:
            raise self._fail(msg("gguf.large", "Its header is larger than 256 MiB."))
        data = self._file.read(size)
        if len(data) < size:
            raise self._fail(msg("gguf.short", "It ends in the middle of its header: the copy is not complete."))
        return data

    def _fail(self, reason: Message) -> ImportFailed:
        return _refused(self._path, reason)


def _refused(path: Path, reason: Message) -> ImportFailed:
    return ImportFailed(reason, msg("gguf.remedy", "Give a complete .gguf file of version 2 or 3."), str(path))

"""An office file as a zip of parts: opened within limits, and written again with every untouched part copied as it is.

A part that does not change keeps its compressed bytes, its place, date and attributes. Bounds are looked at before
anything is unpacked: size of the file, number of parts, unpacked size, ratio; a zip bomb is refused by name.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Mapping
from pathlib import Path

import msgspec

from planner.errors import ImportFailed
from planner.messages import Message, msg

MAX_FILE_BYTES = 64 * 2**20
MAX_PARTS = 5_000
MAX_PART_BYTES = 32 * 2**20  # of one XML part that is parsed
MAX_UNPACKED_BYTES = 512 * 2**20
MAX_RATIO = 200  # Word and Excel reach about 20; a bomb has 1,000
_RATIO_FREE_BYTES = 2**20
_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_LOCAL_HEAD, _CENTRAL_HEAD, _END_HEAD = "<4s5H3L2H", "<4s6H3L5H2L", "<4s4H2LH"
_DESCRIPTOR_FLAG, _ENCRYPTED_FLAG, _UTF8_FLAG = 0x8, 0x1, 0x800
_ZIP64_EXTRA = 1
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
_OPEN_DOCUMENT = {"spreadsheet": ".ods", "text": ".odt", "presentation": ".odp"}
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class Package(msgspec.Struct, frozen=True, kw_only=True):
    """An office file in memory: its bytes, its parts by name in their order, and the comment of the zip."""

    name: str
    content: bytes
    infos: Mapping[str, zipfile.ZipInfo]
    comment: bytes

    def read(self, part: str) -> bytes:
        """Return a part unpacked; raises ImportFailed where it is damaged or larger than a form's part can be."""
        info = self.infos[part]
        if info.file_size > MAX_PART_BYTES:
            raise _too_large(self.name, info.file_size)
        try:
            with zipfile.ZipFile(io.BytesIO(self.content)) as archive:
                return archive.read(info)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError) as error:
            raise _damaged(f"{self.name} {part}") from error

    def packed(self, part: str) -> bytes:
        """Return the compressed bytes of a part as they stand in the file."""
        info = self.infos[part]
        start = self._data_start(info)
        return self.content[start : start + info.compress_size]

    def local_extra(self, part: str) -> bytes:
        """Return the extra field of the part's local header without its zip64 record."""
        info = self.infos[part]
        end = self._data_start(info)
        length = struct.unpack_from("<H", self.content, info.header_offset + 28)[0]
        return _without_zip64(self.content[end - length : end])

    def _data_start(self, info: zipfile.ZipInfo) -> int:
        name, extra = struct.unpack_from("<2H", self.content, info.header_offset + 26)
        return int(info.header_offset + struct.calcsize(_LOCAL_HEAD) + name + extra)


def open_package(path: Path) -> Package:
    """Return the office file at ``path``; raises ImportFailed, saying what it is instead and what to do."""
    try:
        if path.is_dir():
            raise ImportFailed(msg("form.folder", "This is a folder, not a form."), None, str(path))
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise _too_large(str(path), size)
        content = path.read_bytes()
    except FileNotFoundError as error:
        remedy = msg("form.missing.remedy", "Check name and folder.")
        raise ImportFailed(msg("form.missing", "There is no such file."), remedy, str(path)) from error
    except OSError as error:
        remedy = msg("form.unreadable.remedy", "Close it in the other program, or copy it to another folder.")
        unreadable = msg("form.unreadable", "The file cannot be read: {reason}.", reason=error.strerror or str(error))
        raise ImportFailed(unreadable, remedy, str(path)) from error
    return package_of(content, str(path))


def package_of(content: bytes, name: str) -> Package:
    """Return an office file given as bytes; raises ImportFailed as ``open_package`` does."""
    _refuse_other_kinds(content, name)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos, comment = archive.infolist(), archive.comment
    except (zipfile.BadZipFile, struct.error, ValueError, NotImplementedError, OverflowError) as error:
        raise _damaged(name) from error
    _refuse_unsafe(infos, content, name)
    package = Package(name=name, content=content, infos={info.filename: info for info in infos}, comment=comment)
    _refuse_open_document(package)
    return package


def _refuse_open_document(package: Package) -> None:
    """Raise ImportFailed for a sound file of the OpenDocument kinds: it says which, and is not called damaged."""
    kind = package.read("mimetype").decode("ascii", "replace") if "mimetype" in package.infos else ""
    if "opendocument" in kind:
        raise ImportFailed(
            msg(
                "form.open_document",
                "Files of the kind {kind} are not read.",
                kind=_OPEN_DOCUMENT.get(kind.strip().rpartition(".")[2], "OpenDocument"),
            ),
            msg("form.open_document.remedy", "Save it as .docx or .xlsx in the program it was made with."),
            package.name,
        )


def _refuse_other_kinds(content: bytes, name: str) -> None:
    if content.startswith(_OLE):
        if _ENCRYPTED_STREAM in content:
            raise ImportFailed(
                msg("form.encrypted", "The form is protected by a password, so its fields cannot be read."),
                msg("form.encrypted.remedy", "Open it, take the password away under File, and save it again."),
                name,
            )
        raise ImportFailed(
            msg("form.old_format", "The form is in an old binary format (.doc, .xls, .wps or .et)."),
            msg("form.old_format.remedy", "Open it in Word, Excel or WPS and save it as .docx or .xlsx."),
            name,
        )
    if not content.startswith((_LOCAL, _END)):
        raise ImportFailed(msg("form.not_office", "This is no Word or Excel file."), _save_as(), name)


def _save_as() -> Message:
    return msg("form.not_office.remedy", "Give a form saved as .docx or .xlsx.")


def _refuse_unsafe(infos: list[zipfile.ZipInfo], content: bytes, name: str) -> None:
    if len(infos) > MAX_PARTS:
        raise ImportFailed(
            msg("form.many_parts", "The file has {count} parts; no form has so many.", count=len(infos)), None, name
        )
    folded = {info.filename.casefold() for info in infos}
    if len(folded) < len(infos) or sum(info.compress_size for info in infos) > len(content):
        raise _damaged(name)
    unpacked = sum(info.file_size for info in infos)
    if unpacked > MAX_UNPACKED_BYTES or any(map(_is_bomb, infos)):
        raise _too_large(name, unpacked)
    if any(info.flag_bits & _ENCRYPTED_FLAG or info.compress_type not in _METHODS for info in infos):
        remedy = msg("form.packed.remedy", "Open it in Word, Excel or WPS and save it again.")
        raise ImportFailed(msg("form.packed", "The file is packed in a way that no office file is."), remedy, name)
    if any(content[info.header_offset : info.header_offset + 4] != _LOCAL for info in infos):
        raise _damaged(name)


def _is_bomb(info: zipfile.ZipInfo) -> bool:
    return info.file_size > _RATIO_FREE_BYTES and info.file_size > MAX_RATIO * max(1, info.compress_size)


def _too_large(name: str, size: int) -> ImportFailed:
    return ImportFailed(
        msg("form.too_large", "The file is too large for a form: {mib} MiB unpacked.", mib=round(size / 2**20)),
        msg("form.too_large.remedy", "Take pictures and unused sheets out of the form, and save it again."),
        name,
    )


def _damaged(name: str) -> ImportFailed:
    return ImportFailed(
        msg("form.damaged", "The file is damaged."),
        msg("form.damaged.remedy", "Open it in Word, Excel or WPS, let the program repair it, and save it again."),
        name,
    )


def rewritten(package: Package, changed: Mapping[str, bytes], removed: Collection[str] = ()) -> bytes:
    """Return the file with some parts changed or removed; all others are copied packed as they are, in their order."""
    kept = [info for name, info in package.infos.items() if name not in removed]
    out, offsets, packs = bytearray(), {}, {}
    for info in sorted(kept, key=lambda one: one.header_offset):
        offsets[info.filename] = len(out)
        new = changed.get(info.filename)
        data, crc, size = _kept(package, info) if new is None else _deflated(new, info.compress_type)
        packs[info.filename] = (crc, len(data), size)
        extra = package.local_extra(info.filename)
        name = _raw_name(info)
        out += struct.pack(_LOCAL_HEAD, _LOCAL, *_shared(info), crc, len(data), size, len(name), len(extra))
        out += name + extra + data
    start = len(out)
    for info in kept:
        out += _central(info, packs[info.filename], offsets[info.filename])
    size, count = len(out) - start, len(kept)
    out += struct.pack(_END_HEAD, _END, 0, 0, count, count, size, start, len(package.comment)) + package.comment
    return bytes(out)


def _kept(package: Package, info: zipfile.ZipInfo) -> tuple[bytes, int, int]:
    return package.packed(info.filename), info.CRC, info.file_size


def _deflated(content: bytes, method: int) -> tuple[bytes, int, int]:
    crc = zlib.crc32(content)
    if method == zipfile.ZIP_STORED:
        return content, crc, len(content)
    squeezed = zlib.compressobj(6, zlib.DEFLATED, -15)
    return squeezed.compress(content) + squeezed.flush(), crc, len(content)


def _shared(info: zipfile.ZipInfo) -> tuple[int, int, int, int, int]:
    """Return what both headers say: version, flags without data descriptor, method, time and date as DOS has them."""
    year, month, day, hour, minute, second = info.date_time
    time, date = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
    return info.extract_version, info.flag_bits & ~_DESCRIPTOR_FLAG, info.compress_type, time, date


def _central(info: zipfile.ZipInfo, pack: tuple[int, int, int], offset: int) -> bytes:
    name, extra = _raw_name(info), _without_zip64(info.extra)
    made_by = info.create_version | info.create_system << 8
    head = struct.pack(
        _CENTRAL_HEAD,
        _CENTRAL,
        made_by,
        *_shared(info),
        *pack,
        *(len(name), len(extra), len(info.comment), 0, info.internal_attr, info.external_attr, offset),
    )
    return head + name + extra + info.comment


def _raw_name(info: zipfile.ZipInfo) -> bytes:
    return info.orig_filename.encode("utf-8" if info.flag_bits & _UTF8_FLAG else "cp437")


def _without_zip64(extra: bytes) -> bytes:
    """Return an extra field without the record of large sizes: ours fit the plain fields."""
    kept, at = b"", 0
    while at + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, at)
        if kind != _ZIP64_EXTRA:
            kept += extra[at : at + 4 + length]
        at += 4 + length
    return kept + extra[at:]

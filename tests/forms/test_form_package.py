"""The zip around a form: what is refused before it is unpacked, and what stays equal to the byte when a part changes."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest

from planner.errors import ExportError, ImportFailed, InputError
from planner.exchange.form_package import MAX_FILE_BYTES, open_package, package_of, rewritten
from planner.exchange.forms import read_form, write_form
from tests.forms.office_files import excel, filled, para, run, text_cell, values, word, word_parts, zipped

FORM = word(para(run("{{预算}}")), header1=para(run("不变")))
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def raw_members(content: bytes) -> dict[str, tuple[bytes, object]]:
    """Return name -> compressed bytes and what the directory says of it, read with the standard library alone."""
    found: dict[str, tuple[bytes, object]] = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for info in archive.infolist():
            name, extra = struct.unpack_from("<2H", content, info.header_offset + 26)
            start = info.header_offset + 30 + name + extra
            told = (info.date_time, info.compress_type, info.CRC, info.external_attr, info.comment, info.create_system)
            found[info.filename] = (content[start : start + info.compress_size], told)
    return found


@pytest.mark.parametrize("ending", ["docx", "xlsx"])
def test_untouched_parts_are_equal_to_the_byte_and_in_their_order(tmp_path: Path, ending: str) -> None:
    form = FORM if ending == "docx" else excel(f'<row r="1">{text_cell("A1", "{{预算}}")}</row>')
    result = filled(tmp_path / f"f.{ending}", form)
    before, after = raw_members(form), raw_members(result.content)
    assert list(after) == list(before)
    differing = {name for name in before if before[name][0] != after[name][0]}
    assert differing == set(result.changed) == {"word/document.xml" if ending == "docx" else "xl/worksheets/sheet1.xml"}
    assert {name for name in before if before[name][1] != after[name][1]} == differing  # their CRC
    assert (tmp_path / f"f.{ending}").read_bytes() == form


def test_members_with_data_descriptors_comments_and_extra_fields_are_kept(tmp_path: Path) -> None:
    out = io.BytesIO()

    class Stream(io.RawIOBase):  # not seekable: zipfile writes sizes behind the data
        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            return out.write(data)  # type: ignore[arg-type]

    with zipfile.ZipFile(Stream(), "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        for name, text in word_parts(para(run("{{预算}}"))).items():
            info = zipfile.ZipInfo(name, (1999, 12, 31, 23, 59, 58))
            info.compress_type, info.comment, info.external_attr = zipfile.ZIP_DEFLATED, b"note", 0o644 << 16
            info.extra = struct.pack("<2H4s", 0xCAFE, 4, b"abcd")
            archive.writestr(info, text)
        archive.writestr(zipfile.ZipInfo("图.png"), b"\x89PNG" * 50)
        archive.comment = "表".encode()
    form = out.getvalue()
    result = filled(tmp_path / "f.docx", form)
    before, after = raw_members(form), raw_members(result.content)
    assert {name for name in before if before[name] != after[name]} == {"word/document.xml"}
    with zipfile.ZipFile(io.BytesIO(result.content)) as archive:
        assert archive.testzip() is None
        assert archive.comment == "表".encode()
        assert archive.getinfo("图.png").compress_type == zipfile.ZIP_STORED
        assert archive.getinfo("word/document.xml").extra == struct.pack("<2H4s", 0xCAFE, 4, b"abcd")


def test_removed_and_changed_parts() -> None:
    package = package_of(zipped({"a.xml": "<a/>", "b.xml": "<b/>", "c.xml": "<c/>"}), "z")
    with zipfile.ZipFile(io.BytesIO(rewritten(package, {"c.xml": b"<new/>"}, {"b.xml"}))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {"a.xml": b"<a/>", "c.xml": b"<new/>"}


def refused(tmp_path: Path, content: bytes, ending: str = "docx") -> str:
    (tmp_path / f"f.{ending}").write_bytes(content)
    with pytest.raises(ImportFailed) as caught:
        read_form(tmp_path / f"f.{ending}")
    assert caught.value.remedy is not None
    assert f"f.{ending}" in caught.value.told("en")
    return caught.value.message.id


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "form.encrypted"),
        (OLE + "WordDocument".encode("utf-16-le"), "form.old_format"),
        (b"%PDF-1.7", "form.not_office"),
        (b"{\\rtf1 {{x}}}", "form.not_office"),
        (b"", "form.not_office"),
        (b"<html>{{x}}</html>", "form.not_office"),
        (b"PK\x03\x04" + bytes(50), "form.damaged"),
        (FORM[:-40], "form.damaged"),
        (
            zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "{{预算}}"}),
            "form.open_document",
        ),
        (zipped({"ppt/presentation.xml": "<a>{{预算}}</a>"}), "form.not_office"),
        (word(para(run("没有字段"))), "form.no_field"),
        (excel('<row r="1"><c r="A1"><v>1</v></c></row>'), "form.no_field"),
        (zipped(word_parts(para()) | {"WORD/DOCUMENT.XML": "<a/>"}), "form.damaged"),
    ],
)
def test_what_is_no_form_is_refused_by_what_it_is(tmp_path: Path, content: bytes, message: str) -> None:
    assert refused(tmp_path, content) == message


def test_broken_part_is_named(tmp_path: Path) -> None:
    parts = word_parts(para(run("{{预算}}")))
    parts["word/document.xml"] = parts["word/document.xml"].replace("</w:body>", "")
    assert refused(tmp_path, zipped(parts)) == "form.damaged_part"


@pytest.mark.parametrize("entity", ['<!DOCTYPE a [<!ENTITY b "c">]>', "<!DOCTYPE a SYSTEM 'file:///etc/passwd'>"])
def test_document_types_and_entities_are_refused(tmp_path: Path, entity: str) -> None:
    parts = word_parts(para(run("{{预算}}")))
    parts["word/document.xml"] = parts["word/document.xml"].replace("<w:document", entity + "<w:document", 1)
    assert refused(tmp_path, zipped(parts)) == "form.damaged_part"


def test_bomb_is_refused_without_being_unpacked(tmp_path: Path) -> None:
    bomb = word_parts(para(run("{{预算}}"))) | {"word/media/a.bin": "0" * 20_000_000}
    assert refused(tmp_path, zipped(bomb)) == "form.too_large"


def test_parts_that_share_their_bytes_are_refused(tmp_path: Path) -> None:
    """Overlapping members unpack to far more than the file's size (the bombs of D. Fifield, 2019)."""
    content = bytearray(zipped({"a": bytes(range(256)) * 40, "b": "y"}))
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        size = archive.getinfo("a").compress_size
    at = content.rindex(b"PK\x01\x02")
    struct.pack_into("<2L", content, at + 20, size * 9, 10_240)
    assert refused(tmp_path, bytes(content)) == "form.damaged"


def test_too_many_parts_and_too_large_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "f.docx").write_bytes(zipped({f"p{number}": "" for number in range(5_001)}))
    with pytest.raises(ImportFailed, match="5,001 parts"):
        read_form(tmp_path / "f.docx")
    with (tmp_path / "g.docx").open("wb") as stream:
        stream.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(ImportFailed, match="too large"):
        open_package(tmp_path / "g.docx")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(ImportFailed, match="no such file"):
        read_form(tmp_path / "none.docx")
    with pytest.raises(ImportFailed, match="folder"):
        read_form(tmp_path)


def test_encrypted_member_is_refused(tmp_path: Path) -> None:
    content = bytearray(FORM)
    content[content.rindex(b"PK\x01\x02") + 8] |= 1
    assert refused(tmp_path, bytes(content)) == "form.packed"


def with_part(kind: str, name: str) -> bytes:
    parts = word_parts(para(run("{{预算}}")))
    override = f'<Override PartName="/{name}" ContentType="{kind}"/></Types>'
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace("</Types>", override)
    return zipped(parts | {name: "x"})


def test_signed_form_is_not_filled(tmp_path: Path) -> None:
    signed = with_part(
        "application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml", "_xmlsignatures/sig1.xml"
    )
    with pytest.raises(ImportFailed, match="signature"):
        filled(tmp_path / "f.docx", signed)


def test_macros_are_copied_and_told(tmp_path: Path) -> None:
    form = with_part("application/vnd.ms-office.vbaProject", "word/vbaProject.bin")
    result = filled(tmp_path / "f.docm", form)
    assert [one.id for one in result.notices] == ["form.macros"]
    assert raw_members(result.content)["word/vbaProject.bin"] == raw_members(form)["word/vbaProject.bin"]


# ------------------------------------------------------------------------------------------------ writing
def test_form_itself_and_other_endings_are_refused_as_targets(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.docx", FORM)
    (tmp_path / "link.docx").symlink_to(tmp_path / "f.docx")
    for target in ("f.docx", "link.docx", "out.docm", "out"):
        with pytest.raises(InputError):
            write_form(result, tmp_path / target)
    assert (tmp_path / "f.docx").read_bytes() == FORM
    assert sorted(one.name for one in tmp_path.iterdir()) == ["f.docx", "link.docx"]


def test_nothing_is_left_where_the_target_cannot_be_written(tmp_path: Path) -> None:
    result = filled(tmp_path / "f.docx", FORM)
    (tmp_path / "out.docx").mkdir()
    with pytest.raises(ExportError):
        write_form(result, tmp_path / "out.docx")
    with pytest.raises(ExportError, match="does not exist"):
        write_form(result, tmp_path / "none" / "out.docx")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["f.docx", "out.docx"]


def test_copy_that_is_not_what_was_meant_gets_no_name(tmp_path: Path) -> None:
    import msgspec

    result = filled(tmp_path / "f.docx", FORM)
    parts = word_parts(para(run("300,000.00")), header1=para(run("改了")))
    for wrong in (zipped(parts), FORM, FORM[:-3]):
        with pytest.raises((ExportError, ImportFailed)):
            write_form(msgspec.structs.replace(result, content=wrong), tmp_path / "out.docx")
    assert not (tmp_path / "out.docx").exists()


def test_nothing_to_fill_is_said(tmp_path: Path) -> None:
    with pytest.raises(ImportFailed, match="课题编号"):
        filled(tmp_path / "f.docx", word(para(run("{{课题编号}}{{联系人}}"))), values())

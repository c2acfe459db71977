"""Names of files and targets that cannot be written: safe everywhere, whole or absent, and the fault says what to do."""

from __future__ import annotations

import errno
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from planner.documents.naming import file_name, joined_name
from planner.errors import ExportError
from planner.render import atomic, render
from tests.documents.field_reading import KINDS
from tests.documents.papers import paper, small

RESERVED = ("CON", "con", "Prn", "AUX", "NUL", "nul.txt", "COM1", "COM9.docx", "LPT3", "COM¹", "CONIN$")
FORBIDDEN = '<>:"/\\|?*'


@pytest.mark.parametrize("name", RESERVED)
def test_names_of_devices_are_no_file_names(name: str) -> None:
    stem = joined_name([name], "pdf").removesuffix(".pdf")
    assert stem == "_" + name


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("A/B:C", "A-B-C.pdf"),
        ("..\\..\\etc\\passwd", "-..-etc-passwd.pdf"),
        ("../../x", "-..-x.pdf"),
        ("末尾的点...", "末尾的点.pdf"),
        (" 前后空格 ", "前后空格.pdf"),
        ("第一行\r\n第二行\t三", "第一行_第二行_三.pdf"),
        ("\x00\x07", "document.pdf"),
        (".", "document.pdf"),
        ("", "document.pdf"),
        ("\u202egpj.exe", "gpj.exe.pdf"),
        ("\ud800半", "半.pdf"),
    ],
)
def test_what_no_system_takes_is_replaced(title: str, expected: str) -> None:
    assert joined_name([title], "pdf") == expected


@given(
    st.lists(st.text(st.characters(), max_size=150), max_size=4), st.sampled_from(["xlsx", "pdf", "docx", "txt", "svg"])
)
def test_every_name_is_safe_on_every_system(parts: list[str], kind: str) -> None:
    name = joined_name(parts, kind)
    stem = name.removesuffix(f".{kind}")
    assert stem and not set(name) & set(FORBIDDEN) and all(char >= " " and char != "\x7f" for char in name)
    assert len(name.encode()) <= 210  # ext4 and APFS take 255 bytes, NTFS 255 units
    assert stem == stem.strip(". ")
    assert stem.partition(".")[0].rstrip().casefold() not in {"con", "prn", "aux", "nul", "com1", "lpt1"}


def test_a_long_name_keeps_what_kind_of_paper_it_is() -> None:
    document = replace(paper("zh"), title="采购需求参数表", number="长" * 300, version="V1.2")
    assert file_name(document, "pdf").startswith("采购需求参数表_长")
    assert file_name(document, "pdf").endswith("…_V1.2.pdf")


@pytest.mark.parametrize("kind", KINDS)
def test_a_paper_is_written_under_any_title(tmp_path: Path, kind: str) -> None:
    for title in ("A/B:C", "CON", "末尾的点.", "长" * 400, "\x00", "😀" if kind != "pdf" else "★"):
        document = small("x", title=title)
        target = tmp_path / file_name(document, kind)
        assert render(document, target, kind).bytes == target.stat().st_size


def fault(number: int) -> Any:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    return fail


FAULTS = {
    errno.ENOSPC: ("export.disk_full", "space"),
    errno.EDQUOT: ("export.disk_full", "space"),
    errno.EACCES: ("export.locked", "another name"),
    errno.EPERM: ("export.locked", "another name"),
    errno.EROFS: ("export.locked", "another folder"),
    errno.ENAMETOOLONG: ("export.long_name", "shorter"),
    errno.EIO: ("export.os_error", "another name"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("number", FAULTS)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_target_that_cannot_be_written_keeps_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, number: int, step: str
) -> None:
    """Open in Excel, locked, disk full while writing or at the last moment: the old file is whole, nothing is beside it."""
    target = tmp_path / f"采购.{kind}"
    target.write_bytes(b"old")
    if step == "fsync":
        monkeypatch.setattr(atomic.os, "fsync", fault(number))
    else:
        monkeypatch.setattr(Path, "replace", fault(number))
    with pytest.raises(ExportError) as caught:
        render(small("x"), target, kind)
    message, remedy = FAULTS[number]
    told = caught.value.told("en")
    assert caught.value.message.id == message
    assert str(target) in told and remedy in told
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert target.read_bytes() == b"old"


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_one_may_not_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    real = Path.open

    def guarded(self: Path, mode: str = "r", *args: Any, **more: Any) -> Any:
        if "x" in mode or "w" in mode:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))
        return real(self, mode, *args, **more)

    monkeypatch.setattr(Path, "open", guarded)
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / f"a.{kind}", kind)
    assert caught.value.message.id == "export.locked"
    assert list(tmp_path.iterdir()) == []


def test_a_name_longer_than_the_system_takes(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / ("x" * 300 + ".pdf"), "pdf")
    assert caught.value.message.id == "export.long_name"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_cannot_be_read_back_is_told_under_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    broken = {"pdf": b"%PDF-1.7 half", "txt": b"\xff\xfe\xff"}.get(kind, b"PK\x03\x04 half")
    monkeypatch.setattr("planner.render.rendered", lambda *_: broken)
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / f"a.{kind}", kind)
    assert caught.value.place == str(tmp_path / f"a.{kind}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_same_paper_gives_the_same_bytes(tmp_path: Path, kind: str, language: str) -> None:
    for name in ("a", "b"):
        render(paper(language, rows=20, draft=True), tmp_path / f"{name}.{kind}", kind)  # type: ignore[arg-type]
    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()
    if kind in ("xlsx", "docx"):
        with zipfile.ZipFile(tmp_path / f"a.{kind}") as archive:
            assert len({info.date_time for info in archive.infolist()}) == 1

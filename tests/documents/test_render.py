"""The one entry: files are there whole, checked, or not at all; errors say what to do."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from planner.documents.texts import clean, clean_text
from planner.errors import ExportError
from planner.render import RenderedFile, atomic, render
from planner.render.verify import verify_pdf, verify_xlsx
from tests.documents.papers import paper, small


@pytest.mark.parametrize("kind", ["xlsx", "pdf"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_paper_is_written_and_described(tmp_path: Path, kind: str, language: str) -> None:
    target = tmp_path / f"参数表.{kind}"
    made = render(paper(language, rows=12), target, kind)  # type: ignore[arg-type]
    assert made == RenderedFile(
        path=str(target),
        kind=kind,
        language=language,
        audience="external",
        bytes=target.stat().st_size,  # type: ignore[arg-type]
    )
    assert [entry.name for entry in tmp_path.iterdir()] == [target.name]


@pytest.mark.parametrize("kind", ["xlsx", "pdf"])
def test_twice_the_same_bytes(tmp_path: Path, kind: str) -> None:
    for name in ("a", "b"):
        render(paper("zh", rows=12), tmp_path / f"{name}.{kind}", kind)
    assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


@pytest.mark.parametrize("kind", ["xlsx", "pdf"])
def test_control_characters_are_left_out_and_counted(tmp_path: Path, kind: str) -> None:
    made = render(small("第一行\x0b第二行\x07\x00"), tmp_path / f"a.{kind}", kind)
    # The text stands in a paragraph and in a cell; \x0b is a line end, \x07 and \x00 go.
    assert [(notice.id, notice.values["count"]) for notice in made.notices] == [("export.removed", 4)]


def test_cleaning_keeps_everything_visible() -> None:
    assert clean_text("a\r\nb\tc\u2028d") == ("a\nb c\nd", 0)
    assert clean_text("A\u200bB\ufeff\u202eC\ud800\x85") == ("ABC\n", 4)
    document = paper("zh")
    same, removed = clean(document)
    assert same == document and removed == 0 and same is document


def test_unknown_format(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / "a.odt", "odt")
    assert "odt" in str(caught.value)


def failing(number: int) -> Any:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "export.disk_full"),
        (errno.EACCES, "export.locked"),
        (errno.EROFS, "export.locked"),
        (errno.EIO, "export.os_error"),
    ],
)
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_nothing_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str, step: str
) -> None:
    target = tmp_path / "a.xlsx"
    target.write_bytes(b"old")
    if step == "fsync":
        monkeypatch.setattr(atomic.os, "fsync", failing(number))
    else:
        monkeypatch.setattr(Path, "replace", failing(number))
    with pytest.raises(ExportError) as caught:
        render(small("x"), target, "xlsx")
    assert caught.value.message.id == said
    assert caught.value.place == str(target)
    assert caught.value.remedy is not None
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.xlsx"]
    assert target.read_bytes() == b"old"


def test_missing_folder_and_folder_as_target(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / "no" / "a.pdf", "pdf")
    assert caught.value.message.id == "export.no_folder"
    (tmp_path / "a.pdf").mkdir()
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / "a.pdf", "pdf")
    assert caught.value.message.id == "export.is_folder"
    (tmp_path / "file").write_text("x")
    with pytest.raises(ExportError):
        render(small("x"), tmp_path / "file" / "a.pdf", "pdf")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a.pdf", "file"]


def test_a_full_device(tmp_path: Path) -> None:
    with pytest.raises(OSError) as caught, open("/dev/full", "wb") as stream:  # noqa: PTH123
        stream.write(b"x")
    error = atomic.write_error(tmp_path / "a", caught.value)
    assert error.message.id == "export.disk_full"


def test_an_old_file_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")
    render(small("x"), target, "pdf")
    assert target.read_bytes().startswith(b"%PDF")


def test_a_damaged_file_never_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner.render.rendered", lambda *_: b"PK\x03\x04 not a workbook")
    with pytest.raises(ExportError) as caught:
        render(small("x"), tmp_path / "a.xlsx", "xlsx")
    assert caught.value.message.id == "export.damaged"
    assert list(tmp_path.iterdir()) == []


def test_verification_sees_lost_text_and_broken_files(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    render(small("有的字"), target, "pdf")
    verify_pdf(target, ["有的字"])
    with pytest.raises(ExportError) as caught:
        verify_pdf(target, ["没有的字句"])
    assert caught.value.message.id == "export.text_lost"
    target.write_bytes(b"%PDF-1.4 broken")
    with pytest.raises(ExportError):
        verify_pdf(target, [])
    target.write_bytes(b"nothing")
    with pytest.raises(ExportError):
        verify_xlsx(target)


def test_the_target_keeps_the_usual_permissions(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("x")
    render(small("x"), tmp_path / "a.pdf", "pdf")
    assert (tmp_path / "a.pdf").stat().st_mode == plain.stat().st_mode


def test_heavy_libraries_are_not_loaded_with_the_package() -> None:
    import subprocess
    import sys

    code = "import sys, planner.render, planner.documents.model; print([n for n in ('reportlab','xlsxwriter','pypdfium2') if n in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_very_long_names(tmp_path: Path) -> None:
    target = tmp_path / ("长" * 80 + ".pdf")
    assert render(replace(small("x"), title="长" * 300), target, "pdf").bytes > 0

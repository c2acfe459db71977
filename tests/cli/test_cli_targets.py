"""Every command that writes says the same of a folder where a file belongs, of a missing folder and of a wrong ending."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import Done, run

FILES = (
    (("plan", "survey", "{plan}", "--out"), "survey.xlsx"),
    (("plan", "new", "--template", "lab-a", "--out"), "plan.lpplan"),
    (("plan", "edit", "{plan}", "--set", "title=X", "--out"), "plan.lpplan"),
    (("plan", "export", "{plan}"), "plan.lpplan"),
    (("tender", "style", "--out"), "style.txt"),
    (("form", "fill", "{plan}", "none.docx", "--out"), "filled.docx"),
    (("catalog", "export"), "catalog.zip"),
    (("backup",), "labprocure-backup.db"),
)


def tried(command: tuple[str, ...], plan: Path, target: Path, lang: str = "en") -> Done:
    return run(*(word.format(plan=plan) for word in command), target, "--lang", lang)


@pytest.mark.parametrize(("command", "example"), FILES)
def test_a_folder_is_no_file(command: tuple[str, ...], example: str, plan: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    done = tried(command, plan, folder)
    assert done.code == 4
    assert "This is a folder" in done.err and f"such as {folder / example}" in done.err
    assert "这是文件夹" in tried(command, plan, folder, "zh").err
    assert not list(folder.iterdir())


@pytest.mark.parametrize(("command", "example"), FILES)
def test_a_missing_folder_is_named(command: tuple[str, ...], example: str, plan: Path, tmp_path: Path) -> None:
    done = tried(command, plan, tmp_path / "none" / example)
    assert done.code == 4
    assert f"The folder {tmp_path / 'none'} is not there." in done.err and "Make the folder first" in done.err


@pytest.mark.parametrize(
    "command", [("tender", "export", "{plan}", "--out"), ("plan", "pictures", "{plan}", "--out"), ("demo", "--out")]
)
def test_a_file_is_no_folder(command: tuple[str, ...], plan: Path, tmp_path: Path) -> None:
    file = tmp_path / "there.txt"
    file.write_text("kept", encoding="utf-8")
    done = tried(command, plan, file)
    assert done.code == 4 and "a folder is needed" in done.err
    assert file.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("ending", ["xlsx", "docx", "pdf", "txt"])
def test_a_plan_is_not_written_under_the_ending_of_another_kind(ending: str, plan: Path, tmp_path: Path) -> None:
    target = tmp_path / f"x.{ending}"
    done = run("plan", "edit", plan, "--set", "title=X", "--out", target, "--lang", "en")
    assert done.code == 3 and f".{ending}" in done.err and ".lpplan" in done.err
    assert not target.exists()


def test_a_sheet_without_an_ending_says_which_there_are(plan: Path, tmp_path: Path) -> None:
    done = run("plan", "survey", plan, "--out", tmp_path / "sheet", "--lang", "en")
    assert done.code == 3 and "Give it the ending .xlsx, .pdf, .docx." in done.err

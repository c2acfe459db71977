"""A file that is written under a name without an ending gets the ending of its kind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from desktop_app.window import prompts
from planner.messages import msg

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.main_window import MainWindow

TITLE = msg("test.save", "Back up")
FILES = msg("test.files", "Workspaces (*.db)")


def answered(name: str, *, taken: bool = True) -> Callable[[QFileDialog], int]:
    def run(dialog: QFileDialog) -> int:
        field = dialog.findChild(QLineEdit)
        assert isinstance(field, QLineEdit)
        field.setText(name)
        return int(taken)

    return run


@pytest.mark.parametrize(("typed", "written"), [("bk", "bk.db"), ("bk.db", "bk.db"), ("bk.sqlite", "bk.sqlite")])
def test_a_name_without_an_ending_gets_one(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, written: str
) -> None:
    monkeypatch.setattr(QFileDialog, "exec", answered(str(tmp_path / typed)))
    assert prompts.save_file(window.bench, window, TITLE, "labprocure-2026.db", FILES) == tmp_path / written


def test_what_is_proposed_stays_and_nothing_chosen_writes_nothing(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed = str(tmp_path / "labprocure-2026.db")
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: 1)
    assert prompts.save_file(window.bench, window, TITLE, proposed, FILES) == Path(proposed)
    monkeypatch.setattr(QFileDialog, "exec", answered("bk", taken=False))
    assert prompts.save_file(window.bench, window, TITLE, proposed, FILES) is None

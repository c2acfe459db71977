"""Qt's own file dialog speaks the window's language whole, and begins among the user's documents."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QTreeView

from desktop_app.window import prompts
from desktop_app.window.qt_texts import speak_qt
from planner.messages import msg

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow


def texts_of(dialog: QFileDialog) -> list[str]:
    tree = dialog.findChild(QTreeView)
    assert tree is not None
    model = tree.model()
    heads = [str(model.headerData(at, Qt.Orientation.Horizontal)) for at in range(model.columnCount())]
    labels = [one.text() for one in dialog.findChildren(QLabel)]
    buttons = [one.text() or one.toolTip() for one in dialog.findChildren(QAbstractButton)]
    return [one for one in (*heads, *labels, *buttons) if one]


def test_the_dialog_for_folders_is_chinese_throughout(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    try:
        assert speak_qt("zh")
        dialog = QFileDialog(None, "选择", str(tmp_path))
        qtbot.addWidget(dialog)
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.show()
        found = texts_of(dialog)
        assert [one for one in found if re.search("[A-Za-z]{2}", one)] == []
        assert "大小" in found and "体积" not in found and "位置(&L)：" in found
        tree = dialog.findChild(QTreeView)
        assert tree is not None
        model, root = tree.model(), tree.rootIndex()
        qtbot.waitUntil(lambda: model.rowCount(root) == 1)
        assert model.index(0, 2, root).data() == "文件夹"
    finally:
        speak_qt("en")


def test_a_folder_is_looked_for_among_the_documents(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(_parent: object, _title: str, start: str) -> str:
        asked.append(start)
        return ""

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", ask)
    title = msg("purchase.folder", "Folder for the papers")
    assert prompts.choose_folder(window.bench, window, title) is None
    assert prompts.choose_folder(window.bench, window, title, "/somewhere") is None
    assert asked[0] == prompts.documents() and Path(asked[0]).is_dir()
    assert asked[0] in (
        QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation),
        str(Path.home()),
    )
    assert asked[1] == "/somewhere"


def test_a_file_is_proposed_among_the_documents(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def ask(_parent: object, _title: str, start: str, _kinds: str) -> tuple[str, str]:
        asked.append(start)
        return "", ""

    def run(dialog: QFileDialog) -> int:
        asked.extend(dialog.selectedFiles())
        return 0

    monkeypatch.setattr(QFileDialog, "exec", run)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
    title = msg("purchase.style.title", "Style file of your papers")
    prompts.save_file(window.bench, window, title, "style.txt")
    prompts.save_file(window.bench, window, title, str(tmp_path / "style.txt"))
    prompts.open_file(window.bench, window, title)
    assert asked == [str(Path(prompts.documents()) / "style.txt"), str(tmp_path / "style.txt"), prompts.documents()]

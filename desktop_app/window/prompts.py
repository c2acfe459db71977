"""The only opener of file dialogs and of boxes that block: they are asked for here, and replaced in tests."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, SignalInstance
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop_app.window.parts.plain import keyless
from desktop_app.window.workbench import Workbench
from planner.messages import Message, msg

PLAN_FILES = msg("prompt.plan_files", "Plans (*.lpplan)")


def documents() -> str:
    """Return the folder of the user's documents, the home folder where there is none: no dialog begins in the program's."""
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return place if place and Path(place).is_dir() else str(Path.home())


def open_file(bench: Workbench, parent: QWidget, title: Message, kinds: Message = PLAN_FILES) -> Path | None:
    """Ask for a file to open; None where nothing was chosen."""
    name, _ = QFileDialog.getOpenFileName(parent, bench.text(title), documents(), bench.text(kinds))
    return Path(name) if name else None


def save_file(
    bench: Workbench, parent: QWidget, title: Message, proposed: str, kinds: Message = PLAN_FILES
) -> Path | None:
    """Ask where to write a file; None where nothing was chosen. The dialog asks before it names one that is there.

    A name without an ending gets that of ``proposed``: without it no list and no dialog would show the file again.
    """
    start = Path(documents()) / proposed  # a whole path stays as it is
    dialog = QFileDialog(parent, bench.text(title), str(start.parent), bench.text(kinds))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setDefaultSuffix(start.suffix)  # before it asks: what would be replaced is the file that is written
    dialog.selectFile(str(start))
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return Path(chosen[0]) if chosen else None


def choose_folder(bench: Workbench, parent: QWidget, title: Message, proposed: str = "") -> Path | None:
    """Ask for a folder; None where nothing was chosen."""
    name = QFileDialog.getExistingDirectory(parent, bench.text(title), proposed or documents())
    return Path(name) if name else None


def choose(
    bench: Workbench,
    parent: QWidget,
    question: Message,
    choices: tuple[Message, ...],
    over: SignalInstance | None = None,
) -> int | None:
    """Ask which of a few ways to take, only where data would be lost by a wrong one; None for none of them.

    The question goes by itself, with None, when ``over`` tells that there is nothing left to ask.
    """
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(bench.text(msg("window.title", "LabProcure")))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(bench.text(question))
    buttons = [box.addButton(keyless(bench.text(one)), QMessageBox.ButtonRole.AcceptRole) for one in choices]
    box.addButton(bench.text(msg("prompt.cancel", "Cancel")), QMessageBox.ButtonRole.RejectRole)
    if over is not None:
        over.connect(box.reject)
    box.exec()
    if over is not None:
        over.disconnect(box.reject)
    pressed = box.clickedButton()
    return buttons.index(pressed) if pressed in buttons else None

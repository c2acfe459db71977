"""The editors inside a table's cell: a field with its echo floating below, and a drop-down."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.floating import Echo
from desktop_app.window.parts.reading import Reader, Understood, instead
from planner.errors import InputError


class CellEdit(Field):
    """A field over a cell. An emptied one is understood as '' or refused, as its reader says."""

    def __init__(self, reader: Reader, language: str, *, right: bool, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self.setProperty("part", "cell")
        self.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        self._reader = reader
        self._language = language
        self._before = ""
        self._echo = Echo(self)
        self.destroyed.connect(self._echo.deleteLater)  # not when hidden: the cell may come into sight again
        self.understood: Understood | None = None
        self._fault: InputError | None = None
        self.textEdited.connect(self._read)

    def start(self, text: str) -> None:
        """Begin with what the cell holds."""
        self._before = text
        self.setText(text)

    @property
    def changed(self) -> bool:
        """Tell whether something else stands here than at the start."""
        return self.text() != self._before

    @property
    def rejected(self) -> bool:
        """Tell whether what stands here was changed and is not understood."""
        return self.changed and self._fault is not None

    @property
    def echo(self) -> str:
        """Return what is said below."""
        return self._echo.text

    def say_again(self) -> None:
        """Say once more what was understood, or what to write instead."""
        self._read(self.text())

    def _read(self, text: str) -> None:
        self.understood = self._fault = None
        try:
            self.understood = self._reader(text, self._language)
        except InputError as fault:
            self._fault = fault
        good = self._fault is None
        if self._fault is not None:
            said = instead(self._fault, self._language)
        else:
            said = f"= {self.understood.echo}" if self.understood is not None and self.understood.echo else ""
        self.set_state("" if good else "rejected")
        self.setAccessibleDescription(said)
        self._echo.say(said, good=good)

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the echo along."""
        self._echo.hide()
        super().hideEvent(event)


class CellChoice(ChoiceBox):
    """A drop-down over a cell."""

    def __init__(self, choices: Iterable[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.show_choices(choices)

"""The editors inside a table's cell: a field with its echo floating below, and a drop-down."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.window.parts.answers import Answers
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.floating import Echo
from desktop_app.window.parts.reading import AskedError, Reader, Understood, instead
from planner.errors import InputError
from planner.messages import render


class CellEdit(Field):
    """A field over a cell. An emptied one is understood as '' or refused, as its reader says.

    A text with two readings is asked about below: nothing is taken until one of them is picked, by a click or with ↓.
    """

    def __init__(self, reader: Reader, language: str, *, right: bool, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self.setProperty("part", "cell")
        self.setAlignment(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
        self._reader = reader
        self._language = language
        self._before = ""
        self._echo = Echo(self)
        self.destroyed.connect(self._echo.deleteLater)  # not when hidden: the cell may come into sight again
        self._answers: Answers | None = None
        self._offered: tuple[str, ...] = ()
        self.understood: Understood | None = None
        self._fault: InputError | None = None
        self.textEdited.connect(self._typed)

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
        return self._echo.text or (self.accessibleDescription() if self._fault is not None else "")

    def say_again(self) -> None:
        """Say once more what was understood, or what to write instead."""
        self._read(self.text())

    @property
    def answers(self) -> tuple[str, ...]:
        """Return the readings that are offered, the likely one first; () where nothing is asked."""
        return self._offered

    def pick(self, answer: str) -> None:
        """Put one of the readings offered into the field, written so that it has one reading only."""
        self.setText(answer)
        self.setModified(True)
        self.setFocus(Qt.FocusReason.OtherFocusReason)  # a click on an answer must not end the edit
        self._read(answer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """↓ and ↑ go through the readings that are offered, from the likely one on."""
        keys = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if self._offered and event.key() in keys and not self.composing:
            there = self.text() in self._offered
            at = self._offered.index(self.text()) + keys[Qt.Key(event.key())] if there else 0
            self.pick(self._offered[at % len(self._offered)])
            return
        super().keyPressEvent(event)

    def _typed(self, text: str) -> None:
        self._offered = ()
        self._read(text)

    def _read(self, text: str) -> None:
        self.understood = self._fault = None
        try:
            self.understood = self._reader(text, self._language)
        except AskedError as asked:
            self._fault, self._offered = asked, asked.answers
            self._ask(asked)
            return
        except InputError as fault:
            self._fault = fault
        self._hide_answers()
        good = self._fault is None
        if self._fault is not None:
            said = instead(self._fault, self._language)
        else:
            said = f"= {self.understood.echo}" if self.understood is not None and self.understood.echo else ""
        self.set_state("" if good else "rejected")
        self.setAccessibleDescription(said)
        self._echo.say(said, good=good)

    def _ask(self, asked: AskedError) -> None:
        """Show the readings below the field; the text stays as it was typed."""
        if self._answers is None:
            self._answers = Answers(self)
            self._answers.picked.connect(self.pick)
            self.destroyed.connect(self._answers.deleteLater)
        said = instead(asked, self._language)
        self.set_state("")
        self._echo.say("", good=True)
        self.setAccessibleDescription(f"{render(asked.message, self._language)} {said}")
        self._answers.offer(asked.answers, said)

    def _hide_answers(self) -> None:
        if self._answers is not None:
            self._answers.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """Take the echo along."""
        self._echo.hide()
        self._hide_answers()
        super().hideEvent(event)


class CellChoice(ChoiceBox):
    """A drop-down over a cell."""

    def __init__(self, choices: Iterable[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.show_choices(choices)

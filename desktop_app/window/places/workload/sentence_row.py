"""One line to say who runs what: below it what was understood, what is assumed, and what was not understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services.entry_words import Echo, echo_of_sentence, read_words
from desktop_app.services.sentence_cleaning import cleaned_sentence
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import ElidedLabel
from desktop_app.window.wording import Wording
from planner.messages import Message, msg
from planner.workload.two_jobs import Sentence

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_HINT = msg("words.hint", "Say who runs what: 12 students fine-tune 7B with QLoRA, twice a week, 3 hours")

_LONGEST = 2000  # a pasted list of jobs
_ADD = msg("words.add", "Add this job")
_ADD_ALL = msg("words.add_all", "Add these jobs")
_NEVERTHELESS = msg("words.add_nevertheless", "Add nevertheless")


class SentenceRow(QWidget):
    """``taken`` brings the readings of a sentence that was entered; the line is cleared by whoever takes it.

    Enter adds only what was understood as a whole; with numbers or people left over the button has to be pressed.
    """

    taken = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._reading: Sentence | None = None
        self._echo: Echo | None = None
        self.field = Field()
        self.field.setObjectName("workload-sentence")
        self.field.setMaxLength(_LONGEST)
        self._wording.put(self.field.setPlaceholderText, _HINT)
        self._wording.put(self.field.setAccessibleName, msg("words.name", "Who runs what, in a sentence"))
        self.field.textChanged.connect(self._read)
        self.field.returnPressed.connect(self._enter)
        self.field.escaped.connect(self.clear)
        self._add = Button(kind="plain")
        self._add.setObjectName("workload-sentence-add")
        self._add.clicked.connect(self._take)
        self._add.setEnabled(False)
        self._lines = {
            "understood": ElidedLabel(size="caption", tone="text"),
            "assumed": ElidedLabel(size="caption", tone="warn"),
            "unread": ElidedLabel(size="caption", tone="error"),
        }
        for name, line in self._lines.items():
            line.setObjectName(f"workload-sentence-{name}")
            line.hide()
        self._lay_out()
        self._say()

    def _lay_out(self) -> None:
        self.setProperty("part", "sheet")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 6, 12, 6)
        column.setSpacing(2)
        column.addLayout(row)
        for line in self._lines.values():
            column.addWidget(line)

    def clear(self) -> None:
        """Empty the line."""
        self.field.clear()

    def put(self, text: str) -> None:
        """Show a text that was pasted elsewhere, ready to be added or changed."""
        self.field.setText(cleaned_sentence(text))
        self.field.setFocus()

    def retranslate(self) -> None:
        """Say the echo in the new language."""
        self._say()

    def _read(self, text: str) -> None:
        self._reading = read_words(text, self._bench.desk.store) if text.strip() else None
        self._say()

    def _say(self) -> None:
        self._echo = None
        self._add.setText(self._bench.text(_ADD))
        if self._reading is None:
            for line in self._lines.values():
                line.hide()
            self._add.setEnabled(False)
            self.field.set_state("")
            return
        found = self._echo = echo_of_sentence(self._reading, self._bench.desk.store, self._bench.language)
        self._show(
            "understood", msg("words.understood", "Understood: {words}", words=found.understood), found.understood
        )
        self._show("assumed", msg("words.assumed", "Assumed: {words}", words=found.assumed), found.assumed)
        self._show("unread", _unread(found), found.unread or ("-" if not found.usable else ""))
        self._add.setText(
            self._bench.text(_ADD if found.whole and found.jobs == 1 else _ADD_ALL if found.whole else _NEVERTHELESS)
        )
        self._add.setEnabled(found.usable)
        self.field.set_state("" if found.usable else "rejected")

    def _show(self, name: str, said: Message, wanted: str) -> None:
        line = self._lines[name]
        line.setText(self._bench.text(said))
        line.setVisible(bool(wanted))

    def _enter(self) -> None:
        if self._echo is not None and self._echo.whole:
            self._take()

    def _take(self) -> None:
        if self._reading is not None and self._echo is not None and self._echo.usable:
            self.taken.emit(self._reading.readings)


def _unread(found: Echo) -> Message:
    if found.mixed:
        return msg(
            "words.two_jobs",
            "There are two jobs in this sentence: say one after the other, each with its people or model.",
        )
    if found.usable and not found.whole:
        return msg(
            "words.lost",
            "Not understood: {words}. Enter adds nothing: say it otherwise, or press the button.",
            words=found.unread,
        )
    if found.usable:
        return msg("words.unread", "Not understood: {words}", words=found.unread)
    if not found.unread:
        return msg("words.no_work", "Name the work too: chat, fine-tune, course lab, detection, video, FP64, edge …")
    return msg(
        "words.nothing",
        "Not understood: {words}. Name the work: chat, fine-tune, course lab, detection, video, FP64, edge …",
        words=found.unread,
    )

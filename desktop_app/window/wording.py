"""Texts of a widget that follow the language of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.window.workbench import Workbench
from planner.messages import Labelled, Message


class Wording(QObject):
    """Keeps setters with their messages and says them again when the language changes; lives with its widget."""

    def __init__(self, bench: Workbench, owner: QWidget) -> None:
        """Listen to ``bench`` as long as ``owner`` lives."""
        super().__init__(owner)
        self._bench = bench
        self._texts: dict[object, tuple[Callable[[str], object], Message | Labelled]] = {}
        bench.language_changed.connect(self.say)

    def put(self, setter: Callable[[str], object], said: Message | Labelled) -> None:
        """Say ``said`` through ``setter``, now and in every language to come; the last message of a setter counts."""
        self._texts[setter] = (setter, said)
        setter(self._bench.text(said))

    def name(self, widget: QWidget, said: Message | Labelled) -> None:
        """Give a widget the name that is read aloud, and the same as its tooltip where it has none."""
        self.put(widget.setAccessibleName, said)
        if not widget.toolTip():
            self.put(widget.setToolTip, said)

    def say(self) -> None:
        """Say every text again."""
        for setter, said in self._texts.values():
            setter(self._bench.text(said))

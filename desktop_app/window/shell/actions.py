"""The commands of the window: one table of name, words, shortcut and icon, from which menus and palette are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from desktop_app.window.wording import Wording
from desktop_app.window.workbench import Workbench
from planner.messages import Message, msg


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """A command: ``shortcut`` as Qt spells it; ``needs_plan`` greys it while no plan lies on the bench.

    ``words`` are others that people look for it by, in both languages.
    """

    name: str
    title: Message
    icon: str = ""
    shortcut: str = ""
    needs_plan: bool = False
    words: str = ""


COMMANDS = (
    Command(name="new", title=msg("command.new", "New plan…"), icon="add", shortcut="Ctrl+Shift+N"),
    Command(name="open", title=msg("command.open", "Open file…"), icon="open", shortcut="Ctrl+O"),
    Command(name="save_copy", title=msg("command.save_copy", "Save a copy…"), shortcut="Ctrl+Shift+S", needs_plan=True),
    Command(
        name="export", title=msg("command.export", "Export papers…"), icon="export", shortcut="Ctrl+E", needs_plan=True
    ),
    Command(name="undo", title=msg("command.undo", "Undo"), icon="undo", shortcut="Ctrl+Z", needs_plan=True),
    Command(name="redo", title=msg("command.redo", "Redo"), icon="redo", shortcut="Ctrl+Y", needs_plan=True),
    Command(
        name="history", title=msg("command.history", "History"), icon="history", shortcut="Ctrl+H", needs_plan=True
    ),
    Command(name="search", title=msg("command.search", "Search and commands"), icon="search", shortcut="Ctrl+K"),
    Command(name="filter", title=msg("command.filter", "Filter this place"), icon="filter", shortcut="Ctrl+F"),
    Command(name="add", title=msg("command.add", "Add to this place"), icon="add", shortcut="Ctrl+N"),
    Command(name="findings", title=msg("command.findings", "Findings"), shortcut="F8", needs_plan=True),
    Command(
        name="survey_out",
        title=msg("command.survey_out", "Export the survey sheet…"),
        icon="note",
        needs_plan=True,
        words="场地调查表 勘查 现场 问卷 导出 site survey sheet questionnaire",
    ),
    Command(
        name="survey_in",
        title=msg("command.survey_in", "Read a filled survey sheet…"),
        icon="import",
        needs_plan=True,
        words="场地调查表 勘查 现场 答复 回答 导入 读回 site survey answers import",
    ),
    Command(
        name="wire",
        title=msg("command.wire", "Plan the wiring"),
        icon="plug",
        needs_plan=True,
        words="接线规划 插座 回路 布线 走线 配电 wiring planner cords sockets",
    ),
    Command(name="rename_plan", title=msg("command.rename_plan", "Rename this plan"), needs_plan=True),
    Command(name="duplicate_plan", title=msg("command.duplicate_plan", "Duplicate this plan"), needs_plan=True),
    Command(name="remove_plan", title=msg("command.remove_plan", "Delete this plan"), icon="remove", needs_plan=True),
    Command(name="language", title=msg("command.language", "中文 / English"), shortcut="Ctrl+Shift+L"),
    Command(name="theme", title=msg("command.theme", "Light or dark"), shortcut="Ctrl+Shift+D"),
    Command(name="help", title=msg("command.help", "Help"), icon="help", shortcut="F1"),
    Command(name="quit", title=msg("command.quit", "Quit"), shortcut="Ctrl+Q"),
)


class Actions(Mapping[str, QAction]):
    """The commands as actions of the window, by name."""

    def __init__(self, bench: Workbench, owner: QWidget) -> None:
        """Make one action for each command; ``connect`` says what it does."""
        self._bench = bench
        self._wording = Wording(bench, owner)
        self._actions = {one.name: self._make(one, owner) for one in COMMANDS}
        bench.plan_replaced.connect(self.show_plan)
        bench.plan_changed.connect(self.show_plan)
        bench.language_changed.connect(self.show_plan)
        self.show_plan()

    def _make(self, command: Command, owner: QWidget) -> QAction:
        action = QAction(owner)
        action.setObjectName(f"command-{command.name}")
        if command.shortcut:
            action.setShortcut(QKeySequence(command.shortcut))
        self._wording.put(action.setText, command.title)
        owner.addAction(action)
        return action

    def connect(self, name: str, work: Callable[[], object]) -> None:
        """Let a command do ``work`` (a bound method: it must outlive nothing)."""
        self._actions[name].triggered.connect(work)

    def show_plan(self, change: object = None) -> None:
        """Grey what cannot be done now, and name the steps that undo and redo would take."""
        for command in COMMANDS:
            if command.needs_plan:
                self._actions[command.name].setEnabled(self._bench.has_plan)
        text = self._bench.text
        undoable, redoable = self._bench.step_text("undo"), self._bench.step_text("redo")
        self._actions["undo"].setEnabled(bool(undoable))
        self._actions["redo"].setEnabled(bool(redoable))
        undo = msg("command.undo.step", "Undo: {label}", label=undoable) if undoable else COMMANDS[4].title
        redo = msg("command.redo.step", "Redo: {label}", label=redoable) if redoable else COMMANDS[5].title
        self._actions["undo"].setText(text(undo))
        self._actions["redo"].setText(text(redo))
        for name in ("undo", "redo", "history", "help"):
            action = self._actions[name]
            action.setToolTip(f"{action.text()} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})")

    def __getitem__(self, name: str) -> QAction:
        """Return an action by its name."""
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._actions)

    def __len__(self) -> int:
        """Return the number of commands."""
        return len(self._actions)

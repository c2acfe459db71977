"""The backups of the workspace: when they were made, what is in the one that is marked, and putting it back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from desktop_app.services.backups import (
    BackupRow,
    backup_row,
    backup_rows,
    put_back,
    remember_backup,
    told_contents,
    told_put_back,
)
from desktop_app.window import prompts
from desktop_app.window.models.record_model import RecordColumn, RecordModel, RecordRow
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import HeadCell, TextCell
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from pathlib import Path

    from db.backup import Restored
    from desktop_app.window.workbench import Workbench

BACKUP_FILES = msg("settings.backup.files", "Workspaces (*.db)")
_ANY = msg("backups.files", "Backups (*.db *.db.*)")
_ROW = 28
_MOST_ROWS = 6


class BackupsPanel(QWidget):
    """A list with the newest above; the workspace that is replaced is itself kept as a backup."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._rows: list[BackupRow] = []
        self._model = RecordModel(self._columns(), self)
        self._table = RecordTable()
        self._table.setObjectName("backups-table")
        self._table.setModel(self._model)
        self._table.pasted.connect(bench.tell_no_paste)
        self._table.current_moved.connect(self._look_into)
        for at, column in enumerate(self._model.columns):
            self._table.setColumnWidth(at, column.width)
        self._table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._wording.put(self._table.setAccessibleName, msg("backups.table", "Backups of the workspace"))
        self._told = label(size="caption", tone="text2", wrap=True)
        self._told.setObjectName("backups-contents")
        self._told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._restore = self._button("restore", "primary", msg("backups.put_back", "Put this state back"))
        self._restore.clicked.connect(self._put_back_marked)
        self._other = self._button("other", "plain", msg("backups.other", "Another file…"))
        self._other.clicked.connect(self._choose)
        hint = label(size="caption", tone="text3", wrap=True)
        self._wording.put(hint.setText, msg("backups.hint", "The workspace as it is now is kept as a backup first."))
        buttons = QHBoxLayout()
        buttons.addWidget(self._restore)
        buttons.addWidget(self._other)
        buttons.addWidget(hint, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._table)
        layout.addWidget(self._told)
        layout.addLayout(buttons)

    def _button(self, name: str, kind: str, said: Message) -> Button:
        made = Button(kind=kind)  # type: ignore[arg-type]
        made.setObjectName(f"backups-{name}")
        self._wording.put(made.setText, said)
        return made

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return (
            RecordColumn(key="when", head=HeadCell(text=text(msg("backups.when", "Made"))), width=150),
            RecordColumn(key="what", head=HeadCell(text=text(msg("backups.what", "Backup"))), width=300),
            RecordColumn(key="size", head=HeadCell(text=text(msg("backups.size", "Size")), right=True), width=90),
        )

    def retranslate(self) -> None:
        """Say heads and rows in the new language."""
        self._model.show_heads(self._columns())
        self._fill()

    def show_list(self) -> None:
        """Read anew which backups there are."""
        self._rows = list(backup_rows(self._bench.desk))
        self._fill()

    def _fill(self) -> None:
        self._model.show_rows([self._row(one) for one in self._rows])
        shown = max(1, min(len(self._rows), _MOST_ROWS))
        self._table.setFixedHeight((shown + 1) * _ROW + 8)
        self._table.setVisible(bool(self._rows))
        if self._rows:
            at = self._table.currentIndex().row()
            self._table.go_to(at if 0 <= at < len(self._rows) else 0)
        self._look_into()

    def _row(self, one: BackupRow) -> RecordRow:
        reason = self._bench.text(one.reason)
        cells = (
            TextCell(text=one.when),
            TextCell(text=reason, detail=one.name),
            TextCell(text=one.size, right=True, tone="text2"),
        )
        return RecordRow(
            id=str(one.path),
            cells=cells,
            texts=(one.when, f"{reason} {one.name}", one.size),
            tips=("", str(one.path), ""),
        )

    def _marked(self) -> BackupRow | None:
        at = self._table.currentIndex().row()
        return self._rows[at] if 0 <= at < len(self._rows) else None

    def _look_into(self, *_where: object) -> None:
        """Say what is in the backup that is marked; one that is not sound cannot be put back."""
        one = self._marked()
        self._restore.setEnabled(False)
        if one is None:
            none = msg("backups.none", "No backup lies beside the workspace or where backups were written.")
            self._told.setText(self._bench.text(none))
            return
        try:
            self._told.setText(told_contents(one.path, self._bench.language))
        except PlannerError as fault:
            said = [fault.message, fault.remedy]
            self._told.setText("\n".join(self._bench.text(each) for each in said if each is not None))
            return
        self._restore.setEnabled(True)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        """Take a file from elsewhere into the list."""
        file = prompts.open_file(self._bench, self, msg("backups.choose", "Choose a backup"), _ANY)
        if file is None:
            return
        row = backup_row(file)
        if row is None:
            said = msg("backups.foreign", "{file} is no backup of a workspace.", file=file.name)
            self._bench.tell(Notice(text=said, tone="warning"))
            return
        try:
            remember_backup(self._bench.desk, file)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
        self._rows = [row, *(one for one in self._rows if one.path != row.path)]
        self._fill()
        self._table.go_to(0)

    def _put_back_marked(self) -> None:
        one = self._marked()
        if one is not None:
            self._put_back(one.path)

    def _put_back(self, file: Path) -> None:
        """Put a backup back and offer the way back to what it replaced."""
        if self._bench.jobs.running:
            said = msg("backups.busy", "Something is still being written. Wait for its end, then put the backup back.")
            self._bench.tell(Notice(text=said, tone="warning"))
            return
        done: list[Restored] = []
        fault = self._bench.change_workspace(lambda: done.append(put_back(self._bench.desk, file)))
        self.show_list()
        if fault is not None:
            self._bench.tell_fault(fault)
            return
        kept = done[0].kept
        back = None if kept is None else partial(self._put_back, kept)
        label_back = msg("backups.undo", "Back to the one before")
        said = told_put_back(done[0])
        self._bench.tell(Notice(text=said, tone="done", label=label_back if back else None, action=back))

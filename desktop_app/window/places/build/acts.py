"""What people do to whole lines of the table: add from the catalog, paste, duplicate, replace, remove."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from desktop_app.services import build_edits
from desktop_app.services.line_catalog import model_words
from desktop_app.window.models.record_model import ID_ROLE, RecordModel
from desktop_app.window.notice import Notice
from desktop_app.window.parts.record_table import RecordTable
from planner.messages import Labelled, msg, render
from planner.plan.document import Line

if TYPE_CHECKING:
    from desktop_app.window.places.build.picker import ItemPicker
    from desktop_app.window.places.place import Place


class LineActs(QObject):
    """Answers keys and menu of the table with one edit each, and brings a new line into sight."""

    def __init__(self, place: Place, table: RecordTable, model: RecordModel) -> None:
        super().__init__(place)
        self._place = place
        self._bench = place.bench
        self._table = table
        self._model = model
        self._picker: ItemPicker | None = None
        self._replacing = ""
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._offer)
        table.pasted.connect(self._paste)
        table.deleted.connect(self._delete)
        table.cleared.connect(self._clear)

    # --- the catalog -------------------------------------------------------------------------------------------------

    def start_adding(self) -> None:
        """Open the catalog to choose what is added."""
        self._replacing = ""
        self._open_picker()

    def _open_picker(self, kind: str = "", text: str = "") -> None:
        if self._picker is None:
            from desktop_app.window.places.build.picker import ItemPicker

            self._picker = ItemPicker(self._bench, self._place)
            self._picker.taken.connect(self._take)
            self._picker.empty_asked.connect(self._add_empty)
        self._picker.open_for(kind, text)

    def _take(self, item_id: str) -> None:
        """Add a line for a catalog row, or put the row behind the line that was to get another."""
        catalog = self._bench.desk.store.catalog
        item = catalog.get(item_id)
        line = self._line(self._replacing)
        if line is not None:
            self._bench.do(build_edits.replace_edit(self._bench.alternative, line, item))
            self._place.reveal(line.id)
            return
        name, edit = build_edits.add_item_edit(self._bench.alternative, item, catalog.prices_of(item_id))
        if self._bench.do(edit):
            self._place.reveal(name)

    def _add_empty(self) -> None:
        title = build_edits.empty_title("other")
        words = Labelled(zh=render(title, "zh"), en=render(title, "en"))
        name, edit = build_edits.add_empty_edit(self._bench.alternative, "other", words)
        if self._bench.do(edit):
            self._place.reveal(name)

    # --- lines that are marked ---------------------------------------------------------------------------------------

    def _line(self, name: str) -> Line | None:
        return next((line for line in self._bench.alternative.lines if line.id == name), None)

    def _selected(self) -> list[str]:
        found = [self._model.rows[row].id for row in self._table.selected_rows()]
        return [name for name in found if self._line(name) is not None]

    def _delete(self, rows: object = None) -> None:
        names = self._selected()
        titles = tuple(line.title for name in names if (line := self._line(name)) is not None)
        if names and self._bench.do(build_edits.remove_edit(self._bench.alternative.id, names)):
            said = msg("build.removed", "Removed: {names}", names=titles)
            undo = msg("command.undo", "Undo")
            self._bench.tell(Notice(text=said, label=undo, action=self._bench.undo, until_change=True))

    def _clear(self, cells: object = None) -> None:
        """Empty the cells that are selected, as one step; say what cannot be empty."""
        from desktop_app.services.clearing import cleared

        chosen = [
            (self._model.rows[row].id, self._model.columns[column].key)
            for row, column in self._table.selected_cells()
            if self._line(self._model.rows[row].id) is not None
        ]
        if not chosen:
            return
        found = cleared(self._bench.alternative, chosen)
        done = found.edit is not None and self._bench.do(found.edit)
        if found.kept is not None and (done or found.edit is None):
            self._bench.tell(Notice(text=found.kept, detail=found.remedy))

    def _duplicate(self) -> None:
        names = self._selected()
        if names:
            self._bench.do(build_edits.duplicate_edit(self._bench.alternative, names))

    def _replace(self) -> None:
        line = next((one for name in self._selected() if (one := self._line(name)) is not None), None)
        if line is not None:
            self._replacing = line.id
            item = self._bench.plan.item_of(line.item)
            if item is None:  # a line of somebody's list: its model is what is looked for
                self._open_picker(text=model_words(line.title.zh))
            else:
                self._open_picker(item.kind)

    def _offer(self, spot: QPoint) -> None:
        menu = QMenu(self._place)
        for text, key, slot in (
            (msg("build.duplicate", "Duplicate"), "", self._duplicate),
            (msg("build.replace", "Another catalog row…"), "", self._replace),
            (msg("build.clear", "Empty the cells"), "\tDel", self._clear),
            (msg("build.remove.lines", "Remove the lines"), "\tCtrl+Del", self._delete),
        ):
            action = QAction(self._bench.text(text) + key, menu)
            action.setEnabled(bool(self._selected()))
            action.triggered.connect(slot)
            menu.addAction(action)
        menu.addSeparator()
        order = QAction(self._bench.text(msg("build.sort", "Sort by this column")), menu)
        order.setEnabled(self._table.currentIndex().isValid())
        order.triggered.connect(self._order)
        menu.addAction(order)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._table.viewport().mapToGlobal(spot))

    def _order(self) -> None:
        self._table.turn_order(self._table.currentIndex().column())

    # --- blocks ------------------------------------------------------------------------------------------------------

    def _without_heads(self, rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        """Return what was copied here as a block of numbers without the heads above it; whole lines are read by their heads."""
        heads = [self._table.head_text(at) for at in range(len(self._model.columns))]
        is_block = len(rows) > 1 and all(cell in heads[1:] for cell in rows[0])
        return rows[1:] if is_block else rows

    def _paste(self, rows: object) -> None:
        """Paste a block: numbers into the cells under the cursor, names as new lines at the end."""
        from desktop_app.services.pasting import pasted

        index = self._table.currentIndex()
        assert isinstance(rows, tuple)
        rows = self._without_heads(rows)
        column = self._model.columns[index.column()].key if index.isValid() else ""
        at = index.row() if self._line(str(index.data(ID_ROLE) or "")) is not None else len(self._model.rows)
        below = [
            row.id for row in self._model.rows[at:] if not row.group
        ]  # as a person sees them, not as the plan has them
        before = {line.id for line in self._bench.alternative.lines}
        bench = self._bench
        if not bench.paste(lambda: pasted(bench.plan, bench.alternative, rows, column, below, bench.desk.store)):
            return
        first = next((line.id for line in self._bench.alternative.lines if line.id not in before), "")
        if first:
            self._place.reveal(first)

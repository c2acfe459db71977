"""The place Catalog: search what there is, see each value with its source, and add it to the plan."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QSplitter, QVBoxLayout, QWidget

from desktop_app.services import build_edits, catalog_list
from desktop_app.services.picking import KINDS
from desktop_app.services.row_names import row_label
from desktop_app.window.models.record_model import RecordColumn, RecordModel, RecordRow
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.cells import GroupCell, HeadCell, OriginCell, TextCell
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.column_room import size_columns
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.catalog.model import COLUMNS, CatalogModel
from desktop_app.window.places.place import Place
from planner.errors import PlannerError
from planner.messages import begun, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_WAIT_MS = 60
_FIRST_KIND = "accelerator"  # what most people come to look for; rentals would fill the first pages
_NO_GOODS = ("model",)
_NAME_WIDTH = 210  # a name may be cut below that
_FIRST_TO_GO = ("quality", "sale", "price", "bandwidth")  # all of it stands beside the list
_WIDEST = {0: 206, 1: 190}
_LIST_WIDEST = {1: 120, 7: 120}  # maker and what is on sale
_MARKED = (8,)  # how well it is known
_ROOM_FOR_SOURCES = 620


class CatalogPlace(Place):
    """The list at the left, one row with all its values at the right."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._shown = ""
        self._sort, self._descending = "", False
        self._model = CatalogModel(bench, self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_WAIT_MS)
        self._timer.timeout.connect(self._search)
        self._field = Field()
        self._field.setObjectName("catalog-field")
        self._field.setClearButtonEnabled(True)
        self.wording.put(
            self._field.setPlaceholderText, msg("picker.hint", "Search the catalog: name, maker, 80G, pinyin")
        )
        self.wording.put(self._field.setAccessibleName, msg("picker.field", "Search the catalog"))
        self._kind = ChoiceBox()
        self._kind.setObjectName("catalog-kind")
        self._kind.chosen.connect(self._search)
        self.wording.put(self._kind.setAccessibleName, msg("picker.kind", "Kind"))
        self._count = label(size="caption", tone="text2")
        self._table = self._make_table()
        self._values = RecordModel(self._value_columns(), self)
        self._title = label(size="title", bold=True, wrap=True)
        self._add = Button(kind="primary")
        self._add.setObjectName("catalog-add")
        self._add.clicked.connect(self._add_to_plan)
        self.wording.put(self._add.setText, msg("catalog.add", "Add to the plan"))
        self._field.textChanged.connect(self._wait)
        self._lay_out()
        self._model.sort_asked.connect(self._order)

    def _make_table(self) -> RecordTable:
        table = RecordTable()
        table.setObjectName("catalog-table")
        table.setModel(self._model)
        table.set_sortable()
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # it has the columns that fit
        table.current_moved.connect(self._show_row)
        self.wording.put(table.setAccessibleName, msg("picker.table", "Catalog rows"))
        return table

    def _value_columns(self) -> tuple[RecordColumn, ...]:
        text = self.bench.text
        return (
            RecordColumn(key="name", head=HeadCell(text=text(msg("catalog.value.name", "Value"))), width=120),
            RecordColumn(key="value", head=HeadCell(text="", right=True), width=90),
            RecordColumn(key="origin", head=HeadCell(text=text(msg("catalog.quality", "Known"))), width=76),
            RecordColumn(key="source", head=HeadCell(text=text(msg("catalog.source", "Source and day"))), width=110),
        )

    def _lay_out(self) -> None:
        row = QWidget()
        row.setProperty("part", "tab_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(48)
        tools = QHBoxLayout(row)
        tools.setContentsMargins(16, 0, 12, 0)
        self._field.setFixedWidth(320)
        tools.addWidget(self._field)
        tools.addWidget(self._kind)
        tools.addWidget(self._count)
        tools.addStretch(1)
        detail = QWidget()
        detail.setProperty("part", "panel")
        detail.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(detail)
        column.setContentsMargins(16, 12, 12, 12)
        column.addWidget(self._title)
        self._value_table = RecordTable(row="row_compact")
        self._value_table.setObjectName("catalog-values")
        self._value_table.setModel(self._values)
        self.wording.put(self._value_table.setAccessibleName, msg("catalog.values", "Values of this row"))
        self._value_table.current_moved.connect(self._show_source)
        self._source = label(size="caption", tone="text2", wrap=True)
        self._source.setObjectName("catalog-source")
        self._source.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self._value_table, 1)
        column.addWidget(self._source)
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignRight)
        split = QSplitter()
        split.setChildrenCollapsible(False)
        split.addWidget(self._table)
        split.addWidget(detail)
        split.setSizes([790, 504])
        split.splitterMoved.connect(self._size_columns)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(row)
        layout.addWidget(split, 1)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the list; the plan decides only whether something can be added."""
        if self._kind.count() != len(KINDS):
            self._show_kinds()
            self._kind.show_key(_FIRST_KIND)
        if not self._model.ids and not self._field.text():
            self._search()
        self._allow()

    def retranslate(self) -> None:
        """Say heads, kinds and rows in the new language."""
        self._show_kinds()
        self._values.show_heads(self._value_columns())
        self._model.retranslate()
        self._size_columns()
        self._fill_detail()
        self._say_count()

    def _show_kinds(self) -> None:
        self._kind.show_choices([(key, self.bench.text(word)) for key, word in KINDS.items()], self._kind.key)

    def _wait(self) -> None:
        self._timer.start()

    def _order(self, key: str, descending: bool) -> None:
        self._sort, self._descending = key, descending
        self._search()

    def _search(self, kind: str = "") -> None:
        """Show what field and kind find, in the order asked for."""
        self._timer.stop()
        store = self.bench.desk.store
        found = catalog_list.ids(store, self._field.text(), self._kind.key, self._sort, self._descending)
        self._model.show_ids(found)
        self._size_list()
        self._say_count()
        if found:
            self._table.go_to(found.index(self._shown) if self._shown in found[:400] else 0, 0)
        else:
            self._shown = ""
            self._fill_detail()

    def _say_count(self) -> None:
        count = len(self._model.ids)
        said = (
            msg("catalog.count", "{count} rows", count=count)
            if count
            else msg("catalog.nothing", "Nothing found for “{query}”", query=self._field.text())
        )
        self._count.setText(self.bench.text(said))

    def _show_row(self, row: int, column: int) -> None:
        if 0 <= row < len(self._model.ids) and self._model.ids[row] != self._shown:
            self._shown = self._model.ids[row]
            self._fill_detail()

    def _fill_detail(self) -> None:
        self._allow()
        if not self._shown:
            self._title.clear()
            self._values.show_rows(())
            self._show_source()
            return
        try:
            found = catalog_list.detail(self.bench.desk.store, self._shown, self.bench.language)
        except PlannerError as fault:
            self.bench.tell_fault(fault)
            return
        self._title.setText(found.title)
        rows = [self._value_row(at, one) for at, one in enumerate(found.values)]
        if found.prices:
            title = self.bench.text(msg("catalog.prices", "Prices seen"))
            head = GroupCell(text=title, count=str(len(found.prices)))
            rows.append(RecordRow(id="prices", cells=(head, None, None, None), texts=(title, "", "", ""), group=True))
            rows += [self._value_row(len(found.values) + at, one) for at, one in enumerate(found.prices)]
        self._values.show_rows(rows)
        if rows:
            self._value_table.go_to(0, 0)
        self._size_values()
        self._show_source()

    def _show_source(self, *_where: object) -> None:
        """Say the source of the value that is marked in full: it is what a number is trusted for."""
        at = self._value_table.currentIndex().row()
        rows = self._values.rows
        source = rows[at].texts[3] if 0 <= at < len(rows) and not rows[at].group else ""
        self._source.setText(source)
        self._source.setVisible(bool(source))

    def _size_values(self) -> None:
        """Leave the sources out where they would be cut after a word: below stands that of the value marked, in full."""
        widths = [column.width for column in self._values.columns]
        wide = self._value_table.viewport().width() >= _ROOM_FOR_SOURCES
        self._value_table.setColumnHidden(3, not wide)
        head = self._value_table.horizontalHeader()
        mode = QHeaderView.ResizeMode.Interactive if wide else QHeaderView.ResizeMode.Stretch
        if head.sectionResizeMode(1) != mode:
            head.setSectionResizeMode(1, mode)
        size_columns(self._value_table, widths, widest=_WIDEST, stretch=3, marked=(2,))

    def _size_columns(self, *_moved: int) -> None:
        self._size_list()
        self._size_values()

    def _size_list(self) -> None:
        """Give the list the columns it has room for: the kind only where there are several, then the least telling go."""
        hidden = {"kind"} if self._kind.key else set()
        widths = [column[4] for column in COLUMNS]
        rooms = size_columns(self._table, widths, widest=_LIST_WIDEST, stretch=0, marked=_MARKED)
        room = self._table.viewport().width()
        for name in ("", *_FIRST_TO_GO):
            hidden |= {name}
            shown = [at for at, column in enumerate(COLUMNS) if column[0] not in hidden]
            if _NAME_WIDTH + sum(rooms[at] for at in shown if at) <= room:
                break
        for at, column in enumerate(COLUMNS):
            self._table.setColumnHidden(at, column[0] in hidden)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the columns for the new width, once list and values have theirs."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._size_columns)

    @staticmethod
    def _value_row(at: int, one: catalog_list.ValueRow) -> RecordRow:
        cells = (
            TextCell(text=begun(one.name), tone="text2"),
            TextCell(text=one.value, right=True, assumed=one.origin == "assumed"),
            OriginCell(origin=one.origin, word=one.origin_word),  # type: ignore[arg-type]
            TextCell(text=one.source, tone="text3"),
        )
        texts = (one.name, one.value, one.origin_word, one.source)
        return RecordRow(id=f"value-{at}", cells=cells, texts=texts, tips=(one.name, one.value, "", one.source))

    def _allow(self) -> None:
        row = self._model.row_at(self._table.currentIndex().row()) if self._shown and self._model.ids else None
        self._add.setEnabled(self.bench.has_plan and row is not None and self._kind_of_shown() not in _NO_GOODS)

    def _kind_of_shown(self) -> str:
        try:
            return self.bench.desk.store.catalog.get(self._shown).kind if self._shown else ""
        except PlannerError:
            return ""

    # --- acts --------------------------------------------------------------------------------------------------------

    def reveal(self, subject: str) -> None:
        """Show a row of the catalog."""
        if subject not in self._model.ids:
            self._field.clear()
            self._kind.show_key("")
            self._search()
        if subject in self._model.ids:
            self._table.go_to(self._model.ids.index(subject), 0)
            self._table.setFocus()

    def seek(self) -> bool:
        """Put the focus into the search field."""
        self._field.setFocus()
        self._field.selectAll()
        return True

    def start_adding(self) -> bool:
        """Add the row that is shown to the plan."""
        if self._add.isEnabled():
            self._add_to_plan()
        return True

    def _add_to_plan(self) -> None:
        catalog = self.bench.desk.store.catalog
        item = catalog.get(self._shown)
        name, edit = build_edits.add_item_edit(self.bench.alternative, item, catalog.prices_of(item.id))
        if self.bench.do(edit):
            said = msg(
                "catalog.added",
                "{name} was added to {alternative}.",
                name=row_label(item),
                alternative=self.bench.alternative.title,
            )
            self.bench.tell(
                Notice(
                    text=said,
                    tone="done",
                    label=msg("catalog.show", "Show it"),
                    action=partial(self.bench.go, "build", name),
                )
            )

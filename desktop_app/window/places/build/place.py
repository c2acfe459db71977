"""The place Build: alternatives as tabs, the lines of one as a spreadsheet in groups, and sums at the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services import build_edits
from desktop_app.services.build_order import ordered_lines
from desktop_app.services.build_table import BuildLine, build_lines
from desktop_app.services.clearing import cleared
from desktop_app.services.finding_words import matches
from desktop_app.services.plugging import feed_choices, feed_edit
from desktop_app.services.price_sense import far_off, two_readings
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import FIGURE_ROLE, ID_ROLE, Editing, RecordModel
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.reading import asking, integer_reader, money_range_reader, name_reader, or_nothing
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.word_room import widen_for_states
from desktop_app.window.places.build.acts import LineActs
from desktop_app.window.places.build.alternatives import AlternativeTabs
from desktop_app.window.places.build.columns_menu import ColumnsMenu
from desktop_app.window.places.build.foot import BuildFoot
from desktop_app.window.places.build.line_panel import LinePanel
from desktop_app.window.places.build.rates import RatesBar
from desktop_app.window.places.build.rows import LineRows, columns
from desktop_app.window.places.place import Place
from planner.errors import PlannerError
from planner.figure import Figure
from planner.messages import Message, msg, render
from planner.plan.edits import Edit, SetValue

if TYPE_CHECKING:
    from desktop_app.window.places.build.import_page import ImportPage
    from desktop_app.window.workbench import Workbench
    from planner.catalog.items import PriceObservation
    from planner.money import Money
    from planner.plan.document import Line


_NARROW = 1200  # of the window's width


class BuildPlace(Place):
    """Lines of the alternative shown. Rows are prepared anew after each edit; the model tells only what changed."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._lines: dict[str, BuildLine] = {}
        self._folded: set[str] = set()
        self._prepared = LineRows()
        self._grouped = True
        self._tabs = AlternativeTabs(bench)
        self._foot = BuildFoot(bench)
        self._panel = LinePanel(bench)
        self._rates = RatesBar(bench)
        self._model = RecordModel(columns(bench.language), self)
        self._model.edit_with(self._editing)
        self._model.committed.connect(self._commit)
        self._table = self._make_table()
        self._acts = LineActs(self, self._table, self._model)
        self._sort = HeadSort(self._table, self._model, self._refill)
        self._empty = EmptyState(icon="build")
        self._empty.setObjectName("build-empty")
        self._empty.asked.connect(self.start_adding)
        self._pages = QStackedWidget()
        self._pages.addWidget(self._table)
        self._pages.addWidget(self._wrapped(self._empty))
        self._page: ImportPage | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self._tab_row(), self._tool_row(), self._rates, self._pages, self._panel, self._foot):
            layout.addWidget(widget)
        layout.setStretchFactor(self._pages, 1)
        self._columns_menu.restore()

    # --- widgets -----------------------------------------------------------------------------------------------------

    def _make_table(self) -> RecordTable:
        table = RecordTable(whole_rows=False)
        table.setObjectName("build-table")
        table.setModel(self._model)
        table.clear_on_ground()
        self.wording.put(table.setAccessibleName, msg("build.table", "Lines of this alternative"))
        for at, column in enumerate(self._model.columns):
            table.setColumnWidth(at, column.width)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.clicked.connect(self._explain)
        table.current_moved.connect(self._show_line)
        table.dropped.connect(self.bench.tell_dropped)
        table.group_toggled.connect(self._fold)
        return table

    @staticmethod
    def _wrapped(inner: QWidget) -> QWidget:
        page = QWidget()
        page.setProperty("part", "sheet")
        layout = QVBoxLayout(page)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.addWidget(inner)
        layout.addStretch(1)
        return page

    def _tab_row(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tab_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(48)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 12, 0)
        layout.addWidget(self._tabs, 1)
        return row

    def _tool_row(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tool_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(40)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(8)
        self._filter = Field()
        self._filter.set_lead("filter")
        self._filter.setObjectName("build-filter")
        self._filter.setFixedWidth(236)
        self._filter.setClearButtonEnabled(True)
        self._filter.textChanged.connect(self._refill)
        self._filter.escaped.connect(self._filter.clear)
        self.wording.put(self._filter.setPlaceholderText, msg("build.filter", "Filter: name, model, pinyin"))
        self.wording.put(self._filter.setAccessibleName, msg("build.filter.name", "Filter the lines"))
        self._group_button = self._tool("build-group", "group", self._toggle_groups)
        self._group_button.setCheckable(True)
        self._group_button.setChecked(True)
        self.wording.put(self._group_button.setText, msg("build.group", "By category"))
        self._columns_button = self._tool("build-columns", "columns", None)
        self._columns_menu = ColumnsMenu(self.bench, self._table, self._model, self)
        self._columns_button.setMenu(self._columns_menu)
        self.wording.put(self._columns_button.setText, msg("build.columns", "Columns"))
        self._details = self._tool("build-details", "eye", self._show_line)
        self._details.setCheckable(True)
        self._details.setChecked(True)
        self.wording.put(self._details.setText, msg("build.details", "Details"))
        layout.addWidget(self._filter)
        layout.addWidget(self._group_button)
        layout.addWidget(self._columns_button)
        layout.addWidget(self._details)
        layout.addStretch(1)
        layout.addWidget(self._adding("build-import", "", msg("build.import", "Import table…"), self._import))
        layout.addWidget(self._adding("build-add", "add", msg("build.add", "Add item"), self.start_adding))
        return row

    def _adding(self, name: str, drawing: str, said: Message, slot: Callable[[], object]) -> Button:
        made = Button(kind="plain")
        made.setObjectName(name)
        if drawing:
            made.set_icon(drawing)
        made.clicked.connect(slot)
        self.wording.put(made.setText, said)
        return made

    def _tool(self, name: str, drawing: str, slot: Callable[[], None] | None) -> Button:
        made = Button(kind="tool")
        made.setObjectName(name)
        made.set_icon(drawing)
        if slot is not None:
            made.clicked.connect(slot)
        return made

    # --- showing -----------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out the range of prices where the window is narrow."""
        super().resizeEvent(event)
        self._columns_menu.squeeze(self.window().width() < _NARROW)

    def show_plan(self) -> None:
        """Show the alternative on the bench."""
        self._table.set_language(self.bench.language)
        self._tabs.show_plan()
        self._refill()
        self._foot.show_plan()
        self._rates.show_plan()
        self._panel.show_plan()
        self._show_line()

    def retranslate(self) -> None:
        """Say heads and cells in the new language."""
        self._model.show_heads(columns(self.bench.language))
        if self._page is not None:
            self._page.retranslate()
        self.show_plan()

    def _refill(self) -> None:
        lines = build_lines(self.bench.assessment, self.bench.language)
        self._lines = {line.id: line for line in lines}
        shown = self._sort.ordered(lines, ordered_lines)
        rows = self._prepared.rows(shown, self.bench.language, self._folded, grouped=self._grouped, keep=self._kept)
        self._model.show_rows(rows)
        widen_for_states(self._table, rows, first=1)
        if self._pages.currentWidget() is not self._page:
            self._pages.setCurrentIndex(0 if lines else 1)
        if not lines:
            text = self.bench.text
            self._empty.show_words(
                text(msg("build.empty", "No lines yet")),
                text(msg("build.empty.why", "What is bought, rented or built stands here; all sums follow from it.")),
                text(msg("build.add", "Add item")),
            )

    def _show_line(self, _row: int = -1, _column: int = -1) -> None:
        """Show the fields of the marked line below the table, where they are wanted."""
        shown = self._details.isChecked() and (self._page is None or self._pages.currentWidget() is not self._page)
        row = str(self._table.currentIndex().data(ID_ROLE) or "") if shown else ""
        if row != self._panel.line:
            self._panel.show_line(row)

    def _kept(self, line: BuildLine) -> bool:
        return not self._filter.text() or matches(
            self._filter.text(), line.name, line.detail, line.maker, line.fund, line.stage
        )

    def reveal(self, subject: str) -> None:
        """Mark a line, unfolding its group."""
        line = self._lines.get(subject)
        if line is None:
            return
        if line.group in self._folded:
            self._folded.discard(line.group)
            self._refill()
        self._table.go_to(self._model.row_of(subject))
        self._table.setFocus()

    def seek(self) -> bool:
        """Put the focus into the filter."""
        self._filter.setFocus()
        return True

    # --- a table from a file -----------------------------------------------------------------------------------------

    def _import(self) -> None:
        """Ask for a table and show it in the place of the lines until it is taken or left."""
        if self._page is None:
            from desktop_app.window.places.build.import_page import ImportPage

            self._page = ImportPage(self.bench)
            self._page.closed.connect(self._leave_import)
            self._pages.addWidget(self._page)
        if self._page.ask():
            self._panel.show_line("")
            self._pages.setCurrentWidget(self._page)

    def _leave_import(self) -> None:
        self._pages.setCurrentIndex(0)
        self._refill()
        self._show_line()

    # --- editing cells -----------------------------------------------------------------------------------------------

    def _editing(self, row_id: str, column: str) -> Editing | None:
        line = self._lines.get(row_id)
        if line is None:
            return None
        after = render(msg("build.echo.tax", ", tax included"), self.bench.language)
        match column:
            case "name":
                return Editing(text=line.name, reader=name_reader())
            case "quantity":
                most_of = build_edits.most_pieces(line.price, build_edits.role_of(self.bench.alternative, row_id))
                reader = integer_reader(minimum=1, maximum=most_of)
                return Editing(text=str(line.quantity), reader=reader)
            case "price":
                text = f"{line.price.chosen:f}" if line.price.chosen is not None else ""
                most = build_edits.most_each(line.quantity)
                prices = money_range_reader(line.price.currency, maximum=most, after=after)
                reader = or_nothing(asking(prices, partial(self._readings, row_id)))
                return Editing(text=text, reader=reader)
            case "feed" if line.feed is not None:
                return Editing(text=line.feed_key, choices=self._feeds(row_id))
        return None

    def _feeds(self, line_id: str) -> tuple[tuple[str, str], ...]:
        one = self.bench.alternative
        line = next(each for each in one.lines if each.id == line_id)
        return feed_choices(self.bench.plan, one, line, self._loose(line_id), self.bench.language)

    def _loose(self, line_id: str) -> int:
        return self.bench.assessment.context.site.unplugged.get(line_id, 0)

    def _commit(self, row_id: str, column: str, value: object) -> None:
        one = self.bench.alternative
        line = next((each for each in one.lines if each.id == row_id), None)
        if line is None:
            return
        try:
            edit = self._edit_of(line.id, column, value)
        except PlannerError as fault:
            self.bench.tell_fault(fault)
            return
        if edit is not None and self.bench.do(edit) and column == "price" and isinstance(value, tuple):
            self._tell_far(line, *value)

    def _readings(self, line_id: str, text: str, value: tuple[Money, Money], language: str) -> tuple[str, ...]:
        """Return how a bare price may be meant, the likely reading first; () where it is sure."""
        line = next((one for one in self.bench.alternative.lines if one.id == line_id), None)
        if line is None or value[0] != value[1]:
            return ()
        return two_readings(line, text, value[0], self._seen(line), language)

    def _seen(self, line: Line) -> Iterable[PriceObservation]:
        """Return the prices observed of the row behind one piece of a line."""
        item = self.bench.plan.item_of(line.item or (line.card if line.cards_per_unit == 1 else ""))
        return self.bench.desk.store.catalog.prices_of(item.id) if item is not None else ()

    def _tell_far(self, line: Line, low: Money, high: Money) -> None:
        """Say at once that a typed price is far off those seen, with the way back."""
        if (said := far_off(line, low, high, self._seen(line))) is not None:
            undo = msg("command.undo", "Undo")
            notice = Notice(text=said, tone="warning", label=undo, action=self.bench.undo, until_change=True)
            self.bench.tell(notice)

    def _edit_of(self, line_id: str, column: str, value: object) -> Edit | None:
        one = self.bench.alternative
        line = next(each for each in one.lines if each.id == line_id)
        if column == "quantity" and isinstance(value, int):
            return build_edits.quantity_edit(one.id, line_id, value)
        if column == "price" and isinstance(value, tuple):
            return build_edits.price_edit(line, one.id, *value)
        if column == "price" and value is None:
            return cleared(one, [(line_id, column)]).edit
        if column == "feed":
            return feed_edit(one, line, str(value), self._loose(line_id))
        if column == "name" and str(value).strip():
            title = {"zh": str(value), "en": str(value)}
            return SetValue(path=f"{one.id}/{line_id}/title", value=title)
        return None

    # --- acts ---------------------------------------------------------------------------------------------------------

    def start_adding(self) -> bool:
        """Open the catalog to choose what is added."""
        self._acts.start_adding()
        return True

    def _explain(self, index: QModelIndex) -> None:
        """Explain the number that was clicked; a click on what was found shows it."""
        figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure):
            self.bench.explain(figure)
        line = self._lines.get(str(index.data(ID_ROLE) or ""))
        if line is not None and line.found and self._model.columns[index.column()].key == "check":
            self.bench.go("findings", line.id)

    # --- view --------------------------------------------------------------------------------------------------------

    def _fold(self, row: int) -> None:
        key = self._model.rows[row].id.removeprefix("group-")
        self._folded ^= {key}
        self._refill()
        self._table.keep_current(self._model.row_of(f"group-{key}"), 0)

    def _toggle_groups(self) -> None:
        self._grouped = self._group_button.isChecked()
        self._refill()

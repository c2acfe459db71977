"""The place Cost: the budget and what is left, the funds that carry the lines, and the prices of all alternatives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.costs import FundRow, add_fund_edit, fund_edit, fund_rows, ordered_funds, remove_funds_edit
from desktop_app.services.fields import field_view
from desktop_app.services.least_money import Least, planned_least
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import (
    FIGURE_ROLE,
    Editing,
    RecordColumn,
    RecordModel,
    RecordRow,
    below_current,
)
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.cells import Cell, HeadCell, StatusCell, TextCell
from desktop_app.window.parts.figure_label import FigureColumn, FigureLabel
from desktop_app.window.parts.reading import date_reader, money_reader, name_reader
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.places.cost.outlook import OutlookCard
from desktop_app.window.places.cost.running import RunningCard, side_by_side
from desktop_app.window.places.cost.sources import SourcesCard
from desktop_app.window.places.place import Place
from planner.figure import Figure
from planner.messages import Message, format_figure, format_number, msg
from planner.pictures.prices import prices_scene

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.pictures.scene import Spot

_FIELDS: tuple[tuple[str, Message], ...] = (
    ("budget/amount", msg("cost.budget", "Budget")),
    ("budget/contingency_rate", msg("cost.contingency", "Contingency")),
    ("budget/vat_rate", msg("cost.vat", "VAT where a line says none")),
)
_KEY_FIGURES: tuple[tuple[str, Message], ...] = (
    ("planned", msg("quantity.planned", "Total with contingency")),
    ("left", msg("quantity.left", "Left of the budget")),
    ("vat", msg("quantity.vat", "VAT in it")),
    ("planned_low", msg("quantity.planned_low", "Total at the lowest prices, with contingency")),
    ("planned_high", msg("quantity.planned_high", "Total at the highest prices, with contingency")),
)
_ROW = 28


class CostPlace(Place):
    """Cards of key figures, funds and the picture of price ranges."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._form = FieldForm(bench)
        self._figures: dict[str, FigureLabel] = {}
        self._column = FigureColumn()
        self._funds = RecordModel(self._columns(), self)
        self._funds.edit_with(self._editing)
        self._funds.committed.connect(self._commit)
        self._table = RecordTable()
        self._table.setObjectName("fund-table")
        self._table.setModel(self._funds)
        self._table.deleted.connect(self._remove)
        self._table.dropped.connect(bench.tell_dropped)
        self._table.pasted.connect(self._paste)
        self._table.clicked.connect(self._explain)
        self.wording.put(self._table.setAccessibleName, msg("cost.funds", "Funds"))
        for at, column in enumerate(self._funds.columns):
            self._table.setColumnWidth(at, column.width)
        self._table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._sort = HeadSort(self._table, self._funds, self._fill_funds)
        self._prices = SceneView()
        self._prices.setObjectName("cost-prices")
        self._prices.stand_whole()
        self._prices.pressed.connect(self._explain_spot)
        self._running = RunningCard(bench, self.wording)
        self._sources = SourcesCard(bench, self.wording)
        self._outlook = OutlookCard(bench, self.wording)
        self._lay_out()

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self.bench.text
        return (
            RecordColumn(key="title", head=HeadCell(text=text(msg("cost.fund", "Fund"))), width=220),
            RecordColumn(key="line", head=HeadCell(text=text(msg("cost.fund.line", "Budget line"))), width=110),
            RecordColumn(
                key="amount", head=HeadCell(text=text(msg("cost.fund.amount", "Amount")), right=True), width=120
            ),
            RecordColumn(
                key="spent", head=HeadCell(text=text(msg("cost.fund.spent", "Planned on it")), right=True), width=130
            ),
            RecordColumn(key="left", head=HeadCell(text=text(msg("cost.fund.left", "Left")), right=True), width=120),
            RecordColumn(key="latest", head=HeadCell(text=text(msg("cost.fund.latest", "Spend by"))), width=110),
            RecordColumn(key="state", head=HeadCell(text=text(msg("build.head.check", "Check"))), width=130),
        )

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("part", "scrolled")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        budget, funds, prices = Card(), Card(), Card()
        for key, _ in _KEY_FIGURES:
            made = FigureLabel(big=key in ("planned", "left"))
            made.setObjectName(f"cost-{key}")
            made.clicked.connect(self._explain_figure)
            self._figures[key] = made
            self._column.put(made)
        self._column.addStretch(1)
        budget.body.addLayout(side_by_side(self._form, self._column))
        funds.body.addWidget(self._table)
        add = Button(kind="plain", small=True)
        add.setObjectName("fund-add")
        add.set_icon("add")
        add.clicked.connect(self.start_adding)
        self.wording.put(add.setText, msg("cost.fund.add", "Add a fund"))
        funds.body.addWidget(add, 0, Qt.AlignmentFlag.AlignLeft)
        prices.body.addWidget(self._prices, 1)
        for card, said in (
            (budget, msg("cost.budget", "Budget")),
            (funds, msg("cost.funds", "Funds")),
        ):
            self.wording.put(card.title.setText, said)
            card.title.show()
            column.addWidget(card)
        column.addWidget(self._running)
        column.addWidget(self._sources)
        column.addWidget(self._outlook)
        column.addWidget(prices)  # the picture has a heading of its own
        column.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the money of the alternative on the bench."""
        self._form.show_fields([FieldSpec(path=path, name=name) for path, name in _FIELDS])
        for key, name in _KEY_FIGURES:
            shown = self._shown(key)
            text = ("≥ " if shown.more else "") + format_figure(shown.figure, self.bench.language)
            note = self.bench.value(shown.missing) if shown.more else ""
            known = shown.figure.value is not None and not shown.more
            self._figures[key].show_value(self.bench.text(name), text, known=known, note=note)
        self._column.line_up()
        self._running.show_plan()
        self._sources.show_plan()
        self._outlook.show_found(self._sources.found)
        self._table.set_language(self.bench.language)
        self._fill_funds()
        self._draw()

    def _shown(self, key: str) -> Least:
        context = self.bench.assessment.context
        return planned_least(context) if key == "planned" else Least(figure=getattr(context.money, key).figure)

    def _fill_funds(self) -> None:
        rows = fund_rows(self.bench.assessment, self.bench.desk.today, self.bench.language)
        self._funds.show_rows([self._row(one) for one in self._sort.ordered(rows, ordered_funds)])
        self._table.setFixedHeight((len(rows) + 1) * _ROW + 8)

    def _draw(self) -> None:
        session = self.bench.session
        if session is None:
            return
        assessments = [session.assessment(one.id) for one in session.plan.alternatives]
        self._prices.draw(partial(prices_scene, assessments, self.bench.language))

    def retranslate(self) -> None:
        """Say heads and pictures in the new language."""
        self._funds.show_heads(self._columns())
        self._sources.retranslate()
        self.show_plan()

    def _row(self, one: FundRow) -> RecordRow:
        spent = format_figure(one.spent.figure, self.bench.language)
        cells: tuple[Cell, ...] = (
            TextCell(text=one.title),
            TextCell(text=one.line_word),
            TextCell(text=one.amount, right=True),
            TextCell(text=spent, right=True),
            TextCell(text=one.left, right=True, bold=one.state == "error"),
            TextCell(text=one.latest or "—", tone="text" if one.latest else "disabled"),
            StatusCell(status=one.state, word=one.word),  # type: ignore[arg-type]
        )
        texts = (one.title, one.line_word, one.amount, spent, one.left, one.latest, one.word)
        figures = (None, None, None, one.spent.figure, None, None, None)
        return RecordRow(id=one.id, cells=cells, texts=texts, figures=figures)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _editing(self, fund: str, column: str) -> Editing | None:
        one = next((each for each in self.bench.plan.funds if each.id == fund), None)
        if one is None:
            return None
        if column == "title":
            return Editing(text=one.title, reader=name_reader())
        if column == "amount":
            return Editing(text=format_number(one.amount.amount), reader=money_reader(one.amount.currency))
        if column == "latest":
            return Editing(
                text=one.latest_spending.isoformat() if one.latest_spending else "",
                reader=date_reader(self.bench.desk.today, "latest_spending"),
            )
        if column == "line":
            path = f"funds/{fund}/budget_line"
            return Editing(text=one.budget_line, choices=field_view(self.bench.plan, path, self.bench.language).choices)
        return None

    def _commit(self, fund: str, column: str, value: object) -> None:
        edit = fund_edit(fund, column, value)
        if edit is not None:
            self.bench.do(edit)

    def start_adding(self) -> bool:
        """Add a fund."""
        name, edit = add_fund_edit(self.bench.plan)
        if self.bench.do(edit):
            self.reveal(name)
        return True

    def _paste(self, rows: object) -> None:
        """Paste a block: funds with their amounts and last days, or amounts into the rows from the marked one on."""
        from desktop_app.services.pasting_lists import pasted_funds

        assert isinstance(rows, tuple)
        column, below = below_current(self._table, self._funds)
        self.bench.paste(lambda: pasted_funds(self.bench.plan, rows, column, below))

    def _remove(self, rows: object) -> None:
        funds = [self._funds.rows[row].id for row in self._table.selected_rows()]
        if funds:
            self.bench.do(remove_funds_edit(funds))

    def reveal(self, subject: str) -> None:
        """Mark a fund, or put the focus into a field of the budget."""
        row = self._funds.row_of(subject)
        if row >= 0:
            self._table.go_to(row, 0)
            self._table.setFocus()
        else:
            fields = (one.field(subject) for one in (self._form, self._running, self._sources))
            field = next((one for one in fields if one is not None), None)
            if field is not None:
                field.setFocus()

    def _explain(self, index: QModelIndex) -> None:
        figure = index.data(FIGURE_ROLE)
        if isinstance(figure, Figure):
            self.bench.explain(figure)

    def _explain_figure(self) -> None:
        key = next((name for name, made in self._figures.items() if made is self.sender()), "planned")
        self.bench.explain(self._shown(key).figure)

    def _explain_spot(self, spot: Spot) -> None:
        figure = self.bench.assessment.figures().get(spot.key)
        if figure is not None:
            self.bench.explain(figure)

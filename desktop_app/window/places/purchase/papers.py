"""The tab Papers: what is to be written, what the drafts leave open, and the pages beside it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QVBoxLayout, QWidget

from desktop_app.services.house_style import style_at, write_example
from desktop_app.services.paper_brands import Refusal
from desktop_app.services.paper_versions import Existing, PapersThere
from desktop_app.services.purchasing_papers import (
    LANGUAGES,
    PAPERS,
    OpenPoint,
    Order,
    Outlook,
    PaperPages,
    Wanted,
    Work,
    last_folder,
    remember_folder,
    remember_order,
    remembered_order,
    there_question,
    told_written,
    written_name,
)
from desktop_app.window.models.record_model import RecordColumn, RecordModel, RecordRow
from desktop_app.window.notice import Notice, Tone
from desktop_app.window.parts.cells import HeadCell, StatusCell, TextCell
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.purchase.order_form import OrderForm
from desktop_app.window.places.purchase.outlook import OrderOutlook
from desktop_app.window.places.purchase.preview import PreviewPane
from desktop_app.window.prompts import choose, choose_folder, open_file, save_file
from desktop_app.window.wording import Wording
from planner.documents.house_style import HouseStyle
from planner.errors import PlannerError
from planner.messages import Message, msg
from planner.tender.over_money import money_warnings

if TYPE_CHECKING:
    from desktop_app.window.jobs import JobHandle
    from desktop_app.window.workbench import Workbench
    from planner.catalog.items import Item

_ORDER_WIDTH = 360
_STYLE_FILES = msg("purchase.style.files", "Style files (*.txt)")


class PapersView(QWidget):
    """Order and open points at the left, pages at the right. ``jump_asked`` brings an ``OpenPoint`` outside the pages."""

    jump_asked = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wording = Wording(bench, self)
        self._market: tuple[Item, ...] = ()
        self._points: tuple[OpenPoint, ...] = ()
        self._style = HouseStyle()
        self._work: Work | None = None
        self._job: JobHandle | None = None
        self._form = OrderForm(bench, remembered_order(bench.desk.store, bench.language))
        self._form.changed.connect(self._ordered)
        self._form.export_asked.connect(self.export)
        self._form.cancel_asked.connect(self.cancel)
        self._form.style_asked.connect(self._choose_style)
        self._form.example_asked.connect(self._save_example)
        self._form.settle_asked.connect(self._settle)
        self._outlook = OrderOutlook(bench, self)
        self._outlook.told.connect(self._form.show_refusals)
        self._preview = PreviewPane(bench)
        self._preview.chooser.chosen.connect(self._look_at)
        self._preview.set_anew.connect(self._show_points)
        self._model = RecordModel(self._columns(), self)
        self._open_title = label(bold=True)
        self._open_title.setContentsMargins(16, 8, 16, 6)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._left())
        layout.addWidget(_line())
        layout.addWidget(self._preview, 1)
        self._read_style(self._form.order)

    def _left(self) -> QWidget:
        left = QWidget()
        left.setProperty("part", "sheet")
        left.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        left.setFixedWidth(_ORDER_WIDTH)
        self._table = RecordTable(row="row_compact")
        self._table.setObjectName("purchase-open")
        self._table.setModel(self._model)
        self._wording.put(
            self._table.setAccessibleName, msg("purchase.open.table", "Points that the draft leaves open")
        )
        for at, column in enumerate(self._model.columns):
            self._table.setColumnWidth(at, column.width)
        self._table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self._table.clicked.connect(self._jump)
        self._table.pasted.connect(self._bench.tell_no_paste)
        self._table.activated.connect(self._jump)
        self._table.selectionModel().currentChanged.connect(self._show_point)
        self._detail = label(size="caption", wrap=True)
        self._detail.setObjectName("purchase-open-detail")
        self._detail.setContentsMargins(16, 6, 16, 8)
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.hide()
        layout = QVBoxLayout(left)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._form)
        self._money = label(size="caption", tone="warn", wrap=True)
        self._money.setObjectName("purchase-over-money")
        self._money.setContentsMargins(16, 0, 16, 10)
        self._money.hide()
        layout.addWidget(self._money)
        line = _line()
        line.setFixedHeight(1)
        layout.addWidget(line)
        layout.addWidget(self._open_title)
        layout.addWidget(self._table, 1)
        layout.addWidget(self._detail)
        return left

    def _columns(self) -> tuple[RecordColumn, ...]:
        text = self._bench.text
        return (
            RecordColumn(key="where", head=HeadCell(text=text(msg("purchase.open.where", "Where"))), width=112),
            RecordColumn(key="what", head=HeadCell(text=text(msg("purchase.open.what", "What"))), width=140),
            RecordColumn(key="state", head=HeadCell(text=text(msg("purchase.open.state", "State"))), width=84),
        )

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self, market: tuple[Item, ...]) -> None:
        """Show the papers of the alternative on the bench."""
        self._market = market
        self._show_money()
        self._show_choices()
        self._look_at(self._preview.chooser.key)

    def leave(self) -> None:
        """Set no pages while nobody looks; what is being written goes on."""
        self._preview.leave()
        self._outlook.leave()

    def retranslate(self) -> None:
        """Say everything in the new language."""
        self._model.show_heads(self._columns())
        self._form.retranslate()
        self._preview.retranslate()
        self._show_money()
        self._show_choices()
        self._show_points(self._preview.paper)

    def _show_money(self) -> None:
        """Say before the export where ceilings are above the money."""
        said = [self._bench.text(one) for one in money_warnings(self._bench.assessment)]
        self._money.setText("\n".join(said))
        self._money.setVisible(bool(said))

    def _show_choices(self) -> None:
        order = self._form.order
        languages = [one for one, _ in LANGUAGES if one in order.languages] or [self._bench.language]
        choices = [
            (f"{kind.key}/{language}", written_name(kind, language, self._bench.language))
            for kind in PAPERS
            for language in languages
        ]
        keys = [key for key, _ in choices]
        wanted = [f"{kind}/{languages[0]}" for kind in order.documents if kind == "book"]
        before = self._preview.chooser.key
        self._preview.chooser.show_choices(choices, before if before in keys else (*wanted, keys[0])[0])

    def _look_at(self, key: str) -> None:
        document, _, language = key.partition("/")
        found = next((one for one, _ in LANGUAGES if one == language), self._bench.language)
        self._preview.want(Wanted(document=document, language=found, style=self._style), self._market)
        bench = self._bench
        self._outlook.look(
            Outlook(
                assessment=bench.assessment,
                market=self._market,
                order=self._form.order,
                style=self._style,
                today=bench.desk.today,
            )
        )

    def _settle(self, refusal: object) -> None:
        """Go to what keeps a paper from being written."""
        assert isinstance(refusal, Refusal)
        self._bench.go(refusal.place, refusal.subject)

    def _show_points(self, paper: object) -> None:
        self._points = paper.points_in(self._bench.language) if isinstance(paper, PaperPages) else ()
        self._model.show_rows([_row(at, one) for at, one in enumerate(self._points)])
        said = msg("purchase.open", "Still open in this draft: {count}", count=len(self._points))
        none = msg("purchase.open.none", "Nothing is open in this draft")
        self._open_title.setText(self._bench.text(said if self._points else none))
        self._show_point(self._table.currentIndex())

    def _show_point(self, index: QModelIndex, _before: QModelIndex | None = None) -> None:
        """Say a point whole below the table, and where it is settled."""
        point = self._points[index.row()] if 0 <= index.row() < len(self._points) else None
        self._detail.setVisible(point is not None)
        if point is not None:
            self._detail.setText(f"{point.where}\n{point.what}\n{self._bench.text(point.hint)}")

    def _jump(self, index: QModelIndex) -> None:
        point = self._points[index.row()]
        self._show_point(index)
        if point.way == "page":
            self._preview.go_to(int(point.target))
        else:
            self.jump_asked.emit(point)

    # --- the order ---------------------------------------------------------------------------------------------------

    def _ordered(self, order: object) -> None:
        assert isinstance(order, Order)
        try:
            remember_order(self._bench.desk.store, order)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
        self._read_style(order)
        self._show_choices()
        self._look_at(self._preview.chooser.key)

    def _read_style(self, order: Order) -> None:
        try:
            self._style = style_at(Path(order.style_file) if order.style_file else None)
        except PlannerError as fault:
            self._style = HouseStyle()
            self._bench.tell_fault(fault)

    def _choose_style(self) -> None:
        file = open_file(self._bench, self, msg("purchase.style.title", "Style file of your papers"), _STYLE_FILES)
        if file is None:
            return
        try:
            style_at(file)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self._form.use_style(file)

    def _save_example(self) -> None:
        title = msg("purchase.style.save", "Save an example style file")
        file = save_file(self._bench, self, title, "style.txt", _STYLE_FILES)
        if file is None:
            return
        try:
            write_example(file, self._bench.language, overwrite=True)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        said = msg("purchase.style.saved", "Example written: {file}. Change it, then choose it here.", file=file.name)
        self._bench.tell(self._with_folder(said, file.parent))

    # --- writing -----------------------------------------------------------------------------------------------------

    @property
    def is_writing(self) -> bool:
        """Tell whether papers are being written."""
        return self._job is not None

    @property
    def is_looking(self) -> bool:
        """Tell whether the order is being looked through."""
        return self._outlook.busy

    def export(self) -> None:
        """Ask for a folder and write the papers there."""
        if self._job is not None or not self._form.possible:
            return
        store = self._bench.desk.store
        folder = choose_folder(self._bench, self, msg("purchase.folder", "Folder for the papers"), last_folder(store))
        if folder is None:
            return
        try:
            remember_folder(store, folder)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
        self._write(folder)

    def _write(self, folder: Path, existing: Existing = "refuse") -> None:
        self._work = Work(
            assessment=self._bench.assessment,
            market=self._market,
            order=self._form.order,
            style=self._style,
            folder=folder,
            today=self._bench.desk.today,
            existing=existing,
        )
        said = msg("purchase.writing", "Writing papers")
        self._form.progress.start(self._bench.text(said))
        self._form.show_busy(True)
        self._job = self._bench.jobs.start(said, self._work, "write")
        self._job.progressed.connect(self._progressed)
        self._job.finished.connect(self._written)
        self._job.failed.connect(self._failed)
        self._job.cancelled.connect(self._stopped)

    def cancel(self) -> None:
        """Stop writing; what is there stays whole, what is half done goes."""
        if self._job is not None:
            self._job.cancel()

    def _progressed(self, share: float, said: object) -> None:
        if isinstance(said, Message):
            self._form.progress.show_progress(share, self._bench.text(said))

    def _end(self) -> Work:
        assert self._work is not None
        work, self._work, self._job = self._work, None, None
        self._form.show_busy(False)
        return work

    def _written(self, _files: object) -> None:
        self._tell_written(self._end())

    def _tell_written(self, work: Work) -> None:
        if work.refused:
            self._form.show_refusals(work.refused)
        said = told_written(work.files, work.folder, work.refused)
        self._bench.tell(self._with_folder(said, work.folder, tone="warning" if work.refused else "done"))

    def _failed(self, fault: object) -> None:
        work = self._end()
        if isinstance(fault, PapersThere):
            self._ask(work.folder, fault)
        elif isinstance(fault, PlannerError):
            self._bench.tell_fault(fault)

    def _ask(self, folder: Path, fault: PapersThere) -> None:
        """Ask what becomes of papers of the same name; nothing is written where nobody answers."""
        question, ways = there_question(fault)
        answer = choose(self._bench, self, question, ways)
        if answer is not None:
            self._write(folder, "keep" if answer == 0 else "replace")

    def _stopped(self) -> None:
        work = self._end()
        if work.files:  # it was asked to stop when all was written
            self._tell_written(work)
            return
        self._bench.tell(Notice(text=msg("purchase.stopped", "Stopped. Nothing was written.")))

    def _with_folder(self, said: Message, folder: Path, *, tone: Tone = "info") -> Notice:
        return Notice(
            text=said,
            tone=tone,
            label=msg("purchase.open_folder", "Open folder"),
            action=partial(open_folder, folder),
        )


def open_folder(folder: Path) -> None:
    """Show a folder in the file manager of the system."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


def _row(at: int, point: OpenPoint) -> RecordRow:
    cells = (
        TextCell(text=point.where),
        TextCell(text=point.what, tone="text2"),
        StatusCell(status="unknown", word=point.state),
    )
    texts = (point.where, point.what, point.state)
    return RecordRow(id=str(at), cells=cells, texts=texts, tips=(point.where, point.what, point.what))


def _line() -> QWidget:
    line = QWidget()
    line.setProperty("part", "line")
    line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    line.setFixedWidth(1)
    return line

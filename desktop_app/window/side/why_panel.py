"""Why?: the number last asked about, its formula in words and with numbers put in, the tree of inputs, the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop_app.services.why import WhyRow, why
from desktop_app.services.why_price import price_account
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import ElidedLabel, label
from desktop_app.window.parts.origin_mark import origin_tone, paint_origin
from desktop_app.window.parts.painted import advance
from desktop_app.window.side.why_model import ROW_ROLE, WhyModel
from desktop_app.window.wording import Wording
from planner.errors import UnknownIdError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.figure import Figure

_ROW = 24
_MARK = 12  # the chevron before what has inputs of its own
_ORIGIN_AIR = 22 + 8  # the mark before the word, and air after it
_VALUE_LEAST, _VALUE_MOST = 72, 132


class _ValueDelegate(QStyledItemDelegate):
    """Paints the value bold and the origin as mark and word."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Paint a value or an origin."""
        row = index.data(ROW_ROLE)
        painter.save()
        area = QRectF(option.rect)
        if index.column() == 1:
            painter.setFont(text_font("body", bold=True))
            painter.setPen(colour("unknown" if row.origin == "unknown" else "text"))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(area.adjusted(0, 0, -4, 0), right, row.value)
        else:
            paint_origin(painter, QPointF(area.left() + 12, area.center().y()), row.origin)
            painter.setFont(text_font("caption"))
            painter.setPen(colour(origin_tone(row.origin)))
            painter.drawText(area.adjusted(22, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, row.origin_word)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # type: ignore[override]
        """Return the fixed height of a row."""
        return QSize(60, _ROW)


class WhyTree(QTreeView):
    """The inputs of a number; Enter or a double click on a leaf leads to where it can be changed."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("why-tree")
        self._values = _ValueDelegate(self)
        self.tree = WhyModel(bench)
        self.setModel(self.tree)
        self.setUniformRowHeights(True)
        self.setHeaderHidden(True)
        self.setIndentation(16)
        self.setItemDelegateForColumn(1, self._values)
        self.setItemDelegateForColumn(2, self._values)
        header = self.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.fit()
        self.expanded.connect(self.fit)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fit(self, _opened: QModelIndex | None = None) -> None:
        """Give values and origins the room that they take, and the names the rest."""
        values, words = [_VALUE_LEAST], [0.0]
        index = self.tree.index(0, 0)
        while index.isValid():
            row = self.tree.row(index)
            if row is not None:
                values.append(round(advance(row.value, bold=True)) + 12)
                words.append(advance(row.origin_word, "caption"))
            index = self.indexBelow(index)
        self.header().resizeSection(1, min(_VALUE_MOST, max(values)))
        self.header().resizeSection(2, round(max(words)) + _ORIGIN_AIR)

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex) -> None:  # type: ignore[override]
        """Draw a chevron where there is something below, and a thin line from what an input belongs to."""
        wide, middle = self.indentation(), rect.center().y()
        if self.tree.hasChildren(index):
            mark = pixmap(
                "chevron_down" if self.isExpanded(index) else "chevron_right", "text2", _MARK, self.devicePixelRatioF()
            )
            painter.drawPixmap(rect.right() - (wide + _MARK) // 2, middle - _MARK // 2 + 1, mark)
        painter.setPen(pen("border_strong"))
        x, at = rect.right() - wide // 2, index
        while at.parent().isValid():
            x -= wide
            below = at.sibling(at.row() + 1, 0).isValid()
            if at == index:
                painter.drawLine(x, rect.top(), x, rect.bottom() if below else middle)
                painter.drawLine(x, middle, x + wide // 2, middle)
            elif below:
                painter.drawLine(x, rect.top(), x, rect.bottom())
            at = at.parent()

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:  # type: ignore[override]
        """Tint the current row as a whole."""
        if index.row() == self.currentIndex().row() and index.parent() == self.currentIndex().parent():
            painter.fillRect(
                QRect(0, option.rect.top(), self.viewport().width(), option.rect.height()), colour("hover")
            )
        super().drawRow(painter, option, index)


class WhyPanel(QWidget):
    """Shows the figure the bench was asked to explain, and keeps to it by key while the plan changes.

    ``filled`` tells that a number is explained now, or none any more.
    """

    filled = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("why")
        self._bench = bench
        self._wording = Wording(bench, self)
        self._key = ""
        self._pinned = False
        self._path = ElidedLabel()
        self._value = label(size="figure", bold=True)
        self._value.setObjectName("why-value")
        self._band = label(size="caption", tone="text2", wrap=True)
        self._formula = label(size="caption", tone="text2", wrap=True)
        self._numbers = label(size="caption", wrap=True)
        self._numbers.setObjectName("why-numbers")
        self._account = label(size="caption", tone="text2", wrap=True)
        self._account.setObjectName("why-account")
        self._tree = WhyTree(bench)
        self._source = label(size="caption", tone="text3", wrap=True)
        self._source.setObjectName("why-source")
        self._empty = label(tone="text2", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._wording.put(self._empty.setText, msg("why.empty", "Click any number to see where it comes from."))
        self._lay_out()
        self._tree.selectionModel().currentChanged.connect(self._show_source)
        self._tree.activated.connect(self._lead)
        bench.explained.connect(self.show_figure)
        bench.plan_changed.connect(self._refresh)
        bench.plan_replaced.connect(self._forget)
        bench.language_changed.connect(self._refresh)
        self._forget()

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._head())
        beside = QHBoxLayout()  # margins of a label itself are lost when the theme changes
        beside.setContentsMargins(16, 4, 16, 4)
        beside.addWidget(self._empty)
        whole.addLayout(beside, 1)
        self._body = QWidget()
        body = QVBoxLayout(self._body)
        body.setContentsMargins(16, 0, 12, 0)
        body.setSpacing(4)
        for widget in (self._path, self._value, self._band, self._box(), self._account, self._tree):
            body.addWidget(widget)
        body.setStretchFactor(self._tree, 1)
        whole.addWidget(self._body, 1)
        foot = QWidget()
        foot.setProperty("part", "foot")
        foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inside = QVBoxLayout(foot)
        inside.setContentsMargins(16, 4, 12, 4)
        inside.addWidget(self._source)
        self._foot = foot
        whole.addWidget(foot)

    def _head(self) -> QWidget:
        head = QWidget()
        head.setFixedHeight(36)
        layout = QHBoxLayout(head)
        layout.setContentsMargins(16, 0, 12, 0)
        title = label(size="title", bold=True)
        self._wording.put(title.setText, msg("why.title", "Why?"))
        layout.addWidget(title)
        layout.addStretch(1)
        self._copy = Button(kind="tool", small=True)
        self._copy.setObjectName("why-copy")
        self._copy.set_icon("copy")
        self._wording.name(self._copy, msg("why.copy", "Copy the number with its formula"))
        self._copy.clicked.connect(self._copy_text)
        self._pin = Button(kind="tool", small=True)
        self._pin.setObjectName("why-pin")
        self._pin.set_icon("pin")
        self._pin.setCheckable(True)
        self._wording.name(self._pin, msg("why.pin", "Keep this number in sight"))
        self._pin.toggled.connect(self._keep)
        layout.addWidget(self._copy)
        layout.addWidget(self._pin)
        return head

    def _box(self) -> QWidget:
        box = QWidget()
        box.setProperty("part", "box")
        box.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inside = QVBoxLayout(box)
        inside.setContentsMargins(10, 6, 10, 6)
        inside.setSpacing(2)
        inside.addWidget(self._formula)
        inside.addWidget(self._numbers)
        self._formula_box = box
        return box

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def key(self) -> str:
        """Return the key of the number that is explained, '' for none."""
        return self._key

    def show_figure(self, figure: Figure) -> None:
        """Show another number, unless one is pinned."""
        if self._pinned and self._key and figure.key != self._key:
            return
        self._key = figure.key
        self._fill(figure)
        self.filled.emit()

    def _fill(self, figure: Figure) -> None:
        told = why(figure, self._bench.plan, self._bench.language)
        self._empty.hide()
        self._body.show()
        self._path.setText(told.path)
        self._value.setText(told.row.value)
        self._value.setToolTip(told.precise)
        self._value.setAccessibleName(f"{told.path}: {told.row.value}")
        self._band.setText(told.band)
        self._band.setVisible(bool(told.band))
        self._formula.setText(told.formula)
        self._numbers.setText(told.numbers)
        self._formula_box.setVisible(bool(told.formula))
        account = price_account(figure, self._bench.plan, self._bench.desk, self._bench.language)
        self._account.setText(account)
        self._account.setVisible(bool(account))
        self._tree.tree.show_figure(figure)
        self._tree.expandToDepth(0)
        self._tree.fit()
        self._say_source(told.row)

    def _refresh(self, change: object = None) -> None:
        """Show the same number as it stands after an edit or in another language."""
        if not self._key or not self._bench.has_plan:
            return
        found = self._bench.assessment.figures().get(self._key)
        if found is None:
            self._forget()
        else:
            self._fill(found)

    def _forget(self) -> None:
        self._key = ""
        self._pin.setChecked(False)
        self._body.hide()
        self._empty.show()
        self._source.clear()
        self._foot.hide()
        self._tree.tree.show_figure(None)
        self.filled.emit()

    def _show_source(self, current: QModelIndex, before: QModelIndex) -> None:
        row = self._tree.tree.row(current)
        if row is not None:
            self._say_source(row)

    def _say_source(self, row: WhyRow) -> None:
        said = self._bench.text(msg("why.source", "Source: {source}", source=row.source)) if row.source else ""
        self._source.setText(said)
        self._foot.setVisible(bool(said))

    # --- acts --------------------------------------------------------------------------------------------------------

    def _lead(self, index: QModelIndex) -> None:
        row = self._tree.tree.row(index)
        if row is not None and row.place and not row.figure.inputs:
            self._bench.go(row.place, row.subject)

    def _keep(self, pinned: bool) -> None:
        self._pinned = pinned

    def _copy_text(self) -> None:
        if not self._key:
            return
        try:
            figure = self._bench.assessment.figures()[self._key]
        except (KeyError, UnknownIdError):
            return
        told = why(figure, self._bench.plan, self._bench.language)
        lines = (f"{told.path}: {told.precise}", told.formula, told.numbers, told.row.source)
        QApplication.clipboard().setText("\n".join(line for line in lines if line))
        self._bench.tell(Notice(text=msg("why.copied", "The number was copied with its formula."), tone="done"))

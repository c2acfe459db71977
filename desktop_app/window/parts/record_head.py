"""The head of a table: each name aligned with its column, the unit in a lighter tone, the order as a chevron."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QWidget

from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.cell_delegate import EDGE_PAD, PAD
from desktop_app.window.parts.cell_painting import paint_head
from desktop_app.window.parts.cells import CELL_ROLE, HeadCell
from desktop_app.window.parts.painted import advance

_CHEVRON = 10
_GAP = 3


class RecordHead(QHeaderView):
    """A horizontal head that paints ``HeadCell`` records the model returns for CELL_ROLE; plain texts as they are."""

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setFixedHeight(height)
        self.setHighlightSections(False)
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setMinimumSectionSize(32)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def head(self, section: int) -> HeadCell:
        """Return what stands over a column."""
        model = self.model()
        cell = model.headerData(section, Qt.Orientation.Horizontal, CELL_ROLE)
        if isinstance(cell, HeadCell):
            return cell
        return HeadCell(text=str(model.headerData(section, Qt.Orientation.Horizontal) or ""))

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Return the room of name and unit."""
        head = self.head(section)
        width = max(_words(head), advance(head.under, "caption"))
        return QSize(round(width) + 2 * PAD + 2, self.height())

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one head."""
        painter.save()
        painter.fillRect(rect, colour("header"))
        left = EDGE_PAD if self.visualIndex(section) == 0 else PAD
        area = QRectF(rect.left() + left, rect.top(), rect.width() - left - PAD, rect.height() - 1)
        if self.isSortIndicatorShown() and self.sortIndicatorSection() == section:
            self._paint_order(painter, area, self.head(section))
        paint_head(painter, area, self.head(section))
        painter.setPen(pen("border_strong"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()

    def _paint_order(self, painter: QPainter, area: QRectF, head: HeadCell) -> None:
        """Paint the chevron beside the words, so that it is not taken for the neighbour's, and take its room away."""
        up = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
        mark = pixmap("chevron_up" if up else "chevron_down", "text", _CHEVRON, self.devicePixelRatioF())
        top = round(area.center().y() - _CHEVRON / 2)
        if head.right:
            left = max(area.left() - 4, area.right() - _words(head) - _CHEVRON - _GAP)
            painter.drawPixmap(QPointF(round(left), top), mark)
            area.setLeft(max(area.left(), left + _CHEVRON))
        else:
            left = min(area.right() - _CHEVRON + 4, area.left() + _words(head) + _GAP)
            painter.drawPixmap(QPointF(round(left), top), mark)
            area.setRight(left)


def _words(head: HeadCell) -> float:
    """Return the width of name and unit (px)."""
    return advance(head.text, "caption") + (advance(head.unit, "caption") + 4 if head.unit else 0)

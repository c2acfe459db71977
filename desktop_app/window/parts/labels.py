"""Labels in the sizes and tones of the look, and one that ends in … where it has no room."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from desktop_app.window.parts.plain import plain_tip

Size = Literal["caption", "body", "title", "figure"]


def label(text: str = "", *, size: Size = "body", tone: str = "text", bold: bool = False, wrap: bool = False) -> QLabel:
    """Return a label of a text size, a tone (a colour of the look) and a weight."""
    made = QLabel(text)
    _dress(made, size, tone, bold)
    made.setWordWrap(wrap)
    return made


def set_tone(shown: QLabel, tone: str) -> None:
    """Give a label another tone."""
    if shown.property("tone") != tone:
        shown.setProperty("tone", tone)
        shown.style().polish(shown)


def _dress(made: QLabel, size: Size, tone: str, bold: bool) -> None:
    made.setProperty("text_size", size)
    made.setProperty("tone", tone)
    if bold:
        made.setProperty("weight", "bold")
    made.setTextFormat(Qt.TextFormat.PlainText)


class ElidedLabel(QLabel):
    """One line that is cut with … where it has no room; the whole text is then its tooltip."""

    def __init__(
        self,
        text: str = "",
        *,
        size: Size = "body",
        tone: str = "text",
        bold: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        _dress(self, size, tone, bold)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def is_cut(self) -> bool:
        """Tell whether the text has no room."""
        return QFontMetrics(self.font()).horizontalAdvance(self.text()) > self.contentsRect().width()

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        self._tell_whole()

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters: the rest may go."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), QFontMetrics(self.font()).horizontalAdvance("MMM…")), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Offer the whole text as tooltip exactly where it is cut."""
        super().resizeEvent(event)
        self._tell_whole()

    def _tell_whole(self) -> None:
        self.setToolTip(plain_tip(self.text()) if self.is_cut() else "")

    def changeEvent(self, event: QEvent) -> None:
        """Measure again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what there is room for."""
        if not self.is_cut():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        area = self.contentsRect()
        text = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width())
        self.style().drawItemText(
            painter, area, int(self.alignment()), self.palette(), self.isEnabled(), text, self.foregroundRole()
        )

"""The tiles of the page Start: a way to begin, and a template with its total; painted, pressed by mouse or Space; Enter goes on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.paint import colour, pen
from desktop_app.window.parts.painted import CENTRE, LEFT, RIGHT, advance, elided, metrics, wrapped

_WRAPPED = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
_EDGE = 12.0
_PLATE = 28.0
_ICON = 18
_LINE = 20.0
_ABOUT_LINES = 2
_ABOUT_PX = 18.0


class Tile(QAbstractButton):
    """A white plate that can be pressed; ``chosen`` frames it."""

    height_px = 72

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("ring", "yes")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(self.height_px)
        self._icon_name = ""
        self._title = ""
        self._about = ""
        self._chosen = False

    @property
    def chosen(self) -> bool:
        """Tell whether this is the chosen one."""
        return self._chosen

    def set_chosen(self, chosen: bool) -> None:
        """Frame the tile as the chosen one."""
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def show_texts(self, icon: str, title: str, about: str) -> None:
        """Show icon, title and what it is about; all of it is what is read aloud."""
        self._icon_name, self._title, self._about = icon, title, about
        self.setAccessibleName(title)
        self.setAccessibleDescription(about)
        self.setToolTip(about)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a little width: the grid gives more."""
        return QSize(180, self.height_px)

    def minimumSizeHint(self) -> QSize:
        """Return the least width that still says something."""
        return QSize(150, self.height_px)

    def event(self, event: QEvent) -> bool:
        """Repaint when the mouse comes and goes."""
        if event.type() in (QEvent.Type.HoverEnter, QEvent.Type.HoverLeave):
            self.update()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses as Space does; the arrows are left to the grid."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paint_plate(self, painter: QPainter) -> QRectF:
        """Paint the ground and its frame; return the area inside."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        width = 2.0 if self._chosen else 1.0
        painter.setBrush(colour("surface"))
        frame = "accent" if self._chosen else "border_control" if self.underMouse() else "border"
        painter.setPen(pen(frame, width))
        painter.drawRoundedRect(area.adjusted(width / 2, width / 2, -width / 2, -width / 2), 8, 8)
        return area.adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)

    def paint_icon(self, painter: QPainter, at: QPointF) -> None:
        """Paint the icon on its plate."""
        plate = QRectF(at.x(), at.y(), _PLATE, _PLATE)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent_tint" if self._chosen else "sunken"))
        painter.drawRoundedRect(plate, 6, 6)
        mark = pixmap(self._icon_name, "accent" if self._chosen else "text2", _ICON, self.devicePixelRatioF())
        painter.drawPixmap(plate.topLeft() + QPointF((_PLATE - _ICON) / 2, (_PLATE - _ICON) / 2), mark)


class WayTile(Tile):
    """One of the ways to begin: icon at the left, title and a sentence."""

    height_px = 80

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint plate, icon and texts."""
        painter = QPainter(self)
        area = self.paint_plate(painter)
        self.paint_icon(painter, QPointF(area.left(), area.center().y() - _PLATE / 2))
        words = area.adjusted(_PLATE + 12, -2, 0, 2)
        width = int(words.width())
        lines = min(2, len(wrapped(self._about, width, "caption")))
        free = words.height() - 24 - lines * metrics("caption").lineSpacing()
        words.adjust(0, max(0.0, free / 2), 0, 0)  # title and sentence stand in the middle, beside the icon
        painter.setFont(text_font("title", bold=True))
        painter.setPen(colour("text"))
        if advance(self._title, "title", bold=True) > width:
            painter.drawText(words, _WRAPPED, self._title)  # in two lines; the sentence is the tooltip
            return
        head = QRectF(words.left(), words.top(), words.width(), 24)
        painter.drawText(head, LEFT, self._title)
        painter.setFont(text_font("caption"))
        painter.setPen(colour("text2"))
        below = QRectF(words.left(), head.bottom(), words.width(), words.bottom() - head.bottom())
        painter.drawText(below, _WRAPPED, self._about)


class TemplateTile(Tile):
    """A template: icon, mark of the recommended one, title, what it is about, and its total with the cards."""

    height_px = 134

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.template = ""
        self._mark = ""
        self._total = ""
        self._cards = ""

    def set_chosen(self, chosen: bool) -> None:
        """Frame the tile and make it the one where Tab stops; the next stop is the button that uses it."""
        super().set_chosen(chosen)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if chosen else Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Enter to the grid, which uses the template; Space only chooses it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def show_mark(self, text: str) -> None:
        """Show the word of the recommended template, '' for none."""
        self._mark = text
        self.update()

    def show_sum(self, total: str, cards: str) -> None:
        """Show total and cards; both are read aloud with what it is about."""
        self._total, self._cards = total, cards
        self.setAccessibleDescription(", ".join(part for part in (self._about, total, cards) if part))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint plate, icon, mark, texts, line and total."""
        painter = QPainter(self)
        area = self.paint_plate(painter)
        self.paint_icon(painter, area.topLeft())
        if self._mark:
            self._paint_mark(painter, area)
        width = int(area.width())
        line = QRectF(area.left(), area.top() + _PLATE + 6, area.width(), _LINE)
        self._say(painter, line, LEFT, _middle_elided(self._title, width), "text", bold=True)
        about = wrapped(self._about, width, "caption")
        for at, said in enumerate(about[:_ABOUT_LINES]):
            more = at == _ABOUT_LINES - 1 and len(about) > _ABOUT_LINES
            gap = " " if said.isascii() else ""
            shown = elided(gap.join((said, *about[at + 1 :])), width, "caption") if more else said
            self._say(painter, line.translated(0, _LINE + at * _ABOUT_PX), LEFT, shown, "text2")
        foot = QRectF(area.left(), area.bottom() - _LINE + 6, area.width(), _LINE)
        painter.setPen(pen("border"))
        painter.drawLine(foot.topLeft() - QPointF(0, 3), foot.topRight() - QPointF(0, 3))
        self._say(painter, foot, LEFT, self._total, "text", bold=True)
        rest = int(foot.width() - advance(self._total, "caption", bold=True) - 8)
        self._say(painter, foot, RIGHT, elided(self._cards, max(rest, 0), "caption"), "text2")

    def _say(self, painter: QPainter, area: QRectF, flags: int, text: str, tone: str, *, bold: bool = False) -> None:
        size = "body" if bold and flags == LEFT and text != self._total else "caption"
        painter.setFont(text_font(size, bold=bold))
        painter.setPen(colour(tone))
        painter.drawText(area, flags, text)

    def _paint_mark(self, painter: QPainter, area: QRectF) -> None:
        width = advance(self._mark, "caption", bold=True) + 14
        pill = QRectF(area.right() - width, area.top(), width, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("accent_fill"))
        painter.drawRoundedRect(pill, 10, 10)
        painter.setFont(text_font("caption", bold=True))
        painter.setPen(colour("on_accent"))
        painter.drawText(pill.translated(0, -0.5), CENTRE, self._mark)


def _middle_elided(text: str, width: int) -> str:
    """Return a title cut in its middle: titles of one family differ at their end."""
    return metrics(bold=True).elidedText(text, Qt.TextElideMode.ElideMiddle, width)

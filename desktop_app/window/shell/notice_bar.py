"""Quiet messages above the status strip: one at a time, with at most one button; nothing is blocked by them."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from desktop_app.window.look.icons import icon, pixmap
from desktop_app.window.notice import Notice, Tone
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.plain import keyless
from desktop_app.window.shell.notice_room import controls, free_spot, in_use
from desktop_app.window.wording import Wording
from desktop_app.window.workbench import Workbench
from planner.messages import msg

_WIDEST = 760  # pixels
_AIR = 24
_FOOT = 40  # the status strip and a little air
_NARROWER = (520, 400, 300)  # where there is no room for the text in one line
_LOOK_MS = 400  # between looks at what has come to lie below
_HEAD = 52  # the top bar and a little air
_STAYS_MS = 8000  # a message that asks nothing goes by itself
_OFFERS_MS = 20_000  # one with a button is there long enough to be answered; a warning or a fault stays
_ICONS: dict[Tone, tuple[str, str]] = {
    "info": ("info", "info"),
    "done": ("ok", "ok"),
    "warning": ("warn", "warn"),
    "error": ("error", "error"),
}


class NoticeBar(QWidget):
    """Shows what the bench tells."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setProperty("part", "float")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bench = bench
        self._notice: Notice | None = None
        self._mark = QLabel()
        self._text = label(wrap=True)
        self._text.setObjectName("notice-text")
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._button = QPushButton()
        self._button.setObjectName("notice-action")
        self._button.setProperty("kind", "remedy")
        self._button.clicked.connect(self._act)
        self._button.setProperty("small", "true")
        self._close = QPushButton()
        self._close.setObjectName("notice-close")
        self._close.setProperty("kind", "tool")
        self._close.setProperty("square", "true")
        self._close.setProperty("small", "true")
        self._close.clicked.connect(self.hide)
        Wording(bench, self).name(self._close, msg("notice.close", "Close the message"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 8, 6)
        for widget in (self._mark, self._text, self._button, self._close):
            layout.addWidget(widget)
        layout.setStretch(1, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._go)
        self._watch = QTimer(self)
        self._watch.setInterval(_LOOK_MS)
        self._watch.timeout.connect(self._keep_off)
        bench.told.connect(self.show_notice)
        bench.plan_changed.connect(self._outdate)
        bench.plan_replaced.connect(self._outdate)
        bench.language_changed.connect(self._say)
        self.hide()

    @property
    def notice(self) -> Notice | None:
        """Return the message that is or was shown last."""
        return self._notice

    def show_notice(self, notice: Notice) -> None:
        """Show a message in place of the one before."""
        self._notice = notice
        self._say()
        self.show()
        self.place()
        self.raise_()
        self._timer.stop()
        if notice.tone in ("info", "done"):
            self._timer.start(_STAYS_MS if notice.action is None else _OFFERS_MS)

    def showEvent(self, event: QShowEvent) -> None:
        """Look from time to time whether something has come to lie below."""
        super().showEvent(event)
        self._watch.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Look no more."""
        super().hideEvent(event)
        self._watch.stop()

    def _go(self) -> None:
        """Go after a while, but not from under the pointer or the focus: somebody is about to press the button."""
        if self.underMouse() or self._button.hasFocus() or self._close.hasFocus():
            self._timer.start(_STAYS_MS)
            return
        self.hide()

    def place(self) -> None:
        """Lie above the status strip, or higher, or narrower, so that nothing that can be pressed is covered."""
        window = self.parentWidget()
        if window is None or not self.isVisible():
            return
        room = QRect(_AIR, _HEAD, window.width() - 2 * _AIR, window.height() - _HEAD - _FOOT)
        taken = [*controls(window, self), in_use(window)]
        whole = min(_WIDEST, room.width(), self._whole_width())
        for width in dict.fromkeys((whole, *(least for least in _NARROWER if least < whole))):
            size = self._take_width(width)
            spot = free_spot(room, size, taken)
            if spot is not None:
                self.setGeometry(spot)
                return
        size = self._take_width(whole)
        self.move((window.width() - size.width()) // 2, room.bottom() + 1 - size.height())

    def _take_width(self, width: int) -> QSize:
        """Be as wide as this and as high as the text asks for then."""
        self.setFixedWidth(width)
        self.adjustSize()
        return self.size()

    def _keep_off(self) -> None:
        """Move when something to press has come to lie below the message, but not from under the pointer."""
        window = self.parentWidget()
        if window is None or not self.isVisible() or self.underMouse():
            return
        if any(self.geometry().intersects(area) for area in controls(window, self)):
            self.place()

    def _whole_width(self) -> int:
        """Return the width in which the text stands in one line."""
        beside = [self._mark.sizeHint().width(), self._close.sizeHint().width()]
        if not self._button.isHidden():
            beside.append(self._button.sizeHint().width())
        text = self._text.fontMetrics().horizontalAdvance(self._text.text())
        return text + sum(beside) + 8 * (len(beside) + 3)

    def _outdate(self, change: object = None) -> None:
        """Let a message go whose button belongs to a step that is no longer the last."""
        if self._notice is not None and self._notice.until_change:
            self.hide()

    def _say(self) -> None:
        notice = self._notice
        if notice is None:
            return
        said = self._bench.text(notice.text)
        if notice.place and notice.place not in said:
            said = f"{notice.place}: {said}"
        if notice.detail is not None:
            said = f"{said}  {self._bench.text(notice.detail)}"
        self._text.setText(said)
        self.setAccessibleName(said)
        name, colour = _ICONS[notice.tone]
        self._mark.setPixmap(pixmap(name, colour, 18, self.devicePixelRatioF()))
        self._close.setIcon(icon("close", "text2", 16))
        self._button.setVisible(notice.label is not None)
        if notice.label is not None:
            self._button.setText(keyless(self._bench.text(notice.label)))

    def _act(self) -> None:
        notice = self._notice
        self.hide()
        if notice is not None and notice.action is not None:
            notice.action()

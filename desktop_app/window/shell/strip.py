"""The status strip: money, power, heat and rack against their limits, and what stands; each item leads to its place."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QWidget

from desktop_app.services.strip import State, Strip, StripItem, strip_of
from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import pixmap
from desktop_app.window.look.worn import current_look
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.wording import Wording
from desktop_app.window.workbench import Workbench
from planner.messages import Message, msg

_ICON = 16
_GAP = 6.0
_METER = 44.0
_METER_HEIGHT = 4.0
_LINE = 16  # height of what parts an item from the next
_WORDLESS_BELOW = 1200  # of the window's width: labels and state words go, icons and numbers stay
_LEAST = 480  # what the window may leave it: with words it asks for more than a small screen has
_COLOURS: dict[State, str] = {"fine": "text2", "warn": "warn_fill", "error": "error_fill", "unknown": "unknown_fill"}
_STATE_ICONS: dict[State, tuple[str, str]] = {
    "warn": ("warn", "warn_fill"),
    "error": ("error", "error_fill"),
    "unknown": ("unknown", "unknown"),
}
STATE_WORDS: dict[State, Message] = {
    "fine": msg("strip.fine", "within the limit"),
    "warn": msg("strip.warn", "close to the limit"),
    "error": msg("strip.over", "over the limit"),
    "unknown": msg("strip.unknown", "limit or load not known"),
    "none": msg("strip.none", "no limit"),
}


class StripButton(QAbstractButton):
    """One item of the strip, painted: icon, label, value / limit, meter, state where it is not fine, a line."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(f"strip-{name}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(current_look().height["status_strip"])
        self._item: StripItem | None = None
        self._label = ""
        self._wordless = False
        self._meterless = False

    @property
    def item(self) -> StripItem | None:
        """Return what is shown."""
        return self._item

    def show_item(self, item: StripItem, label: str, state: str) -> None:
        """Show an item; ``state`` says in words how it stands to its limit."""
        self._item = item
        self._label = label
        limit = f" / {item.limit}" if item.limit else ""
        self.setAccessibleName(f"{label} {item.value}{limit}, {state}")
        self.setToolTip(plain_tip(self.accessibleName()))
        self.updateGeometry()
        self.update()

    def drop_words(self, wordless: bool, meterless: bool = False) -> None:
        """Show icons and numbers only, where the window is narrow; where it is very narrow, no meters either."""
        if (wordless, meterless) != (self._wordless, self._meterless):
            self._wordless, self._meterless = wordless, meterless
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room that icon, texts and meter take."""
        return QSize(round(self._run(None)) + 1, self.height())

    def minimumSizeHint(self) -> QSize:
        """Return the same: an item is shown whole."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the item, with a ring while it has the focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = current_look()
        if self.underMouse():
            painter.fillRect(self.rect(), QColor(look.colour["hover"]))
        self._run(painter)
        line = QRect(self.width() - 1, (self.height() - _LINE) // 2, 1, _LINE)
        painter.fillRect(line, QColor(look.colour["border_strong"]))
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.colour["focus"]), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 4, 4)

    def _run(self, painter: QPainter | None) -> float:
        """Paint the parts one after the other, or only measure them; return the width."""
        item = self._item
        if item is None:
            return 0.0
        bad = item.state == "error"
        x = self._icon(painter, item.icon, "text2", 12.0) + _GAP
        if not self._wordless:
            x = self._text(painter, self._label, x, "text2", bold=False) + _GAP
        x = self._text(painter, item.value, x, "error" if bad else "text", bold=True)
        if item.limit:
            x = self._text(painter, f" / {item.limit}", x, "text2", bold=False)
        if item.state != "none" and not self._meterless:
            x = self._meter(painter, x + 8)
        if item.state in _STATE_ICONS:
            name, colour = _STATE_ICONS[item.state]
            x = self._icon(painter, name, colour, x + 8)
            if item.share is not None:
                text = f"{'≥ ' if item.at_least else ''}{item.share * 100:.0f} %"
                x = self._text(painter, text, x + 4, colour.removesuffix("_fill"), bold=True)
        return x + 12

    def _icon(self, painter: QPainter | None, name: str, colour: str, x: float) -> float:
        if painter is not None:
            top = (self.height() - _ICON) / 2
            painter.drawPixmap(QPointF(x, top), pixmap(name, colour, _ICON, self.devicePixelRatioF()))
        return x + _ICON

    def _text(self, painter: QPainter | None, text: str, x: float, colour: str, *, bold: bool) -> float:
        font = text_font("caption", bold=bold)
        width = QFontMetricsF(font).horizontalAdvance(text)
        if painter is not None:
            painter.setFont(font)
            painter.setPen(QColor(current_look().colour[colour]))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            painter.drawText(QRectF(x, 0, width + 2, self.height()), flags, text)
        return x + width

    def _meter(self, painter: QPainter | None, x: float) -> float:
        if painter is None or self._item is None:
            return x + _METER
        look = current_look()
        top = (self.height() - _METER_HEIGHT) / 2
        ground = QRectF(x, top, _METER, _METER_HEIGHT)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(look.colour["border"]))
        painter.drawRoundedRect(ground, 2, 2)
        colour = QColor(look.colour[_COLOURS[self._item.state]])
        if self._item.share is None:
            painter.setBrush(colour)
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
            painter.fillRect(ground, painter.brush())
            return x + _METER
        painter.setBrush(colour)
        painter.drawRoundedRect(QRectF(x, top, _METER * min(1.0, self._item.share), _METER_HEIGHT), 2, 2)
        if self._item.share > 1:
            painter.drawRect(QRectF(x + _METER - 2, top - 3, 2, _METER_HEIGHT + 6))
        return x + _METER


class CountButton(QAbstractButton):
    """How many errors, warnings or questions stand; pressed, it asks for them."""

    def __init__(self, name: str, icon: str, colour: str) -> None:
        super().__init__()
        self.setObjectName(f"count-{name}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(current_look().height["status_strip"])
        self._icon, self._colour = icon, colour
        self._word = ""
        self._count = 0
        self._wordless = False

    def show_count(self, word: str, count: int) -> None:
        """Show a number of findings."""
        self._word, self._count = word, count
        self.setAccessibleName(f"{word} {count}")
        self.setToolTip(plain_tip(self.accessibleName()))
        self.updateGeometry()
        self.update()

    def drop_words(self, wordless: bool) -> None:
        """Show icon and number only."""
        self._wordless = wordless
        self.updateGeometry()

    def _shown(self) -> str:
        return str(self._count) if self._wordless else f"{self._word} {self._count}"

    def sizeHint(self) -> QSize:
        """Return the room that icon and text take."""
        width = QFontMetricsF(text_font("caption", bold=True)).horizontalAdvance(self._shown())
        return QSize(round(width) + _ICON + 20, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon, word and number; none of them in colour where there are none."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = current_look()
        if self.underMouse():
            painter.fillRect(self.rect(), QColor(look.colour["hover"]))
        colour = self._colour if self._count else "text3"
        top = (self.height() - _ICON) / 2
        fill = f"{colour}_fill" if colour in ("error", "warn") else colour
        painter.drawPixmap(QPointF(8, top), pixmap(self._icon, fill, _ICON, self.devicePixelRatioF()))
        painter.setFont(text_font("caption", bold=self._count > 0))
        painter.setPen(QColor(look.colour[colour]))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(8 + _ICON + 4, 0, self.width(), self.height()), flags, self._shown())
        if self.hasFocus():
            painter.setPen(QPen(QColor(look.colour["focus"]), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 4, 4)


class StatusStrip(QWidget):
    """The strip under every place; it changes in the same moment as the plan."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("strip")
        self.setProperty("part", "strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(current_look().height["status_strip"])
        self._bench = bench
        self._wording = Wording(bench, self)
        self._wording.put(self.setAccessibleName, msg("strip.name", "Status"))
        self._items = {name: StripButton(name) for name in ("money", "power", "heat", "rack")}
        self._counts = {
            "error": CountButton("errors", "error", "error"),
            "warning": CountButton("warnings", "warn", "warn"),
            "unknown": CountButton("questions", "unknown", "unknown"),
        }
        self._note = QLabel()
        self._lay_out()
        bench.plan_changed.connect(self.show_plan)
        bench.plan_replaced.connect(self.show_plan)
        bench.language_changed.connect(self.show_plan)
        self.show_plan()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.setSpacing(0)
        for name, button in self._items.items():
            button.clicked.connect(partial(self._lead, name))
            layout.addWidget(button)
        layout.addWidget(self._note)
        layout.addStretch(1)
        for outcome, count in self._counts.items():
            count.clicked.connect(partial(self._bench.go, "findings", outcome))
            layout.addWidget(count)

    def show_plan(self, change: object = None) -> None:
        """Show the plan on the bench, or nothing."""
        self.setVisible(self._bench.has_plan)
        if not self._bench.has_plan:
            return
        strip = strip_of(self._bench.assessment, self._bench.language)
        for item in strip.items:
            state = self._bench.text(STATE_WORDS[item.state])
            self._items[item.name].show_item(item, self._bench.text(item.label), state)
        self._show_counts(strip)
        self._fit()

    def _show_counts(self, strip: Strip) -> None:
        text = self._bench.text
        self._counts["error"].show_count(text(msg("strip.errors", "Errors")), strip.errors)
        self._counts["warning"].show_count(text(msg("strip.warnings", "Warnings")), strip.warnings)
        self._counts["unknown"].show_count(text(msg("strip.questions", "Unknown")), strip.questions)

    def _lead(self, name: str) -> None:
        item = self._items[name].item
        if item is None:
            return
        if item.figure is not None:
            self._bench.explain(item.figure)
        self._bench.go(item.place, item.subject)

    def minimumSizeHint(self) -> QSize:
        """Return little: what does not fit is dropped, and the window can be made narrow."""
        return QSize(_LEAST, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Drop the words where they would not fit."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show words and meters, then numbers and meters, then numbers alone: the first that there is room for."""
        wordless = self.width() < _WORDLESS_BELOW
        for words_go, meters_go in ((wordless, False), (True, False), (True, True)):
            for item in self._items.values():
                item.drop_words(words_go, meters_go)
            for count in self._counts.values():
                count.drop_words(words_go)
            parts = (*self._items.values(), *self._counts.values())
            if sum(part.sizeHint().width() for part in parts) + 16 <= self.width():
                return

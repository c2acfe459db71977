"""The template that is chosen: what it is, what it comes to, and what it will warn about once it is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop_app.services.start_page import TemplateCard, TemplateSum, short_money, short_power
from desktop_app.window.look.icons import pixmap, status_pixmap
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.look.tokens import Status
    from desktop_app.window.workbench import Workbench

_STATUS: dict[str, Status] = {"error": "error", "warning": "warn", "unknown": "unknown", "note": "info"}
_ICON = 16


class TemplateDetail(Card):
    """The card at the right; ``used`` is told when its button is pressed."""

    used = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("template-detail")
        self._bench = bench
        self._wording = Wording(bench, self)
        self._about = label(tone="text2", wrap=True)
        self._rows = QGridLayout()
        self._rows.setVerticalSpacing(8)
        self._rows.setColumnStretch(1, 1)
        self._head = label(bold=True)
        self._wording.put(self._head.setText, msg("start.warns", "It will warn you about"))
        self._warnings = QVBoxLayout()
        self._warnings.setSpacing(8)
        self.use = Button(kind="primary")
        self.use.setObjectName("template-use")
        self._wording.put(self.use.setText, msg("start.use", "Use this template"))
        self.use.clicked.connect(self.used)
        self.title.show()
        self.title.setWordWrap(True)
        for part in (self._about,):
            self.body.addWidget(part)
        self.body.addLayout(self._rows)
        self.body.addWidget(_line())
        self.body.addWidget(self._head)
        self.body.addLayout(self._warnings)
        self.body.addStretch(1)
        self.body.addWidget(self.use)

    def show_template(self, card: TemplateCard, found: TemplateSum | None) -> None:
        """Show a template; what it comes to follows when it is known."""
        self.title.setText(self._bench.text(card.title))
        self._about.setText(self._bench.text(card.about))
        _clear(self._rows)
        _clear(self._warnings)
        self._head.setVisible(found is not None and bool(found.warnings))
        if found is None:
            return
        language = self._bench.language
        total = self._bench.text(
            msg(
                "start.of_budget",
                "{total}, budget {budget}",
                total=short_money(found.planned, language),
                budget=short_money(found.budget, language),
            )
        )
        rows = (
            (
                "wallet",
                msg("start.total", "Total with contingency"),
                total if found.budget.known else short_money(found.planned, language),
            ),
            ("bolt", msg("first.power", "Maximum power"), short_power(found.power, language)),
            ("thermo", msg("start.heat", "Heat"), short_power(found.heat, language)),
            ("server", msg("start.cards", "Accelerators"), found.cards or "—"),
        )
        for at, (icon, name, text) in enumerate(rows):
            self._rows.addWidget(_mark(pixmap(icon, "text2", _ICON, self.devicePixelRatioF())), at, 0)
            self._rows.addWidget(label(self._bench.text(name), tone="text2"), at, 1)
            value = label(text, bold=True)
            value.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._rows.addWidget(value, at, 2)
        for outcome, message in found.warnings:
            self._warnings.addLayout(self._warning(_STATUS[outcome], self._bench.text(message)))

    def _warning(self, status: Status, text: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        mark = _mark(status_pixmap(status, _ICON, self.devicePixelRatioF()))
        mark.setAccessibleName(status)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label(text, size="caption", wrap=True), 1)
        return row


def _mark(picture: object) -> QLabel:
    mark = QLabel()
    mark.setPixmap(picture)  # type: ignore[arg-type]
    return mark


def _line() -> QWidget:
    line = QWidget()
    line.setProperty("part", "line")
    line.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    line.setFixedHeight(1)
    return line


def _clear(layout: QGridLayout | QVBoxLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif isinstance(inner, QHBoxLayout):
            while (part := inner.takeAt(0)) is not None:
                shown = part.widget()
                if shown is not None:
                    shown.hide()
                    shown.deleteLater()

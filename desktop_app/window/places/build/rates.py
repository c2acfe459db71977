"""Exchange rates of the plan, to fill in where a line is priced in another currency: without them no sum is whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from desktop_app.window.forms.path_field import PathField
from desktop_app.window.parts.labels import label
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_RATES: tuple[tuple[str, Message], ...] = (
    ("USD", msg("build.rate.usd", "Exchange rate, yuan for US$1")),
    ("EUR", msg("build.rate.eur", "Exchange rate, yuan for €1")),
)


class RatesBar(QWidget):
    """A field for the rate of each foreign currency among the lines; away where there is none."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setProperty("part", "tool_row")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._bench = bench
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(16, 4, 12, 4)
        self._layout.addStretch(1)
        self._made: dict[str, tuple[QLabel, PathField]] = {}
        self.hide()

    def show_plan(self) -> None:
        """Show the rates that the lines of this alternative need."""
        there = {line.price.currency for line in self._bench.alternative.lines}
        for currency, said in _RATES:
            if currency in there and currency not in self._made:
                self._made[currency] = self._make(currency, said)
            for widget in self._made.get(currency, ()):
                widget.setVisible(currency in there)
        for currency, (named, field) in self._made.items():
            named.setText(self._bench.text(dict(_RATES)[currency]))
            field.show_plan()
        self.setVisible(any(currency in there for currency, _ in _RATES))

    def _make(self, currency: str, said: Message) -> tuple[QLabel, PathField]:
        named = label(tone="text2")
        field = PathField(self._bench, f"facts/fx_{currency.lower()}_cny", said, width=90)
        named.setBuddy(field)
        at = self._layout.count() - 1
        self._layout.insertWidget(at, named)
        self._layout.insertWidget(at + 1, field)
        return named, field

"""The head of a page of the start: the way back and the title."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout

from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.messages import Message, msg


def page_head(wording: Wording, title: Message, name: str) -> tuple[QHBoxLayout, Button]:
    """Return a row with the way back and ``title``, room left at its end, and the button named ``name``."""
    back = Button(kind="tool")
    back.setObjectName(name)
    back.set_icon("chevron_left")
    wording.put(back.setText, msg("start.back", "Back to Start"))
    said = label(size="figure")
    wording.put(said.setText, title)
    row = QHBoxLayout()
    row.setContentsMargins(16, 12, 24, 4)
    row.addWidget(back)
    row.addSpacing(8)
    row.addWidget(said)
    row.addStretch(1)
    return row, back

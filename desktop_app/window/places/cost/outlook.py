"""The card of cost over time: spent over five years, payments by quarter, what moves the result most; each can be saved."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout

from desktop_app.services.cost_outlook import PICTURES, drawn, outlook_of, save_picture
from desktop_app.window import prompts
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.card import Card
from desktop_app.window.pictures.scene_view import SceneView
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.wording import Wording
    from desktop_app.window.workbench import Workbench
    from planner.advice.sources import Sourcing
    from planner.figure import Figure
    from planner.pictures.scene import Scene, Spot

_FILES = msg("outlook.files", "Pictures (*.png *.svg *.pdf)")
_SAVE: dict[str, Message] = {
    "years": msg("outlook.save.years", "Save the five years…"),
    "cash": msg("outlook.save.cash", "Save the payments…"),
    "tornado": msg("outlook.save.tornado", "Save what moves it…"),
}


class OutlookCard(Card):
    """Three pictures, one below the other; each number in them leads to Why?."""

    def __init__(self, bench: Workbench, wording: Wording) -> None:
        super().__init__()
        self._bench = bench
        self._figures: dict[str, Figure] = {}
        self._makers: dict[str, Callable[[float], Scene]] = {}
        self.setObjectName("cost-outlook")
        wording.put(self.title.setText, msg("outlook.title", "Cost over time"))
        self.title.show()
        self.views: dict[str, SceneView] = {}
        for name in PICTURES:
            view = SceneView()
            view.setObjectName(f"cost-{name}")
            view.stand_whole()
            view.pressed.connect(self._explain)
            self.views[name] = view
            self.body.addWidget(view)
        row = QHBoxLayout()
        row.setSpacing(8)
        for name in PICTURES:
            save = Button(kind="plain", small=True)
            save.setObjectName(f"outlook-save-{name}")
            save.clicked.connect(partial(self._save, name))
            wording.put(save.setText, _SAVE[name])
            row.addWidget(save, 0, Qt.AlignmentFlag.AlignLeft)
        row.addStretch(1)
        self.body.addLayout(row)

    def show_found(self, found: Sourcing | None) -> None:
        """Show the alternative on the bench; ``found`` are its sources, None where they cannot be reckoned."""
        self.setVisible(found is not None)
        if found is None:
            return
        assessment = self._bench.assessment
        shown = outlook_of(assessment, found, self._bench.desk.today)
        self._figures = shown.figures()
        for name, view in self.views.items():
            self._makers[name] = drawn(name, shown, assessment, self._bench.language)
            view.draw(self._makers[name])

    def _explain(self, spot: Spot) -> None:
        if spot.key in self._figures:
            self._bench.explain(self._figures[spot.key])

    def _save(self, name: str, _checked: bool = False) -> None:
        make = self._makers.get(name)
        if make is None:
            return
        file = prompts.save_file(self._bench, self, _SAVE[name], f"{name}.png", _FILES)
        if file is None:
            return
        try:
            saved = save_picture(make, file)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self._bench.tell(Notice(text=msg("outlook.saved", "Saved: {file}", file=str(saved))))

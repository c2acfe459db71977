"""The bar on top: menu, plan and its saved state, search, undo and redo, history, help, export."""

from __future__ import annotations

import datetime as dt
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from desktop_app.window.look.fonts import text_font
from desktop_app.window.look.icons import icon, pixmap
from desktop_app.window.look.worn import current_look, theme_signals
from desktop_app.window.parts.labels import label
from desktop_app.window.parts.plain import keyless, plain_tip
from desktop_app.window.shell.actions import Actions
from desktop_app.window.wording import Wording
from desktop_app.window.workbench import Workbench
from planner.messages import msg

_ICON = 18
_AIR = 4  # between an icon and its words
_TITLE_MOST = 320  # pixels; longer plan names are cut in the middle and whole in the tooltip
_TITLE_NARROW = 220


class TopBar(QWidget):
    """The top bar; ``plans_asked`` wants the list of plans filled into the menu it carries."""

    plans_asked = Signal(object)

    def __init__(self, bench: Workbench, actions: Actions, main_menu: QMenu) -> None:
        super().__init__()
        self.setObjectName("top-bar")
        self.setProperty("part", "top_bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(current_look().height["top_bar"])
        self._bench = bench
        self._most = _TITLE_MOST
        self._is_narrow = False
        self._actions = actions
        self._wording = Wording(bench, self)
        self._menu = self._tool("menu", "menu")
        self._menu.setMenu(main_menu)
        self._wording.name(self._menu, msg("top.menu", "Main menu"))
        self._plan = self._plan_button()
        self._line = _line()
        self._saved_mark = QLabel()
        self._saved = label()
        self._saved.setObjectName("saved")
        self._saved.setProperty("tone", "text2")
        self._saved.setProperty("text_size", "caption")
        self._search = self._search_button()
        self._tools = [self._action_tool(name) for name in ("undo", "redo", "history", "help")]
        self._export = self._export_button()
        self._lay_out()
        bench.plan_replaced.connect(self.show_plan)
        bench.plan_changed.connect(self.show_plan)
        bench.language_changed.connect(self.show_plan)
        theme_signals().changed.connect(self._draw_icons)
        self._draw_icons()
        self.show_plan()

    def _tool(self, name: str, drawing: str) -> QPushButton:
        button = QPushButton()
        button.setObjectName(f"top-{name}")
        button.setProperty("kind", "tool")
        button.setProperty("square", "true")
        button.setProperty("drawing", drawing)
        button.setIconSize(QSize(_ICON, _ICON))
        return button

    def _action_tool(self, name: str) -> QPushButton:
        button, action = self._tool(name, name), self._actions[name]
        button.clicked.connect(action.trigger)
        action.changed.connect(partial(self._follow, button, action))
        self._follow(button, action)
        return button

    @staticmethod
    def _follow(button: QPushButton, action: QAction) -> None:
        """Let a button say and allow what its action does."""
        button.setEnabled(action.isEnabled())
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.text())

    def _plan_button(self) -> QPushButton:
        button = QPushButton()
        button.setObjectName("top-plan")
        button.setProperty("kind", "tool")
        button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the chevron stands behind the name
        button.setFont(text_font("title", bold=True))
        button.setMaximumWidth(_TITLE_MOST)
        menu = QMenu(button)
        menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # only the button is laid out the other way
        menu.aboutToShow.connect(self._ask_for_plans)
        button.setMenu(menu)
        return button

    def _ask_for_plans(self) -> None:
        self.plans_asked.emit(self._plan.menu())

    def _search_button(self) -> QPushButton:
        button = QPushButton()
        button.setObjectName("top-search")
        button.setProperty("kind", "search")
        button.setMinimumWidth(current_look().width["search_narrow"])
        button.clicked.connect(self._actions["search"].trigger)
        keys = QLabel("Ctrl K")
        keys.setProperty("part", "key")
        keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inside = QHBoxLayout(button)
        inside.setContentsMargins(8, 0, 6, 0)
        inside.addWidget(keys, 0, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._wording.put(button.setAccessibleName, msg("top.search.name", "Search items, commands and numbers"))
        return button

    def _export_button(self) -> QPushButton:
        button = QPushButton()
        button.setObjectName("top-export")
        button.setProperty("kind", "primary")
        button.clicked.connect(self._actions["export"].trigger)
        self._wording.put(button.setText, msg("top.export", "Export"))
        return button

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 0, 12, 0)
        layout.setSpacing(8)
        layout.addWidget(self._menu)
        layout.addSpacing(12)
        layout.addWidget(self._plan)
        layout.addWidget(self._line)
        layout.addWidget(self._saved_mark)
        layout.addWidget(self._saved)
        layout.addStretch(1)
        layout.addWidget(self._search)
        layout.addStretch(0)
        for tool in self._tools:
            layout.addWidget(tool)
        layout.addWidget(self._export)

    def show_plan(self, change: object = None) -> None:
        """Show the name of the plan on the bench, and when it was saved."""
        there = self._bench.has_plan
        self._say_search()
        title = (
            self._bench.text(self._bench.plan.title) if there else self._bench.text(msg("window.title", "LabProcure"))
        )
        metrics = self._plan.fontMetrics()
        self._plan.setText(keyless(metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, self._most - 40 - _AIR)))
        self._plan.setToolTip(plain_tip(title))
        self._line.setVisible(there)
        self._plan.setAccessibleName(title)
        self._export.setVisible(there)
        for widget in (self._saved_mark, self._saved):
            widget.setVisible(there)
        if there:
            self._show_saved(self._bench.desk.environment.clock())

    def _show_saved(self, moment: dt.datetime) -> None:
        self._saved.setText(self._bench.text(msg("top.saved", "Saved {time}", time=f"{moment:%H:%M}")))

    def narrow(self, narrow: bool) -> None:
        """Give name and search less room where the window is narrow."""
        widths = current_look().width
        most = _TITLE_NARROW if narrow else _TITLE_MOST
        if most != self._most:
            self._most = most
            self._plan.setMaximumWidth(most)
            self.show_plan()
        self._search.setMinimumWidth(widths["search_narrow" if narrow else "search"])
        self._is_narrow = narrow
        self._say_search()

    def _say_search(self) -> None:
        whole = msg("top.search", "Search items, commands, numbers")
        self._search.setText(self._bench.text(msg("top.search.short", "Search") if self._is_narrow else whole))

    def _draw_icons(self) -> None:
        for button in (self._menu, *self._tools):
            button.setIcon(icon(str(button.property("drawing")), "text2", _ICON))
        self._plan.setIconSize(QSize(16 + _AIR, 16))
        self._plan.setIcon(icon("chevron_down", "text2", 16, room=-_AIR))
        self._saved_mark.setPixmap(pixmap("check", "ok", 14, self.devicePixelRatioF()))
        for button, drawing, tone in ((self._search, "search", "text3"), (self._export, "export", "on_accent")):
            button.setIconSize(QSize(16 + _AIR, 16))
            button.setIcon(icon(drawing, tone, 16, room=_AIR))


def _line() -> QFrame:
    line = QFrame()
    line.setProperty("part", "line")
    line.setFixedSize(1, 20)
    return line

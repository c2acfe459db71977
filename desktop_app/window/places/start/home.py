"""The first page of Start: three ways to begin, templates with a filter, and the plans of the workspace."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.start_page import (
    GROUPS,
    RECOMMENDED,
    RecentPlan,
    RecentState,
    TemplateCard,
    TemplateSum,
    fitting,
    group_counts,
    recent_plans,
    recent_state,
    short_money,
    template_cards,
    template_sum,
)
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.chips import FilterChip
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.labels import label
from desktop_app.window.places.start.detail import TemplateDetail
from desktop_app.window.places.start.recent import RecentTable
from desktop_app.window.places.start.tile_grid import TileGrid
from desktop_app.window.places.start.tiles import TemplateTile, WayTile
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_WAYS: tuple[tuple[str, str, Message, Message], ...] = (
    (
        "budget",
        "wallet",
        msg("start.way.budget", "I have a budget"),
        msg("start.way.budget.about", "One sheet of questions, three alternatives side by side"),
    ),
    (
        "lines",
        "table",
        msg("start.way.lines", "I have a list or quotes to check"),
        msg("start.way.lines.about", "Paste the lines; see what is wrong with them"),
    ),
    (
        "open",
        "folder",
        msg("start.way.open", "Open a file"),
        msg("start.way.open.about", "A plan from a colleague; or drop it on this window"),
    ),
)
_DETAIL_PX = 312
_DETAIL_NARROW_PX = 288
_NARROW = 1100
_MOST_PLANS = 5
_PLAN_ACTS: tuple[tuple[str, Message], ...] = (
    ("open", msg("start.open_plan", "Open")),
    ("rename", msg("start.rename", "Rename")),
    ("duplicate", msg("start.duplicate", "Duplicate")),
    ("remove", msg("start.remove", "Delete")),
)


class HomePage(QWidget):
    """Tells what the user wants: ``way`` (budget, lines, open), ``used`` (a template), ``opened``, ``renamed``, ``duplicated``, ``removed`` (a plan).

    ``bin_asked`` brings the menu that is to be filled with what is in the bin.
    """

    way = Signal(str)
    used = Signal(str)
    opened = Signal(str)
    renamed = Signal(str)
    duplicated = Signal(str)
    removed = Signal(str)
    bin_asked = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.wording = Wording(bench, self)
        self._cards = template_cards()
        self._sums: dict[str, TemplateSum] = {}
        self._plans: tuple[RecentPlan, ...] = ()
        self._states: dict[str, RecentState] = {}
        self._shows_all = False
        self._group = ""
        self._chosen = RECOMMENDED
        self._tiles = {card.id: self._tile(card) for card in self._cards}
        self.grid = TileGrid()
        self.recent = RecentTable(bench)
        self.detail = TemplateDetail(bench)
        self.filter = Field()
        self.filter.set_lead("filter")
        self._no_match = EmptyState(icon="filter", button_icon="close")
        self._chips: dict[str, FilterChip] = {}
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._reckon_while_seen)
        self._lay_out()
        self._connect()

    # --- making ------------------------------------------------------------------------------------------------------

    def _tile(self, card: TemplateCard) -> TemplateTile:
        tile = TemplateTile()
        tile.template = card.id
        tile.setObjectName(f"template-{card.id}")
        tile.clicked.connect(partial(self.choose, card.id))
        return tile

    def _connect(self) -> None:
        self.grid.pressed.connect(self.choose)
        self.grid.opened.connect(self.used)
        self.detail.used.connect(self._use)
        self.recent.opened.connect(self.opened)
        self.recent.removed.connect(self.removed)
        self.filter.textChanged.connect(self._filter)
        self.filter.escaped.connect(self.filter.clear)
        self._no_match.asked.connect(self._show_all)

    def _lay_out(self) -> None:
        inside = QWidget()
        inside.setProperty("part", "scrolled")
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        self._fill_head(column)
        self._fill_recent(column)
        self._fill_templates(column)
        column.addStretch(1)
        self._area = QScrollArea()
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidgetResizable(True)
        self._area.setWidget(inside)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side = QScrollArea()
        side.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        side.setObjectName("template-side")
        side.setWidgetResizable(True)
        side.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget()
        holder.setProperty("part", "scrolled")
        held = QVBoxLayout(holder)
        held.setContentsMargins(0, 20, 24, 20)
        held.addWidget(self.detail)
        side.setWidget(holder)
        self._side = side
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._area, 1)
        row.addWidget(side)

    def _fill_head(self, column: QVBoxLayout) -> None:
        title = label(size="figure")
        self.wording.put(title.setText, msg("start.title", "Where to start"))
        column.addWidget(title)
        ways = QHBoxLayout()
        ways.setSpacing(12)
        self.ways: dict[str, WayTile] = {}
        for name, *_texts in _WAYS:
            tile = WayTile()
            tile.setObjectName(f"way-{name}")
            tile.clicked.connect(partial(self.way.emit, name))
            self.ways[name] = tile
            ways.addWidget(tile, 1)
        column.addLayout(ways)

    def _fill_templates(self, column: QVBoxLayout) -> None:
        head = label(size="title")
        self.wording.put(head.setText, msg("start.templates", "Or start from a plan close to yours"))
        column.addSpacing(4)
        column.addWidget(head)
        row = QHBoxLayout()
        row.setSpacing(8)
        for key, _said in GROUPS:
            chip = FilterChip("")
            chip.setObjectName(f"template-group-{key or 'all'}")
            chip.clicked.connect(partial(self._show_group, key))
            self._chips[key] = chip
            row.addWidget(chip)
        row.addStretch(1)
        self.filter.setObjectName("template-filter")
        self.filter.setMaximumWidth(200)
        self.wording.put(self.filter.setPlaceholderText, msg("start.filter", "Filter templates"))
        self.wording.put(self.filter.setAccessibleName, msg("start.filter", "Filter templates"))
        row.addWidget(self.filter)
        column.addLayout(row)
        column.addWidget(self.grid)
        self._no_match.setObjectName("template-no-match")
        self._no_match.hide()
        column.addWidget(self._no_match)

    def _fill_recent(self, column: QVBoxLayout) -> None:
        row = QHBoxLayout()
        self._recent_head = label(size="title")
        self.wording.put(self._recent_head.setText, msg("start.recent", "Recent plans"))
        row.addWidget(self._recent_head)
        row.addStretch(1)
        self._plan_buttons = {name: self._plan_button(name, said) for name, said in _PLAN_ACTS}
        for button in self._plan_buttons.values():
            row.addWidget(button)
        self.bin = Button(kind="plain", small=True)
        self.bin.setObjectName("recent-bin")
        menu = QMenu(self.bin)
        menu.aboutToShow.connect(partial(self.bin_asked.emit, menu))
        self.bin.setMenu(menu)
        row.addWidget(self.bin)
        column.addSpacing(4)
        column.addLayout(row)
        column.addWidget(self.recent)
        self._all = Button(kind="tool", small=True)
        self._all.setObjectName("recent-all")
        self._all.clicked.connect(self._show_all_plans)
        column.addWidget(self._all, 0, Qt.AlignmentFlag.AlignLeft)

    def _plan_button(self, name: str, said: Message) -> Button:
        button = Button(kind="plain", small=True)
        button.setObjectName(f"recent-{name}")
        self.wording.put(button.setText, said)
        button.clicked.connect(partial(self._act, name))
        return button

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_page(self) -> None:
        """Show texts at once; what takes an assessment follows when the window is idle."""
        self._show_ways()
        self._show_templates()
        self.show_recent()
        self.choose(self._chosen)
        self._later.start()

    def retranslate(self) -> None:
        """Say everything in the new language."""
        self.recent.retranslate()
        self._states.clear()
        self.show_page()

    def _show_ways(self) -> None:
        for name, icon, said, about in _WAYS:
            self.ways[name].show_texts(icon, self._bench.text(said), self._bench.text(about))

    def _show_templates(self) -> None:
        text = self._bench.text
        counts = group_counts(self._cards)
        for key, said in GROUPS:
            self._chips[key].show_filter(text(said), counts.get(key, 0))
            self._chips[key].setChecked(key == self._group)
        for card in self._cards:
            tile = self._tiles[card.id]
            tile.show_texts(card.icon, text(card.title), text(card.about))
            tile.show_mark(text(msg("start.recommended", "start here")) if card.recommended else "")
            self._show_sum(card.id)
        self._filter()

    def _show_sum(self, template: str) -> None:
        found = self._sums.get(template)
        if found is not None:
            self._tiles[template].show_sum(short_money(found.planned, self._bench.language), found.cards)

    def _filter(self) -> None:
        shown = fitting(self._cards, self._group, self.filter.text())
        self.grid.show_tiles([self._tiles[card.id] for card in shown])
        self.grid.setVisible(bool(shown))
        self._no_match.setVisible(not shown)
        if shown:
            QWidget.setTabOrder(self._tiles[shown[-1].id], self.detail.use)
        else:
            none = msg("start.no_match", "No template for “{typed}”", typed=self.filter.text())
            clear = msg("start.clear", "Clear the filter")
            self._no_match.show_words(self._bench.text(none), "", self._bench.text(clear))

    def _show_group(self, group: str) -> None:
        self._group = group
        for key, chip in self._chips.items():
            chip.setChecked(key == group)
        self._filter()

    def _show_all(self) -> None:
        self.filter.clear()
        self._show_group("")
        self.filter.setFocus()

    def choose(self, template: str) -> None:
        """Show a template at the right; one that was chosen already is used by the button there."""
        self._chosen = template
        for name, tile in self._tiles.items():
            tile.set_chosen(name == template)
        card = next(one for one in self._cards if one.id == template)
        self.detail.show_template(card, self._sums.get(template))

    def show_recent(self) -> None:
        """Show the plans of the workspace; what they come to is looked at anew."""
        desk, text = self._bench.desk, self._bench.text
        count, binned = len(desk.plans()), len(desk.removed())
        self._plans = recent_plans(desk, self._bench.language, count if self._shows_all else _MOST_PLANS)
        self._states.clear()
        self.recent.show_plans(self._plans, self._states)
        there = bool(self._plans)
        for part in (self.recent, *self._plan_buttons.values()):
            part.setVisible(there)
        self._recent_head.setVisible(there or bool(binned))
        self.bin.setVisible(bool(binned))
        self.bin.setText(text(msg("start.bin", "Bin ({count})", count=binned)))
        self._all.setVisible(count > len(self._plans))
        self._all.setText(text(msg("start.all_plans", "All {count} plans", count=count)))
        self._later.start()

    def _show_all_plans(self) -> None:
        self._shows_all = True
        self.show_recent()

    # --- reckoning while idle ----------------------------------------------------------------------------------------

    def _reckon_while_seen(self) -> None:
        """Go on only while the page is in sight; it is taken up again when it is shown."""
        if self.isVisible():
            self.reckon_next()

    def reckon_next(self) -> bool:
        """Reckon the next template or plan; False where everything is known. Called while the window has nothing to do."""
        if not self._bench.has_desk:
            return False
        wanted = next((one.id for one in self._plans if one.id not in self._states), None)
        if wanted is not None:
            self._states[wanted] = recent_state(self._bench.desk, wanted, self._bench.language)
            self.recent.show_plans(self._plans, self._states)
        elif not self._reckon_template():
            return False
        self._later.start()
        return True

    def _reckon_template(self) -> bool:
        order = sorted(self._tiles, key=lambda name: name != self._chosen)
        wanted = next((name for name in order if name not in self._sums and name != "blank"), None)
        if wanted is None:
            return False
        try:
            self._sums[wanted] = template_sum(self._bench.desk, wanted)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return False
        self._show_sum(wanted)
        if wanted == self._chosen:
            self.choose(wanted)
        return True

    # --- acts --------------------------------------------------------------------------------------------------------

    def _use(self) -> None:
        self.used.emit(self._chosen)

    def _act(self, name: str) -> None:
        """Do something with the plan that is marked."""
        plan = self.recent.chosen()
        if not plan:
            self._bench.tell(Notice(text=msg("start.mark_first", "Mark a plan in the list first.")))
            return
        signals = {"open": self.opened, "rename": self.renamed, "duplicate": self.duplicated, "remove": self.removed}
        signals[name].emit(plan)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the detail its width."""
        super().resizeEvent(event)
        side = _DETAIL_NARROW_PX if self.width() < _NARROW else _DETAIL_PX
        self._side.setFixedWidth(side + 24)

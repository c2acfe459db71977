"""The place Site: the wiring with its loads, the card of the room, power and heat against what the room allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services.cabling import link_of
from desktop_app.services.site_list import SiteRow, ordered_site, site_rows
from desktop_app.window.models.head_sort import HeadSort
from desktop_app.window.models.record_model import ID_ROLE, RecordModel, RecordRow
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.column_room import size_columns
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.places.place import Place
from desktop_app.window.places.site.device_panel import DevicePanel
from desktop_app.window.places.site.limit_page import LimitPage
from desktop_app.window.places.site.line_form import LineForm
from desktop_app.window.places.site.list_rows import list_columns, list_row
from desktop_app.window.places.site.mount_panel import MountPanel
from desktop_app.window.places.site.node_panel import NodePanel
from desktop_app.window.places.site.proposals import WORDS, Proposals
from desktop_app.window.places.site.rack_hand import RackHand
from desktop_app.window.places.site.wiring_hand import WiringHand
from planner.messages import Message, msg
from planner.pictures.bars import bars_scene
from planner.pictures.months import months_scene
from planner.pictures.phases import phases_scene
from planner.pictures.racks import racks_scene
from planner.pictures.scene import Scene, Spot
from planner.pictures.warming import warming_scene
from planner.pictures.wiring import wiring_scene
from planner.plan.own_limits import LIMITS

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.assess.context import Context
    from planner.documents.model import Language
    from planner.plan.document import Link

_TABS: tuple[tuple[str, Message], ...] = (
    ("wiring", msg("site.wiring", "Wiring")),
    ("room", msg("site.room", "Room card")),
    ("loads", msg("site.loads", "Power and heat")),
    ("warming", msg("site.warming", "Cooling failure")),
    ("racks", msg("site.racks", "Racks")),
    ("phases", msg("site.phases", "Phases")),
    ("energy", msg("site.energy", "Energy")),
    ("limits", msg("site.limits", "Assumptions")),
)
_SCENES: dict[str, Callable[..., Scene]] = {
    "wiring": wiring_scene,
    "loads": bars_scene,
    "warming": warming_scene,
    "racks": racks_scene,
    "phases": phases_scene,
    "energy": months_scene,
}
_PLOTS = {"warming": 60.0, "energy": 56.0}  # what grows with the window, and how high it is on paper (mm)
_WORDS_MM, _STEEPEST = 46.0, 0.45  # title, axis, legend and note around a plot; height for width
_NO_PICTURE = ("room", "limits")
_WITH_FORM = ("wiring", "racks")  # pictures whose parts have a form below


class SitePlace(Place):
    """Picture, list and form show the same node; a click in one of them chooses it in all."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._node = ""
        self._card = ""
        self._sized = ""
        self._tools: list[Button] = []
        self._tabs = SubTabs()
        self._tabs.setObjectName("site-tabs")
        self._tabs.chosen.connect(self._show_tab)
        self.wording.put(self._tabs.setAccessibleName, msg("site.tabs", "Views of the site"))
        self._views = {key: SceneView() for key, _ in _TABS if key not in _NO_PICTURE}
        for key, view in self._views.items():
            view.setObjectName(f"site-{key}")
            view.stand_in_line()
            view.pressed.connect(self._choose_spot if key in _WITH_FORM else self._explain_spot)
        self._wiring, self._racks = self._views["wiring"], self._views["racks"]
        self._wiring.give(WiringHand(bench, self._wiring, self._choose_part))
        self._racks.give(RackHand(bench, self._racks, self._choose_part))
        self._panel = NodePanel(bench)
        self._panel.chosen.connect(self.choose)
        self._device = DevicePanel(bench)
        self._mounts = MountPanel(bench)
        self._forms = QStackedWidget()
        self._model = RecordModel(list_columns(self.bench.text), self)
        self._list = self._make_list()
        self._limits = LimitPage(bench)
        self._sort = HeadSort(self._list, self._model, self._fill_list)
        self._empty = EmptyState(icon="site")
        self._empty.setObjectName("site-empty")
        self._empty.asked.connect(self._begin)
        self._pages = QStackedWidget()
        self._proposals = Proposals(bench)
        self._proposals.opened.connect(partial(self._pages.setCurrentWidget, self._proposals.page))
        self._proposals.closed.connect(self._show_page)
        self._lay_out()

    def _lay_out(self) -> None:
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._pictures = QStackedWidget()
        for key, _said in _TABS:
            self._pictures.addWidget(self._views.get(key, self._limits if key == "limits" else self._list))
        self._split.addWidget(self._pictures)
        self._forms.addWidget(self._panel)
        self._forms.addWidget(self._device)
        self._forms.addWidget(self._mounts)
        self._split.addWidget(self._forms)
        self._split.setSizes([400, 240])
        self._split.setChildrenCollapsible(False)
        self._pages.addWidget(self._split)
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(16, 16, 16, 16)
        inside.addWidget(self._empty)
        inside.addStretch(1)
        self._pages.addWidget(page)
        self._pages.addWidget(self._proposals.page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._tab_row())
        layout.addWidget(self._pages, 1)

    def _tab_row(self) -> QWidget:
        row = QWidget()
        row.setProperty("part", "tab_row")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row.setFixedHeight(40)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.addWidget(self._tabs)
        layout.addStretch(1)
        layout.addWidget(self._proposals.button())
        for name, icon, said, slot in (
            ("out", "zoom_out", msg("picture.zoom_out", "Smaller"), self._zoom_out),
            ("in", "zoom_in", msg("picture.zoom_in", "Larger"), self._zoom_in),
            ("fit", "fit", msg("picture.fit", "Fit to the window"), self._fit),
            ("copy", "copy", msg("picture.copy", "Copy the picture"), self._copy),
        ):
            button = Button(kind="tool", small=True)
            button.setObjectName(f"site-{name}")
            button.set_icon(icon)
            button.clicked.connect(slot)
            self.wording.name(button, said)
            self._tools.append(button)
            layout.addWidget(button)
        return row

    def _make_list(self) -> RecordTable:
        table = RecordTable()
        table.setObjectName("site-list")
        table.setModel(self._model)
        self.wording.put(table.setAccessibleName, msg("site.list", "Parts of the site"))
        table.current_moved.connect(self._row_chosen)
        table.clicked.connect(self._explain_row)
        return table

    # --- showing -----------------------------------------------------------------------------------------------------

    def show_plan(self) -> None:
        """Show the site of the plan with the alternative on the bench in it."""
        text = self.bench.text
        self._tabs.show_tabs([(key, text(said)) for key, said in _TABS if key != "racks" or self._has_racks])
        if self._tabs.key == "wiring" and self._pictures.currentWidget() is self._racks:
            self._show_tab("wiring")
        there = bool(self.bench.plan.site)
        self._proposals.refresh()
        self._show_page()
        if self._tabs.key == "limits":
            self._limits.show_plan()
        if not there:
            self._empty.show_words(
                text(msg("site.empty", "What the room can carry is not known yet")),
                text(msg("site.empty.why", "Circuits, sockets and the air conditioner decide what can be bought.")),
                text(msg("site.empty.button", "Fill in the room card")),
            )
            return
        self._fill_list()
        self._show_pictures()
        self._panel.show_node(self._node)
        self._node = self._panel.node
        shown = self._forms.currentWidget()
        if isinstance(shown, LineForm) and self._line_of((shown.line,)):
            shown.show_plan()
        else:
            self._forms.setCurrentWidget(self._panel)

    def _show_page(self) -> None:
        """Show what is proposed, else the site, else what to begin with."""
        if not self._proposals.is_open:
            self._pages.setCurrentIndex(0 if self.bench.plan.site or self._tabs.key == "limits" else 1)

    def _fill_list(self) -> None:
        rows = site_rows(self.bench.assessment, self.bench.language)
        self._model.show_rows([self._row(one) for one in self._sort.ordered(rows, ordered_site)])
        if self._sized != self.bench.language:
            self._sized = self.bench.language
            size_columns(self._list, [column.width for column in self._model.columns], stretch=0)

    def retranslate(self) -> None:
        """Say heads and pictures in the new language."""
        self._device.retranslate()
        self._mounts.retranslate()
        self._model.show_heads(list_columns(self.bench.text))
        self.show_plan()

    def _show_pictures(self) -> None:
        """Draw the picture that is in sight; the other one when its tab is shown."""
        key = self._tabs.key or "wiring"
        if key in _SCENES:
            context, language = self.bench.assessment.context, self.bench.language
            make = partial(self._grown, key) if key in _PLOTS else _SCENES[key]
            self._views[key].draw(partial(make, context, language), grows=key in _PLOTS)
        if key in _WITH_FORM:
            self._mark()

    def _grown(self, key: str, context: Context, language: Language, width_mm: float) -> Scene:
        """Return the plot that is shown as high as there is room, neither flatter than on paper nor steeper than is read."""
        least = _PLOTS[key]
        room = self._views[key].room_high_mm() - _WORDS_MM
        return _SCENES[key](context, language, width_mm, max(least, min(room, _STEEPEST * width_mm)))

    @property
    def _has_racks(self) -> bool:
        return any(node.type == "rack" for node in self.bench.plan.site)

    def _row(self, one: SiteRow) -> RecordRow:
        return list_row(one, self.bench.language, indented=not self._sort.is_sorted)

    def _show_tab(self, key: str) -> None:
        self._pictures.setCurrentIndex([name for name, _ in _TABS].index(key))
        self._forms.setVisible(key == "room" or key in _WITH_FORM)
        for button in self._tools:
            button.setVisible(key in _SCENES)  # a list is no picture to zoom or copy
        self._show_page()
        self._show_pictures()
        if key == "limits":
            self._limits.show_plan()
        shown = self._forms.currentWidget()
        if isinstance(shown, LineForm) and key in _WITH_FORM:
            self.choose_device(shown.line)  # the form of a machine goes with the picture

    # --- choosing ----------------------------------------------------------------------------------------------------

    def reveal(self, subject: str) -> None:
        """Choose a node, or the form of a machine: where its units are plugged in."""
        if subject in WORDS:
            self._proposals.start(subject)
            return
        self._proposals.close_page()
        if subject.startswith(LIMITS):
            self._tabs.show_key("limits")
            self._show_tab("limits")
            self._limits.go_to(subject.removeprefix(LIMITS))
        elif self.bench.plan.node(subject) is not None:
            self.choose(subject)
        elif self._line_of((subject,)):
            self.choose_device(subject)
        elif (link := link_of(self.bench.alternative, subject)) is not None:
            self.choose_link(link)

    def choose(self, node: str) -> None:
        """Show a node in picture, list and form."""
        self._node = node
        self._panel.show_node(node)
        self._node = self._panel.node
        self._forms.setCurrentWidget(self._panel)
        self._mark()
        row = self._model.row_of(self._node)
        if row >= 0 and self._list.currentIndex().row() != row:
            self._list.go_to(row, 0)

    def choose_device(self, line: str, part: str = "") -> None:
        """Show where a machine's units are plugged in, or stand where racks are shown; ``part`` is its card, '' for the first."""
        panel = self._mounts if self._tabs.key == "racks" else self._device
        panel.show_line(line)
        self._card = part
        self._forms.setCurrentWidget(panel)
        self._mark()

    def choose_link(self, link: Link) -> None:
        """Show what is told of network cables in the form of their machine."""
        if self._tabs.key not in ("wiring", "room"):
            self._tabs.setCurrentIndex(0)  # the other pictures have no such form
        self.choose_device(link.line)
        self._device.links.open_link(link.id)

    def _mark(self) -> None:
        """Put the frame of the picture around what the form shows."""
        shown = self._forms.currentWidget()
        if isinstance(shown, MountPanel):
            self._racks.mark(self._mounted(shown.line))
            return
        if not isinstance(shown, DevicePanel):
            self._wiring.mark(self._node)
            self._racks.mark("")
            return
        plug = next((one for one in self.bench.alternative.connections if one.line == shown.line), None)
        first = f"loose/{shown.line}" if plug is None else f"{plug.node}/{plug.line}"
        self._wiring.mark(self._card or first)

    def _mounted(self, line: str) -> str:
        """Return the part of the racks that was chosen, else the first of a line."""
        scene = self._racks.scene
        parts = (
            [spot.part for spot in scene.spots if spot.part.startswith(f"line/{line}/")] if scene is not None else []
        )
        return self._card if self._card in parts else next(iter(parts), "")

    def _choose_part(self, part: str) -> None:
        """Show the form of a part of the picture, as it was moved or walked to."""
        device = self._line_of(part.split("/")[1:])
        if device:
            self.choose_device(device, part)
        elif self.bench.plan.node(part) is not None:
            self.choose(part)

    def _line_of(self, parts: Sequence[str]) -> str:
        return next((line.id for line in self.bench.alternative.lines if line.id in parts), "")

    def _choose_spot(self, spot: Spot) -> None:
        """Show the form of what was pressed: of the machine where its card was, else of the node."""
        device = self._line_of(spot.part.split("/")[1:])
        node = next((part for part in spot.key.split("/") if self.bench.plan.node(part) is not None), "")
        if device:
            self.choose_device(device, spot.part)
        elif node:
            self.choose(node)
        self._explain_spot(spot)

    def _explain_spot(self, spot: Spot) -> None:
        figure = self.bench.assessment.figures().get(spot.key)
        if figure is not None:
            self.bench.explain(figure)

    def _row_chosen(self, row: int, column: int) -> None:
        if not 0 <= row < len(self._model.rows) or self._model.rows[row].id == self._node:
            return
        link = link_of(self.bench.alternative, self._model.rows[row].id)
        if link is not None:
            self.choose_link(link)
        else:
            self.choose(self._model.rows[row].id)

    def _explain_row(self, index: QModelIndex) -> None:
        figures = self._model.rows[index.row()].figures if index.data(ID_ROLE) else ()
        figure = figures[index.column()] if figures else None
        if figure is not None:
            self.bench.explain(figure)

    def start_adding(self) -> bool:
        """Add a circuit with a socket: what a room card begins with."""
        self._panel.add("circuit")
        return True

    def _begin(self) -> None:
        self._panel.add("circuit")
        self._panel.add("ac")
        self._tabs.show_key("room")
        self._show_tab("room")
        room = next((node.id for node in self.bench.plan.site if node.type == "room"), "")
        self.choose(room)

    # --- pictures ----------------------------------------------------------------------------------------------------

    def _picture(self) -> SceneView:
        return self._views.get(self._tabs.key, self._wiring)

    def _zoom_in(self) -> None:
        self._picture().zoom_in()

    def _zoom_out(self) -> None:
        self._picture().zoom_out()

    def _fit(self) -> None:
        self._picture().fit()

    def _copy(self) -> None:
        self._picture().copy()

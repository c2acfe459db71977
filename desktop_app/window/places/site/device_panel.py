"""Where the units of one line are plugged in and what they are cabled to: a row for each place, one more, and one less."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services import plugging
from desktop_app.window.forms.path_field import PathField
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import label
from desktop_app.window.places.site.facts_panel import FactsPanel
from desktop_app.window.places.site.link_panel import LinkPanel
from desktop_app.window.wording import Wording
from planner.errors import PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line

_UNITS = msg("plug.units", "Units")
_AT = msg("plug.at", "Plugged in at")


class DevicePanel(QWidget):
    """The form of a line in the wiring; one act is one step of undo."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._line = ""
        self._numbers: tuple[int, ...] = ()
        self._choices: list[ChoiceBox] = []
        self._fields: list[PathField] = []
        self._row_widgets: list[QWidget] = []
        self._wording = Wording(bench, self)
        self._title = label(size="title", bold=True)
        self._title.setObjectName("device-title")
        self._words = label(size="caption", tone="text2")
        self._words.setObjectName("device-units")
        self._add = Button(kind="plain", small=True)
        self._add.setObjectName("plug-add")
        self._add.set_icon("add")
        self._wording.put(self._add.setText, msg("plug.add", "Another outlet"))
        self._add.clicked.connect(self._add_place)
        self._to_build = Button(kind="tool", small=True)
        self._to_build.setObjectName("plug-build")
        self._wording.put(self._to_build.setText, msg("plug.build", "Show in Build"))
        self._to_build.clicked.connect(self._go_to_build)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._words)
        head.addStretch(1)
        head.addWidget(self._add)
        head.addWidget(self._to_build)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(12)
        self._rows.setVerticalSpacing(8)
        self._rows.setColumnStretch(4, 1)
        self.links = LinkPanel(bench)
        self._facts = FactsPanel(bench)
        self._lay_out(head)

    def _lay_out(self, head: QHBoxLayout) -> None:
        below = QWidget()
        below.setProperty("part", "sheet")
        below.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inside = QVBoxLayout(below)
        inside.setContentsMargins(0, 0, 0, 8)
        inside.addLayout(self._rows)
        inside.addWidget(self.links)
        inside.addWidget(self._facts)
        inside.addStretch(1)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(below)
        self._area = area
        self.links.opened.connect(self._bring_into_sight)
        self._facts.opened.connect(self._bring_into_sight)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 8)
        layout.addLayout(head)
        layout.addWidget(area, 1)

    def _bring_into_sight(self, part: QWidget) -> None:
        """Scroll to a part, once it has been laid out."""
        QTimer.singleShot(0, partial(self._area.ensureWidgetVisible, part))

    @property
    def line(self) -> str:
        """Return the id of the line that is shown, '' for none."""
        return self._line

    def show_line(self, line: str) -> None:
        """Show where the units of a line are plugged in."""
        if line != self._line:
            self._line, self._numbers = line, ()
            self._clear()
        self.links.show_line(line)
        self._facts.show_line(line)
        self.show_plan()

    def show_plan(self) -> None:
        """Show what stands in the plan now; False in ``_of`` where the line is gone is the place's to see."""
        line = self._of()
        if line is None:
            return
        loose = self._loose()
        self._title.setText(self._bench.text(line.title))
        self._words.setText(plugging.device_words(line, loose, self._bench.language))
        plugs = plugging.plugs_of(self._bench.alternative, line.id)
        self._add.setEnabled(bool(loose) or (line.quantity > 1 and bool(plugs)))
        numbers = tuple(plug.at for plug in plugs)
        if numbers != self._numbers:
            self._numbers = numbers
            self._make_rows(plugs)
        outlets = plugging.outlets(self._bench.plan, self._bench.language)
        for choice, field, plug in zip(self._choices, self._fields, plugs, strict=True):
            choice.show_choices(outlets, plug.node)
            field.show_plan()
        self.links.show_plan()
        self._facts.show_plan()

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _loose(self) -> int:
        return self._bench.assessment.context.site.unplugged.get(self._line, 0)

    def _clear(self) -> None:
        for widget in self._row_widgets:
            self._rows.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._row_widgets, self._choices, self._fields = [], [], []

    def _make_rows(self, plugs: tuple[plugging.Plug, ...]) -> None:
        self._clear()
        for row, plug in enumerate(plugs):
            at = label(tone="text2")
            at.setText(self._bench.text(_AT))
            choice = ChoiceBox()
            choice.setObjectName(f"plug-node-{row}")
            choice.setAccessibleName(self._bench.text(_AT))
            choice.setMinimumWidth(180)
            choice.chosen.connect(partial(self._replug, plug.at))
            path = f"alternatives/{self._bench.alternative.id}/connections/{plug.at}/units"
            field = PathField(self._bench, path, _UNITS, width=80)
            remove = Button(kind="tool", small=True)
            remove.setObjectName(f"plug-remove-{row}")
            remove.set_icon("remove")
            remove.setText(self._bench.text(msg("site.remove", "Remove")))
            remove.clicked.connect(partial(self._unplug, plug.at))
            units = label(tone="text2")
            units.setText(self._bench.text(_UNITS))
            units.setBuddy(field)
            for column, widget in enumerate((at, choice, units, field)):
                self._rows.addWidget(widget, row, column)
            self._rows.addWidget(remove, row, 5)
            self._row_widgets += [at, choice, units, field, remove]
            self._choices.append(choice)
            self._fields.append(field)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _replug(self, at: int, node: str) -> None:
        self._bench.do(plugging.replug_edit(self._bench.alternative, at, node))

    def _unplug(self, at: int, _checked: bool = False) -> None:
        self._bench.do(plugging.unplug_edit(self._bench.alternative, at))

    def _add_place(self) -> None:
        line = self._of()
        if line is None:
            return
        try:
            edit = plugging.next_plug_edit(self._bench.plan, self._bench.alternative, line, self._loose())
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self._bench.do(edit)

    def _go_to_build(self) -> None:
        self._bench.go("build", self._line)

    def retranslate(self) -> None:
        """Say the words of the rows in the new language."""
        self._numbers = ()
        self.links.retranslate()
        self.show_plan()

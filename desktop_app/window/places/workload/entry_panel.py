"""The entry that is marked: its memory as a bar, and below it the form, or the speed on the card that is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from desktop_app.services import workload_table as service
from desktop_app.services.entry_words import assumed_words
from desktop_app.services.fields import field_view
from desktop_app.services.fit_candidates import Column
from desktop_app.services.fit_table import FitTable
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import ElidedLabel, label
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.places.workload.memory_bar import MemoryBar
from desktop_app.window.places.workload.speed_panel import SpeedPanel
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.places.build.picker import ItemPicker
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import WorkloadEntry

_TABS = (("form", msg("entry.tab.form", "Job")), ("speed", msg("entry.tab.speed", "Speed and roofline")))


_FIELD_PX = 204


class EntryPanel(QScrollArea):
    """``own_model_asked`` wants the sheet for a model that the catalog does not have."""

    own_model_asked = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._entry = ""
        self._column: Column | None = None
        self._picker: ItemPicker | None = None
        self._wording = Wording(bench, self)
        self._title = ElidedLabel(size="title", bold=True)
        self._who = label(tone="text2")
        self._people = ChoiceBox()
        self._people.setObjectName("entry-people")
        self._people.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        self._people.chosen.connect(self._choose_people)
        self._model_button = Button(kind="plain", small=True)
        self._model_button.setObjectName("entry-model")
        self._model_button.clicked.connect(self._pick_model)
        self._own = Button(kind="tool", small=True)
        self._own.setObjectName("entry-own-model")
        self._own.clicked.connect(self.own_model_asked)
        self._wording.put(self._own.setText, msg("entry.own_model", "Own model…"))
        self._bar = MemoryBar()
        self._bar.pressed.connect(bench.explain)
        self._notes = label(size="caption", tone="warn", wrap=True)
        self._notes.setObjectName("entry-notes")
        self._tabs = SubTabs()
        self._tabs.setObjectName("entry-tabs")
        self._tabs.chosen.connect(self._show_tab)
        self._form = FieldForm(bench, columns=2)
        self.speed = SpeedPanel(bench)
        self._pages = QStackedWidget()
        self._lay_out()

    def _lay_out(self) -> None:
        self._wording.put(self._who.setText, msg("workload.people", "Who"))
        self._wording.put(self._people.setAccessibleName, msg("workload.people", "Who"))
        self._wording.put(self._tabs.setAccessibleName, msg("entry.tabs", "What is shown of the job"))
        inside = QWidget()
        inside.setProperty("part", "sheet")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 8, 12, 8)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._who)
        head.addWidget(self._people)
        head.addWidget(self._model_button)
        head.addWidget(self._own)
        column.addLayout(head)
        column.addWidget(self._bar)
        column.addWidget(self._notes)
        column.addWidget(self._tabs)
        self._pages.addWidget(self._form)
        self._pages.addWidget(self.speed)
        column.addWidget(self._pages)
        column.addStretch(1)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    # --- showing -----------------------------------------------------------------------------------------------------

    @property
    def entry(self) -> str:
        """Return the id of the entry that is shown."""
        return self._entry

    def show_entry(self, entry_id: str, table: FitTable, column: Column | None) -> None:
        """Show an entry and how it runs on the candidate of a column."""
        self._entry, self._column = entry_id, column
        plan = self._bench.plan
        entry = next((one for one in plan.workload if one.id == entry_id), None)
        demand = service.demand_of(self._bench.assessment, entry_id)
        if entry is None or demand is None:
            return
        self._tabs.show_tabs([(key, self._bench.text(said)) for key, said in _TABS])
        self._title.setText(self._bench.text(entry.title))
        self._show_head(entry)
        self._form.show_fields(
            [FieldSpec(path=path, name=name, width=_FIELD_PX) for path, name in service.entry_paths(entry)]
        )
        parts = service.memory_parts(self._bench.assessment, entry_id, self._bench.language)
        self._bar.show_parts(parts, _limits(table, column), demand.per_device_gib, self._bench.language)
        self._bar.setVisible(bool(parts))
        told = assumed_words(entry, self._bench.language)
        notes = [*demand.notes, *((told,) if told is not None else ())]
        self._notes.setText("\n".join(self._bench.text(note) for note in notes))
        self._notes.setVisible(bool(notes))
        self._show_tab(self._tabs.key)
        if self._tabs.key == "speed":
            self.speed.show_entry(demand, table.job(entry_id), None if column is None else column.candidate.card)

    def _show_head(self, entry: WorkloadEntry) -> None:
        plan, text = self._bench.plan, self._bench.text
        nobody = text(msg("workload.nobody", "nobody in particular"))
        groups = [("-", nobody), *((one.id, text(one.title)) for one in plan.people)]
        self._people.show_choices(groups, entry.people or "-")
        model = field_view(plan, f"workload/{entry.id}/model", self._bench.language)
        choose = text(msg("workload.model", "Choose a model…"))
        shown = model.text or choose
        if model.origin == "assumed":
            shown = text(msg("workload.model.assumed", "{name} (assumed)", name=shown))
        self._model_button.setText(shown)
        self._model_button.setToolTip(plain_tip(model.note))
        named = msg("workload.model.name", "Model: {name}", name=model.text or choose)
        self._model_button.setAccessibleName(text(named))

    def _show_tab(self, key: str) -> None:
        page = self.speed if key == "speed" else self._form
        if self._pages.currentWidget() is not page:
            self._pages.setCurrentWidget(page)
            if key == "speed":
                self.tab_asked.emit()

    tab_asked = Signal()

    def show_tab(self, key: str) -> None:
        """Bring a part of the entry into sight: 'form' or 'speed'."""
        self._tabs.show_key(key)
        self._show_tab(key)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _choose_people(self, group: str) -> None:
        self._bench.do(service.people_edit(self._entry, "" if group == "-" else group))

    def _pick_model(self) -> None:
        if self._picker is None:
            from desktop_app.window.places.build.picker import ItemPicker

            self._picker = ItemPicker(self._bench, self, kinds=("model",))
            self._picker.taken.connect(self.take_model)
        self._picker.open_for("model")

    def take_model(self, row: str) -> None:
        """Let the entry use a model of the catalog."""
        self._bench.do(service.model_edit(self._entry, self._bench.desk.store.catalog.get(row)))


def _limits(table: FitTable, column: Column | None) -> service.Limits:
    """Return what the marked candidate's card shows, and what the plan's machines show, each once."""
    found = [one for one in table.columns if not one.chosen or one is column]
    limits = tuple((one.candidate.name, one.memory, one.candidate.visible_gib) for one in found)
    marked = None if column is None else column.candidate.visible_gib
    return service.Limits(cards=limits, marked=marked)

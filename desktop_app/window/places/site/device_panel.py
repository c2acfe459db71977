"""Where the units of one line are plugged in and what they are cabled to: a row for each place, one more, and one less."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.services import plugging, rewiring
from desktop_app.window.places.site.facts_panel import FactsPanel
from desktop_app.window.places.site.line_form import FormRow, FormRows, LineForm, RowField
from desktop_app.window.places.site.link_panel import LinkPanel
from planner.errors import PlannerError
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line
    from planner.plan.edits import Edit

_UNITS = msg("plug.units", "Units")
_AT = msg("plug.at", "Plugged in at")


class DevicePanel(LineForm):
    """The form of a line in the wiring: its plugs, below them its network cables and what is told of it."""

    def __init__(self, bench: Workbench) -> None:
        rows = FormRows(bench, "plug", ("node", _AT), choice_width=180)
        super().__init__(bench, "plug", msg("plug.add", "Another outlet"), rows, title="device")
        self.links = LinkPanel(bench)
        self._facts = FactsPanel(bench)
        for part in (self.links, self._facts):
            self._below.addWidget(part)
            part.opened.connect(self._bring_into_sight)

    def show_line(self, line: str) -> None:
        """Show where the units of a line are plugged in."""
        self.links.show_line(line)
        self._facts.show_line(line)
        super().show_line(line)

    def retranslate(self) -> None:
        """Say the words of the rows in the new language."""
        self.links.retranslate()
        super().retranslate()

    def _show(self, line: Line) -> None:
        loose = self._loose()
        self._words.setText(plugging.device_words(line, loose, self._bench.language))
        plugs = plugging.plugs_of(self._bench.alternative, line.id)
        self._add.setEnabled(bool(loose) or (line.quantity > 1 and bool(plugs)))
        self._rows.show_rows([self._row(plug.at) for plug in plugs])
        outlets = plugging.outlets(self._bench.plan, self._bench.language)
        for row, plug in enumerate(plugs):
            self._rows.show_choices(row, outlets, plug.node)
        self.links.show_plan()
        self._facts.show_plan()

    def _row(self, at: int) -> FormRow:
        path = f"alternatives/{self._bench.alternative.id}/connections/{at}/units"
        return FormRow(
            key=str(at),
            chosen=partial(self._replug, at),
            fields=(RowField(path=path, caption=_UNITS),),
            remove=partial(self._unplug, at),
        )

    def _loose(self) -> int:
        return rewiring.loose_units(self._bench.assessment.context, self._line)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _replug(self, at: int, node: str) -> None:
        self._bench.do(plugging.replug_edit(self._bench.alternative, at, node))

    def _unplug(self, at: int) -> None:
        self._bench.do(plugging.unplug_edit(self._bench.alternative, at))

    def _next_edit(self, line: Line) -> Edit:
        context = self._bench.assessment.context
        if line.role == "ups" and self._loose():
            return rewiring.next_ups_edit(context, line.id)
        return plugging.next_plug_edit(self._bench.plan, self._bench.alternative, line, self._loose())

    def _add_row(self) -> None:
        line = self._of()
        if line is None:
            return
        try:
            edit = self._next_edit(line)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return
        self._bench.do(edit)

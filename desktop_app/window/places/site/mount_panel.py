"""Where the machines of one line stand in racks: a row for each placement with rack, lowest unit, face and count."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from desktop_app.services import mounting
from desktop_app.services.subjects import subject_title
from desktop_app.window.parts.labels import label
from desktop_app.window.places.site.line_form import FormRow, FormRows, LineForm, RowField
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line, Placement

_RACK = msg("mount.rack", "Rack")
_FIELDS: tuple[tuple[str, Message, int], ...] = (
    ("bottom_u", msg("mount.bottom", "Lowest U"), 80),
    ("face", msg("mount.face", "Face"), 90),
    ("units", msg("plug.units", "Units"), 80),
)
_HINT = msg(
    "mount.hint",
    "Drag a machine, or Alt with the arrow keys; right-click for more. Without a lowest unit its place is found by itself.",
)


class MountPanel(LineForm):
    """The form of a line in the racks."""

    def __init__(self, bench: Workbench) -> None:
        rows = FormRows(bench, "mount", ("rack", _RACK), choice_width=140)
        super().__init__(bench, "mount", msg("mount.add", "Into a rack"), rows)
        hint = label(size="caption", tone="text3", wrap=True)
        self._wording.put(hint.setText, _HINT)
        self._below.addWidget(hint)

    def _show(self, line: Line) -> None:
        mounts = [(at, one) for at, one in enumerate(self._bench.alternative.placements) if one.line == line.id]
        loose = max(0, line.quantity - sum(one.units for _at, one in mounts))
        said = msg("mount.count", "{count} in the build, {loose} in no rack", count=line.quantity, loose=loose)
        self._words.setText(self._bench.text(said))
        self._add.setEnabled(loose > 0 and bool(self._racks()))
        self._rows.show_rows([self._row(at) for at, _one in mounts])
        for row, (_at, one) in enumerate(mounts):
            self._rows.show_choices(row, self._rack_names(one), one.node)

    def _row(self, at: int) -> FormRow:
        path = f"alternatives/{self._bench.alternative.id}/placements/{at}"
        return FormRow(
            key=str(at),
            chosen=partial(self._other_rack, at),
            fields=tuple(RowField(path=f"{path}/{name}", caption=said, width=width) for name, said, width in _FIELDS),
            remove=partial(self._take_out, at),
        )

    def _racks(self) -> list[tuple[str, str]]:
        plan, language = self._bench.plan, self._bench.language
        return [(one.id, subject_title(plan, "", one.id, language)) for one in plan.site if one.type == "rack"]

    def _rack_names(self, mount: Placement) -> tuple[tuple[str, str], ...]:
        names = self._racks()
        if all(name != mount.node for name, _said in names):  # placed at something else, a UPS of the wiring say
            names.append((mount.node, mount.node))
        return tuple(names)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _other_rack(self, at: int, rack: str) -> None:
        self._bench.do(mounting.other_rack_edit(self._bench.alternative, at, rack))

    def _take_out(self, at: int) -> None:
        self._bench.do(mounting.unmount_edit(self._bench.alternative, at))

    def _add_row(self) -> None:
        line, racks = self._of(), self._racks()
        if line is None or not racks:
            return
        one = self._bench.alternative
        loose = line.quantity - sum(mount.units for mount in one.placements if mount.line == line.id)
        self._bench.do(mounting.mount_edit(one, line.id, racks[0][0], loose))

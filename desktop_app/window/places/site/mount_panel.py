"""Where the machines of one line stand in racks: a row for each placement with rack, lowest unit, face and count."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services import mounting
from desktop_app.window.forms.path_field import PathField
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
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


class MountPanel(QWidget):
    """The form of a line in the racks; one act is one step of undo."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._line = ""
        self._rows_of: tuple[str, ...] = ()
        self._choices: list[ChoiceBox] = []
        self._fields: list[PathField] = []
        self._row_widgets: list[QWidget] = []
        self._wording = Wording(bench, self)
        self._title = label(size="title", bold=True)
        self._title.setObjectName("mount-title")
        self._words = label(size="caption", tone="text2")
        self._words.setObjectName("mount-units")
        self._add = Button(kind="plain", small=True)
        self._add.setObjectName("mount-add")
        self._add.set_icon("add")
        self._wording.put(self._add.setText, msg("mount.add", "Into a rack"))
        self._add.clicked.connect(self._put_in)
        self._to_build = Button(kind="tool", small=True)
        self._to_build.setObjectName("mount-build")
        self._wording.put(self._to_build.setText, msg("plug.build", "Show in Build"))
        self._to_build.clicked.connect(self._go_to_build)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._words)
        head.addStretch(1)
        head.addWidget(self._add)
        head.addWidget(self._to_build)
        hint = label(size="caption", tone="text3")
        said = msg(
            "mount.hint",
            "Drag a machine, or Alt with the arrow keys; right-click for more. Without a lowest unit its place is found by itself.",
        )
        self._wording.put(hint.setText, said)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(12)
        self._rows.setVerticalSpacing(8)
        self._rows.setColumnStretch(8, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 8)
        layout.addLayout(head)
        layout.addLayout(self._rows)
        layout.addWidget(hint)
        layout.addStretch(1)

    @property
    def line(self) -> str:
        """Return the id of the line that is shown, '' for none."""
        return self._line

    def show_line(self, line: str) -> None:
        """Show where the machines of a line stand."""
        if line != self._line:
            self._line, self._rows_of = line, ()
            self._clear()
        self.show_plan()

    def show_plan(self) -> None:
        """Show what stands in the plan now."""
        line = self._of()
        if line is None:
            return
        mounts = [(at, one) for at, one in enumerate(self._bench.alternative.placements) if one.line == line.id]
        loose = max(0, line.quantity - sum(one.units for _at, one in mounts))
        self._title.setText(self._bench.text(line.title))
        said = msg("mount.count", "{count} in the build, {loose} in no rack", count=line.quantity, loose=loose)
        self._words.setText(self._bench.text(said))
        self._add.setEnabled(loose > 0 and bool(self._racks()))
        rows = tuple(str(at) for at, _one in mounts)
        if rows != self._rows_of:
            self._rows_of = rows
            self._clear()
            for row, (at, _one) in enumerate(mounts):
                self._make_row(row, at)
        for choice, (_at, one) in zip(self._choices, mounts, strict=True):
            choice.show_choices(self._rack_names(one), one.node)
        for field in self._fields:
            field.show_plan()

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _racks(self) -> list[tuple[str, str]]:
        from desktop_app.services.subjects import subject_title

        plan, language = self._bench.plan, self._bench.language
        return [(one.id, subject_title(plan, "", one.id, language)) for one in plan.site if one.type == "rack"]

    def _rack_names(self, mount: Placement) -> tuple[tuple[str, str], ...]:
        names = self._racks()
        if all(name != mount.node for name, _said in names):  # placed at something else, a UPS of the wiring say
            names.append((mount.node, mount.node))
        return tuple(names)

    def _clear(self) -> None:
        for widget in self._row_widgets:
            self._rows.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._row_widgets, self._choices, self._fields = [], [], []

    def _make_row(self, row: int, at: int) -> None:
        text = self._bench.text
        choice = ChoiceBox()
        choice.setObjectName(f"mount-rack-{row}")
        choice.setAccessibleName(text(_RACK))
        choice.setMinimumWidth(140)
        choice.chosen.connect(partial(self._other_rack, at))
        widgets: list[QWidget] = [self._caption(_RACK), choice]
        for name, said, width in _FIELDS:
            path = f"alternatives/{self._bench.alternative.id}/placements/{at}/{name}"
            field = PathField(self._bench, path, said, width=width)
            caption = self._caption(said)
            caption.setBuddy(field)  # type: ignore[attr-defined]
            widgets += [caption, field]
            self._fields.append(field)
        out = Button(kind="tool", small=True)
        out.setObjectName(f"mount-remove-{row}")
        out.set_icon("remove")
        out.setText(text(msg("site.remove", "Remove")))
        out.clicked.connect(partial(self._take_out, at))
        for column, widget in enumerate(widgets):
            self._rows.addWidget(widget, row, column)
        self._rows.addWidget(out, row, 9)
        self._row_widgets += [*widgets, out]
        self._choices.append(choice)

    def _caption(self, said: Message) -> QWidget:
        made = label(tone="text2")
        made.setText(self._bench.text(said))
        return made

    # --- acts --------------------------------------------------------------------------------------------------------

    def _other_rack(self, at: int, rack: str) -> None:
        self._bench.do(mounting.other_rack_edit(self._bench.alternative, at, rack))

    def _take_out(self, at: int, _checked: bool = False) -> None:
        self._bench.do(mounting.unmount_edit(self._bench.alternative, at))

    def _put_in(self) -> None:
        line, racks = self._of(), self._racks()
        if line is None or not racks:
            return
        one = self._bench.alternative
        loose = line.quantity - sum(mount.units for mount in one.placements if mount.line == line.id)
        self._bench.do(mounting.mount_edit(one, line.id, racks[0][0], loose))

    def _go_to_build(self) -> None:
        self._bench.go("build", self._line)

    def retranslate(self) -> None:
        """Say the words of the rows in the new language."""
        self._rows_of = ()
        self._clear()
        self.show_plan()

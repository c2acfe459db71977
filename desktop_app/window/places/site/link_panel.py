"""The network cables of one line: a row for each link with its end and its number of cables; speed, forms and cable behind "more"."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services import cabling
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.forms.path_field import PathField
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line, Link

_TO = msg("link.to", "Cabled to")
_CABLES = msg("link.cables", "Cables")


class LinkPanel(QWidget):
    """The links of the line that is shown; one act is one step of undo. ``opened`` brings what is to be in sight."""

    opened = Signal(QWidget)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._line = ""
        self._shown: tuple[str, ...] = ()
        self._open = ""
        self._choices: list[ChoiceBox] = []
        self._fields: list[PathField] = []
        self._made: list[QWidget] = []
        self._form = FieldForm(bench, columns=2)
        self._form.hide()
        self._form.setObjectName("link-form")
        self._wording = Wording(bench, self)
        self._title = label(bold=True)
        self._wording.put(self._title.setText, msg("link.head", "Network cables"))
        self._add = Button(kind="plain", small=True)
        self._add.setObjectName("link-add")
        self._add.set_icon("add")
        self._wording.put(self._add.setText, msg("link.add", "Network cables to a switch"))
        self._add.clicked.connect(self._add_link)
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch(1)
        head.addWidget(self._add)
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(12)
        self._rows.setVerticalSpacing(8)
        self._rows.setColumnStretch(4, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 0)
        layout.addLayout(head)
        layout.addLayout(self._rows)

    def show_line(self, line: str) -> None:
        """Show the network cables of a line."""
        if line != self._line:
            self._line, self._open = line, ""
        self.show_plan()

    def open_link(self, link: str) -> None:
        """Show all that is told of a link."""
        self._open = link
        self.show_plan()
        if self._open:
            self.opened.emit(self._form)

    def show_plan(self) -> None:
        """Show what stands in the plan now."""
        line = self._of()
        self.setVisible(line is not None and line.role in cabling.CABLED)
        if line is None:
            return
        links = cabling.links_of(self._bench.alternative, line.id)
        names = tuple(link.id for link in links)
        if names != self._shown:
            self._shown = names
            self._make_rows(links)
        ends = cabling.ends(self._bench.plan, self._bench.alternative, line.id, self._bench.language)
        for choice, field, link in zip(self._choices, self._fields, links, strict=True):
            choice.show_choices(ends, link.to)
            field.show_plan()
        self._show_open(names)

    def _show_open(self, names: tuple[str, ...]) -> None:
        if self._open not in names:
            self._open = ""
        paths = cabling.link_paths(self._bench.alternative, self._open) if self._open else ()
        self._form.show_fields([FieldSpec(path=path) for path in paths])
        self._rows.removeWidget(self._form)
        if paths:
            self._rows.addWidget(self._form, 2 * names.index(self._open) + 1, 0, 1, 7)  # below the row that it tells of
        self._form.setVisible(bool(paths))

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _make_rows(self, links: tuple[Link, ...]) -> None:
        for widget in self._made:
            self._rows.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._made, self._choices, self._fields = [], [], []
        for row, link in enumerate(links):
            self._make_row(row, link)

    def _make_row(self, row: int, link: Link) -> None:
        text = self._bench.text
        to, cables = label(tone="text2"), label(tone="text2")
        to.setText(text(_TO))
        cables.setText(text(_CABLES))
        choice = ChoiceBox()
        choice.setObjectName(f"link-to-{row}")
        choice.setAccessibleName(text(_TO))
        choice.setMinimumWidth(180)
        choice.chosen.connect(partial(self._relink, link.id))
        to.setBuddy(choice)
        field = PathField(self._bench, cabling.cables_path(self._bench.alternative, link.id), _CABLES, width=80)
        cables.setBuddy(field)
        more = Button(kind="tool", small=True)
        more.setObjectName(f"link-more-{row}")
        more.setText(text(msg("link.more", "Speed, ports, cable")))
        more.clicked.connect(partial(self._show_more, link.id))
        remove = Button(kind="tool", small=True)
        remove.setObjectName(f"link-remove-{row}")
        remove.set_icon("remove")
        remove.setText(text(msg("site.remove", "Remove")))
        remove.clicked.connect(partial(self._unlink, link.id))
        for column, widget in ((0, to), (1, choice), (2, cables), (3, field), (5, more), (6, remove)):
            self._rows.addWidget(widget, 2 * row, column)
        self._made += [to, choice, cables, field, more, remove]
        self._choices.append(choice)
        self._fields.append(field)

    # --- acts --------------------------------------------------------------------------------------------------------

    def _add_link(self) -> None:
        line = self._of()
        if line is None:
            return
        name, edit = cabling.add_link_edit(self._bench.plan, self._bench.alternative, line)
        if self._bench.do(edit):
            self.open_link(name)

    def _relink(self, link: str, to: str) -> None:
        self._bench.do(cabling.relink_edit(self._bench.alternative, link, to))

    def _unlink(self, link: str, _checked: bool = False) -> None:
        self._bench.do(cabling.unlink_edit(self._bench.alternative, link))

    def _show_more(self, link: str, _checked: bool = False) -> None:
        self.open_link("" if self._open == link else link)

    def retranslate(self) -> None:
        """Say the words of the rows in the new language."""
        self._shown = ()
        self._make_rows(())
        self.show_plan()

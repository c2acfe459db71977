"""The network cables of one line: a row for each link with its end and its number of cables; speed, forms and cable behind "more"."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop_app.services import cabling
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.places.site.line_form import FormRow, FormRows, RowField
from desktop_app.window.wording import Wording
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import Line, Link

_TO = msg("link.to", "Cabled to")
_CABLES = msg("link.cables", "Cables")
_MORE = msg("link.more", "Speed, ports, cable")


class LinkPanel(QWidget):
    """The links of the line that is shown; one act is one step of undo. ``opened`` brings what is to be in sight."""

    opened = Signal(QWidget)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._line = ""
        self._open = ""
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
        self._rows = FormRows(bench, "link", ("to", _TO), choice_width=180)
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
        self._rows.show_rows([self._row(link) for link in links])
        ends = cabling.ends(self._bench.plan, self._bench.alternative, line.id, self._bench.language)
        for row, link in enumerate(links):
            self._rows.show_choices(row, ends, link.to)
        self._show_open(self._rows.keys)

    def _show_open(self, names: tuple[str, ...]) -> None:
        if self._open not in names:
            self._open = ""
        paths = cabling.link_paths(self._bench.alternative, self._open) if self._open else ()
        self._form.show_fields([FieldSpec(path=path) for path in paths])
        self._rows.removeWidget(self._form)
        if paths:
            self._rows.addWidget(
                self._form, FormRows.form_row(names.index(self._open)), 0, 1, 7
            )  # below the row that it tells of
        self._form.setVisible(bool(paths))

    def _of(self) -> Line | None:
        return next((one for one in self._bench.alternative.lines if one.id == self._line), None)

    def _row(self, link: Link) -> FormRow:
        path = cabling.cables_path(self._bench.alternative, link.id)
        return FormRow(
            key=link.id,
            chosen=partial(self._relink, link.id),
            fields=(RowField(path=path, caption=_CABLES),),
            remove=partial(self._unlink, link.id),
            more=(_MORE, partial(self._show_more, link.id)),
        )

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

    def _unlink(self, link: str) -> None:
        self._bench.do(cabling.unlink_edit(self._bench.alternative, link))

    def _show_more(self, link: str) -> None:
        self.open_link("" if self._open == link else link)

    def retranslate(self) -> None:
        """Say the words of the rows in the new language."""
        self._rows.clear()
        self.show_plan()

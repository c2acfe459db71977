"""A column of named fields bound to places of the plan; made again only when other places are to be shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from desktop_app.services.fields import field_view
from desktop_app.window.forms.path_field import PathField
from desktop_app.window.parts.labels import label
from planner.messages import Labelled, Message, begun

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench


class FieldSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a form: its place, its name (None takes the attribute's), and a hint below the name's pointer."""

    path: str
    name: Message | Labelled | None = None
    hint: Message | None = None
    width: int = 180


class FieldForm(QWidget):
    """Named fields below each other; Tab walks through them in their order."""

    def __init__(
        self,
        bench: Workbench,
        specs: Sequence[FieldSpec] = (),
        label_width: int = 132,
        columns: int = 1,
        *,
        rebinds: bool = False,
    ) -> None:
        """``rebinds`` keeps the fields for another part with the same ones, and shows that one's values in them."""
        super().__init__()
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._columns = columns
        self._rebinds = rebinds
        self._bench = bench
        self._specs: tuple[FieldSpec, ...] = ()
        self._fields: list[PathField] = []
        self._labels: list[QLabel] = []
        self._label_width = label_width
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 8)
        self._layout.setHorizontalSpacing(12)
        self._layout.setVerticalSpacing(8)
        if specs:
            self.show_fields(specs)

    @property
    def fields(self) -> tuple[PathField, ...]:
        """Return the fields in their order."""
        return tuple(self._fields)

    def field(self, path: str) -> PathField | None:
        """Return the field bound to ``path``, None where there is none."""
        return next((one for one in self._fields if one.path == path), None)

    def show_fields(self, specs: Sequence[FieldSpec]) -> None:
        """Show fields for these places; where they are the same as before, only what stands in them is refreshed."""
        if tuple(specs) == self._specs:
            self.show_plan()
            return
        same = self._rebinds and [_kind(one) for one in specs] == [_kind(one) for one in self._specs]
        self._specs = tuple(specs)
        if same:
            for spec, field in zip(self._specs, self._fields, strict=True):
                field.bind(spec.path)
            self._say_names()
            return
        for widget in (*self._fields, *self._labels):
            self._layout.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._fields, self._labels = [], []
        down = -(-len(self._specs) // self._columns)
        for at, spec in enumerate(specs):
            field = PathField(self._bench, spec.path, spec.name, spec.width, floating=self._columns > 1)
            named = label(tone="text2")
            named.setMinimumWidth(self._label_width)
            named.setBuddy(field)
            row, column = at % max(down, 1), at // max(down, 1)
            self._layout.addWidget(named, row, 2 * column)
            self._layout.addWidget(field, row, 2 * column + 1)
            self._layout.setColumnStretch(2 * column + 1, 1)
            self._fields.append(field)
            self._labels.append(named)
        self._layout.setRowStretch(down, 1)
        self._say_names()

    def show_plan(self) -> None:
        """Show what stands in the plan now."""
        for field in self._fields:
            field.show_plan()
        self._say_names()

    def _say_names(self) -> None:
        for spec, named in zip(self._specs, self._labels, strict=True):
            name = field_view(self._bench.plan, spec.path, self._bench.language, spec.name).name
            named.setText(begun(name))
            named.setToolTip(self._bench.text(spec.hint) if spec.hint is not None else "")


def _kind(spec: FieldSpec) -> tuple[str, Message | Labelled | None]:
    """Return what two fields have in common that differ only in the part they belong to."""
    return spec.path.rpartition("/")[2], spec.name

"""A field bound to one place of the plan: shows what stands there, reads what is typed, does the edit.

What is not understood stays in the field with the way to write it. A value keeps its origin beside it; assumed and
unknown ones say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from desktop_app.services.fields import FieldView, day_echo, echo_of, edit_of, field_view
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.labels import label as make_label
from desktop_app.window.parts.labels import set_tone
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.parts.quantity_edit import EchoPlace, QuantityEdit
from desktop_app.window.parts.reading import Understood
from planner.errors import EditError, InputError, PlannerError
from planner.messages import msg
from planner.plan.edits import RemovePart, SetValue

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.messages import Labelled, Message
    from planner.plan.edits import Edit


class PathField(QWidget):
    """One field; ``done`` comes after an edit was done. ``entered`` tells where the focus is, with the path."""

    done = Signal(str)

    def __init__(
        self,
        bench: Workbench,
        path: str,
        name: Message | Labelled | None = None,
        width: int = 180,
        *,
        floating: bool = False,
    ) -> None:
        """Bind to ``path``; ``floating`` says echoes below the field, where others stand at its right."""
        super().__init__()
        self._bench = bench
        self._name = name
        self._width = width
        self._floating = floating
        self._view = field_view(bench.plan, path, bench.language, name)
        self._path = path
        self._text: QuantityEdit | None = None
        self._choice: ChoiceBox | None = None
        self._instead = ""
        self._origin = make_label(size="caption", tone="text3")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        made = self._make()
        narrow = floating or isinstance(made, ChoiceBox)
        layout.addWidget(made, 0 if narrow else 1)
        layout.addWidget(self._origin)
        if narrow:
            layout.addStretch(1)
        self.show_plan()

    @property
    def path(self) -> str:
        """Return the place of the plan this field is bound to."""
        return self._path

    @property
    def view(self) -> FieldView:
        """Return what is shown."""
        return self._view

    def _make(self) -> QWidget:
        if self._view.kind in ("choice", "flag"):
            self._choice = ChoiceBox()
            self._choice.setObjectName(f"field-{self._path}")
            self._choice.setMinimumWidth(self._width)
            self._choice.chosen.connect(self._commit_choice)
            self.setFocusProxy(self._choice)
            return self._choice
        echo: EchoPlace = "float" if self._floating else "right"
        self._text = QuantityEdit(self._read, optional=self._view.optional, language=self._bench.language, echo=echo)
        self._text.field.setObjectName(f"field-{self._path}")
        self._text.field.setFixedWidth(self._width)
        self._text.committed.connect(self._commit)
        self.setFocusProxy(self._text)
        return self._text

    def bind(self, path: str) -> None:
        """Show another place of the same kind (the next circuit, another entry)."""
        self._path = path
        for widget in (self._choice, self._text.field if self._text else None):
            if widget is not None:
                widget.setObjectName(f"field-{path}")
        self.show_plan()

    def say_instead(self, said: str, where: str = "") -> None:
        """Show in the empty field what holds while nothing is typed, and as its tip where that stands; '' for nothing."""
        if self._text is not None:
            self._instead = said
            self._say_open()
            self._text.field.setToolTip(where if said else "")

    def _say_open(self) -> None:
        """Let an empty field say what holds in its place, or that nothing was filled in: it is never blank."""
        if self._text is not None:
            nothing = self._bench.text(msg("field.open", "not set")) if self._view.optional else ""
            self._text.field.setPlaceholderText(self._instead or nothing)

    def show_plan(self) -> None:
        """Show what stands in the plan now; a field being typed into is left alone."""
        try:
            self._view = field_view(self._bench.plan, self._path, self._bench.language, self._name)
        except EditError:  # the part was removed; whoever owns this field takes it away
            return
        if self._choice is not None:
            self._choice.show_choices(self._view.choices, self._view.key)
            self._choice.setAccessibleName(self._view.name)
        if self._text is not None and not self._is_typing():
            self._text.set_language(self._bench.language)
            self._text.field.set_unit(self._view.unit)
            word, tone = self._origin_words()
            self._text.show_value(self._view.text, "" if self._floating else word, tone, self._view.note)
            self._text.field.setCursorPosition(0)
            self._text.set_name(self._view.name)
            self._say_open()
        self._say_origin()

    def _is_typing(self) -> bool:
        return self._text is not None and self._text.field.hasFocus() and self._text.state != "rest"

    def _origin_words(self) -> tuple[str, str]:
        """Return what is said of where the value comes from, and its tone."""
        view = self._view
        word = view.origin_word if view.origin in ("assumed", "measured", "published") else ""
        return word, "warn" if view.origin == "assumed" else "text3"

    def _say_origin(self) -> None:
        """Say it behind the field; a field that echoes at its right says it there itself."""
        word, tone = self._origin_words()
        beside = self._text is not None and not self._floating
        self._origin.setText("" if beside else word)
        self._origin.setVisible(not beside)
        set_tone(self._origin, tone)
        self._origin.setToolTip(plain_tip(self._view.note))

    def _read(self, text: str, language: str) -> Understood:
        plan, today = self._bench.plan, self._bench.desk.today
        try:
            edit = edit_of(plan, self._path, text, self._bench.desk.store.catalog.get, today)
        except InputError:
            raise
        except PlannerError as fault:
            raise InputError(fault.message, fault.remedy) from fault
        said = echo_of(edit, self._view, language) or day_echo(plan, self._path, text, today, language)
        return Understood(value=edit, echo=said)

    def _commit(self, edit: Edit | None) -> None:
        """Do the edit; None is an emptied field: what stood there is taken away."""
        if edit is None:
            edit = self._emptied()
        if edit is None:
            self.show_plan()
            return
        self._do(edit)

    def _emptied(self) -> Edit | None:
        if not self._view.known:
            return None
        try:
            return edit_of(self._bench.plan, self._path, "", self._bench.desk.store.catalog.get)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            return None

    def _commit_choice(self, key: str) -> None:
        if not key and self._view.origin:
            self._do(RemovePart(path=self._path))
            return
        try:
            edit = edit_of(self._bench.plan, self._path, key, self._bench.desk.store.catalog.get)
        except PlannerError as fault:
            self._bench.tell_fault(fault)
            self.show_plan()
            return
        self._do(edit)

    def _do(self, edit: SetValue | Edit) -> None:
        if self._bench.do(edit):
            self.done.emit(self._path)
        else:
            self.show_plan()

    def line_edit(self) -> QLineEdit | None:
        """Return the field that is typed into, None for a choice."""
        return self._text.field if self._text is not None else None

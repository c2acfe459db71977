"""A field that understands units and says what it understood; what it does not understand stays, red, with the remedy."""

from __future__ import annotations

from typing import Any, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop_app.window.look.icons import pixmap, status_pixmap
from desktop_app.window.look.worn import theme_signals
from desktop_app.window.parts.field import Field
from desktop_app.window.parts.floating import Echo
from desktop_app.window.parts.labels import ElidedLabel, set_tone
from desktop_app.window.parts.plain import plain_tip
from desktop_app.window.parts.reading import Reader, Understood, instead
from planner.errors import InputError
from planner.numerals import normalised

EchoPlace = Literal["right", "below", "float"]
_ICON = 14
_LEAST_BESIDE = 80  # pixels in which a word or two of a refusal can be read


class QuantityEdit(QWidget):
    """A field with a reader. ``committed`` brings the value on Enter or when the focus leaves, if it was changed.

    An empty ``optional`` field commits None. Esc brings back what was shown last. ``refused`` brings a text that was
    not understood when the user wanted to leave it; it stays in the field.
    """

    committed = Signal(object)
    refused = Signal(str)
    edited = Signal(str)

    def __init__(
        self,
        reader: Reader,
        *,
        unit: str = "",
        echo: EchoPlace = "right",
        optional: bool = False,
        language: str = "zh",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._reader = reader
        self._optional = optional
        self._language = language
        self._shown = ""
        self._note, self._note_tone = "", "text3"
        self._understood: Understood | None = None
        self._doubt = ""  # about the value that stands, while it does
        self._fault: InputError | None = None
        self.field = Field(unit=unit)
        self._mark = QLabel()
        self._echo = ElidedLabel(size="caption", tone="ok")
        self._float: Echo | None = None
        self._floating = echo == "float"
        self._lay_out(echo)
        self.setFocusProxy(self.field)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.field.textEdited.connect(self._read)
        self.field.editingFinished.connect(self._finish)
        self.field.escaped.connect(self.restore)
        theme_signals().changed.connect(self._say)

    def _lay_out(self, echo: EchoPlace) -> None:
        layout: QBoxLayout = QVBoxLayout(self) if echo == "below" else QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4 if echo == "below" else 12)
        layout.addWidget(self.field, 0 if echo == "below" else 1)
        self._aside = QWidget(self)
        row = QHBoxLayout(self._aside)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._mark)
        row.addWidget(self._echo, 1)
        self._aside.setVisible(not self._floating)
        self._aside.setFixedHeight(18 if echo == "below" else 28)
        layout.addWidget(self._aside, 1)
        if self._floating:
            self._aside.setParent(None)
            self._aside.setParent(self)
            self._aside.hide()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # ------------------------------------------------------------------------------------------------ for callers
    @property
    def text(self) -> str:
        """Return what stands in the field."""
        return self.field.text()

    @property
    def echo(self) -> str:
        """Return what is said beside the field."""
        return self._float.text if self._floating and self._float is not None else self._echo.text()

    @property
    def state(self) -> Literal["rest", "understood", "rejected"]:
        """Tell how the text in the field is taken."""
        if self._fault is not None:
            return "rejected"
        return "rest" if self._understood is None else "understood"

    @property
    def value(self) -> Any:
        """Return the value of what is typed now; None where it was not changed, is empty or is not understood."""
        return None if self._understood is None else self._understood.value

    def show_value(self, text: str, note: str = "", tone: str = "text3", tip: str = "") -> None:
        """Show a value as text, at rest; ``note`` stands beside it (where it comes from), ``tip`` under its pointer."""
        if text != self._shown:
            self._doubt = ""
        self._shown = text
        self._note, self._note_tone = note, tone
        self._aside.setToolTip(plain_tip(tip))
        self.field.setText(text)
        self._rest()

    def set_language(self, language: str) -> None:
        """Say echoes and remedies in another language."""
        self._language = language
        if self.state != "rest":
            self._read(self.field.text())

    def set_reader(self, reader: Reader, unit: str = "") -> None:
        """Read in another way from now on, in another unit."""
        self._reader = reader
        self.field.set_unit(unit)

    def set_read_only(self, read_only: bool, why: str = "") -> None:
        """Lock the field; ``why`` stands beside it."""
        self.field.setReadOnly(read_only)
        self._note = why
        self._rest()

    def set_name(self, name: str) -> None:
        """Give the field the name that is read aloud."""
        self.field.setAccessibleName(name)
        self.setAccessibleName(name)

    def restore(self) -> None:
        """Bring back what was shown last."""
        self.field.setText(self._shown)
        self._rest()

    # ------------------------------------------------------------------------------------------------ reading
    def _read(self, text: str) -> None:
        self._understood = self._fault = None
        self._doubt = ""
        if text.strip() or not self._optional:
            try:
                self._understood = self._reader(text, self._language)
            except InputError as fault:
                self._fault = fault
        self._say()
        self.edited.emit(text)

    def _finish(self) -> None:
        """Enter was pressed or the focus left: hand over what was understood."""
        if self.field.composing or self.field.isReadOnly():
            return
        if self.field.text() == self._shown:
            self._let_stand()
            return
        self._read(self.field.text())
        if self._fault is not None:
            self.refused.emit(self.field.text())
            return
        value = None if self._understood is None else self._understood.value
        if self._understood is not None and self._understood.doubt:
            self._doubt = f"{self._understood.echo} {self._understood.doubt}"
        self._shown = normalised(self.field.text())
        self.field.setText(self._shown)
        self._rest()
        self.committed.emit(value)

    def _let_stand(self) -> None:
        """What was typed is what stands there already: nothing to hand over, and nothing is being typed any more."""
        if self.state != "rest":
            self._rest()
            self.edited.emit(self.field.text())

    def _rest(self) -> None:
        self._understood = self._fault = None
        self._say()

    def _say(self) -> None:
        """Show state and echo."""
        good = self._fault is None
        doubt = self._doubt if self._understood is None else self._understood.doubt
        if self._fault is not None:
            said = instead(self._fault, self._language)
        elif self._understood is not None and self._understood.echo:
            said = f"= {self._understood.echo} {doubt}".rstrip()
        else:
            said = doubt
        self.field.set_state("" if good else "rejected")
        self.field.setAccessibleDescription(said)
        if self._floating:
            self._say_below(said, good=good)
            return
        self._echo.setText(said or self._note)
        tone = "error" if not good else "warn" if doubt else "ok" if said else self._note_tone
        set_tone(self._echo, tone)
        self._draw_mark(bool(said), good=good, doubted=bool(doubt))
        # a refusal that finds no room beside the field is said below it: a red mark alone tells nobody what to do
        cramped = not good and self._echo.width() < _LEAST_BESIDE
        self._say_below(said if cramped else "", good=good)

    def _say_below(self, said: str, *, good: bool) -> None:
        if self._float is None:
            if not said:
                return
            self._float = Echo(self.field)
        self._float.say(said, good=good)

    def _draw_mark(self, shown: bool, *, good: bool, doubted: bool) -> None:
        self._mark.setVisible(shown)
        if shown:
            dpr = self.devicePixelRatioF()
            self._mark.setPixmap(_mark(good, doubted, dpr))


def _mark(good: bool, doubted: bool, dpr: float) -> QPixmap:
    """Return the mark beside what is said back: taken, doubted, refused."""
    if good and not doubted:
        return pixmap("check", "ok", _ICON, dpr)
    return status_pixmap("warn" if good else "error", _ICON, dpr)

"""What is to be written: documents, formats, languages, look; and the button that writes them, with how far it is."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.paper_brands import Refusal
from desktop_app.services.purchasing_papers import FORMATS, LANGUAGES, PAPERS, Order, PaperKind
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import CheckBox
from desktop_app.window.parts.labels import ElidedLabel, label
from desktop_app.window.parts.progress import Progress
from desktop_app.window.places.purchase.outlook import RefusedRow
from desktop_app.window.wording import Wording
from planner.messages import Message, msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench

_WORD_WIDTH = 64
_LEAST_HEIGHT = 120


class _Scroll(QScrollArea):
    """As high as what is in it where there is room, and scrolling where there is not: the button below stays in sight."""

    def __init__(self, inside: QWidget) -> None:
        super().__init__()
        self._inside = inside
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        """Return the size of what is in it."""
        wanted = self._inside.sizeHint()
        high = self._inside.heightForWidth(self.width()) if self._inside.hasHeightForWidth() else wanted.height()
        return QSize(wanted.width(), high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height that the texts need at the new width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Return room for two papers."""
        return QSize(self._inside.minimumSizeHint().width(), _LEAST_HEIGHT)


class OrderForm(QWidget):
    """Check boxes of an order. ``changed`` brings the new ``Order``; the rest are the buttons that were pressed."""

    changed = Signal(object)
    export_asked = Signal()
    cancel_asked = Signal()
    style_asked = Signal()
    example_asked = Signal()
    settle_asked = Signal(object)

    def __init__(self, bench: Workbench, order: Order) -> None:
        super().__init__()
        self._bench = bench
        self._order = order
        self._wording = Wording(bench, self)
        self._boxes: dict[tuple[str, str], CheckBox] = {}
        self._refusals: tuple[Refusal, ...] = ()
        self._refused: dict[str, RefusedRow] = {}
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnMinimumWidth(0, _WORD_WIDTH)
        self._grid.setColumnStretch(1, 1)
        for kind in PAPERS:
            self._add_row(msg("purchase.documents", "Papers") if kind is PAPERS[0] else None, self._document(kind))
        self._add_row(msg("purchase.formats", "Formats"), self._choices("formats", FORMATS))
        self._add_row(msg("purchase.languages", "Languages"), self._choices("languages", LANGUAGES))
        self._add_row(msg("purchase.style", "Look"), self._style_row())
        self._add_row(None, self._box("locked", "", msg("purchase.lock", "Protect cells that nobody fills in")))
        choices = QWidget()
        choices.setLayout(self._grid)
        self._grid.setContentsMargins(16, 12, 16, 0)
        foot = self._foot()
        foot.setContentsMargins(16, 0, 16, 12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(_Scroll(choices))
        layout.addWidget(foot)
        self._show()

    @property
    def order(self) -> Order:
        """Return what is ordered."""
        return self._order

    @property
    def possible(self) -> int:
        """Return how many files of the order may be written."""
        left = {(one.document, one.language) for one in self._left}
        return self._order.count - len(left) * len(self._order.formats)

    @property
    def _left(self) -> tuple[Refusal, ...]:
        """Return the refusals of what is still ordered."""
        order = self._order
        return tuple(
            one for one in self._refusals if one.document in order.documents and one.language in order.languages
        )

    def show_refusals(self, refusals: tuple[Refusal, ...]) -> None:
        """Say which papers of the order will not be written, and why."""
        self._refusals = refusals
        self._show()

    # --- widgets -----------------------------------------------------------------------------------------------------

    def _add_row(self, word: Message | None, what: QWidget) -> None:
        row = self._grid.rowCount()
        if word is not None:
            head = label(tone="text2")
            head.setMinimumHeight(20)
            self._wording.put(head.setText, word)
            self._grid.addWidget(head, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(what, row, 1)

    def _document(self, kind: PaperKind) -> QWidget:
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._box("documents", kind.key, kind.title), 0, Qt.AlignmentFlag.AlignLeft)
        about = label(size="caption", tone="text2", wrap=True)
        about.setContentsMargins(23, 0, 0, 0)
        self._wording.put(partial(self._say_about, about, kind), kind.about)
        refused = RefusedRow(self._bench, kind.key)
        refused.asked.connect(self.settle_asked)
        self._refused[kind.key] = refused
        layout.addWidget(about)
        layout.addWidget(refused)
        return column

    def _say_about(self, about: QLabel, kind: PaperKind, said: str) -> None:
        """Say for whom a paper is and what it is; one text that finds room for any language by its lines."""
        gap = "" if self._bench.language == "zh" else " "
        about.setText(f"{self._bench.text(kind.audience)}{gap}{said}")

    def _choices(self, group: str, choices: tuple[tuple[str, Message], ...]) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        for key, said in choices:
            layout.addWidget(self._box(group, key, said))
        layout.addStretch(1)
        return row

    def _box(self, group: str, key: str, said: Message) -> CheckBox:
        box = CheckBox()
        box.setObjectName(f"order-{key or group}")
        box.clicked.connect(partial(self._tick, group, key))
        self._wording.put(box.setText, said)
        self._boxes[group, key] = box
        return box

    def _style_row(self) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self._style_name = ElidedLabel()
        self._style_name.setObjectName("order-style-name")
        self._style_button = self._small("order-style", "open", msg("purchase.style.choose", "Choose a style file…"))
        self._style_button.clicked.connect(self.style_asked)
        self._style_clear = self._small(
            "order-style-clear", "close", msg("purchase.style.clear", "Use the built-in look")
        )
        self._style_clear.clicked.connect(self._forget_style)
        example = self._small(
            "order-style-example", "note", msg("purchase.style.example", "Save an example style file…")
        )
        example.clicked.connect(self.example_asked)
        layout.addWidget(self._style_name, 1)
        for button in (self._style_clear, self._style_button, example):
            layout.addWidget(button)
        return row

    def _small(self, name: str, icon: str, said: Message) -> Button:
        made = Button(kind="tool", small=True)
        made.setObjectName(name)
        made.set_icon(icon)
        self._wording.name(made, said)
        return made

    def _foot(self) -> QWidget:
        foot = QWidget()
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self._export = Button(kind="primary")
        self._export.setObjectName("order-export")
        self._export.set_icon("export")
        self._export.clicked.connect(self.export_asked)
        self._hint = label(size="caption", tone="text2", wrap=True)
        self._hint.setObjectName("order-hint")
        self.progress = Progress()
        self.progress.setObjectName("order-progress")
        self.progress.button.setObjectName("order-cancel")
        self._wording.put(self.progress.button.setText, msg("prompt.cancel", "Cancel"))
        self.progress.cancelled.connect(self.cancel_asked)
        self.progress.hide()
        row = QHBoxLayout()
        row.addWidget(self._export)
        row.addWidget(self._hint, 1)
        layout.addLayout(row)
        layout.addWidget(self.progress)
        return foot

    # --- acts --------------------------------------------------------------------------------------------------------

    def _tick(self, group: str, key: str) -> None:
        """Put a choice into the order or take it out, in the order in which they are shown."""
        if group == "locked":
            self._change(replace(self._order, locked=self._boxes[group, key].isChecked()))
            return
        shown = [one for where, one in self._boxes if where == group]
        chosen = tuple(one for one in shown if self._boxes[group, one].isChecked())
        self._change(replace(self._order, **{group: chosen}))

    def use_style(self, file: Path) -> None:
        """Write papers in the look of a style file."""
        self._change(replace(self._order, style_file=str(file)))

    def _forget_style(self) -> None:
        self._change(replace(self._order, style_file=""))

    def _change(self, order: Order) -> None:
        self._order = order
        self._show()
        self.changed.emit(order)

    # --- showing -----------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        ticked = {
            "documents": self._order.documents,
            "formats": self._order.formats,
            "languages": self._order.languages,
            "locked": ("",) if self._order.locked else (),
        }
        for (group, key), box in self._boxes.items():
            box.setChecked(key in ticked[group])
        self._boxes["locked", ""].setEnabled("xlsx" in self._order.formats)
        file = Path(self._order.style_file).name
        self._style_name.setText(file or self._bench.text(msg("purchase.style.own", "Built-in")))
        self._style_clear.setVisible(bool(file))
        for name, row in self._refused.items():
            row.show_refusal(next((one for one in self._left if one.document == name), None))
        count = self.possible
        self._export.setEnabled(bool(count) and not self.progress.isVisibleTo(self))
        self._export.setText(self._bench.text(msg("purchase.export", "Export {count} files…", count=count)))
        hint = msg("purchase.hint", "Drafts: opened again and searched for brands before they get their names.")
        nothing = msg("purchase.nothing", "Choose at least one paper, format and language.")
        left = self._order.count - count
        if left:
            hint = msg(
                "purchase.hint.left", "{left} files are left out: their papers are refused, see above.", left=left
            )
        self._hint.setText(self._bench.text(hint if self._order.count else nothing))

    def show_busy(self, busy: bool) -> None:
        """Show how far the writing is in place of the hint."""
        self.progress.setVisible(busy)
        self._hint.setVisible(not busy)
        for box in self._boxes.values():
            box.setEnabled(not busy)
        self._show()

    def retranslate(self) -> None:
        """Say the texts that carry numbers or names in the new language."""
        self._show()

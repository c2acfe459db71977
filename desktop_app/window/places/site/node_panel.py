"""What is known of one node of the site: its fields, the checks' questions, and what can be added below or removed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QScrollArea, QVBoxLayout, QWidget

from desktop_app.services.room_card import ADDABLE, add_node_edit, node_paths, remove_node_edit
from desktop_app.services.subjects import subject_title
from desktop_app.window.forms.form import FieldForm, FieldSpec
from desktop_app.window.notice import Notice
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.labels import label
from desktop_app.window.wording import Wording
from planner.checks.site_parts import kind_name
from planner.messages import msg

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.document import NodeType

_HANGS_ON: dict[NodeType, tuple[NodeType, ...]] = {
    "socket": ("circuit",),
    "strip": ("socket",),
    "circuit": ("panel",),
    "ups": ("socket", "circuit"),
}


class NodePanel(QWidget):
    """The form of the node that is chosen; ``chosen`` asks for another one after an add or remove."""

    chosen = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.setProperty("part", "sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._node = ""
        self._wording = Wording(bench, self)
        self._title = label(size="title", bold=True)
        self._kind = label(size="caption", tone="text2")
        self._add = Button(kind="plain", small=True)
        self._add.setObjectName("node-add")
        self._add.set_icon("add")
        self._wording.put(self._add.setText, msg("site.add", "Add"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill_menu)
        self._add.setMenu(self._menu)
        self._remove = Button(kind="tool", small=True)
        self._remove.setObjectName("node-remove")
        self._remove.set_icon("remove")
        self._wording.put(self._remove.setText, msg("site.remove", "Remove"))
        self._remove.clicked.connect(self._take_away)
        self._form = FieldForm(bench, columns=2)
        self._is_whole = False
        self._more = Button(kind="tool", small=True)
        self._more.setObjectName("node-more")
        self._more.clicked.connect(self._show_more)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addWidget(self._kind)
        head.addStretch(1)
        head.addWidget(self._more)
        head.addWidget(self._add)
        head.addWidget(self._remove)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(self._form)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 8)
        layout.addLayout(head)
        layout.addWidget(area, 1)

    @property
    def node(self) -> str:
        """Return the id of the node that is shown, '' for none."""
        return self._node

    def show_node(self, node: str) -> None:
        """Show the fields of a node."""
        self._node = node
        self.show_plan()

    def show_plan(self) -> None:
        """Show what is known now."""
        node = self._bench.plan.node(self._node)
        if node is None:
            node = next(iter(self._bench.plan.site), None)
            self._node = node.id if node is not None else ""
        self._remove.setEnabled(node is not None)
        if node is None:
            self._title.setText(self._bench.text(msg("site.nothing", "Nothing is known of the room yet")))
            self._kind.clear()
            self._form.show_fields(())
            return
        self._title.setText(subject_title(self._bench.plan, "", node.id, self._bench.language))
        kind = self._bench.text(kind_name(node.type))
        self._kind.setText("" if kind == self._title.text() else kind)  # the only room is called by its kind
        every = node_paths(node)
        shown = every if self._is_whole else node_paths(node, whole=False)
        self._form.show_fields([FieldSpec(path=path) for path in shown])
        hidden = len(every) - len(node_paths(node, whole=False))
        self._more.setVisible(hidden > 0)
        more, fewer = msg("site.more", "{count} more fields", count=hidden), msg("site.fewer", "Fewer fields")
        self._more.setText(self._bench.text(fewer if self._is_whole else more))

    def _show_more(self) -> None:
        self._is_whole = not self._is_whole
        self.show_plan()

    def focus_field(self) -> None:
        """Put the focus into the first field."""
        if self._form.fields:
            self._form.fields[0].setFocus()

    def _fill_menu(self) -> None:
        self._menu.clear()
        shown = self._bench.plan.node(self._node)
        for kind, said in ADDABLE:
            action = QAction(self._bench.text(said), self._menu)
            action.setObjectName(f"add-{kind}")
            action.setEnabled(kind != "socket" or (shown is not None and shown.type == "circuit"))  # on this circuit
            action.triggered.connect(partial(self.add, kind))
            self._menu.addAction(action)

    def add(self, kind: NodeType) -> None:
        """Add a node where it hangs: below the one shown where that fits, else where such nodes are."""
        shown = self._bench.plan.node(self._node)
        parent = shown.id if shown is not None and shown.type in _HANGS_ON.get(kind, ()) else ""
        name, edit = add_node_edit(self._bench.plan, kind, parent)
        if self._bench.do(edit):
            self.chosen.emit(name)

    def _take_away(self) -> None:
        node = self._bench.plan.node(self._node)
        if node is None:
            return
        above = node.parent
        name = subject_title(self._bench.plan, "", node.id, self._bench.language)
        if self._bench.do(remove_node_edit(self._bench.plan, node.id)):
            said = msg("site.removed", "{name} was removed with what hung on it.", name=name)
            self._bench.tell(
                Notice(text=said, label=msg("command.undo", "Undo"), action=self._bench.undo, until_change=True)
            )
            self.chosen.emit(above)

"""What a person can see and reach in a window, gathered from all its places and from what opens over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from desktop_app.window.main_window import MainWindow
from desktop_app.window.pictures.scene_view import SceneView
from planner.pictures.scene import Axis, Legend, Scene, Text

PLACES = ("start", "plan", "workload", "build", "site", "cost", "purchase", "catalog", "settings")


def settle() -> None:
    """Let everything happen that is due, what was to be deleted with it."""
    for _turn in range(3):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # type: ignore[call-overload]


def press(window: MainWindow, name: str) -> None:
    """Press the visible button of this name."""
    found = [one for one in window.findChildren(QAbstractButton, name) if one.isVisible()]
    assert found, f"no button {name}"
    found[0].click()


def _palette(window: MainWindow) -> None:
    window.actions_by_name["search"].trigger()


def _history(window: MainWindow) -> None:
    window.actions_by_name["history"].trigger()


def _picker(window: MainWindow) -> None:
    window.show_place("build")
    press(window, "build-add")


def _waive(window: MainWindow) -> None:
    window.show_place("build")
    window.show_place("findings")  # a narrow window folds the panel
    settle()
    press(window, "finding-waive")


def _papers(window: MainWindow) -> None:
    window.bench.go("purchase", "papers")


def _site_tab(key: str) -> Callable[[MainWindow], None]:
    def show(window: MainWindow) -> None:
        window.show_place("site")
        place: Any = window.stack.place
        place._tabs.show_key(key)
        place._show_tab(key)

    return show


def _workload_part(part: str) -> Callable[[MainWindow], None]:
    def show(window: MainWindow) -> None:
        window.show_place("workload", part)

    return show


def _start_way(name: str) -> Callable[[MainWindow], None]:
    def show(window: MainWindow) -> None:
        window.show_place("start")
        place: Any = window.stack.place
        place.go_way(name)

    return show


def states() -> dict[str, Callable[[MainWindow], None]]:
    """Return by name how each state of the window is reached."""

    def going(name: str) -> Callable[[MainWindow], None]:
        return lambda window: window.show_place(name)

    found = {name: going(name) for name in PLACES}
    found |= {f"site: {key}": _site_tab(key) for key in ("room", "loads", "warming", "phases", "energy")}
    found |= {f"workload: {part}": _workload_part(part) for part in ("speed", "model")}
    found |= {f"start: {way}": _start_way(way) for way in ("budget", "lines")}
    found |= {"purchase: papers": _papers, "waive": _waive, "picker": _picker, "palette": _palette, "history": _history}
    return found


def shown_in(window: MainWindow, name: str) -> tuple[QWidget, ...]:
    """Bring the window into a state; return what is to be looked at: the window, or what lies over it."""
    close_popups()
    states()[name](window)
    settle()
    while window.bench.jobs.running:
        QTest.qWait(20)
    settle()
    popup = QApplication.activePopupWidget()
    return (popup,) if popup is not None else (window,)


def close_popups() -> None:
    """Close whatever lies over the window."""
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
        settle()


def visible(root: QWidget, kind: type[Any] = QWidget) -> Iterator[Any]:
    """Yield the widgets of a kind that are in sight."""
    for one in root.findChildren(kind):
        if one.isVisible() and one.width() > 0 and one.height() > 0:
            yield one


def focusable(root: QWidget) -> list[QWidget]:
    """Return what keys can reach: enabled, in sight, with a focus policy, and no stand-in for something inside it."""
    return [
        one
        for one in visible(root)
        if one.isEnabled()
        and one.focusPolicy() & Qt.FocusPolicy.TabFocus
        and one.focusProxy() is None
        and not one.objectName().startswith("qt_")
    ]


def read_aloud(widget: QWidget) -> str:
    """Return the name that a screen reader says; that of a drop-down is not its choice, which Qt gives on Linux."""
    if isinstance(widget, QComboBox):
        return widget.accessibleName().strip()
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name).strip() if interface is not None else ""


def called(widget: QObject) -> str:
    """Return how a test names a widget: its own name, or its kind and those around it."""
    parts: list[str] = []
    one: QObject | None = widget
    while one is not None and len(parts) < 3:
        parts.append(one.objectName() or type(one).__name__)
        if one.objectName():
            break
        one = one.parent()
    return " in ".join(parts)


def texts(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, text) of everything that is said in sight: words, names read aloud, tips, cells, menus."""
    for one in [root, *visible(root)]:
        where = called(one)
        for text in _texts_of(one):
            if text and text.strip():
                yield where, text.strip()


def _texts_of(one: QWidget) -> Iterator[str]:
    yield one.accessibleName()
    yield one.accessibleDescription()
    yield one.toolTip()
    if isinstance(one, QLabel | QAbstractButton):
        yield _plain(one.text())
    if isinstance(one, QGroupBox):
        yield one.title()
    if isinstance(one, QLineEdit):
        yield one.placeholderText()
        yield one.text()
    if isinstance(one, QComboBox):
        yield from (one.itemText(at) for at in range(one.count()))
    if isinstance(one, QAbstractItemView) and not isinstance(one, QHeaderView) and one.model() is not None:
        yield from _cells(one.model())
    if isinstance(one, SceneView):
        yield from _scene_texts(one.scene)
    if isinstance(one, QPushButton) and one.menu() is not None:
        yield from _menu_texts(one.menu())


def _plain(text: str) -> str:
    if "<" not in text:
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


def _cells(model: QAbstractItemModel) -> Iterator[str]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole)
    for column in range(model.columnCount()):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(model.rowCount(), 40)):
            for role in roles:
                yield str(model.index(row, column).data(role) or "")


def _menu_texts(menu: QMenu) -> Iterator[str]:
    menu.aboutToShow.emit()
    for action in menu.actions():
        yield action.text()
        yield action.toolTip()


def _scene_texts(scene: Scene | None) -> Iterator[str]:
    if scene is None:
        return
    yield scene.title
    yield scene.description
    yield from (spot.tip for spot in scene.spots)
    for item in scene.items:
        if isinstance(item, Text):
            yield item.text
        elif isinstance(item, Axis):
            yield item.title
        elif isinstance(item, Legend):
            yield from (sample.text for sample in item.samples)

"""No word of the frame and of its places is cut on a screen of 1366 x 768: heads, labels, buttons and chips have room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QTreeView,
    QWidget,
)

from desktop_app.window.parts.cells import CELL_ROLE, HeadCell, StatusCell
from desktop_app.window.parts.labels import ElidedLabel
from desktop_app.window.parts.painted import advance

if TYPE_CHECKING:
    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow

_SLACK = 1  # pixels: widths are rounded
_BOX_AIR = 36  # of a box to choose from: edges and chevron
_HEAD_AIR = 16  # of a head, both sides
_VIEWS = (
    *(("start", ""), ("build", ""), ("build", "ws"), ("workload", "form"), ("workload", "speed")),
    *(("workload", "demand"), ("workload", "waiting"), ("workload", "calendar")),
)


def cut_words(window: QWidget) -> list[str]:
    """Return what is in sight of a window and has less room than its words take."""
    found: list[str] = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QTableView):
            found += [f"{widget.objectName()}: {said}" for said in (*_heads(widget), *_states(widget))]
        elif isinstance(widget, QComboBox):
            cut = advance(widget.currentText()) > widget.width() - _BOX_AIR
            found += [f"{widget.objectName()}: {widget.currentText()}"] if cut else []
        elif isinstance(widget, QLineEdit):
            found += [f"{widget.objectName()}: {said}"] if (said := _placeholder(widget)) else []
        elif isinstance(widget, ElidedLabel):
            found += [f"{widget.objectName() or 'label'}: {widget.text()}"] if widget.is_cut() else []
        elif (said := _own(widget)) and widget.sizeHint().width() > widget.width() + _SLACK:
            found.append(f"{widget.objectName() or type(widget).__name__}: {said}")
    return found


def _own(widget: QWidget) -> str:
    """Return the words that a widget must show in one line, '' where it shows none."""
    if isinstance(widget, QLabel):
        return "" if widget.wordWrap() or widget.pixmap() and not widget.text() else widget.text()
    if isinstance(widget, QPushButton):
        return "" if "\n" in widget.text() else widget.text()
    if isinstance(widget, QAbstractButton):
        return widget.accessibleName()
    return ""


def _placeholder(field: QLineEdit) -> str:
    """Return what an empty field says where that is longer than the field."""
    margins = field.textMargins()
    room = field.width() - 16 - margins.left() - margins.right()
    said = field.placeholderText()
    return said if not field.text() and advance(said) > room + _SLACK else ""


def _heads(table: QTableView) -> Iterator[str]:
    model = table.model()
    for column in range(model.columnCount()):
        head = model.headerData(column, Qt.Orientation.Horizontal, CELL_ROLE)
        if table.isColumnHidden(column) or not isinstance(head, HeadCell):
            continue
        unit = advance(head.unit, "caption") + 4 if head.unit else 0.0
        if advance(head.text, "caption") + unit > table.columnWidth(column) - _HEAD_AIR + _SLACK:
            yield f"head {head.text} {head.unit}"


def _states(table: QTableView) -> Iterator[str]:
    """Yield states whose word is cut; titles of rows are people's own and may be longer than any column."""
    model = table.model()
    for row in range(min(model.rowCount(), 40)):
        for column in range(model.columnCount()):
            cell = model.index(row, column).data(CELL_ROLE)
            if not isinstance(cell, StatusCell) or not cell.word or table.isColumnHidden(column):
                continue
            if advance(cell.word, "caption") + 20 > table.columnWidth(column) - _HEAD_AIR + _SLACK:
                yield f"state {cell.word}"


def settle() -> None:
    for _ in range(4):
        QApplication.processEvents()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_word_is_cut(make_window: MakeWindow, language: str) -> None:
    window: MainWindow = make_window("lab-a", language)
    window.bench.explain(window.bench.assessment.context.totals.max_w)
    cut: dict[str, list[str]] = {}
    for place, part in _VIEWS:
        window.show_place(place, part)
        settle()
        if found := cut_words(window):
            cut[f"{place} {part}"] = found
    assert not cut


@pytest.mark.parametrize("language", ["zh", "en"])
def test_names_of_lines_and_alternatives_are_read_whole(make_window: MakeWindow, language: str) -> None:
    """Without a detail behind them: lines of the sample have names as long as people give them."""
    window: MainWindow = make_window("lab-a", language)
    window.show_place("build")
    settle()
    table = window.findChild(QTableView, "build-table")
    assert table is not None
    room = table.columnWidth(0) - 16 - 18  # less air and indentation
    for line in window.bench.alternative.lines:
        assert advance(line.title.label(language)) <= room, line.title
    tab = window.findChild(QWidget, "alternative-A")
    assert tab is not None
    assert advance(window.bench.alternative.title.label(language), bold=True) <= tab.width() - 44


def test_origins_in_why_are_read_whole(make_window: MakeWindow) -> None:
    window: MainWindow = make_window("lab-a", "en")
    window.bench.explain(window.bench.assessment.context.totals.max_w)
    settle()
    tree = window.findChild(QTreeView, "why-tree")
    assert tree is not None
    assert tree.header().sectionSize(2) >= advance("computed", "caption") + 22


def test_the_first_column_of_the_fit_gives_way_where_the_window_becomes_narrow(make_window: MakeWindow) -> None:
    """It kept the width of the larger window, and one card was in sight."""
    window: MainWindow = make_window("lab-a", "zh", (1920, 1080))
    window.show_place("workload")
    settle()
    table = window.findChild(QTableView, "workload-table")
    assert table is not None
    window.show_place("build")
    window.resize(1024, 740)
    settle()
    window.show_place("workload")
    settle()
    assert table.columnWidth(0) < 260

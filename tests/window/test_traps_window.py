"""Traps that windows of other programs fell into: the wheel, small screens, lost screens, halves of another language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QAbstractProxyModel, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QScrollBar,
    QTableView,
    QTreeView,
    QWidget,
)

from desktop_app.services.desk import Desk
from desktop_app.window.main_window import MainWindow
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.cells import CELL_ROLE
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.catalog.model import CatalogModel
from desktop_app.window.shell.geometry import KEY, brought_back, keep, restore
from tests.window.surface import PLACES, called, close_popups, settle, shown_in, states, texts, visible

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
STATES = tuple(states())
SMALL = (910, 512)  # a screen of 1366x768 at 150 %


def turn(widget: QWidget, by: int) -> None:
    middle = QPointF(widget.rect().center())
    where = QPointF(widget.mapToGlobal(widget.rect().center()))
    plain = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    QApplication.sendEvent(widget, QWheelEvent(middle, where, QPoint(), QPoint(0, by), *plain, False))


def value_of(widget: QWidget) -> Any:
    if isinstance(widget, QComboBox):
        return widget.currentIndex()
    return widget.value() if isinstance(widget, QAbstractSlider) else widget.text()  # type: ignore[attr-defined]


def test_the_wheel_changes_no_field_without_the_focus(window: MainWindow) -> None:
    """QGIS PR4245, qBittorrent#866: scrolling a form changed a value unnoticed."""
    counted = 0
    for state in STATES:
        for root in shown_in(window, state):
            plan = window.bench.plan
            fields = [
                one
                for one in visible(root)
                if isinstance(one, QComboBox | QAbstractSpinBox | QAbstractSlider) and not isinstance(one, QScrollBar)
            ]
            for one in fields:
                window.setFocus()
                before = value_of(one)
                for by in (120, -120):
                    turn(one, by)
                    assert value_of(one) == before, (state, called(one))
            counted += len(fields)
            assert window.bench.plan is plan
    close_popups()
    assert counted > 20


def test_no_table_asks_for_its_rows_to_know_a_size(window: MainWindow) -> None:
    """ResizeToContents took 20 s for 20,000 rows; a Python proxy sorts by asking each cell."""
    seen: set[str] = set()
    for state in STATES:
        for root in shown_in(window, state):
            for view in visible(root, QAbstractItemView):
                seen.add(called(view))
                assert not isinstance(view.model(), QAbstractProxyModel), called(view)
                if isinstance(view, QTreeView):
                    assert view.uniformRowHeights(), called(view)
                if isinstance(view, QTableView):
                    side, head = view.verticalHeader(), view.horizontalHeader()
                    assert side.sectionResizeMode(0) == QHeaderView.ResizeMode.Fixed, called(view)
                    modes = {head.sectionResizeMode(at) for at in range(head.count())}
                    assert QHeaderView.ResizeMode.ResizeToContents not in modes, called(view)
                    assert not view.wordWrap(), called(view)
    close_popups()
    assert {"build-table", "catalog-table", "workload-table", "fund-table", "picker-table"} <= seen


def test_cells_are_given_out_as_prepared(window: MainWindow) -> None:
    """``data()`` does not format: asked twice, it gives the same object."""
    for state in ("build", "cost", "workload", "site: room", "purchase"):
        shown_in(window, state)
        for view in visible(window, RecordTable):
            model = view.model()
            assert isinstance(model, RecordModel)
            for column in range(model.columnCount()):
                index = model.index(0, column)
                for role in (int(Qt.ItemDataRole.DisplayRole), CELL_ROLE):
                    assert model.data(index, role) is model.data(index, role), (called(view), role, column)
                for unknown in (Qt.ItemDataRole.FontRole, Qt.ItemDataRole.DecorationRole):
                    assert model.data(index, int(unknown)) is None


def test_a_second_visit_prepares_nothing(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place that was seen and nothing changed since is only brought into sight."""
    for name in PLACES:
        shown_in(window, name)
    asked: list[str] = []
    shown = RecordModel.show_rows
    monkeypatch.setattr(RecordModel, "show_rows", lambda model, rows: (asked.append("rows"), shown(model, rows)))
    monkeypatch.setattr(CatalogModel, "show_ids", lambda model, ids: asked.append("ids"))
    for name in PLACES:
        window.show_place(name)
        settle()
    assert asked == []


def test_an_edit_elsewhere_refreshes_a_place_once(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from planner.plan.edits import SetValue

    for name in ("build", "cost"):
        shown_in(window, name)
    asked: list[str] = []
    shown = RecordModel.show_rows
    monkeypatch.setattr(RecordModel, "show_rows", lambda model, rows: (asked.append("rows"), shown(model, rows)))
    for quantity in (2, 3, 4):
        assert window.bench.do(SetValue(path=f"{window.bench.alternative.id}/ws/quantity", value=quantity))
    in_sight = len(asked)
    asked.clear()
    window.show_place("build")
    assert len(asked) == 1
    assert in_sight == 2 * 3  # the place in sight alone: funds and sources


def test_sizes_are_sorted_as_numbers(qtbot: QtBot, window: MainWindow) -> None:
    """Rocket#21: 141 before 24 and 80. Upwards too, what is not known comes last."""
    window.show_place("catalog")
    model = next(one.model() for one in visible(window, RecordTable) if one.objectName() == "catalog-table")
    assert isinstance(model, CatalogModel)
    model.sort(3, Qt.SortOrder.AscendingOrder)
    rows = [model.row_at(at) for at in range(len(model.ids))]
    sizes = [row.memory for row in rows if row is not None]
    known = [float(size.replace(",", "")) for size in sizes if size]
    assert {24.0, 80.0, 141.0} <= set(known)
    assert known == sorted(known)
    assert all(sizes[: len(known)])


# ------------------------------------------------------------------------------------------------------- screens
def test_every_place_fits_a_small_screen_at_150_per_cent(make_window: MakeWindow) -> None:
    """1366x768 at 150 % leaves 910x512; a window that is larger has its buttons outside the screen (E16)."""
    for language in ("zh", "en"):
        window = make_window(language=language, size=SMALL)
        window.setMinimumSize(0, 0)  # the screen of the test is another one
        for state in STATES:
            shown_in(window, state)
            least = window.minimumSizeHint()
            assert (least.width() <= SMALL[0], least.height() <= SMALL[1]) == (True, True), (state, language, least)
            popup = QApplication.activePopupWidget()
            if popup is not None:
                popup.close()


def test_smallest_size_is_never_larger_than_the_screen(window: MainWindow) -> None:
    there = window.screen().availableGeometry()
    assert window.minimumWidth() <= there.width()
    assert window.minimumHeight() <= there.height()


LAPTOP = QRect(0, 0, 1366, 728)
BESIDE = QRect(1366, 0, 1920, 1040)


@pytest.mark.parametrize(
    ("wanted", "screens", "placed"),
    [
        (QRect(100, 50, 1200, 600), [LAPTOP], QRect(100, 50, 1200, 600)),
        (QRect(1500, 80, 1200, 700), [LAPTOP, BESIDE], QRect(1500, 80, 1200, 700)),
        (QRect(1500, 80, 1200, 700), [LAPTOP], QRect(166, 28, 1200, 700)),  # the second screen is gone
        (QRect(-900, -300, 1000, 600), [LAPTOP], QRect(0, 0, 1000, 600)),
        (QRect(0, 0, 3840, 2100), [LAPTOP], QRect(0, 0, 1366, 728)),  # kept on a screen of 4K
        (QRect(1200, 600, 1000, 600), [LAPTOP, BESIDE], QRect(1366, 440, 1000, 600)),  # across two: most is beside
        (QRect(5, 5, 300, 200), [], QRect(5, 5, 300, 200)),
    ],
)
def test_a_window_off_the_screen_is_brought_back(wanted: QRect, screens: list[QRect], placed: QRect) -> None:
    assert brought_back(wanted, screens) == placed


def test_place_of_the_window_is_kept(make_window: MakeWindow, desk: Desk) -> None:
    window = make_window(size=(700, 600))
    window.setMinimumSize(0, 0)
    window.setGeometry(40, 60, 700, 600)
    keep(window, desk.store)
    kept = desk.store.settings.get(KEY)
    assert kept == [40, 60, 700, 600, 0]
    other = make_window(size=(640, 500))
    other.setMinimumSize(0, 0)
    restore(other, kept)
    assert other.geometry() == QRect(40, 60, 700, 600)
    for damaged in (None, [], "x", [1, 2, 3], [5000, 0, "a", 1, 0]):
        restore(other, damaged)
    assert other.geometry() == QRect(40, 60, 700, 600)


# ------------------------------------------------------------------------------------------------------- languages
CJK = re.compile(r"[\u4e00-\u9fff]+")
WORDS = re.compile(r"[A-Za-z][a-z]{2,}")
# Names and terms that Chinese papers write in Latin letters too.
NAMES = {
    *("Excel", "Word", "Tab", "Ctrl", "Shift", "Alt", "Enter", "Esc", "Qt", "Python", "Linux", "Windows", "Apache"),
    *("PySide", "SQLite", "Noto", "Sans", "English", "LabProcure", "labprocure", "lpplan", "Gbit", "Docker", "Slurm"),
    *("Ethernet", "InfiniBand", "LoRA", "QLoRA", "token", "tokens", "logits", "adamw", "Adam", "Adafactor"),
    *("config", "json", "gguf"),
}


OF_THE_PAPER = ("purchase-open", "order-forms")  # what a paper still lacks is said in the language of the paper


def data_words(window: MainWindow) -> set[str]:
    """Return the words of catalog rows and their sources: data, in the language of their makers."""
    store = window.bench.desk.store
    found: set[str] = set()
    for row in (*store.catalog.items(""), *window.bench.plan.items.values()):
        values = (value for value in row.attributes.values())
        for text in (row.id, row.name, row.maker, *(f"{one.value} {one.unit} {one.source}" for one in values)):
            found |= set(WORDS.findall(text))
    return found


def test_english_window_says_nothing_in_chinese(make_window: MakeWindow) -> None:
    window = make_window(language="zh")
    for state in STATES:
        shown_in(window, state)
    close_popups()
    window.bench.speak("en")
    names = {"中文", "简体中文", *(one for fund in window.bench.plan.funds for one in CJK.findall(fund.title))}
    left = leftovers(window, lambda text: [one for one in CJK.findall(text) if one not in names])
    assert left == {}


def test_chinese_window_says_nothing_in_english(make_window: MakeWindow) -> None:
    window = make_window(language="en")
    for state in STATES:
        shown_in(window, state)
    close_popups()
    window.bench.speak("zh")
    known = NAMES | data_words(window)
    left = leftovers(window, lambda text: [one for one in WORDS.findall(text) if one not in known])
    assert left == {}


def leftovers(window: MainWindow, foreign: Any) -> dict[str, tuple[str, str]]:
    """Return each text with words of the other language, with the first state and widget it is seen in."""
    found: dict[str, tuple[str, str]] = {}
    for state in STATES:
        for root in shown_in(window, state):
            for where, text in texts(root):
                if where in OF_THE_PAPER or str(window.bench.desk.store.path) in text:
                    continue
                if foreign(text):
                    found.setdefault(text[:160], (state, where))
    close_popups()
    return found

"""Sorting the lines of Build by a head: within the groups, of the view alone, never under the hands of who types."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QPushButton

from desktop_app.services import build_edits
from desktop_app.services.build_order import ordered_lines
from desktop_app.services.build_table import build_lines
from desktop_app.window.main_window import MainWindow
from planner.messages import Labelled
from planner.plan.edits import SetValue
from tests.window.test_build_place import line, model, open_editor, paste, shown, table, type_into

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.window.conftest import MakeWindow

STOCK = {"L100": (3, "200"), "L4": (1, "1000"), "L40": (2, None), "存储": (2, "90.5"), "阿里": (5, "90.50")}


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    """Return a window with some storage lines more, in an order that is none."""
    made = make_window()
    for name, (count, price) in STOCK.items():
        bench = made.bench
        new, edit = build_edits.add_empty_edit(bench.alternative, "storage", Labelled(zh=name, en=name))
        assert bench.do(edit)
        path = f"alternatives/A/lines/{new}"
        assert bench.do(SetValue(path=f"{path}/quantity", value=count))
        if price is not None:
            assert bench.do(SetValue(path=f"{path}/price", value={"chosen": price, "low": price, "high": price}))
    made.show_place("build")
    return made


def names(window: MainWindow, group: str = "storage") -> list[str]:
    """Return the names of a group from the top."""
    rows = model(window).rows
    start = model(window).row_of(f"group-{group}") + 1
    end = next((at for at in range(start, len(rows)) if rows[at].group), len(rows))
    return [row.texts[0] for row in rows[start:end]]


def click_head(qtbot: QtBot, window: MainWindow, column: str) -> None:
    head = table(window).horizontalHeader()
    at = model(window).column_of(column)
    spot = QPoint(head.sectionViewportPosition(at) + head.sectionSize(at) // 2, head.height() // 2)
    qtbot.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QApplication.processEvents()


PLAN = ["Network storage (NAS)", "L100", "L4", "L40", "存储", "阿里"]


def test_a_head_sorts_up_down_and_back(qtbot: QtBot, window: MainWindow) -> None:
    assert names(window) == PLAN
    plan = window.bench.plan
    click_head(qtbot, window, "name")  # 阿里 a li, 存储 cun chu
    assert names(window) == ["阿里", "存储", "L4", "L40", "L100", "Network storage (NAS)"]
    head = table(window).horizontalHeader()
    assert (head.sortIndicatorSection(), head.sortIndicatorOrder()) == (0, Qt.SortOrder.AscendingOrder)
    click_head(qtbot, window, "name")
    assert names(window) == ["Network storage (NAS)", "L100", "L40", "L4", "存储", "阿里"]
    click_head(qtbot, window, "name")
    assert names(window) == PLAN
    assert head.sortIndicatorSection() == -1
    assert window.bench.plan is plan


def test_numbers_go_by_value_and_unknown_is_last(qtbot: QtBot, window: MainWindow) -> None:
    click_head(qtbot, window, "price")  # 90.5 twice in the order of the plan, 200, 1000, 30000; L40 has none
    assert names(window) == ["存储", "阿里", "L100", "L4", "Network storage (NAS)", "L40"]
    click_head(qtbot, window, "price")
    assert names(window) == ["Network storage (NAS)", "L4", "L100", "存储", "阿里", "L40"]
    click_head(qtbot, window, "subtotal")  # 181, 452.50, 600, 1000
    assert names(window) == ["存储", "阿里", "L100", "L4", "Network storage (NAS)", "L40"]
    click_head(qtbot, window, "quantity")
    assert names(window) == ["Network storage (NAS)", "L4", "L40", "存储", "L100", "阿里"]


def test_groups_and_their_sums_stay(qtbot: QtBot, window: MainWindow) -> None:
    def groups() -> list[tuple[str, str]]:
        return [(row.id, row.texts[0]) for row in model(window).rows if row.group]

    before, total = groups(), shown(window, "group-storage", "subtotal")
    click_head(qtbot, window, "subtotal")
    assert groups() == before
    assert shown(window, "group-storage", "subtotal") == total


def test_the_order_outlasts_edits_languages_places_and_alternatives(qtbot: QtBot, window: MainWindow) -> None:
    click_head(qtbot, window, "price")
    right = ["存储", "阿里", "L100", "L4", "Network storage (NAS)", "L40"]
    window.bench.undo()  # of the last price: 阿里 has none
    assert names(window)[-2:] == ["L40", "阿里"]
    window.bench.redo()
    assert names(window) == right
    window.bench.speak("zh")
    assert [one for one in names(window) if one in STOCK] == [one for one in right if one in STOCK]
    window.bench.speak("en")
    window.show_place("cost")
    window.show_place("build")
    assert names(window) == right
    qtbot.mouseClick(window.findChild(QPushButton, "alternative-add"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    assert window.bench.alternative.id == "B"
    assert names(window) == right
    assert table(window).horizontalHeader().sortIndicatorSection() == model(window).column_of("price")


def test_the_current_cell_and_what_is_marked_go_along(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("storage"), 2)  # L100
    click_head(qtbot, window, "name")
    index = view.currentIndex()
    assert (rows.rows[index.row()].texts[0], index.column()) == ("L100", 2)
    assert [rows.rows[row].texts[0] for row in view.selected_rows()] == ["L100"]
    assert view.visualRect(index).intersects(view.viewport().rect())
    assert not view.isColumnHidden(2)
    assert view.isColumnHidden(rows.column_of("maker"))


def test_an_edit_that_moves_its_row_goes_on_where_the_eye_is(qtbot: QtBot, window: MainWindow) -> None:
    """Enter goes to the row that stood below; only then the edited row takes its place, and the current one follows."""
    click_head(qtbot, window, "price")  # 存储, 阿里, L100, L4, NAS, L40
    view, rows = table(window), model(window)
    name = next(one.id for one in window.bench.alternative.lines if one.title.zh == "存储")
    type_into(qtbot, window, name, "price", "5000")
    assert rows.rows[view.currentIndex().row()].texts[0] == "阿里"
    qtbot.waitUntil(lambda: names(window) == ["阿里", "L100", "L4", "存储", "Network storage (NAS)", "L40"])
    index = view.currentIndex()
    assert (rows.rows[index.row()].texts[0], rows.columns[index.column()].key) == ("阿里", "price")
    assert line(window, name).price.chosen == Decimal(5000)


def test_rows_wait_while_a_cell_is_edited(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    name = next(one.id for one in window.bench.alternative.lines if one.title.zh == "L4")
    type_into(qtbot, window, name, "quantity", "nine")
    editor = open_editor(view)
    before = names(window)
    click_head(qtbot, window, "name")
    assert names(window) == before
    assert open_editor(view) is editor
    assert editor.text() == "nine"
    place = view.visualRect(rows.index(rows.row_of(name), rows.column_of("quantity")))
    assert editor.geometry().center() == place.center()
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: names(window)[:3] == ["阿里", "存储", "L4"])
    assert rows.rows[view.currentIndex().row()].id == name


def test_a_click_on_a_head_takes_what_is_being_typed(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    name = next(one.id for one in window.bench.alternative.lines if one.title.zh == "L4")
    view.setFocus()
    view.go_to(rows.row_of(name), rows.column_of("quantity"))
    qtbot.keyClicks(view, "9")
    click_head(qtbot, window, "quantity")
    assert line(window, name).quantity == 9
    qtbot.waitUntil(lambda: names(window)[-1] == "L4")
    assert not any(one.isVisible() for one in view.findChildren(QLineEdit))


def test_copying_and_pasting_follow_what_is_seen(qtbot: QtBot, window: MainWindow) -> None:
    click_head(qtbot, window, "name")  # 阿里, 存储, L4, L40, L100, NAS
    view, rows = table(window), model(window)
    ids = {one.title.zh: one.id for one in window.bench.alternative.lines}
    view.go_to(rows.row_of(ids["L4"]), rows.column_of("quantity"))
    paste(qtbot, window, "11\n12\n13")
    assert [line(window, ids[one]).quantity for one in ("L4", "L40", "L100")] == [11, 12, 13]
    assert line(window, ids["存储"]).quantity == 2
    view.selectAll()
    copied = [row.split("\t")[0] for row in view.copied_text(heads=False).split("\n")]
    start = copied.index("阿里")
    assert copied[start : start + 5] == ["阿里", "存储", "L4", "L40", "L100"]


def test_numbers_beyond_the_last_row_are_refused_whole(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    last = rows.rows[-1].id
    view.go_to(rows.row_of(last), rows.column_of("quantity"))
    plan = window.bench.plan
    paste(qtbot, window, "11\n12")
    assert window.bench.plan is plan
    assert "Row 2" in window.notice_bar.accessibleName()


def test_hiding_the_column_of_the_order_ends_it(qtbot: QtBot, window: MainWindow) -> None:
    click_head(qtbot, window, "quantity")
    assert names(window) != PLAN
    window.stack.place._columns_menu._show_column(model(window).column_of("quantity"), False)  # type: ignore[union-attr,attr-defined]
    assert names(window) == PLAN


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_sorts_without_a_mouse(qtbot: QtBot, window: MainWindow) -> None:
    view, rows = table(window), model(window)
    view.go_to(rows.row_of("nas"), rows.column_of("quantity"))
    view.customContextMenuRequested.emit(QPoint(10, 10))
    menu = next(one for one in window.findChildren(QMenu) if one.isVisible())
    menu.actions()[-1].trigger()
    assert names(window) == ["Network storage (NAS)", "L4", "L40", "存储", "L100", "阿里"]
    menu.close()


def test_without_groups_all_lines_are_sorted_together(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.mouseClick(window.findChild(QPushButton, "build-group"), Qt.MouseButton.LeftButton)  # type: ignore[arg-type]
    click_head(qtbot, window, "subtotal")
    totals = [row.texts[model(window).column_of("subtotal")] for row in model(window).rows]
    known = [Decimal(one) for one in totals if one]
    assert known == sorted(known)
    assert [bool(one) for one in totals] == [True] * len(known) + [False] * (len(totals) - len(known))


COLUMNS = st.sampled_from(
    ["name", "quantity", "price", "range", "subtotal", "power", "rack_u", "feed", "check", "maker", "price_date", "vat"]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(COLUMNS, st.booleans(), st.sampled_from(["zh", "en"]))
def test_every_column_has_an_order_that_loses_no_line(
    window: MainWindow, column: str, descending: bool, language: str
) -> None:
    lines = build_lines(window.bench.assessment, language)
    found = ordered_lines(lines, column, descending)
    assert sorted(one.id for one in found) == sorted(one.id for one in lines)
    assert ordered_lines(found, column, descending) == found


def test_a_price_in_dollars_stands_by_its_yuan(qtbot: QtBot, window: MainWindow) -> None:
    """US$30 at 7.2 are 216 yuan: between 200 and 1,000; without a rate it is unknown and last."""
    name = next(one.id for one in window.bench.alternative.lines if one.title.zh == "阿里")
    price = {"chosen": "30", "low": "30", "high": "30", "currency": "USD", "tax": "included"}
    assert window.bench.do(SetValue(path=f"alternatives/A/lines/{name}/price", value=price))
    click_head(qtbot, window, "price")
    assert names(window)[-2:] == ["L40", "阿里"]
    field = window.findChild(QLineEdit, "field-facts/fx_usd_cny")
    assert field is not None
    qtbot.keyClicks(field, "7.2")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert names(window)[1:4] == ["L100", "阿里", "L4"]

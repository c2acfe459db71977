"""The columns of the catalog list while somebody types: the name keeps its room, and nothing moves without a reason."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from desktop_app.window.main_window import MainWindow
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.places.catalog.place import _NAME_WIDTH, CatalogPlace
from tests.window.conftest import MakeWindow


def _turns() -> None:
    for _turn in range(3):
        QApplication.processEvents()


def _catalog(window: MainWindow) -> tuple[CatalogPlace, RecordTable]:
    window.show_place("catalog")
    place = window.stack.place
    assert isinstance(place, CatalogPlace)
    place._kind.show_key("")
    place._search()
    _turns()
    table = place.findChild(RecordTable, "catalog-table")
    assert table is not None
    return place, table


def _type(place: CatalogPlace, text: str) -> None:
    place._field.setText(text)
    place._search()
    _turns()


@pytest.mark.parametrize("width", [1366, 1600, 1920])
def test_the_name_keeps_its_room_at_each_key(make_window: MakeWindow, width: int) -> None:
    place, table = _catalog(make_window(language="zh", size=(width, 768)))
    for text in ("h", "h1", "h100", "a1", "b2", "r7", "l40"):
        _type(place, text)
        assert table.columnWidth(0) >= _NAME_WIDTH, text  # every second search left it 32 pixels


def test_the_same_list_again_moves_no_column(make_window: MakeWindow) -> None:
    place, table = _catalog(make_window())
    _type(place, "h100")
    moved: list[int] = []
    table.horizontalHeader().sectionResized.connect(lambda column, _before, _after: moved.append(column))
    _type(place, "h100 ")
    assert moved == []  # each move paints the whole list once more

"""The model of prepared rows: sound in every state, quiet about what did not change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from desktop_app.window.models.record_model import Editing, RecordColumn, RecordModel, RecordRow
from desktop_app.window.parts.cells import HeadCell, TextCell

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester

COLUMNS = (
    RecordColumn(key="name", head=HeadCell(text="Name")),
    RecordColumn(key="n", head=HeadCell(text="N", right=True)),
)
IDS = st.lists(st.sampled_from("abcdefgh"), unique=True)


def row(name: str, value: int = 1) -> RecordRow:
    texts = (name, str(value))
    return RecordRow(id=name, texts=texts, cells=tuple(TextCell(text=text) for text in texts))


class Mirror:
    """What a view believes that stands in the model, from signals alone."""

    def __init__(self, model: RecordModel) -> None:
        self.model = model
        self.rows: list[str | None] = []
        self.held: list[tuple[QPersistentModelIndex, str]] = []
        self.changed: list[tuple[int, int]] = []
        self.resets = 0
        model.rowsInserted.connect(self.insert)
        model.rowsRemoved.connect(self.remove)
        model.dataChanged.connect(self.change)
        model.modelReset.connect(self.reset)
        model.layoutAboutToBeChanged.connect(self.hold)
        model.layoutChanged.connect(self.follow)

    def hold(self) -> None:
        self.held = [(QPersistentModelIndex(self.model.index(at, 1)), str(name)) for at, name in enumerate(self.rows)]

    def follow(self) -> None:
        """Put each row where its index went."""
        for index, name in self.held:
            assert (index.isValid(), index.column()) == (True, 1)
            self.rows[index.row()] = name

    def insert(self, parent: QModelIndex, first: int, last: int) -> None:
        self.rows[first:first] = [self.model.rows[at].id for at in range(first, last + 1)]

    def remove(self, parent: QModelIndex, first: int, last: int) -> None:
        del self.rows[first : last + 1]

    def change(self, first: QModelIndex, last: QModelIndex) -> None:
        self.changed.append((first.row(), last.row()))

    def reset(self) -> None:
        self.resets += 1


@given(IDS, IDS, IDS)
def test_signals_alone_tell_how_the_rows_stand(one: list[str], two: list[str], three: list[str]) -> None:
    model = RecordModel(COLUMNS)
    mirror = Mirror(model)
    for ids in (one, two, three):
        model.show_rows([row(name) for name in ids])
        assert mirror.rows == ids == [each.id for each in model.rows]
    assert mirror.resets == 0


def test_only_changed_rows_are_told_in_ranges(qtmodeltester: ModelTester) -> None:
    model = RecordModel(COLUMNS)
    model.show_rows([row(name) for name in "abcdef"])
    qtmodeltester.check(model)
    mirror = Mirror(model)
    model.show_rows([row("a"), row("b", 2), row("c", 2), row("d"), row("e"), row("f", 2)])
    assert mirror.changed == [(1, 2), (5, 5)]
    model.show_rows(model.rows)
    assert mirror.changed == [(1, 2), (5, 5)]


def test_entered_values_are_told_and_not_kept() -> None:
    model = RecordModel(COLUMNS)
    model.show_rows([row("a")])
    model.edit_with(lambda row_id, key: Editing(text="1") if key == "n" else None)
    told: list[tuple[str, str, object]] = []
    model.committed.connect(lambda *given: told.append(given))
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    assert model.flags(model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable
    assert model.setData(model.index(0, 1), 5)
    assert told == [("a", "n", 5)]
    assert model.data(model.index(0, 1)) == "1"

"""On a screen of 1366 by 768 no head, state, label or button of a place is cut, in either language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget

from desktop_app.window.parts import cell_painting
from desktop_app.window.parts.buttons import Button
from desktop_app.window.parts.choice_box import CheckBox
from desktop_app.window.parts.figure_label import FigureLabel
from desktop_app.window.parts.labels import ElidedLabel
from desktop_app.window.parts.painted import advance
from desktop_app.window.parts.record_table import RecordTable
from planner.plan.edits import AddPart

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.window.main_window import MainWindow

PAINTED = ("_status", "_origin", "paint_head")
VIEWS = (
    "plan",
    "build",
    "site",
    "site/room",
    "site/device",
    "cost",
    "purchase",
    "purchase/papers",
    "catalog",
    "settings",
)


def show(window: MainWindow, view: str) -> None:
    """Bring a place into sight, and a part of it."""
    name, _, part = view.partition("/")
    window.show_place(name, part if name == "purchase" else "")
    place: Any = window.stack.place
    if part == "room":
        place._tabs.show_key("room")
        place._show_tab("room")
    elif part == "device":
        place.choose_device("ws")
    elif name == "settings":
        place.show_backups(True)
    QTest.qWait(160)


def cut_in_tables(window: MainWindow, patch: pytest.MonkeyPatch) -> list[str]:
    """Return heads and words of states and origins that have no room, as the tables paint themselves."""
    import sys

    found: list[str] = []
    whole = cell_painting.elided

    def noted(text: str, width: int, *size: Any, **bold: Any) -> str:
        shown = whole(text, width, *size, **bold)
        if shown != text and sys._getframe(1).f_code.co_name in PAINTED:
            found.append(text)
        return shown

    patch.setattr(cell_painting, "elided", noted)
    assert window.stack.place is not None
    window.stack.place.grab()
    patch.undo()
    return found


def cut_widgets(window: MainWindow) -> list[str]:
    """Return the texts of labels and buttons that are wider than they are, or cut off at the side by what they lie in."""
    place = window.stack.place
    assert place is not None
    found = []
    for one in place.findChildren(QWidget):
        if not one.isVisible() or not isinstance(one, QLabel | Button | CheckBox | FigureLabel) or not one.text():
            continue
        if isinstance(one, ElidedLabel):
            if one.is_cut():
                found.append(one.text())
        elif is_narrow(one) or is_off(one, place):
            found.append(f"{one.objectName()} {one.text()}")
    return found


def is_narrow(one: QWidget) -> bool:
    if isinstance(one, QLabel):
        lines = [] if one.wordWrap() else one.text().split("\n")
        room = one.contentsRect().width() + 1
        return any(QFontMetrics(one.font()).horizontalAdvance(line) > room for line in lines)
    assert isinstance(one, QAbstractButton)
    return one.width() < one.sizeHint().width() - 1


def is_off(one: QWidget, place: QWidget) -> bool:
    """Tell whether something lies over the edge of what it stands in, to the left or right."""
    parent = one.parentWidget()
    while parent is not None and parent is not place.parentWidget():
        held = QRect(one.mapTo(parent, QPoint(0, 0)), one.size())
        if held.left() < 0 or held.right() > parent.width():
            return not isinstance(parent, QScrollArea)
        parent = parent.parentWidget()
    return False


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_head_state_label_and_button_is_whole(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The window begins in the other language, as one that was switched: widths follow the words."""
    window = make_window("lab-a", language="en" if language == "zh" else "zh", size=(1366, 768))
    for view in VIEWS:
        show(window, view)
    window.bench.speak("zh" if language == "zh" else "en")
    cut: dict[str, list[str]] = {}
    for view in VIEWS:
        show(window, view)
        found = [*cut_in_tables(window, monkeypatch), *cut_widgets(window)]
        if found:
            cut[view] = found
    assert cut == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_unknown_of_a_line_says_so_in_whole_words(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The sample knows everything of its lines; a line that was only named knows nothing."""
    window = make_window("lab-a", language=language, size=(1366, 768))
    lines = f"alternatives/{window.bench.alternative.id}/lines"
    title = {"zh": "机架服务器", "en": "Server"}
    assert window.bench.do(AddPart(path=lines, value={"id": "named", "role": "compute", "title": title}))
    show(window, "build")
    columns = [at for at, one in enumerate(window.stack.place._model.columns) if one.key in ("vat", "weight")]  # type: ignore[union-attr]
    assert cut_in_tables(window, monkeypatch) == []
    for at in columns:
        window.stack.place._columns_menu._show_column(at, True)  # type: ignore[union-attr]
    window.resize(1920, 1080)
    QTest.qWait(60)
    assert cut_in_tables(window, monkeypatch) == []


@pytest.mark.parametrize("size", [(1366, 768), (1024, 740)])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_rows_of_the_comparison_are_read_whole(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[int, int]
) -> None:
    window = make_window("lab-a", language="en" if language == "zh" else "zh", size=size)
    show(window, "plan")
    window.bench.speak(language)  # type: ignore[arg-type]
    QTest.qWait(60)
    table = window.findChild(RecordTable, "compare-table")
    assert table is not None
    for row in table.model().rows:  # type: ignore[attr-defined]
        assert advance(row.texts[0]) <= table.columnWidth(0) - 24, row.texts[0]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_states_of_the_planner_are_whole(
    make_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    from desktop_app.services.wiring import _STATES
    from desktop_app.window.places.site.proposal_page import Proposal, ProposalPage, ProposalRow

    window = make_window("lab-a", language=language, size=(1366, 768))
    show(window, "site")
    page = window.findChild(ProposalPage)
    assert page is not None
    rows = [
        ProposalRow(
            id=key, status="warn", word=window.bench.text(word), about="", before="", after="", typed="", note=""
        )
        for key, word in _STATES.items()
    ]
    page.show_proposal(Proposal(title="", summary="", warning="", rows=tuple(rows), apply="OK"))
    window.stack.place._proposals.opened.emit()  # type: ignore[union-attr]
    QTest.qWait(60)
    assert page.isVisible()
    assert cut_in_tables(window, monkeypatch) == []

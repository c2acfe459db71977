"""A walk through the window that no person would take: random places, cells, texts, buttons, steps back, switches.

Everything is drawn from one seed, so a walk that failed can be walked again. Boxes that block are answered at random.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDesktopServices, QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QMenu, QPushButton, QWidget

from desktop_app.window import prompts
from desktop_app.window.main_window import MainWindow
from desktop_app.window.parts.choice_box import ChoiceBox
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.side.finding_item import FindingItem

TEXTS = (
    *(
        "2",
        "3",
        "0",
        "-5",
        "1",
        "16",
        "250",
        "1.5",
        "15万",
        "12万-16万",
        "13万2",
        "１２",
        "1.6kW",
        "80 GB",
        "30%",
        "5－10",
    ),
    *("", " ", "viele", "五", "1e9", "nan", "inf", "99999999999999999999", "2027-03-01", "2027-13-45", "#", "=1+1"),
    *("四卡工作站", "a" * 300, "'; x --", "100% _ %", "<b>x</b> & y", "A\u200bB", "😀", "L40S", "gzz"),
)
BLOCKS = ("供电改造\t1\t1.6万\r\n交换机\t2\t3700\r\n", "zwei\t3万", "", "a\tb\tc\td\te\tf", '"甲\n乙"\t"5"', "2\n")
QUERIES = ("a100", "昇腾", "80", "xyzzy", "", "dc", "%", "费用", "L40")
SIZES = ((1366, 768), (1024, 680), (910, 512), (1920, 1080), (1200, 900))
LEFT_ALONE = {"command-quit", "top-export"}
"""Never pressed: the walk would end with the one; the other is reached through its place."""
_NOTHING = ("no ", "nothing ", "nowhere ")


class Walker:
    """Walks one window; ``trail`` names the last steps for whoever reads a failure."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        """Start at the place that is shown."""
        self.window = window
        self.draw = random.Random(seed)
        self.trail: list[str] = []
        self._home = window.bench.session
        ways: dict[Callable[[], str], int] = {
            self.go_somewhere: 5,
            self.edit_cell: 12,
            self.fill_field: 6,
            self.choose: 6,
            self.press: 8,
            self.open_menu: 4,
            self.step_back: 2,
            self.step_forward: 2,
            self.switch_language: 1,
            self.switch_theme: 1,
            self.resize: 1,
            self.apply_a_fix: 4,
            self.let_pass: 2,
            self.search_catalog: 1,
            self.use_palette: 1,
            self.use_history: 1,
            self.paste: 3,
            self.click_somewhere: 3,
            self.turn_the_wheel: 1,
            self.delete_rows: 1,
        }
        self._ways, self._weights = list(ways), list(ways.values())

    def step(self) -> None:
        """Do one thing, then come home where it led to another plan."""
        told = self._answer() if QApplication.activePopupWidget() is not None else ""
        while not told or told.startswith(_NOTHING):
            told = self.draw.choices(self._ways, self._weights)[0]()
            self.settle()
        self.trail.append(told)
        self.settle()
        bench = self.window.bench
        if bench.session is not self._home and self.draw.random() < 0.4:
            bench.lay_out(self._home)
            self.trail.append("home again")
            self.settle()

    def come_home(self) -> None:
        """Close what is open and lay the plan of the start on the bench."""
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()
        if self.window.bench.session is not self._home:
            self.window.bench.lay_out(self._home)

    @staticmethod
    def settle() -> None:
        """Let everything that is due happen."""
        for _turn in range(3):
            QApplication.processEvents()

    def _visible(self, kind: type[Any], within: QWidget | None = None) -> list[Any]:
        found = (within or self.window).findChildren(kind)
        return [one for one in found if one.isVisible() and one.isEnabled()]

    # --- going about -------------------------------------------------------------------------------------------------

    def go_somewhere(self) -> str:
        names = ["build"] * 4 + ["workload", "site", "cost"] * 2 + ["plan", "purchase", "quotes", "catalog", "settings"]
        name = self.draw.choice([*names, "start"])
        self.window.show_place(name)
        return f"go to {name}"

    def press(self) -> str:
        buttons = [
            one
            for one in self._visible(QAbstractButton)
            if one.objectName() not in LEFT_ALONE and not (isinstance(one, QPushButton) and one.menu())
        ]
        if not buttons:
            return "nothing to press"
        button = self.draw.choice(buttons)
        told = f"press {button.objectName() or button.accessibleName() or button.text()!r}"
        button.click()
        return told

    def open_menu(self) -> str:
        buttons = [one for one in self._visible(QPushButton) if one.menu()]
        if not buttons:
            return "no menu"
        button = self.draw.choice(buttons)
        return f"menu {button.objectName()}: {self._trigger(button.menu())}"

    def _trigger(self, menu: QMenu) -> str:
        menu.aboutToShow.emit()
        actions = [
            one
            for one in menu.actions()
            if one.isEnabled() and not one.isSeparator() and one.objectName() not in LEFT_ALONE
        ]
        if not actions:
            return "empty"
        action = self.draw.choice(actions)
        inner = action.menu()
        if isinstance(inner, QMenu):
            return self._trigger(inner)
        told = action.text()
        action.trigger()
        return told

    def resize(self) -> str:
        size = self.draw.choice(SIZES)
        self.window.resize(*size)
        return f"size {size}"

    def switch_language(self) -> str:
        self.window.actions_by_name["language"].trigger()
        return f"speak {self.window.bench.language}"

    def switch_theme(self) -> str:
        self.window.actions_by_name["theme"].trigger()
        return "other theme"

    # --- typing ------------------------------------------------------------------------------------------------------

    def type_text(self, field: QLineEdit, text: str, *, end: bool = True) -> None:
        """Replace what stands in a field, by keys or as an input method does, and press Enter."""
        field.selectAll()
        if text.isascii() and text.isprintable():
            QTest.keyClicks(field, text)
        else:
            typed = QInputMethodEvent("", [])
            typed.setCommitString(text)
            QApplication.sendEvent(field, typed)
        if end:
            keys = [Qt.Key.Key_Return] * 3 + [Qt.Key.Key_Tab, Qt.Key.Key_Escape]
            QTest.keyClick(field, self.draw.choice(keys))

    def edit_cell(self) -> str:
        tables = [one for one in self._visible(RecordTable) if one.model() and one.model().rowCount()]
        if not tables:
            return "no cell"
        table = self.draw.choice(tables)
        model = table.model()
        cells = [model.index(row, at) for row in range(min(model.rowCount(), 60)) for at in range(model.columnCount())]
        editable = [one for one in cells if one.flags() & Qt.ItemFlag.ItemIsEditable]
        if not editable:
            return "no cell to edit"
        index = self.draw.choice(editable)
        told = f"cell {table.objectName()} {index.row()},{index.column()}"
        table.setFocus()
        table.go_to(index.row(), index.column())
        QTest.keyClick(table, Qt.Key.Key_F2)
        editor = next((one for one in table.viewport().findChildren(QLineEdit) if one.isVisible()), None)
        if editor is None:
            boxes = [one for one in table.viewport().findChildren(ChoiceBox) if one.isVisible()]
            return told + (self._choose_in(boxes[0]) if boxes else " (none)")
        text = self.draw.choice(TEXTS)
        self.type_text(editor, text)
        return f"{told} {text[:20]!r}"

    def fill_field(self) -> str:
        fields = [one for one in self._visible(QLineEdit) if not one.isReadOnly()]
        if not fields:
            return "no field"
        field, text = self.draw.choice(fields), self.draw.choice(TEXTS)
        field.setFocus()
        told = f"field {field.objectName()} {text[:20]!r}"
        self.type_text(field, text)
        return told

    def choose(self) -> str:
        boxes = [one for one in self._visible(ChoiceBox) if one.count()]
        return self._choose_in(self.draw.choice(boxes)) if boxes else "no choice"

    def _choose_in(self, box: ChoiceBox) -> str:
        row, told = self.draw.randrange(box.count()), f" choice {box.objectName()}"
        box.setCurrentIndex(row)
        told += f" {box.key}"
        box.activated.emit(row)
        return told

    def paste(self) -> str:
        tables = self._visible(RecordTable)
        if not tables:
            return "nowhere to paste"
        table = self.draw.choice(tables)
        block = self.draw.choice(BLOCKS)
        QApplication.clipboard().setText(block)
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        return f"paste {block[:12]!r} into {table.objectName()}"

    def delete_rows(self) -> str:
        tables = [one for one in self._visible(RecordTable) if one.model() and one.model().rowCount()]
        if not tables:
            return "nothing to delete"
        table = self.draw.choice(tables)
        table.go_to(self.draw.randrange(table.model().rowCount()), self.draw.randrange(table.model().columnCount()))
        table.setFocus()
        plain, control = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
        QTest.keyClick(table, Qt.Key.Key_Delete, self.draw.choice((plain, control)))
        return f"delete in {table.objectName()}"

    # --- the plan ----------------------------------------------------------------------------------------------------

    def step_back(self) -> str:
        return self._step("undo")

    def step_forward(self) -> str:
        return self._step("redo")

    def _step(self, name: str) -> str:
        if not self.window.actions_by_name[name].isEnabled():
            return f"no {name}"
        self.window.actions_by_name[name].trigger()
        return name

    def _open_finding(self) -> str:
        items = self._visible(FindingItem)
        if not items:
            return ""
        item = self.draw.choice(items)
        told = f"finding {item.row.check}"
        QTest.mouseClick(item, Qt.MouseButton.LeftButton, pos=QPoint(60, 12))
        self.settle()
        return told

    def _press_named(self, name: str) -> str:
        found = [one for one in self._visible(QPushButton) if one.objectName() == name]
        if not found:
            return f" without {name}"
        found[0].click()
        return f" {name}"

    def apply_a_fix(self) -> str:
        told = self._open_finding()
        return told + self._press_named("finding-apply") if told else _NOTHING[0]

    def let_pass(self) -> str:
        told = self._open_finding()
        if not told:
            return _NOTHING[0]
        told += self._press_named("finding-waive")
        for name in ("waive-reason", "waive-name"):
            for field in self._visible(QLineEdit):
                if field.objectName() == name:
                    self.type_text(field, self.draw.choice(TEXTS), end=False)
        return told + self._press_named("waive-done")

    # --- what lies over the place ------------------------------------------------------------------------------------

    def search_catalog(self) -> str:
        self.window.show_place("catalog")
        field = next(one for one in self._visible(QLineEdit) if one.objectName() == "catalog-field")
        text = self.draw.choice(QUERIES)
        self.type_text(field, text)
        return f"catalog {text!r}"

    def use_palette(self) -> str:
        self.window.actions_by_name["search"].trigger()
        return "palette" + self._answer()

    def use_history(self) -> str:
        self.window.actions_by_name["history"].trigger()
        return "history" + self._answer()

    def _answer(self) -> str:
        """Do something in what lies over the window, or close it."""
        popup = QApplication.activePopupWidget()
        if popup is None:
            return ""
        told = f" [{popup.objectName() or type(popup).__name__}]"
        if isinstance(popup, QMenu):
            told += self._trigger(popup)
        elif self.draw.random() < 0.7:
            fields, buttons = self._visible(QLineEdit, popup), self._visible(QAbstractButton, popup)
            if fields:
                self.type_text(fields[0], self.draw.choice(QUERIES), end=False)
                keys = [Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Return, Qt.Key.Key_PageDown, Qt.Key.Key_Escape]
                QTest.keyClick(fields[0], self.draw.choice(keys))
            elif buttons:
                self.draw.choice(buttons).click()
        if QApplication.activePopupWidget() is popup:
            popup.close()
        return told

    # --- the mouse ---------------------------------------------------------------------------------------------------

    def _spot(self) -> tuple[QWidget, QPoint]:
        place = QPoint(self.draw.randrange(self.window.width()), self.draw.randrange(self.window.height()))
        under = self.window.childAt(place)
        return (under, under.mapFrom(self.window, place)) if under is not None else (self.window, place)

    def click_somewhere(self) -> str:
        under, place = self._spot()
        told = f"click {type(under).__name__} {under.objectName()}"
        if isinstance(under, QPushButton) and under.menu() or under.objectName() in LEFT_ALONE:
            return "no click"
        if isinstance(under, ChoiceBox):
            return self._choose_in(under) if under.count() else "no choice"
        QTest.mouseClick(under, Qt.MouseButton.LeftButton, pos=place)
        return told

    def turn_the_wheel(self) -> str:
        under, place = self._spot()
        turn = QPoint(0, self.draw.choice((-120, 120)))
        where = QPointF(place)
        none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        wheel = QWheelEvent(where, QPointF(under.mapToGlobal(place)), QPoint(), turn, *none, False)
        QApplication.sendEvent(under, wheel)
        return f"wheel over {type(under).__name__}"


def answer_prompts(patch: pytest.MonkeyPatch, draw: random.Random, folder: Path) -> None:
    """Answer whatever would block: mostly nothing is chosen, sometimes a new file or the first way."""

    def file(*_asked: object, **_more: object) -> Path | None:
        return folder / f"chosen-{draw.randrange(1000)}.lpplan" if draw.random() < 0.3 else None

    patch.setattr(prompts, "open_file", file)
    patch.setattr(prompts, "save_file", file)
    patch.setattr(prompts, "choose_folder", lambda *_asked, **_more: None)
    from desktop_app.window.places.purchase import papers  # these names were taken from prompts

    for name, answer in (("open_file", file), ("save_file", file), ("choose_folder", lambda *_asked, **_more: None)):
        patch.setattr(papers, name, answer)
    patch.setattr(prompts, "choose", lambda *_asked, **_more: draw.choice((None, 0)))
    patch.setattr(QDesktopServices, "openUrl", lambda _address: True)


class Clock:
    """A clock that moves on a second at each look, so revisions keep their order and no walk depends on the day."""

    def __init__(self) -> None:
        """Start one morning."""
        self._now = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)

    def __call__(self) -> dt.datetime:
        """Return the moment."""
        self._now += dt.timedelta(seconds=1)
        return self._now

"""The whole path of a first user in a real window, by mouse and keyboard: own plan, a change, a fix, papers.

    python -m tests.window.first_path FOLDER

Started by ``test_whole_path`` with a display of its own. Clicks go to the window at the place of the control, so what is
covered or out of sight cannot be pressed. One line for each action, then the papers that were written.
"""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QScrollArea, QWidget

from desktop_app.services.desk import open_desk
from desktop_app.window.look.theme import apply_theme
from desktop_app.window.main_window import MainWindow
from desktop_app.window.places.purchase import papers
from desktop_app.window.qt_texts import speak_qt
from desktop_app.window.shell.commands import Commands
from desktop_app.window.workbench import Workbench

MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)
LONGEST_MS = 60_000


class User:
    """Presses and types as a person does, and counts it."""

    def __init__(self, window: MainWindow) -> None:
        """Sit down before a window."""
        self.window = window
        self.actions = 0

    def told(self, what: str) -> None:
        """Count an action and print it."""
        self.actions += 1
        print(f"{self.actions}. {what}")

    def find(self, name: str) -> QWidget:
        """Return the control of this name that is in sight, scrolled to where it must be."""
        found = [one for one in self.window.findChildren(QWidget, name) if one.isVisible()]
        assert found, f"{name} is not in sight"
        area: Any = found[0].parent()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parent()
        if area is not None:
            area.ensureWidgetVisible(found[0])
        QTest.qWait(30)
        return found[0]

    def click(self, name: str) -> None:
        """Click a control where it stands in the window."""
        control = self.find(name)
        self.press(control, control.rect().center(), f"click {name}")

    def press(self, control: QWidget, place: QPoint, what: str) -> None:
        """Click a place of a control; whatever lies there in the window gets it."""
        spot = control.mapTo(self.window, place)
        assert self.window.rect().contains(spot), f"{what}: outside the window"
        under = self.window.childAt(spot)
        assert under is control or control.isAncestorOf(under), f"{what}: covered by {under}"
        QTest.mouseClick(self.window.windowHandle(), Qt.MouseButton.LeftButton, pos=spot)
        QTest.qWait(30)
        self.told(what)

    def type(self, text: str) -> None:
        """Type into what has the focus, and press Enter."""
        field = QApplication.focusWidget()
        assert field is not None
        QTest.keyClicks(field, text)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        QTest.qWait(30)
        self.told(f"type {text} and Enter")

    def cell(self, table: str, row: str, column: str) -> None:
        """Click a cell of a table."""
        view: Any = self.find(table)
        assert isinstance(view, QAbstractItemView)
        model: Any = view.model()
        area = view.visualRect(model.index(model.row_of(row), model.column_of(column)))
        self.press(view.viewport(), area.center(), f"click {column} of {row}")


def walk(user: User, folder: Path) -> list[Path]:
    """Go from the first start to the papers; return the papers."""
    window, bench = user.window, user.window.bench
    user.click("way-budget")
    field = user.find("first-budget")
    focused = QApplication.focusWidget()
    if focused is None or not (field is focused or field.isAncestorOf(focused)):
        user.click("first-budget")
    user.type("300000")
    user.click("first-generate")
    user.click("offer-take-B")
    assert bench.has_plan
    before = bench.alternative
    line = before.lines[0]
    user.cell("build-table", line.id, "quantity")
    user.type(str(line.quantity + 1))
    assert bench.alternative.lines[0].quantity == line.quantity + 1
    plan = bench.plan
    user.click("finding-apply")
    assert bench.plan != plan
    target = folder / "papers"
    target.mkdir()
    papers.choose_folder = lambda *_asked, **_more: target  # type: ignore[assignment]
    user.click("top-export")
    user.click("order-export")
    place: Any = window.stack.place
    waited = 0
    while place._papers.is_writing and waited < LONGEST_MS:
        QTest.qWait(50)
        waited += 50
    user.told(f"choose the folder {target.name}")
    return sorted(target.iterdir())


def main() -> int:
    """Walk the path in a window on the display there is."""
    folder = Path(sys.argv[1])
    application = QApplication(["labprocure"])
    apply_theme(application, "light")
    bench = Workbench("zh")
    speak_qt("zh")
    window = MainWindow(bench)
    commands = Commands(bench, window)
    window.resize(1366, 768)
    desk = open_desk(folder / "labprocure.db", lambda: MORNING)
    bench.sit_down(desk)
    window.furnish()
    window.show()
    window.show_place("start")
    window.activateWindow()
    QTest.qWaitForWindowActive(window, 2000)
    user = User(window)
    written = walk(user, folder)
    window.grab().save(str(folder / "end.png"))
    print(f"platform {application.platformName()}, {user.actions} actions, {len(written)} papers")
    for paper in written:
        print(f"paper {paper.name}")
    bench.jobs.stop()
    del commands
    window.close()
    desk.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

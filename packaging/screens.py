"""Pictures of every place of the window: both languages, both themes, four sizes, and a page that shows them side by side.

python packaging/screens.py [--out DIR] [--only PLACE ...] [--plan TEMPLATE]

One process for each scale of the screen, since Qt takes the scale at its start; within it one window shows everything.
"""

from __future__ import annotations

import argparse
import datetime as dt
import html
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PROJECT), str(PROJECT / "packaging")]

import screen_hall  # noqa: E402 - a neighbour, found by the line above
from screen_states import STATES, clear, prepare  # noqa: E402 - likewise

SIZES = {1: ((1366, 768), (1920, 1080), (1024, 740)), 2: ((1366, 768),)}
VIEWS = (
    *("start", "start-budget", "start-lines", "plan", "workload", "workload-speed", "workload-words", "workload-model"),
    *("workload-demand", "workload-waiting", "workload-calendar", "build", "cost"),
    *("site", "site-room", "site-loads", "site-warming", "site-phases", "site-energy"),
    *("purchase", "purchase-papers", "catalog", "settings", "picker", "palette", "history"),
    *screen_hall.VIEWS,
    *STATES,
)
_TURNS = 8
MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


def name_of(view: str, language: str, theme: str, size: tuple[int, int], scale: int) -> str:
    """Return the file name of one picture."""
    return f"{view}-{language}-{theme}-{size[0]}x{size[1]}{'@2x' if scale == 2 else ''}.png"  # noqa: PLR2004


class Gallery:
    """A window on a workspace of its own that is brought into one state after the other."""

    def __init__(self, folder: Path, workspace: Path, template: str) -> None:
        """Open the window with a plan of ``template``."""
        from PySide6.QtWidgets import QApplication

        from desktop_app.services.desk import open_desk
        from desktop_app.window.look.theme import apply_theme
        from desktop_app.window.main_window import MainWindow
        from desktop_app.window.shell.commands import Commands
        from desktop_app.window.workbench import Workbench

        self._folder = folder
        self._application = QApplication(["screens"])
        apply_theme(self._application, "light")
        self.bench = Workbench("zh")
        self.window = MainWindow(self.bench)
        self._commands = Commands(self.bench, self.window)
        self._desk = open_desk(workspace / "labprocure.db", lambda: MORNING)
        self.bench.sit_down(self._desk)
        self.window.furnish()
        self.window.show()
        self.bench.lay_out(self._desk.create(template))
        self._session = self.bench.session
        self._hall = self._desk.create(template)
        self.bench.lay_out(self._hall)
        self.bench.do(screen_hall.hall_edit(self.bench.alternative.id))
        self.bench.lay_out(self._session)
        self._desk.store.backup(workspace / "labprocure-2026-11-28.db")
        self._template = template
        self.several: Any = None  # a plan of several alternatives, made when it is wanted
        self.over: Any = None  # a window of its own over this one

    def fresh(self) -> Any:
        """Return a further plan of the template."""
        return self._desk.create(self._template)

    def take(self, view: str, language: Any, theme: Any, size: tuple[int, int], scale: int) -> None:
        """Bring the window into a state and leave a picture of it."""
        from desktop_app.window.look.theme import apply_theme

        apply_theme(self._application, theme)
        self.bench.speak(language)
        self.window.resize(*size)
        self._show(view)
        self._settle(first_pages=view == "purchase-papers")
        picture = self.window.grab()
        self._lay_popup(picture)
        picture.save(str(self._folder / name_of(view, language, theme, size, scale)))

    def _show(self, view: str) -> None:
        place, _, part = view.partition("-")
        clear(self)
        if view in STATES:
            self.bench.lay_out(None if place == "start" else self._session)
            prepare(self, view)
            return
        wanted = None if place == "start" else self._hall if view in screen_hall.HALL_VIEWS else self._session
        if self.bench.session is not wanted:
            self.bench.lay_out(wanted)
        if view in ("palette", "history"):
            self.window.show_place("build")
            self.window.actions_by_name["search" if view == "palette" else view].trigger()
        elif view == "picker":
            self.window.show_place("build")
            self.window.actions_by_name["add"].trigger()
        else:
            self.window.show_place(place, part if view in ("purchase-papers",) else "")
        if place == "site":
            screen_hall.show_site(self.window.stack.place, part)
        elif place == "workload":
            self._show_workload(part)
        elif view in ("purchase", "purchase-one"):
            self.window.show_place("purchase", "P-101" if part else "parameters")
        elif place in ("cost", "settings"):
            screen_hall.show_page(self.window.stack.place, place, part)

    def _show_workload(self, part: str) -> None:
        """Show the job's form, or its speed on the first card, a sentence being typed, or the sheet of an own model."""
        shown: Any = self.window.stack.place
        shown._leave_sheet()
        shown._table.setCurrentIndex(shown._model.index(1, 6))
        shown.reveal(part if part in ("speed", "model", "demand", "waiting", "calendar") else "form")
        sentences = {
            "zh": "12个学生用QLoRA微调7B，每周两次，每次3小时，顺便泡茶",
            "en": "12 students fine-tune 7B with QLoRA, twice a week, 3 hours, and brew tea",
        }
        shown._sentence.field.setText(sentences[self.bench.language] if part == "words" else "")

    def _settle(self, *, first_pages: bool) -> None:
        from PySide6.QtTest import QTest

        QTest.qWait(10)
        for _look in range(300):
            if not self.bench.jobs.running:
                break
            QTest.qWait(20)
        QTest.qWait(80)
        preview: Any = self.window.stack.place
        for _look in range(300 if first_pages else 0):  # pages of papers come a moment after their job
            if preview._papers._preview.paper is not None and not self.bench.jobs.running:
                break
            QTest.qWait(20)
        QTest.qWait(400 if first_pages else 0)
        for _turn in range(_TURNS):  # a layout in a layout settles turn by turn, also on a busy machine
            self._application.processEvents()

    def _lay_popup(self, picture: Any) -> None:
        """Paint what lies over the window where it lies, and close it."""
        from PySide6.QtGui import QPainter
        from PySide6.QtWidgets import QApplication

        popup = QApplication.activePopupWidget() or self.over
        if popup is None:
            return
        painter = QPainter(picture)
        corner = popup.pos() - self.window.mapToGlobal(self.window.rect().topLeft())
        if popup is self.over:
            corner = self.window.rect().center() - popup.rect().center()
        painter.drawPixmap(corner, popup.grab())
        painter.end()
        popup.close()
        self.over = None

    def close(self) -> None:
        """Close window and workspace."""
        self.bench.jobs.stop()
        self.bench.lay_out(None)
        self.window.close()
        self._desk.close()


def shots(scale: int, views: tuple[str, ...]) -> Iterator[tuple[str, str, str, tuple[int, int]]]:
    """Yield what is pictured at a scale; language and theme change least often, since they cost most."""
    for language, theme, size, view in product(("zh", "en"), ("light", "dark"), SIZES[scale], views):
        yield view, language, theme, size


def page(folder: Path, views: tuple[str, ...]) -> None:
    """Write the page that shows all pictures by place."""
    parts = ["<!doctype html><meta charset=utf-8><title>LabProcure</title>", "<style>body{font:14px sans-serif}"]
    parts += ["img{width:32%;margin:2px;border:1px solid #888}</style>"]
    for view in views:
        parts.append(f"<h2>{html.escape(view)}</h2>")
        for scale in SIZES:
            for each, language, theme, size in shots(scale, (view,)):
                name = name_of(each, language, theme, size, scale)
                parts.append(f'<a href="{name}"><img loading=lazy src="{name}" alt="{name}" title="{name}"></a>')
    (folder / "index.html").write_text("\n".join(parts), encoding="utf-8")


def take_all(folder: Path, scale: int, views: tuple[str, ...], template: str) -> None:
    """Take the pictures of one scale, in this process."""
    with tempfile.TemporaryDirectory(prefix="labprocure-screens-") as workspace:
        gallery = Gallery(folder, Path(workspace), template)
        for view, language, theme, size in shots(scale, views):
            gallery.take(view, language, theme, size, scale)
        gallery.close()


def _screen(folder: Path) -> Path:
    """Write a screen on which the largest window and its menus have room, and return where."""
    written = folder / "screen.json"
    one = {"name": "screen", "x": 0, "y": 0, "width": 4000, "height": 3000, "logicalDpi": 96, "logicalBaseDpi": 96}
    written.write_text(json.dumps({"screens": [{**one, "dpr": 1}]}), encoding="utf-8")
    return written


def main() -> int:
    """Take all pictures, one process for each scale; return 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=PROJECT / "out" / "screens")
    parser.add_argument("--only", nargs="*", choices=VIEWS, default=VIEWS)
    parser.add_argument("--plan", default="lab-a", help="template of the plan that is shown")
    parser.add_argument("--scale", type=int, choices=tuple(SIZES), help=argparse.SUPPRESS)
    options = parser.parse_args()
    views = tuple(options.only)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.scale:
        take_all(options.out, options.scale, views, options.plan)
        return 0
    failed = 0
    for scale in SIZES:
        platform = f"offscreen:configfile={_screen(options.out)}"
        environment = {**os.environ, "QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": str(scale)}
        command = [sys.executable, __file__, "--out", str(options.out), "--scale", str(scale), "--plan", options.plan]
        failed |= subprocess.run([*command, "--only", *views], env=environment, check=False).returncode
    page(options.out, views)
    print(f"{len(list(options.out.glob('*.png')))} pictures: {options.out / 'index.html'}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())

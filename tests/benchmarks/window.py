"""What the window costs: start, memory, an edit in a long plan, a long catalog list, visits of places.

    python -m tests.benchmarks.window [--pairs N] [--out DIR]

Starts and memory are those of child processes, in interleaved pairs with a bare Qt window that holds a table (fonts and
style as Qt brings them). The rest is measured in one process, off screen: an edit beyond the engine's own time, a
keystroke to a shown page of 100,000 catalog rows beside the bare SQL that gives those rows, the first and later visits
of each place, with the byte code that a user's machine keeps. Exit status 1 when a figure is over its limit; rows in milliseconds say so in their name.
"""

from __future__ import annotations

import argparse
import compileall
import datetime as dt
import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from db import search
from tests.benchmarks.assessment import row, write
from tests.benchmarks.starts import MAIN, PROJECT, child_environment, cpu_seconds

BARE_TABLE = """
from PySide6.QtCore import QTimer
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QMainWindow, QTableView
application = QApplication([])
window = QMainWindow()
window.resize(1366, 768)
table = QTableView()
model = QStandardItemModel(200, 8)
for row in range(200):
    for column in range(8):
        model.setItem(row, column, QStandardItem(f"{row} {column}"))
table.setModel(model)
window.setCentralWidget(table)
window.show()
QTimer.singleShot(0, window.close)
application.exec()
"""
RENAMED = ("id", "name", "name_sort", "name_squashed", "search_text")
QUERIES = ("h100", "a1", "b2", "80", "r7", "l40", "nvidia 24g")
PAGE = 128
NAMES = ("plan", "workload", "build", "site", "cost", "purchase", "catalog", "settings", "start")
FIRST_PAINT, READY, MEMORY_LIMIT, EDIT_MS, LIST, FIRST_MS, LATER_MS = 2.5, 3.5, 2.0, 16.0, 1.5, 400.0, 60.0
BUILD_MS = 32.0  # with 500 rows of cells on top; two frames
ROWS = 100_000
MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


# ------------------------------------------------------------------------------------------------------- children
def peak_mib(code: str, arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    """Return the most memory a child process held, in MiB; raises RuntimeError where it failed."""
    child = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=PROJECT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _pid, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{arguments or 'the baseline'} ended with {child.returncode}")
    return usage.ru_maxrss / 1024


def starts(pairs: int) -> Iterator[dict[str, Any]]:
    """Yield first paint, ready with a plan, and memory at first paint, beside the bare window."""
    with tempfile.TemporaryDirectory(prefix="labprocure-bench-") as folder:
        environment = child_environment(folder)
        file = str(Path(folder) / "plan.lpplan")
        made = [sys.executable, "-c", MAIN, "plan", "new", "--template", "lab-a", "--out", file]
        subprocess.run(made, cwd=PROJECT, env=environment, capture_output=True, check=True)
        cases = (
            ("first paint against a bare window with a table", ("gui", "--exit-after", "first-paint"), FIRST_PAINT),
            ("ready with a plan against a bare window with a table", ("gui", file, "--exit-after", "ready"), READY),
        )
        for name, arguments, limit in cases:
            cpu_seconds(MAIN, arguments, environment)
            cpu_seconds(BARE_TABLE, (), environment)
            yield row(
                name,
                limit,
                [
                    (cpu_seconds(MAIN, arguments, environment), cpu_seconds(BARE_TABLE, (), environment))
                    for _pair in range(pairs)
                ],
            )
        arguments = cases[0][1]
        found = [
            (peak_mib(MAIN, arguments, environment), peak_mib(BARE_TABLE, (), environment))
            for _pair in range(max(3, pairs // 3))
        ]
        yield row("memory at first paint against the bare window (MiB)", MEMORY_LIMIT, found)


# ------------------------------------------------------------------------------------------------------- one window
def opened(folder: Path) -> Any:
    """Return a window on a workspace of its own, off screen."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtWidgets import QApplication

    from desktop_app.services.desk import open_desk
    from desktop_app.window.look.theme import apply_theme
    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.shell.commands import Commands
    from desktop_app.window.workbench import Workbench

    application = QApplication.instance() or QApplication(["bench"])
    assert isinstance(application, QApplication)
    apply_theme(application, "light")
    bench = Workbench("zh")
    window = MainWindow(bench)
    window.commands = Commands(bench, window)  # type: ignore[attr-defined]
    window.resize(1366, 768)
    bench.sit_down(open_desk(folder / "labprocure.db", lambda: MORNING))
    window.furnish()
    window.show()
    settle()
    return window


def settle() -> None:
    """Let everything be painted that is due."""
    from PySide6.QtWidgets import QApplication

    for _turn in range(3):
        QApplication.processEvents()


def closed(window: Any) -> None:
    """Close window and workspace."""
    window.bench.jobs.stop()
    window.close()
    settle()
    window.bench.lay_out(None)
    settle()
    window.deleteLater()
    window.bench.desk.close()


def compile_ahead() -> None:
    """Leave byte code beside the sources, as after a first start: where Python may not write it, a visit would compile.

    What is there and still fits its source is kept.
    """
    for folder in ("desktop_app", "planner", "db", "resources"):
        compileall.compile_dir(PROJECT / folder, quiet=2)


def milliseconds(work: Callable[[], object]) -> float:
    """Return the CPU milliseconds of one run in this process."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def limited(name: str, limit: float, found: list[float]) -> dict[str, Any]:
    """Return the row of a figure in milliseconds: its median stands where a ratio does."""
    ordered = sorted(found)
    return {
        "name": f"{name} (ms)",
        "ratio": round(statistics.median(found), 2),
        "limit": limit,
        "median_s": round(statistics.median(found) / 1000, 5),
        "baseline_s": 0.0,
        "spread": round(ordered[-1] - ordered[0], 2),
    }


def edits(folder: Path, times: int) -> Iterator[dict[str, Any]]:
    """Yield what an edit in a plan of 500 lines takes until all is repainted, beyond session and assessment."""
    from planner.plan.edits import SetValue
    from tests.benchmarks.plans import large_plan

    window = opened(folder)
    window.bench.lay_out(window.bench.desk.start(large_plan(500)))
    window.show_place("settings")  # strip and findings, as the limit says; a place of its own comes after
    window.side.show()
    settle()
    session = window.bench.session
    numbers = iter(range(3, 10_000))

    def edit() -> SetValue:
        return SetValue(path="A/l40/quantity", value=next(numbers))

    for where, limit in (("strip and findings", EDIT_MS), ("the place Build, strip and findings", BUILD_MS)):
        if where.startswith("the place"):
            window.show_place("build")
            settle()
        beyond: list[float] = []
        for _time in range(times):
            one = edit()
            change = session.do(one)
            session.assessment("A")
            beyond.append(milliseconds(lambda change=change: (window.bench._changed(change), settle())))
        yield limited(f"edit of 500 lines until repainted, beyond the engine: {where}", limit, beyond[2:])
    closed(window)


def visits(folder: Path, times: int) -> Iterator[dict[str, Any]]:
    """Yield the slowest first visit of a place, and the median of later ones with an edit in between."""
    from planner.plan.edits import SetValue

    window = opened(folder)
    window.bench.lay_out(window.bench.desk.create("lab-a"))
    settle()
    first: dict[str, float] = {}
    for name in NAMES:
        if name != "build":
            first[name] = milliseconds(lambda name=name: (window.show_place(name), settle()))
    later: dict[str, list[float]] = {name: [] for name in NAMES}
    for number in range(times):
        for name in NAMES:
            assert window.bench.do(SetValue(path="A/ws/quantity", value=2 + number % 3))
            later[name].append(milliseconds(lambda name=name: (window.show_place(name), settle())))
    closed(window)
    slowest = max(first, key=lambda name: first[name])
    yield limited(f"first visit of a place, the slowest: {slowest}", FIRST_MS, [first[slowest]])
    medians = {name: statistics.median(found) for name, found in later.items()}
    slowest = max(medians, key=lambda name: medians[name])
    yield limited(f"later visit after an edit, the slowest place: {slowest}", LATER_MS, later[slowest])
    yield limited("later visit after an edit, all places", LATER_MS, [one for found in later.values() for one in found])


def fill(file: Path) -> None:
    """Bring a workspace to 100,000 catalog rows: those there are, again and again under names of their own."""
    connection = sqlite3.connect(file)
    with connection:
        (there,) = connection.execute("SELECT count(*) FROM catalog_list").fetchone()
        for number in range(1, -(-ROWS // there)):
            for table, renamed in (("items", ("id", "name")), ("catalog_list", RENAMED)):
                columns = [name for _at, name, *_rest in connection.execute(f"PRAGMA table_info({table})")]
                told = ", ".join(f"{one} || ' r{number}'" if one in renamed else one for one in columns)
                connection.execute(f"INSERT INTO {table} SELECT {told} FROM {table} WHERE id NOT LIKE '% r%'")
    connection.close()


def bare_rows(connection: sqlite3.Connection, text: str) -> int:
    """Read the ids that fit and the rows of the first page, as plain SQL does it."""
    asked = search.condition(text)
    sql = f"SELECT id FROM catalog_list WHERE ({asked.where}) ORDER BY {asked.order}"
    ids = [one for (one,) in connection.execute(sql, (*asked.where_values, *asked.order_values)).fetchall()]
    marks = ", ".join("?" * len(ids[:PAGE]))
    page = connection.execute(f"SELECT * FROM catalog_list WHERE id IN ({marks})", ids[:PAGE]).fetchall()
    return len(ids) + len(page)


def catalog(folder: Path, times: int) -> Iterator[dict[str, Any]]:
    """Yield a keystroke to the page shown in a list of 100,000 rows, beside the bare SQL."""
    from desktop_app.services.desk import open_desk

    file = folder / "labprocure.db"
    open_desk(file, lambda: MORNING).close()
    fill(file)
    window = opened(folder)
    window.show_place("catalog")
    place = window.stack.place
    place._kind.show_key("")
    place._search()
    settle()
    connection = sqlite3.connect(file)
    pairs = []
    for number in range(times):
        text = QUERIES[number % len(QUERIES)]
        ours = milliseconds(partial(keystroke, place, text))
        pairs.append((ours / 1000, milliseconds(partial(bare_rows, connection, text)) / 1000))
    connection.close()
    yield row("list of 100,000 rows: keystroke to page, against bare SQL", LIST, pairs[1:])
    closed(window)


def keystroke(place: Any, text: str) -> None:
    """Let the place show what fits a text, without waiting for the next key."""
    place._field.setText(text)
    place._search()
    settle()


def main() -> int:
    """Measure, print the table, write the rows; return 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--out", type=Path, default=PROJECT / "out" / "bench")
    options = parser.parse_args()
    compile_ahead()
    rows = list(starts(options.pairs))
    for measure, times in ((edits, 4 * options.pairs), (visits, options.pairs), (catalog, 2 * options.pairs)):
        with tempfile.TemporaryDirectory(prefix="labprocure-bench-") as folder:
            rows += measure(Path(folder), times)
    write(rows, options.out)
    print(f"{'':78}{'figure':>8}{'limit':>7}{'ours s':>9}{'base s':>9}{'spread':>8}")
    for one in rows:
        print("{name:78}{ratio:>8}{limit:>7}{median_s:>9}{baseline_s:>9}{spread:>8}".format(**one))
    return int(any(one["ratio"] > one["limit"] for one in rows))


if __name__ == "__main__":
    sys.exit(main())

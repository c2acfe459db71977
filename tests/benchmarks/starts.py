"""How much longer the program takes to start than the least that does the same, in CPU seconds of the child process.

    python -m tests.benchmarks.starts [--pairs N] [--out DIR]

Pairs are interleaved, so a busy machine slows both halves of a pair; the result is the median of the pairs' ratios. CPU
seconds leave out the waiting for disk and other processes. Exit status 1 when a ratio is over its limit.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[2]
MAIN = "import sys; sys.argv[0] = 'labprocure'; from desktop_app.__main__ import main; sys.exit(main())"
BARE_COMMAND = "import click; click.Command('x').main(['--help'])"
BARE_WINDOW = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QTableView
application = QApplication([])
window = QMainWindow()
window.setCentralWidget(QTableView())
window.show()
QTimer.singleShot(0, window.close)
application.exec()
"""


class Case(NamedTuple):
    """A start to measure: code and arguments of the child, the baseline's code, and how many times longer it may take."""

    name: str
    code: str
    arguments: tuple[str, ...]
    baseline: str
    limit: float


CASES = (
    Case("help against a bare click command", MAIN, ("--help",), BARE_COMMAND, 2.5),
    Case(
        "catalog search against a bare click command", MAIN, ("catalog", "search", "A100", "--json"), BARE_COMMAND, 4.0
    ),
    Case("first paint against a bare Qt window", MAIN, ("gui", "--exit-after", "first-paint"), BARE_WINDOW, 3.0),
)


def cpu_seconds(code: str, arguments: tuple[str, ...], environment: dict[str, str]) -> float:
    """Return the CPU seconds, user and system, of a child process that runs ``code``.

    Raises:
        RuntimeError: the child failed.
    """
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
        message = f"{arguments or 'the baseline'} ended with {child.returncode}"
        raise RuntimeError(message)
    return usage.ru_utime + usage.ru_stime


def child_environment(folder: str) -> dict[str, str]:
    """Return the environment of the children: workspace and byte code in ``folder``, off screen.

    Byte code is kept as it is on a user's machine, whatever this machine does: nobody compiles the sources at each start.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {"LABPROCURE_DATA_DIR": folder, "PYTHONPYCACHEPREFIX": str(Path(folder) / "pycache")}
    return {**kept, **own, "QT_QPA_PLATFORM": "offscreen"}


def measure(case: Case, pairs: int, environment: dict[str, str]) -> dict[str, object]:
    """Return the median ratio of ``pairs`` interleaved pairs, with both medians in seconds and the spread of ratios."""
    cpu_seconds(case.code, case.arguments, environment)  # fills the workspace and the byte code once
    cpu_seconds(case.baseline, (), environment)
    taken = [
        (cpu_seconds(case.code, case.arguments, environment), cpu_seconds(case.baseline, (), environment))
        for _pair in range(pairs)
    ]
    ratios = sorted(ours / theirs for ours, theirs in taken)
    return {
        "name": case.name,
        "ratio": round(statistics.median(ratios), 3),
        "limit": case.limit,
        "median_s": round(statistics.median(ours for ours, _theirs in taken), 4),
        "baseline_s": round(statistics.median(theirs for _ours, theirs in taken), 4),
        "spread": round(ratios[-1] - ratios[0], 3),
    }


def commit() -> str:
    """Return the short name of the commit measured, '' outside a checkout."""
    asked = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    return asked.stdout.strip()


def main() -> int:
    """Measure all cases, print the table, write ``bench.json``; return 1 when a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=9)
    parser.add_argument("--out", type=Path, default=PROJECT / "out" / "bench")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="labprocure-bench-") as folder:
        environment = child_environment(folder)
        rows = [measure(case, options.pairs, environment) for case in CASES]
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    options.out.mkdir(parents=True, exist_ok=True)
    result = {"machine": machine, "commit": commit(), "ratios": rows}
    (options.out / "bench.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(f"{'':45}{'ratio':>7}{'limit':>7}{'ours s':>9}{'base s':>9}{'spread':>8}")
    for row in rows:
        print("{name:45}{ratio:>7}{limit:>7}{median_s:>9}{baseline_s:>9}{spread:>8}".format(**row))
    return int(any(row["ratio"] > row["limit"] for row in rows))  # type: ignore[operator]


if __name__ == "__main__":
    sys.exit(main())

"""What is in memory at the start: a command and a bare window load none of the heavy libraries.

Each case runs in a child process of its own, so nothing that this test run has loaded counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

HEAVY = {
    *("pandas", "numpy", "openpyxl", "xlsxwriter", "reportlab", "docx", "lxml", "PIL", "sqlite_utils", "highspy"),
    *("pypinyin", "babel", "python_calamine", "pypdfium2"),
}
PROGRAM = """
import json, sys
sys.argv = ["labprocure", *sys.argv[2:]]
from desktop_app.__main__ import main
try:
    status = main()
except SystemExit as end:
    status = end.code
loaded = sorted({name.split(".")[0] for name in sys.modules})
print(json.dumps({"status": status or 0, "loaded": loaded}), file=sys.stderr)
"""


def run_program(data_dir: Path, *arguments: str) -> tuple[int, set[str]]:
    """Run the program in a child process; return its exit status and the top-level modules it had loaded."""
    environment = {**os.environ, "LABPROCURE_DATA_DIR": str(data_dir), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", PROGRAM, "labprocure", *arguments]
    ended = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stderr.splitlines()[-1])
    assert told["status"] == 0, ended.stderr
    return told["status"], set(told["loaded"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("catalog", "search", "A100", "--json"),
        ("plan", "templates", "--json"),
        ("check", "lab-a", "--json"),
    ],
    ids=" ".join,
)
def test_commands_load_neither_qt_nor_heavy_libraries(
    data_dir: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    if "lab-a" in arguments:
        plan = tmp_path / "a.lpplan"
        run_program(data_dir, "plan", "new", "--template", "lab-a", "--out", str(plan))
        arguments = tuple(str(plan) if part == "lab-a" else part for part in arguments)
    _status, loaded = run_program(data_dir, *arguments)
    assert loaded & (HEAVY | {"PySide6", "shiboken6"}) == set()


def test_window_loads_no_heavy_library_up_to_its_first_paint(data_dir: Path) -> None:
    _status, loaded = run_program(data_dir, "gui", "--exit-after", "first-paint")
    assert "PySide6" in loaded
    assert loaded & HEAVY == set()

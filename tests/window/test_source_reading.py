"""Importing the window reads no source: Qt's Python side looks for its own name in each module that is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
CODE = """
import linecache
import desktop_app.window.app, planner.workload.fit_matrix
print(sum("planner" in name or "desktop_app" in name for name in linecache.cache))
"""


def test_importing_the_window_reads_no_sources() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=PROJECT, capture_output=True, text=True, check=True, timeout=120
    )
    assert int(done.stdout) == 0

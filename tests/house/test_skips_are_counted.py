"""A test that this machine cannot run is skipped and counted, or fails where everything is required."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

PROBE = """
import pytest

@pytest.mark.office
def test_needs_office():
    pass

@pytest.mark.display
def test_needs_display():
    pass
"""


def run_probe(folder: Path, **environment: str) -> tuple[int, str]:
    """Run the two marked tests on a machine without display and LibreOffice; return exit status and output."""
    (folder / "test_probe.py").write_text(PROBE, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    office: x\n    display: x\n", encoding="utf-8")
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "LP_REQUIRE_ALL")
    }
    bare |= {"PATH": str(folder), "PYTHONPATH": str(PROJECT), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", str(folder)]
    ended = subprocess.run(command, cwd=folder, env=bare, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_lacking_programs_skip_and_are_counted(tmp_path: Path) -> None:
    status, output = run_probe(tmp_path)
    assert status == 0, output
    assert "not run on this machine: 1 display (" in output
    assert "1 office (no LibreOffice here" in output


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_lacking_programs_fail_where_all_is_required(tmp_path: Path) -> None:
    status, output = run_probe(tmp_path, LP_REQUIRE_ALL="1")
    assert status == 1
    assert "2 errors" in output

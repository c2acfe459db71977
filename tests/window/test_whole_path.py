"""First start, own plan, a change, a fix, papers: in a real window, by mouse and keyboard, the actions counted."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

MOST_ACTIONS = 12


@pytest.mark.display
def test_first_user_comes_to_papers_in_a_few_actions(display_env: dict[str, str], tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.window.first_path", str(tmp_path)],
        cwd=PROJECT,
        env={**display_env, "LABPROCURE_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    print(ended.stdout)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    told = re.search(r"platform (\w+), (\d+) actions, (\d+) papers", ended.stdout)
    assert told is not None, ended.stdout
    if sys.platform == "linux":
        assert told[1] in ("xcb", "wayland")
    assert 0 < int(told[2]) <= MOST_ACTIONS
    assert int(told[3]) >= 2
    assert "paper " in ended.stdout
    assert [line for line in ended.stderr.splitlines() if "Warning" in line or "Traceback" in line] == []

"""The window on a real or virtual X display, as a process of its own: it opens, is painted and leaves a picture."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QImage

from tests.conftest import PROJECT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.display
def test_window_opens_and_is_painted(display_env: dict[str, str], tmp_path: Path) -> None:
    shot = tmp_path / "shot.png"
    command = [
        sys.executable,
        "-m",
        "desktop_app",
        "gui",
        "--exit-after",
        "ready",
        "--shot",
        str(shot),
        "--size",
        "1100x700",
    ]
    environment = {**display_env, "LABPROCURE_DATA_DIR": str(tmp_path)}
    ended = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stderr
    picture = QImage(str(shot))
    assert (picture.width(), picture.height()) == (1100, 700)
    colours = {picture.pixel(x, y) for x in range(0, 1100, 7) for y in range(0, 700, 7)}
    assert len(colours) > 3

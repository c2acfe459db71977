"""The one-folder build starts without a checkout: it opens its window, speaks Chinese, and does the main job."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.conftest import PROJECT


def build(folder: Path) -> Path:
    """Build the program as ``make dist`` does; return its folder."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    command += ["--distpath", str(folder), "--workpath", str(folder / "work"), "packaging/labprocure.spec"]
    ended = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=900, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return folder / "labprocure"


def run(program: Path, data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Start the built program where neither a checkout nor an installed Python is to be found."""
    kept = {name: value for name, value in os.environ.items() if name in ("SYSTEMROOT", "TEMP", "TMP", "HOME")}
    environment = {**kept, "LABPROCURE_DATA_DIR": str(data), "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [str(program), *arguments],
        cwd=data,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


@pytest.mark.long
def test_built_program_opens_its_window_and_writes_papers(tmp_path: Path) -> None:
    folder = build(tmp_path / "built")
    program = folder / ("labprocure.exe" if sys.platform == "win32" else "labprocure")
    data = tmp_path / "data"
    data.mkdir()
    shot = data / "shot.png"
    opened = run(
        program, data, "gui", "--exit-after", "ready", "--lang", "zh", "--size", "1100x700", "--shot", str(shot)
    )
    assert (opened.returncode, opened.stderr) == (0, "")  # it fails where Qt's Chinese words are not in the build
    picture = QImage(str(shot))
    assert (picture.width(), picture.height()) == (1100, 700)
    made = run(program, data, "demo", "--out", str(data / "demo"), "--json")
    assert made.returncode == 0, made.stderr
    files = [Path(one["path"]) for one in json.loads(made.stdout)["files"]]
    assert {one.suffix for one in files} >= {".xlsx", ".pdf"}
    assert [one for one in files if not (data / one).exists()] == []
    checked = run(program, data, "doctor", "--json")
    assert checked.returncode == 0, checked.stderr
    inside = {one.name for one in folder.rglob("*")}
    assert {"LICENSE", "NOTICE", "qtbase_zh_CN.qm", "NotoSansSC-Regular.ttf", "labprocure.mo"} <= inside
    unwanted = [name for name in inside if "Qt6Qml" in name or "Qt6WebEngine" in name or name.startswith("test_")]
    assert unwanted == []

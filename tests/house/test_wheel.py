"""What is built for installing holds every table, text and font."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.conftest import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

NOT_SHIPPED = {".pyc"}


def tracked(folder: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", folder], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.splitlines() if (PROJECT / name).is_file()}


def test_wheel_holds_every_tracked_file_of_the_product(tmp_path: Path) -> None:
    if not (PROJECT / ".git").exists():
        pytest.skip("not a checkout: what is tracked cannot be told")
    copy = tmp_path / "copy"
    subprocess.run(["git", "checkout-index", "--all", f"--prefix={copy}/"], cwd=PROJECT, check=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path),
    ]
    subprocess.run([*command, str(copy)], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    wanted = set().union(*(tracked(folder) for folder in ("resources", "planner", "db", "desktop_app")))
    assert wanted - inside == set()
    assert not any(name.startswith(("tests/", "packaging/")) for name in inside)

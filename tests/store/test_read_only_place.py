"""A write-protected file or folder: everything can be looked at, nothing is saved, and that is said.

Root may write anywhere, so a child process becomes another user first; nothing is skipped for root.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from db.store import open_store
from tests.store.sample import BUNDLE, NOW, plan

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX folders")
PROJECT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that other users may enter (pytest's own are closed to them), removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="labprocure-place-"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def filled(place: Path) -> Path:
    path = place / "labprocure.db"
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(3), "", NOW)
    return path


def seen_by_another(path: Path) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(0o777)
        env = {**os.environ, "TMPDIR": temporary, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "tests.store.ordinary_user", str(path)],
            cwd=PROJECT,
            env=env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        left = [one.name for one in Path(temporary).iterdir() if not one.name.startswith("tmp")]
        assert left == [], "a borrowed copy was left behind"
        return dict(json.loads(done.stdout))


def expect_looked_at(seen: dict[str, Any], files: list[str]) -> None:
    assert seen == {
        "notices": ["store.notice.read_only"],
        "read_only": True,
        "cards": ["nv-rtx4090"],
        "quantity": 3,
        "saved": "store.read_only",
        "backup_rows": 1,
        "files": files,
    }


def test_read_only_folder(place: Path) -> None:
    path = filled(place)
    path.chmod(0o666)
    place.chmod(0o555)
    expect_looked_at(seen_by_another(path), ["labprocure.db"])


def test_read_only_file(place: Path) -> None:
    path = filled(place)
    path.chmod(0o444)
    place.chmod(0o777)
    expect_looked_at(seen_by_another(path), ["labprocure.db"])


def test_read_only_folder_with_a_file_in_write_ahead_format(place: Path) -> None:
    """As a program leaves it that was killed after its log had been taken in."""
    path = filled(place)
    content = bytearray(path.read_bytes())
    content[18:20] = b"\x02\x02"
    path.write_bytes(content)
    path.chmod(0o444)
    place.chmod(0o555)
    expect_looked_at(seen_by_another(path), ["labprocure.db"])


def test_read_only_folder_with_an_unfinished_log(place: Path) -> None:
    """The last edit is only in the log beside the file; it must be seen, although nothing may be written there."""
    source = filled(place)
    target = place / "stick"
    target.mkdir()
    with open_store(source, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(8), "", NOW)
        for ending in ("", "-wal"):
            shutil.copyfile(f"{source}{ending}", target / f"labprocure.db{ending}")
    for one in target.iterdir():
        one.chmod(0o444)
    target.chmod(0o555)
    seen = seen_by_another(target / "labprocure.db")
    target.chmod(0o755)
    assert seen["quantity"] == 8
    assert seen["saved"] == "store.read_only"
    assert seen["files"] == ["labprocure.db", "labprocure.db-wal"]


def test_nothing_can_be_made_in_a_read_only_folder(place: Path) -> None:
    place.chmod(0o555)
    assert seen_by_another(place / "labprocure.db") == {"refused": "store.cannot_open", "files": []}
    assert seen_by_another(place / "deeper.db") == {"refused": "store.cannot_open", "files": []}


def test_file_one_may_not_read(place: Path) -> None:
    path = filled(place)
    path.chmod(0o600)
    assert seen_by_another(path)["refused"] == "store.cannot_open"

"""Which backups there are and what is in one, without a byte of them being touched."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from db.backup_list import backup_file, backup_files, contents
from db.errors import KnownStoreError
from db.store import open_store, restore_store
from tests.store.sample import BUNDLE, NOW, plan


def test_the_newest_stands_first_and_strangers_are_left_out(path: Path, tmp_path: Path) -> None:
    away = tmp_path / "documents"
    away.mkdir()
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(1), "", NOW)
        store.backup(away / "labprocure-2026-11-01.db")
    os.utime(away / "labprocure-2026-11-01.db", (0, dt.datetime(2026, 11, 1, 9, 0, tzinfo=dt.UTC).timestamp()))
    kept = restore_store(away / "labprocure-2026-11-01.db", path, NOW).kept
    assert kept is not None
    (away / "letters.db").write_bytes(b"SQLite format 3\0" + bytes(84))  # a database of another program
    (away / "report.docx").write_bytes(b"important")
    found = backup_files(path, [away, tmp_path / "gone"])
    assert [(one.path.name, one.reason) for one in found] == [
        (kept.name, "replaced"),
        ("labprocure-2026-11-01.db", "written"),
    ]
    assert found[0].made_at.strftime("%Y%m%d-%H%M%S") == "20261130-080000"
    assert found[1].made_at == dt.datetime(2026, 11, 1, 9, 0, tzinfo=dt.UTC)
    assert backup_file(away / "report.docx") is None
    assert backup_file(away / "gone.db") is None


def test_looking_into_one_tells_its_plans_and_leaves_it_as_it_is(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(1), "", NOW)
        store.backup(copy)
    before = copy.read_bytes()
    inside = contents(copy)
    assert [one.id for one in inside.plans] == ["plan-1"]
    assert inside.plans[0].changed_at == NOW
    assert inside.backup.rows["plans"] == 1
    assert copy.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copy.db", "labprocure.db"]


def test_a_damaged_one_is_said_to_be_so(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with open_store(path, bundle=BUNDLE) as store:
        store.backup(copy)
    copy.write_bytes(copy.read_bytes()[:8192])
    with pytest.raises(KnownStoreError):
        contents(copy)

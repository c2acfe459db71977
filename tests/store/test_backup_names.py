"""Backups are known by what is in them, not by their names: old ones were written without an ending."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from desktop_app.services.backups import backup_rows, remember_backup
from desktop_app.services.desk import open_desk

MORNING = dt.datetime(2026, 11, 30, 9, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize("name", ["backup", "备份 2026-11-30", "lab 2026.11.30", "copy.bak", "copy.db"])
def test_a_backup_of_any_name_is_listed(tmp_path: Path, name: str) -> None:
    (tmp_path / "work").mkdir()
    desk = open_desk(tmp_path / "work" / "labprocure.db", lambda: MORNING)
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "letter").write_text("no database", encoding="utf-8")
    (folder / "folder").mkdir()
    for at in range(500):  # more other files than are opened
        (folder / f"a{at}.txt").touch()
    file = folder / name
    desk.store.backup(file)
    remember_backup(desk, file)
    try:
        assert [row.name for row in backup_rows(desk)] == ([name] if name != "copy.bak" else [])
    finally:
        desk.close()

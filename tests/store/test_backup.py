"""Backups that are looked at before they are trusted, and putting one back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.backup import verified
from db.errors import KnownStoreError
from db.schema import row_counts
from db.store import Store, open_store, restore_store
from tests.store.sample import BUNDLE, NOW, item, plan, quantity_of


def message_of(call: object, *values: object) -> str:
    with pytest.raises(KnownStoreError) as caught:
        call(*values)  # type: ignore[operator]
    assert caught.value.remedy is not None
    return caught.value.message.id


def test_backup_holds_what_is_still_in_the_write_ahead_log(store: Store, tmp_path: Path) -> None:
    store.plans.save_revision(plan(5), "", NOW)
    store.catalog.save("own", NOW, (item("my-1", "One"),))
    assert Path(f"{store.path}-wal").stat().st_size > 0
    made = store.backup(tmp_path / "copy.db")
    assert made.rows == row_counts(store.database.connection)
    assert made.rows["plan_revisions"] == 1
    assert made.size_bytes == (tmp_path / "copy.db").stat().st_size
    assert sorted(one.name for one in tmp_path.glob("*copy*")) == ["copy.db"]
    with open_store(tmp_path / "copy.db", bundle=BUNDLE) as copy:
        assert quantity_of(copy.plans.load("plan-1").plan) == 5
        assert copy.catalog.has("my-1")


def test_backup_goes_nowhere_else(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "report.docx"
    other.write_bytes(b"important")
    assert message_of(store.backup, other) == "store.backup.occupied"
    assert other.read_bytes() == b"important"
    assert message_of(store.backup, store.path) == "store.backup.same"
    assert message_of(store.backup, tmp_path / "nowhere" / "copy.db") == "store.backup.unwritable"
    store.close()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["labprocure.db", "report.docx"]


def test_backup_over_an_older_backup(store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    store.plans.save_revision(plan(5), "", NOW)
    assert store.backup(tmp_path / "copy.db").rows["plans"] == 1


def two_states(path: Path) -> Path:
    """A database with quantity 2, and a backup of it with quantity 1."""
    copy = path.with_name("copy.db")
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(1), "", NOW)
        store.backup(copy)
        store.plans.save_revision(plan(2), "", NOW)
    return copy


def test_restore_brings_back_and_keeps_what_it_replaces(path: Path) -> None:
    copy = two_states(path)
    done = restore_store(copy, path, NOW)
    assert done.kept == path.with_name("labprocure.db.replaced-20261130-080000")
    with open_store(path, bundle=BUNDLE) as store:
        assert quantity_of(store.plans.load("plan-1").plan) == 1
    with open_store(done.kept, bundle=BUNDLE) as store:
        assert quantity_of(store.plans.load("plan-1").plan) == 2
    assert restore_store(copy, path, NOW).kept == path.with_name("labprocure.db.replaced-20261130-080000-2")


def test_restore_where_there_is_nothing(path: Path, tmp_path: Path) -> None:
    copy = two_states(path)
    assert restore_store(copy, tmp_path / "new" / "w.db", NOW).kept is None
    with open_store(tmp_path / "new" / "w.db", bundle=BUNDLE) as store:
        assert quantity_of(store.plans.load("plan-1").plan) == 1


@pytest.mark.parametrize("spoil", ["text", "half", "pages"])
def test_restore_over_a_damaged_database(path: Path, spoil: str) -> None:
    copy = two_states(path)
    content = path.read_bytes()
    bad = {
        "text": b"nothing " * 99,
        "half": content[: len(content) // 2],
        "pages": content[:8192] + b"\xee" * 8192 + content[16384:],
    }
    path.write_bytes(bad[spoil])
    done = restore_store(copy, path, NOW)
    assert done.kept is not None
    assert done.kept.read_bytes() == bad[spoil]
    with open_store(path, bundle=BUNDLE) as store:
        assert quantity_of(store.plans.load("plan-1").plan) == 1


def test_backup_is_verified_before_anything_is_replaced(path: Path, tmp_path: Path) -> None:
    copy = two_states(path)
    before = path.read_bytes()
    content = copy.read_bytes()
    bad = tmp_path / "bad.db"
    for spoilt, told in (
        (content[: len(content) // 2], "store.damaged"),
        (b"text", "store.not_a_database"),
        (content[:68] + b"\0\0\0\0" + content[72:], "store.other_program"),
        (content[:60] + b"\0\0\x27\x0f" + content[64:], "store.newer_layout"),
        (content[:8192] + b"\xee" * 8192 + content[16384:], "store.damaged"),
    ):
        bad.write_bytes(spoilt)
        assert message_of(restore_store, bad, path, NOW) == told
        assert path.read_bytes() == before
    assert message_of(restore_store, tmp_path / "nobody.db", path, NOW) == "store.no_backup"
    assert message_of(restore_store, path, path, NOW) == "store.backup.same"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["bad.db", "copy.db", "labprocure.db"]


def test_restore_waits_for_no_open_window(path: Path) -> None:
    copy = two_states(path)
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(3), "", NOW)
        assert message_of(restore_store, copy, path, NOW) == "store.in_use"
        assert quantity_of(store.plans.load("plan-1").plan) == 3


def test_references_are_part_of_the_verification(path: Path) -> None:
    two_states(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM plans")
        connection.commit()
    assert message_of(verified, path) == "store.damaged"

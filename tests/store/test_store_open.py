"""Opening: what is made, what is refused without touching it, what is left behind."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from db import location
from db.errors import KnownStoreError, StoreBug, from_sqlite
from db.location import filesystem_type, read_only_address
from db.schema import APPLICATION_ID
from db.store import open_store
from tests.store.sample import BUNDLE, ITEMS, NOW, plan, quantity_of


def files(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def refused(path: Path, **options: bool) -> KnownStoreError:
    """Open what must be refused; its bytes and its folder stay as they are."""
    before = path.read_bytes() if path.is_file() else None
    beside = files(path.parent)
    with pytest.raises(KnownStoreError) as caught:
        open_store(path, bundle=BUNDLE, **options)
    assert (path.read_bytes() if path.is_file() else None) == before
    assert files(path.parent) == beside
    assert caught.value.remedy is not None
    assert str(path) in caught.value.told("en")
    return caught.value


def test_new_store_is_filled_and_marked(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        assert store.catalog.count() == len(ITEMS)
        assert store.notices == ()
        assert not store.read_only
    header = path.read_bytes()[:100]
    assert int.from_bytes(header[68:72], "big") == APPLICATION_ID
    assert int.from_bytes(header[60:64], "big") == 1


def test_workspace_is_in_the_data_folder(data_dir: Path) -> None:
    with open_store(bundle=BUNDLE) as store:
        assert store.path == data_dir / "labprocure.db"


def test_missing_folders_are_made(tmp_path: Path) -> None:
    with open_store(tmp_path / "a" / "b" / "c.db", bundle=BUNDLE) as store:
        assert store.catalog.count() == len(ITEMS)


@pytest.mark.parametrize("name", ["共享 计划.db", "a#b%20c?d.db", "it's.db"])
def test_names_with_signs_are_plain_names(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path / name, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(), "", NOW)
    assert files(tmp_path) == [name]
    with open_store(tmp_path / name, bundle=BUNDLE) as store:
        store.backup(tmp_path / f"copy of {name}")


def test_local_store_uses_write_ahead_log_and_leaves_one_file(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(), "", NOW)
        assert store.database.journal_mode() == "wal"
        assert store.database.value("PRAGMA synchronous") == 2  # FULL
        assert store.database.value("PRAGMA foreign_keys") == 1
    assert files(path.parent) == [path.name]
    assert path.read_bytes()[18:20] == b"\x01\x01"  # the plain format, which opens anywhere


def test_the_last_of_two_to_close_tidies_up(path: Path) -> None:
    first, second = open_store(path, bundle=BUNDLE), open_store(path, bundle=BUNDLE)
    first.plans.save_revision(plan(1), "", NOW)
    second.plans.save_revision(plan(2), "", NOW)
    first.close()
    assert quantity_of(second.plans.load("plan-1").plan) == 2
    second.close()
    assert files(path.parent) == [path.name]


def test_reading_changes_no_byte(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(), "", NOW)
    before = path.read_bytes()
    with open_store(path, bundle=BUNDLE) as store:
        store.catalog.search("a100")
        store.plans.load("plan-1")
        store.doctor()
    assert path.read_bytes() == before


def test_text_file_is_refused(path: Path) -> None:
    path.write_text("采购清单\n" * 40, encoding="utf-8")
    assert refused(path).message.id == "store.not_a_database"


def test_short_file_is_refused(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\x00")
    assert refused(path).message.id == "store.not_a_database"


def test_folder_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path).message.id == "store.not_a_database"


def test_database_of_another_program_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE places (url TEXT)")
        other.commit()
    assert refused(path).message.id == "store.other_program"


def test_truncated_database_is_refused(path: Path) -> None:
    with open_store(path, bundle=BUNDLE):
        pass
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 + 100])
    with pytest.raises(KnownStoreError) as caught, open_store(path, bundle=BUNDLE) as store:
        store.catalog.items()
        store.doctor()
        store.plans.save_revision(plan(), "", NOW)
    assert caught.value.message.id == "store.damaged"


def test_database_overwritten_in_the_middle_is_found(path: Path) -> None:
    with open_store(path, bundle=BUNDLE):
        pass
    content = bytearray(path.read_bytes())
    for page in range(3, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xee" * 64
    path.write_bytes(content)
    with pytest.raises(KnownStoreError) as caught, open_store(path, bundle=BUNDLE) as store:
        store.catalog.items()
    assert caught.value.message.id == "store.damaged"


def test_empty_file_is_taken_as_new(path: Path) -> None:
    path.touch()
    with open_store(path, bundle=BUNDLE) as store:
        assert store.catalog.count() == len(ITEMS)


def test_missing_file_is_not_made_for_reading(path: Path) -> None:
    assert refused(path, read_only=True).message.id == "store.missing"
    assert not path.exists()


def test_opened_for_reading_saves_nothing(path: Path) -> None:
    with open_store(path, bundle=BUNDLE):
        pass
    before = path.read_bytes()
    with open_store(path, read_only=True, bundle=BUNDLE) as store:
        assert store.catalog.count() == len(ITEMS)
        with pytest.raises(KnownStoreError) as caught:
            store.plans.save_revision(plan(), "", NOW)
    assert caught.value.message.id == "store.read_only"
    assert path.read_bytes() == before


def newer(path: Path, sql: str = "") -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(7), "", NOW)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            f"PRAGMA user_version = 9999; UPDATE meta SET value = '7.3' WHERE key = 'program'; {sql}"
        )


def test_newer_store_opens_for_reading_and_says_so(path: Path) -> None:
    newer(path)
    before = path.read_bytes()
    with open_store(path, bundle=BUNDLE) as store:
        assert store.read_only
        assert [one.id for one in store.notices] == ["store.notice.newer"]
        assert "7.3" in str(store.notices[0])
        assert quantity_of(store.plans.load("plan-1").plan) == 7
        with pytest.raises(KnownStoreError):
            store.settings.set("language", "zh")
    assert path.read_bytes() == before
    assert files(path.parent) == [path.name]


def test_newer_layout_that_cannot_be_read_is_no_bug(path: Path) -> None:
    newer(path, "ALTER TABLE plan_revisions RENAME COLUMN body TO content;")
    with open_store(path, bundle=BUNDLE) as store, pytest.raises(KnownStoreError) as caught:
        store.plans.load("plan-1")
    assert caught.value.message.id == "store.newer_layout"


def test_network_folder_gets_the_safe_journal_and_a_notice(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(location, "on_network", lambda _: True)
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(), "", NOW)
        assert store.database.journal_mode() == "delete"
        assert [one.id for one in store.notices] == ["store.notice.network"]
        assert files(path.parent) == [path.name]


MOUNTS = """22 28 0:21 / /proc rw,nosuid - proc proc rw
28 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 28 0:50 / /home/li/网盘 rw - cifs //server/share rw
41 40 0:51 / /home/li/网盘/local rw - tmpfs tmpfs rw
42 28 0:52 / /mnt/two\\040words rw - nfs4 10.0.0.1:/x rw
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/li", "ext4"),
        ("/home/li/网盘", "cifs"),
        ("/home/li/网盘/a/b", "cifs"),
        ("/home/li/网盘/local/c", "tmpfs"),
        ("/home/li/网盘2", "ext4"),
        ("/mnt/two words/db", "nfs4"),
    ],
)
def test_file_system_is_that_of_the_nearest_mount(folder: str, kind: str) -> None:
    assert filesystem_type(PurePosixPath(folder), MOUNTS) == kind


def test_addresses_quote_signs_and_know_shares() -> None:
    assert (
        read_only_address(PurePosixPath("/a b/c#d%e?.db"), immutable=False) == "file:///a%20b/c%23d%25e%3F.db?mode=ro"
    )
    share = read_only_address(PureWindowsPath("\\\\server\\share\\p.db"), immutable=True)
    assert share == "file:////server/share/p.db?mode=ro&immutable=1"
    assert read_only_address(PureWindowsPath("C:/p.db"), immutable=False) == "file:///C:/p.db?mode=ro"


def test_full_disk_is_said_and_nothing_is_lost(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(1), "", NOW)
        pages = store.database.value("PRAGMA page_count")
        store.database.connection.execute(f"PRAGMA max_page_count = {pages}")
        big = plan(2, zh="长" + os.urandom(200_000).hex())
        with pytest.raises(KnownStoreError) as caught:
            store.plans.save_revision(big, "", NOW)
        assert caught.value.message.id == "store.full"
        assert quantity_of(store.plans.load("plan-1").plan) == 1
    with open_store(path, bundle=BUNDLE) as store:
        assert store.plans.load("plan-1").revision == 1


def test_full_temporary_folder_is_named(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    other = tmp_path / "tmp"
    monkeypatch.setattr("tempfile.tempdir", str(other))
    usage = type(shutil.disk_usage(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(10**9, 0, 100 if Path(folder) == other else 10**9))
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    assert str(other) in str(from_sqlite(error, path))


def test_fault_of_ours_is_a_bug(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as opened, pytest.raises(StoreBug):
        opened.database.rows("SELECT nothing FROM nowhere")


def test_failed_creation_leaves_no_empty_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(_: object) -> None:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorname = "SQLITE_BUSY"
        raise error

    monkeypatch.setattr("db.connection.create_tables", locked)
    with pytest.raises(KnownStoreError) as caught:
        open_store(path, bundle=BUNDLE)
    assert caught.value.message.id == "store.in_use"
    assert files(path.parent) == []


def test_opening_loads_no_heavy_library(path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from db.store import open_store\n"
        f"with open_store(Path({str(path)!r})) as s: s.catalog.search('xianka')\n"
        "print(sorted(sys.modules.keys() & {'sqlite_utils', 'pandas', 'numpy', 'pypinyin', 'db.migrations', 'db.backup'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

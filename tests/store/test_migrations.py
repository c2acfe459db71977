"""Migrations: forward only, after a verified backup, all or nothing. Trial steps stand for those of later schemas."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.backup import problems, verified
from db.connection import Options, open_database
from db.errors import KnownStoreError
from db.migrations import MIGRATIONS
from db.schema import SCHEMA_VERSION, row_counts
from db.store import open_store, update_schema
from tests.store.sample import BUNDLE, NOW, plan, quantity_of


def schema_0(path: Path) -> None:
    """An artificial older file: no search column in the list, with a plan in it."""
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(4), "", NOW)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE catalog_list DROP COLUMN search_text")
        connection.execute("DELETE FROM meta")
        connection.execute("PRAGMA user_version = 0")
        connection.commit()


def to_1(connection: sqlite3.Connection) -> None:
    """Add the column, in the way a step does that needs more than plain SQL."""
    import sqlite_utils

    table = sqlite_utils.Database(connection)["catalog_list"]
    table.transform(column_order=table.columns_dict)  # type: ignore[union-attr]
    connection.execute("ALTER TABLE catalog_list ADD COLUMN search_text TEXT NOT NULL DEFAULT ''")


def migrated(path: Path, target: int, steps: dict[int, Callable[[sqlite3.Connection], None]]) -> tuple[str, ...]:
    database = open_database(path, Options(schema=target))
    try:
        update_schema(database, NOW, target, steps)
        return tuple(one.id for one in database.notices)
    finally:
        database.close()


def failed(path: Path, target: int, steps: dict[int, Callable[[sqlite3.Connection], None]]) -> str:
    with pytest.raises(KnownStoreError) as caught:
        migrated(path, target, steps)
    return caught.value.message.id


def content(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return [
            f"PRAGMA user_version = {connection.execute('PRAGMA user_version').fetchone()[0]}",
            *connection.iterdump(),
        ]


def backup_of(path: Path, version: int) -> Path:
    return path.with_name(f"{path.name}.schema{version}-20261130-080000")


def test_every_older_schema_has_its_step() -> None:
    assert set(MIGRATIONS) == set(range(1, SCHEMA_VERSION))


def test_older_file_is_brought_up_to_date_with_a_backup(path: Path) -> None:
    schema_0(path)
    before = content(path)
    assert migrated(path, 1, {0: to_1}) == ("store.notice.migrated",)
    assert content(backup_of(path, 0)) == before
    with open_store(path, bundle=BUNDLE) as store:
        assert store.catalog.search("xianka").total == 7
        assert quantity_of(store.plans.load("plan-1").plan) == 4
        assert problems(store.database.connection) == ()


def test_several_steps_run_in_order(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(4), "", NOW)
    steps = {
        1: lambda connection: connection.execute("CREATE TABLE suppliers (id TEXT PRIMARY KEY)"),
        2: lambda connection: connection.execute("ALTER TABLE suppliers ADD COLUMN name TEXT"),
    }
    assert migrated(path, 3, steps) == ("store.notice.migrated",)  # type: ignore[arg-type]
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (3,)
        assert [row[1] for row in connection.execute("PRAGMA table_info (suppliers)")] == ["id", "name"]
        assert "suppliers" in row_counts(connection)
    assert verified(backup_of(path, 1)).rows["plans"] == 1
    with open_store(path, bundle=BUNDLE) as store:  # this program meets what a newer one made
        assert store.read_only


def breaks(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM plan_items")
    connection.execute("SELECT nothing FROM nowhere")


def leaves_dangling_rows(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM plans")


def commits_by_itself(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM plan_revisions")
    connection.execute("COMMIT")


@pytest.mark.parametrize("step", [breaks, leaves_dangling_rows, commits_by_itself])
def test_failure_in_the_middle_leaves_the_old_file(path: Path, step: Callable[[sqlite3.Connection], None]) -> None:
    schema_0(path)
    before = content(path)
    assert failed(path, 2, {0: to_1, 1: step}) == "store.migration.failed"
    assert content(path) == before
    assert content(backup_of(path, 0)) == before
    assert migrated(path, 1, {0: to_1}) == ("store.notice.migrated",)


def test_file_older_than_any_step_is_left_alone(path: Path) -> None:
    schema_0(path)
    before = path.read_bytes()
    assert failed(path, 1, {}) == "store.migration.too_old"
    assert path.read_bytes() == before
    assert not backup_of(path, 0).exists()


def test_older_file_is_not_migrated_for_reading(path: Path) -> None:
    schema_0(path)
    before = path.read_bytes()
    with pytest.raises(KnownStoreError) as caught:
        open_store(path, read_only=True, bundle=BUNDLE)
    assert caught.value.message.id == "store.older"
    assert path.read_bytes() == before


def test_full_disk_during_a_migration_is_said_as_such(path: Path) -> None:
    schema_0(path)
    before = content(path)

    def fills_the_disk(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        connection.execute("CREATE TABLE big AS SELECT randomblob(1000000) AS filler")

    assert failed(path, 1, {0: fills_the_disk}) == "store.full"
    assert content(path) == before

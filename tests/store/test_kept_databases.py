"""One database of every schema is kept for ever and opens with what was in it, whatever the program is by now."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from decimal import Decimal
from pathlib import Path

import pytest

from db.backup import problems
from db.schema import SCHEMA_VERSION, create_tables
from db.store import open_store
from planner.catalog.items import digest
from tests.store.sample import at, quantity_of

KEPT = Path(__file__).resolve().parent.parent / "data" / "databases"


def test_one_database_of_every_schema_is_kept() -> None:
    assert sorted(one.name for one in KEPT.iterdir()) == [
        f"schema{number}.db" for number in range(1, SCHEMA_VERSION + 1)
    ]


@pytest.mark.parametrize("number", range(1, SCHEMA_VERSION + 1))
def test_kept_database_opens_with_all_that_was_in_it(path: Path, number: int) -> None:
    shutil.copyfile(KEPT / f"schema{number}.db", path)
    with open_store(path) as store:
        assert not store.read_only
        assert problems(store.database.connection) == ()
        assert store.catalog.count() > 1000  # filled with what this program ships

        assert [one.number for one in store.plans.revisions("plan-1")] == [3, 2, 1]
        assert store.plans.revisions("plan-1")[0].created_at == at(3)
        for revision in (1, 2, 3):
            found = store.plans.load("课题组方案", revision).plan
            assert quantity_of(found) == revision
            for line in found.alternatives[0].lines:
                row = found.item_of(line.item)
                assert row is not None
                assert digest(row) == line.item

        own = store.catalog.get("my-card")
        assert (own.name, own.number("memory_gb")) == ("自购卡 48GB", 48.0)
        assert store.catalog.prices_of("my-card")[0].low == Decimal("9999.50")
        assert "my-card" in store.catalog.find("zigouka")
        assert store.catalog.get("nv-rtx4090").number("tdp_w") == 460.0
        assert store.catalog.undo() is not None
        assert store.catalog.get("nv-rtx4090").number("tdp_w") == 450.0  # the shipped row again
        assert store.catalog.undo() is not None
        assert not store.catalog.has("my-card")
        assert store.settings.get("language") == "zh"


def test_schema_is_not_changed_without_a_new_number() -> None:
    """A changed table needs a new schema number, a migration and a kept database of the new schema."""
    layout = "SELECT type, name, sql FROM sqlite_master ORDER BY name"
    with (
        closing(sqlite3.connect(f"file:{KEPT / f'schema{SCHEMA_VERSION}.db'}?mode=ro", uri=True)) as kept,
        closing(sqlite3.connect(":memory:")) as fresh,
    ):
        create_tables(fresh)
        assert kept.execute(layout).fetchall() == fresh.execute(layout).fetchall()

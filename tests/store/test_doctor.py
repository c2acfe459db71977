"""The doctor finds what is broken and changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.store import Store, open_store
from planner.messages import render
from tests.store.sample import BUNDLE, NOW, plan


def verdicts(store: Store) -> dict[str, bool]:
    return {one.name: one.ok for one in store.doctor()}


def test_sound_store_is_in_order(store: Store) -> None:
    store.plans.save_revision(plan(), "", NOW)
    assert {name for name, ok in verdicts(store).items() if not ok} <= {"free_space"}
    assert len(verdicts(store)) == 12
    for one in store.doctor():
        for language in ("zh", "en"):
            assert render(one.detail, language)


@pytest.mark.parametrize(
    ("sql", "name"),
    [
        ("PRAGMA foreign_keys = OFF; DELETE FROM items WHERE id = 'rack-zz'", "catalog"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM items WHERE id = 'rack-zz'", "foreign_keys"),
        ("DELETE FROM plan_items", "plans"),
        ("UPDATE catalog_list SET search_text = ''", "search"),
        ("DELETE FROM catalog_list", "catalog"),
        ("PRAGMA application_id = 1", "application_id"),
    ],
)
def test_faults_are_found(path: Path, sql: str, name: str) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(), "", NOW)
        store.database.connection.executescript(sql)
        assert verdicts(store)[name] is False


def test_broken_index_is_found(store: Store) -> None:
    connection = store.database.connection
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_master SET sql = replace(sql, 'name_sort', 'maker') WHERE name = 'catalog_list_kind'"
    )
    connection.execute("PRAGMA writable_schema = RESET")
    found = {one.name: one for one in store.doctor()}["integrity"]
    assert not found.ok
    assert "catalog_list_kind" in str(found.detail)


def test_read_only_store_is_said(path: Path) -> None:
    with open_store(path, bundle=BUNDLE):
        pass
    with open_store(path, read_only=True, bundle=BUNDLE) as store:
        assert verdicts(store)["writable"] is False

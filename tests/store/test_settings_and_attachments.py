"""Settings and attachments of the workspace."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from db.errors import KnownStoreError
from db.store import Store, open_store
from planner.errors import ImportFailed, UnknownIdError
from tests.store.sample import BUNDLE, NOW


def test_settings_come_back(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.settings.set("language", "zh")
        store.settings.set("columns", {"catalog": ["name", "价格"]})
        store.settings.set("gone", 1)
        store.settings.set("gone", None)
    with open_store(path, bundle=BUNDLE) as store:
        assert store.settings.get("language") == "zh"
        assert store.settings.get("gone", 7) == 7
        assert store.settings.all() == {"columns": {"catalog": ["name", "价格"]}, "language": "zh"}


def test_attachment_is_kept_once_under_its_digest(store: Store, tmp_path: Path) -> None:
    content = "报价单".encode() * 1000
    for name in ("报价 1.pdf", "报价 2.pdf"):
        (tmp_path / name).write_bytes(content)
    first = store.attachments.store(tmp_path / "报价 1.pdf", NOW)
    again = store.attachments.store(tmp_path / "报价 2.pdf", NOW)
    assert first.digest == again.digest == hashlib.sha256(content).hexdigest()
    assert [one.name for one in store.attachments.list()] == ["报价 1.pdf"]
    assert store.attachments.read(first.digest) == content
    assert [one.name for one in store.attachments.folder.rglob("*") if one.is_file()] == [first.digest]


def test_changed_or_lost_attachment_is_said(store: Store, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    found = store.attachments.store(tmp_path / "a.txt", NOW)
    store.attachments.path(found.digest).write_text("b")
    with pytest.raises(KnownStoreError):
        store.attachments.read(found.digest)
    store.attachments.path(found.digest).unlink()
    with pytest.raises(KnownStoreError):
        store.attachments.read(found.digest)
    assert {one.name: one.ok for one in store.doctor()}["attachments"] is False


def test_unreadable_file_and_unknown_digest(store: Store, tmp_path: Path) -> None:
    with pytest.raises(ImportFailed):
        store.attachments.store(tmp_path / "nobody.pdf", NOW)
    with pytest.raises(UnknownIdError):
        store.attachments.read("00")
    assert store.attachments.list() == ()

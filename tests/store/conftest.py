"""Stores for the tests: a small one for each test, and one with the whole bundled catalog for reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from db.store import Store, open_store
from tests.store.sample import BUNDLE


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "labprocure.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with open_store(path, bundle=BUNDLE) as opened:
        yield opened


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """The store a user gets: filled with what the program ships. Only to be read."""
    with open_store(tmp_path_factory.mktemp("whole") / "labprocure.db") as opened:
        yield opened

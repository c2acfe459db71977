"""Kill -9 at any moment leaves the state before or after an edit; two programs on one file wait for each other."""

from __future__ import annotations

import random
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from db.backup import problems
from db.errors import KnownStoreError
from db.store import open_store
from tests.store.sample import BUNDLE, ITEMS, NOW, plan, quantity_of

PROJECT = Path(__file__).resolve().parent.parent.parent


@contextmanager
def writer(path: Path, *args: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.store.writer", str(path), *args]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def acknowledged_until_killed(child: subprocess.Popen[str], lines: int, moment_s: float) -> int:
    """Read ``lines`` numbers, wait ``moment_s`` for the next one, kill; return the last number that was printed."""
    assert child.stdout is not None
    last = 0
    for _ in range(lines):
        last = int(child.stdout.readline())
    if sys.platform != "win32":
        select.select([child.stderr or child.stdin], [], [], moment_s)  # nothing comes: it is only the moment
    child.kill()
    rest = child.stdout.read().split("\n")[:-1]  # a number cut off by the kill was not acknowledged
    return int(rest[-1]) if rest else last


def look(path: Path, acknowledged: int) -> int:
    """Open what is left and return its newest revision: the last acknowledged one, or the one after it."""
    with open_store(path, bundle=BUNDLE) as store:
        assert problems(store.database.connection) == ()
        assert store.catalog.count() == len(ITEMS)
        assert store.plans.lost_items() == ()
        found = store.plans.load("plan-1")
        assert found.revision in (acknowledged, acknowledged + 1)
        assert quantity_of(found.plan) == found.revision
        if acknowledged > 1:
            assert quantity_of(store.plans.load("plan-1", acknowledged - 1).plan) == acknowledged - 1
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    return found.revision


def kills(path: Path, count: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        with writer(path) as child:
            acknowledged = acknowledged_until_killed(child, chance.randint(1, 12), chance.random() * 0.01)
        look(path, acknowledged)


def test_kills_during_edits(path: Path) -> None:
    kills(path, 20, seed=20261130)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_kills_during_edits(path: Path, seed: int) -> None:
    kills(path, 60, seed)


def killed_while_made(path: Path, moment_s: float) -> None:
    with writer(path) as child:
        assert child.stdout is not None
        select.select([child.stdout], [], [], moment_s)
        child.kill()
    with open_store(path, bundle=BUNDLE) as store:
        assert problems(store.database.connection) == ()
        assert store.catalog.count() == len(ITEMS)
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes cannot be waited for")
def test_kills_while_the_file_is_made(tmp_path: Path) -> None:
    chance = random.Random(7)
    for turn in range(6):
        folder = tmp_path / str(turn)
        folder.mkdir()
        killed_while_made(folder / "labprocure.db", 0.15 + chance.random() * 0.2)


def test_two_programs_writing_wait_for_each_other(path: Path) -> None:
    with writer(path, "40", "plan-1") as one, writer(path, "40", "plan-2") as other:
        assert one.stdout is not None
        assert other.stdout is not None
        assert [int(line) for line in one.stdout] == list(range(1, 41))
        assert [int(line) for line in other.stdout] == list(range(1, 41))
        assert (one.wait(), other.wait()) == (0, 0)
    with open_store(path, bundle=BUNDLE) as store:
        assert {entry.id: entry.revision for entry in store.plans.list()} == {"plan-1": 40, "plan-2": 40}
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_lock_that_is_not_released_is_said(path: Path) -> None:
    with open_store(path, bundle=BUNDLE) as store:
        store.plans.save_revision(plan(1), "", NOW)
    with writer(path, "lock") as child, open_store(path, bundle=BUNDLE, busy_timeout_ms=50) as store:
        assert child.stdout is not None
        assert child.stdout.readline() == "locked\n"
        assert quantity_of(store.plans.load("plan-1").plan) == 1  # reading goes on
        with pytest.raises(KnownStoreError) as caught:
            store.plans.save_revision(plan(2), "", NOW)
        assert caught.value.message.id == "store.in_use"
        assert caught.value.remedy is not None
        child.communicate()
        assert store.plans.save_revision(plan(2), "", NOW) == 2

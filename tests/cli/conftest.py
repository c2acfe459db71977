"""A workspace that is filled once, a copy of it for each test that writes, and a plan file."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

import pytest

from db.store import open_store
from desktop_app.cli import state
from planner.plan.codec import write_plan
from tests.sample_plans import TODAY, sample


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the bundled catalog. Only to be read."""
    path = tmp_path_factory.mktemp("filled") / "labprocure.db"
    open_store(path).close()
    return path


@pytest.fixture
def db(filled: Path, tmp_path: Path) -> Path:
    """A workspace of this test's own."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    return Path(shutil.copy(filled, folder / "labprocure.db"))


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """A file with the sample plan."""
    path = tmp_path / "lab-a.lpplan"
    write_plan(sample(), path)
    return path


@pytest.fixture(autouse=True)
def _same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let runs in this process take place on the day of the sample plans, in English."""
    moment = dt.datetime.combine(TODAY, dt.time(9), tzinfo=dt.UTC)
    for module in (state, *_users_of_now()):
        monkeypatch.setattr(module, "now", lambda: moment)
    monkeypatch.setenv("LABPROCURE_LANG", "en")


def _users_of_now() -> tuple[object, ...]:
    from desktop_app.cli import maintenance, plan

    return maintenance, plan

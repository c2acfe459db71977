"""Shared by all tests: a data folder for each worker, an offscreen window, and an honest count of what was skipped.

Tests marked ``display`` or ``office`` are skipped where the machine has neither; the last lines of the run count
them. With ``LP_REQUIRE_ALL=1`` such a test fails instead, so a build machine cannot pass by lacking something.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# The same examples at each run, so a run that failed can be repeated; ``make test-long`` looks for new ones.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.register_profile("search", max_examples=1000, database=None, deadline=None, print_blob=True)
settings.load_profile("steady")

PROJECT = Path(__file__).resolve().parent.parent
_REQUIRE_ALL = os.environ.get("LP_REQUIRE_ALL") == "1"
_data_dir = pytest.StashKey[str]()


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or shutil.which("Xvfb"))


def _has_office() -> bool:
    return bool(shutil.which("soffice") or shutil.which("libreoffice"))


_NEEDS: dict[str, tuple[Callable[[], bool], str]] = {
    "display": (_has_display, "no display and no Xvfb here; make setup-system installs it"),
    "office": (_has_office, "no LibreOffice here; make setup-system installs it"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that renews the goldens; without it a difference fails."""
    parser.addoption("--update-golden", action="store_true", help="write the goldens anew instead of comparing them")


def pytest_configure(config: pytest.Config) -> None:
    """Give this process a workspace of its own before anything of ours is imported, and keep Qt off the screen."""
    folder = tempfile.mkdtemp(prefix="labprocure-test-")
    config.stash[_data_dir] = folder
    os.environ["LABPROCURE_DATA_DIR"] = folder
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove this process's workspace."""
    shutil.rmtree(config.stash[_data_dir], ignore_errors=True)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, or fail where everything is required, a test whose machine lacks what its marker names."""
    for marker, (present, reason) in _NEEDS.items():
        if item.get_closest_marker(marker) is None or present():
            continue
        if _REQUIRE_ALL:
            pytest.fail(f"LP_REQUIRE_ALL=1, but {reason}", pytrace=False)
        pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count by marker the tests this machine could not run."""
    skipped = terminalreporter.stats.get("skipped", [])
    counts = {marker: sum(marker in report.keywords for report in skipped) for marker in _NEEDS}
    told = [f"{count} {marker} ({_NEEDS[marker][1]})" for marker, count in counts.items() if count]
    if told:
        terminalreporter.write_line("not run on this machine: " + "; ".join(told))


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace folder for this test alone, in force through ``LABPROCURE_DATA_DIR``."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("LABPROCURE_DATA_DIR", str(folder))
    return folder


@pytest.fixture(scope="session")
def display_env() -> Iterator[dict[str, str]]:
    """The environment for a child process with a real window: the display there is, else a virtual one."""
    env = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    if sys.platform in ("win32", "darwin") or env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"):
        yield env
        return
    from tests.virtual_display import virtual_display

    with virtual_display() as name:
        yield {**env, "DISPLAY": name, "QT_QPA_PLATFORM": "xcb"}

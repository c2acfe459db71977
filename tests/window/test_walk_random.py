"""Random walks through the window: nothing crashes, nothing is warned of, every number stays true, undo leads home."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QWidget

from desktop_app.services.strip import Strip, strip_of
from desktop_app.window.main_window import MainWindow
from desktop_app.window.shell.strip import CountButton, StripButton
from planner.assess.memo import Memo
from planner.assess.run import assess
from tests.property.test_incremental_property import same
from tests.window.walker import Walker, answer_prompts

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.logging import _QtLogLibraryCapture as QtLog
    from pytestqt.qtbot import QtBot

    from planner.plan.document import Plan
    from tests.window.conftest import MakeWindow

ITEMS = ("money", "power", "heat", "rack")
KEPT_STEPS = 500  # planner.plan.history.LIMIT: what undo can take back


def shown_strip(window: MainWindow) -> list[object]:
    items = [window.findChild(StripButton, f"strip-{name}") for name in ITEMS]
    counts = [window.findChild(CountButton, f"count-{name}") for name in ("errors", "warnings", "questions")]
    return [*(one.item for one in items if one), *(one._count for one in counts if one)]


def told(strip: Strip) -> list[object]:
    return [*strip.items, strip.errors, strip.warnings, strip.questions]


def check(window: MainWindow) -> None:
    """Compare what is shown and kept with an assessment made from nothing."""
    bench = window.bench
    if not bench.has_plan:
        return
    kept = bench.assessment
    fresh = assess(bench.plan, bench.alternative.id, bench.desk.today, Memo(), bench.desk.environment.market)
    same(kept, fresh)
    assert shown_strip(window) == told(strip_of(fresh, bench.language))
    assert [one.check for one in kept.findings if one.message.id == "SYS01.crashed"] == []


def walk(window: MainWindow, qtbot: QtBot, qtlog: QtLog, seed: int, steps: int) -> Walker:
    walker = Walker(window, seed)
    seen: tuple[Plan | None, str, str] = (None, "", "")
    with qtbot.captureExceptions() as raised:
        for number in range(steps):
            try:
                walker.step()
                bench = window.bench
                now = (bench.plan, bench.alternative.id, bench.language) if bench.has_plan else (None, "", "")
                if now != seen or number % 50 == 0:
                    check(window)
                seen = now
                warned = [one.message for one in qtlog.records if one.matches_level("WARNING") and not one.ignored]
                assert warned == []
                assert not raised, raised
            except BaseException as fault:
                fault.add_note(f"seed {seed}, step {number}; the last steps: " + " | ".join(walker.trail[-12:]))
                raise
    return walker


def undo_all(window: MainWindow) -> int:
    count = 0
    while window.bench.session is not None and window.bench.session.undoable is not None:
        window.bench.undo()
        count += 1
    return count


def walk_and_return(  # noqa: PLR0913 - the fixtures of one walk
    make_window: MakeWindow, qtbot: QtBot, qtlog: QtLog, patch: pytest.MonkeyPatch, folder: Path, seed: int, steps: int
) -> None:
    answer_prompts(patch, random.Random(seed), folder)
    window = make_window(template=("lab-a", "lab-b", "tier-2", "edge-lab")[seed % 4], language=("en", "zh")[seed % 2])
    start, session = window.bench.plan, window.bench.session
    walker = walk(window, qtbot, qtlog, seed, steps)
    walker.come_home()
    assert window.bench.session is session
    first = session._history._done[0].before if session._history._done else start
    if __import__("os").environ.get("TRAIL"):
        print("\n".join(walker.trail))
    count = undo_all(window)
    print(f"seed {seed}: {steps} actions, {count} steps taken back")
    assert window.bench.plan == (start if count < KEPT_STEPS else first)
    check(window)
    assert all(one.isVisible() or one.parent() for one in window.findChildren(QWidget))


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("seed", [20_261_130, 20_261_131])
def test_150_random_actions_break_nothing(  # noqa: PLR0913
    make_window: MakeWindow, qtbot: QtBot, qtlog: QtLog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    walk_and_return(make_window, qtbot, qtlog, monkeypatch, tmp_path, seed, 150)


@pytest.mark.long
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("number", range(5))
def test_5000_random_actions_break_nothing(  # noqa: PLR0913
    make_window: MakeWindow, qtbot: QtBot, qtlog: QtLog, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    seed = random.SystemRandom().randrange(10**9) * 4 + number
    walk_and_return(make_window, qtbot, qtlog, monkeypatch, tmp_path, seed, 1000)

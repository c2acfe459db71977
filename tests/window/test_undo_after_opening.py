"""Undo right after the program was started again: the last step of the kept history, named, and back with one press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.services.session import open_session
from planner.plan.edits import SetValue

if TYPE_CHECKING:
    from desktop_app.window.main_window import MainWindow


def test_undo_is_offered_by_name_and_takes_the_step_back(window: MainWindow) -> None:
    bench = window.bench
    before = bench.plan
    assert bench.do(SetValue(path="A/ws/quantity", value=2))
    bench.lay_out(open_session(bench.desk.store, bench.plan.id, bench.desk.environment))  # as a start finds it
    undo = window.actions_by_name["undo"]
    assert undo.isEnabled()
    assert "Workstation with four accelerators Qty from 1 to 2" in undo.text()
    undo.trigger()
    assert bench.plan == before
    assert not undo.isEnabled()
    assert "Taken back" in window.notice_bar.accessibleName()
    window.actions_by_name["redo"].trigger()
    assert bench.alternative.lines[0].quantity == 2

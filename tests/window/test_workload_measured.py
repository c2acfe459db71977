"""Measured values and sentences that say too much, as somebody meets them on the page Workload."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_app.services import entry_speed as service
from planner.plan.document import Measurement
from planner.plan.edits import SetValue
from tests.window.surface import settle
from tests.window.test_workload_place import button, column_of, field, place_of, text_of, words

if TYPE_CHECKING:
    from desktop_app.window.main_window import MainWindow


def speed_panel(window: MainWindow, entry: str, card: str) -> Any:
    place = place_of(window)
    index = place._model.index(place._model.row_of(entry), place._model.column_of(column_of(place, card)))
    place._table.setCurrentIndex(index)
    place.reveal("speed")
    settle()
    return place


def test_a_measurement_is_not_used_for_a_changed_job_and_comes_back_with_it(window: MainWindow) -> None:
    place, bench = speed_panel(window, "chat-7b", "nv-rtx4090"), window.bench
    QTest.keyClicks(field(window, "measured-value"), "380")
    button(window, "measured-keep").click()
    column = column_of(place, "nv-rtx4090")
    assert "380 tok/s measured" in text_of(place, "chat-7b", column)
    assert "The point in the roofline is the estimate" in place._panel.speed._notes.text()
    length = next(one for one in bench.plan.workload if one.id == "chat-7b").seq_len
    assert length is not None
    bench.do(SetValue(path="workload/chat-7b/seq_len", value=length // 2))
    settle()
    assert "measured" not in text_of(place, "chat-7b", column)
    assert "measured for another job: not used" in place._panel.speed._estimate.text()
    assert "was measured for another job" in place._panel.speed._notes.text()
    bench.undo()
    settle()
    assert "380 tok/s measured" in text_of(place, "chat-7b", column)
    assert "not used" not in place._panel.speed._estimate.text()
    place = speed_panel(
        window, "chat-7b", next(one.candidate.id for one in place._shown if "nv-rtx4090" not in one.candidate.id)
    )
    assert "measured on another card (nv-rtx4090): not used" in place._panel.speed._estimate.text()


def test_a_training_speed_above_the_arithmetic_is_refused_and_large_values_stay_plain(window: MainWindow) -> None:
    place = speed_panel(window, "qlora-7b", "nv-rtx4090")
    for text in ("99999999", "1e9"):
        field(window, "measured-value").clear()
        QTest.keyClicks(field(window, "measured-value"), text)
        QTest.keyClick(field(window, "measured-value"), Qt.Key.Key_Return)
        assert "train_tps" not in next(one for one in window.bench.plan.workload if one.id == "qlora-7b").measured
        assert words(window, "measured-fault")
    held = Measurement(value=99_999_999.0, unit="tok/s", card="nv-rtx4090")
    assert service._as_typed(held.value) == "99999999"
    assert service._as_typed(0.25) == "0.25"
    assert "measured" not in text_of(place, "qlora-7b", column_of(place, "nv-rtx4090"))


TWO = "三个博士生每天训练YOLO 8小时，5个老师跑DeepSeek-R1 671B推理"


def test_two_jobs_in_one_sentence_become_two(window: MainWindow) -> None:
    place_of(window)
    before = {one.id for one in window.bench.plan.workload}
    typed = field(window, "workload-sentence")
    typed.setText(TWO)
    assert "(1) Detection training" in words(window, "workload-sentence-understood")
    assert "(2) Chat service, 671B" in words(window, "workload-sentence-understood")
    assert button(window, "workload-sentence-add").text() == "Add these jobs"
    QTest.keyClick(typed, Qt.Key.Key_Return)
    added = [one for one in window.bench.plan.workload if one.id not in before]
    assert [one.kind for one in added] == ["vision", "inference"]
    groups = {one.id: one.count for one in window.bench.plan.people}
    assert [groups[one.people] for one in added] == [3, 5]
    assert typed.text() == ""


def test_what_is_left_over_stops_enter_and_the_button_adds_nevertheless(window: MainWindow) -> None:
    place_of(window)
    before, typed = window.bench.plan, field(window, "workload-sentence")
    typed.setText("12 students fine-tune 7B with QLoRA, chat")
    assert "two jobs" in words(window, "workload-sentence-unread")
    assert not button(window, "workload-sentence-add").isEnabled()
    QTest.keyClick(typed, Qt.Key.Key_Return)
    assert window.bench.plan is before
    typed.setText("12 students and 3 teachers fine-tune 7B")
    QTest.keyClick(typed, Qt.Key.Key_Return)
    assert window.bench.plan is before
    assert "3 teachers" in words(window, "workload-sentence-unread")
    assert "Enter adds nothing" in words(window, "workload-sentence-unread")
    assert button(window, "workload-sentence-add").text() == "Add nevertheless"
    button(window, "workload-sentence-add").click()
    assert len(window.bench.plan.workload) == len(before.workload) + 1

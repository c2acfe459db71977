"""The page Workload as somebody uses it: a sentence becomes a job, cells explain themselves, measured values replace."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from desktop_app.services.entry_words import offered_presets, preset_edit
from desktop_app.window.pictures.scene_view import SceneView
from desktop_app.window.places.workload.cards_menu import CardsButton
from desktop_app.window.places.workload.memory_bar import MemoryBar
from desktop_app.window.places.workload.place import WorkloadPlace
from planner.plan.edits import SetValue
from tests.window.surface import settle

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from planner.figure import Figure
    from tests.window.conftest import MakeWindow

SAID = "12 students fine-tune 7B with QLoRA, twice a week, 3 hours"


def place_of(window: MainWindow) -> Any:
    window.show_place("workload")
    settle()
    place = window.stack.place
    assert isinstance(place, WorkloadPlace)
    return place


def field(window: MainWindow, name: str) -> QLineEdit:
    return next(one for one in window.findChildren(QLineEdit, name))


def button(window: MainWindow, name: str) -> QAbstractButton:
    return next(one for one in window.findChildren(QAbstractButton, name) if one.isVisible())


def words(window: MainWindow, name: str) -> str:
    found = next(one for one in window.findChildren(QLabel, name))
    return found.text() if found.isVisible() else ""


def text_of(place: Any, entry: str, column: str) -> str:
    row = place._model.row_of(entry)
    at = next(at for at, one in enumerate(place._model.columns) if one.key == column)
    return str(place._model.index(row, at).data())


def column_of(place: Any, card: str) -> str:
    return next(one.key for one in place._model.columns if card in one.key)


def test_a_sentence_becomes_a_job_in_one_step(window: MainWindow) -> None:
    place, bench = place_of(window), window.bench
    typed, before = field(window, "workload-sentence"), bench.plan
    QTest.keyClicks(typed, SAID)
    assert "QLoRA fine-tuning, 7B; 12 students" in words(window, "workload-sentence-understood")
    assert "Tokens in one sequence 2,048" in words(window, "workload-sentence-assumed")
    assert words(window, "workload-sentence-unread") == ""
    QTest.keyClick(typed, Qt.Key.Key_Return)
    entry = bench.plan.workload[-1]
    assert (entry.method, entry.dtype, entry.sessions_per_week, entry.hours_per_session) == ("qlora", "nf4", 2.0, 3.0)
    group = next(one for one in bench.plan.people if one.id == entry.people)
    assert group.count == 12
    model = bench.plan.item_of(entry.model)
    assert model is not None
    assert model.id == "qwen2.5-7b"
    assert set(entry.assumed) == {"seq_len", "batch", "devices", "dtype", "model", "optimizer", "grad_checkpoint"}
    assert typed.text() == ""
    assert place._panel.entry == entry.id
    bench.undo()
    assert bench.plan == before


def test_what_is_not_understood_is_said_and_adds_nothing(window: MainWindow) -> None:
    place_of(window)
    typed, before = field(window, "workload-sentence"), window.bench.plan
    QTest.keyClicks(typed, "brew 3 teas")
    assert "brew 3 teas" in words(window, "workload-sentence-unread")
    assert not button(window, "workload-sentence-add").isEnabled()
    QTest.keyClick(typed, Qt.Key.Key_Return)
    assert window.bench.plan is before
    QTest.keyClick(typed, Qt.Key.Key_Escape)
    assert words(window, "workload-sentence-unread") == ""


def test_an_edit_changes_its_row_at_once_and_no_other(window: MainWindow) -> None:
    place, bench = place_of(window), window.bench
    column = column_of(place, "nv-rtx4090")
    before = {one.id: text_of(place, one.id, column) for one in bench.plan.workload}
    reckoned = place._fits.reckoned
    assert bench.do(SetValue(path="workload/chat-7b/batch", value=64))
    after = {one.id: text_of(place, one.id, column) for one in bench.plan.workload}
    assert {name for name, text in after.items() if text != before[name]} == {"chat-7b"}
    assert place._fits.reckoned == reckoned + 1
    assert "GiB short" in after["chat-7b"]


def test_a_cell_says_fit_speed_and_price_and_is_explained(window: MainWindow, qtbot: QtBot) -> None:
    place = place_of(window)
    column = column_of(place, "nv-rtx4090")
    said = text_of(place, "qlora-7b", column)
    assert "fits" in said
    assert "% left" in said
    assert "tok/s" in said
    assert "CNY 30,000–45,000 a card" in said  # the machine's price range in the template, 120,000 to 180,000, over 4
    explained: list[Figure] = []
    window.bench.explained.connect(explained.append)
    index = place._model.index(place._model.row_of("qlora-7b"), place._model.column_of(column))
    QTest.mouseClick(place._table.viewport(), Qt.MouseButton.LeftButton, pos=place._table.visualRect(index).center())
    assert explained
    assert explained[-1].unit == "tok/s"
    assert explained[-1].formula is not None
    place._choose_below("price")
    assert place._model.index(0, place._model.column_of(column)).data() == said
    place._explain(index)
    assert explained[-1].unit == "CNY"
    assert explained[-1].value == 45_000


def test_no_price_is_unknown_and_never_nothing(window: MainWindow) -> None:
    place = place_of(window)
    column = next(one for one in place._shown if one.candidate.price is None)
    assert "price unknown" in text_of(place, "chat-7b", f"fit-{column.candidate.id}")
    assert "speed unknown" in text_of(place, "detection", column_of(place, "nv-rtx4090"))


def test_cards_are_chosen_and_kept(window: MainWindow) -> None:
    place = place_of(window)
    assert not any("nv-h20-96" in one.key for one in place._model.columns)
    place._cards.add_card("nv-h20-96")
    column = column_of(place, "nv-h20-96")
    assert "fits" in text_of(place, "chat-7b", column)
    assert "USD" in text_of(place, "chat-7b", column)
    place._cards._take_away("nv-h20-96")
    assert not any("nv-h20-96" in one.key for one in place._model.columns)
    place._cards._few()
    assert len(place._shown) > 3


def test_machines_of_other_alternatives_stand_with_their_letter(window: MainWindow) -> None:
    place = place_of(window)
    assert any(one.marks == ("A",) for one in place._shown)
    assert "A" in str(place._model.headerData(6, Qt.Orientation.Horizontal))


def test_assumed_values_are_marked_until_somebody_says_them(window: MainWindow) -> None:
    place, bench = place_of(window), window.bench
    preset = next(one for one in offered_presets() if one.id == "chat")
    place.add_preset(preset)
    entry = bench.plan.workload[-1]
    assert "batch" in entry.assumed
    assert "Assumed, please confirm" in words(window, "entry-notes")
    assert bench.assessment.context.demand[entry.id].per_device_gib.quality == "assumed"
    for name in (*entry.assumed,):
        if name == "model":
            place._panel.take_model("qwen2.5-7b")
            continue
        assert bench.do(SetValue(path=f"workload/{entry.id}/{name}", value=getattr(entry, name)))
    assert bench.plan.workload[-1].assumed == ()
    assert words(window, "entry-notes") == ""
    assert bench.assessment.context.demand[entry.id].per_device_gib.quality != "assumed"


@pytest.mark.parametrize("preset", [one.id for one in offered_presets()])
def test_every_preset_has_a_need(window: MainWindow, preset: str) -> None:
    bench = window.bench
    found = next(one for one in offered_presets() if one.id == preset)
    name, edit = preset_edit(bench.plan, found, bench.desk.store)
    assert bench.do(edit)
    need = bench.assessment.context.demand[name].per_device_gib
    assert need.known
    assert need.quality == "assumed" or found.model  # a planning value says so


def test_the_table_obeys_its_model(window: MainWindow, qtmodeltester: ModelTester) -> None:
    place = place_of(window)
    qtmodeltester.check(place._model, force_py=True)


def test_the_memory_bar_walks_by_keys_and_explains(window: MainWindow) -> None:
    place_of(window)
    bar = window.findChild(MemoryBar, "memory-bar")
    assert bar is not None
    explained: list[Figure] = []
    window.bench.explained.connect(explained.append)
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Return)
    QTest.keyClick(bar, Qt.Key.Key_Right)
    QTest.keyClick(bar, Qt.Key.Key_Return)
    assert len({one.key for one in explained}) == 2
    assert explained[0].value is not None
    assert explained[1].value is not None
    assert explained[0].value > explained[1].value  # the largest part stands first


def test_the_bar_says_what_is_short_on_the_marked_card(window: MainWindow) -> None:
    place = place_of(window)
    assert window.bench.do(SetValue(path="workload/chat-7b/batch", value=64))
    row = place._model.row_of("chat-7b")
    place._table.setCurrentIndex(place._model.index(row, place._model.column_of(column_of(place, "nv-rtx4090"))))
    bar = window.findChild(MemoryBar, "memory-bar")
    assert bar is not None
    need = window.bench.assessment.context.demand["chat-7b"].per_device_gib.require()
    assert f"{need - 23.52:.1f} GiB short" in bar.accessibleName()  # 24 GB show 23.52 GiB


def _speed(window: MainWindow, entry: str, card: str) -> Any:
    place = place_of(window)
    index = place._model.index(place._model.row_of(entry), place._model.column_of(column_of(place, card)))
    place._table.setCurrentIndex(index)
    place.reveal("speed")
    settle()
    return place


def test_the_roofline_names_what_binds_and_explains(window: MainWindow) -> None:
    place = _speed(window, "chat-7b", "nv-rtx4090")
    picture = window.findChild(SceneView, "workload-roofline")
    assert picture is not None
    assert picture.scene is not None
    assert "limited by memory bandwidth" in picture.scene.description
    assert "1,008 GB/s" in str(picture.scene.items)
    explained: list[Figure] = []
    window.bench.explained.connect(explained.append)
    place._panel.speed._explain_spot(picture.scene.spots[0])
    assert explained[-1].unit == "TFLOPS"


def test_a_measured_speed_replaces_the_estimate_and_both_are_shown(window: MainWindow) -> None:
    place, bench = _speed(window, "chat-7b", "nv-rtx4090"), window.bench
    QTest.keyClicks(field(window, "measured-value"), "380")
    QTest.keyClicks(field(window, "measured-note"), "vLLM, own prompts")
    button(window, "measured-keep").click()
    told = next(one for one in bench.plan.workload if one.id == "chat-7b").measured["decode_tps"]
    assert (told.value, told.card, told.note) == (380.0, "nv-rtx4090", "vLLM, own prompts")
    assert told.date == bench.desk.today
    column = column_of(place, "nv-rtx4090")
    assert "380 tok/s measured" in text_of(place, "chat-7b", column)
    other = next(one.key for one in place._model.columns[7:] if "nv-rtx4090" not in one.key)
    assert "measured" not in text_of(place, "chat-7b", other)
    shown = " ".join(one.text() for one in place._panel.speed._extents if one.isVisible())
    assert "measured here 2026-11-30; the estimate was 41" in shown
    button(window, "measured-forget").click()
    assert "measured" not in text_of(place, "chat-7b", column)


def test_a_speed_above_the_roofline_is_refused_with_the_reason(window: MainWindow) -> None:
    _speed(window, "chat-7b", "nv-rtx4090")
    before = window.bench.plan
    QTest.keyClicks(field(window, "measured-value"), "99999")
    QTest.keyClick(field(window, "measured-value"), Qt.Key.Key_Return)
    assert "more than the" in words(window, "measured-fault")
    assert "Check card, unit" in words(window, "measured-fault")
    assert window.bench.plan is before


LLAMA = {
    "model_type": "llama",
    "architectures": ["LlamaForCausalLM"],
    "num_hidden_layers": 32,
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14336,
    "vocab_size": 128256,
    "max_position_embeddings": 8192,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}


def test_a_model_is_read_from_its_file_and_used(window: MainWindow, tmp_path: Path) -> None:
    # Llama 3 8B: 8,030,261,248 parameters (its model card says 8.03 B)
    place, bench = place_of(window), window.bench
    file = tmp_path / "config.json"
    file.write_text(json.dumps(LLAMA), encoding="utf-8")
    entry = place._panel.entry
    button(window, "entry-own-model").click()
    place._sheet.take_file(file)
    field(window, "model-name").setText("Our 8B")
    QTest.keyClicks(field(window, "model-published"), "8.03")
    assert "8.03 billion" in words(window, "model-counts")
    assert "0 % apart" in words(window, "model-counts")
    QTest.keyClicks(field(window, "model-published"), "9")  # 8.039
    assert "0.1 % apart" in words(window, "model-counts")
    button(window, "model-save").click()
    used = bench.plan.item_of(next(one for one in bench.plan.workload if one.id == entry).model)
    assert used is not None
    assert used.name == "Our 8B"
    assert bench.desk.store.catalog.has(used.id)
    assert place._pages.currentIndex() == 0


def test_a_model_is_typed_and_faults_name_the_field(window: MainWindow) -> None:
    place = place_of(window)
    button(window, "entry-own-model").click()
    typed = {"name": "Typed", "layers": "32", "hidden": "4096", "heads": "32", "kv_heads": "64", "ffn": "14336"}
    for name, text in typed.items():
        field(window, f"model-{name}").setText(text)
    assert "vocabulary is missing." in words(window, "model-fault")
    field(window, "model-vocab").setText("128256")
    assert "more key-value heads (64)" in words(window, "model-fault")
    assert not button(window, "model-save").isEnabled()
    field(window, "model-kv_heads").setText("8")
    assert words(window, "model-fault") == ""
    assert "8.03 billion" in words(window, "model-counts")
    assert button(window, "model-save").isEnabled()
    field(window, "model-layers").setText("many")
    assert "many" in words(window, "model-fault")
    button(window, "model-back").click()
    assert place._pages.currentIndex() == 0


def test_a_file_that_is_no_model_is_named(window: MainWindow, tmp_path: Path) -> None:
    place = place_of(window)
    button(window, "entry-own-model").click()
    file = tmp_path / "config.json"
    file.write_text('{"hidden_size": 0}', encoding="utf-8")
    place._sheet.take_file(file)
    assert words(window, "model-fault")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_page_holds_in_a_narrow_window(make_window: MakeWindow, language: str) -> None:
    window = make_window(language=language, size=(1024, 640))
    place = place_of(window)
    field(window, "workload-sentence").setText("12个学生用QLoRA微调7B" if language == "zh" else SAID)
    settle()
    assert window.width() == 1024
    assert place.minimumSizeHint().width() <= place.width()


def test_a_batch_with_a_deadline_says_whether_the_card_makes_it(window: MainWindow) -> None:
    place = place_of(window)
    QTest.keyClicks(field(window, "workload-sentence"), "summarise 20,000 documents by 8:00, batch 4")
    QTest.keyClick(field(window, "workload-sentence"), Qt.Key.Key_Return)
    entry = window.bench.plan.workload[-1].id
    _speed(window, entry, "nv-rtx4090")
    row = place._panel.speed._speed.rows[0]
    assert row.figure.unit == "h"
    assert "12 h" in row.extent  # from 20:00 the evening before
    assert (row.figure.require() <= 12) == row.extent.startswith("done")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_why_names_its_numbers(make_window: MakeWindow, language: str) -> None:
    from desktop_app.services.why import name_of_figure
    from planner.figure import walk

    window = make_window(language=language)
    place = place_of(window)
    bench = window.bench
    for entry in ("chat-7b", "qlora-7b"):
        for column in place._shown:
            cell = place._fits.cell(entry, column.candidate.id)
            price = place._fits.explained(entry, column.candidate.id, "price")
            for top in (cell.fit.share, cell.speed, cell.cost_high, price):
                for figure in walk(top) if top is not None else ():
                    name = name_of_figure(figure, bench.plan, language)
                    assert "_" not in name, (figure.key, name)


def test_prices_are_those_of_one_card_and_say_what_they_are_made_of(window: MainWindow, qtbot: QtBot) -> None:
    place = place_of(window)
    place._choose_below("price")
    machine = next(one for one in place._shown if one.candidate.whole)
    heads = [column.head.under for column in place._model.columns]
    assert "machine ÷ 4, tax included" in heads
    window.findChild(CardsButton).add_card("nv-rtx5090")
    card = next(one for one in place._shown if one.candidate.id == "card/nv-rtx5090")
    said = place._fits.price(card, "en")
    assert said == "USD 2,000 a card"  # 1,999 at launch, three digits; the plan has no rate
    assert "not converted" in place._fits.basis(card, "en")
    assert place._fits.basis(card, "en", short=True) == "bare card, not converted"
    window.bench.do(SetValue(path="facts/fx_usd_cny", value={"value": 7.0}))
    assert place._fits.price(card, "en") == "CNY 14,000 a card"  # 1,999 x 7 = 13,993
    assert "Converted from USD at 7" in place._fits.basis(card, "en")
    assert place._fits.explained("chat-7b", card.candidate.id, "price").require() == 1999 * 7
    assert place._fits.explained("chat-7b", machine.candidate.id, "price").require() == 45_000
    place._choose_below("speed")
    assert "machine ÷ 4, tax included" not in [column.head.under for column in place._model.columns]


def test_a_block_pasted_into_the_table_is_read_in_the_line_for_sentences(window: MainWindow, qtbot: QtBot) -> None:
    place = place_of(window)
    before = len(window.bench.plan.workload)
    QGuiApplication.clipboard().setText("10个学生用QLoRA微调7B\t每周2次\t每次3小时\n60人课程实验\t每周1次\t\n")
    place._table.setFocus()
    QTest.keyClick(place._table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    line = field(window, "workload-sentence")
    assert line.text() == "10个学生用QLoRA微调7B，每周2次，每次3小时；60人课程实验，每周1次"
    assert len(window.bench.plan.workload) == before  # nothing is added unseen
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert [entry.sessions_per_week for entry in window.bench.plan.workload[before:]] == [2, 1]


def test_lines_pasted_into_the_line_for_sentences_are_two_jobs(window: MainWindow, qtbot: QtBot) -> None:
    place_of(window)
    before = len(window.bench.plan.workload)
    QGuiApplication.clipboard().setText("10个学生用QLoRA微调7B，每周2次，每次3小时\n60人课程实验，每周1次\n")
    line = field(window, "workload-sentence")
    line.setFocus()
    line.paste()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert [entry.sessions_per_week for entry in window.bench.plan.workload[before:]] == [2, 1]

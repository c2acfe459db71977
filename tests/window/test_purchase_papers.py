"""The papers of a purchase: looked at page by page, ordered, written, stopped, and every fault told with its remedy."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.services.purchasing_papers import Order, last_folder, remembered_order
from desktop_app.window.models.record_model import RecordModel
from desktop_app.window.parts.choice_box import CheckBox, ChoiceBox
from desktop_app.window.parts.empty_state import EmptyState
from desktop_app.window.parts.progress import Progress
from desktop_app.window.parts.record_table import RecordTable
from desktop_app.window.parts.sub_tabs import SubTabs
from desktop_app.window.places.purchase import papers
from desktop_app.window.places.purchase.page_view import PageView
from desktop_app.window.places.purchase.papers import PapersView
from desktop_app.window.places.purchase.preview import PreviewPane
from planner.messages import Message, render
from planner.plan.edits import RemovePart, SetValue

if TYPE_CHECKING:
    from pytestqt.modeltest import ModelTester
    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from desktop_app.window.notice import Notice

W = TypeVar("W", bound=QWidget)
_WAIT_MS = 30_000


def part(window: MainWindow, kind: type[W], name: str) -> W:
    found = window.findChild(kind, name)
    assert isinstance(found, kind)
    return found


def only(window: MainWindow, kind: type[W]) -> W:
    (found,) = window.findChildren(kind)
    return found


def press(qtbot: QtBot, window: MainWindow, name: str) -> None:
    qtbot.mouseClick(part(window, QPushButton, name), Qt.MouseButton.LeftButton)


def tick(qtbot: QtBot, window: MainWindow, name: str) -> None:
    box = part(window, CheckBox, f"order-{name}")
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(6, box.height() // 2))


def settled(qtbot: QtBot, window: MainWindow) -> PreviewPane:
    pane = only(window, PreviewPane)
    qtbot.waitUntil(lambda: not pane.busy, timeout=_WAIT_MS)
    return pane


def where(window: MainWindow) -> str:
    return part(window, QLabel, "preview-where").text()


def notice(window: MainWindow) -> Notice:
    told = window.notice_bar.notice
    assert told is not None
    return told


@pytest.fixture
def desk_of_papers(window: MainWindow) -> MainWindow:
    window.bench.go("purchase", "papers")
    return window


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chosen = tmp_path / "papers"
    chosen.mkdir()
    monkeypatch.setattr(papers, "choose_folder", lambda *_: chosen)
    return chosen


def quick_order(qtbot: QtBot, window: MainWindow) -> None:
    """Order the parameter sheet as a plain text, the quickest of all."""
    for name in ("book", "pdf", "xlsx", "txt"):
        tick(qtbot, window, name)
    assert remembered_order(window.bench.desk.store, "en") == Order(
        documents=("sheet",), formats=("txt",), languages=("en",)
    )


# --- looking ---------------------------------------------------------------------------------------------------------


def test_the_export_button_leads_here(window: MainWindow, qtbot: QtBot) -> None:
    press(qtbot, window, "top-export")
    assert part(window, SubTabs, "purchase-tabs").key == "papers"
    assert only(window, PapersView).isVisible()


def test_pages_are_drawn_as_wide_as_they_are_shown(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    pane = settled(qtbot, desk_of_papers)
    assert pane.paper is not None and pane.paper.wanted.document == "book"
    assert where(desk_of_papers) == f"1 / {len(pane.paper.sizes)}"
    view = only(desk_of_papers, PageView)
    assert view.image is not None
    assert abs(view.image.width() - view.pixels) <= 1
    desk_of_papers.resize(1600, 900)
    settled(qtbot, desk_of_papers)
    assert abs(view.image.width() - view.pixels) <= 1


def test_keys_turn_pages_and_zoom(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    pane = settled(qtbot, desk_of_papers)
    assert pane.paper is not None
    count = len(pane.paper.sizes)
    view = only(desk_of_papers, PageView)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert where(desk_of_papers) == f"2 / {count}"
    assert view.accessibleName() == f"Page 2 of {count}"
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert pane.page == count - 1
    assert not part(desk_of_papers, QPushButton, "preview-after").isEnabled()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert pane.page == count - 1
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert pane.page == 0
    qtbot.keyClick(view, Qt.Key.Key_PageDown)  # to the lower end of the page first
    assert pane.page == 0 and view.verticalScrollBar().value() > 0
    before = view.scale
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.scale > before and not view.fits
    settled(qtbot, desk_of_papers)
    assert view.image is not None and abs(view.image.width() - view.pixels) <= 1
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.fits and view.scale == before
    press(qtbot, desk_of_papers, "preview-after")
    assert pane.page == 1


def test_another_paper_is_looked_at(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    pane = settled(qtbot, desk_of_papers)
    chooser = part(desk_of_papers, ChoiceBox, "preview-paper")
    chooser.setFocus()
    qtbot.keyClick(chooser, Qt.Key.Key_Up)
    settled(qtbot, desk_of_papers)
    assert pane.paper is not None and pane.paper.wanted.document == "sheet"
    assert pane.page == 0


def test_an_edit_sets_the_pages_anew_and_undo_brings_the_open_page_back(
    desk_of_papers: MainWindow, qtbot: QtBot
) -> None:
    pane = settled(qtbot, desk_of_papers)
    pane.turn(3)
    before = pane.paper
    one = desk_of_papers.bench.alternative
    desk_of_papers.bench.do(SetValue(path=f"{one.id}/{one.lines[0].id}/quantity", value=3))
    assert part(desk_of_papers, QLabel, "preview-busy").text()
    settled(qtbot, desk_of_papers)
    assert pane.paper is not None and before is not None
    assert pane.paper.content != before.content
    assert pane.paper.assessment is desk_of_papers.bench.assessment
    assert pane.page == 3
    desk_of_papers.bench.undo()
    settled(qtbot, desk_of_papers)
    assert pane.paper.content == before.content


def test_nothing_is_set_while_nobody_looks(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    pane = only(desk_of_papers, PreviewPane)
    desk_of_papers.show_place("build")
    qtbot.waitUntil(lambda: not desk_of_papers.bench.jobs.running, timeout=_WAIT_MS)
    assert pane.paper is None
    desk_of_papers.show_place("purchase")
    settled(qtbot, desk_of_papers)
    assert pane.paper is not None


def test_a_paper_that_cannot_be_made_says_why(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    settled(qtbot, desk_of_papers)
    one = desk_of_papers.bench.alternative
    for line in one.lines:
        assert desk_of_papers.bench.do(RemovePart(path=f"{one.id}/{line.id}"))
    settled(qtbot, desk_of_papers)
    refused = part(desk_of_papers, EmptyState, "preview-refused")
    assert refused.isVisible()
    assert "buys nothing" in refused.accessibleName() and "Add a line" in refused.accessibleName()


# --- open points -----------------------------------------------------------------------------------------------------


def open_table(window: MainWindow) -> tuple[RecordTable, RecordModel]:
    table = part(window, RecordTable, "purchase-open")
    model = table.model()
    assert isinstance(model, RecordModel)
    return table, model


def jump(qtbot: QtBot, window: MainWindow, word: str) -> None:
    table, model = open_table(window)
    row = next(at for at, one in enumerate(model.rows) if word in "".join(one.texts))
    index = model.index(row, 1)
    table.scrollTo(index)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())


def test_open_points_lead_to_where_they_are_settled(
    desk_of_papers: MainWindow, qtbot: QtBot, qtmodeltester: ModelTester
) -> None:
    pane = settled(qtbot, desk_of_papers)
    _, model = open_table(desk_of_papers)
    qtmodeltester.check(model)
    assert len(model.rows) == len(pane.paper.points if pane.paper else ()) > 5
    jump(qtbot, desk_of_papers, "6 Evaluation")
    assert pane.paper is not None
    page = next(one.page for one in pane.paper.headings if one.level == 0 and one.title.startswith("6"))
    assert pane.page == page > 0
    jump(qtbot, desk_of_papers, "P-201")
    assert part(desk_of_papers, SubTabs, "purchase-tabs").key == "parameters"
    table = part(desk_of_papers, RecordTable, "purchase-parameters")
    shown = table.model()
    assert isinstance(shown, RecordModel)
    assert shown.rows[table.currentIndex().row()].id == "P-201"


def test_an_open_point_of_the_site_leads_there(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    settled(qtbot, desk_of_papers)
    with qtbot.waitSignal(desk_of_papers.bench.place_asked) as asked:
        jump(qtbot, desk_of_papers, "Site conditions")
    assert asked.args == ["site", ""]


def test_an_open_point_is_said_whole_with_where_it_is_settled(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    pane = settled(qtbot, desk_of_papers)
    detail = part(desk_of_papers, QLabel, "purchase-open-detail")
    assert not detail.isVisible()
    jump(qtbot, desk_of_papers, "6 Evaluation")
    assert pane.paper is not None
    point = next(one for one in pane.paper.points if one.where == "6 Evaluation")
    assert detail.isVisible() and detail.wordWrap()
    assert point.what in detail.text() and "exported Word or Excel" in detail.text()


def test_the_buyer_is_filled_in_on_the_page_plan(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    settled(qtbot, desk_of_papers)
    with qtbot.waitSignal(desk_of_papers.bench.place_asked) as asked:
        jump(qtbot, desk_of_papers, "Buyer")
    assert asked.args == ["plan", "organisation/name"]
    assert "page Plan" in part(desk_of_papers, QLabel, "purchase-open-detail").text()
    desk_of_papers.bench.do(SetValue(path="organisation/name", value="某大学"))
    desk_of_papers.bench.go("purchase", "papers")
    pane = settled(qtbot, desk_of_papers)
    assert pane.paper is not None
    assert not any("Buyer" in one.what or one.target.startswith("plan") for one in pane.paper.points)


# --- writing ---------------------------------------------------------------------------------------------------------


def test_papers_are_written_and_the_folder_can_be_opened(
    desk_of_papers: MainWindow, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Path] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(Path(url.toLocalFile())))
    quick_order(qtbot, desk_of_papers)
    press(qtbot, desk_of_papers, "order-export")
    view = only(desk_of_papers, PapersView)
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)
    (file,) = folder.iterdir()
    assert file.suffix == ".txt" and "P-101" in file.read_text(encoding="utf-8")
    assert notice(desk_of_papers).tone == "done"
    assert last_folder(desk_of_papers.bench.desk.store) == str(folder)
    press(qtbot, desk_of_papers, "notice-action")
    assert shown == [folder]


@pytest.mark.parametrize(("answer", "version"), [(0, "V0.2"), (1, "V0.1"), (None, "V0.1")])
def test_papers_that_are_there_are_asked_about(
    desk_of_papers: MainWindow,
    qtbot: QtBot,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: int | None,
    version: str,
) -> None:
    asked: list[str] = []

    def choose(_bench: object, _parent: object, question: Message, ways: tuple[Message, ...]) -> int | None:
        asked.extend(render(one, "en") for one in (question, *ways))
        return answer

    monkeypatch.setattr(papers, "choose", choose)
    quick_order(qtbot, desk_of_papers)
    view = only(desk_of_papers, PapersView)
    press(qtbot, desk_of_papers, "order-export")
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)
    (first,) = folder.iterdir()
    assert not asked
    first.write_text("filled in", encoding="utf-8")
    press(qtbot, desk_of_papers, "order-export")
    qtbot.waitUntil(lambda: bool(asked) and not view.is_writing, timeout=_WAIT_MS)
    assert asked[0].startswith("1 papers of the same name") and asked[1] == "Keep them, write V0.2"
    assert (first.read_text(encoding="utf-8") == "filled in") is (answer != 1)
    assert sorted(one.name for one in folder.iterdir())[-1].count(f"_{version}_") == 1
    assert len(list(folder.iterdir())) == (2 if answer == 0 else 1)


def test_progress_is_told_in_words(desk_of_papers: MainWindow, qtbot: QtBot, folder: Path) -> None:
    view = only(desk_of_papers, PapersView)
    progress = part(desk_of_papers, Progress, "order-progress")
    quick_order(qtbot, desk_of_papers)
    tick(qtbot, desk_of_papers, "pdf")
    press(qtbot, desk_of_papers, "order-export")
    assert progress.isVisible()
    assert not part(desk_of_papers, QPushButton, "order-export").isEnabled()
    qtbot.waitUntil(lambda: "(1 of 2)" in progress.accessibleName(), timeout=_WAIT_MS)
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)
    assert not progress.isVisible()
    assert len(list(folder.iterdir())) == 2


def test_cancel_leaves_nothing(desk_of_papers: MainWindow, qtbot: QtBot, folder: Path) -> None:
    view = only(desk_of_papers, PapersView)
    press(qtbot, desk_of_papers, "order-export")
    press(qtbot, desk_of_papers, "order-cancel")
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)
    assert list(folder.iterdir()) == []
    assert render(notice(desk_of_papers).text, "en") == "Stopped. Nothing was written."
    press(qtbot, desk_of_papers, "order-export")
    assert view.is_writing
    view.cancel()
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)


def test_closing_while_writing_leaves_nothing(desk_of_papers: MainWindow, qtbot: QtBot, folder: Path) -> None:
    quick_order(qtbot, desk_of_papers)
    tick(qtbot, desk_of_papers, "docx")
    tick(qtbot, desk_of_papers, "pdf")
    press(qtbot, desk_of_papers, "order-export")
    assert desk_of_papers.bench.jobs.stop()
    assert list(folder.iterdir()) == []


def test_nothing_chosen_cannot_be_written(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    tick(qtbot, desk_of_papers, "sheet")
    tick(qtbot, desk_of_papers, "book")
    assert not part(desk_of_papers, QPushButton, "order-export").isEnabled()
    assert "at least one" in part(desk_of_papers, QLabel, "order-hint").text()


def test_no_folder_chosen_writes_nothing(
    desk_of_papers: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(papers, "choose_folder", lambda *_: None)
    press(qtbot, desk_of_papers, "order-export")
    assert not only(desk_of_papers, PapersView).is_writing


def failed(qtbot: QtBot, window: MainWindow) -> Notice:
    press(qtbot, window, "order-export")
    view = only(window, PapersView)
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)
    told = notice(window)
    assert told.tone == "error" and told.detail is not None
    return told


def name_first_line(window: MainWindow, title: str) -> str:
    one = window.bench.alternative
    path = f"{one.id}/{one.lines[0].id}/title"
    assert window.bench.do(SetValue(path=path, value={"zh": title, "en": title}))
    return one.lines[0].id


def looked_through(qtbot: QtBot, window: MainWindow) -> None:
    view = only(window, PapersView)
    qtbot.waitUntil(lambda: not view.is_looking, timeout=_WAIT_MS)


def test_a_brand_is_told_before_anything_is_written_and_leads_to_its_line(
    desk_of_papers: MainWindow, qtbot: QtBot
) -> None:
    quick_order(qtbot, desk_of_papers)
    looked_through(qtbot, desk_of_papers)
    assert not part(desk_of_papers, QLabel, "order-refused-sheet").isVisible()
    line = name_first_line(desk_of_papers, "RTX 4090 workstation")
    looked_through(qtbot, desk_of_papers)
    reason = part(desk_of_papers, QLabel, "order-refused-sheet")
    assert reason.isVisible() and "“RTX 4090” in the name of the line RTX 4090 workstation" in reason.text()
    assert not part(desk_of_papers, QPushButton, "order-export").isEnabled()  # the only paper that is ordered
    went: list[tuple[str, str]] = []
    desk_of_papers.bench.place_asked.connect(lambda *to: went.append(to))
    press(qtbot, desk_of_papers, "order-settle-sheet")
    assert went == [("build", line)]
    desk_of_papers.bench.undo()
    desk_of_papers.bench.go("purchase", "papers")
    looked_through(qtbot, desk_of_papers)
    assert not reason.isVisible() and part(desk_of_papers, QPushButton, "order-export").isEnabled()


def test_papers_without_the_brand_are_written_and_the_others_named(
    desk_of_papers: MainWindow, qtbot: QtBot, folder: Path
) -> None:
    quick_order(qtbot, desk_of_papers)
    tick(qtbot, desk_of_papers, "book")
    title = {"zh": "RTX 4090 微调", "en": "RTX 4090 tuning"}
    job = desk_of_papers.bench.plan.workload[0].id
    assert desk_of_papers.bench.do(SetValue(path=f"workload/{job}/title", value=title))
    looked_through(qtbot, desk_of_papers)
    assert part(desk_of_papers, QPushButton, "order-export").text() == "Export 1 files…"
    assert "1 files are left out" in part(desk_of_papers, QLabel, "order-hint").text()
    press(qtbot, desk_of_papers, "order-export")
    view = only(desk_of_papers, PapersView)
    qtbot.waitUntil(lambda: not view.is_writing, timeout=_WAIT_MS)
    (file,) = folder.iterdir()
    assert "Parameter_Sheet" in file.name
    told = notice(desk_of_papers)
    assert told.tone == "warning" and "Not written: Requirement book" in render(told.text, "en")


def test_a_name_of_the_whole_plan_leads_to_the_plan(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    quick_order(qtbot, desk_of_papers)
    assert desk_of_papers.bench.do(SetValue(path="title", value={"zh": "实验室", "en": "NVIDIA lab"}))
    looked_through(qtbot, desk_of_papers)
    assert "in the name of the plan" in part(desk_of_papers, QLabel, "order-refused-sheet").text()
    press(qtbot, desk_of_papers, "order-settle-sheet")
    assert desk_of_papers.stack.spec is not None and desk_of_papers.stack.spec.name == "plan"


def test_a_plan_that_buys_nothing_says_so_at_its_papers_and_leads_to_the_build(
    desk_of_papers: MainWindow, qtbot: QtBot
) -> None:
    one = desk_of_papers.bench.alternative
    for line in one.lines:
        assert desk_of_papers.bench.do(RemovePart(path=f"{one.id}/{line.id}"))
    desk_of_papers.bench.go("purchase", "papers")
    looked_through(qtbot, desk_of_papers)
    assert not part(desk_of_papers, QPushButton, "order-export").isEnabled()
    assert part(desk_of_papers, QLabel, "order-refused-book").text()
    press(qtbot, desk_of_papers, "order-settle-book")
    assert desk_of_papers.stack.spec is not None and desk_of_papers.stack.spec.name == "build"


def test_missing_glyphs_are_told(desk_of_papers: MainWindow, qtbot: QtBot, folder: Path) -> None:
    quick_order(qtbot, desk_of_papers)
    tick(qtbot, desk_of_papers, "txt")
    tick(qtbot, desk_of_papers, "pdf")
    name_first_line(desk_of_papers, "Workstation \U00013000")  # a hieroglyph no face has
    told = failed(qtbot, desk_of_papers)
    assert "\U00013000" in render(told.text, "en")
    assert list(folder.iterdir()) == []


def test_a_folder_in_the_way_is_told(desk_of_papers: MainWindow, qtbot: QtBot, folder: Path) -> None:
    quick_order(qtbot, desk_of_papers)
    folder.rmdir()
    folder.write_text("a file", encoding="utf-8")
    told = failed(qtbot, desk_of_papers)
    assert told.place


def test_a_full_disk_is_told(
    desk_of_papers: MainWindow, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    from planner.render import atomic

    def full(path: Path, content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(atomic, "_write", full)
    quick_order(qtbot, desk_of_papers)
    told = failed(qtbot, desk_of_papers)
    assert told.text.id == "export.disk_full"
    assert list(folder.iterdir()) == []


# --- look and languages ----------------------------------------------------------------------------------------------


def test_an_example_style_is_saved_and_used(
    desk_of_papers: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane = settled(qtbot, desk_of_papers)
    before = pane.paper
    file = tmp_path / "ours.txt"
    monkeypatch.setattr(papers, "save_file", lambda *_: file)
    monkeypatch.setattr(papers, "open_file", lambda *_: file)
    press(qtbot, desk_of_papers, "order-style-example")
    assert file.stat().st_size > 100
    example = file.read_text(encoding="utf-8")
    file.write_text(example.replace('#organisation = "', 'organisation = "'), encoding="utf-8")
    press(qtbot, desk_of_papers, "order-style")
    assert part(desk_of_papers, QLabel, "order-style-name").text() == "ours.txt"
    settled(qtbot, desk_of_papers)
    assert before is not None and pane.paper is not None
    assert pane.paper.wanted.style.organisation is not None
    assert pane.paper.content != before.content
    file.write_text("no style", encoding="utf-8")
    press(qtbot, desk_of_papers, "order-style")
    assert notice(desk_of_papers).tone == "error"
    press(qtbot, desk_of_papers, "order-style-clear")
    assert remembered_order(desk_of_papers.bench.desk.store, "en").style_file == ""


def test_a_second_language_can_be_looked_at(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    tick(qtbot, desk_of_papers, "zh")
    chooser = part(desk_of_papers, ChoiceBox, "preview-paper")
    names = [chooser.itemText(at) for at in range(chooser.count())]
    papers = (
        *("Parameter sheet", "Requirement book", "Room and supply sheet"),
        *("Application for more power", "Power-off card"),
    )
    assert names == [shown for one in papers for shown in (f"{one} (Chinese)", one)]
    assert part(desk_of_papers, QPushButton, "order-export").text() == "Export 8 files…"


def test_the_window_speaks_another_language(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    settled(qtbot, desk_of_papers)
    desk_of_papers.bench.speak("zh")
    settled(qtbot, desk_of_papers)
    assert part(desk_of_papers, QPushButton, "order-export").text() == "导出 4 个文件…"
    assert part(desk_of_papers, CheckBox, "order-book").text() == "采购需求书"


def test_every_button_has_a_name(desk_of_papers: MainWindow) -> None:
    buttons = [one for one in only(desk_of_papers, PapersView).findChildren(QPushButton) if one.isVisible()]
    assert len(buttons) >= 8
    assert [one.objectName() for one in buttons if not (one.text() or one.accessibleName())] == []


def test_ceilings_above_the_money_are_told_before_the_export(qtbot: QtBot, desk_of_papers: MainWindow) -> None:
    said = part(desk_of_papers, QLabel, "purchase-over-money")
    assert said.isHidden()
    less = {"amount": "1000.00", "currency": "CNY", "tax": "included"}
    assert desk_of_papers.bench.do(SetValue(path="budget/amount", value=less)) is not False
    qtbot.waitUntil(lambda: not said.isHidden(), timeout=_WAIT_MS)
    assert "above the budget" in said.text()


def test_the_list_of_open_points_is_in_the_language_of_the_window(desk_of_papers: MainWindow, qtbot: QtBot) -> None:
    settled(qtbot, desk_of_papers)
    desk_of_papers.bench.speak("zh")  # the order, and so the paper, stays in English
    pane = settled(qtbot, desk_of_papers)
    assert pane.paper is not None and pane.paper.wanted.language == "en"
    _, model = open_table(desk_of_papers)
    assert {row.texts[2] for row in model.rows} <= {"待填", "待核实", "待确定", "需复核"}
    jump(qtbot, desk_of_papers, "评审办法")
    assert "评审办法" in part(desk_of_papers, QLabel, "purchase-open-detail").text()

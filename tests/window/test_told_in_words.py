"""What a first user met: messages that name ids, limits found too late, words that stay or are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLabel

import resources
from desktop_app.services.build_edits import most_each, most_pieces
from desktop_app.services.plan_history import states
from desktop_app.window.places.start.sheet_page import SheetPage
from planner.entry import parse_integer
from planner.errors import InputError
from planner.plan.codec import write_plan
from planner.plan.edits import RemovePart, SetValue
from tests.sample_plans import sample
from tests.window.test_build_place import line, model, table, type_into

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from desktop_app.window.main_window import MainWindow
    from tests.window.conftest import MakeWindow


def notice(window: MainWindow) -> str:
    found = window.notice_bar.findChild(QLabel, "notice-text")
    assert isinstance(found, QLabel)
    return found.text()


def test_a_removed_line_is_named_by_its_title(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(language="zh")
    window.show_place("build")
    view = table(window)
    view.go_to(model(window).row_of("nas"), 0)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert "网络存储（NAS）" in notice(window)
    assert "nas" not in notice(window)
    window.bench.undo()
    assert "删除：网络存储（NAS）" in notice(window)


def test_the_history_says_what_was_changed_from_what_to_what(make_window: MakeWindow) -> None:
    bench = make_window(language="zh").bench
    assert bench.do(SetValue(path="A/ws/quantity", value=2))
    assert bench.do(RemovePart(path="A/nas"))
    assert bench.session is not None
    said = [one.said for one in states(bench.desk, bench.plan, bench.session.revision, "zh")]
    assert said[:2] == ["删除：网络存储（NAS）", "修改：四卡工作站数量，从 1 改为 2"]


def test_a_cell_refuses_what_the_plan_refuses(qtbot: QtBot, window: MainWindow) -> None:
    window.show_place("build")
    editor = type_into(qtbot, window, "ws", "quantity", "99999999")
    assert editor is not None
    assert editor.accessibleDescription() == "The most that can stand here is 100,000."
    assert line(window, "ws").quantity == 1
    # at 180,000 each at the most, 100 thousand million make 555,555 pieces: the other limit is lower
    assert most_pieces(line(window, "ws").price, "compute") == 100_000
    assert most_each(3) == 33_333_333_333
    with pytest.raises(InputError):
        parse_integer("100001", maximum=100_000)
    assert parse_integer("100000", maximum=100_000) == 100_000


def test_a_refused_rule_names_the_line(window: MainWindow, make_window: MakeWindow) -> None:
    bench = make_window(language="zh").bench
    fault = bench.attempt(SetValue(path="A/ws/quantity", value=100_001))
    assert fault is not None
    assert bench.text(fault.message) == "“四卡工作站”的数量为 100,001；数量应在 0 到 100,000 之间。"


def test_a_failed_opening_is_forgotten_when_something_else_was_opened(tmp_path: Path, make_window: MakeWindow) -> None:
    window = make_window(language="zh")
    commands = window.commands  # type: ignore[attr-defined]
    commands.open_path(tmp_path / "none.lpplan")
    assert window.notice_bar.isVisible()
    assert "labprocure" not in notice(window).replace(str(tmp_path), "")
    window.bench.do(SetValue(path="A/ws/quantity", value=2))
    assert not window.notice_bar.isVisible()
    commands.open_path(tmp_path / "none.lpplan")
    write_plan(sample(), tmp_path / "good.lpplan")
    commands.open_path(tmp_path / "good.lpplan")
    assert "none.lpplan" not in notice(window) or not window.notice_bar.isVisible()


def test_an_emptied_budget_is_asked_for(qtbot: QtBot, make_window: MakeWindow) -> None:
    page = SheetPage(make_window(language="zh").bench)
    qtbot.addWidget(page)
    field = page.form.edits["budget"].field
    page.form.edits["budget"].show_value("300,000")
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    page.propose()
    assert not page.message.isHidden()
    assert "预算" in page.message.text


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_sign_of_markdown_stays_in_the_help(qtbot: QtBot, language: str) -> None:
    topics = ("start", "build", "site", "workload", "plan", "cost", "catalog", "keys")
    for topic in topics:
        page = QTextDocument()
        page.setMarkdown(resources.read_text(f"help/{language}/{topic}.md"))
        assert "**" not in page.toPlainText(), topic

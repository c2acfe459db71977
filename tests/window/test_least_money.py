"""A sum of which something is open says what it comes to at least and what is missing, wherever it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from desktop_app.services.alternatives import alternative_tabs
from desktop_app.services.plan_overview import comparison
from desktop_app.services.summary import account
from desktop_app.window.main_window import MainWindow
from planner.messages import render
from planner.plan.edits import SetValue
from tests.window.surface import settle

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def said(window: MainWindow, name: str) -> str:
    found = window.findChild(QWidget, name)
    assert found is not None
    return found.accessibleName()


def test_without_a_contingency_the_known_total_stands(qtbot: QtBot, window: MainWindow) -> None:
    assert said(window, "sum-planned") == "Total incl. VAT, contingency 277,200"  # 264,000 and 5 %
    assert window.bench.do(SetValue(path="budget/contingency_rate", value=None))
    assert said(window, "sum-planned") == "Total incl. VAT ≥ 264,000  no contingency yet"
    assert said(window, "sum-chosen") == "Subtotal 264,000"
    assert said(window, "sum-contingency") == "Contingency not set"
    total = window.findChild(QWidget, "sum-planned")
    assert total is not None
    qtbot.mouseClick(total, Qt.MouseButton.LeftButton)
    value = window.findChild(QLabel, "why-value")
    assert isinstance(value, QLabel)
    assert "264" in value.text()
    window.bench.speak("zh")
    assert said(window, "sum-planned") == "含税总价 ≥ 264,000  未计预备费"


def test_lowest_and_highest_have_the_contingency_that_the_total_has(window: MainWindow) -> None:
    bench = window.bench
    assert bench.session is not None
    money = bench.assessment.context.money
    assert (money.low.money, money.high.money) != (None, None)
    for end in ("low", "high"):
        bare, whole = getattr(money, end).figure.require(), getattr(money, f"planned_{end}").figure.require()
        assert whole == pytest.approx(bare * 1.05)
        assert said(window, f"sum-planned_{end}").endswith(f" {whole:,.0f}")
    _, rows = comparison(bench.session, "en")
    shown = {row.key: row for row in rows}
    low = shown["low"].cells[0]
    assert low.figure is not None
    assert low.figure.value == money.planned_low.figure.value
    bench.do(SetValue(path="budget/contingency_rate", value=None))
    money = bench.assessment.context.money
    assert said(window, "sum-planned_low").endswith(f"≥ {money.low.figure.require():,.0f}")


def test_an_open_price_is_counted(window: MainWindow) -> None:
    """Without the 18,000 of the UPS: 246,000, with 5 % 258,300."""
    path = "alternatives/A/lines/ups/price"
    for end in ("low", "high", "chosen"):
        window.bench.do(SetValue(path=f"{path}/{end}", value=None))
    assert said(window, "sum-chosen") == "Subtotal ≥ 246,000"
    assert said(window, "sum-planned") == "Total incl. VAT, contingency ≥ 258,300  lines without an amount: 1"
    window.show_place("cost")
    assert said(window, "cost-planned").endswith("258,300.00  lines without an amount: 1")
    assert "≥" in said(window, "cost-planned")
    session = window.bench.session
    assert session is not None
    assert alternative_tabs(session, "en")[0].total == "≥ 258.3 k"
    _, rows = comparison(session, "en")
    planned = next(row for row in rows if row.key == "planned").cells[0]
    assert planned.text.startswith("≥ ")
    assert "258,300" in planned.text


def test_nothing_known_is_no_amount(window: MainWindow) -> None:
    for line in window.bench.alternative.lines:
        for end in ("low", "high", "chosen"):
            window.bench.do(SetValue(path=f"alternatives/A/lines/{line.id}/price/{end}", value=None))
    assert said(window, "sum-planned") == "Total incl. VAT, contingency unknown"


@pytest.mark.parametrize("width", [1024, 1366, 1920])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_there_is_room_for_what_is_missing(window: MainWindow, width: int, language: str) -> None:
    window.bench.do(SetValue(path="budget/contingency_rate", value=None))
    window.bench.speak(language)  # type: ignore[arg-type]
    window.resize(width, 768)
    settle()
    total = window.findChild(QWidget, "sum-planned")
    assert total is not None
    assert total.isVisible()
    assert total.width() >= total.sizeHint().width()
    foot = total.parentWidget()
    assert foot is not None
    assert total.geometry().right() <= foot.width()


def test_the_account_in_words_says_it_too(window: MainWindow) -> None:
    window.bench.do(SetValue(path="budget/contingency_rate", value=None))
    first = account(window.bench.assessment)[0]
    assert "planned at least CNY 264,000.00 (no contingency yet)" in render(first, "en")
    assert "至少 264,000.00 元（未计预备费）" in render(first, "zh")

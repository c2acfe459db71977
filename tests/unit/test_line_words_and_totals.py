"""Lines as people type them: measures behind a blank, prices in words, quantities that are none, sums below a list."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import plan_of_lines, read_lines
from desktop_app.services.pasting import pasted
from desktop_app.services.read_line import notes_of
from planner.messages import render


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = open_desk(tmp_path_factory.mktemp("totals") / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("typed", "name", "quantity", "each"),
    [
        ("昇腾910B 8 张 10万/张", "昇腾910B", 8, 100_000),  # 800,000 in all
        ("昇腾910B 8张 10万 / 张", "昇腾910B", 8, 100_000),
        ("4090 24G 显卡 4 张 单价16000", "4090 24G 显卡", 4, 16_000),
        ("4090 24G 显卡 4 张 单价 16000", "4090 24G 显卡", 4, 16_000),
        ("RTX 4090 24G 4张 16000", "RTX 4090 24G", 4, 16_000),
        ("电源线 3 根 50元", "电源线", 3, 50),
        ("显示器\t1千", "显示器", 1, 1000),
    ],
)
def test_quantity_and_price_behind_the_name(desk: Desk, typed: str, name: str, quantity: int, each: int) -> None:
    (line,) = read_lines(typed, desk.store)
    assert line.price is not None
    assert (line.name, line.quantity, line.price.amount, line.note) == (name, quantity, Decimal(each), None)


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [("电源线 -3 根", "-3根"), ("电源线\t-3\t50", "-3"), ("内存条 -2条 300", "-2条"), ("UPS 1.5 台 8000元", "1.5台"), ("交换机 0台 3万", "0台")],
)  # fmt: skip
def test_what_is_no_quantity_is_said(desk: Desk, typed: str, quoted: str) -> None:
    (line,) = read_lines(typed, desk.store)
    assert line.quantity == 1
    assert [(note.id, note.values["typed"]) for note in notes_of(line)] == [("lines.no_count", quoted)]
    plan = plan_of_lines(read_lines("交换机 1台 3万", desk.store), "", None, desk, "p")
    done = pasted(plan, plan.alternatives[0], [typed.split("\t")], "name", (), desk.store)
    assert done.edit.apply(plan)[0].alternatives[0].lines[-1].quantity == 1
    assert f'Row 1, {line.name}: The quantity "{quoted}" was not understood; 1 is written.' in render(done.said, "en")


@pytest.mark.parametrize(
    "total", ["合计 100万", "合计：100万元", "总计\t\t\t1000000", "合 计 100万", "Total 1,000,000"]
)
def test_a_total_is_compared_and_never_bought(desk: Desk, total: str) -> None:
    (line,) = read_lines(f"交换机 2台 3万\n{total}", desk.store)
    assert (line.name, line.quantity) == ("交换机", 2)
    (note,) = notes_of(line)
    assert render(note, "en") == "The list says CNY 1,000,000.00 in all; its lines come to CNY 60,000.00."


def test_a_total_that_agrees_or_cannot_be_compared(desk: Desk) -> None:
    assert read_lines("合计 100万", desk.store) == ()
    (line,) = read_lines("交换机 2台 3万\n合计 6万", desk.store)
    assert line.note is None
    bought = read_lines("交换机 2台 3万\n小计 6万\n机柜 1个 1万\n小计 1万\n价税合计 7万", desk.store)
    assert [(one.quantity, one.note) for one in bought] == [(2, None), (1, None)]  # a part of the list is not its sum
    first, second = read_lines("交换机 2台 3万\n机柜 1个\n合计 7万", desk.store)
    assert first.note is None
    assert [note.id for note in notes_of(second)] == ["lines.total.open"]
    (under_heads,) = read_lines("名称\t数量\t单价(万元)\t金额(万元)\n交换机\t2\t3\t6\n合计\t\t\t8", desk.store)
    assert [note.id for note in notes_of(under_heads)] == ["lines.total"]


def test_a_name_that_begins_like_a_sum_is_a_thing(desk: Desk) -> None:
    (line,) = read_lines("服务器 2台 共60万", desk.store)
    assert (line.name, line.quantity) == ("服务器", 2)
    assert [one.name for one in read_lines("总价管理软件 1套 3万", desk.store)] == ["总价管理软件"]


def test_a_text_in_place_of_the_quantity_is_said_when_pasted(desk: Desk) -> None:
    plan = plan_of_lines(read_lines("交换机 1台 3万", desk.store), "", None, desk, "p")
    done = pasted(plan, plan.alternatives[0], [["显示器", "abc", "1千"]], "name", (), desk.store)
    assert 'No quantity was found: 1 is written. "abc" is kept as text.' in render(done.said, "en")
    after, _ = done.edit.apply(plan)
    line = after.alternatives[0].lines[-1]
    assert (line.quantity, line.price.chosen) == (1, Decimal(1000))

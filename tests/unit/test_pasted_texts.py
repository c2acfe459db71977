"""Blocks as people copy them from sheets, web pages and chats: names, quantities and prices come out, nothing is lost silently."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import read_lines
from desktop_app.services.line_cleaning import cleaned_lines
from desktop_app.services.pasting import pasted
from desktop_app.services.read_line import notes_of
from planner.messages import render


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = open_desk(tmp_path_factory.mktemp("pastes") / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


def read(desk: Desk, text: str) -> list[tuple[str, int, str]]:
    """Return name, quantity, and price with its currency where that is not yuan; '' for none."""
    found = []
    for line in read_lines(text, desk.store):
        price = "" if line.price is None else f"{line.price.amount:f}".removesuffix(".00")
        if line.price is not None and line.price.currency != "CNY":
            price = f"{price} {line.price.currency}"
        found.append((line.name, line.quantity, price))
    return found


CARD = "RTX 4090 24G"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        # sheets
        ("名称\t数量\t单价\nGPU服务器\t2\t¥1,234.00\t\t\t", [("GPU服务器", 2, "1234")]),
        (f"名称\t数量\t单价（万元）\t\t\n{CARD}\t8\t1.2\t\t", [(CARD, 8, "12000")]),
        (f"{CARD} *8\t\t\t15,800.00\t\t126,400.00", [(CARD, 8, "15800")]),
        ("服务器\t２\t３５００００", [("服务器", 2, "350000")]),
        ("服务器\t2 台\t35 万元", [("服务器", 2, "350000")]),
        ("服务器\t1\t３５万元整", [("服务器", 1, "350000")]),
        ("服务器\t1\t叁拾伍万元整", [("服务器", 1, "350000")]),
        ("服务器\t1\tCN¥350,000", [("服务器", 1, "350000")]),
        ("服务器\t1\tRMB 350,000.00", [("服务器", 1, "350000")]),
        ("“服务器”\t“1”\t“350,000”", [("服务器", 1, "350000")]),
        ('="服务器"\t1\t350000', [("服务器", 1, "350000")]),
        ("服务器\t\t\n\t1\t350000", [("服务器", 1, "350000")]),  # a merged cell over two rows
        (
            "类别\t名称\t数量\t单价\n计算\tGPU服务器\t2\t35万\n\t工作站\t3\t2.8万",
            [("GPU服务器", 2, "350000"), ("工作站", 3, "28000")],
        ),
        ("序号\t名称\t数量\t单价\n1\t服务器\t2\t350,000.00\n\t\t\t\n合计\t\t\t700,000.00", [("服务器", 2, "350000")]),
        ("名称\t单价\t数量\t小计\nRTX 4090\t$1,599.00\t8\t$12,792.00", [("RTX 4090", 8, "1599 USD")]),
        ("名称\t数量\t单价(元)\nRTX 4090\t8\t1.58万", [("RTX 4090", 8, "15800")]),
        ("名称\t数量\t价格\nRTX 4090\t8.00\t15800.00", [("RTX 4090", 8, "15800")]),
        # web pages
        ("| 名称 | 数量 | 单价 |\n|---|---|---|\n| 服务器 | 1 | 350000 |", [("服务器", 1, "350000")]),
        ("服务器\u00a01台\u00a0350000元", [("服务器", 1, "350000")]),
        ("• 服务器 1台 350000元\n• 交换机 1台 12000元", [("服务器", 1, "350000"), ("交换机", 1, "12000")]),
        ("- 服务器 1台 350000元\n- 交换机 1台 12000元", [("服务器", 1, "350000"), ("交换机", 1, "12000")]),
        ("① 服务器 1台 ¥ 350,000.00\n② UPS 1台 ￥28,000", [("服务器", 1, "350000"), ("UPS", 1, "28000")]),
        ("（1）服务器 1台 35万\n（2）机柜 1个 3500", [("服务器", 1, "350000"), ("机柜", 1, "3500")]),
        ("一、服务器 1台 35万", [("服务器", 1, "350000")]),
        # chats
        (f"{CARD} *8", [(CARD, 8, "")]),
        ("ＲＴＸ　４０９０　２４Ｇ　＊８", [("ＲＴＸ　４０９０　２４Ｇ", 8, "")]),
        (f"{CARD} x8 1.6万/张", [(CARD, 8, "16000")]),
        (f"{CARD}*8 1.6w/张", [(CARD, 8, "16000")]),
        ("4090显卡8张，单价1.65万", [("4090显卡", 8, "16500")]),
        ("4090显卡8张，共13.2万", [("4090显卡", 8, "16500")]),
        ("硬盘4块 1200元", [("硬盘", 4, "1200")]),
        ("A100 80GB*4 二手 8.5w", [("A100 80GB", 4, "85000")]),
        ("A100 80GB 4张 85k", [("A100 80GB", 4, "85000")]),
        ("UPS 10KVA 1台 2.35W元", [("UPS 10KVA", 1, "23500")]),
        ("[2026/11/30 10:22] 张老师: 4090 24G*8，1.6万一张", [("4090 24G", 8, "16000")]),
        (f"张三 11-30 10:22:33\n{CARD} *8\n15800一张", [(CARD, 8, "15800")]),
        (f"张三：\n{CARD} *8 1.6万/张", [(CARD, 8, "16000")]),
        ("H100 80G PCIe 4块 22万一块", [("H100 80G PCIe", 4, "220000")]),
    ],
)
def test_a_copied_block_is_read_as_it_is_meant(desk: Desk, text: str, lines: list[tuple[str, int, str]]) -> None:
    assert read(desk, text) == lines


@pytest.mark.parametrize("amount", ["350’000", "350 000,00"])
def test_an_amount_that_cannot_be_read_is_named_and_left_open(desk: Desk, amount: str) -> None:
    (line,) = read_lines(f"服务器\t1\t{amount}", desk.store)
    assert line.price is None
    assert [(note.id, note.values["typed"]) for note in notes_of(line)] == [("lines.price", amount)]


@pytest.mark.parametrize(
    "typed", ["电源 2个 850W", "风扇 2个 12W", "四卡4090工作站 1台", "YJV 3*4 电缆 100米", "-3根 网线"]
)
def test_what_only_looks_like_a_price_a_bullet_or_a_count_stays(typed: str) -> None:
    assert cleaned_lines([typed]) == [typed]


def test_a_power_is_no_price(desk: Desk) -> None:
    assert read(desk, "电源 2个 850W")[0][2] == ""
    assert [line.quantity for line in read_lines("8卡4090服务器 1台", desk.store)] == [1]


def test_the_same_texts_become_lines_in_the_build(desk: Desk) -> None:
    plan = desk.create("lab-a").plan
    one = plan.alternatives[0]
    rows = (("① 4090显卡8张", "¥ 15,800.00", ""), ("② 硬盘4块", "1200元", ""))
    done = pasted(plan, one, rows, "name", (), desk.store)
    after, _ = done.edit.apply(plan)
    new = after.alternatives[0].lines[len(one.lines) :]
    assert [(line.title.zh, line.quantity, line.price.chosen) for line in new] == [
        ("4090显卡", 8, 15800),
        ("硬盘", 4, 1200),
    ]


def test_rows_with_something_unclear_come_in_and_are_named_by_their_row(desk: Desk) -> None:
    """As on the page of lists; the number is that of the sheet, whose first row are the headings."""
    plan = desk.create("lab-a").plan
    one = plan.alternatives[0]
    block = "名称\t数量\t单价\n交换机\t1\t3万\n\t\t\n网线\t若干\t面议\n机柜\t2\t3500\n光纤\t适量\t80"
    rows = [row.split("\t") for row in block.split("\n")]
    done = pasted(plan, one, rows, "name", (), desk.store)
    new = done.edit.apply(plan)[0].alternatives[0].lines[len(one.lines) :]
    listed = read_lines(block, desk.store)
    assert [(line.title.zh, line.quantity) for line in new] == [(line.name, line.quantity) for line in listed]
    assert [(line.title.zh, line.quantity, line.price.chosen) for line in new] == [
        ("交换机", 1, 30000),
        ("网线", 1, None),
        ("机柜", 2, 3500),
        ("光纤", 1, 80),
    ]
    assert render(done.said, "en") == (
        '4 new lines were added at the end. Row 4, 网线: The quantity "若干" was not understood; 1 is written. '
        'The price "面议" was not understood and is left open. '
        'Row 6, 光纤: The quantity "适量" was not understood; 1 is written.'
    )


def test_of_many_unclear_rows_the_last_are_named_by_number(desk: Desk) -> None:
    plan = desk.create("lab-a").plan
    rows = [["名称", "数量", "单价"], *([f"线{at}", "若干", "8"] for at in range(5))]
    done = pasted(plan, plan.alternatives[0], rows, "name", (), desk.store)
    assert render(done.said, "en").endswith("Unclear as well: rows 5, 6.")

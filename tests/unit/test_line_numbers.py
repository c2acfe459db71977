"""Quantities and prices in pasted lists, worked by hand: headings with units, counts said twice, ranges, tax; in both places."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import plan_of_lines, read_lines
from desktop_app.services.line_heads import read_heads
from desktop_app.services.pasting import pasted
from desktop_app.services.read_line import ReadLine, notes_of, price_words
from planner.messages import format_value, render
from planner.money import Money


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder: Path = tmp_path_factory.mktemp("numbers")
    made = open_desk(folder / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


def one(desk: Desk, typed: str) -> ReadLine:
    (line,) = read_lines(typed, desk.store)
    return line


Told = tuple[
    str, int, str | None, str | None, str | None, str, tuple[str, ...]
]  # name, quantity, low, price, high, tax, notes


def told(  # noqa: PLR0913 - what a line says
    name: str, quantity: int, price: str | None, *notes: str, low: str = "", high: str = "", tax: str = "included"
) -> Told:
    return name, quantity, low or price, price, high or price, tax, notes


CN = "序号\t设备名称\t规格型号\t单价（万元）\t数量\t金额（万元）\n1\tAI服务器\tAtlas 800T A2\t98\t2\t"
NUMBERS: tuple[tuple[str, Told], ...] = (
    (CN + "196", told("AI服务器", 2, "980000")),
    (CN + "190", told("AI服务器", 2, "980000", "lines.sum")),
    (CN + "196万元", told("AI服务器", 2, "980000")),  # a number with its own unit keeps it
    ("品名\t单价\t台数\n甲\t1200\t3", told("甲", 3, "1200")),
    ("品名\t单价（元）\t数量\n甲\t1,200\t3", told("甲", 3, "1200")),
    ("品名\t单价(万元)\t数量\n甲\t1.2\t3", told("甲", 3, "12000")),
    ("品名\t单价(万元)\t数量\n甲\t12000元\t3", told("甲", 3, "12000")),
    ("品名\t单价(万元)\t数量\n甲\t1.2万\t3", told("甲", 3, "12000")),
    ("品名\t单价(万元)\t数量\n甲\t￥1.2\t3", told("甲", 3, "12000")),
    ("品名\t单价(万元)\t数量\n甲\t1.2-1.6\t3", told("甲", 3, "14000", low="12000", high="16000")),
    ("品名\t单价/万元\t数量\n甲\t1.2\t3", told("甲", 3, "12000")),
    ("品名\t单价：万元\t数量\n甲\t1.2\t3", told("甲", 3, "12000")),
    ("品名\t预算单价（千元）\t数量\n甲\t12\t3", told("甲", 3, "12000")),
    ("品名\t数量\t总价\n甲\t3\t36000", told("甲", 3, "12000", "lines.from_total")),
    ("品名\t数量\t总价（万元）\n甲\t3\t3.6", told("甲", 3, "12000", "lines.from_total")),
    ("品名\t数量\t单价（万元）\t金额（万元）\n甲\t3\t1.633\t4.90", told("甲", 3, "16330")),  # 4.899, printed rounded
    ("品名\t数量\t单价\t金额（万元）\n甲\t3\t12000\t3.6", told("甲", 3, "12000")),
    ("品名\t数量\t含税单价（万元）\n甲\t3\t1.2", told("甲", 3, "12000")),
    ("品名\t数量\t单价（不含税，万元）\n甲\t3\t1.2", told("甲", 3, "12000", tax="excluded")),
    ("品名\t数量\t未税单价\n甲\t3\t12000", told("甲", 3, "12000", tax="excluded")),
    ("序号\t品名\t单位\t数量\t单价\t备注\n1\t甲\t台\t3\t12000\t不含税", told("甲", 3, "12000", tax="excluded")),
    ("Item\tQty\tUnit price (10k CNY)\tAmount (10k CNY)\n甲\t3\t1.2\t3.6", told("甲", 3, "12000")),
    ("Item\tQty\tUnit price\tAmount\n甲\t3\t12000\t36000", told("甲", 3, "12000")),
    ("No.\tDescription\tUnit Price (USD)\tQuantity\n1\t甲\t900\t2", told("甲", 2, "900")),
    ("品名\t数量\t单价\n昇腾910B 8卡服务器 2台\t3\t98万", told("昇腾910B 8卡服务器", 3, "980000", "lines.counts")),
    ("品名\t数量\t单价\n昇腾910B 8卡服务器 2台\t\t98万", told("昇腾910B 8卡服务器", 2, "980000")),
    ("昇腾910B 8卡服务器 2台\t2\t98万", told("昇腾910B 8卡服务器", 2, "980000")),
    ("昇腾910B 8卡服务器 2台\t3\t98万", told("昇腾910B 8卡服务器", 3, "980000", "lines.counts")),
    ("昇腾910B 8卡服务器 2台\t98万", told("昇腾910B 8卡服务器", 2, "980000")),
    ("甲 2台\t3\t98万\t294万", told("甲", 3, "980000", "lines.counts")),
    ("RTX 4090 x4\t1500", told("RTX 4090", 4, "1500")),
    ("H100 80G SXM 8卡\t一台\t约220-260万", told("H100 80G SXM 8卡", 1, "2400000", low="2200000", high="2600000")),
    ("甲\t两台\t12万", told("甲", 2, "120000")),
    ("甲\t三套\t12万", told("甲", 3, "120000")),
    ("甲\t十台\t12万", told("甲", 10, "120000")),
    ("甲\t十二台\t12万左右", told("甲", 12, "120000")),
    ("服务器 5台 每台12万", told("服务器", 5, "120000")),
    ("服务器 五台 12万/台", told("服务器", 5, "120000")),
    ("服务器 5台 共60万", told("服务器", 5, "120000", "lines.from_total")),
    ("UPS 6kVA 1 1.8万 不含税", told("UPS 6kVA", 1, "18000", tax="excluded")),
    ("UPS 6kVA 1 1.8万 未税", told("UPS 6kVA", 1, "18000", tax="excluded")),
    ("UPS 6kVA 1 1.8万 不含税价", told("UPS 6kVA", 1, "18000", tax="excluded")),
    ("UPS 6kVA 1 1.8万 含税", told("UPS 6kVA", 1, "18000")),
    ("UPS 6kVA\t1\t1.8万（不含税）", told("UPS 6kVA", 1, "18000", tax="excluded")),
    ("UPS 6kVA\t1\t不含税价1.8万", told("UPS 6kVA", 1, "18000", tax="excluded")),
    ("服务器 2 台\t12 万", told("服务器", 2, "120000")),
    ("三台 RTX 4090 工作站 15万", told("RTX 4090 工作站", 3, "150000")),
    ("3台服务器\t12万", told("服务器", 3, "120000")),
    ("3台服务器\t2\t12万", told("服务器", 2, "120000", "lines.counts")),
    ("台式机 一台 8000元", told("台式机", 1, "8000")),
    ("税务软件\t1\t1.8万", told("税务软件", 1, "18000")),
)


@pytest.mark.parametrize(("typed", "expected"), NUMBERS, ids=[typed.replace("\n", "|")[-60:] for typed, _ in NUMBERS])
def test_numbers_of_a_line_in_both_places(desk: Desk, typed: str, expected: Told) -> None:
    name, quantity, low, price, high, tax, notes = expected
    (line,) = read_lines(typed, desk.store)
    assert (line.name, line.quantity) == (name, quantity)
    assert tuple(note.id for note in notes_of(line)) == notes
    empty = plan_of_lines(read_lines("乙", desk.store), "", None, desk, "other")
    done = pasted(empty, empty.alternatives[0], [row.split("\t") for row in typed.split("\n")], "", (), desk.store)
    after, _ = done.edit.apply(empty)
    currency = "USD" if "USD" in typed else "CNY"
    for made in (
        plan_of_lines((line,), "", None, desk, "given").alternatives[0].lines[0],
        after.alternatives[0].lines[-1],
    ):
        assert (made.title.zh, made.quantity) == (name, quantity)
        amounts = tuple(None if one is None else Decimal(one) for one in (low, price, high))
        assert (made.price.low, made.price.chosen, made.price.high) == amounts
        assert (made.price.tax, made.price.currency) == (tax, currency)
    assert (done.said.id == "build.pasted.noted") == bool(notes)


def test_the_column_of_models_finds_the_row_and_remarks_are_kept(desk: Desk) -> None:
    line = one(desk, CN + "196")
    assert (line.item, line.name, line.role) == ("hw-atlas-800t-a2", "AI服务器", "compute")
    line = one(desk, "产品名称\t型号\t数量\t单价\t备注\n显卡\tRTX 4090\t4\t16000\t急用")
    assert (line.item, line.name, line.remark) == ("nv-rtx4090", "显卡", "型号：RTX 4090；急用")
    assert plan_of_lines((line,), "", None, desk, "given").alternatives[0].lines[0].note == line.remark
    line = one(desk, "型号\t数量\nRTX 4090\t4")  # the only column with a name
    assert (line.item, line.name) == ("nv-rtx4090", "RTX 4090")
    assert one(desk, "名称\t规格\t数量\n交换机\tRTX 4090\t1").item == ""  # what the name says it is stays


def test_what_disagrees_is_said_with_the_name(desk: Desk) -> None:
    empty = plan_of_lines(read_lines("乙", desk.store), "", None, desk, "other")
    rows = [row.split("\t") for row in (CN + "190").split("\n")]
    said = render(pasted(empty, empty.alternatives[0], rows, "", (), desk.store).said, "en")
    assert said.startswith("1 new lines were added at the end. AI服务器: 2 times the unit price is not the amount of")
    assert "1,900,000" in said


def test_a_price_shows_its_range_and_that_no_tax_is_in_it(desk: Desk) -> None:
    def shown(typed: str) -> str:
        said = price_words(one(desk, typed))
        return "" if said is None else format_value(said, "zh")

    assert shown("甲\t1\t220-260万 不含税") == "2,200,000.00 元～2,600,000.00 元（不含税）"
    assert shown("甲\t1\t1.8万") == "18,000.00 元"
    assert shown("甲") == ""


@pytest.mark.parametrize(
    "row", ["显卡\t4\t16000", "AI服务器\tAtlas 800T A2\t98\t2", "产品价格另议\t金额待定", "名称标签\t数量不限"]
)
def test_a_row_of_things_is_no_heading(desk: Desk, row: str) -> None:
    assert read_heads(row.split("\t")) is None
    assert len(read_lines(row, desk.store)) == 1


def test_a_heading_with_a_line_break_in_a_cell_keeps_its_unit(desk: Desk) -> None:
    """A sheet puts such a cell into quotation marks when it is copied as text."""
    line = one(desk, '品名\t数量\t"单价\n（万元）"\r\n甲\t3\t1.2')
    assert (line.name, line.quantity, line.price) == ("甲", 3, Money.of(12000))
    assert len(read_lines('17" 显示器\n19" 显示器', desk.store)) == 2

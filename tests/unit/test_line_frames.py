"""Quotes as suppliers send them: a unit above the columns, titles and words around, VAT rates, sums with tax, models."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import plan_of_lines, read_list
from desktop_app.services.read_line import notes_of
from planner.messages import render


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = open_desk(tmp_path_factory.mktemp("frames") / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


GOODS = "双卡工作站\t2\t9.2\t18.4\n交换机\t1\t１．８\t1.8\n总计\t\t\t20.2"
HEAD = "货物名称\t数量\t单价\t合计"


@pytest.mark.parametrize(
    ("above", "row"),
    [
        ("XX科技有限公司报价单\n\t\t金额（万元）\t\n" + HEAD, 2),  # a merged cell above the head row
        ("XX科技有限公司报价单\t\t\t\n货物名称\t数量\t金额（万元）\t\n\t\t单价\t合计", 2),  # names merged downwards
        ("XX科技有限公司报价单\n单位：万元\n" + HEAD, 2),
        ("XX科技有限公司报价单\t\t\t单位：万元\n" + HEAD, 1),
        ("币种：人民币 单位：万元\n" + HEAD, 1),
        ("报价单位：某某公司\n报价日期：2026-10-08\n（金额单位：人民币万元）\n" + HEAD, 3),
    ],
)
def test_the_unit_above_a_list_is_that_of_its_numbers(desk: Desk, above: str, row: int) -> None:
    found = read_list(f"{above}\n{GOODS}", desk.store)
    assert [(one.name, one.quantity, one.price and one.price.amount) for one in found.lines] == [
        ("双卡工作站", 2, Decimal(92_000)),  # 9.2 x 10,000
        ("交换机", 1, Decimal(18_000)),
    ]
    assert [one.values["row"] for one in found.said if one.id == "lines.unit"][:1] == [row]
    assert "万元" in render(found.said[0], "en")
    assert all(not {"lines.small", "lines.total", "lines.sum"} & {n.id for n in notes_of(one)} for one in found.lines)


def test_a_unit_above_lines_without_heads_counts_too(desk: Desk) -> None:
    found = read_list("单位：万元\n四卡工作站\t2\t9.2\n交换机 1台 3000元", desk.store)
    assert [one.price and one.price.amount for one in found.lines] == [Decimal(92_000), Decimal(3000)]


def test_the_head_of_a_column_wins_over_the_line_above(desk: Desk) -> None:
    found = read_list("单位：万元\n名称\t数量\t单价（元）\n四卡工作站\t1\t92000", desk.store)
    assert found.lines[0].price is not None
    assert found.lines[0].price.amount == Decimal(92_000)


def test_words_around_a_list_are_no_lines_and_their_tax_counts(desk: Desk) -> None:
    text = "XX公司报价单\n名称\t数量\t单价\n四卡工作站\t1\t92000\n以上价格不含税\n有效期：30天\n联系人：张三"
    found = read_list(text, desk.store)
    assert [(one.name, one.price and one.price.tax) for one in found.lines] == [("四卡工作站", "excluded")]
    assert any(one.id == "lines.around" for one in found.said)


def test_a_machine_at_nine_yuan_is_asked_and_what_stands_beside_it(desk: Desk) -> None:
    found = read_list(
        "名称\t数量\t单价\n四卡工作站\t1\t9.2\n显示器\t1\t0.1\n大机器服务器\t1\t99999999999999", desk.store
    )
    assert [[note.id for note in notes_of(one)] for one in found.lines] == [
        ["lines.small"], ["lines.small"], ["lines.large"]
    ]  # fmt: skip
    fair = read_list("名称\t数量\t单价\n四卡工作站\t1\t9.2万\n电源线\t1\t9.2", desk.store)
    assert [one.note for one in fair.lines] == [None, None]


QUOTE = "货物名称\t规格型号\t品牌\t数量\t不含税单价\t税率\t含税总价\n四卡服务器\tRTX 4090 24GB*4\t甲牌\t2\t132,743.36\t{rate}\t300,000.00"


@pytest.mark.parametrize("rate", ["13%", "0.13", "13", "专票13%", "１３％"])
def test_the_rate_of_vat_and_all_other_columns_are_kept(desk: Desk, rate: str) -> None:
    (line,) = read_list(QUOTE.format(rate=rate), desk.store).lines
    assert line.vat_rate == Decimal("0.13")
    assert line.price is not None
    assert (line.price.amount, line.price.tax) == (Decimal("132743.36"), "excluded")
    made = plan_of_lines([line], "", None, desk, "p").alternatives[0].lines[0]
    assert made.price.vat_rate == Decimal("0.13")
    assert "规格型号：RTX 4090 24GB*4" in made.note
    assert "品牌：甲牌" in made.note


def test_without_a_rate_the_total_with_tax_gives_the_unit_price_and_says_so(desk: Desk) -> None:
    text = "货物名称\t规格型号\t数量\t不含税单价\t含税总价\n交换机\tS5735\t2\t5,000.00\t11,300.00"
    (line,) = read_list(text, desk.store).lines
    assert line.price is not None
    assert (line.price.amount, line.price.tax) == (Decimal(5650), "included")  # 11,300 / 2
    assert [note.id for note in notes_of(line)] == ["lines.from_total"]
    assert line.remark == "规格型号：S5735"


def test_a_rate_that_is_none_is_said(desk: Desk) -> None:
    (line,) = read_list(QUOTE.format(rate="待定"), desk.store).lines
    assert line.vat_rate is None
    assert "lines.rate" in [note.id for note in notes_of(line)]


def test_a_rate_in_words_is_read_in_a_free_line(desk: Desk) -> None:
    (line,) = read_list("四卡服务器\t2\t15万\t13%专票", desk.store).lines
    assert line.vat_rate == Decimal("0.13")

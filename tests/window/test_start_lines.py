"""A configuration as people have it: rows from a sheet and typed ones, what is recognised, and what stays open."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.services.desk import Desk
from desktop_app.services.first_start_lines import plan_of_lines, read_lines
from desktop_app.services.line_words import is_machine
from desktop_app.services.read_line import take
from planner.assess.run import assess
from planner.errors import InputError

SHEET = "序号\t货物名称\t数量\t单价（元）\t金额\n1\tGeForce RTX 4090\t4\t16000\t64000\n2\t无名工作站\t1台\t2.5万\t25000\n合计\t\t\t\t89000"


def read(desk: Desk, text: str) -> list[tuple[str, int, Decimal | None, str]]:
    return [
        (one.name, one.quantity, None if one.price is None else one.price.amount, one.item)
        for one in read_lines(text, desk.store)
    ]


def test_a_block_from_a_sheet(desk: Desk) -> None:
    assert read(desk, SHEET) == [
        ("GeForce RTX 4090", 4, Decimal("16000.00"), "nv-rtx4090"),
        ("无名工作站", 1, Decimal("25000.00"), ""),
    ]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("RTX 4090 x4 15000元", ("RTX 4090", 4, Decimal(15000), "nv-rtx4090")),
        ("4 x RTX 5090", ("RTX 5090", 4, None, "nv-rtx5090")),
        ("RTX 4090", ("RTX 4090", 1, None, "nv-rtx4090")),
        ("RTX 4090 4 15000", ("RTX 4090", 4, Decimal(15000), "nv-rtx4090")),
        ("戴尔 XE9680，２台，１７０万", ("戴尔 XE9680", 2, Decimal(1700000), "dell-xe9680")),
        ("Atlas 800T A2, 1, 1,040,000", ("Atlas 800T A2", 1, Decimal(1040000), "hw-atlas-800t-a2")),
        ("英伟达 RTX 4090 24GB 显卡\t4\t1.6万", ("英伟达 RTX 4090 24GB 显卡", 4, Decimal(16000), "nv-rtx4090")),
        ("安装调试服务 5000元", ("安装调试服务", 1, Decimal(5000), "")),
    ],
)
def test_typed_lines(desk: Desk, typed: str, expected: tuple[str, int, Decimal | None, str]) -> None:
    assert read(desk, typed) == [expected]


FOUR = ("class-ws-4x4090", "nv-rtx4090", 4)


@pytest.mark.parametrize(
    ("typed", "quantity", "expected"),
    [
        ("RTX 4090 四卡工作站 | 4×24GB | 2台 | 15万", 2, FOUR),
        ("RTX4090四卡工作站", 1, FOUR),
        ("RTX 4090×4 工作站 2台 15万", 2, FOUR),
        ("RTX 4090 工作站 | 4×24GB，8×32GB 内存 | 1", 1, FOUR),
        ("四卡工作站 | RTX 4090 24G*4 | 2台", 2, FOUR),
        ("RTX 4090 四卡 x2 15万", 2, FOUR),
        ("4x RTX 4090 workstation", 1, FOUR),
        ("名称\t规格\t数量\nGPU服务器\tRTX 4090 24GB×8，512G内存\t1", 1, ("class-srv-8x4090", "nv-rtx4090", 8)),
        ("RTX 5090 4卡服务器", 1, ("class-srv-4x5090", "nv-rtx5090", 4)),
        # offered, not taken: the class is one of servers; how many cards is not said; there is no such row
        ("RTX 5090 四卡工作站", 1, ("", "nv-rtx5090", 4)),
        ("RTX 4090 工作站 2 15万", 2, ("", "nv-rtx4090", 0)),
        ("RTX 3090 四卡工作站 2台", 2, ("", "nv-rtx3090", 4)),
        ("戴尔 XE9680 服务器 2台", 2, ("dell-xe9680", "", 0)),
    ],
)
def test_a_machine_is_never_one_bare_card(
    desk: Desk, typed: str, quantity: int, expected: tuple[str, str, int]
) -> None:
    line = read_lines(typed, desk.store)[0]
    assert (line.quantity, line.item, line.card[0], line.cards) == (quantity, *expected)
    assert line.role == "compute"
    assert "nv-rtx4090" not in dict(line.matches)
    made = plan_of_lines((line,), "", None, desk, "given").alternatives[0].lines[0]
    assert bool(made.item) == bool(line.item)
    assert made.cards_per_unit == line.cards
    assert bool(made.card) == bool(line.cards)  # a card without a number of them would count as one


def test_a_machine_of_unknown_cards_is_offered_by_its_cards(desk: Desk) -> None:
    line = read_lines("RTX 4090 工作站 15万", desk.store)[0]
    assert {"class-ws-1x4090", "class-ws-2x4090", "class-ws-4x4090"} <= set(dict(line.matches))
    chosen = plan_of_lines((take(line, "class-ws-2x4090"),), "", None, desk, "given").alternatives[0].lines[0]
    assert chosen.cards_per_unit == 2


def test_name_and_specification_that_disagree_are_said(desk: Desk) -> None:
    line = read_lines("RTX 4090 四卡工作站 | 2×24GB | 1台", desk.store)[0]
    assert line.note is not None
    assert line.note.id == "lines.cards"
    assert (line.item, line.cards) == ("", 0)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("群晖 NAS 8盘位", "storage"),
        ("24口千兆交换机", "network"),
        ("服务器机柜", "rack"),
        ("在线式不间断电源", "ups"),
        ("UPS 3kVA", "ups"),
        ("机房空调", "cooling"),
        ("三年维保服务", "service"),
        ("16A 插座", "works"),
        ("实验室电路改造", "works"),
        ("存储服务器", "storage"),
        ("无名服务器", "compute"),
        ("服务器（含三年维保）", "compute"),
        ("服务器安装调试", "service"),
        ("服务器内存 64G", "other"),
        ("PDU 插座", "pdu"),
        ("云服务器", "cloud"),
    ],
)
def test_words_of_a_name_say_its_kind(desk: Desk, name: str, role: str) -> None:
    line = read_lines(name, desk.store)[0]
    assert line.role == role
    assert line.item == ""
    made = plan_of_lines((line,), "", None, desk, "given").alternatives[0].lines[0]
    assert made.role == role


def test_a_card_for_workstations_is_a_card(desk: Desk) -> None:
    assert not is_machine("RTX PRO 6000 Blackwell Workstation Edition")
    assert not is_machine("服务器显卡 A100")
    assert read(desk, "RTX 4090 24GB 显卡 4块") == [("RTX 4090 24GB 显卡", 4, None, "nv-rtx4090")]


def test_a_near_model_is_offered_and_not_taken(desk: Desk) -> None:
    line = read_lines("联想 SR650 2台 8.5万", desk.store)[0]
    assert line.item == ""
    assert line.matches[0][0] == "lenovo-sr650a-v4"
    assert take(line, "lenovo-sr650a-v4").item == "lenovo-sr650a-v4"


def test_what_does_not_add_up_is_said(desk: Desk) -> None:
    wrong = read_lines("名称\t数量\t单价\t金额\nRTX 4090\t4\t16000\t60000\n硬盘\t2\t\t3000", desk.store)
    assert wrong[0].note is not None
    assert wrong[0].note.id == "lines.sum"
    assert wrong[1].price is not None
    assert wrong[1].price.amount == Decimal(1500)  # 3,000 / 2
    assert wrong[1].note is not None
    odd = read_lines("名称\t数量\t单价\nRTX 4090\t4\t面议", desk.store)[0]
    assert odd.price is None
    assert odd.note is not None
    assert odd.note.id == "lines.price"


def test_the_plan_keeps_every_line(desk: Desk) -> None:
    lines = read_lines(SHEET + "\nzxcv", desk.store)
    plan = plan_of_lines(lines, "", None, desk, "given")
    made = plan.alternatives[0].lines
    assert [line.title.zh for line in made] == ["GeForce RTX 4090", "无名工作站", "zxcv"]
    assert [line.quantity for line in made] == [4, 1, 1]
    assert [bool(line.card or line.item) for line in made] == [True, False, False]
    assert [line.price.chosen for line in made] == [Decimal("16000.00"), Decimal("25000.00"), None]
    money = assess(plan, "A", desk.today).context.money
    assert money.known_part.money is not None
    assert money.known_part.money.amount == Decimal(89000)
    with pytest.raises(InputError):
        plan_of_lines((), "", None, desk, "none")


def test_too_many_lines_are_refused(desk: Desk) -> None:
    with pytest.raises(InputError):
        read_lines("x\n" * 501, desk.store)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_no_text_is_lost_or_fails(desk: Desk, typed: str) -> None:
    for line in read_lines(typed, desk.store):
        assert line.quantity >= 1
        assert line.name

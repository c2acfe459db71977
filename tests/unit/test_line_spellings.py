"""How people write cards and machines in a list, and what each is: the cards, how many, the row taken, what is offered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import plan_of_lines, read_lines
from desktop_app.services.model_words import count_of, has_model, model_groups
from desktop_app.services.pasting import pasted
from desktop_app.services.read_line import ReadLine, is_recognised, take


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    folder: Path = tmp_path_factory.mktemp("spellings")
    made = open_desk(folder / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


def one(desk: Desk, typed: str) -> ReadLine:
    (line,) = read_lines(typed, desk.store)
    return line


HUAWEI = {"hw-atlas-800t-a2", "hw-atlas-800i-a2", "hw-910b1", "hw-910b2", "hw-910b3", "hw-910b4"}
H20 = {"inspur-nf5688m7", "nv-h20-96", "nv-h20-141"}  # an NF5688M7 is listed with H100, H800, H20, H200


@pytest.mark.parametrize(
    ("typed", "cards", "offered"),
    [
        ("昇腾 910B 8卡服务器", 8, HUAWEI),
        ("昇腾910B 八卡服务器", 8, HUAWEI),
        ("8卡昇腾910B服务器", 8, HUAWEI),
        ("8*昇腾910B 服务器 1台", 8, HUAWEI),
        ("昇腾910B*8 服务器", 8, HUAWEI),
        ("华为 昇腾 910B 8卡训练服务器", 8, HUAWEI),
        ("Ascend 910B 8卡服务器", 8, HUAWEI),
        ("服务器（8卡昇腾910B）", 8, HUAWEI),
        ("昇腾910B八卡一体机", 8, HUAWEI),
        ("8卡 910B", 8, HUAWEI),
        ("8*H20整机", 8, H20),
        ("H20*8整机", 8, H20),
        ("8×H20 服务器", 8, H20),
        ("H20 8卡整机", 8, H20),
        ("8卡H20服务器", 8, H20),
        ("H20八卡整机 1台 95万", 8, H20),
        ("GPU服务器 8*H20", 8, H20),
        ("Ｈ２０ ８卡整机", 8, H20),
        ("十六卡 H20 服务器", 16, {"nv-h20-96", "nv-h20-141"}),
        ("沐曦 C500 8卡服务器", 8, {"mx-c500-oam", "mx-c500-pcie"}),
        ("H800 8卡服务器", 8, {"inspur-nf5688m7", "nv-h800-pcie", "nv-h800-sxm"}),
        ("A800 八卡服务器", 8, {"inspur-nf5688m6", "h3c-r5500-g5", "nv-a800-pcie-80", "nv-a800-sxm-80"}),
        ("RTX PRO 6000 8卡服务器", 8, {"class-srv-8x-pcie-600w", "nv-pro6000bw-srv", "nv-pro6000bw-ws"}),
    ],
)
def test_a_machine_of_several_cards_is_offered_and_not_taken(
    desk: Desk, typed: str, cards: int, offered: set[str]
) -> None:
    line = one(desk, typed)
    assert (line.role, line.item, line.cards, line.quantity) == ("compute", "", cards, 1)
    assert offered <= set(dict(line.matches))
    if len(offered) < len(line.matches):
        assert typed.startswith(("A800", "RTX"))
    assert not {"dgx-h200", "nv-h200-sxm", "nv-h100-sxm"} & set(dict(line.matches))


@pytest.mark.parametrize(
    ("typed", "item", "card", "cards"),
    [
        ("4卡4090工作站", "class-ws-4x4090", "nv-rtx4090", 4),
        ("4090四卡工作站", "class-ws-4x4090", "nv-rtx4090", 4),
        ("4*4090工作站", "class-ws-4x4090", "nv-rtx4090", 4),
        ("4090*4 工作站", "class-ws-4x4090", "nv-rtx4090", 4),
        ("4张4090工作站", "class-ws-4x4090", "nv-rtx4090", 4),
        ("RTX 4090 四卡工作站*2", "class-ws-4x4090", "nv-rtx4090", 4),
        ("双卡4090工作站", "class-ws-2x4090", "nv-rtx4090", 2),
        ("2x 4090 workstation", "class-ws-2x4090", "nv-rtx4090", 2),
        ("单卡 RTX 4090 工作站", "class-ws-1x4090", "nv-rtx4090", 1),
        ("2卡5090工作站", "class-ws-2x5090", "nv-rtx5090", 2),
        ("8卡4090服务器", "class-srv-8x4090", "nv-rtx4090", 8),
        ("双路8卡4090服务器", "class-srv-8x4090", "nv-rtx4090", 8),
        ("GPU服务器(8*RTX 4090 24G)", "class-srv-8x4090", "nv-rtx4090", 8),
        ("GPU 服务器 2*EPYC 9654 8*4090", "class-srv-8x4090", "nv-rtx4090", 8),
        ("Atlas 800T A2 训练服务器", "hw-atlas-800t-a2", "", 0),
        ("Atlas 800T A2 8*910B", "hw-atlas-800t-a2", "", 8),
        ("戴尔 PowerEdge XE9680 8*H100", "dell-xe9680", "", 8),
        ("浪潮 NF5688M7 8卡H20", "inspur-nf5688m7", "", 8),
        ("戴尔 R750xa 2*A100", "dell-r750xa", "", 2),
        # the cards are sure, the machine is in no row or may be one of several
        ("L20 8卡服务器", "", "nv-l20", 8),
        ("GPU服务器 8*L20", "", "nv-l20", 8),
        ("8卡 L40S 服务器", "", "nv-l40s", 8),
        ("4卡 A6000 工作站", "", "nv-a6000", 4),
        ("联想 P620 工作站 2*A6000", "", "nv-a6000", 2),
        ("RTX4090D八卡服务器", "", "nv-rtx4090d", 8),
        ("H20 96G*8 服务器", "", "nv-h20-96", 8),
        ("H20 141G 8卡整机", "", "nv-h20-141", 8),
        ("昇腾910B3 8卡服务器", "", "hw-910b3", 8),
        ("RTX 6000 Ada 4卡工作站", "", "nv-rtx6000ada", 4),
        ("A100 PCIe 80G 8卡服务器", "", "nv-a100-pcie-80", 8),
        ("寒武纪 MLU370-X8 8卡服务器", "", "cam-mlu370-x8", 8),
        ("摩尔线程 S4000 8卡服务器", "", "mtt-s4000", 8),
        ("8*MI325X 服务器", "", "amd-mi325x", 8),
    ],
)
def test_machines_with_their_cards(desk: Desk, typed: str, item: str, card: str, cards: int) -> None:
    line = one(desk, typed)
    assert (line.role, line.item, line.card[0], line.cards) == ("compute", item, card, cards)
    assert is_recognised(line)


@pytest.mark.parametrize(
    ("typed", "quantity", "item", "offered"),
    [
        ("昇腾910B", 1, "", {"hw-910b1", "hw-910b2", "hw-910b3", "hw-910b4"}),
        ("910B*8", 8, "", {"hw-910b1", "hw-910b2", "hw-910b3", "hw-910b4"}),
        ("昇腾910B2", 1, "hw-910b2", {"hw-910b2"}),
        ("8张H20", 8, "", {"nv-h20-96", "nv-h20-141"}),
        ("8 张 H20", 8, "", {"nv-h20-96", "nv-h20-141"}),
        ("H20 8张", 8, "", {"nv-h20-96", "nv-h20-141"}),
        ("8*H20", 8, "", {"nv-h20-96", "nv-h20-141"}),
        ("H20 96G", 1, "nv-h20-96", {"nv-h20-96"}),
        ("四张4090显卡", 4, "nv-rtx4090", {"nv-rtx4090", "nv-rtx4090d"}),
        ("4张4090", 4, "nv-rtx4090", {"nv-rtx4090"}),
        ("L4 x 4", 4, "nv-l4", {"nv-l4"}),
        ("L40", 1, "nv-l40", {"nv-l40"}),
        ("A10", 1, "nv-a10", {"nv-a10"}),
        ("T4", 1, "nv-t4", {"nv-t4"}),
    ],
)
def test_bare_cards(desk: Desk, typed: str, quantity: int, item: str, offered: set[str]) -> None:
    line = one(desk, typed)
    assert (line.quantity, line.item, line.cards) == (quantity, item, 0)
    assert offered <= set(dict(line.matches))


def test_a_bare_model_is_no_machine_named_after_it(desk: Desk) -> None:
    line = one(desk, "H200")
    assert line.item == ""
    assert [name for name, _ in line.matches][:2] == ["nv-h200-nvl", "nv-h200-sxm"]
    assert one(desk, "DGX H200").item == "dgx-h200"


@pytest.mark.parametrize(
    ("typed", "role", "cards"),
    [
        ("8卡GPU服务器", "compute", 8),
        ("无名服务器", "compute", 0),
        ("2*EPYC 9654 服务器", "compute", 0),  # processors, not cards
        ("64核 EPYC 7763 服务器", "compute", 0),
        ("服务器 8*DDR5 32G", "compute", 0),
        ("服务器 8*32G 内存", "other", 0),
        ("4090水冷头", "other", 0),
        ("4090显卡支架", "other", 0),
        ("H20机柜", "rack", 0),
        ("存储服务器 910B", "storage", 0),
        ("交换机 910B", "network", 0),
        ("8口交换机", "network", 0),
        ("8盘位NAS", "storage", 0),
        ("910B 8卡云服务器", "cloud", 0),
        ("8卡服务器安装调试", "service", 0),
        ("宁畅 X640 G30", "other", 0),
        ("YJV 5*16", "other", 0),
    ],
)
def test_what_must_stay_open(desk: Desk, typed: str, role: str, cards: int) -> None:
    line = one(desk, typed)
    assert (line.role, line.item, line.card, line.cards, line.matches) == (role, "", ("", ""), cards, ())
    assert not is_recognised(line)
    assert line.quantity == 1


@pytest.mark.parametrize(
    ("typed", "quantity"), [("网线 x100", 100), ("100张椅子", 100), ("RTX 4090 工作站*2", 2), ("宁畅 X640 G30 2台", 2)]
)
def test_a_number_of_pieces_is_no_price_and_a_model_no_number(desk: Desk, typed: str, quantity: int) -> None:
    line = one(desk, typed)
    assert (line.quantity, line.price) == (quantity, None)


def test_cards_of_a_machine_that_is_in_no_row_can_be_taken(desk: Desk) -> None:
    line = one(desk, "8*H20整机 2台")
    assert dict(line.matches)["nv-h20-141"] == "8 × H20 SXM5 141GB"
    plan = plan_of_lines((take(line, "nv-h20-141"),), "", None, desk, "given")
    made = plan.alternatives[0].lines[0]
    card = plan.item_of(made.card)
    assert card is not None
    assert (card.id, made.item, made.cards_per_unit, made.quantity, made.role) == ("nv-h20-141", "", 8, 2, "compute")
    assert made.title.zh == "8*H20整机"


MODELS = {"4090": "nv-rtx4090", "RTX 5090": "nv-rtx5090", "L20": "nv-l20", "L40S": "nv-l40s", "A6000": "nv-a6000"}
COUNTS = {"4": 4, "8": 8, "四": 4, "八": 8}
ORDERS = (
    *(
        "{model} {n}卡{kind}",
        "{model}{n}卡{kind}",
        "{n}卡{model}{kind}",
        "{n}卡 {model} {kind}",
        "{kind} {n}卡 {model}",
    ),
    *("{n}*{model}{kind}", "{n}×{model} {kind}", "{model}*{n} {kind}", "{model}×{n}{kind}", "{kind} {n}*{model}"),
    *("{n}张{model}{kind}", "{kind}（{n}×{model}）"),
)


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_of_model_count_and_kind_says_the_same(desk: Desk, order: str) -> None:
    for (model, card), (count, cards), kind in product(MODELS.items(), COUNTS.items(), ("工作站", "服务器", "整机")):
        if ("卡" not in order and not count.isdigit()) or ("{model}{n}" in order and count.isdigit()):
            continue  # 八*L20 and 40904卡 nobody writes
        typed = order.format(model=model, n=count, kind=kind)
        line = one(desk, typed)
        assert (typed, line.card[0], line.cards, line.quantity) == (typed, card, cards, 1)
        assert (typed, line.role) == (typed, "compute")


@pytest.mark.parametrize(
    ("text", "model", "fits"),
    [
        ("H200 SXM 141GB", "H20", False),
        ("H20 SXM5 96GB", "H20", True),
        ("Ascend 910B3", "910B", True),
        ("Ascend 910B3", "Ascend 910B", True),
        ("Ascend 910C (dual die)", "910B", False),
        ("GeForce RTX 4090 D", "4090D", True),
        ("GeForce RTX 4090 D", "RTX4090D", True),
        ("A100 SXM4 80GB", "A100-80G", False),  # the size is no part of the model
        ("A10G 24GB (AWS G5)", "A10", False),
        ("L40S 48GB", "L40", False),
        ("8x RTX PRO 6000 Server", "RTX 6000", False),
        ("HGX H100/H800/H20/H200 8-GPU", "H20", True),
        ("BI-V100 32GB", "V100", False),
        ("", "H20", False),
        ("H20", "", False),
    ],
)
def test_models_are_compared_by_whole_words(text: str, model: str, fits: bool) -> None:
    assert has_model(text, model) is fits


def test_counts_in_a_row_of_a_machine() -> None:
    assert count_of("10x H200 NVL or 8x RTX PRO 6000 Server", "PRO 6000") == 8
    assert count_of("10x H200 NVL or 8x RTX PRO 6000 Server", "H200") == 10
    assert count_of("HGX A100/A800 8-GPU, 6 NVSwitch", "A800") == 8
    assert count_of("HGX A100/A800 8-GPU, 6 NVSwitch", "H20") == 0


@given(st.text(max_size=40))
def test_any_text_has_models_that_are_found_in_it(text: str) -> None:
    for model in model_groups(text):
        assert model.split()[-1] in model
        has_model(text, model)


NAMES = st.sampled_from(
    ["昇腾 910B 8卡服务器", "4卡4090工作站", "8*H20整机", "L40S", "48口交换机", "UPS 3kVA", "机柜 42U", "三年维保服务", "甲乙丙", "L20 8卡服务器"]
)  # fmt: skip
ROWS = st.lists(st.tuples(NAMES, st.integers(1, 40), st.sampled_from(["", "15万", "3700", "US$ 900"])), min_size=1, max_size=5)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROWS)
def test_pasting_makes_the_lines_that_the_start_page_makes(desk: Desk, rows: list[tuple[str, int, str]]) -> None:
    cells = [tuple(str(cell) for cell in row) for row in rows]
    text = "\n".join("\t".join(row) for row in cells)
    read = read_lines(text, desk.store)
    wanted = plan_of_lines(read, "", None, desk, "given").alternatives[0].lines
    empty = plan_of_lines(read_lines("甲", desk.store), "", None, desk, "other")
    done = pasted(empty, empty.alternatives[0], cells, "", (), desk.store)
    after, _ = done.edit.apply(empty)
    got = after.alternatives[0].lines[1:]

    def shape(lines: object) -> list[tuple[object, ...]]:
        assert isinstance(lines, tuple)
        return [(x.title, x.role, x.item, x.card, x.cards_per_unit, x.quantity, x.price) for x in lines]

    assert shape(got) == shape(wanted)
    assert [line.quantity for line in got] == [row[1] for row in rows]
    goods = [line for line in read if line.role not in ("service", "software", "works")]
    if not goods:
        assert done.detail is None
        return
    assert done.detail is not None
    values = done.detail.values
    assert values["count"] == len(goods)
    assert values["known"] == sum(is_recognised(line) and not (line.matches and not line.item) for line in goods)

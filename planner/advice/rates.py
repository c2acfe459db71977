"""Formulas that only advice uses: chips to hold a model, speculation, shares of a budget, effort of a move."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

CHIPS_TO_HOLD = Formula(
    key="advice.chips_to_hold",
    label=Labelled(zh="放下权重所需芯片数", en="Chips that hold the weights"),
    text="ceil(weights_gb / chip_gb)",
    unit="1",
    source="weights divided by the memory of one chip, nothing beside them",
    function=lambda weights_gb, chip_gb: float(math.ceil(weights_gb / chip_gb)),
)
WEIGHT_GB = Formula(
    key="advice.weight_gb",
    label=Labelled(zh="权重", en="Weights"),
    text="params_b * bits / 8",
    unit="GB",
    source="parameters x bits",
    function=lambda params_b, bits: params_b * bits / 8,
)
SPEED_UP_AT_BATCH = Formula(
    key="advice.speed_up_at_batch",
    label=Labelled(zh="投机解码加速比（按批量）", en="Speed-up of speculative decoding at a batch"),
    text="one_stream / max(1, batch * (drafted + 1) / knee_batch)",
    unit="1",
    source="speed-up of one stream; beyond the knee checking K + 1 tokens of each sequence is what takes the time",
    function=lambda one_stream, batch, drafted, knee_batch: one_stream / max(1, batch * (drafted + 1) / knee_batch),
)
LARGEST_BATCH = Formula(
    key="advice.largest_batch",
    label=Labelled(zh="投机解码仍有收益的批量", en="Batch up to which speculation is free to check"),
    text="knee_batch / (drafted + 1)",
    unit="1",
    source="K + 1 tokens of each sequence are checked at once; they must stay below the knee",
    function=lambda knee_batch, drafted: knee_batch / (drafted + 1),
)
SHARDED_GB = Formula(
    key="advice.sharded_gb",
    label=Labelled(zh="每卡训练状态", en="States of training on each card"),
    text="params_b * bytes_per_param / ranks",
    unit="GB",
    source="parameters x bytes a parameter, divided over the data-parallel ranks; no activations",
    function=lambda params_b, bytes_per_param, ranks: params_b * bytes_per_param / ranks,
)
TOGETHER_GIB = Formula(
    key="advice.together_gib",
    label=Labelled(zh="同时运行所需显存", en="Memory of both at once"),
    text="training_gib + serving_gib",
    unit="GiB",
    source="training and service on the same card at the same time",
    function=lambda training_gib, serving_gib: training_gib + serving_gib,
)
QUOTIENT = Formula(
    key="advice.quotient",
    label=Labelled(zh="倍数", en="Ratio"),
    text="above / below",
    unit="1",
    source="one divided by the other",
    function=lambda above, below: above / below,
)


def _pass(unit: str, name: str) -> Formula:
    return Formula(
        key=f"advice.pass_{name}",
        label=Labelled(zh="合格值", en="Pass value"),
        text="nominal * share",
        unit=unit,
        source="nominal value x share that tests reach",
        function=lambda nominal, share: nominal * share,
    )


PASS_TFLOPS = _pass("TFLOPS", "tflops")
PASS_GBS = _pass("GB/s", "gbs")
PASS_TPS = _pass("tok/s", "tps")
PASS_SHARE = _pass("1", "share")
PASS_TIME = Formula(
    key="advice.pass_time",
    label=Labelled(zh="合格时间", en="Pass time"),
    text="expected_s * factor",
    unit="s",
    source="expected time x error that nine of ten published cases stay within",
    function=lambda expected_s, factor: expected_s * factor,
)
ADAPTATION_COST = Formula(
    key="advice.adaptation_cost",
    label=Labelled(zh="移植费用", en="Cost of the move"),
    text="weeks * week_price",
    unit="CNY",
    source="person-weeks x price of a week; once, added to price x time and never multiplied with it",
    function=lambda weeks, week_price: weeks * week_price,
)
CARDS_POWER_W = Formula(
    key="advice.cards_power_w",
    label=Labelled(zh="显卡总功率", en="Power of the cards"),
    text="cards * card_w",
    unit="W",
    source="rated power of each card, host and losses beside that",
    function=lambda cards, card_w: cards * card_w,
)
SUM_BYTES = Formula(
    key="advice.sum_bytes",
    label=Labelled(zh="每参数字节数", en="Bytes of a parameter"),
    text="sum(parts)",
    unit="B",
    source="sum of the parts",
    function=lambda parts: sum(parts),
)

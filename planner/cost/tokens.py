"""Cost of text: per million tokens, by API or on own machines, and where both cost the same."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

COST = Formula(
    key="token.cost",
    label=Labelled(zh="每百万 token 成本", en="Cost of a million tokens"),
    text="rate_h * gpus / (tok_s * 3600 * load) * 1000000",
    unit="money",
    source="hourly cost divided by tokens of an hour at that load",
    function=lambda rate_h, gpus, tok_s, load: rate_h * gpus / (tok_s * 3600 * load) * 1000000,
)
API_COST = Formula(
    key="token.api_cost",
    label=Labelled(zh="API 费用", en="Cost by API"),
    text="in_mtok * in_price + out_mtok * out_price + cached_mtok * cached_price",
    unit="money",
    source="tokens in, out and cached, each at its price",
    function=lambda in_mtok, in_price, out_mtok, out_price, cached_mtok, cached_price: (
        in_mtok * in_price + out_mtok * out_price + cached_mtok * cached_price
    ),
)
API_PLAIN_COST = Formula(
    key="token.api_plain_cost",
    label=Labelled(zh="API 费用（无缓存）", en="Cost by API without cached tokens"),
    text="in_mtok * in_price + out_mtok * out_price",
    unit="money",
    source="tokens in and out, each at its price",
    function=lambda in_mtok, in_price, out_mtok, out_price: in_mtok * in_price + out_mtok * out_price,
)
SELFHOST_COST = Formula(
    key="token.selfhost_cost",
    label=Labelled(zh="自建费用", en="Cost of own hosting"),
    text="gpu_h * hours * (1 + overhead)",
    unit="money",
    source="hours x hourly cost, plus overhead",
    function=lambda gpu_h, hours, overhead: gpu_h * hours * (1 + overhead),
)
SELFHOST_MINUS_API = Formula(
    key="token.selfhost_minus_api",
    label=Labelled(zh="自建与 API 之差", en="Own hosting less API"),
    text="gpu_h * hours * (1 + overhead) - in_mtok * in_price - out_mtok * out_price",
    unit="money",
    source="difference of the two",
    function=lambda gpu_h, hours, overhead, in_mtok, in_price, out_mtok, out_price: (
        gpu_h * hours * (1 + overhead) - in_mtok * in_price - out_mtok * out_price
    ),
)
EQUAL_MTOK = Formula(
    key="token.equal_mtok",
    label=Labelled(zh="自建与 API 持平用量", en="Tokens at which own hosting and API cost the same"),
    text="gpu_h * hours * (1 + overhead) / (in_share * in_price + (1 - in_share) * out_price)",
    unit="1e6 tokens",
    source="cost of hosting divided by the mixed price of a million tokens",
    function=lambda gpu_h, hours, overhead, in_share, in_price, out_price: (
        gpu_h * hours * (1 + overhead) / (in_share * in_price + (1 - in_share) * out_price)
    ),
)
CAPACITY_B = Formula(
    key="token.capacity_b",
    label=Labelled(zh="可产出 token", en="Tokens that can be made"),
    text="tok_s * 3600 * hours / 1000000000",
    unit="1e9 tokens",
    source="speed x time",
    function=lambda tok_s, hours: tok_s * 3600 * hours / 1000000000,
)
MARGIN_PCT = Formula(
    key="token.margin_pct",
    label=Labelled(zh="毛利率", en="Margin on cost"),
    text="100 * (revenue - cost) / cost",
    unit="%",
    source="(revenue - cost) / cost",
    function=lambda revenue, cost: 100 * (revenue - cost) / cost,
)
UNIT_COST = Formula(
    key="token.unit_cost",
    label=Labelled(zh="数量乘单价", en="Quantity at a price"),
    text="quantity * price",
    unit="money",
    source="quantity x price",
    function=lambda quantity, price: quantity * price,
)
NAIVE_CARDS = Formula(
    key="token.naive_cards",
    label=Labelled(zh="按单流带宽估的卡数（陷阱）", en="Cards by the single-stream bound, a trap"),
    text="ceil(tok_s / (bw_gbs / model_gb))",
    unit="cards",
    source="bandwidth / model size is a bound for one stream: it ignores batching and must not count cards",
    function=lambda tok_s, bw_gbs, model_gb: float(math.ceil(tok_s / (bw_gbs / model_gb))),
    error_class="trap",
)
TUNE_GB = Formula(
    key="token.tune_gb",
    label=Labelled(zh="全参训练状态", en="States of full tuning"),
    text="params_b * bytes_per_param",
    unit="GB",
    source="parameters x bytes a parameter, no activations",
    function=lambda params_b, bytes_per_param: params_b * bytes_per_param,
)
TUNE_CARDS = Formula(
    key="token.tune_cards",
    label=Labelled(zh="全参训练卡数（仅状态）", en="Cards for the states of full tuning"),
    text="ceil(params_b * bytes_per_param / card_gb)",
    unit="cards",
    source="states divided by the memory of a card, no activations",
    function=lambda params_b, bytes_per_param, card_gb: float(math.ceil(params_b * bytes_per_param / card_gb)),
)
TRAIN_HOURS = Formula(
    key="token.train_hours",
    label=Labelled(zh="训练时间", en="Hours of training"),
    text="6 * params * tokens / (tflops * 1000000000000) / 3600",
    unit="h",
    source="6 operations for each parameter and token",
    function=lambda params, tokens, tflops: 6 * params * tokens / (tflops * 1000000000000) / 3600,
)
TRAIN_COST = Formula(
    key="token.train_cost",
    label=Labelled(zh="训练费用", en="Cost of training"),
    text="6 * params * tokens / (tflops * 1000000000000) / 3600 * rate_h",
    unit="money",
    source="hours x rate",
    function=lambda params, tokens, tflops, rate_h: 6 * params * tokens / (tflops * 1000000000000) / 3600 * rate_h,
)

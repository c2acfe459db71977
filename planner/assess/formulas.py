"""Formulas of the assessment's bookkeeping: units to lines, lines to totals, money as shown."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

_COUNT = "counting: units times value of one unit"
_SUM = "sum of the parts"

UNITS_U = Formula(
    key="assess.units_u",
    label=Labelled(zh="数量 × 单台高度", en="quantity times height of one unit"),
    text="quantity * unit_u",
    unit="U",
    source=_COUNT,
    function=lambda quantity, unit_u: quantity * unit_u,
)
UNITS_APART_U = Formula(
    key="assess.units_apart_u",
    label=Labelled(
        zh="数量 × 单台高度 − 与正面设备共用的高度", en="quantity times height, less what stands behind others"
    ),
    text="quantity * unit_u - shared_u",
    unit="U",
    source="a machine at the rear takes no rack unit of its own where one at the front stands before it",
    function=lambda quantity, unit_u, shared_u: quantity * unit_u - shared_u,
)
RACK_KW = Formula(
    key="check.rack_kw",
    label=Labelled(zh="机柜内设备功率", en="Power of machines in a rack"),
    text="units * unit_w / 1000",
    unit="kW",
    source="units in the rack times the maximum power of one",
    function=lambda units, unit_w: units * unit_w / 1000,
)
SUM_KW = Formula(
    key="check.sum_kw",
    label=Labelled(zh="机柜功率", en="Power of the rack"),
    text="sum(parts_kw)",
    unit="kW",
    source="sum of the parts",
    function=lambda parts_kw: math.fsum(parts_kw),
)
UNITS_KG = Formula(
    key="assess.units_kg",
    label=Labelled(zh="数量 × 单台重量", en="quantity times weight of one unit"),
    text="quantity * unit_kg",
    unit="kg",
    source=_COUNT,
    function=lambda quantity, unit_kg: quantity * unit_kg,
)
TOTAL_U = Formula(
    key="assess.total_u",
    label=Labelled(zh="机架单元合计", en="sum of rack units"),
    text="sum(parts_u)",
    unit="U",
    source=_SUM,
    function=lambda parts_u: math.fsum(parts_u),
)
TOTAL_KG = Formula(
    key="assess.total_kg",
    label=Labelled(zh="重量合计", en="sum of weight"),
    text="sum(parts_kg)",
    unit="kg",
    source=_SUM,
    function=lambda parts_kg: math.fsum(parts_kg),
)
CAPPED_W = Formula(
    key="assess.capped_w",
    label=Labelled(zh="限功率后的最大功率", en="maximum power with capped cards"),
    text="min(uncapped_w, max(uncapped_w - cards * max(0, card_w - cap_w) / psu_efficiency, "
    "cards * min(card_w, cap_w) / psu_efficiency))",
    unit="W",
    source="energy balance at the wall: what the cards no longer draw, divided by the supply's efficiency; never less "
    "than the capped cards draw, nor more than without the cap",
    function=lambda uncapped_w, cards, card_w, cap_w, psu_efficiency: min(
        uncapped_w,
        max(
            uncapped_w - cards * max(0.0, card_w - cap_w) / psu_efficiency,
            cards * min(card_w, cap_w) / psu_efficiency,
        ),
    ),
)
ROW_HOST_W = Formula(
    key="assess.row_host_w",
    label=Labelled(
        zh="主机其余部分功率（由产品库数值推算）", en="power of the rest of the host, from the machine's row"
    ),
    text="machine_w * psu_efficiency - old_cards * old_w",
    unit="W",
    source="energy balance: what the machine's row leaves behind the supply beside the cards it is listed with",
    function=lambda machine_w, psu_efficiency, old_cards, old_w: machine_w * psu_efficiency - old_cards * old_w,
    error_class="power.estimate",
)
SHARE_HOST_W = Formula(
    key="assess.share_host_w",
    label=Labelled(zh="主机其余部分功率（按比例估算）", en="power of the rest of the host, by its share"),
    text="cards * new_w * host_share",
    unit="W",
    source="customary share of the host beside its cards, see the value's own source",
    function=lambda cards, new_w, host_share: cards * new_w * host_share,
    error_class="power.estimate",
)
OTHER_CARDS_W = Formula(
    key="assess.other_cards_w",
    label=Labelled(zh="按所选加速卡估算的整机最大功率", en="maximum power estimated with the cards planned"),
    text="(cards * new_w + host_w) / psu_efficiency",
    unit="W",
    source="the cards planned and the rest of the host, over the supply's efficiency; an estimate until the maker says it",
    function=lambda cards, new_w, host_w, psu_efficiency: (cards * new_w + host_w) / psu_efficiency,
    error_class="power.estimate",
)
SHARE_OF_W = Formula(
    key="assess.share_of_w",
    label=Labelled(zh="按比例取功率", en="share of a power"),
    text="whole_w * share",
    unit="W",
    source="customary share, see the value's own source",
    function=lambda whole_w, share: whole_w * share,
)
CONNECTED_W = Formula(
    key="assess.connected_w",
    label=Labelled(zh="所接设备最大功率", en="maximum power of what is plugged in"),
    text="units * share * unit_w",
    unit="W",
    source="units on this outlet times the share of their load that it carries",
    function=lambda units, share, unit_w: units * share * unit_w,
)
LINE_YUAN = Formula(
    key="assess.line_yuan",
    label=Labelled(zh="数量 × 含税单价", en="quantity times unit price with tax"),
    text="quantity * price",
    unit="CNY",
    source="line amount, rounded half up once to the fen",
    function=lambda quantity, price: quantity * price,
)
WITH_TAX_YUAN = Formula(
    key="assess.with_tax_yuan",
    label=Labelled(zh="不含税单价 ×（1+税率）", en="unit price without tax times (1 + rate)"),
    text="price * (1 + vat_rate)",
    unit="CNY",
    source="增值税法: price with tax",
    function=lambda price, vat_rate: price * (1 + vat_rate),
)
EXCHANGED_YUAN = Formula(
    key="assess.exchanged_yuan",
    label=Labelled(zh="外币单价 × 汇率", en="price times exchange rate"),
    text="price * rate",
    unit="CNY",
    source="exchange rate as entered in the plan",
    function=lambda price, rate: price * rate,
)
TOTAL_YUAN = Formula(
    key="assess.total_yuan",
    label=Labelled(zh="各项金额合计", en="sum of amounts"),
    text="sum(amounts)",
    unit="CNY",
    source="printed sum is the sum of the printed lines",
    function=lambda amounts: math.fsum(amounts),
)
VAT_YUAN = Formula(
    key="assess.vat_yuan",
    label=Labelled(zh="含税价中的增值税额", en="VAT in the price"),
    text="gross - gross / (1 + vat_rate)",
    unit="CNY",
    source="增值税法: tax in a price with tax, by line",
    function=lambda gross, vat_rate: gross - gross / (1 + vat_rate),
)
CONTINGENCY_YUAN = Formula(
    key="assess.contingency_yuan",
    label=Labelled(zh="预备费", en="contingency"),
    text="total * rate",
    unit="CNY",
    source="share of the planned lines set in the plan",
    function=lambda total, rate: total * rate,
)
MARGIN_YUAN = Formula(
    key="assess.margin_yuan",
    label=Labelled(zh="预算结余", en="budget left"),
    text="budget - planned",
    unit="CNY",
    source="budget less what is planned with contingency",
    function=lambda budget, planned: budget - planned,
)
CURRENT_3PH_LN_A = Formula(
    key="assess.current_3ph_ln_a",
    label=Labelled(zh="三相电流（按相电压）", en="three-phase current from the line-to-neutral voltage"),
    text="power_w / (3 * volts_ln_v * power_factor)",
    unit="A",
    source="I = P / (3 x U line to neutral x power factor), balanced load",
    function=lambda power_w, volts_ln_v, power_factor: power_w / (3 * volts_ln_v * power_factor),
)
ON_A_LINE_W = Formula(
    key="assess.on_a_line_w",
    label=Labelled(zh="一相上的最大负载", en="largest load of one line"),
    text="sum(own_w) + sum(open_w) + sum(spread_w) / 3",
    unit="W",
    source="single-phase loads of this line, those of which nobody said the line (they may be on it), and a third of the "
    "three-phase loads",
    function=lambda own_w, open_w, spread_w: math.fsum(own_w) + math.fsum(open_w) + math.fsum(spread_w) / 3,
)
LINE_TO_NEUTRAL_V = Formula(
    key="assess.line_to_neutral_v",
    label=Labelled(zh="相电压", en="voltage line to neutral"),
    text="volts_ll_v / sqrt(3)",
    unit="V",
    source="U line to neutral = U line to line / sqrt(3)",
    function=lambda volts_ll_v: volts_ll_v / math.sqrt(3),
)
LINE_TO_LINE_V = Formula(
    key="assess.line_to_line_v",
    label=Labelled(zh="线电压", en="voltage line to line"),
    text="volts_ln_v * sqrt(3)",
    unit="V",
    source="U line to line = U line to neutral x sqrt(3)",
    function=lambda volts_ln_v: volts_ln_v * math.sqrt(3),
)
LEAST_A = Formula(
    key="assess.least_a",
    label=Labelled(zh="电流下限（按可能的最高电压）", en="least current, at the highest voltage there may be"),
    text="sum(power_w) / (volts_v * power_factor)",
    unit="A",
    source="I = P / (U x power factor), with the highest customary voltage (times the lines it may have) and, where it is "
    "not told, a power factor of 1; only the loads that are known",
    function=lambda power_w, volts_v, power_factor: math.fsum(power_w) / (volts_v * power_factor),
)
MOST_A = Formula(
    key="assess.most_a",
    label=Labelled(zh="电流上限（按可能的最低电压）", en="highest current, at the lowest voltage there may be"),
    text="power_w / (volts_v * power_factor)",
    unit="A",
    source="I = P / (U x power factor), with the lowest customary voltage",
    function=lambda power_w, volts_v, power_factor: power_w / (volts_v * power_factor),
)
SHARE_OF_LINES_A = Formula(
    key="assess.share_of_lines_a",
    label=Labelled(zh="平均分到三相的电流", en="current shared out over three lines"),
    text="sum(single_a) / 3 + sum(spread_a)",
    unit="A",
    source="whichever lines they hang on, the fullest line carries no less than a third of the loads to neutral",
    function=lambda single_a, spread_a: math.fsum(single_a) / 3 + math.fsum(spread_a),
)
KILOWATTS_W = Formula(
    key="assess.kilowatts_w",
    label=Labelled(zh="千瓦换算为瓦", en="kilowatts in watts"),
    text="1000 * power_kw",
    unit="W",
    source="definition",
    function=lambda power_kw: 1000 * power_kw,
)
COOLING_INPUT_W = Formula(
    key="assess.cooling_input_w",
    label=Labelled(zh="空调输入功率", en="Power input of an air conditioner"),
    text="1000 * total_kw / eer",
    unit="W",
    source="EER = rated cooling / power input",
    function=lambda total_kw, eer: 1000 * total_kw / eer,
)
COOLING_W_INPUT_W = Formula(
    key="assess.cooling_w_input_w",
    label=Labelled(zh="空调输入功率（按制冷量）", en="Power input of an air conditioner by its cooling"),
    text="cooling_w / eer",
    unit="W",
    source="EER = rated cooling / power input",
    function=lambda cooling_w, eer: cooling_w / eer,
)
UPS_LOAD_W = Formula(
    key="assess.ups_load_w",
    label=Labelled(zh="UPS 最大带载", en="largest load the UPS carries"),
    text="min(load_w, rating_w)",
    unit="W",
    source="a UPS carries at most its rating",
    function=lambda load_w, rating_w: min(load_w, rating_w),
)
BY_RATING_W = Formula(
    key="assess.by_rating_w",
    label=Labelled(zh="按额定功率分摊的负载（假定）", en="load shared out by rating (assumed)"),
    text="whole_w * rating_w / sum(ratings_w)",
    unit="W",
    source="assumption while nobody said which machine hangs on which UPS: each carries its share by rating",
    function=lambda whole_w, rating_w, ratings_w: whole_w * rating_w / math.fsum(ratings_w),
)
NOT_BEHIND_W = Formula(
    key="assess.not_behind_w",
    label=Labelled(zh="未接在已定位 UPS 后的负载", en="load that is behind none of the placed UPS"),
    text="max(0, sum(machines_w) - sum(behind_w))",
    unit="W",
    source="all machines less what is plugged in behind the UPS of the wiring",
    function=lambda machines_w, behind_w: max(0.0, math.fsum(machines_w) - math.fsum(behind_w)),
)
WITH_LOSSES_W = Formula(
    key="assess.with_losses_w",
    label=Labelled(zh="设备发热与 UPS 损耗合计", en="heat of devices and of UPS losses"),
    text="sum(devices_w) + sum(losses_w)",
    unit="W",
    source="all electrical power used in the room becomes heat there",
    function=lambda devices_w, losses_w: math.fsum(devices_w) + math.fsum(losses_w),
)

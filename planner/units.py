"""Units: which there are, what they measure, how they are written in Chinese and English, and exact conversion.

Units of one dimension convert into each other; units that only look alike stay apart: VA and W, Gbit/s and GB/s, the
refrigeration ton, the tonne and the cooling class 匹. GB (10^9) and GiB (2^30) share a dimension and differ in size.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType

import msgspec

from planner.labels import Labelled

BTU_PER_WH = 3.412142  # 1 / 0.29307107 Wh per international-table BTU (NIST SP 811, table B.8)
BTU_PER_H_PER_RT = 12_000  # one refrigeration ton (NIST SP 811, table B.8)
W_PER_RT = BTU_PER_H_PER_RT / BTU_PER_WH  # 3516.85 W
M3_PER_H_PER_CFM = 1.699010796  # (0.3048 m)^3 * 60, exact by the definition of the foot
MM_PER_INCH = 25.4  # exact (NIST SP 811, B.6)
MM_PER_U = 44.45  # 1.75 in, EIA/ECA-310 and IEC 60297-3-100
BYTES_PER_GB = 10**9  # SI prefix
BYTES_PER_GIB = 2**30  # IEC 80000-13
BITS_PER_BYTE = 8
HOURS_PER_YEAR = 8760  # 365 days, the year of tariffs and availability figures
SECONDS_PER_HOUR = 3600
W_PER_COOLING_CLASS = 2500  # nominal total cooling of one 匹; the classes below follow the makers' model names
COOLING_CLASS_W = MappingProxyType(
    {1.0: (2300, 2600), 1.5: (3200, 3500), 2.0: (5000, 5000), 3.0: (7200, 7200), 5.0: (12_000, 12_000)}
)


class UnitError(ValueError):
    """A unit that is not known, or two units that measure different things."""


class Dimension(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit measures: key, canonical unit, name, and the bare prefixes people type for it (``2.4k``)."""

    key: str
    canonical: str
    label: Labelled
    prefixes: str = ""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit: key, dimension, exact factor to the canonical unit, symbols, other spellings."""

    key: str
    dimension: str
    factor: Fraction
    symbol: Labelled
    aliases: tuple[str, ...] = ()


# key, canonical unit, zh, en, bare prefixes. Prefixes are read with any capitals except M, which is never milli.
_DIMENSIONS = (
    ("number", "1", "数量或比例", "a number or ratio", "kMG"),
    ("power", "W", "功率", "power", "kM"),
    ("apparent_power", "VA", "视在功率", "apparent power", "kM"),
    ("voltage", "V", "电压", "voltage", "k"),
    ("current", "A", "电流", "current", ""),
    ("energy", "Wh", "电量", "energy", "kM"),
    ("length", "mm", "长度", "length", ""),
    ("rack_height", "U", "机架高度", "rack height", ""),
    ("area", "m2", "面积", "area", ""),
    ("mass", "kg", "重量", "mass", ""),
    ("temperature", "degC", "温度", "temperature", ""),
    ("temperature_difference", "K", "温差", "temperature difference", ""),
    ("sound", "dB(A)", "噪声", "noise level", ""),
    ("bytes", "B", "容量", "capacity", "kMGTP"),
    ("byte_rate", "B/s", "字节速率", "bytes per second", "kMGT"),
    ("bit_rate", "bit/s", "网络速率", "bits per second", "kMGT"),
    ("flop_rate", "FLOPS", "浮点算力", "floating-point rate", "GTP"),
    ("op_rate", "OPS", "整数算力", "integer operation rate", "GTP"),
    ("token_rate", "tokens/s", "生成速度", "token rate", "kM"),
    ("time", "s", "时间", "time", ""),
    ("airflow", "m3/h", "风量", "airflow", "k"),
    ("cooling_class", "hp", "空调匹数", "the cooling class of an air conditioner", ""),
    ("months", "month", "月数", "a number of months", ""),
    ("frequency", "Hz", "频率", "frequency", "kMG"),
    ("floor_load", "kN/m2", "楼面荷载", "floor load", ""),
    ("heat_density", "W/m2", "单位面积发热量", "a heat per area", ""),
    ("parameters", "Bparam", "参数量", "a parameter count", ""),
    ("energy_price", "CNY/kWh", "电价", "an electricity price", ""),
    ("hour_price", "CNY/h", "每小时单价", "a price per hour", ""),
    ("token_price", "CNY/Mtoken", "每百万 token 单价", "a price per million tokens", ""),
    ("card_hours", "GPU-h/week", "每周卡时", "card-hours a week", ""),
    ("card_time", "GPU-h", "卡时", "card-hours", ""),
    ("week_cost", "CNY/week", "每周费用", "a cost of a week", ""),
    ("card_hour_price", "CNY/GPU-h", "卡时单价", "a price per card-hour", ""),
    ("image_rate", "img/s", "图像速度", "images a second", "k"),
    ("simulated_rate", "ns/day", "每天模拟时长", "simulated time a day", "k"),
    ("money_CNY", "CNY", "人民币金额", "an amount of yuan", "kM"),
    ("money_USD", "USD", "美元金额", "an amount of US dollars", "kM"),
    ("money_EUR", "EUR", "欧元金额", "an amount of euros", "kM"),
    ("money_GBP", "GBP", "英镑金额", "an amount of pounds sterling", "kM"),
    ("money_HKD", "HKD", "港元金额", "an amount of Hong Kong dollars", "kM"),
    ("money_JPY", "JPY", "日元金额", "an amount of yen", "kM"),
)

# key, dimension, factor to the canonical unit, zh symbol, en symbol, other spellings (blank-separated)
_UNITS: tuple[tuple[str, str, int | str, str, str, str], ...] = (
    ("1", "number", 1, "", "", "个 张 台 块 套 件 条 根 只 片 人 次 组 位 名 卡 口 孔 pcs pc"),
    ("%", "number", "1/100", "%", "%", ""),
    ("mW", "power", "1/1000", "mW", "mW", "毫瓦"),
    ("W", "power", 1, "W", "W", "瓦 瓦特 watt watts"),
    ("kW", "power", 1000, "kW", "kW", "千瓦 ㎾"),
    ("MW", "power", 10**6, "MW", "MW", "兆瓦 ㎿"),
    ("BTU/h", "power", "1000000/3412142", "BTU/h", "BTU/h", "BTU/hr BTUH"),
    ("RT", "power", "12000000000/3412142", "冷吨", "RT", "冷吨 TR"),
    ("VA", "apparent_power", 1, "VA", "VA", "伏安"),
    ("kVA", "apparent_power", 1000, "kVA", "kVA", "千伏安"),
    ("mV", "voltage", "1/1000", "mV", "mV", "毫伏"),
    ("V", "voltage", 1, "V", "V", "伏 伏特 volt volts Vac Vdc"),
    ("kV", "voltage", 1000, "kV", "kV", "千伏"),
    ("mA", "current", "1/1000", "mA", "mA", "毫安"),
    ("A", "current", 1, "A", "A", "安 安培 amp amps"),
    ("Wh", "energy", 1, "Wh", "Wh", "瓦时 W·h"),
    ("kWh", "energy", 1000, "kWh", "kWh", "千瓦时 度 度电 kW·h"),
    ("MWh", "energy", 10**6, "MWh", "MWh", "兆瓦时"),
    ("nm", "length", "1/1000000", "nm", "nm", "纳米"),
    ("mm", "length", 1, "mm", "mm", "毫米 ㎜"),
    ("cm", "length", 10, "cm", "cm", "厘米 公分 ㎝"),
    ("m", "length", 1000, "m", "m", "米 metre metres meter meters"),
    ("km", "length", 10**6, "km", "km", "公里 千米"),
    ("in", "length", "25.4", "in", "in", '英寸 inch inches " ″'),
    ("U", "rack_height", 1, "U", "U", "RU"),
    ("mm2", "area", "1/1000000", "mm²", "mm²", "mm² 平方毫米 平方mm mm^2 sqmm"),
    ("m2", "area", 1, "m²", "m²", "m² ㎡ 平方米 平米 平方 平 m^2 sqm"),
    ("g", "mass", "1/1000", "g", "g", "克"),
    ("kg", "mass", 1, "kg", "kg", "公斤 千克 ㎏ kgs"),
    ("t", "mass", 1000, "t", "t", "吨 tonne tonnes"),
    ("degC", "temperature", 1, "℃", "°C", "℃ °C C 度 摄氏度"),
    ("K", "temperature_difference", 1, "K", "K", "开"),
    ("dB(A)", "sound", 1, "dB(A)", "dB(A)", "dBA dB 分贝"),
    ("bit/s", "bit_rate", 1, "bit/s", "bit/s", "bps b/s"),
    ("kbit/s", "bit_rate", 1000, "kbit/s", "kbit/s", "kbps kb/s"),
    ("Mbit/s", "bit_rate", 10**6, "Mbit/s", "Mbit/s", "Mbps Mb/s 兆比特每秒 兆"),
    ("Gbit/s", "bit_rate", 10**9, "Gbit/s", "Gbit/s", "Gbps Gb/s GbE GE"),
    ("Tbit/s", "bit_rate", 10**12, "Tbit/s", "Tbit/s", "Tbps Tb/s"),
    ("GFLOPS", "flop_rate", 10**9, "GFLOPS", "GFLOPS", "GFLOP/s"),
    ("TFLOPS", "flop_rate", 10**12, "TFLOPS", "TFLOPS", "TFLOP/s"),
    ("PFLOPS", "flop_rate", 10**15, "PFLOPS", "PFLOPS", "PFLOP/s"),
    ("EFLOPS", "flop_rate", 10**18, "EFLOPS", "EFLOPS", "EFLOP/s"),
    ("FLOPS", "flop_rate", 1, "FLOPS", "FLOPS", "FLOP/s"),
    ("OPS", "op_rate", 1, "OPS", "OPS", ""),
    ("TOPS", "op_rate", 10**12, "TOPS", "TOPS", "TOP/s"),
    ("POPS", "op_rate", 10**15, "POPS", "POPS", "POP/s"),
    ("tokens/s", "token_rate", 1, "token/s", "tokens/s", "token/s tok/s t/s tps"),
    ("ms", "time", "1/1000", "毫秒", "ms", "毫秒"),
    ("s", "time", 1, "秒", "s", "秒 秒钟 sec second seconds"),
    ("min", "time", 60, "分钟", "min", "分钟 分 mins minute minutes"),
    ("h", "time", 3600, "小时", "h", "小时 时 钟头 hr hrs hour hours"),
    ("d", "time", 86_400, "天", "d", "天 日 day days"),
    ("week", "time", 604_800, "周", "weeks", "周 星期 礼拜 weeks"),
    ("yr", "time", 365 * 86_400, "年", "yr", "年 year years"),
    ("month", "months", 1, "个月", "months", "个月 月 month months"),
    ("calendar year", "months", 12, "年", "years", "年 year years yr"),
    ("Hz", "frequency", 1, "Hz", "Hz", "赫兹"),
    ("MHz", "frequency", 10**6, "MHz", "MHz", ""),
    ("GHz", "frequency", 10**9, "GHz", "GHz", ""),
    ("kN/m2", "floor_load", 1, "kN/m²", "kN/m²", "kN/m² kN/㎡ kN/m^2 kPa"),
    (
        "N/m2",
        "floor_load",
        "1/1000",
        "N/m²",
        "N/m²",
        "N/m² N/㎡ 牛/平方米 牛/平米",
    ),  # the 千 of 千牛 is read as part of the number
    ("W/m2", "heat_density", 1, "W/m²", "W/m²", "W/m² W/㎡ 瓦/平方米 瓦/平米"),
    (
        "kg/m2",
        "floor_load",
        "0.00980665",
        "kg/m²",
        "kg/m²",
        "kg/m² kg/㎡ kg/m^2 公斤/平方米 公斤/平米 公斤/平方 kg/平方米 kg/平米 kg/平方",
    ),
    ("m3/h", "airflow", 1, "m³/h", "m³/h", "m³/h ㎥/h 立方米/小时 立方米/时 立方米每小时 立方/小时 方/小时 m^3/h CMH"),
    ("CFM", "airflow", "1.699010796", "CFM", "CFM", ""),
    ("hp", "cooling_class", 1, "匹", "HP", "匹 P"),
    ("Bparam", "parameters", 1, "B", "B", "B b"),
    ("CNY/kWh", "energy_price", 1, "元/kWh", "CNY/kWh", "元/kWh 元/度 元/千瓦时"),
    ("CNY/h", "hour_price", 1, "元/小时", "CNY/h", "元/小时 元/h 元/时 元/卡时"),
    ("CNY/Mtoken", "token_price", 1, "元/百万 token", "CNY/Mtoken", "元/Mtoken 元/百万token 元/百万tokens"),
    ("GPU-h/week", "card_hours", 1, "卡时/周", "GPU-h/week", "卡时/周"),
    ("GPU-h", "card_time", 1, "卡时", "card-hours", "卡时 card-hour card-hours GPU-hours"),
    ("CNY/week", "week_cost", 1, "元/周", "CNY/week", "元/周"),
    ("CNY/GPU-h", "card_hour_price", 1, "元/卡时", "CNY/GPU-h", "元/卡时"),
    ("img/s", "image_rate", 1, "张/秒", "img/s", "images/s 张/秒"),
    ("ns/day", "simulated_rate", 1, "ns/天", "ns/day", "ns/天 纳秒/天 ns/d"),
    ("CNY", "money_CNY", 1, "元", "CNY", "元 圆 块 块钱 元人民币 人民币 RMB yuan ￥ ¥"),
    ("USD", "money_USD", 1, "美元", "USD", "美元 美金 $ US$"),
    ("EUR", "money_EUR", 1, "欧元", "EUR", "欧元 €"),
    ("GBP", "money_GBP", 1, "英镑", "GBP", "英镑 £"),
    ("HKD", "money_HKD", 1, "港元", "HKD", "港元 港币 HK$"),
    ("JPY", "money_JPY", 1, "日元", "JPY", "日元 円"),
)

_DECIMAL_PREFIXES = MappingProxyType({"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18})
_BINARY_PREFIXES = ("Ki", "Mi", "Gi", "Ti", "Pi", "Ei")


def _byte_units() -> Iterator[Unit]:
    for prefix, power in _DECIMAL_PREFIXES.items():
        yield _byte_unit(f"{prefix}B", Fraction(10**power))
    for index, prefix in enumerate(_BINARY_PREFIXES, start=1):
        yield _byte_unit(f"{prefix}B", Fraction(1024**index))
    for prefix in ("", "k", "M", "G", "T"):
        power = _DECIMAL_PREFIXES[prefix]
        yield _byte_unit(f"{prefix}B/s", Fraction(10**power), "byte_rate", (f"{prefix}Bps",))
    for index, prefix in enumerate(_BINARY_PREFIXES[:4], start=1):
        yield _byte_unit(f"{prefix}B/s", Fraction(1024**index), "byte_rate")


def _byte_unit(key: str, factor: Fraction, dimension: str = "bytes", aliases: tuple[str, ...] = ()) -> Unit:
    return Unit(key=key, dimension=dimension, factor=factor, symbol=Labelled(zh=key, en=key), aliases=aliases)


def _listed_units() -> Iterator[Unit]:
    for key, dimension, factor, zh, en, aliases in _UNITS:
        yield Unit(
            key=key,
            dimension=dimension,
            factor=Fraction(factor),
            symbol=Labelled(zh=zh, en=en),
            aliases=tuple(aliases.split()),
        )


DIMENSIONS = MappingProxyType(
    {
        key: Dimension(key=key, canonical=canonical, label=Labelled(zh=zh, en=en), prefixes=prefixes)
        for key, canonical, zh, en, prefixes in _DIMENSIONS
    }
)
UNITS = MappingProxyType({found.key: found for found in (*_listed_units(), *_byte_units())})


def _names(*, folded: bool) -> dict[str, tuple[Unit, ...]]:
    names: dict[str, dict[str, Unit]] = {}
    for found in UNITS.values():
        for name in (found.key, *found.aliases):
            names.setdefault(name.casefold() if folded else name, {})[found.key] = found
    return {name: tuple(found.values()) for name, found in names.items()}


_EXACT = _names(folded=False)
_FOLDED = _names(folded=True)


def unit(key: str) -> Unit:
    """Return the unit called ``key``; '' is the plain number. Raises UnitError for an unknown key."""
    found = UNITS.get(key or "1")
    if found is None:
        raise UnitError(f"there is no unit {key!r}")
    return found


def dimension_of(key: str) -> Dimension:
    """Return what the unit ``key`` measures; raises UnitError for an unknown key."""
    return DIMENSIONS[unit(key).dimension]


def units_named(spelling: str, dimension: str) -> tuple[Unit, ...]:
    """Return the units a spelling can mean in a field of ``dimension``; the caller asks where it is not exactly one.

    Exact capitals win, then the field's own dimension (块 is yuan or pieces). Other capitals count only where they
    leave one unit in the whole table: ``KW`` is kW, but ``mw`` may be mW or MW and ``gbps`` Gbit/s or GB/s.
    """
    exact = _EXACT.get(spelling, ())
    own = tuple(found for found in exact if found.dimension == dimension)
    return own or exact or _FOLDED.get(spelling.casefold(), ())


def symbols(dimension: str) -> tuple[Labelled, ...]:
    """Return the symbols of the units of ``dimension``, in the order of the table, for a message."""
    return tuple(found.symbol for found in UNITS.values() if found.dimension == dimension and found.symbol.en)


def prefix_of(spelling: str, dimension: str) -> str:
    """Return the bare prefix that ``spelling`` is in a field of ``dimension``, '' where it is none."""
    for prefix in DIMENSIONS[dimension].prefixes:
        if spelling == prefix or (prefix != "M" and spelling.casefold() == prefix.casefold()):
            return prefix
    return ""


def prefix_factor(prefix: str) -> Fraction:
    """Return what a bare prefix multiplies the canonical unit with (``2.4k`` in a field for W: 1000)."""
    return Fraction(10 ** _DECIMAL_PREFIXES[prefix])


def is_binary(found: Unit) -> bool:
    """Tell whether a unit counts in powers of 1024, so that a bare ``80G`` beside it has two meanings."""
    return found.dimension in ("bytes", "byte_rate") and found.key[1:2] == "i"


def convert_exact(value: Decimal | int | Fraction, source: str, target: str) -> Fraction:
    """Return ``value`` of unit ``source`` in unit ``target`` as an exact fraction.

    Raises UnitError where a unit is unknown or the two measure different things.
    """
    left, right = unit(source), unit(target)
    if left.dimension != right.dimension:
        raise UnitError(f"{source} measures {left.dimension}, {target} measures {right.dimension}")
    return Fraction(value) * left.factor / right.factor


def convert(value: float, source: str, target: str) -> float:
    """Return ``value`` of unit ``source`` in unit ``target``, computed exactly and rounded once to a float.

    Raises UnitError where a unit is unknown or the two measure different things.
    """
    return float(convert_exact(Fraction(value), source, target))


def btu_h_from_w(power_w: float) -> float:
    """Return the heat rate in BTU/h of ``power_w`` watts (NIST SP 811, table B.8)."""
    return power_w * BTU_PER_WH


def w_from_btu_h(heat_btu_h: float) -> float:
    """Return the power in W of a heat rate in BTU/h (NIST SP 811, table B.8)."""
    return heat_btu_h / BTU_PER_WH


def w_from_rt(tons_rt: float) -> float:
    """Return the cooling power in W of ``tons_rt`` refrigeration tons (12,000 BTU/h each)."""
    return tons_rt * W_PER_RT


def cooling_class_w(classes: float) -> tuple[float, float]:
    """Return the nominal total cooling in W, low and high, of an air conditioner of ``classes`` 匹.

    A class is a trade size, not a unit; the rating plate decides. Sizes between the known ones take 2,500 W per 匹.
    Source: cooling capacities in the model names of Chinese makers (25, 35, 50, 72, 120 = hundreds of W).
    """
    return COOLING_CLASS_W.get(classes, (classes * W_PER_COOLING_CLASS, classes * W_PER_COOLING_CLASS))

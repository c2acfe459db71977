"""Quantities and prices in a pasted list: 一台, 2台, 每台12万, 约220-260万, and bare numbers in the unit of their column."""

from __future__ import annotations

import re
from decimal import Decimal

import msgspec

from desktop_app.services.line_english import in_marks
from desktop_app.services.line_heads import Head
from planner.entry import parse_integer, parse_money_range
from planner.errors import InputError
from planner.money import Money, Tax

_MEASURES = "台块张套个件只组批项部根条片支颗把盒"
_HAN = "[一二两三四五六七八九十]{1,3}"
_COUNTED = re.compile(rf"^(?:\d{{1,4}}\s*[{_MEASURES}]?|\d{{5,6}}\s*[{_MEASURES}]|{_HAN}\s*[{_MEASURES}])$")
_MEASURED = re.compile(rf"^(?P<name>.*\S)\s*(?<![\d.一二两三四五六七八九十])(?P<count>\d{{1,4}}|{_HAN})\s*[台套]$")
_NO_COUNT = re.compile(rf"^(?:[-−]\s*\d[\d.]*\s*[{_MEASURES}]?|0+(?:\.0*)?\s*[{_MEASURES}]|\d+\.\d+\s*[{_MEASURES}])$")
_ABOUT = re.compile(r"^(?:大约|约为?|大概|预计|估计|approx\.?|about|~|≈)\s*|\s*(?:左右|上下)$", re.IGNORECASE)
_EACH = re.compile(
    r"^(?:每[台套张块个件根条片支颗]|单价|单台|各|@)\s*[:：]?\s*(?=\S)|\s*(?:/|每|一)\s*[台块张套个件根条片支颗卡]$"
)
_SUM = re.compile(r"^(?:总共|一共|合计|总计|总价|共计?)\s*[:：]?\s*(?=\S)")
_BARE = re.compile(r"^[¥￥$€]?\s*[\d.,\s]+(?:\s*[-~–—至到－～]\s*[\d.,\s]+)?$")
_WHOLE = re.compile(r"(?<=[元圆万千])[整正]$")  # 35万元整
_MARKS = (("USD", re.compile(r"\$|美元|USD", re.IGNORECASE)), ("EUR", re.compile("€|欧元|EUR", re.IGNORECASE)))
_CENT = Decimal("0.01")
_SCALES = {1: "", 1000: "千", 10_000: "万", 1_000_000: "百万"}


class Amount(msgspec.Struct, frozen=True):
    """A price as written: the lowest, the one to reckon with (the middle of a range) and the highest, and the value of its last place."""

    low: Money
    chosen: Money
    high: Money
    step: Decimal = Decimal(0)

    def all(self) -> tuple[Money, Money, Money]:
        """Return the lowest, the one to reckon with and the highest."""
        return self.low, self.chosen, self.high


def is_counted(cell: str) -> bool:
    """Tell whether a cell is a quantity: a small whole number, or a number with its measure."""
    return _COUNTED.match(in_marks(cell)) is not None


def is_measured(cell: str) -> bool:
    """Tell whether a cell is a number with its measure, which is never a price."""
    return is_counted(cell) and not in_marks(cell).isdigit()


def read_count(cell: str) -> int:
    """Return how many a cell says; raises InputError where it says no whole number from one."""
    return parse_integer(in_marks(cell).rstrip(f"{_MEASURES} "), minimum=1)


def is_no_count(cell: str) -> bool:
    """Tell whether a cell is written as a quantity that no quantity can be: -3根, 0台, 1.5张."""
    return _NO_COUNT.match(in_marks(cell)) is not None


def is_each(cell: str) -> bool:
    """Tell whether a cell is a price that says so in words (单价16000, 每台1.2万)."""
    plain = in_marks(cell)
    return _EACH.sub("", plain) != plain and not is_counted(cell) and read_amount(cell) is not None


def measured_tail(name: str) -> tuple[str, str]:
    """Return a name without the number of machines at its end (昇腾910B 8卡服务器 2台), and that number; '' for none."""
    found = _MEASURED.match(name.strip())
    return (name, "") if found is None else (found["name"].rstrip(" ,，*×x"), f"{found['count']}台")


def is_sum(cell: str) -> bool:
    """Tell whether a cell is an amount of all pieces (共60万)."""
    return _SUM.match(in_marks(cell)) is not None and read_amount(cell) is not None


def read_amount(cell: str, head: Head | None = None, tax: Tax = "included") -> Amount | None:
    """Return the price in a cell; None where there is none. A number without a unit is in that of its column."""
    of = head or Head(0)
    plain = _SUM.sub("", in_marks(cell))
    for words in (_ABOUT, _EACH, _ABOUT):
        plain = words.sub("", plain).strip()
    plain = _WHOLE.sub("", plain)
    scale = of.scale if _BARE.match(plain) else 1
    for currency in dict.fromkeys((of.currency, "CNY", *_marked(plain))):
        try:
            low, high = parse_money_range(plain + _SCALES[scale], currency, tax=tax)
        except InputError:
            continue
        middle = ((low.amount + high.amount) / 2).quantize(_CENT)
        places = len(plain.partition(".")[2].rstrip())
        step = Decimal(scale).scaleb(-places) if scale > 1 else Decimal(0)
        return Amount(low=low, chosen=Money.of(middle, currency, tax), high=high, step=step)
    return None


def _marked(plain: str) -> tuple[str, ...]:
    """Return the foreign currency that a price is marked with."""
    return tuple(currency for currency, mark in _MARKS if mark.search(plain))

"""Values as forms want them: yuan, ten thousands and capitals, dates, quantities with and without a unit, ticks."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from planner.exchange.form_fields import fields_in
from planner.exchange.form_format import Quantity, Value, cell_number, written
from planner.money import Money

KW = Quantity(value=2650.0, unit="W")
DAY = dt.date(2026, 3, 9)


def text(field: str, value: Value, language: str = "zh") -> str | None:
    return written(fields_in("{{" + field + "}}")[0].field, value, language)


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("预算", Money.of(300_000), "300,000.00"),
        ("预算|元", Money.of("300000.5"), "300,000.50"),
        ("预算万元", Money.of(300_000), "30"),
        ("预算|万元", Money.of("301234.50"), "30.12345"),
        ("预算|万元0.00", Money.of("301250"), "30.13"),  # half up: 30.125
        ("预算|0", Money.of("300000.50"), "300001"),
        ("预算|0.00", Money.of(300_000), "300000.00"),
        ("预算|#,##0", Money.of(300_000), "300,000"),
        ("预算大写", Money.of("264000.50"), "贰拾陆万肆仟元伍角"),  # 银发〔1997〕393号, 附件一
        ("预算大写", Money.of(5, "USD"), None),
        ("预算|公斤", Money.of(5), None),
        ("货物.单价", Decimal("0.0005"), "0.0005"),
        ("货物.单价", Decimal("150000"), "150,000.00"),
        ("货物.税率", Decimal("0.13"), "13%"),
        ("最大功率", KW, "2.65 kW"),
        ("最大功率|kW", KW, "2.65"),
        ("最大功率|W", KW, "2,650"),
        ("最大功率|kW0.0", KW, "2.7"),
        ("最大功率|kg", KW, None),
        ("使用人数", 1200, "1200"),
        ("日期", DAY, "2026年3月9日"),
        ("日期|yyyy-mm-dd", DAY, "2026-03-09"),
        ("日期|yyyy.m.d", DAY, "2026.3.9"),
        ("日期|YYYY/MM/DD", DAY, "2026/03/09"),
        ("日期|yy年", DAY, "26年"),
        ("日期|d", DAY, "9"),
        ("日期|大写", dt.date(2026, 11, 30), "二〇二六年十一月三十日"),
        ("日期|大写", dt.date(2020, 10, 20), "二〇二〇年十月二十日"),
        ("日期|大写", dt.date(2030, 2, 5), "二〇三〇年二月五日"),
        ("日期|万元", DAY, None),
        ("项目名称", "甲", "甲"),
        ("项目名称|万元", "甲", None),
        ("国产要求=必须", "必须", "☑"),
        ("国产要求=必须", "不限", "☐"),
        ("使用人数=72", 72, "☑"),
    ],
)
def test_texts(field: str, value: Value, expected: str | None) -> None:
    assert text(field, value) == expected


def test_english_date() -> None:
    assert text("date", DAY, "en") == "2026-03-09"


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("预算", Money.of("300000.50"), Decimal("300000.5")),
        ("预算|万元", Money.of(300_000), Decimal(30)),
        ("预算大写", Money.of(300_000), None),
        ("预算|0", Money.of("300000.50"), Decimal(300_001)),
        ("最大功率", KW, None),  # a number in a cell of which nobody knows the unit
        ("最大功率|kW", KW, Decimal("2.65")),
        ("使用人数", 72, Decimal(72)),
        ("经费卡号", "0012345", None),
        ("日期", DAY, None),
        ("使用人数=72", 72, None),
    ],
)
def test_numbers_for_cells(field: str, value: Value, expected: Decimal | None) -> None:
    assert cell_number(fields_in("{{" + field + "}}")[0].field, value) == expected

"""Texts for people: numbers, money, dates, lists, names and the unknown, in both languages."""

from __future__ import annotations

import datetime as dt
import math
from decimal import Decimal

import pytest

from planner.errors import EditError, InputError, PlanFileError, unknown_id
from planner.figure import Quality, leaf, unknown
from planner.messages import (
    LANGUAGES,
    Labelled,
    format_number,
    format_quantity,
    format_value,
    msg,
    render,
    shown,
)
from planner.money import Money


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (5, "5"),
        (1234567, "1,234,567"),
        (1234.5, "1,234.5"),
        (0.1 + 0.2, "0.3"),
        (2.0004, "2"),
        (-1234.5678, "-1,234.568"),
        (Decimal("0.130"), "0.13"),
        (0.05, "0.05"),
        (0.00012345, "0.000123"),  # small is not nothing
        (-0.00012345, "-0.000123"),
        (math.inf, "inf"),
    ],
)
def test_numbers(value: float, text: str) -> None:
    assert format_number(value) == text


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, 0.0), (1234.56, 1235.0), (123.456, 123.0), (12.3456, 12.3), (1.23456, 1.23), (0.0123456, 0.0123)],
)
def test_a_number_is_shown_with_about_three_figures(value: float, expected: float) -> None:
    assert shown(value) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("value", "unit", "zh", "en"),
    [
        (2500.0, "W", "2.5 kW", "2.5 kW"),
        (999.0, "W", "999 W", "999 W"),
        (-2500.0, "W", "-2.5 kW", "-2.5 kW"),
        (11.5955473, "A", "11.6 A", "11.6 A"),
        (264000.0, "CNY", "264,000.00 元", "CNY 264,000.00"),
        (-0.001, "CNY", "0.00 元", "CNY 0.00"),
        (-277_199.9999, "CNY", "-277,200.00 元", "CNY -277,200.00"),
        (0.5, "1", "0.5", "0.5"),
        (3.0, "", "3", "3"),
        (22.35, "GiB", "22.4 GiB", "22.4 GiB"),
    ],
)
def test_quantities(value: float, unit: str, zh: str, en: str) -> None:
    assert (format_quantity(value, unit, "zh"), format_quantity(value, unit, "en")) == (zh, en)


@pytest.mark.parametrize(
    ("value", "unit", "zh", "en"),
    [
        (10000 / 1.13, "money", "8,849.56", "8,849.56"),
        (10000 - 10000 / 1.13, "money", "1,150.44", "1,150.44"),
        (-0.001, "money", "0.00", "0.00"),
        (234.5678, "USD", "234.57 美元", "234.57 USD"),
        (0.5306, "CNY/kWh", "0.5306 元/kWh", "0.5306 CNY/kWh"),
        (2.0, "money/h", "2.00 money/h", "2.00 money/h"),
        (1234.567, "money/h", "1,234.57 money/h", "1,234.57 money/h"),
        (0.00123456, "money/h", "0.00123 money/h", "0.00123 money/h"),
        (math.inf, "money/h", "inf money/h", "inf money/h"),
    ],
)
def test_money_is_shown_to_the_cent(value: float, unit: str, zh: str, en: str) -> None:
    assert (format_quantity(value, unit, "zh"), format_quantity(value, unit, "en")) == (zh, en)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (888.8888889, "W", "888.889 W"),
        (1465.3558, "W", "1.46536 kW"),
        (79495.1234, "Pa", "79,495.1 Pa"),
        (1234567.8, "1", "1,234,568"),
        (1200000.0, "1", "1,200,000"),
        (0.277777778, "share", "0.277778 share"),
        (0.0, "1", "0"),
        (math.inf, "share", "inf share"),
    ],
)
def test_computed_numbers_have_six_figures(value: float, unit: str, text: str) -> None:
    assert format_quantity(value, unit, "en", precise=True) == text


def test_values_of_every_kind_in_both_languages() -> None:
    known = leaf("x", 2500.0, "W", Quality.PUBLISHED)
    values = {
        "figure": (known, "2.5 kW", "2.5 kW"),
        "nothing": (None, "待核实", "unknown"),
        "unknown": (unknown("x", "W"), "待核实", "unknown"),
        "money": (Money.of("264000"), "264,000.00 元", "CNY 264,000.00"),
        "dollars": (Money.of("1599", "USD"), "1,599.00 美元", "USD 1,599.00"),
        "date": (dt.date(2026, 11, 30), "2026-11-30", "2026-11-30"),
        "yes": (True, "是", "yes"),
        "no": (False, "否", "no"),
        "name": (Labelled(zh="工作站", en="workstation"), "工作站", "workstation"),
        "list": ((1, "a", Labelled(zh="甲", en="A")), "1、a、甲", "1, a, A"),
        "empty": ((), "", ""),
        "text": ("A100 {80}", "A100 {80}", "A100 {80}"),
    }
    for name, (value, zh, en) in values.items():
        assert (format_value(value, "zh"), format_value(value, "en")) == (zh, en), name


def test_a_name_in_one_language_stands_in_for_the_other() -> None:
    assert Labelled(zh="工作站", en="").label("en") == "工作站"
    assert Labelled(zh="", en="rack").label("zh") == "rack"


def test_braces_in_a_value_are_text() -> None:
    said = msg("test.braces", "Row {name} of {file}", name="{file}", file="{0}{x.y}")
    assert render(said, "en") == "Row {file} of {0}{x.y}"


def test_a_message_in_a_message_speaks_the_same_language() -> None:
    inner = msg("common.unknown", "unknown")
    outer = msg("test.outer", "The state is {state}", state=inner)
    assert render(outer, "en") == "The state is unknown"
    assert render(outer, "zh") == "The state is 待核实"  # an id without translation stays English


def test_a_message_is_english_as_a_string_and_says_what_is_translated() -> None:
    said = msg("summary.rack", "Rack units {rack}", rack=leaf("u", 42.0, "U", Quality.ENTERED))
    assert str(said) == render(said, "en") == "Rack units 42 U"
    zh = render(said, "zh")
    assert "42 U" in zh
    assert "Rack" not in zh


def test_an_error_tells_place_message_and_remedy() -> None:
    error = InputError(
        msg("entry.no_number", "{typed} is not a number.", typed="x"),
        msg("entry.write", "Write a number such as {examples}.", examples=("12 W",)),
        "A/ws/quantity",
    )
    assert error.told("en") == "A/ws/quantity: x is not a number. Write a number such as 12 W."
    zh = error.told("zh")
    assert zh.startswith("A/ws/quantity: ")
    assert "12 W" in zh
    assert " 请" not in zh  # Chinese sentences follow without a space
    assert str(error) == "x is not a number."
    assert EditError(msg("edit.waive", "A waiver needs a reason and a name.")).told("en").endswith("a name.")
    assert PlanFileError("newer", msg("x", "y")).kind == "newer"


def test_an_unknown_id_names_the_nearest_ones() -> None:
    error = unknown_id(msg("kind.template", "template"), "lab_a", ("lab-a", "lab-b", "tier-1"))
    assert error.told("en") == "There is no template called lab_a. Did you mean: lab-a, lab-b?"
    far = unknown_id(msg("kind.template", "template"), "zzz", tuple("abcdefg"))
    assert far.told("en").endswith("Did you mean: a, b, c, d, e?")
    assert unknown_id(msg("kind.template", "template"), "zzz").remedy is None
    for language in LANGUAGES:
        assert "lab_a" in error.told(language)

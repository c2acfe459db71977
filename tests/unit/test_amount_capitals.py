"""Amounts in Chinese capitals by a spreadsheet formula: the same folds in Python against the program's own routine."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import example, given
from hypothesis import strategies as st

from planner.documents.book import capitals
from planner.documents.book.capitals import capitals_formula
from planner.money import Money
from planner.money_words import money_words

LONGEST_FORMULA = 8192
FUNCTIONS = {"TEXT", "ROUND", "MID", "SUBSTITUTE", "IF", "RIGHT", "LEFT", "VALUE"}


def folded(fen: int) -> str:
    """Return what the formula gives, step by step as a spreadsheet would."""
    digits = f"{fen:0{len(capitals._PLACES) + 2}d}"
    whole = "^" + "".join(
        capitals._DIGITS[int(digit)] + place for digit, place in zip(digits, capitals._PLACES, strict=False)
    )
    for old, new in capitals._FOLDS:
        whole = whole.replace(old, new)
    cents, yuan = digits[-2:], int(digits[:-2])
    whole = whole.replace("^元", "零元" if cents == "00" else "").replace("^", "")
    if cents == "00":
        return whole + "整"
    jiao = ("" if yuan == 0 else "零") if cents[0] == "0" else capitals._DIGITS[int(cents[0])] + "角"
    return whole + jiao + ("" if cents[1] == "0" else capitals._DIGITS[int(cents[1])] + "分")


@given(st.integers(0, 99_999_999_999_999))
@example(0)
@example(1)
@example(10)
@example(100_000_000_05)
@example(1_0000_0000_00)
@example(1_0005_0000_00)
@example(10_0500_0005_00)
@example(100_500_00)
@example(1_005_000_00)
@example(99_999_999_999_999)
def test_the_folds_give_the_same_words(fen: int) -> None:
    assert folded(fen) == money_words(Money.of(Decimal(fen) / 100))


@given(st.integers(0, 9_999_999).map(lambda number: number * 1000))
def test_round_amounts_give_the_same_words(fen: int) -> None:
    assert folded(fen) == money_words(Money.of(Decimal(fen) / 100))


def test_the_formula_is_short_and_uses_old_functions_only() -> None:
    import re

    formula = capitals_formula("SUM(K5:K7)")
    assert formula.startswith("=")
    assert len(formula) < LONGEST_FORMULA
    assert set(re.findall(r"([A-Z]+)\(", formula)) <= FUNCTIONS | {"SUM"}
    assert formula.count("(") == formula.count(")")

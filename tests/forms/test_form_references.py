"""References when three rows are put below row 5 of a sheet: what moves, grows, is copied down, or has no right answer."""

from __future__ import annotations

import pytest

from planner.errors import ImportFailed
from planner.exchange.form_references import Shift, area, copied, moved
from planner.messages import msg

PLACE = msg("form.place.sheet_cell", "sheet {sheet}, cell {cell}", sheet="申请", cell="E9")
SHIFT = Shift(sheet="申请", first=5, last=5, by=3)
TALL = Shift(sheet="申请", first=5, last=6, by=4)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("SUM(E5:E5)", "SUM(E5:E8)"),
        ("SUM(E4:E6)", "SUM(E4:E9)"),
        ("SUM(E6:E4)", "SUM(E9:E4)"),
        ("SUM($E$5:$E$5)*$H$9", "SUM($E$5:$E$8)*$H$12"),
        ("E3+E6", "E3+E9"),
        ("SUM(A:A)+SUM(1:4)+SUM(6:7)", "SUM(A:A)+SUM(1:4)+SUM(9:10)"),
        ("'申请'!E8+申请!$E$9", "'申请'!E11+申请!$E$12"),
        ("其他!E8", "其他!E8"),
        ("[1]申请!E8", "[1]申请!E8"),
        ('IF(A8="E8",E8,税率)', 'IF(A8="E8",E11,税率)'.replace("A8", "A11")),
        ("SUM(表1[金额])", "SUM(表1[金额])"),
        ("LOG10(E6)", "LOG10(E9)"),
        ("SUM(E6:E7 , F6)", "SUM(E9:E10 , F9)"),
        ("-E6^2%", "-E9^2%"),
        ("#REF!+E6", "#REF!+E9"),
    ],
)
def test_formula_of_the_sheet(formula: str, expected: str) -> None:
    assert moved(formula, "申请", SHIFT, PLACE) == expected


def test_formula_of_another_sheet_follows_only_what_it_names() -> None:
    assert moved("E8+申请!E8+'申请'!E5:F6", "其他", SHIFT, PLACE) == "E8+申请!E11+'申请'!E5:F9"


@pytest.mark.parametrize(
    "formula", ["E5", "E5*2", "申请!$E$5", "E9:INDEX(E:E,3)", "INDEX(E:E,1):E9", "E8#", "甲:申请!E8"]
)
def test_formula_without_a_right_answer_is_refused_with_its_cell(formula: str) -> None:
    with pytest.raises(ImportFailed) as caught:
        moved(formula, "申请", SHIFT, PLACE)
    assert "cell E9" in caught.value.told("en")
    assert "SUM(E5:E5)" in caught.value.told("en")


def test_range_over_a_part_of_a_block_is_refused() -> None:
    assert moved("SUM(E5:E6)", "申请", TALL, PLACE) == "SUM(E5:E10)"
    with pytest.raises(ImportFailed):
        moved("SUM(E5:E5)", "申请", TALL, PLACE)


@pytest.mark.parametrize(
    ("formula", "first", "third"),
    [
        ("C5*D5", "C5*D5", "C7*D7"),
        ("C5*$H$2", "C5*$H$2", "C7*$H$2"),
        ("C5*$H$9", "C5*$H$12", "C7*$H$12"),
        ("A4+1", "A4+1", "A6+1"),
        ("E5/SUM($E$5:$E$5)", "E5/SUM($E$5:$E$8)", "E7/SUM($E$5:$E$8)"),
        ("SUM(E$5:E5)", "SUM(E$5:E5)", "SUM(E$5:E7)"),
        ("SUM(C5:D5)", "SUM(C5:D5)", "SUM(C7:D7)"),
        ("C5*费率!$B$2", "C5*费率!$B$2", "C7*费率!$B$2"),
    ],
)
def test_formula_of_the_row_itself_is_copied_down(formula: str, first: str, third: str) -> None:
    assert copied(formula, SHIFT, 0, PLACE) == first
    assert copied(formula, SHIFT, 2, PLACE) == third


@pytest.mark.parametrize("formula", ["C5*H2", "C5*H9", "费率!B2*C5", "VLOOKUP(B5,A1:B3,2)"])
def test_reference_out_of_the_row_must_be_fixed(formula: str) -> None:
    with pytest.raises(ImportFailed, match="cannot be adjusted"):
        copied(formula, SHIFT, 0, PLACE)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("A5:G5", "A5:G8"), ("A5", "A5:A8"), ("A6:B7", "A9:B10"), ("A1:G20", "A1:G23"), ("A1", "A1"), ("A:C", "A:C")],
)
def test_areas(given: str, expected: str) -> None:
    assert area(given, SHIFT) == expected


def test_area_over_a_part_of_a_block_has_no_answer() -> None:
    assert area("A6:A9", TALL) is None

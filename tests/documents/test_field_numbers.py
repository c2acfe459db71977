"""Numbers, money and dates: a workbook has the value and a format, a page the digits a reader would compute himself."""

from __future__ import annotations

import datetime as dt
import io
import os
import subprocess
import sys
import zipfile
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.documents.model import Cell, ColumnKind, DateCell, MoneyCell, Number
from planner.errors import ExportError
from planner.render import render
from planner.render.cell_text import number_text
from tests.conftest import PROJECT
from tests.documents.field_reading import KINDS, cell_beside, paper_of, shown

PAPER = ("pdf", "docx", "txt")

# What a page shows and, where a workbook shows the same, value and format. Spreadsheets round half away from zero
# on the decimal digits: 0.125 is 0.13 and 2.675 is 2.68 there, so it is on paper.
SHOWN: tuple[tuple[Cell, ColumnKind, str, float, str], ...] = (
    (Number(1234.5), "number", "1234.5", 1234.5, "General_ "),
    (Number(1234.5, decimals=2), "number", "1,234.50", 1234.5, "#,##0.00_ "),
    (Number(-1234.5, decimals=1), "number", "-1,234.5", -1234.5, "#,##0.0_ "),
    (Number(-0.004, decimals=2), "number", "0.00", -0.004, "#,##0.00_ "),
    (Number(13, unit="%"), "number", "13%", 13, 'General"%"_ '),
    (Number(Decimal("-0.5"), unit="%", decimals=1), "number", "-0.5%", -0.5, '#,##0.0"%"_ '),
    (Number(1e-7), "number", "0.0000001", 1e-7, "General_ "),
    (Number(1e14), "number", "100000000000000", 1e14, "General_ "),
    (Number(0.1 + 0.2), "number", "0.3", 0.1 + 0.2, "General_ "),
    (Number(2 / 3), "number", "0.6666666667", 2 / 3, "General_ "),
    (Number(123456789012.5), "number", "123456789012.5", 123456789012.5, "General_ "),
    (Number(500, unit="kg/m²"), "number", "500 kg/m²", 500, 'General" kg/m²"_ '),
    (Number(4, unit="张"), "number", "4张", 4, 'General"张"_ '),
    (MoneyCell(Decimal("0.125")), "money", "0.13", 0.125, "#,##0.00_ "),
    (MoneyCell(Decimal("2.675")), "money", "2.68", 2.675, "#,##0.00_ "),
    (MoneyCell(Decimal("-300000")), "money", "-300,000.00", -300000, "#,##0.00_ "),
    (MoneyCell(Decimal("99999999.995")), "money", "100,000,000.00", 99999999.995, "#,##0.00_ "),
    (MoneyCell(Decimal(168_000), decimals=0), "money", "168,000", 168000, "#,##0_ "),
)


@pytest.mark.parametrize(("cell", "column", "text", "value", "form"), SHOWN)
def test_value_and_format_in_a_workbook_digits_on_paper(
    tmp_path: Path, cell: Cell, column: ColumnKind, text: str, value: float, form: str
) -> None:
    document = paper_of(cell, column)
    for kind in PAPER:
        assert shown(document, kind, tmp_path).replace("\u00a0", " ").replace("\u2009", " ") == text
    render(document, tmp_path / "a.xlsx", "xlsx")
    found = cell_beside(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0])
    assert found.value == pytest.approx(value, rel=1e-15)
    assert (found.data_type, found.number_format) == ("n", form)


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**12), max_value=10**12),
    st.integers(0, 3),
)
def test_rounding_is_half_up_and_never_a_lone_minus(value: Decimal, decimals: int) -> None:
    text = number_text(value, decimals).replace(",", "")
    assert abs(Decimal(text) - value) * 2 <= Decimal(1).scaleb(-decimals)
    if (abs(value) * 2).scaleb(decimals) % 2 == 1:  # exactly between two
        assert abs(Decimal(text)) > abs(value)
    assert text.startswith("-") == (Decimal(text) < 0)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-(10**18), 10**18))
def test_what_stands_before_the_point_is_whole(value: float) -> None:
    text = number_text(value, None)
    assert abs(Decimal(text) - Decimal(str(value))) < Decimal("0.0001")
    assert "E" not in text and "e" not in text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), Decimal("NaN")])
def test_what_is_no_number_is_refused_in_every_format(tmp_path: Path, kind: str, value: float) -> None:
    """An unknown value is said in words by who makes the paper; an empty numeric cell or ``nan`` would be a guess."""
    for cell in (Number(value), MoneyCell(value)):  # type: ignore[arg-type]
        with pytest.raises(ExportError) as caught:
            render(paper_of(cell, "number"), tmp_path / f"a.{kind}", kind)
        assert caught.value.place == "内容 / 1 / 内容"
        assert caught.value.remedy is not None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", PAPER)
def test_a_day_is_written_the_same_for_everyone(tmp_path: Path, kind: str) -> None:
    assert shown(paper_of(DateCell(dt.date(2026, 3, 4)), "date"), kind, tmp_path) == "2026-03-04"


@pytest.mark.parametrize(
    ("day", "serial"), [(dt.date(1900, 3, 1), 61), (dt.date(2013, 11, 1), 41579), (dt.date(9999, 12, 31), 2958465)]
)
def test_a_day_in_a_workbook_is_its_serial(tmp_path: Path, day: dt.date, serial: int) -> None:
    """The serials are those spreadsheets give: 41579 is 1 November 2013."""
    render(paper_of(DateCell(day), "date"), tmp_path / "a.xlsx", "xlsx")
    found = cell_beside(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0])
    assert found.value.date() == day
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert f"<v>{serial}</v>".encode() in archive.read("xl/worksheets/sheet1.xml")


def test_the_language_of_the_system_changes_no_number(tmp_path: Path) -> None:
    """1234.5 under German, Chinese and English settings: the same bytes in every format."""
    code = (
        "import locale, sys, hashlib, contextlib, io\n"
        "with contextlib.suppress(locale.Error): locale.setlocale(locale.LC_ALL, '')\n"
        "from pathlib import Path\n"
        "from planner.documents.model import MoneyCell, Number\n"
        "from planner.render import render\n"
        "from tests.documents.field_reading import KINDS, paper_of\n"
        "folder = Path(sys.argv[1])\n"
        "for kind in KINDS:\n"
        "    render(paper_of(Number(1234.5, unit='kW', decimals=1), 'number'), folder / ('a.' + kind), kind)\n"
        "    print(hashlib.sha256((folder / ('a.' + kind)).read_bytes()).hexdigest())\n"
    )
    found = set()
    for name in ("de_DE.UTF-8", "zh_CN.GB18030", "C"):
        settings = {"LC_ALL": name, "LANG": name, "LANGUAGE": name[:2], "PYTHONPATH": str(PROJECT), "PYTHONUTF8": "0"}
        run = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            env=os.environ | settings, cwd=PROJECT, capture_output=True, text=True, check=True,
        )  # fmt: skip
        found.add(run.stdout)
    assert len(found) == 1
    with zipfile.ZipFile(io.BytesIO((tmp_path / "a.xlsx").read_bytes())) as archive:
        assert b"<v>1234.5</v>" in archive.read("xl/worksheets/sheet1.xml")


@pytest.mark.parametrize("day", [dt.date(1, 1, 1), dt.date(1899, 12, 31), dt.date(1900, 2, 28)])
def test_a_day_before_the_serials_is_written_out(tmp_path: Path, day: dt.date) -> None:
    render(paper_of(DateCell(day), "date"), tmp_path / "a.xlsx", "xlsx")
    assert cell_beside(openpyxl.load_workbook(tmp_path / "a.xlsx").worksheets[0]).value == day.isoformat()

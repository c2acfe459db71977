"""A table of offers from a file: sheets, heads and columns as guessed, faults by cell, and the lines that come of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.table_import import Choice, guessed, preview, read_tables, take, with_head
from planner.errors import ImportFailed, InputError
from planner.messages import render
from tests.sample_plans import sample

ROWS = (
    ("某某公司报价单", None, None, None, None),
    ("日期：2026-11-26", None, None, None, None),
    ("序号", "产品名称", "规格型号", "数量", "含税单价（万元）"),
    (1, "四卡工作站", "4×RTX 4090", 2, 15.6),
    (2, "在线式 UPS", "6 kVA", 1, "面议"),
    (3, "万兆交换机", "24 口", 0, 0.46),
    (4, None, "无名", 1, 1),
    ("合计", None, None, None, 32),
)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    made = openpyxl.Workbook()
    first = made.active
    first.title = "说明"
    first["A1"] = "请填写"
    sheet = made.create_sheet("报价表")
    for row in ROWS:
        sheet.append(row)
    made.save(tmp_path / "询价单.xlsx")
    return tmp_path / "询价单.xlsx"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = open_desk(tmp_path / "w.db", lambda: dt.datetime(2026, 12, 1, tzinfo=dt.UTC))
    yield made
    made.close()


def test_sheets_heads_and_columns_are_guessed(book: Path) -> None:
    notes, offers = read_tables(book)
    assert (notes.name, offers.name) == ("说明", "报价表")
    assert guessed(notes) == Choice()
    found = guessed(offers)
    assert found.head == 2
    assert dict(found.columns) == {"name": 1, "model": 2, "quantity": 3, "price": 4}
    assert with_head(offers, 0).columns == {}


def test_faults_stand_at_their_cells_and_sums_are_left_out(book: Path) -> None:
    table = read_tables(book)[1]
    rows = preview(table, guessed(table))
    assert [row.row for row in rows] == [4, 5, 6, 7, 8]
    assert [set(row.faults) for row in rows] == [set(), {"price"}, {"quantity"}, {"name"}, set()]
    assert [row.takes for row in rows] == [True, False, False, False, False]
    assert rows[-1].left_out
    assert "面议" in render(rows[1].faults["price"], "en")
    mended = preview(table, guessed(table), {(5, "price"): "", (6, "quantity"): "2"})
    assert [row.takes for row in mended] == [True, True, True, False, False]


def test_the_rows_without_faults_become_lines_in_one_step_with_the_unit_of_the_head(book: Path, desk: Desk) -> None:
    """15.6 below 含税单价（万元） is 156,000 yuan; an emptied price is unknown."""
    plan, table = sample(), read_tables(book)[1]
    rows = preview(table, guessed(table), {(5, "price"): ""})
    done = take(plan, plan.alternatives[0], table, guessed(table), rows, desk.store)
    after, _ = done.edit.apply(plan)
    new = after.alternatives[0].lines[len(plan.alternatives[0].lines) :]
    assert [(line.quantity, line.price.chosen) for line in new] == [(2, Decimal(156_000)), (1, None)]
    with pytest.raises(InputError):
        take(plan, plan.alternatives[0], table, Choice(head=2), rows[:0], desk.store)


def test_columns_can_be_told_where_no_head_names_them(tmp_path: Path, desk: Desk) -> None:
    file = tmp_path / "a.csv"
    file.write_bytes("交换机,2,4600\n机柜,1,3200\n".encode("gb18030"))
    (table,) = read_tables(file)
    choice = Choice(head=-1, columns={"name": 0, "quantity": 1, "price": 2})
    plan = sample()
    done = take(plan, plan.alternatives[0], table, choice, preview(table, choice), desk.store)
    lines = done.edit.apply(plan)[0].alternatives[0].lines[-2:]
    assert [(line.title.zh, line.quantity, line.price.chosen) for line in lines] == [
        ("交换机", 2, Decimal(4600)),
        ("机柜", 1, Decimal(3200)),
    ]


@pytest.mark.parametrize(("name", "content"), [("a.csv", b""), ("b.xlsx", b"no zip"), ("c.pdf", b"%PDF")])
def test_what_cannot_be_read_is_refused_with_what_can(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ImportFailed) as refused:
        read_tables(tmp_path / name)
    assert refused.value.remedy is not None


def test_a_formula_without_a_result_is_a_fault_at_its_cell(tmp_path: Path) -> None:
    made = openpyxl.Workbook()
    made.active.append(("名称", "数量", "单价"))
    made.active.append(("机柜", 1, "=1000*3"))
    made.save(tmp_path / "f.xlsx")
    (table,) = read_tables(tmp_path / "f.xlsx")
    (row,) = preview(table, guessed(table))
    assert set(row.faults) == {"price"}

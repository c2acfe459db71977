"""One value pasted on a cell is a value for this cell: taken or refused, never a new line; its words on tax count."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal

import pytest

from desktop_app.services.desk import Desk, open_desk
from desktop_app.services.first_start_lines import plan_of_lines, read_lines
from desktop_app.services.pasting import pasted
from planner.errors import InputError
from planner.messages import render
from planner.plan.document import Plan


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    made = open_desk(tmp_path_factory.mktemp("values") / "w.db", lambda: dt.datetime(2026, 11, 30, tzinfo=dt.UTC))
    yield made
    made.close()


@pytest.fixture(scope="module")
def plan(desk: Desk) -> Plan:
    return plan_of_lines(read_lines("四卡服务器\t2\t12万-18万 不含税\n交换机\t1\t3万", desk.store), "", None, desk, "p")


def paste(plan: Plan, desk: Desk, rows: list[list[str]], column: str, at: int = 0) -> Plan:
    one = plan.alternatives[0]
    done = pasted(plan, one, rows, column, [line.id for line in one.lines][at:], desk.store)
    return done.edit.apply(plan)[0]


# two rows at the subtotal are none: a column of names may be pasted beside the number cells
WRONG = [[["-5"]], [["abc"]], [["1e20"]], [["-1"]]]
CELLS = [(column, rows) for column in ("price", "quantity", "subtotal") for rows in WRONG]


@pytest.mark.parametrize(("column", "rows"), [*CELLS, *((one, [["3"], ["abc"]]) for one in ("price", "quantity"))])
def test_what_a_cell_cannot_take_is_refused_and_makes_no_line(
    plan: Plan, desk: Desk, column: str, rows: list[list[str]]
) -> None:
    with pytest.raises(InputError):
        paste(plan, desk, rows, column)


def test_rows_with_names_are_lines_wherever_the_cursor_is(plan: Plan, desk: Desk) -> None:
    after = paste(plan, desk, [["机柜", "1", "3000"]], "price")
    assert [line.title.zh for line in after.alternatives[0].lines][-1] == "机柜"


@pytest.mark.parametrize(
    ("said", "tax", "chosen"),
    [("15万含税", "included", 150_000), ("15万", "excluded", 150_000), ("14万不含税", "excluded", 140_000)],
)
def test_words_on_tax_in_a_pasted_price_count(plan: Plan, desk: Desk, said: str, tax: str, chosen: int) -> None:
    assert plan.alternatives[0].lines[0].price.tax == "excluded"
    price = paste(plan, desk, [[said]], "price").alternatives[0].lines[0].price
    assert (price.tax, price.chosen) == (tax, Decimal(chosen))
    # the range of prices without tax is none of a price with tax
    assert (price.low, price.high) == ((chosen, chosen) if tax == "included" else (120_000, 180_000))


def test_a_price_without_tax_pasted_over_one_with_tax_is_without(plan: Plan, desk: Desk) -> None:
    price = paste(plan, desk, [["2万（不含税）"]], "price", at=1).alternatives[0].lines[1].price
    assert (price.tax, price.chosen, price.low) == ("excluded", Decimal(20_000), Decimal(20_000))


def test_the_unit_above_a_pasted_block_is_echoed(plan: Plan, desk: Desk) -> None:
    one = plan.alternatives[0]
    rows = [["单位：万元", "", ""], ["名称", "数量", "单价"], ["四卡工作站", "1", "9.2"]]
    done = pasted(plan, one, rows, "name", [line.id for line in one.lines], desk.store)
    assert "Unit: 万元, from row 1." in render(done.said, "en")
    assert done.edit.apply(plan)[0].alternatives[0].lines[-1].price.chosen == Decimal(92_000)

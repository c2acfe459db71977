"""Items and prices written as CSV and read again are the same, to the last quality mark."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.catalog.export import catalog_zip, items_csv, prices_csv, read_catalog_zip, read_items_csv, read_prices_csv
from planner.catalog.items import Item, PriceObservation, Value
from planner.catalog.load import bundled_items, bundled_of, bundled_prices
from planner.catalog.mapping import TABLES
from planner.errors import InputError
from planner.figure import Quality


@pytest.mark.parametrize("kind", list(TABLES))
def test_a_table_reads_back(kind: str) -> None:
    items = bundled_of(kind)  # type: ignore[arg-type]
    assert read_items_csv(kind, items_csv(kind, items)).items == items  # type: ignore[arg-type]


def test_prices_read_back() -> None:
    assert read_prices_csv(prices_csv(bundled_prices())) == bundled_prices()


def test_the_archive_reads_back_and_is_the_same_each_time() -> None:
    data = catalog_zip(bundled_items(), bundled_prices())
    found = read_catalog_zip(data)
    assert (found.items, found.prices, found.problems) == (bundled_items(), bundled_prices(), ())
    assert catalog_zip(found.items, found.prices) == data


_texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12).map(str.strip)
_values = st.builds(
    Value,
    value=st.floats(min_value=0.001, max_value=1e12),
    unit=st.just("GB"),
    source=_texts,
    source_date=st.sampled_from(["", "2025", "2025-03"]),
    quality=st.sampled_from(list(Quality)),
)


@given(st.lists(st.tuples(_texts, _values, _values), max_size=4))
def test_any_value_with_any_origin_reads_back(rows: list[tuple[str, Value, Value]]) -> None:
    items = tuple(
        Item(
            id=f"i{n}",
            kind="accelerator",
            maker=name,
            name=name,
            attributes={"memory_gb": one, "memory_per_device_gb": two},
        )
        for n, (name, one, two) in enumerate(rows)
    )
    assert read_items_csv("accelerator", items_csv("accelerator", items)).items == items


@given(st.decimals(min_value="0.0001", max_value="99999999", allow_nan=False), _texts)
def test_any_price_reads_back(amount: Decimal, note: str) -> None:
    price = PriceObservation(id="p", item_type="system", low=amount, note=note, quality=Quality.ENTERED)
    assert read_prices_csv(prices_csv([price])) == (price,)


def test_too_many_cells_are_told() -> None:
    found = read_items_csv("rack", "id,manufacturer,model\nr1,M,N,42,extra\n", "racks.csv")
    assert [(one.row, one.value) for one in found.problems] == [("r1", "42,extra")]
    with pytest.raises(InputError):
        read_prices_csv("id,low\np,5,6\n")


def test_wrong_numbers_are_told_and_the_rest_is_kept() -> None:
    found = read_items_csv("rack", "id,manufacturer,model,u_height,depth_mm\nr1,M,N,many,1000\n", "racks.csv")
    assert [(one.file, one.row, one.column, one.value) for one in found.problems] == [
        ("racks.csv", "r1", "u_height", "many")
    ]
    assert found.items[0].number("depth_mm") == 1000


def test_a_cell_past_what_a_table_holds_is_told_with_its_row() -> None:
    with pytest.raises(InputError) as caught:
        read_items_csv("ups", "id,maker,name\na,b,c\nd,e," + "x" * 140_000 + "\n")
    assert caught.value.message.values["row"] == 3

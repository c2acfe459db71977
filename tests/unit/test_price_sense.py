"""Prices far off those seen, worked by hand: the bounds of ten times, the catalog's prices, slips that are mended."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from desktop_app.services.build_edits import price_edit
from desktop_app.services.price_sense import far_off
from planner.catalog.items import PriceObservation
from planner.figure import Quality
from planner.messages import Labelled
from planner.money import Money
from planner.plan.document import Line, Price
from planner.plan.edits import SetValue

RANGE = Price(low=Decimal(120000), chosen=Decimal(150000), high=Decimal(180000), quality=Quality.PUBLISHED)


def line(price: Price) -> Line:
    return Line(id="ws", title=Labelled(zh="工作站", en="Workstation"), role="compute", price=price)


def seen(low: str, high: str, *, unit: str = "each") -> PriceObservation:
    return PriceObservation(
        id="p", item_type="system", item_id="i", observed_date="2026-11-01", low=Decimal(low), high=Decimal(high), currency="CNY",
        tax="included", quantity_unit=unit, source="a shop", quality=Quality.PUBLISHED,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "far"),
    [("12000", False), ("11999.99", True), ("15", True), ("1800000", False), ("1800000.01", True), ("200000", False)],
)
def test_ten_times_beyond_the_range_that_stood(typed: str, far: bool) -> None:
    said = far_off(line(RANGE), Money.of(typed), Money.of(typed), ())
    assert (said is not None) is far


def test_the_catalog_counts_where_no_range_stands() -> None:
    bare = line(Price())
    prices = (seen("100000", "120000"), seen("90000", "110000"))
    said = far_off(bare, Money.of("8999"), Money.of("8999"), prices)
    assert said is not None
    assert (said.values["low"], said.values["high"]) == (Money.of(90000), Money.of(120000))
    assert far_off(bare, Money.of("9000"), Money.of("9000"), prices) is None
    assert far_off(bare, Money.of("9"), Money.of("9"), ()) is None
    assert far_off(bare, Money.of("9"), Money.of("9"), (seen("90000", "1", unit="hour"),)) is None
    assert far_off(bare, Money.of("9", "USD"), Money.of("9", "USD"), prices) is None


def test_a_single_price_typed_before_may_be_the_slip() -> None:
    typed = Price(low=Decimal(98), chosen=Decimal(98), high=Decimal(98))
    assert far_off(line(typed), Money.of(980000), Money.of(980000), ()) is None
    known = Price(low=Decimal(98), chosen=Decimal(98), high=Decimal(98), quality=Quality.PUBLISHED)
    assert far_off(line(known), Money.of(980000), Money.of(980000), ()) is not None


@pytest.mark.parametrize(
    ("typed", "bounds"),
    [
        ("15", ("120000", "180000")),
        ("200000", ("120000", "200000")),
        ("110000", ("110000", "180000")),
        ("150000", ("120000", "180000")),
    ],
)
def test_a_far_price_leaves_the_range_so_that_the_check_tells_it(typed: str, bounds: tuple[str, str]) -> None:
    edit = price_edit(line(RANGE), "A", Money.of(typed), Money.of(typed))
    assert isinstance(edit, SetValue)
    assert isinstance(edit.value, dict)
    assert tuple(Decimal(edit.value[end]) for end in ("low", "high")) == tuple(map(Decimal, bounds))


def test_a_typed_price_keeps_the_source_of_the_range_and_the_same_again_changes_nothing() -> None:
    price = msgspec.structs.replace(RANGE, source="quotation of March", chosen=Decimal(150_000), quality="secondary")
    dearer = price_edit(line(price), "A", Money.of("200000"), Money.of("200000"))
    assert isinstance(dearer, SetValue)
    assert (dearer.value["source"], dearer.value["quality"]) == ("quotation of March", "entered")
    same = price_edit(line(price), "A", Money.of("150000"), Money.of("150000"))
    assert isinstance(same, SetValue)
    assert same.value == msgspec.to_builtins(price)


def test_after_a_slip_the_range_before_it_is_what_a_price_is_compared_with() -> None:
    slip = price_edit(line(RANGE), "A", Money.of("15"), Money.of("15"))
    assert isinstance(slip, SetValue)
    mistyped = msgspec.convert(slip.value, Price, strict=False)
    assert far_off(line(mistyped), Money.of("150000"), Money.of("150000"), ()) is None
    assert far_off(line(mistyped), Money.of("16"), Money.of("16"), ()) is not None

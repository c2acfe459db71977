"""Thresholds against hand-worked cases: a need goes up the ladder, a product down, never past it, no single figure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.catalog.ladders import ladder
from planner.tender.thresholds import (
    clean_down,
    clean_up,
    max_from_need,
    max_from_product,
    min_from_need,
    min_from_product,
)


def always(bare: float, step: float) -> bool:
    return True


def never(bare: float, step: float) -> bool:
    return False


@pytest.mark.parametrize(
    ("need", "product", "expected"),
    [
        (12.9, 24, 16),  # smallest customary capacity that is not below the need
        (70, 80, 80),  # eighty is readable and shuts nobody out that seventy lets in
        (60, 80, 64),  # not the product's eighty: a card of sixty-four serves the need
        (100, 110, 100),  # the step of 128 is past the product: the need itself
        (19.4, 20, 20),  # the step of 24 is past the product: the need, rounded up
        (30, None, 32),  # no product known
        (19.5, 19.7, 19.5),  # even the rounded need is past the product
    ],
)
def test_a_minimum_that_is_needed(need: float, product: float | None, expected: float) -> None:
    assert min_from_need(need, product, "L_mem", always) == expected


def test_a_step_that_shuts_makers_out_gives_way_to_the_need() -> None:
    # the dense rate of the exemplary sheet: need 83.7 TFLOPS, the step of 100 would leave two makers, so 84
    assert min_from_need(83.7, 165.2, "L2", never) == 84
    assert min_from_need(83.7, 165.2, "L2", always) == 100


@pytest.mark.parametrize(
    ("product", "steps", "single", "expected"),
    [
        (141, "L_mem", set(), 128),
        (24, "L_mem", set(), 24),
        (1008, "L2", set(), 1000),
        (165.2, "L2", set(), 150),
        (128, "L_mem", {128}, 96),  # only one maker's: one step lower
        (128, "L_mem", {128, 96}, 80),
        (4, "L_mem", set(), None),  # below the ladder
    ],
)
def test_a_minimum_that_nothing_asks_for(product: float, steps: str, single: set[float], expected: float) -> None:
    assert min_from_product(product, steps, lambda step: step in single) == expected


def test_a_single_makers_figure_stays_where_a_lower_one_misses_the_need() -> None:
    assert min_from_product(128, "L_mem", lambda step: step == 128, need=100) == 128


@pytest.mark.parametrize(
    ("allowed", "product", "expected"),
    [
        (2802.8, 1413, 2500),  # 13 A of 220 V at 0.98: down the ladder
        (2156, 2100, 2100),  # the step of 2000 would shut the product out
        (2156, 2500, 2100),  # the room decides, not the product
        (2156, 2150, 2156),  # between the clean number and the limit: the limit
        (2156, None, 2000),
    ],
)
def test_a_maximum_of_the_room(allowed: float, product: float | None, expected: float) -> None:
    assert max_from_need(allowed, product, "L2") == expected


def test_a_maximum_from_the_product_goes_up() -> None:
    assert max_from_product(1707, "L2") == 1800
    assert max_from_product(10.2, "L2") == 12


def test_clean_numbers_have_two_digits() -> None:
    assert (clean_up(83.7), clean_up(19.99), clean_up(80), clean_up(0.0123)) == (84, 20, 80, 0.013)
    assert (clean_down(2156), clean_down(99.9), clean_down(80)) == (2100, 99, 80)


@given(st.floats(1, 4000), st.floats(1, 4000))
def test_a_needed_minimum_is_met_by_need_and_product(need: float, product: float) -> None:
    low = min_from_need(need, product, "L_mem", always)
    assert low >= need * (1 - 1e-9)
    assert low <= product or product < need


@given(st.floats(1, 1e5), st.floats(1, 1e5))
def test_a_maximum_never_exceeds_the_room_nor_shuts_out_what_it_carries(allowed: float, product: float) -> None:
    high = max_from_need(allowed, product, "L2")
    assert high <= allowed * (1 + 1e-9)
    assert high >= product * (1 - 1e-9) or product > allowed


@given(st.floats(8, 4000))
def test_a_minimum_from_the_product_is_a_step_of_the_ladder(product: float) -> None:
    low = min_from_product(product, "L_mem", lambda step: False)
    assert low in ladder("L_mem").values
    assert low is not None
    assert low <= product * (1 + 1e-9)

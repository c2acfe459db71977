"""Figures: unknown in is unknown out with the leaves named, assumed stays assumed, and the trace can be walked."""

from __future__ import annotations

import math

import pytest

from planner.facility.circuits import CURRENT_1PH_A
from planner.facility.power import EXPECTED_W, LINE_W, SUM_W, TOTAL_W
from planner.figure import Figure, Quality, constant, leaf, leaves, renamed, trace, unknown, walk
from planner.formulas import recompute


def watts(key: str, value: float | None, quality: Quality = Quality.PUBLISHED) -> Figure:
    return leaf(key, value, "W", quality, "data sheet", "2026-01")


def count(value: float | None, quality: Quality = Quality.ENTERED) -> Figure:
    return leaf("n", value, "1", quality)


def test_a_figure_carries_value_unit_formula_inputs_and_source() -> None:
    made = trace(LINE_W, "A/ws/max_w", quantity=count(2.0), power_w=watts("box/max_power_w", 2500.0))
    assert (made.key, made.value, made.unit, made.quality) == ("A/ws/max_w", 5000.0, "W", Quality.COMPUTED)
    assert made.formula is LINE_W
    assert made.source == LINE_W.source
    assert [(one.name, one.many, one.figures[0].value) for one in made.inputs] == [
        ("quantity", False, 2.0),
        ("power_w", False, 2500.0),
    ]


def test_a_bare_formula_gives_what_the_traced_one_gives() -> None:
    given = {"idle_w": 600.0, "use_share": 0.5, "max_w": 2500.0}
    traced = trace(EXPECTED_W, "e", **{name: watts(name, value) for name, value in given.items()})
    assert EXPECTED_W(**given) == traced.value == 1550.0  # 600 + 0.5 x 1900


def test_unknown_in_is_unknown_out_and_names_the_leaf() -> None:
    inner = trace(LINE_W, "A/ws/max_w", quantity=count(1.0), power_w=watts("box/max_power_w", None))
    outer = trace(SUM_W, "A/total/max_w", power_w=[inner, watts("nas/max_power_w", 150.0)])
    for figure in (inner, outer):
        assert figure.value is None
        assert not figure.known
        assert figure.quality is Quality.UNKNOWN
        assert figure.missing == ("box/max_power_w",)
        assert recompute(figure) is None
    assert outer.inputs[0].figures[0] is inner


def test_all_missing_leaves_are_named_once_in_the_order_met() -> None:
    lost = [watts("b", None), watts("a", None), watts("b", None)]
    assert trace(SUM_W, "sum", power_w=lost).missing == ("b", "a")
    asked = unknown("price", "CNY", ("tax", "rate"))
    assert trace(LINE_W, "x", quantity=count(1.0), power_w=asked).missing == ("tax", "rate")


def test_a_missing_input_beside_an_assumed_one_is_unknown_not_assumed() -> None:
    made = trace(LINE_W, "x", quantity=count(1.0, Quality.ASSUMED), power_w=watts("w", None))
    assert made.quality is Quality.UNKNOWN
    assert made.missing == ("w",)


@pytest.mark.parametrize("quality", [one for one in Quality if one is not Quality.UNKNOWN])
def test_only_an_assumption_lowers_the_quality_of_what_is_computed(quality: Quality) -> None:
    made = trace(LINE_W, "x", quantity=count(1.0), power_w=watts("w", 100.0, quality))
    further = trace(SUM_W, "y", power_w=[made])
    expected = Quality.ASSUMED if quality is Quality.ASSUMED else Quality.COMPUTED
    assert made.quality is further.quality is expected


def test_a_formula_without_a_value_for_a_zero_is_unknown_and_names_the_zero() -> None:
    made = trace(
        CURRENT_1PH_A,
        "A/c1/own_current_a",
        power_w=watts("load", 2500.0),
        volts_ln_v=leaf("site/c1/volts", 0.0, "V", Quality.ENTERED),
        power_factor=leaf("plan/power_factor", 0.98, "1", Quality.ASSUMED),
    )
    assert made.value is None
    assert made.quality is Quality.UNKNOWN
    assert made.missing == ("site/c1/volts",)


def test_a_list_goes_to_the_function_as_a_list_and_may_be_empty() -> None:
    assert trace(SUM_W, "none", power_w=[]).value == 0.0
    made = trace(TOTAL_W, "two", quantity=[count(2.0), count(3.0)], power_w=[watts("a", 10.0), watts("b", 100.0)])
    assert made.value == 320.0
    assert [one.many for one in made.inputs] == [True, True]
    assert recompute(made) == 320.0


def test_a_leaf_without_a_value_is_unknown_and_names_itself() -> None:
    made = leaf("card/tdp_w", None, "W", Quality.PUBLISHED, "data sheet")
    assert made == unknown("card/tdp_w", "W")
    assert made.missing == ("card/tdp_w",)
    with pytest.raises(ValueError, match="card/tdp_w"):
        made.require()
    assert leaf("zero", 0.0, "W", Quality.ENTERED).require() == 0.0


def test_a_constant_and_a_renamed_figure_keep_what_they_are() -> None:
    light = constant("c", 299_792_458.0, "m/s", "SI")
    assert (light.quality, light.source) == (Quality.PUBLISHED, "SI")
    other = renamed(light, "speed")
    assert (other.key, other.value, other.source) == ("speed", light.value, "SI")


def test_walk_yields_each_figure_once_and_leaves_are_what_was_not_computed() -> None:
    shared = watts("shared", 5.0)
    one = trace(SUM_W, "one", power_w=[shared, watts("b", 1.0)])
    two = trace(SUM_W, "two", power_w=[shared, one])
    assert [figure.key for figure in walk(two)] == ["two", "shared", "one", "b"]
    assert [figure.key for figure in leaves(two)] == ["shared", "b"]


def test_figures_are_frozen_and_sums_are_exact() -> None:
    made = trace(SUM_W, "tenths", power_w=[watts(str(n), 0.1) for n in range(10)])
    assert made.value == 1.0  # math.fsum: ten tenths are one
    with pytest.raises(AttributeError):
        made.value = math.pi  # type: ignore[misc]

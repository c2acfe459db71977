"""Units in the inputs of a calculation, the values a table knows, and inputs that contradict each other."""

from __future__ import annotations

import pytest

from planner.calc.run import calculate
from planner.errors import InputError


@pytest.mark.parametrize("typed", ["100", "100W", "100 W", "0.1kW", "0.1 千瓦"])
def test_a_number_may_have_its_unit(typed: str) -> None:
    assert calculate("w_to_btuh", {"w": typed}).figures[0].require() == pytest.approx(
        341.2, abs=0.1
    )  # 3.412 BTU/h a watt


def test_amperes_and_shares_too() -> None:
    given = {"v_ln": "220V", "amps": "32A", "phases": "1", "derate": "80%"}
    assert calculate("feed_va_true", given).figures[0].require() == pytest.approx(220 * 32 * 0.8)


def test_a_unit_of_another_sort_is_refused_by_name() -> None:
    with pytest.raises(InputError) as caught:
        calculate("w_to_btuh", {"w": "100A"})
    assert "100A" in caught.value.told("en")


def test_a_table_says_what_it_knows() -> None:
    with pytest.raises(InputError) as caught:
        calculate("floor_live_load", {"code": "GB", "use": "lab"})
    assert "code=GB55001-2021 use=laboratory" in caught.value.told("en")
    with pytest.raises(InputError) as caught:
        calculate("carbon_g_kwh", {"country": "Atlantis", "year": "2024"})
    assert "country=" in caught.value.told("en")


def test_a_load_above_the_rating_of_a_ups_is_refused() -> None:
    with pytest.raises(InputError):
        calculate("ups_heat_w", {"rating_w": "2700", "load_w": "9999"})
    assert calculate("ups_heat_w", {"rating_w": "2700", "load_w": "2700"}).figures[0].require() == pytest.approx(243)

"""The attribute registry and the ladders: complete, consistent, in the trade's words."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import resources
from planner.catalog.attributes import all_attributes, attribute, attributes_of, find_attribute, kinds
from planner.catalog.ladders import ladder, ladder_names
from planner.catalog.mapping import MAKER_COLUMNS, ROW_COLUMNS, TABLES, attribute_key
from planner.messages import render
from planner.units import UNITS

# Units of the registry that are labels only: nobody types them, so the unit table has no conversion for them.
LABEL_UNITS = {"mm2", "nm"}


def _columns(table: str) -> list[str]:
    return next(csv.reader(io.StringIO(resources.read_text(f"catalog/{table}.csv"))))


@pytest.mark.parametrize("kind", list(TABLES))
def test_every_column_of_an_item_table_is_registered(kind: str) -> None:
    loose = [
        column
        for column in _columns(TABLES[kind])  # type: ignore[index]
        if column not in (*ROW_COLUMNS, *MAKER_COLUMNS)
        and attribute_key(kind, column)  # type: ignore[arg-type]
        and find_attribute(attribute_key(kind, column), kind) is None  # type: ignore[arg-type]
    ]
    assert loose == []


@pytest.mark.parametrize(("table", "kind"), [("prices", "price"), ("measured_power", "measurement")])
def test_every_column_of_an_observation_table_is_registered(table: str, kind: str) -> None:
    structural = {"id", "source", "source_date", "confidence"}
    loose = [one for one in _columns(table) if one not in structural and find_attribute(one, kind) is None]
    assert loose == []


# What the room form asks (facility: a supply chain is only as strong as its weakest link).
SITE = {
    "site.room": "area_m2 height_m occupancy altitude_m outdoor_max_c door_width_mm door_height_mm noise_limit_db"
    " fire_detector unattended_overnight",
    "site.circuit": "breaker_a breaker_curve volts volts_kind phases shared other_load_a cable_mm2 cable_length_m"
    " built_year rcd_ma",
    "site.socket": "rating_a form",
    "site.strip": "rating_a",
    "site.ups": "rated_va rated_w",
    "site.ac": "total_kw sensible_kw class_cn duty24h auto_restart",
    "site.rack": "u_height max_load_kg mounting_depth_mm",
}


@pytest.mark.parametrize(("kind", "keys"), SITE.items())
def test_site_nodes_have_their_attributes(kind: str, keys: str) -> None:
    assert set(keys.split()) <= {one.key for one in attributes_of(kind)}


def test_a_key_stands_once_for_a_kind() -> None:
    pairs = [(one.key, kind) for one in all_attributes() for kind in one.kinds]
    assert len(pairs) == len(set(pairs))


def test_units_and_ladders_exist() -> None:
    assert {one.unit for one in all_attributes()} - set(UNITS) - LABEL_UNITS - {""} == set()
    assert {one.ladder for one in all_attributes()} - {""} <= set(ladder_names())


def test_bounds_are_in_order_and_only_on_numbers() -> None:
    for one in all_attributes():
        if one.low is not None and one.high is not None:
            assert one.low < one.high, one.key
        assert one.numeric or (one.low is None and one.high is None), one.key


def test_labels_are_the_words_of_the_trade() -> None:
    assert attribute("breaker_a", "site.circuit").label("zh") == "空开额定电流"
    assert attribute("sensible_kw", "cooling").label("zh") == "显冷量"
    assert attribute("memory_gb", "accelerator").heading("zh") == "显存容量（GB）"
    assert "不含稀疏加速" in attribute("bf16_dense_tflops", "accelerator").stated.zh
    assert all(one.label("zh") and one.label("en") for one in all_attributes())


def test_the_same_key_differs_by_kind() -> None:
    assert attribute("cooling", "accelerator").type == "choice"
    assert attribute("cooling", "system").type == "list"
    assert attribute("u_height", "pdu").zero_allowed
    assert not attribute("u_height", "ups").zero_allowed


def test_bounds_tell_what_is_wrong() -> None:
    memory = attribute("memory_gb", "accelerator")
    assert memory.out_of_bounds(80) is None
    assert render(memory.out_of_bounds(0), "en") == "device memory is 0: unknown is written as an empty cell."  # type: ignore[arg-type]
    assert render(memory.out_of_bounds(81920), "en") == "device memory 81,920 is above 4,096 GB."  # type: ignore[arg-type]
    assert attribute("slots", "accelerator").out_of_bounds(2.5) is None
    assert attribute("pcie_gen", "accelerator").out_of_bounds(4.5) is not None


def test_choices_tell_what_is_wrong() -> None:
    assert attribute("condition", "price").wrong_choice("new|used") is None
    assert attribute("topology", "ups").wrong_choice("在线") is not None


def test_unknown_keys_raise() -> None:
    with pytest.raises(KeyError):
        attribute("memory_gb", "rack")
    assert find_attribute("memory_gb", "rack") is None
    assert "site.room" in kinds()


# Worked thresholds: 141 GB goes down to 128, 70 GB up to 80; 1,979 TFLOPS down to 1,800; 7,700 W up to 8,000.
@pytest.mark.parametrize(
    ("name", "value", "down", "up"),
    [
        ("L_mem", 141, 128, 144),
        ("L_mem", 70, 64, 80),
        ("L_mem", 80, 80, 80),
        ("L2", 1979, 1800, 2000),
        ("L2", 7700, 6000, 8000),
        ("L2", 0.017, 0.015, 0.018),
        ("L2", 1000, 1000, 1000),
        ("ghz", 2.45, 2.4, 2.5),
        ("integer", 8, 8, 8),
    ],
)
def test_ladders_round_both_ways(name: str, value: float, down: float, up: float) -> None:
    assert ladder(name).at_most(value) == pytest.approx(down)
    assert ladder(name).at_least(value) == pytest.approx(up)


def test_ladders_end() -> None:
    assert ladder("L_mem").at_most(4) is None
    assert ladder("L_mem").at_least(100_000) is None
    assert ladder("L_mem").below(64) == 48
    assert ladder("L_mem").above(64) == 80


@given(st.floats(min_value=0.001, max_value=1e9))
def test_two_digit_steps_never_pass_the_value(value: float) -> None:
    low, high = ladder("L2").at_most(value), ladder("L2").at_least(value)
    assert low is not None and high is not None
    assert low <= value * (1 + 1e-6)
    assert high >= value * (1 - 1e-6)
    assert high / low <= 4 / 3 + 1e-6 or low == high  # the widest step is 6 to 8

"""The bundled catalog: nothing lost, nothing guessed, every value with its quality, and read quickly."""

from __future__ import annotations

import datetime as dt
import time
from decimal import Decimal

import pytest

import resources
from planner import tables
from planner.catalog import load
from planner.catalog.devices import devices_per_board, per_device, per_device_figure
from planner.catalog.items import digest
from planner.catalog.load import (
    bundled_by_id,
    bundled_item,
    bundled_items,
    bundled_of,
    bundled_prices,
    measured_runs,
)
from planner.catalog.mapping import TABLES, CellProblem, item_from_row, model_id, read_cell, written_cell
from planner.catalog.prices import is_stale, price_from_row, purchase_prices
from planner.errors import InputError, UnknownIdError
from planner.figure import Quality
from planner.formulas import recompute

# Rows of each table: the tables may grow, a row that vanishes is noticed.
LEAST = {
    "accelerator": 221,
    "system": 99,
    "storage": 117,
    "network": 234,
    "ups": 138,
    "pdu": 133,
    "cooling": 84,
    "rack": 43,
    "cloud_offer": 192,
    "api_offer": 117,
    "model": 141,
}


@pytest.mark.parametrize("kind", list(TABLES))
def test_no_row_is_lost(kind: str) -> None:
    lines = len(tables.rows(f"catalog/{TABLES[kind]}.csv"))  # type: ignore[index]
    assert len(bundled_of(kind)) == lines >= LEAST[kind]  # type: ignore[arg-type]


def test_ids_are_unique_over_all_kinds() -> None:
    assert len(bundled_by_id()) == len(bundled_items())


def test_maker_name_and_subkind_come_from_their_columns() -> None:
    card, ups, offer = bundled_item("nv-rtx4090"), bundled_item("ups-038"), bundled_item("api-001")
    assert (card.maker, card.name, card.text("subkind")) == ("NVIDIA", "GeForce RTX 4090", "gpu")
    assert (ups.maker, ups.name) == ("APC", "SMT3000RMI2U")
    assert (offer.maker, offer.name) == ("OpenAI", "gpt-4.1")
    assert bundled_item("qwen2.5-7b").text("subkind") == "llm-dense"
    assert "kind" not in card.attributes


def test_model_ids_are_lower_case_names() -> None:
    assert model_id("ViT-S/16") == "vit-s-16"
    assert model_id("Phi-4 (14B)") == "phi-4-(14b)"
    assert {item.id for item in bundled_of("model")} == {model_id(item.name) for item in bundled_of("model")}


def test_offers_are_named_by_what_is_in_them() -> None:
    assert bundled_item("co-001").name == "g4dn.xlarge · T4 16GB"
    assert bundled_item("co-162").name == "RTX 4090 24GB"


# H100 SXM: 989.5 dense BF16; the sheet's 1,979 counts sparsity (NVIDIA H100 datasheet 2287922, footnote).
def test_rates_are_dense() -> None:
    assert bundled_item("nv-h100-sxm").number("bf16_dense_tflops") == 989.5
    assert bundled_item("nv-rtx4090").number("int8_dense_tops") == 660.6


def test_unit_source_date_and_quality_stand_with_a_value() -> None:
    value = bundled_item("nv-h100-sxm").attributes["bf16_dense_tflops"]
    assert (value.unit, value.quality) == ("TFLOPS", Quality.PUBLISHED)
    assert value.source.startswith("NVIDIA H100 datasheet")
    assert value.source_date == "2023"


@pytest.mark.parametrize(
    ("item", "key", "quality"),
    [
        ("nv-thor-t5000", "memory_gb", Quality.ASSUMED),  # the whole row is from memory
        ("nv-p40", "int8_dense_tops", Quality.ASSUMED),  # one value of a row
        ("nv-p40", "memory_gb", Quality.SECONDARY),
        ("dell-xe7740", "rack_u", Quality.ASSUMED),
        ("dell-xe7740", "max_accelerators", Quality.SECONDARY),
        ("nv-rtx3060-12", "fp16_dense_tflops", Quality.COMPUTED),  # SM x clock x rate
        ("co-170", "price_low", Quality.ASSUMED),  # the user's own guide
        ("cool-044", "total_kw", Quality.PUBLISHED),  # A
        ("llama-3.1-8b", "params_total_b", Quality.COMPUTED),
        ("qwen2.5-72b", "licence", Quality.ASSUMED),
    ],
)
def test_quality_of_values(item: str, key: str, quality: Quality) -> None:
    assert bundled_item(item).quality(key) is quality


def test_unknown_is_absent_and_a_real_zero_stays() -> None:
    assert "tdp_w" not in bundled_item("hw-910b1").attributes
    assert bundled_item("hw-910b1").number("tdp_w") is None
    assert bundled_item("pdu-002").number("u_height") == 0
    assert bundled_item("co-051").kind == "cloud_offer"


# Boards that are several devices; memory of one device from the makers' pages.
@pytest.mark.parametrize(
    ("item", "devices", "memory_gb"),
    [
        ("nv-a16", 4, 16),
        ("hw-300i-duo-48", 2, 24),
        ("hw-300i-duo-96", 2, 48),
        ("amd-mi250x", 2, 64),
        ("hw-910c", 2, 64),
        ("intel-b60-dual", 2, 24),
        ("tt-n300", 2, 12),
        ("cam-mlu370-x8", 2, 24),
        ("qc-ai100-ultra", 4, 32),
        ("nv-h100-sxm", 1, 80),
    ],
)
def test_boards_with_several_devices(item: str, devices: int, memory_gb: float) -> None:
    found = bundled_item(item)
    assert devices_per_board(found) == devices
    assert found.number("memory_per_device_gb") == memory_gb
    assert per_device(found, "memory_gb") == memory_gb


def test_the_share_of_a_device_is_traced() -> None:
    figure = per_device_figure(bundled_item("nv-a16"), "bandwidth_gbs", "GB/s")
    assert figure.value == 200  # 4 x 200 GB/s on the board
    assert recompute(figure) == figure.value
    assert per_device_figure(bundled_item("nv-t4"), "bandwidth_gbs", "GB/s").formula is None
    assert not per_device_figure(bundled_item("hw-910b4"), "bandwidth_gbs", "GB/s").known


def test_a_text_in_a_number_column_is_told() -> None:
    result = item_from_row(
        "ups", {"id": "u", "model": "M", "nominal_v": "208-230", "rated_va": "1000", "confidence": "B"}
    )
    assert [(one.column, one.value) for one in result.problems] == [("nominal_v", "208-230")]
    assert "nominal_v" not in result.item.attributes
    assert result.item.number("rated_va") == 1000


@pytest.mark.parametrize("cell", ["NaN", "Infinity", "1,000", "12 V", "", "0x10"])
def test_numbers_are_read_strictly(cell: str) -> None:
    assert isinstance(read_cell("rated_va", "ups", cell), CellProblem)


@pytest.mark.parametrize(
    ("value", "text"), [(24.0, "24"), (0.1, "0.1"), (2516.6, "2516.6"), (True, "yes"), ("sxm|oam", "sxm|oam")]
)
def test_values_are_written_so_that_they_read_back(value: float | str | bool, text: str) -> None:
    assert written_cell(value) == text


@pytest.mark.parametrize(
    ("word", "quality"),
    [
        ("datasheet", "published"),
        ("A", "published"),
        ("derived", "computed"),
        ("database", "secondary"),
        ("C", "secondary"),
        ("seed", "assumed"),
        ("typed", "entered"),
        ("", "entered"),
    ],
)
def test_confidence_words(word: str, quality: str) -> None:
    row = {"id": "x", "vendor": "V", "name": "N", "memory_gb": "8", "confidence": word}
    assert item_from_row("accelerator", row).item.quality("memory_gb").value == quality


def test_an_unknown_id_names_near_ones() -> None:
    with pytest.raises(UnknownIdError) as caught:
        bundled_item("nv-rtx409")
    assert "nv-rtx4090" in caught.value.told("en")


def test_digest_depends_on_values_only() -> None:
    row = {"id": "x", "vendor": "V", "name": "N", "memory_gb": "8", "tdp_w": "70"}
    assert digest(item_from_row("accelerator", row).item) == digest(
        item_from_row("accelerator", dict(reversed(row.items()))).item
    )
    assert digest(item_from_row("accelerator", row).item) != digest(
        item_from_row("accelerator", row | {"tdp_w": "71"}).item
    )


def test_prices_are_decimals_and_running_costs_are_no_purchase() -> None:
    assert len(bundled_prices()) >= 78
    found = purchase_prices("nv-a100-pcie-80", bundled_prices())
    assert [(one.id, one.low, one.quality) for one in found] == [("pr-014", Decimal(15000), Quality.ASSUMED)]
    assert purchase_prices("class-ws-2x5090", bundled_prices()) == ()  # the observation is for a set of two machines


def test_prices_grow_stale() -> None:
    price = next(one for one in bundled_prices() if one.id == "pr-020")
    assert not is_stale(price, dt.date(2025, 12, 3))
    assert is_stale(price, dt.date(2025, 12, 4))
    assert is_stale(next(one for one in bundled_prices() if not one.observed_date), dt.date(2025, 1, 1))


@pytest.mark.parametrize("low", ["0", "-5", "free", "NaN"])
def test_a_price_must_be_an_amount(low: str) -> None:
    with pytest.raises(InputError):
        price_from_row({"id": "p", "item_type": "system", "low": low})


def test_metered_runs() -> None:
    run = next(one for one in measured_runs() if one.id == "mp-01")
    assert (run.mean_w, run.p95_w, run.max_1s_w, run.min_w) == (9653, 10537, 11837, 2876)


def test_texts_do_not_speak_of_how_the_tables_were_made() -> None:
    banned = ("/work", "seed 0", "this work", "index whose", "stored copy", "facility.md", "requirement;", "audit")
    for table in (*TABLES.values(), "prices", "measured_power"):
        text = resources.read_text(f"catalog/{table}.csv").casefold()
        assert [word for word in banned if word in text] == [], table


def test_loading_takes_well_under_half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    tables.rows.cache_clear()
    for cached in (load.bundled_items, load.bundled_of):
        cached.cache_clear()
    started = time.process_time()
    assert load.bundled_items()
    assert time.process_time() - started < 0.5

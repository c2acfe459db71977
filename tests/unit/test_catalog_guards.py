"""The guards: each known mistake of public tables is caught, and the bundled tables have none."""

from __future__ import annotations

import pytest

from planner.catalog.guards import Problem, item_problems
from planner.catalog.load import bundled_item, bundled_of
from planner.catalog.mapping import item_from_row
from planner.catalog.ratios import density, made_for_china, odd_rates, too_dense
from planner.catalog.validation import catalog_problems, item_row_problems
from planner.messages import render
from tests.house.scripts import script


def _rules(kind: str, **cells: str) -> list[tuple[str, str]]:
    return [(one.column, one.rule) for one in _problems(kind, **cells)]


def _problems(kind: str, **cells: str) -> tuple[Problem, ...]:
    row = {"id": "x", "maker": "Maker", "name": "N", "confidence": "B", **cells}
    return item_problems(item_from_row(kind, row).item)  # type: ignore[arg-type]


def test_the_bundled_tables_have_no_problem() -> None:
    assert [f"{one.file} {one.row} {one.rule}: {render(one.message, 'en')}" for one in catalog_problems()] == []


def test_the_script_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert script("validate_catalog").main() == 0
    assert capsys.readouterr().out.endswith("0 problems\n")


# Defects seen in public tables: sparse FP16 beside dense FP8, H200 BF16 2.0 PF, FP8 of a pair of cards.
@pytest.mark.parametrize(
    ("cells", "rule"),
    [
        ({"bf16_dense_tflops": "989.5", "fp8_dense_tflops": "3958"}, "fp8_per_bf16"),
        ({"fp16_dense_tflops": "312", "int8_dense_tops": "1248"}, "int8_per_fp16"),
        ({"fp8_dense_tflops": "4500", "fp4_dense_tflops": "18000"}, "fp4_per_fp8"),
        ({"tf32_dense": "156", "bf16_dense_tflops": "624"}, "bf16_per_tf32"),
        ({"fp16_dense_tflops": "77.97", "bf16_dense_tflops": "311.84"}, "fp16_per_bf16"),
    ],
)
def test_rates_out_of_ratio_are_caught(cells: dict[str, str], rule: str) -> None:
    assert [one.rule for one in _problems("accelerator", **cells)] == [rule]


# Families where the ordinary ratio does not hold and must not be reported.
@pytest.mark.parametrize(
    "item",
    [
        "nv-rtx4090",
        "nv-rtx5090",
        "nv-p40",
        "nv-b300",
        "nv-gb300",
        "nv-rubin",
        "amd-mi100",
        "amd-mi250x",
        "amd-7900xtx",
        "intel-gaudi3-oam",
        "hw-atlas350",
        "hw-950dt",
        "cam-mlu370-x8",
        "tpu-v4",
        "tpu-v5p",
        "aws-trn1",
        "aws-trn2",
        "aws-trn3",
        "aws-inf2",
        "groq-tsp",
        "tt-n300",
        "qc-ai100-ultra",
    ],
)
def test_families_with_their_own_ratio_pass(item: str) -> None:
    assert list(odd_rates(bundled_item(item))) == []


def test_a_family_with_its_own_ratio_is_still_guarded() -> None:
    row = {"maker": "NVIDIA", "family": "Blackwell Ultra", "fp8_dense_tflops": "4500", "fp4_dense_tflops": "9000"}
    assert ("fp4_dense_tflops", "fp4_per_fp8") in _rules("accelerator", **row)


# Worked products of dense rate and bits: 4090 660.6 x 8 = 5,285; 4090 D 588.3 x 8 = 4,706; H20 296 x 8 = 2,368.
@pytest.mark.parametrize(
    ("item", "product"), [("nv-rtx4090", 5284.8), ("nv-rtx4090d", 4706.4), ("nv-h20-96", 2368), ("nv-rtx5090dv2", 4750)]
)
def test_density(item: str, product: float) -> None:
    assert density(bundled_item(item)) == pytest.approx(product)


def test_cards_made_for_china_stay_below_the_limit() -> None:
    cards = [
        one for one in bundled_of("accelerator") if made_for_china(one) and (one.number("release_year") or 0) >= 2024
    ]
    assert len(cards) >= 5
    assert [one.id for one in cards if too_dense(one)] == []


def test_a_doubled_h20_is_caught_by_its_name() -> None:
    cells = {"name": "H20 SXM5 96GB", "bf16_dense_tflops": "296", "fp8_dense_tflops": "592", "int8_dense_tops": "592"}
    assert _rules("accelerator", **cells) == []  # 592 x 8 = 4,736: still below, doubling alone does not show
    doubled = {"name": "RTX 4090 D", "fp8_dense_tflops": "1176.6"}
    assert [rule for _, rule in _rules("accelerator", **doubled)] == ["density"]


@pytest.mark.parametrize(
    ("kind", "cells", "expected"),
    [
        ("ups", {"rated_va": "1500", "rated_w": "3600"}, ("rated_w", "ups_power")),
        ("ups", {"rated_va": "3000", "input_connection": "C14", "nominal_v": "230"}, ("input_connection", "ups_inlet")),
        ("ups", {"nominal_v": "230", "input_connection": "IEC-60309-3P-N-E-4H"}, ("input_connection", "plug_hour")),
        ("network", {"power_max_w": "10", "inlet": "C20"}, ("power_max_w", "amps_as_watts")),
        (
            "system",
            {"psu_count": "6", "psu_w": "3000", "psu_redundancy": "5+1", "max_power_w": "16200"},
            ("max_power_w", "supplies"),
        ),
        ("system", {"psu_count": "2", "psu_w": "1071", "max_power_w": "6500"}, ("max_power_w", "supplies")),
        ("storage", {"power_typ_w": "900", "power_max_w": "250"}, ("power_typ_w", "order")),
        ("cooling", {"total_kw": "7.2", "sensible_kw": "8"}, ("sensible_kw", "sensible")),
        ("cooling", {"total_kw": "7.2", "power_in_kw": "2.4", "eer": "2.1"}, ("eer", "eer")),
        ("model", {"params_total_b": "3", "params_active_b": "30"}, ("params_active_b", "part")),
        ("accelerator", {"memory_gb": "81920"}, ("memory_gb", "bounds")),
        ("accelerator", {"memory_gb": "0"}, ("memory_gb", "bounds")),
        ("accelerator", {"form_factor": "PCI"}, ("form_factor", "bounds")),
        ("api_offer", {"price_in": "0"}, ("price_in", "bounds")),
        ("accelerator", {"colour": "green"}, ("colour", "unknown_attribute")),
        (
            "accelerator",
            {"memory_gb": "64", "devices_per_board": "2", "memory_per_device_gb": "64"},
            ("memory_per_device_gb", "devices"),
        ),
    ],
)
def test_values_that_exclude_each_other(kind: str, cells: dict[str, str], expected: tuple[str, str]) -> None:
    assert expected in _rules(kind, **cells)


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        ("ups", {"rated_va": "2400", "input_connection": "C14", "nominal_v": "230"}),
        ("pdu", {"u_height": "0"}),
        ("cloud_offer", {"egress_usd_gb": "0"}),
        ("system", {"psu_count": "6", "psu_w": "3300", "psu_redundancy": "4+2", "max_power_w": "10200"}),
    ],
)
def test_true_values_pass(kind: str, cells: dict[str, str]) -> None:
    assert _rules(kind, **cells) == []


def test_a_problem_tells_place_and_remedy() -> None:
    found = _problems("ups", rated_va="1500", rated_w="3600")[0]
    assert (found.row, found.column, found.value) == ("x", "rated_w", "3600")
    assert render(found.message, "en") == "3,600 W is more than 1,500 VA: probably the input rating."
    assert render(found.remedy, "en")


def test_a_remark_from_memory_needs_a_mark() -> None:
    row = {
        "id": "x",
        "vendor": "V",
        "name": "N",
        "confidence": "secondary",
        "tdp_w": "300",
        "note": "TDP unverified, from memory",
    }
    assert [one.rule for one in item_row_problems("accelerator", row, "f")] == ["unmarked"]
    assert item_row_problems("accelerator", row | {"value_quality": "tdp_w=assumed"}, "f") == ()


def test_a_row_without_confidence_is_told() -> None:
    row = {"id": "x", "vendor": "V", "name": "N", "confidence": "sure", "tdp_w": "300"}
    assert [one.rule for one in item_row_problems("accelerator", row, "f")] == ["quality"]


def test_unverified_numbers_are_listed() -> None:
    listing = script("unverified")
    text, total = listing.document()
    assert total > 0
    assert f"Total: {total}\n" in text
    assert "| nv-p40 | int8_dense_tops | 47 |" in text
    assert "| nv-h100-sxm |" not in text


def test_the_list_of_unverified_numbers_may_only_shrink(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = script("unverified")
    target = tmp_path / "unverified.md"  # type: ignore[operator]
    monkeypatch.setattr(listing, "TARGET", target)
    monkeypatch.setattr(listing, "ROOT", tmp_path)
    assert listing.check("Total: 3\n", 3) == 1  # nothing committed
    target.write_text("Total: 3\n", encoding="utf-8")
    assert listing.check("Total: 3\n", 3) == 0
    assert listing.check("Total: 4\n", 4) == 1
    assert listing.check("Total: 2\n", 2) == 1  # shorter, but the committed list is out of date

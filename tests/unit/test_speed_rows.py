"""Published speed measurements as jobs: figures by kind, warnings about impossible rows, labels and what is refused."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import pytest

from planner.calc.row_jobs import Catalog, card_of, format_of, lengths
from planner.calc.sizing_rows import SizingReport, sizing_rows
from planner.calc.speed_rows import speed_predictors
from planner.catalog.load import bundled_by_id, bundled_of
from planner.errors import InputError, UnknownIdError
from planner.workload.constants import free_constants
from tests.refit import fitted, predictors, scored_rows

CASES = Path(__file__).parents[1] / "cases" / "speed_cases.csv"
CATALOG = Catalog(
    model={item.name: item for item in bundled_of("model")}.get,
    card=bundled_by_id().get,
    cards=bundled_of("accelerator"),
)


@lru_cache(maxsize=1)
def rows() -> tuple[dict[str, str], ...]:
    with CASES.open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


def report(of: tuple[dict[str, str], ...]) -> SizingReport:
    return sizing_rows(of, speed_predictors(CATALOG))


@lru_cache(maxsize=1)
def shown() -> SizingReport:
    return report(rows())


@pytest.mark.parametrize(
    ("kind", "count", "median", "p90"),
    [
        ("decode_tps", 106, 0.08, 0.31),
        ("prefill_tps", 23, 0.08, 0.36),
        ("train_throughput", 52, 0.09, 0.25),
        ("served_tps", 33, 0.16, 0.58),
        ("video_s", 5, 0.02, 0.08),
        ("vision_infer_img_s", 7, 0.03, 0.17),
        ("vision_train_img_s", 3, 0.03, 0.12),
        ("pretrain_gpu_hours", 7, 0.13, 0.60),
        ("collective_gb_s", 10, 0.02, 0.04),
        ("decode_tps_moe", 4, 0.50, 1.30),
    ],
)
def test_each_kind_stays_within_its_figures(kind: str, count: int, median: float, p90: float) -> None:
    score = shown().score(kind)
    assert score is not None
    assert score.rows == count
    assert score.median <= median
    assert score.p90 <= p90
    assert score.met in (True, None)


def test_nine_of_ten_measurements_lie_in_the_printed_range() -> None:
    scored = [case for case in shown().cases if case.scored and case.measured is not None]
    inside = [
        case
        for case in scored
        if case.estimate.low is not None
        and case.estimate.high is not None
        and case.measured is not None
        and case.estimate.low <= case.measured <= case.estimate.high
    ]
    assert len(inside) / len(scored) >= 0.88


def test_estimates_do_not_look_at_measurement_source_or_id() -> None:
    hidden = tuple(
        {**row, "measured_value": "", "source": "", "note": "x", "id": f"Z{n}"} for n, row in enumerate(rows())
    )
    assert [one.estimate for one in report(hidden).cases] == [one.estimate for one in shown().cases]


def test_impossible_and_doubtful_rows_are_warned_about() -> None:
    found = {
        case.id: warning.id
        for case in shown().cases
        for warning in case.warnings
        if warning.id in ("sizing.above_ceiling", "sizing.far_below", "rows.unit")
    }
    # a 14.5 GB model at 206.6 tokens a second on 2,039 GB/s; a card that would exceed its own peak twice over;
    # eleven times below the same chip in the same table; a unit that does not say for how many cards; a complaint
    assert found["DT147"] == "sizing.above_ceiling"
    assert found["TT064"] == "sizing.above_ceiling"
    assert found["TT066"] == "sizing.above_ceiling"
    assert found["PT031"] == "sizing.far_below"
    assert found["DT181"] == "sizing.far_below"
    assert {"OT089", "OT090", "OT091"} <= set(found)
    scored = {case.id for case in shown().cases if case.scored}
    assert {case for case in found if case in scored} == {"OT098"}  # told as a lower bound by who published it


def test_rows_that_cannot_be_estimated_say_why() -> None:
    refused = {row.id: row.reason.id for row in shown().not_supported}
    assert refused["OT093"] == "error.unknown_id"
    assert refused["FT012"] == "rows.samples"
    assert refused["OT045"] == "rows.video"
    assert refused["PT022"] == "rows.unknown"
    assert not {row["id"] for row in rows() if row["score"] == "yes"} & set(refused)


@pytest.mark.parametrize(
    ("label", "wanted"),
    [
        ("A100", "nv-a100-sxm-80"),
        ("RTX 3080", "nv-rtx3080-10"),
        ("RTX 3060", "nv-rtx3060-12"),
        ("H100 NVL 94G", "nv-h100-nvl"),
        ("RTX 4090 24G", "nv-rtx4090"),
        ("8x RTX 4090", "nv-rtx4090"),
        ("A10", "nv-a10"),
        ("Radeon RX 7900 XTX", "amd-7900xtx"),
    ],
)
def test_labels_mean_the_plainest_card_of_that_name(label: str, wanted: str) -> None:
    found = card_of({"gpu_model": label, "accel_ref": ""}, CATALOG)
    assert found.item.id == wanted
    assert found.assumed is not None


def test_labels_carry_dies_and_power_limits() -> None:
    assert card_of({"gpu_model": "MI250X (1 GCD)", "accel_ref": ""}, CATALOG).devices == 1
    assert card_of({"gpu_model": "Arc Pro B60 Dual", "accel_ref": ""}, CATALOG).devices == 2
    assert card_of({"gpu_model": "H100-96G SXM 500W", "accel_ref": ""}, CATALOG).limit_w == 500
    with pytest.raises(UnknownIdError):
        card_of({"gpu_model": "Abacus 3000", "accel_ref": ""}, CATALOG)


@pytest.mark.parametrize(
    ("label", "wanted"),
    [("fp8 + fp8 kv", "fp8"), ("amp fp16", "fp16"), ("", "bf16"), ("w4a16", "int4"), ("gguf-q4_k_s", "gguf-q4_k_m"),
     ("exl2-4.25bpw", "exl2-4.0bpw"), ("int4 (not re-checked)", "int4")],
)  # fmt: skip
def test_format_labels(label: str, wanted: str) -> None:
    assert format_of(label) == wanted


def test_lengths_come_from_their_columns_first() -> None:
    assert lengths({"tokens_in": "100", "tokens_out": "20", "seq_len": "9"}) == (100, 20)
    assert lengths({"seq_len": "5000/500"}) == (5000, 500)
    assert lengths({"seq_len": "2049", "tokens_in": "1"}) == (1, 2048)
    assert lengths({"seq_len": "512", "batch": "1"}) == (0, 512)
    assert lengths({"seq_len": "512", "batch": "8"}) == (128, 384)
    assert lengths({}) == (None, None)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"gpus": "0"}, "rows.count"),
        ({"batch": "1.5"}, "rows.count"),
        ({"params_b": "many", "model_ref": "", "model": "new"}, "rows.number"),
        ({"dtype": "abc"}, "error.unknown_id"),
        ({"gpu_model": "", "accel_ref": ""}, "error.unknown_id"),
    ],
)
def test_bad_cells_are_told(changes: dict[str, str], reason: str) -> None:
    row = {**next(one for one in rows() if one["kind"] == "decode_tps"), **changes}
    assert [one.reason.id for one in report((row,)).not_supported] == [reason]


def test_unlisted_models_are_reckoned_from_their_own_numbers() -> None:
    row = {**next(one for one in rows() if one["id"] == "DT067"), "model_ref": "", "model": "house model"}
    assert report((row,)).cases[0].estimate.value == pytest.approx(84.28, rel=0.3)
    with pytest.raises(InputError):
        speed_predictors(CATALOG)["decode_tps"]({**row, "params_b": ""})


def test_refitting_keeps_within_ranges_and_improves() -> None:
    chosen = scored_rows(rows(), ("prefill_tps",))
    constants = free_constants("prefill_tps")[:2]
    values = fitted(chosen, predictors(), constants)
    assert all(one.low <= values[one.id] <= one.high for one in constants)

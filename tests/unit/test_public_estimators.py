"""Our estimates against those of public estimators, on the published cases that both can answer."""

from __future__ import annotations

import csv
from functools import lru_cache
from pathlib import Path

import pytest

from planner.calc.sizing_rows import SizingCase, kind_score, sizing_rows
from tests.public_estimators import ESTIMATORS, Estimator, answers
from tests.refit import predictors

CASES = Path(__file__).parents[1] / "cases"
Rows = dict[str, dict[str, str]]


@lru_cache(maxsize=1)
def cases() -> tuple[Rows, dict[str, SizingCase]]:
    rows: Rows = {}
    for name in ("memory_cases.csv", "speed_cases.csv"):
        with (CASES / name).open(encoding="utf-8", newline="") as file:
            rows.update((row["id"], row) for row in csv.DictReader(file))
    report = sizing_rows(rows.values(), predictors())
    return rows, {case.id: case for case in report.cases if case.scored}


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: f"{one.kind}-{one.name}")
def test_ours_is_nearer_than_each_public_estimator(estimator: Estimator) -> None:
    rows, ours = cases()
    told = answers(estimator, {case_id: rows[case_id] for case_id in ours})
    assert len(told) >= 7
    theirs = kind_score(estimator.kind, [value / (ours[name].measured or 1) - 1 for name, value in told.items()])
    own = kind_score(estimator.kind, [ours[name].error or 0.0 for name in told])
    assert own.median < theirs.median
    assert own.p90 < theirs.p90


def test_rules_give_what_their_descriptions_give() -> None:
    rows, _ours = cases()
    # a 3,350 GB/s card and a 141 GB model: 23.7 tokens a second by bandwidth, 0.55 of that by llmfit
    one = next(row for row in rows.values() if row["id"] == "DT174")  # 72.7e9 parameters, 2 bytes, two H100
    said = {
        estimator.name: answers(estimator, {one["id"]: one}).get(one["id"])
        for estimator in ESTIMATORS
        if estimator.kind == "decode_tps"
    }
    assert said["bandwidth / size"] == pytest.approx(2 * 3350 / (72.706 * 2), rel=0.001)
    assert said["llmfit"] == pytest.approx(0.55 * 2 * 3350 / (72.706 * 2), rel=0.001)
    # LLaMA-Factory: 70B QLoRA at half a byte, 7B full at 18 bytes
    table = next(estimator for estimator in ESTIMATORS if estimator.name == "LLaMA-Factory table")
    full = {"id": "x", "kind": "train_mem", "model": "m", "params_b": "7", "layers": "32", "hidden": "4096", "heads": "32",
            "kv_heads": "32", "dtype": "bf16", "method": "full", "optimizer": "adamw", "seq_len": "512", "batch": "1",
            "grad_ckpt": "yes", "zero_stage": "", "gpus": "1", "framework": "x", "unit": "GB", "scope": "per_gpu",
            "switches": ""}  # fmt: skip
    assert answers(table, {"x": full})["x"] == pytest.approx(126)

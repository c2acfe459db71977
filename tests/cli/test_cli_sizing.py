"""``size``, ``validate`` of sizing tables and ``catalog add-model`` on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import run
from tests.conftest import PROJECT
from tests.unit.test_model_files import QWEN3_8B

CASES = PROJECT / "tests" / "cases" / "memory_cases.csv"


def job(folder: Path, **fields: Any) -> Path:
    file = folder / "job.json"
    file.write_text(json.dumps({"model": "llama-3-8b", **fields}), encoding="utf-8")
    return file


def test_size_of_a_full_tuning_with_remedies_in_order(tmp_path: Path) -> None:
    file = job(tmp_path, method="full", seq_len=4096, batch=4, grad_checkpoint=False, accelerator="nv-rtx4090")
    done = run("size", file, "--json")
    assert done.code == 0
    found = done.json
    memory = found["memory"]
    assert memory["total_gib"] == pytest.approx(sum(part["gib"] for part in memory["parts"]))
    assert memory["low_gib"] < memory["per_device_gib"] < memory["high_gib"]
    assert found["fits"][0]["verdict"] == "no"
    order = [one["id"] for one in found["remedies"]]
    assert order[:5] == ["accumulation", "checkpointing", "lora", "qlora", "length"]
    assert all(one["saves_gib"] > 0 for one in found["remedies"])
    needs = [one["together_gib"] for one in found["remedies"]]
    assert needs == sorted(needs, reverse=True)
    assert [one["id"] for one in found["remedies"] if one["verdict"] == "fits"][0] == "qlora"
    assert found["throughput"]["train_tps"] > 0
    assert any(figure["key"] == "job/total_gib" and figure["formula"] for figure in found["figures"])


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"model": "no-such-model"}, "no-such-model"),
        ({"batch": 0}, "batch"),
        ({"model": {"params_b": 7, "layers": 0}}, "layers"),
        ({"model": {"params_b": "seven"}}, "params_b"),
        ({"dtype": "fp7"}, "dtype"),
        ({"method": "guess"}, "qlora"),
        ({"colour": 1}, "colour"),
        ({"seq_len": "long"}, "seq_len"),
        ({"devices": 16, "tensor_parallel": 16}, "tensor_parallel"),
        ({"devices": 3, "tensor_parallel": 2}, "tensor_parallel"),
        ({"zero_stage": 7}, "zero_stage"),
        ({"kind": "vision"}, "vision network"),
        # with what would be accepted
        ({"batch": 0}, "Accepted are numbers from 1."),
        ({"output_len": -5}, "Accepted are numbers from 0."),
        ({"deadline_h": -1}, "Accepted are numbers from 0."),
        ({"kind": "video", "model": "wan2.1-t2v-14b", "frames": 0}, "Accepted are numbers from 1."),
        ({"kind": "vision", "model": "resnet-50", "batch": 0}, "Accepted are numbers from 1."),
        ({"batch": 1.5}, "Accepted is a whole number"),
        ({"batch": "8"}, "Accepted is a whole number"),
        ({"dtype": 8}, "Accepted is a text in quotes."),
        ({"chunked_loss": "yes"}, "Accepted is true or false."),
        ({"model": {"params_b": 7, "layers": 2.5}}, "Accepted is a whole number."),
        ({"accelerator": "llama-3-8b"}, "Accepted is the id of a card"),
        ({"devices": 16, "tensor_parallel": 16}, "Accepted are: 1, 2, 4, 8."),
        ({"devices": 64, "pipeline_parallel": 64}, "Accepted are 1 to 32 stages."),
    ],
)
def test_wrong_fields_are_named_with_what_is_accepted(fields: dict[str, Any], said: str, tmp_path: Path) -> None:
    done = run("size", job(tmp_path, **fields))
    assert done.code == 3
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("content", ["", "[]", "{", "\x00"])
def test_files_that_are_no_job(content: str, tmp_path: Path) -> None:
    file = tmp_path / "job.json"
    file.write_text(content, encoding="utf-8")
    assert run("size", file).code == 3


def test_size_says_the_host_memory_of_an_offload_and_a_context_too_long(tmp_path: Path) -> None:
    found = run("size", job(tmp_path, method="full", offload="all", seq_len=20000), "--json").json
    assert found["memory"]["host_gib"] > 8.03 * 16e9 / 2**30
    assert any("20,000" in note for note in found["notes"])


def test_a_context_beyond_the_model_and_bf16_before_ampere_are_said(tmp_path: Path) -> None:
    long = run("size", job(tmp_path, seq_len=9000, accelerator="nv-h100-sxm"), "--json", "--lang", "en").json
    assert long["notes"] == ["9,000 tokens are more than the 8,192 that Llama-3-8B can read."]
    old = run("size", job(tmp_path, accelerator="nv-v100-sxm2-32"), "--json", "--lang", "en").json
    assert old["notes"] == ["No BF16 arithmetic is known of Tesla V100 SXM2 32GB. Known are: FP16."]


def test_pictures_and_clips_have_a_speed_and_what_is_missing_is_named(tmp_path: Path) -> None:
    # published: Wan2.1-14B 720p, 81 frames, on an A800 in 3,342.6 s
    clip = job(
        tmp_path,
        kind="video",
        model="wan2.1-t2v-14b",
        width_px=1280,
        height_px=720,
        frames=81,
        accelerator="nv-a800-sxm-80",
    )
    assert run("size", clip, "--json").json["throughput"]["clip_s"] == pytest.approx(3342.6, rel=0.05)
    network = job(tmp_path, kind="vision", model="resnet-50", batch=64, accelerator="nv-a100-sxm-80")
    assert run("size", network, "--json").json["throughput"]["images_s"] > 1000
    assert "Not known, to be told:" in run("size", job(tmp_path, model="resnet-50"), "--lang", "en").out


def test_a_format_without_hardware_is_said(tmp_path: Path) -> None:
    # the A100 has no FP8 arithmetic, the H100 has
    for card, said in (("nv-a100-sxm-80", True), ("nv-h100-sxm", False)):
        found = run("size", job(tmp_path, dtype="fp8", accelerator=card), "--json", "--lang", "en").json
        assert any("FP8 arithmetic" in note for note in found["notes"]) is said


def test_video_and_vision_jobs(tmp_path: Path) -> None:
    # Wan2.1-14B at 720p on 8 cards: published peak 29.9 GB of each card
    wan = job(tmp_path, kind="video", model="wan2.1-t2v-14b", width_px=1280, height_px=720, frames=81, devices=8)
    found = run("size", wan, "--json").json
    assert found["memory"]["per_device_gib"] * 2**30 / 1e9 == pytest.approx(29.9, rel=0.1)
    vision = job(tmp_path, kind="vision", method="full", model="resnet-50", batch=128)
    # states 16 x 25.56 M bytes, activations 128 x 11.11 M x 2 x 2.5 bytes
    parts = {part["key"]: part["gib"] for part in run("size", vision, "--json").json["memory"]["parts"]}
    assert parts["job/activations_gib"] == pytest.approx(128 * 11.11e6 * 5 / 2**30)


def test_validate_scores_a_sizing_table(tmp_path: Path) -> None:
    done = run("validate", CASES, "--json")
    summary = done.json["summary"]
    assert done.code == 1  # some rows lie outside of 25 %
    assert summary["rows"] == 158
    assert summary["not_supported"] == 0
    assert summary["by_kind"]["infer_mem"]["met"]
    assert summary["by_kind"]["train_mem"]["met"]
    assert summary["free_constants"] == 3
    warned = {
        case["id"] for case in done.json["cases"] if any("not to be reproduced" in one for one in case["warnings"])
    }
    assert warned == {"TM075", "TM077", "TM086"}
    text = run("validate", CASES, "--lang", "en").out
    assert "train_mem: 76 rows, median error" in text


def test_add_model_is_kept_and_found_and_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    file.write_text(json.dumps(QWEN3_8B), encoding="utf-8")
    base = tmp_path / "work.db"
    dry = run(
        "catalog", "add-model", file, "--name", "My 8B", "--published", "8.19", "--dry-run", "--json", "--db", base
    )
    assert (dry.code, dry.json["saved"]) == (0, False)
    assert dry.json["computed_b"] == pytest.approx(8.191, abs=0.001)
    assert abs(dry.json["deviation"]) < 0.02
    assert run("catalog", "show", "my-8b", "--db", base).code == 3
    kept = run("catalog", "add-model", file, "--name", "My 8B", "--json", "--db", base)
    assert kept.json["saved"]
    found = run("catalog", "show", "my-8b", "--json", "--db", base).json
    assert found["item"]["attributes"]["layers"]["value"] == 36
    sized = run("size", job(tmp_path, model="my-8b"), "--json", "--db", base).json
    assert sized["memory"]["total_gib"] > 15


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("--name", "x"), 2),
        (("--name", "x", "--set", "layers"), 2),
        (("--name", "x", "--set", "layers=0"), 3),
        (("--name", "x", "--set", "colour=3"), 3),
        (("none.json",), 3),
    ],
)
def test_add_model_refuses(arguments: tuple[str, ...], code: int, tmp_path: Path) -> None:
    assert run("catalog", "add-model", *arguments, "--db", tmp_path / "x.db").code == code

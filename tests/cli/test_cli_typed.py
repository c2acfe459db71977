"""What is typed wrongly is told in the words of people, with what would be accepted, where it was typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.plan.codec import read_plan
from tests.cli.program import Done, run


def edit(plan: Path, *words: str, lang: str = "en") -> Done:
    return run("plan", "edit", plan, *words, "--out", plan.with_name("out.lpplan"), "--lang", lang)


def test_parts_of_an_alternative_have_the_short_path_too(plan: Path) -> None:
    assert edit(plan, "--add", "A/links=l1 ws").code == 0
    made = read_plan(plan.with_name("out.lpplan")).alternatives[0]
    assert [(one.id, one.line) for one in made.links] == [("l1", "ws")]
    out = plan.with_name("out.lpplan")
    assert edit(out, "--set", "A/links/l1/cables=2").code == 0
    assert edit(out, "--set", "A/ws/quantity=2", "--remove", "A/links/l1").code == 0
    after = read_plan(out).alternatives[0]
    assert not after.links
    assert after.lines[0].quantity == 2


def test_all_names_that_are_there_are_said(plan: Path) -> None:
    told = edit(plan, "--set", "workload/chat-7b/foo=3").err
    assert all(name in told for name in ("facts", "devices", "tensor_parallel", "sessions_per_week"))


def test_a_collection_is_not_said_to_be_absent(plan: Path) -> None:
    done = edit(plan, "--remove", "workload")
    assert done.code == 3
    assert "nothing called" not in done.err
    assert "Name the part, such as workload/qlora-7b" in done.err


def test_an_id_that_a_line_has_is_told_with_a_free_one(plan: Path) -> None:
    done = edit(plan, "--add", "A/links=ws nas")
    assert done.code == 3
    assert "is that of a line already; give them another, such as ws-cable" in done.err


@pytest.mark.parametrize("typed", ["workload/chat-7b/batch=-1", "workload/chat-7b/batch=0", "A/links/l1/cables=0"])
def test_counts_that_may_not_be_zero_are_said_to_begin_at_one(plan: Path, typed: str) -> None:
    done = edit(plan, "--add", "A/links=l1 ws", "--set", typed)
    assert done.code == 3
    assert "from 0" not in done.err
    assert "from 1" in done.err


def test_a_split_is_refused_where_it_was_typed(plan: Path) -> None:
    told = edit(plan, "--set", "workload/chat-7b/pipeline_parallel=64").err
    assert told.startswith("workload/chat-7b/pipeline_parallel:")


@pytest.mark.parametrize(("times", "hours", "code"), [("7", "24", 0), ("1000", "100", 3), ("7", "24.1", 3)])
def test_a_week_has_168_hours(plan: Path, times: str, hours: str, code: int) -> None:
    entry = "workload/chat-7b"
    done = edit(plan, "--set", f"{entry}/sessions_per_week={times}", "--set", f"{entry}/hours_per_session={hours}")
    assert done.code == code
    assert code == 0 or "a week has 168 h" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("decode_step", "read_gb=10", "bandwidth_gbs=1000", "reach=1.5", "layers=32", "layer_us=5"),
        ("speculative_tokens", "accept=1.2", "drafted=4"),
        ("pipeline_bubble", "stages=4", "micro_batches=0"),
        ("video_tokens", "frames=0", "height_px=480", "width_px=480"),
    ],
)
def test_calc_refuses_what_cannot_be_with_the_range(words: tuple[str, ...]) -> None:
    done = run("calc", *words, "--lang", "en")
    assert done.code == 3
    assert "accepted is" in done.err


def test_files_that_are_not_there_or_are_none(tmp_path: Path, plan: Path) -> None:
    done = run("plan", "answers", plan, tmp_path / "none.xlsx", "--out", tmp_path / "o.lpplan", "--lang", "zh")
    assert done.code == 2
    assert "does not exist" not in done.err
    assert "none.xlsx" in done.err
    restored = run("restore", tmp_path / "none.db", "--db", tmp_path / "own.db", "--lang", "en")
    assert restored.code == 4
    assert "--db" not in restored.err
    model = tmp_path / "random.gguf"
    model.write_bytes(b"\x01\x02nothing")
    told = run("catalog", "add-model", model, "--dry-run", "--lang", "en")
    assert told.code == 3
    assert "JSON" not in told.err
    assert "no GGUF file" in told.err
    bare = tmp_path / "bare.lpplan"
    bare.write_text("{}", encoding="utf-8")
    damaged = run("check", bare, "--lang", "en")
    assert damaged.code == 3
    assert "the field schema is missing" in damaged.err


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_types_are_told_in_words(tmp_path: Path, lang: str) -> None:
    job = tmp_path / "job.json"
    job.write_text('{"model": "qwen3-8b", "batch": "x"}', encoding="utf-8")
    done = run("size", job, "--lang", lang)
    assert done.code == 3
    assert "batch" in done.err
    assert not any(word in done.err for word in ("int", "null", "str`", "Expected"))


def test_an_unknown_model_is_answered_with_models(tmp_path: Path) -> None:
    plan = tmp_path / "a.lpplan"
    run("plan", "new", "--template", "lab-a", "--out", plan, "--lang", "en")

    def said(field: str) -> str:
        done = run("plan", "edit", plan, "--set", field, "--out", tmp_path / "b.lpplan", "--lang", "en")
        return done.out + done.err

    assert "qwen2.5-7b" in said("workload/chat-7b/model=qwen2.5-7")
    assert "nv-rtx4090" in said("A/ws/card=nv-rtx409")
    assert "amd-" not in said("workload/chat-7b/model=nosuch-7b")  # cards are no models

"""``plan demand``, what ``plan edit`` tells of a workload, the sources that ``advise`` compares, and warnings of ``calc``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import run
from tests.cli.test_cli_commands import FIGURE, answer, has

TOLD = (
    "workload/qlora-7b/sessions_per_week=2",
    "workload/qlora-7b/hours_per_session=3",
    "workload/chat-7b/sessions_per_week=5",
    "workload/chat-7b/hours_per_session=8",
    "workload/detection/sessions_per_week=2",
    "workload/detection/hours_per_session=4",
    "workload/course/sessions_per_week=1",
    "workload/course/hours_per_session=2",
    "facts/electricity_price=0.8",
)


def edited(plan: Path, db: Path, *settings: str, add: tuple[str, ...] = ()) -> Path:
    out = plan.with_name("edited.lpplan")
    given = [part for one in add for part in ("--add", one)] + [part for one in settings for part in ("--set", one)]
    done = run("plan", "edit", plan, *given, "--out", out, "--db", db, "--lang", "en")
    assert done.code == 0, done.err
    return out


# ------------------------------------------------------------------------------------------------ plan demand
def test_demand_object(filled: Path, plan: Path) -> None:
    found = answer("plan.demand", "plan", "demand", edited(plan, filled, *TOLD), "--db", filled)
    has("plan alternative week loads tiers stock waiting speed remedies missing", found)
    assert all(set(one) >= FIGURE for one in found["week"].values())
    hours = {one["entry"]: one["gpu_hours"]["value"] for one in found["loads"]}
    # 12 people x 2 x 3 h on one card; the others as they are told in the plan
    assert hours["qlora-7b"] == 72
    assert found["week"]["gpu_hours"]["value"] == sum(hours.values())
    assert sum(one["gpu_hours"]["value"] for one in found["tiers"]) == sum(hours.values())
    assert all(one["cards"]["value"] >= 1 for one in found["tiers"])
    assert {one["entry"] for one in found["speed"]} == set(hours)
    assert found["week"]["peak_users"]["value"] is None
    assert "demand/qlora-7b/online_share" in found["missing"]


def test_waits_are_printed_for_the_cards_there_are(filled: Path, plan: Path) -> None:
    told = edited(plan, filled, *TOLD)
    found = answer("plan.demand", "plan", "demand", told, "--db", filled)
    one = found["waiting"][0]
    assert (one["memory_gb"], one["cards"], one["over"]) == (24, 4, False)
    assert set(one["mean_wait_h"]) >= FIGURE
    assert one["asked"]["value"] + one["held"]["value"] == found["week"]["gpu_hours"]["value"]
    text = run("plan", "demand", told, "--lang", "en", "--db", filled).out
    assert "4 cards of 24 GB and more, busy" in text
    many = edited(plan, filled, *TOLD, "workload/course/hours_per_session=40")
    over = answer("plan.demand", "plan", "demand", many, "--db", filled)["waiting"][0]
    assert (over["over"], over["mean_wait_h"]["value"]) == (True, None)  # 60 x 40 h on four cards
    assert "the queue never ends" in run("plan", "demand", many, "--lang", "en", "--db", filled).out


def test_what_was_measured_here_is_shown_with_the_estimate(filled: Path, plan: Path) -> None:
    path = "workload/qlora-7b/measured/train_tps"
    told = edited(plan, filled, f"{path}=1500 tok/s", f"{path}/date=2026-11-20", f"{path}/note=own run")
    found = answer("plan.demand", "plan", "demand", told, "--db", filled)
    tuning = next(one for one in found["speed"] if one["entry"] == "qlora-7b")
    result = tuning["results"]["train_tps"]
    assert result["measured_here"] is True
    assert (result["figure"]["value"], result["figure"]["quality"]) == (1500, "measured")
    assert result["estimate"]["value"] > 0
    text = run("plan", "demand", told, "--lang", "en", "--db", filled).out
    assert "1,500 tok/s, measured here 2026-11-20 (own run); the estimate was" in text


@pytest.mark.parametrize(
    ("language", "words"), [("zh", ("每周需求", "卡时", "需要询问")), ("en", ("Demand in a week", "To be asked"))]
)
def test_demand_text(filled: Path, plan: Path, language: str, words: tuple[str, ...]) -> None:
    done = run("plan", "demand", plan, "--lang", language, "--db", filled)
    assert (done.code, done.err) == (0, "")
    assert all(word in done.out for word in words)


def test_remedies_are_listed_where_memory_is_short(filled: Path, plan: Path) -> None:
    large = edited(plan, filled, "workload/qlora-7b/method=full", "workload/qlora-7b/dtype=bf16")
    found = answer("plan.demand", "plan", "demand", large, "--db", filled)
    order = [remedy["id"] for one in found["remedies"] if one["entry"] == "qlora-7b" for remedy in one["remedies"]]
    assert order[:2] == ["lora", "qlora"]
    assert all(remedy["saves_gib"] > 0 for one in found["remedies"] for remedy in one["remedies"])
    assert "Where memory is short, in this order" in run("plan", "demand", large, "--lang", "en", "--db", filled).out


def test_demand_faults(filled: Path, plan: Path) -> None:
    assert run("plan", "demand", plan, "--alternative", "Z", "--db", filled).code == 3
    assert run("plan", "demand", "nowhere.lpplan", "--db", filled).code == 3
    bad = edited(plan, filled, "workload/qlora-7b/facts/online_share=50%")
    assert run("plan", "demand", bad, "--db", filled).code == 0


# ------------------------------------------------------------------------------------------------ what an edit tells
def test_an_edit_tells_of_lengths_and_formats(filled: Path, plan: Path) -> None:
    out = plan.with_name("edited.lpplan")
    done = run(
        "plan",
        "edit",
        plan,
        "--set",
        "workload/chat-7b/seq_len=200000",
        "--out",
        out,
        "--json",
        "--lang",
        "en",
        "--db",
        filled,
    )
    assert "200,000 tokens are more than the 131,072 that Qwen2.5-7B can read." in done.json["notices"][0]
    assert "200,000 tokens" in done.err
    card = run("plan", "edit", plan, "--set", "A/ws/card=nv-a100-sxm-80", "--set", "workload/chat-7b/dtype=fp8", "--out", out,
               "--json", "--lang", "en", "--db", filled)  # fmt: skip
    assert any("No FP8 rate of A100 SXM4 80GB is published" in one for one in card.json["notices"])
    quiet = run("plan", "edit", plan, "--set", "workload/chat-7b/batch=4", "--out", out, "--json", "--db", filled)
    assert (quiet.json["notices"], quiet.err) == ([], "")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("workload/chat-7b/batch=0", "Accepted are whole numbers from 1."),
        ("workload/chat-7b/dtype=fp7", "fp8"),
        ("workload/chat-7b/model=qwen2.5-7c", "qwen2.5-7b"),
        ("workload/chat-7b/measured/speed=3", "decode_tps"),
        ("workload/chat-7b/zero_stage=9", "0, 1, 2, 3"),
    ],
)
def test_an_edit_that_cannot_be_names_what_is_accepted(setting: str, said: str, filled: Path, plan: Path) -> None:
    out = plan.with_name("never.lpplan")
    done = run("plan", "edit", plan, "--set", setting, "--out", out, "--lang", "en", "--db", filled)
    assert done.code == 3
    assert said in done.err
    assert not out.exists()


def test_ranks_above_the_heads_are_refused_and_good_ones_taken(filled: Path, plan: Path) -> None:
    # Qwen2.5-7B has 4 key-value heads
    out = plan.with_name("edited.lpplan")
    path = "workload/chat-7b"
    for ranks, code in ((8, 3), (4, 0)):
        done = run("plan", "edit", plan, "--set", f"{path}/devices=8", "--set", f"{path}/tensor_parallel={ranks}", "--out", out,
                   "--lang", "en", "--db", filled)  # fmt: skip
        assert done.code == code
        assert ("Accepted are: 1, 2, 4." in done.err) is (code == 3)


def test_parts_are_added_by_their_id_and_what_they_need(filled: Path, plan: Path) -> None:
    made = edited(
        plan, filled, "existing/campus/role=cloud", "existing/campus/card=nv-a100-pcie-80",
        "existing/campus/facts/hours_week=20", "existing/campus/facts/card_hour_cny=0", "workload/md/devices=2",
        add=("existing=campus", "workload=md science", "people=guests 3"),
    )  # fmt: skip
    found = answer("plan.demand", "plan", "demand", made, "--db", filled)
    assert [(one["id"], one["memory_gb"], one["hours_week"]) for one in found["stock"]] == [("campus", 80, 20)]
    assert "md" in {one["entry"] for one in found["loads"]}
    for words, said in (("workload=md", "id, kind"), ("people=guests many", "many"), ("budget=x", "people, workload")):
        done = run("plan", "edit", plan, "--add", words, "--out", plan.with_name("x"), "--lang", "en", "--db", filled)
        assert done.code == 3
        assert said in done.err


# ------------------------------------------------------------------------------------------------ advise and calc
def test_advise_compares_own_rent_api_and_platform(filled: Path, plan: Path) -> None:
    made = edited(plan, filled, *TOLD, "existing/campus/role=cloud", "existing/campus/card=nv-rtx4090",
                  "existing/campus/facts/hours_week=20", "existing/campus/facts/card_hour_cny=1.5", add=("existing=campus",))  # fmt: skip
    found = answer("advise", "advise", made, "--db", filled)["sources"]
    by_id = {one["id"]: one for one in found["sources"]}
    assert set(by_id) == {"platform", "own", "rent", "api"}
    assert found["left_gpu_hours_week"]["value"] == found["gpu_hours_week"]["value"] - 20
    assert by_id["platform"]["week_cny"]["value"] == 30  # 20 h x 1.5 yuan
    assert by_id["own"]["week_cny"]["value"] > 0
    rate = by_id["rent"]["card_hour_cny"]["value"]
    assert by_id["rent"]["week_cny"]["value"] == pytest.approx(rate * found["left_gpu_hours_week"]["value"])
    assert by_id["api"]["week_cny"]["value"] is None
    unpriced = answer("advise", "advise", plan, "--db", filled)["sources"]
    assert next(one for one in unpriced["sources"] if one["id"] == "own")["week_cny"]["value"] is None


def test_calc_warns_of_a_rule_in_wrong_use(filled: Path) -> None:
    trap = ("calc", "stream_cards_naive", "tok_s=20000", "bw_gbs=3350", "model_gb=140")
    found = run(*trap, "--json", "--lang", "en", "--db", filled).json
    assert found["figure"]["value"] == 836
    assert "That bound is for one stream." in found["warnings"][0]
    assert "!! " in run(*trap, "--lang", "zh", "--db", filled).out
    assert run("calc", "w_to_btuh", "w=100", "--json", "--db", filled).json["warnings"] == []


def _shown(value: object) -> set[str]:
    """Return the keys of all figures in an object."""
    if isinstance(value, dict):
        own = {str(value["key"])} if set(value) >= FIGURE else set()
        return own.union(*map(_shown, value.values()))
    return set().union(*map(_shown, value)) if isinstance(value, list) else set()


def test_every_number_of_the_demand_can_be_opened(filled: Path, plan: Path) -> None:
    told = edited(plan, filled, *TOLD)
    keys = _shown(answer("plan.demand", "plan", "demand", told, "--db", filled))
    listed = {one["key"] for one in answer("explain", "explain", told, "--db", filled)["figures"]}
    assert len(keys) > 50
    assert {"speed/chat-7b/ws/served/served_tps", "demand/tier_24/cards"} <= keys & listed
    whole = answer("explain", "explain", told, "speed/chat-7b/ws/served/served_tps", "--db", filled)["figure"]
    assert answer("explain", "explain", told, "speed/chat-7b/ws/served_tps", "--db", filled)["figure"] == whole
    for key in sorted(keys)[::12]:
        assert answer("explain", "explain", told, key, "--db", filled)["figure"]["key"] == key

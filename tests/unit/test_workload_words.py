"""Sentences about who runs what: the table of cases, what is assumed says so, and no number gets lost."""

from __future__ import annotations

import csv
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.catalog.load import bundled_by_id, bundled_of
from planner.figure import Quality
from planner.source_words import source_text
from planner.workload.memory import formats
from planner.workload.number_words import number_of
from planner.workload.presets import job_presets, model_of_size
from planner.workload.two_jobs import read_jobs
from planner.workload.word_rules import RULES
from planner.workload.words import Reading, read_sentence

MODELS = bundled_of("model")
PROJECT = Path(__file__).resolve().parents[2]
CASES = list(csv.DictReader((PROJECT / "tests" / "cases" / "sentences.csv").read_text(encoding="utf-8").splitlines()))


def said(reading: Reading) -> dict[str, str]:
    values = [one for one in (*reading.values, *reading.facts) if one.said and one.field != "kind"]
    return {one.field: one.value if isinstance(one.value, str) else f"{one.value:g}" for one in values}


@pytest.mark.parametrize("case", CASES, ids=[case["sentence"] for case in CASES])
def test_sentences(case: dict[str, str]) -> None:
    found = read_sentence(case["sentence"], MODELS)
    assert (found.preset.id if found.preset else "") == case["preset"]
    assert (str(found.people.count) if found.people else "") == case["people"]
    assert (found.people.title.en if found.people else "") == case["group"]
    assert (str(found.model.value) if found.model else "") == case["model"]
    assert said(found) == dict(pair.split("=") for pair in case["said"].split(";") if pair)
    assert found.unread == tuple(part for part in case["unread"].split("|") if part)
    assert "\0" not in "".join(found.heard)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 40


def test_what_nobody_said_is_assumed_with_its_source() -> None:
    found = read_sentence("summarise 20,000 documents by 8:00", MODELS)
    assert {one.field for one in found.assumed} >= {"seq_len", "output_len", "batch", "hours_per_session", "model"}
    for one in found.assumed:
        assert one.quality is Quality.ASSUMED
        assert one.source, one.field
        assert source_text(one.source, "zh") != one.source, one.source
    assert found.value("hours_per_session") == 12.0  # from 20:00 the evening before
    assert all(one.quality is Quality.ENTERED for one in (*found.values, *found.facts) if one.said)


def test_those_who_write_at_once_are_a_share_of_the_people() -> None:
    assert read_sentence("chat service for 200 staff", MODELS).value("batch") == 10  # one in twenty
    assert read_sentence("chat service for 200 staff, 3 concurrent", MODELS).value("batch") == 3


def test_a_sentence_of_nothing_is_a_reading_of_nothing() -> None:
    for text in ("", "   ", "，。", "???"):
        found = read_sentence(text, MODELS)
        assert found.preset is None
        assert (found.values, found.facts, found.unread) == ((), (), ())


@pytest.mark.parametrize(
    ("text", "value"),
    [("20,000", 20000), ("2万", 20000), ("30k", 30000), ("十二", 12), ("两", 2), ("twelve", 12), ("二十五", 25),
     ("三千", 3000), ("一万二千", 12000), ("半", 0.5), ("1.5", 1.5), ("apples", None), ("", None)],
)  # fmt: skip
def test_numbers(text: str, value: float | None) -> None:
    assert number_of(text) == value


def test_presets_name_what_is_there() -> None:
    kinds = {str(one.values["kind"]) for one in job_presets()}
    assert kinds == {"inference", "batch", "train", "vision", "diffusion", "video", "science", "course", "edge"}
    for one in job_presets():
        assert one.title.zh
        assert one.source
        assert one.values["dtype"] in formats()
        assert not one.model or bundled_by_id()[one.model].kind == "model"
        assert one.model or one.facts, one.id  # something to reckon with


@pytest.mark.parametrize(("size", "near"), [(7.0, 7.6), (34.0, 34.4), (65.0, 70.6), (600.0, 671.0), (0.4, 0.49)])
def test_a_size_stands_for_the_nearest_model(size: float, near: float) -> None:
    params = bundled_by_id()[model_of_size(size)].number("params_total_b")
    assert params == pytest.approx(near, rel=0.02)


_TEXT = st.text(
    alphabet=st.sampled_from(list("0123456789.,:%kKMbB 个人次周小时天学生万两 abcdefgtsowhqlr，。微调卡路")),
    max_size=60,
)


@given(st.one_of(_TEXT, st.text(max_size=60)))
def test_reading_never_fails_and_loses_no_digit(text: str) -> None:
    found = read_sentence(text, MODELS[:20])
    whole = unicodedata.normalize("NFKC", text)[:400].lower()
    kept = "".join((*found.heard, *found.unread))
    for digits in re.findall(r"[0-9]+", whole):
        assert kept.count(digits) >= 1, (digits, found.heard, found.unread)
    assert read_sentence(text, MODELS[:20]) == found


@given(
    people=st.integers(1, 9999),
    times=st.integers(1, 20),
    hours=st.integers(1, 99),
    size=st.sampled_from([1.5, 3, 7, 8, 14, 32, 70]),
    chinese=st.booleans(),
)
def test_numbers_survive(people: int, times: int, hours: int, size: float, chinese: bool) -> None:
    text = (
        f"{people}名学生用QLoRA微调{size}B，每周{times}次，每次{hours}小时"
        if chinese
        else f"{people:,} students fine-tune {size}B with QLoRA, {times} times a week, {hours} hours"
    )
    found = read_sentence(text, MODELS)
    assert found.people is not None
    assert (found.people.count, found.value("sessions_per_week"), found.value("hours_per_session")) == (
        people,
        times,
        hours,
    )
    assert found.unread == ()
    assert found.model is not None
    assert found.model.value == model_of_size(size)


def test_every_phrase_is_a_pattern_that_matches_more_than_nothing() -> None:
    # phrases are compiled when a sentence is read first, so a broken one would not be seen before
    for rule in RULES:
        assert rule.pattern.fullmatch("") is None, rule.phrase
        assert rule.pattern is rule.pattern


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("十二个学生微调一千亿模型", "100"),
        ("70亿参数的模型微调", "7"),
        ("千亿参数大模型推理服务，20人", "100"),
        ("5亿参数模型训练", "0.5"),
    ],
)
def test_sizes_in_hundred_millions_are_read(text: str, size: str) -> None:
    """亿 are 1e8: a model of 一千亿 has 100e9 parameters; it was left over and 7B taken in its place."""
    found = read_sentence(text)
    assert (found.size, found.unread) == (size, ())


def test_models_that_are_counted_are_no_size() -> None:
    assert read_sentence("3个模型微调").size == ""


@pytest.mark.parametrize("text", ["YOLO 推理服务", "检测服务", "yolo detector service", "一个YOLO检测服务，24小时不停"])
def test_a_detector_that_serves_is_no_training(text: str) -> None:
    found = read_jobs(text)
    assert not found.lost
    one = found.readings[0]
    assert one.preset is not None
    assert (one.preset.id, one.value("method"), one.value("sessions_per_week")) == ("detection-service", "infer", 7)
    assert one.value("hours_per_session") == 24


@pytest.mark.parametrize("text", ["图像分类服务", "segmentation service"])
def test_a_service_of_vision_is_not_taken_for_its_training(text: str) -> None:
    """The other presets of vision train: what was said of serving is left over, and Enter adds nothing."""
    assert read_sentence(text).unread
    assert read_jobs(text).lost


@pytest.mark.parametrize("text", ["YOLO检测，昼夜不停", "yolo detection around the clock", "7x24 检测"])
def test_work_that_never_rests_runs_every_day_all_day(text: str) -> None:
    found = read_sentence(text)
    assert (found.value("sessions_per_week"), found.value("hours_per_session")) == (7.0, 24.0)


def test_hours_that_are_said_stay_with_work_that_never_rests() -> None:
    assert read_sentence("检测 每次8小时 不间断").value("hours_per_session") == 8.0


@pytest.mark.parametrize("text", ["-3个学生微调7B", "－13个学生微调7B"])
def test_a_minus_is_no_number_of_people(text: str) -> None:
    found = read_jobs(text)
    assert found.readings[0].people is None
    assert found.lost


def test_a_class_is_a_course() -> None:
    found = read_sentence("40人的课每周两次，每次2小时")
    assert found.preset is not None
    assert (found.preset.id, found.people.count if found.people else 0) == ("course", 40)
    assert read_sentence("3个课题组微调7B").preset.id == "lora"  # type: ignore[union-attr]

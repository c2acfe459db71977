"""Two jobs in one sentence become two, and what was not understood as a whole is told apart."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.catalog.load import bundled_of
from planner.workload.two_jobs import read_jobs
from planner.workload.words import read_sentence

MODELS = bundled_of("model")
CASES = Path(__file__).resolve().parents[1] / "cases" / "sentences.csv"


@pytest.mark.parametrize(
    ("text", "jobs"),
    [
        (
            "三个博士生每天训练YOLO 8小时，5个老师跑DeepSeek-R1 671B推理",
            [("detection", 3, "yolov8m"), ("chat", 5, "deepseek-r1")],
        ),
        (
            "three PhD students train YOLO 8 hours a day and 5 teachers run DeepSeek-R1 671B inference",
            [("detection", 3, "yolov8m"), ("chat", 5, "deepseek-r1")],
        ),
        ("12名学生微调7B和5名老师对话服务32B", [("lora", 12, "qwen2.5-7b"), ("chat", 5, "qwen2.5-32b")]),
        (
            "course lab for 60 students, 2 hours; chat for 20 staff, 32k context",
            [("course", 60, "qwen2.5-1.5b"), ("chat", 20, "qwen2.5-7b")],
        ),
    ],
)
def test_two_jobs_become_two(text: str, jobs: list[tuple[str, int, str]]) -> None:
    found = read_jobs(text, MODELS)
    assert found.parted
    assert not found.lost
    told = [
        (
            one.preset.id if one.preset else "",
            one.people.count if one.people else 0,
            str(one.model.value) if one.model else "",
        )
        for one in found.readings
    ]
    assert told == jobs


def test_details_after_a_comma_belong_to_their_job() -> None:
    found = read_jobs("course lab for 60 students, 2 hours; chat for 20 staff, 32k context", MODELS)
    assert [one.value("hours_per_session") for one in found.readings] == [2.0, None]
    assert found.readings[1].value("seq_len") == 32768


@pytest.mark.parametrize("text", ["12 students fine-tune 7B with QLoRA, chat", "train YOLO and ResNet-50, 8 hours"])
def test_two_jobs_of_which_one_is_not_whole_are_not_parted(text: str) -> None:
    found = read_jobs(text, MODELS)
    assert not found.parted
    assert len(found.readings) == 1


@pytest.mark.parametrize(
    "text",
    [
        "三个博士生训练YOLO 5个老师跑DeepSeek-R1 671B推理",
        "12 students and 3 teachers fine-tune 7B",
        "8名研究生训练YOLO，5名老师",
        "chat service for 200 staff, 32B, and RAG",
    ],
)
def test_people_numbers_and_work_that_are_left_over_are_told(text: str) -> None:
    found = read_jobs(text, MODELS)
    assert found.parted
    assert found.lost


def test_a_sentence_of_one_job_is_read_as_before() -> None:
    for case in csv.DictReader(CASES.read_text(encoding="utf-8").splitlines()):
        found = read_jobs(case["sentence"], MODELS)
        assert found.readings == (read_sentence(case["sentence"], MODELS),)
        assert found.parted
        if not case["unread"]:
            assert not found.lost


@given(st.text(max_size=60))
def test_reading_never_fails(text: str) -> None:
    assert read_jobs(text, MODELS[:5]).readings

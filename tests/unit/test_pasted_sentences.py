"""Sentences about jobs as they are copied from sheets, pages and chats: the same jobs come out as from a typed one."""

from __future__ import annotations

import pytest

from desktop_app.services.sentence_cleaning import cleaned_sentence
from planner.catalog.load import bundled_items
from planner.workload.two_jobs import read_jobs

TUNING = ("12个学生用QLoRA微调7B", "每周2次", "每次3小时")


def jobs(text: str) -> list[dict[str, object]]:
    models = tuple(item for item in bundled_items() if item.kind == "model")
    sentence = read_jobs(text, models)
    assert not sentence.lost, sentence
    return [{value.field: value.value for value in one.values} for one in sentence.readings]


@pytest.mark.parametrize(
    "text",
    [
        "\t".join((*TUNING, "", "")),
        "1２个学生用QLoRA微调７B，每周２次，每次３小时",
        "| 12个学生用QLoRA微调7B | 每周2次 | 每次3小时 |",
        "• " + "，".join(TUNING),
        "（1）" + "，".join(TUNING),
        "① " + "，".join(TUNING),
        "“" + "，".join(TUNING) + "”",
        "张老师: " + "，".join(TUNING),
        "[2026/11/30 10:22] 张老师：" + "，".join(TUNING),
        "12 个学生 用QLoRA 微调7B，每周 2 次，每次 3 小时",
        "12个学生用QLoRA微调7B，2次/周，每次3小时",
        "12个学生用QLoRA微调7B\u00a0，每周\u00a02\u00a0次，每次3小时\r\n",
    ],
)
def test_a_copied_sentence_is_the_typed_one(text: str) -> None:
    assert jobs(cleaned_sentence(text)) == jobs("，".join(TUNING))


@pytest.mark.parametrize(
    "text",
    [
        "1、{a} 2、60人课程实验，每周1次",
        "{a}\n60人课程实验，每周1次",
        "① {a}\n② 60人课程实验，每周1次\n",
        "{a}\t\n60人课程实验\t每周1次",
    ],
)
def test_lines_and_numbered_points_are_jobs_of_their_own(text: str) -> None:
    found = jobs(cleaned_sentence(text.format(a="，".join(TUNING))))
    assert found == jobs("，".join(TUNING)) + jobs("60人课程实验，每周1次")


def test_a_plain_sentence_stays_as_it_is() -> None:
    for text in (
        "20人用32B对话，上下文8k",
        "三个博士全参训练1.5B模型，每天8小时",
        "12 students fine-tune 7B with QLoRA",
    ):
        assert cleaned_sentence(text) == text

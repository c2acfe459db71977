"""What a first user met at the command line: slips get a suggestion, checks have names, no inner words."""

from __future__ import annotations

from pathlib import Path

import pytest

from planner.plan.codec import write_plan
from tests.cli.program import run
from tests.forms.test_form_cli import FORM
from tests.sample_plans import sample


@pytest.mark.parametrize(
    ("typed", "near"), [(("chekc",), "check"), (("plan", "nwe"), "new"), (("catalog", "serch"), "search")]
)
def test_a_mistyped_command_gets_a_suggestion(typed: tuple[str, ...], near: str) -> None:
    zh = run(*typed, "--lang", "zh")
    assert zh.code == 2
    assert f"您要找的是不是：{near}" in zh.err
    assert f"Did you mean: {near}" in run(*typed, "--lang", "en").err
    assert "Did you mean" not in run("zzzzzzz", "--lang", "en").err


def test_explain_suggests_what_ends_alike(filled: Path, tmp_path: Path) -> None:
    write_plan(sample(), tmp_path / "a.lpplan")
    found = run("explain", tmp_path / "a.lpplan", "A/totl/max_w", "--db", filled, "--lang", "en")
    assert "A/total/max_w" in found.err
    bare = run("explain", tmp_path / "a.lpplan", "totl", "--db", filled, "--lang", "en")
    assert "total" in bare.err


def test_the_checks_of_the_doctor_have_chinese_names(filled: Path) -> None:
    lines = run("doctor", "--db", filled, "--lang", "zh").out.splitlines()
    assert len(lines) == 12
    names = [one.partition("] ")[2].partition(":")[0] for one in lines]
    assert names[:4] == ["文件", "文件标识", "数据库版本", "可写"]
    assert not any(name.isascii() for name in names)


def test_a_first_restore_keeps_nothing(filled: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", copy, "--db", filled).code == 0
    said = run("restore", copy, "--db", tmp_path / "new" / "labprocure.db", "--lang", "zh").out
    assert "此前没有工作区" in said
    assert "保留为" not in said


def test_an_unknown_calculation_is_told_without_inner_words() -> None:
    assert run("calc", "nosuch", "--lang", "zh").err.startswith("没有名为“nosuch”")


def test_a_field_without_a_plan_says_where_it_comes_from(data_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "f.docx").write_bytes(FORM)
    said = run("form", "fields", tmp_path / "f.docx", "--lang", "zh").out
    assert "{{项目名称}}\t（取自方案；加 --plan 可查看）" in said

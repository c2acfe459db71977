"""Texts and translations: complete, fresh, with equal names in braces; and the tool that keeps them so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.house.scripts import script

if TYPE_CHECKING:
    from pathlib import Path

messages = script("messages")


def test_texts_and_translations_have_no_fault() -> None:
    assert messages.check() == []


def test_chinese_texts_use_chinese_punctuation() -> None:
    """A half-width mark after a Chinese character or a value is a slip of the input method; in ``a:b`` it is grammar."""
    slip = re.compile(r"[\u4e00-\u9fff][,;!?]|[\u4e00-\u9fff}][:,;](?=\s|$)")
    found = [
        f"{id_}: {entry.translation}"
        for id_, entry in messages.read_entries().items()
        if slip.search(entry.translation)
    ]
    assert found == []


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module with two texts, and a .po of its own."""
    module = tmp_path / "planner" / "one.py"
    module.parent.mkdir()
    module.write_text('msg("a.b", "Branch {branch}", branch=msg("c.d", "left"))\n', encoding="utf-8")
    monkeypatch.setattr(messages, "PROJECT", tmp_path)
    monkeypatch.setattr(messages, "PO", tmp_path / "labprocure.po")
    monkeypatch.setattr(messages, "MO", tmp_path / "labprocure.mo")
    return module


def translate(tmp_path: Path, *lines: str) -> list[str]:
    table = tmp_path / "part.tsv"
    table.write_text("\n".join(lines), encoding="utf-8")
    problems: list[str] = messages.merge([table])
    messages.MO.write_bytes(messages.compiled())
    return problems


def test_merged_translations_pass_the_check(project: Path, tmp_path: Path) -> None:
    assert translate(tmp_path, "a.b\tBranch {branch}\t支路{branch}", "c.d\tleft\t左侧") == []
    assert messages.check() == []


def test_missing_translation_is_a_fault(project: Path, tmp_path: Path) -> None:
    translate(tmp_path, "a.b\tBranch {branch}\t支路{branch}")
    assert messages.check() == ["c.d: not translated"]


def test_unequal_names_in_braces_are_a_fault(project: Path, tmp_path: Path) -> None:
    translate(tmp_path, "a.b\tBranch {branch}\t支路", "c.d\tleft\t左侧")
    assert messages.check() == ["a.b: names in braces differ: ['branch'] and []"]


def test_changed_english_text_asks_for_another_look(project: Path, tmp_path: Path) -> None:
    translate(tmp_path, "a.b\tBranch {branch}\t支路{branch}", "c.d\tleft\t左侧")
    project.write_text(project.read_text(encoding="utf-8").replace("left", "right"), encoding="utf-8")
    assert "c.d: translated from another text: 'left'" in messages.check()
    assert messages.main(["extract"]) == 0
    assert messages.main(["compile"]) == 0
    assert messages.check() == ["c.d: the English text changed: look at the translation again"]


def test_stale_compiled_file_is_a_fault(project: Path, tmp_path: Path) -> None:
    translate(tmp_path, "a.b\tBranch {branch}\t支路{branch}", "c.d\tleft\t左侧")
    messages.MO.write_bytes(b"")
    assert messages.check() == ["labprocure.mo does not belong to labprocure.po: run make messages"]


def test_line_for_another_text_is_refused(project: Path, tmp_path: Path) -> None:
    problems = translate(tmp_path, "c.d\tLeft\t左侧", "x.y\tgone\t没了", "broken line")
    assert len(problems) == 3
    assert messages.read_entries()["c.d"].translation == ""


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ('msg("a", f"x {1}")', "plain literals"),
        ('msg(name, "x")', "plain literals"),
        ('msg("a", "x {y}")', "gives no such value"),
        ('msg("a", "x {y:.2f}", y=1)', "must be a plain name"),
        ('msg("a", "x {")', "a:"),
    ],
)
def test_calls_the_tools_cannot_follow_are_faults(project: Path, call: str, fault: str) -> None:
    project.write_text(call, encoding="utf-8")
    assert [fault in problem for problem in messages.call_problems()] == [True]


def test_two_texts_of_one_id_are_a_fault(project: Path, tmp_path: Path) -> None:
    project.write_text('msg("c.d", "left")\nmsg("c.d", "right")\n', encoding="utf-8")
    assert any(problem.startswith("c.d: two texts") for problem in messages.check())

"""Help and usage faults in Chinese: every text of a command has one, and a slip is told in the language of the run."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from desktop_app.cli.main import commands
from desktop_app.cli.opening import read_opening
from planner.tables import rows
from tests.cli.program import run

HAN = re.compile("[\u4e00-\u9fff]")


def _all(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from _all(below, (*path, name))


def _texts(command: click.Command) -> Iterator[str]:
    helps = [command.help, *(one.help for one in command.params if isinstance(one, click.Option))]
    if command.short_help:
        helps.append(command.short_help)
    yield from (" ".join((one or "").split("\f")[0].split()) for one in helps)


def test_every_help_text_has_a_chinese_one_and_none_is_left_over() -> None:
    known = {row["en"]: row["zh"] for row in rows("cli/help.csv")}
    asked = {text for _, command in _all(commands) for text in _texts(command)} | {"Show this message and exit."}
    assert asked == set(known)
    assert all(HAN.search(zh) for zh in known.values())


def test_help_of_every_command_is_chinese_when_asked() -> None:
    for path, _ in _all(commands):
        if path == ("gui",):  # opens the window, which is not here
            continue
        done = run(*path, "--lang", "zh", "--help")
        assert (done.code, done.err) == (0, ""), path
        assert done.out.startswith("用法：labprocure"), path
        for word in ("Usage", "Options", "Show this", "required", "default", "OPTIONS"):
            assert word not in done.out, (path, word)


def test_help_follows_the_system_and_stays_english_elsewhere() -> None:
    assert "选项：" in run("plan", "new", "--help", env={"LABPROCURE_LANG": "zh"}).out
    assert "Options:" in run("plan", "new", "--help", env={"LABPROCURE_LANG": "en"}).out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("plan new", "缺少选项 --template。"),
        ("explain", "缺少 PLAN。"),
        ("tender --nope", "没有选项 --nope。"),
        ("nosuch", "没有命令 nosuch。"),
        ("catalog", "缺少命令。"),
        ("catalog search x --kind car", "--kind：没有“car”，可用：accelerator、system"),
        ("catalog search x --limit 0", "--limit：0 不在 1<=x<=1000 范围内。"),
        ("catalog search x --limit many", "--limit：“many”不是整数。"),
        ("check a b c", "多出的内容：b c"),
    ],
)
def test_slips_are_told_in_chinese(arguments: str, told: str) -> None:
    first, *rest = arguments.split()
    done = run(first, *rest[:1], "--lang", "zh", *rest[1:])
    assert done.code == 2
    assert told in done.err
    assert "用法：labprocure" in done.err
    assert "Error" not in done.err


def test_an_option_without_its_value_is_told_in_chinese() -> None:
    done = run("catalog", "search", "x", "--lang", "zh", "--limit")  # click does not know here whose option it is
    assert (done.code, done.err) == (2, "错误：选项 --limit 后面要有值。\n")


def test_language_may_stand_first() -> None:
    assert "发热" in run("--lang", "zh", "calc", "w_to_btuh", "w=100").out
    assert run("--lang", "zh", "gui").code == 77  # the window, as with plain `gui`


def test_a_wrong_size_of_the_window_is_told_in_chinese() -> None:
    with pytest.raises(click.BadParameter, match="不是“宽x高”的形式"):
        read_opening(["--lang", "zh", "--size", "big"])

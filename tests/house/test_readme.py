"""The readmes name every command there is, in both languages, and no other."""

from __future__ import annotations

import re

import click
import pytest

from desktop_app.cli.main import commands as program
from tests.conftest import PROJECT


def commands() -> set[str]:
    """Return 'name' of each command and 'group name' of each command in a group."""
    found = set()
    for name, command in program.commands.items():
        if isinstance(command, click.Group):
            found |= {f"{name} {inner}" for inner in command.commands}
        else:
            found.add(name)
    return found


def named(readme: str) -> set[str]:
    """Return what the command table of a readme names; ``plan new` / `edit`` names two commands of one group."""
    found = set()
    text = (PROJECT / readme).read_text(encoding="utf-8")
    groups = {name for name, command in program.commands.items() if isinstance(command, click.Group)}
    for cell in re.findall(r"^\| (`.+?`) \|", text, re.MULTILINE):
        if "/`" in cell:
            continue  # the table of folders
        group = ""
        for code in re.findall(r"`([^`]+)`", cell):
            words = code.split()
            if words[0] in groups:
                group, words = words[0], words[1:]
            found.add(f"{group} {words[0]}".strip())
    return found


@pytest.mark.parametrize("readme", ["README.md", "README.zh.md"])
def test_readme_names_the_commands_there_are(readme: str) -> None:
    assert named(readme) - {"gui"} == commands() - {"gui"}


def test_readmes_show_the_same_commands_to_type() -> None:
    blocks = []
    for readme in ("README.md", "README.zh.md"):
        text = (PROJECT / readme).read_text(encoding="utf-8")
        lines = "\n".join(re.findall(r"```\w+\n(.*?)```", text, re.DOTALL)).splitlines()
        blocks.append([line.split(" #")[0].strip() for line in lines if line and not line.startswith("rem")])
    assert blocks[0] == blocks[1]

"""Runs the program as a user does: in this process through click's runner, or as a child process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
from click.testing import CliRunner

from desktop_app.cli.main import main
from tests.conftest import PROJECT


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """Exit code and both outputs of a run."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Return the one object on standard output; fails where there is anything else."""
        found: dict[str, Any] = json.loads(self.out)
        return found


class _Program(click.Command):
    def main(self, args: Any = None, prog_name: Any = None, **_: Any) -> Any:
        sys.exit(main(list(args or ()), lambda _arguments: 77))  # 77 stands for the window


def run(*arguments: str | Path, env: dict[str, str] | None = None) -> Done:
    """Run in this process; nothing but an exit may come out."""
    result = CliRunner().invoke(_Program("labprocure"), [str(one) for one in arguments], env=env)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return honest(Done(code=result.exit_code, out=result.stdout, err=result.stderr))


def run_child(*arguments: str | Path, env: dict[str, str] | None = None, cwd: Path = PROJECT) -> Done:
    """Run as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "desktop_app", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(PROJECT), **(env or {})},
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return honest(Done(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode(errors="replace")))


def honest(done: Done) -> Done:
    """Fail where a fault of our own shows: a traceback, or the message that stands for one."""
    both = done.out + done.err
    assert "Traceback" not in both, both
    assert "failed unexpectedly" not in both, both
    assert "程序意外" not in both, both
    return done

"""Entry of the command line: commands, and faults told as place, message and remedy with the agreed exit codes.

0 done; 1 error findings with ``--strict`` or rows out of bounds; 2 usage; 3 bad input or unknown id; 4 store or file
trouble; 5 cancelled.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import click

from desktop_app.cli.opening import gui_command
from desktop_app.cli.speech import show_fault, speak, spoken
from planner.errors import ExportError, PaperRefused, PlanFileError, PlannerError
from planner.messages import msg, render
from resources import VERSION

OpenWindow = Callable[[Sequence[str]], int]

BAD_INPUT, STORE_TROUBLE, CANCELLED = 3, 4, 5


@lru_cache(maxsize=1)
def all_commands() -> click.Group:
    """Return the command line with everything below it; the window does not need it and starts sooner without."""
    from desktop_app.cli import advise, calculate, catalog, check, demo, form, maintenance, pictures, plan, tender

    @click.group("labprocure", context_settings={"help_option_names": ["-h", "--help"]})
    @click.version_option(VERSION, prog_name="labprocure")
    def commands() -> None:
        """From who will run what to papers that can be handed in; without a command the window opens."""

    commands.add_command(gui_command)
    for group in (demo, catalog, plan, pictures, check, advise, calculate, tender, form, maintenance):
        for command in group.COMMANDS:
            commands.add_command(command)
    speak(commands)
    return commands


def __getattr__(name: str) -> click.Group:
    if name == "commands":
        return all_commands()
    raise AttributeError(name)


def main(arguments: Sequence[str], open_window: OpenWindow) -> int:
    """Run one command and return its exit code; ``open_window`` opens the window (no arguments, or ``gui``)."""
    _quiet_logging()
    _forgive_encodings()
    if not arguments or arguments[0] == "gui":
        return _guarded(lambda: open_window(arguments[1:]), arguments)
    if arguments[0] == "--lang" and list(arguments[2:3]) == ["gui"]:
        return _guarded(lambda: open_window([*arguments[3:], *arguments[:2]]), arguments)
    return _guarded(lambda: _click(arguments), arguments)


def _click(arguments: Sequence[str]) -> int:
    told = spoken(arguments)
    result: Any = all_commands().main(args=list(arguments), prog_name="labprocure", standalone_mode=False, obj=told)
    return result if isinstance(result, int) else 0


def _guarded(work: Callable[[], int], arguments: Sequence[str]) -> int:
    language = spoken(arguments)
    try:
        return work()
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.UsageError as error:
        show_fault(error, language)
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo(render(msg("cli.cancelled", "Cancelled; nothing half-done was left."), language), err=True)
        return CANCELLED
    except PlannerError as error:
        click.echo(error.told(language), err=True)
        return exit_code(error)
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as ended:  # click ends the process when the reader of its output is gone
        return _reader_gone() if ended.code == 1 else int(ended.code or 0)
    except OSError as error:
        told = msg("cli.os", "The system refused it ({reason}).", reason=error.strerror or str(error))
        remedy = msg("cli.os.remedy", "Check the space on the disk and the place the output goes to.")
        click.echo(PlannerError(told, remedy, str(error.filename or "")).told(language), err=True)
        return STORE_TROUBLE
    except Exception as error:  # noqa: BLE001 - the last net: a fault of ours is told, never shown as a traceback
        logging.getLogger(__name__).exception("unexpected fault")
        fault = msg(
            "cli.bug",
            "The program failed unexpectedly ({kind}: {reason}). Nothing was lost; please report it.",
            kind=type(error).__name__,
            reason=str(error)[:300],
        )
        click.echo(render(fault, language), err=True)
        return STORE_TROUBLE


def _reader_gone() -> int:
    """End quietly where nobody reads the output any more; nothing is written to it at the end either."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def exit_code(error: PlannerError) -> int:
    """Return 4 where the store or a target failed, 3 where what was given did."""
    from db.errors import KnownStoreError

    if isinstance(error, PaperRefused):
        return BAD_INPUT
    if isinstance(error, KnownStoreError | ExportError):
        return STORE_TROUBLE
    if isinstance(error, PlanFileError) and error.kind == "unwritable":
        return STORE_TROUBLE
    return BAD_INPUT


def _forgive_encodings() -> None:
    """Let a terminal or file that cannot show a character get a question mark instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _quiet_logging() -> None:
    """Send logs to nowhere unless asked: a traceback on a terminal helps nobody."""
    logging.basicConfig(handlers=[logging.NullHandler()], force=False)

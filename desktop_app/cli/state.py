"""What every command shares: language, store, JSON or text, and how faults become exit codes."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

from desktop_app.cli.targets import look_at_targets, system_language
from planner.messages import Message, render

if TYPE_CHECKING:
    from db.store import Store
    from desktop_app.services.session import Environment
    from planner.catalog.items import Item

F = TypeVar("F", bound=Callable[..., Any])


class State:
    """One run of the program: options, the store opened when first asked for, and where output goes."""

    def __init__(self, command: str, as_json: bool, language: str, database: Path | None) -> None:
        """Keep the options; nothing is opened yet."""
        self.command = command
        self.as_json = as_json
        self.language = language
        self.database = database
        self.today = now().date()
        self._store: Store | None = None
        self._spare: Store | None = None
        self._passing = contextlib.ExitStack()

    def store(self) -> Store:
        """Return the open store; raises KnownStoreError."""
        if self._store is None:
            from desktop_app.services.workspace import open_workspace

            self._store = open_workspace(self.database)
            self.tell(self._store.notices)
        return self._store

    def reading(self) -> Store:
        """Return the store, or one with the shipped catalog only where the user's own cannot be opened."""
        if self._store is not None or self.database is not None:
            return self.store()
        if self._spare is None:
            from desktop_app.services.workspace import own_or_shipped

            folder = self._passing.enter_context(tempfile.TemporaryDirectory(prefix="labprocure-"))
            self._spare, notices = own_or_shipped(Path(folder))
            self.tell(notices)
        return self._spare

    def market(self) -> tuple[Item, ...]:
        """Return the accelerators that substitutes are looked for in."""
        return self.reading().catalog.items("accelerator")

    def offers(self) -> tuple[Item, ...]:
        """Return the cloud offers that renting is reckoned with."""
        return self.reading().catalog.items("cloud_offer")

    def environment(self) -> Environment:
        """Return the day, clock and market for a plan session."""
        from desktop_app.services.session import Environment

        return Environment(today=self.today, clock=now, market=self.market())

    def close(self) -> None:
        """Close the store."""
        for opened in (self._store, self._spare):
            if opened is not None:
                opened.close()
        self._store = self._spare = None
        self._passing.close()

    def text(self, said: Message) -> str:
        """Return a message in the language of the run."""
        return render(said, self.language)

    def tell(self, notices: Iterable[Message]) -> None:
        """Say notices on standard error."""
        for notice in notices:
            click.echo(self.text(notice), err=True)

    def out(self, body: dict[str, Any], lines: Callable[[], Iterable[str]]) -> None:
        """Print one JSON object, or the lines for people."""
        if self.as_json:
            click.echo(_json({"schema": f"labprocure.{self.command}/1", **body}))
            return
        for line in lines():
            click.echo(line)


def _json(whole: dict[str, Any]) -> bytes:
    """Return ``whole`` as UTF-8 on every system; names of files that are no text are escaped."""
    try:
        return msgspec.json.format(msgspec.json.encode(whole), indent=2)
    except UnicodeEncodeError:
        import json

        return json.dumps(msgspec.to_builtins(whole), indent=2).encode()


OVERWRITE = click.option("--overwrite", is_flag=True, help="Replace a file of that name.")


def now() -> dt.datetime:
    """Return the moment, with its time zone; for revisions and file names only."""
    return dt.datetime.now().astimezone()


def command_options(command: str) -> Callable[[F], F]:
    """Give a command the options that all have, and hand it a ``State`` as first argument."""

    def decorate(function: F) -> F:
        @click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
        @click.option("--lang", type=click.Choice(["zh", "en"]), help="Language of texts (default: the system's).")
        @click.option(
            "--db", "database", type=click.Path(path_type=Path), help="Workspace file (default: the user's own)."
        )
        @functools.wraps(function)
        def run(*args: Any, as_json: bool, lang: str | None, database: Path | None, **options: Any) -> Any:
            context = click.get_current_context()
            state = State(command, as_json, lang or context.find_root().obj or system_language(), database)
            context.call_on_close(state.close)
            look_at_targets(context)
            return function(state, *args, **options)

        return run  # type: ignore[return-value]

    return decorate


def fail(code: int) -> None:
    """End the run with an exit code, after the output was written."""
    raise click.exceptions.Exit(code)


__all__ = ["OVERWRITE", "State", "command_options", "fail", "now", "system_language"]

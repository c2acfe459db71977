"""``doctor``, ``backup``, ``restore``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from desktop_app.cli.state import OVERWRITE, State, command_options, fail, now
from desktop_app.cli.targets import Target
from planner.messages import Message, msg

# What the doctor's checks are called for people; the JSON keeps their short names.
NAMES: dict[str, Message] = {
    "file": msg("doctor.name.file", "file"),
    "application_id": msg("doctor.name.application", "kind of file"),
    "schema": msg("doctor.name.schema", "version"),
    "writable": msg("doctor.name.writable", "writing"),
    "journal": msg("doctor.name.journal", "journal"),
    "integrity": msg("doctor.name.integrity", "integrity"),
    "foreign_keys": msg("doctor.name.references", "references"),
    "free_space": msg("doctor.name.space", "free space"),
    "catalog": msg("doctor.name.catalog", "catalog"),
    "search": msg("doctor.name.search", "search"),
    "plans": msg("doctor.name.plans", "plans"),
    "attachments": msg("doctor.name.attachments", "attachments"),
}


@click.command()
@command_options("doctor")
def doctor(state: State) -> None:
    """Look the workspace over."""
    checks = state.store().doctor()
    shown = [{"name": one.name, "ok": one.ok, "detail": state.text(one.detail)} for one in checks]
    ok = all(one.ok for one in checks)

    def lines() -> Iterator[str]:
        for one in shown:
            yield f"[{'ok' if one['ok'] else '!!'}] {state.text(NAMES[str(one['name'])])}: {one['detail']}"

    state.out({"ok": ok, "checks": shown}, lines)
    if not ok:
        fail(4)


@click.command()
@click.argument("file", type=Target("labprocure-backup.db"))
@OVERWRITE
@command_options("backup")
def backup(state: State, file: Path, overwrite: bool) -> None:
    """Write a verified copy of the workspace."""
    from desktop_app.services.plans import refuse_existing

    refuse_existing(file, overwrite)
    done = state.store().backup(file)
    told = msg("cli.backup.done", "Backup written to {file} and verified", file=str(done.path))
    checks = [{"name": "verified", "ok": True, "detail": state.text(told)}]
    state.out(
        {"ok": True, "checks": checks, "file": str(done.path), "bytes": done.size_bytes}, lambda: [state.text(told)]
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@command_options("restore")
def restore(state: State, file: Path) -> None:
    """Put a backup in the place of the workspace; the replaced file is kept beside it."""
    from db.store import restore_store

    done = restore_store(file, state.database, now())
    told = msg("cli.restore.first", "Restored from {file}; there was no workspace before", file=str(file))
    if done.kept:
        told = msg(
            "cli.restore.done",
            "Restored from {file}; the replaced workspace is kept as {kept}",
            file=str(file),
            kept=str(done.kept),
        )
    checks = [{"name": "restored", "ok": True, "detail": state.text(told)}]
    body = {"ok": True, "checks": checks, "kept": str(done.kept) if done.kept else None}
    state.out(body, lambda: [state.text(told)])


COMMANDS = (doctor, backup, restore)

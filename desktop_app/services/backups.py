"""The backups of the workspace as the user sees them: a dated list, what is in one, and putting one back."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from db import backup_list
from planner.messages import Message, format_number, msg, render

if TYPE_CHECKING:
    from db.backup import Restored
    from desktop_app.services.desk import Desk

_FOLDERS = "backup.folders"
_MOST_FOLDERS = 5
_MOST_PLANS = 8
_KEPT_KEYS = ("window.", "backup.")  # how the window looks and where backups lie is no part of an earlier state
_REASONS: dict[backup_list.Reason, Message] = {
    "written": msg("backups.written", "Backup"),
    "replaced": msg("backups.replaced", "Kept when another backup was put back"),
    "updated": msg("backups.updated", "Kept before the database was updated"),
}


class BackupRow(msgspec.Struct, frozen=True, kw_only=True):
    """A backup in the list: file, day and time, why it was made, its name and folder, its size."""

    path: Path
    when: str
    reason: Message
    name: str
    size: str


def backup_rows(desk: Desk) -> tuple[BackupRow, ...]:
    """Return the backups beside the workspace and where backups were written, the newest first."""
    found = backup_list.backup_files(desk.store.path, _folders(desk))
    return tuple(_row(one) for one in found)


def backup_row(path: Path) -> BackupRow | None:
    """Return a file as a row of the list, None where it is no backup."""
    found = backup_list.backup_file(path)
    return None if found is None else _row(found)


def _row(one: backup_list.BackupFile) -> BackupRow:
    size = format_number(round(one.size_bytes / 1_000_000, 1))
    return BackupRow(
        path=one.path, when=_moment(one.made_at), reason=_REASONS[one.reason], name=one.path.name, size=f"{size} MB"
    )


def _moment(moment: dt.datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def told_contents(path: Path, language: str) -> str:
    """Return what is in a backup, a plan on each line; raises KnownStoreError where it is not sound."""
    found = backup_list.contents(path)
    count = found.backup.rows.get("plans", 0)
    head = msg("backups.holds", "Sound. Plans in it: {count}", count=count)
    lines = [render(head, language)]
    for one in found.plans[:_MOST_PLANS]:
        said = msg("backups.plan", "{title}, last changed {when}", title=one.title, when=_moment(one.changed_at))
        lines.append(render(said, language))
    if len(found.plans) > _MOST_PLANS:
        lines.append(render(msg("backups.more", "and {count} more", count=len(found.plans) - _MOST_PLANS), language))
    return "\n".join(lines)


def remember_backup(desk: Desk, file: Path) -> None:
    """Keep in mind where a backup was written, so that the list shows it; raises KnownStoreError."""
    folders = [str(file.absolute().parent), *map(str, _folders(desk))]
    desk.store.settings.set(_FOLDERS, list(dict.fromkeys(folders))[:_MOST_FOLDERS])


def _folders(desk: Desk) -> tuple[Path, ...]:
    told = desk.store.settings.get(_FOLDERS, [])
    return tuple(Path(one) for one in told if isinstance(one, str)) if isinstance(told, list) else ()


def put_back(desk: Desk, source: Path) -> Restored:
    """Put a backup in the place of the open workspace, which is kept beside it; the desk then works at the new one.

    Sessions of plans are gone; settings of the window stay. Raises KnownStoreError; then nothing has changed.
    """
    kept = _kept_settings(desk)
    done = desk.restore(source)
    now = desk.store.settings.all()
    for key, value in kept.items():
        if now.get(key) != value:
            desk.store.settings.set(key, value)
    return done


def _kept_settings(desk: Desk) -> dict[str, Any]:
    return {key: value for key, value in desk.store.settings.all().items() if key.startswith(_KEPT_KEYS)}


def told_put_back(done: Restored) -> Message:
    """Return what is said after a backup was put back."""
    name = done.source.path.name
    if done.kept is None:
        return msg("backups.done", "The workspace is now that of {file}.", file=name)
    return msg(
        "backups.done.kept",
        "The workspace is now that of {file}; the one before is kept as {kept}.",
        file=name,
        kept=done.kept.name,
    )

"""Opening the workspace: the one named, the user's own, or a passing one with the shipped catalog."""

from __future__ import annotations

from pathlib import Path

from db.errors import KnownStoreError
from db.location import default_path
from db.store import Store, open_store
from planner.messages import Message, msg


def open_workspace(database: Path | None) -> Store:
    """Open the workspace ``database`` (None: the user's own).

    A named file in a folder that is not there is refused: it is a mistyped path, not a new workspace. Raises
    KnownStoreError.
    """
    if database is None:
        return open_store()
    if not database.expanduser().parent.is_dir():
        raise KnownStoreError(
            msg("workspace.folder", "The folder of this workspace does not exist."),
            msg("workspace.folder.remedy", "Check the path, or make the folder first."),
            str(database),
        )
    made = not database.expanduser().exists()
    store = open_store(database)
    if made:
        told = msg("workspace.new", "A new, empty workspace was made: {file}.", file=str(database))
        store.database.notices = (*store.database.notices, told)
    return store


def workspace_path(database: Path | None) -> Path:
    """Return where the workspace lies that ``open_workspace`` would open."""
    return database.expanduser() if database is not None else default_path()


def own_or_shipped(folder: Path) -> tuple[Store, tuple[Message, ...]]:
    """Open the user's own workspace; where that fails, a passing one in ``folder``, and say so.

    For what only reads the catalog: a plan file can be checked on a machine without a home.
    """
    try:
        store = open_store()
    except KnownStoreError as error:
        told = msg(
            "workspace.shipped",
            "Your workspace cannot be opened ({reason}); the shipped catalog is used.",
            reason=error.message,
        )
        return open_store(folder / "labprocure.db"), (told,)
    return store, store.notices


def checked(store: Store) -> tuple[tuple[bool, Message], ...]:
    """Look a workspace over; return for each thing looked at whether it is sound, and what was found."""
    return tuple((one.ok, one.detail) for one in store.doctor())


def back_up(database: Path, target: Path) -> Path:
    """Write a verified copy of a workspace, through a connection of its own: this may run in any thread."""
    with open_store(database) as store:
        return store.backup(target).path

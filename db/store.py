"""The store as the rest of the program sees it: one object with catalog, plans, settings and attachments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from db import location
from db.attachments import AttachmentStore
from db.catalog import CatalogStore
from db.connection import BUSY_TIMEOUT_MS, Options, open_database
from db.database import Database
from db.fill import Bundle, bundled, fill, is_current
from db.plans import PlanStore
from db.schema import SCHEMA_VERSION
from db.settings import SettingStore
from planner.messages import Message, msg

if TYPE_CHECKING:
    from db.backup import Backup, Restored
    from db.doctor import DoctorCheck
    from db.migrations import Step


class Store:
    """An open workspace; a context manager, for the thread that opened it. Make it with ``open_store``."""

    def __init__(self, database: Database, bundle: Bundle) -> None:
        """Take over ``database``; it is closed with this object."""
        self.database = database
        self.catalog = CatalogStore(database, bundle.aliases)
        self.plans = PlanStore(database)
        self.settings = SettingStore(database)
        self.attachments = AttachmentStore(database)

    @property
    def path(self) -> Path:
        """Return where the file lies."""
        return self.database.path

    @property
    def read_only(self) -> bool:
        """Tell whether nothing can be saved; ``notices`` says why."""
        return self.database.read_only

    @property
    def notices(self) -> tuple[Message, ...]:
        """Return what the user should know about this file or its place."""
        return self.database.notices

    def backup(self, target: Path) -> Backup:
        """Write a verified copy to ``target``; raises KnownStoreError and leaves no half copy."""
        from db.backup import back_up

        return back_up(self.database, target)

    def doctor(self) -> tuple[DoctorCheck, ...]:
        """Look the store over; raises KnownStoreError where it cannot be read."""
        from db.doctor import examine

        return examine(self)

    def close(self) -> None:
        """Close the file; only the one file stays behind."""
        self.database.close()

    def __enter__(self) -> Store:
        """Return the store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(
    path: Path | None = None,
    read_only: bool = False,
    *,
    bundle: Bundle | None = None,
    busy_timeout_ms: int = BUSY_TIMEOUT_MS,
    now: dt.datetime | None = None,
) -> Store:
    """Open the workspace at ``path`` (None: the user's own), making, updating and filling it as needed.

    ``now`` dates the backup of a migration. Raises KnownStoreError with a remedy for any file that is not usable.
    """
    options = Options(read_only=read_only, busy_timeout_ms=busy_timeout_ms)
    database = open_database(path or location.default_path(), options)
    with ExitStack() as unless_opened:
        unless_opened.callback(database.close)
        update_schema(database, now)
        store = _with_catalog(database, bundle or bundled())
        unless_opened.pop_all()
    return store


def update_schema(
    database: Database,
    now: dt.datetime | None = None,
    target: int = SCHEMA_VERSION,
    steps: Mapping[int, Step] | None = None,
) -> None:
    """Migrate an older file, with a notice naming its backup; ``steps`` replaces the program's own for a trial."""
    version = int(database.value("PRAGMA user_version"))
    if version >= target:
        return
    from db.migrations import MIGRATIONS, migrate

    done = migrate(database, target, MIGRATIONS if steps is None else steps, now or dt.datetime.now().astimezone())
    notice = msg(
        "store.notice.migrated",
        "The database was brought up to date. A backup of the earlier state is kept: {backup}.",
        backup=str(done.backup.path),
    )
    database.notices = (*database.notices, notice)


def _with_catalog(database: Database, bundle: Bundle) -> Store:
    if not database.newer and not is_current(database, bundle):
        if database.read_only:
            notice = msg("store.notice.catalog", "The catalog in this database is that of an earlier program version.")
            database.notices = (*database.notices, notice)
        else:
            fill(database, bundle)
    return Store(database, bundle)


def restore_store(source: Path, path: Path | None = None, now: dt.datetime | None = None) -> Restored:
    """Put a backup in the place of the workspace at ``path`` (None: the user's own), which must not be open.

    The backup is verified first, the replaced file kept beside it. Raises KnownStoreError; then nothing has changed.
    """
    from db.backup import restore

    return restore(path or location.default_path(), source, now or dt.datetime.now().astimezone())

"""Looking the store over: each check says what it looked at and whether it is in order. Nothing is changed."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from db import location
from db.schema import APPLICATION_ID, SCHEMA_VERSION
from planner.messages import Message, msg

if TYPE_CHECKING:
    from db.store import Store

LEAST_FREE_BYTES = 200 * 1024 * 1024
_MIB = 1024 * 1024


class DoctorCheck(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: Message


def examine(store: Store) -> tuple[DoctorCheck, ...]:
    """Return what the checks of an open store say, in a fixed order; raises KnownStoreError where it cannot be read."""
    return tuple(check(store) for check in _CHECKS)


def _file(store: Store) -> DoctorCheck:
    size = store.path.stat().st_size
    detail = msg("doctor.file", "{path}, {size} MiB", path=str(store.path), size=round(size / _MIB, 1))
    return DoctorCheck(name="file", ok=True, detail=detail)


def _application(store: Store) -> DoctorCheck:
    ok = store.database.value("PRAGMA application_id") == APPLICATION_ID
    detail = msg("doctor.application", "marked as a database of this program: {ok}", ok=ok)
    return DoctorCheck(name="application_id", ok=ok, detail=detail)


def _schema(store: Store) -> DoctorCheck:
    version = int(store.database.value("PRAGMA user_version"))
    detail = msg(
        "doctor.schema", "schema {version}, this program writes schema {own}", version=version, own=SCHEMA_VERSION
    )
    return DoctorCheck(name="schema", ok=version == SCHEMA_VERSION, detail=detail)


def _integrity(store: Store) -> DoctorCheck:
    found = [str(row[0]) for row in store.database.rows("PRAGMA integrity_check") if row[0] != "ok"]
    if found:
        detail = msg("doctor.integrity.bad", "{count} faults, the first: {first}", count=len(found), first=found[0])
        return DoctorCheck(name="integrity", ok=False, detail=detail)
    return DoctorCheck(name="integrity", ok=True, detail=msg("doctor.integrity", "all pages and indexes fit together"))


def _references(store: Store) -> DoctorCheck:
    broken = len(store.database.rows("PRAGMA foreign_key_check"))
    detail = msg("doctor.references", "rows that point to nothing: {count}", count=broken)
    return DoctorCheck(name="foreign_keys", ok=broken == 0, detail=detail)


def _journal(store: Store) -> DoctorCheck:
    mode = store.database.journal_mode()
    network = location.on_network(store.path)
    if network:
        detail = msg("doctor.journal.network", "journal {mode}; the folder is a network or shared folder", mode=mode)
    else:
        detail = msg("doctor.journal", "journal {mode}; the folder is on this computer", mode=mode)
    return DoctorCheck(name="journal", ok=not (network and mode == "wal"), detail=detail)


def _writable(store: Store) -> DoctorCheck:
    if store.read_only:
        detail = msg("doctor.writable.no", "opened for reading only; nothing is saved")
    else:
        detail = msg("doctor.writable", "can be written")
    return DoctorCheck(name="writable", ok=not store.read_only, detail=detail)


def _space(store: Store) -> DoctorCheck:
    folders = (store.path.parent, Path(tempfile.gettempdir()))
    free = [shutil.disk_usage(folder).free for folder in folders]
    detail = msg(
        "doctor.space",
        "free: {free} MiB in the workspace, {temporary} MiB in the temporary folder",
        free=free[0] // _MIB,
        temporary=free[1] // _MIB,
    )
    return DoctorCheck(name="free_space", ok=min(free) >= LEAST_FREE_BYTES, detail=detail)


def _catalog(store: Store) -> DoctorCheck:
    count = store.catalog.count()
    listed = "SELECT count(*) FROM catalog_list LEFT JOIN items USING (id, origin) WHERE items.id IS NULL"
    lost = int(store.database.value(listed))
    detail = msg("doctor.catalog", "{count} items in the catalog, {lost} without content", count=count, lost=lost)
    return DoctorCheck(name="catalog", ok=count > 0 and lost == 0, detail=detail)


def _plans(store: Store) -> DoctorCheck:
    lost, orphans = len(store.plans.lost_items()), len(store.plans.orphans())
    detail = msg(
        "doctor.plans",
        "{count} plans; catalog rows they miss: {lost}; stored rows none uses: {orphans}",
        count=len(store.plans.list()),
        lost=lost,
        orphans=orphans,
    )
    return DoctorCheck(name="plans", ok=lost == 0, detail=detail)


def _search(store: Store) -> DoctorCheck:
    """Look for one item by its own id and name: the list must have been made from the items that are there."""
    first = store.database.one("SELECT id, name FROM catalog_list ORDER BY id LIMIT 1")
    ok = first is not None and all(first[0] in store.catalog.find(text) for text in first)
    detail = msg("doctor.search", "an item is found by its id and by its name: {ok}", ok=ok)
    return DoctorCheck(name="search", ok=ok, detail=detail)


def _attachments(store: Store) -> DoctorCheck:
    missing = [one for one in store.attachments.list() if not store.attachments.path(one.digest).is_file()]
    detail = msg("doctor.attachments", "attachments whose file is gone: {count}", count=len(missing))
    return DoctorCheck(name="attachments", ok=not missing, detail=detail)


_CHECKS: tuple[Callable[[Store], DoctorCheck], ...] = (
    _file,
    _application,
    _schema,
    _writable,
    _journal,
    _integrity,
    _references,
    _space,
    _catalog,
    _search,
    _plans,
    _attachments,
)

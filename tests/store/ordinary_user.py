"""What an ordinary user sees in a place that was made read-only: run as a child that gives up root first.

``python -m tests.store.ordinary_user DATABASE WRITER_UID`` prints one JSON object. Everything is loaded before the
user is changed, so it does not matter whether that user may read the checkout.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from db.errors import KnownStoreError
from db.store import open_store
from tests.store.sample import BUNDLE, NOW, plan, quantity_of

NOBODY = 65534


def main() -> int:
    path = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "warm.db", bundle=BUNDLE) as store:
        store.plans.save_revision(plan(), "", NOW)  # loads what is imported late
        store.plans.load("plan-1")
        store.backup(Path(folder) / "warm-copy.db")
        store.doctor()
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    print(json.dumps(looked_at(path)))
    return 0


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def looked_at(path: Path) -> dict[str, Any]:
    """Open, read, try to write; return what was said."""
    try:
        store = open_store(path, bundle=BUNDLE)
    except KnownStoreError as error:
        return {"refused": error.message.id, "files": names(path.parent)}
    with store:
        seen: dict[str, Any] = {
            "notices": [one.id for one in store.notices],
            "read_only": store.read_only,
            "cards": list(store.catalog.find("xianka 4090")),
            "quantity": quantity_of(store.plans.load("plan-1").plan),
        }
        try:
            store.plans.save_revision(plan(99), "", NOW)
            seen["saved"] = "yes"
        except KnownStoreError as error:
            seen["saved"] = error.message.id
        try:
            seen["backup_rows"] = store.backup(Path(tempfile.mkdtemp()) / "copy.db").rows["plans"]
        except KnownStoreError as error:
            seen["backup_rows"] = error.message.id
    seen["files"] = names(path.parent)
    return seen


if __name__ == "__main__":
    sys.exit(main())

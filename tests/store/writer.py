"""A child process that edits without end until it is killed: prints each revision number after it is on the disk.

``python -m tests.store.writer DATABASE [COUNT [ID]]``; with ``lock`` as COUNT it holds the write lock until its input
ends.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

from db.store import open_store
from tests.store.sample import BUNDLE, ITEMS, NOW, plan


def main() -> int:
    path, count, id = Path(sys.argv[1]), *(sys.argv[2:] + ["", "plan-1"][len(sys.argv) - 2 :])
    with open_store(path, bundle=BUNDLE) as store:
        if count == "lock":
            with store.database.writing():
                print("locked", flush=True)
                sys.stdin.read()
            return 0
        for _ in range(int(count)) if count else itertools.count():
            number = store.plans.save_revision(edited(store.plans.list(), id), "edit", NOW)
            print(number, flush=True)
    return 0


def edited(entries: tuple[object, ...], id: str) -> object:
    """The next state: its quantity is its revision number, so a reader can tell whether the two belong together."""
    revision = next((one.revision for one in entries if one.id == id), 0)  # type: ignore[attr-defined]
    used = ITEMS[revision % 5 : revision % 5 + 3]
    return plan(revision + 1, id=id, used=used)


if __name__ == "__main__":
    sys.exit(main())

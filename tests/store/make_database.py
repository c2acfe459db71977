"""How ``tests/data/databases/schema<n>.db`` was made, once, when schema n was new; never made again for an old one.

``python -m tests.store.make_database FILE``
"""

from __future__ import annotations

import sys
from pathlib import Path

from db.store import open_store
from planner.messages import msg
from tests.store.sample import BUNDLE, ITEMS, NOW, at, item, plan, price


def main() -> int:
    with open_store(Path(sys.argv[1]), bundle=BUNDLE) as store:
        for number in (1, 2, 3):
            label = msg("edit.set", "Change {path}", path=f"step {number}")
            store.plans.save_revision(plan(number, used=ITEMS[number - 1 : number + 1]), label, at(number))
        own = item("my-card", "自购卡 48GB", maker="某厂", memory_gb=48.0)
        store.catalog.save("own card", NOW, (own,), (price("my-p", "my-card", "9999.50", "12000"),))
        store.catalog.save("own figures", NOW, (item("nv-rtx4090", "RTX 4090 own figures", tdp_w=460.0),))
        store.settings.set("language", "zh")
    return 0


if __name__ == "__main__":
    sys.exit(main())

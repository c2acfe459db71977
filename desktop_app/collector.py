"""How the program treats garbage collection once it stands; the benchmarks measure under the same terms."""

from __future__ import annotations

import gc


def rest_collector() -> None:
    """Leave what stays for the whole run out of garbage collection, and collect more rarely: edits are not to wait."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)  # assessing a plan of 500 lines anew makes some 60,000 objects that stay

"""Check the bundled catalog tables; prints every problem and leaves with 1 where there is one.

Run from the repository root: ``python packaging/validate_catalog.py``.
"""

from __future__ import annotations

from planner.catalog.load import bundled_items, bundled_prices
from planner.catalog.validation import catalog_problems
from planner.messages import render


def main() -> int:
    """Print the problems and return the exit code."""
    problems = catalog_problems()
    for one in problems:
        place = f"{one.file}: {one.row}: {one.column} = {one.value!r}"
        print(f"{place} [{one.rule}] {render(one.message, 'en')} {render(one.remedy, 'en')}")
    print(f"{len(bundled_items())} items, {len(bundled_prices())} prices, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main())

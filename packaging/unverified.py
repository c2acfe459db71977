"""List every number of the bundled tables that nobody has verified, in docs/unverified.md.

``python packaging/unverified.py`` writes the list; ``--check`` leaves with 1 where the committed list counts fewer
numbers than there are (it may only shrink) or differs from what would be written.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import resources
from planner.catalog.load import bundled_of, bundled_prices
from planner.catalog.mapping import TABLES, written_cell
from planner.figure import Quality
from planner.tables import rows

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "unverified.md"
_TOTAL = re.compile(r"^Total: (\d+)$", re.MULTILINE)
_INTRO = """# Numbers that are not verified

Written by `python packaging/unverified.py`. The program shows these numbers as assumed, keeps them out of tender
documents, and names them wherever a result rests on them. The list may only get shorter: verify a number against its
source, raise its quality in the table, and write the list again.
"""

Entry = tuple[str, str, str]  # row, key, value


def catalog_entries() -> Iterator[tuple[str, list[Entry]]]:
    """Yield each catalog table with its assumed numbers."""
    for kind, table in TABLES.items():
        found = [
            (item.id, key, written_cell(value.value))
            for item in bundled_of(kind)
            for key, value in item.attributes.items()
            if value.quality is Quality.ASSUMED and _is_number(value.value) and key != "memory_per_device_gb"
        ]
        yield f"resources/catalog/{table}.csv", found
    prices = [
        (price.id, key, str(value))
        for price in bundled_prices()
        if price.quality is Quality.ASSUMED
        for key, value in (("low", price.low), ("high", price.high))
        if value is not None
    ]
    yield "resources/catalog/prices.csv", prices


def marked_entries() -> Iterator[tuple[str, list[Entry]]]:
    """Yield each other table that marks how sure a row is, with its rows from memory."""
    for name in (*resources.names("", ".csv"), *resources.names("facility", ".csv")):
        table = rows(name.lstrip("/"))
        if table and "mark" in table[0]:
            found = [_entry(row) for row in table if row["mark"] == "M"]
            yield f"resources/{name.lstrip('/')}", found


def document() -> tuple[str, int]:
    """Return the text of the list and how many numbers it holds."""
    tables = [*catalog_entries(), *marked_entries()]
    total = sum(len(entries) for _, entries in tables)
    parts = [_INTRO, f"Total: {total}\n", "| table | numbers |\n|---|---|"]
    parts += [f"| {name} | {len(entries)} |" for name, entries in tables]
    for name, entries in tables:
        if entries:
            parts += [f"\n## {name}\n", "| row | key | value |\n|---|---|---|"]
            parts += [f"| {row} | {key} | {value} |" for row, key, value in entries]
    return "\n".join(parts) + "\n", total


def check(text: str, total: int) -> int:
    """Compare with the committed list; 1 where numbers were added or the list is out of date."""
    committed = TARGET.read_text(encoding="utf-8") if TARGET.exists() else ""
    found = _TOTAL.search(committed)
    if found is None or total > int(found.group(1)):
        print(
            f"{total} unverified numbers, the committed list has {found.group(1) if found else 'none'}: it may only shrink"
        )
        return 1
    if committed != text:
        print(f"{TARGET.relative_to(ROOT)} is out of date: run python packaging/unverified.py")
        return 1
    return 0


def main(arguments: list[str]) -> int:
    """Write the list, or check it."""
    text, total = document()
    if "--check" in arguments:
        return check(text, total)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text, encoding="utf-8", newline="\n")
    print(f"{total} unverified numbers in {TARGET.relative_to(ROOT)}")
    return 0


def _entry(row: Mapping[str, str]) -> Entry:
    """Return what a row is called and its number: tables name their columns as they need them."""
    if "key" in row:
        return row["key"], row.get("profile", ""), f"{row.get('value', '')} {row.get('unit', '')}".strip()
    names, values = [*row], [*row.values()]
    return values[0], values[1], f"{values[2]} ({names[2]})"


def _is_number(value: float | str | bool) -> bool:
    return not isinstance(value, str | bool)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

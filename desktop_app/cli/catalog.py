"""``catalog search``, ``catalog show``, ``catalog export``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click

from desktop_app.cli.state import OVERWRITE, TARGET, State, command_options
from planner.catalog.choices import choice_text
from planner.catalog.items import ItemKind
from planner.messages import msg

KINDS = get_args(ItemKind)


@click.group()
def catalog() -> None:
    """Look things up in the catalog."""


@catalog.command()
@click.argument("text")
@click.option("--kind", type=click.Choice(KINDS), help="Only rows of this kind.")
@click.option("--limit", type=click.IntRange(1, 1000), default=20, show_default=True, help="Rows at most.")
@command_options("catalog.search")
def search(state: State, text: str, kind: str | None, limit: int) -> None:
    """Find rows by name, maker, Chinese name, pinyin or initials."""
    store = state.reading()
    start = time.perf_counter()
    found = store.catalog.search(text, kind or "", limit)
    elapsed_ms = round(1000 * (time.perf_counter() - start), 3)
    rows = [{"id": row.id, "kind": row.kind, "maker": row.maker, "name": row.name} for row in found.rows]

    def lines() -> Iterator[str]:
        for row in rows:
            yield f"{row['id']}\t{choice_text('kind', row['kind'], state.language)}\t{row['maker']}\t{row['name']}"
        yield state.text(msg("cli.search.total", "{count} of {total} rows", count=len(rows), total=found.total))

    state.out({"items": rows, "total": found.total, "elapsed_ms": elapsed_ms}, lines)


@catalog.command()
@click.argument("id")
@command_options("catalog.show")
def show(state: State, id: str) -> None:  # noqa: A002 - the argument's name on the command line
    """Show a row with unit, source, date and quality of every value, and its prices."""
    from desktop_app.services.catalog import item_json, item_lines

    rows = state.reading().catalog
    item = rows.get(id.strip().lower() if rows.has(id.strip().lower()) else id.strip())
    prices = state.reading().catalog.prices_of(item.id)
    state.out(item_json(item, prices, state.language), lambda: item_lines(item, prices, state.language))


@catalog.command()
@click.argument("file", type=TARGET)
@click.option("--kind", type=click.Choice(KINDS), help="Only rows of this kind, as one CSV; else all, as a zip.")
@OVERWRITE
@command_options("catalog.export")
def export(state: State, file: Path, kind: str | None, overwrite: bool) -> None:
    """Write rows to a CSV (one kind) or all to a zip of CSV tables."""
    from desktop_app.services.catalog import export_catalog
    from desktop_app.services.plans import refuse_existing

    refuse_existing(file, overwrite)
    done = export_catalog(state.reading(), file, kind or "")
    told = msg("cli.export.done", "{count} rows written to {file}", count=done["rows"], file=str(file))
    state.out(done, lambda: [state.text(told)])


COMMANDS = (catalog,)

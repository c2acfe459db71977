"""``catalog search``, ``catalog show``, ``catalog export``, ``catalog add-model``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import click

from desktop_app.cli.state import OVERWRITE, State, command_options
from desktop_app.cli.targets import Target
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
@click.argument("file", type=Target("catalog.zip"))
@click.option("--kind", type=click.Choice(KINDS), help="Only rows of this kind, as one CSV; else all, as a zip.")
@OVERWRITE
@command_options("catalog.export")
def export(state: State, file: Path, kind: str | None, overwrite: bool) -> None:
    """Write rows to a CSV (one kind) or all to a zip of CSV tables."""
    from desktop_app.services.catalog import export_catalog, refuse_ending
    from desktop_app.services.plans import refuse_existing

    refuse_ending(file, kind or "")
    refuse_existing(file, overwrite)
    done = export_catalog(state.reading(), file, kind or "")
    told = msg("cli.export.done", "{count} rows written to {file}", count=done["rows"], file=str(file))
    state.out(done, lambda: [state.text(told)])


@catalog.command("add-model")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--set", "typed", multiple=True, metavar="KEY=VALUE", help="A number of the model, such as layers=32.")
@click.option("--name", default="", help="Name in the catalog (default: the file's).")
@click.option("--maker", default="", help="Who made the model.")
@click.option("--published", type=float, help="Published count of parameters in billions, to compare with.")
@click.option("--dry-run", is_flag=True, help="Show what would be added, write nothing.")
@command_options("catalog.add-model")
def add_model(
    state: State,
    file: Path | None,
    typed: tuple[str, ...],
    name: str,
    maker: str,
    published: float | None,
    dry_run: bool,
) -> None:
    """Add a model of your own from a config.json, a GGUF file or typed numbers."""
    from desktop_app.cli.state import now
    from desktop_app.services.own_models import own_model, row_json, row_lines, save_model

    if file is None and not (typed and name):
        raise click.UsageError(state.text(msg("cli.model.needs", "Give a FILE, or --name and --set KEY=VALUE.")))
    row = own_model(
        file, dict(_pair(state, one) for one in typed), name=name, maker=maker, published_b=published, today=state.today
    )
    store = state.reading() if dry_run else state.store()
    replaces = store.catalog.has(row.item.id)
    if not dry_run:
        save_model(store, row, now())
    state.out(
        row_json(row, not dry_run, replaces, state.language),
        lambda: row_lines(row, not dry_run, replaces, state.language),
    )


def _pair(state: State, text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        raise click.UsageError(state.text(msg("cli.calc.pair", "{typed} is not KEY=VALUE.", typed=text)))
    return key.strip(), value.strip()


COMMANDS = (catalog,)

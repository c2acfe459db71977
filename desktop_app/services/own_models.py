"""Own models: what a local file or typed numbers say, shown before it is put into the catalog."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.services.catalog import item_json, item_lines
from planner.exchange.model_files import ModelRow, model_row, read_model, typed_numbers
from planner.messages import msg, render

if TYPE_CHECKING:
    from db.store import Store


def own_model(
    file: Path | None, typed: Mapping[str, str], *, name: str, maker: str, published_b: float | None, today: dt.date
) -> ModelRow:
    """Return the catalog row of a model; raises ImportFailed for the file and InputError for a field."""
    numbers = read_model(file) if file is not None else None
    if typed or numbers is None:
        numbers = typed_numbers(name, typed, numbers)
    return model_row(numbers, name, maker, published_b, today.isoformat())


def save_model(store: Store, row: ModelRow, now: dt.datetime) -> None:
    """Put a model into the catalog as one change set; raises KnownStoreError."""
    store.catalog.save(msg("catalog.model_added", "Model {name} added", name=row.item.name), now, [row.item])


def row_json(row: ModelRow, saved: bool, replaces: bool, language: str) -> dict[str, Any]:
    """Return a model as ``catalog add-model`` prints it; counts in 1e9."""
    return {
        **item_json(row.item, (), language),
        "computed_b": row.computed.value,
        "published_b": row.item.number("params_total_b"),
        "deviation": row.deviation.value if row.deviation else None,
        "notes": [render(note, language) for note in row.notes],
        "saved": saved,
        "replaces": replaces,
    }


def row_lines(row: ModelRow, saved: bool, replaces: bool, language: str) -> Iterator[str]:
    """Yield a model for people: its values, its parameter count, what was assumed, whether it was kept."""
    yield from item_lines(row.item, (), language)
    computed = row.computed.value
    if computed is not None:
        yield render(
            msg("model.computed", "The shape gives {count} billion parameters.", count=round(computed, 3)), language
        )
    for note in row.notes:
        yield f"!! {render(note, language)}"
    if replaces:
        yield render(msg("model.replaces", "The row of that name in the catalog is replaced for you."), language)
    told = msg("model.saved", "Added.") if saved else msg("model.not_saved", "Nothing was written.")
    yield render(told, language)

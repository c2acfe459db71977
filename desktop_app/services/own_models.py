"""Own models: what a local file or typed numbers say, shown before it is put into the catalog."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from desktop_app.services.catalog import item_json, item_lines
from planner.catalog.attributes import attribute
from planner.entry import parse_number
from planner.errors import PlannerError
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


# --- the sheet of the window -----------------------------------------------------------------------------------------

# What is asked of a model, in the order of the sheet; the first three are needed.
SHEET = (
    *("layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "max_context"),
    *("experts", "experts_active", "moe_ffn", "shared_experts"),
)


class SheetView(msgspec.Struct, frozen=True, kw_only=True):
    """What a sheet comes to: the row where it is whole, the counts in words, remarks, and the fault with the field it is about."""

    row: ModelRow | None
    counts: str
    notes: tuple[str, ...]
    fault: str = ""
    place: str = ""


def sheet_of_file(file: Path) -> tuple[str, dict[str, str]]:
    """Return the name and the fields that a ``config.json`` or GGUF file fills in; raises ImportFailed."""
    numbers = read_model(file)
    known = {key: f"{numbers.values[key]:g}" for key in SHEET if key in numbers.values}
    return numbers.name, known


def sheet_view(  # noqa: PLR0913 - the fields of a sheet
    file: Path | None,
    typed: Mapping[str, str],
    language: str,
    *,
    name: str,
    maker: str,
    published: str,
    today: dt.date,
) -> SheetView:
    """Return what a sheet says; nothing is kept and nothing raised, a fault is said."""
    given = {key: text.strip() for key, text in typed.items() if text.strip()}
    try:
        count = _published_b(published)
        row = own_model(file, given, name=name.strip(), maker=maker.strip(), published_b=count, today=today)
    except PlannerError as fault:
        remedy = "" if fault.remedy is None else " " + render(fault.remedy, language)
        said = render(fault.message, language) + remedy
        return SheetView(row=None, counts="", notes=(), fault=said, place=(fault.place or "").rpartition("/")[2])
    return SheetView(
        row=row if name.strip() else None,
        counts=_counts_words(row, language),
        notes=tuple(render(note, language) for note in row.notes),
        fault="" if name.strip() else render(msg("model.sheet.name", "The model needs a name."), language),
        place="" if name.strip() else "name",
    )


def _published_b(text: str) -> float | None:
    """Return a published count in 1e9 as typed ("7.6", "7.6B"), None where nothing is typed."""
    bare = text.strip().lower().removesuffix("b").strip()
    return float(parse_number(bare, place="published")) if bare else None


def _counts_words(row: ModelRow, language: str) -> str:
    computed, published = row.computed.value, row.item.number("params_total_b")
    if computed is None:
        return render(msg("model.sheet.open", "The count of parameters cannot be computed yet."), language)
    differs = row.deviation
    if differs is None or differs.value is None or published is None:
        return render(
            msg("model.computed", "The shape gives {count} billion parameters.", count=round(computed, 3)), language
        )
    said = msg(
        "model.sheet.both",
        "The shape gives {computed} billion parameters, published are {published} billion ({percent} % apart).",
        computed=round(computed, 3),
        published=round(published, 3),
        percent=round(abs(100 * differs.value), 1),
    )
    return render(said, language)


def field_words(key: str, language: str) -> str:
    """Return what a field of the sheet is called."""
    return attribute(key, "model").labelled.label(language)

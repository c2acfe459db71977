"""Catalog use cases: a row as JSON and as text, and the export."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.services.explain import quality_text
from planner.catalog.attributes import find_attribute
from planner.catalog.choices import choice_text
from planner.catalog.items import Item, PriceObservation, Value
from planner.errors import ExportError, PaperRefused
from planner.messages import format_quantity, format_value, msg, render
from planner.source_words import source_text

if TYPE_CHECKING:
    from db.store import Store


def item_json(item: Item, prices: tuple[PriceObservation, ...], language: str) -> dict[str, Any]:
    """Return a row as ``catalog show`` prints it."""
    return {
        "item": {
            "id": item.id,
            "kind": item.kind,
            "maker": item.maker,
            "name": item.name,
            "attributes": {key: _value(item, key, value, language) for key, value in item.attributes.items()},
        },
        "prices": [_price(price) for price in prices],
    }


def item_lines(item: Item, prices: tuple[PriceObservation, ...], language: str) -> Iterator[str]:
    """Yield a row for people: label, value, where from."""
    yield f"{item.maker} {item.name}  [{item.id}, {choice_text('kind', item.kind, language)}]"
    for key, value in item.attributes.items():
        shown = _value(item, key, value, language)
        origin = ", ".join(
            part
            for part in (quality_text(value.quality, language), source_text(value.source, language), value.source_date)
            if part
        )
        yield f"  {shown['label']}: {value_text(key, value, language)}  ({origin})"
    for price in prices:
        bounds = " – ".join(str(bound) for bound in dict.fromkeys((price.low, price.high)) if bound is not None)
        title = render(msg("catalog.price", "Price"), language)
        unit = choice_text("unit", price.quantity_unit, language)
        yield f"  {title}: {price.currency} {bounds} / {unit}  ({price.observed_date or '-'}, {source_text(price.source, language)})"


def refuse_ending(file: Path, kind: str) -> None:
    """Raise PaperRefused where the name says something else than what is written: a CSV of one kind, a zip of all."""
    if not file.suffix or file.suffix.casefold() == (".csv" if kind else ".zip"):
        return
    raise PaperRefused(
        msg("catalog.ending", "The catalog is not written as {ending}.", ending=file.suffix),
        msg("catalog.ending.remedy", "Accepted are: one kind as .csv (with --kind), all kinds as .zip (without)."),
        str(file),
    )


def export_catalog(store: Store, file: Path, kind: str) -> dict[str, Any]:
    """Write the catalog to ``file`` as a whole or not at all; raises ExportError."""
    from planner.catalog.export import catalog_zip, items_csv

    items = store.catalog.items(kind)
    data = items_csv(kind, items).encode("utf-8-sig") if kind else catalog_zip(items, store.catalog.prices())  # type: ignore[arg-type]
    partial = file.with_name(f".{file.name}.part")
    try:
        partial.write_bytes(data)
        partial.replace(file)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise ExportError(
            msg("export.failed", "The file could not be written ({reason}).", reason=error.strerror or str(error)),
            msg("export.failed.remedy", "Close it where it is open, or choose a folder you may write to."),
            str(file),
        ) from error
    return {"file": str(file), "rows": len(items), "bytes": len(data)}


def _value(item: Item, key: str, value: Value, language: str) -> dict[str, Any]:
    attribute = find_attribute(key, item.kind)
    return {
        "value": value.value,
        "unit": value.unit,
        "label": attribute.label(language) if attribute else key,
        "source": value.source,
        "source_date": value.source_date,
        "quality": value.quality.value,
    }


def value_text(key: str, value: Value, language: str) -> str:
    """Return a value as people read it, in full."""
    if isinstance(value.value, bool):
        return format_value(value.value, language)
    if isinstance(value.value, str):
        return choice_text(key, value.value, language)
    if not value.unit:
        return f"{value.value:.15g}"  # years and counts: no thousands mark
    return format_quantity(value.value, value.unit, language, precise=True)


def _price(price: PriceObservation) -> dict[str, Any]:
    return {
        "id": price.id,
        "currency": price.currency,
        "low": None if price.low is None else str(price.low),
        "high": None if price.high is None else str(price.high),
        "kind": price.price_kind,
        "condition": price.condition,
        "tax": price.tax,
        "unit": price.quantity_unit,
        "date": price.observed_date,
        "region": price.region,
        "source": price.source,
        "quality": price.quality.value,
        "note": price.note,
    }

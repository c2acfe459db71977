"""The catalog as the window lists it: ids in order, pages of rows by need, and one row with all its values."""

from __future__ import annotations

import msgspec

from db.listing import ListRow
from db.store import Store
from desktop_app.services.catalog import value_text
from desktop_app.services.row_names import row_name, shown_maker, whole_name
from desktop_app.services.why import ORIGIN_WORDS, ORIGINS
from planner.catalog.attributes import find_attribute
from planner.catalog.choices import choice_text
from planner.catalog.items import Item, PriceObservation
from planner.messages import format_number, msg, render
from planner.source_words import source_text

PAGE = 128


class ListedRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row as texts in the window's language; '' where nothing is known."""

    id: str
    name: str
    maker: str
    kind: str
    memory: str
    bandwidth: str
    power: str
    price: str
    sale: str
    quality: str
    origin_word: str


class ValueRow(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a row: what it is called, how it reads, how it is known, where from and from which day."""

    name: str
    value: str
    origin: str
    origin_word: str
    source: str


class Detail(msgspec.Struct, frozen=True, kw_only=True):
    """A catalog row as a whole."""

    id: str
    title: str
    kind: str
    values: tuple[ValueRow, ...]
    prices: tuple[ValueRow, ...]


def ids(store: Store, query: str, kind: str, sort: str, descending: bool) -> tuple[str, ...]:
    """Return the ids of the rows that fit, in order; ``sort`` '' is the best match first."""
    return store.catalog.find(query, kind, sort or "best", descending)  # type: ignore[arg-type]


class Page:
    """Rows of the list; each becomes texts when it is first seen, for a page is longer than a screen."""

    def __init__(self, rows: tuple[ListRow, ...], language: str) -> None:
        """Keep the rows as they were read."""
        self._rows, self._language = rows, language
        self._seen: dict[int, ListedRow] = {}

    def row(self, at: int) -> ListedRow | None:
        """Return a row as texts, None behind the last."""
        found = self._seen.get(at)
        if found is None and at < len(self._rows):
            found = self._seen[at] = _listed(self._rows[at], self._language)
        return found


def page(store: Store, wanted: tuple[str, ...], language: str) -> Page:
    """Return the rows of some ids."""
    return Page(store.catalog.rows(wanted), language)


def _listed(row: ListRow, language: str) -> ListedRow:
    return ListedRow(
        id=row.id,
        name=row_name(row.id, row.name, language),
        maker=shown_maker(row.maker, language),
        kind=choice_text("kind", row.kind, language),
        memory="" if row.memory_gb is None else format_number(row.memory_gb),
        bandwidth="" if row.bandwidth_gbs is None else format_number(row.bandwidth_gbs),
        power="" if row.power_w is None else format_number(row.power_w),
        price=_price_text(row),
        sale=choice_text("purchasable", row.purchasable, language) if row.purchasable else "",
        quality=ORIGINS_OF.get(row.quality, "unknown"),
        origin_word=render(ORIGIN_WORDS[ORIGINS_OF.get(row.quality, "unknown")], language),
    )


def _price_text(row: ListRow) -> str:
    bounds = dict.fromkeys(bound for bound in (row.price_low, row.price_high) if bound is not None)
    text = "–".join(format_number(bound) for bound in bounds)
    return f"{text} {row.price_currency}" if text and row.price_currency != "CNY" else text


ORIGINS_OF = {quality.value: origin for quality, origin in ORIGINS.items()}


def detail(store: Store, row_id: str, language: str) -> Detail:
    """Return a row with all its values and prices; raises UnknownIdError."""
    item = store.catalog.get(row_id)
    return Detail(
        id=item.id,
        title=whole_name(item, language),
        kind=choice_text("kind", item.kind, language),
        values=tuple(_value(item, key, language) for key in item.attributes),
        prices=tuple(_price(one, language) for one in store.catalog.prices_of(row_id)),
    )


def _value(item: Item, key: str, language: str) -> ValueRow:
    value = item.attributes[key]
    attribute = find_attribute(key, item.kind)
    origin = ORIGINS[value.quality]
    return ValueRow(
        name=attribute.label(language) if attribute else key,
        value=value_text(key, value, language),
        origin=origin,
        origin_word=render(ORIGIN_WORDS[origin], language),
        source=" · ".join(part for part in (source_text(value.source, language), value.source_date) if part),
    )


def _price(one: PriceObservation, language: str) -> ValueRow:
    bounds = dict.fromkeys(bound for bound in (one.low, one.high) if bound is not None)
    text = "–".join(format_number(bound) for bound in bounds)
    unit = choice_text("unit", one.quantity_unit, language)
    origin = ORIGINS[one.quality]
    return ValueRow(
        name=one.observed_date or render(msg("catalog.undated", "undated"), language),
        value=f"{text} {one.currency} / {unit}",
        origin=origin,
        origin_word=render(ORIGIN_WORDS[origin], language),
        source=source_text(one.source, language),
    )

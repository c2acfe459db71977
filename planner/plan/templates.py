"""Plan templates: JSON data that names catalog rows, price observations and customary values instead of copying them.

A template is a plan with three kinds of references: ``"@id"`` for a catalog row (it is stored under its digest),
``{"observation": id, "chosen": price, "per": n}`` for a price (low, high, source and date come from the observation,
divided by the ``n`` units it is for), and ``"@limit:key"`` for a customary value (kept as assumed, with its source).
``extends`` names a template whose top-level parts are taken where this one has none.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

import msgspec

import resources
from planner.catalog.items import Item, PriceObservation, digest
from planner.errors import UnknownIdError, unknown_id
from planner.figure import Quality
from planner.limits import limit
from planner.messages import Labelled, msg
from planner.plan.codec import plan_from_builtins
from planner.plan.document import SCHEMA, Plan

FOLDER = "templates"


class TemplateInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A template's id, title and what it is for."""

    id: str
    title: Labelled
    about: Labelled


def template_ids() -> tuple[str, ...]:
    """Return the ids of all templates in the order they are offered."""
    return tuple(_index())


def templates() -> tuple[TemplateInfo, ...]:
    """Return what each template is."""
    return tuple(_info(name) for name in template_ids())


def new_plan(
    template: str,
    plan_id: str,
    created: dt.date,
    items: Mapping[str, Item],
    prices: Mapping[str, PriceObservation],
) -> Plan:
    """Return a plan made from ``template``; ``items`` and ``prices`` are the catalog by id.

    Raises:
        UnknownIdError: there is no such template, or it names a catalog row that is not there.
    """
    if template not in template_ids():
        raise unknown_id(msg("kind.template", "template"), template, template_ids())
    raw = _whole(template)
    raw.pop("about", None)
    raw["title"] = raw.pop("plan_title", raw["title"])  # the template is called by its budget, a paper must not be
    used: dict[str, Item] = {}
    filled = _filled(raw, items, prices, used)
    filled |= {
        "schema": SCHEMA,
        "id": plan_id,
        "created": created.isoformat(),
        "items": {name: msgspec.to_builtins(item) for name, item in used.items()},
    }
    return plan_from_builtins(filled, place=template)


@lru_cache(maxsize=1)
def _index() -> tuple[str, ...]:
    names: list[str] = msgspec.json.decode(resources.read_bytes(f"{FOLDER}/index.json"))["templates"]
    return tuple(names)


@lru_cache(maxsize=32)
def _bytes(name: str) -> bytes:
    return resources.read_bytes(f"{FOLDER}/{name}.json")


def _whole(name: str) -> dict[str, Any]:
    raw: dict[str, Any] = msgspec.json.decode(_bytes(name))
    base = raw.pop("extends", "")
    return {**_whole(base), **raw} if base else raw


def _info(name: str) -> TemplateInfo:
    raw = _whole(name)
    return TemplateInfo(id=name, title=Labelled(**raw["title"]), about=Labelled(**raw["about"]))


def _filled(raw: Any, items: Mapping[str, Item], prices: Mapping[str, PriceObservation], used: dict[str, Item]) -> Any:
    if isinstance(raw, list):
        return [_filled(part, items, prices, used) for part in raw]
    if isinstance(raw, dict):
        if "observation" in raw:
            return _price(raw, prices)
        return {key: _filled(part, items, prices, used) for key, part in raw.items()}
    if isinstance(raw, str) and raw.startswith("@limit:"):
        return _customary(raw.removeprefix("@limit:"))
    if isinstance(raw, str) and raw.startswith("@"):
        return _row(raw[1:], items, used)
    return raw


def _row(name: str, items: Mapping[str, Item], used: dict[str, Item]) -> str:
    item = items.get(name)
    if item is None:
        raise UnknownIdError(
            msg(
                "template.item",
                "The template needs the catalog row {name}, which this catalog does not have.",
                name=name,
            ),
            msg("template.item.remedy", "Choose another template, or restore the bundled catalog."),
            name,
        )
    used[digest(item)] = item
    return digest(item)


def _customary(key: str) -> dict[str, Any]:
    figure = limit(key)
    return {"value": figure.require(), "quality": Quality.ASSUMED.value, "source": figure.source}


def _price(raw: dict[str, Any], prices: Mapping[str, PriceObservation]) -> dict[str, Any]:
    name = raw["observation"]
    seen = prices.get(name)
    if seen is None:
        raise UnknownIdError(
            msg("template.price", "The template needs the price {name}, which this catalog does not have.", name=name),
            None,
            name,
        )
    per = Decimal(raw.get("per", 1))
    price = {key: value for key, value in raw.items() if key not in ("observation", "per")}
    bounds = {"low": seen.low, "high": seen.high}
    price |= {key: str(value / per) for key, value in bounds.items() if value is not None}
    price |= {"currency": seen.currency, "source": seen.source, "quality": seen.quality.value}
    if len(seen.observed_date) == len("2026-11-30"):
        price["observed"] = seen.observed_date
    return price

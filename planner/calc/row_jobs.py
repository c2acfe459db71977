"""Rows of a table of published speeds as jobs: which card, model, format and lengths their input columns say.

``note``, ``source`` and the measured value are never read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

import msgspec

from planner import tables
from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.errors import InputError, unknown_id
from planner.figure import Quality
from planner.messages import Message, msg
from planner.workload.constants import sizing_value
from planner.workload.engines import Split
from planner.workload.memory import formats
from planner.workload.models import ModelShape, from_item, from_numbers
from planner.workload.throughput import SpeedJob

Row = Mapping[str, str]
Find = Callable[[str], Item | None]

_SHAPE = ("params_b", "active_b", "layers", "hidden", "heads", "kv_heads")
_WORD = re.compile(r"[a-z]+|\d+(?:\.\d+)?")
_LIMIT_W = re.compile(r"\b(\d{2,4})\s*W\b")
_EXPERTS = re.compile(r"\bEP(\d+)\b")
_LENGTHS = re.compile(r"^(\d+)/(\d+)$")


class CardFound(msgspec.Struct, frozen=True, kw_only=True):
    """The catalog card that a label means, how many devices one piece has, a power limit, and what was assumed."""

    item: Item
    devices: int = 1
    limit_w: float | None = None
    assumed: Message | None = None


class Catalog(msgspec.Struct, frozen=True, kw_only=True):
    """Where rows find what they name: models by name, cards by id, and all cards for labels."""

    model: Find
    card: Find
    cards: tuple[Item, ...]


def text(row: Row, name: str) -> str:
    """Return a cell, '' where the table has no such column."""
    return (row.get(name) or "").strip()


def number(row: Row, name: str) -> float | None:
    """Return a numeric cell in the unit of its column, None where it is empty; raises InputError naming the column."""
    cell = text(row, name)
    if not cell:
        return None
    try:
        return float(cell)
    except ValueError:
        raise InputError(msg("rows.number", "{name} is no number: {cell}.", name=name, cell=cell),
                         msg("rows.number.remedy", "Leave it empty where it is not known."), name) from None  # fmt: skip


def count(row: Row, name: str, default: int = 1) -> int:
    """Return a cell as a count of at least 1; raises InputError naming the column."""
    value = number(row, name)
    if value is None:
        return default
    if value < 1 or value != int(value):
        raise InputError(msg("rows.count", "{name} must be a whole number from 1 up.", name=name), place=name)
    return int(value)


def shape_of(row: Row, catalog: Catalog) -> ModelShape:
    """Return the model of a row: the catalog's where ``model_ref`` or the name is known there, else the row's numbers."""
    found = catalog.model(text(row, "model_ref")) or catalog.model(text(row, "model"))
    if found is not None:
        return from_item(found)
    numbers = {name: value for name in _SHAPE if (value := number(row, name)) is not None}
    return from_numbers(text(row, "model"), numbers)


def card_of(row: Row, catalog: Catalog) -> CardFound:
    """Return the card of a row by ``accel_ref``, else by its label; raises UnknownIdError where neither is known."""
    label = text(row, "gpu_model")
    limit = _LIMIT_W.search(label)
    limit_w = float(limit.group(1)) if limit else None
    found = catalog.card(text(row, "accel_ref")) if text(row, "accel_ref") else None
    if found is not None:
        return CardFound(item=found, devices=_parts(found, label), limit_w=limit_w)
    for known in tables.rows("workload/card_labels.csv"):
        if known["label"].lower() == label.lower():
            item = catalog.card(known["accelerator"])
            if item is not None:
                said = msg("rows.label", "{label}: {meaning}.", label=label, meaning=known["en"])
                return CardFound(item=item, devices=int(known["parts"]), limit_w=limit_w, assumed=said)
    item = _by_words(label, catalog.cards)
    if item is None:
        raise unknown_id(msg("rows.card", "card"), label, tuple(card.name for card in catalog.cards), "gpu_model")
    said = msg("rows.label.near", "{label} is taken as {name}.", label=label, name=item.name)
    return CardFound(item=item, devices=_parts(item, label), limit_w=limit_w, assumed=said)


def format_of(label: str, otherwise: str = "bf16") -> str:
    """Return the weight format a label means; raises UnknownIdError with the nearest names.

    A label may carry more words ("fp8 + fp8 kv"); an empty one gives ``otherwise``.
    """
    words = [word for word in re.split(r"[\s+]+", label.strip().lower()) if word and word != "amp"]
    if not words:
        return otherwise
    if words[0] not in formats():
        raise unknown_id(msg("memory.format", "weight format"), words[0], tuple(formats()), "dtype")
    return words[0]


def lengths(row: Row) -> tuple[float | None, float | None]:
    """Return the tokens of prompt and answer: their own columns, ``in/out`` in ``seq_len``, else the window's halves.

    A window of which nobody says what was prompt counts as prompt by the share ``prompt_share`` where several
    sequences run at once, and as answer alone where one does.
    """
    tokens_in, tokens_out = number(row, "tokens_in"), number(row, "tokens_out")
    if tokens_in is not None and tokens_out is not None:
        return tokens_in, tokens_out
    window = text(row, "seq_len")
    pair = _LENGTHS.match(window)
    if pair:
        return float(pair.group(1)), float(pair.group(2))
    if not window.isdigit():
        return tokens_in, tokens_out
    whole = float(window)
    if tokens_in is not None:
        return tokens_in, max(whole - tokens_in, 1.0)
    share = sizing_value("prompt_share") / 2 if count(row, "batch") > 1 else 0.0
    return whole * share, whole * (1 - share)


def speed_job(row: Row, catalog: Catalog) -> SpeedJob:
    """Return the job of a decode, prompt or serving row; errors as in the functions above."""
    card = card_of(row, catalog)
    tokens_in, tokens_out = lengths(row)
    label = text(row, "dtype")
    said = text(row, "interconnect")
    spread = _EXPERTS.search(said)
    return SpeedJob(
        model=shape_of(row, catalog),
        card=card.item,
        dtype=format_of(label),
        kv_dtype="fp8" if text(row, "kv_bits") == "8" or "fp8 kv" in label else "bf16",
        devices=count(row, "gpus") * card.devices,
        engine=text(row, "framework"),
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        batch=count(row, "batch"),
        link_said=said,
        split=_split(said),
        limit_w=card.limit_w,
        expert_devices=int(spread.group(1)) if spread else None,
        quality=Quality.ENTERED,
    )


def _split(said: str) -> Split | None:
    if "layer split" in said.lower():
        return "layer"
    return "tensor" if re.search(r"\bTP\b", said) else None


def _parts(item: Item, label: str) -> int:
    """Return the devices of one piece: a board of several dies counts as such unless the label says one die."""
    return 1 if "(1" in label else devices_per_board(item)


def _by_words(label: str, cards: Iterable[Item]) -> Item | None:
    """Return the card whose name holds all words of the label with the fewest others."""
    wanted = set(_words(label))
    if not wanted:
        return None
    fits = [(len(words - wanted), card.id, card) for card in cards if wanted <= (words := set(_words(card.name)))]
    return min(fits)[2] if fits else None


@lru_cache(maxsize=1024)
def _words(name: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(name.lower().replace("-80g", " 80gb").replace("-40g", " 40gb")))

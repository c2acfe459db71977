"""Rows of a table of published speeds as jobs: which card, model, format and lengths their input columns say.

``note``, ``source`` and the measured value are never read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from planner import tables
from planner.catalog.devices import devices_per_board
from planner.catalog.items import Item
from planner.errors import InputError, unknown_id
from planner.figure import Quality
from planner.messages import Labelled, Message, msg
from planner.workload.constants import sizing_value
from planner.workload.engines import Split
from planner.workload.memory import formats
from planner.workload.models import ModelShape, from_item, from_numbers
from planner.workload.throughput import SpeedJob

Row = Mapping[str, str]
Find = Callable[[str], Item | None]

_SHAPE = ("params_b", "active_b", "layers", "hidden", "heads", "kv_heads")
_WORD = re.compile(r"[a-z0-9]+")
_CORES = re.compile(r"\b\d{1,2}\s?c(ores)?\b", re.IGNORECASE)
_MEMORY = re.compile(r"\b(\d{1,3})\s?GB?\b", re.IGNORECASE)
_COUNT = re.compile(r"^\d+\s?x\s+", re.IGNORECASE)
_BITS = re.compile(r"(?:q|w|int|exl2-)(\d+(?:\.\d+)?)")
_NEAR_BITS = 1.0
_VARIANTS = {"ti", "super", "d", "v", "laptop", "max", "s", "sff", "ada", "g", "dual", "duo", "pcie", "nvl"}
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
                said = msg(
                    "rows.label", "{label}: {meaning}.", label=label, meaning=Labelled(zh=known["zh"], en=known["en"])
                )
                return CardFound(item=item, devices=int(known["parts"]), limit_w=limit_w, assumed=said)
    item = _by_words(label, catalog.cards)
    if item is None:
        raise unknown_id(msg("rows.card", "card"), label, tuple(card.name for card in catalog.cards), "gpu_model")
    said = msg("rows.label.near", "{label} is taken as {name}.", label=label, name=item.name)
    return CardFound(item=item, devices=_parts(item, label), limit_w=limit_w, assumed=said)


def format_of(label: str, otherwise: str = "bf16") -> str:
    """Return the weight format a label means; raises UnknownIdError with the nearest names.

    A label may carry more words ("fp8 + fp8 kv"); an empty one gives ``otherwise``; an unlisted one its bits.
    """
    words = [word for word in re.split(r"[\s+]+", label.strip().lower()) if word and word != "amp"]
    if not words:
        return otherwise
    if words[0] in formats():
        return words[0]
    near = _nearest_format(words[0])
    if near is None:
        raise unknown_id(msg("memory.format", "weight format"), words[0], tuple(formats()), "dtype")
    return near


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
        printed_memory=True,
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
    """Return the card whose name holds all words of the label: the plainest variant, of the memory that is named."""
    plain = _CORES.sub("", _COUNT.sub("", _LIMIT_W.sub("", label)))
    sizes = [float(size) for size in _MEMORY.findall(plain)]
    wanted = _WORD.findall(_MEMORY.sub(" ", plain).lower())
    fits = [
        (_far_from(item, sizes), _strangeness(wanted, item.name), item.id, item)
        for item in cards
        if wanted and _holds(item.name, wanted)
    ]
    return min(fits, key=lambda fit: fit[:3])[3] if fits else None


def _holds(name: str, wanted: list[str]) -> bool:
    """Tell whether a name has all words of a label, written together or apart: 3080Ti and 3080 Ti are one."""
    words = _WORD.findall(name.lower())
    bare = {word.rstrip("0123456789") for word in words}  # SXM means SXM5
    there = set(words) | bare | {"".join(words[place : place + size]) for size in (2, 3) for place in range(len(words))}
    pairs = {"".join(wanted[place : place + 2]) for place in range(len(wanted) - 1)} & there
    return all(word in there or any(word in pair for pair in pairs) for word in wanted)


def _far_from(item: Item, sizes: Iterable[float]) -> bool:
    own = item.number("memory_gb") or 0.0
    return any(abs(own - size) > 0.05 * size for size in sizes)


def _strangeness(wanted: list[str], name: str) -> int:
    """Return how much more a name says than the label: a variant of its own weighs more than maker or size."""
    more = set(_WORD.findall(name.lower())) - set(wanted)
    return sum(10 if word in _VARIANTS else 1 for word in more if word not in "".join(wanted))


def _nearest_format(word: str) -> str | None:
    """Return the format that an unlisted word means by its bits: q4f16, w4a16, exl2-4.25bpw, q4_k_s."""
    found = _BITS.search(word)
    if found is None:
        return None
    bits = float(found.group(1))
    family = "exl2-" if "bpw" in word else "gguf-" if word.startswith(("gguf", "q")) else ""
    if not family:
        return {4.0: "int4", 8.0: "int8"}.get(bits)
    if family == "gguf-":
        return next((name for name in formats() if name.startswith(f"gguf-q{bits:g}")), None)
    near = [one for name, one in formats().items() if name.startswith(family) and abs(one.bits - bits) < _NEAR_BITS]
    return min(near, key=lambda one: abs(one.bits - bits)).id if near else None

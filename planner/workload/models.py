"""The shape of a model: what its memory is computed from, taken from a catalog row or typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from planner import tables
from planner.catalog.items import Item, Value
from planner.errors import InputError
from planner.figure import Figure, Quality, leaf
from planner.messages import Message, msg

# How a model keeps its cache. ``window``: full and sliding layers; ``hybrid``: only full layers keep a cache that grows;
# ``latent``: one compressed vector a layer; ``none``: no language model, nothing is cached; ``unknown``: no rule that we could name a source for.
CacheRule = Literal["full", "window", "hybrid", "latent", "none", "unknown"]

_LATENT = ("mla_kv_lora_rank", "mla_rope_dim", "mla_q_lora_rank", "qk_nope_dim", "v_head_dim")
_COUNTS = ("layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "experts", "experts_active", "moe_ffn")
_PER_LAYERS = re.compile(r"1 full per (\d+) layers")


class ModelShape(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of a model; None where nobody has told us. Parameters in 1e9, all others are counts.

    ``full_layers`` are the layers whose cache grows with the context (None: all), ``window_tokens`` what the other
    layers keep, ``state_bytes`` the fixed state of linear layers for each sequence.
    """

    name: str
    params_b: float | None = None
    active_b: float | None = None
    layers: float | None = None
    hidden: float | None = None
    heads: float | None = None
    kv_heads: float | None = None
    head_dim: float | None = None
    ffn: float | None = None
    vocab: float | None = None
    attention: str = ""
    cache_rule: CacheRule = "full"
    full_layers: float | None = None
    window_tokens: float | None = None
    state_bytes: float | None = None
    mla_kv_lora_rank: float | None = None
    mla_rope_dim: float | None = None
    mla_q_lora_rank: float | None = None
    qk_nope_dim: float | None = None
    v_head_dim: float | None = None
    experts: float | None = None
    experts_active: float | None = None
    moe_ffn: float | None = None
    shared_experts: float | None = None
    dense_first_layers: float | None = None
    moe_every: float | None = None
    tied: bool | None = None
    max_context: float | None = None
    default_dtype: str = "bf16"
    source: str = ""
    source_date: str = ""
    quality: Quality = Quality.ENTERED

    @property
    def moe(self) -> bool:
        """Tell whether only some of the parameters work on each token."""
        return bool(self.experts)

    def figure(self, name: str) -> Figure:
        """Return one of the numbers as a figure named ``model/<name>/<quantity>``; unknown where it is None."""
        return leaf(
            f"model/{self.name}/{name}",
            getattr(self, name),
            _UNITS.get(name, "1"),
            self.quality,
            self.source,
            self.source_date,
        )

    @property
    def ffn_per_token(self) -> Figure:
        """Return the width of the feed-forward layers that work on one token."""
        if not self.moe:
            return self.figure("ffn")
        if self.experts_active is None or self.moe_ffn is None:
            return leaf(f"model/{self.name}/moe_ffn", None, "1", self.quality)
        working = self.experts_active + (self.shared_experts or 0)
        return leaf(
            f"model/{self.name}/ffn_per_token", working * self.moe_ffn, "1", self.quality, self.source, self.source_date
        )


_UNITS = {"params_b": "1e9", "active_b": "1e9", "max_context": "tokens", "window_tokens": "tokens", "state_bytes": "B"}


def from_item(item: Item) -> ModelShape:
    """Return the shape of a catalog model; its attributes are named as the columns of the model table.

    Raises:
        InputError: the row is no model or has counts that are not positive.
    """
    if item.kind != "model":
        raise InputError(msg("model.no_model", "{name} is no model.", name=item.name), place=item.id)
    counts = {
        key: item.number(key) for key in (*_COUNTS, *_LATENT, "shared_experts", "dense_first_layers", "moe_every")
    }
    if counts["experts"] and counts["moe_ffn"] is None:
        counts["moe_ffn"] = counts["ffn"]  # some configurations give the width of an expert as the feed-forward width
    attention = item.text("attention")
    rule, full_layers, window = _cache_rule(item.name, attention, counts["layers"], counts["mla_kv_lora_rank"])
    if item.number("full_layers") is not None:  # a model that was read from a file says it itself
        full_layers, window = item.number("full_layers"), item.number("window_tokens") or 0.0
        rule = "window" if window else "hybrid"
    if item.text("subkind") and not item.text("subkind").startswith(("llm", "vlm")):
        rule = "none"
    value = item.attributes.get("params_total_b", Value(value=0.0))
    shape = ModelShape(
        name=item.name,
        params_b=item.number("params_total_b"),
        active_b=item.number("params_active_b"),
        attention=attention,
        cache_rule=rule,
        full_layers=full_layers,
        window_tokens=window,
        state_bytes=item.number("state_bytes"),
        tied=_flag(item.text("tied_embeddings")),
        max_context=item.number("max_context"),
        default_dtype=item.text("default_dtype") or "bf16",
        source=value.source,
        source_date=value.source_date,
        quality=value.quality,
        **counts,
    )
    return _checked(shape)


def from_numbers(name: str, numbers: Mapping[str, float], tied: bool | None = None) -> ModelShape:
    """Return the shape of a model that is not in the catalog; keys are the field names, ``params_b`` is needed.

    Raises:
        InputError: a key is unknown, ``params_b`` is missing, or a number is not positive.
    """
    known = set(ModelShape.__struct_fields__) - {"name", "tied", "source", "source_date", "quality"}
    for key in numbers:
        if key not in known or isinstance(numbers[key], str):
            raise InputError(
                msg("model.key", "{key} is no number of a model.", key=key),
                msg(
                    "model.key.remedy", "Known are: {known}.", known=tuple(sorted(known - {"attention", "cache_rule"}))
                ),
                key,
            )
    if "params_b" not in numbers:
        raise InputError(
            msg("model.no_params", "{name} has no number of parameters.", name=name),
            msg("model.no_params.remedy", "Enter the parameters in billions (1e9)."),
            "params_b",
        )
    for key in (*_COUNTS, *_LATENT):
        if numbers.get(key) is not None and numbers[key] != int(numbers[key]):
            raise InputError(
                msg("model.whole", "{key} of {name} is {value}.", key=key, name=name, value=numbers[key]),
                msg("model.whole.remedy", "Accepted is a whole number."),
                key,
            )
    latent = numbers.get("mla_kv_lora_rank") is not None
    filled = dict(numbers)
    if not latent and "head_dim" not in filled and filled.get("hidden") and filled.get("heads"):
        filled["head_dim"] = filled["hidden"] / filled["heads"]
    shape = ModelShape(name=name, tied=tied, cache_rule="latent" if latent else "full", **filled)  # type: ignore[arg-type]
    return _checked(shape)


def cache_note(shape: ModelShape) -> Message | None:
    """Return what must be said about a model's cache, None where the plain rule holds."""
    match shape.cache_rule:
        case "unknown":
            return msg("model.cache.unknown", "No sizing rule is known for the attention of {name}: {attention}.",
                       name=shape.name, attention=shape.attention or "-")  # fmt: skip
        case "hybrid":
            return msg("model.cache.hybrid", "Only the full attention layers of {name} are counted; the fixed state of the "
                       "others is not published here and is small.", name=shape.name)  # fmt: skip
        case "full" if shape.attention and shape.attention not in ("MHA", "GQA", "MQA"):
            return msg("model.cache.bound", "{name} is reckoned as if all layers kept the whole context: an upper bound.",
                       name=shape.name)  # fmt: skip
    return None


def _cache_rule(
    name: str, attention: str, layers: float | None, latent_rank: float | None
) -> tuple[CacheRule, float | None, float | None]:
    for row in tables.rows("workload/attention.csv"):
        if row["model"] == name:
            return "window", float(row["full_layers"]), float(row["window_tokens"])
    if latent_rank:
        return "latent", None, None
    found = _PER_LAYERS.search(attention)
    if found and layers:
        return "hybrid", float(layers // int(found.group(1))), 0.0
    plain = attention in ("", "MHA", "GQA", "MQA") or attention.startswith(("SWA", "chunked+full"))
    return ("full" if plain else "unknown"), None, None


def _flag(text: str) -> bool | None:
    return {"yes": True, "true": True, "no": False, "false": False}.get(text.strip().lower())


def _checked(shape: ModelShape) -> ModelShape:
    for key in ("params_b", "active_b", *_COUNTS, "max_context"):
        value = getattr(shape, key)
        if value is not None and not value > 0:
            raise InputError(
                msg(
                    "model.not_positive",
                    "{key} of {name} is {value}; it must be more than 0.",
                    key=key,
                    name=shape.name,
                    value=value,
                ),  # fmt: skip
                msg("model.not_positive.remedy", "Leave it empty where it is not known."),
                key,
            )
    if shape.kv_heads and shape.heads and shape.kv_heads > shape.heads:
        raise InputError(
            msg(
                "model.kv_heads",
                "{name} has more key-value heads ({kv_heads}) than heads ({heads}).",
                name=shape.name,
                kv_heads=shape.kv_heads,
                heads=shape.heads,
            ),  # fmt: skip
            place="kv_heads",
        )
    return shape

"""What formulas need to know of many models, as lines of numbers; the figures of one model say the same.

Each function stands beside that of its name for one shape (``parameters``, ``throughput``, ``kv_cache``, ``memory``).
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, cast

from planner.workload.arrays import Lines, is_unknown, lines, over_arrays, pick, places_of
from planner.workload.constants import sizing_value
from planner.workload.kv_cache import CACHE_TOKEN_BYTES, LATENT_TOKEN_BYTES
from planner.workload.memory import DEQUANT_GIB, KEPT_EMBEDDINGS_B, KEPT_NON_EXPERTS_B
from planner.workload.throughput import DENSE_SHARE, READ_B, TABLE_B

if TYPE_CHECKING:
    from planner.workload.arrays import Flags, Numbers
    from planner.workload.memory import WeightFormat
    from planner.workload.models import CacheRule, ModelShape

_NAMES = (
    *("params_b", "active_b", "layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "tied"),
    *("full_layers", "window_tokens", "state_bytes", "mla_kv_lora_rank", "mla_rope_dim"),
    *("experts", "experts_active", "moe_ffn", "shared_experts", "dense_first_layers", "moe_every"),
)
_PLACES = places_of((*_NAMES, "rule"))
_FETCH = attrgetter(*_NAMES)
RULES: dict[CacheRule, float] = {"full": 0.0, "window": 1.0, "hybrid": 2.0, "latent": 3.0, "none": 4.0, "unknown": 5.0}
KEEPS = {"none": 0.0, "embeddings": 1.0, "non_experts": 2.0}


class ModelTable:
    """The numbers of all models of a mix, each looked at once."""

    def __init__(self, shapes: Iterable[ModelShape]) -> None:
        """Read the numbers of the shapes."""
        different = {id(one): one for one in shapes}
        self._shapes = different  # held, so that no other object takes one's identity
        self._places = dict(zip(different, range(len(different)), strict=True))
        self._lines = lines(_PLACES, [(*_FETCH(one), RULES[one.cache_rule]) for one in different.values()])

    def of(self, shapes: Iterable[ModelShape]) -> Lines:
        """Return the numbers of some of the shapes, in their order; raises KeyError for one that was not read."""
        return self._lines.at([self._places[id(one)] for one in shapes])


def moe(model: Lines) -> Flags:
    """Tell of each model whether only some of its parameters work on a token."""
    return model["experts"] > 0


def sparse(model: Lines) -> Flags:
    """Tell of each model whether only some of its parameters work, also where nobody told the number of experts."""
    return moe(model) | (model["active_b"] < DENSE_SHARE * model["params_b"])


def known_or(numbers: Numbers, other: Numbers | float) -> Numbers:
    """Return the numbers, and ``other`` where there is none, in their unit."""
    return pick(is_unknown(numbers), other, numbers)


def tables(model: Lines) -> Numbers:
    """Return how many tables (1) hold the vocabulary: one where input and head are known to be the same."""
    return pick(model["tied"] == 1, 1.0, 2.0)


def embeddings_b(model: Lines) -> Numbers:
    """Return the parameters (1e9) of input table and head."""
    found = over_arrays(KEPT_EMBEDDINGS_B)(vocab=model["vocab"], hidden=model["hidden"], tables=tables(model))
    return cast("Numbers", found)


def table_b(model: Lines) -> Numbers:
    """Return the parameters (1e9) of the input table that a step does not read."""
    size = over_arrays(TABLE_B)(vocab=model["vocab"], hidden=model["hidden"])
    return pick((model["tied"] == 1) | is_unknown(size), 0.0, size)


def kept_b(model: Lines, keeps: Numbers) -> Numbers:
    """Return the parameters (1e9) that stay unquantised under rules of ``KEEPS``."""
    kept = pick(keeps == KEEPS["none"], 0.0, known_or(embeddings_b(model), 0.0))
    others = (keeps == KEEPS["non_experts"]) & moe(model)
    if not others.any():
        return kept
    beside = over_arrays(KEPT_NON_EXPERTS_B)(
        params_b=model["params_b"],
        moe_layers=_moe_layers(model),
        hidden=model["hidden"],
        moe_ffn=model["moe_ffn"],
        experts=model["experts"],
    )
    return pick(others, beside, kept)


def _moe_layers(model: Lines) -> Numbers:
    first, every = known_or(model["dense_first_layers"], 0.0), known_or(model["moe_every"], 1.0)
    dense = first + (model["layers"] - first) * (1 - 1 / pick(every == 0, 1.0, every))
    return model["layers"] - dense


def ffn_per_token(model: Lines) -> Numbers:
    """Return the width (1) of the feed-forward layers that work on one token."""
    experts = (model["experts_active"] + known_or(model["shared_experts"], 0.0)) * model["moe_ffn"]
    return pick(moe(model), experts, model["ffn"])


def compute_b(model: Lines, table: Numbers) -> Numbers:
    """Return the parameters (1e9) that multiply for one token, where ``table`` are those of the input table."""
    working = known_or(model["active_b"], model["params_b"])
    return cast("Numbers", over_arrays(READ_B)(params_b=working, table_b=table))


def attention_width(model: Lines) -> Numbers:
    """Return the width (1) of all heads together, the hidden size where the heads are not known."""
    return known_or(model["heads"] * model["head_dim"], model["hidden"])


def token_bytes(model: Lines, kv_bits: Numbers) -> Numbers:
    """Return the bytes one token adds to the cache once the context is longer than any window."""
    rule = model["rule"]
    found = over_arrays(CACHE_TOKEN_BYTES)(
        layers=known_or(model["full_layers"], model["layers"]),
        kv_heads=model["kv_heads"],
        head_dim=model["head_dim"],
        kv_bits=kv_bits,
    )
    latent = rule == RULES["latent"]
    if latent.any():
        vector = over_arrays(LATENT_TOKEN_BYTES)(
            layers=model["layers"],
            latent_rank=model["mla_kv_lora_rank"],
            rope_dim=model["mla_rope_dim"],
            kv_bits=kv_bits,
        )
        found = pick(latent, vector, found)
    return pick(rule == RULES["unknown"], float("nan"), found)


def dequant_copies(form: WeightFormat) -> float:
    """Return how many copies (1) of the largest matrix kernels of a format make; 0 where weights are used as stored."""
    if form.workspace == "none":
        return 0.0
    return sizing_value("dequant_copies_packed" if form.workspace == "packed" else "dequant_copies_blocks")


def workspace(model: Lines, copies: Numbers, devices: Numbers, tensor_parallel: Numbers) -> Numbers:
    """Return the GiB that so many ``copies`` take beside the weights; 0 where there are none."""
    room = over_arrays(DEQUANT_GIB)(
        devices=devices,
        copies=copies,
        hidden=model["hidden"],
        ffn=pick(moe(model), model["moe_ffn"], model["ffn"]),
        tensor_parallel=tensor_parallel,
    )
    return pick(copies > 0, room, 0.0)

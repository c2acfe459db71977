"""What formulas need to know of many models, as lines of numbers; the figures of one model say the same.

What they are called for one shape stands in ``models``, ``parameters``, ``throughput``, ``kv_cache`` and ``memory``.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING

from planner.workload.arrays import Lines, is_unknown, lines, over_arrays, pick, places_of, some
from planner.workload.constants import sizing_value
from planner.workload.kv_cache import CACHE_TOKEN_BYTES, LATENT_TOKEN_BYTES
from planner.workload.memory import DEQUANT_GIB, KEPT_EMBEDDINGS_B, KEPT_NON_EXPERTS_B
from planner.workload.throughput import DENSE_SHARE, TABLE_B

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers
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
    """The numbers of all models of a mix, each looked at once, with what follows from the model alone.

    Beside the fields of a shape and its ``rule`` there are ``moe`` and ``sparse`` (1 where only some parameters work on a
    token), ``tables`` of the vocabulary, ``embeddings_b``, ``table_b`` and ``working_b`` (1e9), ``ffn_per_token``, ``ffn_one``
    (of one expert), ``width`` of all heads, and ``cached_layers``.
    """

    def __init__(self, shapes: Iterable[ModelShape]) -> None:
        """Read the numbers of the shapes."""
        different = {id(one): one for one in shapes}
        self._shapes = different  # held, so that no other object takes one's identity
        self._places = dict(zip(different, range(len(different)), strict=True))
        told = lines(_PLACES, [(*_FETCH(one), RULES[one.cache_rule]) for one in different.values()])
        self._lines = told.beside(_derived(told))

    def of(self, shapes: Iterable[ModelShape]) -> Lines:
        """Return the numbers of some of the shapes, in their order; raises KeyError for one that was not read."""
        return self._lines.at([self._places[id(one)] for one in shapes])


def _derived(model: Lines) -> dict[str, Numbers]:
    whole, active, hidden, ffn = model["params_b"], model["active_b"], model["hidden"], model["ffn"]
    moe, tied = model["experts"] > 0, model["tied"] == 1
    few = moe | (active < DENSE_SHARE * whole)
    tables = pick(tied, 1.0, 2.0)
    one_table = over_arrays(TABLE_B)(vocab=model["vocab"], hidden=hidden)
    expert = model["moe_ffn"]
    return {
        "moe": moe,
        "sparse": few,
        "tables": tables,
        "embeddings_b": over_arrays(KEPT_EMBEDDINGS_B)(vocab=model["vocab"], hidden=hidden, tables=tables),
        "table_b": pick(tied | is_unknown(one_table), 0.0, one_table),
        "working_b": known_or(active, whole),
        "ffn_per_token": pick(moe, (model["experts_active"] + known_or(model["shared_experts"], 0.0)) * expert, ffn),
        "ffn_one": pick(moe, expert, ffn),
        "width": known_or(model["heads"] * model["head_dim"], hidden),
        "cached_layers": known_or(model["full_layers"], model["layers"]),
    }


def known_or(numbers: Numbers, other: Numbers | float) -> Numbers:
    """Return the numbers, and ``other`` where there is none, in their unit."""
    return pick(is_unknown(numbers), other, numbers)


def kept_b(model: Lines, keeps: Numbers) -> Numbers:
    """Return the parameters (1e9) that stay unquantised under rules of ``KEEPS``."""
    kept = pick(keeps == KEEPS["none"], 0.0, known_or(model["embeddings_b"], 0.0))
    others = (keeps == KEEPS["non_experts"]) & (model["moe"] > 0)
    if not some(others):
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


def token_bytes(model: Lines, kv_bits: Numbers) -> Numbers:
    """Return the bytes one token adds to the cache once the context is longer than any window."""
    rule = model["rule"]
    found = over_arrays(CACHE_TOKEN_BYTES)(
        layers=model["cached_layers"],
        kv_heads=model["kv_heads"],
        head_dim=model["head_dim"],
        kv_bits=kv_bits,
    )
    latent = rule == RULES["latent"]
    if some(latent):
        vector = over_arrays(LATENT_TOKEN_BYTES)(
            layers=model["layers"],
            latent_rank=model["mla_kv_lora_rank"],
            rope_dim=model["mla_rope_dim"],
            kv_bits=kv_bits,
        )
        found = pick(latent, vector, found)
    return pick(rule == RULES["unknown"], float("nan"), found)


def dequant_copies(form: WeightFormat) -> float:
    """Return how many copies of the largest matrix kernels of a format make, a bare count; the source is the table of formats."""
    if form.workspace == "none":
        return 0.0
    return sizing_value("dequant_copies_packed" if form.workspace == "packed" else "dequant_copies_blocks")


def workspace(model: Lines, copies: Numbers, devices: Numbers, tensor_parallel: Numbers) -> Numbers:
    """Return the GiB that so many ``copies`` take beside the weights; 0 where there are none."""
    room = over_arrays(DEQUANT_GIB)(
        devices=devices,
        copies=copies,
        hidden=model["hidden"],
        ffn=model["ffn_one"],
        tensor_parallel=tensor_parallel,
    )
    return pick(copies > 0, room, 0.0)

"""The cache of a language model by kind of attention: full, grouped, one head, latent, sliding window, hybrid, linear state."""

from __future__ import annotations

from planner.errors import unknown_id
from planner.figure import Figure, Formula, constant, leaf, trace, unknown
from planner.messages import Labelled, msg
from planner.workload.constants import sizing_figure, sizing_value
from planner.workload.models import ModelShape
from planner.workload.spec import MemorySpec

CACHE_TOKEN_BYTES = Formula(
    key="memory.cache_token_bytes",
    label=Labelled(zh="每个 token 的 KV 缓存", en="Cache of one token"),
    text="2 * layers * kv_heads * head_dim * kv_bits / 8",
    unit="B",
    source="keys and values of each layer and key-value head",
    function=lambda layers, kv_heads, head_dim, kv_bits: 2 * layers * kv_heads * head_dim * kv_bits / 8,
)
LATENT_TOKEN_BYTES = Formula(
    key="memory.latent_token_bytes",
    label=Labelled(zh="每个 token 的 KV 缓存（MLA）", en="Cache of one token, latent attention"),
    text="layers * (latent_rank + rope_dim) * kv_bits / 8",
    unit="B",
    source="one compressed vector and the rotary part for each layer (DeepSeek-V3 report)",
    function=lambda layers, latent_rank, rope_dim, kv_bits: layers * (latent_rank + rope_dim) * kv_bits / 8,
)
CACHE_GIB = Formula(
    key="memory.cache_gib",
    label=Labelled(zh="KV 缓存", en="Cache"),
    text="batch * context_tokens * token_bytes * copies / 2 ** 30",
    unit="GiB",
    source="every sequence keeps every token of its context; copies where it is joined anew for each token or replicated",
    function=lambda batch, context_tokens, token_bytes, copies: batch * context_tokens * token_bytes * copies / 2**30,
)
STATE_GIB = Formula(
    key="memory.state_gib",
    label=Labelled(zh="线性注意力的固定状态", en="Fixed state of linear layers"),
    text="batch * state_bytes / 2 ** 30",
    unit="GiB",
    source="layers without a growing cache keep one state for each sequence",
    function=lambda batch, state_bytes: batch * state_bytes / 2**30,
)
WINDOW_CACHE_GIB = Formula(
    key="memory.window_cache_gib",
    label=Labelled(zh="KV 缓存（滑动窗口）", en="Cache with sliding layers"),
    text="batch * (full_layers * context_tokens + (layers - full_layers) * min(context_tokens, window_tokens)) "
    "* 2 * kv_heads * head_dim * kv_bits * copies / 8 / 2 ** 30",
    unit="GiB",
    source="full layers keep the whole context, the others at most their window",
    function=lambda batch, full_layers, context_tokens, layers, window_tokens, kv_heads, head_dim, kv_bits, copies: (
        batch
        * (full_layers * context_tokens + (layers - full_layers) * min(context_tokens, window_tokens))
        * 2
        * kv_heads
        * head_dim
        * kv_bits
        * copies
        / 8
        / 2**30
    ),
)

_KV_BITS = {"bf16": 16.0, "fp16": 16.0, "fp32": 32.0, "fp8": 8.0, "int8": 8.0}


def token_bytes(shape: ModelShape, kv_dtype: str, key: str) -> Figure:
    """Return the bytes one token adds to the cache once the context is longer than any window."""
    bits = kv_bits(kv_dtype)
    if shape.cache_rule == "latent":
        return trace(
            LATENT_TOKEN_BYTES,
            f"{key}/token_bytes",
            layers=shape.figure("layers"),
            latent_rank=shape.figure("mla_kv_lora_rank"),
            rope_dim=shape.figure("mla_rope_dim"),
            kv_bits=bits,
        )
    if shape.cache_rule == "unknown":
        return unknown(f"{key}/token_bytes", "B", (f"model/{shape.name}/cache_rule",))
    layers = shape.figure("layers" if shape.full_layers is None else "full_layers")
    return trace(
        CACHE_TOKEN_BYTES,
        f"{key}/token_bytes",
        layers=layers,
        kv_heads=shape.figure("kv_heads"),
        head_dim=shape.figure("head_dim"),
        kv_bits=bits,
    )


def cache(
    shape: ModelShape, kv_dtype: str, context: Figure, batch: Figure, key: str, copies: Figure | None = None
) -> Figure:
    """Return the GiB of the cache of ``batch`` sequences of ``context`` tokens; raises UnknownIdError for the format."""
    name = f"{key}/cache_gib"
    if shape.cache_rule == "none":
        return constant(name, 0.0, "GiB", "this kind of model keeps no cache")
    times = constant(f"{key}/cache_copies", 1.0, "1", "the cache is kept once") if copies is None else copies
    if shape.cache_rule != "window":
        one = token_bytes(shape, kv_dtype, key)
        return trace(CACHE_GIB, name, batch=batch, context_tokens=context, token_bytes=one, copies=times)
    return trace(
        WINDOW_CACHE_GIB,
        name,
        batch=batch,
        full_layers=shape.figure("full_layers"),
        context_tokens=context,
        layers=shape.figure("layers"),
        window_tokens=shape.figure("window_tokens"),
        kv_heads=shape.figure("kv_heads"),
        head_dim=shape.figure("head_dim"),
        kv_bits=kv_bits(kv_dtype),
        copies=times,
    )


def job_cache(spec: MemorySpec, key: str) -> Figure:
    """Return the GiB of the cache of all sequences of ``spec``; raises UnknownIdError for the cache format."""
    batch = spec.figure(f"{key}/batch", spec.batch, "1")
    context = spec.figure(f"{key}/seq_len", spec.seq_len, "tokens")
    return cache(spec.model, spec.kv_dtype, context, batch, key, _copies(spec, key))


def state(spec: MemorySpec, key: str) -> tuple[Figure, ...]:
    """Return the GiB of the fixed state of linear layers, nothing where the model has none or nobody published it."""
    if not spec.model.state_bytes:
        return ()
    batch = spec.figure(f"{key}/batch", spec.batch, "1")
    return (trace(STATE_GIB, f"{key}/state_gib", batch=batch, state_bytes=spec.model.figure("state_bytes")),)


def _copies(spec: MemorySpec, key: str) -> Figure | None:
    """Return how often the cache is there: twice where batches are joined anew, on each rank where it cannot be split."""
    if spec.joined_cache and (spec.batch or 1) > 1:
        return sizing_figure("cache_concat_copies")
    if spec.model.cache_rule == "latent" and spec.tensor_parallel > 1:
        return leaf(f"{key}/tensor_parallel", float(spec.tensor_parallel), "1", spec.quality)
    return None


def kv_bits(kv_dtype: str) -> Figure:
    """Return the bits of a cached element with its scales; raises UnknownIdError."""
    if kv_dtype not in _KV_BITS:
        raise unknown_id(msg("memory.kv_format", "cache format"), kv_dtype, tuple(_KV_BITS), "kv_dtype")
    scales = sizing_value("cache_scale_bits") if _KV_BITS[kv_dtype] < 16 else 0.0
    return constant(
        f"format/{kv_dtype}/kv_bits",
        _KV_BITS[kv_dtype] + scales,
        "bit",
        "element size; 8-bit caches add 3 % for scales",
    )

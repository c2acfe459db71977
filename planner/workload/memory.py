"""Memory of inference: weights by their real bit layout, cache, activations, logits, workspace, runtime.

Every item of the account is a figure of its own; nothing hides in a percentage. GB = 1e9 bytes, GiB = 2^30.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from planner import tables
from planner.errors import unknown_id
from planner.figure import Figure, Formula, Quality, constant, leaf, trace, unknown
from planner.messages import Labelled, Message, msg
from planner.workload.models import ModelShape
from planner.workload.spec import MemorySpec

KEPT_EMBEDDINGS_B = Formula(
    key="memory.kept_embeddings_b",
    label=Labelled(zh="不量化的嵌入层参数", en="Embedding parameters that stay unquantised"),
    text="vocab * hidden * tables / 1000000000",
    unit="1e9",
    source="input table and output head, one table where they are tied",
    function=lambda vocab, hidden, tables: vocab * hidden * tables / 1e9,
)
KEPT_NON_EXPERTS_B = Formula(
    key="memory.kept_non_experts_b",
    label=Labelled(zh="专家以外的参数", en="Parameters outside of the experts"),
    text="params_b - 3 * moe_layers * hidden * moe_ffn * experts / 1000000000",
    unit="1e9",
    source="three matrices for each gated expert; only experts are in MXFP4",
    function=lambda params_b, moe_layers, hidden, moe_ffn, experts: (
        params_b - 3 * moe_layers * hidden * moe_ffn * experts / 1e9
    ),
)
WEIGHTS_GIB = Formula(
    key="memory.weights_gib",
    label=Labelled(zh="权重", en="Weights"),
    text="((params_b - kept_b) * bits + kept_b * kept_bits) * 1000000000 / 8 / 2 ** 30",
    unit="GiB",
    source="sum over tensors of count x bits; embeddings and head usually stay at 16 bits",
    function=lambda params_b, kept_b, bits, kept_bits: (
        ((params_b - kept_b) * bits + kept_b * kept_bits) * 1e9 / 8 / 2**30
    ),
)
WEIGHTS_GB = Formula(
    key="memory.weights_gb",
    label=Labelled(zh="权重（十进制）", en="Weights in decimal GB"),
    text="((params_b - kept_b) * bits + kept_b * kept_bits) / 8",
    unit="GB",
    source="sum over tensors of count x bits; embeddings and head usually stay at 16 bits",
    function=lambda params_b, kept_b, bits, kept_bits: ((params_b - kept_b) * bits + kept_b * kept_bits) / 8,
)
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
    text="batch * context_tokens * token_bytes / 2 ** 30",
    unit="GiB",
    source="every sequence keeps every token of its context",
    function=lambda batch, context_tokens, token_bytes: batch * context_tokens * token_bytes / 2**30,
)
WINDOW_CACHE_GIB = Formula(
    key="memory.window_cache_gib",
    label=Labelled(zh="KV 缓存（滑动窗口）", en="Cache with sliding layers"),
    text="batch * (full_layers * context_tokens + (layers - full_layers) * min(context_tokens, window_tokens)) "
    "* 2 * kv_heads * head_dim * kv_bits / 8 / 2 ** 30",
    unit="GiB",
    source="full layers keep the whole context, the others at most their window",
    function=lambda batch, full_layers, context_tokens, layers, window_tokens, kv_heads, head_dim, kv_bits: (
        batch
        * (full_layers * context_tokens + (layers - full_layers) * min(context_tokens, window_tokens))
        * 2
        * kv_heads
        * head_dim
        * kv_bits
        / 8
        / 2**30
    ),
)
PREFILL_GIB = Formula(
    key="memory.prefill_gib",
    label=Labelled(zh="预填充激活", en="Activations of the prompt"),
    text="prefill_tokens * 2 * (4 * hidden + 3 * ffn) / 2 ** 30",
    unit="GiB",
    source="16-bit activations of the tokens read at once; fits published peaks of long prompts",
    function=lambda prefill_tokens, hidden, ffn: prefill_tokens * 2 * (4 * hidden + 3 * ffn) / 2**30,
)
LOGITS_GIB = Formula(
    key="memory.logits_gib",
    label=Labelled(zh="输出 logits", en="Logits"),
    text="scored_tokens * vocab * 6 / 2 ** 30",
    unit="GiB",
    source="16-bit and FP32 copy for each token that is scored (the last one of each sequence)",
    function=lambda scored_tokens, vocab: scored_tokens * vocab * 6 / 2**30,
)
DEQUANT_GIB = Formula(
    key="memory.dequant_gib",
    label=Labelled(zh="反量化工作区", en="Workspace to dequantise"),
    text="devices * 4 * hidden * ffn / 2 ** 30",
    unit="GiB",
    source="two copies of the largest matrix in 16 bits",
    function=lambda devices, hidden, ffn: devices * 4 * hidden * ffn / 2**30,
)
RUNTIME_GIB = Formula(
    key="memory.runtime_gib",
    label=Labelled(zh="运行时开销", en="Runtime of the software"),
    text="devices * (context_gib + (collective_gib if devices > 1 else 0))",
    unit="GiB",
    source="driver context of each process 0.5-0.6 GiB, collective library 1-1.5 GiB (stas00/ml-engineering)",
    function=lambda devices, context_gib, collective_gib: (
        devices * (context_gib + (collective_gib if devices > 1 else 0))
    ),
)

_KV_BITS = {"bf16": 16.0, "fp16": 16.0, "fp32": 32.0, "fp8": 8.24, "int8": 8.24}
_PACKED_GIB = 0.25
_CONTEXT_GIB = constant("constant/context_gib", 0.6, "GiB", "stas00/ml-engineering: 0.5-0.6 GiB a process")
_COLLECTIVE_GIB = constant("constant/collective_gib", 1.25, "GiB", "stas00/ml-engineering: 1-1.5 GiB after start")


class WeightFormat(msgspec.Struct, frozen=True, kw_only=True):
    """How weights are stored: bits of a quantised weight with its scales, and what stays at 16 bits."""

    id: str
    bits: float
    keeps: str
    workspace: str
    label: Labelled
    source: str


@lru_cache(maxsize=1)
def formats() -> Mapping[str, WeightFormat]:
    """Return the known weight formats by id."""
    return {
        row["id"]: WeightFormat(
            id=row["id"],
            bits=float(row["bits"]),
            keeps=row["keeps"],
            workspace=row["workspace"],
            label=Labelled(zh=row["zh"], en=row["en"]),
            source=row["source"],
        )
        for row in tables.rows("workload/formats.csv")
    }


def weight_format(name: str) -> WeightFormat:
    """Return the format called ``name``; raises UnknownIdError."""
    known = formats()
    if name not in known:
        raise unknown_id(msg("memory.format", "weight format"), name, tuple(known), "dtype")
    return known[name]


def weights(shape: ModelShape, dtype: str, key: str, kept_bits: float = 16.0) -> Figure:
    """Return the GiB of all weights of ``shape`` stored as ``dtype``; raises UnknownIdError for the format."""
    form = weight_format(dtype)
    return trace(
        WEIGHTS_GIB,
        f"{key}/weights_gib",
        params_b=shape.figure("params_b"),
        kept_b=kept(shape, form, key),
        bits=constant(f"format/{dtype}/bits", form.bits, "bit", form.source),
        kept_bits=constant(f"format/{dtype}/kept_bits", kept_bits, "bit", "embeddings and head stay unquantised"),
    )


def kept(shape: ModelShape, form: WeightFormat, key: str) -> Figure:
    """Return the parameters (1e9) that stay unquantised; assumed to be none where the vocabulary is not known."""
    if form.keeps == "none":
        return constant(f"format/{form.id}/kept_b", 0.0, "1e9", form.source)
    if form.keeps == "non_experts" and shape.moe:
        return trace(
            KEPT_NON_EXPERTS_B,
            f"{key}/kept_b",
            params_b=shape.figure("params_b"),
            moe_layers=_moe_layers(shape),
            hidden=shape.figure("hidden"),
            moe_ffn=shape.figure("moe_ffn"),
            experts=shape.figure("experts"),
        )
    if shape.vocab is None or shape.hidden is None:
        return leaf(
            f"{key}/kept_b", 0.0, "1e9", Quality.ASSUMED, "vocabulary not known: all weights taken as quantised"
        )
    return embeddings(shape, key)


def embeddings(shape: ModelShape, key: str) -> Figure:
    """Return the parameters (1e9) of input table and head; two tables where nobody said they are tied."""
    count = 1.0 if shape.tied else 2.0
    quality = Quality.ASSUMED if shape.tied is None else shape.quality
    tied = leaf(f"model/{shape.name}/tables", count, "1", quality, shape.source, shape.source_date)
    return trace(
        KEPT_EMBEDDINGS_B, f"{key}/kept_b", vocab=shape.figure("vocab"), hidden=shape.figure("hidden"), tables=tied
    )


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


def cache(shape: ModelShape, kv_dtype: str, context: Figure, batch: Figure, key: str) -> Figure:
    """Return the GiB of the cache of ``batch`` sequences of ``context`` tokens."""
    name = f"{key}/cache_gib"
    if shape.cache_rule == "none":
        return constant(name, 0.0, "GiB", "this kind of model keeps no cache")
    if shape.cache_rule != "window":
        return trace(
            CACHE_GIB, name, batch=batch, context_tokens=context, token_bytes=token_bytes(shape, kv_dtype, key)
        )
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
    )


def kv_bits(kv_dtype: str) -> Figure:
    """Return the bits of a cached element with its scales; raises UnknownIdError."""
    if kv_dtype not in _KV_BITS:
        raise unknown_id(msg("memory.kv_format", "cache format"), kv_dtype, tuple(_KV_BITS), "kv_dtype")
    return constant(
        f"format/{kv_dtype}/kv_bits", _KV_BITS[kv_dtype], "bit", "element size; 8-bit caches add 3 % for scales"
    )


def inference_parts(spec: MemorySpec, key: str) -> tuple[Figure, ...]:
    """Return the account of an inference job over all its devices, GiB."""
    shape = spec.model
    batch = spec.figure(f"{key}/batch", spec.batch, "1")
    prefill = spec.figure(f"{key}/prefill_tokens", spec.prefill(), "tokens")
    context = spec.figure(f"{key}/seq_len", spec.seq_len, "tokens")
    if shape.cache_rule == "none":
        activations = unknown(f"{key}/prefill_gib", "GiB", (f"{key}/memory_need_gib",))
        logits = constant(f"{key}/logits_gib", 0.0, "GiB", "this kind of model scores no vocabulary")
    else:
        activations = trace(
            PREFILL_GIB,
            f"{key}/prefill_gib",
            prefill_tokens=prefill,
            hidden=shape.figure("hidden"),
            ffn=shape.ffn_per_token,
        )
        logits = trace(LOGITS_GIB, f"{key}/logits_gib", scored_tokens=batch, vocab=shape.figure("vocab"))
    return (
        weights(shape, spec.dtype, key),
        cache(shape, spec.kv_dtype, context, batch, key),
        activations,
        logits,
        workspace(shape, weight_format(spec.dtype), spec.devices, key),
        runtime(spec.devices, key),
    )


def workspace(shape: ModelShape, form: WeightFormat, devices: int, key: str) -> Figure:
    """Return the GiB that kernels of a quantised format need beside the weights."""
    if form.workspace != "dequant":
        room = _PACKED_GIB * devices if form.workspace == "packed" else 0.0
        return constant(f"{key}/workspace_gib", room, "GiB", "packed 4- and 8-bit kernels about 0.25 GiB a device")
    return trace(
        DEQUANT_GIB,
        f"{key}/workspace_gib",
        devices=leaf(f"{key}/devices", float(devices), "1", Quality.ENTERED),
        hidden=shape.figure("hidden"),
        ffn=shape.figure("moe_ffn" if shape.moe else "ffn"),
    )


def runtime(devices: int, key: str) -> Figure:
    """Return the GiB of driver context and collective library over all devices."""
    return trace(
        RUNTIME_GIB,
        f"{key}/runtime_gib",
        devices=leaf(f"{key}/devices", float(devices), "1", Quality.ENTERED),
        context_gib=_CONTEXT_GIB,
        collective_gib=_COLLECTIVE_GIB,
    )


def _moe_layers(shape: ModelShape) -> Figure:
    if shape.layers is None:
        return shape.figure("layers")
    count = (shape.layers - (shape.dense_first_layers or 0)) / (shape.moe_every or 1)
    return leaf(f"model/{shape.name}/moe_layers", count, "1", shape.quality, shape.source, shape.source_date)


def notes(spec: MemorySpec) -> tuple[Message, ...]:
    """Return what must be said about the weights of ``spec`` beside the numbers."""
    form = weight_format(spec.dtype)
    if form.keeps != "none" and (spec.model.vocab is None or spec.model.hidden is None):
        return (
            msg(
                "memory.kept_unknown",
                "The vocabulary of {name} is not known: its embeddings are reckoned as quantised, the real size is up to 15 % larger.",
                name=spec.model.name,
            ),
        )
    return ()

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
from planner.workload.constants import sizing_figure
from planner.workload.kv_cache import job_cache, state
from planner.workload.models import ModelShape
from planner.workload.parameters import moe_layers
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
PREFILL_GIB = Formula(
    key="memory.prefill_gib",
    label=Labelled(zh="预填充激活", en="Activations of the prompt"),
    text="prefill_tokens * 2 * (hidden_copies * hidden + ffn_copies * ffn) / 2 ** 30",
    unit="GiB",
    source="16-bit activations of the tokens read at once; fits published peaks of long prompts",
    function=lambda prefill_tokens, hidden_copies, hidden, ffn_copies, ffn: (
        prefill_tokens * 2 * (hidden_copies * hidden + ffn_copies * ffn) / 2**30
    ),
)
LOGITS_GIB = Formula(
    key="memory.logits_gib",
    label=Labelled(zh="输出 logits", en="Logits"),
    text="scored_tokens * vocab * logits_bytes / 2 ** 30",
    unit="GiB",
    source="16-bit and FP32 copy for each token that is scored: the last one of each sequence, or the whole prompt",
    function=lambda scored_tokens, vocab, logits_bytes: scored_tokens * vocab * logits_bytes / 2**30,
)
DEQUANT_GIB = Formula(
    key="memory.dequant_gib",
    label=Labelled(zh="反量化工作区", en="Workspace to dequantise"),
    text="devices * copies * 2 * hidden * ffn / tensor_parallel / 2 ** 30",
    unit="GiB",
    source="copies of the largest matrix in 16 bits",
    function=lambda devices, copies, hidden, ffn, tensor_parallel: (
        devices * copies * 2 * hidden * ffn / tensor_parallel / 2**30
    ),
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
            moe_layers=moe_layers(shape),
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


def inference_parts(spec: MemorySpec, key: str) -> tuple[Figure, ...]:
    """Return the account of an inference job over all its devices, GiB."""
    shape = spec.model
    return (
        weights(shape, spec.dtype, key),
        job_cache(spec, key),
        *state(spec, key),
        *_prompt(spec, key),
        *workspace(spec, weight_format(spec.dtype), key),
        runtime(spec.devices, key),
    )


def _prompt(spec: MemorySpec, key: str) -> tuple[Figure, Figure]:
    """Return activations of the prompt and logits."""
    shape = spec.model
    if shape.cache_rule == "none":
        return (
            unknown(f"{key}/prefill_gib", "GiB", (f"{key}/memory_need_gib",)),
            constant(f"{key}/logits_gib", 0.0, "GiB", "this kind of model scores no vocabulary"),
        )
    prefill = spec.figure(f"{key}/prefill_tokens", spec.prefill(), "tokens")
    batch = spec.figure(f"{key}/batch", spec.batch, "1")
    return (
        trace(
            PREFILL_GIB,
            f"{key}/prefill_gib",
            prefill_tokens=prefill,
            hidden_copies=sizing_figure("prefill_hidden_copies"),
            hidden=shape.figure("hidden"),
            ffn_copies=sizing_figure("prefill_ffn_copies"),
            ffn=shape.ffn_per_token,
        ),
        trace(
            LOGITS_GIB,
            f"{key}/logits_gib",
            scored_tokens=prefill if spec.scores_prompt else batch,
            vocab=shape.figure("vocab"),
            logits_bytes=sizing_figure("logits_bytes"),
        ),
    )


def workspace(spec: MemorySpec, form: WeightFormat, key: str) -> tuple[Figure, ...]:
    """Return the GiB that kernels of a quantised format need beside the weights; nothing where they are used as stored."""
    if form.workspace == "none":
        return ()
    shape = spec.model
    room = trace(
        DEQUANT_GIB,
        f"{key}/workspace_gib",
        devices=leaf(f"{key}/devices", float(spec.devices), "1", Quality.ENTERED),
        copies=sizing_figure("dequant_copies_packed" if form.workspace == "packed" else "dequant_copies_blocks"),
        hidden=shape.figure("hidden"),
        ffn=shape.figure("moe_ffn" if shape.moe else "ffn"),
        tensor_parallel=leaf(f"{key}/tensor_parallel", float(spec.tensor_parallel), "1", Quality.ENTERED),
    )
    return (room,)


def runtime(devices: int, key: str) -> Figure:
    """Return the GiB of driver context and collective library over all devices."""
    return trace(
        RUNTIME_GIB,
        f"{key}/runtime_gib",
        devices=leaf(f"{key}/devices", float(devices), "1", Quality.ENTERED),
        context_gib=sizing_figure("context_gib"),
        collective_gib=sizing_figure("collective_gib"),
    )


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

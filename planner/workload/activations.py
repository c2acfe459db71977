"""Activations of training: what is kept for the backward pass, the logits, and the layer that is recomputed.

All are GiB over all devices of the job, reckoned for the fullest device. Fused attention is taken for granted.
"""

from __future__ import annotations

from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled
from planner.workload.constants import sizing_figure
from planner.workload.parameters import feed_forward_matrices
from planner.workload.spec import MemorySpec

LAYER_TOKEN_BYTES = Formula(
    key="training.layer_token_bytes",
    label=Labelled(zh="每层每 token 的激活", en="Activations of a token in a layer"),
    text="(8 + 8 * norm_copies - unused_hidden) * hidden / norm_ranks + (4 * heads * head_dim + 4 * kv_heads * head_dim "
    "+ (ffn_bytes - unused_ffn) * ffn) / tensor_parallel",
    unit="B",
    source="16-bit, fused attention: inputs and outputs of two norms, query and result, key and value, feed-forward; "
    "norms that are not fused keep FP32 copies; frozen matrices keep no input; after Korthikanti et al. 2022",
    function=lambda norm_copies, unused_hidden, hidden, norm_ranks, heads, head_dim, kv_heads, ffn_bytes, unused_ffn, ffn, tensor_parallel: (
        (8 + 8 * norm_copies - unused_hidden) * hidden / norm_ranks
        + (4 * heads * head_dim + 4 * kv_heads * head_dim + (ffn_bytes - unused_ffn) * ffn) / tensor_parallel
    ),
)
ACTIVATIONS_GIB = Formula(
    key="training.activations_gib",
    label=Labelled(zh="激活值", en="Activations"),
    text="devices * tokens * in_flight / pipeline_parallel * (kept_layers * layer_token_bytes "
    "+ boundary_layers * 2 * hidden / norm_ranks) / 2 ** 30",
    unit="GiB",
    source="without checkpointing all layers are kept, with it the boundary of each; the first pipeline stage holds "
    "one micro-batch for each stage",
    function=lambda devices, tokens, in_flight, pipeline_parallel, kept_layers, layer_token_bytes, boundary_layers, hidden, norm_ranks: (
        devices
        * tokens
        * in_flight
        / pipeline_parallel
        * (kept_layers * layer_token_bytes + boundary_layers * 2 * hidden / norm_ranks)
        / 2**30
    ),
)
LOSS_GIB = Formula(
    key="training.loss_gib",
    label=Labelled(zh="输出 logits 与损失", en="Logits and loss"),
    text="max(0, devices * tokens * vocab * loss_bytes / chunks / tensor_parallel / 2 ** 30 "
    "- activations_gib * (1 - 1 / in_flight))",
    unit="GiB",
    source="16-bit logits, FP32 copy and gradient; a chunked loss keeps one chunk; in a pipeline the last stage makes "
    "them and holds one micro-batch only",
    function=lambda devices, tokens, vocab, loss_bytes, chunks, tensor_parallel, activations_gib, in_flight: max(
        0,
        devices * tokens * vocab * loss_bytes / chunks / tensor_parallel / 2**30
        - activations_gib * (1 - 1 / in_flight),
    ),
)
LIVE_GIB = Formula(
    key="training.live_gib",
    label=Labelled(zh="重算层激活（超出 logits 部分）", en="Recomputed layer, beyond the logits"),
    text="max(0, devices * tokens * live_layers * layer_token_bytes / 2 ** 30 - logits_gib)",
    unit="GiB",
    source="one layer is recomputed when the logits are gone: the larger of the two is needed",
    function=lambda devices, tokens, live_layers, layer_token_bytes, logits_gib: max(
        0, devices * tokens * live_layers * layer_token_bytes / 2**30 - logits_gib
    ),
)

# Bytes of a hidden or feed-forward element that need not be kept because the matrix it enters is frozen, by target.
UNUSED = {"all": (0.0, 0.0), "attention": (2.0, 2.0), "qv": (2.0, 2.0), "mlp": (2.0, 0.0)}


def training_activations(spec: MemorySpec, key: str) -> tuple[Figure, Figure, Figure]:
    """Return kept activations, logits with loss, and what the recomputed layer needs beyond them."""
    kept = activations(spec, key)
    logits = _loss(spec, kept, key)
    live = trace(
        LIVE_GIB,
        f"{key}/live_layer_gib",
        devices=devices(spec, key),
        tokens=tokens(spec, key),
        live_layers=_live_layers(spec, key),
        layer_token_bytes=layer_token_bytes(spec, key),
        logits_gib=logits,
    )
    return kept, logits, live


def _live_layers(spec: MemorySpec, key: str) -> Figure:
    """Return how much of a layer is made again at a time: all, what selective recomputation dropped of it, or nothing."""
    if spec.grad_checkpoint == "selective":
        share = sizing_figure("selective_share").require()
        return leaf(
            f"{key}/live_layers", 1 - share, "1", Quality.SECONDARY, "what selective recomputation drops of a layer"
        )
    return _plain(f"{key}/live_layers", float(spec.grad_checkpoint != "none"))


def activations(spec: MemorySpec, key: str) -> Figure:
    """Return the GiB of activations that wait for the backward pass."""
    kept_layers, boundary_layers = _kept_layers(spec, key)
    return trace(
        ACTIVATIONS_GIB,
        f"{key}/activations_gib",
        devices=devices(spec, key),
        tokens=tokens(spec, key),
        in_flight=_plain(f"{key}/in_flight", spec.in_flight),
        pipeline_parallel=_plain(f"{key}/pipeline_parallel", spec.pipeline_parallel),
        kept_layers=kept_layers,
        layer_token_bytes=layer_token_bytes(spec, key),
        boundary_layers=boundary_layers,
        hidden=spec.model.figure("hidden"),
        norm_ranks=_norm_ranks(spec, key),
    )


def layer_token_bytes(spec: MemorySpec, key: str) -> Figure:
    """Return the bytes that one token leaves in one layer of one device."""
    shape = spec.model
    unused_hidden, unused_ffn = UNUSED[spec.lora_targets] if spec.method in ("lora", "qlora") else (0.0, 0.0)
    ffn_bytes = 8.0 if feed_forward_matrices(shape) == 3 else 4.0
    return trace(
        LAYER_TOKEN_BYTES,
        f"{key}/layer_token_bytes",
        norm_copies=_plain(f"{key}/norm_copies", 0.0) if spec.fused else sizing_figure("eager_norm_copies"),
        unused_hidden=constant(f"{key}/unused_hidden", unused_hidden, "B", "input of frozen matrices"),
        hidden=shape.figure("hidden"),
        norm_ranks=_norm_ranks(spec, key),
        heads=shape.figure("heads"),
        head_dim=shape.figure("head_dim"),
        kv_heads=shape.figure("kv_heads"),
        ffn_bytes=constant(f"{key}/ffn_bytes", ffn_bytes, "B", "gated: two matrices, activation, product; else two"),
        unused_ffn=constant(f"{key}/unused_ffn", unused_ffn, "B", "input of frozen matrices"),
        ffn=shape.ffn_per_token,
        tensor_parallel=_plain(f"{key}/tensor_parallel", spec.tensor_parallel),
    )


def devices(spec: MemorySpec, key: str) -> Figure:
    """Return the devices of the job as a figure."""
    return spec.figure(f"{key}/devices", spec.devices, "1")


def tokens(spec: MemorySpec, key: str) -> Figure:
    """Return the tokens of one micro-batch as a figure."""
    return spec.figure(f"{key}/tokens", spec.tokens(), "tokens")


def _loss(spec: MemorySpec, kept: Figure, key: str) -> Figure:
    chunks = sizing_figure("loss_chunks") if spec.chunked_loss else _plain(f"{key}/loss_chunks", 1.0)
    return trace(
        LOSS_GIB,
        f"{key}/logits_gib",
        devices=devices(spec, key),
        tokens=tokens(spec, key),
        vocab=spec.model.figure("vocab"),
        loss_bytes=sizing_figure("loss_bytes"),
        chunks=chunks,
        tensor_parallel=_plain(f"{key}/tensor_parallel", spec.tensor_parallel),
        activations_gib=kept,
        in_flight=_plain(f"{key}/in_flight", spec.in_flight),
    )


def _kept_layers(spec: MemorySpec, key: str) -> tuple[Figure, Figure]:
    layers = spec.model.figure("layers")
    none = constant(f"{key}/boundary_layers", 0.0, "1", "nothing is recomputed")
    nothing = constant(f"{key}/kept_layers", 0.0, "1", "layers are recomputed")
    match spec.grad_checkpoint:
        case "none":
            return layers, none
        case "selective":
            share = sizing_figure("selective_share").require()
            kept = None if layers.value is None else share * layers.value
            return leaf(
                f"{key}/kept_layers", kept, "1", Quality.SECONDARY, "selective recomputation keeps a share"
            ), none
        case "offload":
            return nothing, constant(f"{key}/boundary_layers", 2.0, "1", "boundaries are on the host but two")
        case "full":
            return nothing, layers


def _norm_ranks(spec: MemorySpec, key: str) -> Figure:
    return _plain(f"{key}/norm_ranks", spec.tensor_parallel if spec.sequence_parallel else 1)


def _plain(key: str, value: float) -> Figure:
    return leaf(key, float(value), "1", Quality.ENTERED)

"""Memory of training: weights, gradients, optimizer, adapters, activations, logits, gathered layers, buffers.

Items are over all devices of the job; the batch is that of each device (data parallel). Report a range, never a decimal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from planner import tables
from planner.errors import unknown_id
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled, msg
from planner.workload.memory import embeddings, weight_format, weights, workspace
from planner.workload.spec import MemorySpec

STATES_GIB = Formula(
    key="training.states_gib",
    label=Labelled(zh="按参数的训练状态", en="State for each trained parameter"),
    text="trained_b * bytes_per_param * copies * 1000000000 / 2 ** 30",
    unit="GiB",
    source="bytes of a parameter by optimizer and precision; copies = devices where a part is not sharded",
    function=lambda trained_b, bytes_per_param, copies: trained_b * bytes_per_param * copies * 1e9 / 2**30,
)
STATES_GB = Formula(
    key="training.states_gb",
    label=Labelled(zh="训练状态（十进制）", en="Training state in decimal GB"),
    text="params_b * bytes_per_param",
    unit="GB",
    source="parameters x bytes a parameter, without activations",
    function=lambda params_b, bytes_per_param: params_b * bytes_per_param,
)
COPIED_GIB = Formula(
    key="training.copied_gib",
    label=Labelled(zh="冻结权重", en="Frozen weights"),
    text="weights_gib * copies",
    unit="GiB",
    source="every device keeps the frozen weights unless they are sharded",
    function=lambda weights_gib, copies: weights_gib * copies,
)
LORA_ATTENTION_B = Formula(
    key="training.lora_attention_b",
    label=Labelled(zh="LoRA 参数（注意力）", en="Adapter parameters on attention"),
    text="rank * layers * (2 * (hidden + heads * head_dim) + 2 * (hidden + kv_heads * head_dim)) / 1000000000",
    unit="1e9",
    source="rank x (inputs + outputs) of query, key, value and output matrices",
    function=lambda rank, layers, hidden, heads, head_dim, kv_heads: (
        rank * layers * (2 * (hidden + heads * head_dim) + 2 * (hidden + kv_heads * head_dim)) / 1e9
    ),
)
LORA_QV_B = Formula(
    key="training.lora_qv_b",
    label=Labelled(zh="LoRA 参数（q、v）", en="Adapter parameters on query and value"),
    text="rank * layers * (2 * hidden + heads * head_dim + kv_heads * head_dim) / 1000000000",
    unit="1e9",
    source="rank x (inputs + outputs) of query and value matrices",
    function=lambda rank, layers, hidden, heads, head_dim, kv_heads: (
        rank * layers * (2 * hidden + heads * head_dim + kv_heads * head_dim) / 1e9
    ),
)
LORA_MLP_B = Formula(
    key="training.lora_mlp_b",
    label=Labelled(zh="LoRA 参数（前馈层）", en="Adapter parameters on the feed-forward layers"),
    text="rank * layers * 3 * (hidden + ffn) / 1000000000",
    unit="1e9",
    source="rank x (inputs + outputs) of the three gated matrices",
    function=lambda rank, layers, hidden, ffn: rank * layers * 3 * (hidden + ffn) / 1e9,
)
TRAINED_SUM_B = Formula(
    key="training.trained_sum_b",
    label=Labelled(zh="训练的参数合计", en="Trained parameters"),
    text="sum(parts_b)",
    unit="1e9",
    source="sum of the parts",
    function=lambda parts_b: sum(parts_b),
)
LAYER_TOKEN_BYTES = Formula(
    key="training.layer_token_bytes",
    label=Labelled(zh="每层每 token 的激活", en="Activations of a token in a layer"),
    text="2 * (6 * hidden + 2 * kv_heads * head_dim) + 8 * ffn",
    unit="B",
    source="16-bit, fused attention, gated feed-forward; after Korthikanti et al. 2022",
    function=lambda hidden, kv_heads, head_dim, ffn: 2 * (6 * hidden + 2 * kv_heads * head_dim) + 8 * ffn,
)
ACTIVATIONS_GIB = Formula(
    key="training.activations_gib",
    label=Labelled(zh="激活值", en="Activations"),
    text="devices * tokens * (kept_layers * layer_token_bytes + boundary_layers * 2 * hidden) / 2 ** 30",
    unit="GiB",
    source="without checkpointing all layers are kept; with it one live layer and the boundary of each",
    function=lambda devices, tokens, kept_layers, layer_token_bytes, boundary_layers, hidden: (
        devices * tokens * (kept_layers * layer_token_bytes + boundary_layers * 2 * hidden) / 2**30
    ),
)
LOSS_GIB = Formula(
    key="training.loss_gib",
    label=Labelled(zh="输出 logits 与损失", en="Logits and loss"),
    text="devices * tokens * vocab * 10 / chunks / 2 ** 30",
    unit="GiB",
    source="16-bit logits, FP32 copy and gradient: 10 bytes; a chunked loss keeps one chunk of 8",
    function=lambda devices, tokens, vocab, chunks: devices * tokens * vocab * 10 / chunks / 2**30,
)
GATHERED_GIB = Formula(
    key="training.gathered_gib",
    label=Labelled(zh="收集的完整层", en="Layers gathered from the shards"),
    text="devices * 4 * (params_b - kept_b) * 1000000000 / layers / 2 ** 30",
    unit="GiB",
    source="two blocks in 16 bits while the next one is fetched",
    function=lambda devices, params_b, kept_b, layers: devices * 4 * (params_b - kept_b) * 1e9 / layers / 2**30,
)
BUFFERS_GIB = Formula(
    key="training.buffers_gib",
    label=Labelled(zh="缓冲与运行时", en="Buffers and runtime"),
    text="devices * (1 + bucket_gb) * 1000000000 / 2 ** 30",
    unit="GiB",
    source="1 GB for the runtime; communication buckets of sharded optimizers 2-4 GB at default sizes",
    function=lambda devices, bucket_gb: devices * (1 + bucket_gb) * 1e9 / 2**30,
)


class Optimizer(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of a trained parameter: weights, gradients, master copy, optimizer states."""

    id: str
    weight_bytes: float
    gradient_bytes: float
    master_bytes: float
    state_bytes: float
    label: Labelled
    source: str

    @property
    def total_bytes(self) -> float:
        """Return all bytes of a trained parameter."""
        return self.weight_bytes + self.gradient_bytes + self.master_bytes + self.state_bytes


@lru_cache(maxsize=1)
def optimizers() -> Mapping[str, Optimizer]:
    """Return the known optimizer presets by id."""
    return {
        row["id"]: Optimizer(
            id=row["id"],
            weight_bytes=float(row["weight_bytes"]),
            gradient_bytes=float(row["gradient_bytes"]),
            master_bytes=float(row["master_bytes"]),
            state_bytes=float(row["state_bytes"]),
            label=Labelled(zh=row["zh"], en=row["en"]),
            source=row["source"],
        )
        for row in tables.rows("workload/optimizers.csv")
    }


def optimizer(name: str) -> Optimizer:
    """Return the preset called ``name``; raises UnknownIdError."""
    known = optimizers()
    if name not in known:
        raise unknown_id(msg("training.optimizer", "optimizer"), name, tuple(known), "optimizer")
    return known[name]


def training_parts(spec: MemorySpec, key: str) -> tuple[Figure, ...]:
    """Return the account of a training job over all its devices, GiB."""
    rule = optimizer(spec.optimizer)
    states = _full_states(spec, rule, key) if spec.method == "full" else _adapter_states(spec, rule, key)
    parts = [*states, activations(spec, key), _loss(spec, key), _buffers(spec, key)]
    if spec.method == "qlora":
        parts.append(workspace(spec.model, weight_format(base_dtype(spec)), spec.devices, key))
    if spec.stage() == 3 and spec.devices > 1:
        parts.append(_gathered(spec, key))
    return tuple(parts)


def base_dtype(spec: MemorySpec) -> str:
    """Return how the frozen weights are stored: QLoRA quantises to NF4 where no 4-bit format is named."""
    quantised = weight_format(spec.dtype).bits < 16
    return "nf4" if spec.method == "qlora" and not quantised else spec.dtype


def activations(spec: MemorySpec, key: str) -> Figure:
    """Return the GiB of activations for the checkpointing of ``spec``."""
    shape = spec.model
    layer = trace(
        LAYER_TOKEN_BYTES,
        f"{key}/layer_token_bytes",
        hidden=shape.figure("hidden"),
        kv_heads=shape.figure("kv_heads"),
        head_dim=shape.figure("head_dim"),
        ffn=shape.ffn_per_token,
    )
    kept_layers, boundary_layers = _kept_layers(spec, key)
    return trace(
        ACTIVATIONS_GIB,
        f"{key}/activations_gib",
        devices=_devices(spec, key),
        tokens=_tokens(spec, key),
        kept_layers=kept_layers,
        layer_token_bytes=layer,
        boundary_layers=boundary_layers,
        hidden=shape.figure("hidden"),
    )


def _kept_layers(spec: MemorySpec, key: str) -> tuple[Figure, Figure]:
    layers = spec.model.figure("layers")
    none = constant(f"{key}/boundary_layers", 0.0, "1", "nothing is recomputed")
    match spec.grad_checkpoint:
        case "none":
            return layers, none
        case "selective":
            share = None if layers.value is None else 0.6 * layers.value
            return leaf(
                f"{key}/kept_layers", share, "1", Quality.SECONDARY, "selective recomputation keeps about 0.6"
            ), none
        case "offload":
            live = constant(f"{key}/kept_layers", 1.0, "1", "one layer is live")
            return live, constant(f"{key}/boundary_layers", 2.0, "1", "boundaries are on the host but two")
        case "full":
            return constant(f"{key}/kept_layers", 1.0, "1", "one layer is live"), layers


def lora_parameters(spec: MemorySpec, key: str) -> Figure:
    """Return the adapter parameters in 1e9; experts of mixture models get none, as is usual."""
    shape, targets = spec.model, spec.lora_targets
    rank = leaf(f"{key}/lora_rank", float(spec.lora_rank), "1", spec.quality)
    common = {"rank": rank, "layers": shape.figure("layers"), "hidden": shape.figure("hidden")}
    heads = {name: shape.figure(name) for name in ("heads", "head_dim", "kv_heads")}
    parts = []
    if targets in ("all", "attention"):
        parts.append(trace(LORA_ATTENTION_B, f"{key}/lora_attention_b", **common, **heads))
    if targets == "qv":
        parts.append(trace(LORA_QV_B, f"{key}/lora_qv_b", **common, **heads))
    if targets == "mlp" or (targets == "all" and not shape.moe):
        parts.append(trace(LORA_MLP_B, f"{key}/lora_mlp_b", **common, ffn=shape.ffn_per_token))
    if spec.train_embeddings:
        parts.append(embeddings(shape, key))
    return trace(TRAINED_SUM_B, f"{key}/trained_b", parts_b=parts)


def _full_states(spec: MemorySpec, rule: Optimizer, key: str) -> tuple[Figure, ...]:
    params, stage = spec.model.figure("params_b"), spec.stage()
    rows = (
        ("weights_gib", rule.weight_bytes, stage < 3),
        ("gradients_gib", rule.gradient_bytes, stage < 2),
        ("optimizer_gib", rule.master_bytes + rule.state_bytes, stage < 1),
    )
    return tuple(_state(spec, rule, f"{key}/{name}", params, size, whole) for name, size, whole in rows)


def _adapter_states(spec: MemorySpec, rule: Optimizer, key: str) -> tuple[Figure, ...]:
    kept_bits = spec.kept_bits if spec.method == "qlora" else 16.0
    frozen = weights(spec.model, base_dtype(spec), key, kept_bits)
    copies = leaf(f"{key}/copies", float(spec.devices if spec.stage() < 3 else 1), "1", spec.quality)
    trained = lora_parameters(spec, key)
    return (
        trace(COPIED_GIB, f"{key}/weights_gib", weights_gib=frozen, copies=copies),
        _state(spec, rule, f"{key}/adapters_gib", trained, rule.total_bytes, spec.stage() < 3),
    )


def _state(spec: MemorySpec, rule: Optimizer, key: str, trained: Figure, size: float, whole: bool) -> Figure:
    return trace(
        STATES_GIB,
        key,
        trained_b=trained,
        bytes_per_param=constant(f"{key}/bytes_per_param", size, "B", rule.source),
        copies=leaf(f"{key}/copies", float(spec.devices if whole else 1), "1", spec.quality),
    )


def _loss(spec: MemorySpec, key: str) -> Figure:
    return trace(
        LOSS_GIB,
        f"{key}/logits_gib",
        devices=_devices(spec, key),
        tokens=_tokens(spec, key),
        vocab=spec.model.figure("vocab"),
        chunks=leaf(f"{key}/loss_chunks", 8.0 if spec.chunked_loss else 1.0, "1", spec.quality),
    )


def _gathered(spec: MemorySpec, key: str) -> Figure:
    return trace(
        GATHERED_GIB,
        f"{key}/gathered_gib",
        devices=_devices(spec, key),
        params_b=spec.model.figure("params_b"),
        kept_b=embeddings(spec.model, key),
        layers=spec.model.figure("layers"),
    )


def _buffers(spec: MemorySpec, key: str) -> Figure:
    default = 3.0 if spec.stage() and spec.devices > 1 else 0.0
    bucket = default if spec.bucket_gb is None else spec.bucket_gb
    return trace(
        BUFFERS_GIB,
        f"{key}/buffers_gib",
        devices=_devices(spec, key),
        bucket_gb=constant(f"{key}/bucket_gb", bucket, "GB", "DeepSpeed buckets at default sizes 2-4 GB"),
    )


def _devices(spec: MemorySpec, key: str) -> Figure:
    return spec.figure(f"{key}/devices", spec.devices, "1")


def _tokens(spec: MemorySpec, key: str) -> Figure:
    return spec.figure(f"{key}/tokens", spec.tokens(), "tokens")

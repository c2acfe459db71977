"""Memory of training: weights, gradients, optimizer, adapters, activations, logits, gathered layers, buffers.

Items are over all devices of the job; the batch is that of each device (data parallel). Report a range, never a decimal.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from planner import tables
from planner.errors import unknown_id
from planner.figure import Figure, Formula, constant, leaf, trace
from planner.messages import Labelled, msg
from planner.workload.activations import devices, training_activations
from planner.workload.constants import sizing_figure, sizing_value
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
WEIGHTS_STATE_GIB = msgspec.structs.replace(
    STATES_GIB, key="training.weights_gib", label=Labelled(zh="训练的权重", en="Trained weights")
)
OPTIMIZER_GIB = msgspec.structs.replace(
    STATES_GIB,
    key="training.optimizer_gib",
    label=Labelled(zh="优化器状态与主副本", en="Optimizer states and master copy"),
)
ADAPTERS_GIB = msgspec.structs.replace(
    STATES_GIB, key="training.adapters_gib", label=Labelled(zh="适配器及其训练状态", en="Adapters with their states")
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
RELEASED_GIB = Formula(
    key="training.released_gib",
    label=Labelled(zh="反向过程中释放的显存", en="Memory released during the backward pass"),
    text="sum(parts_gib)",
    unit="GiB",
    source="activations, logits and the recomputed layer",
    function=lambda parts_gib: sum(parts_gib),
)
GRADIENTS_GIB = Formula(
    key="training.gradients_gib",
    label=Labelled(zh="梯度", en="Gradients"),
    text="max(0, trained_b * bytes_per_param * copies * 1000000000 / 2 ** 30 - released_gib)",
    unit="GiB",
    source="gradients grow while activations and logits are released; kept ones have room of their own",
    function=lambda trained_b, bytes_per_param, copies, released_gib: max(
        0, trained_b * bytes_per_param * copies * 1e9 / 2**30 - released_gib
    ),
)
STAGE_B = Formula(
    key="training.stage_b",
    label=Labelled(zh="最满流水级的参数（乘级数）", en="Parameters of the fullest stage, times stages"),
    text="params_b - kept_b + kept_b / tables * pipeline_parallel",
    unit="1e9",
    source="layers are spread evenly, the first stage holds the input table and the last the head",
    function=lambda params_b, kept_b, tables, pipeline_parallel: (
        params_b - kept_b + kept_b / tables * pipeline_parallel
    ),
)
GATHERED_GIB = Formula(
    key="training.gathered_gib",
    label=Labelled(zh="收集的完整层", en="Layers gathered from the shards"),
    text="devices * (blocks * bytes_per_param * (params_b - kept_b) / layers + 2 * kept_b / tables) * 1000000000 "
    "/ tensor_parallel / 2 ** 30",
    unit="GiB",
    source="the block at work, the next one that is fetched, and the largest table",
    function=lambda devices, blocks, bytes_per_param, params_b, kept_b, layers, tables, tensor_parallel: (
        devices
        * (blocks * bytes_per_param * (params_b - kept_b) / layers + 2 * kept_b / tables)
        * 1e9
        / tensor_parallel
        / 2**30
    ),
)
BUFFERS_GIB = Formula(
    key="training.buffers_gib",
    label=Labelled(zh="缓冲与运行时", en="Buffers and runtime"),
    text="devices * (runtime_gb + min(bucket_gb, 4 * trained_b / model_parallel)) * 1000000000 / 2 ** 30",
    unit="GiB",
    source="runtime; communication buckets of sharded optimizers, at most two 16-bit copies of what is trained",
    function=lambda devices, runtime_gb, bucket_gb, trained_b, model_parallel: (
        devices * (runtime_gb + min(bucket_gb, 4 * trained_b / model_parallel)) * 1e9 / 2**30
    ),
)
HOST_GIB = Formula(
    key="training.host_gib",
    label=Labelled(zh="主机内存", en="Memory of the host"),
    text="sum(offloaded_gib) * host_overhead",
    unit="GiB",
    source="what leaves the devices, and room for copies",
    function=lambda offloaded_gib, host_overhead: sum(offloaded_gib) * host_overhead,
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


class TrainingAccount(msgspec.Struct, frozen=True, kw_only=True):
    """What a training job keeps on its devices, and what it keeps on the host instead."""

    parts: tuple[Figure, ...]
    offloaded: tuple[Figure, ...] = ()
    host: Figure | None = None


def training_account(spec: MemorySpec, key: str) -> TrainingAccount:
    """Return the account of a training job over all its devices, GiB; the batch is that of each data-parallel rank."""
    rule = optimizer(spec.optimizer)
    running = training_activations(spec, key)
    full = spec.method == "full"
    trained = _full_trained(spec, key) if full else lora_parameters(spec, key)
    states = _full_states(spec, rule, trained, running, key) if full else _adapter_states(spec, rule, trained, key)
    stay = tuple(one for one in states if not _leaves(spec, one.key))
    gone = tuple(one for one in states if _leaves(spec, one.key))
    parts = [*stay, *running, _buffers(spec, trained, key)]
    if spec.method == "qlora":
        parts += workspace(spec, weight_format(base_dtype(spec)), key)
    if (spec.stage() == 3 and spec.data_parallel > 1) or spec.offload == "all":
        parts.append(_gathered(spec, rule, key))
    host = None
    if gone:
        host = trace(HOST_GIB, f"{key}/host_gib", offloaded_gib=gone, host_overhead=sizing_figure("host_overhead"))
    return TrainingAccount(parts=tuple(parts), offloaded=gone, host=host)


def _leaves(spec: MemorySpec, key: str) -> bool:
    """Tell whether a part is kept on the host: optimizer states, or whatever is sharded."""
    name = key.rsplit("/", 1)[-1]
    return spec.offload == "all" or (spec.offload == "optimizer" and name == "optimizer_gib")


def base_dtype(spec: MemorySpec) -> str:
    """Return how the frozen weights are stored: QLoRA quantises to NF4 where no 4-bit format is named."""
    quantised = weight_format(spec.dtype).bits < 16
    return "nf4" if spec.method == "qlora" and not quantised else spec.dtype


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


def _full_trained(spec: MemorySpec, key: str) -> Figure:
    """Return the parameters that the account of all devices is reckoned from: all, or stages as full as the fullest."""
    if spec.pipeline_parallel == 1:
        return spec.model.figure("params_b")
    return trace(
        STAGE_B,
        f"{key}/stage_b",
        params_b=spec.model.figure("params_b"),
        kept_b=embeddings(spec.model, key),
        tables=_number(spec, f"{key}/tables", 1.0 if spec.model.tied else 2.0),
        pipeline_parallel=_number(spec, f"{key}/pipeline_parallel", spec.pipeline_parallel),
    )


def _full_states(
    spec: MemorySpec, rule: Optimizer, trained: Figure, running: tuple[Figure, ...], key: str
) -> tuple[Figure, ...]:
    stage = spec.stage()
    released = None if spec.accumulate or spec.offload == "all" else _released(running, key)
    return (
        _state(spec, WEIGHTS_STATE_GIB, rule.weight_bytes, f"{key}/weights_gib", trained, stage < 3),
        _gradients(spec, rule, trained, stage < 2, released, key),
        _state(spec, OPTIMIZER_GIB, rule.master_bytes + rule.state_bytes, f"{key}/optimizer_gib", trained, stage < 1),
    )


def _adapter_states(spec: MemorySpec, rule: Optimizer, trained: Figure, key: str) -> tuple[Figure, ...]:
    kept_bits = spec.kept_bits if spec.method == "qlora" else 16.0
    frozen = weights(spec.model, base_dtype(spec), key, kept_bits)
    copies = _copies(spec, spec.stage() < 3, key)
    return (
        trace(COPIED_GIB, f"{key}/weights_gib", weights_gib=frozen, copies=copies),
        _state(spec, ADAPTERS_GIB, rule.total_bytes, f"{key}/adapters_gib", trained, spec.stage() < 3),
    )


def _state(spec: MemorySpec, formula: Formula, size: float, key: str, trained: Figure, whole: bool) -> Figure:
    return trace(
        formula,
        key,
        trained_b=trained,
        bytes_per_param=_bytes(spec, size, key),
        copies=_copies(spec, whole, key),
    )


def _gradients(
    spec: MemorySpec, rule: Optimizer, trained: Figure, whole: bool, released: Figure | None, key: str
) -> Figure:
    name = f"{key}/gradients_gib"
    kept = constant(f"{key}/released_gib", 0.0, "GiB", "gradients have room of their own")
    return trace(
        GRADIENTS_GIB,
        name,
        trained_b=trained,
        bytes_per_param=_bytes(spec, rule.gradient_bytes, name),
        copies=_copies(spec, whole, name),
        released_gib=kept if released is None else released,
    )


def _released(running: tuple[Figure, ...], key: str) -> Figure:
    return trace(RELEASED_GIB, f"{key}/released_gib", parts_gib=running)


def _gathered(spec: MemorySpec, rule: Optimizer, key: str) -> Figure:
    stored = weight_format(base_dtype(spec)).bits / 8 if spec.method != "full" else 2.0
    return trace(
        GATHERED_GIB,
        f"{key}/gathered_gib",
        devices=devices(spec, key),
        blocks=sizing_figure("gathered_blocks"),
        bytes_per_param=constant(f"{key}/gathered_bytes", stored, "B", rule.source),
        params_b=spec.model.figure("params_b"),
        kept_b=embeddings(spec.model, key),
        layers=spec.model.figure("layers"),
        tables=_number(spec, f"{key}/tables", 1.0 if spec.model.tied else 2.0),
        tensor_parallel=_number(spec, f"{key}/model_parallel", spec.tensor_parallel),
    )


def _buffers(spec: MemorySpec, trained: Figure, key: str) -> Figure:
    default = sizing_value("bucket_gb") if spec.stage() and spec.data_parallel > 1 else 0.0
    bucket = default if spec.bucket_gb is None else spec.bucket_gb
    return trace(
        BUFFERS_GIB,
        f"{key}/buffers_gib",
        devices=devices(spec, key),
        runtime_gb=sizing_figure("runtime_training_gb"),
        bucket_gb=constant(f"{key}/bucket_gb", bucket, "GB", "DeepSpeed buckets at default sizes 2-4 GB"),
        trained_b=trained,
        model_parallel=_number(spec, f"{key}/model_parallel", spec.tensor_parallel * spec.pipeline_parallel),
    )


def _bytes(spec: MemorySpec, size: float, key: str) -> Figure:
    return constant(f"{key}/bytes_per_param", size, "B", optimizer(spec.optimizer).source)


def _copies(spec: MemorySpec, whole: bool, key: str) -> Figure:
    ranks = spec.data_parallel
    spread = min(ranks, spec.shard_ranks or ranks)
    return _number(spec, f"{key}/copies", ranks if whole else ranks / spread)


def _number(spec: MemorySpec, key: str, value: float) -> Figure:
    return leaf(key, float(value), "1", spec.quality)

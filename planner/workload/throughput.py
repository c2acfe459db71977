"""What the speed of a language model starts from: the job on its cards, and the bytes that one step reads."""

from __future__ import annotations

import msgspec

from planner.catalog.items import Item
from planner.errors import InputError
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled, msg
from planner.workload.engines import Engine, Split, engine
from planner.workload.kv_cache import CACHE_TOKEN_BYTES, kv_bits, token_bytes
from planner.workload.memory import kept, weight_format
from planner.workload.models import ModelShape

TABLE_B = Formula(
    key="speed.table_b",
    label=Labelled(zh="输入嵌入表", en="Input table"),
    text="vocab * hidden / 1000000000",
    unit="1e9",
    source="vocabulary x hidden size; a step reads one row of it, so it counts as not read",
    function=lambda vocab, hidden: vocab * hidden / 1e9,
)
READ_B = Formula(
    key="speed.read_b",
    label=Labelled(zh="每步读取的参数", en="Parameters that a step reads"),
    text="params_b - table_b",
    unit="1e9",
    source="every weight once for each step, except the input table",
    function=lambda params_b, table_b: params_b - table_b,
)
READ_EXPERTS_B = Formula(
    key="speed.read_experts_b",
    label=Labelled(zh="每步读取的参数（混合专家）", en="Parameters that a step reads (experts)"),
    text="active_b - table_b + (params_b - active_b) * ((1 - (1 - min(used / experts, 1)) ** batch) - min(used / experts, 1))"
    " / max(1 - used / experts, 0.000001)",
    unit="1e9",
    source="experts touched by a batch: experts x (1 - (1 - used/experts)^batch), each token choosing alike",
    function=lambda active_b, table_b, params_b, used, experts, batch: (
        active_b
        - table_b
        + (params_b - active_b)
        * ((1 - (1 - min(used / experts, 1)) ** batch) - min(used / experts, 1))
        / max(1 - used / experts, 0.000001)
    ),
)
READ_GB = Formula(
    key="speed.read_gb",
    label=Labelled(zh="每步读取的权重", en="Weights that a step reads"),
    text="((read_b - min(kept_b, read_b)) * bits + min(kept_b, read_b) * kept_bits) / 8",
    unit="GB",
    source="parameters x bits; what stays unquantised at its own bits",
    function=lambda read_b, kept_b, bits, kept_bits: (
        ((read_b - min(kept_b, read_b)) * bits + min(kept_b, read_b) * kept_bits) / 8
    ),
)
KEPT_READ_B = Formula(
    key="speed.kept_read_b",
    label=Labelled(zh="读取的未量化参数", en="Unquantised parameters that a step reads"),
    text="max(kept_b - table_b, 0)",
    unit="1e9",
    source="what stays at 16 bits less the input table",
    function=lambda kept_b, table_b: max(kept_b - table_b, 0),
)
CACHE_GB = Formula(
    key="speed.cache_gb",
    label=Labelled(zh="每步读取的 KV 缓存", en="Cache that a step reads"),
    text="batch * (context_tokens * token_bytes + min(context_tokens, window_tokens) * window_token_bytes) / 1000000000",
    unit="GB",
    source="the whole cache of every sequence once for each step; sliding layers at most their window",
    function=lambda batch, context_tokens, token_bytes, window_tokens, window_token_bytes: (
        batch * (context_tokens * token_bytes + min(context_tokens, window_tokens) * window_token_bytes) / 1e9
    ),
)
MEAN_CONTEXT = Formula(
    key="speed.mean_context",
    label=Labelled(zh="平均上下文", en="Mean context"),
    text="tokens_in + tokens_out / 2",
    unit="tokens",
    source="the prompt and, on average, half of the answer",
    function=lambda tokens_in, tokens_out: tokens_in + tokens_out / 2,
)
DENSE_SHARE = 0.95  # of all parameters; embeddings that are left out of the active ones do not make a model sparse


class SpeedJob(msgspec.Struct, frozen=True, kw_only=True):
    """A language model at work on ``devices`` of a card: lengths in tokens, ``batch`` sequences at once.

    ``link_said`` is what is known of the link between the cards, ``split`` how the model is spread ('' as the software
    does), ``limit_w`` a power limit of each device, ``expert_devices`` over how many devices the experts are spread.
    ``stages`` are those of a pipeline; ``copy_devices`` hold one copy as somebody chose (None: as few as the weights need). ``printed_memory``
    reckons with the GB of the label, as the constants of serving were fitted to published rows.
    """

    model: ModelShape
    card: Item
    dtype: str = "bf16"
    kv_dtype: str = "bf16"
    devices: int = 1
    engine: str = "vllm"
    tokens_in: float | None = 1024
    tokens_out: float | None = 256
    batch: int | None = 1
    link_said: str = ""
    split: Split | None = None
    limit_w: float | None = None
    expert_devices: int | None = None
    stages: int = 1
    copy_devices: int | None = None
    printed_memory: bool = False
    quality: Quality = Quality.ENTERED

    def __post_init__(self) -> None:
        """Refuse counts and lengths that cannot be; raises InputError naming the field."""
        for name, least in (("devices", 1), ("batch", 1), ("tokens_in", 0), ("tokens_out", 0)):
            value = getattr(self, name)
            if value is not None and not value >= least:
                raise InputError(
                    msg(
                        "speed.least",
                        "{name} is {value}; it must be {least} or more.",
                        name=name,
                        value=value,
                        least=least,
                    ),
                    place=name,
                )

    @property
    def software(self) -> Engine:
        """Return the classes of the software."""
        return engine(self.engine)

    @property
    def parallel(self) -> int:
        """Return how many devices work on one token at once: layers spread over cards work one after the other."""
        split = self.split or self.software.split
        return max(self.devices // self.stages, 1) if split == "tensor" else 1

    def figure(self, key: str, name: str, unit: str) -> Figure:
        """Return a number of the job as ``<key>/<name>``; unknown where it is None."""
        return leaf(f"{key}/{name}", getattr(self, name), unit, self.quality)

    def counted(self, key: str, name: str, value: float) -> Figure:
        """Return a count that the job implies as ``<key>/<name>``."""
        return leaf(f"{key}/{name}", value, "1", self.quality)


def one_copy(job: SpeedJob, tensor: int, stages: int) -> SpeedJob:
    """Return one copy of ``job`` as it is split: ``tensor`` cards on a token at once in each of ``stages`` stages.

    Where nobody chose a split, all of its cards are one copy.
    """
    if tensor * stages < 2:  # noqa: PLR2004
        return job
    return msgspec.structs.replace(job, devices=tensor * stages, stages=stages, copy_devices=tensor * stages)


def sparse(shape: ModelShape) -> bool:
    """Tell whether only some of the parameters work on a token, also where nobody told the number of experts."""
    if shape.moe:
        return True
    return shape.active_b is not None and shape.params_b is not None and shape.active_b < DENSE_SHARE * shape.params_b


def mean_context(job: SpeedJob, key: str) -> Figure:
    """Return the tokens that are in a sequence's cache on average."""
    return trace(
        MEAN_CONTEXT,
        f"{key}/context_tokens",
        tokens_in=job.figure(key, "tokens_in", "tokens"),
        tokens_out=job.figure(key, "tokens_out", "tokens"),
    )


def table_b(shape: ModelShape, key: str) -> Figure:
    """Return the parameters of the input table in 1e9; none where it is the head too, or where nobody told its size."""
    if shape.tied:
        return constant(f"{key}/table_b", 0.0, "1e9", "input table and head are one: it is read as the head")
    if shape.vocab is None or shape.hidden is None:
        return leaf(f"{key}/table_b", 0.0, "1e9", Quality.ASSUMED, "vocabulary not known: taken as read")
    return trace(TABLE_B, f"{key}/table_b", vocab=shape.figure("vocab"), hidden=shape.figure("hidden"))


def compute_b(shape: ModelShape, key: str) -> Figure:
    """Return the parameters that multiply for one token, in 1e9: the active ones without the input table."""
    name = "active_b" if shape.active_b is not None else "params_b"
    return trace(READ_B, f"{key}/compute_b", params_b=shape.figure(name), table_b=table_b(shape, key))


def read_gb(job: SpeedJob, batch: Figure, key: str) -> Figure:
    """Return the GB of weights that one step of ``batch`` sequences reads; raises UnknownIdError for the format."""
    shape, form = job.model, weight_format(job.dtype)
    table = table_b(shape, key)
    return trace(
        READ_GB,
        f"{key}/read_gb",
        read_b=_read_b(shape, table, batch, key),
        kept_b=trace(KEPT_READ_B, f"{key}/kept_read_b", kept_b=kept(shape, form, key), table_b=table),
        bits=constant(f"format/{form.id}/bits", form.bits, "bit", form.source),
        kept_bits=constant(f"format/{form.id}/kept_bits", 16.0, "bit", "embeddings and head stay unquantised"),
    )


def cache_gb(job: SpeedJob, context: Figure, batch: Figure, key: str) -> Figure:
    """Return the GB of cache that one step of ``batch`` sequences of ``context`` tokens reads."""
    shape = job.model
    if shape.cache_rule == "none":
        return constant(f"{key}/cache_gb", 0.0, "GB", "this kind of model keeps no cache")
    sliding = shape.cache_rule == "window"
    return trace(
        CACHE_GB,
        f"{key}/cache_gb",
        batch=batch,
        context_tokens=context,
        token_bytes=token_bytes(shape, job.kv_dtype, key),
        window_tokens=shape.figure("window_tokens") if sliding else _nothing(key, "window_tokens", "tokens"),
        window_token_bytes=_sliding_bytes(job, key) if sliding else _nothing(key, "window_token_bytes", "B"),
    )


def _sliding_bytes(job: SpeedJob, key: str) -> Figure:
    shape = job.model
    sliding = None if shape.layers is None else shape.layers - (shape.full_layers or 0)
    return trace(
        CACHE_TOKEN_BYTES,
        f"{key}/window_token_bytes",
        layers=leaf(f"model/{shape.name}/sliding_layers", sliding, "1", shape.quality, shape.source),
        kv_heads=shape.figure("kv_heads"),
        head_dim=shape.figure("head_dim"),
        kv_bits=kv_bits(job.kv_dtype),
    )


def _nothing(key: str, name: str, unit: str) -> Figure:
    return constant(f"{key}/{name}", 0.0, unit, "all layers keep the whole context")


def attention_width(shape: ModelShape, key: str) -> Figure:
    """Return the width of all heads together; the hidden size where the heads are not known."""
    if shape.heads is None or shape.head_dim is None:
        return shape.figure("hidden")
    value = shape.heads * shape.head_dim
    return leaf(f"{key}/attention_width", value, "1", shape.quality, shape.source, shape.source_date)


def rounds_up(value: float) -> int:
    """Return the next power of two of at least ``value``; tensor parallel groups are powers of two."""
    size = 1
    while size < value:
        size *= 2
    return size


def _read_b(shape: ModelShape, table: Figure, batch: Figure, key: str) -> Figure:
    if not sparse(shape) or shape.active_b is None:
        return trace(READ_B, f"{key}/read_b", params_b=shape.figure("params_b"), table_b=table)
    return trace(
        READ_EXPERTS_B,
        f"{key}/read_b",
        active_b=shape.figure("active_b"),
        table_b=table,
        params_b=shape.figure("params_b"),
        used=shape.figure("experts_active") if shape.moe else _assumed(key, "used", 1.0),
        experts=shape.figure("experts") if shape.moe else _assumed(key, "experts", _ratio(shape)),
        batch=batch,
    )


def _ratio(shape: ModelShape) -> float:
    return (shape.params_b or 1.0) / (shape.active_b or 1.0)


def _assumed(key: str, name: str, value: float) -> Figure:
    return leaf(f"{key}/{name}", value, "1", Quality.ASSUMED, "experts not known: all parameters over the active ones")

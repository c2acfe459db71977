"""Speed of training: operations for a token, tokens a second, the step, and time and cost of a whole run."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from planner.catalog.items import Item
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled
from planner.workload.bands import banded
from planner.workload.chips import bandwidth, chip_class, sustained
from planner.workload.communication import bubble_share
from planner.workload.constants import sizing_figure
from planner.workload.engines import Engine, engine
from planner.workload.models import ModelShape
from planner.workload.throughput import attention_width, compute_b, sparse
from planner.workload.training_waits import waits_s

TOKEN_GFLOP = Formula(
    key="train.token_gflop",
    label=Labelled(zh="每 token 计算量", en="Operations of a token"),
    text="per_parameter * compute_b + per_attention * layers * width * seq_len / 1000000000",
    unit="GFLOP",
    source="6 for each parameter and token, 2 more with full recomputation, 4 for adapters; causal attention 2 a pass; "
    "selective recomputation repeats attention, not the matrices (Korthikanti et al. 2022)",
    function=lambda per_parameter, compute_b, per_attention, layers, width, seq_len: (
        per_parameter * compute_b + per_attention * layers * width * seq_len / 1e9
    ),
)
TRAIN_REACH = Formula(
    key="train.reach",
    label=Labelled(zh="可达算力比例", en="Share of the rate that is reached"),
    text="base * packed * long * compiled * (1 - lost_share) ** doublings",
    unit="1",
    source="class of chip and software, with factors for packed weights, long sequences, compilation and scale",
    function=lambda base, packed, long, compiled, lost_share, doublings: (
        base * packed * long * compiled * (1 - lost_share) ** doublings
    ),
)
OPTIMIZER_S = Formula(
    key="train.optimizer_s",
    label=Labelled(zh="优化器步时间", en="Time of the optimizer step"),
    text="trained_b * bytes / (shards * bandwidth_gbs * reach)",
    unit="s",
    source="weights, gradients and states are read and written once for each step",
    function=lambda trained_b, bytes, shards, bandwidth_gbs, reach: (
        trained_b * bytes / (shards * bandwidth_gbs * reach)
    ),
)
TRAIN_TPS = Formula(
    key="train.tps",
    label=Labelled(zh="每卡训练速度", en="Training speed of each card"),
    text="tokens / (tokens * token_gflop / (rate_tflops * reach * 1000) / busy + optimizer_s + waits_s)",
    unit="tok/s",
    source="tokens of a step over its arithmetic, the optimizer step and what it waits for; busy is what a pipeline does "
    "not idle",
    function=lambda tokens, token_gflop, rate_tflops, reach, optimizer_s, busy, waits_s: (
        tokens / (tokens * token_gflop / (rate_tflops * reach * 1000) / busy + optimizer_s + waits_s)
    ),
    error_class="train",
)
STEP_COMPUTE_S = Formula(
    key="train.compute_s",
    label=Labelled(zh="每步计算时间", en="Arithmetic of a step"),
    text="tokens * token_gflop / (rate_tflops * reach * 1000)",
    unit="s",
    source="operations of the tokens over the rate that is reached",
    function=lambda tokens, token_gflop, rate_tflops, reach: tokens * token_gflop / (rate_tflops * reach * 1000),
)
ALL_TPS = Formula(
    key="train.all_tps",
    label=Labelled(zh="全部卡训练速度", en="Training speed of all cards"),
    text="tps * devices",
    unit="tok/s",
    source="speed of a card x cards",
    function=lambda tps, devices: tps * devices,
)
STEP_TIME_S = Formula(
    key="train.step_s",
    label=Labelled(zh="每步时间", en="Time of a step"),
    text="tokens / tps",
    unit="s",
    source="tokens of a card in a step over its speed",
    function=lambda tokens, tps: tokens / tps,
)
RUN_HOURS = Formula(
    key="train.run_hours",
    label=Labelled(zh="训练时长", en="Time of the run"),
    text="tokens / all_tps / 3600 / goodput",
    unit="h",
    source="tokens over the speed of all cards; restarts and checkpoints take the rest",
    function=lambda tokens, all_tps, goodput: tokens / all_tps / 3600 / goodput,
)
GPU_HOURS = Formula(
    key="train.gpu_hours",
    label=Labelled(zh="卡时", en="GPU-hours"),
    text="run_hours * devices",
    unit="GPU-h",
    source="time of the run x cards",
    function=lambda run_hours, devices: run_hours * devices,
)
RUN_COST = Formula(
    key="train.run_cost",
    label=Labelled(zh="训练费用", en="Cost of the run"),
    text="gpu_hours * price_hour + labour",
    unit="money",
    source="price x time + labour; never a product of the three",
    function=lambda gpu_hours, price_hour, labour: gpu_hours * price_hour + labour,
)
TUNING_TOKENS = Formula(
    key="train.tuning_tokens",
    label=Labelled(zh="微调 token 数", en="Tokens of a fine-tuning"),
    text="samples * sample_tokens * epochs",
    unit="tokens",
    source="samples x mean length x epochs",
    function=lambda samples, sample_tokens, epochs: samples * sample_tokens * epochs,
)
BUSY_SHARE = Formula(
    key="train.busy_share",
    label=Labelled(zh="流水线有效比例", en="Share of the pipeline that works"),
    text="1 - bubble",
    unit="1",
    source="what the pipeline does not idle",
    function=lambda bubble: 1 - bubble,
)
PRETRAIN_HOURS = Formula(
    key="train.pretrain_gpu_hours",
    label=Labelled(zh="预训练卡时", en="GPU-hours of a pre-training"),
    text="6 * compute_b * tokens / (rate_tflops * 1000 * reach) / 3600",
    unit="GPU-h",
    source="6 operations for each working parameter and token over the rate of a whole run; a lower bound",
    function=lambda compute_b, tokens, rate_tflops, reach: 6 * compute_b * tokens / (rate_tflops * 1000 * reach) / 3600,
    error_class="pretrain",
)
_LONG_TOKENS = 32768
LONG_STEP_TOKENS = 65536.0
_NODE = 8


class TrainingJob(msgspec.Struct, frozen=True, kw_only=True):
    """A training on ``devices`` of a card; ``batch`` is that of each data-parallel rank, ``micro_batches`` make a step.

    Nobody said micro-batches (None): one, or four for each stage of a pipeline. ``zero_stage`` None is 0 on one device and
    3 on more; ``offload`` keeps states, or weights too, on a host whose memory moves ``host_gbs`` GB/s.
    """

    model: ModelShape
    card: Item
    method: Literal["full", "lora", "qlora"] = "full"
    dtype: str = "bf16"
    seq_len: float | None = 2048
    batch: int | None = None
    recompute: Literal["none", "selective", "full"] = "none"
    devices: int = 1
    engine: str = "torchtune"
    compiled: bool = True
    optimizer_bytes: float = 30.0
    tensor_parallel: int = 1
    stages: int = 1
    micro_batches: int | None = None
    zero_stage: int | None = None
    offload: Literal["none", "optimizer", "all"] = "none"
    host_gbs: float | None = None
    link_said: str = ""
    limit_w: float | None = None
    quality: Quality = Quality.ENTERED

    @property
    def software(self) -> Engine:
        """Return the classes of the software."""
        return engine(self.engine)

    @property
    def model_parallel(self) -> int:
        """Return over how many cards one copy of the model is cut."""
        return self.tensor_parallel * self.stages

    @property
    def data_parallel(self) -> int:
        """Return how many copies of the model work at once."""
        return max(1, self.devices // self.model_parallel)

    @property
    def state_ranks(self) -> int:
        """Return over how many ranks the optimizer states are spread."""
        return self.data_parallel if self.stage() else 1

    @property
    def in_step(self) -> int:
        """Return the micro-batches of a step."""
        if self.micro_batches is not None:
            return self.micro_batches
        return 4 * self.stages if self.stages > 1 else 1

    def stage(self) -> int:
        """Return the sharding stage that is reckoned with."""
        return (3 if self.devices > 1 else 0) if self.zero_stage is None else self.zero_stage

    def figure(self, key: str, name: str, unit: str) -> Figure:
        """Return a number of the job as ``<key>/<name>``; unknown where it is None."""
        return leaf(f"{key}/{name}", getattr(self, name), unit, self.quality)


def train_tps(job: TrainingJob, key: str = "job") -> Figure:
    """Return the tokens a second that each card trains, with the range of its class."""
    tokens = step_tokens(job, key)
    work = {
        "tokens": tokens,
        "token_gflop": token_gflop(job, key),
        "rate_tflops": sustained(job.card, key, "bf16", job.limit_w),
        "reach": train_reach(job, key),
    }
    speed = trace(
        TRAIN_TPS,
        f"{key}/train_tps",
        **work,
        optimizer_s=optimizer_s(job, key),
        busy=busy_share(job, key),
        waits_s=waits_s(job, tokens, trace(STEP_COMPUTE_S, f"{key}/compute_s", **work), key),
    )
    return banded(speed, "train")


def all_tps(job: TrainingJob, key: str = "job") -> Figure:
    """Return the tokens a second of all cards together."""
    devices = leaf(f"{key}/devices", float(job.devices), "1", job.quality)
    return banded(trace(ALL_TPS, f"{key}/all_tps", tps=train_tps(job, key), devices=devices), "train")


def step_time_s(job: TrainingJob, key: str = "job") -> Figure:
    """Return the seconds of one optimizer step."""
    return banded(
        trace(STEP_TIME_S, f"{key}/train_step_s", tokens=step_tokens(job, key), tps=train_tps(job, key)), "train"
    )


def run_hours(job: TrainingJob, tokens: Figure, goodput: Figure | None = None, key: str = "job") -> Figure:
    """Return the hours that ``tokens`` take on all cards; ``goodput`` is the share of the time that counts."""
    useful = goodput or constant(f"{key}/goodput", 1.0, "1", "a run without interruption")
    return banded(
        trace(RUN_HOURS, f"{key}/run_hours", tokens=tokens, all_tps=all_tps(job, key), goodput=useful), "train"
    )


def gpu_hours(job: TrainingJob, hours: Figure, key: str = "job") -> Figure:
    """Return the GPU-hours of a run of ``hours``."""
    devices = leaf(f"{key}/devices", float(job.devices), "1", job.quality)
    return banded(trace(GPU_HOURS, f"{key}/gpu_hours", run_hours=hours, devices=devices), "train")


def run_cost(hours: Figure, price_hour: Figure, labour: Figure, key: str = "job") -> Figure:
    """Return the cost of GPU-hours at ``price_hour`` and of ``labour``, in the money of the price."""
    return trace(RUN_COST, f"{key}/run_cost", gpu_hours=hours, price_hour=price_hour, labour=labour)


def tuning_tokens(samples: Figure, sample_tokens: Figure, epochs: Figure, key: str = "job") -> Figure:
    """Return the tokens of a fine-tuning."""
    return trace(TUNING_TOKENS, f"{key}/tuning_tokens", samples=samples, sample_tokens=sample_tokens, epochs=epochs)


def pretrain_gpu_hours(model: ModelShape, card: Item, tokens: Figure, key: str = "job") -> Figure:
    """Return the GPU-hours of a pre-training: a lower bound, publishers often book all work."""
    fast = chip_class(card) in ("hopper", "blackwell")
    hours = trace(
        PRETRAIN_HOURS,
        f"{key}/pretrain_gpu_hours",
        compute_b=model.figure("active_b" if model.active_b is not None else "params_b"),
        tokens=tokens,
        rate_tflops=sustained(card, key),
        reach=sizing_figure("pretrain_reach_hopper" if fast else "pretrain_reach_hbm"),
    )
    return banded(hours, "pretrain")


def token_gflop(job: TrainingJob, key: str) -> Figure:
    """Return the GFLOP of one token, recomputation included: adapters skip the gradients of the weights."""
    weights, attention = passes(job)
    return trace(
        TOKEN_GFLOP,
        f"{key}/token_gflop",
        per_parameter=constant(f"{key}/per_parameter", weights, "1", "forward 2, backward 4 (adapters 2), again 2"),
        compute_b=compute_b(job.model, key),
        per_attention=constant(f"{key}/per_attention", attention, "1", "forward 2, backward 4, again 2"),
        layers=job.model.figure("layers"),
        width=attention_width(job.model, key),
        seq_len=job.figure(key, "seq_len", "tokens"),
    )


def passes(job: TrainingJob) -> tuple[float, float]:
    """Return the operations for each parameter and token, and for attention (1): adapters skip the weights' gradients."""
    again = 2.0 if job.recompute == "full" else 0.0
    return (6.0 if job.method == "full" else 4.0) + again, 6.0 if job.recompute == "none" else 8.0


def train_reach(job: TrainingJob, key: str) -> Figure:
    """Return the share of the sustained BF16 rate that the job reaches, recomputation counted as work."""
    whole = constant(f"{key}/no_factor", 1.0, "1", "does not apply")
    machines = max(job.devices / _NODE, 1.0)
    doublings = leaf(f"{key}/doublings", math.log2(machines), "1", Quality.COMPUTED, "doublings of the machines")
    return trace(
        TRAIN_REACH,
        f"{key}/train_reach",
        base=sizing_figure(f"train_reach_{_class(job)}"),
        packed=sizing_figure("train_packed") if job.method == "qlora" else whole,
        long=sizing_figure("train_long") if (job.seq_len or 0) >= _LONG_TOKENS else whole,
        compiled=whole if job.compiled else sizing_figure("train_uncompiled"),
        lost_share=sizing_figure("train_scale_loss"),
        doublings=doublings,
    )


def reach_class(job: TrainingJob) -> tuple[object, ...]:
    """Return what ``train_reach`` depends on beside the card: jobs that agree in it reach the same share."""
    long = (job.seq_len or 0) >= _LONG_TOKENS
    return (
        job.method,
        job.dtype in ("fp8", "mxfp8"),
        sparse(job.model),
        job.software.train,
        long,
        job.compiled,
        job.devices,
    )


def _class(job: TrainingJob) -> str:
    chip, eight = chip_class(job.card), job.dtype in ("fp8", "mxfp8")
    if chip in ("tpu", "npu"):
        return chip
    if sparse(job.model):
        return "experts"
    if chip == "gddr":
        return "gddr"
    if eight and chip in ("hopper", "blackwell"):
        return "hopper_fp8"
    if job.method != "full":
        return "adapter_plain" if job.software.train == "plain" else "adapter_tuned"
    if chip in ("hopper", "blackwell", "cdna3"):
        return "hopper"
    return "hbm_tuned" if job.software.train == "tuned" else "hbm_general"


def busy_share(job: TrainingJob, key: str) -> Figure:
    """Return the share of the time that a pipeline does not idle."""
    if job.stages < 2:
        return constant(f"{key}/busy", 1.0, "1", "no pipeline")
    return trace(BUSY_SHARE, f"{key}/busy", bubble=bubble_share(job.stages, job.in_step, key=key))


def step_tokens(job: TrainingJob, key: str) -> Figure:
    """Return the tokens of a card in one optimizer step; where nobody says, a step is so long that it hides the optimizer."""
    if job.batch is None or job.seq_len is None:
        return leaf(f"{key}/step_tokens", LONG_STEP_TOKENS, "tokens", Quality.ASSUMED, "not said: a long step")
    value = job.batch * job.in_step * job.seq_len / job.model_parallel
    return leaf(f"{key}/step_tokens", value, "tokens", job.quality)


def has_optimizer_time(job: TrainingJob) -> bool:
    """Tell whether the optimizer step shows: adapters are small, the host may do it, and a step of which nobody said how long it is, on several cards, hides it."""
    return job.method == "full" and job.offload == "none" and (job.devices == 1 or job.batch is not None)


def optimizer_s(job: TrainingJob, key: str) -> Figure:
    """Return the seconds of the optimizer step; 0 where it does not show."""
    if not has_optimizer_time(job):
        return constant(
            f"{key}/optimizer_s", 0.0, "s", "adapters are small, a long step of several cards, or the host does it"
        )
    return trace(
        OPTIMIZER_S,
        f"{key}/optimizer_s",
        trained_b=job.model.figure("params_b"),
        bytes=constant(f"{key}/optimizer_bytes", job.optimizer_bytes, "B", "weights, gradients and states in and out"),
        shards=leaf(f"{key}/shards", float(job.state_ranks * job.model_parallel), "1", job.quality),
        bandwidth_gbs=bandwidth(job.card),
        reach=sizing_figure("train_optimizer_reach"),
    )

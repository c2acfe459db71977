"""Speed of generating tokens: the time of a step is what it reads plus what each layer costs beside that.

Bandwidth divided by model size is an upper bound, never the estimate: it is what ``upper_bound_tps`` returns.
"""

from __future__ import annotations

from planner.figure import Figure, Formula, constant, trace
from planner.messages import Labelled
from planner.workload.bands import banded
from planner.workload.chips import bandwidth, link, matmul_share, memory_class, peak, sustained
from planner.workload.constants import sizing_figure
from planner.workload.memory import weight_format
from planner.workload.throughput import SpeedJob, cache_gb, compute_b, mean_context, read_gb, sparse

STEP_S = Formula(
    key="decode.step_s",
    label=Labelled(zh="每步时间", en="Time of a step"),
    text="max((read_gb + cache_gb) / (parallel * bandwidth_gbs * reach) + layers * layer_us / 1000000, compute_s)",
    unit="s",
    source="two-term rule: bytes over the bandwidth that is reached, and a fixed time for each layer",
    function=lambda read_gb, cache_gb, parallel, bandwidth_gbs, reach, layers, layer_us, compute_s: max(
        (read_gb + cache_gb) / (parallel * bandwidth_gbs * reach) + layers * layer_us / 1e6, compute_s
    ),
)
COMPUTE_S = Formula(
    key="decode.compute_s",
    label=Labelled(zh="每步计算时间", en="Time of a step's arithmetic"),
    text="2 * compute_b * batch / (parallel * rate_tflops * reach * 1000)",
    unit="s",
    source="2 operations for each working parameter and sequence",
    function=lambda compute_b, batch, parallel, rate_tflops, reach: (
        2 * compute_b * batch / (parallel * rate_tflops * reach * 1000)
    ),
)
LAYER_US = Formula(
    key="decode.layer_us",
    label=Labelled(zh="每层固定耗时", en="Time of a layer beside reading"),
    text="engine_us + link_us + experts_us",
    unit="us",
    source="launches of the software, two small all-reduces in tensor parallel, routing of experts",
    function=lambda engine_us, link_us, experts_us: engine_us + link_us + experts_us,
)
DECODE_TPS = Formula(
    key="decode.tps",
    label=Labelled(zh="生成速度", en="Tokens generated a second"),
    text="batch / step_s",
    unit="tok/s",
    source="one token for each sequence and step",
    function=lambda batch, step_s: batch / step_s,
    error_class="decode",
)
UPPER_BOUND_TPS = Formula(
    key="decode.upper_bound_tps",
    label=Labelled(zh="带宽上限", en="Upper bound by bandwidth"),
    text="batch * parallel * bandwidth_gbs / (read_gb + cache_gb)",
    unit="tok/s",
    source="roofline: what the step reads over the printed bandwidth; no software exceeds it",
    function=lambda batch, parallel, bandwidth_gbs, read_gb, cache_gb: (
        batch * parallel * bandwidth_gbs / (read_gb + cache_gb)
    ),
)


def decode_tps(job: SpeedJob, key: str = "job") -> Figure:
    """Return the tokens a second that all sequences of ``job`` generate together, with the range of its class.

    Raises:
        UnknownIdError: the format of weights or cache names nothing.
    """
    batch = job.figure(key, "batch", "1")
    speed = trace(DECODE_TPS, f"{key}/decode_tps", batch=batch, step_s=step_s(job, batch, key))
    return banded(speed, "decode_moe" if sparse(job.model) else "decode")


def step_s(job: SpeedJob, batch: Figure, key: str = "job") -> Figure:
    """Return the seconds of one step of ``batch`` sequences at their mean context."""
    return trace(
        STEP_S,
        f"{key}/step_s",
        read_gb=read_gb(job, batch, key),
        cache_gb=cache_gb(job, mean_context(job, key), batch, key),
        parallel=job.counted(key, "parallel", job.parallel),
        bandwidth_gbs=bandwidth(job.card),
        reach=read_reach(job),
        layers=job.model.figure("layers"),
        layer_us=layer_us(job, key),
        compute_s=compute_s(job, batch, key),
    )


def compute_s(job: SpeedJob, batch: Figure, key: str) -> Figure:
    """Return the seconds that the arithmetic of a step takes; 0 with a note where no rate of the card is published."""
    rate = sustained(job.card, key, job.dtype, job.limit_w)
    if not rate.known:
        return constant(f"{key}/compute_s", 0.0, "s", "no rate of this card is published: limited by bandwidth alone")
    return trace(
        COMPUTE_S,
        f"{key}/compute_s",
        compute_b=compute_b(job.model, key),
        batch=batch,
        parallel=job.counted(key, "parallel", job.parallel),
        rate_tflops=rate,
        reach=sizing_figure("decode_compute"),
    )


def layer_us(job: SpeedJob, key: str) -> Figure:
    """Return the microseconds of a layer beside reading its weights: software, link between cards, experts."""
    kind = job.software.decode
    on_hbm = kind == "llama_cpp" and memory_class(job.card) in ("hbm", "few_units")
    return trace(
        LAYER_US,
        f"{key}/layer_us",
        engine_us=sizing_figure(f"decode_layer_us_{kind}{'_hbm' if on_hbm else ''}"),
        link_us=_link_us(job, key),
        experts_us=sizing_figure("decode_layer_us_experts") if sparse(job.model) else _none(f"{key}/experts_us"),
    )


def upper_bound_tps(job: SpeedJob, key: str = "job") -> Figure:
    """Return the tokens a second that no software can exceed on these cards.

    Stages of a pipeline may each work on a part of the batch at once: all of their cards count.
    """
    batch = job.figure(key, "batch", "1")
    return trace(
        UPPER_BOUND_TPS,
        f"{key}/upper_bound_tps",
        batch=batch,
        parallel=job.counted(key, "parallel", job.parallel * job.stages),
        bandwidth_gbs=bandwidth(job.card),
        read_gb=read_gb(job, batch, key),
        cache_gb=cache_gb(job, mean_context(job, key), batch, key),
    )


KNEE_BATCH = Formula(
    key="decode.knee_batch",
    label=Labelled(zh="拐点批量", en="Batch at the knee"),
    text="rate_tflops * 1000 * share * bits / 8 / (2 * bandwidth_gbs)",
    unit="1",
    source="batch at which arithmetic takes as long as reading the weights: rate x bytes / (2 x bandwidth)",
    function=lambda rate_tflops, share, bits, bandwidth_gbs: (
        rate_tflops * 1000 * share * bits / 8 / (2 * bandwidth_gbs)
    ),
)


def knee_batch(job: SpeedJob, key: str = "job", ideal: bool = False) -> Figure:
    """Return the sequences beyond which a larger batch no longer raises the speed in proportion.

    ``ideal`` takes the printed rates, else what matrix kernels and reading reach on the card.
    """
    form = weight_format(job.dtype)
    share = matmul_share(job.card)
    one = constant(f"{key}/ideal", 1.0, "1", "printed rates")
    return trace(
        KNEE_BATCH,
        f"{key}/knee_batch",
        rate_tflops=peak(job.card, job.dtype) if ideal else sustained(job.card, key, job.dtype, job.limit_w),
        share=one if ideal else share,
        bits=constant(f"format/{form.id}/bits", form.bits, "bit", form.source),
        bandwidth_gbs=bandwidth(job.card),
    )


def read_reach(job: SpeedJob) -> Figure:
    """Return the share of the bandwidth that decoding reaches: a constant of the class of memory and the width of weights."""
    bits = weight_format(job.dtype).bits
    width = 16 if bits > 10 else 8 if bits > 6 else 4
    return sizing_figure(f"decode_reach_{memory_class(job.card)}_{width}")


def _link_us(job: SpeedJob, key: str) -> Figure:
    if job.parallel < 2:
        return _none(f"{key}/link_us")
    kind = link(job.card, job.parallel, job.link_said)
    return sizing_figure("decode_layer_us_pcie" if kind == "pcie" else "decode_layer_us_nvlink")


def _none(name: str) -> Figure:
    return constant(name, 0.0, "us", "does not apply")

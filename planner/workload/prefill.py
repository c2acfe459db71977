"""Speed of reading a prompt, and the time until the first token of the answer."""

from __future__ import annotations

from planner.figure import Figure, Formula, constant, trace
from planner.messages import Labelled
from planner.workload.bands import banded
from planner.workload.chips import half_rate, memory_class, peak, sustained
from planner.workload.communication import route, tensor_parallel_s
from planner.workload.constants import sizing_figure
from planner.workload.decode import step_s
from planner.workload.memory import weight_format
from planner.workload.throughput import SpeedJob, attention_width, compute_b

PREFILL_TPS = Formula(
    key="prefill.tps",
    label=Labelled(zh="预填充速度", en="Tokens of the prompt read a second"),
    text="tokens_in / (tokens_in * (2 * compute_b + 2 * layers * width * tokens_in / 1000000000) "
    "/ (parallel * rate_tflops * 1000 * reach) + link_s)",
    unit="tok/s",
    source="2 operations for each working parameter, causal attention over the prompt, and all-reduces between cards",
    function=lambda tokens_in, compute_b, layers, width, parallel, rate_tflops, reach, link_s: (
        tokens_in
        / (
            tokens_in * (2 * compute_b + 2 * layers * width * tokens_in / 1e9) / (parallel * rate_tflops * 1000 * reach)
            + link_s
        )
    ),
    error_class="prefill",
)
PREFILL_REACH = Formula(
    key="prefill.reach",
    label=Labelled(zh="可达算力比例", en="Share of the rate that is reached"),
    text="base * packed * tokens / (tokens + half_tokens)",
    unit="1",
    source="short prompts do not fill the chip; quantised weights are unpacked first",
    function=lambda base, packed, tokens, half_tokens: base * packed * tokens / (tokens + half_tokens),
)
TTFT_S = Formula(
    key="prefill.ttft_s",
    label=Labelled(zh="首字时间", en="Time to the first token"),
    text="queue_s + tokens_in / prefill_tps + step_s",
    unit="s",
    source="wait, prompt and one step; without the network",
    function=lambda queue_s, tokens_in, prefill_tps, step_s: queue_s + tokens_in / prefill_tps + step_s,
    error_class="prefill",
)
PROMPT_TOKENS = Formula(
    key="prefill.tokens_at_once",
    label=Labelled(zh="同时读入的 token", en="Tokens read at once"),
    text="batch * tokens_in",
    unit="tokens",
    source="prompts of one batch are read together",
    function=lambda batch, tokens_in: batch * tokens_in,
)
_FAST_TFLOPS = 330.0  # of HBM cards: above this the matrix kernels of llama.cpp no longer follow


def prefill_tps(job: SpeedJob, key: str = "job") -> Figure:
    """Return the tokens of prompts that ``job`` reads a second, with the range of its class.

    Raises:
        UnknownIdError: the format of the weights names nothing.
    """
    tokens = job.figure(key, "tokens_in", "tokens")
    over = route(job.card, job.parallel, job.link_said, key=key)
    speed = trace(
        PREFILL_TPS,
        f"{key}/prefill_tps",
        parallel=job.counted(key, "parallel", job.parallel),
        rate_tflops=_rate(job, key),
        reach=_reach(job, key),
        compute_b=compute_b(job.model, key),
        layers=job.model.figure("layers"),
        width=attention_width(job.model, key),
        tokens_in=tokens,
        link_s=tensor_parallel_s(job.model, tokens, job.parallel, over, key),
    )
    return banded(speed, "prefill")


def ttft_s(job: SpeedJob, queue_s: Figure | None = None, key: str = "job") -> Figure:
    """Return the seconds until the first token of an answer, after a wait of ``queue_s`` (none where not given)."""
    wait = queue_s if queue_s is not None else constant(f"{key}/queue_s", 0.0, "s", "nobody waits")
    whole = trace(
        TTFT_S,
        f"{key}/ttft_s",
        queue_s=wait,
        tokens_in=job.figure(key, "tokens_in", "tokens"),
        prefill_tps=prefill_tps(job, key),
        step_s=step_s(job, job.figure(key, "batch", "1"), key),
    )
    return banded(whole, "prefill")


def _rate(job: SpeedJob, key: str) -> Figure:
    """Return the rate the prompt is multiplied at: eight-bit weights at theirs, packed ones at the 16-bit rate.

    llama.cpp reaches a share of the printed rate on HBM cards and of the sustained rate elsewhere.
    """
    if job.software.prefill == "llama_cpp" and memory_class(job.card) in ("hbm", "few_units"):
        return peak(job.card)
    return sustained(job.card, key, job.dtype, job.limit_w)


def _reach(job: SpeedJob, key: str) -> Figure:
    packed = weight_format(job.dtype).bits < 10 and job.software.prefill == "llama_cpp"
    whole = constant(f"{key}/unpacked", 1.0, "1", "nothing is unpacked before it is multiplied")
    return trace(
        PREFILL_REACH,
        f"{key}/prefill_reach",
        base=sizing_figure(f"prefill_reach_{_class(job)}"),
        packed=sizing_figure("prefill_packed") if packed else whole,
        tokens=trace(
            PROMPT_TOKENS,
            f"{key}/prompt_tokens",
            batch=job.figure(key, "batch", "1"),
            tokens_in=job.figure(key, "tokens_in", "tokens"),
        ),
        half_tokens=sizing_figure("prefill_half_tokens"),
    )


def _class(job: SpeedJob) -> str:
    software = job.software.prefill
    if software == "llama_cpp":
        return _llama_class(job)
    packed = weight_format(job.dtype).bits < 6 and job.dtype not in ("fp4", "nvfp4", "mxfp4")
    return "awq" if software == "awq" and packed else "serving"


def _llama_class(job: SpeedJob) -> str:
    rate = half_rate(job.card)
    if memory_class(job.card) in ("hbm", "few_units"):
        return "llama_cpp_fast" if rate is not None and rate > _FAST_TFLOPS else "llama_cpp_hbm"
    # Ada and later print an FP8 rate; their professional cards are limited by power well below the tensor rate
    shader = job.card.number("fp32_tflops")
    professional = bool(job.card.number("fp8_dense_tflops")) and rate is not None and bool(shader)
    if professional and rate is not None and shader and rate > 2.5 * shader:
        return "llama_cpp_dense"
    return "llama_cpp"

"""Serving many people at once: how many sequences fit, the step they share, tokens a second, and what a goal allows."""

from __future__ import annotations

import msgspec

from planner.catalog.devices import per_device_figure
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled
from planner.workload.bands import banded
from planner.workload.chips import bandwidth, matmul_share, sustained
from planner.workload.communication import Route, exchange_s, route, tensor_parallel_s
from planner.workload.constants import sizing_figure, sizing_value
from planner.workload.fit import visible_gib
from planner.workload.memory import WEIGHTS_GB, kept, weight_format
from planner.workload.throughput import SpeedJob, cache_gb, compute_b, mean_context, read_gb, rounds_up, sparse

FITTING_BATCH = Formula(
    key="serving.fitting_batch",
    label=Labelled(zh="可同时服务的请求", en="Sequences that fit at once"),
    text="max(min((group * memory_gb * memory_share - weights_gb * spread - reserve_gb) / sequence_gb, batch_limit), 0)",
    unit="1",
    source="memory left beside weights, runtime and prompt over the cache of one sequence at its mean length; limited by "
    "the engine",
    function=lambda group, memory_gb, memory_share, weights_gb, spread, reserve_gb, sequence_gb, batch_limit: max(
        min((group * memory_gb * memory_share - weights_gb * spread - reserve_gb) / sequence_gb, batch_limit), 0
    ),
)
RESERVE_GB = Formula(
    key="serving.reserve_gb",
    label=Labelled(zh="运行时与预填充占用", en="Runtime and the prompt at work"),
    text="group * context_gib * 1.073741824 + chunk_tokens * 2 * (4 * hidden + 3 * ffn) / 1000000000",
    unit="GB",
    source="driver context of each card and the activations of one chunk of prompts",
    function=lambda group, context_gib, chunk_tokens, hidden, ffn: (
        group * context_gib * 1.073741824 + chunk_tokens * 2 * (4 * hidden + 3 * ffn) / 1e9
    ),
)
COMPUTE_REACH = Formula(
    key="serving.compute_reach",
    label=Labelled(zh="可达算力比例", en="Share of the rate that is reached"),
    text="compute * matmul * experts * narrow",
    unit="1",
    source="share of what matrix kernels reach on the chip, with factors for experts and FP4",
    function=lambda compute, matmul, experts, narrow: compute * matmul * experts * narrow,
)
SERVE_STEP_S = Formula(
    key="serving.step_s",
    label=Labelled(zh="连续批处理每步时间", en="Time of a step with continuous batching"),
    text="max((read_gb * spread + cache_gb) / (group * bandwidth_gbs * bandwidth_reach), "
    "2 * compute_b * batch / (group * rate_tflops * compute_reach * 1000)) "
    "+ link_s + (layers * layer_us + batch * sequence_us) / 1000000",
    unit="s",
    source="the slower of reading and computing, the link between the cards, a fixed time for each layer and sequence",
    function=lambda read_gb, spread, cache_gb, group, bandwidth_gbs, bandwidth_reach, compute_b, batch, rate_tflops, compute_reach, link_s, layers, layer_us, sequence_us: (  # noqa: E501
        max(
            (read_gb * spread + cache_gb) / (group * bandwidth_gbs * bandwidth_reach),
            2 * compute_b * batch / (group * rate_tflops * compute_reach * 1000),
        )
        + link_s
        + (layers * layer_us + batch * sequence_us) / 1e6
    ),
)
PROMPT_S = Formula(
    key="serving.prompt_s",
    label=Labelled(zh="每个请求的预填充时间", en="Time of the prompt of a request"),
    text="2 * compute_b * tokens_in / (group * rate_tflops * compute_reach * 1000) + link_s",
    unit="s",
    source="2 operations for each working parameter and token, and the link; prompts run between the steps",
    function=lambda compute_b, tokens_in, group, rate_tflops, compute_reach, link_s: (
        2 * compute_b * tokens_in / (group * rate_tflops * compute_reach * 1000) + link_s
    ),
)
TPOT_S = Formula(
    key="serving.tpot_s",
    label=Labelled(zh="每 token 时间", en="Time between tokens"),
    text="step_s + batch * prompt_s / tokens_out",
    unit="s",
    source="the shared step and, between steps, the prompts of those who come",
    function=lambda step_s, batch, prompt_s, tokens_out: step_s + batch * prompt_s / tokens_out,
    error_class="serve",
)
SERVED_TPS = Formula(
    key="serving.tps",
    label=Labelled(zh="服务吞吐", en="Tokens served a second"),
    text="replicas * batch / tpot_s * stack",
    unit="tok/s",
    source="saturated: every place of the batch is taken; output tokens",
    function=lambda replicas, batch, tpot_s, stack: replicas * batch / tpot_s * stack,
    error_class="serve",
)
RESIDENCE_S = Formula(
    key="serving.residence_s",
    label=Labelled(zh="请求停留时间", en="Time a request stays"),
    text="ttft_s + tokens_out * tpot_s",
    unit="s",
    source="first token, then one token after the other",
    function=lambda ttft_s, tokens_out, tpot_s: ttft_s + tokens_out * tpot_s,
)
STAGE_BATCH = Formula(
    key="serving.stage_batch",
    label=Labelled(zh="每个流水级的批量", en="Sequences that a stage works on"),
    text="max(batch / stages, 1)",
    unit="1",
    source="each stage of a pipeline works on a part of the batch; a sequence passes all stages one after the other",
    function=lambda batch, stages: max(batch / stages, 1),
)
VISIBLE_GB = Formula(
    key="serving.visible_gb",
    label=Labelled(zh="可见显存", en="Memory the software sees"),
    text="visible_gib * 1.073741824",
    unit="GB",
    source="the GiB that check and memory account reckon with, in GB",
    function=lambda visible_gib: visible_gib * 1.073741824,
)
CONCURRENCY = Formula(
    key="serving.concurrency",
    label=Labelled(zh="并发请求", en="Requests at once"),
    text="arrivals_s * residence_s",
    unit="1",
    source="Little's law: arrivals a second x time in the system; a rate of arrivals is no concurrency",
    function=lambda arrivals_s, residence_s: arrivals_s * residence_s,
)
CARDS_NEEDED = Formula(
    key="serving.cards",
    label=Labelled(zh="所需卡数", en="Cards needed"),
    text="ceil(tokens_s / replica_tps) * group",
    unit="1",
    source="whole replicas for the tokens a second that are asked for",
    function=lambda tokens_s, replica_tps, group: -(-tokens_s // replica_tps) * group,
)
SHARE_TOKENS = Formula(
    key="serving.card_tokens",
    label=Labelled(zh="每卡 token 数", en="Tokens of each card"),
    text="tokens / group",
    unit="tokens",
    source="sequences are spread evenly over the cards",
    function=lambda tokens, group: tokens / group,
)
_ADAPTER_GBS = 50.0


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """What a group of cards serves: batch, time between tokens, tokens a second, and how the cards are grouped."""

    group: int
    replicas: float
    batch: Figure
    tpot_s: Figure
    tps: Figure


def serving(job: SpeedJob, goal_tpot_s: float | None = None, key: str = "job") -> Serving:
    """Return the saturated throughput of ``job``, or the largest within ``goal_tpot_s`` between tokens.

    Raises:
        UnknownIdError: the format of weights or cache names nothing.
    """
    group = group_size(job, key)
    batch = fitting_batch(job, group, key)
    if goal_tpot_s is not None and batch.value:
        batch = goal_batch(job, group, batch, goal_tpot_s, key)
    step = tpot_s(job, group, batch, key)
    replicas = max(job.devices / group, 1.0)
    tps = trace(
        SERVED_TPS,
        f"{key}/served_tps",
        replicas=job.counted(key, "replicas", replicas),
        batch=batch,
        tpot_s=step,
        stack=stack(job, key),
    )
    return Serving(group=group, replicas=replicas, batch=batch, tpot_s=step, tps=banded(tps, "serve"))


def group_size(job: SpeedJob, key: str = "job") -> int:
    """Return the cards of one copy as somebody chose, else those that hold the weights with a fifth to spare.

    Then it is a power of two, at most all of them.
    """
    if job.copy_devices is not None:
        return job.copy_devices
    weights, memory = weights_gb(job, key).value, _memory_gb(job, key).value
    if weights is None or not memory:
        return job.devices
    usable = memory * sizing_value("serve_memory_share")
    return min(rounds_up(weights * _spread(job, job.devices) * 1.2 / usable), job.devices)


def fitting_batch(job: SpeedJob, group: int, key: str = "job") -> Figure:
    """Return how many sequences fit beside the weights on ``group`` cards at their mean length."""
    one = constant(f"{key}/one_sequence", 1.0, "1", "one sequence")
    tuned = job.software.serve == "tuned"
    return trace(
        FITTING_BATCH,
        f"{key}/fitting_batch",
        group=job.counted(key, "group", group),
        memory_gb=_memory_gb(job, key),
        memory_share=sizing_figure("serve_memory_share"),
        weights_gb=weights_gb(job, key),
        spread=job.counted(key, "spread", _spread(job, group)),
        reserve_gb=_reserve_gb(job, group, key),
        sequence_gb=cache_gb(job, mean_context(job, key), one, key),
        batch_limit=sizing_figure("serve_batch_limit" if tuned else "serve_community_limit"),
    )


def _memory_gb(job: SpeedJob, key: str) -> Figure:
    """Return the GB of one device that software sees, as the account of memory has it; those of the label for rows."""
    if job.printed_memory:
        return per_device_figure(job.card, "memory_gb", "GB")
    return trace(VISIBLE_GB, f"{key}/visible_gb", visible_gib=visible_gib(job.card))


def _reserve_gb(job: SpeedJob, group: int, key: str) -> Figure:
    hidden, ffn = job.model.figure("hidden"), job.model.ffn_per_token
    if not ffn.known and hidden.known:
        ffn = leaf(f"{key}/ffn", 4 * hidden.require(), "1", Quality.ASSUMED, "not known: four times the hidden size")
    return trace(
        RESERVE_GB,
        f"{key}/reserve_gb",
        group=job.counted(key, "group", group),
        context_gib=sizing_figure("context_gib"),
        chunk_tokens=sizing_figure("chunk_serving_tokens"),
        hidden=hidden,
        ffn=ffn,
    )


def tpot_s(job: SpeedJob, group: int, batch: Figure, key: str = "job") -> Figure:
    """Return the seconds between two tokens of a sequence when ``batch`` of them run on ``group`` cards.

    In a pipeline each stage works on its part of the batch, with only the cards of a stage on one token at once.
    """
    if job.stages > 1:
        group = max(group // job.stages, 1)
        batch = trace(STAGE_BATCH, f"{key}/stage_batch", batch=batch, stages=job.counted(key, "stages", job.stages))
    common = _arithmetic(job, group, key)
    return trace(
        TPOT_S,
        f"{key}/tpot_s",
        step_s=_step_s(job, group, batch, common, key),
        batch=batch,
        prompt_s=_prompt_s(job, group, common, key),
        tokens_out=job.figure(key, "tokens_out", "tokens"),
    )


def goal_batch(job: SpeedJob, group: int, most: Figure, goal_tpot_s: float, key: str = "job") -> Figure:
    """Return the largest batch, at most ``most``, whose time between tokens keeps a goal in seconds; at least 1.

    The goal is for nearly all requests and the formula gives the mean, so a margin is kept.
    """
    limit = goal_tpot_s * sizing_value("serve_slo_margin")
    low, high = 1.0, max(most.value or 1.0, 1.0)

    def within(size: float) -> bool:
        took = tpot_s(job, group, leaf(f"{key}/tried_batch", size, "1", Quality.COMPUTED), key).value
        return took is not None and took <= limit

    if within(high):
        return most
    for _turn in range(24):
        middle = (low + high) / 2
        low, high = (middle, high) if within(middle) else (low, middle)
    return leaf(f"{key}/goal_batch", low, "1", Quality.COMPUTED, "largest batch within the goal between tokens")


def weights_gb(job: SpeedJob, key: str) -> Figure:
    """Return the GB of all weights of the job."""
    form = weight_format(job.dtype)
    return trace(
        WEIGHTS_GB,
        f"{key}/weights_gb",
        params_b=job.model.figure("params_b"),
        kept_b=kept(job.model, form, key),
        bits=constant(f"format/{form.id}/bits", form.bits, "bit", form.source),
        kept_bits=constant(f"format/{form.id}/kept_bits", 16.0, "bit", "embeddings and head stay unquantised"),
    )


def _step_s(job: SpeedJob, group: int, batch: Figure, common: dict[str, Figure], key: str) -> Figure:
    return trace(
        SERVE_STEP_S,
        f"{key}/serve_step_s",
        read_gb=read_gb(job, batch, key),
        spread=job.counted(key, "spread", _spread(job, group)),
        cache_gb=cache_gb(job, mean_context(job, key), batch, key),
        bandwidth_gbs=bandwidth(job.card),
        bandwidth_reach=sizing_figure("serve_bandwidth"),
        batch=batch,
        layers=job.model.figure("layers"),
        link_s=_link_s(job, group, batch, f"{key}/step"),
        layer_us=sizing_figure("serve_layer_us"),
        sequence_us=sizing_figure("serve_sequence_us"),
        **common,
    )


def prompt_s(job: SpeedJob, group: int, key: str = "job") -> Figure:
    """Return the seconds that the prompt of one request takes on ``group`` cards."""
    group = max(group // job.stages, 1)
    return _prompt_s(job, group, _arithmetic(job, group, key), key)


def _prompt_s(job: SpeedJob, group: int, common: dict[str, Figure], key: str) -> Figure:
    tokens = job.figure(key, "tokens_in", "tokens")
    link_s = _link_s(job, group, tokens, f"{key}/prompt")
    return trace(PROMPT_S, f"{key}/prompt_s", tokens_in=tokens, link_s=link_s, **common)


def _arithmetic(job: SpeedJob, group: int, key: str) -> dict[str, Figure]:
    return {
        "group": job.counted(key, "group", group),
        "compute_b": compute_b(job.model, key),
        "rate_tflops": sustained(job.card, key, job.dtype, job.limit_w),
        "compute_reach": _compute_reach(job, key),
    }


def _compute_reach(job: SpeedJob, key: str) -> Figure:
    one = constant(f"{key}/no_factor", 1.0, "1", "does not apply")
    narrow = job.dtype in ("fp4", "nvfp4", "mxfp4") and bool(job.card.number("fp4_dense_tflops"))
    return trace(
        COMPUTE_REACH,
        f"{key}/compute_reach",
        compute=sizing_figure("serve_compute"),
        matmul=matmul_share(job.card),
        experts=sizing_figure("serve_experts") if sparse(job.model) else one,
        narrow=sizing_figure("serve_fp4") if narrow else one,
    )


def _link_s(job: SpeedJob, group: int, tokens: Figure, key: str) -> Figure:
    """Return the seconds on the links for ``tokens`` of the group: tensor parallel, or experts over the network."""
    if job.expert_devices is not None and job.expert_devices > group:
        adapter = leaf(
            f"{key}/adapter_gbs", _ADAPTER_GBS, "GB/s", Quality.ASSUMED, "an adapter of 400 Gb/s for each card"
        )
        each = trace(SHARE_TOKENS, f"{key}/card_tokens", tokens=tokens, group=job.counted(key, "group", group))
        return exchange_s(job.model, each, job.expert_devices, Route(kind="network", gbs=adapter), key)
    return tensor_parallel_s(job.model, tokens, group, route(job.card, group, job.link_said, key=key), key)


def stack(job: SpeedJob, key: str) -> Figure:
    """Return the factor of the software against a tuned engine."""
    if job.software.serve == "tuned":
        return constant(f"{key}/stack", 1.0, "1", "tuned engine")
    return sizing_figure("serve_untuned")


def _spread(job: SpeedJob, group: int) -> float:
    """Return the share of the weights that a group holds: experts may be spread over more cards than the group has."""
    return 1.0 if not job.expert_devices else min(group / job.expert_devices, 1.0)

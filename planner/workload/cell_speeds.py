"""Speeds of many entries on many cards at once: the formulas of single figures over arrays, entries down, cards across.

What belongs to an entry is reckoned once for it, what belongs to a card once for it; only what needs both is a matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from planner.errors import PlannerError
from planner.workload.arrays import NOT_KNOWN, column, over_arrays, value_or_nan
from planner.workload.bands import BandClass, band
from planner.workload.constants import sizing_value
from planner.workload.decode import COMPUTE_S, DECODE_TPS, STEP_S
from planner.workload.throughput import SpeedJob, cache_gb, compute_b, mean_context, read_gb, sparse
from planner.workload.training_speed import (
    ALL_TPS,
    OPTIMIZER_S,
    TRAIN_TPS,
    TrainingJob,
    busy_share,
    has_optimizer_time,
    step_tokens,
    token_gflop,
)
from planner.workload.video_speed import CLIP_S, VideoJob, clip_pflop
from planner.workload.vision_speed import IMAGE_TPS, TRAIN_PASSES, image_touches

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers
    from planner.workload.card_columns import CardColumns
    from planner.workload.entry_job import EntryJob, Family, VisionTask

_HEAD = "matrix"


def speeds(jobs: Sequence[EntryJob], cards: CardColumns) -> Numbers:
    """Return the speed of each job on each card, as ``speed_on`` reckons it; NaN where it is unknown."""
    import numpy as np

    found = np.full((len(jobs), len(cards.cards)), NOT_KNOWN)
    rows: dict[Family, list[int]] = {}
    for at, job in enumerate(jobs):
        rows.setdefault(job.family, []).append(at)
    for family, places in rows.items():
        reckon = _FAMILIES.get(family)
        if reckon is not None:
            found[places] = reckon([jobs[at] for at in places], cards)
    return found


def band_factor(job: EntryJob) -> float:
    """Return the ratio of the ends of a speed's range to the speed; the source is the band of its class."""
    task = job.task
    kind: BandClass = {"train": "train", "vision": "vision", "video": "video"}.get(job.family, "decode")  # type: ignore[assignment]
    if isinstance(task, SpeedJob) and sparse(task.model):
        kind = "decode_moe"
    return 1 + band(kind).p90


def _decode(jobs: Sequence[EntryJob], cards: CardColumns) -> Numbers:
    import numpy as np

    tasks = [cast(SpeedJob, job.task) for job in jobs]
    given = np.array([_decode_numbers(task) for task in tasks])
    read, cache, compute, batch, layers, parallel = (given[:, at : at + 1] for at in range(given.shape[1]))
    rate = np.stack([cards.rate_tflops(task.dtype, task.limit_w) for task in tasks])
    arithmetic = over_arrays(COMPUTE_S)(
        compute_b=compute, batch=batch, parallel=parallel, rate_tflops=rate, reach=sizing_value("decode_compute")
    )
    step = over_arrays(STEP_S)(
        read_gb=read,
        cache_gb=cache,
        parallel=parallel,
        bandwidth_gbs=cards.bandwidth_gbs(),
        reach=np.stack([cards.read_reach(task) for task in tasks]),
        layers=layers,
        layer_us=np.stack([cards.layer_us(task) for task in tasks]),
        compute_s=np.where(np.isnan(rate), 0.0, arithmetic),  # no rate published: limited by bandwidth alone
    )
    return cast("Numbers", over_arrays(DECODE_TPS)(batch=batch, step_s=step))


def _decode_numbers(task: SpeedJob) -> tuple[float, ...]:
    """Return GB of weights and of cache that a step reads, working parameters (1e9), batch, layers, devices at once."""
    try:
        batch = task.figure(_HEAD, "batch", "1")
        read = read_gb(task, batch, _HEAD)
        cache = cache_gb(task, mean_context(task, _HEAD), batch, _HEAD)
        working = compute_b(task.model, _HEAD)
    except PlannerError:
        return (NOT_KNOWN,) * 6
    figures = (read, cache, working, batch, task.model.figure("layers"))
    return (*map(value_or_nan, figures), float(task.parallel))


def _train(jobs: Sequence[EntryJob], cards: CardColumns) -> Numbers:
    import numpy as np

    tasks = [cast(TrainingJob, job.task) for job in jobs]
    given = np.array([_train_numbers(task) for task in tasks])
    tokens, gflop, busy, devices, trained = (given[:, at : at + 1] for at in range(given.shape[1]))
    written = over_arrays(OPTIMIZER_S)(
        trained_b=trained,
        bytes=column([task.optimizer_bytes for task in tasks]),
        shards=devices,
        bandwidth_gbs=cards.bandwidth_gbs(),
        reach=sizing_value("train_optimizer_reach"),
    )
    shows = np.array([has_optimizer_time(task) for task in tasks])[:, np.newaxis]
    each = over_arrays(TRAIN_TPS)(
        tokens=tokens,
        token_gflop=gflop,
        rate_tflops=np.stack([cards.rate_tflops("bf16", task.limit_w) for task in tasks]),
        reach=np.stack([cards.train_reach(task) for task in tasks]),
        optimizer_s=np.where(shows, written, 0.0),
        busy=busy,
    )
    return cast("Numbers", over_arrays(ALL_TPS)(tps=each, devices=devices))


def _train_numbers(task: TrainingJob) -> tuple[float, ...]:
    """Return tokens of a step, GFLOP of a token, share of the pipeline at work, devices, trained parameters (1e9)."""
    figures = (step_tokens(task, _HEAD), token_gflop(task, _HEAD), busy_share(task, _HEAD))
    return (*map(value_or_nan, figures), float(task.devices), value_or_nan(task.model.figure("params_b")))


def _vision(jobs: Sequence[EntryJob], cards: CardColumns) -> Numbers:
    tasks = [cast("VisionTask", job.task) for job in jobs]
    made = over_arrays(IMAGE_TPS)(
        passes=column([TRAIN_PASSES if task.training else 1.0 for task in tasks]),
        gmacs=column([task.network.gmacs for task in tasks]),
        rate_tflops=cards.rate_tflops(),
        reach=sizing_value("vision_reach"),
        touches=column([image_touches(task.network, task.training, _HEAD).require() for task in tasks]),
        activations_mb=column([task.network.million_activations * 2 for task in tasks]),
        bandwidth_gbs=cards.bandwidth_gbs(),
    )
    return cast("Numbers", made)


def _video(jobs: Sequence[EntryJob], cards: CardColumns) -> Numbers:
    import numpy as np

    tasks = [cast(VideoJob, job.task) for job in jobs]
    made = over_arrays(CLIP_S)(
        pflop=column([value_or_nan(clip_pflop(task, _HEAD)) for task in tasks]),
        rate_tflops=cards.rate_tflops(),
        reach=cards.clip_reach(),
        serial_share=np.stack([cards.serial_share(task) for task in tasks]),
        devices=column([float(task.devices) for task in tasks]),
    )
    return cast("Numbers", made)


_FAMILIES = {"decode": _decode, "train": _train, "vision": _vision, "video": _video}

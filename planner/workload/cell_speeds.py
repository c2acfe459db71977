"""Speeds of many entries on many cards at once: the formulas of single figures over arrays, entries down, cards across.

What belongs to an entry is reckoned once for it, what belongs to a card once for it; only what needs both is a matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from planner.workload.arrays import NOT_KNOWN, column, over_arrays, stacked, value_or_nan
from planner.workload.bands import BandClass, band
from planner.workload.cell_waits import waits
from planner.workload.constants import sizing_value
from planner.workload.decode import COMPUTE_S, DECODE_TPS, STEP_S
from planner.workload.speed_columns import decode_numbers, train_numbers
from planner.workload.training_speed import ALL_TPS, OPTIMIZER_S, STEP_COMPUTE_S, TRAIN_TPS, has_optimizer_time
from planner.workload.video_speed import CLIP_S, clip_pflop
from planner.workload.vision_speed import IMAGE_S, IMAGE_TPS, TRAIN_PASSES, image_touches, image_work

if TYPE_CHECKING:
    from planner.workload.arrays import Numbers
    from planner.workload.card_columns import CardColumns
    from planner.workload.entry_job import EntryJob, Family, VisionTask
    from planner.workload.model_columns import ModelTable
    from planner.workload.throughput import SpeedJob
    from planner.workload.training_speed import TrainingJob
    from planner.workload.video_speed import VideoJob
    from planner.workload.vision_speed import ImageJob

_HEAD = "matrix"
Cells = tuple["Numbers", "Numbers | float"]


def speeds(jobs: Sequence[EntryJob], cards: CardColumns, models: ModelTable) -> tuple[Numbers, Numbers]:
    """Return the speed of each job on each card, as ``speed_on`` reckons it, and the ratio of the ends of its range to it.

    NaN where it is unknown. The ratio is a column, from the band of the class of each job.
    """
    import numpy as np

    found = np.full((len(jobs), len(cards.cards)), NOT_KNOWN)
    factors = np.ones((len(jobs), 1))
    rows: dict[Family, list[int]] = {}
    for at, job in enumerate(jobs):
        rows.setdefault(job.family, []).append(at)
    for family, places in rows.items():
        reckon = _FAMILIES.get(family)
        if reckon is not None:
            found[places], factors[places] = reckon([jobs[at].task for at in places], cards, models)
    return found, factors


def _factor(kind: BandClass) -> float:
    return 1 + band(kind).p90


def _decode(tasks: Sequence[SpeedJob], cards: CardColumns, models: ModelTable) -> Cells:
    import numpy as np

    model = models.of([task.model for task in tasks])
    read, cache, compute, batch, layers, parallel = decode_numbers(tasks, model)
    rate = stacked([cards.rate_tflops(task.dtype, task.limit_w) for task in tasks])
    arithmetic = over_arrays(COMPUTE_S)(
        compute_b=compute, batch=batch, parallel=parallel, rate_tflops=rate, reach=sizing_value("decode_compute")
    )
    step = over_arrays(STEP_S)(
        read_gb=read,
        cache_gb=cache,
        parallel=parallel,
        bandwidth_gbs=cards.bandwidth_gbs(),
        reach=stacked([cards.read_reach(task) for task in tasks]),
        layers=layers,
        layer_us=stacked([cards.layer_us(task) for task in tasks]),
        compute_s=np.where(np.isnan(rate), 0.0, arithmetic),  # no rate published: limited by bandwidth alone
    )
    factors = np.where(model["sparse"] > 0, _factor("decode_moe"), _factor("decode"))[:, np.newaxis]
    return over_arrays(DECODE_TPS)(batch=batch, step_s=step), factors


def _train(tasks: Sequence[TrainingJob], cards: CardColumns, models: ModelTable) -> Cells:
    import numpy as np

    tokens, gflop, busy, devices, trained = train_numbers(tasks, models.of([task.model for task in tasks]))
    written = over_arrays(OPTIMIZER_S)(
        trained_b=trained,
        bytes=column([task.optimizer_bytes for task in tasks]),
        shards=column([float(task.state_ranks * task.model_parallel) for task in tasks]),
        bandwidth_gbs=cards.bandwidth_gbs(),
        reach=sizing_value("train_optimizer_reach"),
    )
    shows = np.array([has_optimizer_time(task) for task in tasks])[:, np.newaxis]
    work = {
        "tokens": tokens,
        "token_gflop": gflop,
        "rate_tflops": stacked([cards.rate_tflops("bf16", task.limit_w) for task in tasks]),
        "reach": stacked([cards.train_reach(task) for task in tasks]),
    }
    each = over_arrays(TRAIN_TPS)(
        **work,
        optimizer_s=np.where(shows, written, 0.0),
        busy=busy,
        waits_s=waits(tasks, cards, over_arrays(STEP_COMPUTE_S)(**work)),
    )
    return over_arrays(ALL_TPS)(tps=each, devices=devices), _factor("train")


def _vision(tasks: Sequence[VisionTask], cards: CardColumns, _models: ModelTable) -> Cells:
    made = over_arrays(IMAGE_TPS)(
        passes=column([TRAIN_PASSES if task.training else 1.0 for task in tasks]),
        gmacs=column([task.network.gmacs for task in tasks]),
        rate_tflops=cards.rate_tflops(),
        reach=sizing_value("vision_reach"),
        touches=column([image_touches(task.network, task.training, _HEAD).require() for task in tasks]),
        activations_mb=column([task.network.million_activations * 2 for task in tasks]),
        bandwidth_gbs=cards.bandwidth_gbs(),
    )
    return made, _factor("vision")


def _video(tasks: Sequence[VideoJob], cards: CardColumns, _models: ModelTable) -> Cells:
    made = over_arrays(CLIP_S)(
        pflop=column([value_or_nan(clip_pflop(task, _HEAD)) for task in tasks]),
        rate_tflops=cards.rate_tflops(),
        reach=cards.clip_reach(),
        serial_share=stacked([cards.serial_share(task) for task in tasks]),
        devices=column([float(task.devices) for task in tasks]),
    )
    return made, _factor("video")


def _picture(tasks: Sequence[ImageJob], cards: CardColumns, _models: ModelTable) -> Cells:
    work = [image_work(task) for task in tasks]
    made = over_arrays(IMAGE_S)(
        steps=column([task.steps for task in tasks]),
        guidance_passes=column([task.guidance_passes for task in tasks]),
        token_b=column([params for params, _ in work]),
        tokens=column([tokens for _, tokens in work]),
        hidden=column([task.hidden for task in tasks]),
        layers=column([task.layers for task in tasks]),
        rate_tflops=cards.rate_tflops(),
        reach=sizing_value("video_reach_cuda"),
    )
    return made, _factor("image")


_FAMILIES: dict[Family, Callable[[Any, CardColumns, ModelTable], Cells]] = {
    "decode": _decode,
    "train": _train,
    "vision": _vision,
    "video": _video,
    "picture": _picture,
}

"""What no measurement of an entry can exceed: the limit of its card, or of the fastest card of the plan where none is named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from planner.assess.media_task import media_task
from planner.errors import PlannerError
from planner.workload.decode import upper_bound_tps
from planner.workload.guard import judge, refuse_too_short
from planner.workload.models import from_item
from planner.workload.speed_limits import clip_limit_s, image_limit, train_limit_tps
from planner.workload.throughput import SpeedJob, one_copy
from planner.workload.video_speed import VideoJob, clip_pflop
from planner.workload.vision_speed import vision_model

if TYPE_CHECKING:
    from planner.catalog.items import Item
    from planner.figure import Figure
    from planner.messages import Message
    from planner.plan.document import Measurement, WorkloadEntry

LIMITED = ("decode_tps", "train_tps", "images_s")


def limit_on(quantity: str, entry: WorkloadEntry, model: Item | None, card: Item) -> Figure | None:
    """Return what ``quantity`` of an entry cannot exceed on ``card``, None where no limit of it is reckoned."""
    key = f"workload/{entry.id}/{card.id}/{quantity}"
    if model is None or quantity not in LIMITED:
        return None
    try:
        if quantity == "images_s":
            return image_limit(vision_model(model.name), card, entry.method != "infer", key)
        shape = from_item(model)
        if quantity == "train_tps":
            if entry.method == "infer":
                return None
            return train_limit_tps(shape, card, entry.method, entry.dtype, entry.devices, key)
        return upper_bound_tps(_running(entry, model, card), key)
    except PlannerError:
        return None  # what cannot run so has no limit; a check of its own says why


def floor_on(quantity: str, entry: WorkloadEntry, model: Item | None, card: Item) -> Figure | None:
    """Return the seconds that ``quantity`` of an entry cannot fall below on ``card``, None where no limit of it is reckoned."""
    if model is None or quantity != "clip_s":
        return None
    key = f"workload/{entry.id}/{card.id}/{quantity}"
    try:
        task = media_task(entry, model)
        return clip_limit_s(task, clip_pflop(task, key), card, key) if isinstance(task, VideoJob) else None
    except PlannerError:
        return None  # nobody published the size of the clips


def _running(entry: WorkloadEntry, model: Item, card: Item) -> SpeedJob:
    """Return the part of an entry's service that the roofline depends on."""
    job = SpeedJob(
        model=from_item(model),
        card=card,
        dtype=entry.dtype,
        kv_dtype=entry.kv_dtype,
        devices=entry.devices,
        tokens_in=entry.seq_len,
        tokens_out=entry.output_len,
        batch=entry.batch,
    )
    return one_copy(job, entry.tensor_parallel, entry.pipeline_parallel)


def impossible(
    quantity: str, told: Measurement, entry: WorkloadEntry, model: Item | None, cards: Iterable[Item]
) -> Message | None:
    """Return why no card of ``cards`` that the measurement stands for can have reached it, None where one can or is not known."""
    reasons: list[Message] = []
    for card in cards:
        if told.card not in ("", card.id):
            continue
        reason = judge(told.value, limit_on(quantity, entry, model, card)).reason
        reason = reason or _too_short(told.value, floor_on(quantity, entry, model, card))
        if reason is None:
            return None
        reasons.append(reason)
    return reasons[-1] if reasons else None


def _too_short(value: float, floor: Figure | None) -> Message | None:
    try:
        refuse_too_short(value, floor)
    except PlannerError as fault:
        return fault.message
    return None

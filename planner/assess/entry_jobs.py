"""Entries of a plan as the matrix takes them, and the same speed for one of them on one card."""

from __future__ import annotations

import msgspec

from planner.assess.demand import EntryFigures, measured_here
from planner.assess.media_task import is_media, media_task
from planner.assess.speed import running_job, training_job
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.figure import Quality
from planner.messages import Message, msg
from planner.workload.entry_job import EntryJob, Measured, SpeedTask
from planner.workload.models import from_item

_ANSWER = 256
_SHAPING = frozenset({"seq_len", "output_len", "batch", "devices"})
_QUANTITY = {
    "decode": "decode_tps",
    "train": "train_tps",
    "vision": "images_s",
    "video": "clip_s",
    "picture": "image_s",
}


def entry_job(figures: EntryFigures, reference: Item) -> EntryJob:
    """Return an entry with its need and the task of its speed; ``reference`` is any card, the matrix puts others in its place."""
    task, silent = _task(figures, reference)
    job = EntryJob(
        id=figures.entry.id,
        need_gib=figures.per_device_gib,
        at_least_gib=figures.at_least_gib,
        devices=figures.entry.devices,
        task=task,
        no_speed=silent,
    )
    quantity = _QUANTITY.get(job.family, "")
    told = figures.entry.measured.get(quantity)
    if told is None:
        return job
    here = measured_here(figures.entry, quantity, told.card, figures.model)
    return job if here is None else msgspec.structs.replace(job, measured=Measured(card=told.card, here=here))


def quantity_of(job: EntryJob) -> str:
    """Return the name under which the speed of a job is measured, '' where none is reckoned."""
    return _QUANTITY.get(job.family, "")


def _task(figures: EntryFigures, card: Item) -> tuple[SpeedTask | None, Message | None]:
    entry, model = figures.entry, figures.model
    if model is None:
        return None, msg("speed.no_model", "{entry} names no model: its speed is not known.", entry=entry.title)
    no_rule = msg("speed.no_rule", "There is no rule for the speed of {name}: measure it.", name=model.name)
    try:
        if is_media(entry, model):
            media = media_task(entry, model)
            return media, None if media is not None else no_rule
        shape = from_item(model)
        if shape.cache_rule == "none":
            return None, no_rule
        assumed = Quality.ASSUMED if _SHAPING & set(entry.assumed) else Quality.ENTERED
        if entry.method != "infer":
            return msgspec.structs.replace(training_job(entry, shape, card), quality=assumed), None
        job = running_job(entry, shape, card)
        if entry.output_len is None:
            return msgspec.structs.replace(job, tokens_out=_ANSWER, quality=Quality.ASSUMED), None
        return msgspec.structs.replace(job, quality=assumed), None
    except PlannerError as fault:
        return None, fault.message

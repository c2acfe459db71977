"""One entry of the mix as the matrix takes it: what each card must hold, and what is to be reckoned of its speed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from planner.catalog.items import Item
from planner.figure import Figure
from planner.messages import Message
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.guard import refuse_too_short
from planner.workload.measured_here import MeasuredHere, Settled, settle
from planner.workload.models import ModelShape
from planner.workload.spec import MemorySpec
from planner.workload.speed_limits import clip_limit_s, image_limit, train_limit_tps
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import TrainingJob, all_tps
from planner.workload.video_speed import VideoJob, clip_pflop, clip_s
from planner.workload.vision_speed import ImageJob, VisionModel, image_s, images_s

Family = Literal["decode", "train", "vision", "video", "picture", "none"]


class VisionTask(msgspec.Struct, frozen=True, kw_only=True):
    """Images through a vision network, to train it or to use it, on ``devices`` cards."""

    network: VisionModel
    training: bool = False


SpeedTask = SpeedJob | TrainingJob | VideoJob | VisionTask | ImageJob


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of a job's speed, and the id of the card it was measured on ('' for every card)."""

    card: str
    here: MeasuredHere


class EntryJob(msgspec.Struct, frozen=True, kw_only=True):
    """An entry: need of each device (GiB) with what is certain of it, devices, and the task whose speed is reckoned.

    An entry without ``need_gib`` brings the ``spec`` that its account is reckoned from: in numbers with all others of a
    matrix, in figures when one asks for them. A language task carries a card of its own that does not count: ``on_card`` puts another in its place.
    """

    id: str
    need_gib: Figure | None = None
    spec: MemorySpec | None = None
    at_least_gib: Figure | None = None
    devices: int = 1
    task: SpeedTask | None = None
    no_speed: Message | None = None
    measured: Measured | None = None

    @property
    def family(self) -> Family:
        """Return which formulas reckon the speed."""
        task = self.task
        if isinstance(task, SpeedJob):
            return "decode"
        if isinstance(task, TrainingJob):
            return "train"
        if isinstance(task, VideoJob):
            return "video"
        if isinstance(task, ImageJob):
            return "picture"
        return "none" if task is None else "vision"


def models_of(jobs: Iterable[EntryJob]) -> list[ModelShape]:
    """Return the language models whose numbers are asked for: of the accounts that are to be reckoned, and of the speeds."""
    found = []
    for job in jobs:
        if job.spec is not None and job.need_gib is None:
            found.append(job.spec.model)
        task = job.task
        if task.__class__ is SpeedJob or task.__class__ is TrainingJob:
            found.append(task.model)
    return found


def speed_on(job: EntryJob, card: Item) -> Figure | None:
    """Return the speed of a job on its devices of ``card`` with the range of its class, None where no formula reckons it.

    Tokens a second of all devices, images a second of one card, or seconds of a clip or picture. Raises PlannerError.
    """
    task, key = job.task, f"workload/{job.id}/{card.id}"
    if isinstance(task, SpeedJob):
        return decode_tps(msgspec.structs.replace(task, card=card), key)
    if isinstance(task, TrainingJob):
        return all_tps(msgspec.structs.replace(task, card=card), key)
    if isinstance(task, VideoJob):
        return clip_s(task, card, key)
    if isinstance(task, ImageJob):
        return image_s(task, card, key)
    return None if task is None else images_s(task.network, card, task.training, key)


def ceiling_on(job: EntryJob, card: Item) -> Figure | None:
    """Return the tokens or images a second that no software exceeds on ``card``, None where no limit of a job is reckoned."""
    task, key = job.task, f"workload/{job.id}/{card.id}/ceiling"
    if isinstance(task, SpeedJob):
        return upper_bound_tps(msgspec.structs.replace(task, card=card), key)
    if isinstance(task, TrainingJob):
        return train_limit_tps(task.model, card, task.method, task.dtype, task.devices, key)
    return image_limit(task.network, card, task.training, key) if isinstance(task, VisionTask) else None


def floor_on(job: EntryJob, card: Item) -> Figure | None:
    """Return the seconds below which no software makes the clip of a job on ``card``, None for other work."""
    task, key = job.task, f"workload/{job.id}/{card.id}/floor"
    return clip_limit_s(task, clip_pflop(task, key), card, key) if isinstance(task, VideoJob) else None


def settled_on(job: EntryJob, card: Item) -> Settled | None:
    """Return the speed to reckon with: what was measured on the card in place of the estimate, which stands beside it.

    Raises:
        PlannerError: the task cannot run so, or the measured value is above the roofline of the card.
    """
    estimate = speed_on(job, card)
    if estimate is None:
        return None
    told = job.measured
    here = told.here if told is not None and told.card in ("", card.id) else None
    if here is not None:
        refuse_too_short(here.value, floor_on(job, card), estimate.key)
    return settle(estimate, here, ceiling_on(job, card) if here is not None else None)

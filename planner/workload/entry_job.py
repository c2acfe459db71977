"""One entry of the mix as the matrix takes it: what each card must hold, and what is to be reckoned of its speed."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.catalog.items import Item
from planner.figure import Figure
from planner.messages import Message
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.measured_here import MeasuredHere, Settled, settle
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import TrainingJob, all_tps
from planner.workload.video_speed import VideoJob, clip_s
from planner.workload.vision_speed import VisionModel, images_s

Family = Literal["decode", "train", "vision", "video", "none"]


class VisionTask(msgspec.Struct, frozen=True, kw_only=True):
    """Images through a vision network, to train it or to use it, on ``devices`` cards."""

    network: VisionModel
    training: bool = False


SpeedTask = SpeedJob | TrainingJob | VideoJob | VisionTask


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured of a job's speed, and the id of the card it was measured on ('' for every card)."""

    card: str
    here: MeasuredHere


class EntryJob(msgspec.Struct, frozen=True, kw_only=True):
    """An entry: need of each device (GiB) with what is certain of it, devices, and the task whose speed is reckoned.

    A language task carries a card of its own that does not count: ``on_card`` puts another in its place.
    """

    id: str
    need_gib: Figure
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
        return "none" if task is None else "vision"


def speed_on(job: EntryJob, card: Item) -> Figure | None:
    """Return the speed of a job on its devices of ``card`` with the range of its class, None where no formula reckons it.

    Tokens a second of all devices, images a second of one card, or seconds of a clip. Raises PlannerError.
    """
    task, key = job.task, f"workload/{job.id}/{card.id}"
    if isinstance(task, SpeedJob):
        return decode_tps(msgspec.structs.replace(task, card=card), key)
    if isinstance(task, TrainingJob):
        return all_tps(msgspec.structs.replace(task, card=card), key)
    if isinstance(task, VideoJob):
        return clip_s(task, card, key)
    return None if task is None else images_s(task.network, card, task.training, key)


def ceiling_on(job: EntryJob, card: Item) -> Figure | None:
    """Return the tokens a second that no software exceeds on ``card``, None where the roofline of a job is not reckoned."""
    task = job.task
    if not isinstance(task, SpeedJob):
        return None
    return upper_bound_tps(msgspec.structs.replace(task, card=card), f"workload/{job.id}/{card.id}/ceiling")


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
    return settle(estimate, here, ceiling_on(job, card) if here is not None else None)

"""Speed of one job on a card: the figures that suit its kind, by name, with the ranges of their classes."""

from __future__ import annotations

from planner.catalog.items import Item
from planner.errors import InputError
from planner.figure import Figure
from planner.messages import msg
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.models import ModelShape
from planner.workload.prefill import prefill_tps, ttft_s
from planner.workload.serving import serving
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import TrainingJob, all_tps, step_time_s
from planner.workload.video_speed import VideoJob, clip_s, video_preset
from planner.workload.vision_speed import images_s, vision_model

Speeds = tuple[tuple[str, Figure], ...]


def running_speeds(job: SpeedJob, key: str = "job", all_devices: SpeedJob | None = None) -> Speeds:
    """Return decoding and prompt speed (tok/s), time to the first token (s) and what is served at saturation (tok/s).

    ``all_devices`` is the job on all its cards where one copy of the model is split over fewer of them.
    """
    full = serving(all_devices or job, key=f"{key}/served")
    return (
        ("decode_tps", decode_tps(job, key)),
        ("prefill_tps", prefill_tps(job, key)),
        ("ttft_s", ttft_s(job, key=key)),
        ("served_tps", full.tps),
        ("served_batch", full.batch),
        ("served_tpot_s", full.tpot_s),
    )


def training_speeds(job: TrainingJob, key: str = "job") -> Speeds:
    """Return the training speed of all cards (tok/s) and the time of a step (s)."""
    return (("train_tps", all_tps(job, key)), ("step_time_s", step_time_s(job, key)))


def picture_speeds(name: str, card: Item, training: bool, key: str = "job") -> Speeds:
    """Return the images a second of one card; raises UnknownIdError for a network that no table has."""
    return (("images_s", images_s(vision_model(name), card, training, key)),)


def clip_speeds(shape: ModelShape, card: Item, devices: int, key: str = "job") -> Speeds:
    """Return the seconds of one clip of the size and length that the model is published with.

    Raises:
        InputError: nobody published what the model makes.
    """
    preset = video_preset(shape.name)
    if preset is None or shape.params_b is None:
        raise InputError(
            msg("rows.video", "Size of the clip is not known for {name}.", name=shape.name),
            msg("rows.video.remedy", "Name the model with its resolution, as in 720p."),
            "model",
        )
    job = VideoJob(
        params_b=shape.params_b,
        layers=shape.layers or preset.layers,
        hidden=shape.hidden or preset.hidden,
        frames=preset.frames,
        width_px=preset.width_px,
        height_px=preset.height_px,
        steps=preset.steps,
        guidance_passes=preset.guidance_passes,
        devices=devices,
    )
    return (("clip_s", clip_s(job, card, key)),)


def ceiling_tps(job: SpeedJob, key: str = "job") -> Figure:
    """Return the tokens a second that no measurement of decoding can exceed on these cards."""
    return upper_bound_tps(job, f"{key}/ceiling")

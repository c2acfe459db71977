"""Vision and video entries of a plan as the task whose speed the matrix reckons."""

from __future__ import annotations

from planner.assess.media import clip_s, image_px
from planner.catalog.items import Item
from planner.errors import InputError
from planner.messages import msg
from planner.plan.document import WorkloadEntry
from planner.workload.entry_job import VisionTask
from planner.workload.video_speed import VideoJob, video_preset
from planner.workload.vision_speed import ImageJob, picture_preset, vision_model

_SUBKINDS = {"vision": "vision", "diffusion": "diffusion", "video": "diffusion-video"}


def is_media(entry: WorkloadEntry, model: Item) -> bool:
    """Tell whether an entry is reckoned by pictures and not by tokens."""
    return entry.kind in _SUBKINDS and model.text("subkind").startswith(_SUBKINDS[entry.kind])


def picture_task(entry: WorkloadEntry, model: Item) -> ImageJob | None:
    """Return the making of one picture, None for a network of which no shape or steps are published."""
    preset, side = picture_preset(model.name), image_px(entry)
    params, layers, hidden = (model.number(name) for name in ("params_total_b", "layers", "hidden"))
    if preset is None or side is None or params is None or layers is None or hidden is None:
        return None
    return ImageJob(
        params_b=params,
        layers=layers,
        hidden=hidden,
        steps=preset.steps,
        size_px=side,
        guidance_passes=preset.guidance_passes,
    )


def media_task(entry: WorkloadEntry, model: Item) -> VisionTask | VideoJob | ImageJob | None:
    """Return the task whose speed is reckoned, None where no formula does.

    Raises:
        InputError: nobody published the size of the model's clips.
        UnknownIdError: the vision network is in no table.
    """
    if entry.kind == "vision":
        return VisionTask(network=vision_model(model.name), training=entry.method != "infer")
    if entry.method != "infer":
        return None
    if entry.kind == "diffusion":
        return picture_task(entry, model)
    preset = video_preset(model.name)
    if preset is None:
        raise InputError(
            msg("rows.video", "Size of the clip is not known for {name}.", name=model.name),
            msg("rows.video.remedy", "Name the model with its resolution, as in 720p."),
            "model",
        )
    return VideoJob(
        params_b=model.number("params_total_b") or 0.0,
        layers=model.number("layers") or preset.layers,
        hidden=model.number("hidden") or preset.hidden,
        frames=preset.frames_of(clip_s(entry)),
        width_px=preset.width_px,
        height_px=preset.height_px,
        steps=preset.steps,
        guidance_passes=preset.guidance_passes,
        devices=entry.devices,
    )

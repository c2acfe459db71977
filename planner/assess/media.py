"""The account of memory of an entry that works on pictures or video: what its kind, method and model tell."""

from __future__ import annotations

from planner.assess.facts import fact_figure
from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.plan.document import WorkloadEntry
from planner.workload.diffusion_training import DiffusionTraining, diffusion_training
from planner.workload.fit import EntryDemand
from planner.workload.media_memory import MediaKind, MediaSpec, media_memory
from planner.workload.video_speed import video_preset
from planner.workload.vision_speed import vision_model

_SUBKINDS = {"vision": "vision", "diffusion": "diffusion-image", "video": "diffusion-video"}


def media_account(entry: WorkloadEntry, model: Item, key: str) -> EntryDemand | None:
    """Return the account in GiB of vision, or of making pictures or video; None for every other entry.

    Training a diffusion model is known where a run of it is published. A size that nobody told is unknown for pictures
    (fact ``image_px``), and that of the published example for video, whose length may be told (fact ``clip_s``).

    Raises:
        InputError: batch or devices are below 1.
    """
    if _tunes(entry) and model.text("subkind").startswith(_SUBKINDS[entry.kind]):
        return diffusion_training(
            DiffusionTraining(
                name=model.name,
                method=entry.method,
                params_b=model.number("params_total_b"),
                dtype=entry.dtype,
                batch=1 if entry.batch is None else entry.batch,
                px=image_px(entry),
                devices=entry.devices,
            ),
            key,
        )
    kind = _kind(entry)
    if kind is None or not model.text("subkind").startswith(_SUBKINDS[entry.kind]):
        return None
    preset = video_preset(model.name) if kind == "video" else None
    side = image_px(entry)
    return media_memory(
        MediaSpec(
            name=model.name,
            kind=kind,
            params_b=model.number("params_total_b"),
            batch=1 if entry.batch is None else entry.batch,
            million_activations=_activations(model.name) if kind.startswith("vision") else None,
            hidden=model.number("hidden") or (None if preset is None else preset.hidden),
            ffn=model.number("ffn"),
            width_px=side if preset is None else preset.width_px,
            height_px=side if preset is None else preset.height_px,
            frames=1 if preset is None else preset.frames_of(clip_s(entry)),
            devices=entry.devices,
        ),
        key,
    )


def _tunes(entry: WorkloadEntry) -> bool:
    """Tell whether an entry trains a picture or video model."""
    return entry.kind in ("diffusion", "video") and entry.method != "infer"


def image_px(entry: WorkloadEntry) -> float | None:
    """Return the side of a picture in px as somebody told it, None where nobody did; source: the fact ``image_px``."""
    return fact_figure(entry.facts, "image_px", f"workload/{entry.id}/image_px", "px").value


def clip_s(entry: WorkloadEntry) -> float | None:
    """Return the seconds of a clip as somebody told them, None where nobody did."""
    return fact_figure(entry.facts, "clip_s", f"workload/{entry.id}/clip_s", "s").value


def _kind(entry: WorkloadEntry) -> MediaKind | None:
    if entry.kind == "vision":
        return "vision-infer" if entry.method == "infer" else "vision-train"
    if entry.method != "infer":
        return None
    return {"diffusion": "picture", "video": "video"}.get(entry.kind)  # type: ignore[return-value]  # words of media kinds


def _activations(name: str) -> float | None:
    """Return the activations of one image in 1e6 (source: the table of vision networks), None where it has none."""
    try:
        return vision_model(name).million_activations
    except PlannerError:
        return None

"""Memory rows of picture, video and speech models: reported apart, no bound is promised for them."""

from __future__ import annotations

from collections.abc import Mapping

from planner.calc.memory_jobs import FindModel
from planner.calc.sizing_rows import Estimate, Predictor, Row
from planner.errors import InputError
from planner.messages import msg
from planner.workload.media_memory import MediaKind, MediaSpec, media_memory
from planner.workload.video_speed import video_preset

_SIZES = {"256px": 256.0, "480p": 480.0, "720p": 720.0, "768px": 768.0, "1024px": 1024.0}


def media_predictors(model: FindModel) -> Mapping[str, Predictor]:
    """Return the predictor of media rows; ``model`` finds a catalog model by its name."""
    return {"infer_mem_media": lambda row: media_estimate(row, model)}


def media_estimate(row: Row, model: FindModel) -> Estimate:
    """Return what each card holds, in the row's unit; raises InputError where the row or model does not say enough."""
    demand = media_memory(_spec(row, model))
    need = demand.per_device
    if need.value is None:
        raise InputError(msg("rows.unknown", "Not known: {missing} is missing.", missing=need.missing), place="model")
    scale = {"GB": 2**30 / 1e9, "MiB": 1024.0}.get(row.get("unit", ""), 1.0)
    return Estimate(value=need.value * scale, unit=row.get("unit") or "GiB")


def _spec(row: Row, model: FindModel) -> MediaSpec:
    item = model(row.get("model_ref", "")) if row.get("model_ref") else None
    preset = video_preset(row["model"])
    kind: MediaKind = "video" if preset is not None or row.get("frames") else "picture"
    width, height = (preset.width_px, preset.height_px) if preset is not None else _size(row, kind)
    hidden = row.get("hidden")
    return MediaSpec(
        name=row["model"],
        kind=kind,
        params_b=float(row["params_b"]) if row.get("params_b") else None,
        hidden=float(hidden) if hidden else (item.number("hidden") if item is not None else None),
        ffn=item.number("ffn") if item is not None else None,
        width_px=width,
        height_px=height,
        frames=float(row.get("frames") or (preset.frames if preset is not None else 1)),
        devices=int(row.get("gpus") or 1),
    )


def _size(row: Row, kind: MediaKind) -> tuple[float | None, float | None]:
    side = next((value for mark, value in _SIZES.items() if mark in row["model"]), None)
    if side is None and kind == "picture" and row.get("hidden"):
        side = 1024.0
    return side, side

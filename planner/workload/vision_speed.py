"""Images a second of vision models, in inference and training, and seconds of an image by diffusion."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner import tables
from planner.catalog.items import Item
from planner.errors import unknown_id
from planner.figure import Figure, Formula, constant, leaf, trace
from planner.figure import Quality as Q
from planner.messages import Labelled, msg
from planner.workload.bands import banded
from planner.workload.chips import bandwidth, sustained
from planner.workload.constants import sizing_figure

IMAGE_TPS = Formula(
    key="vision.images_s",
    label=Labelled(zh="图像吞吐", en="Images a second"),
    text="1 / (passes * (2 * gmacs / (rate_tflops * reach * 1000) + touches * activations_mb / (bandwidth_gbs * 1000)))",
    unit="img/s",
    source="2 operations for each multiply-add, and activations that cross the memory; training takes three passes",
    function=lambda passes, gmacs, rate_tflops, reach, touches, activations_mb, bandwidth_gbs: (
        1 / (passes * (2 * gmacs / (rate_tflops * reach * 1000) + touches * activations_mb / (bandwidth_gbs * 1000)))
    ),
    error_class="vision",
)
IMAGE_S = Formula(
    key="vision.diffusion_s",
    label=Labelled(zh="每张图时间", en="Time of an image"),
    text="steps * guidance_passes * (2 * token_b * tokens + 4 * tokens ** 2 * hidden * layers / 1000000000) "
    "/ (rate_tflops * reach * 1000)",
    unit="s",
    source="each step: 2 operations for each working parameter and token, and full attention",
    function=lambda steps, guidance_passes, token_b, tokens, hidden, layers, rate_tflops, reach: (
        steps
        * guidance_passes
        * (2 * token_b * tokens + 4 * tokens**2 * hidden * layers / 1e9)
        / (rate_tflops * reach * 1000)
    ),
    error_class="image",
)
TRAIN_PASSES = 3.0
_MODULATION_SHARE = 0.27  # of the parameters: they work once for each image, not for each token
_TEXT_TOKENS = 512.0
_PATCH_PX = 16.0


class VisionModel(msgspec.Struct, frozen=True, kw_only=True):
    """What one image asks of a vision network: 1e9 multiply-adds, 1e6 activations, and how it is built."""

    name: str
    gmacs: float
    million_activations: float
    kind: Literal["plain", "windowed", "conv", "batchnorm"]
    source: str


def vision_model(name: str) -> VisionModel:
    """Return the network called ``name``; raises UnknownIdError with the nearest names."""
    known = {row["model"].lower(): row for row in tables.rows("workload/vision.csv")}
    row = known.get(name.strip().lower())
    if row is None:
        raise unknown_id(msg("vision.model", "vision network"), name, tuple(known), "model")
    return msgspec.convert({**row, "name": row["model"]}, VisionModel, strict=False)


def images_s(network: VisionModel, card: Item, training: bool = False, key: str = "job") -> Figure:
    """Return the images a second of one card at the batch that suits it, in 16 bits."""
    passes = constant(f"{key}/passes", TRAIN_PASSES if training else 1.0, "1", "forward, and twice as much backward")
    speed = trace(
        IMAGE_TPS,
        f"{key}/images_s",
        passes=passes,
        gmacs=leaf(f"{key}/gmacs", network.gmacs, "1e9", Q.PUBLISHED, network.source),
        rate_tflops=sustained(card, key),
        reach=sizing_figure("vision_reach"),
        touches=image_touches(network, training, key),
        activations_mb=leaf(
            f"{key}/activations_mb", network.million_activations * 2, "MB", Q.PUBLISHED, network.source
        ),
        bandwidth_gbs=bandwidth(card),
    )
    return banded(speed, "vision")


class ImageJob(msgspec.Struct, frozen=True, kw_only=True):
    """One image by a diffusion transformer: parameters in 1e9, shape, steps and size in pixels."""

    params_b: float
    layers: float
    hidden: float
    steps: float
    size_px: float
    guidance_passes: float = 1.0


class PicturePreset(msgspec.Struct, frozen=True, kw_only=True):
    """How a picture model is run when nobody says otherwise: steps, and passes for guidance."""

    pattern: str
    steps: float
    guidance_passes: float
    source: str


def picture_preset(name: str) -> PicturePreset | None:
    """Return the preset for a model's name, None where none is known."""
    for row in tables.rows("workload/pictures.csv"):
        if row["pattern"] in name.lower():
            return msgspec.convert(row, PicturePreset, strict=False)
    return None


def image_s(job: ImageJob, card: Item, key: str = "job") -> Figure:
    """Return the seconds of an image on one card, 16-bit."""
    token_b, tokens = image_work(job)
    work = trace(
        IMAGE_S,
        f"{key}/image_s",
        steps=leaf(f"{key}/steps", job.steps, "1", Q.ENTERED),
        guidance_passes=leaf(f"{key}/guidance_passes", job.guidance_passes, "1", Q.ENTERED),
        token_b=leaf(f"{key}/token_b", token_b, "1e9", Q.SECONDARY),
        tokens=leaf(f"{key}/tokens", tokens, "tokens", Q.COMPUTED, "one for each 16 x 16 pixels, and the text"),
        hidden=leaf(f"{key}/hidden", job.hidden, "1", Q.ENTERED),
        layers=leaf(f"{key}/layers", job.layers, "1", Q.ENTERED),
        rate_tflops=sustained(card, key),
        reach=sizing_figure("video_reach_cuda"),
    )
    return banded(work, "image")


def image_work(job: ImageJob) -> tuple[float, float]:
    """Return the parameters (1e9) that work on each token, and the tokens of an image."""
    return job.params_b * (1 - _MODULATION_SHARE), (job.size_px / _PATCH_PX) ** 2 + _TEXT_TOKENS


def image_touches(network: VisionModel, training: bool, key: str) -> Figure:
    """Return how often activations cross the memory."""
    if network.kind == "plain":
        return constant(f"{key}/touches", 0.0, "1", "fused attention: activations stay on the chip")
    if network.kind == "batchnorm" and not training:
        return sizing_figure("vision_touches_windowed")  # folded into the convolutions when nothing is trained
    return sizing_figure(f"vision_touches_{network.kind}")

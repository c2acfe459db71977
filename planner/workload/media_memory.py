"""Memory of vision, picture and video models: weights of all components, activations, the spike of the decoder.

GiB over all devices. Report a range: these accounts are wider than those of language models.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from planner import tables
from planner.errors import InputError
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled, msg
from planner.workload.constants import sizing_figure
from planner.workload.fit import PER_DEVICE_GIB, TOTAL_GIB, EntryDemand
from planner.workload.memory import runtime

MediaKind = Literal["vision-infer", "vision-train", "picture", "video"]

MEDIA_WEIGHTS_GIB = Formula(
    key="media.weights_gib",
    label=Labelled(zh="权重与训练状态", en="Weights and training state"),
    text="params_b * bytes_per_param * copies * 1000000000 / 2 ** 30",
    unit="GiB",
    source="16 bits for inference, 16 bytes for training with AdamW; every device keeps them unless they are sharded",
    function=lambda params_b, bytes_per_param, copies: params_b * bytes_per_param * copies * 1e9 / 2**30,
)
IMAGE_ACTIVATIONS_GIB = Formula(
    key="media.image_activations_gib",
    label=Labelled(zh="图像激活", en="Activations of images"),
    text="devices * batch * million_activations * 1000000 * 2 * factor / 2 ** 30",
    unit="GiB",
    source="published activations of one image in 16 bits",
    function=lambda devices, batch, million_activations, factor: (
        devices * batch * million_activations * 1e6 * 2 * factor / 2**30
    ),
)
BLOCK_GIB = Formula(
    key="media.block_gib",
    label=Labelled(zh="去噪激活", en="Activations of denoising"),
    text="tokens * (28 * hidden + 8 * ffn) / 2 ** 30",
    unit="GiB",
    source="one block: 12 bytes of 16-bit activations and 16 of FP32 copies for each hidden element, 8 for each of the feed-forward layer; sequence parallel divides it",
    function=lambda tokens, hidden, ffn: tokens * (28 * hidden + 8 * ffn) / 2**30,
)
DECODE_GIB = Formula(
    key="media.decode_gib",
    label=Labelled(zh="解码峰值", en="Spike of the decoder"),
    text="devices * pixels * pixel_bytes / 2 ** 30",
    unit="GiB",
    source="the decoder works on whole frames on one device",
    function=lambda devices, pixels, pixel_bytes: devices * pixels * pixel_bytes / 2**30,
)


class MediaSpec(msgspec.Struct, frozen=True, kw_only=True):
    """One job: parameters in 1e9, size in pixels, frames; ``million_activations`` of one image for vision networks.

    ``sharded``: weights and tokens are divided over the devices. ``components_b`` are text encoders and decoder.
    """

    name: str
    kind: MediaKind
    params_b: float | None
    batch: int = 1
    million_activations: float | None = None
    hidden: float | None = None
    ffn: float | None = None
    width_px: float | None = None
    height_px: float | None = None
    frames: float = 1
    components_b: Figure | None = None
    devices: int = 1
    sharded: bool = True
    quality: Quality = Quality.ENTERED

    def figure(self, name: str, value: float | None, unit: str) -> Figure:
        """Return a number of the job as a figure."""
        return leaf(f"model/{self.name}/{name}", value, unit, self.quality)


def components(name: str) -> Figure:
    """Return the parameters (1e9) of text encoders and decoder of a model by its name; unknown where nobody published them."""
    for row in tables.rows("workload/components.csv"):
        if row["pattern"] in name.lower():
            count = float(row["encoders_b"]) + float(row["decoder_b"])
            return leaf(f"model/{name}/components_b", count, "1e9", Quality(row["quality"]), row["source"])
    return leaf(f"model/{name}/components_b", None, "1e9", Quality.UNKNOWN)


def media_memory(spec: MediaSpec, key: str = "job") -> EntryDemand:
    """Return the account of ``spec``; raises InputError for a batch, frame or device count below 1."""
    for name in ("batch", "frames", "devices"):
        if getattr(spec, name) < 1:
            told = msg(
                "memory.not_positive", "{name} is {value}; it must be 1 or more.", name=name, value=getattr(spec, name)
            )
            raise InputError(told, place=name)
    parts = (
        *(_vision(spec, key) if spec.kind.startswith("vision") else _generation(spec, key)),
        runtime(spec.devices, key),
    )
    total = trace(TOTAL_GIB, f"{key}/total_gib", parts_gib=parts)
    known = trace(TOTAL_GIB, f"{key}/known_gib", parts_gib=[part for part in parts if part.known])
    devices = spec.figure("devices", float(spec.devices), "1")
    return EntryDemand(
        parts=parts,
        total=total,
        per_device=trace(PER_DEVICE_GIB, f"{key}/per_device_gib", total_gib=total, devices=devices),
        at_least=trace(PER_DEVICE_GIB, f"{key}/at_least_gib", total_gib=known, devices=devices),
    )


def _vision(spec: MediaSpec, key: str) -> tuple[Figure, ...]:
    training = spec.kind == "vision-train"
    return (
        _weights(
            spec, f"{key}/weights_gib", spec.figure("params_b", spec.params_b, "1e9"), 16.0 if training else 2.0, True
        ),
        trace(
            IMAGE_ACTIVATIONS_GIB,
            f"{key}/activations_gib",
            devices=spec.figure("devices", float(spec.devices), "1"),
            batch=spec.figure("batch", float(spec.batch), "1"),
            million_activations=spec.figure("million_activations", spec.million_activations, "1e6"),
            factor=sizing_figure("conv_live_factor" if training else "vision_infer_factor"),
        ),
    )


def _generation(spec: MediaSpec, key: str) -> tuple[Figure, ...]:
    encoders = components(spec.name) if spec.components_b is None else spec.components_b
    pixels = None if None in (spec.width_px, spec.height_px) else (spec.width_px or 0) * (spec.height_px or 0)
    frames = 1 if spec.kind == "picture" else (spec.frames - 1) // 4 + 1
    tokens = None if pixels is None else frames * pixels / 256 * spec.batch
    width = spec.ffn if spec.ffn else (4 * spec.hidden if spec.hidden else None)
    return (
        _weights(spec, f"{key}/weights_gib", spec.figure("params_b", spec.params_b, "1e9"), 2.0, not spec.sharded),
        _weights(spec, f"{key}/components_gib", encoders, 2.0, not spec.sharded),
        trace(
            BLOCK_GIB,
            f"{key}/activations_gib",
            tokens=spec.figure("tokens", tokens, "tokens"),
            hidden=spec.figure("hidden", spec.hidden, "1"),
            ffn=spec.figure("ffn", width, "1"),
        ),
        trace(
            DECODE_GIB,
            f"{key}/decode_gib",
            devices=spec.figure("devices", float(spec.devices), "1"),
            pixels=spec.figure("pixels", pixels, "1"),
            pixel_bytes=sizing_figure("decode_video_bytes" if spec.kind == "video" else "decode_image_bytes"),
        ),
    )


def _weights(spec: MediaSpec, key: str, params_b: Figure, size: float, whole: bool) -> Figure:
    return trace(
        MEDIA_WEIGHTS_GIB,
        key,
        params_b=params_b,
        bytes_per_param=constant(
            f"{key}/bytes_per_param", size, "B", "two bytes, or 16 with gradients, master copy and moments"
        ),
        copies=spec.figure("copies", float(spec.devices if whole else 1), "1"),
    )

"""Seconds of a clip by a video diffusion transformer, on one card and on several."""

from __future__ import annotations

import msgspec

from planner import tables
from planner.catalog.items import Item
from planner.figure import Figure, Formula, Quality, leaf, trace
from planner.messages import Labelled
from planner.workload.bands import banded
from planner.workload.chips import chip_class, link, memory_class, sustained
from planner.workload.constants import sizing_figure

CLIP_TOKENS = Formula(
    key="video.tokens",
    label=Labelled(zh="序列长度", en="Tokens of the clip"),
    text="((frames - 1) / 4 + 1) * (height_px / 16) * (width_px / 16)",
    unit="tokens",
    source="four frames and 8 x 8 pixels in one latent, patches of 2 x 2 latents",
    function=lambda frames, height_px, width_px: ((frames - 1) / 4 + 1) * (height_px / 16) * (width_px / 16),
)
CLIP_PFLOP = Formula(
    key="video.pflop",
    label=Labelled(zh="计算量", en="Operations of the clip"),
    text="steps * guidance_passes * (2 * params_b * tokens / 1000000 + 4 * tokens ** 2 * hidden * layers / 10 ** 15)",
    unit="PFLOP",
    source="each step: 2 operations for each parameter and token, and full attention over the clip",
    function=lambda steps, guidance_passes, params_b, tokens, hidden, layers: (
        steps * guidance_passes * (2 * params_b * tokens / 1e6 + 4 * tokens**2 * hidden * layers / 1e15)
    ),
)
CLIP_S = Formula(
    key="video.clip_s",
    label=Labelled(zh="每段视频时间", en="Time of a clip"),
    text="pflop * 1000 / (rate_tflops * reach) * ((1 - serial_share) / devices + serial_share)",
    unit="s",
    source="work over the rate that is reached; a part does not spread over several cards",
    function=lambda pflop, rate_tflops, reach, serial_share, devices: (
        pflop * 1000 / (rate_tflops * reach) * ((1 - serial_share) / devices + serial_share)
    ),
    error_class="video",
)
CLIP_COST = Formula(
    key="video.second_cost",
    label=Labelled(zh="每秒视频费用", en="Cost of a second of video"),
    text="clip_s * devices * price_hour / 3600 / length_s",
    unit="money",
    source="time x cards x price an hour over the length of the clip",
    function=lambda clip_s, devices, price_hour, length_s: clip_s * devices * price_hour / 3600 / length_s,
)


class VideoJob(msgspec.Struct, frozen=True, kw_only=True):
    """One clip: parameters in 1e9 and shape of the transformer, frames, size in pixels, steps, passes for guidance."""

    params_b: float
    layers: float | None
    hidden: float | None
    frames: float
    width_px: float
    height_px: float
    steps: float
    guidance_passes: float = 2.0
    devices: int = 1
    link_said: str = ""


class VideoPreset(msgspec.Struct, frozen=True, kw_only=True):
    """What a video model makes when nobody says otherwise."""

    pattern: str
    resolution: str
    width_px: float
    height_px: float
    guidance_passes: float
    frames: float
    steps: float
    layers: float | None
    hidden: float | None
    fps: float
    source: str

    def frames_of(self, clip_s: float | None) -> float:
        """Return the frames of a clip of so many seconds, of its own length where nobody says."""
        return self.frames if clip_s is None else clip_s * self.fps + 1


def video_preset(name: str) -> VideoPreset | None:
    """Return the preset for a model's name with its resolution ("Wan2.1-T2V-14B 720p"), None where none is known."""
    wanted = name.lower()
    for row in tables.rows("workload/video.csv"):
        if row["pattern"] in wanted and row["resolution"] in wanted:
            cells = {key: cell or None if key in ("layers", "hidden") else cell for key, cell in row.items()}
            return msgspec.convert(cells, VideoPreset, strict=False)
    return None


def clip_s(job: VideoJob, card: Item, key: str = "job") -> Figure:
    """Return the seconds that one clip takes on the cards of ``job``, with the range of its class."""
    took = trace(
        CLIP_S,
        f"{key}/clip_s",
        pflop=clip_pflop(job, key),
        rate_tflops=sustained(card, key),
        reach=clip_reach(card),
        serial_share=serial_share(job, card, key),
        devices=leaf(f"{key}/devices", float(job.devices), "1", Quality.ENTERED),
    )
    return banded(took, "video")


def clip_pflop(job: VideoJob, key: str = "job") -> Figure:
    """Return the PFLOP of one clip."""
    entered = {
        name: leaf(f"{key}/{name}", getattr(job, name), unit, Quality.ENTERED)
        for name, unit in (
            ("steps", "1"),
            ("guidance_passes", "1"),
            ("params_b", "1e9"),
            ("hidden", "1"),
            ("layers", "1"),
        )
    }
    sizes = {
        name: leaf(f"{key}/{name}", getattr(job, name), unit, Quality.ENTERED)
        for name, unit in (("frames", "1"), ("height_px", "px"), ("width_px", "px"))
    }
    return trace(CLIP_PFLOP, f"{key}/pflop", tokens=trace(CLIP_TOKENS, f"{key}/tokens", **sizes), **entered)


def second_cost(took_s: Figure, devices: int, price_hour: Figure, length_s: Figure, key: str = "job") -> Figure:
    """Return what one second of video costs at ``price_hour`` for a card."""
    cards = leaf(f"{key}/devices", float(devices), "1", Quality.ENTERED)
    return trace(
        CLIP_COST, f"{key}/second_cost", clip_s=took_s, devices=cards, price_hour=price_hour, length_s=length_s
    )


def clip_reach(card: Item) -> Figure:
    """Return the share of the rate that video models reach on a card."""
    fast = chip_class(card) in ("hopper", "blackwell") and memory_class(card) != "few_units"
    return sizing_figure("video_reach_hopper" if fast else "video_reach_cuda")


def serial_share(job: VideoJob, card: Item, key: str) -> Figure:
    """Return the share of a clip that several cards do not divide."""
    if job.devices < 2:
        return leaf(f"{key}/serial_share", 0.0, "1", Quality.COMPUTED, "one card")
    return sizing_figure(f"video_serial_{'pcie' if link(card, job.devices, job.link_said) == 'pcie' else 'nvlink'}")

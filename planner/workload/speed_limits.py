"""What no training and no network exceeds on a card: its printed dense rate over the fewest operations of the work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planner.figure import Figure, Formula, constant, leaf, trace
from planner.figure import Quality as Q
from planner.messages import Labelled
from planner.workload.chips import peak
from planner.workload.throughput import compute_b
from planner.workload.vision_speed import TRAIN_PASSES

if TYPE_CHECKING:
    from planner.catalog.items import Item
    from planner.workload.models import ModelShape
    from planner.workload.video_speed import VideoJob
    from planner.workload.vision_speed import VisionModel

TRAIN_LIMIT_TPS = Formula(
    key="train.limit_tps",
    label=Labelled(zh="训练速度上限", en="Highest training speed"),
    text="devices * rate_tflops * 1000 / (per_parameter * compute_b)",
    unit="tok/s",
    source="C = 6 N D operations (Kaplan et al. 2020), 4 N D where only adapters are trained, at the printed peak rate",
    function=lambda devices, rate_tflops, per_parameter, compute_b: (
        devices * rate_tflops * 1000 / (per_parameter * compute_b)
    ),
)
IMAGE_LIMIT_S = Formula(
    key="vision.limit_images_s",
    label=Labelled(zh="图像速度上限", en="Most images a second"),
    text="rate_tflops * 1000 / (2 * passes * gmacs)",
    unit="img/s",
    source="2 operations for each multiply-add, three passes in training, at the printed peak rate",
    function=lambda rate_tflops, passes, gmacs: rate_tflops * 1000 / (2 * passes * gmacs),
)
CLIP_LIMIT_S = Formula(
    key="video.limit_clip_s",
    label=Labelled(zh="每段视频最短耗时", en="Shortest time of a clip"),
    text="pflop * 1000 / (devices * rate_tflops)",
    unit="s",
    source="operations of the clip over the printed peak rate of all cards",
    function=lambda pflop, devices, rate_tflops: pflop * 1000 / (devices * rate_tflops),
)


def train_limit_tps(  # noqa: PLR0913 - what the operations and the rate depend on
    model: ModelShape, card: Item, method: str, dtype: str, devices: int, key: str = "job"
) -> Figure:
    """Return the tokens a second of all cards together that no training exceeds; unknown where size or rate are.

    Weights of 4 bits are multiplied in 16 bits, those of 8 bits in 8.
    """
    eight = dtype in ("fp8", "mxfp8")
    return trace(
        TRAIN_LIMIT_TPS,
        f"{key}/limit_tps",
        devices=leaf(f"{key}/devices", float(devices), "1", Q.ENTERED),
        rate_tflops=peak(card, "fp8" if eight else "bf16"),
        per_parameter=constant(
            f"{key}/least_per_parameter", 6.0 if method == "full" else 4.0, "1", "forward 2, backward 4 (adapters 2)"
        ),
        compute_b=compute_b(model, key),
    )


def image_limit(network: VisionModel, card: Item, training: bool, key: str = "job") -> Figure:
    """Return the images a second of one card that no software exceeds, in 16 bits."""
    return trace(
        IMAGE_LIMIT_S,
        f"{key}/limit_images_s",
        rate_tflops=peak(card),
        passes=constant(f"{key}/passes", TRAIN_PASSES if training else 1.0, "1", "forward, and twice as much backward"),
        gmacs=leaf(f"{key}/gmacs", network.gmacs, "1e9", Q.PUBLISHED, network.source),
    )


def clip_limit_s(job: VideoJob, pflop: Figure, card: Item, key: str = "job") -> Figure:
    """Return the seconds below which no software makes the clip of ``pflop`` on the cards of ``job``."""
    return trace(
        CLIP_LIMIT_S,
        f"{key}/limit_clip_s",
        pflop=pflop,
        devices=leaf(f"{key}/devices", float(job.devices), "1", Q.ENTERED),
        rate_tflops=peak(card),
    )

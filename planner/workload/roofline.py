"""The roofline of one entry on one card: what arithmetic and memory allow, what each phase reaches, and what binds it.

One device is looked at; the phases of a job that is spread over several do the same on each.
"""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from planner.catalog.items import Item
from planner.errors import PlannerError
from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled, Message, msg
from planner.workload.chips import bandwidth, link, link_gbs, peak, sustained
from planner.workload.communication import LINK_S, route
from planner.workload.decode import compute_s, layer_us, read_reach, step_s
from planner.workload.entry_job import EntryJob, VisionTask
from planner.workload.memory import weight_format
from planner.workload.prefill import prefill_tps
from planner.workload.throughput import SpeedJob, cache_gb, compute_b, mean_context, read_gb
from planner.workload.training_speed import TrainingJob, step_tokens, token_gflop, train_reach, train_tps
from planner.workload.training_waits import shard_gb
from planner.workload.video_speed import VideoJob, clip_pflop, clip_s
from planner.workload.vision_speed import TRAIN_PASSES, image_touches, images_s

Bound = Literal["compute", "bandwidth", "communication", "software", "unknown"]

RIDGE = Formula(
    key="roofline.ridge",
    label=Labelled(zh="拐点强度", en="Intensity at the ridge"),
    text="rate_tflops * 1000 / bandwidth_gbs",
    unit="FLOP/B",
    source="roofline (Williams, Waterman, Patterson 2009): peak rate over peak bandwidth",
    function=lambda rate_tflops, bandwidth_gbs: rate_tflops * 1000 / bandwidth_gbs,
)
INTENSITY = Formula(
    key="roofline.intensity",
    label=Labelled(zh="计算强度", en="Intensity"),
    text="gflop / gb",
    unit="FLOP/B",
    source="operations over the bytes that cross the memory",
    function=lambda gflop, gb: gflop / gb,
)
REACHED = Formula(
    key="roofline.reached_tflops",
    label=Labelled(zh="单卡实际算力", en="Rate that one card reaches"),
    text="gflop / time_s / cards / 1000",
    unit="TFLOPS",
    source="operations over the time they take, on each card",
    function=lambda gflop, time_s, cards: gflop / time_s / cards / 1000,
)
ALLOWED = Formula(
    key="roofline.allowed_tflops",
    label=Labelled(zh="屋顶线上限", en="What the roofline allows"),
    text="min(rate_tflops, intensity * bandwidth_gbs / 1000)",
    unit="TFLOPS",
    source="roofline (Williams, Waterman, Patterson 2009): the lower of arithmetic and memory",
    function=lambda rate_tflops, intensity, bandwidth_gbs: min(rate_tflops, intensity * bandwidth_gbs / 1000),
)
STEP_GFLOP = Formula(
    key="roofline.step_gflop",
    label=Labelled(zh="计算量", en="Operations"),
    text="per_unit * number",
    unit="GFLOP",
    source="operations of one token, image or step x how many",
    function=lambda per_unit, number: per_unit * number,
)
MOVED_GB = Formula(
    key="roofline.moved_gb",
    label=Labelled(zh="访存量", en="Bytes that cross the memory"),
    text="each_gb * times + more_gb",
    unit="GB",
    source="what is read each time x how often, and what comes to it; activations that stay on the chip are not counted",
    function=lambda each_gb, times, more_gb: each_gb * times + more_gb,
)
TOKENS_S = Formula(
    key="roofline.tokens_s",
    label=Labelled(zh="时间", en="Time"),
    text="tokens / tps",
    unit="s",
    source="tokens over the speed",
    function=lambda tokens, tps: tokens / tps,
)
READ_S = Formula(
    key="roofline.read_s",
    label=Labelled(zh="读取时间", en="Time of reading"),
    text="gb / (cards * bandwidth_gbs * reach)",
    unit="s",
    source="bytes over the bandwidth that is reached",
    function=lambda gb, cards, bandwidth_gbs, reach: gb / (cards * bandwidth_gbs * reach),
)
LAYERS_S = Formula(
    key="roofline.layers_s",
    label=Labelled(zh="各层固定耗时", en="Time beside reading"),
    text="layers * each_us / 1000000",
    unit="s",
    source="a fixed time for each layer",
    function=lambda layers, each_us: layers * each_us / 1e6,
)


ARITHMETIC_S = Formula(
    key="roofline.arithmetic_s",
    label=Labelled(zh="计算时间", en="Time of the arithmetic"),
    text="gflop / (rate_tflops * reach * 1000)",
    unit="s",
    source="operations over the rate that is reached",
    function=lambda gflop, rate_tflops, reach: gflop / (rate_tflops * reach * 1000),
)


class RoofPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A phase of the job: intensity in FLOP/B, the TFLOPS that one card reaches, and those that the roofline allows."""

    id: str
    name: Message
    intensity: Figure
    reached: Figure
    allowed: Figure


class Roofline(msgspec.Struct, frozen=True, kw_only=True):
    """A card's roof (TFLOPS, GB/s, ridge in FLOP/B, link in GB/s where cards talk), the phases under it, what binds.

    ``shares`` are the seconds of a step by what they are spent on, where the formulas part them.
    """

    peak: Figure
    bandwidth: Figure
    ridge: Figure
    points: tuple[RoofPoint, ...]
    bound: Bound
    shares: tuple[tuple[Bound, Figure], ...] = ()
    link: Figure | None = None
    notes: tuple[Message, ...] = ()


def roofline(job: EntryJob, card: Item) -> Roofline:
    """Return the roofline of an entry on ``card``; phases that cannot be reckoned are left out and told."""
    key, task = f"workload/{job.id}/{card.id}/roofline", job.task
    dtype = task.dtype if isinstance(task, SpeedJob) else "bf16"
    roof = _Roof(peak(card, dtype), bandwidth(card), key)
    points: tuple[RoofPoint, ...] = ()
    shares: tuple[tuple[Bound, Figure], ...] = ()
    notes: list[Message] = [] if task is not None or job.no_speed is None else [job.no_speed]
    try:
        if isinstance(task, SpeedJob):
            one = msgspec.structs.replace(task, card=card)
            points, shares = _language(one, roof), _step_shares(one, key)
        elif isinstance(task, TrainingJob):
            trained = msgspec.structs.replace(task, card=card)
            points, shares = _training(trained, roof), _training_shares(trained, key)
            notes.append(
                msg("roofline.upper", "Activations that cross the memory are not counted: the real intensity is lower.")
            )
        elif isinstance(task, VideoJob):
            points = _clip(task, card, roof)
            notes.append(
                msg("roofline.upper", "Activations that cross the memory are not counted: the real intensity is lower.")
            )
        elif isinstance(task, VisionTask):
            points = _images(task, card, roof)
    except PlannerError as fault:
        notes.append(fault.message)
    known = tuple(one for one in points if one.intensity.known and one.reached.known)
    return Roofline(
        peak=roof.peak,
        bandwidth=roof.bandwidth,
        ridge=roof.ridge,
        points=known,
        bound=_bound(shares, known, roof.ridge),
        shares=shares,
        link=link_gbs(card, link(card, job.devices)) if job.devices > 1 else None,
        notes=tuple(notes),
    )


class _Roof:
    """The roof of a card, to put points under."""

    def __init__(self, rate: Figure, memory: Figure, key: str) -> None:
        self.peak, self.bandwidth, self.key = rate, memory, key
        self.ridge = trace(RIDGE, f"{key}/ridge", rate_tflops=rate, bandwidth_gbs=memory)

    def point(self, name: str, said: Message, gflop: Figure, gb: Figure, time_s: Figure, cards: float) -> RoofPoint:
        key = f"{self.key}/{name}"
        intensity = trace(INTENSITY, f"{key}/intensity", gflop=gflop, gb=gb)
        count = leaf(f"{key}/cards", cards, "1", Quality.ENTERED)
        return RoofPoint(
            id=name,
            name=said,
            intensity=intensity,
            reached=trace(REACHED, f"{key}/reached_tflops", gflop=gflop, time_s=time_s, cards=count),
            allowed=trace(
                ALLOWED,
                f"{key}/allowed_tflops",
                rate_tflops=self.peak,
                intensity=intensity,
                bandwidth_gbs=self.bandwidth,
            ),
        )

    def work(self, name: str, per_unit: Figure, count: Figure) -> Figure:
        return trace(STEP_GFLOP, f"{self.key}/{name}/gflop", per_unit=per_unit, number=count)

    def moved(self, name: str, each: Figure, times: float, more: Figure | None = None) -> Figure:
        key = f"{self.key}/{name}"
        return trace(
            MOVED_GB,
            f"{key}/moved_gb",
            each_gb=each,
            times=constant(f"{key}/times", times, "1", "how often it is read"),
            more_gb=more or constant(f"{key}/more_gb", 0.0, "GB", "nothing beside it"),
        )


def _language(job: SpeedJob, roof: _Roof) -> tuple[RoofPoint, ...]:
    key, batch = roof.key, job.figure(roof.key, "batch", "1")
    working = compute_b(job.model, key)
    two = constant(f"{key}/operations", 2.0, "1", "2 operations for each working parameter")
    token = trace(STEP_GFLOP, f"{key}/token_gflop", per_unit=working, number=two)
    weights = read_gb(job, batch, key)
    cache = cache_gb(job, mean_context(job, key), batch, key)
    decoding = roof.point(
        "decode",
        msg("roofline.decode", "answers"),
        roof.work("decode", token, batch),
        roof.moved("decode", weights, 1.0, cache),
        step_s(job, batch, key),
        job.parallel,
    )
    tokens = job.figure(key, "tokens_in", "tokens")
    took = trace(TOKENS_S, f"{key}/prompt_s", tokens=tokens, tps=prefill_tps(job, key))
    reading = roof.point(
        "prefill",
        msg("roofline.prefill", "prompt"),
        roof.work("prefill", token, tokens),
        roof.moved("prefill", weights, 1.0),
        took,
        job.parallel,
    )
    return (decoding, reading)


def _step_shares(job: SpeedJob, key: str) -> tuple[tuple[Bound, Figure], ...]:
    """Return the seconds of a step of decoding by what they are spent on."""
    batch = job.figure(key, "batch", "1")
    gb = trace(
        MOVED_GB,
        f"{key}/step_gb",
        each_gb=read_gb(job, batch, key),
        times=constant(f"{key}/once", 1.0, "1", "once in a step"),
        more_gb=cache_gb(job, mean_context(job, key), batch, key),
    )
    each = layer_us(job, key)
    layers = job.model.figure("layers")

    def spent(name: str, part: str) -> Figure:
        return trace(LAYERS_S, f"{key}/{name}", layers=layers, each_us=cast(Figure, each.given[part]))

    return (
        (
            "bandwidth",
            trace(
                READ_S,
                f"{key}/read_s",
                gb=gb,
                cards=job.counted(key, "parallel", job.parallel),
                bandwidth_gbs=bandwidth(job.card),
                reach=read_reach(job),
            ),
        ),
        ("compute", compute_s(job, batch, key)),
        ("communication", spent("link_s", "link_us")),
        ("software", spent("software_s", "engine_us")),
    )


def _training(job: TrainingJob, roof: _Roof) -> tuple[RoofPoint, ...]:
    key = roof.key
    tokens = step_tokens(job, key)
    form = weight_format(job.dtype)
    passes = 3.0 if job.recompute == "full" else 2.0
    bytes_gb = trace(
        STEP_GFLOP,
        f"{key}/weights_gb",
        per_unit=job.model.figure("params_b"),
        number=constant(f"{key}/bytes", form.bits / 8, "B", form.source),
    )
    whole = roof.point(
        "train",
        msg("roofline.train", "step of training"),
        roof.work("train", token_gflop(job, key), tokens),
        roof.moved("train", bytes_gb, passes),
        trace(TOKENS_S, f"{key}/step_s", tokens=tokens, tps=train_tps(job, key)),
        1.0,
    )
    return (whole,)


def _training_shares(job: TrainingJob, key: str) -> tuple[tuple[Bound, Figure], ...]:
    """Return arithmetic and traffic of a step of several cards that share the states; nothing for one card or adapters."""
    if job.devices < 2 or job.method != "full":
        return ()
    over = route(job.card, job.devices, key=key)
    work = trace(STEP_GFLOP, f"{key}/step_gflop", per_unit=token_gflop(job, key), number=step_tokens(job, key))
    spent = trace(
        ARITHMETIC_S,
        f"{key}/compute_s",
        gflop=work,
        rate_tflops=sustained(job.card, key, "bf16", job.limit_w),
        reach=train_reach(job, key),
    )
    traffic = shard_gb(job, key)
    sent = trace(LINK_S, f"{key}/link_s", traffic_gb=traffic, link_gbs=over.gbs, reach=over.reach(job.devices))
    return (("compute", spent), ("communication", sent))


def _images(task: VisionTask, card: Item, roof: _Roof) -> tuple[RoofPoint, ...]:
    key, network = roof.key, task.network
    passes = TRAIN_PASSES if task.training else 1.0
    source = network.source
    gmacs = leaf(f"{key}/gmacs", network.gmacs, "1e9", Quality.PUBLISHED, source)
    twice = constant(
        f"{key}/operations", 2.0 * passes, "1", "2 operations for each multiply-add, three passes in training"
    )
    touched = image_touches(network, task.training, key)
    each = leaf(f"{key}/activations_gb", network.million_activations * 2 / 1000, "GB", Quality.PUBLISHED, source)
    one = constant(f"{key}/one", 1.0, "1", "one image")
    return (
        roof.point(
            "image",
            msg("roofline.image", "one image"),
            roof.work("image", gmacs, twice),
            roof.moved("image", each, passes * touched.require()),
            trace(TOKENS_S, f"{key}/image_s", tokens=one, tps=images_s(network, card, task.training, key)),
            1.0,
        ),
    )


def _clip(task: VideoJob, card: Item, roof: _Roof) -> tuple[RoofPoint, ...]:
    key = roof.key
    thousand = constant(f"{key}/giga", 1e6, "1", "GFLOP in a PFLOP")
    weights = leaf(f"{key}/weights_gb", 2 * task.params_b, "GB", Quality.COMPUTED, "16-bit weights")
    whole = roof.point(
        "clip",
        msg("roofline.clip", "one clip"),
        roof.work("clip", clip_pflop(task, key), thousand),
        roof.moved("clip", weights, task.steps * task.guidance_passes),
        clip_s(task, card, key),
        float(task.devices),
    )
    return (whole,)


def _bound(shares: tuple[tuple[Bound, Figure], ...], points: tuple[RoofPoint, ...], ridge: Figure) -> Bound:
    """Return what takes most of a step, else the side of the ridge on which the first phase lies."""
    known = [(figure.value, name) for name, figure in shares if figure.value is not None]
    if known:
        return max(known)[1]
    if not points or ridge.value is None or points[0].intensity.value is None:
        return "unknown"
    return "compute" if points[0].intensity.value >= ridge.value else "bandwidth"

"""Speed rows of a sizing table: what each kind of published measurement would show, and what no hardware exceeds.

``note``, ``source`` and the measured value are never read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from planner import tables
from planner.calc.row_estimates import estimate, scaled
from planner.calc.row_jobs import Catalog, Row, card_of, count, format_of, number, shape_of, speed_job, text
from planner.calc.sizing_rows import Estimate, Predictor
from planner.calc.training_rows import finetune_estimate, pretrain_estimate, train_estimate
from planner.errors import InputError
from planner.figure import Figure, Quality, leaf
from planner.messages import Labelled, Message, msg
from planner.workload.chips import matmul_share, peak
from planner.workload.communication import bus_gbs, route
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.memory import weight_format
from planner.workload.prefill import prefill_tps
from planner.workload.serving import serving
from planner.workload.throughput import SpeedJob
from planner.workload.video_speed import VideoJob, clip_s, video_preset
from planner.workload.vision_speed import ImageJob, image_s, images_s, vision_model

_GIB_GB = 1.073741824
_PAYLOAD = re.compile(r"msg_(\d+)(mib|gib)")
_NETWORK = re.compile(r"(\d+)\s*x\s*(\d+)\s*GB/s\s+(\w+)\s+per node", re.IGNORECASE)
_RESOLUTION = re.compile(r"\s+\d+p(x)?$")
_NODE = 8
_WINDOW = 512.0  # tokens of a decode measurement of which nobody says how long it ran
# Kernels with FP16 accumulation run GeForce cards at up to twice the rate with FP32 accumulation.
_ACCUMULATE = 2.0


def speed_predictors(catalog: Catalog) -> Mapping[str, Predictor]:
    """Return the predictors of speed rows by kind; ``catalog`` finds the models and cards that rows name."""
    rules: dict[str, Callable[[Row, Catalog], Estimate]] = {
        "decode_tps": _decode,
        "decode_tps_moe": _decode,
        "prefill_tps": _prefill,
        "served_tps": _served,
        "train_throughput": train_estimate,
        "other": train_estimate,
        "finetune_time": finetune_estimate,
        "pretrain_gpu_hours": pretrain_estimate,
        "video_s": _video,
        "image_s": _image,
        "vision_infer_img_s": _vision,
        "vision_train_img_s": _vision,
        "gemm_tflops": _gemm,
        "collective_gb_s": _collective,
    }
    return {kind: _bound(rule, catalog) for kind, rule in rules.items()}


def _bound(rule: Callable[[Row, Catalog], Estimate], catalog: Catalog) -> Predictor:
    return lambda row: rule(row, catalog)


def _decode(row: Row, catalog: Catalog) -> Estimate:
    job, notes = _noted(row, catalog)
    if job.tokens_in is None or job.tokens_out is None:
        job = msgspec.structs.replace(job, tokens_in=0.0, tokens_out=_WINDOW)
        notes = (*notes, msg("rows.window", "Length not stated: taken as {tokens} tokens.", tokens=int(_WINDOW)))
    figure, most = decode_tps(job), upper_bound_tps(job).value
    each = 1.0 if text(row, "scope") != "per_gpu" else 1.0 / job.devices
    return estimate(scaled(figure, each), row, None if most is None else most * each, notes)


def _prefill(row: Row, catalog: Catalog) -> Estimate:
    job, notes = _noted(row, catalog)
    prompt = number(row, "tokens_in") or number(row, "seq_len")
    job = msgspec.structs.replace(job, tokens_in=prompt, tokens_out=1.0)
    most = _flop_ceiling(job)
    return estimate(prefill_tps(job), row, most, notes)


def _flop_ceiling(job: SpeedJob) -> float | None:
    """Return the tokens a second at which the printed peak rate would be exceeded by the weights alone."""
    rate, working = peak(job.card, job.dtype).value, job.model.active_b or job.model.params_b
    if rate is None or not working:
        return None
    table = 0.0 if job.model.tied else (job.model.vocab or 0) * (job.model.hidden or 0) / 1e9
    return _ACCUMULATE * rate * 1000 * job.devices / (2 * (working - table))


def _served(row: Row, catalog: Catalog) -> Estimate:
    card = card_of(row, catalog).item
    label = text(row, "dtype") or ("fp8" if card.number("fp8_dense_tflops") else "bf16")
    job, notes = _noted({**row, "dtype": label}, catalog)
    narrow = weight_format(job.dtype).bits < 10 and job.dtype.startswith(("fp", "nvfp", "mx"))
    if narrow and job.software.serve == "tuned":
        job = msgspec.structs.replace(job, kv_dtype="fp8")
    job, goal_s, said = _with_load(row, job)
    found = serving(job, goal_s)
    return estimate(found.tps, row, None, (*notes, *said))


def _with_load(row: Row, job: SpeedJob) -> tuple[SpeedJob, float | None, tuple[Message, ...]]:
    """Return the job with the lengths of its benchmark where the row gives none, and its goal between tokens."""
    switches = text(row, "switches")
    model = text(row, "model").lower()
    known = {one["id"]: one for one in tables.rows("workload/loads.csv")}
    named = next((one for one in known.values() if one["pattern"] and model.startswith(one["pattern"])), None)
    goal_s = None
    for mark, column in (("interactive", "interactive_tpot_ms"), ("server", "server_tpot_ms")):
        if named is not None and mark in switches and named[column]:
            goal_s = float(named[column]) / 1000
    if job.tokens_in is not None and job.tokens_out is not None:
        return job, goal_s, ()
    load = named or known["tuned" if job.software.serve == "tuned" else "chat"]
    filled = msgspec.structs.replace(job, tokens_in=float(load["tokens_in"]), tokens_out=float(load["tokens_out"]))
    said = msg("rows.load", "Lengths not stated: those of {load}.", load=Labelled(zh=load["zh"], en=load["en"]))
    return filled, goal_s, (said,)


def _video(row: Row, catalog: Catalog) -> Estimate:
    found = card_of(row, catalog)
    shape = shape_of({**row, "model": _RESOLUTION.sub("", text(row, "model"))}, catalog)
    name = f"{text(row, 'model_ref')} {text(row, 'model')}"
    preset = video_preset(name)
    if preset is None:
        raise InputError(msg("rows.video", "Size of the clip is not known for {name}.", name=text(row, "model")),
                         msg("rows.video.remedy", "Name the model with its resolution, as in 720p."), "model")  # fmt: skip
    job = VideoJob(
        params_b=shape.params_b or 0.0,
        layers=shape.layers or preset.layers,
        hidden=shape.hidden or preset.hidden,
        frames=number(row, "frames") or preset.frames,
        width_px=preset.width_px,
        height_px=preset.height_px,
        steps=number(row, "steps") or preset.steps,
        guidance_passes=preset.guidance_passes,
        devices=count(row, "gpus") * found.devices,
        link_said=text(row, "interconnect"),
    )
    notes = () if found.assumed is None else (found.assumed,)
    return estimate(clip_s(job, found.item), row, None, notes)


def _image(row: Row, catalog: Catalog) -> Estimate:
    shape, found = shape_of(row, catalog), card_of(row, catalog)
    if shape.params_b is None or shape.layers is None or shape.hidden is None:
        raise InputError(msg("calc.shape", "The shape of {name} is not known.", name=shape.name), place="model")
    job = ImageJob(
        params_b=shape.params_b,
        layers=shape.layers,
        hidden=shape.hidden,
        steps=number(row, "steps") or 28.0,
        size_px=number(row, "image_px") or 1024.0,
    )
    return estimate(image_s(job, found.item), row)


def _vision(row: Row, catalog: Catalog) -> Estimate:
    found = card_of(row, catalog)
    network = vision_model(text(row, "model_ref") or text(row, "model"))
    figure = images_s(network, found.item, training=text(row, "method") != "infer")
    return estimate(scaled(figure, float(count(row, "gpus"))), row)


def _gemm(row: Row, catalog: Catalog) -> Estimate:
    found = card_of(row, catalog)
    rate, share = peak(found.item, format_of(text(row, "dtype"))), matmul_share(found.item)
    if rate.value is None:
        raise InputError(msg("rows.unknown", "Not known: {missing} is missing.", missing=rate.missing))
    value = rate.value * share.require()
    band_low, band_high = share.low or share.require(), share.high or share.require()
    return Estimate(
        value=value, unit=text(row, "unit") or "TFLOPS", low=rate.value * band_low, high=rate.value * band_high,
        ceiling=rate.value,
    )  # fmt: skip


def _collective(row: Row, catalog: Catalog) -> Estimate:
    found = card_of(row, catalog)
    said = text(row, "interconnect")
    payload = _PAYLOAD.search(text(row, "switches"))
    if payload is None:
        raise InputError(msg("rows.payload", "The payload of the collective is not stated."),
                         msg("rows.payload.remedy", "Put msg_16gib or the like among the switches."), "switches")  # fmt: skip
    size_gb = float(payload.group(1)) * (_GIB_GB if payload.group(2) == "gib" else _GIB_GB / 1024)
    cards = count(row, "gpus", 8)
    figure = bus_gbs(
        leaf("row/payload_gb", size_gb, "GB", Quality.ENTERED),
        cards,
        route(found.item, cards, said, _network(said) if cards > _NODE else None),
    )
    return estimate(figure, row)


def _network(said: str) -> Figure | None:
    """Return what a machine sends to others in GB/s, where the link's words give adapters and their speed."""
    found = _NETWORK.search(said)
    if found is None:
        return None
    return leaf("row/network_gbs", float(found.group(1)) * float(found.group(2)), "GB/s", Quality.ENTERED)


def _noted(row: Row, catalog: Catalog) -> tuple[SpeedJob, tuple[Message, ...]]:
    """Return the job of a row and what was assumed for it."""
    job, found = speed_job(row, catalog), card_of(row, catalog)
    notes = [found.assumed] if found.assumed is not None else []
    if not job.software.known:
        notes.append(msg("rows.engine", "{name} is not listed: taken as a serving engine.", name=job.engine or "-"))
    return job, tuple(notes)

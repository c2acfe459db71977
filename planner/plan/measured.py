"""What can be measured on an own machine in place of an estimate: the quantities by name, each with its unit."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from planner.entry import parse_number
from planner.errors import InputError, UnknownIdError
from planner.labels import Labelled
from planner.messages import msg
from planner.plan.typed_units import as_typed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from planner.catalog.items import Item
    from planner.plan.document import Measurement, WorkloadEntry

QUANTITIES: Mapping[str, tuple[str, Labelled]] = MappingProxyType(
    {
        "decode_tps": ("tok/s", Labelled(zh="生成速度", en="decoding speed")),
        "prefill_tps": ("tok/s", Labelled(zh="提示处理速度", en="prompt speed")),
        "ttft_s": ("s", Labelled(zh="首字延迟", en="time to the first token")),
        "served_tps": ("tok/s", Labelled(zh="满载吞吐", en="saturated throughput")),
        "train_tps": ("tok/s", Labelled(zh="训练速度", en="training speed")),
        "step_time_s": ("s", Labelled(zh="每步时间", en="time of a step")),
        "images_s": ("img/s", Labelled(zh="图像速度", en="images a second")),
        "image_s": ("s", Labelled(zh="每张图耗时", en="time of a picture")),
        "clip_s": ("s", Labelled(zh="每段视频耗时", en="time of a clip")),
        "ns_day": ("ns/day", Labelled(zh="每天模拟时长", en="simulated time a day")),
        "memory_gib": ("GiB", Labelled(zh="单卡显存占用", en="memory on each device")),
    }
)
_AS_TYPED = {"tok/s": "tokens/s"}  # the name that the table of units has for it


def unit_of(quantity: str, place: str = "") -> str:
    """Return the unit that ``quantity`` is measured in; raises UnknownIdError with what there is."""
    if quantity not in QUANTITIES:
        raise UnknownIdError(
            msg("measured.quantity.unknown", "{quantity} is not measured here.", quantity=quantity),
            msg("job.choice.remedy", "Accepted are: {known}.", known=tuple(QUANTITIES)),
            place,
        )
    return QUANTITIES[quantity][0]


def typed_measurement(quantity: str, text: str, place: str) -> dict[str, Any]:
    """Return value and unit of a measurement as typed ("120 tok/s"); its date and note are told apart.

    Raises:
        UnknownIdError: nothing of that name is measured.
        InputError: the text is no number above 0 in the unit of the quantity.
    """
    unit = unit_of(quantity, place)
    plain = _AS_TYPED.get(unit, unit)
    number = parse_number(as_typed(quantity, plain, text), unit=plain, place=place)
    if not number > 0:
        raise InputError(
            msg(
                "measured.typed",
                "{quantity} is {value}; a measured value is above 0.",
                quantity=QUANTITIES[quantity][1],
                value=text,
            ),  # fmt: skip
            msg("measured.typed.remedy", "Accepted is a number in {unit}, such as: 120 {unit}.", unit=unit),
            place,
        )
    return {"value": float(number), "unit": unit}


_JOB = ("method", "dtype", "seq_len", "batch", "devices")


def job_now(entry: WorkloadEntry, model: Item | None) -> dict[str, Any]:
    """Return what an entry is at present, to be kept beside what is measured of it."""
    common = {name: getattr(entry, name) for name in _JOB}
    return {"model_id": "" if model is None else model.id, **common, "setup": _setup(entry)}


_SETUP = ("tensor_parallel", "pipeline_parallel", "micro_batches", "zero_stage", "offload", "recompute")


def _setup(entry: WorkloadEntry) -> str:
    """Return how a training is split, sharded and offloaded in one word, '' for inference."""
    if entry.method == "infer":
        return ""
    return "/".join("-" if (value := getattr(entry, name)) is None else str(value) for name in _SETUP)


def same_job(told: Measurement, entry: WorkloadEntry, model: Item | None) -> bool:
    """Tell whether ``told`` was measured of the entry as it is at present; older files do not say, and count as such."""
    was = told.job
    if was is None:
        return True
    now = job_now(entry, model)
    if not was.setup:
        del now["setup"]  # older files do not say how it was split
    return all(getattr(was, name) == value for name, value in now.items())

"""The error of an estimate: median and nine-of-ten errors of its class, as the low and high of a figure."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.figure import Figure
from planner.messages import Message, msg
from planner.workload.constants import sizing_value

BandClass = Literal[
    "decode",
    "decode_moe",
    "prefill",
    "train",
    "serve",
    "video",
    "vision",
    "collective",
    "pretrain",
    "image",
    "dynamics",
    "infer_mem",
    "train_mem",
    "assumed_mem",
]


class Band(msgspec.Struct, frozen=True, kw_only=True):
    """Errors as fractions: half of the published rows lie within ``p50``, nine of ten within ``p90``."""

    p50: float
    p90: float

    def words(self) -> Message:
        """Return the band as it is said beside a result."""
        if self.p90 >= 0.9:
            return msg("speed.band.magnitude", "Order of magnitude only: the factor of the error reaches {factor}.",
                       factor=1 + self.p90)  # fmt: skip
        return msg(
            "speed.band.share",
            "Half of the published cases lie within {p50} %, nine of ten within {p90} %.",
            p50=round(self.p50 * 100),
            p90=round(self.p90 * 100),
        )


def band(kind: BandClass) -> Band:
    """Return the band of a class of results."""
    return Band(p50=sizing_value(f"band_{kind}_p50"), p90=sizing_value(f"band_{kind}_p90"))


def banded(figure: Figure, kind: BandClass) -> Figure:
    """Return ``figure`` with the range that nine of ten published cases of its class lie in."""
    if figure.value is None:
        return figure
    factor = 1 + band(kind).p90
    return msgspec.structs.replace(figure, low=figure.value / factor, high=figure.value * factor)


def short(value: float) -> float:
    """Return three significant digits of a bound in the unit of its figure: a band is no exact number."""
    return float(f"{value:.3g}")

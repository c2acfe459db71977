"""How much heat a rack may give off with each way of cooling (customary values, to be confirmed)."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.messages import Labelled

Method = Literal["comfort", "room", "contained", "in_row", "rear_door", "liquid"]


class DensityClass(msgspec.Struct, frozen=True, kw_only=True):
    """A way of cooling and the heat of a rack up to which it is used (kW)."""

    method: Method
    label: Labelled
    most_kw: float


CLASSES = (
    DensityClass(method="comfort", label=Labelled(zh="家用/舒适空调", en="comfort units"), most_kw=3.0),
    DensityClass(method="room", label=Labelled(zh="房间级精密空调", en="room precision cooling"), most_kw=5.0),
    DensityClass(method="contained", label=Labelled(zh="冷热通道封闭", en="contained aisles"), most_kw=10.0),
    DensityClass(method="in_row", label=Labelled(zh="列间空调", en="in-row cooling"), most_kw=20.0),
    DensityClass(method="rear_door", label=Labelled(zh="背板换热", en="rear-door heat exchanger"), most_kw=30.0),
    DensityClass(method="liquid", label=Labelled(zh="液冷", en="liquid cooling"), most_kw=200.0),
)
AISLES_KW = 4.0  # above this GB 50174-2017 wants hot and cold aisles apart


def method_for(rack_kw: float) -> DensityClass | None:
    """Return the simplest way to cool a rack of so many kW; None above all of them."""
    return next((one for one in CLASSES if rack_kw <= one.most_kw), None)


def most_kw(method: Method) -> float:
    """Return the heat of a rack up to which a way of cooling is used, in kW."""
    return next(one.most_kw for one in CLASSES if one.method == method)

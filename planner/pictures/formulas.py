"""Formulas of what only pictures show: the power that circuits in use leave to the plan."""

from __future__ import annotations

from planner.figure import Formula
from planner.messages import Labelled

FREE_W = Formula(
    key="picture.free_w",
    label=Labelled(zh="回路可供本方案的功率", en="power that a circuit leaves to the plan"),
    text="load_w * (rating_a - other_a) / own_a",
    unit="W",
    source="at one voltage and power factor power goes with current; what other users draw is left out",
    function=lambda load_w, rating_a, other_a, own_a: load_w * (rating_a - other_a) / own_a,
)

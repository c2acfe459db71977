"""Circuits to ask for: how many machines one circuit carries for hours, and how many circuits machines need."""

from __future__ import annotations

import math

from planner.figure import Formula
from planner.messages import Labelled

MACHINES_ON_CIRCUIT = Formula(
    key="circuit.machines_on_circuit",
    label=Labelled(zh="一路可带台数", en="machines on one circuit"),
    text="floor(breaker_a * continuous_share / unit_a)",
    unit="1",
    source="whole machines whose sum stays at or below the share of the breaker that hours of load may take",
    function=lambda breaker_a, continuous_share, unit_a: math.floor(breaker_a * continuous_share / unit_a),
)
CIRCUITS_NEEDED = Formula(
    key="circuit.circuits_needed",
    label=Labelled(zh="需新增回路数", en="circuits needed"),
    text="ceil(machines / machines_on_circuit)",
    unit="1",
    source="machines divided by the machines one circuit carries, rounded up",
    function=lambda machines, machines_on_circuit: math.ceil(machines / machines_on_circuit),
)

"""The circuits that a paper asks for, and one row of them."""

from __future__ import annotations

import msgspec

from planner.assess.lines import LineFigures
from planner.figure import Figure
from planner.plan.document import SiteNode


class CircuitsAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Circuits that machines of one line need: current of one (A), the breaker (A), machines on a circuit, circuits.

    ``ups`` is the UPS of the wiring that the circuit is for, with all behind it; ``replaces`` are circuits that are there and
    carry too much when another feed is lost, ``unit_a`` is what each carries then.
    """

    line: LineFigures
    machines: int
    unit_a: Figure
    breaker_a: Figure | None
    on_circuit: Figure | None
    circuits: Figure | None
    three_phase: bool = False
    ups: SiteNode | None = None
    replaces: tuple[SiteNode, ...] = ()


class AllAsked(msgspec.Struct, frozen=True, kw_only=True):
    """All circuits of a project; ``ups`` are those of UPS among them, ``behind`` those of machines that these carry, which are not asked for.

    ``partly`` says that machines want circuits, and that the UPS carry some of these, nobody said which.
    """

    asked: tuple[CircuitsAsked, ...]
    ups: tuple[CircuitsAsked, ...]
    behind: tuple[CircuitsAsked, ...]
    partly: bool

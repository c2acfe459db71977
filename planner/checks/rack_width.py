"""RK02 of widths: what is wider than 19 inches goes into no rack, however wide the rack is outside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.assess.lines import LineFigures
from planner.assess.racks import RackFilling
from planner.checks.declared import of_machine
from planner.checks.registry import Finding
from planner.checks.site_parts import name_of
from planner.messages import msg

_WIDEST_MM = 500.0  # 19 in are 482.6 mm (IEC 60297, EIA-310); makers count ears and handles in


def too_wide(rack: RackFilling, lines: Iterable[LineFigures]) -> Iterator[Finding]:
    """Yield the machines of a rack that are wider than its front, each once."""
    for line in {one.line.id: one for one in lines}.values():
        width = of_machine(line, "width_mm", "mm")
        if width.known and width.require() > _WIDEST_MM:
            yield Finding(
                outcome="error",
                subject=line.line.id,
                message=msg(
                    "RK02.wide",
                    "{machine} is {width} wide; {name} is a 19-inch rack, whose front is 482.6 mm.",
                    machine=line.line.title,
                    width=width,
                    name=name_of(rack.node),
                ),
                remedy=msg(
                    "RK02.wide.remedy",
                    "Stand it on the floor or on a shelf of another rack, or look at its width again.",
                ),
                figures=(width,),
            )

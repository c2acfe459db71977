"""RK02 of widths: what is wider than the rack's own opening, or than the rack itself, does not go in.

Where neither is told, a rack is one of 19 inches: what is no wider goes into it, of what is wider it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planner.assess.lines import LineFigures
from planner.assess.racks import RackFilling
from planner.checks.declared import of_machine, of_node
from planner.checks.registry import Finding, cannot_tell
from planner.checks.site_parts import name_of
from planner.figure import Figure
from planner.messages import Labelled, msg

_NINETEEN_MM = 500.0  # 19 in are 482.6 mm (IEC 60297, EIA-310); makers count ears and handles in


def too_wide(rack: RackFilling, lines: Iterable[LineFigures]) -> Iterator[Finding]:
    """Yield the machines of a rack that are wider than it takes, or than is known of it, each once."""
    usable, outside = of_node(rack.node, "usable_width_mm", "mm"), of_node(rack.node, "width_mm", "mm")
    for line in {one.line.id: one for one in lines}.values():
        width = of_machine(line, "width_mm", "mm")
        if not width.known:
            continue
        told = {"machine": line.line.title, "width": width, "name": name_of(rack.node)}
        if usable.known:
            if width.require() > usable.require():
                yield _error(line.line.id, told, width, usable, inside=True)
        elif outside.known and width.require() > outside.require():
            yield _error(line.line.id, told, width, outside, inside=False)
        elif width.require() > _NINETEEN_MM:
            yield cannot_tell(
                line.line.id,
                msg(
                    "RK02.width",
                    "{machine} is {width} wide, more than the 482.6 mm of a 19-inch rack; how wide a machine {name} takes is not "
                    "known.",
                    **told,
                ),
                msg(
                    "RK02.width.ask",
                    "Look into the manual of the rack for the widest machine it takes; a 19-inch rack does not take this one.",
                ),
                (usable.key,),
            )


def _error(
    subject: str, told: dict[str, str | Labelled | Figure], width: Figure, there: Figure, *, inside: bool
) -> Finding:
    if inside:
        message = msg("RK02.wide", "{machine} is {width} wide; {name} takes {there}.", there=there, **told)
    else:
        message = msg("RK02.wide.rack", "{machine} is {width} wide; {name} itself is {there}.", there=there, **told)
    return Finding(
        outcome="error",
        subject=subject,
        message=message,
        remedy=msg(
            "RK02.wide.remedy", "Stand it on the floor or on a shelf of another rack, or look at its width again."
        ),
        figures=(width, there),
    )

"""Check of the domestic switch: makers of cards, machines and services against 'any', 'preferred', 'required'."""

from __future__ import annotations

from collections.abc import Iterator

from planner.assess.context import View
from planner.assess.facts import flag
from planner.assess.lines import LineFigures, parted
from planner.catalog.items import Item
from planner.catalog.makers import maker_named
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.checks.site_parts import alternative_of
from planner.checks.substitution import effect as effect_of
from planner.checks.substitution import offer
from planner.messages import Message, msg
from planner.plan.document import RENTED

_NAMED = frozenset({"compute", "storage", "network", "ups", "pdu", "rack", "cooling", "cloud", "api"})


def domestic(view: View) -> Iterator[Finding]:
    """AV06: foreign makers are an error where domestic products are required, a warning where they are preferred."""
    if view.switches.domestic == "any":
        return
    lines = [line for line in parted(view.memo, view.lines).planned if line.line.role in _NAMED]
    origins = view.each(_origin, lines)
    foreign = [(line, item) for line, (verdict, item) in zip(lines, origins, strict=True) if verdict is False]
    rows = ((line, item, _effect(view, line, item)) for line, item in foreign)
    yield from view.found_in(_foreign, rows, "market", "switches")
    doubtful = [line for line, (verdict, _item) in zip(lines, origins, strict=True) if verdict is None]
    if doubtful:
        yield _not_known(doubtful)
    elif lines and not foreign:
        yield passed("plan", msg("AV06.pass", "All makers in this build are domestic."))


def _origin(_view: View, line: LineFigures) -> tuple[bool | None, Item | None]:
    return origin(line)


def _effect(view: View, line: LineFigures, item: Item | None) -> Message | None:
    rented = line.line.role in RENTED
    return None if item is None or rented else effect_of(view, line, item, domestic=True)


def origin(line: LineFigures) -> tuple[bool | None, Item | None]:
    """Return whether the makers of a line are domestic (None: not known), and the first row that is not.

    A ``domestic`` fact of the line wins over the table of makers.
    """
    told = flag(line.line.facts, "domestic")
    if told is not None:
        return told, None
    rows = [item for item in (line.card, line.item) if item is not None]
    verdicts = [maker_named(item.maker).domestic for item in rows]
    if False in verdicts:
        return False, rows[verdicts.index(False)]
    return (True if rows and None not in verdicts else None), None


def _foreign(view: View, line: LineFigures, item: Item | None, effect: Message | None) -> Iterator[Finding]:
    name = line.line.title if item is None else item.name
    rented = line.line.role in RENTED
    there = None if item is None or rented else offer(view, line, item, effect, domestic=True)
    required = view.switches.domestic == "required"
    yield Finding(
        outcome="error" if required else "warning",
        subject=line.line.id,
        message=_required(line, name) if required else _preferred(line, name),
        remedy=_remedy(there.advice if there is not None else None),
        figures=there.figures if there is not None else (),
        fix=there.fix if there is not None else None,
    )


def _required(line: LineFigures, name: object) -> Message:
    return msg(
        "AV06.required",
        "{line}: {name} is not domestic, and domestic products are required.",
        line=line.line.title,
        name=name,
    )


def _preferred(line: LineFigures, name: object) -> Message:
    return msg(
        "AV06.preferred",
        "{line}: {name} is not domestic, and domestic products are preferred.",
        line=line.line.title,
        name=name,
    )


def _remedy(advice: Message | None) -> Message:
    if advice is None:
        return msg("AV06.other", "Choose a domestic product, or have the exception approved before the purchase.")
    return msg(
        "AV06.remedy",
        "{advice} Moving to another software stack takes time: try one model through the whole flow first.",
        advice=advice,
    )


def _not_known(lines: list[LineFigures]) -> Finding:
    return cannot_tell(
        "plan",
        msg(
            "AV06.unknown",
            "Whether these will be domestic is not known: {lines}.",
            lines=tuple(line.line.title for line in lines),
        ),
        msg(
            "AV06.ask",
            "Write the requirement into the request for quotations, ask the sellers for maker and place of production, "
            "and enter the answer at the line.",
        ),
        (f"{alternative_of(line.max_w.key)}/{line.line.id}/domestic" for line in lines),
    )


CHECKS = (
    Check(
        id="AV06",
        area="supply",
        title=msg("AV06.title", "Domestic products"),
        reads=("lines", "demand", "market", "switches"),
        source="the plan's switch for domestic products, and the country of each maker in the catalog's table of makers",
        run=domestic,
    ),
)

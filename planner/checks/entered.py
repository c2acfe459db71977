"""What cannot have been meant: numbers out of bounds, words for numbers, pairs that contradict each other.

The editor refuses them where they are typed; a file that is taken in may hold them all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from planner.assess.context import View
from planner.assess.facts import text
from planner.assess.lines import LineFigures, parted
from planner.assess.sifting import sifted
from planner.assess.supplies import needed_and_spare
from planner.breaker_text import rated_current
from planner.catalog.attributes import Attribute, attributes_of
from planner.checks.declared import number_of, of_machine, of_node
from planner.checks.registry import Finding, Fix
from planner.checks.site_parts import alternative_of, name_of
from planner.entry import parse_number
from planner.errors import InputError
from planner.figure import Figure
from planner.limits import OF_TABLE, limit
from planner.messages import Labelled, Message, msg
from planner.plan.document import Fact, Facts, Plan, SiteNode
from planner.plan.edits import SetValue

SINGLE, THREE = 1.0, 3.0
_ASKED_AT_ZERO = ("volts", "power_factor")  # PW06 asks for them
_READING = "reading_a"  # what was meant by it is told with the reading
_ODD = {"odd": {True}}
_ORDERED = (
    ("pw.drop_warn", "pw.drop_max"),
    ("ph.imb_warn", "ph.imb_max"),
    ("pw.inrush_low_a", "pw.inrush_high_a"),
    ("pw.leakage_low_ma", "pw.leakage_high_ma"),
    ("co.start_c", "co.stop_c"),
    ("co.fail_min", "co.fail_warn_min"),
    ("co.humidity_low", "co.humidity_high"),
)
"""Limits of which the first must stay below the second."""


def entered(view: View) -> Iterator[Finding]:
    """Yield what was entered of the site, of machines and as limits and cannot be so."""
    nodes = view.site.nodes
    yield from view.findings(_of_node, nodes)
    if three := view.memo.call(_three_phases, nodes):
        yield from view.found_in(_more_phases, three)
    machines = parted(view.memo, view.lines).machines
    yield from view.findings(_of_line, sifted(view.memo, "odd lines", machines, _is_odd, _ODD)["odd"])
    if view.limits is not OF_TABLE:
        yield from _crossed()


def odd_facts(plan: Plan) -> Iterator[Finding]:
    """Yield what of the site and of the machines of a plan is no number or out of bounds, for a plan that is taken in."""
    for node in plan.site:
        yield from _of_node_alone(node)
    for one in plan.alternatives:
        for line in one.lines:
            item = plan.item_of(line.item)
            known = _numeric("line") if item is None else _numeric(item.kind, "line")
            yield from _faults(line.id, line.title, line.facts, known, f"{one.id}/{line.id}/facts")


def _three_phases(nodes: tuple[SiteNode, ...]) -> tuple[tuple[SiteNode, SiteNode], ...]:
    """Return the circuits that are said to have three phases, each with the panel above it."""
    panels = {node.id: node for node in nodes if node.type == "panel"}
    return tuple((node, panels[node.parent]) for node in nodes if node.parent in panels and _phases(node) == THREE)


@lru_cache(maxsize=64)
def _numeric(*kinds: str) -> Mapping[str, Attribute]:
    """Return the numeric attributes of the kinds of a part, the first kind's before the others'."""
    return {one.key: one for kind in reversed(kinds) for one in attributes_of(kind) if one.numeric}


@lru_cache(maxsize=64)
def _bounds(*kinds: str) -> Mapping[str, tuple[float, float]]:
    """Return between which numbers each numeric attribute of the kinds lies; for a first look at many facts."""
    none = float("inf")
    return {
        key: (-none if one.low is None else one.low, none if one.high is None else one.high)
        for key, one in _numeric(*kinds).items()
    }


def _may_be_odd(facts: Facts, bounds: Mapping[str, tuple[float, float]]) -> bool:
    """Tell whether a fact lies outside its bounds; what a 0 says there is looked at where it is."""
    for key, fact in facts.items():
        ends = bounds.get(key)
        if ends is not None:
            value = fact.value
            if isinstance(value, str) or not ends[0] <= value <= ends[1]:
                return True
    return False


def _beyond(attribute: Attribute | None, fact: Fact) -> bool:
    """Tell whether a fact is no number where one belongs, or one out of bounds."""
    value = fact.value
    if attribute is None or isinstance(value, bool) or attribute.key == _READING:
        return False
    if isinstance(value, str):
        return True
    if value == 0 and (attribute.zero_allowed or attribute.key in _ASKED_AT_ZERO):
        return False
    return (attribute.low is not None and value < attribute.low) or (
        attribute.high is not None and value > attribute.high
    )


def _faults(subject: str, name: object, facts: Facts, known: Mapping[str, Attribute], path: str) -> Iterator[Finding]:
    for key, fact in facts.items():
        attribute = known.get(key)
        if attribute is not None and _beyond(attribute, fact):
            yield _fault(subject, name, attribute, fact, f"{path}/{key}")


def _fault(subject: str, name: object, attribute: Attribute, fact: Fact, path: str) -> Finding:
    told = {"name": name, "attribute": attribute.labelled}
    if isinstance(fact.value, str):
        message = msg("DQ02.words", "{name}: {attribute} is “{value}”, which is no number.", value=fact.value, **told)
    else:
        shown = attribute.with_unit(float(fact.value))
        message = msg("DQ02.bounds", "{name}: {attribute} cannot be {value}.", value=shown, **told)
    meant = _meant(attribute, fact.value)
    return Finding(
        outcome="error",
        subject=subject,
        message=message,
        remedy=_remedy(attribute),
        fix=None if meant is None else _fix(attribute, meant, path),
    )


def _remedy(attribute: Attribute) -> Message:
    if attribute.low is None or attribute.high is None:
        return msg(
            "DQ02.bounds.again", "Look at the unit and the number, and enter it again; what is not known stays empty."
        )
    return msg(
        "DQ02.bounds.remedy",
        "Enter {low} to {high}; what is not known stays empty.",
        low=attribute.shown(attribute.low),
        high=attribute.with_unit(attribute.high),
    )


def _meant(attribute: Attribute, value: float | str) -> float | None:
    """Return the number that was likely meant: 16 for "16A" and for -16; None where nothing is likely."""
    if isinstance(value, str):
        said = rated_current(value) if attribute.key == "breaker_a" else value
        try:
            number = float(parse_number(said, unit=attribute.unit or "1"))
        except InputError:
            return None
    else:
        number = -float(value)
    return number if number > 0 and attribute.out_of_bounds(number) is None else None


def _fix(attribute: Attribute, meant: float, path: str) -> Fix:
    value = {"value": meant, "quality": "assumed", "source": "as it was likely meant"}
    return Fix(
        label=msg("DQ02.meant", "Take it as {value}", value=attribute.with_unit(meant)),
        edit=SetValue(path=path, value=value),
    )


# --- the site --------------------------------------------------------------------------------------------------------


def _of_node(_view: View, node: SiteNode) -> Iterator[Finding]:
    yield from _of_node_alone(node)
    if node.type == "ac" and "total_kw" in node.values:
        yield from _cooling(node)


def _of_node_alone(node: SiteNode) -> Iterator[Finding]:
    known, path = _numeric(f"site.{node.type}"), f"site/{node.id}/values"
    if _may_be_odd(node.values, _bounds(f"site.{node.type}")):
        yield from _faults(node.id, name_of(node), node.values, known, path)


def _cooling(node: SiteNode) -> Iterator[Finding]:
    """Yield that a unit gives more sensible cooling than it gives in all, or takes more power than it cools."""
    total = of_node(node, "total_kw", "kW")
    for key, said in (
        ("sensible_kw", msg("DQ02.sensible", "sensible cooling")),
        ("power_in_kw", msg("DQ02.power_in", "power input")),
    ):
        part = of_node(node, key, "kW")
        if part.known and total.known and part.require() > total.require():
            yield Finding(
                outcome="error",
                subject=node.id,
                message=msg(
                    "DQ02.cooling",
                    "{name}: {said} of {part} is more than the cooling of {total} in all.",
                    name=name_of(node),
                    said=said,
                    part=part,
                    total=total,
                ),
                remedy=msg(
                    "DQ02.cooling.remedy",
                    "Read the rating plate again: cooling in all comes first, then sensible, then input.",
                ),
                figures=(part, total),
            )


def _phases(node: SiteNode) -> float | None:
    fact = node.values.get("phases")
    return None if fact is None or isinstance(fact.value, str | bool) else float(fact.value)


def _more_phases(_view: View, node: SiteNode, panel: SiteNode) -> Iterator[Finding]:
    """Yield that a circuit of three phases hangs below a panel of one."""
    phases = _phases(panel)
    volts = of_node(panel, "volts", "V")
    single = phases == SINGLE or (phases is None and volts.known and text(panel.values, "volts_kind") == "L-N")
    if single:
        value = {"value": SINGLE, "quality": "assumed", "source": "its panel has one phase"}
        yield Finding(
            outcome="error",
            subject=node.id,
            message=msg(
                "DQ02.phases",
                "{name} is said to have three phases; {panel} above it has one.",
                name=name_of(node),
                panel=name_of(panel),
            ),
            remedy=msg(
                "DQ02.phases.remedy", "Look at both breakers: one pole and neutral is one phase, three poles are three."
            ),
            fix=Fix(
                label=msg("DQ02.phases.fix", "Take the circuit as single-phase"),
                edit=SetValue(path=f"site/{node.id}/values/phases", value=value),
            ),
        )


# --- machines --------------------------------------------------------------------------------------------------------

_POWERS = ("idle_power_w", "max_power_w", "nameplate_w")


def _known_of(line: LineFigures) -> Mapping[str, Attribute]:
    return _numeric("line") if line.item is None else _numeric(line.item.kind, "line")


def _is_odd(line: LineFigures) -> bool:
    facts = line.line.facts
    if not facts:
        return False
    if _may_be_odd(facts, _bounds("line") if line.item is None else _bounds(line.item.kind, "line")):
        return True
    if "psu_redundancy" in facts and _other_count(line):
        return True
    return any(name in facts for name in _POWERS) and _falls(line)


def _other_count(line: LineFigures) -> bool:
    """Tell whether a scheme such as 7+3 counts more supplies than a machine of several has."""
    counts, count = needed_and_spare(text(line.line.facts, "psu_redundancy")), number_of(line, "psu_count")
    return counts is not None and count is not None and sum(counts) > count > 1


def _falls(line: LineFigures) -> bool:
    """Tell whether idle, maximum and nameplate, as far as they are known, do not rise."""
    told = [value for name in _looked_at(line) if (value := number_of(line, name)) is not None]
    return told != sorted(told)


def _looked_at(line: LineFigures) -> tuple[str, ...]:
    """Return the powers that have to rise; PW29 holds the label of a computer against its maximum."""
    return _POWERS[:2] if line.line.role == "compute" else _POWERS


def _of_line(_view: View, line: LineFigures) -> Iterator[Finding]:
    facts, name = line.line.facts, line.line.title
    path = f"{alternative_of(line.max_w.key)}/{line.line.id}/facts"
    yield from _faults(line.line.id, name, facts, _known_of(line), path)
    if "psu_redundancy" in facts and _other_count(line):
        yield _scheme(line)
    if not any(key in facts for key in _POWERS) or not _falls(line):
        return
    idle, most, label = (of_machine(line, key, "W") for key in _POWERS)
    if idle.known and most.known and idle.require() > most.require():
        yield _larger(
            line,
            msg("DQ02.idle", "{name}: {low} at idle is more than {high} at most.", name=name, low=idle, high=most),
            idle,
            most,
        )
    if line.line.role != "compute" and most.known and label.known and most.require() > label.require():
        say = msg(
            "DQ02.label", "{name}: {low} at most is more than the {high} of its label.", name=name, low=most, high=label
        )
        yield _larger(line, say, most, label)


def _scheme(line: LineFigures) -> Finding:
    count = of_machine(line, "psu_count", "1")
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=msg(
            "DQ02.scheme",
            "{name}: a redundancy of {scheme} does not fit {count} supplies.",
            name=line.line.title,
            scheme=text(line.line.facts, "psu_redundancy"),
            count=count,
        ),
        remedy=msg("DQ02.scheme.remedy", "Both numbers together are the supplies of the machine: 4+2 or 3+3 of six."),
        figures=(count,),
    )


def _larger(line: LineFigures, say: Message, *figures: Figure) -> Finding:
    return Finding(
        outcome="error",
        subject=line.line.id,
        message=say,
        remedy=msg(
            "DQ02.powers.remedy",
            "Read the label and the data sheet again: idle is below the maximum, and that is within the label.",
        ),
        figures=figures,
    )


# --- limits ----------------------------------------------------------------------------------------------------------


def _crossed() -> Iterator[Finding]:
    for low, high in _ORDERED:
        first, second = limit(low), limit(high)
        if first.require() >= second.require():
            yield Finding(
                outcome="error",
                subject=f"limits/{low}",
                message=msg(
                    "DQ02.limits",
                    "The plan's own limits are crossed: {first} ({one}) is not below {second} ({other}).",
                    one=_label(low),
                    first=first,
                    other=_label(high),
                    second=second,
                ),
                remedy=msg("DQ02.limits.remedy", "Put one of the two back, or correct it."),
                figures=(first, second),
            )


def _label(key: str) -> Labelled:
    from planner.plan.own_limits import open_limit  # noqa: PLC0415 - only where a plan has limits of its own

    row = open_limit(key)
    return Labelled(zh=key, en=key) if row is None else row.label

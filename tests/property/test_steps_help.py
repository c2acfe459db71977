"""What a step promises: after it its finding is gone or less, and no error or warning is there that was not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.checks.catalogue import ALL_CHECKS
from planner.messages import render
from planner.plan.document import Connection, Fact, Plan, SiteNode
from tests.checks.factories import fixed
from tests.sample_plans import TEMPLATES, assessed, sample

if TYPE_CHECKING:
    from planner.assess.run import Assessment
    from planner.checks.registry import Finding

_Bad = dict[tuple[str, str], "Finding"]
_SAID = ("error", "warning")
_RANKS = {"warning": 1, "error": 2}
_HIDDEN_BY: dict[str, list[str]] = {}
for _one in ALL_CHECKS:
    for _name in _one.hides:
        _HIDDEN_BY.setdefault(_name, []).append(_one.id)
# What is told of a place as soon as something hangs there was so before: the cable behind its breaker, its age, what is
# printed on an outlet.
_OF_THE_PLACE = {"PW04", "PW08", "PW14"}
# The finding on a machine at its place goes where the machine goes, so that it may be there as often as before.
_MOVES_WITH_IT = {"PW07"}
# What a step truly entails and its own check tells, with a step of its own: something more to buy has no account yet, a
# larger UPS gives off more heat, a store that is added is not plugged in yet.
_ENTAILED = {("CO01", "BU15"), ("CO02", "BU15"), ("CO18", "BU15"), ("UP01", "CO01"), ("UP01", "CO18"), ("BU01", "UP14")}


def _bad(assessment: Assessment) -> _Bad:
    return {(one.check, one.subject): one for one in assessment.findings if one.outcome in _SAID}


def _broken(plan: Plan, alternative: str = "") -> list[str]:
    """Return what is wrong with a plan's steps: those that leave their finding as it is, and those that bring another."""
    before = assessed(plan, alternative)
    bad, found = _bad(before), []
    for (check, subject), one in bad.items():
        if one.fix is None:
            continue
        after = _bad(assessed(fixed(plan, one), alternative))
        name = f"{check} {subject}: {render(one.fix.label, 'en')}"
        left = after.get((check, subject))
        if left is not None and render(left.message, "en") == render(one.message, "en"):
            found.append(f"{name} leaves its finding")
        found += [
            f"{name} brings {key}: {render(new.message, 'en')}"
            for key, new in after.items()
            if (check, key[0]) not in _ENTAILED and _is_new(new, bad, after)
        ]
    return found


def _is_new(new: Finding, before: _Bad, after: _Bad) -> bool:
    """Tell whether a finding was neither there, as bad, nor hidden by an error that is gone."""
    if new.check in _OF_THE_PLACE:
        return False
    if new.check in _MOVES_WITH_IT and _count(new.check, after) <= _count(new.check, before):
        return False
    own = before.get((new.check, new.subject))
    hiding = [before.get((name, new.subject)) for name in _HIDDEN_BY.get(new.check, ())]
    if any(one is not None and one.outcome == "error" for one in hiding):
        return False
    return own is None or _RANKS[own.outcome] < _RANKS[new.outcome]


def _count(check: str, found: _Bad) -> int:
    return sum(name == check for name, _subject in found)


def _values(**values: float | str | bool) -> dict[str, Fact]:
    return {name: Fact(value=value) for name, value in values.items()}


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_steps_of_templates_help(template: str) -> None:
    plan = sample(template)
    assert [one for alternative in plan.alternatives for one in _broken(plan, alternative.id)] == []


@st.composite
def classrooms(draw: st.DrawFn) -> Plan:
    """Draw the plan of a workstation with another supply: breakers and their curves, cables and their lengths, sockets, others.

    There may be people, a third circuit, and a UPS; it hangs anywhere.
    """
    plan = sample(draw(st.sampled_from(["lab-a", "lab-b"])))
    ends: list[str] = ["socket-1", "socket-2"]
    site: list[SiteNode] = []
    for node in plan.site:
        values = dict(node.values)
        if node.type == "circuit":
            values |= _values(
                breaker_a=draw(st.sampled_from([10.0, 16.0, 20.0, 32.0])),
                cable_mm2=draw(st.sampled_from([0.75, 1.5, 2.5, 4.0, 6.0])),
                shared=draw(st.booleans()),
                other_load_a=draw(st.sampled_from([0.0, 3.0, 12.0])),
                cable_length_m=draw(st.sampled_from([10.0, 25.0, 60.0, 120.0])),
                breaker_curve=draw(st.sampled_from(["B", "C", "D"])),
            )
        if node.type == "room":
            values |= _values(people_count=float(draw(st.sampled_from([0, 12, 60]))))
        if node.type == "socket":
            values |= _values(
                form=draw(st.sampled_from(["gb1002_10a", "gb1002_16a"])), rating_a=draw(st.sampled_from([10.0, 16.0]))
            )
        site.append(msgspec.structs.replace(node, values=values))
    if draw(st.booleans()):
        free = next(one for one in site if one.id == "circuit-1")
        third = dict(free.values) | _values(
            breaker_a=draw(st.sampled_from([16.0, 32.0])),
            cable_mm2=draw(st.sampled_from([2.5, 6.0])),
            cable_length_m=draw(st.sampled_from([10.0, 60.0])),
            shared=draw(st.booleans()),
            other_load_a=draw(st.sampled_from([0.0, 3.0])),
            built_year=2018.0,
        )
        size = draw(st.sampled_from([10.0, 16.0]))
        form = _values(form=f"gb1002_{size:.0f}a", rating_a=size)
        site.append(msgspec.structs.replace(free, id="circuit-3", values=third))
        site.append(SiteNode(id="socket-3", type="socket", parent="circuit-3", values=form))
        ends.append("socket-3")
    if draw(st.booleans()):
        rated_w = draw(st.sampled_from([900.0, 2700.0, 5400.0]))
        ups = _values(rated_w=rated_w, rated_va=rated_w / 0.9)
        site.append(SiteNode(id="ups-1", type="ups", parent=draw(st.sampled_from(ends)), values=ups))
        ends.append("ups-1")
    one = plan.alternatives[0]
    links = tuple(
        Connection(line=line.id, node=at, units=line.quantity)
        for line in one.lines
        if line.role in ("compute", "storage") and (at := draw(st.sampled_from([*ends, ""])))
    )
    changed = msgspec.structs.replace(one, connections=links)
    return msgspec.structs.replace(plan, site=tuple(site), alternatives=(changed, *plan.alternatives[1:]))


@settings(max_examples=40, deadline=None)
@given(classrooms())
def test_the_steps_of_any_classroom_help(plan: Plan) -> None:
    assert _broken(plan) == []


@pytest.mark.parametrize("at", ["", "socket-1", "ups-1"])
def test_the_steps_of_a_server_in_a_three_phase_room_help(at: str) -> None:
    # a 16 A socket on a 32 A circuit, and a UPS of 9 kW on a three-phase one that nobody knows more of
    plan = sample("tier-3")
    three = _values(volts=380.0, volts_kind="L-L", phases=3.0, breaker_a=32.0)
    single = _values(
        breaker_a=32.0, breaker_curve="C", built_year=2018.0, cable_length_m=25.0, cable_mm2=6.0, leg="L1", phases=1.0
    )
    free = _values(volts=220.0, other_load_a=0.0, shared=False)
    nodes = (
        SiteNode(id="panel", type="panel", parent="room", values=three),
        SiteNode(id="circuit-1", type="circuit", parent="panel", values={**single, **free}),
        SiteNode(id="socket-1", type="socket", parent="circuit-1", values=_values(form="gb1002_16a", rating_a=16.0)),
        SiteNode(id="circuit-2", type="circuit", parent="panel", values={**three, **_values(cable_mm2=6.0)}),
        SiteNode(id="ups-1", type="ups", parent="circuit-2", values=_values(rated_w=9000.0, rated_va=10000.0)),
        SiteNode(id="ac-1", type="ac", parent="room", values=_values(class_cn="5匹", duty24h=True)),
    )
    kept = tuple(one for one in plan.site if one.type in ("room", "rack"))
    one = plan.alternatives[0]
    links = (Connection(line=one.lines[0].id, node=at),) if at else ()
    changed = msgspec.structs.replace(one, connections=links)
    assert _broken(msgspec.structs.replace(plan, site=(*kept, *nodes), alternatives=(changed,))) == []

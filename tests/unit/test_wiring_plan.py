"""From a plan to the wiring problem and back to an edit that can be undone."""

from __future__ import annotations

import msgspec

from desktop_app.services.wiring import plan_wiring_of, wiring_lines
from planner.catalog.items import digest
from planner.catalog.load import bundled_by_id
from planner.facility.wiring import plan_wiring
from planner.figure import Quality
from planner.messages import Labelled, render
from planner.plan.document import Connection, Fact, Line, Plan, SiteNode
from planner.plan.history import History, Step
from planner.wiring.room import edit_of, links_of, wanted
from tests.sample_plans import TODAY, assessed, sample


def _fact(value: float | str | bool) -> Fact:
    return Fact(value=value, quality=Quality.ENTERED)


def _room(circuits: int = 2, feeds: int = 1, form: str = "gb1002_16a") -> tuple[SiteNode, ...]:
    """Return panels of 220 V, one for each feed, with circuits of 16 A and a socket on each."""
    nodes: list[SiteNode] = []
    for feed in range(feeds):
        values = {"volts": _fact(220.0), "volts_kind": _fact("L-N"), "breaker_a": _fact(63.0)}
        nodes.append(SiteNode(id=f"p{feed}", type="panel", values=values))
    for number in range(circuits):
        own = {"breaker_a": _fact(16.0), "shared": _fact(False)}
        nodes.append(SiteNode(id=f"c{number}", type="circuit", parent=f"p{number % feeds}", values=own))
        nodes.append(
            SiteNode(
                id=f"s{number}",
                type="socket",
                parent=f"c{number}",
                values={"form": _fact(form), "outlet_count": _fact(4.0)},
            )
        )
    return tuple(nodes)


def _plan(lines: tuple[Line, ...], links: tuple[Connection, ...], site: tuple[SiteNode, ...]) -> Plan:
    plan = sample("lab-a")
    one = msgspec.structs.replace(plan.alternatives[0], lines=lines, connections=links, placements=())
    facts = {**plan.facts, "power_factor": _fact(1.0)}
    return msgspec.structs.replace(plan, alternatives=(one,), site=site, facts=facts, chosen=one.id)


def _line(power_w: float, quantity: int = 1, name: str = "ws") -> Line:
    title = Labelled(zh=name, en=name)
    return Line(id=name, title=title, role="compute", quantity=quantity, facts={"max_power_w": _fact(power_w)})


def _solved(plan: Plan) -> tuple[Plan, int, tuple[str, ...]]:
    """Return the plan with the edit applied, how many edits that took, and what was asked for."""
    one = plan.alternatives[0]
    ask = wanted(plan, one, assessed(plan).context.lines)
    edit = edit_of(one, plan_wiring(ask.problem), ask.lines, "Wire the room")
    if edit is None:
        return plan, 0, ask.missing
    after, _change = edit.apply(plan)
    return after, len(edit.edits), ask.missing  # type: ignore[union-attr]


def test_two_machines_on_one_circuit_are_put_on_two() -> None:
    # 2 x 2200 W = 20 A on 16 A
    plan = _plan((_line(2200.0, 2),), (Connection(line="ws", node="s0", units=2),), _room())
    after, edits, missing = _solved(plan)
    assert missing == ()
    found = {(link.node, link.units, link.share) for link in after.alternatives[0].connections}
    assert found == {("s0", 1, 1.0), ("s1", 1, 1.0)}
    assert edits == 2
    loads = assessed(after).context.site.loads
    assert loads["c0"].total_a.value == loads["c1"].total_a.value == 10.0


def test_a_wiring_that_is_good_is_left_alone() -> None:
    links = (Connection(line="ws", node="s0"), Connection(line="nas", node="s1"))
    plan = _plan((_line(2200.0), _line(200.0, 1, "nas")), links, _room())
    after, edits, _missing = _solved(plan)
    assert edits == 0
    assert after is plan


def test_a_circuit_nobody_knows_takes_no_part_and_is_asked_for() -> None:
    site = tuple(msgspec.structs.replace(node, values={}) if node.id == "c1" else node for node in _room())
    plan = _plan((_line(2200.0, 2),), (), site)
    one = plan.alternatives[0]
    ask = wanted(plan, one, assessed(plan).context.lines)
    assert {outlet.id for outlet in ask.problem.outlets} == {"s0"}
    assert "site/c1/breaker_a" in ask.missing
    assert "site/c1/other_load_a" in ask.missing
    assert len(plan_wiring(ask.problem).unplaced) == 1


def test_what_is_not_planned_keeps_its_place_and_counts() -> None:
    # the unknown machine stays; the known one of 10 A goes where 12 A of others leave room
    site = tuple(
        msgspec.structs.replace(node, values={**node.values, "other_load_a": _fact(12.0)}) if node.id == "c0" else node
        for node in _room()
    )
    riddle = msgspec.structs.replace(_line(1.0, 1, "riddle"), facts={})
    plan = _plan(
        (_line(2200.0), riddle), (Connection(line="riddle", node="s0"), Connection(line="ws", node="s0")), site
    )
    after, _edits, missing = _solved(plan)
    assert [(link.line, link.node) for link in after.alternatives[0].connections] == [("riddle", "s0"), ("ws", "s1")]
    assert any("max_power_w" in key for key in missing)


def test_supplies_go_half_to_each_feed_and_undoing_gives_the_plan_back() -> None:
    # DGX A100: six supplies 3+3, 6.5 kW; one feed alone carries 29.5 A of its 32 A circuit
    item = bundled_by_id()["dgx-a100-640"]
    line = msgspec.structs.replace(_line(6500.0, 1, "dgx"), item=digest(item))
    site = tuple(
        msgspec.structs.replace(node, values={**node.values, "breaker_a": _fact(32.0), "rating_a": _fact(32.0)})
        for node in _room(2, 2, "iec_c19")
    )
    plan = _plan((line,), (), site)
    plan = msgspec.structs.replace(plan, items={**plan.items, digest(item): item})
    one = plan.alternatives[0]
    ask = wanted(plan, one, assessed(plan).context.lines)
    assert ask.problem.devices[0].sides == ("A", "B")
    assert ask.problem.devices[0].cords[0].plugs[:3] == ("gb1002_16a", "iec_c19", "iec60309_16")
    answer = plan_wiring(ask.problem)
    assert answer.score.not_redundant == 0
    assert {(link.node, link.units, link.share) for link in links_of(answer)} == {("s0", 1, 0.5), ("s1", 1, 0.5)}
    edit = edit_of(one, answer, ask.lines, "Wire the room")
    assert edit is not None
    history = History()
    after, change = edit.apply(plan)
    history.push(Step(before=plan, after=after, change=change, label=edit.label()))
    assert assessed(after).context.site.unplugged == {}
    assert history.undone().before is plan


def test_nec_takes_eighty_percent_of_a_breaker() -> None:
    plan = _plan((_line(3000.0),), (), _room(1))  # 13.6 A: within 16 A, above 12.8 A
    assert plan_wiring(wanted(plan, plan.alternatives[0], assessed(plan).context.lines).problem).unplaced == ()
    nec = msgspec.structs.replace(plan, organisation=msgspec.structs.replace(plan.organisation, profile="NEC"))
    assert plan_wiring(wanted(nec, nec.alternatives[0], assessed(nec).context.lines).problem).unplaced == ("ws#1",)


def test_an_answer_that_only_unplugs_is_no_edit() -> None:
    # 2500 W on a 10 A socket, the only one
    plan = _plan((_line(2500.0),), (Connection(line="ws", node="s0"),), _room(1, 1, "gb1002_10a"))
    one = plan.alternatives[0]
    ask = wanted(plan, one, assessed(plan).context.lines)
    answer = plan_wiring(ask.problem)
    assert answer.unplaced == ("ws#1",)
    assert edit_of(one, answer, ask.lines, "Wire the room") is None


def _open_circuit(other: dict[str, Fact] | None = None) -> tuple[SiteNode, ...]:
    """Return two 16 A circuits with 10 A and 16 A sockets; of the first nobody knows what else hangs on it."""
    first, second = _room(1, 1, "gb1002_10a"), _room(2)
    nodes = [one for one in (*first, *second) if one.id not in ("c0", "p0", "s0")]
    values = {"breaker_a": _fact(16.0), "shared": _fact(True), **(other or {})}
    shared = SiteNode(id="c0", type="circuit", parent="p0", values=values)
    small = SiteNode(id="s0", type="socket", parent="c0", values={"form": _fact("gb1002_10a"), "rating_a": _fact(10.0)})
    return (first[0], shared, small, *nodes)


def test_what_is_surely_too_much_at_a_place_that_is_not_known_is_planned() -> None:
    # 2500 W behind a UPS that loses 0.04 x 2700 + 0.05 x 2500 = 233 W: 12.4 A on the 10 A socket of a circuit of unknown others
    rating = {"rated_w": _fact(2700.0), "rated_va": _fact(3000.0)}
    ups = SiteNode(id="u0", type="ups", parent="s0", values=rating)
    links = (Connection(line="ws", node="u0"), Connection(line="nas", node="s0"))
    plan = _plan((_line(2500.0), _line(100.0, 1, "nas")), links, (*_open_circuit(), ups))
    one = plan.alternatives[0]
    ask = wanted(plan, one, assessed(plan).context.lines)
    assert (ask.lines, ask.stays) == (("ws",), ("nas",))
    after, _edits, _missing = _solved(plan)
    assert {(link.line, link.node) for link in after.alternatives[0].connections} == {("ws", "s1"), ("nas", "s0")}
    said = [render(line, "en") for line in wiring_lines(plan, plan_wiring_of(plan, "", TODAY))]
    assert "ws is then not behind a UPS any more." in said


def test_what_such_a_place_surely_carries_stays_and_is_named() -> None:
    plan = _plan((_line(2000.0),), (Connection(line="ws", node="s0"),), _open_circuit())  # 9.1 A of 10 A
    ask = wanted(plan, plan.alternatives[0], assessed(plan).context.lines)
    assert (ask.lines, ask.stays) == ((), ("ws",))
    said = [render(one, "en") for one in wiring_lines(plan, plan_wiring_of(plan, "", TODAY))]
    assert said[0] == "ws stays at Socket s0 and is not planned: too little is known of its circuit."
    assert "Nothing is to be plugged in anew." not in said

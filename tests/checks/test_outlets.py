"""Checks of sockets, strips, cords and PDUs, the four-card mistake, and what is plugged in nowhere."""

from __future__ import annotations

import pytest

from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, find_all, fixed, make_item, make_line, make_plan, node, outcome
from tests.checks.rooms import CARD, circuit, four_cards, one_machine, room, unit


def socket(**values: float | str) -> tuple[object, ...]:
    return circuit(), node("s1", "socket", "c1", **values)


@pytest.mark.parametrize(
    ("power_w", "values", "expected"),
    [
        (2150, {"rating_a": 10}, "pass"),  # 9.97 A
        (2160, {"rating_a": 10}, "error"),  # 10.02 A
        (2160, {"form": "gb1002_16a"}, "pass"),
        (2160, {"form": "gb1002_10a"}, "error"),
        (2160, {"form": "iec_c13"}, "error"),
        (2160, {"form": "iec60309_32"}, "pass"),
        (2160, {}, "unknown"),
    ],
)
def test_socket_rating(power_w: float, values: dict[str, float | str], expected: str) -> None:
    finding = find(assess_one(one_machine(power_w, *socket(**values), at="s1")), "PW03", "s1")
    assert finding.outcome == expected
    assert finding.missing == (("site/s1/rating_a",) if expected == "unknown" else ())


def test_socket_question_names_what_is_missing() -> None:
    finding = find(assess_one(one_machine(2160, *socket(), at="s1")), "PW03", "s1")
    assert render(finding.message, "en") == "Not known of s1: rated current."


def test_strip_and_cord_are_held_to_their_rating_too() -> None:
    site = (circuit(), node("s1", "socket", "c1", rating_a=16), node("k1", "cord", "s1", rating_a=10))
    assessment = assess_one(one_machine(2160, *site, at="k1"))
    assert outcome(assessment, "PW03", "s1") == "pass"
    assert outcome(assessment, "PW03", "k1") == "error"


def test_voltage_of_a_socket_is_asked_for_at_its_circuit() -> None:
    site = (circuit(volts=None), node("s1", "socket", "c1", rating_a=10))
    assessment = assess_one(one_machine(1000, *site, at="s1"))
    assert "site/c1/volts" in find(assessment, "PW06", "c1").missing
    assert find_all(assessment, "PW03") == ()


@pytest.mark.parametrize(
    ("rating_a", "breaker_a", "expected"),
    [(32, 16, "error"), (16, 32, "error"), (32, 32, "pass"), (None, 32, "unknown")],
)
def test_pdu_is_as_strong_as_the_weaker_of_inlet_and_feed(
    rating_a: float | None, breaker_a: float, expected: str
) -> None:
    # 4,312 W / 215.6 = 20 A
    values = {} if rating_a is None else {"rating_a": rating_a}
    site = (circuit(breaker_a=float(breaker_a)), node("d1", "pdu", "c1", **values))
    assert outcome(assess_one(one_machine(4312, *site, at="d1")), "PW09", "d1") == expected


def crowded(line: object, rating_a: float = 10) -> object:
    site = (room(), unit(), *socket(rating_a=rating_a))
    return make_plan(line, site=site, plugged={"ws": "s1"}, items=(CARD,))


def test_four_cards_on_a_ten_amp_socket() -> None:
    # (4 x 450 + 350 + 150) / 0.92 = 2,500 W = 11.596 A; capped 4 x 150 / 0.92 = 652 W less: 1,848 W = 8.571 A
    plan = crowded(four_cards())
    assessment = assess_one(plan)
    finding = find(assessment, "PW30", "s1")
    assert finding.outcome == "error"
    values = {figure.key.rpartition("/")[2]: figure.value for figure in finding.figures}
    assert values["current_a"] == pytest.approx(11.596, abs=1e-3)
    assert values["pw30.thumb_w"] == 1600
    assert values["if_capped_w"] == pytest.approx(1847.8, abs=0.1)
    assert values["if_capped_a"] == pytest.approx(8.571, abs=1e-3)
    assert outcome(assessment, "PW03", "s1") == ""  # said better by PW30
    after = assess_one(fixed(plan, finding))
    assert outcome(after, "PW30", "s1") == "pass"
    assert outcome(after, "PW03", "s1") == "pass"


def test_four_cards_on_a_sixteen_amp_socket_are_no_mistake() -> None:
    assessment = assess_one(crowded(four_cards(), 16))
    assert outcome(assessment, "PW30", "s1") == ""
    assert outcome(assessment, "PW03", "s1") == "pass"


def test_two_machines_of_two_cards_are_four_cards_on_one_socket() -> None:
    line = make_line("ws", quantity=2, card=CARD, cards=2, known={"max_power_w": 1413.0})
    # 2 x 1,413 / 215.6 = 13.1 A
    assert outcome(assess_one(crowded(line)), "PW30", "s1") == "error"
    alone = make_line("ws", card=CARD, cards=2, known={"max_power_w": 1413.0})
    assert outcome(assess_one(crowded(alone)), "PW30", "s1") == ""


def test_four_cards_of_unknown_power_are_a_question_of_the_machine() -> None:
    assessment = assess_one(crowded(four_cards(None)))
    assert outcome(assessment, "PW34", "ws") == "unknown"
    assert find_all(assessment, "PW30") == find_all(assessment, "PW03") == ()


def test_four_cards_without_known_board_power_get_the_plain_remedy() -> None:
    line = make_line("ws", cards=4, known={"max_power_w": 2500.0})
    finding = find(assess_one(crowded(line)), "PW30", "s1")
    assert finding.remedy is not None
    assert finding.remedy.id == "PW30.remedy.plain"
    assert finding.fix is not None
    assert render(finding.fix.label, "en") == "Plan a 16 A socket in place of s1"


@pytest.mark.parametrize(
    ("power_w", "told", "has_cap"),
    [
        (2500, "16 A socket", True),  # 11.6 A, within 0.8 x 16; capped 8.6 A
        (2900, "32 A socket", False),  # 13.45 A for hours, above 0.8 x 16; capped (652 W less) 10.4 A on 10 A
        (5000, "32 A socket", False),  # 23.2 A, within 0.8 x 32; capped still 20.2 A
        (5600, "three-phase", False),  # 26.0 A, above 0.8 x 32
    ],
)
def test_the_socket_advised_carries_the_machine_and_a_cap_is_told_where_it_is_enough(
    power_w: float, told: str, has_cap: bool
) -> None:
    finding = find(assess_one(crowded(four_cards(power_w))), "PW30", "s1")
    assert finding.remedy is not None
    said = render(finding.remedy, "en")
    assert told in said
    assert ("or cap" in said) is has_cap
    assert any(one.key.endswith("if_capped_a") for one in finding.figures) is has_cap


def test_many_machines_on_one_socket_are_sized_one_by_one() -> None:
    # 25 machines of 1,413 W draw 163.8 A together; one of them 6.6 A
    line = make_line("ws", quantity=25, card=CARD, cards=4, known={"max_power_w": 1413.0})
    site = (room(), unit(), *socket(rating_a=10))
    plan = make_plan(line, site=site, connections=(Connection(line="ws", node="s1", units=25),))
    remedy = find(assess_one(plan), "PW30", "s1").remedy
    assert remedy is not None
    assert render(remedy, "en") == "Have a dedicated 16 A socket put in for each machine."


@pytest.mark.parametrize(
    ("power_w", "values", "expected"),
    [
        (3500, {}, "error"),
        (3499, {}, "pass"),
        (3500, {"breaker_a": 32.0}, ""),  # a circuit of its own kind: PW01 looks at it
        (10200, {"phases": 3.0, "volts": 380.0, "volts_kind": "L-L"}, ""),
    ],
)
def test_large_machine_on_an_ordinary_circuit(power_w: float, values: dict[str, object], expected: str) -> None:
    assessment = assess_one(one_machine(power_w, circuit(**values)))
    assert outcome(assessment, "PW31", "c1") == expected
    if expected == "error":
        assert outcome(assessment, "PW01", "c1") == ""


def test_large_machine_on_a_circuit_of_unknown_breaker_is_asked_for_with_the_circuit() -> None:
    assessment = assess_one(one_machine(3500, circuit(breaker_a=None)))
    assert outcome(assessment, "PW06", "c1") == "unknown"
    assert find_all(assessment, "PW31") == ()


def test_machine_that_is_plugged_in_nowhere_is_a_question() -> None:
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=10), node("s2", "socket", "c1", rating_a=16))
    line = make_line("ws", quantity=3, known={"max_power_w": 500.0})
    plan = make_plan(line, site=site, connections=(Connection(line="ws", node="s1"),))
    finding = find(assess_one(plan), "PW33", "ws")
    assert finding.outcome == "unknown"
    assert render(finding.message, "en").startswith("2 x machine ws")
    # s2 has 16 A free, s1 10 - 2.32 A: the remedy takes s2
    after = fixed(plan, finding)
    assert after.alternatives[0].connections[-1] == Connection(line="ws", node="s2", units=2)
    assert outcome(assess_one(after), "PW33", "ws") == "pass"


def test_a_hundred_thousand_machines_get_no_place_in_one_step() -> None:
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=10))
    line = make_line("ws", quantity=100_000, known={"max_power_w": 500.0})
    finding = find(
        assess_one(make_plan(line, site=site, connections=(Connection(line="ws", node="s1"),))), "PW33", "ws"
    )
    assert (finding.outcome, finding.fix) == ("unknown", None)


def test_several_machines_are_not_put_where_they_overload_the_outlet() -> None:
    # 16 A x 215.6 V = 3,450 W: one of 2,000 W finds its place, two of them (18.6 A) do not
    def fix_for(quantity: int) -> object:
        line = make_line("ws", quantity=quantity, known={"max_power_w": 2000.0})
        return find(assess_one(make_plan(line, site=(room(), unit(), *socket(rating_a=16)))), "PW33", "ws").fix

    assert fix_for(1) is not None
    assert fix_for(2) is None


def test_no_machine_is_put_where_it_overloads_outlet_or_circuit() -> None:
    # 3,804 W / 215.6 V = 17.6 A: more than the 16 A socket, 55 % of the 32 A circuit, which gets a socket of its size
    line = make_line("srv", known={"max_power_w": 3804.0})
    sockets = (node("s1", "socket", "c1", rating_a=16.0), node("s2", "socket", "c2", rating_a=16.0))
    site = (room(), unit(), circuit(breaker_a=32.0), circuit("c2"), *sockets)
    plan = make_plan(line, site=site)
    finding = find(assess_one(plan), "PW33", "srv")
    assert finding.fix is not None
    assert render(finding.fix.label, "en") == "Plan a 32 A socket on c1 and plug it in there"
    after = assess_one(fixed(plan, finding))
    assert [one for one in after.findings if one.outcome == "error" and one.subject in ("c1", "socket-1", "srv")] == []
    assert outcome(after, "PW03", "socket-1") == "pass"
    # 13 A of others on the circuit: 2,000 W (9.3 A) fit the socket, not the circuit
    full = (room(), unit(), circuit(shared=True, other_load_a=13.0), sockets[0])
    small = make_line("ws", known={"max_power_w": 2000.0})
    assert find(assess_one(make_plan(small, site=full)), "PW33", "ws").fix is None


def test_a_machine_of_another_plug_is_not_offered_a_socket() -> None:
    box = make_item("box", max_power_w=1000.0, inlet="C20")
    plan = make_plan(
        make_line("ws", item=box), items=(box,), site=(room(), circuit(), node("s1", "socket", "c1", form="gb1002_10a"))
    )
    fix = find(assess_one(plan), "PW33", "ws").fix
    assert fix is not None
    assert render(fix.label, "en") == "Plan a 16 A socket on c1 and plug it in there"
    assert outcome(assess_one(fixed(plan, find(assess_one(plan), "PW33", "ws"))), "PW14", "socket-1") == ""


def test_a_socket_too_small_for_a_circuit_that_is_not_gives_way() -> None:
    # 17.6 A on a 16 A socket of a 32 A circuit; of a 20 A circuit it would be more than the 16 A advised for hours
    def plan(breaker_a: float) -> Plan:
        line = make_line("srv", known={"max_power_w": 3804.0})
        site = (
            room(),
            unit(),
            circuit(breaker_a=breaker_a),
            node("s1", "socket", "c1", form="gb1002_16a", rating_a=16.0),
        )
        return make_plan(line, site=site, plugged={"srv": "s1"})

    finding = find(assess_one(plan(32.0)), "PW03", "s1")
    assert finding.fix is not None
    assert render(finding.fix.label, "en") == "Plan a 32 A socket in place of s1"
    assert finding.remedy is not None
    said = "c1 (breaker 32 A) carries it: have a 32 A socket put in the place of this one."
    assert render(finding.remedy, "en") == said
    after = fixed(plan(32.0), finding)
    assert (after.site[3].values["form"].value, after.site[3].values["rating_a"].value) == ("iec60309_32", 32.0)
    assert outcome(assess_one(after), "PW03", "s1") == "pass"
    assert find(assess_one(plan(20.0)), "PW03", "s1").fix is None


def test_what_is_not_in_the_build_draws_nothing() -> None:
    line = make_line("ws", quantity=0, card=CARD, cards=4, known={"max_power_w": 2500.0})
    site = (room(), unit(), circuit(shared=True, other_load_a=3.0), node("s1", "socket", "c1", rating_a=10))
    plan = make_plan(line, site=site, connections=(Connection(line="ws", node="s1"),), items=(CARD,))
    assessment = assess_one(plan)
    loads = assessment.context.site.loads
    assert (loads["s1"].own_a.value, loads["c1"].own_a.value, loads["c1"].total_a.value) == (0.0, 0.0, 3.0)
    assert [one for check in ("PW30", "PW02", "PW03", "PW07") for one in find_all(assessment, check)] == []
    finding = find(assessment, "PW33", "ws")
    assert finding.outcome == "note"
    after = fixed(plan, finding)
    assert after.alternatives[0].connections == ()
    assert find_all(assess_one(after), "PW33") == ()


def test_no_more_units_draw_current_than_there_are() -> None:
    # one machine of 1,000 W is 4.638 A at 215.6 V, on each outlet that is told to have it
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=10), node("s2", "socket", "c1", rating_a=10))
    line = make_line("ws", known={"max_power_w": 1000.0})
    links = (Connection(line="ws", node="s1", units=3), Connection(line="ws", node="s2"))
    plan = make_plan(line, site=site, connections=links)
    loads = assess_one(plan).context.site.loads
    assert loads["s1"].own_a.value == loads["s2"].own_a.value == pytest.approx(4.638, abs=1e-3)
    notes = [one for one in find_all(assess_one(plan), "PW33", "ws") if one.outcome == "note"]
    after = fixed(plan, notes[0])
    assert after.alternatives[0].connections == (Connection(line="ws", node="s1"),)


def test_two_cords_of_one_machine_are_not_too_many() -> None:
    site = (room(), unit(), circuit(), node("s1", "socket", "c1", rating_a=10), node("s2", "socket", "c1", rating_a=10))
    links = tuple(Connection(line="ws", node=name, share=0.5) for name in ("s1", "s2"))
    plan = make_plan(make_line("ws", known={"max_power_w": 1000.0}), site=site, connections=links)
    assert outcome(assess_one(plan), "PW33", "ws") == "pass"


@pytest.mark.parametrize(("tdp_w", "told"), [(450.0, True), (430.0, True), (300.0, False), (575.0, False)])
def test_the_rule_of_thumb_is_quoted_for_the_cards_it_is_told_of(tdp_w: float, told: bool) -> None:
    card = make_item("card", "accelerator", tdp_w=tdp_w)
    line = make_line("ws", card=card, cards=4, known={"max_power_w": 2500.0})
    plan = make_plan(line, site=(room(), unit(), *socket(rating_a=10)), plugged={"ws": "s1"}, items=(card,))
    assert ("1.6 kW" in render(find(assess_one(plan), "PW30", "s1").message, "en")) is told


def test_a_room_without_circuits_is_one_question_for_all_machines() -> None:
    lines = [make_line(name, known={"max_power_w": 500.0}) for name in ("a", "b")]
    finding = find(assess_one(make_plan(*lines, site=(room(), unit()))), "PW33")
    assert (finding.outcome, finding.subject, finding.missing) == ("unknown", "plan", ("site/circuit",))


def test_what_draws_no_power_need_not_be_plugged_in() -> None:
    plan = make_plan(make_line("cloud", "cloud"), site=(room(), circuit()))
    assert find_all(assess_one(plan), "PW33") == ()


def test_rented_lines_and_ups_beside_their_node_draw_nothing_where_they_are_plugged_in() -> None:
    ups = make_line("ups", "ups", known={"rated_w": 2700.0})
    ws = make_line("ws", known={"max_power_w": 500.0})
    site = (room(), circuit(), node("u1", "ups", "c1"))
    links = (
        Connection(line="cloud", node="c1"),
        Connection(line="ws", node="u1"),
        Connection(line="ups", node="c1"),
        Connection(line="ups", node="u1"),
    )
    plan = make_plan(make_line("cloud", "cloud"), ws, ups, site=site, connections=links)
    found = [one for one in find_all(assess_one(plan), "PW33") if one.message.id == "PW33.idle"]
    assert [one.subject for one in found] == ["cloud", "ups"]
    for one in found:
        told = find_all(assess_one(plan), "PW33", one.subject)
        plan = fixed(plan, next(again for again in told if again.message.id == "PW33.idle"))
    assert plan.alternatives[0].connections == (links[1], links[3])

"""Which cords belong to one machine: those on different feeds first, in whatever order the connections are listed.

By hand: 8 machines of 1.2 kW with two cords; A has banks of 3, 3 and 2 cords, B a rail of 8 behind a UPS. Without A all
9.6 kW are on B: 9,600 W / 0.98 = 9,796 VA and 9,600 W / (230 V x 0.98) = 42.6 A.
"""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.assess.after_loss import supply_paths, units_of
from planner.messages import render
from planner.plan.document import Connection, Plan, SiteNode
from tests.checks.factories import assess_one, find_all, make_line, make_plan, node
from tests.checks.rooms import room, unit

PANEL = {"volts": 400.0, "volts_kind": "L-L", "phases": 3.0}


def site() -> tuple[SiteNode, ...]:
    banks = [
        node(f"b{turn}", "pdu", "pa", rating_a=16.0, phases=1.0, leg=f"L{turn}", outlet_count=6.0) for turn in (1, 2, 3)
    ]
    ups = {"rated_w": 6000.0, "rated_va": 6000.0, "bypass": True, "phases": 1.0}
    return (
        room(),
        unit(),
        node("panel", "panel", "room", breaker_a=63.0, other_load_a=0.0, **PANEL),
        node("ca", "circuit", "panel", breaker_a=32.0, shared=False, **PANEL),
        node("cb", "circuit", "panel", breaker_a=50.0, shared=False, volts=230.0, volts_kind="L-N", phases=1.0),
        node("pa", "pdu", "ca", feed="A", rating_a=32.0, **PANEL),
        *banks,
        node("u1", "ups", "cb", feed="B", **ups),
        node("pb", "pdu", "u1", feed="B", rating_a=32.0, phases=1.0, outlet_count=10.0),
    )


def cords(*places: tuple[str, int]) -> tuple[Connection, ...]:
    return tuple(Connection(line="srv", node=name, units=units, share=0.5) for name, units in places)


def plan_of(links: tuple[Connection, ...]) -> Plan:
    known: dict[str, float | str | bool] = {
        "max_power_w": 1200.0,
        "psu_count": 2.0,
        "psu_w": 2000.0,
        "psu_redundancy": "1+1",
    }
    line = make_line("srv", quantity=8, known=known)
    return make_plan(line, site=site(), connections=links)


def said(plan: Plan) -> set[tuple[str, str, str, tuple[float | None, ...]]]:
    """Return what PW20 finds: subject, outcome, words, figures."""
    return {
        (one.subject, one.outcome, render(one.message, "en"), tuple(figure.value for figure in one.figures))
        for one in find_all(assess_one(plan), "PW20")
    }


ROOM = (("b1", 3), ("b2", 3), ("b3", 2), ("pb", 8))


def test_all_of_a_lost_feed_falls_on_the_other_in_any_order() -> None:
    expected = said(plan_of(cords(*ROOM)))
    words = {(subject, words) for subject, _outcome, words, _figures in expected}
    expected_words = "When A is lost, u1 would carry 9,796 VA of 6,000 VA and switch off; of the same load pb (42.6 A of 32 A) would trip."
    assert ("u1", expected_words) in words
    assert not any("no other supply" in one for _subject, one in words)
    for order in list(permutations(ROOM))[1::5]:
        assert said(plan_of(cords(*order))) == expected
    pairs = cords(("b1", 3), ("pb", 3), ("b2", 3), ("pb", 3), ("b3", 2), ("pb", 2))
    assert said(plan_of(pairs)) == expected


def test_one_cause_is_told_once_with_the_size_that_helps() -> None:
    # 9,600 W at 80 % of the rating are 12,000 W, 9,796 VA are within 12,000; without b1 alone 6,600 W are on B
    faults = [one for one in find_all(assess_one(plan_of(cords(*ROOM))), "PW20") if one.outcome == "error"]
    assert [(one.subject, one.message.id) for one in faults] == [("u1", "PW20.ups.way")]
    assert faults[0].remedy is not None
    assert "Take a UPS of 12,000 VA" in render(faults[0].remedy, "en")
    # and no step: what is left of A has no place that takes cords without both on one feed
    assert faults[0].fix is None


def test_a_smaller_loss_is_told_where_the_larger_one_is_none() -> None:
    # 2 machines with all cords on A, of 2 banks: without A they are off and load nothing; without b1 b2 has 2,400 W
    links = (*cords(("b1", 4), ("b2", 4)),)
    line = make_line(
        "srv",
        quantity=4,
        known={"max_power_w": 1200.0, "psu_count": 2.0, "psu_w": 2000.0, "psu_redundancy": "1+1"},
    )
    found = find_all(assess_one(make_plan(line, site=site(), connections=links)), "PW20")
    lost = {one.subject: str(render(one.message, "en")) for one in found if one.message.id == "PW20.trips"}
    assert set(lost) == {"b1", "b2"}  # 4,800 W / (230.9 x 0.98) = 21.2 A of 16 A


def test_cords_of_one_feed_alone_are_kept_on_different_branches() -> None:
    # 4 machines, 6 cords on A and 2 on B: 2 machines have both, 2 hang on two banks of A
    found = units_of(cords(("b1", 3), ("b2", 3), ("pb", 2)), supply_paths(site()))
    assert sum(count for _unit, count in found) == 4
    assert all(len({name for name, _share in one}) == 2 for one, _count in found)
    assert sum(count for one, count in found if "pb" in {name for name, _share in one}) == 2


def test_three_supplies_on_two_feeds() -> None:
    # 2 of 3 supplies of each machine on A
    links = tuple(
        Connection(line="srv", node=name, units=4, share=share) for name, share in (("b1", 2 / 3), ("pb", 1 / 3))
    )
    assert units_of(links, supply_paths(site())) == [((("b1", 2 / 3), ("pb", 1 / 3)), 4)]


PLACES = st.sampled_from(["b1", "b2", "b3", "pb", "u1"])
LINKS = st.lists(st.tuples(PLACES, st.integers(1, 4), st.sampled_from([1.0, 0.5, 0.25])), min_size=1, max_size=7)


@settings(max_examples=150, deadline=None)
@given(LINKS, st.randoms(use_true_random=False))
def test_no_cord_is_lost_and_no_order_matters(parts: list[tuple[str, int, float]], random: object) -> None:
    links = [Connection(line="srv", node=name, units=units, share=share) for name, units, share in parts]
    paths = supply_paths(site())
    found = units_of(links, paths)
    shuffled = list(links)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert units_of(shuffled, paths) == found
    for name in ("b1", "b2", "b3", "pb", "u1"):
        there = sum(count for one, count in found for node_, _share in one if node_ == name)
        assert there == sum(units for place, units, _share in parts if place == name)
    assert all(sum(share for _name, share in one) <= 1 + 1e-9 for one, _count in found)

"""The power a paper may allow a machine of several cords: in normal operation, and after the loss of a feed it promises to bear."""

from __future__ import annotations

import pytest

from planner.plan.document import Connection
from planner.tender.needs import room_power
from tests.checks.factories import assess_one, make_line, make_plan
from tests.checks.rooms import circuit, room, unit


@pytest.mark.parametrize(
    ("scheme", "feeds", "shares", "watts"),
    [
        # 0.8 x 16 A x 215.6 W = 2,760 W of each circuit, which carries half of the machine
        ("", ("A", "B"), (0.5, 0.5), 2 * 0.8 * 16 * 215.6),
        ("3+1", ("A", "B"), (0.5, 0.5), 2 * 0.8 * 16 * 215.6),  # one supply of four is no feed
        # 1+1: what is left carries all of it, up to the 16 A of its breaker
        ("1+1", ("A", "B"), (0.5, 0.5), 16 * 215.6),
        ("2N", ("A", "B"), (0.5, 0.5), 16 * 215.6),
        ("1+1", ("A", "A"), (0.5, 0.5), 2 * 0.8 * 16 * 215.6),  # one feed: nothing is left when it is lost
        # three feeds: a third each is 0.8 x 16 A x 3, half of it after a loss 16 A x 2
        ("N+N", ("A", "B", "C"), (1 / 3, 1 / 3, 1 / 3), 2 * 16 * 215.6),
    ],
)
def test_power_of_a_machine_with_several_cords(
    scheme: str, feeds: tuple[str, ...], shares: tuple[float, ...], watts: float
) -> None:
    told = {"max_power_w": 1000.0, **({"psu_redundancy": scheme} if scheme else {})}
    circuits = tuple(circuit(f"c{number}", feed=feed) for number, feed in enumerate(feeds))
    links = tuple(Connection(line="srv", node=f"c{number}", share=share) for number, share in enumerate(shares))
    plan = make_plan(make_line("srv", known=told), site=(room(), unit(), *circuits), connections=links)
    assert room_power(assess_one(plan), "srv").value == pytest.approx(watts)

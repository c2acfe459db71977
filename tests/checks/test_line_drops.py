"""Voltage drop of a three-phase cable with single-phase loads: the neutral carries only what the lines are apart.

By hand: U = z x L x I', z = 0.0225 / 2.5 x 0.98 + 0.00008 x 0.19900 = 0.0088359 V/(A m) for 2.5 mm2 at a power factor of 0.98,
where I' of a line is 2 I1 - (I2 + I3) / 2: I1 for itself, and I1 - (I2 + I3) / 2 in the neutral in its direction (three currents
120 degrees apart). Alone 2 I, three alike I: the b of IEC 60364-5-52 annex G.
"""

from __future__ import annotations

import cmath
import math
from typing import Any

import pytest

from planner.facility.phases import LINE_DROP_A, PAIR_DROP_A
from planner.messages import render
from planner.plan.document import Connection, Plan
from tests.checks.factories import assess_one, find, make_line, make_plan, node
from tests.checks.rooms import room, unit

Z = 0.0225 / 2.5 * 0.98 + 0.00008 * math.sqrt(1 - 0.98**2)
WATTS = 220 * 0.98  # of 1 A at 220 V and a power factor of 0.98


def branches(*rows: tuple[str, float], length_m: float = 20.0, **values: Any) -> Plan:
    """A three-phase circuit of 381 V (220 V) with machines of so many amperes on a branch of each of these lines."""
    told: dict[str, Any] = {
        "volts": 220.0,
        "volts_kind": "L-N",
        "phases": 3.0,
        "breaker_a": 32.0,
        "cable_mm2": 2.5,
        "cable_length_m": length_m,
        "shared": False,
        **values,
    }
    nodes = [node("c1", "circuit", "room", **told)]
    lines, links = [], []
    for number, (leg, amps) in enumerate(rows):
        more = {"leg": leg} if leg else {}
        phases = 3.0 if leg == "three" else 1.0
        nodes.append(node(f"b{number}", "pdu", "c1", phases=phases, rating_a=32.0, **(more if phases == 1 else {})))
        name = f"ws{number}"
        known = {"max_power_w": amps * WATTS * (math.sqrt(3) if "-" in leg else 1.0)}
        lines.append(make_line(name, known={**known, "phases": 3.0} if leg == "three" else known))
        links.append(Connection(line=name, node=f"b{number}"))
    return make_plan(*lines, site=(room(), unit(), *nodes), connections=tuple(links))


def drop_v(plan: Plan) -> float:
    """Return what the cable loses, in V to neutral."""
    finding = find(assess_one(plan), "PW05", "c1")
    assert finding.outcome != "unknown", render(finding.message, "en")
    return finding.figures[0].require() * 220 / 100


@pytest.mark.parametrize(
    ("rows", "amps"),
    [
        ([("L1", 6.65)], 2 * 6.65),  # a lone line: there and back, 2.35 V over 20 m
        ([("L1", 6.65), ("L2", 6.65), ("L3", 6.65)], 6.65),  # all alike: nothing in the neutral, 1.18 V
        ([("L1", 6.65), ("L2", 6.65)], 1.5 * 6.65),  # two lines: half in the neutral in the direction of each
        ([("L1", 10.0), ("L2", 6.0), ("L3", 2.0)], 2 * 10 - (6 + 2) / 2),
    ],
)
def test_loads_to_neutral(rows: list[tuple[str, float]], amps: float) -> None:
    assert drop_v(branches(*rows)) == pytest.approx(Z * 20 * amps, rel=1e-6)


def test_loads_of_others_count_on_each_line() -> None:
    # 3 A of others on each line: 9.65, 3 and 3 A: 2 x 9.65 - 3 = 16.3 A
    assert drop_v(branches(("L1", 6.65), shared=True, other_load_a=3.0)) == pytest.approx(Z * 20 * 16.3, rel=1e-6)


def test_a_load_between_two_lines() -> None:
    # 10 A between two lines of 381 V: 2 Z I of 381 V, which is 2 / sqrt 3 x Z I of 220 V
    assert drop_v(branches(("L1-L2", 10.0))) == pytest.approx(Z * 20 * 2 * 10 / math.sqrt(3), rel=1e-6)


def test_a_single_branch_of_an_untold_line_is_alone_there() -> None:
    assert drop_v(branches(("", 6.65))) == pytest.approx(Z * 20 * 2 * 6.65, rel=1e-6)
    # beside 3 A of three phases on each line: 2 x 9.65 - 3
    assert drop_v(branches(("", 6.65), ("three", 9.0))) == pytest.approx(Z * 20 * 16.3, rel=1e-6)


def test_untold_lines_are_asked_for_where_they_decide() -> None:
    # all on one line: 2 x 20 A x 40 m = 14.1 V, 6.4 %; spread they lose less than 5 %
    finding = find(assess_one(branches(("", 10.0), ("", 10.0), length_m=40.0)), "PW05", "c1")
    assert (finding.outcome, finding.message.id) == ("unknown", "PW05.legs")
    assert finding.missing == ("site/b0/leg", "site/b1/leg")
    # at 130 m one way of the 10 A that the fullest line has at least is 11.5 V, 5.2 %
    sure = find(assess_one(branches(("", 10.0), ("", 10.0), length_m=130.0)), "PW05", "c1")
    assert (sure.outcome, sure.message.id) == ("warning", "PW05.least")
    assert sure.figures[0].require() == pytest.approx(Z * 130 * 10 / 220 * 100, rel=1e-6)


@pytest.mark.parametrize("own", [(10.0, 6.0, 2.0), (4.0, 0.0, 9.0), (5.0, 5.0, 5.0)])
@pytest.mark.parametrize("between", [(0.0, 0.0, 0.0), (8.0, 0.0, 3.0), (1.0, 2.0, 3.0)])
def test_formulas_are_the_sum_of_vectors(own: tuple[float, ...], between: tuple[float, ...]) -> None:
    """Z = 1 ohm in each line and in the neutral; the drop is what is lost in the direction of the voltage."""

    def unit_of(degrees: float) -> complex:
        return cmath.exp(1j * math.radians(degrees))

    angles = (0.0, -120.0, -240.0)
    pairs = [amps * unit_of(angle + 30) for amps, angle in zip(between, angles, strict=True)]
    lines = [
        amps * unit_of(angle) + pairs[at] - pairs[at - 1]
        for at, (amps, angle) in enumerate(zip(own, angles, strict=True))
    ]
    back = sum(lines)
    for at in range(3):
        lost = ((lines[at] + back) * unit_of(-angles[at])).real
        said = LINE_DROP_A(
            own_a=own[at],
            second_a=own[at - 2],
            third_a=own[at - 1],
            pair_1_a=between[at],
            pair_2_a=between[at - 1],
        )
        assert said == pytest.approx(lost)
        apart = ((lines[at] - lines[at - 2]) * unit_of(-angles[at] - 30)).real / math.sqrt(3)
        told = PAIR_DROP_A(
            first_a=own[at],
            second_a=own[at - 2],
            pair_a=between[at],
            other_1_a=between[at - 2],
            other_2_a=between[at - 1],
        )
        assert told == pytest.approx(apart)

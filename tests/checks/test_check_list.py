"""Every check of the facility reference is there under its id, and so are those of laboratory safety."""

from __future__ import annotations

from planner.checks.catalogue import ALL_CHECKS

# facility reference, section 4; UP01 tells UP02's 80 % too
WANTED = {"PW": 32, "UP": 14, "CO": 15, "NO": 3, "RK": 7, "FL": 4, "NW": 9, "ST": 6, "BU": 5, "DQ": 2}
SAFETY = ("LS01", "LS02", "LS03", "LS04", "LS05")


def test_every_check_of_the_reference_is_there() -> None:
    ids = {one.id for one in ALL_CHECKS}
    wanted = {f"{area}{number:02}" for area, most in WANTED.items() for number in range(1, most + 1)}
    assert len(wanted) == 97
    assert {*wanted, *SAFETY} - ids == set()

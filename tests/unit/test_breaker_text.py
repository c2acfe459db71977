"""Breakers as their fronts say them, and what follows of a room without free sockets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.services.first_start import Room
from desktop_app.services.first_start_room import site_of, sockets
from desktop_app.services.first_start_sheet import GROUPS, doubt_of
from planner.breaker_text import rated_current
from planner.entry import parse_number


@pytest.mark.parametrize(
    ("front", "amps"),
    [
        ("C16", 16),
        ("C16A", 16),
        ("D32", 32),
        ("16A/1P", 16),
        ("c20/2P", 20),
        ("C16A 1P+N", 16),
        ("63", 63),
        ("十六安", 16),
    ],
)
def test_the_front_of_a_breaker_says_its_current(front: str, amps: int) -> None:
    assert parse_number(rated_current(front), unit="A") == amps


@given(
    st.sampled_from(["", "B", "C", "D ", "c"]),
    st.integers(1, 125),
    st.sampled_from(["", "A", " A", "A/1P", "/2P", "A 1P+N", "A/4P"]),
)
def test_curve_and_poles_never_change_the_current(curve: str, amps: int, poles: str) -> None:
    assert parse_number(rated_current(f"{curve}{amps}{poles}"), unit="A") == amps


def test_a_breaker_too_large_for_a_room_is_asked_about() -> None:
    assert doubt_of("breaker_a", 125) is None
    assert doubt_of("breaker_a", 160) is not None


def test_no_free_socket_is_an_answer() -> None:
    least = {field.key: field.least for group in GROUPS for field in group.fields}
    assert (least["sockets"], least["circuits"]) == (0, 0)
    assert doubt_of("sockets", 0) is not None
    assert doubt_of("sockets", 1) is None
    site = site_of(Room(sockets=0, circuits=2, breaker_a=16.0))
    assert sockets(site) == ()
    assert [node.id for node in site if node.type == "circuit"] == ["circuit-1", "circuit-2"]
    assert [node.type for node in site_of(Room(sockets=0, circuits=0))] == ["room"]
    assert len(sockets(site_of(Room(sockets=2, circuits=0)))) == 2

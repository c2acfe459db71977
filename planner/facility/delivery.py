"""The way in: doors, lift, corners and corridors that a rack or crate has to pass; what the lift has to carry."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import msgspec

from planner.figure import Formula
from planner.messages import Labelled

LIFT_LOAD_KG = Formula(
    key="path.lift_load_kg",
    label=Labelled(zh="电梯载重需求", en="Load on the lift"),
    text="piece_kg + trolley_kg + 75 * people",
    unit="kg",
    source="the piece, its trolley and those who push it, 75 kg each (GB/T 7588: 75 kg a person)",
    function=lambda piece_kg, trolley_kg, people: piece_kg + trolley_kg + 75 * people,
)
CLEARANCE_MM = Formula(
    key="path.clearance_mm",
    label=Labelled(zh="通过余量", en="Room to spare in an opening"),
    text="opening_mm - piece_mm",
    unit="mm",
    source="opening minus piece",
    function=lambda opening_mm, piece_mm: opening_mm - piece_mm,
)

SPARE_MM = 30.0  # to each opening, for hands and rails (customary value, to be confirmed)
_STEPS = 180
Kind = Literal["door", "lift", "corner", "corridor"]


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """What is carried in, standing up, as it is packed (mm, kg)."""

    width_mm: float
    depth_mm: float
    height_mm: float
    weight_kg: float
    trolley_kg: float = 50.0


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A place on the way: clear width and height, a lift's depth and load, a corner's second corridor (mm, kg)."""

    kind: Kind
    title: str
    width_mm: float
    height_mm: float | None = None
    depth_mm: float | None = None
    second_mm: float | None = None
    load_kg: float | None = None


class Obstacle(msgspec.Struct, frozen=True, kw_only=True):
    """Where a piece does not pass: what is too small, by how much is there and how much is needed (mm or kg)."""

    passage: Passage
    what: Literal["width", "height", "depth", "load", "turn"]
    there: float
    needed: float


def obstacles(piece: Piece, way: tuple[Passage, ...], people: int = 2) -> tuple[Obstacle, ...]:
    """Return where a piece does not pass; it is wheeled upright with its narrow side ahead."""
    return tuple(found for passage in way for found in _at(piece, passage, people))


def _at(piece: Piece, passage: Passage, people: int) -> Iterator[Obstacle]:
    narrow, long = sorted((piece.width_mm, piece.depth_mm))
    asked = [("width", passage.width_mm, narrow + SPARE_MM), ("height", passage.height_mm, piece.height_mm + SPARE_MM)]
    if passage.kind == "lift":
        asked.append(("depth", passage.depth_mm, long))
        load = LIFT_LOAD_KG(piece_kg=piece.weight_kg, trolley_kg=piece.trolley_kg, people=people)
        asked.append(("load", passage.load_kg, load))
    if passage.second_mm is not None:
        asked.append(("turn", longest_round(passage.width_mm, passage.second_mm, narrow), long))
    for what, there, needed in asked:
        if there is not None and there < needed:
            yield Obstacle(passage=passage, what=what, there=there, needed=needed)  # type: ignore[arg-type]


def longest_round(first_mm: float, second_mm: float, width_mm: float) -> float:
    """Return the greatest length, in mm, of a box of ``width_mm`` that passes the right angle of two corridors.

    Source: the least over the angle of (a / sin + b / cos - w / (sin cos)).
    """
    if width_mm > min(first_mm, second_mm):
        return 0.0
    angles = (math.pi / 2 * step / _STEPS for step in range(1, _STEPS))
    lengths = (
        first_mm / math.sin(one) + second_mm / math.cos(one) - width_mm / (math.sin(one) * math.cos(one))
        for one in angles
    )
    return max(0.0, min(lengths))

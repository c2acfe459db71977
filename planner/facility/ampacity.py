"""What a PVC cable carries, from the table of the standard: conductor, section, how it is laid, loaded conductors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from planner.figure import Figure, Quality, leaf
from planner.tables import rows

Conductor = Literal["copper", "aluminium"]
_QUALITY = {"V": Quality.PUBLISHED, "V2": Quality.SECONDARY, "M": Quality.ASSUMED}


class Ampacity(msgspec.Struct, frozen=True, kw_only=True):
    """One section of a conductor (mm2) with its currents (A): two and three loaded, in conduit and on the wall."""

    section_mm2: float
    conduit_2_a: float
    wall_2_a: float
    conduit_3_a: float
    wall_3_a: float
    source: str
    source_date: str
    mark: str
    valid: str

    def amps(self, *, on_wall: bool, three_phase: bool) -> float:
        """Return the current that the cable carries, in A."""
        if three_phase:
            return self.wall_3_a if on_wall else self.conduit_3_a
        return self.wall_2_a if on_wall else self.conduit_2_a

    def figure(self, key: str, *, on_wall: bool, three_phase: bool) -> Figure:
        """Return that current as a figure with the table, and where it holds, as its source."""
        source = f"{self.source} ({self.valid})"
        amps = self.amps(on_wall=on_wall, three_phase=three_phase)
        return leaf(key, amps, "A", _QUALITY[self.mark], source, self.source_date)


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, tuple[Ampacity, ...]]:
    found: dict[str, list[Ampacity]] = {}
    for row in rows("facility/ampacity.csv"):
        found.setdefault(row["conductor"], []).append(
            Ampacity(
                section_mm2=float(row["section_mm2"]),
                conduit_2_a=float(row["conduit_2_a"]),
                wall_2_a=float(row["wall_2_a"]),
                conduit_3_a=float(row["conduit_3_a"]),
                wall_3_a=float(row["wall_3_a"]),
                source=row["source"],
                source_date=row["source_date"],
                mark=row["mark"],
                valid=row["valid"],
            )
        )
    return {name: tuple(some) for name, some in found.items()}


def sections(conductor: Conductor = "copper") -> tuple[Ampacity, ...]:
    """Return the sections of the table (mm2), the thinnest first."""
    return _tables()[conductor]


def carried_by(section_mm2: float, conductor: Conductor = "copper") -> Ampacity | None:
    """Return the largest section of the table (mm2) that is no thicker, None where the thinnest of the table is thicker."""
    return next((one for one in reversed(sections(conductor)) if one.section_mm2 <= section_mm2), None)

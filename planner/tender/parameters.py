"""What a parameter of a sheet is: an id that stays, a bound, where the bound comes from, and how it is worded."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.figure import Figure
from planner.messages import Labelled, Message
from planner.tender.library import Level, LibraryRow, ParameterKind

Origin = Literal["demand", "ladder", "site", "fixed"]
OPERATORS: dict[ParameterKind, str] = {
    "min": ">=",
    "max": "<=",
    "range_cover": "covers",
    "enum_any": "any_of",
    "enum_all": "all_of",
    "bool": "yes",
    "ref_standard": "complies",
}


class Threshold(msgspec.Struct, frozen=True, kw_only=True):
    """The bound a rule found, in the unit of its library row; ``to_verify`` where it rests on an assumption.

    ``need`` is what the workload or the room asks for, ``chosen`` what the build has; ``low`` and ``high`` are None
    where the kind has no such end. ``unit`` replaces the row's unit where the bound is given in another one;
    ``condition`` is what the bound presupposes, beside the condition of the row.
    """

    origin: Origin
    chosen: Figure
    low: float | None = None
    high: float | None = None
    need: Figure | None = None
    unit: str = ""
    options: tuple[Labelled, ...] = ()
    to_verify: bool = False
    finding: Message | None = None
    condition: Labelled | None = None


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """One requirement of a sheet.

    ``code`` is its visible id: the place of the line in the plan and the row's number in the library, so that other
    edits leave it alone. ``k_chip`` counts the chip makers known to meet the ★ on the line's cards (number, memory,
    software). Where the user decided the mark (``own_mark``), ``derived`` is what it would be. ``k_system`` are the makers of whole machines known to take such cards; None where the line has no cards.
    """

    code: str
    line: str
    line_title: Labelled
    row: LibraryRow
    level: Level
    threshold: Threshold
    sentence: Labelled
    basis: Labelled
    acceptance: Labelled
    k_system: int | None = None
    k_chip: int | None = None
    finding: Message | None = None
    derived: Level = "general"
    own_mark: bool = False

    @property
    def library(self) -> str:
        """Return the code of the library row (``acc.mem``)."""
        return self.row.code

    @property
    def condition(self) -> Labelled:
        """Return under which condition the requirement is read: what it presupposes, then the row's."""
        own, row = self.threshold.condition, self.row.condition
        if own is None or not row.zh:
            return own or row
        return Labelled(zh=f"{own.zh}；{row.zh}", en=f"{own.en}. {row.en}")

    @property
    def kind(self) -> ParameterKind:
        """Return how the bound is read."""
        return self.row.kind

    @property
    def operator(self) -> str:
        """Return the operator for machines (``>=``)."""
        return OPERATORS[self.row.kind]

    @property
    def origin(self) -> Origin:
        """Return where the bound comes from."""
        return self.threshold.origin

    @property
    def need(self) -> Figure | None:
        """Return what is needed, None where nothing tells."""
        return self.threshold.need

    @property
    def unit(self) -> str:
        """Return the key of the unit the bounds are in; '' for things that are counted."""
        return self.threshold.unit or self.row.unit

    def unit_text(self, language: str) -> str:
        """Return the unit as it is printed."""
        return self.row.unit_text(language, self.threshold.unit)

    @property
    def low(self) -> float | None:
        """Return the lower bound in ``unit``."""
        return self.threshold.low

    @property
    def high(self) -> float | None:
        """Return the upper bound in ``unit``."""
        return self.threshold.high

    @property
    def bound(self) -> float | None:
        """Return the one bound of a minimum or maximum, in ``unit``."""
        return self.threshold.low if self.row.kind == "min" else self.threshold.high

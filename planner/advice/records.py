"""What a piece of advice is made of: recommendation, reasons, rejected alternatives, what would change it, corrections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from planner.figure import Figure, Quality
from planner.messages import Labelled, Message
from planner.tables import rows

Text = Message | Labelled
Row = Mapping[str, str]
State = Literal["advised", "unknown"]


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """One reason: what is said, the numbers it is said with, and what it rests on."""

    text: Text
    figures: tuple[Figure, ...] = ()
    source: str = ""
    quality: Quality = Quality.COMPUTED


class Rejected(msgspec.Struct, frozen=True, kw_only=True):
    """An alternative that was not taken, and why."""

    option: Text
    why: Text
    figures: tuple[Figure, ...] = ()


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """A rule of thumb in common use, and the right number: ``wrong`` misleads a purchase, ``loose`` needs a condition."""

    id: str
    verdict: Literal["wrong", "loose"]
    said: Text
    right: Text
    figures: tuple[Figure, ...]
    source: str


class Advice(msgspec.Struct, frozen=True, kw_only=True):
    """What is advised on a ``topic`` for a ``subject`` ('' for the plan as a whole), ``choice`` as a word for programs.

    ``state`` is unknown where something that decides is not known; then ``missing`` says what to ask.
    """

    topic: str
    choice: str
    recommendation: Text
    subject: str = ""
    state: State = "advised"
    reasons: tuple[Reason, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    would_change: tuple[Text, ...] = ()
    corrections: tuple[Correction, ...] = ()
    notes: tuple[Text, ...] = ()
    missing: tuple[str, ...] = ()

    @property
    def rests_on(self) -> tuple[str, ...]:
        """Return the sources of the reasons, each once."""
        return tuple(dict.fromkeys(one.source for one in self.reasons if one.source))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Return the numbers of the reasons, of what was rejected and of the corrections."""
        parts: tuple[Reason | Rejected | Correction, ...] = (*self.reasons, *self.rejected, *self.corrections)
        return tuple(figure for one in parts for figure in one.figures)


def table(name: str) -> tuple[Row, ...]:
    """Return the rows of a table of advice."""
    return rows(f"advice/{name}.csv")


def row_of(name: str, wanted: str) -> Row:
    """Return the row of a table by its id; raises KeyError."""
    found = next((row for row in table(name) if row["id"] == wanted), None)
    if found is None:
        raise KeyError(wanted)
    return found


def told(row: Row, column: str = "") -> Labelled:
    """Return a text of a row in both languages."""
    prefix = f"{column}_" if column else ""
    return Labelled(zh=row[f"{prefix}zh"], en=row[f"{prefix}en"])


def because(row: Row, column: str, *figures: Figure) -> Reason:
    """Return the reason that a row of a table gives, with the numbers to it."""
    return Reason(text=told(row, column), figures=figures, source=row["source"], quality=Quality(row["quality"]))

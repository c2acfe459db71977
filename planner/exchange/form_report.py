"""What was found in a form and what became of it: fields with their places, values put in, what is missing and why."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.documents.texts import clean_text
from planner.exchange.form_fields import Field, GroupKey
from planner.exchange.form_format import Value, written
from planner.exchange.form_values import FormValues
from planner.messages import Message

FormKind = Literal["docx", "xlsx"]
Reason = Literal["unknown", "no_value", "format"]


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """A field at its place in a form; ``fault`` says why it cannot be filled where it stands."""

    field: Field
    place: Message
    fault: Message | None = None
    remedy: Message | None = None


class Missing(msgspec.Struct, frozen=True, kw_only=True):
    """A field without a value: its name is not known, the plan has no value, or the format does not fit the value."""

    field: Field
    place: Message
    reason: Reason
    row: int | None = None


class Repeated(msgspec.Struct, frozen=True, kw_only=True):
    """A table row (or paragraph) that was repeated for the rows of a group."""

    group: GroupKey
    rows: int
    place: Message


class Filler:
    """Hands out the texts for fields and notes what became of each."""

    def __init__(self, values: FormValues, blank: bool = False) -> None:
        """Keep the values; ``blank`` empties the fields without a value instead of leaving them."""
        self.values = values
        self.blank = blank
        self.filled: list[Field] = []
        self.missing: list[Missing] = []
        self.repeated: list[Repeated] = []
        self.narrow: list[Message] = []
        self.last_text: str | None = None
        self.removed_characters = 0

    def count(self, group: GroupKey) -> int:
        """Return how many rows there are for a group."""
        return len(self.values.rows.get(group, ()))

    def value(self, field: Field, row: int | None = None) -> Value | None:
        """Return the value for a field, of one row of its group."""
        return self.values.value(field, row)

    def text(self, field: Field, place: Message, row: int | None = None) -> str | None:
        """Return what to write for a field, None to leave it as it stands; notes the outcome."""
        value = self.value(field, row)
        shown = written(field, value, self.values.language) if value is not None else None
        if shown is None:
            return self._without(field, place, value, row)
        plain, removed = clean_text(shown)
        self.removed_characters += removed
        self.filled.append(field)
        self.last_text = plain
        return plain

    def _without(self, field: Field, place: Message, value: Value | None, row: int | None) -> str | None:
        if value is None and field.optional:
            return ""
        reason: Reason = "format" if value is not None else "unknown" if field.row is None else "no_value"
        self.missing.append(Missing(field=field, place=place, reason=reason, row=row))
        return "" if self.blank else None

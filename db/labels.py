"""Labels of revisions and change sets as text in the store: a message keeps its id and both languages of its values."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec

from planner.messages import Labelled, Message, format_value


def packed_label(label: Message | str) -> str:
    """Return ``label`` as JSON; values that depend on the language are kept in both."""
    if isinstance(label, str):
        return msgspec.json.encode(label).decode()
    values = {name: _packed(value) for name, value in label.values.items()}
    return msgspec.json.encode({"id": label.id, "text": label.text, "values": values}).decode()


def unpacked_label(text: str) -> Message | str:
    """Return the label stored as ``text``, ready to be rendered in either language."""
    raw = msgspec.json.decode(text)
    if isinstance(raw, str):
        return raw
    values = {name: Labelled(zh=one["zh"], en=one["en"]) for name, one in raw["values"].items()}
    return Message(id=raw["id"], text=raw["text"], values=values)


def _packed(value: Any) -> dict[str, str]:
    return {"zh": format_value(value, "zh"), "en": format_value(value, "en")}


def stamp(moment: dt.datetime) -> str:
    """Return ``moment`` as stored: ISO 8601 in UTC with milliseconds; one without a zone is local time."""
    return moment.astimezone(dt.UTC).isoformat(timespec="milliseconds")


def moment_of(text: str) -> dt.datetime:
    """Return the time stored as ``text``, in UTC."""
    return dt.datetime.fromisoformat(text)

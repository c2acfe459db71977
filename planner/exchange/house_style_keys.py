"""The keys of a style file, each read as what it must be; a fault names the key, what stands there, and what may."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from planner.documents.house_style import HEAD_FIELDS
from planner.errors import ImportFailed
from planner.messages import Labelled, Message, msg

MOST_CHARS = 120
_COLOUR = re.compile("#[0-9A-Fa-f]{6}")
_FIELD = re.compile(r"\{([^{}]*)\}")
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f]")
_BOTH = '{ zh = "…", en = "…" }'
_LANGUAGES = ("zh", "en")
# WCAG 2.2, 1.4.3: ordinary text needs 4.5 : 1 against its ground, large text 3 : 1. Black on the ground of table heads
# is given more room, for copies of copies.
_ACCENT_CONTRAST, _FILL_CONTRAST = 4.5, 9.0
T = TypeVar("T", bound=str)


class Keys:
    """One table of a style file; ``place`` names it in faults."""

    def __init__(self, values: Mapping[str, Any], place: str) -> None:
        self.values = values
        self.place = place

    def at(self, key: str) -> str:
        """Return the place of ``key``: 'style.toml: logo.file'."""
        return self.place + ("." if ": " in self.place else ": ") + key

    def only(self, known: Sequence[str]) -> None:
        """Refuse a key that is none of ``known``; raises ImportFailed."""
        for key in self.values:
            if key not in known:
                raise unknown_key(key, known, self.at(key))

    def inner(self, key: str) -> Keys:
        """Return the table under ``key``, empty where there is none."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, msg("style.want_table", "a section of its own: [{key}]", key=key))
        return Keys(value, self.at(key))

    def text(self, key: str) -> str:
        """Return a text, '' where there is none."""
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(key, msg("style.want_text", "a text in quotes"))
        return value

    def line(self, key: str) -> str:
        """Return a text of one line that is not too long."""
        return self._line(key, self.text(key))

    def _line(self, key: str, text: str) -> str:
        if _UNPRINTABLE.search(text) or len(text) > MOST_CHARS:
            raise self.wrong(key, msg("style.want_line", "one line of at most {most} characters", most=MOST_CHARS))
        return text

    def label(self, key: str) -> Labelled | None:
        """Return a text for both languages, given once or as { zh = "…", en = "…" }; None where there is none."""
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            return Labelled(zh=self._line(key, value), en=value)
        if not isinstance(value, dict):
            raise self.wrong(key, msg("style.want_label", "a text in quotes, or {both}", both=_BOTH))
        inner = self.inner(key)
        inner.only(_LANGUAGES)
        return Labelled(zh=inner.line("zh"), en=inner.line("en"))

    def template(self, key: str) -> Labelled | None:
        """Return a running text whose names in braces are all known."""
        found = self.label(key)
        for text in (found.zh, found.en) if found else ():
            for name in _FIELD.findall(text):
                if name not in HEAD_FIELDS:
                    raise unknown_key(f"{{{name}}}", [f"{{{one}}}" for one in HEAD_FIELDS], self.at(key))
        return found

    def choice(self, key: str, options: tuple[T, ...]) -> T | Any:
        """Return one of ``options``, '' where there is nothing."""
        value = self.text(key)
        if value and value not in options:
            raise self.wrong(key, msg("style.want_choice", "one of {options}", options=options))
        return value

    def number(self, key: str, low: float, high: float) -> float | None:
        """Return a number of points or mm between ``low`` and ``high``, None where there is none."""
        return self._number(key, self.values[key], low, high) if key in self.values else None

    def _number(self, key: str, value: object, low: float, high: float) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:  # type: ignore[operator]
            raise self.wrong(key, msg("style.want_number", "a number from {low} to {high}", low=low, high=high), value)
        return float(value)  # type: ignore[arg-type]

    def numbers(self, key: str, low: float, high: float, most: int) -> tuple[float, ...]:
        """Return up to ``most`` numbers of points between ``low`` and ``high``, none larger than the one before."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or len(values) > most:
            raise self.wrong(key, msg("style.want_list", "a list of at most {most} numbers: [15, 12, 10.5]", most=most))
        found = tuple(self._number(key, value, low, high) for value in values)
        if list(found) != sorted(found, reverse=True):
            raise self.wrong(
                key,
                msg("style.want_order", "numbers from the outermost heading inwards, none larger than the one before"),
            )
        return found

    def colour(self, key: str, *, darkest: bool) -> str:
        """Return a colour '#RRGGBB' in capitals, '' where there is none; ``darkest`` for ink, else a ground for ink."""
        value = self.text(key)
        if not value:
            return ""
        if not _COLOUR.fullmatch(value):
            raise self.wrong(key, msg("style.want_colour", "a colour such as #1F3A5F"))
        against_white = 1.05 / (_luminance(value) + 0.05)
        if darkest and against_white < _ACCENT_CONTRAST:
            raise self.wrong(
                key, msg("style.want_dark", "a darker colour: on white paper this one cannot be read well")
            )
        if not darkest and 21 / against_white < _FILL_CONTRAST:
            raise self.wrong(
                key, msg("style.want_light", "a lighter colour: black on it cannot be read well when copied")
            )
        return value.upper()

    def needed(self, key: str) -> ImportFailed:
        """Return the fault of a key that is missing."""
        return ImportFailed(
            msg("style.needed", "“{key}” is missing.", key=key),
            msg("style.needed.remedy", "Write it, or leave out the whole section."),
            self.place,
        )

    def wrong(self, key: str, wanted: Message, value: object = None) -> ImportFailed:
        """Return the fault of a value that is not what is ``wanted``."""
        shown = str(self.values.get(key) if value is None else value)
        return ImportFailed(
            msg("style.value", "“{value}” cannot be taken.", value=shown[:60]),
            msg("style.value.remedy", "Write {wanted}.", wanted=wanted),
            self.at(key),
        )


def unknown_key(key: str, known: Sequence[str], place: str) -> ImportFailed:
    """Return the fault of a name that is not known, with the nearest one or all that are."""
    near = tuple(difflib.get_close_matches(key, known, n=1, cutoff=0.6))
    remedy = (
        msg("style.key.near", "Did you mean {near}?", near=near)
        if near
        else msg("style.key.known", "There may be: {known}.", known=tuple(known))
    )
    return ImportFailed(msg("style.key", "“{key}” is not known here.", key=key), remedy, place)


def _luminance(colour: str) -> float:
    """Return the relative luminance of '#RRGGBB' (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

"""What can go wrong outside our own code, each told with place, value and remedy.

PlannerError
    InputError          a text, cell or argument that cannot be understood
    UnknownIdError      an id that names nothing
    EditError           an edit that does not apply to this plan
    ImportFailed        a foreign file that cannot be taken
    ExportError         a paper that cannot be written
        PaperRefused    a paper that must not go out as it is
    PlanFileError       a plan file: missing, damaged, older, newer
"""

from __future__ import annotations

from typing import Literal

from planner.messages import Message, msg, render

_ENDS = (".", "。", "?", "？", "!", "！")
PlanFileKind = Literal["missing", "damaged", "older", "newer", "unwritable"]


class PlannerError(Exception):
    """A known fault: ``message`` says place and value, ``remedy`` what to do about it."""

    def __init__(self, message: Message, remedy: Message | None = None, place: str = "") -> None:
        """Keep the parts apart so that the edge can show them in its language."""
        super().__init__(str(message))
        self.message = message
        self.remedy = remedy
        self.place = place

    def told(self, language: str) -> str:
        """Return place, message and remedy as one text in ``language``."""
        text = render(self.message, language).rstrip()  # a number without unit leaves a blank
        said = text.startswith(self.place) or ("/" in self.place and self.place in text)
        if self.place and not said:
            text = f"{self.place}: {text}"
        if self.remedy is None:
            return text
        if not text.endswith(_ENDS):
            text += "。" if language == "zh" else "."
        return text + ("" if language == "zh" else " ") + render(self.remedy, language)


class InputError(PlannerError):
    """A text that cannot be read as what was asked for."""


class UnknownIdError(PlannerError):
    """An id that names nothing here."""


class EditError(PlannerError):
    """An edit that cannot be applied; the plan is untouched."""


class ImportFailed(PlannerError):
    """A foreign file that cannot be taken as a whole."""


class ExportError(PlannerError):
    """A paper that could not be written or failed its scan; nothing was left behind."""


class PaperRefused(ExportError):
    """A paper that must not be written as asked: unknown format, a brand in it, a glyph no font has, open points."""


class PlanFileError(PlannerError):
    """A plan file that cannot be opened or written; ``kind`` tells which way."""

    def __init__(self, kind: PlanFileKind, message: Message, remedy: Message | None = None, place: str = "") -> None:
        """Keep the kind beside the texts: callers choose the exit code by it."""
        super().__init__(message, remedy, place)
        self.kind = kind


def unknown_id(kind: Message, wanted: str, known: tuple[str, ...] = (), place: str = "") -> UnknownIdError:
    """Return the error for an id that names nothing, with the nearest known ids."""
    import difflib

    near = tuple(difflib.get_close_matches(wanted, known, n=3, cutoff=0.5)) or tuple(known[:5])
    remedy = msg("error.unknown_id.remedy", "Did you mean: {near}?", near=near) if near else None
    return UnknownIdError(
        msg("error.unknown_id", "There is no {kind} called {wanted}.", kind=kind, wanted=wanted), remedy, place
    )

"""Names in both languages, below everything that has one; ``planner.messages`` shows them."""

from __future__ import annotations

import msgspec


class Labelled(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A name from a data row in both languages; chosen when a message is rendered."""

    zh: str
    en: str

    def label(self, language: str) -> str:
        """Return the name in ``language``, or the other one when it is empty."""
        return (self.zh or self.en) if language == "zh" else (self.en or self.zh)

"""What a memo keeps of its results: single ones, those of parts asked for together, and those by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


class Entry:
    """A kept result, the objects its key stands for, and the results it was made from."""

    __slots__ = ("arguments", "made_from", "result")

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.arguments = arguments
        self.made_from: Sequence[Entry] = ()
        self.result: Any = None


class Parts:
    """The results for the parts that were asked for together, those parts, and the shared objects they were made with.

    ``found`` are those for ``asked``, the parts of the last run.
    """

    __slots__ = ("alive", "asked", "found", "results", "rows", "shared", "whole", "widths")

    def __init__(self, shared: tuple[Any, ...]) -> None:
        self.shared = shared
        self.asked: tuple[Any, ...] = ()
        self.whole: tuple[Any, ...] = ()
        self.rows: tuple[Any, ...] | None = None
        self.widths: list[int] | None = None
        self.found: tuple[Any, ...] = ()
        self.results: dict[Any, Any] = {}
        self.alive: dict[Any, Any] = {}

    def look_up(self, name_of: Callable[[Any], Any]) -> None:
        """Put the results of a first run by name where a second one looks; for one that stays the only one it is spared."""
        names = [*map(name_of, self.asked)]
        self.results = dict(zip(names, self.found, strict=True))
        self.alive = dict(zip(names, self.asked, strict=True))

    def only(self, names: list[Any]) -> None:
        """Forget all but these."""
        self.results = {name: self.results[name] for name in names}
        self.alive = {name: self.alive[name] for name in names}


class Over:
    """The results over objects by name, and what they were made of."""

    __slots__ = ("found", "objects", "places", "shared")

    def __init__(self, shared: tuple[Any, ...]) -> None:
        self.shared = shared
        self.places: Mapping[str, Any] = {}
        self.objects: Mapping[str, Any] = {}
        self.found: dict[str, Any] = {}

"""Results kept by the identity of what they were computed from: after an edit only what it touched is new.

Plan parts are frozen and edits leave untouched parts as the same objects, so identity is enough. What a run
did not ask for is gone in the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

R = TypeVar("R")


class Memo:
    """A cache by function and identity of the arguments; arguments are kept alive while their result is."""

    def __init__(self) -> None:
        """Start empty."""
        self._now: dict[tuple[Any, ...], tuple[tuple[Any, ...], Any]] = {}
        self._before: dict[tuple[Any, ...], tuple[tuple[Any, ...], Any]] = {}
        self.computed = 0

    def turn(self) -> None:
        """Begin a run: what the last one did not ask for is forgotten."""
        self._before, self._now = self._now, {}
        self.computed = 0

    def call(self, function: Callable[..., R], *arguments: Any) -> R:
        """Return ``function(*arguments)``, from the cache where all arguments are the same objects as then."""
        key = (function, *map(id, arguments))
        found = self._now.get(key) or self._before.get(key)
        if found is None:
            self.computed += 1
            found = (arguments, function(*arguments))
        self._now[key] = found
        result: R = found[1]
        return result

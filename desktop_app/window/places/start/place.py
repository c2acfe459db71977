"""The place Start."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class StartPlace(Place):
    """The place Start."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

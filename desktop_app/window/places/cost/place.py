"""The place Cost."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class CostPlace(Place):
    """The place Cost."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

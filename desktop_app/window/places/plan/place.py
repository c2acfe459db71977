"""The place Plan."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class PlanPlace(Place):
    """The place Plan."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

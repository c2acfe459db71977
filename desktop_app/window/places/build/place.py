"""The place Build."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class BuildPlace(Place):
    """The place Build."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

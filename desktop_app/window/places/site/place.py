"""The place Site."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class SitePlace(Place):
    """The place Site."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

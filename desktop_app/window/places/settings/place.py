"""The place Settings."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class SettingsPlace(Place):
    """The place Settings."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

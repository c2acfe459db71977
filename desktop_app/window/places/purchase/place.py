"""The place Purchase."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class PurchasePlace(Place):
    """The place Purchase."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

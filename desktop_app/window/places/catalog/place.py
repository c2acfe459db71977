"""The place Catalog."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class CatalogPlace(Place):
    """The place Catalog."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

"""The place Workload."""

from __future__ import annotations

from desktop_app.window.places.place import Place


class WorkloadPlace(Place):
    """The place Workload."""

    def show_plan(self) -> None:
        """Show the plan on the bench."""

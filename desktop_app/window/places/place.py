"""What every place of the window is: a widget that shows the plan on the bench and reveals a subject when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_app.window.wording import Wording

if TYPE_CHECKING:
    from desktop_app.window.workbench import Workbench
    from planner.plan.edits import Change


class Place(QWidget):
    """Base of the places; made when it is first visited.

    A place that is not in sight is told nothing: when it comes into sight again after something changed, it gets one
    ``show_plan``. So a place keeps no plan of its own and asks the bench each time.
    """

    def __init__(self, bench: Workbench) -> None:
        """Make the widgets; ``show_plan`` fills them."""
        super().__init__()
        self.bench = bench
        self.wording = Wording(bench, self)

    def show_plan(self) -> None:
        """Show everything anew: another plan or alternative, or the first visit."""
        raise NotImplementedError

    def show_change(self, change: Change) -> None:
        """Show what an edit changed; a place that can refresh less than all of itself overrides this."""
        self.show_plan()

    def retranslate(self) -> None:
        """Say in the new language what ``wording`` does not keep; by default everything is shown anew."""
        self.show_plan()

    def reveal(self, subject: str) -> None:
        """Bring a line, node, entry, fund or tab into sight and put the focus there; unknown subjects are ignored."""

    def seek(self) -> bool:
        """Put the focus into the filter of this place; False where it has none."""
        return False

    def start_adding(self) -> bool:
        """Start adding what this place holds (Ctrl+N); False where nothing can be added."""
        return False

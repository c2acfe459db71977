"""The places one behind the other: made when first visited, refreshed when they come into sight."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QStackedWidget

from desktop_app.window.places.place import Place
from desktop_app.window.places.registry import PlaceSpec, place_named
from desktop_app.window.workbench import Workbench

_LEAST = 450  # what is left of a screen of 910 pixels beside rail and panel: a place is squeezed rather than the window grown


class PlaceStack(QStackedWidget):
    """Shows one place; the others are only marked as stale when the plan or the language changes."""

    shown = Signal(object)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.setObjectName("places")
        self._bench = bench
        self._made: dict[str, Place] = {}
        self._stale: set[str] = set()
        self._untranslated: set[str] = set()
        self._current: PlaceSpec | None = None
        bench.plan_replaced.connect(self._replaced)
        bench.plan_changed.connect(self._changed)
        bench.language_changed.connect(self._translated)
        bench.workspace_replaced.connect(self._forget)

    def minimumSizeHint(self) -> QSize:
        """Return what the place in sight needs, within what a small screen has beside the panel drawn out."""
        return super().minimumSizeHint().boundedTo(QSize(_LEAST, super().minimumSizeHint().height()))

    @property
    def spec(self) -> PlaceSpec | None:
        """Return which place is shown."""
        return self._current

    @property
    def place(self) -> Place | None:
        """Return the place that is shown."""
        return self._made.get(self._current.name) if self._current else None

    def show_place(self, name: str, subject: str = "") -> bool:
        """Bring a place into sight and reveal a subject there; False where it cannot be shown."""
        spec = place_named(name)
        if spec is None or (spec.needs_plan and not self._bench.has_plan):
            return False
        if name not in self._made:
            self._made[name] = spec.make(self._bench)
            self._made[name].setObjectName(f"place-{name}")
            self.addWidget(self._made[name])
            self._stale.add(name)
        self._current = spec
        self._refresh(name)
        self.setCurrentWidget(self._made[name])
        self.shown.emit(spec)
        if subject:
            self._made[name].reveal(subject)
        return True

    def _refresh(self, name: str) -> None:
        if name in self._untranslated:
            self._untranslated.discard(name)
            self._made[name].retranslate()
        if name in self._stale:
            self._stale.discard(name)
            self._made[name].show_plan()

    def _forget(self) -> None:
        """Let go of the places out of sight: what they hold of the catalog is that of another workspace."""
        current = self._current.name if self._current else ""
        for name in set(self._made) - {current}:
            place = self._made.pop(name)
            self._untranslated.discard(name)
            self._stale.discard(name)
            self.removeWidget(place)
            place.deleteLater()

    def _replaced(self) -> None:
        self._stale = set(self._made)
        if self._current is not None and (self._bench.has_plan or not self._current.needs_plan):
            self._refresh(self._current.name)

    def _changed(self, change: object) -> None:
        current = self._current.name if self._current else ""
        self._stale |= set(self._made) - {current}
        if current:
            self._made[current].show_change(change)  # type: ignore[arg-type]

    def _translated(self) -> None:
        current = self._current.name if self._current else ""
        self._untranslated = set(self._made) - {current}
        if current and (self._bench.has_plan or not (self._current and self._current.needs_plan)):
            self._made[current].retranslate()

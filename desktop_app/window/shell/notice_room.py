"""Where a message may lie: over nothing that can be pressed or typed into, as near to the foot of the window as that goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QLineEdit, QWidget

_GAP = 4  # pixels around a control


def controls(window: QWidget, message: QWidget) -> list[QRect]:
    """Return where the window has something to press or to type into, and the sums at the foot of a place; not the message."""
    return [area for area in _areas(window, message) if not area.isEmpty()]


def _areas(window: QWidget, message: QWidget) -> Iterator[QRect]:
    for one in window.findChildren(QWidget):
        if one.isVisible() and _is_needed(one) and one is not message and not message.isAncestorOf(one):
            yield seen(one, window)


def _is_needed(one: QWidget) -> bool:
    if one.property("part") == "foot":
        return True
    if not one.isEnabled() or isinstance(one, QAbstractScrollArea):
        return False
    if isinstance(one, QAbstractButton | QLineEdit):
        return True
    return bool(one.focusPolicy().value & Qt.FocusPolicy.TabFocus.value) and one.focusProxy() is None


def seen(one: QWidget, window: QWidget) -> QRect:
    """Return the part of a widget that its parents show, in the window's coordinates."""
    area = QRect(one.mapTo(window, QPoint(0, 0)), one.size())
    parent = one.parentWidget()
    while parent is not None and parent is not window:
        area &= QRect(parent.mapTo(window, QPoint(0, 0)), parent.size())
        parent = parent.parentWidget()
    return area & window.rect()


def in_use(window: QWidget) -> QRect:
    """Return the cell or field that the user works at, in the window's coordinates; empty for none."""
    focus = QApplication.focusWidget()
    if focus is None or not window.isAncestorOf(focus):
        return QRect()
    cell = getattr(focus, "visualRect", None)
    if cell is not None:
        area = cell(focus.currentIndex())  # type: ignore[attr-defined]
        return QRect(focus.viewport().mapTo(window, area.topLeft()), area.size())  # type: ignore[attr-defined]
    return seen(focus, window)


def free_spot(room: QRect, size: QSize, taken: Iterable[QRect]) -> QRect | None:
    """Return the lowest area of a size in ``room`` that meets nothing taken, as near to the middle as goes; None for none."""
    areas = [area.adjusted(-_GAP, -_GAP, _GAP, _GAP) for area in taken]
    lowest = room.bottom() + 1 - size.height()
    tops = {lowest} | {area.top() - size.height() for area in areas}
    for top in sorted((one for one in tops if room.top() <= one <= lowest), reverse=True):
        band = QRect(room.left(), top, room.width(), size.height())
        left = _left(band, size.width(), [area for area in areas if area.intersects(band)])
        if left is not None:
            return QRect(QPoint(left, top), size)
    return None


def _left(band: QRect, width: int, taken: list[QRect]) -> int | None:
    """Return where a width fits between what is taken in a band, nearest to its middle."""
    wanted = band.left() + (band.width() - width) // 2
    found: list[int] = []
    start = band.left()
    for area in [*sorted(taken, key=QRect.left), QRect(band.right() + 1, band.top(), 1, 1)]:
        if area.left() - start >= width:
            found.append(max(start, min(wanted, area.left() - width)))
        start = max(start, area.right() + 1)
    return min(found, key=lambda left: abs(left - wanted)) if found else None

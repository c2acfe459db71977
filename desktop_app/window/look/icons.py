"""The icons: own drawings on a grid of 20, recoloured from the look, sharp at each size and screen scale."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap

import resources
from desktop_app.window.look.tokens import Status
from desktop_app.window.look.worn import current_look

_FOLDER = "icons"
_MARK = "white"  # in a drawing: the mark on a filled shape
_STATUS_COLOURS: dict[Status, str] = {
    "error": "error_fill",
    "warn": "warn_fill",
    "unknown": "unknown",
    "ok": "ok",
    "info": "info",
}


@lru_cache(maxsize=1)
def icon_names() -> tuple[str, ...]:
    """Return the names of all icons there are, sorted."""
    return tuple(name.removeprefix(f"{_FOLDER}/").removesuffix(".svg") for name in resources.names(_FOLDER, ".svg"))


def icon(name: str, colour: str = "text2", size: int = 20, *, on_colour: str = "", room: int = 0) -> QIcon:
    """Return an icon in a colour of the look, ``size`` logical pixels; ``on_colour`` is what it takes when checked.

    ``room`` is free space at its right (below zero: at its left), which parts it from a button's text more than Qt does. Ask again when the
    theme changes. Raises FileNotFoundError where there is no such icon.
    """
    return _icon(name, (colour, on_colour or colour), (size, room), current_look().theme, _screen_scales())


def pixmap(name: str, colour: str = "text2", size: int = 20, dpr: float = 1.0) -> QPixmap:
    """Return an icon as a picture for a screen scale of ``dpr``; raises FileNotFoundError as ``icon`` does."""
    colours = current_look().colour
    mark = colours.get(f"on_{colour.removesuffix('_fill')}", colours["surface"])
    return _pixmap(name, colours[colour], mark, size, dpr)


def status_icon(status: Status, size: int = 16) -> QIcon:
    """Return the silhouette of a status in its colour; it stands beside its word."""
    return icon(status, _STATUS_COLOURS[status], size)


def status_pixmap(status: Status, size: int = 16, dpr: float = 1.0) -> QPixmap:
    """Return the silhouette of a status in its colour, for painting beside its word."""
    return pixmap(status, _STATUS_COLOURS[status], size, dpr)


def _screen_scales() -> tuple[float, ...]:
    return tuple(sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()} | {1.0}))


@lru_cache(maxsize=512)
def _icon(name: str, colours: tuple[str, str], room: tuple[int, int], theme: str, scales: tuple[float, ...]) -> QIcon:
    made = QIcon()
    colour, on_colour = colours
    for scale in scales:
        made.addPixmap(_roomy(name, colour, room, scale))
        if on_colour != colour:
            made.addPixmap(_roomy(name, on_colour, room, scale), QIcon.Mode.Normal, QIcon.State.On)
        made.addPixmap(_roomy(name, "disabled", room, scale), QIcon.Mode.Disabled)
    return made


def _roomy(name: str, colour: str, room: tuple[int, int], dpr: float) -> QPixmap:
    """Return an icon with free space at its right, or at its left where it is below zero."""
    size, free = room
    drawn = pixmap(name, colour, size, dpr)
    if not free:
        return drawn
    made = QPixmap(QSize(round((size + abs(free)) * dpr), drawn.height()))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.drawPixmap(max(0, -free), 1, drawn)  # letters stand a pixel below the middle of their line
    painter.end()
    return made


@lru_cache(maxsize=1024)
def _pixmap(name: str, colour: str, mark: str, size: int, dpr: float) -> QPixmap:
    from PySide6.QtSvg import QSvgRenderer  # a library of its own: loaded with the first icon

    drawing = QSvgRenderer(QByteArray(_source(name).replace("currentColor", colour).replace(_MARK, mark).encode()))
    made = QPixmap(QSize(round(size * dpr), round(size * dpr)))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    drawing.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return made


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    return resources.read_text(f"{_FOLDER}/{name}.svg")

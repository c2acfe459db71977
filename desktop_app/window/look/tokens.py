"""The values of the look, read once from ``look/tokens.json``: colours of both themes, sizes in logical pixels."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

import msgspec

import resources

Theme = Literal["light", "dark"]
Status = Literal["error", "warn", "unknown", "ok", "info"]
STATUSES: tuple[Status, ...] = ("error", "warn", "unknown", "ok", "info")
# Text on its ground, by name: what the contrast test measures and parts keep to.
TEXT_COLOURS = ("text", "text2", "text3", "accent", *(status for status in STATUSES if status != "info"))


class PlotColour(msgspec.Struct, frozen=True):
    """A colour of plots: of areas, of lines and words, and of words on the area."""

    fill: str
    line: str
    on_fill: str


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """All values of one theme; colours are ``#RRGGBB`` by name, lengths logical pixels, times milliseconds.

    ``plot`` keeps the order plots take their colours in, ``plot_dashes`` the dashes that go with it; ``wait`` is the
    ramp of five steps for waiting times; ``shadow`` holds layers of (down, blur, opacity).
    """

    theme: Theme
    colour: Mapping[str, str]
    plot: Mapping[str, PlotColour]
    plot_dashes: tuple[tuple[float, ...], ...]
    wait: tuple[str, ...]
    family: str
    text: Mapping[str, int]
    text_line: Mapping[str, int]
    space: Mapping[str, int]
    radius: Mapping[str, int]
    height: Mapping[str, int]
    width: Mapping[str, int]
    line: Mapping[str, float]
    shadow: tuple[tuple[float, float, float], ...]
    motion_ms: Mapping[str, int]
    breakpoint: Mapping[str, int]


class _Themed(msgspec.Struct, frozen=True):
    colour: dict[str, str]
    plot: dict[str, PlotColour]
    wait: tuple[str, ...]


class _Type(msgspec.Struct, frozen=True):
    family: str
    size: dict[str, int]
    line: dict[str, int]


class _Tokens(msgspec.Struct, frozen=True):
    light: _Themed
    dark: _Themed
    plot_dashes: tuple[tuple[float, ...], ...]
    type: _Type
    space: dict[str, int]
    radius: dict[str, int]
    height: dict[str, int]
    width: dict[str, int]
    line: dict[str, float]
    shadow: tuple[tuple[float, float, float], ...]
    motion_ms: dict[str, int]
    breakpoint: dict[str, int]


@lru_cache(maxsize=1)
def _tokens() -> _Tokens:
    return msgspec.json.decode(resources.read_bytes("look/tokens.json"), type=_Tokens)


@lru_cache(maxsize=2)
def look(theme: Theme) -> Look:
    """Return the values of ``theme``; the same object at each call."""
    tokens = _tokens()
    themed: _Themed = getattr(tokens, theme)
    return Look(
        theme=theme,
        colour=MappingProxyType(themed.colour),
        plot=MappingProxyType(themed.plot),
        plot_dashes=tokens.plot_dashes,
        wait=themed.wait,
        family=tokens.type.family,
        text=MappingProxyType(tokens.type.size),
        text_line=MappingProxyType(tokens.type.line),
        space=MappingProxyType(tokens.space),
        radius=MappingProxyType(tokens.radius),
        height=MappingProxyType(tokens.height),
        width=MappingProxyType(tokens.width),
        line=MappingProxyType(tokens.line),
        shadow=tokens.shadow,
        motion_ms=MappingProxyType(tokens.motion_ms),
        breakpoint=MappingProxyType(tokens.breakpoint),
    )

"""Colours by role for the light and the dark window and for paper; told apart in grey print and by the colour-blind.

Hues after Okabe and Ito ("Color Universal Design", 2008). States differ in lightness too, and never by colour alone:
each has a mark, a word, and a pattern of its own.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from planner.pictures.scene import Role

Theme = Literal["light", "dark", "print"]

_LIGHT: dict[Role, str] = {
    "surface": "#FFFFFF",
    "sunken": "#F4F6F9",
    "text": "#181B20",
    "text2": "#4A5260",
    "text3": "#636C7B",
    "grid": "#E2E5EA",
    "frame": "#AEB6C2",
    "control": "#6A7280",
    "accent": "#2356C4",
    "accent_tint": "#E6EEFC",
    "bar": "#0072B2",
    "bar_light": "#9CCBEA",
    "on_bar": "#FFFFFF",
    "fits": "#4A5260",
    "fits_tint": "#FFFFFF",
    "fits_fill": "#858E9C",
    "tight": "#7F5000",
    "tight_tint": "#FFF3DB",
    "tight_fill": "#E69F00",
    "on_tight": "#2A1B00",
    "over": "#B42318",
    "over_tint": "#FDECEA",
    "over_fill": "#C8321F",
    "on_over": "#FFFFFF",
    "unknown": "#53588C",
    "unknown_tint": "#F3F4FA",
    "unknown_fill": "#6D72AA",
}
_DARK: dict[Role, str] = {
    "surface": "#1C1F24",
    "sunken": "#20242A",
    "text": "#E9EBEE",
    "text2": "#B7BEC9",
    "text3": "#969EAB",
    "grid": "#343A43",
    "frame": "#59626F",
    "control": "#9AA3B0",
    "accent": "#8FB3FF",
    "accent_tint": "#21304D",
    "bar": "#3F97D3",
    "bar_light": "#24506F",
    "on_bar": "#14161A",
    "fits": "#B7BEC9",
    "fits_tint": "#1C1F24",
    "fits_fill": "#626A76",
    "tight": "#F3C169",
    "tight_tint": "#372C17",
    "tight_fill": "#E9AC2E",
    "on_tight": "#241800",
    "over": "#FF9F95",
    "over_tint": "#3C211F",
    "over_fill": "#E5604F",
    "on_over": "#1C0805",
    "unknown": "#BCC0EC",
    "unknown_tint": "#1F222B",
    "unknown_fill": "#9094CF",
}
_PRINT: dict[Role, str] = {
    **_LIGHT,
    "text": "#1A1A1A",
    "text2": "#3F4754",
    "text3": "#5B6470",
    "grid": "#DADDE3",
    "frame": "#98A2AE",
    "control": "#5B6672",
    "bar": "#1F5F99",
    "fits": "#3F4754",
    "tight": "#6E4500",
    "over": "#9E1B0E",
    "over_fill": "#A3200F",
    "over_tint": "#FCEFED",
    "tight_tint": "#FFF6E3",
    "unknown": "#474C80",
    "unknown_tint": "#FFFFFF",
}

PALETTES: MappingProxyType[Theme, MappingProxyType[Role, str]] = MappingProxyType(
    {"light": MappingProxyType(_LIGHT), "dark": MappingProxyType(_DARK), "print": MappingProxyType(_PRINT)}
)


def colour(role: Role, theme: Theme) -> str:
    """Return the colour of ``role`` as #RRGGBB."""
    return PALETTES[theme][role]


def luminance(hex_colour: str) -> float:
    """Return the relative luminance of #RRGGBB, a share of white from 0 to 1. Source: WCAG 2.1, relative luminance."""
    parts = [int(hex_colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21. Source: WCAG 2.1, contrast ratio."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)

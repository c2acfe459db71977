"""The values of the look: both themes hold the same names, texts can be read, and no colour is written elsewhere."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

from desktop_app.window.look.style_sheet import style_sheet
from desktop_app.window.look.tokens import STATUSES, Theme, look
from planner.pictures.palette import contrast
from tests.conftest import PROJECT

if TYPE_CHECKING:
    from collections.abc import Iterator

THEMES: tuple[Theme, ...] = ("light", "dark")
# WCAG 2.1, 1.4.3: text 4.5 to 1; 1.4.11: what a control or a graphic is known by 3 to 1.
TEXT, SHAPE = 4.5, 3.0
GROUNDS = ("surface", "window", "sunken", "rail", "header", "group", "hover", "selected", "raised", "field")
INKS = ("text", "text2", "text3", "accent", *STATUSES)
TINTED = [(status, f"{status}_tint") for status in STATUSES] + [
    *(("text", f"{status}_tint") for status in STATUSES),
    *(("text2", f"{status}_tint") for status in STATUSES),
    *[("accent", "accent_tint"), ("text", "accent_tint"), ("text", "selected_strong")],
    *[("accent_hover", "selected_strong"), ("on_accent", "accent_fill"), ("on_accent", "accent_fill_hover")],
    *[("on_error", "error_fill"), ("on_warn", "warn_fill"), ("on_unknown", "unknown_fill")],
    ("page_text", "page"),
]
SHAPES = [
    *[("border_control", "surface"), ("border_control", "window"), ("border_control", "field")],
    *[("focus", ground) for ground in GROUNDS],
    *[("error_fill", "surface"), ("unknown_fill", "surface"), ("ok_fill", "surface"), ("text3", "track")],
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ink", INKS)
def test_every_ink_is_read_on_every_ground(theme: Theme, ink: str) -> None:
    colours = look(theme).colour
    weak = {ground: contrast(colours[ink], colours[ground]) for ground in GROUNDS}
    assert {ground: ratio for ground, ratio in weak.items() if ratio < TEXT} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), TINTED)
def test_words_are_read_on_their_tints_and_fills(theme: Theme, ink: str, ground: str) -> None:
    colours = look(theme).colour
    assert contrast(colours[ink], colours[ground]) >= TEXT


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_frames_rings_and_fills_stand_out(theme: Theme, shape: str, ground: str) -> None:
    colours = look(theme).colour
    assert contrast(colours[shape], colours[ground]) >= SHAPE


@pytest.mark.parametrize("theme", THEMES)
def test_words_in_and_beside_plots_are_read(theme: Theme) -> None:
    values = look(theme)
    surface = values.colour["surface"]
    assert {name: c for name, c in values.plot.items() if contrast(c.on_fill, c.fill) < TEXT} == {}
    assert {name: c for name, c in values.plot.items() if contrast(c.line, surface) < SHAPE} == {}


def test_both_themes_hold_the_same_names_in_the_same_order() -> None:
    light, dark = look("light"), look("dark")
    assert list(light.colour) == list(dark.colour)
    # The order of Okabe and Ito's hues in which plots take them.
    order = ["blue", "orange", "green", "vermilion", "purple", "sky", "yellow", "grey"]
    assert list(light.plot) == list(dark.plot) == order


def test_every_colour_is_six_digits() -> None:
    values = [value for theme in THEMES for value in look(theme).colour.values()]
    assert [value for value in values if not re.fullmatch("#[0-9A-F]{6}", value)] == []


def test_sizes_are_those_of_the_drawings() -> None:
    values = look("light")
    assert dict(values.text) == {"caption": 12, "body": 13, "title": 15, "figure": 22}
    assert [values.height[name] for name in ("row", "table_head", "control", "status_strip")] == [28, 28, 28, 32]
    assert (values.breakpoint["min_width"], values.breakpoint["min_height"]) == (1024, 640)


def test_look_is_the_same_object_and_cannot_be_changed() -> None:
    assert look("dark") is look("dark")
    with pytest.raises(TypeError):
        look("dark").colour["text"] = "x"  # type: ignore[index]


@pytest.mark.parametrize("theme", THEMES)
def test_style_sheet_is_filled_and_closed(theme: Theme) -> None:
    sheet = style_sheet(look(theme))
    assert "$" not in sheet
    assert sheet.count("{") == sheet.count("}")
    assert set(re.findall("#[0-9A-Fa-f]{6}", sheet)) <= set(look(theme).colour.values())


# ----------------------------------------------------------------------------------------------- no colour elsewhere
COLOUR = re.compile(
    r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b|\b(?:rgb|hsv|hsl|cmyk)a?\s*\(", re.IGNORECASE
)
NO_COLOUR = {"transparent", "color0", "color1"}


def colours_written(source: str) -> Iterator[str]:
    """Return what of a module's source names a colour by itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and COLOUR.search(node.value):
            yield node.value
        if isinstance(node, ast.Attribute) and getattr(node.value, "attr", "") == "GlobalColor":
            yield from () if node.attr in NO_COLOUR else (node.attr,)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
            "QColor",
            "QRgb",
        ):
            literals = [arg for arg in node.args if isinstance(arg, ast.Constant)]
            yield from (str(arg.value) for arg in literals)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("x = '#FF0000'", ["#FF0000"]),
        ("QColor('red')", ["red"]),
        ("QColor(255, 0, 0)", ["255", "0", "0"]),
        ("painter.setPen(Qt.GlobalColor.red)", ["red"]),
        ("sheet = 'color: rgb(1, 2, 3)'", ["color: rgb(1, 2, 3)"]),
        ("QColor(look.colour['text'])", []),
        ("made.fill(Qt.GlobalColor.transparent)", []),
        ("name = '#top-bar { border: 0 }'", []),
    ],
)
def test_the_rule_knows_a_colour(source: str, found: list[str]) -> None:
    assert list(colours_written(source)) == found


def test_no_colour_is_written_in_the_window() -> None:
    paths = sorted((PROJECT / "desktop_app" / "window").rglob("*.py"))
    assert len(paths) > 20
    found = {p.name: list(colours_written(p.read_text(encoding="utf-8"))) for p in paths}
    assert {name: colours for name, colours in found.items() if colours} == {}

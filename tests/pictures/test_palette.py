"""Colours: readable texts, states that grey print and the colour-blind can tell apart, the same roles in each theme."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from planner.messages import render
from planner.pictures.palette import PALETTES, Theme, colour, contrast, luminance
from planner.pictures.scene import Role
from planner.pictures.status import LOOKS, WORDS, Status, mark

THEMES: tuple[Theme, ...] = get_args(Theme)
STATES: tuple[Status, ...] = ("fits", "tight", "over", "unknown")
WORDS_ON = [
    *((ink, ground) for ink in ("text", "text2", "text3") for ground in ("surface", "sunken", "fits_tint")),
    *((ink, "surface") for ink in ("fits", "tight", "over", "unknown", "accent")),
    *((state, f"{state}_tint") for state in ("tight", "over", "unknown")),
    *(("text", f"{state}_tint") for state in ("tight", "over", "unknown")),
    *(("text3", f"{state}_tint") for state in ("tight", "over", "unknown")),
    ("on_bar", "bar"),
    ("on_tight", "tight_fill"),
    ("on_over", "over_fill"),
]


def lightness(hex_colour: str) -> float:
    """CIE L*, 0 to 100: what is left of a colour in grey print."""
    share = luminance(hex_colour)
    return 116 * share ** (1 / 3) - 16 if share > 216 / 24389 else share * 24389 / 27


def test_known_contrasts() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.005)  # WCAG's own near miss
    assert lightness("#777777") == pytest.approx(50.0, abs=0.1)


@pytest.mark.parametrize("theme", THEMES)
def test_each_theme_has_every_role(theme: Theme) -> None:
    assert set(PALETTES[theme]) == set(get_args(Role))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("ink", "ground"), WORDS_ON)
def test_words_have_contrast(theme: Theme, ink: Role, ground: Role) -> None:
    assert contrast(colour(ink, theme), colour(ground, theme)) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("role", ["bar", "control", "over_fill", "unknown_fill", "unknown", "over", "tight"])
def test_lines_and_fills_stand_off_the_ground(theme: Theme, role: Role) -> None:
    assert contrast(colour(role, theme), colour("surface", theme)) >= 3.0


@pytest.mark.parametrize("theme", THEMES)
def test_bars_that_meet_differ_in_grey(theme: Theme) -> None:
    """A bar and its pale companion, a bar and what lies beyond the limit, a meter's filling and its track."""
    for one, other in (("bar", "bar_light"), ("bar", "over_tint"), ("bar_light", "over_tint"), ("fits_fill", "grid")):
        apart = abs(lightness(colour(one, theme)) - lightness(colour(other, theme)))  # type: ignore[arg-type]
        assert apart >= (8 if "bar_light" in (one, other) and "over_tint" in (one, other) else 15), (one, other)


@pytest.mark.parametrize("theme", THEMES)
def test_states_differ_without_colour(theme: Theme) -> None:
    """Each pair by the pattern of its meter or, failing that, by a clear step in grey; and always by its wire."""
    for one, other in combinations(STATES, 2):
        a, b = LOOKS[one], LOOKS[other]
        step = abs(lightness(colour(a.fill, theme)) - lightness(colour(b.fill, theme)))
        assert a.hatch != b.hatch or step >= 10, (one, other)
        assert (a.wire.width_mm, a.wire.dash) != (b.wire.width_mm, b.wire.dash)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_states_have_marks_and_words_of_their_own(language: str) -> None:
    marks = {state: tuple(mark(state, 0.0, 0.0, 8.0)) for state in STATES}
    assert all(marks.values())
    assert len(set(marks.values())) == len(STATES)
    assert len({render(WORDS[state], language) for state in STATES}) == len(STATES)


def test_unknown_is_said_as_it_is_said_elsewhere() -> None:
    assert render(WORDS["unknown"], "zh") == "待核实"

"""Words stand at the lines of a plot where they have room; where one has none, a legend says them all."""

from __future__ import annotations

import pytest

from planner.documents.model import Language
from planner.pictures.curve_words import Words, along, beside, placed
from planner.pictures.layout import Box, text_box
from planner.pictures.scene import Legend, Text
from planner.pictures.warming import warming_scene
from tests.sample_plans import assessed, sample

ROOM = Box(0.0, 0.0, 100.0, 50.0)


def words(said: str, places: tuple[tuple[float, float, str], ...]) -> Words:
    return Words(text=Text(x=0.0, y=0.0, text=said, size_pt=7.2, role="text2"), places=places)


def test_a_word_takes_the_first_place_that_no_line_runs_through() -> None:
    level = ((0.0, 20.0), (100.0, 20.0))
    steep = ((80.0, 0.0), (100.0, 50.0))
    made = placed([words("must stop", along(0.0, 100.0, 20.0, 1.0, 2.2))], [level, steep], ROOM)
    assert made is not None
    assert (made[0].x, made[0].y, made[0].anchor) == (1.0, 19.0, "start")  # at the right end the steep line is


def test_two_words_do_not_stand_on_each_other() -> None:
    level = ((0.0, 20.0), (100.0, 20.0))
    both = [words(said, along(0.0, 100.0, 20.0, 1.0, 2.2)) for said in ("must stop", "stops itself")]
    made = placed(both, [level], ROOM)
    assert made is not None
    assert not text_box(made[0]).meets(text_box(made[1]))


def test_without_room_for_one_there_are_none() -> None:
    assert placed([words("a long word", ((1.0, 3.0, "start"),))], [], Box(0.0, 0.0, 4.0, 4.0)) is None
    rising = tuple((float(at), 50.0 - at / 2) for at in range(0, 101, 10))
    assert placed([words("air alone", beside(rising, 1.6, 2.2))], [rising], ROOM) is not None


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_course_of_a_warming_room_says_its_lines_itself(language: Language) -> None:
    """Where lines carry their words a reader needs no legend; the minute stands at the point reached."""
    scene = warming_scene(assessed(sample("lab-a")).context, language)
    said = [item.text for item in scene.items if isinstance(item, Text)]
    assert not any(isinstance(item, Legend) for item in scene.items)
    assert ("22.6 min" if language == "en" else "22.6 分钟") in said

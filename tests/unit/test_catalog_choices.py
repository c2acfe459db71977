"""Values that are keys read as words: every choice of the registry has both languages, lists are read part by part."""

from __future__ import annotations

import re
import typing

from planner.catalog.attributes import all_attributes, kinds
from planner.catalog.choices import choice_text, choice_words
from planner.plan.document import Fund, Organisation, Placement, Switches, WorkloadEntry
from planner.tables import rows

SYMBOLS = {"B", "C", "D", "L1", "L2", "L3"}  # breaker curves and lines are called the same everywhere


def test_every_choice_has_words() -> None:
    bare = {(one.key, value) for one in all_attributes() for value in one.choices if value not in SYMBOLS}
    assert {pair for pair in bare if choice_words(*pair) is None} == set()


def test_every_word_belongs_to_a_choice_or_a_sort() -> None:
    choices = {(one.key, value) for one in all_attributes() for value in one.choices}
    told = {
        (name, value)
        for part in (Organisation, Switches, Fund, WorkloadEntry, Placement)
        for name, kind in typing.get_type_hints(part).items()
        if typing.get_origin(kind) is typing.Literal
        for value in typing.get_args(kind)
    }
    for row in rows("choices.csv"):
        pair = (row["attribute"], row["value"])
        assert pair in choices or pair in told or row["attribute"] in ("kind", "subkind", "unit"), pair
        assert re.search("[\u4e00-\u9fff]", row["zh"]) or row["zh"] == row["en"], pair


def test_lists_and_unknown_values() -> None:
    assert choice_text("form", "tower|rack", "zh") == "塔式、机架式"
    assert choice_text("form", "tower|rack", "en") == "tower, rack-mounted"
    assert choice_text("family", "Ada", "zh") == "Ada"
    assert choice_text("kind", "accelerator", "zh") == "加速卡"
    assert "accelerator" in kinds()

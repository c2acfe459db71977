"""What goes to a place that takes another kind of value is told in words; long lists say how many more there are."""

from __future__ import annotations

import pytest

from planner.errors import EditError
from planner.messages import render
from planner.plan.edits import SetValue
from planner.plan.paths import nowhere
from tests.sample_plans import sample


def test_a_value_of_another_kind_is_told_in_words() -> None:
    with pytest.raises(EditError) as caught:
        SetValue(path="workload/chat-7b/batch", value="many").apply(sample("lab-a"))
    told = render(caught.value.message, "en")
    assert "a whole number or nothing is expected, a text stands there" in told
    assert "`" not in told


def test_a_long_list_says_how_many_more() -> None:
    remedy = nowhere("x", tuple(f"n{number}" for number in range(45))).remedy
    assert remedy is not None
    assert render(remedy, "en").endswith("n39, and 5 more.")

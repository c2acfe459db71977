"""What can hang on what in a room: nonsense is refused when it is made, an old plan is read and can be mended."""

from __future__ import annotations

import pytest

from planner.errors import EditError, InputError
from planner.messages import render
from planner.plan.added import part_from_text
from planner.plan.document import Plan
from planner.plan.edits import AddPart, SetValue
from planner.plan.rules import broken_rules
from planner.plan.typed import edit_from_text
from tests.sample_plans import sample


def typed(plan: Plan, path: str, text: str) -> Plan:
    return edit_from_text(plan, path, text, lambda name: pytest.fail(name)).apply(plan)[0]


@pytest.mark.parametrize(
    ("node", "above"),
    [("circuit-1", "ac-1"), ("circuit-1", "socket-2"), ("panel", "socket-1"), ("room", "circuit-1"), ("ac-1", "ac-1")],
)
def test_nonsense_is_refused(node: str, above: str) -> None:
    with pytest.raises(EditError):
        SetValue(path=f"site/{node}/parent", value=above).apply(sample("lab-a"))


@pytest.mark.parametrize(("node", "above"), [("ac-1", "circuit-1"), ("socket-2", "circuit-1"), ("circuit-2", "panel")])
def test_what_is_usual_goes(node: str, above: str) -> None:
    after, _ = SetValue(path=f"site/{node}/parent", value=above).apply(sample("lab-a"))
    assert after.node(node).parent == above  # type: ignore[union-attr]


def test_a_plan_that_has_nonsense_is_read_and_can_be_worked_on() -> None:
    old, _ = SetValue(path="site/circuit-1/parent", value="ac-1").apply_unchecked(sample("lab-a"))
    assert not list(broken_rules(old))
    after, _ = AddPart(path="site", value={"id": "ac-2", "type": "ac", "parent": "room"}).apply(old)
    assert after.node("ac-2") is not None


@pytest.mark.parametrize("text", ["2", "两相"])
def test_a_circuit_has_one_phase_or_three(text: str) -> None:
    with pytest.raises(InputError):
        typed(sample("lab-a"), "site/circuit-1/values/phases", text)


@pytest.mark.parametrize(("text", "phases"), [("三相", 3.0), ("单相", 1.0), ("3", 3.0), ("three-phase", 3.0)])
def test_phases_are_told_in_words_too(text: str, phases: float) -> None:
    after = typed(sample("lab-a"), "site/circuit-1/values/phases", text)
    assert after.node("circuit-1").values["phases"].value == phases  # type: ignore[union-attr]


def test_a_year_is_no_number_with_thousands() -> None:
    with pytest.raises(InputError) as caught:
        typed(sample("lab-a"), "site/circuit-1/values/built_year", "2050")
    told = caught.value.told("en")
    assert "2050" in told
    assert "1950" in told
    assert "," not in told.replace(", ", "")


def test_a_word_too_many_is_named() -> None:
    with pytest.raises(InputError) as caught:
        part_from_text(sample("lab-a"), "site", "circuit-9 circuit panel")
    assert "panel" in render(caught.value.message, "en")

"""Words that are no choice: refused where they come in, kept and named where a plan has them already (DQ05)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from planner.catalog.load import bundled_by_id
from planner.errors import EditError, InputError, PlannerError
from planner.plan.document import Plan
from planner.plan.edits import AddPart, Batch, SetValue
from planner.plan.typed import edit_from_text
from tests.checks.factories import assess_one, find, find_all, fixed, make_line, make_plan, node, outcome
from tests.checks.rooms import circuit, room, unit


def _plan(panel: dict[str, Any] | None = None, ups: dict[str, Any] | None = None, **line: Any) -> Plan:
    site = (
        room(),
        node("p", "panel", volts=220.0, volts_kind="L-N", **(panel or {})),
        circuit("c1"),
        node("u1", "ups", "c1", **(ups or {})),
        unit(),
    )
    return make_plan(make_line("ws", known={"max_power_w": 500.0, **line}), site=site)


@pytest.mark.parametrize(
    ("path", "typed", "kept"),
    [
        ("site/p/values/wiring", "三相五线制", "TN-S"),
        ("site/p/values/wiring", "tn-c-s", "TN-C-S"),
        ("site/p/values/feed", "A路", "A"),
        ("site/u1/values/feed", "路B", "B"),
        ("site/u1/values/runtime_points", "40@500;15@1000", "500:40;1000:15"),
        ("site/ac1/values/class_cn", "3匹", "3匹"),
        ("A/ws/facts/psu_redundancy", "1 + 1", "1+1"),
        ("A/ws/facts/psu_range_v", "200~240", "200-240"),
    ],
)
def test_typed_words_become_the_choice(path: str, typed: str, kept: str) -> None:
    after, _change = edit_from_text(_plan(), path, typed, bundled_by_id().__getitem__).apply(_plan())
    *holder, key = path.split("/")
    facts = (
        after.alternatives[0].lines[0].facts
        if holder[1] == "ws"
        else next(one for one in after.site if one.id == holder[1]).values
    )
    assert facts[key].value == kept


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("site/p/values/wiring", "good"),
        ("site/p/values/feed", "somewhere"),
        ("site/u1/values/runtime_points", "long"),
        ("site/ac1/values/class_cn", "huge"),
        ("A/ws/facts/psu_redundancy", "双电源"),
    ],
)
def test_other_words_are_refused_typed_or_as_an_edit(path: str, typed: str) -> None:
    plan = _plan()
    with pytest.raises(InputError) as caught:
        edit_from_text(plan, path, typed, bundled_by_id().__getitem__)
    assert caught.value.remedy is not None
    with pytest.raises(PlannerError) as raw:
        SetValue(path=path, value={"value": typed, "quality": "entered"}).apply(plan)
    assert raw.value.remedy is not None
    assert path.rpartition("/")[2] in raw.value.place


def test_a_part_that_is_added_with_such_a_word_is_refused() -> None:
    node_ = {
        "id": "u2",
        "type": "ups",
        "parent": "c1",
        "values": {"runtime_points": {"value": "40@500", "quality": "entered"}},
    }
    with pytest.raises(EditError, match="is not written as it is read") as caught:
        Batch(edits=(AddPart(path="site", value=node_),)).apply(_plan())
    assert str(caught.value.remedy) == "Write 500:40."


def test_an_older_plan_keeps_its_words_and_is_told() -> None:
    plan = _plan({"feed": "mains 2", "wiring": "三相五线"}, {"runtime_points": "an hour"}, psu_redundancy="yes")
    assessment = assess_one(plan)
    assert {one.subject for one in find_all(assessment, "DQ05")} == {"p", "u1", "ws"}
    told = [str(one.message) for one in find_all(assessment, "DQ05", "p")]
    assert any("mains 2 is not one of the choices" in one for one in told)
    assert all(one.outcome == "warning" and one.remedy is not None for one in find_all(assessment, "DQ05"))
    after, _change = SetValue(path="A/ws/quantity", value=2).apply(plan)  # its other values can be changed
    assert after.site is plan.site


def test_the_word_that_was_meant_is_a_step() -> None:
    plan = _plan({"wiring": "三相五线"})
    after = fixed(plan, find(assess_one(plan), "DQ05", "p"))
    assert next(one for one in after.site if one.id == "p").values["wiring"].value == "TN-S"
    assert outcome(assess_one(after), "DQ05", "p") == ""


def test_a_plan_of_plain_words_is_told_nothing() -> None:
    plan = _plan({"feed": "A", "wiring": "TN-S"}, {"runtime_points": "500:40;1000:15"}, psu_redundancy="1+1")
    assert find_all(assess_one(plan), "DQ05") == ()


def test_a_field_shows_the_word_that_stands() -> None:
    from desktop_app.services.fields import field_view

    plan = _plan({"feed": "mains 2"})
    view = field_view(plan, "site/p/values/feed", "en")
    assert (view.key, view.choices[-1]) == ("mains 2", ("mains 2", "mains 2"))
    assert msgspec.structs.asdict(field_view(_plan({"feed": "A"}), "site/p/values/feed", "en"))["choices"][-1][0] == "D"

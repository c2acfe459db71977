"""A plan's own values of limits that nobody could verify: read, bounded, kept, and reckoned with everywhere."""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from desktop_app.services.limit_list import limit_groups, listed_limits, topic_of, typed_limit
from desktop_app.services.strip import strip_of
from desktop_app.services.wiring import plan_wiring_of
from planner import limits as table
from planner.assess.memo import Memo
from planner.assess.run import Assessment
from planner.catalog.attributes import find_attribute
from planner.documents.book.build import build_requirement_book
from planner.documents.site.card import build_emergency_card
from planner.documents.site.contact import build_contact_sheet
from planner.documents.site.power import build_power_application
from planner.documents.survey import survey
from planner.errors import EditError, InputError, PlanFileError
from planner.figure import Quality, entered
from planner.limits import Limit, Limits, all_limits, in_force, limit, with_own_limits
from planner.messages import render
from planner.pictures.bars import bars_scene
from planner.pictures.months import months_scene
from planner.pictures.phases import phases_scene
from planner.pictures.racks import racks_scene
from planner.pictures.warming import warming_scene
from planner.pictures.wiring import wiring_scene
from planner.plan.codec import decode_plan, encode_plan
from planner.plan.document import Fact, Plan
from planner.plan.edits import SetValue
from planner.plan.own_limits import TOLD_AT, limits_of, open_limits
from planner.plan.typed import edit_from_text
from planner.tender.derive import derive
from tests.sample_plans import TEMPLATES, TODAY, assessed, sample

PROJECT = Path(__file__).resolve().parents[2]
MARGIN = "co.margin"


def with_own(plan: Plan, **own: float) -> Plan:
    """Return a plan with own limits; their keys are written with ``__`` for the dot."""
    return replace(plan, limits={key.replace("__", "."): Fact(value=value) for key, value in own.items()})


def no_row(name: str) -> object:
    """Be the catalog, of which nothing is asked here."""
    raise AssertionError(name)


def typed(plan: Plan, path: str, text: str) -> Plan:
    """Return the plan after text was typed at a path."""
    return edit_from_text(plan, path, text, no_row).apply(plan)[0]  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------------ the table
def test_what_nobody_read_at_its_source_is_open_and_what_a_standard_says_is_not() -> None:
    for row in all_limits():
        if row.mark == "M":
            assert row.is_open or row.key in TOLD_AT, row.key
        if row.mark in ("V", "D"):
            assert not row.is_open, row.key


def test_the_value_of_the_table_lies_within_its_own_bounds() -> None:
    opened = [row for row in all_limits() if row.is_open]
    assert opened
    assert all(row.allows(row.value) and row.low < row.high for row in opened)  # type: ignore[operator]


def test_a_limit_is_open_in_every_profile_or_in_none() -> None:
    by_key: dict[str, set[bool]] = {}
    for row in all_limits():
        by_key.setdefault(row.key, set()).add(row.is_open)
    assert [key for key, states in by_key.items() if len(states) > 1] == []


def test_every_open_limit_stands_in_one_topic_of_the_list() -> None:
    shown = [one.key for group in limit_groups(assessed(sample()), "en") for one in group.rows]
    assert sorted(shown) == sorted((*open_limits(), *TOLD_AT))
    assert {topic_of(key) for key in listed_limits()} == {g.topic for g in limit_groups(assessed(sample()), "en")}


def test_every_open_limit_is_asked_for_by_the_engine() -> None:
    """One that nothing reckons with would be typed in vain; families are asked for by a name that is put together."""
    sources = "".join(file.read_text(encoding="utf-8") for file in (PROJECT / "planner").rglob("*.py"))
    families = ("noise.", "floor.", "calendar.break_", "net.")
    unused = [key for key in open_limits() if f'"{key}"' not in sources and not key.startswith(families)]
    assert unused == []
    assert all(f'f"{name}' in sources for name in ("noise.{", "floor.{", "calendar.break_{", "net.{"))


def test_a_fact_that_replaces_a_customary_value_has_its_unit() -> None:
    for key, path in TOLD_AT.items():
        attribute = find_attribute(path.removeprefix("facts/"), "plan")
        assert attribute is not None, path
        row = next(one for one in all_limits() if one.key == key)
        assert not row.is_open, key
        assert (attribute.unit or "1") == row.unit, (key, attribute.unit, row.unit)


@pytest.mark.parametrize("key", TOLD_AT)
def test_a_value_that_a_fact_says_is_typed_there_and_reckoned_with(key: str) -> None:
    """The limit itself takes no value beside the fact: one of the two would be idle."""
    plan = sample("lab-b")
    with pytest.raises(InputError) as refused:
        typed(plan, f"limits/{key}", "0.8")
    assert TOLD_AT[key] in render(refused.value.remedy, "en")
    row = next(one for one in all_limits() if one.key == key)
    edit, _said = typed_limit(plan, key, f"{row.value * 0.75:g}", "en", no_row)  # type: ignore[arg-type]
    assert edit is not None
    after = edit.apply(plan)[0]
    shown = next(one for group in limit_groups(assessed(after), "en") for one in group.rows if one.key == key)
    assert (shown.figure.value, shown.is_own) == (pytest.approx(row.value * 0.75), True)
    back, _said = typed_limit(after, key, "", "en", no_row)  # type: ignore[arg-type]
    assert back is not None
    again = back.apply(after)[0]
    shown = next(one for group in limit_groups(assessed(again), "en") for one in group.rows if one.key == key)
    assert (shown.figure.value, shown.is_own) == (row.value, False)


def test_a_smaller_sensible_share_turns_the_cooling_of_lab_a() -> None:
    """5 kW nominal x 0.5 = 2.5 kW, below the 2.89 kW of the machines; x 0.7 = 3.5 kW is enough."""
    plan = sample("lab-a")
    edit, _said = typed_limit(plan, "default.shr", "0.5", "en", no_row)  # type: ignore[arg-type]
    assert edit is not None
    found = assessed(edit.apply(plan)[0])
    assert found.context.site.sensible_cooling_w.value == 2500
    assert any(one.check == "CO01" and one.outcome == "error" for one in found.findings)


def test_every_open_limit_is_typed_with_the_value_of_the_table() -> None:
    plan = sample()
    for key in open_limits():
        row = next(one for one in all_limits() if one.key == key)
        after = typed(plan, f"limits/{key}", f"{row.value:g}")
        assert after.limits[key].value == pytest.approx(row.value), key


# ------------------------------------------------------------------------------------------------------- what is in force
def test_own_values_hold_in_their_block_and_nowhere_else() -> None:
    own = Limits({MARGIN: entered(f"limit/{MARGIN}", 1.5, "1")})
    with in_force(own):
        assert limit(MARGIN).value == 1.5
        assert limit("br.cont").value == 0.8  # a rule of a standard stays
        with in_force(Limits({})):
            assert limit(MARGIN).value == 1.2
        assert limit(MARGIN).value == 1.5
    assert limit(MARGIN).value == 1.2


def test_own_values_end_with_a_block_that_fails() -> None:
    with pytest.raises(KeyError, match=r"no\.such"), in_force(Limits({MARGIN: entered("limit/x", 1.5, "1")})):
        limit("no.such")
    assert limit(MARGIN).value == 1.2


def test_another_thread_reckons_with_its_own_limits() -> None:
    seen: list[float | None] = []
    with in_force(Limits({MARGIN: entered("limit/x", 1.5, "1")})):
        other = threading.Thread(target=lambda: seen.append(limit(MARGIN).value))
        other.start()
        other.join()
    assert seen == [1.2]


def test_a_value_out_of_bounds_or_of_a_closed_limit_is_not_reckoned_with() -> None:
    with in_force(Limits({MARGIN: entered("limit/x", 99.0, "1"), "br.cont": entered("limit/y", 0.5, "1")})):
        assert (limit(MARGIN).value, limit("br.cont").value) == (1.2, 0.8)


def test_a_generator_cannot_have_limits_of_its_own() -> None:
    def each(_owner: Assessment) -> Iterator[int]:
        yield 1

    with pytest.raises(TypeError):
        with_own_limits(each)


def test_equal_limits_of_two_plans_are_one_object() -> None:
    one, other = with_own(sample("lab-a"), co__margin=1.3), with_own(sample("lab-b"), co__margin=1.3)
    assert limits_of(one) is limits_of(other)
    assert limits_of(sample()) is table.OF_TABLE


# -------------------------------------------------------------------------------------------------------------- the plan
@pytest.mark.parametrize("text", ["0.9", "3.1", "-1", "0", "1000000"])
def test_a_number_that_no_room_can_mean_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(InputError) as refused:
        typed(sample(), f"limits/{MARGIN}", text)
    assert "1 to 3" in render(refused.value.remedy, "en")


def test_a_rule_of_a_standard_has_no_own_value() -> None:
    with pytest.raises(InputError, match="recommended level of a continuous load is fixed by a standard"):
        typed(sample(), "limits/br.cont", "0.9")


def test_a_mistyped_name_is_told_the_nearest() -> None:
    with pytest.raises(InputError) as refused:
        typed(sample(), "limits/co.margn", "1.3")
    assert MARGIN in render(refused.value.remedy, "en")


@pytest.mark.parametrize("value", [0.5, "much", True])
def test_an_edit_past_the_field_is_refused_too(value: object) -> None:
    with pytest.raises(EditError, match=r"limits/co\.margin is .*; it must be a number from 1 to 3"):
        SetValue(path=f"limits/{MARGIN}", value={"value": value}).apply(sample())


def test_a_file_with_a_number_out_of_bounds_is_told_so() -> None:
    raw = msgspec.json.decode(encode_plan(sample()))
    raw["limits"] = {MARGIN: {"value": 77}}
    with pytest.raises(PlanFileError, match=r"limits/co\.margin is 77"):
        decode_plan(msgspec.json.encode(raw))


def test_a_limit_that_only_a_later_version_knows_is_kept() -> None:
    raw = msgspec.json.decode(encode_plan(sample()))
    raw["limits"] = {"co.later": {"value": 7}, MARGIN: {"value": 1.3}}
    plan = decode_plan(msgspec.json.encode(raw))
    again = msgspec.json.decode(encode_plan(plan))
    assert again["limits"] == raw["limits"]
    assert assessed(plan).limits[MARGIN, "GB"].value == 1.3


def test_empty_text_brings_the_customary_number_back() -> None:
    plan = typed(sample(), f"limits/{MARGIN}", "1.3")
    assert limits_of(plan)[MARGIN, ""].value == 1.3
    assert typed(plan, f"limits/{MARGIN}", "").limits == {}


# ----------------------------------------------------------------------------------------------------------- the numbers
def test_the_cooling_advised_is_heat_times_the_plan_s_own_margin() -> None:
    """Lab B gives off 3.81 kW into 3.5 kW of sensible cooling: advised are 1.3 times the heat in place of 1.2."""
    for own, margin in (({}, 1.2), ({"co__margin": 1.3}, 1.3)):
        found = assessed(with_own(sample("lab-b"), **own))
        advised = found.figures()["B/total/cooling_advised_w"]
        assert advised.value == pytest.approx(found.context.totals.heat_w.require() * margin)


def test_an_own_value_is_no_assumption_any_more() -> None:
    own = limits_of(with_own(sample(), co__margin=1.3))[MARGIN, ""]
    assert (own.quality, own.key, own.unit) == (Quality.ENTERED, "limit/co.margin", "1")


def moved(row: Limit) -> float:
    """Return another value that a limit may have."""
    assert row.low is not None and row.high is not None
    up = min(row.value * 1.25 + (1.0 if row.value == 0 else 0.0), row.high)
    return up if up != row.value else max(row.value * 0.75, row.low)


def everything(plan: Plan) -> dict[str, object]:
    """Return all that a plan comes to: findings, papers, parameters, pictures, strip, wiring."""
    found = assessed(plan)
    context = found.context
    parameters = derive(found)
    return {
        "findings": found.findings,
        "figures": {key: (one.value, one.quality) for key, one in found.figures().items()},
        "parameters": parameters,
        "scenes": [make(context, "en") for make in (bars_scene, months_scene, phases_scene, racks_scene, warming_scene, wiring_scene)],
        "papers": [build(found, parameters, "zh", TODAY, "0") for build in (build_contact_sheet, build_power_application, build_emergency_card)],
        "book": build_requirement_book(found, parameters, "zh", TODAY),
        "survey": survey(found, "zh", TODAY),
        "strip": strip_of(found, "en"),
        "wiring": plan_wiring_of(plan, found.context.alternative.id, TODAY).links,
    }  # fmt: skip


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_plan_s_own_values_do_what_a_table_with_them_would(template: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every open limit at once is another: wherever one was read past the plan, the two differ."""
    plan = sample(template)
    first = {row.key: row for row in reversed(all_limits()) if row.is_open}
    values = {key: moved(row) for key, row in first.items()}
    own = everything(replace(plan, limits={key: Fact(value=value) for key, value in values.items()}))
    before = everything(plan)
    other = {
        name: replace(row, value=values[row.key], mark="E", source="", source_date="") if row.is_open else row
        for name, row in table._table().items()
    }
    monkeypatch.setattr(table, "_table", lambda: other)
    monkeypatch.setitem(table._QUALITY, "E", Quality.ENTERED)
    table.OF_TABLE.clear()
    try:
        wanted = everything(plan)
    finally:
        table.OF_TABLE.clear()
    assert before["findings"] != wanted["findings"]
    for part, one in wanted.items():
        assert own[part] == one, part


def test_a_session_reckons_anew_when_a_limit_changes_and_when_it_comes_back() -> None:
    plan, memo = sample("lab-b"), Memo()
    other = with_own(plan, co__margin=1.3, noise__office=30.0)
    for one in (plan, other, plan, other):
        assert assessed(one, memo=memo).findings == assessed(one).findings
    assert assessed(plan).findings != assessed(other).findings


def test_nothing_that_a_run_kept_outlives_another_limit() -> None:
    """Steps to another rack and the like are kept by rack alone: what they rest on else is the ground of the memo."""
    plan, memo, racks = sample("lab-b"), Memo(), object()
    asked: list[float | None] = []

    def kept(_rack: object) -> float | None:
        asked.append(limit(MARGIN).value)
        return asked[-1]

    for one, margin in ((plan, 1.2), (with_own(plan, co__margin=1.3), 1.3), (plan, 1.2)):
        assessed(one, memo=memo)
        with in_force(limits_of(one)):
            assert memo.call(kept, racks) == margin
            assert memo.call(kept, racks) == margin
    assert asked == [1.2, 1.3, 1.2]


def test_no_cache_of_the_process_holds_the_value_of_a_limit() -> None:
    """A function cached for the process is the same for every plan: it may read names of limits, never ``limit``."""
    found = []
    for path in sorted(Path(table.__file__).parent.rglob("*.py")):
        for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(one, ast.FunctionDef) and any("cache" in ast.unparse(each) for each in one.decorator_list):
                calls = {ast.unparse(each.func) for each in ast.walk(one) if isinstance(each, ast.Call)}
                found += [f"{path.name}:{one.name}"] if calls & {"limit", "limits.limit"} else []
    assert found == []

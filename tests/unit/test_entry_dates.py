"""Months and days as people write them; today is 1 December 2026."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest

from desktop_app.services.fields import day_echo, edit_of
from desktop_app.services.pasting_lists import pasted_funds
from desktop_app.window.parts.reading import date_reader
from planner.catalog.load import bundled_item
from planner.entry_dates import MEANINGS, day_in, read_day
from planner.errors import InputError
from planner.messages import Labelled, render
from planner.plan.document import Plan, Stage
from planner.plan.edits import SetValue
from planner.plan.typed import edit_from_text
from tests.sample_plans import sample

TODAY = dt.date(2026, 12, 1)


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("2027年3月", "2027-03-31", "2027-03-01"),
        ("2027 年 3 月", "2027-03-31", "2027-03-01"),
        ("2027-3", "2027-03-31", "2027-03-01"),
        ("2027/03", "2027-03-31", "2027-03-01"),
        ("2027.2", "2027-02-28", "2027-02-01"),
        ("２０２７年３月", "2027-03-31", "2027-03-01"),
        ("2028年2月", "2028-02-29", "2028-02-01"),
        ("明年3月", "2027-03-31", "2027-03-01"),
        ("明年三月份", "2027-03-31", "2027-03-01"),
        ("今年12月", "2026-12-31", "2026-12-01"),
        ("后年十二月", "2028-12-31", "2028-12-01"),
        ("3月", "2027-03-31", "2026-03-01"),  # the next one ahead, the last one behind
        ("12月", "2026-12-31", "2026-12-01"),
        ("3月底", "2027-03-31", "2026-03-31"),
        ("3月初", "2027-03-01", "2026-03-01"),
        ("2027年3月底前", "2027-03-31", "2027-03-31"),
        ("明年底", "2027-12-31", "2027-12-31"),
        ("明年年底", "2027-12-31", "2027-12-31"),
        ("2027年", "2027-12-31", "2027-01-01"),
        ("March 2027", "2027-03-31", "2027-03-01"),
        ("Mar 2027", "2027-03-31", "2027-03-01"),
        ("15 March 2027", "2027-03-15", "2027-03-15"),
        ("2027年3月1日", "2027-03-01", "2027-03-01"),
        ("2027/3/1", "2027-03-01", "2027-03-01"),
        ("明年3月15日", "2027-03-15", "2027-03-15"),
        ("3月15日", "2027-03-15", "2026-03-15"),
        ("2月29日", "2028-02-29", "2024-02-29"),
    ],
)
def test_a_month_is_the_end_that_the_field_means(text: str, last: str, first: str) -> None:
    assert day_in("latest_spending", text, today=TODAY).value.isoformat() == last
    assert day_in("observed", text, today=TODAY).value.isoformat() == first


def test_the_echo_says_what_was_added() -> None:
    assert render(day_in("wanted_by", "2027年3月", today=TODAY).said, "en") == "2027-03-31, the last day"  # type: ignore[arg-type]
    assert render(day_in("reading_on", "2026-3", today=TODAY).said, "en") == "2026-03-01, the first day"  # type: ignore[arg-type]
    assert render(day_in("wanted_by", "3月15日", today=TODAY).said, "en") == "2027-03-15, the year added"  # type: ignore[arg-type]
    assert day_in("wanted_by", "2027-03-15", today=TODAY).said == "2027-03-15"


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("2027年3月", "Which day? Write 2027-03-01 or 2027-03-31."),
        ("明年3月", "Which day? Write 2027-03-01 or 2027-03-31."),
    ],
)
def test_a_field_that_means_neither_end_asks(text: str, remedy: str) -> None:
    with pytest.raises(InputError) as asked:
        read_day(text, today=TODAY)
    assert asked.value.remedy is not None
    assert render(asked.value.remedy, "en") == remedy


@pytest.mark.parametrize("text", ["明年3月", "3月", "年底", "3月15日"])
def test_without_today_the_year_is_asked(text: str) -> None:
    with pytest.raises(InputError) as asked:
        day_in("wanted_by", text, today=None)
    assert asked.value.remedy is not None
    assert "year" in render(asked.value.remedy, "en")


@pytest.mark.parametrize(
    "text",
    [
        "2027年13月",
        "2027-13",
        "13月",
        "2027年2月30日",
        "2月30日",
        "月",
        "3/15",
        "明年",
        "3000年1月",
        "soon",
        "2027",
        "Foo 2027",
        "0月",
    ],
)
def test_what_is_no_day_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(InputError) as refused:
        read_day(text, today=TODAY)
    assert refused.value.remedy is not None


def _path(plan: Plan, name: str) -> str:
    if name == "wanted_by":
        one = plan.alternatives[0]
        return f"alternatives/{one.id}/stages/{one.stages[0].id}/wanted_by"
    if name == "observed":
        one = plan.alternatives[0]
        return f"{one.id}/{one.lines[0].id}/price/observed"
    if name == "reading_on":
        node = next(node for node in plan.site if node.type == "circuit")
        return f"site/{node.id}/values/reading_on"
    return f"funds/{plan.funds[0].id}/latest_spending"


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("latest_spending", "2027年3月", "2027-03-31"),
        ("wanted_by", "明年6月", "2027-06-30"),
        ("observed", "2026年9月", "2026-09-01"),
        ("reading_on", "11月", "2026-11-01"),
    ],
)
def test_each_field_of_a_plan_with_a_day_takes_a_month(name: str, text: str, expected: str) -> None:
    plan = sample()
    stage = Stage(id="s1", title=Labelled(zh="到货", en="Delivery"))
    first = msgspec.structs.replace(plan.alternatives[0], stages=(stage,))
    plan = msgspec.structs.replace(plan, alternatives=(first, *plan.alternatives[1:]))
    path = _path(plan, name)
    edit = edit_from_text(plan, path, text, bundled_item, today=TODAY)
    assert isinstance(edit, SetValue)
    assert (edit.value["value"] if isinstance(edit.value, dict) else edit.value) == expected
    assert edit_of(plan, path, text, bundled_item, TODAY) == edit
    assert expected in day_echo(plan, path, text, TODAY, "zh")
    assert name in MEANINGS


def test_the_cells_of_the_window_and_a_pasted_list_take_months_too() -> None:
    found = date_reader(TODAY, "latest_spending")("2027年3月", "en")
    assert (found.value, found.echo) == (dt.date(2027, 3, 31), "2027-03-31, the last day")
    plan = sample()
    pasted = pasted_funds(plan, [["重点专项", "50万", "2027年3月"]], "title", ())
    after, _ = pasted.edit.apply(plan)
    assert after.funds[-1].latest_spending == dt.date(2027, 3, 31)

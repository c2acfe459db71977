"""Rules that hold for all checks: waivers, crashes, hidden consequences, remedies that work, honest records."""

from __future__ import annotations

import datetime as dt
import logging
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from planner.assess.context import PARTS
from planner.assess.run import assess
from planner.catalog.load import bundled_by_id, bundled_items, bundled_prices
from planner.checks.catalogue import ALL_CHECKS
from planner.checks.registry import Check, Finding, cannot_tell, passed
from planner.limits import all_limits
from planner.messages import msg, render
from planner.plan.document import Plan, Snooze
from planner.plan.edits import waive
from planner.plan.templates import new_plan, template_ids
from tests.checks.factories import TODAY, assess_one, crashes, find, find_all, fixed, outcome
from tests.checks.rooms import circuit, one_machine

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planner.assess.context import View


def check(id: str, *findings: Finding, **fields: object) -> Check:  # noqa: A002
    def run(view: View) -> Iterator[Finding]:
        yield from findings

    given = {"area": "data", "title": msg("T.title", "title"), "reads": ("site",), "source": "test", **fields}
    return Check(id=id, run=run, **given)


def found(outcome: str, subject: str = "s", missing: tuple[str, ...] = ()) -> Finding:
    return Finding(outcome=outcome, subject=subject, message=msg("T.found", "found"), missing=missing)


PLAN = one_machine(500)


def test_waiver_marks_the_finding_and_opens_the_verdict() -> None:
    plan = one_machine(3450)
    assert assess_one(plan).verdict == "infeasible"
    excused, _change = waive("PW01", "A", "c1", "electrician confirmed 20 A", "Li", TODAY).apply(plan)
    assessment = assess_one(excused, checks=tuple(one for one in ALL_CHECKS if one.area == "power"))
    finding = find(assessment, "PW01", "c1")
    assert finding.waiver is not None
    assert finding.waiver.by == "Li"
    assert assessment.verdict != "infeasible"


def test_waiver_of_another_alternative_or_subject_does_not_count() -> None:
    other, _change = waive("PW01", "B", "c1", "reason", "Li", TODAY).apply(one_machine(3450))
    assert find(assess_one(other), "PW01", "c1").waiver is None
    whole, _change = waive("PW01", "", "c1", "reason", "Li", TODAY).apply(one_machine(3450))
    assert find(assess_one(whole), "PW01", "c1").waiver is not None


def test_snooze_ends_on_its_day() -> None:
    plan = one_machine(3450, snoozes=(Snooze(check="PW01", alternative="A", subject="c1", until=dt.date(2026, 12, 5)),))
    assert find(assess_one(plan), "PW01", "c1").snooze is not None
    assert find(assess_one(plan, today=dt.date(2026, 12, 5)), "PW01", "c1").snooze is None


def test_crash_of_a_check_is_a_finding_and_spares_the_others(caplog: pytest.LogCaptureFixture) -> None:
    def broken(view: View) -> Iterator[Finding]:
        yield found("pass")
        raise ZeroDivisionError

    bad = Check(
        id="XX01",
        area="data",
        title=msg("T.title", "title"),
        reads=("site",),
        source="test",
        run=broken,
        hides=("XX02",),
    )
    with caplog.at_level(logging.CRITICAL):
        assessment = assess_one(PLAN, checks=(bad, check("XX02", found("warning", "plan"))))
    finding = find(assessment, "XX01")
    assert (finding.outcome, finding.subject, finding.message.id) == ("error", "plan", "SYS01.crashed")
    assert outcome(assessment, "XX02") == "warning"


def test_reading_what_is_not_declared_is_a_crash(caplog: pytest.LogCaptureFixture) -> None:
    def greedy(view: View) -> Iterator[Finding]:
        yield passed(str(view.lines), msg("T.found", "found"))

    bad = Check(id="XX01", area="data", title=msg("T.title", "title"), reads=("site",), source="test", run=greedy)
    with caplog.at_level(logging.CRITICAL):
        assert crashes(assess_one(PLAN, checks=(bad,))) == ["XX01"]


def test_error_hides_its_consequences_on_the_same_subject() -> None:
    cause = check("XX01", found("error", "a"), found("warning", "b"), hides=("XX02",))
    effect = check("XX02", found("warning", "a"), found("pass", "a"), found("warning", "b"), found("error", "c"))
    shown = [(one.check, one.subject) for one in assess_one(PLAN, checks=(cause, effect)).findings]
    assert sorted(shown) == [("XX01", "a"), ("XX01", "b"), ("XX02", "b"), ("XX02", "c")]


def test_question_is_not_repeated_where_another_check_asks_for_all_of_it() -> None:
    asking = check("XX01", found("unknown", "a", ("k1", "k2")), found("unknown", "b", ("k3",)), covers=("XX02",))
    repeating = check(
        "XX02",
        found("unknown", "c", ("k1", "k3")),
        found("unknown", "d", ("k1", "k4")),
        found("unknown", "e"),
        found("warning", "a", ("k1",)),
    )
    shown = [one.subject for one in find_all(assess_one(PLAN, checks=(asking, repeating)), "XX02")]
    assert sorted(shown) == ["a", "d", "e"]


def test_unknown_without_blocking_leaves_the_verdict_feasible() -> None:
    question = cannot_tell("s", msg("T.found", "found"), msg("T.ask", "ask"), ("k",))
    assert assess_one(PLAN, checks=(check("XX01", question),)).verdict == "unknown"
    assert assess_one(PLAN, checks=(check("XX01", question, blocking=False),)).verdict == "feasible"


def test_records_are_honest() -> None:
    ids = [one.id for one in ALL_CHECKS]
    assert len(set(ids)) == len(ids)
    limits = {one.key for one in all_limits()}
    for one in ALL_CHECKS:
        assert set(one.reads) <= set(PARTS), one.id
        assert set(one.hides) | set(one.covers) <= set(ids) - {one.id}, one.id
        assert not one.limit or one.limit in limits, one.id
        assert one.source, one.id


def test_question_that_stands_for_others_is_as_weighty_as_they_are() -> None:
    by_id = {one.id: one for one in ALL_CHECKS}
    light = [(one.id, name) for one in ALL_CHECKS for name in one.covers if by_id[name].blocking and not one.blocking]
    assert light == []


def test_checks_do_not_cover_each_other_in_a_ring() -> None:
    covers = {one.id: set(one.covers) for one in ALL_CHECKS}
    for start in covers:
        reached, stack = set(), list(covers[start])
        while stack:
            name = stack.pop()
            if name not in reached:
                reached.add(name)
                stack.extend(covers[name])
        assert start not in reached, start


@lru_cache
def template(name: str) -> Plan:
    return new_plan(name, "p", TODAY, bundled_by_id(), {price.id: price for price in bundled_prices()})


@pytest.mark.parametrize("name", template_ids())
def test_templates_make_no_check_crash_and_every_finding_can_be_read(name: str) -> None:
    plan = template(name)
    for alternative in plan.alternatives:
        assessment = assess(plan, alternative.id, TODAY, market=bundled_items())
        assert crashes(assessment) == []
        for finding in assessment.findings:
            for language in ("en", "zh"):
                for text in (finding.message, finding.remedy, finding.fix.label if finding.fix else None):
                    assert text is None or "{" not in render(text, language)
            if finding.outcome in ("error", "warning", "unknown"):
                assert finding.remedy is not None, finding.check
            if finding.outcome == "unknown":
                assert finding.missing, finding.check


@pytest.mark.parametrize("name", template_ids())
def test_every_remedy_offered_on_a_template_removes_its_finding(name: str) -> None:
    plan = template(name)
    for alternative in plan.alternatives:
        for finding in assess(plan, alternative.id, TODAY, market=bundled_items()).findings:
            if finding.fix is None:
                continue
            after = assess(fixed(plan, finding), alternative.id, TODAY, market=bundled_items())
            left = [(one.outcome, one.message.id) for one in find_all(after, finding.check, finding.subject)]
            assert (finding.outcome, finding.message.id) not in left, finding.check


def test_circuit_of_which_nothing_is_known_stays_one_question_with_a_machine_of_unknown_power() -> None:
    silent = dict.fromkeys(("volts", "volts_kind", "breaker_a", "shared", "cable_mm2", "cable_length_m", "built_year"))
    assessment = assess_one(
        one_machine(None, circuit(**silent)), checks=tuple(c for c in ALL_CHECKS if c.area == "power")
    )
    asking = [one.check for one in assessment.findings if one.outcome == "unknown"]
    assert asking == ["PW06", "PW34"]


@pytest.mark.parametrize(
    ("fact", "asked"),
    [("volts", "site/c1/volts"), ("power_factor", "plan/power_factor")],
)
def test_zero_that_cannot_be_is_asked_for(fact: str, asked: str) -> None:
    plan = one_machine(500, known={fact: 0.0}) if fact == "power_factor" else one_machine(500, circuit(**{fact: 0.0}))
    assessment = assess_one(plan)
    assert crashes(assessment) == []
    assert asked in find(assessment, "PW06", "c1").missing
    assert assessment.verdict == "unknown"

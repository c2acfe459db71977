"""The budget: total, contingency, accounts, dates, ranges and tax of prices; numbers reckoned by hand."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from planner.assess.run import Assessment
from planner.checks import budget, funds, quotes
from planner.messages import Labelled
from planner.money import Money
from planner.plan.document import Budget, Fund, Line, Organisation, Plan, Price, Stage
from tests.checks.factories import TODAY, assess_one, find, find_all, fixed, make_item, make_line, make_plan

CHECKS = (*budget.CHECKS, *funds.CHECKS, *quotes.CHECKS)
RATE = Decimal("0.13")


def priced(chosen: str | None, low: str | None = None, high: str | None = None, **fields: Any) -> Price:
    numbers = {name: None if text is None else Decimal(text) for name, text in (("low", low), ("high", high))}
    fields.setdefault("vat_rate", RATE)
    return Price(chosen=None if chosen is None else Decimal(chosen), **numbers, **fields)


def line(id: str = "ws", price: Price | None = None, role: str = "compute", **fields: Any) -> Line:  # noqa: A002
    return make_line(id, role, price_range=price or priced("100000"), **fields)  # type: ignore[arg-type]


def look(plan: Plan) -> Assessment:
    return assess_one(plan, CHECKS)


def granted(amount: str, share: str | None = "0.05", rate: str | None = "0.13") -> Budget:
    return Budget(
        amount=Money.of(amount),
        contingency_rate=None if share is None else Decimal(share),
        vat_rate=None if rate is None else Decimal(rate),
    )


def account(id: str = "f1", amount: str = "300000", **fields: Any) -> Fund:  # noqa: A002
    return Fund(id=id, title=f"account {id}", amount=Money.of(amount), **fields)


# 200,000 + 5 % = 210,000
@pytest.mark.parametrize(("amount", "outcome"), [("210000", "pass"), ("209999.99", "error")])
def test_the_plan_with_contingency_against_the_budget(amount: str, outcome: str) -> None:
    finding = find(look(make_plan(line(quantity=2), budget=granted(amount))), "BU00")
    assert finding.outcome == outcome
    assert 210000.0 in [figure.value for figure in finding.figures]


def test_the_excess_is_said() -> None:
    finding = find(look(make_plan(line(quantity=3), budget=granted("300000"))), "BU00")
    # 300,000 + 5 % - 300,000
    assert finding.message.values["excess"] == Money.of("15000")


def test_the_upper_end_of_the_prices_above_the_budget_is_a_note() -> None:
    plan = make_plan(line(price=priced("200000", "150000", "320000")), budget=granted("300000"))
    finding = find(look(plan), "BU00")
    assert finding.outcome == "note"
    # 320,000 + 5 %, beside 200,000 + 5 % as planned
    assert finding.message.values["high"] == Money.of("336000")
    assert finding.message.values["planned"] == Money.of("210000")


# 285,714.28 x 1.05 = 299,999.99; 285,714.29 x 1.05 = 300,000.00; 285,714.30 x 1.05 = 300,000.02
@pytest.mark.parametrize(("high", "outcome"), [("285714.28", "pass"), ("285714.29", "pass"), ("285714.30", "note")])
def test_the_upper_end_is_compared_with_contingency(high: str, outcome: str) -> None:
    plan = make_plan(line(price=priced("200000", "150000", high)), budget=granted("300000"))
    assert find(look(plan), "BU00").outcome == outcome


def test_a_line_without_a_price_leaves_it_open_and_the_known_part_is_said() -> None:
    plan = make_plan(line(), line("nas", priced(None), "storage"), budget=granted("300000"))
    finding = find(look(plan), "BU00")
    assert finding.outcome == "unknown"
    assert finding.message.values["known"] == Money.of("100000")
    assert finding.missing == ("A/nas/unit_price_chosen",)
    assert "no price for machine nas" in str(finding.message)


def test_a_known_part_above_the_budget_is_an_error_already() -> None:
    plan = make_plan(line(), line("nas", priced(None), "storage"), budget=granted("90000"))
    finding = find(look(plan), "BU00")
    assert (finding.outcome, finding.message.id) == ("error", "BU00.least_kept")
    # 100,000 + 5 % = 105,000 at least, 15,000 above 90,000 at least
    assert (finding.message.values["least"], finding.message.values["excess"]) == (
        Money.of("105000"),
        Money.of("15000"),
    )
    assert "At least" in str(finding.message) and "no price for machine nas" in str(finding.message)
    assert 105000.0 in [figure.value for figure in finding.figures]


def test_the_known_part_is_compared_with_contingency() -> None:
    # 100,000 alone is within 104,999.99, with 5 % it is not
    lines = (line(), line("nas", priced(None), "storage"))
    assert find(look(make_plan(*lines, budget=granted("104999.99"))), "BU00").outcome == "error"
    assert find(look(make_plan(*lines, budget=granted("105000"))), "BU00").outcome == "unknown"


def test_without_a_rate_the_least_is_without_contingency() -> None:
    plan = make_plan(line(), budget=granted("90000", share=None))
    finding = find(look(plan), "BU00")
    assert (finding.outcome, finding.message.id) == ("error", "BU00.least")
    assert (finding.message.values["least"], finding.message.values["excess"]) == (
        Money.of("100000"),
        Money.of("10000"),
    )
    assert "no contingency is set" in str(finding.message)


@pytest.mark.parametrize(
    ("price", "words"),
    [
        (priced("1000", tax="unknown"), "with or without tax not said"),
        (priced("1000", currency="USD"), "no exchange rate"),
    ],
)
def test_what_keeps_the_total_open_is_named(price: Price, words: str) -> None:
    finding = find(look(make_plan(line(price=price), budget=granted("300000"))), "BU00")
    assert finding.outcome == "unknown"
    assert words in str(finding.message)


def test_without_a_budget_or_lines_nothing_is_judged() -> None:
    no_budget = find(look(make_plan(line(), budget=Budget(contingency_rate=Decimal("0.05")))), "BU00")
    assert (no_budget.outcome, no_budget.missing) == ("unknown", ("budget/amount",))
    empty = find(look(make_plan(budget=granted("300000"))), "BU00")
    assert (empty.outcome, empty.missing) == ("unknown", ("A/lines",))


@pytest.mark.parametrize("amount", [Money.of("50000", "USD"), Money.of("300000", tax="excluded")])
def test_a_budget_on_another_basis_is_not_compared(amount: Money) -> None:
    finding = find(look(make_plan(line(), budget=Budget(amount=amount, contingency_rate=Decimal("0.05")))), "BU00")
    assert (finding.outcome, finding.message.id) == ("unknown", "BU00.basis")


@pytest.mark.parametrize(("share", "outcome"), [("0.05", "pass"), ("0.049", "warning"), (None, "unknown")])
def test_contingency_and_its_fix(share: str | None, outcome: str) -> None:
    plan = make_plan(line(), budget=granted("300000", share))
    finding = find(look(plan), "BU18")
    assert finding.outcome == outcome
    if outcome != "pass":
        after = fixed(plan, finding)
        assert after.budget.contingency_rate == Decimal("0.05")
        assert find(look(after), "BU18").outcome == "pass"


def test_the_vat_rate_of_each_line_or_of_the_budget() -> None:
    bare = line(price=priced("113000", vat_rate=None))
    plan = make_plan(bare, line("nas", role="storage"), budget=granted("300000", rate=None))
    finding = find(look(plan), "BU08")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/ws/vat_rate",))
    after = fixed(plan, finding)
    assert after.budget.vat_rate == RATE
    assert find(look(after), "BU08").outcome == "pass"


def test_the_refund_of_vat_is_a_hint_with_an_upper_amount() -> None:
    foreign = make_item("nas", "storage", "Synology")
    abroad = make_item("srv", "system", "Dell")
    plan = make_plan(
        line(price=priced("113000")),
        line("srv", priced("113000"), item=abroad),
        line("cloud", priced("53000", vat_rate=Decimal("0.06")), "cloud"),
        items=(foreign, abroad),
        budget=granted("500000"),
    )
    finding = find(look(plan), "BU09")
    # 113,000 - 113,000 / 1.13 = 13,000 of the machine; the foreign one and the rent do not count
    assert finding.outcome == "note"
    assert finding.message.values["vat"].amount == Decimal("13000.00")
    company = msgspec.structs.replace(plan, organisation=Organisation(kind="company"))
    assert find_all(look(company), "BU09") == ()


def test_accounts_are_not_overspent() -> None:
    lines = (line(fund="f1", quantity=2), line("nas", priced("50000"), "storage", fund="f2"))
    plan = make_plan(*lines, funds=(account("f1", "199999.99"), account("f2", "50000")), budget=granted("300000"))
    assessment = look(plan)
    over = find(assessment, "BU06", "f1")
    assert over.outcome == "error"
    assert over.message.values["excess"] == Money.of("0.01")
    assert find(assessment, "BU06", "f2").outcome == "pass"


def test_an_account_with_an_open_line_is_unknown_unless_the_known_part_is_too_much() -> None:
    lines = (line(fund="f1"), line("nas", priced(None), "storage", fund="f1"))
    checks = funds.CHECKS
    enough = make_plan(*lines, funds=(account("f1", "300000"),))
    finding = find(assess_one(enough, checks), "BU06", "plan")
    assert (finding.outcome, finding.missing) == ("unknown", ("A/nas/unit_price_chosen",))
    # the question is the budget's too: asked once
    assert find_all(look(enough), "BU06", "plan") == ()
    assert find(look(make_plan(*lines, funds=(account("f1", "90000"),))), "BU06", "f1").outcome == "error"


def test_an_account_in_another_currency_is_not_compared() -> None:
    dollars = Fund(id="f1", title="grant", amount=Money.of("50000", "USD"))
    finding = find(look(make_plan(line(fund="f1"), funds=(dollars,))), "BU06", "plan")
    assert (finding.outcome, finding.missing) == ("unknown", ("funds/f1/amount",))


def test_lines_without_an_account_and_the_account_that_fits_them() -> None:
    lines = (line(), line("cloud", priced("50000"), "cloud"))
    plan = make_plan(*lines, funds=(account("goods"), account("running", budget_line="operating")))
    finding = find(look(plan), "BU15")
    assert finding.outcome == "warning"
    after = fixed(plan, finding)
    assert [one.fund for one in after.alternatives[0].lines] == ["goods", "running"]
    assert find(look(after), "BU15").outcome == "pass"


def test_where_two_accounts_fit_a_line_somebody_has_to_choose() -> None:
    plan = make_plan(line(), funds=(account("f1"), account("f2")))
    assert find(look(plan), "BU15").fix is None


def test_without_accounts_nothing_is_said_of_them() -> None:
    assessment = look(make_plan(line()))
    assert [one.check for one in assessment.findings if one.check in ("BU06", "BU10", "BU11", "BU12", "BU15")] == []


@pytest.mark.parametrize("role", ["cloud", "api", "works"])
def test_what_may_not_be_paid_from_equipment_money(role: str) -> None:
    paid = line("x", priced("10000"), role, fund="goods")
    kind = "works" if role == "works" else "operating"
    plan = make_plan(line(fund="goods"), paid, funds=(account("goods"), account("other", budget_line=kind)))
    finding = find(look(plan), "BU10", "x")
    assert finding.outcome == "warning"
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[1].fund == "other"
    assert find(look(after), "BU10", "plan").outcome == "pass"


def dated(last: dt.date | None, wanted: dt.date | None) -> Plan:
    stage = Stage(id="s1", title=Labelled(zh="一期", en="first"), wanted_by=wanted)
    return make_plan(line(fund="f1", stage="s1"), stages=(stage,), funds=(account(latest_spending=last),))


@pytest.mark.parametrize(
    ("last", "wanted", "outcome"),
    [
        (TODAY, None, "pass"),
        (TODAY - dt.timedelta(days=1), None, "error"),
        (dt.date(2027, 6, 30), dt.date(2027, 6, 30), "pass"),
        (dt.date(2027, 6, 30), dt.date(2027, 7, 1), "error"),
    ],
)
def test_latest_spending_date_against_today_and_the_stage(last: dt.date, wanted: dt.date | None, outcome: str) -> None:
    assert find(look(dated(last, wanted)), "BU11", "f1").outcome == outcome


def test_an_account_without_a_date_is_a_question() -> None:
    finding = find(look(dated(None, None)), "BU11")
    assert (finding.outcome, finding.missing) == ("unknown", ("funds/f1/latest_spending",))


@pytest.mark.parametrize(("second", "outcome"), [("99999", "warning"), ("100000", "pass"), ("100001", "note")])
def test_the_accounts_make_up_the_budget(second: str, outcome: str) -> None:
    plan = make_plan(line(fund="a"), funds=(account("a", "200000"), account("b", second)), budget=granted("300000"))
    finding = find(look(plan), "BU12")
    assert finding.outcome == outcome
    if outcome == "warning":
        after = fixed(plan, finding)
        assert after.budget.amount == Money.of("299999")
        assert find(look(after), "BU12").outcome == "pass"


def test_old_prices_are_one_finding() -> None:
    seen = [TODAY - dt.timedelta(days=days) for days in (90, 91, 200)]
    lines = [line(f"l{n}", priced("1000", observed=day)) for n, day in enumerate(seen)]
    finding = find(look(make_plan(*lines)), "BU07")
    assert finding.outcome == "warning"
    assert [title.en for title in finding.message.values["lines"]] == ["machine l1", "machine l2"]
    assert finding.message.values["oldest"] == 200
    assert find(look(make_plan(lines[0])), "BU07").outcome == "pass"


def test_a_price_of_a_day_to_come_is_told() -> None:
    found = find(look(make_plan(line("a", priced("1000", observed=dt.date(2036, 1, 1))))), "BU07")
    assert (found.outcome, found.message.id) == ("warning", "BU07.future")


def test_undated_prices_are_one_question_and_allowances_need_no_date() -> None:
    lines = (line("a"), line("b"), line("c", priced("1000", observed=TODAY)), line("rent", role="cloud"))
    finding = find(look(make_plan(*lines)), "BU13")
    assert finding.outcome == "unknown"
    assert finding.missing == ("A/a/price/observed", "A/b/price/observed")
    assert find(look(make_plan(lines[2])), "BU13").outcome == "pass"


@pytest.mark.parametrize(("chosen", "taken"), [("80", "90"), ("130", "120")])
def test_a_price_outside_its_range_goes_to_the_nearest_bound(chosen: str, taken: str) -> None:
    plan = make_plan(line(price=priced(chosen, "90", "120")))
    finding = find(look(plan), "BU14", "ws")
    assert finding.outcome == "warning"
    after = fixed(plan, finding)
    assert after.alternatives[0].lines[0].price.chosen == Decimal(taken)
    assert find(look(after), "BU14", "plan").outcome == "pass"


def test_a_single_price_is_noted() -> None:
    assert find(look(make_plan(line())), "BU14").outcome == "note"

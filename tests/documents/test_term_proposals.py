"""Warranty and delivery: the parameter sheet, the purchase page and the commercial terms say the same of one value."""

from __future__ import annotations

from decimal import Decimal

from msgspec.structs import replace

from desktop_app.services.purchasing import derived, groups
from planner.assess.run import Assessment, assess
from planner.documents.parameter_sheet import build_parameter_sheet
from planner.documents.texts import texts
from planner.messages import render
from planner.plan.document import Fact, Line, Plan
from planner.tender.derive import derive
from planner.tender.packages import purchase
from planner.tender.terms import term_values
from tests.documents.books import DAY, book_of, lines, plan_of, table


def told(**by_line: float) -> Assessment:
    """Return lab-a with the warranty in years said of some lines of goods."""
    plan = plan_of("lab-a")
    one = plan.alternatives[0]

    def said(line: Line) -> Line:
        years = by_line.get(line.id)
        return line if years is None else replace(line, facts={**line.facts, "warranty_years": Fact(value=years)})

    changed = replace(one, lines=tuple(said(line) for line in one.lines))
    new: Plan = replace(plan, alternatives=(changed, *plan.alternatives[1:]))
    return assess(new, new.chosen, DAY, checks=())


def goods(assessment: Assessment) -> list[str]:
    package = purchase(assessment).of("goods")
    assert package is not None
    return [item.line.id for item in package.items]


def test_what_the_terms_propose_is_named_where_it_is_missing() -> None:
    # nobody has said either: 3 years and 45 days are proposed, B1 and B5 print them
    assessment = told()
    sheet = build_parameter_sheet(assessment, derive(assessment), "zh", DAY)
    said = " ".join(words for _, words in texts(sheet))
    assert "质保期（采购需求书商务要求暂按3年）" in said and "交货期（采购需求书商务要求暂按45天）" in said
    terms = {row["code"]: row["text"] for row in lines(table(book_of(assessment), "terms"))}
    assert "45个日历日" in terms["B1"] and any("3年" in words for words in terms.values())
    english = build_parameter_sheet(assessment, derive(assessment), "en", DAY)
    assert any("propose 3 yr" in words or "propose 3 year" in words for _, words in texts(english))


def test_a_proposed_term_is_marked_and_has_no_star() -> None:
    book = book_of(told())
    terms = {row["code"]: row for row in lines(table(book, "terms"))}
    for code in [code for code, row in terms.items() if "45个日历日" in row["text"] or "不少于3年" in row["text"]]:
        assert "拟定值" in terms[code]["text"]
    assert "B1" not in {row["code"] for row in lines(table(book, "stars"))}
    ids = goods(told())
    said = {row["code"]: row for row in lines(table(book_of(told(**dict.fromkeys(ids, 5.0))), "terms"))}
    assert any("不少于5年" in row["text"] and "拟定值" not in row["text"] for row in said.values())


def test_the_purchase_page_names_the_proposal() -> None:
    assessment = told()
    shown = [one for group in groups(derived(assessment, ()), "zh") for one in group.parameters if one.missing]
    warranty = next(one for one in shown if one.code == "P-191")
    assert warranty.finding is not None and warranty.finding.id == "purchase.proposed"
    assert "3年" in render(warranty.finding, "zh")


def test_a_value_said_of_every_item_is_the_term() -> None:
    ids = goods(told())
    value = term_values(purchase(told(**dict.fromkeys(ids, 5.0))))["warranty_years"]
    assert (value.value, value.is_told) == (Decimal(5), True)


def test_where_items_differ_the_mildest_holds_for_all() -> None:
    # 5 years of one item, 4 of the others: none is asked for more in the terms than in its own requirements
    ids = goods(told())
    value = term_values(purchase(told(**{name: 5.0 if name == ids[0] else 4.0 for name in ids})))["warranty_years"]
    assert (value.value, value.is_told) == (Decimal(4), True)


def test_what_only_one_item_states_is_proposed_for_the_rest() -> None:
    ids = goods(told())
    value = term_values(purchase(told(**{ids[0]: 5.0})))["warranty_years"]
    assert (value.value, value.is_told) == (Decimal(5), False)


def test_a_ceiling_of_a_smaller_ups_is_an_open_point() -> None:
    # the UPS of the plan gives 2.7 kW; 2.65 kW of machines at 80 % ask for 3.4 kW with its reserve
    said = " ".join(words for _, words in texts(book_of(told())))
    assert "方案所列规格为2.7 kW" in said
    assert "限价对应较小规格" in said

"""Ceilings above the money: marked in the draft of both papers, in the way of the final one, and said before the export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from desktop_app.services.tender import warnings_before
from planner.documents.book.build import build_requirement_book
from planner.documents.model import Document, KeyValues, Section, Table
from planner.documents.parameter_sheet import build_parameter_sheet
from planner.errors import ExportError
from planner.messages import render
from planner.plan.codec import write_plan
from planner.plan.document import Plan
from planner.plan.edits import Batch, SetValue
from planner.tender.derive import derive
from tests.cli.program import run
from tests.documents.test_site_papers import blocks
from tests.sample_plans import TODAY, assessed, sample


def with_budget(amount: str) -> Plan:
    value = {"amount": f"{amount}.00", "currency": "CNY", "tax": "included"}
    return Batch(edits=(SetValue(path="budget/amount", value=value),)).apply(sample("lab-a"))[0]


def papers(plan: Plan, language: Any = "zh", **how: Any) -> tuple[Document, Document]:
    assessment = assessed(plan)
    parameters = derive(assessment)
    return (
        build_requirement_book(assessment, parameters, language, TODAY, **how),
        build_parameter_sheet(assessment, parameters, language, TODAY, **how),
    )


def open_texts(paper: Document) -> str:
    section = next(one for one in paper.blocks if isinstance(one, Section) and one.anchor == "section-open")
    return str([row for one in section.blocks if isinstance(one, Table) for row in one.rows])


def planned() -> int:
    """Return what the lines of the sample come to in yuan, works included, without contingency."""
    money = assessed(sample("lab-a")).context.money.chosen.money
    assert money is not None
    return int(money.amount)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_draft_with_ceilings_above_the_budget_says_by_how_much(language: str) -> None:
    short = f"{planned():,}", "10,000"
    for paper in papers(with_budget(str(planned() - 10000)), language):
        assert all(number in open_texts(paper) for number in short)
    book = papers(with_budget(str(planned() - 10000)), language)[0]
    money = next(one for one in blocks(book, KeyValues) if one.anchor == "project").items[1].value.text  # type: ignore[union-attr]
    assert all(number in money for number in short)


def test_nothing_is_said_where_the_money_is_enough() -> None:
    word = "超出项目资金"
    for paper in papers(with_budget(str(planned()))):
        assert word not in open_texts(paper)
    assert warnings_before(with_budget(str(planned())), "", ("book",), TODAY) == ()


def test_the_final_version_waits_for_the_money() -> None:
    with pytest.raises(ExportError):
        papers(with_budget(str(planned() - 1)), draft=False)


def test_it_is_said_before_papers_with_ceilings_are_written() -> None:
    (said,) = warnings_before(with_budget(str(planned() - 1)), "", ("sheet",), TODAY)
    assert said.id == "tender.over_budget"
    assert warnings_before(with_budget(str(planned() - 1)), "", ("card",), TODAY) == ()


def test_an_account_that_pays_more_than_it_has_is_named() -> None:
    plan = sample("lab-a")
    fund = plan.funds[0]
    value = {"amount": "1000.00", "currency": "CNY", "tax": "included"}
    less = Batch(edits=(SetValue(path=f"funds/{fund.id}/amount", value=value),)).apply(plan)[0]
    said = [render(one, "zh") for one in warnings_before(less, "", ("book",), TODAY)]
    assert any(fund.title in one for one in said)


def test_the_command_says_so_beside_the_list_of_files(tmp_path: Path) -> None:
    short = tmp_path / "short.lpplan"
    write_plan(with_budget(str(planned() - 1)), short)
    done = run(
        "tender",
        "export",
        short,
        "--out",
        tmp_path / "out",
        "--formats",
        "txt",
        "--db",
        tmp_path / "x.db",
        "--lang",
        "en",
    )
    assert done.code == 0
    assert "above the budget" in done.err

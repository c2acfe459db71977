"""Requirement books of the sample plans for the tests, and ways to look into a document."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import lru_cache

from planner.assess.run import Assessment, assess
from planner.catalog.load import bundled_by_id, bundled_prices
from planner.documents.book.build import build_requirement_book
from planner.documents.model import Cell, Document, KeyValues, Language, Row, Section, Table
from planner.plan.document import Plan
from planner.plan.templates import new_plan
from planner.tender.derive import derive

DAY = dt.date(2026, 11, 30)
SAMPLES = ("lab-a", "tier-4")


@lru_cache(maxsize=16)
def plan_of(template: str) -> Plan:
    return new_plan(template, "p1", DAY, bundled_by_id(), {one.id: one for one in bundled_prices()})


@lru_cache(maxsize=16)
def assessed(template: str, day: dt.date = DAY) -> Assessment:
    plan = plan_of(template)
    return assess(plan, plan.chosen, day, checks=())


@lru_cache(maxsize=64)
def book(template: str, language: Language = "zh", day: dt.date = DAY) -> Document:
    return book_of(assessed(template, day), language, day)


def book_of(assessment: Assessment, language: Language = "zh", day: dt.date = DAY) -> Document:
    return build_requirement_book(assessment, derive(assessment), language, day)


def grids(document: Document) -> Iterator[Table | KeyValues]:
    """Yield every table of a document, sheets first."""

    def walk(blocks: object) -> Iterator[Table | KeyValues]:
        for block in blocks:  # type: ignore[attr-defined]
            if isinstance(block, Table | KeyValues):
                yield block
            elif isinstance(block, Section):
                yield from walk(block.blocks)

    return walk(document.blocks)


def table(document: Document, anchor: str) -> Table:
    """Return the table of a page by its anchor."""
    return next(one for one in grids(document) if isinstance(one, Table) and one.anchor == anchor)


def sheet(document: Document, name: str) -> Table:
    """Return the table of a workbook by its sheet."""
    return next(one for one in grids(document) if isinstance(one, Table) and one.sheet == name and one.media != "paper")


def shown(cell: Cell) -> str:
    """Return about what a cell says."""
    for name in ("text", "value", "amount", "date", "level"):
        if hasattr(cell, name):
            return str(getattr(cell, name))
    return ""


def lines(one: Table, *, totals: bool = False) -> list[dict[str, str]]:
    """Return the rows of a table by column key."""
    keys = [column.key for column in one.columns]
    rows = [row for row in one.rows if isinstance(row, Row) and (totals or not row.total)]
    return [dict(zip(keys, map(shown, row.cells), strict=True)) for row in rows]

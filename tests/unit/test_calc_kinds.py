"""Named calculations: published cases, worked examples, figures, and what malformed inputs are told."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest

from planner.calc.run import KINDS, calc, calculate, list_kinds, predict, validate_rows
from planner.errors import InputError, UnknownIdError
from planner.formulas import recompute

_CASES = Path(__file__).parent.parent / "cases"
FILES = ("facility_cases.csv", "cost_cases.csv", "queue_cases.csv", "worked_examples.csv")


def _rows(name: str) -> list[dict[str, str]]:
    with (_CASES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", FILES)
def test_published_cases_lie_within_their_tolerance(name: str) -> None:
    rows = _rows(name)
    report = validate_rows(rows)
    assert not report.not_supported
    assert [case.id for case in report.cases if case.within is not True] == []
    assert report.passed == report.total == len(rows)


def test_prediction_ignores_what_the_row_expects() -> None:
    rows = _rows("facility_cases.csv")
    changed = [{**row, "expected": "0", "tolerance": "exact", "source": "x"} for row in rows]
    assert [c.predicted for c in validate_rows(rows).cases] == [c.predicted for c in validate_rows(changed).cases]
    assert [c.within for c in validate_rows(changed).cases].count(True) == 0


def test_every_kind_has_a_published_case_or_worked_example() -> None:
    shown = {row["kind"] for name in FILES for row in _rows(name)}
    assert set(KINDS) == shown


def test_rows_that_cannot_be_run_are_told_and_counted() -> None:
    base = {
        "id": "x",
        "kind": "w_to_btuh",
        "inputs": "w=1",
        "expected": "3.412142",
        "unit": "",
        "tolerance": "rel 1e-6",
    }
    report = validate_rows(
        [
            base,
            {**base, "kind": "no_such"},
            {**base, "inputs": "watts=1"},
            {**base, "inputs": ""},
            {**base, "inputs": "w=1;w=2"},
            {**base, "inputs": "w=1,000"},
            {**base, "tolerance": "about"},
            {},
        ]
    )
    assert report.passed == 1
    assert len(report.cases) == 2
    assert len(report.not_supported) == 6
    assert report.total == 8
    assert report.cases[1].within is None
    assert report.cases[1].reason is not None


@pytest.mark.parametrize(
    ("kind", "inputs", "place"),
    [
        ("pdu_kva", "phases=2;amps=16;derate=1;v=230", "phases"),
        ("pdu_kva", "phases=3;amps=16;derate=1;v=230", "v_ll"),
        ("straight_line", "cost=1;salvage=0;periods=0", "straight_line"),
        ("rent_cost", "rate=[1,2];hours=[1,2,3]", "hours"),
        ("energy_tou_shares", "it_kwh=1;share=[0.5,0.4];tariff=[1,1];pue=1", "share"),
        ("energy_tou_hours", "it_kw=1;hours=[1,2];tariff=[1];pue=1", "energy_tou_hours"),
        ("declining_db", "cost=1;salvage=0.1;life=5;period=7;first_year_months=12", "period"),
        ("declining_db", "cost=1;salvage=0.1;life=5.5;period=1;first_year_months=12", "life"),
        ("runtime_interp", "points=[100,60|300,15];load_va=301", "load_va"),
        ("sat_vp_pa", "t_c=-1", "t_c"),
        ("mmc", "c=2;rho=1", "rho"),
        ("mmc", "c=0;rho=0.5", "c"),
        ("schedule", "gpus=2;jobs=[0,3,1,1];policy=fifo", "jobs"),
        ("schedule", "gpus=2;jobs=[0,1,1,1];policy=lifo", "policy"),
        ("cascade_draw", "chain=a:auto>b:auto", "chain"),
        ("topsis_vector", "matrix=[1,2|3];weights=[1,1];benefit=[1,1]", "matrix"),
        ("topsis_vector", "matrix=[1,2|3,4];weights=[1];benefit=[1,1]", "weights"),
        ("bank_limit", "feed_a=1;bank_a=[1];load_a=[1,2]", "load_a"),
        ("irr", "flows=[1,2,3]", "flows"),
        ("carbon_g_kwh", "country=XXX;year=2023", "country"),
    ],
)
def test_inputs_out_of_range_name_their_key(kind: str, inputs: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        predict(kind, inputs)
    assert caught.value.place == place


def test_unknown_kind_suggests_a_near_one() -> None:
    with pytest.raises(UnknownIdError) as caught:
        predict("pdu_kwa", "phases=1")
    assert "pdu_kva" in str(caught.value.remedy)


def test_result_is_a_figure_that_can_be_asked_why() -> None:
    figure = calc("ups_heat_w", {"rating_w": "10000", "load_w": "5000"})
    assert figure.value == 650
    assert figure.unit == "W"
    assert figure.key == "calc/ups_heat_w"
    assert [given.name for given in figure.inputs] == ["rating_w", "load_w"]
    assert recompute(figure) == 650


def test_lists_give_a_figure_for_each_element() -> None:
    found = calculate("energy_cost", {"it_kw": "2", "hours": "100", "tariff": "[0.5,1]", "pue": "1.3"})
    assert [figure.value for figure in found.figures] == [130, 260]
    assert len({figure.key for figure in found.figures}) == 2


def test_figures_of_formulas_equal_the_bare_prediction() -> None:
    for row in _rows("worked_examples.csv"):
        kind = KINDS[row["kind"]]
        if not kind.formulas:
            continue
        given = dict(part.split("=", 1) for part in row["inputs"].split(";"))
        figures = calculate(row["kind"], given).figures
        assert [figure.value for figure in figures] == predict(row["kind"], row["inputs"])


def test_renting_that_is_always_cheaper_is_an_answer() -> None:
    assert calc(
        "break_even_card_util",
        {"price": "12000", "months": "40", "maint_year": "0.03", "rent_h": "0.2", "own_kw": "0.3", "pue": "1.4", "tariff": "0.7",
         "hours_month": "720"},
    ).value == math.inf  # fmt: skip


def test_verdict_is_told_as_a_word() -> None:
    assert calculate("fits", {"gpus": "8", "need": "5", "held": "4"}).verdict == "never"
    assert calc("fits", {"gpus": "8", "need": "4", "held": "4"}).value == 1


def test_kinds_are_listed_by_area() -> None:
    areas = [kind.area for kind in list_kinds()]
    assert areas == sorted(areas)
    assert len(areas) == len(KINDS) >= 100

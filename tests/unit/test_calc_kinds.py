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
FILES = ("facility_cases.csv", "own_facility_cases.csv", "cost_cases.csv", "queue_cases.csv", "worked_examples.csv")


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
        ("straight_line", "cost=1;salvage=0;periods=0", "periods"),
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


@pytest.mark.parametrize(
    ("kind", "inputs", "place", "said"),
    [
        ("vat_split", "gross=10000;rate=13", "rate", "Perhaps rate=0.13 is meant."),
        ("vat_split", "gross=-5;rate=0.13", "gross", "Perhaps gross=5 is meant."),
        ("vat_net", "gross=1;rate=1", "rate", "Perhaps rate=0.01 is meant."),
        ("wall_power", "n=2;gpu_w=300;host_w=200;psu_eff=92", "psu_eff", "Perhaps psu_eff=0.92 is meant."),
        ("wall_power", "n=2.5;gpu_w=300;host_w=200;psu_eff=0.9", "n", "n is given in 1"),
        ("wall_power", "n=2;gpu_w=-300;host_w=200;psu_eff=0.9", "gpu_w", "Perhaps gpu_w=300 is meant."),
        ("useful_gpu_hour", "tco_year=1;gpus=1;availability=0.9;util=5;hours_year=8760", "util", "util=0.05"),
        ("useful_gpu_hour", "tco_year=1;gpus=1;availability=99;util=0.5;hours_year=8760", "availability", "0.99"),
        ("useful_gpu_hour", "tco_year=1;gpus=1;availability=0.9;util=0.5;hours_year=9000", "hours_year", "in h"),
        ("dc_power_kw", "kva=10;pf=3;inv_eff=0.9", "pf", "pf is given in 1"),
        ("energy_cost", "it_kw=1;hours=1;tariff=[0.5,-1];pue=1.2", "tariff", "Perhaps tariff=1 is meant."),
        ("energy_cost", "it_kw=1;hours=1;tariff=1;pue=0.8", "pue", "pue"),
        ("pdu_kva", "phases=1;v=230;amps=16;derate=80", "derate", "Perhaps derate=0.8 is meant."),
        ("stage_total", "price=100;first_share=25;change=0", "first_share", "Perhaps first_share=0.25 is meant."),
        ("stage_total", "price=100;first_share=0.25;change=-1.5", "change", "Perhaps change=1.5 is meant."),
        ("npv_end", "rate=5;flows=[1]", "rate", "Perhaps rate=0.05 is meant."),
        ("token_cost", "rate_h=1;tok_s=0;load=1", "tok_s", "tok_s"),
        ("std_pressure_pa", "alt_m=90000", "alt_m", "alt_m"),
        ("tri_mean_p10_p90", "low=5;mode=2;high=10", "mode", "low, mode, high"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_probably_meant(kind: str, inputs: str, place: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        predict(kind, inputs)
    assert caught.value.place == place
    assert said in str(caught.value.remedy)


@pytest.mark.parametrize("inputs", ["w=1e400", "w=-1e400"])
def test_numbers_past_all_counting_are_refused(inputs: str) -> None:
    with pytest.raises(InputError) as caught:
        predict("w_to_btuh", inputs)
    assert caught.value.place == "w"
    with pytest.raises(InputError):
        predict("unit_cost", "quantity=1e200;price=1e200")  # each can be written, the product cannot


@pytest.mark.parametrize(
    ("kind", "inputs", "value"),
    [
        ("straight_line", "cost=9000;salvage=0;periods=30", 300),
        ("npv_now", "rate=-0.5;flows=[-100,100]", 100),  # -100 + 100 / 0.5
        ("stage_total", "price=100;first_share=0;change=-1", 0),
        ("stage_total", "price=100;first_share=0;change=0.4", 140),
        ("pdu_kva", "phases=1;v=230;amps=10;derate=1", 2.3),
        ("perf_price_trend", "growth_year=1.5", 0.6),  # 1 - 1 / 2.5
        ("dry_air_density", "t_c=-20;p_pa=101325", 101325 / (287.042 * 253.15)),
        ("selfhost_vs_api", "gpu_h=1;hours=1;overhead=1.5;in_mtok=0;in_price=1;out_mtok=0;out_price=1", 2.5),
    ],
)
def test_unusual_values_that_can_be_are_computed(kind: str, inputs: str, value: float) -> None:
    answer = predict(kind, inputs)
    assert not isinstance(answer, str)
    assert answer[0] == pytest.approx(value)


def test_an_error_says_what_is_accepted() -> None:
    with pytest.raises(InputError) as caught:
        predict("vat_split", "gross=1;rate=13")
    assert str(caught.value.message) == "rate: 13 cannot be; accepted is at least 0 and less than 1."


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

"""What a row of a case file may hold and still must not stop the others: odd ranges, tables, legs, voltages, chains."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.calc.run import KINDS, predict, validate_rows
from planner.errors import InputError

_ROW = {"id": "x", "kind": "w_to_btuh", "inputs": "w=1", "expected": "3.412142", "unit": "", "tolerance": "rel 1e-6"}


@pytest.mark.parametrize(
    ("kind", "inputs", "place"),
    [
        ("phase_sum", "legs_w=[1,2]", "legs_w"),  # a leg left out is no leg without load
        ("phase_imbalance", "legs_w=[1,2,3,4]", "legs_w"),
        ("pdu_kva", "phases=1;amps=16;derate=1;v=230;v_ll=400", "v_ll"),  # which of the two is meant is not ours to say
        ("pdu_kva", "phases=3;amps=16;derate=1;v=230;v_ll=400", "v"),
        ("pdu_limit", "phases=3;feed_a=16;feed_v=230;feed_v_ll=400", "feed_v"),
        ("cascade_draw", "chain=rack:100/50", "chain"),  # more than its maximum
        ("cascade_draw", "chain=rack:auto>psu:-5", "chain"),
        ("psu_rating", "vin=220;curve=[240,200,1200]", "curve"),  # ends exchanged
        ("psu_rating", "vin=220;curve=[200,1200]", "curve"),
        ("runtime_interp", "points=[100,60|100,50];load_va=100", "points"),  # two runtimes at one load
        ("runtime_interp", "points=[100,60|300,0];load_va=200", "points"),
        ("runtime_interp", "points=[100,60,1|300,20,1];load_va=200", "points"),
        ("thermal_shutdown_s", "kw=3;m3=30;mass_factor=1;t_start_c=45;t_stop_c=24", "t_stop_c"),  # not -254 s
    ],
)
def test_contradictions_are_refused_at_their_place(kind: str, inputs: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        predict(kind, inputs)
    assert caught.value.place == place
    assert caught.value.remedy is not None


@pytest.mark.parametrize(
    ("kind", "inputs", "value"),
    [
        ("pdu_limit", "phases=1;feed_v=230;feed_a=16;inlet_a=none;pdu_va=none", [3680.0]),  # 230 x 16
        ("pdu_limit", "pdu_va=2000;inlet_a=none;feed_a=16;feed_v=230;phases=1", [2000.0]),
        ("pdu_limit", "phases=3;feed_v_ll=380;feed_a=32;inlet_a=16;pdu_va=none", [pytest.approx(10530.87)]),  # inlet
        ("fits", "gpus=8;need=8;user_cap=none", "fits"),
        ("cascade_draw", "chain=rack:auto>strip:auto>psu:1.5e2/300", [150.0]),
        ("thermal_shutdown_s", "kw=3;m3=30;mass_factor=1;t_start_c=24;t_stop_c=24", [0.0]),
    ],
)
def test_what_the_grammar_allows_is_computed(kind: str, inputs: str, value: object) -> None:
    assert predict(kind, inputs) == value


@pytest.mark.parametrize(
    ("expected", "tolerance"), [("3", "range"), ("[1,2,3]", "range"), ("[1,5]", "[range,range]"), ("[3.4", "exact")]
)
def test_a_range_that_is_none_leaves_the_row_uncompared(expected: str, tolerance: str) -> None:
    report = validate_rows([{**_ROW, "expected": expected, "tolerance": tolerance}, _ROW])
    assert [case.within for case in report.cases] == [None, True]
    assert report.cases[0].is_unread


def test_a_row_without_expected_value_is_computed_and_not_compared() -> None:
    (case,) = validate_rows([{**_ROW, "expected": " ", "tolerance": ""}]).cases
    assert (case.predicted, case.within, case.is_unread) == ((3.412142,), None, False)
    assert case.reason is not None and case.reason.id == "calc.unscored"


def test_a_refused_row_says_what_to_write() -> None:
    (row,) = validate_rows([{**_ROW, "inputs": "w=5kW"}]).not_supported
    assert row.remedy is not None


_BITS = st.sampled_from(
    ["", "3", "[1,5]", "[1,2,3]", "inf", "ok", "[", "[]", "[inf,inf]", "-1", "1e999", "range", "abs", "x y"]
)
_RULES = st.sampled_from(
    ["", "exact", "max", "range", "rel 0.01", "abs 1", "factor 0", "factor 2", "[range]", "[abs 1,rel 1]", "rel", "1%"]
)


@given(st.sampled_from(sorted(set(KINDS) - {"mgc_sim", "gang_saturation"})), _BITS, _RULES)
def test_no_expected_value_or_tolerance_stops_the_rows_after_it(kind: str, expected: str, tolerance: str) -> None:
    row = {"id": "a", "kind": kind, "inputs": "w=1", "expected": expected, "tolerance": tolerance}
    assert validate_rows([{**_ROW, "expected": expected, "tolerance": tolerance}, row, _ROW]).total == 3

"""The grammar of cases: what is written is read back, anything else is refused as bad input; schedules keep their rules."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from planner.calc.grammar import numbers, pairs, within
from planner.calc.run import KINDS, predict, validate_rows
from planner.errors import InputError, PlannerError
from planner.workload.schedule import Job, start_times, waiting_identity

_KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
_VALUES = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(st.dictionaries(_KEYS, _VALUES, min_size=1, max_size=6))
def test_pairs_are_read_back(given_pairs: dict[str, float]) -> None:
    text = ";".join(f"{key}={value!r}" for key, value in given_pairs.items())
    assert {key: float(value) for key, value in pairs(text).items()} == given_pairs


@given(st.lists(_VALUES, min_size=1, max_size=8))
def test_lists_are_read_back(values: list[float]) -> None:
    assert numbers("[" + ",".join(map(repr, values)) + "]", "x") == values


@given(st.text(max_size=60))
def test_any_other_text_is_bad_input(text: str) -> None:
    try:
        pairs(text)
    except InputError as problem:
        assert problem.message.id.startswith("calc.")


@given(st.sampled_from(sorted(KINDS)), st.text(max_size=80))
def test_no_input_text_breaks_a_calculation(kind: str, text: str) -> None:
    report = validate_rows(
        [{"id": "x", "kind": kind, "inputs": text, "expected": "1", "unit": "", "tolerance": "exact"}]
    )
    assert report.total == 1


_SAFE = sorted(set(KINDS) - {"mgc_sim", "gang_saturation", "mmc"})
_NUMBERS = st.sampled_from(["0", "-1", "1", "2", "1e308", "1e-308", "0.5", "7e9"])


@given(st.sampled_from(_SAFE), st.data())
def test_numbers_out_of_range_are_bad_input_and_never_a_traceback(kind: str, data: st.DataObject) -> None:
    parts = [f"{part.name}={data.draw(_NUMBERS)}" for part in KINDS[kind].inputs if part.type in ("number", "many")]
    try:
        answer = predict(kind, ";".join(parts)) if parts else []
    except PlannerError:
        return
    assert isinstance(answer, str) or not any(math.isnan(value) for value in answer)


@given(_VALUES, st.floats(0, 0.5))
def test_a_value_is_within_any_tolerance_of_itself(value: float, amount: float) -> None:
    for rule in ("exact", f"rel {amount!r}", f"abs {amount!r}", "max"):
        assert within(repr(value), rule, [value])
    assert not within(repr(value), "abs 0.25", [value + abs(value) + 1])


_JOBS = st.lists(
    st.builds(
        lambda submit, devices, run, more: Job(submit=submit, devices=devices, run=run, limit=run + more),
        st.integers(0, 20),
        st.integers(1, 4),
        st.integers(1, 10),
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=12,
)


@given(_JOBS, st.sampled_from(["fifo", "easy", "firstfit"]))
def test_schedules_start_after_submit_within_the_machine_and_obey_little(jobs: list[Job], policy: str) -> None:
    starts = start_times(4, jobs, policy)  # type: ignore[arg-type]
    assert all(start >= job.submit for job, start in zip(jobs, starts, strict=True))
    for instant in starts:
        used = sum(job.devices for job, start in zip(jobs, starts, strict=True) if start <= instant < start + job.run)
        assert used <= 4
    assert waiting_identity(jobs, starts) < 1e-9


@given(_JOBS)
def test_strict_order_is_never_overtaken(jobs: list[Job]) -> None:
    starts = start_times(4, jobs, "fifo")
    order = sorted(range(len(jobs)), key=lambda place: jobs[place].submit)
    assert [starts[place] for place in order] == sorted(starts)

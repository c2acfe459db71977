"""The matrix says in numbers what the figures of its cells say, and an edit reckons one row."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import msgspec
import pytest

from planner.catalog.items import Item
from planner.catalog.load import bundled_by_id, bundled_of
from planner.errors import PlannerError
from planner.figure import Formula, Quality, leaf, unknown
from planner.labels import Labelled
from planner.workload.arrays import over_arrays
from planner.workload.entry_job import EntryJob, VisionTask
from planner.workload.fit import entry_memory, visible_gib
from planner.workload.fit_matrix import Candidate, FitMatrix, PriceSpan
from planner.workload.models import ModelShape, from_item
from planner.workload.spec import MemorySpec
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import TrainingJob
from planner.workload.video_speed import VideoJob
from planner.workload.vision_speed import ImageJob, vision_model

CARDS = bundled_of("accelerator")
ANY = CARDS[0]


def model(name: str) -> ModelShape:
    return from_item(next(one for one in bundled_of("model") if one.name == name))


def card(name: str) -> Item:
    return bundled_by_id()[name]


def candidate(one: Item, **more: object) -> Candidate:
    return Candidate(id=one.id, name=one.name, card=one, visible_gib=visible_gib(one), **more)  # type: ignore[arg-type]


def jobs() -> list[EntryJob]:
    """Return an entry of each family, with one of its kind that is not like the others."""
    found = []
    for name, dtype, devices in (
        ("Qwen2.5-7B", "bf16", 1),
        ("Mixtral-8x7B", "gptq-int4", 2),
        ("Gemma-3-27B (text part)", "fp8", 1),
    ):
        shape = model(name)
        spec = MemorySpec(model=shape, dtype=dtype, devices=devices)
        account = entry_memory(spec)
        task = SpeedJob(model=shape, card=ANY, dtype=spec.dtype, tokens_in=4096, batch=4, devices=devices)
        found.append(
            EntryJob(id=name, need_gib=account.per_device, at_least_gib=account.at_least, devices=devices, task=task)
        )
    for method, dtype in (("full", "bf16"), ("qlora", "nf4"), ("lora", "bf16")):
        shape = model("Qwen2.5-1.5B")
        account = entry_memory(MemorySpec(model=shape, method=method, dtype=dtype))  # type: ignore[arg-type]
        job = TrainingJob(model=shape, card=ANY, method=method, dtype=dtype, batch=2)  # type: ignore[arg-type]
        found.append(EntryJob(id=method, need_gib=account.per_device, at_least_gib=account.at_least, task=job))
    for name, more in (
        ("fsdp", {"devices": 4}),
        ("tensor", {"devices": 8, "tensor_parallel": 4, "recompute": "full"}),
        ("piped", {"devices": 8, "stages": 4, "micro_batches": 8, "zero_stage": 1}),
        ("host", {"offload": "optimizer", "micro_batches": 4}),
        ("streamed", {"devices": 2, "offload": "all", "method": "qlora", "dtype": "nf4"}),
    ):
        given: dict[str, Any] = {"model": model("Qwen2.5-7B"), "card": ANY, "batch": 1, "seq_len": 1024, **more}
        split = TrainingJob(**given)
        found.append(EntryJob(id=name, need_gib=unknown(name, "GiB"), devices=split.devices, task=split))
    need = leaf("need", 16.0, "GiB", Quality.ENTERED)
    found.append(
        EntryJob(id="vision", need_gib=need, task=VisionTask(network=vision_model("ResNet-50"), training=True))
    )
    clip = VideoJob(params_b=14, layers=40, hidden=5120, frames=81, width_px=832, height_px=480, steps=50, devices=2)
    found.append(EntryJob(id="video", need_gib=need, devices=2, task=clip))
    picture = ImageJob(params_b=11.9, layers=57, hidden=3072, steps=28, size_px=1024)
    found.append(EntryJob(id="picture", need_gib=need, task=picture))
    found.append(EntryJob(id="typed", need_gib=need))
    found.append(
        EntryJob(id="open", need_gib=unknown("open", "GiB"), at_least_gib=leaf("l", 30.0, "GiB", Quality.COMPUTED))
    )
    return found


def test_every_cell_says_what_its_figures_say() -> None:
    matrix = FitMatrix([candidate(one, devices_there=at % 3 + 1) for at, one in enumerate(CARDS)])
    rows = matrix.show(jobs())
    known = 0
    for row in rows:
        for at, one in enumerate(CARDS):
            cell = matrix.cell(row.job.id, one.id)
            assert cell.fit.verdict == row.verdict(at), (row.job.id, one.id)
            value = None if cell.speed is None else cell.speed.value
            if value is None or cell.speed is None:
                assert math.isnan(row.speeds[at]), (row.job.id, one.id)
                continue
            known += 1
            assert row.speeds[at] == pytest.approx(value, rel=1e-12)
            assert (row.lows[at], row.highs[at]) == pytest.approx((cell.speed.low, cell.speed.high), rel=1e-12)
    assert known > 1200  # most cards have what the formulas ask for


def test_an_entry_that_brings_only_what_it_asks_for_is_reckoned_like_its_account() -> None:
    # every language model of the catalog under each method: parts, need and verdicts of the figures, without figures made
    shapes = [from_item(one) for one in bundled_of("model") if one.text("subkind").startswith(("llm", "vlm"))]
    methods: tuple[Any, ...] = ("infer", "full", "lora", "qlora")
    formats = ("bf16", "mxfp4", "awq-int4")
    jobs = list(product(shapes, methods, formats))
    specs = {
        f"{at}": MemorySpec(
            model=shape,
            method=method,
            dtype=dtype,
            seq_len=2048,
            batch=1 + at % 5,
            devices=1 + at % 2,
            joined_cache=at % 3 == 0,
        )
        for at, (shape, method, dtype) in enumerate(jobs)
    }
    bare, full = (FitMatrix([candidate(one) for one in CARDS[:30]]) for _one in range(2))
    accounts = {name: entry_memory(spec, f"workload/{name}") for name, spec in specs.items()}
    rows = bare.show([EntryJob(id=name, spec=spec, devices=spec.devices) for name, spec in specs.items()])
    brought = full.show(
        [
            EntryJob(id=name, need_gib=one.per_device, at_least_gib=one.at_least, devices=specs[name].devices)
            for name, one in accounts.items()
        ]
    )
    for row, other in zip(rows, brought, strict=True):
        account = accounts[row.job.id]
        assert bare.account(row.job.id) == account
        assert list(row.verdicts) == list(other.verdicts)
        theirs = {part.key.rpartition("/")[2]: part.value for part in account.parts}
        for name, gib in row.parts_gib.items():
            value = theirs.pop(name, 0.0)
            assert math.isnan(gib) if value is None else gib == pytest.approx(value, rel=1e-12), (row.job, name)
        assert not theirs
        assert other.parts_gib == {}
        assert full.account(row.job.id) is None
    assert sum(math.isfinite(row.need_gib) for row in rows) > 900


def test_every_language_model_answers_at_the_speed_of_its_figures() -> None:
    # also where the active parameters are known, but nobody told how many experts there are
    shapes = [from_item(one) for one in bundled_of("model") if one.text("subkind").startswith(("llm", "vlm"))]
    shapes += [msgspec.structs.replace(one, experts=None) for one in shapes if one.moe]
    matrix = FitMatrix([candidate(card(name)) for name in ("nv-rtx4090", "nv-h100-sxm", "nv-a16")])
    tasks = [SpeedJob(model=shape, card=ANY, dtype="mxfp4", batch=1 + at % 9) for at, shape in enumerate(shapes)]
    rows = matrix.show([EntryJob(id=f"{at}", spec=None, task=task) for at, task in enumerate(tasks)])
    known = 0
    for row in rows:
        for at, one in enumerate(matrix.candidates):
            speed = matrix.cell(row.job.id, one.id).speed
            assert speed is not None
            known += speed.known
            assert row.speeds[at] == pytest.approx(math.nan if speed.value is None else speed.value, nan_ok=True)
    assert known > 250


def test_what_a_7b_needs_to_answer() -> None:
    # Qwen2.5-7B: 7.62e9 x 16 bit = 14.19 GiB; 28 layers x 4 heads x 128 x 2 x 2 B x 4,096 tokens = 0.21875 GiB
    row = FitMatrix([candidate(card("nv-rtx4090"))]).show(
        [EntryJob(id="w", spec=MemorySpec(model=model("Qwen2.5-7B")))]
    )[0]
    assert row.parts_gib["weights_gib"] == pytest.approx(14.19, rel=0.01)
    assert row.parts_gib["cache_gib"] == 0.21875
    assert row.parts_gib["optimizer_gib"] == 0
    assert row.need_gib == pytest.approx(sum(row.parts_gib.values()))


@pytest.mark.parametrize(
    "flaw", [{"dtype": "int5"}, {"kv_dtype": "int3"}, {"batch": 0}, {"tensor_parallel": 3, "devices": 3}]
)
def test_a_job_that_is_refused_is_unknown_and_leaves_the_others_alone(flaw: dict[str, Any]) -> None:
    good = MemorySpec(model=model("Qwen2.5-7B"))
    bad = msgspec.structs.replace(good, **flaw)
    matrix = FitMatrix([candidate(card("nv-rtx4090"))])
    task = SpeedJob(model=bad.model, card=ANY, dtype=bad.dtype)
    rows = matrix.show([EntryJob(id="bad", spec=bad, task=task), EntryJob(id="good", spec=good)])
    assert [row.verdict(0) for row in rows] == ["unknown", "fits"]
    assert math.isnan(rows[0].need_gib)
    assert all(map(math.isnan, rows[0].parts_gib.values()))
    assert matrix.cell("bad", "nv-rtx4090").fit.verdict == "unknown"
    with pytest.raises(PlannerError):
        matrix.account("bad")


def test_a_24_gb_card_holds_what_23_and_a_half_gib_hold() -> None:
    # 24 GB shows 24 x 0.98 = 23.52 GiB; more than mem.fits of it is tight, more than all of it does not fit
    matrix = FitMatrix([candidate(card("nv-rtx4090"))])
    needs = {"a": 10.0, "b": 23.0, "c": 23.6}
    found = matrix.show(
        [EntryJob(id=name, need_gib=leaf(name, gib, "GiB", Quality.ENTERED)) for name, gib in needs.items()]
    )
    assert [row.verdict(0) for row in found] == ["fits", "tight", "no"]


def test_an_unknown_need_is_unknown_until_what_is_certain_rules_a_card_out() -> None:
    matrix = FitMatrix([candidate(card("nv-rtx4090")), candidate(card("nv-a100-pcie-80"))])
    row = matrix.show([jobs()[-1]])[0]  # at least 30 GiB
    assert [row.verdict(0), row.verdict(1)] == ["no", "unknown"]


def test_an_edit_reckons_one_row() -> None:
    matrix = FitMatrix([candidate(one) for one in CARDS[:20]])
    first = jobs()
    matrix.show(first)
    assert matrix.reckoned == len(first)
    before = matrix.row("typed")
    edited = [msgspec.structs.replace(one, devices=2) if one.id == "video" else one for one in first]
    matrix.show(edited)
    assert matrix.reckoned == len(first) + 1
    assert matrix.row("typed") is before
    matrix.show(edited[1:])
    assert matrix.reckoned == len(first) + 1
    assert matrix.row(first[0].id) is None


def test_price_is_that_of_whole_boards() -> None:
    # an A16 is four devices: five devices are two boards; a machine costs what it costs
    span = PriceSpan(low=20_000.0, high=25_000.0, currency="CNY", source="quote")
    board = candidate(card("nv-a16"), price=span)
    machine = msgspec.structs.replace(board, id="ws", whole=True, devices_there=8)
    matrix = FitMatrix([board, machine, candidate(card("nv-l4"))])
    job = EntryJob(id="w", need_gib=leaf("n", 8.0, "GiB", Quality.ENTERED), devices=5)
    row = matrix.show([job])[0]
    assert list(row.boards[:1]) == [2.0]
    assert (list(row.costs_low[:2]), list(row.costs_high[:2])) == ([40_000.0, 20_000.0], [50_000.0, 25_000.0])
    assert math.isnan(row.costs_low[2])
    found = matrix.cell("w", "nv-a16")
    assert found.cost_low is not None and found.cost_high is not None
    assert (found.cost_low.value, found.cost_high.value, found.cost_high.unit) == (40_000.0, 50_000.0, "CNY")
    whole = matrix.cell("w", "ws")
    assert whole.cost_high is not None and whole.cost_high.value == 25_000.0
    assert matrix.cell("w", "nv-l4").cost_low is None


def test_too_few_devices_are_told() -> None:
    matrix = FitMatrix([candidate(card("nv-rtx4090"), devices_there=1)])
    need = leaf("n", 8.0, "GiB", Quality.ENTERED)
    row = matrix.show([EntryJob(id="w", need_gib=need, devices=2)])[0]
    assert row.verdict(0) == "no"
    assert matrix.cell("w", "nv-rtx4090").too_few is not None


def test_texts_over_arrays_keep_to_the_grammar() -> None:
    def made(text: str) -> Formula:
        return Formula(key=text, label=Labelled(zh="", en=""), text=text, unit="1", source="", function=lambda: 0.0)

    assert over_arrays(made("max(a, 2) + (b if a > 1 else 0)"))(a=3.0, b=4.0) == 7.0
    for text in ("sum(a)", "open(a)", "a.b", "[a]", "max(a)", "a and b"):
        with pytest.raises(ValueError, match=r"\w*"):
            over_arrays(made(text))

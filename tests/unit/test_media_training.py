"""Detection, diffusion and molecular dynamics against what was published; unknown where nobody published it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from planner.assess.demand import entry_figures
from planner.assess.entry_jobs import entry_job
from planner.assess.run import assess
from planner.assess.speed import speeds_of
from planner.catalog.items import Item, digest
from planner.catalog.load import bundled_item
from planner.figure import Quality, leaf
from planner.formulas import recompute
from planner.messages import Labelled, render
from planner.plan.document import Fact, WorkloadEntry
from planner.plan.measured import typed_measurement
from planner.workload.diffusion_training import DiffusionTraining, diffusion_training
from planner.workload.dynamics import fp64_ceiling, ns_day
from planner.workload.media_memory import MediaSpec, media_memory
from planner.workload.vision_speed import image_s, images_s, vision_model
from tests.checks.factories import make_line, make_plan

V100, GPU = bundled_item("nv-v100-sxm2-32"), bundled_item("nv-rtx4090")
COCO_IMAGES = 118_287  # train2017


def entry(model: Item, **more: Any) -> WorkloadEntry:
    return WorkloadEntry(id="e", title=Labelled(zh="任务", en="job"), model=digest(model), **more)


def results(one: WorkloadEntry, card: Item, *items: Item) -> tuple[dict[str, Any], tuple[str, ...]]:
    made = make_plan(make_line("ws", card=card, cards=4), items=(card, *items), workload=(one,))
    found = speeds_of(assess(made, "A", dt.date(2026, 11, 30)))[0]
    return {name: settled.figure for name, settled in found.results}, tuple(render(note, "en") for note in found.notes)


# ultralytics/yolov5@0026ac66 README.md: 1, 2, 4, 6 and 8 days for 300 epochs of COCO on one V100, rounded to days
@pytest.mark.parametrize(
    ("name", "days"), [("YOLOv5n", 1), ("YOLOv5s", 2), ("YOLOv5m", 4), ("YOLOv5l", 6), ("YOLOv5x", 8)]
)
def test_detection_trains_as_fast_as_published(name: str, days: float) -> None:
    speed = images_s(vision_model(name), V100, training=True)
    took = COCO_IMAGES * 300 / speed.require() / 86_400
    assert took == pytest.approx(days, rel=0.25)
    assert speed.low is not None
    assert speed.low <= COCO_IMAGES * 300 / (days * 86_400) <= speed.high  # type: ignore[operator]


# open-mmlab/mmyolo configs/yolov5 and yolov8: memory of training at batch 16 on A100, GB as PyTorch hands it out
@pytest.mark.parametrize(
    ("name", "params_b", "gb"), [("YOLOv5s", 0.0072, 2.7), ("YOLOv8m", 0.0259, 7.2), ("YOLOv8x", 0.0682, 12.2)]
)
def test_detection_takes_the_memory_that_was_published(name: str, params_b: float, gb: float) -> None:
    million = vision_model(name).million_activations
    spec = MediaSpec(name=name, kind="vision-train", params_b=params_b, batch=16, million_activations=million)
    parts = {part.key: part.require() for part in media_memory(spec).parts}
    assert parts["job/weights_gib"] + parts["job/activations_gib"] == pytest.approx(gb / 1.073741824, rel=0.01)


def test_a_published_run_gives_the_memory_of_tuning_a_picture_model() -> None:
    model = bundled_item("stable-diffusion-1.5")
    for method, gb in (("full", 27.5), ("lora", 15.5)):  # huggingface/peft@5d602fdb README.md line 129
        figures = entry_figures(entry(model, kind="diffusion", method=method), model)
        assert figures.per_device_gib.require() == pytest.approx(gb / 1.073741824, rel=1e-3)
        assert figures.per_device_gib.high == pytest.approx(2 * figures.per_device_gib.require())
        assert recompute(figures.total_gib) == pytest.approx(figures.total_gib.require())
    twice = entry_figures(entry(model, kind="diffusion", method="lora", batch=2), model)
    one = entry_figures(entry(model, kind="diffusion", method="lora", batch=1), model)
    rest = one.parts[1].require()
    assert twice.total_gib.require() - one.total_gib.require() == pytest.approx(rest)


def test_an_unpublished_run_is_unknown_with_the_question_and_what_is_certain() -> None:
    model = bundled_item("sd3-medium")
    figures = entry_figures(entry(model, kind="diffusion", method="full"), model)
    assert figures.per_device_gib.value is None
    assert "workload/e/memory_need_gib" in figures.per_device_gib.missing
    assert figures.at_least_gib is not None
    assert figures.at_least_gib.require() == pytest.approx(2.0 * 16 / 1.073741824)
    assert any("enter the memory measured" in render(note, "en") for note in figures.notes)


def test_base_weights_in_fewer_bits_take_less() -> None:
    # bghira/SimpleTuner FLUX.md: 30, 18, 13 and 9 GB for rank 16 in 16, 8, 4 bits and NF4
    def need(method: str, dtype: str) -> float:
        job = DiffusionTraining(name="FLUX.1-dev", method=method, params_b=11.901, dtype=dtype)
        return diffusion_training(job).per_device.require() * 1.073741824

    assert [round(need(*one)) for one in (("lora", "bf16"), ("lora", "int8"), ("lora", "int4"), ("qlora", "nf4"))] == [
        30,
        18,
        13,
        9,
    ]


def test_a_picture_has_its_time_in_matrix_and_plan() -> None:
    flux = bundled_item("flux.1-dev")
    asked = entry(flux, kind="diffusion", facts={"image_px": Fact(value=1024.0)})
    found, notes = results(asked, GPU, flux)
    job = entry_job(entry_figures(asked, flux), GPU)
    assert job.family == "picture"
    assert found["image_s"].require() == pytest.approx(image_s(job.task, GPU).require())  # type: ignore[arg-type]
    assert all("does not fit" in one for one in notes)  # FLUX in 16 bits on 24 GB
    silent, said = results(entry(bundled_item("sdxl"), kind="diffusion", facts=asked.facts), GPU, bundled_item("sdxl"))
    assert "image_s" not in silent
    assert any("no rule" in one for one in said)


def test_dynamics_go_by_the_atoms_on_cards_that_were_published() -> None:
    # rkronberg/chem-benchmarks: 20.566 ns/day with 1,066,628 atoms on an A100
    half = ns_day(bundled_item("nv-a100-sxm-40"), leaf("atoms", 533_314.0, "1", Quality.ENTERED))
    assert half.require() == pytest.approx(41.132)
    assert (half.low, half.high) == (pytest.approx(41.132 / 2), pytest.approx(41.132 * 2))
    other = ns_day(GPU, leaf("atoms", 1e6, "1", Quality.ENTERED))
    assert other.value is None
    assert other.missing == ("nv-rtx4090/ns_day",)


def test_double_precision_is_a_ceiling_and_its_real_speed_is_to_be_measured() -> None:
    assert fp64_ceiling(bundled_item("nv-a100-sxm-40"), 4).require() == pytest.approx(4 * 9.7)
    science = WorkloadEntry(id="e", title=Labelled(zh="任务", en="job"), kind="science", stack=("fp64",), facts={"memory_need_gib": Fact(value=8.0)})  # fmt: skip
    found, notes = results(science, V100)
    assert found["fp64_tflops"].require() == pytest.approx(7.8)
    assert any("measure a run of your own" in one for one in notes)
    assert typed_measurement("ns_day", "41 ns/day", "x") == {"value": 41.0, "unit": "ns/day"}


def test_training_a_video_model_shows_no_time_of_clips() -> None:
    cog = bundled_item("cogvideox-5b")
    tuned = entry(cog, kind="video", method="lora")
    assert entry_figures(tuned, cog).per_device_gib.require() == pytest.approx(63 / 1.073741824, rel=1e-3)
    found, notes = results(tuned, bundled_item("nv-a100-sxm-80"), cog)
    assert "clip_s" not in found
    assert notes

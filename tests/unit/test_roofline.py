"""The roofline by hand, the share of a step, and a picture whose words do not cover each other."""

from __future__ import annotations

import msgspec
import pytest

from planner.catalog.load import bundled_by_id, bundled_of
from planner.documents.model import Language
from planner.figure import Quality, leaf, walk
from planner.formulas import recompute
from planner.pictures.layout import outside, overlaps, struck
from planner.pictures.roofline import roofline_scene
from planner.workload.entry_job import EntryJob, VisionTask
from planner.workload.models import from_item
from planner.workload.roofline import roofline
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import TrainingJob
from planner.workload.video_speed import VideoJob
from planner.workload.vision_speed import vision_model

CARDS = bundled_by_id()
NEED = leaf("need", 8.0, "GiB", Quality.ENTERED)
QWEN = from_item(next(one for one in bundled_of("model") if one.name == "Qwen2.5-7B"))


def chat(batch: int, devices: int = 1) -> EntryJob:
    task = SpeedJob(model=QWEN, card=CARDS["nv-rtx4090"], tokens_in=4096, tokens_out=256, batch=batch, devices=devices)
    return EntryJob(id="chat", need_gib=NEED, task=task, devices=devices)


def jobs() -> list[EntryJob]:
    tune = TrainingJob(model=QWEN, card=CARDS["nv-rtx4090"], method="qlora", dtype="nf4", batch=1)
    clip = VideoJob(params_b=14, layers=40, hidden=5120, frames=81, width_px=832, height_px=480, steps=50)
    return [
        chat(1),
        chat(16, devices=2),
        EntryJob(id="tune", need_gib=NEED, task=tune),
        EntryJob(id="images", need_gib=NEED, task=VisionTask(network=vision_model("ResNet-50"), training=True)),
        EntryJob(id="clip", need_gib=NEED, task=clip),
        EntryJob(id="typed", need_gib=NEED),
    ]


def test_the_ridge_is_where_arithmetic_meets_memory() -> None:
    # RTX 4090: 165.2 TFLOPS dense BF16 over 1,008 GB/s = 163.9 FLOP/B
    found = roofline(chat(1), CARDS["nv-rtx4090"])
    assert found.ridge.value == pytest.approx(163.9, abs=0.05)


def test_one_stream_reads_and_a_prompt_reckons() -> None:
    # one stream: 2 FLOP for each of 7.07e9 parameters over 14.1 GB of 16-bit weights and its cache: about 1 FLOP/B
    found = roofline(chat(1), CARDS["nv-rtx4090"])
    answers, prompt = found.points
    assert answers.intensity.value == pytest.approx(0.985, abs=0.02)
    assert answers.allowed.value == pytest.approx(0.985 * 1.008, abs=0.03)
    assert prompt.intensity.require() > found.ridge.require()
    assert prompt.allowed.value == pytest.approx(165.2)
    assert found.bound == "bandwidth"
    for one in found.points:
        assert one.reached.require() <= one.allowed.require()


def test_many_streams_are_bound_by_arithmetic() -> None:
    # a cache-free look: at 400 streams of short context the weights are read once for 400 tokens, beyond the ridge
    task = SpeedJob(model=QWEN, card=CARDS["nv-rtx4090"], tokens_in=16, tokens_out=16, batch=800)
    found = roofline(EntryJob(id="many", need_gib=NEED, task=task), CARDS["nv-rtx4090"])
    assert found.bound == "compute"


def test_cards_that_share_every_step_over_pcie_are_bound_by_talking() -> None:
    # full training of 7.6e9 parameters in small steps: 3 x 2 bytes x 3/4 of them over PCIe 4 (31.5 GB/s) = 1.1 s and more
    task = TrainingJob(model=QWEN, card=CARDS["nv-rtx4090"], method="full", batch=1, seq_len=512, devices=4)
    job = EntryJob(id="full", need_gib=NEED, task=task, devices=4)
    found = roofline(job, CARDS["nv-rtx4090"])
    times = {name: figure.require() for name, figure in found.shares}
    assert found.bound == "communication"
    assert times["communication"] > 1.0
    assert found.link is not None
    assert found.link.value == 31.5


def test_a_card_of_which_nothing_is_known_has_no_roof() -> None:
    card = next(one for one in bundled_of("accelerator") if not one.number("bandwidth_gbs"))
    found = roofline(chat(1), card)
    assert found.bound in ("unknown", "software", "compute")
    scene = roofline_scene(found, "chat", card.name, "en")
    assert "not known" in " ".join(one.text for one in scene.items if hasattr(one, "text"))


def test_every_number_of_it_can_be_worked_out_again() -> None:
    for job in jobs():
        found = roofline(job, CARDS["nv-h100-sxm"])
        tops = [found.peak, found.bandwidth, found.ridge, *(figure for _name, figure in found.shares)]
        tops += [figure for one in found.points for figure in (one.intensity, one.reached, one.allowed)]
        for top in tops:
            for figure in walk(top):
                again = recompute(figure)
                assert again is None or again == pytest.approx(figure.value)


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width_mm", [110.0, 130.0, 180.0])
def test_words_of_the_picture_keep_apart(language: Language, width_mm: float) -> None:
    for job in jobs():
        for card in ("nv-rtx4090", "nv-h100-sxm", "hw-910b3", "nv-l4", "amd-mi300x"):
            scene = roofline_scene(roofline(job, CARDS[card]), job.id, CARDS[card].name, language, width_mm)
            assert overlaps(scene) == (), (job.id, card)
            assert outside(scene) == (), (job.id, card)
            assert struck(scene) == (), (job.id, card)
            assert msgspec.json.encode(scene)

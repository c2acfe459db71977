"""Rules of thumb in common use about money, power and video: what is said, and the right number."""

from __future__ import annotations

from planner.advice.rates import CARDS_POWER_W, QUOTIENT
from planner.advice.records import Correction
from planner.advice.rules_of_thumb import SERVING, TRAINING, TUNING, example
from planner.catalog.load import bundled_item
from planner.cost.renting import EQUAL_SHARE
from planner.figure import constant, trace
from planner.messages import msg
from planner.workload.training_speed import RUN_COST
from planner.workload.video_speed import CLIP_TOKENS, VideoJob, clip_pflop, clip_s, second_cost

_HOURS_MONTH = constant("constant/hours_month", 730.0, "h/month", "8,760 hours of a year over 12")


def cost_is_a_sum() -> Correction:
    """Return that adaptation labour is added to price x time: a product has no meaning in money."""
    cost = trace(
        RUN_COST,
        "rule/run_cost",
        gpu_hours=example("gpu_hours", 100, "GPU-h"),
        price_hour=example("price_hour", 20, "money/h"),
        labour=example("labour", 10000, "money"),
    )
    return Correction(
        id="cost_is_a_sum",
        verdict="wrong",
        said=msg("rule.cost.said", "Cost of training is price x time x adaptation effort."),
        right=msg(
            "rule.cost.right",
            "It is price x time + labour, the labour once: 100 card-hours at 20 and labour of 10,000 are {cost}.",
            cost=cost,
        ),
        figures=(cost,),
        source=RUN_COST.source,
    )


def rent_below_a_third() -> Correction:
    """Return that the use at which owning pays is no constant: 37 to 82 % for one and the same card."""
    low, high = (
        trace(EQUAL_SHARE, f"rule/equal_share_{name}", own_month=example(f"own_month_{name}", own, "money/month"),
              rent_h=example(f"rent_{name}", rent, "money/h"), hours_month=_HOURS_MONTH)
        for name, own, rent in (("low", 800, 3), ("high", 1200, 2))
    )  # fmt: skip
    return Correction(
        id="rent_below_a_third",
        verdict="loose",
        said=msg("rule.rent.said", "Below 30 % use one rents."),
        right=msg(
            "rule.rent.right",
            "There is no such constant. A card that costs 800 to 1,200 a month to own and 2 to 3 an hour to rent breaks even at {low} to {high} of the hours: reckon with your prices.",
            low=low,
            high=high,
        ),
        figures=(low, high),
        source="user's own guide (owning and renting), undated",
    )


def own_video_is_cheaper() -> Correction:
    """Return that self-hosted video of 14B at its published speed costs more than the cheap offers."""
    job = VideoJob(params_b=14, layers=40, hidden=5120, frames=81, width_px=1280, height_px=720, steps=50)
    took = clip_s(job, bundled_item("nv-a800-sxm-80"), "rule/clip")
    cost = second_cost(took, 1, example("card_hour", 2, "USD/h"), example("clip_length", 5, "s"), "rule/clip")
    offered = example("api_second", 0.10, "money"), example("api_second_high", 0.15, "money")
    ratio = trace(QUOTIENT, "rule/video_ratio", above=cost, below=offered[1])
    return Correction(
        id="own_video_is_cheaper",
        verdict="wrong",
        said=msg("rule.video.said", "Video made on own cards is much cheaper than by API."),
        right=msg(
            "rule.video.right",
            "Not at the published speed: a 720p clip of 5 s takes {took}, a second costs {cost} at 2 USD an hour, offers begin at 0.10 to 0.15. Cheaper only with fewer steps, FP8 or 480p.",
            took=took,
            cost=cost,
        ),
        figures=(took, cost, *offered, ratio),
        source="Wan-Video/Wan2.1: table of times; user's own guide (prices of video), undated",
    )


def video_memory_is_linear() -> Correction:
    """Return that with fused attention twice the video takes twice the memory; the arithmetic grows faster."""
    once = VideoJob(params_b=14, layers=40, hidden=5120, frames=81, width_px=1280, height_px=720, steps=50)
    twice = VideoJob(params_b=14, layers=40, hidden=5120, frames=161, width_px=1280, height_px=720, steps=50)
    tokens = [
        trace(CLIP_TOKENS, f"rule/tokens_{name}", frames=example(f"frames_{name}", job.frames, "1"),
              height_px=example("height", 720, "px"), width_px=example("width", 1280, "px"))
        for name, job in (("once", once), ("twice", twice))
    ]  # fmt: skip
    memory = trace(QUOTIENT, "rule/video_memory", above=tokens[1], below=tokens[0])
    work = trace(
        QUOTIENT, "rule/video_work", above=clip_pflop(twice, "rule/twice"), below=clip_pflop(once, "rule/once")
    )
    return Correction(
        id="video_memory_is_linear",
        verdict="wrong",
        said=msg("rule.length.said", "Memory of video attention grows with the square of the length."),
        right=msg(
            "rule.length.right",
            "With fused attention it grows with the length: {memory} times for twice the frames. The arithmetic grows {work} times.",
            memory=memory,
            work=work,
        ),
        figures=(memory, work),
        source="fused attention keeps no matrix of scores; Wan-Video/Wan2.1: shape of the model",
    )


def four_cards_power() -> Correction:
    """Return that four 450 W cards are more than 1.6 kW before anything else of the machine."""
    cards = trace(
        CARDS_POWER_W,
        "rule/four_cards_w",
        cards=example("cards", 4, "1"),
        card_w=bundled_item("nv-rtx4090").figure("tdp_w", "W"),
    )
    return Correction(
        id="four_cards_power",
        verdict="loose",
        said=msg("rule.power.said", "Four 4090 take about 1.6 kW."),
        right=msg(
            "rule.power.right",
            "The cards alone are rated {cards}; with host, fans and losses about 2.5 kW at the wall unless they are capped.",
            cards=cards,
        ),
        figures=(cards,),
        source="catalog; user's own guide (fine-tuning and lab plans), undated",
    )


MONEY = (cost_is_a_sum, rent_below_a_third)
VIDEO = (own_video_is_cheaper, video_memory_is_linear)
POWER = (four_cards_power,)


def all_corrections() -> tuple[Correction, ...]:
    """Return every rule of thumb that is corrected."""
    return tuple(made() for made in (*TUNING, *SERVING, *TRAINING, *MONEY, *VIDEO, *POWER))

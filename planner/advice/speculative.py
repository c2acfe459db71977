"""Speculative decoding: expected speed-up, up to which batch it is free to check, and when it slows."""

from __future__ import annotations

import msgspec

from planner.advice.rates import LARGEST_BATCH, SPEED_UP_AT_BATCH
from planner.advice.records import Advice, Reason, Rejected, Row, row_of, table, told
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.messages import Labelled, Message, msg
from planner.workload.speculative import PASS_TOKENS
from planner.workload.speculative import speed_up as one_stream_speed_up

GUIDE = "user's own guide (fine-tuning and lab plans), undated"
_ACCEPT, _DRAFT_TOKENS, _COST = 0.6, 4.0, 0.13
_WORTH = 1.1  # below this gain the trouble is not worth it
_HOT = 1.0


class Drafting(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of draft with published ranges of acceptance and speed-up; None where nobody gave a bound."""

    id: str
    name: Labelled
    accept_low: float | None
    accept_high: float | None
    speed_low: float | None
    speed_high: float | None
    draft_cost: float | None
    source: str


class Speculation(msgspec.Struct, frozen=True, kw_only=True):
    """A use of speculative decoding: share of drafted tokens accepted, tokens drafted, cost of one against the target.

    None takes the customary value and marks the result as assumed. ``batch`` sequences run at once.
    """

    accept: float | None = None
    draft_tokens: float | None = None
    draft_cost: float | None = None
    batch: float = 1.0
    temperature: float | None = None


def drafts() -> tuple[Drafting, ...]:
    """Return the kinds of draft."""
    return tuple(_drafting(row) for row in table("drafts"))


def expected_tokens(use: Speculation, key: str = "advice/speculative") -> Figure:
    """Return the tokens that one pass of the target gives, before the cost of the drafts."""
    accepted, drafted = _given(use, "accept", key), _given(use, "draft_tokens", key)
    return trace(PASS_TOKENS, f"{key}/pass_tokens", accept_share=accepted, drafted=drafted)


def speed_up(use: Speculation, knee: Figure, key: str = "advice/speculative") -> Figure:
    """Return by what factor decoding gets faster; ``knee`` is the batch at which arithmetic takes as long as reading."""
    drafted = _given(use, "draft_tokens", key)
    return trace(
        SPEED_UP_AT_BATCH,
        f"{key}/speed_up_at_batch",
        one_stream=one_stream_speed_up(_given(use, "accept", key), drafted, _given(use, "draft_cost", key), key),
        batch=leaf(f"{key}/batch", use.batch, "1", Quality.ENTERED),
        drafted=drafted,
        knee_batch=knee,
    )


def largest_batch(use: Speculation, knee: Figure, key: str = "advice/speculative") -> Figure:
    """Return the sequences at once up to which checking the drafts costs no time of its own."""
    return trace(LARGEST_BATCH, f"{key}/largest_batch", knee_batch=knee, drafted=_given(use, "draft_tokens", key))


def advise_speculative(use: Speculation, knee: Figure, latency: bool, subject: str = "") -> Advice:
    """Return whether to switch speculative decoding on; ``latency`` tells that latency is what counts."""
    key = f"advice/{subject}/speculative" if subject else "advice/speculative"
    gain, room, tokens = speed_up(use, knee, key), largest_batch(use, knee, key), expected_tokens(use, key)
    choice = _choice(use, gain, latency)
    return Advice(
        topic="speculative",
        subject=subject,
        choice=choice,
        state="unknown" if gain.value is None else "advised",
        recommendation=_words(choice, gain),
        reasons=(
            Reason(text=msg("advice.spec.tokens", "A pass of the target gives {tokens} tokens; with the cost of the drafts and of checking the gain is {gain} times.",
                            tokens=tokens.value, gain=gain), figures=(tokens, gain), source=PASS_TOKENS.source),
            Reason(text=msg("advice.spec.room", "Free to check up to {room} sequences at once; beyond that it takes arithmetic from the others.",
                            room=room), figures=(room,), source=LARGEST_BATCH.source),
        ),
        rejected=tuple(_rejected(one) for one in drafts() if one.id != "independent"),
        would_change=when_slower(),
        notes=(msg("advice.spec.measure", "Measure the share accepted on your own traffic: at 0.3 there is next to no gain."),),
        missing=gain.missing,
    )  # fmt: skip


def when_slower() -> tuple[Message, ...]:
    """Return when speculative decoding slows."""
    return (
        msg("advice.spec.hot", "High temperature: drafts are refused."),
        msg("advice.spec.batch", "Very large batches: the card is busy with arithmetic already."),
        msg("advice.spec.draft", "A draft that is too large: keep it one to two orders of magnitude smaller."),
    )


def _choice(use: Speculation, gain: Figure, latency: bool) -> str:
    if gain.value is None:
        return ""
    if gain.value < _WORTH or (use.temperature is not None and use.temperature > _HOT):
        return "off"
    return "on" if latency else "load_test"


def _words(choice: str, gain: Figure) -> Message:
    return {
        "on": msg("advice.spec.on", "On: about {gain} times faster for one stream.", gain=gain),
        "load_test": msg("advice.spec.load_test", "A load test first: throughput counts here, and the gain of {gain} is that of this batch alone.", gain=gain),
        "off": msg("advice.spec.off", "Off: the gain would be {gain} times.", gain=gain),
        "": msg("advice.spec.unknown", "Not known: the card's rate or bandwidth is missing."),
    }[choice]  # fmt: skip


def _rejected(one: Drafting) -> Rejected:
    if one.speed_low == one.speed_high:
        why = msg(
            "advice.spec.trained_one",
            "Needs heads trained for the model; where there are some: about {speed} times as published.",
            speed=one.speed_low,
        )
    else:
        why = msg(
            "advice.spec.trained",
            "Needs heads trained for the model; where there are some: {low} to {high} times as published.",
            low=one.speed_low,
            high=one.speed_high,
        )
    return Rejected(option=one.name, why=why)  # fmt: skip


def _given(use: Speculation, name: str, key: str) -> Figure:
    unit = "tokens" if name == "draft_tokens" else "1"
    said = getattr(use, name)
    if said is not None:
        return leaf(f"{key}/{name}", said, unit, Quality.ENTERED)
    value = {"accept": _ACCEPT, "draft_tokens": _DRAFT_TOKENS, "draft_cost": _COST}[name]
    return leaf(f"{key}/{name}", value, unit, Quality.ASSUMED, row_of("drafts", "independent")["source"])


def no_knee() -> Figure:
    """Return a knee that is never reached, for one stream on a card whose rate is not known (count of sequences)."""
    return constant("advice/no_knee", 1e9, "1", "one stream: arithmetic is not what it waits for")


def _drafting(row: Row) -> Drafting:
    def number(name: str) -> float | None:
        return float(row[name]) if row[name] else None

    return Drafting(
        id=row["id"],
        name=told(row),
        accept_low=number("accept_low"),
        accept_high=number("accept_high"),
        speed_low=number("speed_low"),
        speed_high=number("speed_high"),
        draft_cost=number("draft_cost"),
        source=row["source"],
    )

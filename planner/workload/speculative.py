"""Speculative decoding: tokens of a pass of the target model, the speed-up after the draft's cost, and when it slows."""

from __future__ import annotations

from planner.figure import Figure, Formula, trace
from planner.messages import Labelled, Message, msg

PASS_TOKENS = Formula(
    key="speculative.pass_tokens",
    label=Labelled(zh="每次目标模型推理的 token 数", en="Tokens of a pass of the target model"),
    text="(1 - accept_share ** (drafted + 1)) / (1 - accept_share) if accept_share < 1 else drafted + 1",
    unit="1",
    source="1 + a + a^2 + ... + a^K: each drafted token counts only when all before it were accepted",
    function=lambda accept_share, drafted: (
        (1 - accept_share ** (drafted + 1)) / (1 - accept_share) if accept_share < 1 else drafted + 1
    ),
)
SPEED_UP = Formula(
    key="speculative.speed_up",
    label=Labelled(zh="投机解码加速比", en="Speed-up by speculative decoding"),
    text="pass_tokens / (1 + drafted * draft_share)",
    unit="1",
    source="tokens of a pass over its cost with the drafts; draft_share is a draft step over a target step",
    function=lambda pass_tokens, drafted, draft_share: pass_tokens / (1 + drafted * draft_share),
)


def speed_up(accept_share: Figure, drafted: Figure, draft_share: Figure, key: str = "speculative") -> Figure:
    """Return the factor on the speed of one stream; below 1 it slows. Holds while verifying stays below the knee."""
    tokens = trace(PASS_TOKENS, f"{key}/pass_tokens", accept_share=accept_share, drafted=drafted)
    return trace(SPEED_UP, f"{key}/speed_up", pass_tokens=tokens, drafted=drafted, draft_share=draft_share)


def slows(factor: Figure, batch: float, drafted: float, knee: Figure) -> Message | None:
    """Return why speculative decoding does not pay, None where it does.

    Beyond the knee every drafted token costs arithmetic that other sequences need.
    """
    if knee.value is not None and batch * (drafted + 1) > knee.value:
        return msg(
            "speculative.knee",
            "{tokens} tokens are verified in a step, more than the {knee} at which arithmetic limits: it slows.",
            tokens=round(batch * (drafted + 1)),
            knee=round(knee.value),
        )
    if factor.value is not None and factor.value < 1.1:
        return msg("speculative.none", "Too few drafted tokens are accepted: no gain.")
    return None

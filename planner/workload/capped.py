"""What a cap on the power of cards does to speeds and times: an assumption, the same that a step which caps them states."""

from __future__ import annotations

import msgspec

from planner.figure import Figure, Formula, Quality, leaf, trace
from planner.messages import Labelled, Message, msg

CAPPED_SPEED = Formula(
    key="speed.capped",
    label=Labelled(zh="限功率后的速度（假定）", en="Speed with capped cards (assumption)"),
    text="speed * (min(cap_w, card_w) / card_w) ** exponent",
    unit="1",
    source="assumption: clock and voltage fall together, so power goes with the cube of the clock; what waits for memory "
    "loses less",
    function=lambda speed, cap_w, card_w, exponent: speed * (min(cap_w, card_w) / card_w) ** exponent,
)
CAPPED_TIME = Formula(
    key="speed.capped_time",
    label=Labelled(zh="限功率后的时间（假定）", en="Time with capped cards (assumption)"),
    text="time_s / (min(cap_w, card_w) / card_w) ** exponent",
    unit="s",
    source="assumption: clock and voltage fall together, so power goes with the cube of the clock; what waits for memory "
    "loses less",
    function=lambda time_s, cap_w, card_w, exponent: time_s / (min(cap_w, card_w) / card_w) ** exponent,
)
_RATES = ("tok/s", "img/s", "ns/day")
_EXPONENT = 1 / 3


class Cap(msgspec.Struct, frozen=True, kw_only=True):
    """The power limit set on each card and the power it may draw without it (W)."""

    cap_w: Figure
    card_w: Figure

    @property
    def share(self) -> float:
        """Return the share of speed that is kept (1); 1 where a power is not known or the cap changes nothing."""
        if not (self.cap_w.value and self.card_w.value):
            return 1.0
        kept: float = (min(self.cap_w.value, self.card_w.value) / self.card_w.value) ** _EXPONENT
        return kept


def capped_figure(figure: Figure, cap: Cap | None) -> Figure:
    """Return a speed or a time of a job with its range as it is with capped cards; what is neither stays as it is."""
    if cap is None or figure.value is None or cap.share == 1.0:
        return figure
    given = {
        "cap_w": cap.cap_w,
        "card_w": cap.card_w,
        "exponent": leaf(f"{figure.key}/cap_exponent", _EXPONENT, "1", Quality.ASSUMED, "power goes with the cube"),
    }
    if figure.unit == "s":
        found, factor = trace(CAPPED_TIME, f"{figure.key}/capped", time_s=figure, **given), 1 / cap.share
    elif figure.unit in _RATES:
        found, factor = trace(CAPPED_SPEED, f"{figure.key}/capped", speed=figure, **given), cap.share
    else:
        return figure
    low = None if figure.low is None else figure.low * factor
    high = None if figure.high is None else figure.high * factor
    return msgspec.structs.replace(found, unit=figure.unit, low=low, high=high)


def cap_note(cap: Cap | None) -> tuple[Message, ...]:
    """Return what is to be said of speeds of capped cards; nothing where no cap slows them."""
    if cap is None or cap.share == 1.0:
        return ()
    return (
        msg(
            "speed.capped",
            "The cards are capped at {cap} of {card}: speeds are reckoned {loss} % lower. This is an assumption; measure it.",
            cap=cap.cap_w,
            card=cap.card_w,
            loss=round(100 * (1 - cap.share)),
        ),
    )

"""What must be said of a calculation that gives a number in common and wrong use: the rule put right, with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from planner.advice.records import Correction
from planner.advice.rules_of_money import video_memory_is_linear
from planner.advice.rules_of_thumb import bytes_per_parameter, cards_by_bandwidth, decode_by_bandwidth

_RULES: Mapping[str, tuple[Callable[[], Correction], ...]] = MappingProxyType(
    {
        "stream_cards_naive": (cards_by_bandwidth,),
        "decode_upper_bound": (decode_by_bandwidth,),
        "full_tune_cards": (bytes_per_parameter,),
        "states_gib": (bytes_per_parameter,),
        "video_tokens": (video_memory_is_linear,),
    }
)


def cautions(name: str) -> tuple[Correction, ...]:
    """Return the rules of thumb that the calculation ``name`` is the wrong number of; none for most."""
    return tuple(made() for made in _RULES.get(name, ()))

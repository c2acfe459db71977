"""The rack units of an alternative in words: the least of them where a height is open, and that nothing stands in a rack."""

from __future__ import annotations

from planner.assess.context import Context
from planner.messages import format_figure, format_number, msg, render


def rack_words(context: Context, language: str) -> tuple[str, bool]:
    """Return what an alternative takes in racks (U), and whether more may come on top.

    A sum of nothing known is unknown, never 0; 0 is said as what it means: all of it stands outside of racks.
    """
    whole = context.totals.rack_u
    if whole.value is None:
        known = sum(line.rack_u.value for line in context.lines.values() if line.rack_u.value is not None)
        return (f"≥ {format_number(known)} U", True) if known else (format_figure(whole, language), True)
    if whole.value == 0:
        return render(msg("rack.none_needed", "nothing in a rack"), language), False
    return f"{format_number(whole.value)} U", False

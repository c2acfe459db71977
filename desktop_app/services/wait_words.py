"""Waits as people say them: at once, minutes below an hour, hours, days from two of them on."""

from __future__ import annotations

from planner.messages import format_number, msg, render


def wait_text(hours: float, language: str) -> str:
    """Return hours in words."""
    minutes = round(hours * 60)
    if minutes < 1:
        return render(msg("week.at_once", "at once"), language)
    if minutes < 60:  # noqa: PLR2004 - an hour
        return render(msg("week.minutes", "{minutes} min", minutes=minutes), language)
    if hours < 48:  # noqa: PLR2004 - two days
        return render(msg("week.hours", "{hours} h", hours=format_number(round(hours, 1))), language)
    return render(msg("week.days", "{days} days", days=format_number(round(hours / 24, 1))), language)

"""The stored states of a plan, newest first, and going back to one of them as a new step."""

from __future__ import annotations

import msgspec

from desktop_app.services.desk import Desk
from desktop_app.services.start_page import local_words
from desktop_app.services.step_words import step_words
from planner.plan.document import Plan


class State(msgspec.Struct, frozen=True, kw_only=True):
    """One stored state: its number, when it was made (in words of the day and local time), and the step that led to it."""

    number: int
    when: str
    said: str
    current: bool


def states(desk: Desk, plan: Plan, revision: int, language: str) -> tuple[State, ...]:
    """Return the stored states of a plan, newest first."""
    found, now = [], desk.environment.clock().astimezone()
    for one in desk.store.plans.revisions(plan.id):
        said = step_words(one.label, plan, language)
        when = local_words(one.created_at, now, language, with_time=True)
        found.append(State(number=one.number, when=when, said=said, current=one.number == revision))
    return tuple(sorted(found, key=lambda one: -one.number))


def state_of(desk: Desk, plan: Plan, number: int) -> Plan:
    """Return the plan as it was in a stored state; raises UnknownIdError, KnownStoreError."""
    return desk.store.plans.load(plan.id, number).plan

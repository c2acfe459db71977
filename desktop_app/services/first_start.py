"""What the first sheet asks, with its defaults, and what follows from the answers: people, jobs, cards, hours, the room.

Nothing is asked twice and nothing but the budget must be answered. A default that was left as it stands goes into the
plan as assumed; what is not known of the room is left out of the plan, so that the checks ask for it.
"""

from __future__ import annotations

import datetime as dt
import math
from functools import lru_cache
from typing import Any, Literal

import msgspec

import resources
from planner.errors import InputError
from planner.messages import Labelled, Message, msg
from planner.money import Money
from planner.plan.document import BudgetLine, Domestic, People, WorkloadEntry, YesNoUnknown

Sharing = Literal["sessions", "always", "course"]
GRADUATES, STUDENTS = "graduates", "course-students"
SESSION_H = 3.0
WEEKS = 40
YEAR_H = 8760
WEEK_H = 168
_LONG_ENOUGH = dt.timedelta(days=60)
_TERM_STARTS = ((3, 1), (9, 1))


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Something people will run: how it is asked, whether it is ticked at first, and the entry and model it becomes."""

    asked: Labelled
    on: bool
    sharing: Sharing
    entry: WorkloadEntry
    model: str


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the room; None, '' and 'unknown' are not known. ``ac`` is a size class (2匹) or 'none'."""

    sockets: int | None = None
    socket_form: str = ""
    circuits: int | None = None
    breaker_a: float | None = None
    shared: YesNoUnknown = "unknown"
    ac: str = ""
    area_m2: float | None = None


class Answers(msgspec.Struct, frozen=True, kw_only=True):
    """The filled sheet; hours are for one person in a week. ``fund_line`` '' means that the fund is not known."""

    budget: Money
    people: int = 12
    students: int = 60
    jobs: tuple[str, ...] = ()
    hours_per_week: float = 6.0
    student_hours: float = 1.0
    people_per_card: int = 3
    domestic: Domestic = "any"
    data_may_leave: YesNoUnknown = "unknown"
    wanted_by: dt.date | None = None
    fund_line: BudgetLine | Literal[""] = ""
    latest_spending: dt.date | None = None
    room: Room = msgspec.field(default_factory=Room)


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """What the answers ask for: cards at once, and hours of one card in a year.

    ``seats`` are the cards that people share, ``services`` those of jobs that are always on, ``weekly_h`` the hours of
    all people in a week.
    """

    cards: int
    card_hours: int
    seats: int = 0
    services: int = 0
    weekly_h: float = 0.0


@lru_cache(maxsize=1)
def jobs() -> tuple[Job, ...]:
    """Return the jobs the sheet offers, in its order."""
    return tuple(msgspec.json.decode(resources.read_bytes("first_start/jobs.json"), type=list[Job]))


def default_jobs() -> tuple[str, ...]:
    """Return the jobs that are ticked at first."""
    return tuple(job.entry.id for job in jobs() if job.on)


def default_wanted_by(today: dt.date) -> dt.date:
    """Return the next start of term (1 March, 1 September) that is at least 60 days away."""
    days = (dt.date(year, *day) for year in (today.year, today.year + 1) for day in _TERM_STARTS)
    return next(day for day in days if day - today >= _LONG_ENOUGH)


def ticked(answers: Answers) -> tuple[Job, ...]:
    """Return the jobs of the answers in the order of the sheet."""
    return tuple(job for job in jobs() if job.entry.id in answers.jobs)


def refuse_impossible(answers: Answers) -> None:
    """Raise InputError where nothing can be generated: no money, no job, or more hours than a week has."""
    if answers.budget.amount <= 0:
        raise InputError(
            msg("first.no_budget", "Without a budget nothing can be proposed."),
            msg("first.no_budget.remedy", "Write an amount, such as 300,000 or 30万."),
            "budget",
        )
    if not answers.jobs:
        raise InputError(
            msg("first.no_job", "Nothing is ticked that people will run."),
            msg("first.no_job.remedy", "Tick at least one job; it can be changed later."),
            "jobs",
        )
    for place, hours in (("hours_per_week", answers.hours_per_week), ("student_hours", answers.student_hours)):
        if hours > WEEK_H:
            raise InputError(
                msg("first.long_week", "A week has no {hours} hours.", hours=hours),
                msg("first.long_week.remedy", "Write the hours of one person in a week, at most 168."),
                place,
            )


def need(answers: Answers) -> Need:
    """Return the cards and the card-hours a year that the answers ask for.

    Cards: one for ``people_per_card`` people, and one for each service that is always on; course students use the same
    cards. Hours: people times their weekly hours in 40 weeks, and 8,760 h for each service.
    """
    chosen = ticked(answers)
    services = sum(job.sharing == "always" for job in chosen)
    weekly = 0.0
    if any(job.sharing == "sessions" for job in chosen):
        weekly += answers.people * answers.hours_per_week
    if any(job.sharing == "course" for job in chosen):
        weekly += answers.students * answers.student_hours
    seats = math.ceil(answers.people / answers.people_per_card) if weekly else 0
    return Need(
        cards=max(1, seats + services),
        card_hours=math.ceil(weekly * WEEKS) + services * YEAR_H,
        seats=seats,
        services=services,
        weekly_h=weekly,
    )


def shared_words(answers: Answers) -> Message:
    """Return what sharing a card comes to: how many cards, and how many hours of a week each of them works."""
    wanted = need(answers)
    if not wanted.seats:
        return msg("first.no_sharing", "Nothing is ticked that people share a card for; this changes nothing.")
    each_h = round(wanted.weekly_h / wanted.seats, 1)
    if each_h > WEEK_H:
        return msg(
            "first.sharing_over",
            "{people} people / {each} to a card = {seats} cards, each of which would have to work {hours} h a week; a week has {week} h. Let fewer people share a card, or plan fewer hours.",
            people=answers.people,
            each=answers.people_per_card,
            seats=wanted.seats,
            hours=each_h,
            week=WEEK_H,
        )
    return msg(
        "first.sharing",
        "{people} people / {each} to a card = {seats} cards, and {services} more for what is always on. Each shared card works {hours} h of the {week} h of a week. It changes the number of cards and how long people wait, not the hours they use.",
        people=answers.people,
        each=answers.people_per_card,
        seats=wanted.seats,
        services=wanted.services,
        hours=each_h,
        week=WEEK_H,
    )


def people_of(answers: Answers) -> tuple[People, ...]:
    """Return the groups of people: graduates, and course students where there is a course."""
    groups = [People(id=GRADUATES, title=Labelled(zh="研究生", en="graduate students"), count=answers.people)]
    if any(job.sharing == "course" for job in ticked(answers)):
        name = Labelled(zh="课程学生", en="course students")
        groups.append(People(id=STUDENTS, title=name, count=answers.students))
    return tuple(groups)


def entries_of(answers: Answers, models: dict[str, str]) -> tuple[WorkloadEntry, ...]:
    """Return the workload; ``models`` gives the digest of each model row by its id.

    The weekly hours of a person are shared evenly among the jobs people sit at, in sessions of 3 h.
    """
    chosen = ticked(answers)
    sessions = sum(job.sharing == "sessions" for job in chosen)
    found = []
    for job in chosen:
        given: dict[str, Any] = {"model": models.get(job.model, ""), "people": GRADUATES}
        if job.sharing == "course":
            given |= {"people": STUDENTS, "sessions_per_week": 1.0, "hours_per_session": answers.student_hours}
        elif job.sharing == "sessions":
            given |= {
                "sessions_per_week": answers.hours_per_week / SESSION_H / sessions,
                "hours_per_session": SESSION_H,
            }
        found.append(msgspec.structs.replace(job.entry, **given))
    return tuple(found)

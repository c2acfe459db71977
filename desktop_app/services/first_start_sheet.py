"""The fields of the first sheet: their words, defaults, units and choices, and the answers they make."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal

import msgspec

from desktop_app.services.first_start import Answers, Room, default_jobs, default_wanted_by, shared_words
from desktop_app.services.first_start_room import NO_AC
from planner.breaker_text import LARGEST_OF_ROOM_A
from planner.catalog.choices import choice_text
from planner.errors import InputError
from planner.messages import Message, msg, render
from planner.money import Money
from planner.price_said import plain_amount

Kind = Literal["money", "count", "number", "date", "choice"]
_ROOM = ("sockets", "socket_form", "circuits", "breaker_a", "shared", "ac", "area_m2")
_BARE = re.compile(r"[0-9.]+")
_MOST_PEOPLE = 100_000  # as many as a plan's groups have
_MOST_OUTLETS = 64  # a room with more has a plan of its wiring: it is entered in the place Site
_SMALL_CNY = 10_000  # nobody asks for a machine room for less: the amount was meant in 10,000 yuan
_CLASSES = ("1匹", "1.5匹", "2匹", "3匹", "5匹")


class SheetField(msgspec.Struct, frozen=True, kw_only=True):
    """A field: ``unit`` as the entry parser names it, ``least`` and ``most`` the bounds, ``optional`` where empty is unknown."""

    key: str
    label: Message
    kind: Kind
    unit: str = ""
    least: int = 0
    most: int | None = None
    optional: bool = False
    hint: Message | None = None
    choices: tuple[str, ...] = ()


class SheetGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Fields under a title; ``jobs`` stands before its fields where people tick what they will run."""

    title: Message
    fields: tuple[SheetField, ...]
    jobs: bool = False


GROUPS: tuple[SheetGroup, ...] = (
    SheetGroup(
        title=msg("first.group.money", "Money and time"),
        fields=(
            SheetField(
                key="budget",
                label=msg("first.budget", "Budget"),
                kind="money",
                unit="CNY",
                hint=msg("first.budget.hint", "300,000"),
            ),
            SheetField(key="wanted_by", label=msg("first.wanted", "Wanted by"), kind="date", optional=True),
            SheetField(
                key="fund_line",
                label=msg("first.fund", "Paid from"),
                kind="choice",
                choices=("", "equipment", "operating", "other"),
            ),
            SheetField(key="latest_spending", label=msg("first.latest", "To be spent by"), kind="date", optional=True),
        ),
    ),
    SheetGroup(
        title=msg("first.group.jobs", "What they will run"),
        jobs=True,
        fields=(
            SheetField(
                key="people",
                label=msg("first.people", "People at the machines"),
                kind="count",
                least=1,
                most=_MOST_PEOPLE,
            ),
            SheetField(
                key="students", label=msg("first.students", "Students in courses"), kind="count", most=_MOST_PEOPLE
            ),
            SheetField(
                key="hours_per_week", label=msg("first.hours", "Hours a week, each"), kind="number", unit="h", most=168
            ),
            SheetField(
                key="student_hours",
                label=msg("first.student_hours", "Course hours a week"),
                kind="number",
                unit="h",
                most=168,
            ),
            SheetField(
                key="people_per_card", label=msg("first.per_card", "People to a card"), kind="count", least=1, most=1000
            ),
        ),
    ),
    SheetGroup(
        title=msg("first.group.rules", "Conditions"),
        fields=(
            SheetField(
                key="domestic",
                label=msg("plan.domestic", "Domestic products"),
                kind="choice",
                choices=("any", "preferred", "required"),
            ),
            SheetField(
                key="data_may_leave",
                label=msg("plan.data", "Data may leave the unit"),
                kind="choice",
                choices=("unknown", "yes", "no"),
            ),
        ),
    ),
    SheetGroup(
        title=msg("first.group.room", "The room (leave open what you do not know)"),
        fields=(
            SheetField(
                key="sockets",
                label=msg("first.sockets", "Free sockets"),
                kind="count",
                most=_MOST_OUTLETS,
                optional=True,
            ),
            SheetField(
                key="socket_form",
                label=msg("first.socket_form", "Kind of socket"),
                kind="choice",
                choices=("", "gb1002_10a", "gb1002_16a"),
            ),
            SheetField(
                key="circuits",
                label=msg("first.circuits", "Breakers"),
                kind="count",
                most=_MOST_OUTLETS,
                optional=True,
            ),
            SheetField(
                key="breaker_a",
                label=msg("first.breaker", "Each of"),
                kind="number",
                unit="A",
                least=1,
                most=1000,
                optional=True,
            ),
            SheetField(
                key="shared",
                label=msg("first.shared", "Used by others too"),
                kind="choice",
                choices=("unknown", "yes", "no"),
            ),
            SheetField(
                key="ac",
                label=msg("first.ac", "Air conditioner"),
                kind="choice",
                choices=("", NO_AC, *_CLASSES),
            ),
            SheetField(
                key="area_m2",
                label=msg("first.area", "Floor area"),
                kind="number",
                unit="m2",
                least=1,
                most=10_000,
                optional=True,
            ),
        ),
    ),
)
_SAID: dict[tuple[str, str], Message] = {
    ("fund_line", ""): msg("first.not_yet", "not known yet"),
    ("socket_form", ""): msg("first.not_known", "not known"),
    ("shared", "unknown"): msg("first.not_known", "not known"),
    ("shared", "yes"): msg("common.yes", "yes"),
    ("shared", "no"): msg("common.no", "no"),
    ("ac", ""): msg("first.not_known", "not known"),
    ("ac", NO_AC): msg("first.no_ac", "none"),
}


def defaults(today: dt.date) -> dict[str, Any]:
    """Return the value of each field at first; None, '' and unknown are not known. There is no default budget."""
    return {
        "budget": None,
        "wanted_by": default_wanted_by(today),
        "fund_line": "",
        "latest_spending": None,
        "people": 12,
        "students": 60,
        "hours_per_week": 6.0,
        "student_hours": 1.0,
        "people_per_card": 3,
        "domestic": "any",
        "data_may_leave": "unknown",
        "sockets": None,
        "socket_form": "",
        "circuits": None,
        "breaker_a": None,
        "shared": "unknown",
        "ac": "",
        "area_m2": None,
        "jobs": default_jobs(),
    }


def default_text(value: Any) -> str:
    """Return how a default stands in its field; '' for what is not known."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:g}"
    return value.isoformat() if isinstance(value, dt.date) else str(value)


def refuse_bare(text: str, amount: Money) -> None:
    """Refuse a small budget without a unit: 30 may be yuan or 10,000 yuan. Raises InputError with both to choose from."""
    plain = plain_amount(text, amount.tax, "budget").replace(",", "")
    if _BARE.fullmatch(plain) and 0 < amount.amount < _SMALL_CNY:
        raise InputError(
            msg("first.bare", "{typed} could be yuan or 10,000 yuan.", typed=plain),
            msg("first.bare.remedy", "Yuan or 10,000 yuan? Write {typed} yuan or {typed}万.", typed=plain),
            "budget",
        )


def doubt_of(key: str, value: float) -> Message | None:
    """Return what is said of a number of the room: what follows of none, and a question where a breaker is unlikely."""
    if key in ("sockets", "circuits") and value == 0:
        return _NONE_FREE
    if key == "breaker_a" and value > LARGEST_OF_ROOM_A:
        return msg(
            "first.breaker.large",
            "breakers of a room go to {most} A; is this the main breaker of the building?",
            most=f"{LARGEST_OF_ROOM_A:g}",
        )
    return None


_NONE_FREE = msg("first.none_free", "then a socket or circuit is to be asked for from the building services")


def choice_words(field: SheetField, value: str, language: str) -> str:
    """Return a choice of a field in words."""
    said = _SAID.get((field.key, value))
    if said is not None:
        return render(said, language)
    if field.key == "ac":
        return value if language == "zh" else value.replace("匹", " HP")
    return choice_text("budget_line" if field.key == "fund_line" else field.key, value, language)


def sharing_of(values: Mapping[str, Any]) -> Message:
    """Return what the number of people to a card comes to, whether there is a budget yet or not."""
    return shared_words(answers_of({**values, "budget": values["budget"] or Money(amount=Decimal("1.00"))}))


def answers_of(values: Mapping[str, Any]) -> Answers:
    """Return the answers the values of the fields make; raises InputError where there is no budget yet."""
    budget = values["budget"]
    if not isinstance(budget, Money):
        raise InputError(
            msg("first.no_budget", "Without a budget nothing can be proposed."),
            msg("first.no_budget.remedy", "Write an amount, such as 300,000 or 30万."),
            "budget",
        )
    room = Room(**{key: values[key] for key in _ROOM})
    rest = {key: value for key, value in values.items() if key not in (*_ROOM, "budget")}
    return Answers(budget=budget, room=room, **rest)

"""Queue calculations by name: waiting in closed form, schedules, what never runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from planner.calc.grammar import Answer
from planner.calc.kinds import Input, Kind, Values, maybe, num, seq, word
from planner.cost.renting import OVERFLOW_HOURS
from planner.errors import InputError
from planner.messages import msg
from planner.workload.queueing import ONE_SERVER_WAIT, many_servers
from planner.workload.sampling import gang_saturation, mean_wait
from planner.workload.schedule import Job, Policy, start_times, waiting_identity

_POLICIES = ("fifo", "easy", "firstfit")
_MOST_JOBS = 2_000_000


def _answered(name: str, unit: str, says: str, answer: Callable[[Values], Answer], *inputs: Input) -> Kind:
    return Kind(name=name, area="queue", inputs=inputs, unit=unit, answer=answer, says=says)


def _count(values: Values, key: str, most: int = _MOST_JOBS) -> int:
    value = values[key]
    if value != int(value) or not 1 <= value <= most:
        raise InputError(
            msg("calc.count", "{key} must be a whole number from 1 to {most}.", key=key, most=most), place=key
        )
    return int(value)


def _load(values: Values) -> float:
    if not 0 < values["rho"] < 1:
        raise InputError(
            msg("calc.rho", "rho must lie between 0 and 1: at 1 and above the queue grows without end."), place="rho"
        )
    return float(values["rho"])


def _mmc(values: Values) -> Answer:
    return list(many_servers(_count(values, "c", 100_000), _load(values), values["service"]))


def _mg1(values: Values) -> Answer:
    return [ONE_SERVER_WAIT(rho=_load(values), cs2=values["cs2"], service=values["service"])]


def _mgc(values: Values) -> Answer:
    servers, load, cs2 = _count(values, "c", 100_000), _load(values), values["cs2"]
    formula = many_servers(servers, load, 1.0)[1] * (1 + cs2) / 2
    return [formula, mean_wait(servers, load, cs2, _count(values, "jobs"), int(values["seed"]))]


def _gang(values: Values) -> Answer:
    widths = [int(width) for width in values["widths"]]
    if len(widths) != len(values["prob"]) or min(widths) < 1 or max(widths) > values["gpus"]:
        raise InputError(
            msg("calc.widths", "widths need one probability each and lie between 1 and gpus."), place="widths"
        )
    return [
        gang_saturation(
            _count(values, "gpus"),
            widths,
            values["prob"],
            values["service"],
            _count(values, "jobs"),
            int(values["seed"]),
        )
    ]


def _jobs(values: Values) -> list[Job]:
    rows = values["jobs"]
    if len(rows[0]) != 4 or any(row[1] < 1 or row[1] > values["gpus"] for row in rows):
        raise InputError(
            msg("calc.jobs", "Each job is submit,gpus,run,limit with gpus from 1 to those of the machine."),
            place="jobs",
        )
    return [Job(submit=row[0], devices=int(row[1]), run=row[2], limit=row[3]) for row in rows]


def _policy(values: Values) -> Policy:
    if values["policy"] not in _POLICIES:
        raise InputError(
            msg("calc.policy", "{policy} is no policy.", policy=values["policy"]),
            msg("calc.policy.remedy", "Accepted are: {known}.", known=_POLICIES),
            "policy",
        )
    return cast(Policy, values["policy"])


def _schedule(values: Values) -> list[float]:
    return start_times(_count(values, "gpus"), _jobs(values), _policy(values))


def _little(values: Values) -> Answer:
    return [waiting_identity(_jobs(values), _schedule(values))]


def _fits(values: Values) -> Answer:
    room = values["gpus"] - values["held"]
    if values["user_cap"] is not None:
        room = min(room, values["user_cap"])
    return "fits" if values["need"] <= room else "never"


def _machine(*more: Input) -> tuple[Input, ...]:
    jobs: Any = Input(name="jobs", type="matrix", unit="submit,gpus,run,limit")
    return (num("gpus"), jobs, *more)


KINDS: tuple[Kind, ...] = (
    _answered("mmc", "probability,time,time,jobs", "Erlang C", _mmc, num("c"), num("rho"), num("service", default=1.0)),
    _answered("mg1_wait", "time", "rho * (1 + cs2) / (2 * (1 - rho)) * service", _mg1,
              num("rho"), num("cs2"), num("service", default=1.0)),
    _answered("mgc_sim", "time", "Allen-Cunneen, then a simulation", _mgc,
              num("c"), num("rho"), num("cs2"), num("jobs"), num("seed")),
    _answered("schedule", "time", "start times on identical devices", _schedule, *_machine(word("policy"))),
    _answered("gang_saturation", "share", "simulation of an endless queue served strictly in order", _gang,
              num("gpus"), seq("widths"), seq("prob"), num("service"), num("jobs"), num("seed")),
    _answered("little_identity", "jobs", "mean number waiting less arrival rate x mean wait", _little, *_machine(word("policy"))),
    _answered("fits", "verdict", "need <= min(gpus - held, user_cap)", _fits,
              num("gpus"), num("need"), num("held", default=0.0), maybe("user_cap")),
    Kind(name="overflow_critical_hours", area="queue", unit="h/year", formulas=(OVERFLOW_HOURS,),
         inputs=(num("fixed_year", "money"), num("own_h", "money/h"), num("cloud_h", "money/h"))),
)  # fmt: skip

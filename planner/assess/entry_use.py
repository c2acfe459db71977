"""What an entry takes beside speed: energy of a token, how many at once keep a goal, time, electricity and cost of a run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from planner.assess.facts import fact_figure
from planner.assess.terms import Terms
from planner.figure import Figure, Quality, leaf, trace
from planner.labels import Labelled
from planner.plan.document import WorkloadEntry
from planner.workload.bands import BandClass, banded
from planner.workload.capped import Cap, capped_figure
from planner.workload.decode import knee_batch
from planner.workload.energy import MTOK_KWH, RUN_OWN_COST, RUN_RENT_COST, mtok_energy_cost, run_kwh, token_j
from planner.workload.job_speed import Speeds
from planner.workload.serving import TPOT_S
from planner.workload.slo import FIRST_TOKEN_S, Goals, within_goals
from planner.workload.throughput import SpeedJob
from planner.workload.training_speed import GPU_HOURS, RUN_HOURS, tuning_tokens

NAMES = {
    "run_hours": RUN_HOURS.label,
    "served_tpot_s": TPOT_S.label,
    "slo_ttft_s": FIRST_TOKEN_S.label,
    "slo_tpot_s": TPOT_S.label,
    "slo_tps": Labelled(zh="目标内吞吐", en="Tokens served a second within the goals"),
}
_RUNS = ("train", "course", "vision", "diffusion", "science")


def goals_of(entry: WorkloadEntry) -> Goals:
    """Return what the service of an entry is to keep, as somebody told it."""
    key = f"workload/{entry.id}"
    between = fact_figure(entry.facts, "tpot_goal_ms", f"{key}/tpot_goal_ms", "ms").value
    first = fact_figure(entry.facts, "ttft_goal_s", f"{key}/ttft_goal_s", "s").value
    return Goals(ttft_s=first, tpot_s=None if between is None else between / 1000)


def service_use(job: SpeedJob, goals: Goals, key: str) -> Speeds:
    """Return the batch at the knee, and what all cards serve within the goals; raises UnknownIdError for the format."""
    knee = ("knee_batch", knee_batch(job, key))
    if not goals.told:
        return (knee,)
    found = within_goals(job, goals, key)
    times = (("slo_tpot_s", found.tpot_s), ("slo_ttft_s", found.ttft_s))
    return (knee, ("slo_batch", found.at_once), ("slo_tps", found.tps), *times)


def energy_use(tokens_s: Figure, devices: int, terms: Terms, kind: BandClass, key: str) -> Speeds:
    """Return joules of a token, and kWh and yuan of a million of them, at the highest power of the cards' machine."""
    joules = banded(token_j(terms.job_w(devices, key), tokens_s, key), kind)
    if not joules.known:
        return (("token_j", joules),)
    cost = msgspec.structs.replace(mtok_energy_cost(joules, terms.pue, terms.tariff, key), unit="CNY")
    return (
        ("token_j", joules),
        ("mtok_kwh", banded(trace(MTOK_KWH, f"{key}/mtok_kwh", token_j=joules), kind)),
        ("mtok_energy_cost", banded(cost, kind)),
    )


def has_runs(entry: WorkloadEntry) -> bool:
    """Tell whether an entry is a run that ends, rather than a service."""
    return entry.kind in _RUNS and (entry.method != "infer" or entry.kind == "science")


def run_use(entry: WorkloadEntry, train_tps: Figure | None, terms: Terms, key: str) -> Iterator[tuple[str, Figure]]:
    """Yield hours, electricity and cost of one run on own and on rented cards.

    The hours come from samples and training speed where the samples are told, else they are those the entry has each time.
    """
    hours = _run_hours(entry, train_tps, key)
    if not hours.known:
        if train_tps is not None:  # else nothing is known of the run at all
            yield "run_hours", hours
        return
    cards = leaf(f"{key}/devices", float(entry.devices), "1", Quality.ENTERED)
    used = trace(GPU_HOURS, f"{key}/gpu_hours", run_hours=hours, devices=cards)
    power = run_kwh(terms.job_w(entry.devices, key), hours, terms.pue, key)
    yield "run_hours", hours
    yield "run_kwh", power
    yield (
        "run_own_cost",
        trace(
            RUN_OWN_COST,
            f"{key}/run_own_cost",
            gpu_hours=used,
            own_hour=terms.own_hour,
            run_kwh=power,
            tariff=terms.tariff,
        ),
    )
    yield "run_rent_cost", trace(RUN_RENT_COST, f"{key}/run_rent_cost", gpu_hours=used, rent_hour=terms.rent_hour)


def _run_hours(entry: WorkloadEntry, train_tps: Figure | None, key: str) -> Figure:
    name = f"workload/{entry.id}"
    if "train_samples" not in entry.facts or train_tps is None:
        return leaf(f"{name}/hours_per_session", entry.hours_per_session, "h", Quality.ENTERED)
    tokens = tuning_tokens(_told(entry, "train_samples"), _sample_tokens(entry), _told(entry, "epochs"), key)
    whole = leaf(f"{key}/goodput", 1.0, "1", Quality.ASSUMED, "a run without interruption")
    took = trace(RUN_HOURS, f"{key}/run_hours", tokens=tokens, all_tps=train_tps, goodput=whole)
    return banded(took, "train")


def _sample_tokens(entry: WorkloadEntry) -> Figure:
    told = _told(entry, "sample_tokens")
    if told.known or entry.seq_len is None:
        return told
    source = "every sample as long as the limit: an upper bound"
    return leaf(f"workload/{entry.id}/seq_len", float(entry.seq_len), "tokens", Quality.ASSUMED, source)


def _told(entry: WorkloadEntry, name: str) -> Figure:
    return fact_figure(entry.facts, name, f"workload/{entry.id}/{name}", "1")


def _served(job: SpeedJob, goals: Goals, cap: Cap | None, key: str) -> Speeds:
    """Return ``service_use`` on capped cards: they keep a goal where cards without a cap keep a tighter one."""
    share = 1.0 if cap is None else cap.share
    tighter = Goals(
        ttft_s=None if goals.ttft_s is None else goals.ttft_s * share,
        tpot_s=None if goals.tpot_s is None else goals.tpot_s * share,
    )
    return tuple((name, capped_figure(one, cap)) for name, one in service_use(job, tighter, key))


def uses(
    entry: WorkloadEntry, job: SpeedJob | None, speeds: Mapping[str, Figure], terms: Terms | None, key: str
) -> Speeds:
    """Return what suits the kind of entry; ``job`` is the service on all its cards, ``speeds`` its figures by name."""
    found: list[tuple[str, Figure]] = []
    if job is not None and "served_tps" in speeds:
        found += _served(job, goals_of(entry), None if terms is None else terms.cap, key)
    rate, kind = (speeds["served_tps"], "serve") if "served_tps" in speeds else (speeds.get("train_tps"), "train")
    if terms is not None and rate is not None:
        found += energy_use(rate, entry.devices, terms, kind, key)  # type: ignore[arg-type]  # both words are classes
    if terms is not None and has_runs(entry):
        found += run_use(entry, speeds.get("train_tps"), terms, key)
    return tuple(found)

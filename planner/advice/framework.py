"""Training framework by size of the model, memory and links of the cards: plain, FSDP, DeepSpeed, Megatron, hybrid."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.advice.rates import SHARDED_GB
from planner.advice.records import Advice, Reason, Rejected, because, row_of, table, told
from planner.advice.rules_of_thumb import example
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import Labelled, Message, msg
from planner.workload.communication import bubble_share

Framework = Literal["single", "fsdp", "deepspeed", "megatron", "hybrid"]
Family = Literal["cuda", "npu", "other", "unknown"]
_STAGES, _MICRO_BATCHES = 4, 16


class Cluster(msgspec.Struct, frozen=True, kw_only=True):
    """What trains: cards in all, machines, whether fast links join them, the family of software; None where not known.

    ``short`` tells that the job does not fit with its states sharded; ``mixed`` that the cards differ.
    """

    cards: int = 1
    machines: int = 1
    fast_link: bool | None = None
    family: Family = "cuda"
    short: bool | None = False
    mixed: bool = False


def family_of(software_stack: str) -> Family:
    """Return the family of a card's software."""
    if not software_stack:
        return "unknown"
    if "torch_npu" in software_stack:
        return "npu"
    return "cuda" if "CUDA" in software_stack and "MUSA" not in software_stack else "other"


def advise_framework(params_b: float | None, cluster: Cluster, full: bool = True, subject: str = "") -> Advice:
    """Return the framework for training ``params_b`` (1e9) parameters on ``cluster``; ``full`` tuning or adapters.

    Where the size or the memory is not known the advice is unknown and says what to ask.
    """
    missing = _missing(params_b, cluster, subject)
    if missing or params_b is None:
        return Advice(topic="framework", subject=subject, choice="", state="unknown", missing=missing,
                      recommendation=msg("advice.framework.ask", "Not known: {missing}.", missing=missing))  # fmt: skip
    chosen = _choose(params_b, cluster, full)
    row = row_of("frameworks", chosen)
    return Advice(
        topic="framework",
        subject=subject,
        choice=chosen,
        recommendation=told(row),
        reasons=(because(row, "use", *_figures(chosen, params_b, cluster, full)), *_why(chosen, cluster)),
        rejected=tuple(_rejected(one["id"], chosen, params_b, cluster) for one in table("frameworks") if one["id"] != chosen),
        would_change=(
            msg("advice.framework.trial", "A trial of 48 hours: record step time, memory level and use of the rate, then decide."),
            told(row, "pitfall"),
        ),
    )  # fmt: skip


def _missing(params_b: float | None, cluster: Cluster, subject: str) -> tuple[str, ...]:
    key = f"workload/{subject}" if subject else "workload"
    found = [] if params_b is not None else [f"{key}/model"]
    if cluster.cards > 1 and cluster.short is None:
        found.append(f"{key}/memory_need_gib")
    if cluster.family == "unknown":
        found.append("card/software_stack")
    return tuple(found)


def _choose(params_b: float, cluster: Cluster, full: bool) -> Framework:
    if cluster.cards == 1 and not cluster.short:
        return "single"
    if cluster.family == "npu" or cluster.mixed or cluster.short:
        return "deepspeed"
    clustered = cluster.machines > 1 and cluster.fast_link is True and cluster.family == "cuda"
    if clustered and full and params_b >= _least("hybrid"):
        return "hybrid"
    if clustered and full and params_b >= _least("megatron"):
        return "megatron"
    return "fsdp" if params_b <= _most("fsdp") else "deepspeed"


def _least(name: Framework) -> float:
    return float(row_of("frameworks", name)["min_params_b"])


def _most(name: Framework) -> float:
    return float(row_of("frameworks", name)["max_params_b"])


def _figures(chosen: Framework, params_b: float, cluster: Cluster, full: bool) -> tuple[Figure, ...]:
    """Return states on each card for full tuning, and the bubble of a pipeline where one is used."""
    found: list[Figure] = []
    params = leaf("advice/framework/params_b", params_b, "1e9", Quality.ENTERED)
    if full:
        found.append(trace(SHARDED_GB, "advice/framework/sharded_gb", params_b=params, bytes_per_param=example("bytes_16", 16, "B"),
                           ranks=example("ranks", float(cluster.cards), "1")))  # fmt: skip
    if chosen in ("megatron", "hybrid"):
        found.append(bubble_share(_STAGES, _MICRO_BATCHES, key="advice/framework"))
    return tuple(found)


def _why(chosen: Framework, cluster: Cluster) -> tuple[Reason, ...]:
    source = row_of("frameworks", "deepspeed")["source"]
    if chosen != "deepspeed":
        return ()
    found: list[Message] = []
    if cluster.family == "npu":
        found.append(
            msg("advice.framework.npu", "On the domestic side it is the friendliest framework: there is a plug-in.")
        )
    if cluster.mixed:
        found.append(msg("advice.framework.mixed", "The cards differ."))
    if cluster.short:
        found.append(
            msg("advice.framework.short", "Memory is short with the states sharded: offload them to the host.")
        )
    return tuple(Reason(text=one, source=source) for one in found)  # fmt: skip


def _rejected(name: str, chosen: Framework, params_b: float, cluster: Cluster) -> Rejected:
    row = row_of("frameworks", name)
    return Rejected(option=told(row), why=_against(name, chosen, params_b, cluster) or told(row, "pitfall"))


def _against(name: str, chosen: Framework, params_b: float, cluster: Cluster) -> Message | Labelled | None:
    """Return why ``name`` is not it, None where its own pitfall says it."""
    row = row_of("frameworks", name)
    if name == "single":
        return msg("advice.framework.not_one", "The job does not fit one card, or there are several to use.")
    if chosen == "single":
        return msg("advice.framework.one_fits", "One card holds the job.")
    if row["min_params_b"] and params_b < float(row["min_params_b"]):
        return msg(
            "advice.framework.small",
            "For {least}B parameters and more; here {params}B.",
            least=float(row["min_params_b"]),
            params=params_b,
        )
    if row["max_params_b"] and params_b > float(row["max_params_b"]):
        return msg(
            "advice.framework.large",
            "Up to about {most}B parameters; here {params}B.",
            most=float(row["max_params_b"]),
            params=params_b,
        )
    if name in ("megatron", "hybrid") and (cluster.machines < 2 or not cluster.fast_link):
        return msg("advice.framework.no_cluster", "Made for several machines with fast links between the cards.")
    return None  # fmt: skip

"""What to measure on arrival: three kernels, the service with your own model, the hand-over list; with pass values."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.advice.rates import PASS_GBS, PASS_SHARE, PASS_TFLOPS, PASS_TIME, PASS_TPS
from planner.advice.records import Row, table, told
from planner.catalog.items import Item
from planner.figure import Figure, Formula, Quality, constant, leaf, trace, unknown
from planner.messages import Labelled
from planner.workload.bands import BandClass, band
from planner.workload.chips import bandwidth, link, matmul_share, sustained
from planner.workload.communication import bus_gbs, route
from planner.workload.constants import sizing_figure
from planner.workload.decode import decode_tps, knee_batch, step_s
from planner.workload.fit import visible_gib
from planner.workload.prefill import ttft_s
from planner.workload.throughput import SpeedJob

Part = Literal["kernel", "service", "handover"]
Sense = Literal["least", "most", "yes"]

_STREAM_SHARE = leaf("advice/stream_share", 0.8, "1", Quality.ASSUMED, "planning value, to be replaced by your own")
_SCALING_SHARE = leaf("advice/scaling_share", 0.8, "1", Quality.ASSUMED, "planning value, to be replaced by your own")
_PAYLOAD = constant("advice/payload_gb", 4.0, "GB", "size of the message of the test")


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What arrives: card, how many in one machine, how many machines, what is known of the link; and your own job."""

    card: Item
    cards: int = 1
    machines: int = 1
    link_said: str = ""
    job: SpeedJob | None = None


class AcceptanceTest(msgspec.Struct, frozen=True, kw_only=True):
    """A test: what and how; ``passes`` is the least or most that passes, None for a yes.

    ``also`` are numbers to record beside it, such as the knee of the batch. An unknown pass value is to be agreed on.
    """

    id: str
    part: Part
    name: Labelled
    how: Labelled
    sense: Sense
    passes: Figure | None
    source: str
    quality: Quality
    also: tuple[Figure, ...] = ()


def acceptance_tests(machine: Machine) -> tuple[AcceptanceTest, ...]:
    """Return the tests for a machine in their order; service tests only where a job of your own is known.

    Tests between cards are left out for one card, those of a fast link for cards without, RDMA for one machine, and the
    comparison of layers where programs need not be moved.
    """
    return tuple(_test(row, machine) for row in table("acceptance") if _applies(row, machine))


def kernel_pass(name: str, machine: Machine) -> Figure:
    """Return the least that a kernel test must reach: TFLOPS, GB/s of memory, GB/s of the bus; raises KeyError."""
    return {"gemm": _gemm, "stream": _stream, "all_reduce": _all_reduce}[name](machine)


def _applies(row: Row, machine: Machine) -> bool:
    if row["id"] in ("all_reduce", "scaling"):
        return machine.cards > 1
    if row["id"] in ("topology", "no_pcie"):
        return machine.cards > 1 and link(machine.card, machine.cards, machine.link_said) != "pcie"
    if row["id"] == "layers":
        return "CUDA" not in machine.card.text("software_stack")
    if row["id"] == "rdma":
        return machine.machines > 1
    return row["part"] != "service" or machine.job is not None or row["id"] == "memory"


def _test(row: Row, machine: Machine) -> AcceptanceTest:
    sense, passes = _pass(row["id"], machine)
    return AcceptanceTest(
        id=row["id"],
        part=row["part"],  # type: ignore[arg-type]  # words of the table
        name=told(row),
        how=told(row, "how"),
        sense=sense,
        passes=passes,
        source=row["source"],
        quality=Quality(row["quality"]),
        also=_also(row["id"], machine),
    )


def _pass(name: str, machine: Machine) -> tuple[Sense, Figure | None]:
    if name in ("gemm", "stream", "all_reduce"):
        return "least", kernel_pass(name, machine)
    if name == "memory":
        return "most", visible_gib(machine.card)
    if name == "scaling":
        cards = leaf("advice/accept/cards", float(machine.cards), "1", Quality.ENTERED)
        return "least", trace(PASS_SHARE, "advice/accept/scaling", nominal=cards, share=_SCALING_SHARE)
    if name == "count":
        return "least", leaf("advice/accept/count", float(machine.cards * machine.machines), "1", Quality.ENTERED)
    if machine.job is None or name not in ("ttft", "tpot", "tps"):
        return "yes", None
    return _service(name, machine.job)


def _service(name: str, job: SpeedJob) -> tuple[Sense, Figure]:
    """Return what passes: the estimate with the error that nine of ten published cases stay within."""
    key = f"advice/accept/{name}"
    if name == "ttft":
        one = msgspec.structs.replace(job, batch=1)
        return "most", _slowest(ttft_s(one, key=key), "prefill", key)
    kind: BandClass = "decode_moe" if job.model.moe else "decode"
    if name == "tpot":
        one = msgspec.structs.replace(job, batch=1)
        return "most", _slowest(step_s(one, one.figure(key, "batch", "1"), key), kind, key)
    expected = decode_tps(job, key)
    share = constant(
        f"{key}/share", 1 / (1 + band(kind).p90), "1", "error that nine of ten published cases stay within"
    )
    return "least", trace(PASS_TPS, f"{key}/pass", nominal=expected, share=share)


def _slowest(expected: Figure, kind: BandClass, key: str) -> Figure:
    factor = constant(f"{key}/factor", 1 + band(kind).p90, "1", "error that nine of ten published cases stay within")
    return trace(PASS_TIME, f"{key}/pass", expected_s=expected, factor=factor)


def _also(name: str, machine: Machine) -> tuple[Figure, ...]:
    if name != "tps" or machine.job is None:
        return ()
    return (knee_batch(machine.job, "advice/accept"),)


def _gemm(machine: Machine) -> Figure:
    nominal = sustained(machine.card, "advice/accept")
    return _share(PASS_TFLOPS, "gemm", nominal, matmul_share(machine.card))


def _stream(machine: Machine) -> Figure:
    return _share(PASS_GBS, "stream", bandwidth(machine.card), _STREAM_SHARE)


def _all_reduce(machine: Machine) -> Figure:
    """Return the bus bandwidth with what collectives reach of the link, less the error of its class."""
    over = route(machine.card, machine.cards, machine.link_said, key="advice/accept")
    if not over.gbs.known:
        return unknown("advice/accept/all_reduce", "GB/s", over.gbs.missing)
    expected = bus_gbs(_PAYLOAD, machine.cards, over, "advice/accept")
    share = constant("advice/accept/all_reduce/share", 1 / (1 + sizing_figure("band_collective_p90").require()), "1",
                     "error that nine of ten published cases stay within")  # fmt: skip
    return _share(PASS_GBS, "all_reduce", expected, share)


def _share(formula: Formula, name: str, nominal: Figure, share: Figure) -> Figure:
    return trace(formula, f"advice/accept/{name}", nominal=nominal, share=share)

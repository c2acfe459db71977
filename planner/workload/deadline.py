"""A batch that has to be done by an hour: how long its documents take on a card, against the time there is."""

from __future__ import annotations

from planner.figure import Figure, Formula, leaf, trace
from planner.figure import Quality as Q
from planner.labels import Labelled
from planner.workload.bands import banded
from planner.workload.decode import decode_tps
from planner.workload.prefill import prefill_tps
from planner.workload.throughput import SpeedJob

RUN_H = Formula(
    key="deadline.run_h",
    label=Labelled(zh="整批用时", en="Time of the whole batch"),
    text="documents * (tokens_in / prefill_tps + tokens_out / decode_tps) / 3600",
    unit="h",
    source="each document is read once and answered once; reading and answering one after the other, an upper bound",
    function=lambda documents, tokens_in, prefill_tps, tokens_out, decode_tps: (
        documents * (tokens_in / prefill_tps + tokens_out / decode_tps) / 3600
    ),
)


def run_h(job: SpeedJob, documents: float, key: str = "job") -> Figure:
    """Return the hours that ``documents`` take on the cards of ``job``, with the range of decoding.

    Raises:
        UnknownIdError: the format of the weights names nothing.
    """
    whole = trace(
        RUN_H,
        f"{key}/run_h",
        documents=leaf(f"{key}/documents", documents, "1", Q.ENTERED),
        tokens_in=job.figure(key, "tokens_in", "tokens"),
        prefill_tps=prefill_tps(job, key),
        tokens_out=job.figure(key, "tokens_out", "tokens"),
        decode_tps=decode_tps(job, key),
    )
    return banded(whole, "decode")

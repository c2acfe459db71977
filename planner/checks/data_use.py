"""What a plan's data ask of storage and network: as it says, else as follows from the workload."""

from __future__ import annotations

from planner.assess.context import View
from planner.assess.data_need import DataNeed, data_need
from planner.assess.facts import fact_figure
from planner.checks.formulas import CHECKPOINT_GB, READ_GB_S
from planner.figure import Figure, Quality, leaf, trace
from planner.messages import msg
from planner.workload.training import optimizer

ASK_DATA = msg(
    "ST01.ask_data",
    "Ask the groups: how many GB of data each person has (0 for none), how many work at once, how large a checkpoint is.",
)


def _of_workload(view: View) -> DataNeed | None:
    """Return what the workload asks of storage and network, None where no entry tells its data."""
    found: DataNeed | None = view.memo.call(data_need, view.demand, view.people)
    return found


def read_need(view: View) -> Figure | None:
    """Return the rate at which training reads (GB/s), None where nobody tells it.

    As told, else samples a second times the size of one, else that of the workload. The check must read facts, demand
    and people.
    """
    told = fact_figure(view.facts, "read_gb_s", "plan/read_gb_s", "GB/s")
    if told.known:
        return told
    if "samples_s" in view.facts:
        found = trace(
            READ_GB_S,
            "plan/read_gb_s",
            samples_s=fact_figure(view.facts, "samples_s", "plan/samples_s", "1"),
            sample_mb=fact_figure(view.facts, "sample_mb", "plan/sample_mb", "MB"),
        )
        if found.known:
            return found
    asked = _of_workload(view)
    return None if asked is None else asked.read_gbs


def kept(view: View) -> Figure | None:
    """Return the data that are kept (TB): as told, else those of the workload; None where neither tells them."""
    told = fact_figure(view.facts, "data_tb", "plan/data_tb", "TB")
    if told.known:
        return told
    asked = _of_workload(view)
    return None if asked is None else asked.kept_tb


def brought_in(view: View) -> Figure | None:
    """Return the data that come in first (TB): as told, else those of the workload; None where neither tells them."""
    told = fact_figure(view.facts, "import_tb", "plan/import_tb", "TB")
    if told.known:
        return told
    asked = _of_workload(view)
    return None if asked is None else asked.first_tb


def checkpoint(view: View) -> Figure:
    """Return the size of a checkpoint (GB): as told for the plan or a job, else that of the largest model trained whole."""
    told = fact_figure(view.facts, "checkpoint_gb", "plan/checkpoint_gb", "GB")
    asked = None if told.known else _of_workload(view)
    if asked is not None and asked.checkpoint_gb.known:
        return asked.checkpoint_gb
    if told.known:
        return told
    found = []
    for one in view.demand.values():
        if one.entry.method == "full" and one.model is not None and one.entry.kind == "train":
            rule = optimizer(one.entry.optimizer)
            saved = rule.weight_bytes + rule.master_bytes + rule.state_bytes
            key = f"workload/{one.entry.id}"
            size = leaf(f"{key}/checkpoint_bytes", saved, "B", Quality.ASSUMED, rule.source)
            params = one.model.figure("params_total_b", "Bparam")
            found.append(trace(CHECKPOINT_GB, f"{key}/checkpoint_gb", params_b=params, bytes_each=size))
    known = [one for one in found if one.known]
    return max(known, key=lambda one: one.require(), default=told)

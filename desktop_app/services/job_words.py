"""What the quantities of jobs are called where Why? lists them: counts of the job, numbers of the model, constants of sizing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from planner import tables
from planner.labels import Labelled
from planner.messages import Message, msg
from planner.workload.constants import sizing_constants

_WORDS: dict[str, Message] = {
    "devices": msg("entry.devices", "Cards"),
    "cards": msg("entry.devices", "Cards"),
    "batch": msg("entry.batch", "At the same time"),
    "seq_len": msg("entry.seq_len", "Tokens in one sequence"),
    "tokens_out": msg("entry.output_len", "Tokens of an answer"),
    "tensor_parallel": msg("entry.tensor_parallel", "Tensor parallel"),
    "lora_rank": msg("entry.lora_rank", "LoRA rank"),
    "unit_price_low": msg("quantity.unit_price_low", "Lowest unit price"),
    "unit_price_high": msg("quantity.unit_price_high", "Highest unit price"),
    "memory_need_gib": msg("entry.memory", "Memory measured or asked for"),
}


def job_quantity(key: str) -> Message | Labelled | None:
    """Return what the quantity of a job, model or constant is called by the end of its key, None where nothing names it."""
    head, _, last = key.rpartition("/")
    if head == "constant" and last in sizing_constants():
        return sizing_constants()[last].label
    return _WORDS.get(last) or _listed().get(last)


@lru_cache(maxsize=1)
def _listed() -> Mapping[str, Labelled]:
    return {row["key"]: Labelled(zh=row["zh"], en=row["en"]) for row in tables.rows("workload/quantities.csv")}

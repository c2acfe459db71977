"""What the quantities of jobs are called where Why? lists them: counts of the job, numbers of the model, constants of sizing."""

from __future__ import annotations

from planner.labels import Labelled
from planner.messages import Message, msg
from planner.workload.constants import sizing_constants

_WORDS: dict[str, Message] = {
    "devices": msg("entry.devices", "Cards"),
    "cards": msg("entry.devices", "Cards"),
    "batch": msg("entry.batch", "At the same time"),
    "seq_len": msg("entry.seq_len", "Tokens in one sequence"),
    "prefill_tokens": msg("job.prefill_tokens", "Tokens read at once"),
    "tokens_in": msg("job.tokens_in", "Tokens of the prompt"),
    "tokens_out": msg("entry.output_len", "Tokens of an answer"),
    "parallel": msg("job.parallel", "Cards that share a step"),
    "tensor_parallel": msg("entry.tensor_parallel", "Tensor parallel"),
    "step_tokens": msg("job.step_tokens", "Tokens of a step"),
    "lora_rank": msg("entry.lora_rank", "LoRA rank"),
    "copies": msg("job.copies", "Copies"),
    "passes": msg("job.passes", "Passes"),
    "per_parameter": msg("job.per_parameter", "Operations for each parameter"),
    "per_attention": msg("job.per_attention", "Operations of attention"),
    "bits": msg("job.bits", "Bits of a weight"),
    "kept_bits": msg("job.kept_bits", "Bits of what stays unquantised"),
    "kept_b": msg("job.kept_b", "Parameters that stay unquantised"),
    "params_b": msg("job.params_b", "Parameters"),
    "active_b": msg("job.active_b", "Parameters at work on a token"),
    "table_b": msg("job.table_b", "Input table"),
    "tables": msg("job.tables", "Embedding tables"),
    "layers": msg("job.layers", "Layers"),
    "hidden": msg("job.hidden", "Hidden size"),
    "ffn": msg("job.ffn", "Feed-forward size"),
    "heads": msg("job.heads", "Attention heads"),
    "kv_heads": msg("job.kv_heads", "KV heads"),
    "head_dim": msg("job.head_dim", "Head size"),
    "vocab": msg("job.vocab", "Vocabulary"),
    "attention_width": msg("job.attention_width", "Width of all heads"),
    "window_tokens": msg("job.window_tokens", "Tokens of the window"),
    "visible_share": msg("job.visible_share", "Share that software sees"),
    "unit_price_low": msg("quantity.unit_price_low", "Lowest unit price"),
    "unit_price_high": msg("quantity.unit_price_high", "Highest unit price"),
    "devices_per_board": msg("job.devices_per_board", "Devices on a board"),
    "memory_need_gib": msg("entry.memory", "Memory measured or asked for"),
    "operations": msg("job.operations", "Operations each"),
    "busy": msg("job.busy", "Share at work"),
    "compiled": msg("job.compiled", "Factor of compiled code"),
    "no_factor": msg("job.no_factor", "No factor"),
    "doublings": msg("job.doublings", "Doublings of the machines"),
}


def job_quantity(key: str) -> Message | Labelled | None:
    """Return what the quantity of a job, model or constant is called by the end of its key, None where nothing names it."""
    head, _, last = key.rpartition("/")
    if head == "constant" and last in sizing_constants():
        return sizing_constants()[last].label
    return _WORDS.get(last)

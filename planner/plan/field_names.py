"""What fields of a plan's parts are called: forms, the history and refusals say the same."""

from __future__ import annotations

from planner.messages import Message, msg

JOB_NAMES: dict[str, Message] = {
    "title": msg("entry.title", "What is done"),
    "kind": msg("entry.kind", "Kind"),
    "method": msg("entry.method", "Method"),
    "dtype": msg("entry.dtype", "Weights"),
    "kv_dtype": msg("entry.kv_dtype", "KV cache"),
    "seq_len": msg("entry.seq_len", "Tokens in one sequence"),
    "output_len": msg("entry.output_len", "Tokens of an answer"),
    "batch": msg("entry.batch", "At the same time"),
    "devices": msg("entry.devices", "Cards"),
    "optimizer": msg("entry.optimizer", "Optimiser"),
    "grad_checkpoint": msg("entry.grad_checkpoint", "Checkpoint activations"),
    "selective": msg("entry.selective", "Recompute only a part"),
    "micro_batches": msg("entry.micro_batches", "Micro-batches in a step"),
    "lora_rank": msg("entry.lora_rank", "LoRA rank"),
    "tensor_parallel": msg("entry.tensor_parallel", "Tensor parallel"),
    "pipeline_parallel": msg("entry.pipeline_parallel", "Pipeline stages"),
    "zero_stage": msg("entry.zero_stage", "Sharding stage (ZeRO)"),
    "offload": msg("entry.offload", "Offload to the machine"),
    "stack": msg("entry.stack", "Software"),
    "sessions_per_week": msg("entry.sessions", "Times a week, each person"),
    "hours_per_session": msg("entry.hours", "Hours each time"),
    "memory_need_gib": msg("entry.memory", "Memory measured or asked for"),
}
"""Fields of an entry of the workload, and the facts that its form shows with them."""

PART_NAMES: dict[str, Message] = {
    "count": msg("people.count", "People"),
    "quantity": msg("build.head.quantity", "Qty"),
    "cards_per_unit": msg("step.cards_per_unit", "cards in each"),
    "cables": msg("link.cables", "Cables"),
    "amount": msg("cost.fund.amount", "Amount"),
}
"""Numbers of other parts: people, lines, links, funds."""

PRICE_NAMES: dict[str, Message] = {
    "low": msg("rule.price.low", "lowest price"),
    "chosen": msg("rule.price.chosen", "chosen price"),
    "high": msg("rule.price.high", "highest price"),
}
"""The three prices of a line."""

"""What one job asks of memory: method, model, lengths, optimizer, devices."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.figure import Figure, Quality, leaf
from planner.workload.models import ModelShape

Method = Literal["infer", "full", "lora", "qlora"]
Checkpointing = Literal["none", "selective", "full", "offload"]
LoraTargets = Literal["all", "attention", "qv", "mlp"]

_CHUNK_TOKENS = 8192  # serving engines read long prompts in chunks of 2,048 to 8,192 tokens


class MemorySpec(msgspec.Struct, frozen=True, kw_only=True):
    """One job; lengths in tokens, ``batch`` sequences at once (for each device in training); None where not known.

    ``prefill_tokens`` are read at once (None: the whole batch, at most 8,192). ``zero_stage`` None means 0 on one device,
    3 on more. ``kept_bits`` are those of the embeddings under QLoRA (PEFT's preparation makes them FP32).
    """

    method: Method = "infer"
    model: ModelShape
    dtype: str = "bf16"
    kv_dtype: str = "bf16"
    seq_len: int | None = 4096
    batch: int | None = 1
    optimizer: str = "adamw"
    grad_checkpoint: Checkpointing = "full"
    chunked_loss: bool = False
    lora_rank: int = 16
    lora_targets: LoraTargets = "all"
    train_embeddings: bool = False
    kept_bits: float = 32.0
    zero_stage: int | None = None
    bucket_gb: float | None = None
    prefill_tokens: int | None = None
    devices: int = 1
    quality: Quality = Quality.ENTERED

    def tokens(self) -> int | None:
        """Return the tokens of all sequences together."""
        return None if self.batch is None or self.seq_len is None else self.batch * self.seq_len

    def prefill(self) -> int | None:
        """Return how many tokens are read at once."""
        whole = self.tokens()
        if self.prefill_tokens is not None or whole is None:
            return self.prefill_tokens
        return min(whole, _CHUNK_TOKENS)

    def figure(self, name: str, value: float | None, unit: str) -> Figure:
        """Return a number of the job as the figure ``name``; unknown where it is None."""
        return leaf(name, value, unit, self.quality)

    def stage(self) -> int:
        """Return the sharding stage that is reckoned with."""
        return (3 if self.devices > 1 else 0) if self.zero_stage is None else self.zero_stage

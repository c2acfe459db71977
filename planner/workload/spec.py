"""What one job asks of memory: method, model, lengths, optimizer, devices."""

from __future__ import annotations

from typing import Literal

import msgspec

from planner.figure import Figure, Quality, leaf
from planner.workload.constants import sizing_value
from planner.workload.models import ModelShape

Method = Literal["infer", "full", "lora", "qlora"]
Checkpointing = Literal["none", "selective", "full", "offload"]
LoraTargets = Literal["all", "attention", "qv", "mlp"]
# How prompts are read and caches kept: a serving engine (chunks, pages), llama.cpp (small chunks), plain PyTorch.
Engine = Literal["serving", "llama.cpp", "eager"]
Offload = Literal["none", "optimizer", "all"]


class MemorySpec(msgspec.Struct, frozen=True, kw_only=True):
    """One job; lengths in tokens, ``batch`` sequences at once (for each data-parallel rank in training); None where not known.

    ``prefill_tokens`` are read at once (None: by ``engine``). ``zero_stage`` None means 0 on one device, 3 on more.
    ``kept_bits`` are those of the embeddings under QLoRA (PEFT's preparation makes them FP32). ``scores_prompt``: logits
    of the whole prompt are made. ``joined_cache``: the cache is joined anew for each token. ``fused``: norms are fused or compiled. ``accumulate``: gradients stay between
    micro-batches or have a buffer of their own. ``shard_ranks``: states are spread over so many ranks only (None: all). ``micro_batches`` are in the pipeline (None: enough to fill it).
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
    shard_ranks: int | None = None
    bucket_gb: float | None = None
    prefill_tokens: int | None = None
    devices: int = 1
    tensor_parallel: int = 1
    pipeline_parallel: int = 1
    micro_batches: int | None = None
    sequence_parallel: bool = False
    offload: Offload = "none"
    engine: Engine = "serving"
    scores_prompt: bool = False
    joined_cache: bool = False
    fused: bool = True
    accumulate: bool = True
    quality: Quality = Quality.ENTERED

    def tokens(self) -> int | None:
        """Return the tokens of all sequences together."""
        return None if self.batch is None or self.seq_len is None else self.batch * self.seq_len

    def prefill(self) -> int | None:
        """Return how many tokens are read at once."""
        whole = self.tokens()
        if self.prefill_tokens is not None or whole is None or self.engine == "eager":
            return whole if self.prefill_tokens is None else self.prefill_tokens
        chunk = "chunk_serving_tokens" if self.engine == "serving" else "chunk_llamacpp_tokens"
        return min(whole, int(sizing_value(chunk)))

    def figure(self, name: str, value: float | None, unit: str) -> Figure:
        """Return a number of the job as the figure ``name``; unknown where it is None."""
        return leaf(name, value, unit, self.quality)

    def stage(self) -> int:
        """Return the sharding stage that is reckoned with."""
        return (3 if self.devices > 1 else 0) if self.zero_stage is None else self.zero_stage

    @property
    def data_parallel(self) -> int:
        """Return how many ranks hold the same part of the model: what sharding divides by."""
        return max(1, self.devices // (self.tensor_parallel * self.pipeline_parallel))

    @property
    def in_flight(self) -> int:
        """Return the micro-batches whose activations the first stage of the pipeline holds."""
        filled = self.pipeline_parallel
        return filled if self.micro_batches is None else min(filled, self.micro_batches)

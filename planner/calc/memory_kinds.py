"""Memory calculations by name: weights, cache, activations, training states, adapters, parameters of a shape."""

from __future__ import annotations

from planner.calc.kinds import Input, Kind, num
from planner.figure import Formula
from planner.workload.activations import LAYER_TOKEN_BYTES
from planner.workload.kv_cache import CACHE_GIB, CACHE_TOKEN_BYTES, LATENT_TOKEN_BYTES
from planner.workload.media_memory import DECODE_GIB, IMAGE_ACTIVATIONS_GIB
from planner.workload.memory import LOGITS_GIB, PREFILL_GIB, WEIGHTS_GB, WEIGHTS_GIB
from planner.workload.parameters import ATTENTION_B, EXPERTS_B, FEED_FORWARD_B, TABLES_B
from planner.workload.training import LORA_ATTENTION_B, LORA_MLP_B, STATES_GB, STATES_GIB


def _kind(name: str, formula: Formula, *inputs: Input) -> Kind:
    return Kind(name=name, area="sizing", unit=formula.unit, formulas=(formula,), inputs=inputs)


_SHAPE = (num("layers"), num("hidden"))
_HEADS = (num("heads"), num("head_dim"), num("kv_heads"))
_WEIGHTS = (
    num("params_b", "1e9"),
    num("kept_b", "1e9", default=0.0),
    num("bits", "bit"),
    num("kept_bits", "bit", default=16.0),
)

KINDS: tuple[Kind, ...] = (
    _kind("weights_gib", WEIGHTS_GIB, *_WEIGHTS),
    _kind("weights_gb", WEIGHTS_GB, *_WEIGHTS),
    _kind("cache_token_bytes", CACHE_TOKEN_BYTES, num("layers"), num("kv_heads"), num("head_dim"),
          num("kv_bits", "bit", default=16.0)),
    _kind("latent_token_bytes", LATENT_TOKEN_BYTES, num("layers"), num("latent_rank"), num("rope_dim"),
          num("kv_bits", "bit", default=16.0)),
    _kind("cache_gib", CACHE_GIB, num("batch", default=1.0), num("context_tokens", "tokens"), num("token_bytes", "B"),
          num("copies", default=1.0)),
    _kind("prefill_gib", PREFILL_GIB, num("prefill_tokens", "tokens"), num("hidden"), num("ffn"),
          num("hidden_copies", default=4.0), num("ffn_copies", default=3.0)),
    _kind("logits_gib", LOGITS_GIB, num("scored_tokens", "tokens"), num("vocab"), num("logits_bytes", "B", default=6.0)),
    _kind("layer_token_bytes", LAYER_TOKEN_BYTES, num("hidden"), *_HEADS, num("ffn"), num("norm_copies", default=0.0),
          num("ffn_bytes", "B", default=8.0), num("unused_hidden", "B", default=0.0), num("unused_ffn", "B", default=0.0),
          num("norm_ranks", default=1.0), num("tensor_parallel", default=1.0)),
    _kind("states_gib", STATES_GIB, num("trained_b", "1e9"), num("bytes_per_param", "B"), num("copies", default=1.0)),
    _kind("states_gb", STATES_GB, num("params_b", "1e9"), num("bytes_per_param", "B")),
    _kind("lora_attention_b", LORA_ATTENTION_B, num("rank"), *_SHAPE, *_HEADS),
    _kind("lora_mlp_b", LORA_MLP_B, num("rank"), *_SHAPE, num("ffn")),
    _kind("attention_params_b", ATTENTION_B, *_SHAPE, *_HEADS),
    _kind("feed_forward_params_b", FEED_FORWARD_B, num("dense_layers"), num("matrices", default=3.0), num("hidden"), num("ffn")),
    _kind("expert_params_b", EXPERTS_B, num("moe_layers"), num("hidden"), num("moe_ffn"), num("experts"),
          num("shared_experts", default=0.0)),
    _kind("table_params_b", TABLES_B, num("vocab"), num("hidden"), num("tables", default=2.0), num("layers")),
    _kind("image_activations_gib", IMAGE_ACTIVATIONS_GIB, num("devices", default=1.0), num("batch"),
          num("million_activations", "1e6"), num("factor", default=2.5)),
    _kind("decode_gib", DECODE_GIB, num("devices", default=1.0), num("pixels"), num("pixel_bytes", "B")),
)  # fmt: skip

"""Own models from config.json and GGUF files: published configurations, and files with something wrong."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from planner.errors import ImportFailed, InputError, PlannerError
from planner.exchange.gguf import block_types, read_gguf
from planner.exchange.model_files import model_row, read_model, typed_numbers
from planner.workload.fit import entry_memory
from planner.workload.kv_cache import token_bytes
from planner.workload.models import from_item
from planner.workload.spec import MemorySpec
from tests.gguf_files import gguf

QWEN3_8B = {
    "model_type": "qwen3", "hidden_size": 4096, "num_hidden_layers": 36, "num_attention_heads": 32,
    "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 12288, "vocab_size": 151936,
    "tie_word_embeddings": False, "max_position_embeddings": 40960, "torch_dtype": "bfloat16",
}  # fmt: skip
DEEPSEEK_V3 = {
    "model_type": "deepseek_v3", "hidden_size": 7168, "num_hidden_layers": 61, "num_attention_heads": 128,
    "num_key_value_heads": 128, "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256,
    "num_experts_per_tok": 8, "n_shared_experts": 1, "first_k_dense_replace": 3, "kv_lora_rank": 512, "q_lora_rank": 1536,
    "qk_rope_head_dim": 64, "qk_nope_head_dim": 128, "v_head_dim": 128, "vocab_size": 129280,
    "tie_word_embeddings": False, "quantization_config": {"quant_method": "fp8"},
}  # fmt: skip
GEMMA3_27B = {
    "text_config": {
        "model_type": "gemma3_text", "hidden_size": 5376, "num_hidden_layers": 62, "num_attention_heads": 32,
        "num_key_value_heads": 16, "head_dim": 128, "intermediate_size": 21504, "vocab_size": 262208,
        "sliding_window": 1024, "sliding_window_pattern": 6, "tie_word_embeddings": True,
    },
    "vision_config": {"hidden_size": 1152},
}  # fmt: skip


def config(folder: Path, fields: dict[str, Any], **changes: Any) -> Path:
    file = folder / "config.json"
    kept = {key: value for key, value in {**fields, **changes}.items() if value is not ...}
    file.write_text(json.dumps(kept), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("fields", "total_b", "active_b", "token", "dtype"),
    [
        (QWEN3_8B, 8.191, 8.191, 147456, "bf16"),  # 36 x 2 x 8 x 128 x 2 bytes
        (DEEPSEEK_V3, 671.0, 37.6, 70272, "fp8"),  # published 671B with 37B active; 61 x (512 + 64) x 2 bytes
        (GEMMA3_27B, 27.008, 27.008, 81920, "bf16"),  # 10 full layers x 2 x 16 x 128 x 2 bytes
    ],
)
def test_published_configurations(
    fields: dict[str, Any], total_b: float, active_b: float, token: float, dtype: str, tmp_path: Path
) -> None:
    row = model_row(read_model(config(tmp_path, fields)), name="mine", published_b=total_b)
    assert row.computed.require() == pytest.approx(total_b, rel=0.002)
    assert row.item.number("params_active_b") == pytest.approx(active_b, rel=0.01)
    assert row.item.text("default_dtype") == dtype
    assert not [note for note in row.notes if note.id == "model.differs"]
    shape = from_item(row.item)
    assert token_bytes(shape, "bf16", "job").require() == token
    assert entry_memory(MemorySpec(model=shape, seq_len=8192)).total.known


def test_hybrid_keeps_a_cache_in_full_layers_and_a_state_in_the_others(tmp_path: Path) -> None:
    hybrid = config(
        tmp_path, QWEN3_8B, full_attention_interval=4, linear_num_value_heads=32, linear_key_head_dim=128,
        linear_value_head_dim=128,
    )  # fmt: skip
    shape = from_item(model_row(read_model(hybrid)).item)
    assert (shape.cache_rule, shape.full_layers) == ("hybrid", 9)
    assert shape.state_bytes == 27 * 32 * 128 * 128 * 4
    parts = {part.key: part.require() for part in entry_memory(MemorySpec(model=shape, seq_len=4096, batch=2)).parts}
    assert parts["job/cache_gib"] == pytest.approx(2 * 4096 * 9 * 2 * 8 * 128 * 2 / 2**30)
    assert parts["job/state_gib"] == pytest.approx(2 * 27 * 32 * 128 * 128 * 4 / 2**30)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"num_hidden_layers": ...}, "num_hidden_layers"),
        ({"num_hidden_layers": 0}, "num_hidden_layers"),
        ({"num_hidden_layers": "36"}, "num_hidden_layers"),
        ({"hidden_size": True}, "hidden_size"),
        ({"vocab_size": 1.5}, "vocab_size"),
        ({"vocab_size": -3}, "vocab_size"),
        ({"num_attention_heads": [32]}, "num_attention_heads"),
        ({"layer_types": ["full_attention"]}, "layer_types"),
        ({"n_routed_experts": 8}, "num_experts_per_tok"),
        ({"kv_lora_rank": 512}, "qk_rope_head_dim"),
        ({"num_key_value_heads": 64}, "kv_heads"),
        ({"num_hidden_layers": 100000}, "layers"),
    ],
)
def test_odd_fields_are_named_with_what_would_be_accepted(changes: dict[str, Any], field: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        model_row(read_model(config(tmp_path, QWEN3_8B, **changes)))
    assert caught.value.place == field
    assert caught.value.remedy is not None or field == "kv_heads"


def test_a_second_wrong_field_is_named_too(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        model_row(read_model(config(tmp_path, QWEN3_8B, hidden_size=..., vocab_size=0)))
    assert "vocab_size" in str(caught.value)


def test_what_a_family_leaves_out_is_taken_and_said(tmp_path: Path) -> None:
    numbers = read_model(config(tmp_path, QWEN3_8B, num_key_value_heads=..., tie_word_embeddings=...))
    assert numbers.values["kv_heads"] == 32
    assert {note.id for note in numbers.notes} == {"config.kv_heads", "config.tied"}


def test_a_count_far_from_the_published_one_is_told(tmp_path: Path) -> None:
    row = model_row(read_model(config(tmp_path, QWEN3_8B)), published_b=14.8)
    assert row.deviation is not None
    assert row.deviation.require() == pytest.approx(8.191 / 14.8 - 1, abs=0.001)
    assert [note.id for note in row.notes] == ["model.differs"]


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff\xfe\x00", b"null", b"[" * 5000])
def test_files_that_are_no_configuration(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    file.write_bytes(content)
    with pytest.raises(ImportFailed):
        read_model(file)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ImportFailed):
        read_model(tmp_path / "none.gguf")


def test_typed_numbers_make_a_model_and_correct_a_file(tmp_path: Path) -> None:
    # Llama-2-7B: 6.738e9 parameters
    given = {"layers": "32", "hidden": "4096", "heads": "32", "ffn": "11008", "vocab": "32000"}
    assert model_row(typed_numbers("mine", given)).computed.require() == pytest.approx(6.738, abs=0.001)
    broken = read_model(config(tmp_path, QWEN3_8B, num_hidden_layers=...))
    assert model_row(typed_numbers("", {"layers": "36"}, broken)).computed.require() == pytest.approx(8.191, abs=0.001)


@pytest.mark.parametrize("given", [{"layers": "many"}, {"colour": "3"}, {"layers": "32"}, {"params_total_b": "7"}])
def test_typed_numbers_that_are_none(given: dict[str, str]) -> None:
    with pytest.raises(InputError):
        typed_numbers("mine", given)


def small_gguf() -> bytes:
    """Return a header of a two-layer model: Q4_K weights, tied table in F16."""
    pairs = {
        "general.architecture": "llama", "general.name": "Tiny", "general.file_type": 15, "llama.block_count": 2,
        "llama.embedding_length": 256, "llama.feed_forward_length": 512, "llama.attention.head_count": 8,
        "llama.attention.head_count_kv": 2, "llama.context_length": 4096, "tokenizer.ggml.tokens": ["a"] * 1000,
    }  # fmt: skip
    return gguf(pairs, [("token_embd.weight", (256, 1000), 1), ("blk.0.ffn_up.weight", (256, 512), 12)])


def test_a_gguf_header_gives_shape_and_exact_bits(tmp_path: Path) -> None:
    file = tmp_path / "tiny.gguf"
    file.write_bytes(small_gguf())
    header = read_gguf(file)
    assert header.parameters == 256 * 1000 + 256 * 512
    assert header.weight_bytes == 256 * 1000 * 2 + 256 * 512 * 144 / 256  # 144 bytes for 256 weights
    numbers = read_model(file)
    assert (numbers.name, numbers.dtype) == ("Tiny", "gguf-q4_k_m")
    assert numbers.values["vocab"] == 1000
    assert numbers.values["tied_embeddings"] == 1
    assert numbers.values["head_dim"] == 32
    row = model_row(numbers)
    assert row.item.number("params_total_b") == pytest.approx(header.parameters / 1e9, abs=1e-6)
    assert [note.id for note in row.notes] == ["model.differs"]  # this file holds one of the matrices only


def test_a_gguf_header_of_latent_attention_and_of_a_sliding_window(tmp_path: Path) -> None:
    # DeepSeek-V3 as llama.cpp writes it: 671e9 parameters, 70,272 bytes of cache a token
    deepseek = {
        "general.architecture": "deepseek2", "deepseek2.block_count": 61, "deepseek2.embedding_length": 7168,
        "deepseek2.feed_forward_length": 18432, "deepseek2.attention.head_count": 128, "deepseek2.vocab_size": 129280,
        "deepseek2.attention.head_count_kv": 1, "deepseek2.attention.key_length": 576,
        "deepseek2.attention.key_length_mla": 192, "deepseek2.attention.value_length": 512,
        "deepseek2.attention.value_length_mla": 128, "deepseek2.attention.kv_lora_rank": 512,
        "deepseek2.attention.q_lora_rank": 1536, "deepseek2.rope.dimension_count": 64, "deepseek2.expert_count": 256,
        "deepseek2.expert_used_count": 8, "deepseek2.expert_feed_forward_length": 2048,
        "deepseek2.expert_shared_count": 1, "deepseek2.leading_dense_block_count": 3,
    }  # fmt: skip
    file = tmp_path / "v3.gguf"
    file.write_bytes(gguf(deepseek, []))
    row = model_row(read_model(file))
    assert row.computed.require() == pytest.approx(671.0, rel=0.002)
    assert token_bytes(from_item(row.item), "bf16", "job").require() == 70272
    gemma = {
        "general.architecture": "gemma3", "gemma3.block_count": 62, "gemma3.embedding_length": 5376,
        "gemma3.feed_forward_length": 21504, "gemma3.attention.head_count": 32, "gemma3.attention.head_count_kv": 16,
        "gemma3.attention.key_length": 128, "gemma3.vocab_size": 262208, "gemma3.attention.sliding_window": 1024,
    }  # fmt: skip
    file.write_bytes(gguf(gemma, []))
    shape = from_item(model_row(read_model(file)).item)
    assert (shape.cache_rule, shape.full_layers, shape.window_tokens) == ("window", 10, 1024)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GGUF" + struct.pack("<I", 1), "gguf.version"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 60, 0), "gguf.count"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1 << 40), "gguf.count"),
        (small_gguf()[:-3], "gguf.short"),
        (gguf({"general.architecture": "llama"}, [("x", (3,), 99)]), "gguf.type"),
        (gguf({"general.architecture": "llama"}, [("x", (1 << 40, 1 << 40), 1)]), "gguf.size"),
        (gguf({"general.name": "x"}, []), "gguf.family"),
    ],
)
def test_damaged_gguf_files_are_refused(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "x.gguf"
    file.write_bytes(content)
    with pytest.raises(PlannerError) as caught:
        model_row(read_model(file))
    assert caught.value.message.id == said


def test_block_layouts_are_those_of_the_weight_formats() -> None:
    from planner.workload.memory import formats

    bits = {one.name: one.bytes * 8 / one.block for one in block_types().values()}
    pairs = {"Q8_0": "gguf-q8_0", "Q6_K": "gguf-q6_k", "Q4_0": "gguf-q4_0", "IQ4_XS": "gguf-iq4_xs", "Q3_K": "gguf-q3_k",
             "Q2_K": "gguf-q2_k", "MXFP4": "mxfp4"}  # fmt: skip
    assert all(bits[name] == formats()[form].bits for name, form in pairs.items())

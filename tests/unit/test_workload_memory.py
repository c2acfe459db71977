"""Memory of inference and training against published and hand-worked numbers."""

from __future__ import annotations

import msgspec
import pytest

from planner.errors import InputError, UnknownIdError
from planner.figure import Quality, constant, leaf, unknown
from planner.formulas import recompute
from planner.workload.activations import training_activations
from planner.workload.fit import entry_memory, fit_verdict, verdict_of, visible_from_label
from planner.workload.kv_cache import token_bytes
from planner.workload.memory import WEIGHTS_GB, formats, weights
from planner.workload.models import ModelShape, from_numbers
from planner.workload.spec import MemorySpec
from planner.workload.training import STATES_GB, optimizers

# Published configurations (Hugging Face config.json).
LLAMA3_8B = ModelShape(
    name="Llama-3-8B",
    params_b=8.03,
    layers=32,
    hidden=4096,
    heads=32,
    kv_heads=8,
    head_dim=128,
    ffn=14336,
    vocab=128256,
    tied=False,
)
LLAMA3_70B = ModelShape(
    name="Llama-3-70B",
    params_b=70.554,
    layers=80,
    hidden=8192,
    heads=64,
    kv_heads=8,
    head_dim=128,
    ffn=28672,
    vocab=128256,
    tied=False,
)
QWEN25_72B = ModelShape(
    name="Qwen2.5-72B",
    params_b=72.706,
    layers=80,
    hidden=8192,
    heads=64,
    kv_heads=8,
    head_dim=128,
    ffn=29568,
    vocab=152064,
    tied=False,
)
LLAMA32_3B = ModelShape(
    name="Llama-3.2-3B",
    params_b=3.213,
    layers=28,
    hidden=3072,
    heads=24,
    kv_heads=8,
    head_dim=128,
    ffn=8192,
    vocab=128256,
    tied=True,
)
DEEPSEEK_V3 = ModelShape(
    name="DeepSeek-V3", params_b=671, active_b=37.6, layers=61, hidden=7168, heads=128, kv_heads=128, head_dim=128, ffn=18432,
    vocab=129280, cache_rule="latent", mla_kv_lora_rank=512, mla_rope_dim=64, experts=256, experts_active=8, moe_ffn=2048,
    shared_experts=1,
)  # fmt: skip
GEMMA3_27B = ModelShape(
    name="Gemma-3-27B", params_b=27.4, layers=62, hidden=5376, heads=32, kv_heads=16, head_dim=128, ffn=21504, vocab=262208,
    cache_rule="window", full_layers=10, window_tokens=1024, tied=True,
)  # fmt: skip


def test_seventy_billion_in_two_bytes_is_140_gb_and_in_one_byte_70() -> None:
    assert WEIGHTS_GB(params_b=70, kept_b=0, bits=16, kept_bits=16) == 140
    assert WEIGHTS_GB(params_b=70, kept_b=0, bits=8, kept_bits=16) == 70


@pytest.mark.parametrize(
    ("shape", "dtype", "gib"),
    [
        # 2 x 152064 x 8192 embeddings at 16 bits, the rest at 4.156: 41.46 GB; with 0.63 GiB cache measured 39.91 GiB
        (QWEN25_72B, "gptq-int4", 38.61),
        # 70.554e9 at 8.19 bits with 16-bit embeddings: 74.3 GB
        (LLAMA3_70B, "gptq-int8", 69.2),
        # NF4 double quantised with 16-bit embeddings: 39.5 GB
        (LLAMA3_70B, "nf4-dq", 36.8),
        # 8.03e9 x 2 bytes
        (LLAMA3_8B, "bf16", 14.957),
        # Q4_K_M file of an 8B model: 4.92 GB
        (LLAMA3_8B, "gguf-q4_k_m", 4.58),
    ],
)
def test_weights_follow_the_bit_layout(shape: ModelShape, dtype: str, gib: float) -> None:
    assert weights(shape, dtype, "job").require() == pytest.approx(gib, rel=0.01)


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (LLAMA3_8B, 131072),  # 128 KiB a token
        (LLAMA3_70B, 327680),
        (DEEPSEEK_V3, 70272),  # latent attention, 61 x (512 + 64) x 2
    ],
)
def test_cache_of_a_token(shape: ModelShape, expected: float) -> None:
    assert token_bytes(shape, "bf16", "job").require() == expected


def test_sliding_layers_keep_only_their_window() -> None:
    # 10 full layers of 32,768 tokens and 52 of 1,024; 2 x 16 x 128 x 2 bytes
    demand = entry_memory(MemorySpec(model=GEMMA3_27B, seq_len=32768))
    cache = next(part for part in demand.parts if part.key == "job/cache_gib")
    assert cache.require() == pytest.approx((10 * 32768 + 52 * 1024) * 2 * 16 * 128 * 2 / 2**30)


def test_llama_8b_ten_thousand_tokens_activations() -> None:
    # 167,936 bytes a layer and token: 8,192 tokens x 32 layers = 41.0 GiB; checkpointed 2.0 + 1.3 GiB
    full = MemorySpec(method="full", model=LLAMA3_8B, seq_len=8192, grad_checkpoint="none")
    assert training_activations(full, "job")[0].require() == pytest.approx(41.0, rel=0.002)
    saved = msgspec.structs.replace(full, grad_checkpoint="full", chunked_loss=True)
    kept, logits, live = training_activations(saved, "job")
    assert kept.require() == pytest.approx(2.0, rel=0.01)
    # the recomputed layer and the logits are never there at the same time: together as much as the larger
    assert logits.require() + live.require() == pytest.approx(1.28, rel=0.01)


@pytest.mark.parametrize(
    ("changes", "gib"),
    [
        # torchtune README, Llama-3.2-3B on one A100, 2 x 4096 tokens: the ladder of switches
        ({"grad_checkpoint": "none"}, 60.0),
        ({"grad_checkpoint": "none", "chunked_loss": True}, 42.9),
        ({"chunked_loss": True}, 24.9),
        ({"chunked_loss": True, "optimizer": "adamw-bf16-fused"}, 23.1),
    ],
)
def test_torchtune_ladder_within_a_fifth(changes: dict[str, object], gib: float) -> None:
    base = MemorySpec(method="full", model=LLAMA32_3B, seq_len=4096, batch=2, optimizer="adamw-bf16")
    assert entry_memory(msgspec.structs.replace(base, **changes)).total.require() == pytest.approx(gib, rel=0.2)


def test_qlora_of_seven_billion_is_far_below_lora_and_full() -> None:
    def total(method: str) -> float:
        spec = MemorySpec(method=method, model=LLAMA3_8B, seq_len=1024)  # type: ignore[arg-type]
        return entry_memory(spec).total.require()

    assert total("qlora") < total("lora") < total("full")
    assert 8 < total("qlora") < 14  # published QLoRA of 7-8B: 7-14 GB
    assert 17.5 < total("lora") < 22  # published 16-bit LoRA: 19.7-22 GB, that is 18.3-20.5 GiB


@pytest.mark.parametrize(("preset", "total"), [("adamw", 16), ("adamw-fp32-grads", 18), ("adamw-keep-16bit-grads", 20),
                                               ("adamw-no-master", 12), ("adamw-bf16", 8)])  # fmt: skip
def test_bytes_of_a_parameter(preset: str, total: float) -> None:
    assert optimizers()[preset].total_bytes == total


def test_full_tuning_of_70_billion_is_1120_to_1400_gb_of_states() -> None:
    assert [STATES_GB(params_b=70, bytes_per_param=size) for size in (16, 20)] == [1120, 1400]


def test_one_box_of_eight_80_gb_cards_cannot_fully_tune_70_billion() -> None:
    demand = entry_memory(MemorySpec(method="full", model=LLAMA3_70B, seq_len=2048, devices=8, chunked_loss=True))
    visible = visible_from_label(leaf("card/memory_gb", 80, "GB", Quality.PUBLISHED))
    assert fit_verdict(demand.per_device, visible).verdict == "no"


def test_sharding_lowers_what_a_device_holds() -> None:
    base = MemorySpec(method="full", model=LLAMA3_8B, seq_len=2048, devices=4)
    held = [
        entry_memory(msgspec.structs.replace(base, zero_stage=stage, bucket_gb=0)).per_device.require()
        for stage in (0, 1, 2, 3)
    ]
    assert held == sorted(held, reverse=True)
    assert held[0] > 8.03 * 16e9 / 2**30  # nothing sharded: every device holds all states


def test_seventy_billion_in_16_bits_needs_two_80_gb_cards() -> None:
    visible = visible_from_label(leaf("card/memory_gb", 80, "GB", Quality.PUBLISHED))
    verdicts = [
        fit_verdict(entry_memory(MemorySpec(model=LLAMA3_70B, seq_len=2048, devices=n)).per_device, visible).verdict
        for n in (1, 2, 4)
    ]
    assert verdicts[0] == "no"
    assert verdicts[1] in ("fits", "tight")
    assert verdicts[2] == "fits"


def test_24_gb_label_shows_23_5_gib() -> None:
    visible = visible_from_label(leaf("card/memory_gb", 24, "GB", Quality.PUBLISHED))
    assert visible.require() == pytest.approx(23.52)


def test_unknown_card_memory_is_unknown_and_names_itself() -> None:
    need = constant("job/per_device_gib", 10, "GiB", "given")
    verdict = fit_verdict(need, visible_from_label(unknown("card/memory_gb", "GB")))
    assert verdict.verdict == "unknown"
    assert verdict.share.missing == ("card/memory_gb",)


def test_model_known_by_parameters_only_is_unknown_but_can_be_ruled_out() -> None:
    demand = entry_memory(MemorySpec(model=from_numbers("typed", {"params_b": 70})))
    assert demand.total.value is None
    assert "model/typed/layers" in demand.total.missing
    small = visible_from_label(leaf("card/memory_gb", 80, "GB", Quality.PUBLISHED))
    assert fit_verdict(demand.per_device, small, demand.at_least).verdict == "no"  # 140 GB of weights alone
    large = visible_from_label(leaf("card/memory_gb", 192, "GB", Quality.PUBLISHED))
    assert fit_verdict(demand.per_device, large, demand.at_least).verdict == "unknown"


def test_length_that_nobody_gave_leaves_the_total_unknown() -> None:
    demand = entry_memory(MemorySpec(model=LLAMA3_8B, seq_len=None))
    assert demand.total.value is None
    assert demand.total.missing == ("job/seq_len", "job/prefill_tokens")


def test_margin_is_the_limit() -> None:
    assert [verdict_of(share, 0.85) for share in (0.85, 0.86, 1.0, 1.01)] == ["fits", "tight", "tight", "no"]


def test_every_traced_part_can_be_recomputed_from_its_text() -> None:
    specs = [
        MemorySpec(model=DEEPSEEK_V3, dtype="fp8", seq_len=8192, batch=4, devices=8),
        MemorySpec(model=GEMMA3_27B, dtype="nf4"),
        MemorySpec(method="full", model=LLAMA3_8B, devices=4),
        MemorySpec(method="qlora", model=LLAMA3_70B, train_embeddings=True, grad_checkpoint="selective"),
        MemorySpec(method="lora", model=LLAMA3_8B, lora_targets="qv", grad_checkpoint="offload"),
    ]
    for spec in specs:
        demand = entry_memory(spec)
        for figure in (*demand.parts, demand.total, demand.per_device):
            assert recompute(figure) == pytest.approx(figure.value)
        assert demand.total.low is not None
        assert demand.total.low < demand.total.require() < (demand.total.high or 0)


def test_parts_have_their_own_keys_and_add_up() -> None:
    demand = entry_memory(MemorySpec(method="qlora", model=LLAMA3_8B), key="b/tune")
    assert len({part.key for part in demand.parts}) == len(demand.parts)
    assert all(part.key.startswith("b/tune/") for part in demand.parts)
    assert demand.total.require() == pytest.approx(sum(part.require() for part in demand.parts))


def test_too_long_a_context_is_said() -> None:
    short = msgspec.structs.replace(LLAMA3_8B, max_context=8192)
    assert [note.id for note in entry_memory(MemorySpec(model=short, seq_len=9000)).notes] == ["model.context"]


@pytest.mark.parametrize(
    "numbers",
    [
        {"params_b": 0},
        {"params_b": 7, "layers": 0},
        {"params_b": 7, "heads": 8, "kv_heads": 16},
        {"layers": 32},
        {"params_b": 7, "x": 1},
    ],
)
def test_impossible_shapes_are_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(InputError):
        from_numbers("typed", numbers)


def test_unknown_format_names_its_neighbours() -> None:
    with pytest.raises(UnknownIdError) as caught:
        entry_memory(MemorySpec(model=LLAMA3_8B, dtype="gptq-int5"))
    assert "gptq-int4" in str(caught.value.remedy)


@pytest.mark.parametrize("changes", [{"batch": 0}, {"devices": 0}, {"seq_len": -1}, {"zero_stage": 4}])
def test_impossible_jobs_are_refused(changes: dict[str, int]) -> None:
    with pytest.raises(InputError):
        entry_memory(msgspec.structs.replace(MemorySpec(model=LLAMA3_8B), **changes))


def test_format_table_is_ordered_by_size() -> None:
    bits = {name: form.bits for name, form in formats().items()}
    assert (
        bits["nf4-dq"] < bits["int4"] < bits["nf4"] < bits["int4-g32"] < bits["fp8"] < bits["gptq-int8"] < bits["bf16"]
    )


def test_states_may_be_spread_over_fewer_ranks_than_there_are() -> None:
    # InternEvo: optimizer shards of 8 ranks on 1,024 devices hold as much each as on 8
    base = MemorySpec(method="full", model=LLAMA3_8B, seq_len=2048, zero_stage=1, bucket_gb=0)

    def optimizer_gib(devices: int, ranks: int | None) -> float:
        demand = entry_memory(msgspec.structs.replace(base, devices=devices, shard_ranks=ranks))
        return next(part.require() for part in demand.parts if part.key.endswith("/optimizer_gib")) / devices

    assert optimizer_gib(1024, 8) == pytest.approx(optimizer_gib(8, None))
    assert optimizer_gib(1024, None) == pytest.approx(8.03 * 12e9 / 2**30 / 1024)


def test_sharding_divides_by_the_data_parallel_degree_not_by_all_devices() -> None:
    # Megatron-LM: 7B with TP4, DP2 and a distributed optimizer: (6 + 12/2) x 6.71/4 = 20.1 GB of states, published 20.6
    seven = msgspec.structs.replace(LLAMA3_8B, params_b=6.71)
    spec = MemorySpec(method="full", model=seven, seq_len=8192, batch=2, zero_stage=1, devices=8, tensor_parallel=4,
                      optimizer="adamw-fp32-grads", grad_checkpoint="none")  # fmt: skip
    names = ("/weights_gib", "/gradients_gib", "/optimizer_gib")
    states = sum(part.require() for part in entry_memory(spec).parts if part.key.endswith(names)) / 8
    assert states * 2**30 / 1e9 == pytest.approx((6 + 12 / 2) * 6.71 / 4)


def test_the_cache_of_latent_attention_is_on_every_tensor_rank() -> None:
    alone = MemorySpec(model=DEEPSEEK_V3, dtype="fp8", seq_len=4096, devices=8)
    cache = {
        ranks: next(
            part.require()
            for part in entry_memory(msgspec.structs.replace(alone, tensor_parallel=ranks)).parts
            if part.key.endswith("/cache_gib")
        )
        for ranks in (1, 8)
    }
    assert cache[8] == pytest.approx(8 * cache[1])


def test_concatenated_caches_are_there_twice_and_only_with_several_sequences() -> None:
    # Qwen-7B, 32 sequences of 1,024 tokens, 8-bit cache: one copy gives 24 GB, published 30.2
    seven = msgspec.structs.replace(
        LLAMA3_8B, params_b=7.721, kv_heads=32, ffn=11008, vocab=151936, name="Qwen-7B (v1)"
    )
    spec = MemorySpec(model=seven, seq_len=1024, batch=32, kv_dtype="int8", engine="eager", joined_cache=True,
                      prefill_tokens=32)  # fmt: skip
    total = entry_memory(spec).total.require() * 2**30 / 1e9
    assert total == pytest.approx(30.2, rel=0.15)
    single = msgspec.structs.replace(spec, batch=1)
    plain = msgspec.structs.replace(single, joined_cache=False)
    assert entry_memory(single).total.require() == entry_memory(plain).total.require()


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"tensor_parallel": 16, "devices": 16}, "tensor_parallel"),  # 8 key-value heads
        ({"tensor_parallel": 3, "devices": 3}, "tensor_parallel"),
        ({"tensor_parallel": 2, "devices": 3}, "tensor_parallel"),
        ({"pipeline_parallel": 64, "devices": 64}, "pipeline_parallel"),  # 32 layers
        ({"shard_ranks": 0}, "shard_ranks"),
    ],
)
def test_splits_that_cannot_be_are_refused(changes: dict[str, int], place: str) -> None:
    with pytest.raises(InputError) as caught:
        entry_memory(msgspec.structs.replace(MemorySpec(method="full", model=LLAMA3_8B), **changes))
    assert caught.value.place == place


def test_ranges_are_those_of_the_class_and_wider_where_settings_are_assumed() -> None:
    def factor(**changes: object) -> float:
        need = entry_memory(MemorySpec(model=LLAMA3_8B, **changes)).per_device  # type: ignore[arg-type]
        assert need.low is not None
        assert need.high is not None
        assert need.require() / need.low == pytest.approx(need.high / need.require())
        return need.high / need.require()

    assert factor() == pytest.approx(1.22)  # nine of ten published rows
    assert factor(method="full") == pytest.approx(1.37)
    assert factor(method="full", quality=Quality.ASSUMED) == pytest.approx(2)

"""The parts of the memory of many training jobs in numbers, all at once; ``training_account`` makes the figures of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from planner.workload.activations import ACTIVATIONS_GIB, LAYER_TOKEN_BYTES, LIVE_GIB, LOSS_GIB, UNUSED
from planner.workload.arrays import Lines, least_known, over_arrays, pick, some
from planner.workload.constants import sizing_value
from planner.workload.memory import WEIGHTS_GIB, weight_format
from planner.workload.model_columns import (
    KEEPS,
    dequant_copies,
    kept_b,
    known_or,
    workspace,
)
from planner.workload.training import (
    ADAPTERS_GIB,
    BUFFERS_GIB,
    COPIED_GIB,
    GATHERED_GIB,
    GRADIENTS_GIB,
    LORA_ATTENTION_B,
    LORA_MLP_B,
    LORA_QV_B,
    OPTIMIZER_GIB,
    STAGE_B,
    WEIGHTS_STATE_GIB,
    base_dtype,
    optimizer,
)

if TYPE_CHECKING:
    from planner.workload.arrays import Flags, Numbers
    from planner.workload.spec import MemorySpec

CHOICES = (
    *("full", "qlora", "bits", "keeps", "copies"),
    *("weight_bytes", "gradient_bytes", "optimizer_bytes", "total_bytes"),
    *("kept_share", "boundary_share", "boundaries", "live_layers", "chunks"),
    *("unused_hidden", "unused_ffn", "norm_copies", "sequence_parallel"),
    *("lora_attention", "lora_qv", "lora_mlp", "lora_mlp_dense", "embeddings"),
    *("states_leave", "optimizer_leaves", "released"),
)
Parts = dict[str, "Numbers"]


def training_choice(spec: MemorySpec) -> tuple[float, ...]:
    """Return what the words of a training job mean, in the unit of each of ``CHOICES``; raises UnknownIdError."""
    rule, _form = optimizer(spec.optimizer), weight_format(spec.dtype)
    full, qlora = spec.method == "full", spec.method == "qlora"
    base = weight_format(base_dtype(spec))
    kept_share = {"none": 1.0, "selective": sizing_value("selective_share")}.get(spec.grad_checkpoint, 0.0)
    unused = (0.0, 0.0) if full else UNUSED[spec.lora_targets]
    targets = spec.lora_targets
    return (
        *(float(full), float(qlora), base.bits, KEEPS[base.keeps], dequant_copies(base) if qlora else 0.0),
        *(rule.weight_bytes, rule.gradient_bytes, rule.master_bytes + rule.state_bytes, rule.total_bytes),
        *(kept_share, float(spec.grad_checkpoint == "full"), 2.0 if spec.grad_checkpoint == "offload" else 0.0),
        1 - kept_share,
        sizing_value("loss_chunks") if spec.chunked_loss else 1.0,
        *unused,
        0.0 if spec.fused else sizing_value("eager_norm_copies"),
        float(spec.sequence_parallel),
        *(float(targets in ("all", "attention")), float(targets == "qv"), float(targets == "mlp")),
        *(float(targets == "all"), float(spec.train_embeddings)),
        *(float(spec.offload == "all"), float(spec.offload == "optimizer")),
        float(not spec.accumulate and spec.offload != "all"),
    )


def training_parts(given: Lines, choice: Lines, model: Lines, matrices: Numbers) -> Parts:
    """Return the GiB of the parts over all devices; ``matrices`` are those of a feed-forward layer, 0 where there is no part."""
    group = given["tensor_parallel"] * given["pipeline_parallel"]
    ranks = pick(given["devices"] >= group, given["devices"] // group, 1.0)
    several = pick(given["devices"] > 1, 3.0, 0.0)
    stage = known_or(given["zero_stage"], several)
    full = choice["full"] > 0
    running = _running(given, choice, model, matrices)
    trained = _trained(given, choice, model, full)
    found = {**_states(given, choice, model, (full, trained, stage, ranks), running), **running}
    shared = known_or(given["bucket_gb"], pick((stage > 0) & (ranks > 1), sizing_value("bucket_gb"), 0.0))
    found["buffers_gib"] = over_arrays(BUFFERS_GIB)(
        devices=given["devices"],
        runtime_gb=sizing_value("runtime_training_gb"),
        bucket_gb=shared,
        trained_b=trained,
        model_parallel=group,
    )
    if some(choice["copies"] > 0):
        found["workspace_gib"] = workspace(model, choice["copies"], given["devices"], given["tensor_parallel"])
    gathers = ((stage == 3) & (ranks > 1)) | (choice["states_leave"] > 0)  # noqa: PLR2004 - the stage that shards weights
    if some(gathers):
        found["gathered_gib"] = pick(gathers, _gathered(given, choice, model, full), 0.0)
    return found


def _running(given: Lines, choice: Lines, model: Lines, matrices: Numbers) -> Parts:
    """Return kept activations, logits with loss, and what the recomputed layer needs beyond them."""
    devices, tensor, pipeline = given["devices"], given["tensor_parallel"], given["pipeline_parallel"]
    tokens = given["batch"] * given["seq_len"]
    in_flight = least_known(pipeline, given["micro_batches"])
    norm_ranks = pick(choice["sequence_parallel"] > 0, tensor, 1.0)
    layer = over_arrays(LAYER_TOKEN_BYTES)(
        norm_copies=choice["norm_copies"],
        unused_hidden=choice["unused_hidden"],
        hidden=model["hidden"],
        norm_ranks=norm_ranks,
        heads=model["heads"],
        head_dim=model["head_dim"],
        kv_heads=model["kv_heads"],
        ffn_bytes=pick(matrices == 3, 8.0, 4.0),  # noqa: PLR2004 - gated
        unused_ffn=choice["unused_ffn"],
        ffn=model["ffn_per_token"],
        tensor_parallel=tensor,
    )
    kept = over_arrays(ACTIVATIONS_GIB)(
        devices=devices,
        tokens=tokens,
        in_flight=in_flight,
        pipeline_parallel=pipeline,
        kept_layers=times(choice["kept_share"], model["layers"]),
        layer_token_bytes=layer,
        boundary_layers=times(choice["boundary_share"], model["layers"]) + choice["boundaries"],
        hidden=model["hidden"],
        norm_ranks=norm_ranks,
    )
    logits = over_arrays(LOSS_GIB)(
        devices=devices,
        tokens=tokens,
        vocab=model["vocab"],
        loss_bytes=sizing_value("loss_bytes"),
        chunks=choice["chunks"],
        tensor_parallel=tensor,
        activations_gib=kept,
        in_flight=in_flight,
    )
    live = over_arrays(LIVE_GIB)(
        devices=devices,
        tokens=tokens,
        live_layers=choice["live_layers"],
        layer_token_bytes=layer,
        logits_gib=logits,
    )
    return {"activations_gib": kept, "logits_gib": logits, "live_layer_gib": live}


def times(share: Numbers, count: Numbers) -> Numbers:
    """Return a share of a count in the unit of the count; nothing of an unknown count is nothing."""
    return pick(share == 0, 0.0, share * count)


def _trained(given: Lines, choice: Lines, model: Lines, full: Flags) -> Numbers:
    """Return the parameters (1e9) that are trained; of a pipeline those of stages as full as the fullest."""
    whole = model["params_b"]
    staged = given["pipeline_parallel"] > 1
    if some(full & staged):
        fullest = over_arrays(STAGE_B)(
            params_b=whole,
            kept_b=model["embeddings_b"],
            tables=model["tables"],
            pipeline_parallel=given["pipeline_parallel"],
        )
        whole = pick(staged, fullest, whole)
    return whole if full.all() else pick(full, whole, _adapters(given, choice, model))


def _adapters(given: Lines, choice: Lines, model: Lines) -> Numbers:
    common = {"rank": given["lora_rank"], "layers": model["layers"], "hidden": model["hidden"]}
    heads = {name: model[name] for name in ("heads", "head_dim", "kv_heads")}
    found = times(choice["lora_attention"], over_arrays(LORA_ATTENTION_B)(**common, **heads))
    if some(choice["lora_qv"] > 0):
        found = found + times(choice["lora_qv"], over_arrays(LORA_QV_B)(**common, **heads))
    dense = pick(model["moe"] > 0, 0.0, choice["lora_mlp_dense"])
    wide = choice["lora_mlp"] + dense
    found = found + times(wide, over_arrays(LORA_MLP_B)(**common, ffn=model["ffn_per_token"]))
    if some(choice["embeddings"] > 0):
        found = found + times(choice["embeddings"], model["embeddings_b"])
    return found


def _states(
    given: Lines, choice: Lines, model: Lines, job: tuple[Flags, Numbers, Numbers, Numbers], running: Parts
) -> Parts:
    """Return weights, gradients, optimizer states and adapters, those that are kept on the host left out."""
    full, trained, stage, ranks = job
    shard = ranks / least_known(ranks, known_or(given["shard_ranks"], ranks))
    weights_copies = pick(stage < 3, ranks, shard)  # noqa: PLR2004 - stages of sharding
    found: Parts = {}
    if some(full):
        found = _full_states(choice, trained, (stage, ranks, shard, weights_copies), running)
    if not full.all():
        frozen = over_arrays(COPIED_GIB)(weights_gib=_frozen(given, choice, model), copies=weights_copies)
        adapters = over_arrays(ADAPTERS_GIB)(
            trained_b=trained, bytes_per_param=choice["total_bytes"], copies=weights_copies
        )
        found = {name: pick(full, line, 0.0) for name, line in found.items()}
        found["weights_gib"] = pick(full, found.get("weights_gib", 0.0), frozen)
        found["adapters_gib"] = pick(full, 0.0, adapters)
    leave = choice["states_leave"] > 0
    if some(leave):
        found = {name: pick(leave, 0.0, line) for name, line in found.items()}
    if some(full) and some(choice["optimizer_leaves"] > 0):
        found["optimizer_gib"] = pick(choice["optimizer_leaves"] > 0, 0.0, found["optimizer_gib"])
    return found


def _full_states(
    choice: Lines, trained: Numbers, spread: tuple[Numbers, Numbers, Numbers, Numbers], running: Parts
) -> Parts:
    stage, ranks, shard, weights_copies = spread
    released: Numbers | float = 0.0
    if some(choice["released"] > 0):
        gone = running["activations_gib"] + running["logits_gib"] + running["live_layer_gib"]
        released = times(choice["released"], gone)
    return {
        "weights_gib": over_arrays(WEIGHTS_STATE_GIB)(
            trained_b=trained, bytes_per_param=choice["weight_bytes"], copies=weights_copies
        ),
        "gradients_gib": over_arrays(GRADIENTS_GIB)(
            trained_b=trained,
            bytes_per_param=choice["gradient_bytes"],
            copies=pick(stage < 2, ranks, shard),  # noqa: PLR2004
            released_gib=released,
        ),
        "optimizer_gib": over_arrays(OPTIMIZER_GIB)(
            trained_b=trained, bytes_per_param=choice["optimizer_bytes"], copies=pick(stage < 1, ranks, shard)
        ),
    }


def _frozen(given: Lines, choice: Lines, model: Lines) -> Numbers:
    found = over_arrays(WEIGHTS_GIB)(
        params_b=model["params_b"],
        kept_b=kept_b(model, choice["keeps"]),
        bits=choice["bits"],
        kept_bits=pick(choice["qlora"] > 0, given["kept_bits"], 16.0),
    )
    return cast("Numbers", found)


def _gathered(given: Lines, choice: Lines, model: Lines, full: Flags) -> Numbers:
    found = over_arrays(GATHERED_GIB)(
        devices=given["devices"],
        blocks=sizing_value("gathered_blocks"),
        bytes_per_param=pick(full, 2.0, choice["bits"] / 8),
        params_b=model["params_b"],
        kept_b=model["embeddings_b"],
        layers=model["layers"],
        tables=model["tables"],
        tensor_parallel=given["tensor_parallel"],
    )
    return cast("Numbers", found)

"""The accounts of memory of many jobs in numbers, all at once: the parts that ``entry_memory`` makes figures of.

A line for each part over the jobs; 0 where a job has no such part, NaN where it is unknown, and NaN throughout where
the job is refused (``entry_memory`` says why). Same formula texts as the figures, so a property test finds them equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, cast

import msgspec

from planner.errors import PlannerError
from planner.workload.arrays import (
    NOT_KNOWN,
    Lines,
    blank,
    choices,
    is_unknown,
    line,
    lines,
    only_finite,
    over_arrays,
    pick,
    places_of,
    put,
    quietly,
    some,
)
from planner.workload.constants import sizing_value
from planner.workload.fit import PER_DEVICE_GIB
from planner.workload.kv_cache import CACHE_GIB, STATE_GIB, WINDOW_CACHE_GIB, kv_bits
from planner.workload.memory import LOGITS_GIB, PREFILL_GIB, RUNTIME_GIB, WEIGHTS_GIB, weight_format
from planner.workload.model_columns import (
    KEEPS,
    RULES,
    ModelTable,
    dequant_copies,
    kept_b,
    known_or,
    token_bytes,
    workspace,
)
from planner.workload.parameters import feed_forward_matrices
from planner.workload.training_columns import CHOICES, training_choice, training_parts

if TYPE_CHECKING:
    from planner.workload.arrays import Flags, Numbers
    from planner.workload.spec import MemorySpec

PARTS = (
    *("weights_gib", "cache_gib", "state_gib", "prefill_gib", "logits_gib", "workspace_gib", "runtime_gib"),
    *("gradients_gib", "optimizer_gib", "adapters_gib", "activations_gib", "live_layer_gib", "gathered_gib"),
    "buffers_gib",
)
_PART_PLACES = places_of(PARTS)
_COUNTS = ("seq_len", "batch", "devices", "lora_rank", "tensor_parallel", "pipeline_parallel", "micro_batches")
_GIVEN = (*_COUNTS, "shard_ranks", "zero_stage", "bucket_gb", "prefill_tokens", "kept_bits")
_GIVEN_PLACES, _FETCH = places_of(_GIVEN), attrgetter(*_GIVEN)
_AT_LEAST_ONE = (*_COUNTS, "shard_ranks")
_LAST_STAGE = 3

_CHOICES = places_of(("bits", "keeps", "copies", "kv_bits", "chunk", "scores_prompt", "joined"))
_CHOSEN = attrgetter("dtype", "kv_dtype", "engine", "scores_prompt", "joined_cache")
_TRAINING_CHOICES = places_of(CHOICES)
_TRAINING_CHOSEN = attrgetter(
    *("method", "dtype", "optimizer", "grad_checkpoint", "chunked_loss", "lora_targets", "train_embeddings"),
    *("sequence_parallel", "offload", "fused", "accumulate"),
)


class Accounts(msgspec.Struct, frozen=True, kw_only=True):
    """Accounts of jobs in their order: ``parts`` as ``PARTS`` down, need and what is certain of it on each device; GiB."""

    parts: Numbers
    per_device: Numbers
    at_least: Numbers


def accounts(specs: Sequence[MemorySpec], models: ModelTable) -> Accounts:
    """Return the accounts of ``specs``, whose models are in ``models``; NaN throughout for a job that is refused."""
    with quietly():
        return _accounts(specs, models)


def _accounts(specs: Sequence[MemorySpec], models: ModelTable) -> Accounts:
    given = lines(_GIVEN_PLACES, [_FETCH(spec) for spec in specs])
    model = models.of([spec.model for spec in specs])
    parts = blank(len(PARTS), len(specs))
    refused = _impossible(given, model)
    for training, reckon in ((False, _inference), (True, _training)):
        places = [at for at, spec in enumerate(specs) if (spec.method != "infer") is training]
        if places:
            ours = [specs[at] for at in places]
            found, unnamed = reckon(ours, given.at(places), model.at(places))
            refused[places] |= unnamed
            put(parts, [_PART_PLACES[name] for name in found], places, list(found.values()))
    parts = only_finite(parts)
    if some(refused):
        parts[:, refused] = NOT_KNOWN
    spread = over_arrays(PER_DEVICE_GIB)
    certain = spread(total_gib=known_or(parts, 0.0).sum(axis=0), devices=given["devices"])
    return Accounts(
        parts=parts,
        per_device=spread(total_gib=parts.sum(axis=0), devices=given["devices"]),
        at_least=pick(refused, NOT_KNOWN, certain),
    )


def _impossible(given: Lines, model: Lines) -> Flags:
    """Tell which jobs have a count below 1 or cannot be split as asked; as ``entry_memory`` refuses them."""
    refused = given["zero_stage"] > _LAST_STAGE
    refused |= given["zero_stage"] < 0
    for name in _AT_LEAST_ONE:
        refused |= given[name] < 1
    tensor, pipeline = given["tensor_parallel"], given["pipeline_parallel"]
    if not some((tensor > 1) | (pipeline > 1)):
        return refused
    heads = pick(model["rule"] == RULES["latent"], model["heads"], model["kv_heads"])
    refused |= given["devices"] % (tensor * pipeline) != 0
    refused |= (heads >= 1) & (heads // 1 % tensor != 0)
    return refused | (pipeline > model["layers"])


Found = tuple[dict[str, "Numbers"], "Flags"]


def _inference(specs: Sequence[MemorySpec], given: Lines, model: Lines) -> Found:
    choice = choices(_CHOICES, specs, _CHOSEN, _choice)
    no_cache = model["rule"] == RULES["none"]
    bits = choice["bits"]
    prefill = _prefill(given, choice)
    scored = pick(choice["scores_prompt"] > 0, prefill, given["batch"])
    found = {
        "weights_gib": over_arrays(WEIGHTS_GIB)(
            params_b=model["params_b"], kept_b=kept_b(model, choice["keeps"]), bits=bits, kept_bits=16.0
        ),
        "cache_gib": pick(no_cache, 0.0, _cache(given, choice, model)),
        "prefill_gib": over_arrays(PREFILL_GIB)(
            prefill_tokens=pick(no_cache, NOT_KNOWN, prefill),
            hidden_copies=sizing_value("prefill_hidden_copies"),
            hidden=model["hidden"],
            ffn_copies=sizing_value("prefill_ffn_copies"),
            ffn=model["ffn_per_token"],
        ),
        "logits_gib": over_arrays(LOGITS_GIB)(
            scored_tokens=scored, vocab=model["vocab"], logits_bytes=sizing_value("logits_bytes")
        ),
        "runtime_gib": over_arrays(RUNTIME_GIB)(
            devices=given["devices"],
            context_gib=sizing_value("context_gib"),
            collective_gib=sizing_value("collective_gib"),
        ),
    }
    if some(no_cache):
        found["logits_gib"] = pick(no_cache, 0.0, found["logits_gib"])
    state = model["state_bytes"]
    if some(state > 0):
        held = over_arrays(STATE_GIB)(batch=given["batch"], state_bytes=state)
        found["state_gib"] = pick(state > 0, held, 0.0)
    if some(choice["copies"] > 0):
        found["workspace_gib"] = workspace(model, choice["copies"], given["devices"], given["tensor_parallel"])
    return found, is_unknown(bits) | (is_unknown(choice["kv_bits"]) & ~no_cache)


def _choice(spec: MemorySpec) -> tuple[float, ...]:
    """Return what format, cache and engine of an inference job mean, as ``_CHOICES``; raises UnknownIdError."""
    form = weight_format(spec.dtype)
    try:
        cached = kv_bits(spec.kv_dtype).require()
    except PlannerError:  # a model without a cache does not ask
        cached = NOT_KNOWN
    chunk = {"eager": float("inf"), "serving": sizing_value("chunk_serving_tokens")}.get(spec.engine)
    return (
        form.bits,
        KEEPS[form.keeps],
        dequant_copies(form),
        cached,
        float(int(sizing_value("chunk_llamacpp_tokens"))) if chunk is None else chunk // 1,
        float(spec.scores_prompt),
        sizing_value("cache_concat_copies") if spec.joined_cache else 0.0,
    )


def _prefill(given: Lines, choice: Lines) -> Numbers:
    """Return the tokens that are read at once."""
    whole = given["batch"] * given["seq_len"]
    chunked = pick(whole > choice["chunk"], choice["chunk"], whole)
    return known_or(given["prefill_tokens"], chunked)


def _cache(given: Lines, choice: Lines, model: Lines) -> Numbers:
    batch, context, rule = given["batch"], given["seq_len"], model["rule"]
    copies = pick((rule == RULES["latent"]) & (given["tensor_parallel"] > 1), given["tensor_parallel"], 1.0)
    copies = pick((choice["joined"] > 0) & (batch > 1), choice["joined"], copies)
    found = over_arrays(CACHE_GIB)(
        batch=batch, context_tokens=context, token_bytes=token_bytes(model, choice["kv_bits"]), copies=copies
    )
    sliding = rule == RULES["window"]
    if not some(sliding):
        return cast("Numbers", found)
    windowed = over_arrays(WINDOW_CACHE_GIB)(
        batch=batch,
        full_layers=model["full_layers"],
        context_tokens=context,
        layers=model["layers"],
        window_tokens=model["window_tokens"],
        kv_heads=model["kv_heads"],
        head_dim=model["head_dim"],
        kv_bits=choice["kv_bits"],
        copies=copies,
    )
    return pick(sliding, windowed, found)


def _training(specs: Sequence[MemorySpec], given: Lines, model: Lines) -> Found:
    choice = choices(_TRAINING_CHOICES, specs, _TRAINING_CHOSEN, training_choice)
    matrices = line([float(feed_forward_matrices(spec.model)) for spec in specs])
    return training_parts(given, choice, model, matrices), is_unknown(choice["bits"])

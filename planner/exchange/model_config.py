"""A local Hugging Face ``config.json`` as numbers of a model: names of many families, odd and missing fields told.

Field names were read from the published configurations of the families. What a file leaves to a default of its family
is taken as that and said.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from planner.catalog.mapping import CellProblem
from planner.errors import ImportFailed
from planner.exchange.model_numbers import ModelNumbers, whole
from planner.messages import Message, msg

MAX_BYTES = 4 * 1024 * 1024
_INNER = ("text_config", "language_config", "llm_config", "thinker_config")
CONFIG_NAMES = {
    "layers": ("num_hidden_layers", "n_layer", "num_layers", "n_layers"),
    "hidden": ("hidden_size", "n_embd", "d_model"),
    "heads": ("num_attention_heads", "n_head", "n_heads"),
    "ffn": ("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim"),
    "kv_heads": ("num_key_value_heads", "num_kv_heads", "multi_query_group_num", "n_head_kv"),
    "head_dim": ("head_dim", "kv_channels"),
    "vocab": ("vocab_size", "padded_vocab_size"),
    "max_context": ("max_position_embeddings", "seq_length", "n_positions", "max_sequence_length"),
    "mla_kv_lora_rank": ("kv_lora_rank",),
    "mla_q_lora_rank": ("q_lora_rank",),
    "mla_rope_dim": ("qk_rope_head_dim",),
    "qk_nope_dim": ("qk_nope_head_dim",),
    "v_head_dim": ("v_head_dim",),
    "experts": ("n_routed_experts", "num_experts", "num_local_experts", "moe_num_experts"),
    "experts_active": ("num_experts_per_tok", "num_experts_per_token", "moe_topk", "moe_top_k"),
    "moe_ffn": ("moe_intermediate_size", "expert_ffn_hidden_size"),
    "shared_experts": ("n_shared_experts", "num_shared_experts"),
    "dense_first_layers": ("first_k_dense_replace",),
    "moe_every": ("decoder_sparse_step", "moe_layer_freq", "interleave_moe_layer_step"),
}
_NEEDED = ("layers", "hidden", "heads", "vocab")
_LATENT = ("mla_rope_dim", "qk_nope_dim", "v_head_dim")
_MAY_BE_ZERO = ("shared_experts", "dense_first_layers", "mla_q_lora_rank")


def read_config(path: Path) -> ModelNumbers:
    """Return the numbers of a ``config.json``; raises ImportFailed where it is no configuration of a language model."""
    raw = _object(path)
    inner = next((raw[name] for name in _INNER if isinstance(raw.get(name), dict)), raw)
    inner = {**{key: value for key, value in raw.items() if not isinstance(value, dict)}, **inner}
    found, problems = _numbers(inner)
    notes = list(_defaults(inner, found))
    _attention(inner, found, problems, notes)
    return ModelNumbers(
        name=_name(raw, path),
        values=found,
        problems=tuple(problems),
        notes=tuple(notes),
        dtype=_dtype(raw, inner),
        source="config.json",
    )


def _object(path: Path) -> dict[str, Any]:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= MAX_BYTES else b""
    except OSError as error:
        reason = msg("config.os", "It cannot be read ({reason}).", reason=error.strerror or str(error))
        raise _refused(path, reason) from error
    if size > MAX_BYTES:
        raise _refused(path, msg("config.large", "It is larger than 4 MiB."))
    try:
        raw = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _refused(path, msg("config.json", "It is no JSON ({reason}).", reason=str(error))) from error
    if not isinstance(raw, dict):
        raise _refused(path, msg("config.object", "It holds no object of fields."))
    return raw


def _numbers(given: Mapping[str, Any]) -> tuple[dict[str, float], list[CellProblem]]:
    found: dict[str, float] = {}
    problems: list[CellProblem] = []
    for key, names in CONFIG_NAMES.items():
        name = next((one for one in names if given.get(one) is not None), None)
        if name is None:
            if key in _NEEDED:
                problems.append(_missing(names))
            continue
        read = whole(name, given[name], 0 if key in _MAY_BE_ZERO else 1)
        if isinstance(read, CellProblem):
            problems.append(read)
        else:
            found[key] = read
    if "mla_kv_lora_rank" in found:
        problems += [_missing(CONFIG_NAMES[key]) for key in _LATENT if key not in found]
    if found.get("experts") and "experts_active" not in found:
        problems.append(_missing(CONFIG_NAMES["experts_active"]))
    return found, problems


def _defaults(given: Mapping[str, Any], found: dict[str, float]) -> list[Message]:
    """Fill in what families leave out, and say what was filled in."""
    notes: list[Message] = []
    heads, hidden = found.get("heads"), found.get("hidden")
    if "kv_heads" not in found and heads:
        single = given.get("multi_query") is True and not given.get("new_decoder_architecture")
        found["kv_heads"] = 1.0 if single else heads
        notes.append(
            msg("config.kv_heads", "num_key_value_heads is missing: taken as {value}.", value=found["kv_heads"])
        )
    if "head_dim" not in found and heads and hidden and hidden % heads == 0:
        found["head_dim"] = hidden // heads
    if "ffn" not in found and hidden:
        found["ffn"] = 4 * hidden
        notes.append(msg("config.ffn", "intermediate_size is missing: taken as 4 x hidden size."))
    if given.get("model_type") == "qwen" and "ffn" in found:
        found["ffn"] /= 2  # the first Qwen counts both halves of its gated layer
    if found.get("experts") and "moe_ffn" not in found and "ffn" in found:
        found["moe_ffn"] = found["ffn"]
    shared, width = given.get("shared_expert_intermediate_size"), found.get("moe_ffn")
    if found.get("experts") and "shared_experts" not in found and isinstance(shared, int) and width:
        found["shared_experts"] = shared / width
    if not isinstance(given.get("tie_word_embeddings"), bool):
        notes.append(msg("config.tied", "tie_word_embeddings is missing: two tables are reckoned."))
    found["tied_embeddings"] = float(given.get("tie_word_embeddings") is True)
    return notes


def _attention(
    given: Mapping[str, Any], found: dict[str, float], problems: list[CellProblem], notes: list[Message]
) -> None:
    """Add how many layers keep the whole context, the window of the others, and the state of linear layers."""
    layers = found.get("layers")
    if layers is None or "mla_kv_lora_rank" in found:
        return
    kinds = given.get("layer_types")
    if kinds is not None and (not isinstance(kinds, list) or len(kinds) != layers):
        problems.append(
            CellProblem(
                column="layer_types",
                value=str(kinds)[:60],
                message=msg(
                    "config.layer_types",
                    "layer_types does not name the kind of each of the {layers} layers",
                    layers=layers,
                ),
                remedy=msg("config.layer_types.remedy", "Accepted is a list with one kind for each layer."),
            )
        )
        return
    window = given.get("sliding_window")
    windowed = isinstance(window, int) and not isinstance(window, bool) and window > 0
    windowed = windowed and given.get("use_sliding_window") is not False
    full = _full_layers(given, kinds, layers, windowed)
    if full is None or full == layers:
        return
    found["full_layers"] = float(full)
    linear = sum("linear" in str(kind) for kind in kinds or ()) or (0 if windowed else layers - full)
    if windowed and not linear:
        found["window_tokens"] = float(window)  # type: ignore[arg-type]  # tested above
    elif linear:
        _state(given, found, linear, notes)


def _full_layers(given: Mapping[str, Any], kinds: list[Any] | None, layers: float, windowed: bool) -> float | None:
    if kinds:
        return float(sum("full" in str(kind) for kind in kinds))
    every = given.get("full_attention_interval")
    if isinstance(every, int) and every > 0:
        return float(layers // every)
    if not windowed:
        return None
    pattern = given.get("sliding_window_pattern")
    if isinstance(pattern, int) and pattern > 0:
        return float(layers // pattern)
    if given.get("model_type") == "gemma2":
        return float(layers // 2)
    most = given.get("max_window_layers")
    return float(min(most, layers)) if isinstance(most, int) and most >= 0 else 0.0


def _state(given: Mapping[str, Any], found: dict[str, float], linear: float, notes: list[Message]) -> None:
    names = ("linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim")
    sizes = [given.get(name) for name in names]
    if not all(isinstance(one, int) and one > 0 for one in sizes):
        notes.append(
            msg("config.state", "The size of the fixed state of linear layers is not in the file: it is left out.")
        )
        return
    heads, key_dim, value_dim = (float(one or 0) for one in sizes)
    found["state_bytes"] = linear * heads * key_dim * value_dim * 4  # kept in FP32


def _dtype(raw: Mapping[str, Any], inner: Mapping[str, Any]) -> str:
    quantised = raw.get("quantization_config")
    if isinstance(quantised, dict):
        method, bits = str(quantised.get("quant_method", "")).lower(), quantised.get("bits")
        known: dict[tuple[str, Any], str] = {("gptq", 4): "gptq-int4", ("gptq", 8): "gptq-int8", ("awq", 4): "awq-int4"}
        if method in ("fp8", "mxfp4"):
            return method
        if (method, bits) in known:
            return known[method, bits]
    said = str(inner.get("torch_dtype") or inner.get("dtype") or raw.get("torch_dtype") or "")
    return {"bfloat16": "bf16", "float16": "fp16", "float32": "fp32"}.get(said.removeprefix("torch."), "bf16")


def _name(raw: Mapping[str, Any], path: Path) -> str:
    given = raw.get("_name_or_path")
    if isinstance(given, str) and given.strip() and not given.startswith((".", "/")):
        return given.strip().rsplit("/", 1)[-1][:100]
    return (path.resolve().parent.name if path.stem == "config" else path.stem)[:100]


def _missing(names: tuple[str, ...]) -> CellProblem:
    return CellProblem(
        column=names[0],
        value="",
        message=msg("config.missing", "{field} is missing", field=names[0]),
        remedy=msg("config.missing.remedy", "Accepted is a whole number from 1 up, under {names}.", names=names),
    )


def _refused(path: Path, reason: Message) -> ImportFailed:
    return ImportFailed(
        reason, msg("config.remedy", "Give the config.json of a language model, or a .gguf file."), str(path)
    )

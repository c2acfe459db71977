"""Own models from local files: a Hugging Face ``config.json`` or the header of a GGUF file, as rows of the catalog."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from planner.catalog.attributes import attribute, find_attribute
from planner.catalog.items import Item, Value
from planner.catalog.mapping import CellProblem, model_id, read_cell
from planner.errors import ImportFailed, InputError
from planner.exchange.gguf import MAGIC, GgufHeader, GgufList, read_gguf
from planner.exchange.model_config import CONFIG_NAMES, read_config
from planner.exchange.model_numbers import ModelNumbers, whole
from planner.figure import Figure, Quality
from planner.messages import Labelled, Message, msg
from planner.workload.models import ModelShape, from_item
from planner.workload.parameters import active_parameters, deviation, parameters

TOLERANCE = 0.02
_GGUF = {
    "layers": "block_count",
    "hidden": "embedding_length",
    "ffn": "feed_forward_length",
    "heads": "attention.head_count",
    "kv_heads": "attention.head_count_kv",
    "head_dim": "attention.key_length",
    "max_context": "context_length",
    "vocab": "vocab_size",
    "experts": "expert_count",
    "experts_active": "expert_used_count",
    "moe_ffn": "expert_feed_forward_length",
    "shared_experts": "expert_shared_count",
    "dense_first_layers": "leading_dense_block_count",
    "mla_kv_lora_rank": "attention.kv_lora_rank",
    "mla_q_lora_rank": "attention.q_lora_rank",
    "mla_rope_dim": "rope.dimension_count",
}
_NEEDED = ("layers", "hidden", "heads")
_TYPED_NEEDED = (*_NEEDED, "vocab", "ffn")
_COUNTED = ("params_total_b", "params_active_b", "kv_bytes_per_token_16bit")
_MAY_BE_ZERO = ("shared_experts", "dense_first_layers", "mla_q_lora_rank", "experts", "experts_active")
# general.file_type of the commonest files, as our weight formats
_FILE_TYPES = {0: "fp32", 1: "fp16", 2: "gguf-q4_0", 7: "gguf-q8_0", 15: "gguf-q4_k_m", 17: "gguf-q5_k_m",
               18: "gguf-q6_k", 30: "gguf-iq4_xs", 32: "bf16", 10: "gguf-q2_k", 11: "gguf-q3_k"}  # fmt: skip


class ModelRow(msgspec.Struct, frozen=True, kw_only=True):
    """A model ready for the catalog: the row, its parameter count by the shape, the difference from the published one."""

    item: Item
    computed: Figure
    deviation: Figure | None
    notes: tuple[Message, ...]


def read_model(path: Path) -> ModelNumbers:
    """Return what a local model file says; raises ImportFailed where it is neither kind."""
    try:
        with path.open("rb") as file:
            start = file.read(4)
    except OSError as error:
        reason = msg("config.os", "It cannot be read ({reason}).", reason=error.strerror or str(error))
        raise ImportFailed(
            reason, msg("config.remedy", "Give the config.json of a language model, or a .gguf file."), str(path)
        ) from error
    if start != MAGIC and path.suffix.casefold() == ".gguf":
        raise ImportFailed(
            msg("gguf.other", "It is no GGUF file, whatever its name says."),
            msg("gguf.remedy", "Give a complete .gguf file of version 2 or 3."),
            str(path),
        )
    return gguf_numbers(read_gguf(path), path) if start == MAGIC else read_config(path)


def typed_numbers(name: str, given: Mapping[str, str], base: ModelNumbers | None = None) -> ModelNumbers:
    """Return the numbers of a model that somebody typed, by attribute key; ``base`` is what a file said before.

    Raises:
        InputError: a key is no number of a model, or its value none.
    """
    values = dict(base.values) if base else {}
    for key, text in given.items():
        known = find_attribute(key, "model")
        if known is None or known.type not in ("integer", "flag", "number") or key in _COUNTED:
            raise InputError(
                msg("model.key", "{key} is no number of a model.", key=key),
                msg("model.key.remedy", "Known are: {known}.", known=_typable()),
                key,
            )
        read = read_cell(key, "model", text.strip())
        if isinstance(read, CellProblem):
            raise InputError(read.message, read.remedy, key)
        values[key] = float(read)
    if base is not None:
        left = tuple(one for one in base.problems if not _typed_instead(one, given))
        return msgspec.structs.replace(base, name=name or base.name, values=values, problems=left)
    missing = next((key for key in _TYPED_NEEDED if key not in values), None)
    if missing is not None:
        raise InputError(
            msg("model.typed.missing", "{field} is missing.", field=_named(missing)),
            msg(
                "model.typed.needed",
                "Give {fields}, and what else is known.",
                fields=tuple(_named(key) for key in _TYPED_NEEDED),
            ),
            missing,
        )
    values.setdefault("kv_heads", values["heads"])
    values.setdefault("head_dim", values["hidden"] // values["heads"])
    return ModelNumbers(name=name, values=values, source="typed")


def _named(key: str) -> Labelled:
    """Return what a number of a model is called where it is typed."""
    return attribute(key, "model").labelled


def _typed_instead(problem: CellProblem, given: Mapping[str, str]) -> bool:
    return any(
        problem.column in (key, *CONFIG_NAMES.get(key, ())) or problem.column.endswith(_GGUF.get(key, "\0"))
        for key in given
    )


def _typable() -> tuple[str, ...]:
    return tuple(
        one
        for one in (*CONFIG_NAMES, "tied_embeddings", "full_layers", "window_tokens", "state_bytes")
        if one not in _COUNTED
    )


def gguf_numbers(header: GgufHeader, path: Path) -> ModelNumbers:
    """Return the numbers of a GGUF header; its tensor table counts the parameters and bits exactly."""
    data = header.metadata
    family = data.get("general.architecture")
    if not isinstance(family, str) or not family:
        raise ImportFailed(
            msg("gguf.family", "general.architecture is missing: no language model."),
            msg("gguf.remedy", "Give a complete .gguf file of version 2 or 3."),
            str(path),
        )
    found, problems = _gguf_values(data, family)
    tokens = data.get("tokenizer.ggml.tokens")
    if "vocab" not in found and isinstance(tokens, GgufList):
        found["vocab"] = float(tokens.length)
    if "head_dim" not in found and found.get("heads") and found.get("hidden"):
        found["head_dim"] = found["hidden"] // found["heads"]
    found.setdefault("kv_heads", found.get("heads", 0.0))
    if header.tensors:
        found["tied_embeddings"] = float(all(tensor.name != "output.weight" for tensor in header.tensors))
    if not found.get("experts"):
        for key in ("experts", "experts_active", "moe_ffn", "shared_experts", "dense_first_layers"):
            found.pop(key, None)
    notes = _gguf_window(data, family, found)
    count, size = header.parameters, header.weight_bytes
    title = data.get("general.name")
    return ModelNumbers(
        name=str(title)[:100] if isinstance(title, str) and title.strip() else path.stem[:100],
        values=found,
        problems=tuple(problems),
        notes=tuple(notes),
        dtype=_FILE_TYPES.get(data.get("general.file_type", -1), "bf16"),
        source="GGUF",
        counted_b=count / 1e9 if count else None,
        bits=8 * size / count if count else None,
    )


def model_row(
    numbers: ModelNumbers, name: str = "", maker: str = "", published_b: float | None = None, date: str = ""
) -> ModelRow:
    """Return the catalog row of a model file; ``published_b`` (1e9) is compared with the count by the shape.

    Raises:
        InputError: a field is missing or odd, or a number lies outside of what the catalog takes.
    """
    if numbers.problems:
        raise _refused(numbers.problems[0], numbers)
    published = numbers.counted_b if published_b is None else published_b
    attributes = _attributes(numbers, date)
    item = Item(
        id=model_id(name or numbers.name), kind="model", maker=maker, name=name or numbers.name, attributes=attributes
    )
    shape = from_item(item)
    computed = parameters(shape)
    total = published if published is not None else computed.value
    if total is not None:
        attributes |= _counts(shape, computed, total, published is not None, date)
    done = msgspec.structs.replace(item, attributes=attributes)
    differs = deviation(from_item(done)) if published is not None and computed.known else None
    return ModelRow(
        item=done, computed=computed, deviation=differs, notes=(*numbers.notes, *_differing(differs, computed))
    )


def _counts(shape: ModelShape, computed: Figure, total: float, published: bool, date: str) -> dict[str, Value]:
    basis = "published or counted from the file" if published else "computed from the shape"
    quality = Quality.ENTERED if published else Quality.COMPUTED
    active = active_parameters(shape).value
    found = {
        "params_total_b": Value(value=round(total, 6), unit="Bparam", source=basis, source_date=date, quality=quality),
        "params_basis": Value(value=basis, source_date=date, quality=Quality.ENTERED),
    }
    if active is not None and computed.value:
        share = round(total * active / computed.value, 6)
        found["params_active_b"] = Value(value=share, unit="Bparam", source=basis, source_date=date, quality=quality)
    return found


def _differing(differs: Figure | None, computed: Figure) -> tuple[Message, ...]:
    if differs is None or differs.value is None or abs(differs.value) <= TOLERANCE:
        return ()
    told = msg("model.differs", "The shape gives {computed} billion parameters, {percent} % off the published count: look the fields over.",
               computed=round(computed.require(), 3), percent=round(100 * differs.value, 1))  # fmt: skip
    return (told,)


def _attributes(numbers: ModelNumbers, date: str) -> dict[str, Value]:
    moe = bool(numbers.values.get("experts"))
    given: dict[str, float | str | bool] = {
        "subkind": "llm-moe" if moe else "llm-dense",
        **{key: value for key, value in numbers.values.items() if key != "tied_embeddings"},
        "attention": _attention_word(numbers.values),
        "default_dtype": numbers.dtype,
    }
    if "tied_embeddings" in numbers.values:
        given["tied_embeddings"] = bool(numbers.values["tied_embeddings"])
    found: dict[str, Value] = {}
    for key, value in given.items():
        known = find_attribute(key, "model")
        if known is not None and isinstance(value, float) and (wrong := known.out_of_bounds(value)) is not None:
            raise InputError(wrong, msg("config.odd.field", "Correct the field in the file."), key)
        unit = known.unit if known else ""
        found[key] = Value(value=value, unit=unit, source=numbers.source, source_date=date, quality=Quality.ENTERED)
    return found


def _attention_word(values: Mapping[str, float]) -> str:
    if values.get("mla_kv_lora_rank"):
        return "MLA"
    if values.get("window_tokens"):
        return "SWA+full"
    if values.get("full_layers"):
        return "hybrid"
    heads, kv_heads = values.get("heads"), values.get("kv_heads")
    if kv_heads == 1:
        return "MQA"
    return "MHA" if heads == kv_heads else "GQA"


def _gguf_values(data: Mapping[str, Any], family: str) -> tuple[dict[str, float], list[CellProblem]]:
    found: dict[str, float] = {}
    problems: list[CellProblem] = []
    for key, name in _GGUF.items():
        field = f"{family}.{name}"
        value = data.get(field)
        if isinstance(value, GgufList):  # one number for each layer: the largest is reckoned with
            value = max(value.values, default=None)
        if value is None:
            if key in _NEEDED:
                problems.append(whole(field, "", 1))  # type: ignore[arg-type]  # an empty text is always a problem
            continue
        read = whole(field, value, 0 if key in _MAY_BE_ZERO else 1)
        if isinstance(read, CellProblem):
            problems.append(read)
        else:
            found[key] = read
    if "mla_kv_lora_rank" in found:
        _latent(data, family, found)
    else:
        found.pop("mla_rope_dim", None)
        found.pop("mla_q_lora_rank", None)
    return found, problems


def _latent(data: Mapping[str, Any], family: str, found: dict[str, float]) -> None:
    """Add the sizes of latent attention; newer files name them apart, older ones give them as those of plain heads."""
    for key, name, less in (("qk_nope_dim", "key", found.get("mla_rope_dim", 0.0)), ("v_head_dim", "value", 0.0)):
        field = f"{family}.attention.{name}_length"
        size = data.get(f"{field}_mla", data.get(field))
        if isinstance(size, int) and not isinstance(size, bool) and size > less:
            found[key] = size - less
    if "qk_nope_dim" in found:
        found["head_dim"] = found["qk_nope_dim"]


def _gguf_window(data: Mapping[str, Any], family: str, found: dict[str, float]) -> list[Message]:
    window = data.get(f"{family}.attention.sliding_window")
    if not isinstance(window, int) or window <= 0:
        return []
    pattern = data.get(f"{family}.attention.sliding_window_pattern")
    every = {"gemma2": 2, "gemma3": 6, "gpt-oss": 2}.get(family)
    if isinstance(pattern, GgufList) and pattern.values:
        sliding = sum(bool(one) for one in pattern.values)
        found["full_layers"] = max(found.get("layers", 0.0) - sliding, 0.0)
    elif every and found.get("layers"):
        found["full_layers"] = float(found["layers"] // every)
    else:
        return [
            msg("gguf.window", "The file does not say which layers slide: all are reckoned with the whole context.")
        ]
    found["window_tokens"] = float(window)
    return []


def _refused(first: CellProblem, numbers: ModelNumbers) -> InputError:
    rest = tuple(one.column for one in numbers.problems[1:])
    if not rest:
        return InputError(first.message, first.remedy, first.column)
    told = msg("config.several", "{first}; also wrong or missing: {others}", first=first.message, others=rest)
    return InputError(told, first.remedy, first.column)

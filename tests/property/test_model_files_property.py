"""Model files: whatever their bytes or fields, they are read or refused, and a written header is read as it was."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.errors import PlannerError
from planner.exchange.gguf import GgufList, block_types, read_gguf
from planner.exchange.model_files import model_row, read_model
from tests.gguf_files import gguf
from tests.unit.test_model_files import DEEPSEEK_V3, GEMMA3_27B, QWEN3_8B, small_gguf

TEXTS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20)
SCALARS = st.one_of(st.integers(0, 2**32 - 1), st.floats(allow_nan=False), st.booleans(), TEXTS)
LISTS = st.one_of(st.lists(st.integers(0, 9), max_size=5), st.lists(TEXTS, max_size=5))
TENSORS = st.lists(
    st.tuples(TEXTS, st.lists(st.integers(1, 4096), min_size=1, max_size=4).map(tuple), st.sampled_from(sorted(block_types()))),
    max_size=6,
)  # fmt: skip
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), TEXTS, st.lists(st.integers(), max_size=3), st.just({})
)


def read(content: bytes) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "config.json"
        file.write_bytes(content)
        return model_row(read_model(file))


@given(st.dictionaries(TEXTS, st.one_of(SCALARS, LISTS), max_size=8), TENSORS, st.sampled_from([2, 3]))
@settings(deadline=None, max_examples=60)
def test_a_written_header_is_read_as_it_was(pairs: dict[str, Any], tensors: list[Any], version: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.gguf"
        file.write_bytes(gguf(pairs, tensors, version))
        header = read_gguf(file)
    assert [(one.name, one.dimensions) for one in header.tensors] == [(name, size) for name, size, _ in tensors]
    assert list(header.metadata) == list(pairs)
    for key, value in pairs.items():
        kept = header.metadata[key]
        if isinstance(kept, GgufList):
            assert kept.length == len(value)
            assert kept.values in ((), tuple(value))
        else:
            assert kept == value


@given(st.binary(max_size=400))
@settings(deadline=None, max_examples=60)
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for start in (b"", b"GGUF\x03\x00\x00\x00"):
        try:
            read(start + content)
        except PlannerError as refused:
            assert refused.message.text


@given(st.data())
@settings(deadline=None, max_examples=80)
def test_a_damaged_header_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(small_gguf())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        read(bytes(content[: data.draw(st.integers(0, len(content)))]))
    except PlannerError as refused:
        assert refused.message.text


@given(st.data())
@settings(deadline=None, max_examples=120)
def test_odd_fields_are_read_or_named(data: st.DataObject) -> None:
    fields = dict(data.draw(st.sampled_from([QWEN3_8B, DEEPSEEK_V3, GEMMA3_27B["text_config"]])))
    extra = ["sliding_window", "layer_types", "full_attention_interval", "max_window_layers", "linear_num_value_heads",
             "shared_expert_intermediate_size", "quantization_config", "torch_dtype", "text_config"]  # fmt: skip
    for name in data.draw(st.lists(st.sampled_from([*fields, *extra]), min_size=1, max_size=3)):
        fields[name] = data.draw(ODD)
    try:
        row = read(json.dumps(fields).encode())
    except PlannerError as refused:
        assert refused.message.text
    else:
        assert row.computed.known

"""How many parameters a shape has, part by part, to set beside what was published."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from planner.figure import Figure, Formula, Quality, constant, leaf, trace
from planner.messages import Labelled
from planner.workload.models import ModelShape

ATTENTION_B = Formula(
    key="parameters.attention_b",
    label=Labelled(zh="注意力层参数", en="Parameters of attention"),
    text="layers * (2 * hidden * heads * head_dim + 2 * hidden * kv_heads * head_dim) / 1000000000",
    unit="1e9",
    source="query, key, value and output matrices",
    function=lambda layers, hidden, heads, head_dim, kv_heads: (
        layers * (2 * hidden * heads * head_dim + 2 * hidden * kv_heads * head_dim) / 1e9
    ),
)
LATENT_ATTENTION_B = Formula(
    key="parameters.latent_attention_b",
    label=Labelled(zh="注意力层参数（MLA）", en="Parameters of latent attention"),
    text="layers * ((hidden * q_rank + q_rank * heads * (nope_dim + rope_dim) if q_rank > 0 "
    "else hidden * heads * (nope_dim + rope_dim)) + hidden * (kv_rank + rope_dim) "
    "+ kv_rank * heads * (nope_dim + v_dim) + heads * v_dim * hidden) / 1000000000",
    unit="1e9",
    source="compressed query, compressed key and value, output (DeepSeek-V3 report)",
    function=lambda layers, hidden, heads, q_rank, kv_rank, rope_dim, nope_dim, v_dim: (
        layers
        * (
            (
                hidden * q_rank + q_rank * heads * (nope_dim + rope_dim)
                if q_rank > 0
                else hidden * heads * (nope_dim + rope_dim)
            )
            + hidden * (kv_rank + rope_dim)
            + kv_rank * heads * (nope_dim + v_dim)
            + heads * v_dim * hidden
        )
        / 1e9
    ),
)
FEED_FORWARD_B = Formula(
    key="parameters.feed_forward_b",
    label=Labelled(zh="前馈层参数", en="Parameters of the feed-forward layers"),
    text="dense_layers * matrices * hidden * ffn / 1000000000",
    unit="1e9",
    source="three matrices where the layer is gated, else two",
    function=lambda dense_layers, matrices, hidden, ffn: dense_layers * matrices * hidden * ffn / 1e9,
)
EXPERTS_B = Formula(
    key="parameters.experts_b",
    label=Labelled(zh="专家层参数", en="Parameters of the experts"),
    text="moe_layers * (3 * hidden * moe_ffn * (experts + shared_experts) + hidden * experts) / 1000000000",
    unit="1e9",
    source="three matrices for each expert, shared ones too, and the router",
    function=lambda moe_layers, hidden, moe_ffn, experts, shared_experts: (
        moe_layers * (3 * hidden * moe_ffn * (experts + shared_experts) + hidden * experts) / 1e9
    ),
)
TABLES_B = Formula(
    key="parameters.tables_b",
    label=Labelled(zh="词嵌入与归一化参数", en="Parameters of embeddings and norms"),
    text="(vocab * hidden * tables + 2 * layers * hidden + hidden) / 1000000000",
    unit="1e9",
    source="input table, output head unless it is the same table, two norms a layer and the last one",
    function=lambda vocab, hidden, tables, layers: (vocab * hidden * tables + 2 * layers * hidden + hidden) / 1e9,
)
TOTAL_B = Formula(
    key="parameters.total_b",
    label=Labelled(zh="按结构计算的参数量", en="Parameters by the shape"),
    text="sum(parts_b)",
    unit="1e9",
    source="sum of the parts; biases are left out",
    function=lambda parts_b: sum(parts_b),
)
ACTIVE_B = Formula(
    key="parameters.active_b",
    label=Labelled(zh="每 token 激活的参数", en="Parameters that work on a token"),
    text="total_b - moe_layers * 3 * hidden * moe_ffn * (experts - experts_active) / 1000000000",
    unit="1e9",
    source="all but the experts that a token is not sent to",
    function=lambda total_b, moe_layers, hidden, moe_ffn, experts, experts_active: (
        total_b - moe_layers * 3 * hidden * moe_ffn * (experts - experts_active) / 1e9
    ),
)
DEVIATION = Formula(
    key="parameters.deviation",
    label=Labelled(zh="与公布参数量的差", en="Difference from the published count"),
    text="computed_b / published_b - 1",
    unit="1",
    source="count by the shape against the published one",
    function=lambda computed_b, published_b: computed_b / published_b - 1,
)


def parameter_parts(shape: ModelShape, matrices: int | None = None) -> tuple[Figure, ...]:
    """Return the parameters of attention, feed-forward, experts and tables in 1e9; ``matrices`` of a feed-forward layer."""
    key = f"model/{shape.name}"
    common = {"layers": shape.figure("layers"), "hidden": shape.figure("hidden")}
    parts = [_attention(shape, key, common)]
    if _dense_layers(shape) != 0:
        parts.append(
            trace(
                FEED_FORWARD_B,
                f"{key}/feed_forward_b",
                dense_layers=_count(shape, "dense_layers", _dense_layers(shape)),
                matrices=constant(
                    f"{key}/matrices", float(matrices or feed_forward_matrices(shape)), "1", "gated or not"
                ),
                hidden=common["hidden"],
                ffn=shape.figure("ffn"),
            )
        )
    if shape.moe:
        parts.append(
            trace(
                EXPERTS_B,
                f"{key}/experts_b",
                moe_layers=moe_layers(shape),
                hidden=common["hidden"],
                moe_ffn=shape.figure("moe_ffn"),
                experts=shape.figure("experts"),
                shared_experts=_count(shape, "shared_experts", shape.shared_experts or 0.0),
            )
        )
    tables = _count(shape, "tables", 1.0 if shape.tied else 2.0)
    return (*parts, trace(TABLES_B, f"{key}/tables_b", vocab=shape.figure("vocab"), tables=tables, **common))


def parameters(shape: ModelShape) -> Figure:
    """Return the parameters in 1e9 that the shape gives; unknown where a number of the shape is."""
    return trace(TOTAL_B, f"model/{shape.name}/computed_b", parts_b=parameter_parts(shape))


def active_parameters(shape: ModelShape) -> Figure:
    """Return the parameters in 1e9 that work on each token; all of them where the model has no experts."""
    total = parameters(shape)
    if not shape.moe:
        return total
    return trace(
        ACTIVE_B,
        f"model/{shape.name}/computed_active_b",
        total_b=total,
        moe_layers=moe_layers(shape),
        hidden=shape.figure("hidden"),
        moe_ffn=shape.figure("moe_ffn"),
        experts=shape.figure("experts"),
        experts_active=shape.figure("experts_active"),
    )


def deviation(shape: ModelShape) -> Figure:
    """Return by what fraction the count of the shape differs from the published one."""
    return trace(
        DEVIATION,
        f"model/{shape.name}/deviation",
        computed_b=parameters(shape),
        published_b=shape.figure("params_b"),
    )


@lru_cache(maxsize=1024)
def feed_forward_matrices(shape: ModelShape) -> int:
    """Return 2 where the published count fits a feed-forward layer without gate, else 3."""
    if shape.moe or shape.params_b is None:
        return 3
    counts = {n: trace(TOTAL_B, "count", parts_b=parameter_parts(shape, n)).value for n in (2, 3)}
    plain, gated = counts[2], counts[3]
    if plain is None or gated is None:
        return 3
    near = abs(plain - shape.params_b)
    return 2 if near < abs(gated - shape.params_b) and near < 0.05 * shape.params_b else 3


def moe_layers(shape: ModelShape) -> Figure:
    """Return how many layers have experts."""
    if shape.layers is None:
        return shape.figure("layers")
    return _count(shape, "moe_layers", shape.layers - (_dense_layers(shape) or 0.0))


def with_assumed_width(shape: ModelShape) -> ModelShape:
    """Return ``shape`` with vocabulary and feed-forward size filled in so that the count of parameters comes out.

    Only where layers, hidden size and heads are known; the vocabulary is taken as 64,000 in two tables. What is filled
    in is assumed: the shape's quality says so.
    """
    known = (shape.layers, shape.hidden, shape.heads, shape.params_b)
    if shape.cache_rule == "none" or shape.moe or None in known or (shape.ffn and shape.vocab):
        return shape
    vocab = shape.vocab or 64000.0
    guess = msgspec.structs.replace(
        shape, vocab=vocab, ffn=shape.ffn or 1.0, kv_heads=shape.kv_heads or shape.heads, quality=Quality.ASSUMED
    )
    if shape.ffn:
        return guess
    rest = trace(TOTAL_B, "rest", parts_b=parameter_parts(guess, 3)).value
    if rest is None or shape.params_b is None or shape.layers is None or shape.hidden is None:
        return shape
    width = round((shape.params_b - rest) * 1e9 / (3 * shape.layers * shape.hidden))
    return msgspec.structs.replace(guess, ffn=float(width)) if width > 0 else shape


def _attention(shape: ModelShape, key: str, common: dict[str, Figure]) -> Figure:
    if shape.cache_rule != "latent":
        heads = {name: shape.figure(name) for name in ("heads", "head_dim", "kv_heads")}
        return trace(ATTENTION_B, f"{key}/attention_b", **common, **heads)
    return trace(
        LATENT_ATTENTION_B,
        f"{key}/attention_b",
        **common,
        heads=shape.figure("heads"),
        q_rank=_count(shape, "mla_q_lora_rank", shape.mla_q_lora_rank or 0.0),
        kv_rank=shape.figure("mla_kv_lora_rank"),
        rope_dim=shape.figure("mla_rope_dim"),
        nope_dim=shape.figure("qk_nope_dim"),
        v_dim=shape.figure("v_head_dim"),
    )


def _dense_layers(shape: ModelShape) -> float | None:
    if shape.layers is None or not shape.moe:
        return shape.layers
    first = shape.dense_first_layers or 0.0
    return first + (shape.layers - first) * (1 - 1 / (shape.moe_every or 1.0))


def _count(shape: ModelShape, name: str, value: float | None) -> Figure:
    return leaf(f"model/{shape.name}/{name}", value, "1", shape.quality, shape.source, shape.source_date)

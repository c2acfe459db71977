"""What a card is to the speed formulas: class of memory and chip, rate that lasts, and the link between cards."""

from __future__ import annotations

from typing import Literal

from planner.catalog.devices import per_device, per_device_figure
from planner.catalog.items import Item
from planner.figure import Figure, Formula, leaf, trace, unknown
from planner.messages import Labelled
from planner.workload.constants import sizing_figure

MemoryClass = Literal["hbm", "few_units", "gddr", "unified"]
ChipClass = Literal["ampere", "hopper", "blackwell", "cdna3", "tpu", "npu", "gddr", "other"]
Link = Literal["nvlink", "nvlink5", "fabric", "pcie", "network"]

_HOPPER = ("h100", "h200", "h800", "h20", "gh200")
_BLACKWELL = ("b100", "b200", "b300", "gb200", "gb300", "rubin")
_DOMESTIC = ("hw-", "cam-", "hyg-", "mtt-", "kl-", "br-", "ilu-", "mx-", "enf-")
_FEW_FLOP_A_BYTE = 60.0
_PCIE_GBS = {3: 15.75, 4: 31.5, 5: 63.0, 6: 126.0}
# Weights in these formats are multiplied at a rate of their own where the chip has one; the others at the 16-bit rate.
_RATES = (
    (("nvfp4", "mxfp4", "fp4"), "fp4_dense_tflops"),
    (("fp8", "mxfp8"), "fp8_dense_tflops"),
)

SHADER_LIMIT = Formula(
    key="speed.sustained_tflops",
    label=Labelled(zh="持续算力", en="Rate that lasts"),
    text="min(peak_tflops, 2 * shader_tflops)",
    unit="TFLOPS",
    source="cards with GDDR memory sustain twice their FP32 rate with FP32 accumulation, whatever tensor rate is printed",
    function=lambda peak_tflops, shader_tflops: min(peak_tflops, 2 * shader_tflops),
)
LIMITED_TFLOPS = Formula(
    key="speed.limited_tflops",
    label=Labelled(zh="限功耗后的算力", en="Rate under a power limit"),
    text="peak_tflops * min(limit_w / rated_w, 1) ** exponent",
    unit="TFLOPS",
    source="customary: a card limited below its power keeps about the square root of the share",
    function=lambda peak_tflops, limit_w, rated_w, exponent: peak_tflops * min(limit_w / rated_w, 1) ** exponent,
)


def memory_class(item: Item) -> MemoryClass:
    """Return the class of the card's memory; HBM beside few compute units cannot be read at full speed by one stream."""
    kind = item.text("memory_type").upper()
    if kind.startswith("LPDDR"):
        return "unified"
    if not kind.startswith("HBM"):
        return "gddr"
    peak, bandwidth = half_rate(item), item.number("bandwidth_gbs")
    few = peak is not None and bandwidth and peak * 1000 / bandwidth < _FEW_FLOP_A_BYTE
    return "few_units" if few else "hbm"


def chip_class(item: Item) -> ChipClass:
    """Return the class whose efficiency the card shares."""
    name = item.id.removeprefix("nv-")
    if item.id.startswith("tpu"):
        return "tpu"
    if item.id.startswith(_DOMESTIC):
        return "npu"
    if item.id.startswith("amd-mi3"):
        return "cdna3"
    if memory_class(item) in ("gddr", "unified"):
        return "gddr"
    if name.startswith(_HOPPER):
        return "hopper"
    if name.startswith(_BLACKWELL):
        return "blackwell"
    return "ampere" if name.startswith(("a100", "a800", "a30")) else "other"


def half_rate(item: Item) -> float | None:
    """Return the dense 16-bit rate of the whole board in TFLOPS, BF16 before FP16, None if unknown."""
    return item.number("bf16_dense_tflops") or item.number("fp16_dense_tflops")


def bandwidth(item: Item) -> Figure:
    """Return the memory bandwidth of one device, GB/s."""
    return per_device_figure(item, "bandwidth_gbs", "GB/s")


def peak(item: Item, dtype: str = "bf16") -> Figure:
    """Return the dense peak rate of one device for weights stored as ``dtype``, TFLOPS; unknown where nobody prints it."""
    for names, column in _RATES:
        if dtype in names and item.number(column):
            return per_device_figure(item, column, "TFLOPS")
    column = "bf16_dense_tflops" if item.number("bf16_dense_tflops") else "fp16_dense_tflops"
    return per_device_figure(item, column, "TFLOPS")


def sustained(item: Item, key: str, dtype: str = "bf16", limit_w: float | None = None) -> Figure:
    """Return the rate of one device that kernels can sustain, TFLOPS: limited by its shaders and by a power limit.

    FP4 rates are taken as printed: published serving speeds of GDDR cards reach them as others do.
    """
    rate = peak(item, dtype)
    shader = per_device_figure(item, "fp32_tflops", "TFLOPS")
    if dtype not in _RATES[0][0] and _shader_limited(item) and shader.known and half_rate(item) and rate.known:
        wide = rate.require() / (per_device(item, _half_column(item)) or rate.require())
        scaled = leaf(f"{item.id}/fp32_scaled", shader.require() * wide, "TFLOPS", shader.quality, shader.source)
        rate = trace(SHADER_LIMIT, f"{key}/sustained_tflops", peak_tflops=rate, shader_tflops=scaled)
    if limit_w is None or not item.number("tdp_w"):
        return rate
    return trace(
        LIMITED_TFLOPS,
        f"{key}/limited_tflops",
        peak_tflops=rate,
        limit_w=leaf(f"{key}/limit_w", limit_w, "W", item.quality("tdp_w")),
        rated_w=per_device_figure(item, "tdp_w", "W"),
        exponent=sizing_figure("power_exponent"),
    )


def matmul_share(item: Item) -> Figure:
    """Return the share of the peak rate that matrix kernels reach on the chip."""
    chip = chip_class(item)
    return sizing_figure(f"matmul_{chip}" if chip in ("ampere", "hopper", "blackwell", "cdna3") else "matmul_other")


def link(item: Item, cards: int, said: str = "") -> Link:
    """Return how ``cards`` of this kind talk: by the card's own links, and by what is ``said`` of the machine.

    A bridge joins two cards (four of the H200 NVL); beyond that they talk over PCIe.
    """
    told, own = said.lower(), item.text("interconnect").lower()
    if own in ("pcie", "none") or ("pcie" in told and "nvlink" not in told):
        return "pcie"
    joined = 4 if item.id == "nv-h200-nvl" else 2
    if "bridge" in own:
        return "nvlink" if cards <= joined else "pcie"
    if "nvlink" in own:
        return "nvlink5" if own.startswith(("nvlink5", "nvlink6")) else "nvlink"
    if own:
        return "fabric"
    return "nvlink" if "nvlink" in told else "pcie"


def link_gbs(item: Item, kind: Link) -> Figure:
    """Return what one card can send at once over ``kind``, GB/s in one direction."""
    if kind == "pcie":
        generation = int(item.number("pcie_gen") or 0)
        value = _PCIE_GBS.get(generation)
        source = "PCIe x16 in one direction"
        return leaf(f"{item.id}/pcie_gbs", value, "GB/s", item.quality("pcie_gen"), source)
    both = item.figure("interconnect_gbs", "GB/s")
    if both.value is None:
        return unknown(f"{item.id}/link_gbs", "GB/s", both.missing)
    return leaf(f"{item.id}/link_gbs", both.value / 2, "GB/s", both.quality, both.source, both.source_date)


def _half_column(item: Item) -> str:
    return "bf16_dense_tflops" if item.number("bf16_dense_tflops") else "fp16_dense_tflops"


def _shader_limited(item: Item) -> bool:
    """Tell whether the card is a GDDR card of NVIDIA from Ampere on (those before have no BF16)."""
    return item.id.startswith("nv-") and memory_class(item) == "gddr" and item.number("bf16_dense_tflops") is not None

"""Named calculations of speed: upper bounds, knees, concurrency, collectives, bubbles, speculation, energy."""

from __future__ import annotations

from planner.calc.kinds import Kind, many, num
from planner.figure import Formula
from planner.workload.communication import BUBBLE_SHARE, RING_BYTES_GB, RING_S, SHARD_TRAFFIC_GB, TENSOR_TRAFFIC_GB
from planner.workload.decode import KNEE_BATCH, STEP_S, UPPER_BOUND_TPS
from planner.workload.energy import MTOK_ENERGY_COST, TOKEN_J
from planner.workload.prefill import TTFT_S
from planner.workload.serving import CARDS_NEEDED, CONCURRENCY, RESIDENCE_S
from planner.workload.speculative import PASS_TOKENS, SPEED_UP
from planner.workload.training_speed import PRETRAIN_HOURS, RUN_COST
from planner.workload.video_speed import CLIP_PFLOP, CLIP_TOKENS


def _kind(name: str, formula: Formula, *inputs: str) -> Kind:
    """Return a calculation by one formula; an input is its name with unit and default, as in ``hops:us=4``."""
    parts = []
    for told in inputs:
        head, _, default = told.partition("=")
        name_of, _, unit = head.partition(":")
        parts.append(num(name_of, unit, default=float(default) if default else None))
    return Kind(name=name, area="sizing", unit=formula.unit, formulas=(formula,), inputs=tuple(parts))


KINDS: tuple[Kind, ...] = (
    _kind("decode_upper_bound", UPPER_BOUND_TPS, "bandwidth_gbs:GB/s", "read_gb:GB", "cache_gb:GB=0", "parallel=1", "batch=1"),
    _kind("decode_step", STEP_S, "read_gb:GB", "cache_gb:GB=0", "parallel=1", "bandwidth_gbs:GB/s", "reach", "layers",
          "layer_us:us", "compute_s:s=0"),
    _kind("knee_batch", KNEE_BATCH, "rate_tflops:TFLOPS", "bandwidth_gbs:GB/s", "bits:bit=16", "share=1"),
    _kind("time_to_first_token", TTFT_S, "tokens_in:tokens", "prefill_tps:tok/s", "step_s:s=0", "queue_s:s=0"),
    _kind("request_residence", RESIDENCE_S, "ttft_s:s=0", "tokens_out:tokens", "tpot_s:s"),
    _kind("request_concurrency", CONCURRENCY, "arrivals_s:1/s", "residence_s:s"),
    _kind("serving_cards", CARDS_NEEDED, "tokens_s:tok/s", "replica_tps:tok/s", "group=1"),
    _kind("ring_traffic", RING_BYTES_GB, "payload_gb:GB", "cards", "passes=2"),
    _kind("ring_time", RING_S, "ring_gb:GB", "link_gbs:GB/s", "reach=1", "passes=2", "cards", "hop_us:us=0"),
    _kind("shard_traffic", SHARD_TRAFFIC_GB, "params_b:1e9", "ranks", "passes=2", "bytes:B=2"),
    _kind("tensor_traffic", TENSOR_TRAFFIC_GB, "layers", "tokens:tokens", "hidden", "ranks", "reduces=2", "bytes:B=2"),
    _kind("pipeline_bubble", BUBBLE_SHARE, "stages", "micro_batches", "chunks=1"),
    _kind("pretrain_gpu_hours", PRETRAIN_HOURS, "compute_b:1e9", "tokens:tokens", "rate_tflops:TFLOPS", "reach"),
    _kind("run_cost", RUN_COST, "gpu_hours:GPU-h", "price_hour:money/h", "labour:money=0"),
    Kind(name="speculative_tokens", area="sizing", unit="1", formulas=(PASS_TOKENS,),
         inputs=(many("accept", to="accept_share"), num("drafted"))),
    _kind("speculative_speed_up", SPEED_UP, "pass_tokens", "drafted", "draft_share"),
    _kind("video_tokens", CLIP_TOKENS, "frames", "height_px:px", "width_px:px"),
    _kind("video_pflop", CLIP_PFLOP, "steps", "guidance_passes=2", "params_b:1e9", "tokens:tokens", "hidden", "layers"),
    _kind("token_energy", TOKEN_J, "system_w:W", "tokens_s:tok/s"),
    _kind("token_energy_cost", MTOK_ENERGY_COST, "token_j:J", "pue=1", "tariff:money/kWh"),
)  # fmt: skip

"""Rules of thumb in common use that mislead a purchase of language-model cards: what is said, and the right number."""

from __future__ import annotations

from planner.advice.rates import CHIPS_TO_HOLD, PASS_TFLOPS, QUOTIENT, SUM_BYTES
from planner.advice.records import Correction
from planner.catalog.load import bundled_item
from planner.cost.tokens import NAIVE_CARDS, TUNE_CARDS, TUNE_GB
from planner.figure import Figure, Quality, constant, leaf, trace
from planner.messages import msg
from planner.workload.chips import peak, sustained
from planner.workload.constants import sizing_figure
from planner.workload.decode import decode_tps, upper_bound_tps
from planner.workload.fit import entry_memory, visible_gib
from planner.workload.kv_cache import job_cache
from planner.workload.memory import weights
from planner.workload.models import ModelShape, from_item
from planner.workload.serving import CARDS_NEEDED, CONCURRENCY, RESIDENCE_S, serving
from planner.workload.spec import MemorySpec
from planner.workload.throughput import SpeedJob

_EXAMPLE = "worked example"
_ACCOUNT = "account of memory, validated on published measurements"
_SPEED = "speed formulas, validated on published measurements"


def example(name: str, value: float, unit: str) -> Figure:
    """Return a number of a worked example in ``unit``."""
    return leaf(f"example/{name}", value, unit, Quality.ENTERED, _EXAMPLE)


def shape_of(model: str) -> ModelShape:
    """Return the shape of a bundled model; raises UnknownIdError."""
    return from_item(bundled_item(model))


def bytes_per_parameter() -> Correction:
    """Return that weights, gradients and two moments are 12 bytes, not 16: the FP32 master copy is missing."""
    parts = [example("weights_bytes", 2, "B"), example("gradients_bytes", 2, "B"), example("moments_bytes", 8, "B")]
    without = trace(SUM_BYTES, "rule/bytes_without_master", parts=parts)
    with_master = trace(SUM_BYTES, "rule/bytes_with_master", parts=[*parts, example("master_bytes", 4, "B")])
    return Correction(
        id="bytes_per_parameter",
        verdict="loose",
        said=msg("rule.bytes.said", "Full tuning takes 16 bytes a parameter: weights 2, gradients 2, AdamW 8."),
        right=msg(
            "rule.bytes.right",
            "The parts add up to {without}; with the FP32 master copy {with_master}. Activations come on top.",
            without=without,
            with_master=with_master,
        ),
        figures=(without, with_master),
        source=_ACCOUNT,
    )


def activations_first() -> Correction:
    """Return that with checkpointing the optimizer, not the activations, takes most of the memory."""
    spec = MemorySpec(method="full", model=shape_of("llama-3-8b"), seq_len=2048, batch=1, grad_checkpoint="full")
    parts = {part.key.rpartition("/")[2]: part for part in entry_memory(spec, "rule/activations").parts}
    activations, states = parts["activations_gib"], parts["optimizer_gib"]
    return Correction(
        id="activations_first",
        verdict="wrong",
        said=msg("rule.activations.said", "Activations take more memory than optimizer, gradients and weights."),
        right=msg(
            "rule.activations.right",
            "With checkpointing an 8B model at 2,048 tokens keeps {activations} of activations and {states} of optimizer states. True only without checkpointing and with long sequences.",
            activations=activations,
            states=states,
        ),
        figures=(activations, states),
        source=_ACCOUNT,
    )


def seventy_on_24() -> Correction:
    """Return that the 4-bit weights of a 70B model alone are more than a 24 GB card has."""
    need = weights(shape_of("llama-3-70b"), "nf4-dq", "rule/70b_4bit")
    seen = visible_gib(bundled_item("nv-rtx4090"))
    share = trace(QUOTIENT, "rule/70b_on_24", above=need, below=seen)
    return Correction(
        id="seventy_on_24",
        verdict="wrong",
        said=msg("rule.70b24.said", "A 70B model can be tuned on one 24 GB card."),
        right=msg(
            "rule.70b24.right",
            "Its 4-bit weights alone are {need}, the card shows {seen}. Possible only with offload to the host, which slows each step, or on two cards.",
            need=need,
            seen=seen,
        ),
        figures=(need, seen, share),
        source=_ACCOUNT,
    )


def seventy_lora_two_cards() -> Correction:
    """Return that 16-bit LoRA of a 72B model does not fit two 80 GB cards."""
    spec = MemorySpec(method="lora", model=shape_of("qwen2.5-72b"), seq_len=2048, batch=1, devices=2)
    need = entry_memory(spec, "rule/72b_lora").per_device
    seen = visible_gib(bundled_item("nv-a100-sxm-80"))
    return Correction(
        id="seventy_lora_two_cards",
        verdict="wrong",
        said=msg("rule.70blora.said", "LoRA of a 70B model takes about 150 GB: two 80 GB cards."),
        right=msg(
            "rule.70blora.right",
            "150 GB are nearly the weights alone. On two cards each needs {need} of {seen}; published runs took 215 to 289 GB on four cards. Take four, or QLoRA.",
            need=need,
            seen=seen,
        ),
        figures=(need, seen),
        source="QwenLM/Qwen: LoRA of Qwen-72B with ZeRO-3 on four A100; " + _ACCOUNT,
    )


def seventy_full_eight_141() -> Correction:
    """Return that the states of full tuning of 70B are more than eight 141 GB cards unless they are kept small."""
    params, there = example("params_b", 70, "1e9"), example("eight_cards_gb", 8 * 141, "GB")
    usual = trace(TUNE_GB, "rule/70b_full_18", params_b=params, bytes_per_param=example("bytes_18", 18, "B"))
    small = trace(TUNE_GB, "rule/70b_full_6", params_b=params, bytes_per_param=example("bytes_6", 6, "B"))
    cards = trace(TUNE_CARDS, "rule/70b_full_cards", params_b=params, bytes_per_param=example("bytes_18", 18, "B"),
                  card_gb=example("card_gb", 80, "GB"))  # fmt: skip
    return Correction(
        id="seventy_full_eight_141",
        verdict="wrong",
        said=msg("rule.70bfull.said", "One machine with eight 141 GB cards tunes all parameters of a 70B model."),
        right=msg(
            "rule.70bfull.right",
            "The states alone are {usual}, the cards have {there}: it does not fit with mixed-precision AdamW. With an 8-bit optimizer they are {small} and fit. On 80 GB cards the states take {cards} cards.",
            usual=usual,
            there=there,
            small=small,
            cards=cards.value,
        ),
        figures=(usual, there, small, cards),
        source="parameters x bytes a parameter",
    )


def rate_is_no_concurrency() -> Correction:
    """Return that requests a second are no requests at once."""
    stay = trace(
        RESIDENCE_S,
        "rule/residence_s",
        ttft_s=example("ttft_s", 0.2, "s"),
        tokens_out=example("tokens_out", 200, "tokens"),
        tpot_s=example("tpot_s", 0.03, "s"),
    )
    flight = trace(CONCURRENCY, "rule/in_flight", arrivals_s=example("arrivals", 100, "1/s"), residence_s=stay)
    return Correction(
        id="rate_is_no_concurrency",
        verdict="wrong",
        said=msg("rule.rate.said", "100 requests a second are 100 at once."),
        right=msg(
            "rule.rate.right",
            "Each stays {stay}, so {flight} are in flight (Little's law): that many caches must fit.",
            stay=stay,
            flight=flight,
        ),
        figures=(stay, flight),
        source=CONCURRENCY.source,
    )


def cards_by_bandwidth() -> Correction:
    """Return that counting cards by the single-stream bound overstates a service by tens of times."""
    card, goal = bundled_item("nv-h100-sxm"), example("goal_tps", 20000, "tok/s")
    naive = trace(
        NAIVE_CARDS,
        "rule/naive_cards",
        tok_s=goal,
        bw_gbs=card.figure("bandwidth_gbs", "GB/s"),
        model_gb=example("model_gb", 140, "GB"),
    )
    job = SpeedJob(model=shape_of("llama-3.3-70b"), card=card, dtype="fp8", kv_dtype="fp8", devices=2,
                   engine="tensorrt-llm", tokens_in=1000, tokens_out=1000)  # fmt: skip
    served = serving(job, key="rule/served")
    cards = trace(
        CARDS_NEEDED,
        "rule/batched_cards",
        tokens_s=goal,
        replica_tps=served.tps,
        group=example("group", served.group * served.replicas, "1"),
    )
    return Correction(
        id="cards_by_bandwidth",
        verdict="wrong",
        said=msg(
            "rule.cards.said",
            "20,000 tokens a second of a 70B model need {naive} cards: rate over bandwidth / size.",
            naive=naive.value,
        ),  # fmt: skip
        right=msg(
            "rule.cards.right",
            "That bound is for one stream. With batches two cards in FP8 make {tps}; {cards} cards do it.",
            tps=served.tps,
            cards=cards.value,
        ),
        figures=(naive, served.tps, cards),
        source="TensorRT-LLM throughput tables; " + _SPEED,
    )


def decode_by_bandwidth() -> Correction:
    """Return that bandwidth over size is an upper bound of decoding."""
    job = SpeedJob(model=shape_of("llama-3-70b"), card=bundled_item("nv-h100-sxm"), devices=2, tokens_in=1000)
    bound, real = upper_bound_tps(job, "rule/decode"), decode_tps(job, "rule/decode")
    return Correction(
        id="decode_by_bandwidth",
        verdict="loose",
        said=msg("rule.decode.said", "Tokens a second are bandwidth over model size: {bound}.", bound=bound),
        right=msg(
            "rule.decode.right",
            "That is the ceiling of one stream, no estimate: published runs lie far below it. Reckoned with what each layer costs: {real}.",
            real=real,
        ),
        figures=(bound, real),
        source=_SPEED,
    )


def ampere_training_rate() -> Correction:
    """Return that 150 to 200 TFLOPS are reached in training on an A100, not its theoretical rate."""
    card = bundled_item("nv-a100-sxm-80")
    top, share = peak(card), sizing_figure("train_reach_hbm_tuned")
    reached = trace(PASS_TFLOPS, "rule/a100_reached", nominal=sustained(card, "rule/a100"), share=share)
    return Correction(
        id="ampere_training_rate",
        verdict="wrong",
        said=msg("rule.a100.said", "An A100 has 150 to 200 TFLOPS in theory, half of it in practice."),
        right=msg(
            "rule.a100.right",
            "In theory {top} (dense, 16 bits). 150 to 200 is what good stacks reach: here {reached}.",
            top=top,
            reached=reached,
        ),
        figures=(top, share, reached),
        source="mosaicml/llm-foundry: 200 TFLOPS a card on MPT-7B",
    )


def memory_plus_a_fifth() -> Correction:
    """Return that a fifth beside the weights does not hold the cache of one long sequence."""
    model = shape_of("llama-3-70b")
    cached = _cache(MemorySpec(model=model, seq_len=32768, batch=1))
    size = weights(model, "int4", "rule/70b_int4")
    share = trace(QUOTIENT, "rule/cache_share", above=cached, below=size)
    return Correction(
        id="memory_plus_a_fifth",
        verdict="loose",
        said=msg("rule.fifth.said", "Memory of the model plus 20 % is enough."),
        right=msg(
            "rule.fifth.right",
            "For short contexts only: one sequence of 32,768 tokens of a 70B model keeps {cached} beside {size} of 4-bit weights, and every user has one.",
            cached=cached,
            size=size,
        ),
        figures=(cached, size, share),
        source=_ACCOUNT,
    )


def _cache(spec: MemorySpec) -> Figure:
    return job_cache(spec, "rule/cache")


def chips_of_sram() -> tuple[Figure, Figure]:
    """Return how many SRAM chips hold a 70B model at 16 and at 8 bits (count of chips)."""
    chip = bundled_item("groq-tsp").figure("memory_gb", "GB")
    sizes = (("fp16", 140.0), ("fp8", 70.0))
    found = [
        trace(CHIPS_TO_HOLD, f"advice/chips/{name}", weights_gb=constant(f"advice/70b_{name}_gb", size, "GB",
              "70e9 parameters"), chip_gb=chip)
        for name, size in sizes
    ]  # fmt: skip
    return found[0], found[1]


TUNING = (bytes_per_parameter, activations_first, seventy_on_24, seventy_lora_two_cards, seventy_full_eight_141)
SERVING = (rate_is_no_concurrency, cards_by_bandwidth, decode_by_bandwidth, memory_plus_a_fifth)
TRAINING = (ampere_training_rate,)

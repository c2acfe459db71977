"""What must be said of a job on a card: formats without hardware, ranks that heads do not allow, contexts that are too long."""

from __future__ import annotations

from planner.errors import InputError
from planner.messages import Message, msg
from planner.workload.memory import weight_format
from planner.workload.throughput import SpeedJob

_NEEDS = (
    (("fp8", "mxfp8"), "fp8_dense_tflops"),
    (("nvfp4", "mxfp4", "fp4"), "fp4_dense_tflops"),
    (("int8",), "int8_dense_tops"),
    (("bf16",), "bf16_dense_tflops"),
)

_KNOWN = (
    ("BF16", "bf16_dense_tflops"),
    ("FP16", "fp16_dense_tflops"),
    ("FP8", "fp8_dense_tflops"),
    ("INT8", "int8_dense_tops"),
    ("FP4", "fp4_dense_tflops"),
)


def speed_notes(job: SpeedJob) -> tuple[Message, ...]:
    """Return what people should know before they trust the speed of ``job``."""
    found = (_format(job), _ranks(job), _context(job), _software(job))
    return tuple(note for note in found if note is not None)


def check_ranks(job: SpeedJob) -> None:
    """Raise InputError where the model's heads cannot be split over the cards at all."""
    heads = job.model.heads
    if heads is not None and job.parallel > heads:
        raise InputError(
            msg(
                "speed.ranks",
                "{name} has {heads} heads: they cannot be split over {ranks} cards.",
                name=job.model.name,
                heads=heads,
                ranks=job.parallel,
            ),
            msg("speed.ranks.remedy", "At most {heads} cards can work on one token at once.", heads=heads),
            "devices",
        )


def _format(job: SpeedJob) -> Message | None:
    for names, column in _NEEDS:
        if job.dtype in names and not job.card.number(column):
            said = {
                "card": job.card.name,
                "format": weight_format(job.dtype).label,
                "known": tuple(name for name, rate in _KNOWN if job.card.number(rate)),
            }
            if job.dtype == "bf16":
                return msg(
                    "speed.half.unknown", "No {format} arithmetic is known of {card}. Known are: {known}.", **said
                )
            return msg(
                "speed.format.unknown",
                "No {format} arithmetic is known of {card}: the format saves memory there, not time. Known are: {known}.",
                **said,
            )
    return None


def _ranks(job: SpeedJob) -> Message | None:
    own = job.model.kv_heads
    if own is None or job.parallel <= own or job.model.cache_rule == "latent":
        return None
    return msg(
        "speed.kv_ranks",
        "{name} has {heads} key-value heads: on {ranks} cards each is kept more than once; {accepted} cards keep it once.",
        name=job.model.name,
        heads=own,
        ranks=job.parallel,
        accepted=own,
    )


def _context(job: SpeedJob) -> Message | None:
    whole = (job.tokens_in or 0.0) + (job.tokens_out or 0.0)
    limit = job.model.max_context
    if limit is None or whole <= limit:
        return None
    return msg("model.context", "{seq_len} tokens are more than the {limit} that {name} can read.",
               seq_len=int(whole), limit=limit, name=job.model.name)  # fmt: skip


def _software(job: SpeedJob) -> Message | None:
    if job.software.known:
        return None
    return msg("rows.engine", "{name} is not listed: taken as a serving engine.", name=job.engine or "-")

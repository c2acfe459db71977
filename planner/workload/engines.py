"""Classes of software: how an engine or training stack behaves, found by its name."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from planner import tables
from planner.messages import Labelled

Split = Literal["tensor", "layer"]


class Engine(msgspec.Struct, frozen=True, kw_only=True):
    """The classes of one software: decoding, prompt, serving, training, and how it spreads a model over cards."""

    pattern: str
    decode: Literal["compiled", "serving", "llama_cpp", "eager"]
    prefill: Literal["serving", "awq", "llama_cpp"]
    serve: Literal["tuned", "community"]
    train: Literal["tuned", "general", "plain"]
    split: Split
    label: Labelled
    known: bool = True


_OTHER = Engine(
    pattern="",
    decode="serving",
    prefill="serving",
    serve="community",
    train="general",
    split="tensor",
    label=Labelled(zh="未列出的软件，按推理引擎计", en="software that is not listed: taken as a serving engine"),
    known=False,
)


@lru_cache(maxsize=1)
def engines() -> tuple[Engine, ...]:
    """Return the listed software in the order in which names are looked for."""
    return tuple(
        msgspec.convert({**row, "label": Labelled(zh=row["zh"], en=row["en"])}, Engine)
        for row in tables.rows("workload/engines.csv")
    )


@lru_cache(maxsize=256)
def engine(name: str) -> Engine:
    """Return the classes of the software called ``name``; ``known`` is false where the table has none for it."""
    wanted = name.lower()
    return next((one for one in engines() if one.pattern in wanted), _OTHER)

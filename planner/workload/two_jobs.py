"""Two jobs in one sentence: told apart where it is cut by commas or 'and', read one by one where each part is whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import msgspec

from planner.catalog.items import Item
from planner.workload.number_words import NUMBER
from planner.workload.presets import job_presets
from planner.workload.word_rules import PEOPLE
from planner.workload.words import SERVING, Reading, read_sentence

_CUT = re.compile(r"[,，;；。]|(?<![a-z0-9])and(?![a-z0-9])|和|以及|并且|另外", re.IGNORECASE)
_COUNTED = re.compile(
    rf"\d|[千万亿]|{NUMBER}\s*(?:个|名|位)|" + "|".join(rf"(?<![a-z]){word}" for word, _title in PEOPLE)
)


class Sentence(msgspec.Struct, frozen=True, kw_only=True):
    """What a sentence comes to: one reading for each job in it; ``parted`` is False where two jobs could not be told apart.

    ``lost`` tells that a number, a word for people or the name of another work was left over: the sentence said more than was understood.
    """

    readings: tuple[Reading, ...]
    parted: bool = True
    lost: bool = False


def read_jobs(text: str, models: Iterable[Item] = ()) -> Sentence:
    """Return the jobs that ``text`` names, in its order; never raises, as ``read_sentence``."""
    known = tuple(models)
    whole = read_sentence(text, known)
    parts = _parts(text, known)
    if len(parts) < 2:
        return Sentence(readings=(whole,), lost=_lost(whole))
    readings = tuple(read_sentence(part, known) for part in parts)
    if not all(_is_whole(one) for one in readings):
        return Sentence(readings=(whole,), parted=False, lost=True)
    return Sentence(readings=readings, lost=any(_lost(one) for one in readings))


def _parts(text: str, models: tuple[Item, ...]) -> tuple[str, ...]:
    """Return the text of each job: a piece that names no other kind, model or people belongs to the job before it."""
    text = unicodedata.normalize("NFKC", text)
    found: list[list[int]] = []  # start and end of each job
    last: Reading | None = None
    start = 0
    for end, after in (*(one.span() for one in _CUT.finditer(text)), (len(text), len(text))):
        reading = read_sentence(text[start:end], models)
        begins = reading.named and (last is None or _differ(last, reading))
        if begins and last is not None:
            found.append([start, end])
        elif found:
            found[-1][1] = end
        else:
            found.append([start, end])
        last = reading if reading.named and (begins or last is None) else last
        start = after
    return tuple(text[begin:end] for begin, end in found)


def _differ(one: Reading, other: Reading) -> bool:
    """Tell whether two pieces that name work name different work: another model or kind, or people of their own."""
    if one.people is not None and other.people is not None:
        return True
    said = [reading.model.value for reading in (one, other) if reading.model is not None and reading.model.said]
    sized = [reading.size for reading in (one, other) if reading.size]
    if len(set(said)) == 2 or len(set(sized)) == 2:  # noqa: PLR2004 - two pieces
        return True
    seen = {
        reading.preset.id
        for reading in (one, other)
        if reading.preset is not None and reading.preset.values["kind"] == "vision"
    }
    if len(seen) == 2:  # noqa: PLR2004 - detection and classification are of one kind, and two jobs
        return True
    kinds = {reading.preset.values["kind"] for reading in (one, other) if reading.preset is not None and reading.worded}
    return len(kinds) == 2  # noqa: PLR2004 - two pieces


def _is_whole(reading: Reading) -> bool:
    """Tell whether a part says enough to be a job: what is done, and for whom, with what, or how long."""
    if reading.preset is None:
        return False
    said = [one for one in (*reading.values, *reading.facts) if one.said and one.field not in ("kind", "method")]
    return reading.people is not None or bool(said) or bool(reading.model is not None and reading.model.said)


def _lost(reading: Reading) -> bool:
    words = {word for preset in job_presets() for word in preset.words}
    return any(_COUNTED.search(part) or part in words or SERVING.search(part) for part in reading.unread)

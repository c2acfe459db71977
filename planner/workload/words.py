"""A sentence about who runs what, read into an entry: what was understood, what was assumed, and what was not understood.

Rules look for words one after the other and take away what they read; what is left is said back. Nothing is guessed
from a half-understood phrase, and reading never fails: a sentence without any known word is an unread sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

import msgspec

from planner.catalog.items import Item
from planner.figure import Quality
from planner.messages import Labelled
from planner.workload.number_words import NUMBER, number_of
from planner.workload.presets import Preset, first_of_kind, job_preset, job_presets, model_of_size
from planner.workload.word_rules import EDGE, FILLERS, NONSTOP, PEOPLE, RULES, Taken

_MOST = 400  # characters that are looked at
_SIZE = re.compile(r"(?<![\d.a-z])(\d{1,4}(?:\.\d{1,2})?)\s*(?:b(?![a-z0-9])|billion(?: parameters)?|十亿)")
_SIZE_ZH = re.compile(rf"(?<![-\d])({NUMBER})(?:级|规模)?(?=\s*(?:个?参数|的?大?模型))(?:\s*个?参数)?")
_LEAST_SIZE = 1e8  # parameters: a smaller number before 模型 counts models
SERVING = re.compile(r"推理服务|在线推理|推理|服务|(?<![a-z])(?:services?|serving|inference)(?![a-z])")
_SIZE_SOURCE = "any model of that size needs about the same: the one of the catalog that stands for it"
_START_SOURCE = (
    "work for the morning begins at 20:00 the evening before, other work at 8:00 "
    "(customary start value: ask, then replace)"
)
_AT_ONCE_SOURCE = "answers while people write: one in twenty of them at once (customary start value: ask, then replace)"
_EVENING_H, _MORNING_H, _NOON_H, _DAY_H = 20.0, 8.0, 12.0, 24.0
_AT_ONCE_SHARE = 0.05


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A value of the entry: where it goes, what it is, and the words it was read from ('' where it was assumed)."""

    field: str
    value: str | int | float
    said: str = ""
    source: str = ""

    @property
    def quality(self) -> Quality:
        """Return whether somebody said it."""
        return Quality.ENTERED if self.said else Quality.ASSUMED


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """The people: how many, and what they are called."""

    count: int
    title: Labelled
    said: str


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What a sentence comes to; ``preset`` is None where no word of it names a kind of work.

    ``heard`` are the words that were understood, ``unread`` those that were not.

    ``worded`` tells that a word names the kind of work, ``named`` that a word, a model, a size or a method does;
    ``size`` is the size in 1e9 parameters as it was said ('').
    ``values`` are fields of the entry, ``facts`` what is told beside them, ``model`` a catalog id in the field ``model``.
    """

    text: str
    preset: Preset | None
    title: Labelled
    people: Group | None
    values: tuple[Value, ...]
    facts: tuple[Value, ...]
    model: Value | None
    heard: tuple[str, ...]
    unread: tuple[str, ...]
    worded: bool = False
    named: bool = False
    size: str = ""

    def value(self, field: str) -> str | int | float | None:
        """Return the value of a field of the entry or of a fact, None where there is none."""
        return next((one.value for one in (*self.values, *self.facts) if one.field == field), None)

    @property
    def assumed(self) -> tuple[Value, ...]:
        """Return what nobody said."""
        model = () if self.model is None else (self.model,)
        return tuple(one for one in (*self.values, *self.facts, *model) if not one.said)


def read_sentence(text: str, models: Iterable[Item] = ()) -> Reading:
    """Return what ``text`` says, in English or Chinese; ``models`` are the catalog's, to know them by name."""
    sheet = _Sheet(unicodedata.normalize("NFKC", text)[:_MOST].lower().replace("\0", " "))
    named = _named_model(sheet, models)
    preset, words = _preset(sheet)
    size = _size(sheet)
    taken: dict[str, Taken] = {}
    for rule in RULES:
        found = None if rule.field in taken else rule.pattern.search(sheet.text)
        read = None if found is None else rule.read(found)
        if found is not None and read is not None:
            sheet.strike(*found.span())
            taken[rule.field] = msgspec.structs.replace(read, said=found.group(0).replace("\0", "").strip())
    preset = _by_method(preset, taken) if preset is not None else _preset_of(taken, named, size)
    people = _people(sheet, edge=preset is not None and preset.values["kind"] == "edge")
    if preset is None or preset.values["kind"] != "vision" or preset.values["method"] == "infer":
        sheet.drop(FILLERS)
    else:  # these presets train; what serves is another job, and no filler
        sheet.drop_but(FILLERS, SERVING)
    model = _model(preset, named, size)
    values, facts = _filled(preset, taken, people)
    if words and preset is not None and preset.values["kind"] == "train" and "method" not in taken:
        values = tuple(msgspec.structs.replace(one, said=words) if one.field == "method" else one for one in values)
    return Reading(
        text=text,
        preset=preset,
        title=_title(preset, size, model),
        people=people,
        values=values,
        facts=facts,
        model=model,
        heard=tuple(sheet.heard),
        unread=sheet.rest(),
        worded=bool(words),
        named=bool(words) or named is not None or size is not None,
        size=size or "",
    )


class _Sheet:
    """The sentence; what was read is struck out, so that nothing is read twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.heard: list[str] = []

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.search(self.text)
        if found is not None:
            self.strike(*found.span())
        return found

    def strike(self, start: int, end: int) -> None:
        self.heard.append(self.text[start:end].replace("\0", "").strip())
        self.text = self.text[:start] + "\0" * (end - start) + self.text[end:]

    def drop(self, fillers: re.Pattern[str]) -> None:
        self.text = fillers.sub(lambda found: "\0" * len(found.group(0)), self.text)

    def drop_but(self, fillers: re.Pattern[str], kept: re.Pattern[str]) -> None:
        """Drop fillers between the words that are kept."""
        ends = [0, *(at for found in kept.finditer(self.text) for at in found.span()), len(self.text)]
        parts = [self.text[start:end] for start, end in zip(ends, ends[1:], strict=False)]
        said = [fillers.sub(lambda found: "\0" * len(found.group(0)), part) for part in parts[::2]]
        parts[::2] = said
        self.text = "".join(parts)

    def rest(self) -> tuple[str, ...]:
        return tuple(
            part for part in (one.strip(" .;:!?-/+()'\"") for one in re.split("[\0,，。；、]+", self.text)) if part
        )


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9.]", "", text.lower())


def _named_model(sheet: _Sheet, models: Iterable[Item]) -> tuple[Item, str] | None:
    """Return the model whose name stands in the sentence, the longest of several, and the words."""
    best: tuple[int, Item, tuple[int, int]] | None = None
    for item in models:
        name = item.name.split("(")[0].strip().lower()
        parts = [re.escape(part) for part in re.split(r"[-_ /]+", name) if part]
        found = re.search(r"(?<![a-z0-9])" + r"[-_ /]?".join(parts) + r"(?![a-z0-9])", sheet.text) if parts else None
        if found is not None and (best is None or len(found.group(0)) > best[0]):
            best = (len(found.group(0)), item, found.span())
    if best is None:
        return None
    said = sheet.text[slice(*best[2])]
    sheet.strike(*best[2])
    return best[1], said


def _preset(sheet: _Sheet) -> tuple[Preset | None, str]:
    """Return the preset with the longest words in the sentence, and strike them out; then all its other words."""
    best: tuple[int, Preset, str] | None = None
    for preset in job_presets():
        for word in preset.words:
            if _pattern(word).search(sheet.text) and (best is None or len(word) > best[0]):
                best = (len(word), preset, word)
    if best is None:
        return None, ""
    said = ""
    for word in sorted(best[1].words, key=len, reverse=True):
        found = sheet.take(_pattern(word))
        said = said or (found.group(0) if found else "")
    if best[1].values["kind"] == "train":
        for word in ("fine-tuning", "fine-tunes", "fine-tune", "fine tune", "finetune", "tuning", "微调", "训练"):
            sheet.take(_pattern(word))
    return best[1], said


def _size(sheet: _Sheet) -> str | None:
    """Return the size that was said, in 1e9 parameters: 7B, 70亿参数, 一千亿模型."""
    found = sheet.take(_SIZE)
    if found is not None:
        return found.group(1)
    for match in _SIZE_ZH.finditer(sheet.text):
        count = number_of(match.group(1))
        if count is not None and count >= _LEAST_SIZE:
            sheet.strike(*match.span())
            return f"{count / 1e9:g}"
    return None


def _pattern(word: str) -> re.Pattern[str]:
    latin = word[0].isascii()
    if not latin:
        return re.compile(re.escape(word) + ("(?![题时])" if word.endswith("课") else ""))  # 两次课题组会 is no class
    return re.compile(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])")


def _preset_of(taken: Mapping[str, Taken], named: tuple[Item, str] | None, size: str | None) -> Preset | None:
    """Return what goes without saying: a method is training, a vision, picture or video model its own kind."""
    method = taken.get("method")
    if method is not None:
        return first_of_kind("train", str(method.value))
    if named is not None:
        sort = named[0].text("subkind")
        for start, preset in (
            ("vision-detection", "detection"),
            ("vision", "classification"),
            ("diffusion-video", "video"),
            ("diffusion", "pictures"),
            ("embedding", "embed"),
            ("speech", "transcribe"),
            ("vlm", "vision-chat"),
            ("llm", "chat"),
        ):
            if sort.startswith(start):
                return job_preset(preset)
    if "clip_s" in taken:
        return job_preset("video")
    if "documents_per_run" in taken or "finish_by_h" in taken:
        return job_preset("summarise")
    return job_preset("chat") if size is not None or "at_once" in taken else None


def _by_method(preset: Preset, taken: Mapping[str, Taken]) -> Preset:
    """Return the preset of the method that was named, where the one found is a fine-tuning by another."""
    method = taken.get("method")
    tuned = preset.id in ("lora", "qlora", "full")
    return (first_of_kind("train", str(method.value)) or preset) if tuned and method is not None else preset


def _people(sheet: _Sheet, *, edge: bool) -> Group | None:
    for word, title in (*PEOPLE, *(EDGE if edge else ())):
        for found in re.finditer(rf"(?<![-−–\d])({NUMBER})\s*{word}", sheet.text):
            count = number_of(found.group(1))
            if count is not None and count >= 1:
                sheet.strike(*found.span())
                return Group(count=round(count), title=title, said=found.group(0).strip())
    return None


def _model(preset: Preset | None, named: tuple[Item, str] | None, size: str | None) -> Value | None:
    if named is not None:
        return Value(field="model", value=named[0].id, said=named[1])
    if preset is None or ("memory_need_gib" in preset.facts and size is None):
        return (
            None
            if preset is None or not preset.model
            else Value(field="model", value=preset.model, source=preset.source)
        )
    if size is not None and preset.values["kind"] in ("inference", "batch", "train", "course"):
        return Value(field="model", value=model_of_size(float(size)), source=_SIZE_SOURCE)
    return Value(field="model", value=preset.model, source=preset.source) if preset.model else None


def _filled(
    preset: Preset | None, taken: Mapping[str, Taken], people: Group | None
) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Return fields and facts: what was said, then what the preset has for what was not."""
    if preset is None:
        return (), ()
    values: dict[str, Value] = {}
    facts: dict[str, Value] = {}
    for name, one in taken.items():
        goes = facts if name in ("documents_per_run", "finish_by_h", "clip_s", "memory_need_gib") else values
        goes[name] = Value(field=name, value=one.value, said=one.said)
    if (at_once := values.pop("at_once", None)) is not None and "batch" not in values:
        values["batch"] = msgspec.structs.replace(at_once, field="batch")
    values["kind"] = Value(field="kind", value=preset.values["kind"], said=preset.id)
    for name, given in preset.values.items():
        if name not in values:
            values[name] = Value(field=name, value=given, source=preset.source)
    _follow(values, facts.get("finish_by_h"), people)
    for name, told in preset.facts.items():
        if name not in facts:
            facts[name] = Value(field=name, value=told, source=preset.source)
    return tuple(values.values()), tuple(facts.values())


def _follow(values: dict[str, Value], until: Value | None, people: Group | None) -> None:
    """Put in what follows from what was said: the format of QLoRA, how many write at once, hours until a deadline."""
    if values["method"].value == "qlora" and not values["dtype"].said:
        values["dtype"] = msgspec.structs.replace(values["dtype"], value="nf4")
    if values["kind"].value == "inference" and people is not None and not values["batch"].said:
        many = max(1, round(people.count * _AT_ONCE_SHARE))
        values["batch"] = Value(field="batch", value=many, source=_AT_ONCE_SOURCE)
    hours, often = values.get("hours_per_session"), values.get("sessions_per_week")
    if often is not None and NONSTOP.fullmatch(often.said) and (hours is None or not hours.said):
        values["hours_per_session"] = hours = Value(field="hours_per_session", value=_DAY_H, said=often.said)
    if until is not None and (hours is None or not hours.said):
        end = float(until.value)
        took = (end - (_EVENING_H if end <= _NOON_H else _MORNING_H)) % _DAY_H or _DAY_H
        values["hours_per_session"] = Value(field="hours_per_session", value=took, source=_START_SOURCE)


def _title(preset: Preset | None, size: str | None, model: Value | None) -> Labelled:
    if preset is None:
        return Labelled(zh="", en="")
    head = f"{size}B" if size is not None else str(model.said) if model is not None and model.said else ""
    if not head:
        return preset.title
    return Labelled(zh=f"{head} {preset.title.zh}", en=f"{preset.title.en}, {head}")

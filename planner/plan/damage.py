"""What is wrong with a damaged plan file, in words: the reader of JSON says it in English only.

The texts are those of msgspec (``msgspec.json.decode`` and ``msgspec.convert``); a place such as ``$.funds[0].amount``
is kept, so that the spot is found in the file. What is not here is told as it was said.
"""

from __future__ import annotations

import re

from planner.messages import Labelled, Message, msg

_AT = re.compile(r"^(?P<said>.*) - at `(?P<place>[^`]*)`$", re.DOTALL)
_BYTE = re.compile(r"\(byte (?P<byte>[0-9]+)\)$")
_TYPE = re.compile(r"^Expected `(?P<wanted>[^`]*)`, got `(?P<found>[^`]*)`$")
_MISSING = re.compile(r"^Object missing required field `(?P<name>[^`]*)`$")
_CHOICE = re.compile(r"^Invalid (?:enum )?value (?P<value>'.*'|[0-9.]+)$", re.DOTALL)
_TYPES = {
    "int": Labelled(zh="整数", en="a whole number"),
    "float": Labelled(zh="数", en="a number"),
    "decimal": Labelled(zh="数", en="a number"),
    "str": Labelled(zh="文字", en="a text"),
    "bool": Labelled(zh="是或否", en="true or false"),
    "null": Labelled(zh="空值", en="nothing"),
    "array": Labelled(zh="列表", en="a list"),
    "object": Labelled(zh="对象", en="an object"),
    "date": Labelled(zh="日期", en="a day"),
}


def fault_words(error: Exception) -> Message:
    """Return what the reader of JSON found wrong, with the place where it names one."""
    text = str(error).rstrip(".")
    at = _AT.match(text)
    reason = _reason(error, at["said"] if at else text)
    return msg("plan_file.at", "{reason} (at {place})", reason=reason, place=at["place"]) if at else reason


def _reason(error: Exception, said: str) -> Message:
    byte = _BYTE.search(said)
    if isinstance(error, UnicodeDecodeError) or said.startswith("Invalid UTF-8"):
        return msg("plan_file.encoding", "it is not text in UTF-8")
    if isinstance(error, RecursionError):
        return msg("plan_file.deep", "its parts are nested too deeply")
    if said == "Input data was truncated":
        return msg("plan_file.cut", "it ends too early; the end of the file is missing")
    if said.startswith("JSON is malformed") and byte:
        return msg("plan_file.json", "it is no JSON from byte {byte} on", byte=byte["byte"])
    if said.startswith("JSON is malformed"):
        return msg("plan_file.no_json", "it is no JSON")
    if found := _TYPE.match(said):
        return msg(
            "plan_file.type",
            "{wanted} is expected, {found} stands there",
            wanted=_kind(found[1]),
            found=_kind(found[2]),
        )
    if found := _MISSING.match(said):
        return msg("plan_file.field", "the field {name} is missing", name=found["name"])
    if found := _CHOICE.match(said):
        return msg("plan_file.choice", "{value} is none of the values that may stand there", value=found["value"][:80])
    return msg("plan_file.reason", "{reason}", reason=said)


def _kind(names: str) -> Labelled:
    """Return types as people say them: ``int | null`` is a whole number or nothing."""
    parts = [_TYPES.get(name.strip(), Labelled(zh=name.strip(), en=name.strip())) for name in names.split("|")]
    return Labelled(zh="或".join(one.zh for one in parts), en=" or ".join(one.en for one in parts))

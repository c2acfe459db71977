"""What people write around the number of a field: 每周3次, 120名学生, 4096 tokens, 24小时; and the unit of plain fields.

The fields of an entry have no row in the attribute registry, so their units stand here. A word that belongs to another
field is not taken away: 3周 in a field for a number of cards stays refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from planner.entry import parse_number
from planner.errors import InputError
from planner.numerals import normalised

PLAIN_UNITS: Mapping[str, str] = MappingProxyType({"hours_per_session": "h"})
"""Units of fields that are plain numbers in the plan."""

_TOKENS = "(?:个)?(?:tokens?|toks?|词元)"
_PEOPLE = "(?:个|名|位)?(?:人|学生|同学|老师|教师|用户|研究生|本科生|博士生?|people|persons?|students?|users?)"
_AFTER = MappingProxyType(
    {
        "seq_len": _TOKENS,
        "output_len": _TOKENS,
        "context_tokens": _TOKENS,
        "max_output_tokens": _TOKENS,
        "sample_tokens": f"{_TOKENS}(?:/条|每条)?",
        "batch": f"(?:(?:个|路)?(?:并发|请求|会话|任务|样本|条)|路|requests?|sessions?|samples?|at once|{_PEOPLE}?(?:同时)?)",
        "devices": "(?:张|块|个)?(?:卡|显卡|gpu|gpus|cards?)",
        "cards_per_unit": "(?:张|块|个)?(?:卡|显卡|gpu|gpus|cards?)",
        "quantity": "(?:units?|sets?|服务器|工作站|台套)",
        "count": _PEOPLE,
        "people_count": _PEOPLE,
        "sessions_per_week": "(?:次|回|times?)(?:/(?:周|星期|week)|每周|a week)?",
        "hours_per_session": "(?:/次|每次|each time)",
        "documents_per_run": "(?:份|篇|个)?(?:文档|文件|论文|docs?|documents?)|[份篇]",
        "train_samples": "(?:个|条)?(?:样本|数据|samples?)|[条对]",
        "epochs": "轮|遍|epochs?",
        "atoms": "(?:个)?(?:原子|atoms?)",
        "image_px": "像素|px|pixels?",
        "grid_kg_per_kwh": "(?:kg|公斤|千克)(?:CO2)?/(?:kWh|度)",
        "floor_load_kg_m2": "(?:kg|公斤|千克)/(?:m2|m²|㎡|平方米|平米|平方)",
        "outlet_count": "(?:个)?(?:插口|插孔|孔|位|口|outlets?)",
        "network_ports": "(?:个)?(?:网口|口|端口|ports?)",
        "port_count": "(?:个)?(?:网口|口|端口|ports?)",
        "cpu_cores": "核心?|cores?",
        "mtok_in_week": "(?:百万|M)(?:tokens?|词元)?",
        "mtok_out_week": "(?:百万|M)(?:tokens?|词元)?",
        "fx_usd_cny": "(?:元|CNY)(?:/(?:美元|USD))?",
        "fx_eur_cny": "(?:元|CNY)(?:/(?:欧元|EUR))?",
    }
)
_BEFORE = MappingProxyType(
    {
        "sessions_per_week": "(?:每|一)(?:个)?(?:人每)?(?:周|星期|礼拜)",
        "hours_per_session": "(?:每|一)次",
        "devices": "(?:共|用)",
        "count": "(?:共|约)",
        "batch": "(?:同时|并发)",
    }
)
_HOUR_SAID = re.compile("(?P<digits>.+?)点(?:钟|整)?|(?P<h>[0-9]{1,2}):(?P<m>[0-5][0-9])")
_CLOCKS = frozenset({"hour_from", "hour_to", "finish_by_h"})
_MEMORY = frozenset({"memory_need_gib", "memory_gib"})
_SOLD = re.compile(r"(?P<size>[GM])(?:[bB])?(?=(?:\s*(?:的)?(?:显存|内存|vram|memory))?\s*$)", re.IGNORECASE)
_MONTHS = re.compile(r"(?P<number>.+?)\s*(?:个?月|months?)")
_MINUTES_OF_HOUR = 60
_MONTHS_OF_YEAR = 12


def bare_words(name: str, text: str) -> str:
    """Return what is typed for the field ``name`` without the words that only repeat what the field asks."""
    said = normalised(text)
    after, before = _AFTER.get(name), _BEFORE.get(name)
    if before is not None:
        said = re.sub(rf"^{before}\s*(?=\S)", "", said)
    if after is not None:
        said = re.sub(rf"(?<=[0-9%kKmM一二两三四五六七八九十百千万亿])\s*(?:{after})$", "", said, flags=re.IGNORECASE)
    return said


def as_typed(name: str, unit: str, text: str) -> str:
    """Return what is typed for a number of the attribute ``name`` in ``unit``, in a way the entry parser reads.

    Device memory is sold by the GB and counted by the GiB: 24G, 24GB and 24g显存 are 24 GiB there. A year of months
    (36个月) is three years, and 22点 or 8:30 is a time of the day.
    """
    said = bare_words(name, text)
    if name in _MEMORY:
        return _SOLD.sub(lambda found: f"{found['size'].upper()}iB", said)
    if name in _CLOCKS:
        return _clock(said)
    months = _MONTHS.fullmatch(said) if unit == "yr" else None
    return _years(months["number"], said) if months is not None else said


def _clock(said: str) -> str:
    found = _HOUR_SAID.fullmatch(said)
    if found is None:
        return said
    if found["h"] is None:
        return found["digits"]
    return f"{int(found['h']) * _MINUTES_OF_HOUR + int(found['m'])}min"


def _years(months: str, said: str) -> str:
    """Return a number of months as years; the text itself where it is no number."""
    try:
        return f"{parse_number(months) / _MONTHS_OF_YEAR:f}"
    except InputError:
        return said

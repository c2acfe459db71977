"""The phrases by which numbers of a job are known: times a week, hours, cards, lengths, formats, deadlines, people."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import msgspec

from planner.labels import Labelled
from planner.workload.number_words import NUMBER, number_of

_DAYS, _MONTH_WEEKS = 7.0, 52.0 / 12.0
_N = rf"({NUMBER})"


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """What a phrase says of one field."""

    value: str | int | float
    said: str = ""


Match = re.Match[str]


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    """A phrase: the field it fills, and how its value is read from the match (None: it says nothing)."""

    field: str
    phrase: str
    read: Callable[[Match], Taken | None]

    @property
    def pattern(self) -> re.Pattern[str]:
        """Return the phrase as a pattern."""
        return _compiled(self.phrase)


@lru_cache(maxsize=256)
def _compiled(phrase: str) -> re.Pattern[str]:
    """Compile a phrase when a sentence is read: all of them take longer than anything else that opens a place."""
    return re.compile(phrase)


def _number(scale: float = 1.0, *, whole: bool = False) -> Callable[[Match], Taken | None]:
    def read(found: Match) -> Taken | None:
        value = number_of(found.group(1))
        if value is None or value <= 0:
            return None
        value *= scale
        return Taken(value=max(1, round(value)) if whole else round(value, 6))

    return read


def _fixed(value: str | float) -> Callable[[Match], Taken | None]:
    return lambda _found: Taken(value=value)


def _hour(found: Match) -> Taken | None:
    hour = number_of(found.group("hour"))
    if hour is None or not 0 <= hour <= 24:
        return None
    minutes = float(found.groupdict().get("minute") or 0)
    late = (found.groupdict().get("late") or "").strip()
    if late in ("pm", "p.m.", "晚上", "下午", "晚", "傍晚") and hour < 12:
        hour += 12
    return Taken(value=round(hour + minutes / 60, 4))


def _tokens(found: Match) -> Taken | None:
    """Return a length in tokens; ``32k`` is 32 x 1024, as lengths are said."""
    text = found.group("tokens").replace(" ", "")
    value = number_of(text)
    if value is None or value < 1:
        return None
    if text.endswith("k"):
        value = value / 1000 * 1024
    return Taken(value=round(value))


def _rule(field: str, pattern: str, read: Callable[[Match], Taken | None]) -> Rule:
    return Rule(field=field, phrase=pattern, read=read)


_EACH = r"(?:(?:for|each|every time|a time|每次课?|每[节堂]课?|每\0+|每回|一次)\s*(?:约|大约)?\s*)?"
_T = rf"(?P<tokens>{NUMBER})"
_THEN = r"[\s\0]*(?:上课|上|开|有|做|跑|用|使用|运行|训练)?[\s\0]*"  # between a week and how often in it; \0 was read before
_TIMES = r"(?:\s*(?:次|回|节|场|堂)|(?=\0))"
_LATE = r"(?P<late>晚上|傍晚|下午|早上|上午|早晨|凌晨|明早|次日|第二天早上|晚)?\s*"

NONSTOP = re.compile(
    r"(?:昼夜)?不停(?:机|歇)?|不间断|全天候?|7\s*[x×*]\s*24(?:\s*小时)?|24\s*[x×*]\s*7|around the clock|non-?stop"
)
"""Words for work that never rests: every day, all day where no hours are said."""

RULES: tuple[Rule, ...] = (
    # Deadlines
    _rule(
        "finish_by_h",
        r"(?:by|before|until|due(?: at)?)\s+(?P<hour>\d{1,2})(?::(?P<minute>\d\d))?\s*(?:h\b|o'clock)?\s*"
        r"(?P<late>am|pm|a\.m\.|p\.m\.)?(?![a-z0-9])(?: the next (?:day|morning)| tomorrow| in the morning)?",
        _hour,
    ),
    _rule(
        "finish_by_h",
        rf"{_LATE}(?P<hour>{NUMBER})(?:[:点时](?P<minute>\d\d)?分?)(?:钟)?\s*(?:之前|以前|前)(?:完成)?",
        _hour,
    ),
    # How much
    _rule(
        "documents_per_run",
        rf"{_N}\s*(?:documents?|docs|papers|reports|articles|files|pages|records)(?![a-z])",
        _number(whole=True),
    ),
    _rule(
        "documents_per_run",
        rf"{_N}\s*(?:份|篇|个|页|条)?\s*(?:文档|文件|论文|报告|文章|记录|材料)",
        _number(whole=True),
    ),
    _rule("clip_s", rf"{_N}\s*(?:-\s*)?(?:s|sec|secs|second|seconds)(?![a-z])(?:\s*(?:long|each))?", _number()),
    _rule("clip_s", rf"{_N}\s*秒(?:钟)?(?:长)?", _number()),
    # How often
    _rule("sessions_per_week", NONSTOP.pattern, _fixed(7.0)),
    _rule(  # 每周上2次课: 次课 was read before, as the kind of work
        "sessions_per_week",
        rf"(?:每周|一周|每星期|每个?礼拜){_THEN}{_N}{_TIMES}",
        _number(),
    ),
    _rule("sessions_per_week", r"twice\s+(?:a|per|each|every)\s+week", _fixed(2.0)),
    _rule(
        "sessions_per_week",
        r"once\s+(?:a|per|each|every)\s+week|(?<![a-z])weekly(?![a-z])|每周(?=$|[,，。；、\s]|用|做|跑)",
        _fixed(1.0),
    ),
    _rule("sessions_per_week", rf"{_N}\s*(?:times|x|runs|sessions)?\s*(?:a|per|each|every|/)\s*week", _number()),
    _rule("sessions_per_week", rf"{_N}\s*(?:times|x|runs)?\s*(?:a|per|each|every|/)\s*day(?![a-z])", _number(_DAYS)),
    _rule(
        "sessions_per_week", rf"{_N}\s*(?:times|x|runs)?\s*(?:a|per|each|every|/)\s*month", _number(1 / _MONTH_WEEKS)
    ),
    _rule("sessions_per_week", r"twice\s+(?:a|per)\s+month|每月两次", _fixed(round(2 / _MONTH_WEEKS, 6))),
    _rule(
        "sessions_per_week", r"once\s+(?:a|per)\s+month|(?<![a-z])monthly(?![a-z])", _fixed(round(1 / _MONTH_WEEKS, 6))
    ),
    _rule("sessions_per_week", r"twice\s+(?:a|per)\s+day", _fixed(14.0)),
    _rule("sessions_per_week", rf"(?:每天|每日|一天){_THEN}{_N}{_TIMES}", _number(_DAYS)),
    _rule("sessions_per_week", rf"(?:每月|一个?月){_THEN}{_N}{_TIMES}", _number(1 / _MONTH_WEEKS)),
    _rule(
        "sessions_per_week", r"every\s+(?:day|night)|(?<![a-z])(?:daily|nightly)(?![a-z])|每天|每日|每晚", _fixed(7.0)
    ),
    _rule("sessions_per_week", r"every\s+week", _fixed(1.0)),
    # How long
    _rule(
        "hours_per_session",
        rf"{_EACH}{_N}\s*(?:-\s*)?(?:hours?|hrs?|h)(?![a-z])(?:\s*(?:each|long|per run|a time|each time))?",
        _number(),
    ),
    _rule("hours_per_session", rf"{_EACH}{_N}\s*个半(?:小时|钟头)", lambda found: _and_a_half(found)),
    _rule("hours_per_session", rf"{_EACH}{_N}\s*个?\s*(?:小时|钟头|学时|课时)", _number()),
    _rule("hours_per_session", rf"{_EACH}{_N}\s*(?:minutes?|mins?|分钟)(?![a-z])", _number(1 / 60)),
    _rule("hours_per_session", r"half an hour|半个?小时", _fixed(0.5)),
    _rule("hours_per_session", rf"{_EACH}{_N}\s*(?:days|整?天)(?![a-z])", _number(24.0)),
    _rule("hours_per_session", r"overnight|通宵|过夜", _fixed(12.0)),
    # Lengths
    _rule(
        "seq_len",
        rf"(?:context|sequence length|seq(?:uence)?|length|max length)\s*(?:of|=|:)?\s*{_T}(?:\s*tokens)?(?![a-z])",
        _tokens,
    ),
    _rule("seq_len", rf"{_T}\s*(?:tokens?\s*)?(?:context|sequences?|long context)(?![a-z])", _tokens),
    _rule("seq_len", rf"(?:上下文|序列(?:长度)?|长度)\s*(?:为|是|=|:)?\s*{_T}", _tokens),
    _rule("seq_len", rf"{_T}\s*(?:上下文|长度|序列)", _tokens),
    _rule("output_len", rf"(?:output|answers?|answers of)\s*(?:of|=|:)?\s*{_T}\s*tokens", _tokens),
    _rule("output_len", rf"(?:输出|回答|生成)\s*(?:约)?\s*{_T}\s*(?:个)?\s*(?:token|tokens|字)", _tokens),
    # At once
    _rule(
        "at_once",
        rf"{_N}\s*(?:concurrent|parallel|simultaneous)(?:\s*(?:users|requests|streams|sessions|people))?",
        _number(whole=True),
    ),
    _rule(
        "at_once",
        rf"{_N}\s*(?:users|requests|people)?\s*(?:at once|at the same time|concurrently)",
        _number(whole=True),
    ),
    _rule(
        "at_once",
        rf"并发\s*(?:数|请求)?\s*(?:为|约)?\s*{_N}(?:\s*路)?|{_N}\s*(?:路并发|个?并发|路)",
        lambda found: _either(found),
    ),
    _rule("batch", rf"batch(?:\s*size)?\s*(?:of|=|:)?\s*{_N}", _number(whole=True)),
    _rule("batch", rf"批(?:大小|量)?\s*(?:为|是|=|:)?\s*{_N}", _number(whole=True)),
    # Cards
    _rule(
        "devices",
        rf"(?:on|with|using)?\s*{_N}\s*(?:x\s*)?(?:gpus?|cards?|accelerators?)(?![a-z])(?:\s*each)?",
        _number(whole=True),
    ),
    _rule("devices", rf"(?:用|在)?\s*{_N}\s*(?:张|块|个)?\s*(?:卡|显卡|gpu)(?:并行|上)?", _number(whole=True)),
    _rule("memory_need_gib", rf"{_N}\s*(?:gib|gb|g)(?![a-z])\s*(?:of\s*)?(?:memory|vram|显存)?", _number()),
    # Formats and methods
    _rule("dtype", r"(?<![a-z0-9])(?:awq)(?![a-z0-9])", _fixed("awq-int4")),
    _rule("dtype", r"(?<![a-z0-9])(?:gptq)(?![a-z0-9])", _fixed("gptq-int4")),
    _rule("dtype", r"(?<![a-z0-9])(?:int4|4[- ]?bit|w4a16)(?![a-z0-9])|4\s*位", _fixed("int4")),
    _rule("dtype", r"(?<![a-z0-9])(?:int8|8[- ]?bit|w8a8)(?![a-z0-9])|8\s*位", _fixed("int8")),
    _rule("dtype", r"(?<![a-z0-9])fp8(?![a-z0-9])", _fixed("fp8")),
    _rule("dtype", r"(?<![a-z0-9])fp16(?![a-z0-9])|半精度", _fixed("fp16")),
    _rule("dtype", r"(?<![a-z0-9])bf16(?![a-z0-9])", _fixed("bf16")),
    _rule("dtype", r"(?<![a-z0-9])nf4(?![a-z0-9])", _fixed("nf4")),
    _rule("method", r"(?<![a-z0-9])qlora(?![a-z0-9])", _fixed("qlora")),
    _rule("method", r"(?<![a-z0-9])lora(?![a-z0-9])", _fixed("lora")),
)


def _either(found: Match) -> Taken | None:
    value = number_of(found.group(1) or found.group(2))
    return None if value is None or value < 1 else Taken(value=round(value))


def _and_a_half(found: Match) -> Taken | None:
    value = number_of(found.group(1))
    return None if value is None else Taken(value=value + 0.5)


def _people(zh: str, en: str) -> Labelled:
    return Labelled(zh=zh, en=en)


# Words after a number that make it a number of people, with what the group is called; the longer before the shorter.
_MEASURE = r"(?:个|名|位|多个|多名)?\s*"
PEOPLE: tuple[tuple[str, Labelled], ...] = (
    (r"(?:phd students?|doctoral students?|phds?|doctorands?)(?![a-z])", _people("博士生", "doctoral students")),
    (rf"{_MEASURE}博士生?", _people("博士生", "doctoral students")),
    (
        r"(?:graduate students?|graduates?|master'?s? students?|masters)(?![a-z])",
        _people("研究生", "graduate students"),
    ),
    (rf"{_MEASURE}(?:研究生|硕士生?)", _people("研究生", "graduate students")),
    (r"(?:undergraduates?|undergraduate students?)(?![a-z])", _people("本科生", "undergraduates")),
    (rf"{_MEASURE}本科生", _people("本科生", "undergraduates")),
    (r"(?:students?|pupils?|learners?)(?![a-z])", _people("学生", "students")),
    (rf"{_MEASURE}(?:学生|同学|学员)", _people("学生", "students")),
    (r"(?:seats?|places?|workplaces?)(?![a-z])", _people("座位", "seats")),
    (r"(?:个|人)?\s*(?:座位|机位|工位|座|席)", _people("座位", "seats")),
    (r"(?:staff(?: members)?|employees?|colleagues?|workers?)(?![a-z])", _people("员工", "staff")),
    (rf"{_MEASURE}(?:员工|职工|同事|教职工|人员)", _people("员工", "staff")),
    (r"(?:teachers?|lecturers?|professors?|faculty)(?![a-z])", _people("教师", "teachers")),
    (rf"{_MEASURE}(?:老师|教师|教授)", _people("教师", "teachers")),
    (r"(?:researchers?|scientists?|postdocs?)(?![a-z])", _people("研究人员", "researchers")),
    (rf"{_MEASURE}(?:研究员|研究人员|科研人员|博后)", _people("研究人员", "researchers")),
    (r"(?:engineers?|developers?|programmers?)(?![a-z])", _people("工程师", "engineers")),
    (rf"{_MEASURE}(?:工程师|开发者|程序员|开发人员)", _people("工程师", "engineers")),
    (r"(?:users?|people|persons?|customers?|members?)(?![a-z])", _people("用户", "users")),
    (rf"{_MEASURE}(?:用户|人|客户|成员)", _people("用户", "users")),
    (r"(?:teams?|groups?)(?![a-z])", _people("小组", "groups")),
    (rf"{_MEASURE}(?:小组|课题组|组)", _people("课题组", "groups")),
)
# Things that are counted where the work runs on them.
EDGE: tuple[tuple[str, Labelled], ...] = (
    (r"(?:edge )?(?:boxes|box|kits?|jetsons?|devices?|cameras?)(?![a-z])", _people("端侧盒子", "edge boxes")),
    (r"(?:台|套|个)?\s*(?:端侧|边缘)?(?:盒子|套件|设备)?", _people("端侧盒子", "edge boxes")),
)

_ENGLISH_FILLERS = (
    *[
        "a",
        "an",
        "the",
        "with",
        "for",
        "of",
        "on",
        "in",
        "at",
        "to",
        "and",
        "or",
        "by",
        "we",
        "our",
        "their",
        "each",
        "every",
        "per",
        "using",
        "use",
        "uses",
        "run",
        "runs",
        "running",
        "want",
    ],
    *[
        "wants",
        "need",
        "needs",
        "model",
        "models",
        "job",
        "jobs",
        "service",
        "services",
        "work",
        "training",
        "train",
        "trains",
        "time",
        "times",
        "long",
        "about",
    ],
    *[
        "some",
        "all",
        "them",
        "they",
        "it",
        "is",
        "are",
        "who",
        "which",
        "that",
        "please",
        "parameters",
        "parameter",
        "llm",
        "large",
        "language",
        "inference",
        "new",
        "them",
    ],
)
_CHINESE_FILLERS = (
    *(
        "的",
        "用",
        "在",
        "给",
        "为",
        "和",
        "与",
        "做",
        "跑",
        "来",
        "要",
        "需要",
        "模型",
        "大模型",
        "任务",
        "服务",
        "左右",
        "大约",
    ),
    *(
        "约",
        "次",
        "每次",
        "每人",
        "一个",
        "个",
        "我们",
        "他们",
        "使用",
        "进行",
        "训练",
        "推理",
        "供",
        "名",
        "位",
        "对",
        "把",
        "请",
        "等",
    ),
)
FILLERS = re.compile(
    rf"(?<![a-z0-9])(?:{'|'.join(sorted(_ENGLISH_FILLERS, key=len, reverse=True))})(?![a-z0-9])"
    rf"|{'|'.join(sorted(_CHINESE_FILLERS, key=len, reverse=True))}"
)

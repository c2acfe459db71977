"""What the words of a typed line say: the kind of thing it is, whether it is a whole machine, and how many cards are in it.

Trade names end with what they are (服务器机柜 is a rack, 存储服务器 is storage), so the word of a kind that stands last decides.
What is in brackets tells of the delivery, not of the kind.
"""

from __future__ import annotations

import re

from planner.numerals import normalised
from planner.plan.document import LineRole

_KINDS: tuple[tuple[LineRole, str], ...] = (
    ("ups", r"(?<![a-z])ups(?![a-z])|不间断(?:电源)?"),
    (
        "storage",
        r"(?:存储|文件|备份|nas)\s*服务器|(?<![a-z])nas(?![a-z])|群晖|威联通|存储|磁盘阵列|硬盘|固态|(?<![a-z])(?:ssd|hdd)(?![a-z])"
        r"|storage(?:\s*server)?",
    ),
    ("network", r"交换机|路由器|防火墙|网卡|光模块|(?<![a-z])(?:switch|router|firewall)"),
    ("rack", r"机柜|机架(?!式)|(?<![a-z])rack(?:\s*cabinet)?(?![a-z\s-]*(?:server|mount))"),
    ("pdu", r"(?<![a-z])pdu(?:\s*插[座排])?|插排|排插"),
    ("cooling", r"空调|精密空调|冷水机|新风|(?<![a-z])(?:cooling|air\s*condition)"),
    ("works", r"插座|电路|线路|配电|布线|改造|施工|(?<![a-z])works(?![a-z])|socket|wiring"),
    ("service", r"服务(?!器)|维保|维护|维修|安装|调试|培训|质保|运维|保修|(?<![a-z])(?:service|maintenance|warranty)"),
    ("software", r"软件|授权|许可|操作系统|(?<![a-z])(?:software|licen[cs]e)"),
    ("cloud", r"云\s*(?:服务器|主机|算力|服务)|租用|租赁|云(?!台)|(?<![a-z])cloud(?:\s*server)?"),
    ("compute", r"服务器|工作站|整机|主机|显卡|加速卡|计算卡|训练机|推理机|(?<![a-z])(?:gpu|server|workstation)"),
    (
        "other",
        r"(?:服务器|工作站|主机)?\s*(?:内存条?|主板|机箱|导轨|散热器|风扇|显示器|键盘|鼠标)"
        r"|(?:水冷|分体水)[头排]|冷头|显卡?支架|背板|延长线|转接[卡线板]|电源线|桥接器",
    ),
)
_SIGNS = tuple((role, re.compile(sign)) for role, sign in _KINDS)
_BRACKETS = re.compile(r"[(（\[【][^)）\]】]*[)）\]】]")
_DELIVERED = re.compile(r"[,，]?\s*(?:含|带|附|包括|with\s|incl).*$")
_MACHINE = re.compile(
    r"(?:工作站|服务器)(?!版|级|显卡)|整机(?!柜)|一体机|(?:算力|计算)节点|主机(?!板)|训练机|推理机|台式机|(?<![a-z])(?:workstation|server)(?!s?\s*edition)"
)
_CARD_END = re.compile(r"(?:显卡|加速卡|计算卡|gpu卡|(?<![a-z])cards?)\s*$")
_DIGITS = {"单": 1, "一": 1, "双": 2, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "十": 10}
_NUMBER = r"(?P<count>十六|[单一双两二三四五六七八十]|(?<![\d.])\d{1,2})\s*"
_CARDS = re.compile(_NUMBER + r"(?:卡(?!时|通)|gpus?(?![a-z]))")
_COUNTED_CARDS = re.compile(_NUMBER + r"[块张片个]?\s*(?:显卡|加速卡|计算卡)")
_PIECES = re.compile(r"(?<![\d.])(?P<count>\d{1,2})\s*[块张片](?!\s*(?:硬盘|网卡|内存|固态|电源))")
_NO_CARDS = (  # what is counted like cards and is none
    r"(?:amd|intel|英特尔)?\s*(?:epyc|xeon|至强|霄龙|鲲鹏|ryzen|锐龙|core|酷睿|金牌|银牌|gold|silver|platinum|cpu|i[3579](?![a-z\d]))"
    r"|ddr|ssd|nvme|hdd|sas|sata|raid|m\.2|u\.2|pcie|usb|内存|硬盘|固态|电源|网卡|千兆|万兆"
)
_OF_CARDS = (
    rf"(?=\s*(?!{_NO_CARDS})(?:[a-z\u4e00-\u9fff]|\d{{3,4}}[a-z]?(?![\w])(?<![gtwv])))"  # H20, 昇腾910B, 4090, 910b
)
_BEFORE = re.compile(r"(?<![\w.])(?P<count>\d{1,2})\s*[x×*]" + _OF_CARDS)
_BUILT_IN = re.compile(
    rf"(?<=\w)\s+\d{{1,2}}\s*[x×*]\s*(?!{_NO_CARDS})(?:[a-z]+\s?\d|\d{{3,4}}[a-z]?(?![\w])(?<![gtwv]))"
)
_BEHIND = re.compile(r"(?:(?<=[\s\d\u4e00-\u9fffg)b])[x×*]|(?<=[a-z])[×*])\s*(?P<count>\d{1,2})(?![\d.]|\s*g)")
_OF_MEMORY = re.compile(r"(?<![\w.])(?P<count>\d{1,2})\s*[x×*]\s*(?P<size>\d{2,3})\s*g")
_SEGMENTS = re.compile(r"[,，;；/、+\n|]")
_OTHER_PARTS = re.compile(r"内存|ddr|(?<![a-z])ram|硬盘|固态|ssd|nvme|cpu|处理器|至强|xeon|epyc|电源|网卡|psu")


def role_of(name: str) -> LineRole | None:
    """Return the kind that a name says with its last word of one; None where it says none ('other': a part of a machine)."""
    plain = _plain(name)
    found = [(hit.end(), -hit.start(), role) for role, sign in _SIGNS for hit in sign.finditer(plain)]
    return max(found, key=lambda one: one[:2])[2] if found else None


def is_machine(name: str) -> bool:
    """Tell whether a name is that of a whole machine, by a word such as 工作站 or 四卡; a card's own name is not."""
    plain = _plain(name)
    if _CARD_END.search(plain) or role_of(name) not in ("compute", None):
        return False
    if _MACHINE.search(plain) is not None or _CARDS.search(plain) is not None:
        return True
    built_in = _BUILT_IN.search(plain)  # PowerEdge XE9680 8*H100: a model, and what is built into it
    return built_in is not None and any(letter.isdigit() for letter in plain[: built_in.start()])


def is_workstation(name: str) -> bool | None:
    """Tell whether a machine is called a workstation (True) or a server (False); None where it is called neither."""
    plain = _plain(name)
    if "服务器" in plain or "server" in plain:
        return False
    return True if "工作站" in plain or "workstation" in plain else None


def named_cards(name: str) -> int:
    """Return how many cards a machine's name says are in one machine: 四卡, 8 GPU, 4× a model on either side of its kind; 0 for unknown."""
    plain = _plain(name, brackets=True)
    if (found := _CARDS.search(plain) or _COUNTED_CARDS.search(plain)) is not None:
        return counted(found["count"])
    kind = _MACHINE.search(plain)
    head, tail = (plain[: kind.start()], plain[kind.end() :]) if kind is not None else (plain, "")
    if kind is None and not _BUILT_IN.search(plain):
        return 0
    for part in (head, tail):
        if (found := _BEFORE.search(part) or _BEHIND.search(part) or _PIECES.search(part)) is not None:
            return counted(found["count"])
    return 0


def specified_cards(spec: str, model: str, memory_gb: float | None) -> int:
    """Return how many cards a specification says are in one machine, 0 for unknown.

    ``4×24GB`` counts where 24 GB is the memory of the card, and where it is not said to be that of the host.
    """
    for segment in _SEGMENTS.split(normalised(spec).casefold()):
        if _OTHER_PARTS.search(segment):
            continue
        if (found := _OF_MEMORY.search(segment)) is not None:
            if memory_gb is not None and float(found["size"]) == memory_gb:
                return counted(found["count"])
            continue
        if (found := _CARDS.search(segment) or _COUNTED_CARDS.search(segment)) is not None:
            return counted(found["count"])
        if model and model.casefold() in segment:
            found = _PIECES.search(segment) or _BEFORE.search(segment) or _BEHIND.search(segment)
            if found is not None:
                return counted(found["count"])
    return 0


def without_counts(name: str) -> str:
    """Return a machine's name without the words that count its cards, so that they are not taken for a model."""
    plain = normalised(name)
    for sign in (_CARDS, _BEFORE, _BEHIND):
        plain = re.sub(sign.pattern, " ", plain, flags=re.IGNORECASE)
    return plain


def _plain(name: str, *, brackets: bool = False) -> str:
    plain = normalised(name).casefold()
    return plain if brackets else _DELIVERED.sub("", _BRACKETS.sub(" ", plain)).strip() or plain


def counted(text: str) -> int:
    """Return a number of things, written as digits or as one Chinese word (两, 八, 十六)."""
    return 16 if text == "十六" else _DIGITS.get(text) or int(text)

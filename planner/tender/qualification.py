"""What a supplier and an offer must have to be considered at all: qualification (Z) and conformity (F)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from planner.messages import Labelled
from planner.tables import rows
from planner.tender.packages import PackageKind, Purchase

CheckGroup = Literal["qualification", "conformity"]
_LETTERS: dict[CheckGroup, str] = {"qualification": "Z", "conformity": "F"}


class EntryCheck(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is looked at before an offer is compared; ``kinds`` are the packages it is about."""

    code: str
    key: str
    group: CheckGroup
    profile: str
    kinds: tuple[PackageKind, ...]
    when: str
    text: Labelled
    evidence: Labelled


def entry_checks(purchase: Purchase, profile: str, circumstances: frozenset[str]) -> tuple[EntryCheck, ...]:
    """Return the checks for ``purchase`` with their ids, those of qualification first."""
    kinds = {one.kind for one in purchase.packages}
    counts = dict.fromkeys(_LETTERS, 0)
    found: list[EntryCheck] = []
    for one in _checks():
        if one.profile not in ("all", profile) or not kinds & set(one.kinds):
            continue
        if one.when and one.when not in circumstances:
            continue
        counts[one.group] += 1
        found.append(msgspec.structs.replace(one, code=f"{_LETTERS[one.group]}{counts[one.group]}"))
    return tuple(found)


@lru_cache(maxsize=1)
def _checks() -> tuple[EntryCheck, ...]:
    return tuple(
        msgspec.convert(
            {
                "code": "",
                "key": row["key"],
                "group": row["group"],
                "profile": row["profile"],
                "kinds": row["kinds"].split("|"),
                "when": row["when"],
                "text": Labelled(zh=row["zh"], en=row["en"]),
                "evidence": Labelled(zh=row["evidence_zh"], en=row["evidence_en"]),
            },
            EntryCheck,
        )
        for row in rows("tender/qualification.csv")
    )

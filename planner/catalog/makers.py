"""Makers: their names in both languages, country, and whether they count as domestic in mainland China."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from planner.messages import Labelled
from planner.tables import rows


class Maker(msgspec.Struct, frozen=True, kw_only=True):
    """A maker; ``domestic`` is None where it is not known, ``country`` an ISO 3166 code or ''."""

    key: str
    labelled: Labelled
    country: str
    domestic: bool | None

    def label(self, language: str) -> str:
        """Return the maker's name in ``language``."""
        return self.labelled.label(language)


@lru_cache(maxsize=1)
def makers() -> Mapping[str, Maker]:
    """Return the makers of the catalog by the name that items carry."""
    return MappingProxyType({row["maker"]: _maker(row) for row in rows("catalog/makers.csv")})


def maker_named(key: str) -> Maker:
    """Return a maker; one that is not in the table is known by its name only."""
    return makers().get(key) or Maker(key=key, labelled=Labelled(zh=key, en=key), country="", domestic=None)


def _maker(row: Mapping[str, str]) -> Maker:
    domestic = {"yes": True, "no": False}.get(row["domestic"])
    return Maker(
        key=row["maker"], labelled=Labelled(zh=row["zh"], en=row["en"]), country=row["country"], domestic=domestic
    )

"""Numbers of sections and tables: a document as a flat run of headings and blocks, each with its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from planner.documents.furniture import furniture
from planner.documents.house_style import Numbering
from planner.documents.model import (
    Block,
    Document,
    KeyValues,
    Language,
    Media,
    Note,
    PageBreak,
    Paragraph,
    Picture,
    Section,
    Signature,
    Table,
)

# Between a heading's number and its title: after 1.1 and after 一、
_GAPS: dict[Language, tuple[str, str]] = {"zh": ("\u3000", ""), "en": ("  ", " ")}
_HAN_DIGITS = "零一二三四五六七八九"
_MOST_HAN = 1000


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """A section's heading: level 1 is the outermost; ``number`` is '' for a section without one.

    ``gap`` stands between number and title.
    """

    level: int
    number: str
    title: str
    gap: str = ""
    anchor: str = ""
    new_page: bool = False

    @property
    def text(self) -> str:
        """Return number and title as they are printed."""
        return self.number + (self.gap if self.number else "") + self.title


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A block in the flat run; ``label`` is '表3' for a numbered table, '图1' for a numbered picture."""

    block: Paragraph | Note | Table | KeyValues | Picture | Signature | PageBreak
    label: str = ""


def flow(document: Document, media: Media = "all") -> tuple[Heading | Placed, ...]:
    """Return the headings and blocks of ``document`` in order; 'paper' and 'sheet' leave out what is for the other."""
    return tuple(_Run(document, media).blocks(document.blocks, ()))


def labels(document: Document, media: Media = "all") -> Mapping[str, str]:
    """Return anchor -> printed number, for references; a builder runs twice to put them into running text."""
    found: dict[str, str] = {}
    for part in flow(document, media):
        if isinstance(part, Heading):
            found[part.anchor] = part.number.rstrip("、.") or part.title
        elif isinstance(part.block, Table | KeyValues | Picture):
            found[part.block.anchor] = part.label or part.block.caption
    found.pop("", None)
    return found


def numbering_of(document: Document) -> Numbering:
    """Return the kind of numbers that the headings of ``document`` carry: its style's, or its language's."""
    usual: Numbering = "zh" if document.language == "zh" else "decimal"
    return document.style.numbering or usual


def heading_number(numbering: Numbering, path: tuple[int, ...]) -> str:
    """Return the number of the section at ``path``: 一、（一）1.（1） for 'zh', else 1, 1.1, 1.1.1."""
    if numbering != "zh":
        return ".".join(str(part) for part in path)
    last = path[-1]
    forms = (f"{han_number(last)}、", f"（{han_number(last)}）", f"{last}.", f"（{last}）")
    return forms[min(len(path), len(forms)) - 1]


def han_number(number: int) -> str:
    """Return 1 to 999 in Chinese numerals; larger ones in digits."""
    if number >= _MOST_HAN:
        return str(number)
    hundreds, rest = divmod(number, 100)
    if not hundreds:
        tens, ones = divmod(rest, 10)
        head = "" if tens == 0 else "十" if tens == 1 else _HAN_DIGITS[tens] + "十"
        return head + (_HAN_DIGITS[ones] if ones or not tens else "")
    head = _HAN_DIGITS[hundreds] + "百"
    if not rest:
        return head
    if rest < 10:
        return f"{head}零{_HAN_DIGITS[rest]}"
    return head + ("一" if rest < 20 else "") + han_number(rest)


class _Run:
    """One walk through a document: counts tables and pictures across sections."""

    def __init__(self, document: Document, media: Media) -> None:
        self.language = document.language
        self.numbering = numbering_of(document)
        self.media = media
        self.tables = 0
        self.pictures = 0

    def blocks(self, blocks: tuple[Block, ...], path: tuple[int, ...]) -> Iterator[Heading | Placed]:
        """Yield what stands in ``blocks``, sections numbered from 1 below ``path``."""
        count = 0
        for block in blocks:
            if isinstance(block, Section):
                count += block.numbered
                yield from self._section(block, (*path, count))
            elif self._shown(block):
                yield Placed(block=block, label=self._label(block))

    def _section(self, section: Section, path: tuple[int, ...]) -> Iterator[Heading | Placed]:
        number = heading_number(self.numbering, path) if section.numbered else ""
        yield Heading(
            level=len(path),
            number=number,
            title=section.title,
            gap=_GAPS[self.language][self.numbering == "zh"],
            anchor=section.anchor,
            new_page=section.new_page,
        )
        yield from self.blocks(section.blocks, path)

    def _shown(self, block: Block) -> bool:
        media = getattr(block, "media", "all")
        return self.media == "all" or media in ("all", self.media)

    def _label(self, block: Block) -> str:
        if not isinstance(block, Table | KeyValues | Picture) or not (block.caption and block.numbered):
            return ""
        if isinstance(block, Picture):
            self.pictures += 1
            return furniture(self.language).picture.format(number=self.pictures)
        self.tables += 1
        return furniture(self.language).table.format(number=self.tables)

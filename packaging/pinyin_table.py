"""Make ``resources/catalog/pinyin.csv``: each Chinese character with the syllables a reader may type for it.

Run once when the character set or pypinyin changes: ``python packaging/pinyin_table.py``. The program itself reads
only the table. Characters: GB 2312 levels 1 and 2, and every Chinese character in the bundled catalog tables.
Readings: the usual one first, then those that pypinyin's word list really uses (a share of its words), at most three;
without that sieve 服 would also be found under "bo".
"""

from __future__ import annotations

import csv
import sys
from collections import Counter, defaultdict
from pathlib import Path

from pypinyin import Style, pinyin
from pypinyin.contrib.tone_convert import to_normal
from pypinyin.phrases_dict import phrases_dict

CATALOG = Path(__file__).resolve().parent.parent / "resources" / "catalog"
TABLE = CATALOG / "pinyin.csv"
FEW_WORDS = 6
LEAST_SHARE = 0.04
MOST_READINGS = 3


def gb2312_characters() -> set[str]:
    """Return the Chinese characters of GB 2312 (rows 16 to 87)."""
    found = set()
    for row in range(0xB0, 0xF8):
        for cell in range(0xA1, 0xFF):
            try:
                found.add(bytes((row, cell)).decode("gb2312"))
            except UnicodeDecodeError:
                continue
    return found


def catalog_characters() -> set[str]:
    """Return the Chinese characters of the bundled catalog tables."""
    texts = (path.read_text(encoding="utf-8") for path in CATALOG.glob("*.csv") if path != TABLE)
    return {character for text in texts for character in text if "㐀" <= character <= "鿿"}


def readings_in_words() -> dict[str, Counter[str]]:
    """Return for each character how often the word list reads it in which way."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for word, syllables in phrases_dict.items():
        if len(word) != len(syllables):
            continue
        for character, options in zip(word, syllables, strict=True):
            counted[character][to_normal(options[0])] += 1
    return counted


def readings(character: str, in_words: Counter[str]) -> list[str]:
    """Return the syllables of ``character``, the usual one first; ü is written v as on a keyboard."""
    known = [one for one in pinyin(character, style=Style.NORMAL, heteronym=True)[0] if one.isascii() and one.isalpha()]
    total = sum(in_words.values())
    if total < FEW_WORDS:
        return known[:2]
    used = [one for one, count in in_words.most_common() if one in known and count >= LEAST_SHARE * total]
    return list(dict.fromkeys([*used, *known[:1]]))[:MOST_READINGS]


def main() -> int:
    """Write the table; returns 0."""
    in_words = readings_in_words()
    with TABLE.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(("character", "syllables"))
        for character in sorted(gb2312_characters() | catalog_characters()):
            found = readings(character, in_words[character])
            if found:
                writer.writerow((character, " ".join(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

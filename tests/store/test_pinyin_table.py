"""The character table: who is in it, and that it says what the library says that it was made with."""

from __future__ import annotations

from planner import tables

TABLE = {row["character"]: row["syllables"].split() for row in tables.rows("catalog/pinyin.csv")}


def test_all_characters_of_gb2312_have_a_reading() -> None:
    characters = []
    for row in range(0xB0, 0xF8):
        for cell in range(0xA1, 0xFF):
            if row == 0xD7 and cell > 0xF9:
                continue  # five empty places after level 1
            characters.append(bytes((row, cell)).decode("gb2312"))
    assert len(characters) == 6763  # 3755 of level 1 and 3008 of level 2, GB 2312-1980
    assert [one for one in characters if not TABLE.get(one)] == []


def test_syllables_are_plain_letters() -> None:
    for character, syllables in TABLE.items():
        assert len(character) == 1
        assert 1 <= len(syllables) <= 3
        assert all(one.isascii() and one.isalpha() and one.islower() for one in syllables)


def test_readings_people_type() -> None:
    """Checked against 现代汉语词典: both readings where words use both, no archaic ones."""
    assert TABLE["重"] == ["zhong", "chong"]
    assert set(TABLE["长"]) == {"chang", "zhang"}
    assert set(TABLE["行"]) == {"xing", "hang"}
    assert TABLE["服"] == ["fu"]
    assert TABLE["显"] == ["xian"]
    assert TABLE["卡"][0] == "ka"
    assert "lv" in TABLE["绿"]


def test_usual_readings_agree_with_the_library() -> None:
    from pypinyin import Style, pinyin

    for character in list(TABLE)[::97]:
        known = pinyin(character, style=Style.NORMAL, heteronym=True)[0]
        assert set(TABLE[character]) <= set(known)


def test_every_character_of_the_catalog_is_in_the_table() -> None:
    from planner.catalog.aliases import aliases_for
    from planner.catalog.load import bundled_items

    used = {one for item in bundled_items() for text in (item.name, *aliases_for(item)) for one in text}
    assert {one for one in used if "㐀" <= one <= "鿿"} <= TABLE.keys()

"""Style files: what a good one gives, and that every fault is told with its place, its value and what to do."""

from __future__ import annotations

import io
import re
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import resources
from planner.documents.house_style import HouseStyle, heading_size, without_paths
from planner.errors import ImportFailed, PlannerError
from planner.exchange.house_style import read_style
from planner.exchange.house_style_font import font_file
from planner.exchange.house_style_image import logo_of
from planner.messages import Labelled
from planner.render.image_parts import image_notes
from tests.documents.pictures_of_logos import PNG_HEAD, chunk, jpeg, png

HEAD = 'schema = "labprocure.style/1"\n'
REGULAR, BOLD = (str(resources.path(f"fonts/NotoSansSC-{one}.ttf")) for one in ("Regular", "Bold"))


def style(folder: Path, text: str, *, head: str = HEAD) -> HouseStyle:
    """Return the style that ``text`` says."""
    path = folder / "style.toml"
    path.write_text(head + text, encoding="utf-8")
    return read_style(path)


def fault(folder: Path, text: str, *, head: str = HEAD) -> str:
    """Return what is said about a faulty style file, in English; it is said in Chinese too."""
    with pytest.raises(ImportFailed) as caught:
        style(folder, text, head=head)
    assert caught.value.remedy is not None
    assert caught.value.told("zh")
    return caught.value.told("en")


def test_an_empty_style_is_the_programs_own_look(tmp_path: Path) -> None:
    assert style(tmp_path, "") == HouseStyle()


def test_a_whole_style(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(png(400, 200))
    found = style(
        tmp_path,
        f"""
        organisation = {{ zh = "江州大学", en = "Jiangzhou University" }}
        numbering = "decimal"
        logo = {{ file = "logo.png", cover_height_mm = 30, head_height_mm = 8 }}
        fonts = {{ regular = '{REGULAR}', bold = '{BOLD}', head_han = "黑体" }}
        sizes = {{ body = 12, table = 9, headings = [16, 14] }}
        head = {{ left = "{{organisation}}", right = "" }}
        foot = {{ center = {{ zh = "{{page}}/{{pages}}", en = "{{page}} of {{pages}}" }} }}
        colours = {{ accent = "#7a1f2b", head_fill = "#F2E6E8" }}
        """,
    )
    assert found.organisation == Labelled(zh="江州大学", en="Jiangzhou University")
    assert (found.numbering, found.accent, found.head_fill) == ("decimal", "#7A1F2B", "#F2E6E8")
    assert found.logo is not None
    assert (found.logo.kind, found.logo.width_mm(30)) == ("png", 60)  # 400 × 200 pixels: twice as wide as high
    assert found.fonts.regular is not None
    assert (found.fonts.regular.path, found.fonts.regular.family) == (REGULAR, "Noto Sans SC")
    # Office files ask for the family of the file where no name is given.
    assert (found.fonts.han, found.fonts.head_han, found.fonts.head_latin) == ("Noto Sans SC", "黑体", "Noto Sans SC")
    assert (found.head.left, found.head.center, found.head.right) == (
        Labelled(zh="{organisation}", en="{organisation}"),
        None,
        Labelled(zh="", en=""),
    )
    assert [heading_size(found, level, 10.5) for level in (1, 2, 3)] == [16, 14, 10.5]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_example_file_is_good_as_it_stands_and_with_every_line_in_use(tmp_path: Path, language: str) -> None:
    text = resources.read_text(f"house_style/example.{language}.txt")
    assert style(tmp_path, text, head="") == HouseStyle()
    (tmp_path / "logo.png").write_bytes(png())
    (tmp_path / "fonts").mkdir()
    for name in ("fangsong", "heiti", "text", "heads"):
        (tmp_path / "fonts" / f"{name}.ttf").write_bytes(Path(REGULAR).read_bytes())
    found = style(tmp_path, re.sub(r"(?m)^#([a-z_]+ = )", r"\1", text), head="")
    for name in HouseStyle.__struct_fields__:
        assert getattr(found, name) != getattr(HouseStyle(), name), name


def test_the_example_files_name_the_same_keys() -> None:
    keys = [
        re.findall(r"(?m)^#?([a-z_]+) = |^(\[\w+\])", resources.read_text(f"house_style/example.{language}.txt"))
        for language in ("zh", "en")
    ]
    assert keys[0] == keys[1]


def test_a_byte_order_mark_of_an_editor_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "style.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HEAD.encode() + 'organisation = "江州大学"'.encode())
    assert read_style(path).organisation == Labelled(zh="江州大学", en="江州大学")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "gb18030"])
def test_another_encoding_is_named(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "style.toml"
    path.write_bytes((HEAD + 'organisation = "江州大学"').encode(encoding))
    with pytest.raises(ImportFailed, match="not UTF-8"):
        read_style(path)


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("organization = 'x'", "style.toml: organization", "Did you mean organisation?"),
        ("[size]\nbody = 11", "style.toml: size", "Did you mean sizes?"),
        ("[sizes]\nheading = [12]", "style.toml: sizes.heading", "Did you mean headings?"),
        ("[logo]\nwidth = 3", "style.toml: logo.width", "There may be: file"),
        ("zzz = 1", "style.toml: zzz", "There may be: schema"),
        ("sizes = 12", "style.toml: sizes", "a section of its own: [sizes]"),
        ("organisation = 12", "style.toml: organisation", "a text in quotes"),
        ("organisation = { de = 'x' }", "style.toml: organisation.de", "There may be: zh"),
        ('organisation = "a\\nb"', "style.toml: organisation", "one line"),
        ("numbering = '1.1'", "style.toml: numbering", "one of zh"),
        ("[sizes]\nbody = '12'", "style.toml: sizes.body", "a number from 8"),
        ("[sizes]\nbody = true", "style.toml: sizes.body", "a number from 8"),
        ("[sizes]\nbody = 3", "style.toml: sizes.body", "a number from 8"),
        ("[sizes]\nbody = nan", "style.toml: sizes.body", "a number from 8"),
        ("[sizes]\ntable = 6.5", "style.toml: sizes.table", "a number from 7.5"),
        ("[sizes]\nheadings = 12", "style.toml: sizes.headings", "a list"),
        ("[sizes]\nheadings = [12, 14]", "style.toml: sizes.headings", "none larger"),
        ("[sizes]\nheadings = [15, 14, 13, 12, 11]", "style.toml: sizes.headings", "at most 4"),
        ("[sizes]\nheadings = [15, 99]", "style.toml: sizes.headings", "“99”"),
        ("[head]\nleft = '{tittle}'", "style.toml: head.left", "Did you mean {title}?"),
        ("[foot]\ncenter = { zh = '{页}', en = '' }", "style.toml: foot.center", "There may be: {title}"),
        ("[colours]\naccent = 'red'", "style.toml: colours.accent", "#1F3A5F"),
        ("[colours]\naccent = '#FFEE00'", "style.toml: colours.accent", "a darker colour"),
        ("[colours]\nhead_fill = '#404040'", "style.toml: colours.head_fill", "a lighter colour"),
        ("[logo]\ncover_height_mm = 20", "style.toml: logo", "“file” is missing"),
        ("[logo]\nfile = 'nowhere.png'", "style.toml: logo.file", "There is no file"),
        ("[logo]\nfile = '.'", "style.toml: logo.file", "cannot be opened"),
        ("[logo]\nfile = 'style.toml'", "style.toml: logo.file", "not a PNG or JPEG"),
        ("[fonts]\nregular = 'nowhere.ttf'", "style.toml: fonts.regular", "There is no file"),
        ("[fonts]\nbold = 'style.toml'", "style.toml: fonts.bold", "not a TrueType font"),
        ("[fonts]\nhan = 5", "style.toml: fonts.han", "a text in quotes"),
        ("numbering = zh", "style.toml", "Put texts in quotes"),
        ('[fonts]\nregular = "C:\\Windows\\a.ttf"', "style.toml", "write / in paths"),
        ("numbering = 'zh'\nnumbering = 'zh'", "style.toml", "overwrite"),
    ],
)
def test_faults_are_told_with_place_and_remedy(tmp_path: Path, text: str, place: str, said: str) -> None:
    told = fault(tmp_path, text)
    assert told.startswith(place + ": ")
    assert said in told


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("", "its schema is “”"),
        ('schema = "labprocure.plan/1"', "not a style file"),
        ('schema = "labprocure.style/2"', "newer kind"),
        ('schema = "labprocure.style/x"', "not a style file"),
        ("schema = 1", "a text in quotes"),
    ],
)
def test_schema(tmp_path: Path, head: str, said: str) -> None:
    told = fault(tmp_path, "", head=head)
    assert said in told
    assert "labprocure.style/1" in told or "quotes" in told


def test_a_missing_style_file_and_one_too_large_are_named(tmp_path: Path) -> None:
    with pytest.raises(ImportFailed, match="no file"):
        read_style(tmp_path / "none.toml")
    with pytest.raises(ImportFailed, match="cannot be opened"):
        read_style(tmp_path)
    (tmp_path / "style.toml").write_bytes(b"#" * (2**20 + 1))
    with pytest.raises(ImportFailed, match="larger than"):
        read_style(tmp_path / "style.toml")


# ------------------------------------------------------------------------------------------------------- logos
def test_what_is_noted_in_a_png_is_left_out() -> None:
    packed = b"Comment\0\0" + zlib.compress(b"made by Geforce")
    content = png(40, 20, (b"tEXt", b"Software\0NVIDIA"), (b"zTXt", packed), (b"eXIf", b"MM\0*NVIDIA"), after=b"NVIDIA")
    assert {"NVIDIA", "made by Geforce"} <= {text for _, text in image_notes(content)}
    logo = logo_of(content, "logo.file")
    assert (logo.width_px, logo.height_px) == (40, 20)
    assert list(image_notes(logo.content)) == []
    assert b"NVIDIA" not in logo.content
    assert logo == logo_of(png(40, 20), "logo.file")  # the picture is the same, byte for byte


@pytest.mark.parametrize("note", ["NVIDIA", "华为"])
def test_what_is_noted_in_a_jpeg_is_left_out(note: str) -> None:
    content = jpeg(note=note, orientation=1) + note.encode()
    assert note in {text for _, text in image_notes(content)}
    logo = logo_of(content, "logo.file")
    assert (logo.kind, logo.width_px, logo.height_px) == ("jpeg", 48, 24)
    assert note.encode() not in logo.content
    assert {text for _, text in image_notes(logo.content)} <= {"JFIF"}


def test_a_stripped_jpeg_still_shows_the_same_picture() -> None:
    from PIL import Image

    content = jpeg(note="NVIDIA")
    with Image.open(io.BytesIO(content)) as before, Image.open(io.BytesIO(logo_of(content, "").content)) as after:
        assert before.tobytes() == after.tobytes()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a PNG or JPEG"),
        (b"GIF89a....", "not a PNG or JPEG"),
        (b"<svg/>", "not a PNG or JPEG"),
        (png()[:60], "damaged"),
        (png(cut=3), "damaged"),
        (png().replace(b"\x00\x00\x00\x28", b"\x00\x00\x00\x29"), "damaged"),  # the width changed, the checksum not
        (PNG_HEAD + chunk(b"IEND", b""), "damaged"),
        (PNG_HEAD + chunk(b"IHDR", struct.pack(">2I5B", 10**9, 10**9, 8, 6, 0, 0, 0)) + chunk(b"IEND", b""), "pixels"),
        (jpeg()[:-2], "damaged"),
        (jpeg()[:50], "damaged"),
        (jpeg(orientation=6), "lying on its side"),
        (jpeg(mode="CMYK"), "CMYK"),
        (png(15, 15), "pixels"),
        (png(600, 20), "pixels"),
    ],
)
def test_a_logo_that_cannot_be_taken_is_named(content: bytes, said: str) -> None:
    with pytest.raises(ImportFailed) as caught:
        logo_of(content, "logo.file")
    assert caught.value.told("en").startswith("logo.file: The logo")
    assert said in caught.value.told("en")
    assert caught.value.remedy is not None


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from([png(), jpeg(note="x")]), st.lists(st.tuples(st.integers(0, 700), st.integers(0, 255)), max_size=6)
)
def test_a_changed_logo_is_taken_or_named(content: bytes, changes: list[tuple[int, int]]) -> None:
    changed = bytearray(content)
    for at, value in changes:
        changed[at % len(changed)] = value
    list(image_notes(bytes(changed)))
    try:
        logo_of(bytes(changed), "logo.file")
    except ImportFailed as told:
        assert told.remedy is not None


# ------------------------------------------------------------------------------------------------------- fonts
def font_without(tables: dict[str, bytes], *, kind: bytes = b"\x00\x01\x00\x00") -> bytes:
    """Return our regular face with some tables replaced (b'' leaves one out)."""
    content = Path(REGULAR).read_bytes()
    (count,) = struct.unpack_from(">H", content, 4)
    kept = {}
    for number in range(count):
        tag, _, offset, length = struct.unpack_from(">4s3I", content, 12 + 16 * number)
        kept[tag.decode()] = content[offset : offset + length]
    kept = {tag: body for tag, body in (kept | tables).items() if body}
    at, directory, bodies = 12 + 16 * len(kept), b"", b""
    for tag, body in kept.items():
        directory += struct.pack(">4s3I", tag.encode(), 0, at + len(bodies), len(body))
        bodies += body
    return kind + struct.pack(">4H", len(kept), 0, 0, 0) + directory + bodies


def format_4(*runs: tuple[int, int]) -> bytes:
    """Return a cmap of format 4 that maps the ``runs`` of code points."""
    runs = (*runs, (0xFFFF, 0xFFFF))
    ends = b"".join(struct.pack(">H", last) for _, last in runs)
    starts = b"".join(struct.pack(">H", first) for first, _ in runs)
    body = (
        struct.pack(">4H", 2 * len(runs), 0, 0, 0) + ends + b"\0\0" + starts + b"\0\1" * len(runs) + b"\0\0" * len(runs)
    )
    return struct.pack(">4HI", 0, 1, 3, 1, 12) + struct.pack(">3H", 4, 6 + len(body), 0) + body


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (font_without({}, kind=b"OTTO"), "PostScript outlines"),
        (font_without({}, kind=b"wOF2"), "not a TrueType font"),
        (font_without({"glyf": b""}), "cannot be read"),
        (font_without({})[:2000], "cannot be read"),
        (font_without({"cmap": format_4((0x20, 0x60))}), "does not have: abcdefghij"),
        (font_without({"cmap": format_4((0x4E00, 0x9FA5))}), "does not have:  !"),
        (font_without({"OS/2": struct.pack(">5H", 4, 500, 400, 5, 2) + b"\0" * 86}), "not allow it to be embedded"),
        (b"", "not a TrueType font"),
    ],
)
def test_a_font_that_cannot_be_taken_is_named(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "house.ttf").write_bytes(content)
    told = fault(tmp_path, "[fonts]\nregular = 'house.ttf'")
    assert told.startswith("style.toml: fonts.regular: ")
    assert said in told


def test_a_latin_font_is_not_named_for_chinese_text(tmp_path: Path) -> None:
    (tmp_path / "latin.ttf").write_bytes(font_without({"cmap": format_4((0x20, 0xFF))}))
    fonts = style(tmp_path, "[fonts]\nregular = 'latin.ttf'").fonts
    assert fonts.regular is not None
    assert not fonts.regular.has_han
    assert (fonts.han, fonts.latin) == ("", "Noto Sans SC")


def test_a_face_of_a_collection_is_chosen_by_its_number(tmp_path: Path) -> None:
    single = Path(REGULAR).read_bytes()
    head = 12 + 4 * 1
    moved = bytearray(single)
    for number in range(struct.unpack_from(">H", single, 4)[0]):
        at = 12 + 16 * number + 8
        struct.pack_into(">I", moved, at, struct.unpack_from(">I", single, at)[0] + head)
    (tmp_path / "all.ttc").write_bytes(struct.pack(">4s3I", b"ttcf", 0x00010000, 1, head) + moved)
    found = style(tmp_path, "[fonts]\nregular = 'all.ttc#0'\nbold = 'all.ttc'").fonts
    assert found.regular == found.bold
    assert found.regular is not None
    assert found.regular.has_han
    assert "there is no number 3" in fault(tmp_path, "[fonts]\nregular = 'all.ttc#3'")


def test_the_same_font_in_another_place_is_the_same_style() -> None:
    one = font_file(Path(REGULAR), 0, "")
    assert without_paths(HouseStyle()) == HouseStyle()
    assert one.path == REGULAR


@settings(max_examples=100, deadline=None)
@given(text=st.text(max_size=80), key=st.sampled_from(["organisation", "head", "sizes", "logo", "fonts", "x"]))
def test_any_text_is_a_style_or_a_named_fault(text: str, key: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("style") / "style.toml"
    path.write_bytes(f"{HEAD}{key} = {text}".encode("utf-8", "surrogatepass"))
    try:
        read_style(path)
    except PlannerError as told:
        assert told.remedy is not None

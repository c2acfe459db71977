"""Pictures as files of their own: what is in them, what they must not name, where they must not stop half-way."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from desktop_app.services.pictures import export_pictures
from planner.errors import ExportError
from planner.messages import Labelled
from planner.plan.document import Plan
from planner.render.pictures import picture_bytes, write_picture
from tests.pictures.plans import assessments, wired

ODD = ("=1+1", "S&P 500", "PUE <1.3", "<b>型", "]]>", "&lt;", "a\r\nb", "第一行\x0b第二行\x07", "\ud800半", "\u202e倒", "ﬁ", "A/B:C", "长" * 3_000, "")  # fmt: skip


def plan_named(title: str, circuits: int = 2) -> Plan:
    """Return a plan whose title, alternative, machines and sockets are all called ``title``."""
    made = wired(circuits, 3)
    label = Labelled(zh=title, en=title)
    one = made.alternatives[0]
    one = replace(one, title=label, lines=tuple(replace(line, title=label) for line in one.lines))
    return replace(made, title=label, alternatives=(one,), site=tuple(replace(part, title=title) for part in made.site))


@pytest.mark.parametrize("title", ODD)
def test_any_title_is_painted(tmp_path: Path, title: str) -> None:
    made = export_pictures(assessments(plan_named(title)), tmp_path, "zh", ("svg", "pdf"))
    assert [one.kind for one in made] == ["svg", "pdf"] * 6
    for one in made[::2]:
        words = "".join(ElementTree.parse(one.path).getroot().itertext())
        assert not set(words) & set("\x07\x0b\u202e\ud800")
        if title in ("S&P 500", "PUE <1.3", "<b>型", "]]>", "&lt;") and "价格" not in one.title:
            assert title.replace(" ", "") in words.replace(" ", "")


def test_a_missing_glyph_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ExportError) as caught:
        export_pictures(assessments(plan_named("😀")), tmp_path, "zh", ("svg", "png"))
    assert "U+1F600" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


BRANDS = ("NVIDIA", "英伟达服务器", "RTX 4090 工作站", "昇腾910B加速卡", "ＮＶＩＤＩＡ", "NVI\u200bDIA", "NVI\u034fDIA")


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
@pytest.mark.parametrize("title", BRANDS)
def test_a_brand_stops_pictures_that_go_out(tmp_path: Path, kind: str, title: str) -> None:
    """In a PNG it is pixels: no look at the file would find it, so what was painted is looked at."""
    with pytest.raises(ExportError) as caught:
        export_pictures(assessments(plan_named(title)), tmp_path, "zh", (kind,))
    assert caught.value.message.id == "export.leak" and caught.value.remedy is not None
    assert list(tmp_path.iterdir()) == []


def test_a_brand_that_goes_on_in_the_next_line_is_found(tmp_path: Path) -> None:
    from planner.pictures.scene import Scene, Text

    words = (Text(x=2, y=5, text="采用英伟"), Text(x=2, y=10, text="达架构"))
    scene = Scene(title="图", description="两行", language="zh", width_mm=60, height_mm=20, items=words)
    for kind in ("svg", "png", "pdf"):
        with pytest.raises(ExportError):
            write_picture(scene, tmp_path / f"a.{kind}", kind, picture_bytes(scene, kind), ("英伟达",))
    assert list(tmp_path.iterdir()) == []


def test_names_in_the_file_itself_are_no_brands(tmp_path: Path) -> None:
    """The faces an SVG may be set in name a maker of software; they are not what the picture says."""
    made = export_pictures(assessments(wired(2, 3)), tmp_path, "en", ())
    assert len(made) == 18
    svg = Path(made[0].path).read_text("utf-8")
    assert "Microsoft YaHei" in svg


def test_a_brand_in_properties_and_remarks_of_a_picture_is_found(tmp_path: Path) -> None:
    from planner.render.scan import scan_file

    (tmp_path / "a.svg").write_text('<?xml version="1.0"?>\n<svg><!-- NVIDIA --><text>好</text></svg>', "utf-8")
    (tmp_path / "b.svg").write_text('<?xml version="1.0"?>\n<svg><text>NVI<tspan>DIA</tspan></text></svg>', "utf-8")
    (tmp_path / "c.svg").write_text('<?xml version="1.0"?>\n<svg><g id="NVIDIA"/></svg>', "utf-8")
    for name in "abc":
        assert scan_file(tmp_path / f"{name}.svg", ["NVIDIA"]), name


def test_internal_pictures_may_name_makers_and_say_that_they_stay(tmp_path: Path) -> None:
    made = export_pictures(assessments(plan_named("NVIDIA")), tmp_path, "zh", ("svg",), audience="internal")
    assert all(Path(one.path).name.startswith("内部留存_") for one in made)


def test_a_locked_name_leaves_the_pictures_as_they_were(tmp_path: Path) -> None:
    made = export_pictures(assessments(wired(2, 3)), tmp_path, "zh", ("svg",))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    last = Path(made[-1].path)
    last.unlink()
    last.mkdir()  # what a name that cannot be replaced comes to on every system
    with pytest.raises(ExportError) as caught:
        export_pictures(assessments(plan_named("计划")), tmp_path, "zh", ("svg",))
    assert caught.value.place == str(last)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == {
        name: content for name, content in before.items() if name != last.name
    }


def test_pages_of_a_long_title_have_names_of_their_own(tmp_path: Path) -> None:
    """A title cut to what a name may have lost the number of the page: the next page replaced the one before."""
    made = export_pictures(assessments(plan_named("长" * 400, circuits=120)), tmp_path, "zh", ("svg",))
    assert len(made) > 3
    assert len({one.path.casefold() for one in made}) == len(made) == len(list(tmp_path.iterdir()))
    assert all(len(Path(one.path).name.encode()) <= 255 for one in made)


def test_twice_the_same_bytes(tmp_path: Path) -> None:
    first, second = (export_pictures(assessments(wired(3, 5)), tmp_path / name, "zh", ()) for name in ("a", "b"))
    assert [Path(one.path).read_bytes() for one in first] == [Path(one.path).read_bytes() for one in second]


def test_png_is_what_other_programs_read(tmp_path: Path) -> None:
    from PIL import Image

    made = export_pictures(assessments(wired(2, 3)), tmp_path, "zh", ("png",))
    for one in made:
        with Image.open(io.BytesIO(Path(one.path).read_bytes())) as image:
            image.load()
            assert image.width > 500 and round(image.info["dpi"][0]) == 200

"""Widths of texts against the PDF library, and the layout of one line: shortening, wrapping, ticks, legends, clashes."""

from __future__ import annotations

import pytest

from planner.pictures.flatten import flat
from planner.pictures.layout import (
    fitted,
    legend,
    outside,
    overlaps,
    spaced,
    steps,
    struck,
    text_box,
    ticks,
    with_margin,
    wrapped,
)
from planner.pictures.metrics import PT_MM, ems, face_widths, text_width
from planner.pictures.scene import Axis, Hatch, Line, Polyline, Rect, Sample, Scene, Spot, Stroke, Text, Tick
from planner.render.fonts import face

INK = Stroke("text", 0.3)


def scene(*items: object, width: float = 100.0, height: float = 50.0) -> Scene:
    return Scene(title="t", description="d", language="en", width_mm=width, height_mm=height, items=items)  # type: ignore[arg-type]


@pytest.mark.parametrize("bold", [False, True])
def test_every_advance_is_the_pdf_librarys(bold: bool) -> None:
    widths, pdf = face_widths(bold), face(bold)
    wrong = [code for code, advance in pdf.advances.items() if abs(widths.advance(chr(code)) - advance / 1000) > 5e-4]
    assert len(pdf.advances) > 30_000
    assert wrong == []
    assert widths.advance("\U0001f600") == pdf.default / 1000  # not in the face: the empty box


def test_han_characters_are_one_em_wide() -> None:
    assert ems("插座") == 2.0
    assert text_width("插座", 72.0) == pytest.approx(2 * 25.4)  # 72 points are an inch


def test_spaces_the_face_lacks_are_as_wide_as_those_it_has() -> None:
    assert ems("1\u2009A") == ems("1 A")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("方案A：四卡", "方案 A：四卡"),
        ("16A回路", "16A 回路"),
        ("回路 1", "回路 1"),
        ("a\tb\n c", "a b c"),
        ("插\x08座\u200b1", "插座 1"),
        ("网络存储（NAS）", "网络存储（NAS）"),
        ("", ""),
    ],
)
def test_han_and_latin_are_set_apart_and_controls_left_out(text: str, expected: str) -> None:
    assert spaced(text) == expected


def test_text_is_shortened_to_its_room() -> None:
    room = text_width("工作站…", 8.0)
    assert fitted("工作站", room, 8.0) == "工作站"
    assert fitted("工作站与存储", room, 8.0) == "工作站…"
    assert fitted("工作站", 0.1, 8.0) == ""


def test_text_is_wrapped_at_words_and_the_last_line_shortened() -> None:
    room = max(text_width("Workstation with", 8.0), text_width("four accelerators", 8.0)) + 0.51 * 8 * PT_MM
    assert wrapped("Workstation with four accelerators", room, 8.0, 3) == ("Workstation with", "four accelerators")
    lines = wrapped("Workstation with four accelerators and more", room, 8.0, 2)
    assert lines[0] == "Workstation with"
    assert lines[1].endswith("…")
    assert all(text_width(line, 8.0) <= room for line in lines)


@pytest.mark.parametrize(
    ("most", "count", "expected"),
    [
        (4.5, 5, (0.0, 1.0, 2.0, 3.0, 4.0)),
        (31.8, 6, (0.0, 10.0, 20.0, 30.0)),
        (0.9, 4, (0.0, 0.25, 0.5, 0.75)),
        (120.0, 6, (0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0)),
        (0.0, 5, (0.0,)),
    ],
)
def test_steps_are_round(most: float, count: int, expected: tuple[float, ...]) -> None:
    assert steps(most, count) == pytest.approx(expected)


def test_ticks_leave_room_for_their_words() -> None:
    wide = ticks(2_100_000, 40.0, lambda value: f"{value:,.0f}")
    assert [tick.text for tick in wide] == ["0", "1,000,000", "2,000,000"]
    assert wide[1].at == pytest.approx(40 / 2.1)
    assert [tick.text for tick in ticks(0.0, 60.0, str)] == ["0.0"]


def test_axis_is_lines_and_words() -> None:
    axis = Axis(x=10, y=40, length=80, ticks=(Tick(0, "0"), Tick(40, "5")), grid_mm=20)
    parts = list(flat(scene(axis)))
    lines = [part.points for part in parts if isinstance(part, Polyline)]
    assert lines == [
        ((10, 40), (10, 20)),
        ((10, 40), (10, 41)),
        ((50, 40), (50, 20)),
        ((50, 40), (50, 41)),
        ((10, 40), (90, 40)),
    ]
    words = [(part.x, part.text, part.anchor) for part in parts if isinstance(part, Text)]
    assert words == [(10, "0", "middle"), (50, "5", "middle")]


def test_hatch_lines_end_at_the_sides() -> None:
    """A 4 x 2 rectangle, lines at 45 degrees every sqrt(2) mm across, so 2 mm along its lower side: 2, 4 (and 6, a corner)."""
    rect = Rect(x=0, y=0, width=4, height=2, hatch=Hatch(kind="falling", role="text", step_mm=2**0.5))
    lines = [part.points for part in flat(scene(rect)) if isinstance(part, Polyline)]
    assert [tuple((round(x, 6), round(y, 6)) for x, y in line) for line in lines] == [
        ((2, 0), (4, 2)),
        ((0, 0), (2, 2)),
    ]
    rising = Rect(x=0, y=0, width=4, height=2, hatch=Hatch(kind="rising", role="text", step_mm=2**0.5))
    lines = [part.points for part in flat(scene(rising)) if isinstance(part, Polyline)]
    assert [tuple((round(x, 6), round(y, 6)) for x, y in line) for line in lines] == [
        ((2, 2), (4, 0)),
        ((0, 2), (2, 0)),
    ]


@pytest.mark.parametrize("kind", ["rising", "falling", "cross", "level"])
@pytest.mark.parametrize("size", [(0.4, 3.0), (30.0, 0.9), (7.0, 7.0), (0.0, 2.0)])
def test_hatches_stay_within(kind: str, size: tuple[float, float]) -> None:
    rect = Rect(x=5, y=6, width=size[0], height=size[1], hatch=Hatch(kind=kind, role="text", step_mm=0.9))  # type: ignore[arg-type]
    for part in flat(scene(rect)):
        if isinstance(part, Polyline):
            assert all(5 - 1e-9 <= x <= 5 + size[0] + 1e-9 for x, _ in part.points)
            assert all(6 - 1e-9 <= y <= 6 + size[1] + 1e-9 for _, y in part.points)


def test_clashes_are_found() -> None:
    one, other = Text(x=10, y=10, text="插座一"), Text(x=12, y=11, text="插座二")
    assert overlaps(scene(one, other)) == (("插座一", "插座二"),)
    assert overlaps(scene(one, Text(x=10, y=14, text="插座二"))) == ()
    assert outside(scene(Text(x=-1, y=10, text="左"), Text(x=1, y=49.9, text="下"), one)) == ("左", "下")
    through = Line(x1=0, y1=9, x2=50, y2=9, stroke=INK)
    slanted = Line(x1=9, y1=2, x2=30, y2=8, stroke=INK)
    assert struck(scene(one, through)) == ("插座一",)
    assert struck(scene(one, slanted)) == ()


def test_a_turned_text_takes_its_turned_room() -> None:
    box = text_box(Text(x=10, y=20, text="插座", size_pt=72 / 25.4, rotation=90))  # letters 1 mm high
    assert (box.left, box.right) == pytest.approx((10 - 0.86, 10 + 0.14))
    assert (box.top, box.bottom) == pytest.approx((18, 20))


def test_legend_goes_on_in_a_second_line() -> None:
    samples = [
        Sample(marks=(Line(x1=0, y1=0, x2=7, y2=0, stroke=INK),), text=text) for text in ("够用", "偏紧", "过载")
    ]
    made, last = legend(samples, 0.0, 10.0, 40.0)
    assert [place[1] > 0 for place in made.at] == [False, False, True]
    assert last > 10.0
    assert overlaps(scene(made)) == struck(scene(made)) == ()


def test_margin_moves_everything() -> None:
    spot = Spot(key="k", x=0, y=0, width=5, height=5)
    one = Scene(
        title="",
        description="",
        language="zh",
        width_mm=20,
        height_mm=10,
        items=(Text(x=0, y=5, text="a"),),
        spots=(spot,),
    )
    moved = with_margin(one, 2.0)
    assert (moved.width_mm, moved.height_mm) == (24, 14)
    assert moved.items == (Text(x=2, y=7, text="a"),)
    assert moved.spots[0].x == 2

"""The list beside the preview is in the language of its reader: the same points as in the paper, one by one."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING

import pytest

from desktop_app.services.purchasing_papers import PaperPages, Wanted, paper_pages
from planner.documents.house_style import HouseStyle
from planner.documents.model import Language
from tests.sample_plans import assessed, sample

if TYPE_CHECKING:
    from planner.assess.run import Assessment

CHINESE = re.compile("[\u4e00-\u9fff]")


@pytest.mark.parametrize("document", ["sheet", "book"])
@pytest.mark.parametrize("template", ["lab-a", "lab-c", "edge-lab"])
def test_points_of_a_chinese_paper_are_told_in_english(template: str, document: str) -> None:
    made = assessed(sample(template))
    pages = {one: _pages(made, document, one) for one in ("zh", "en")}
    told = pages["zh"].points_in("en")
    assert [(one.where, one.what, one.state) for one in told] == [
        (one.where, one.what, one.state) for one in pages["en"].points
    ]
    assert [(one.way, one.target) for one in told] == [(one.way, one.target) for one in pages["zh"].points]
    assert all(CHINESE.search(one.state) for one in pages["en"].points_in("zh"))
    assert pages["zh"].points_in("zh") == pages["zh"].points


def _pages(made: Assessment, document: str, language: Language) -> PaperPages:
    wanted = Wanted(document=document, language=language, style=HouseStyle())
    return paper_pages(wanted, made, (), dt.date(2026, 11, 30), lambda share, said: None)

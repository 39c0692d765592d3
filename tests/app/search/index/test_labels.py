"""Labels of blocks in queries: the names a person may write, and their numbers."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import get_args

import pytest

from app.blocks.cutting.label_names import Label
from app.search.index import labels
from app.search.query import Filter, QueryFault, parse

_TRANSLATIONS = Path(__file__).resolve().parents[4] / "resources/translations/tianwang_zh_CN.ts"


def test_every_label_of_the_blocks_has_a_number_of_four_bits() -> None:
    assert set(labels.KNOWN) == set(get_args(Label)) and len(labels.LABELS) <= 16
    assert labels.of_set(labels.as_set(labels.KNOWN)) == list(labels.KNOWN)


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("label:navigation", "navigation"),
        ("label:nav", "navigation"),
        ('label:"main text"', "main text"),
        ("label:main-text", "main text"),
        ("label:MAIN", "main text"),
        ("label：正文", "main text"),
        ('label:"相关链接"', "related links"),
        ("label:相关", "related links"),
        ("label:ad", "advertisement"),
        ("label:date/counter", "date/counter"),
        ('label:"Date or counter"', "date/counter"),
    ],
)
def test_a_label_is_meant_by_its_name_in_both_languages_or_its_beginning(query: str, label: str) -> None:
    assert parse(query) == Filter("label", label, place=6)


@pytest.mark.parametrize("wrong", ["sidebar", "fo", "x", "首页"])
def test_a_label_that_is_none_or_several_is_a_fault_that_names_the_known_ones(wrong: str) -> None:
    with pytest.raises(QueryFault) as told:
        parse(f"words label:{wrong}")
    assert told.value.place == 12 and "navigation" in str(told.value) and wrong in str(told.value)


def test_the_chinese_names_are_those_of_the_window() -> None:
    """Whoever reads a label in the window can write it into a query."""
    context = next(one for one in ET.parse(_TRANSLATIONS).getroot() if one.findtext("name") == "blocks")
    shown = {one.findtext("source"): one.findtext("translation") for one in context.findall("message")}
    for label in labels.KNOWN:
        name = "Date or counter" if label == "date/counter" else label.capitalize()
        assert labels.meant(shown[name] or "") == label == labels.meant(name)

"""The second look at titles: what runs of rows it sees, when it overrules the points, and that it does on a cover."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from extractors.base import forest
from extractors.base.types import Candidate, Document
from extractors.titles import first_lines, judge, runs, signs, who
from extractors.titles.first_lines import Line
from extractors.titles.rows import Row

_ROWS = (
    Row("Hillside University of Horticulture", 20, bold=True, centred=True),
    Row("Project title: Watering a garden", 14, bold=True, centred=True, gap=1, block=1),
    Row("by the drop", 14, bold=True, centred=True, block=2),
    Row("Ann Gardener and Bob Planter", 12, centred=True, gap=2, block=3),
    Row(
        "Plants need water, and this report tells how much of it they need on a summer's day. " * 4,
        11,
        block=4,
    ),
)
_SEEN = signs.Seen(_ROWS, 11.0, 0, "", "", "report", "", [Candidate(_ROWS[0].text, "largest text", 70.0)])


def test_runs_of_rows_are_choices_without_their_label_and_none_stands_first() -> None:
    taken, numbers = runs.choices(_SEEN)
    texts = [one.text for one in taken]
    assert texts[0] == ""
    assert "Watering a garden by the drop" in texts
    assert not any("Plants need water" in text for text in texts)
    assert numbers.shape == (len(taken), len(signs.NAMES))
    assert np.isfinite(numbers).all()


def test_what_the_points_found_elsewhere_is_a_choice_too() -> None:
    found = [*_SEEN.found, Candidate("Gardens of the properties", "metadata", 15.0)]
    taken, _ = runs.choices(_SEEN._replace(found=found))
    assert taken[-1].text == "Gardens of the properties"
    assert taken[-1].at == 1


@pytest.mark.parametrize(
    ("likely", "now", "best"),
    [
        ([0.1, 0.2, 0.7], "A garden", 2),  # quite another text
        ([0.1, 0.4, 0.5], "A garden", -1),  # not so much surer
        ([0.1, 0.2, 0.7], "", -1),  # where the points found none
        ([0.7, 0.2, 0.1], "A garden", -1),  # none is not set
    ],
)
def test_only_another_text_that_is_surer_overrules_a_title(likely: list[float], now: str, best: int) -> None:
    texts = ["", "A garden", "Watering by the drop"]
    assert judge.choice(np.array(likely, np.float32), texts, now) == best


def test_a_title_is_neither_cut_nor_made_longer() -> None:
    texts = ["", "Watering a garden", "Watering", "Watering a garden by the drop"]
    assert judge.choice(np.array([0, 0.1, 0.9, 0], np.float32), texts, "Watering a garden") == -1
    assert judge.choice(np.array([0, 0.1, 0, 0.9], np.float32), texts, "Watering a garden") == -1


def test_the_weights_ask_for_numbers_that_there_are() -> None:
    arrays = forest.load(Path(judge.__file__).with_name("judge.npz"))
    for kind in ("knowing-", "looking-"):
        assert arrays[f"{kind}feature"].max() < len(signs.NAMES)
        assert len(arrays[f"{kind}roots"]) > 50
    hidden = {signs.NAMES.index(name) for name in judge.POINTS}
    inner = arrays["looking-left"] != np.arange(len(arrays["looking-left"]))
    assert not hidden & set(arrays["looking-feature"][inner].tolist())


def test_names_of_authors_are_told_from_titles() -> None:
    assert who.authors("Ann R Gardener* and Bob JE Planter")
    assert who.authors("Bc. Anna Zahradníková")
    assert not who.authors("Image Processing and Computer Vision")
    assert not who.authors("Crime and Punishment")


def test_a_name_with_a_degree_above_a_title_of_its_size_is_no_part_of_it() -> None:
    lines = [
        Line("Bc. Anna Zahradníková", 16, centred=True),
        Line("ZÁHRADNÝ INFORMAČNÝ SYSTÉM", 16, centred=True),
        *(Line("A plain line of the text, which goes on for quite a while.", 11) for _ in range(9)),
    ]
    document = Document("docx", "x", text="\n".join(line.text for line in lines))
    first_lines.choose(document, lines, "")
    assert document.title == "ZÁHRADNÝ INFORMAČNÝ SYSTÉM"

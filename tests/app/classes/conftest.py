"""A small corpus of three kinds of texts, and models of it, trained once."""

from __future__ import annotations

import pytest

from app.classes.model import Kind, Model
from app.classes.terms import Described
from app.classes.training import Example, Settings, trained

SAID = {
    "sport": ("match", "goal", "team", "league", "coach", "score", "stadium"),
    "money": ("bank", "stock", "market", "share", "profit", "price", "fund"),
    "菜谱": ("豆腐", "酱油", "大火", "翻炒", "辣椒", "米饭", "葱花"),
}


def examples(each: int = 12, first: int = 0) -> list[Example]:
    """So many texts of each kind, each with other words of its kind."""
    made = list[Example]()
    for label, said in SAID.items():
        for number in range(first, first + each):
            picked = [said[(number + step * (1 + number % 3)) % len(said)] for step in range(5)]
            text = " ".join(("today", *picked, "again", f"x{number}"))
            url = f"http://{'cook' if label == '菜谱' else label}.test/{label}/{number}.html"
            made.append(Example(Described(text, picked[0], url), label))
    return made


@pytest.fixture(scope="session")
def models() -> dict[Kind, Model]:
    """A model of each kind."""
    kinds: tuple[Kind, ...] = ("svm", "strong", "adaboost", "url")
    return {kind: trained(_tell, examples(), Settings(kind=kind, trees=10), "a test") for kind in kinds}


def _tell(done: int, total: int) -> None:
    assert 0 <= done <= total

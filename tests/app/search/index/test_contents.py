"""What stands beside a text is searched with it, unless the text says it itself."""

from __future__ import annotations

import pytest

from app.search.index.contents import content_of
from extractors.base.types import Document, Part

TEXT = (
    "深度 学习\n似然函数\n离散型\n若总体是离散型，其分布律的形式已知。",
    "The party of SpringBoot began late, and nobody who was there will forget the first of its songs.",
)


def more(**about: str) -> list[str]:
    parts = tuple(Part("paragraph", text) for text in TEXT)
    document = Document("html", "text/html", parts=parts, text="\n".join(TEXT), metadata=dict(about))
    return content_of(document).more.splitlines()


@pytest.mark.parametrize(
    "said",
    [
        "The Party of SpringBoot: began late",  # punctuation and capitals are none of its words
        "nobody who was there",
        "离散型",
        "深度 学习",
        # a description goes on over the end of a line, which it does not show
        "the party of springboot began late and nobody who was there will forget the first of its songs",
    ],
)
def test_what_the_text_says_itself_is_not_said_twice(said: str) -> None:
    assert more(description=said) == []


@pytest.mark.parametrize(
    "said",
    [
        "art",  # of a longer word
        "Spring Boot",
        "深度学习",  # two runs of the text are not one
        "nobody who was not there",
        "The party of SpringBoot began late, and nobody who was there will forget the first of its son",
    ],
)
def test_words_that_the_text_has_not_are_kept(said: str) -> None:
    assert more(description=said) == [said]


def test_a_long_description_may_join_lines() -> None:
    lines = "似然函数离散型若总体是离散型，其分布律的形式已知。" + TEXT[1]
    assert len(lines) > 60 and more(description=lines) == []
    assert more(description="似然函数离散型") == ["似然函数离散型"]


def test_each_keyword_is_looked_at_by_itself() -> None:
    assert more(keywords="离散型; party，art、museum") == ["art", "museum"]

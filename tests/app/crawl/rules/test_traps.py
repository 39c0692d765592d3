"""Signs of a trap: addresses that grow, and the same content under many of them."""

from __future__ import annotations

import pytest

from app.crawl.rules.scope import shape_of_trap


@pytest.mark.parametrize(
    "query",
    [
        "a=1&a=1&a=1",
        "tag=red&size=5&tag=red&tag=red",
        "&".join(f"p{number}=1" for number in range(41)),
    ],
)
def test_a_query_that_grows_is_a_trap(query: str) -> None:
    assert shape_of_trap(f"http://h.org/list?{query}")


@pytest.mark.parametrize(
    "query",
    [
        "",
        "a=1&a=2&a=3&a=4",
        "a=1&a=1",
        "&&&&",
        "&".join(f"p{number}=1" for number in range(40)),
        "x=1&y=1&z=1",
    ],
)
def test_lists_of_values_are_none(query: str) -> None:
    assert not shape_of_trap(f"http://h.org/list?{query}")

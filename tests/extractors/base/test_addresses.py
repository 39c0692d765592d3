"""References are resolved as browsers do it."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.base.addresses import Resolver

BASE = "http://e.org/a/b/c.html?q=1"


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        ("d.html", "http://e.org/a/b/d.html"),
        ("./d.html", "http://e.org/a/b/d.html"),
        ("../d.html#top", "http://e.org/a/d.html"),
        ("../../../../d.html", "http://e.org/d.html"),
        ("..", "http://e.org/a/"),
        ("/x/./y/../z", "http://e.org/x/z"),
        ("?page=2", "http://e.org/a/b/c.html?page=2"),
        ("//cdn.example/x.js", "http://cdn.example/x.js"),
        ("HTTPS://Other.example", "https://Other.example"),
        ("http:d.html", "http://e.org/a/b/d.html"),
        (r"\img\x.gif", "http://e.org/img/x.gif"),
        (r"http:\\o.example\x", "http://o.example/x"),
        ("  d\n.html\t ", "http://e.org/a/b/d.html"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("javascript:go('#x')", "javascript:go('#x')"),
        ("#top", ""),
        ("", ""),
        ("data:image/png;base64,AAAA", ""),
        ("http:", BASE),
        ("/见.html", "http://e.org/见.html"),
        ("x?a=../b", "http://e.org/a/b/x?a=../b"),
    ],
)
def test_resolution(reference: str, expected: str) -> None:
    assert Resolver(BASE).resolve(reference) == expected


def test_queries_are_sent_in_the_charset_of_the_page() -> None:
    assert Resolver(BASE, "gb18030").resolve("/s?w=北京&x=%20") == "http://e.org/s?w=%B1%B1%BE%A9&x=%20"
    assert Resolver(BASE, "utf-8").resolve("/s?w=北京") == "http://e.org/s?w=北京"


def test_base_element_rebases_and_nonsense_does_not() -> None:
    resolver = Resolver(BASE)
    resolver.rebase("javascript:void(0)")
    assert resolver.resolve("x") == "http://e.org/a/b/x"
    resolver.rebase("/other/")
    assert resolver.resolve("x") == "http://e.org/other/x"


def test_without_a_base_references_stay_as_they_are() -> None:
    assert Resolver(None).resolve("a/b.html#c") == "a/b.html"


@given(
    st.lists(st.sampled_from(["a", "b.html", "..", ".", "x y", "%41"]), min_size=1, max_size=6), st.booleans()
)
def test_paths_agree_with_the_standard_library(segments: list[str], rooted: bool) -> None:
    reference = ("/" if rooted else "") + "/".join(segments)
    assert Resolver(BASE).resolve(reference) == urljoin(BASE, reference)


@given(st.text(max_size=60), st.text(max_size=60))
def test_never_raises(base: str, reference: str) -> None:
    assert isinstance(Resolver(base, "gb18030").resolve(reference), str)


PIECES = (
    "http:",
    "HTTPS:",
    "//",
    "/",
    "..",
    "../",
    ".",
    "a",
    "b.html",
    "?",
    "#",
    ":",
    "\\",
    " ",
    "\t",
    "见",
    "%41",
    "q=1",
    "é",
    "~",
)


@given(
    st.sampled_from(
        [
            BASE,
            "https://e.org",
            "http://../x/.y/",
            "file:///x/y",
            "mailto:a@b",
            "http:x",
            "http://e/a/../b",
            "http://e//a//b?c=/d",
            "",
        ]
    ),
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
    st.sampled_from(["utf-8", "gb18030"]),
)
def test_ordinary_references_take_a_short_cut_to_the_same_address(
    base: str, reference: str, codec: str
) -> None:
    resolver = Resolver(base, codec)
    assert resolver._plainly(reference) in ("", resolver._resolve(reference))


def test_most_references_are_ordinary() -> None:
    resolver = Resolver(BASE)
    for reference in (
        "http://o.example/x?y=1",
        "https://o.example",
        "/x/y.html",
        "d.html",
        "d/e-f.png?v=1",
        "/见/:x",
        "d.html#e",
        "/x/y.html#a/../b",
        "../d.html",
        "../../../../d/e.html?v=1#e",
    ):
        assert resolver._plainly(reference) == resolver._resolve(reference)

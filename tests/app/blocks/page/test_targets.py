"""Links and media are compared by where they lead, however their addresses are spelled."""

from __future__ import annotations

import pytest

from app.blocks.compare.changes import Change, Comparison
from app.blocks.compare.differing import compare
from app.blocks.page.targets import Targets

PAGE = "http://ex.test/news/index.html"
AROUND = (
    "<head>{}</head><p>Something stands before all of this.</p>{}<p>Something stands after all of this.</p>"
)


def compared(
    old: str, new: str, *, head: tuple[str, str] = ("", ""), page: tuple[str, str] = (PAGE, PAGE)
) -> Change:
    (change,) = [each for each in _comparison(old, new, head, page).changes if "leads" in each.text_b]
    return change


def _comparison(old: str, new: str, head: tuple[str, str], page: tuple[str, str]) -> Comparison:
    a, b = (
        AROUND.format(head[n], f"<p>It leads {said} on.</p>").encode() for n, said in enumerate((old, new))
    )
    return compare(a, b, address_a=page[0], address_b=page[1])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<a href="b.html">there</a>', '<a href="/news/b.html">there</a>'),
        ('<a href="b.html">there</a>', '<a href="http://ex.test/news/b.html">there</a>'),
        ('<a href="b.html">there</a>', '<a href="HTTP://EX.test:80/news/./b.html">there</a>'),
        ('<a href="/">there</a>', '<a href="http://ex.test">there</a>'),
        ('<a href="/x">there</a>', '<a href="../x">there</a>'),
        ('<a href="?p=2">there</a>', '<a href="index.html?p=2">there</a>'),
        ('<img src="x.png">', '<img src="//ex.test/news/x.png">'),
        ('<img srcset="x.png 1x, y.png 2x">', '<img srcset="/news/x.png 1x, http://ex.test/news/y.png 2x">'),
        ('<object data="x.pdf"></object>', '<object data="./x.pdf"></object>'),
    ],
)
def test_another_spelling_of_one_target_is_a_difference_of_code(old: str, new: str) -> None:
    for change in (compared(old, new), compared(new, old)):
        assert (change.kind, change.differs) == ("markup", False)
        assert change.attributes_a == change.attributes_b == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<a href="b.html">there</a>', '<a href="/b.html">there</a>'),
        ('<a href="b.html">there</a>', '<a href="https://ex.test/news/b.html">there</a>'),
        ('<a href="b.html">there</a>', '<a href="http://ex.test:8080/news/b.html">there</a>'),
        ('<a href="b.html">there</a>', '<a href="http://ex.test.org/news/b.html">there</a>'),
        ('<a href="b.html">there</a>', '<a href="b.html#part">there</a>'),
        ('<img srcset="x.png 1x">', '<img srcset="/x.png 1x">'),
    ],
)
def test_another_target_is_a_change(old: str, new: str) -> None:
    change = compared(old, new)
    assert (change.kind, change.differs) == ("changed", True)
    assert change.attributes_a != change.attributes_b


def test_a_base_element_that_comes_in_is_reckoned_with() -> None:
    """The first link leads where it led; the second, spelled as before, does not."""
    head = "", '<base href="http://ex.test/other/">'
    change = compared('<a href="b.html">there</a>', '<a href="/news/b.html">there</a>', head=head)
    assert (change.kind, change.differs) == ("markup", False)
    change = compared('<a href="b.html">there</a>', '<a href="b.html" >there</a>', head=head)
    assert change.attributes_a == ('[a href="http://ex.test/news/b.html"]',)
    assert change.attributes_b == ('[a href="http://ex.test/other/b.html"]',)


def test_a_page_that_moved_keeps_its_relative_links() -> None:
    page = PAGE, "http://other.test/2/index.html"
    change = compared('<a href="b.html">there</a>', '<a href="./b.html">there</a>', page=page)
    assert (change.kind, change.differs) == ("markup", False)


def test_http_and_https_of_one_page_have_the_same_relative_links() -> None:
    page = PAGE, PAGE.replace("http:", "https:")
    change = compared(
        '<a href="b.html">there</a>', '<a href="https://ex.test/news/b.html">there</a>', page=page
    )
    assert (change.kind, change.differs) == ("markup", False)


def test_addresses_are_shown_as_a_page_writes_them() -> None:
    targets = Targets(PAGE)
    said = {
        "b.html": "b.html",
        "#top": "#top",
        "/x": "/x",
        "mailto:a@ex.test": "mailto:a@ex.test",
        "": "index.html",
    }
    assert {each: targets.resolved(each) for each in said} == said
    assert targets.resolved("http://[") == "http://["
    assert targets.resolved("http://ex.test//x") == "http://ex.test//x", "two slashes are another path"


def test_large_pages_too() -> None:
    """Of pages beyond what is cut in blocks with all their structure."""
    rows = [f'<p><a href="{n}.html">Row <b>{n}</b> of the table</a></p>' for n in range(45_000)]
    head = '<head><base href="/news/"></head>'
    old = "".join([head, *rows]).encode()
    begins = ("./", "http://ex.test/news/", "../news/")
    respelled = [
        row.replace('href="', f'href="{begins[n % 3]}') if 1000 < n < 3000 else row
        for n, row in enumerate(rows)
    ]
    new = "".join([head, *respelled]).replace("Row <b>7<", "Row <b>nine<").encode()
    found = compare(old, new, address_a=PAGE, address_b=PAGE)
    assert found.tree_a is not None and found.tree_a.scan.rough
    (told,) = [change for change in found.changes if change.differs]
    assert "nine" in told.text_b and not told.attributes_b

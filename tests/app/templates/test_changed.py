"""Changes in what a site repeats on its pages, told from those of a page itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.reader import ArchiveReader
from app.templates.changed import of_template
from app.templates.feeding import feed
from app.templates.known import template_of
from app.templates.marks import mark
from app.templates.page import seen
from app.templates.pointing import element_at
from tests.app.templates.test_learning import MENU, html, story
from tests.conftest import capture

NEW_MENU = MENU.replace("Section cx", "Calendar of the year")
OWN = "Nobody had thought of that before, said the keeper of the lamp."


def two_editions() -> list[NewCapture]:
    """Eight stories, then once more with another menu; the third says something new as well."""
    old = [capture(f"http://a.test/{number}", html(story(number))) for number in range(8)]
    again = [
        capture(
            f"http://a.test/{number}",
            html(story(number) + (f"<p>{OWN}</p>" if number == 3 else ""), NEW_MENU),
            minutes=1440,
        )
        for number in range(8)
    ]
    return [*old, *again]


@pytest.fixture
def site(fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    return fill(*two_editions())


def places(reader: ArchiveReader, *paths: tuple[str | None, str | None, str]) -> list[bool]:
    a, b = reader.versions("http://a.test/3")
    return of_template(reader, a, b, [((path_a, text), (path_b, text)) for path_a, path_b, text in paths])


def test_what_is_not_known_for_sure_is_the_page_s_own(site: Archive) -> None:
    feed(site)
    nav = "/html[1]/body[1]/nav[1]/ul[1]"
    with site.reader() as reader:
        assert places(
            reader,
            (f"{nav}/li[1]", f"{nav}/li[1]", "Section ax"),
            (f"{nav}/li[1]..li[2]", f"{nav}/li[1]..li[2]", "Section ax Section bx"),
            (f"{nav}/li[1]", None, "Section ax"),  # the others have it still
            (f"{nav}/li[1]", f"{nav}/li[1]", "something else"),  # the path leads elsewhere
            ("/html[1]/body[1]", "/html[1]/body[1]", "Section ax"),  # more than the template
            (f"{nav}/li[9]", None, ""),
            (f"{nav}/li[1]#2", None, "Section ax"),
            (None, None, "Section ax"),
        ) == [True, True, False, False, False, False, False, False]


SHOP = "<section><p>Left: {} pieces</p><p>{}</p><p>Delivered in a week</p></section>"


def product(number: int, left: int, stock: str) -> bytes:
    return html(f"{story(number)}{SHOP.format(left, stock)}")


def test_words_and_numbers_of_all_products_that_one_changes_are_its_own(
    fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """“In stock”, “Sold out” and “Left: … pieces” stand on many pages, so all of it counts as template. One product is sold
    out, all are delivered sooner."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))

    def edition(n: int, left: int, stock: str, minutes: int, delivery: str) -> NewCapture:
        page = product(n, left, stock).replace(b"in a week", delivery.encode())
        return capture(f"http://a.test/{n}", page, minutes=minutes)

    stock = ["Sold out" if n % 3 == 0 else "In stock" for n in range(9)]
    old = [edition(n, 20 + n, stock[n], 0, "in a week") for n in range(9)]
    new = [
        edition(n, 20 + n - (n == 4), "Sold out" if n == 4 else stock[n], 1440, "in two days")
        for n in range(9)
    ]
    archive = fill(*old, *new)
    feed(archive)
    with archive.reader() as reader:
        a, b = reader.versions("http://a.test/4")
        page = seen(product(4, 24, "In stock"))
        assert page is not None
        said = [block.part.text for block in page.blocks]
        assert {"In stock", "Left: 24 pieces", "Delivered in a week"} <= {
            text
            for text, told in zip(said, page.units.told_by(template_of(archive.path, b.url)), strict=True)
            if told
        }, "all of it is template"
        section = "/html[1]/body[1]/article[1]/section[1]"
        changes = (
            ("Left: 24 pieces", "Left: 23 pieces"),
            ("In stock", "Sold out"),
            ("Delivered in a week", "Delivered in two days"),
        )
        told = of_template(
            reader,
            a,
            b,
            [
                ((f"{section}/p[{n}]", before), (f"{section}/p[{n}]", after))
                for n, (before, after) in enumerate(changes, 1)
            ],
        )
    assert told == [False, False, True]


def test_what_a_person_keeps_is_shown_again(site: Archive) -> None:
    feed(site)
    entry = "/html[1]/body[1]/nav[1]/ul[1]/li[1]"
    with site.reader() as reader:
        assert places(reader, (entry, entry, "Section ax")) == [True]
        page = seen(html(story(3)))
        assert page is not None
        element = element_at(page, "/html[1]/body[1]/nav[1]", "")
        assert element is not None
        nav = page.units.sign_of(element)
        mark(site.path, "a.test", nav, content=True)
        assert places(reader, (entry, entry, "Section ax")) == [False]


def test_nothing_is_of_the_template_where_nothing_was_learned(site: Archive) -> None:
    entry = "/html[1]/body[1]/nav[1]/ul[1]/li[1]"
    with site.reader() as reader:
        assert places(reader, (entry, entry, "Section ax")) == [False]

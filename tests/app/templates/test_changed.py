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
            (f"{nav}/li[1]..li[2]", None, "Section ax Section bx"),
            (f"{nav}/li[1]", f"{nav}/li[1]", "something else"),  # the path leads elsewhere
            ("/html[1]/body[1]", "/html[1]/body[1]", "Section ax"),  # more than the template
            (f"{nav}/li[9]", None, ""),
            (f"{nav}/li[1]#2", None, "Section ax"),
            (None, None, "Section ax"),
        ) == [True, True, False, False, False, False, False]


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

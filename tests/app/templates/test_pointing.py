"""From a click to the part of a site that is meant, and back to what was marked."""

from __future__ import annotations

from app.templates.explaining import explained, kept
from app.templates.learning import Site
from app.templates.marks import Mark, Marks
from app.templates.page import Seen, seen
from app.templates.pointing import Spot, element_at, spots
from tests.app.templates.test_learning import html, learned, story

SITE = "a.example"
SHARE = "<div class='share'><p>Tell friends about Story {}</p><p>Print it</p></div>"


def page(number: int) -> bytes:
    return html(story(number) + SHARE.format("abcdefghij"[number] * 3))


def read(data: bytes) -> Seen:
    found = seen(data)
    assert found is not None
    return found


def site() -> Site:
    return learned(page(number) for number in range(8))


def pointed(at: Seen, path: str, text: str = "", marks: Marks | None = None) -> tuple[list[Spot], int]:
    element = element_at(at, path, text)
    assert element is not None
    return spots(at, site(), marks or Marks(), SITE, element)


def test_a_click_on_an_entry_proposes_the_region_around_it_and_says_how_many_pages_have_it() -> None:
    shown = read(page(3))
    found, best = pointed(shown, "/html[1]/body[1]/article[1]/div[1]/p[1]", "Tell friends about Story ddd")
    assert found[best].where.endswith("div.share") and found[best].whole
    assert (found[best].pages, found[best].of) == (8, 8) and not found[best].template
    assert [spot.where.rpartition(" > ")[2] for spot in found] == ["p", "p", "div.share"]


def test_a_region_that_holds_what_the_page_says_is_not_proposed_as_no_content() -> None:
    wrapped = read(html(f"<div class='all'>{story(3)}</div>"))
    found, best = pointed(wrapped, "/html[1]/body[1]/article[1]/div[1]/p[2]")
    assert found[best].where.endswith("p") and not found[best].whole


def test_a_path_that_leads_elsewhere_is_mended_by_the_text() -> None:
    shown = read(page(3))
    element = element_at(shown, "/html[1]/body[1]/div[7]/p[2]", "Section ax")
    assert element is not None and element.tag in ("li", "a")
    element = element_at(shown, "/html[1]/body[1]/nav[1]", "Print it")
    assert element is not None and "".join(element.itertext()) == "Print it"
    assert element_at(shown, "/html[1]/frameset[1]", "nowhere on this page") is None
    table = read(b"<html><body><table><tr><td>one</td></tr></table></body></html>")
    cell = element_at(table, "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]", "one")
    assert cell is not None and cell.tag == "td"


def test_what_is_marked_is_explained_as_marked_and_what_is_kept_as_kept() -> None:
    shown, known = read(page(3)), site()
    found, best = pointed(shown, "/html[1]/body[1]/article[1]/div[1]/p[1]")
    marks = Marks([Mark(SITE, found[best].number, False)])
    part = next(part for part in explained(shown, known, marks, SITE) if part.number == found[best].number)
    assert part.marked and part.paths == ("/html/body/article/div",)
    menu, place = pointed(shown, "/html[1]/body[1]/nav[1]/ul[1]/li[2]/a[1]", "Section bx")
    assert menu[place].template
    marks = Marks([Mark(SITE, menu[place].number, True)])
    assert all("Section" not in part.text for part in explained(shown, known, marks, SITE))
    (one,) = kept(shown, known, marks, SITE)
    assert one.kept and "Section ax · Section bx" in one.text

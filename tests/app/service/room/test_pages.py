"""The pages of the reading room, over HTTP."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

from app.archive.archive import Archive
from app.archive.notes.marks import Change, Target
from app.archive.notes.notebook import Notebook
from app.search.finding.evaluating import Evaluation, Sought
from app.service.collection import Hidden
from app.service.room import room as room_module
from app.service.room import searching
from app.templates.feeding import feed as learn
from tests.app.service.conftest import Serve, serving
from tests.app.service.room.conftest import POND, SECRET, pond
from tests.app.templates.test_changed import two_editions

ROOT = "/read/pond/"
PAGES = (
    "",
    "browse",
    "browse?folder=1",
    "search",
    "search?q=lotus",
    "search?q=appeared%3Atoads",
    "calendar",
    f"calendar?url={POND}",
    "day?date=2020-03-05",
    f"page?url={POND}",
    f"page?url={POND}list.csv",
    f"versions?url={POND}",
    f"compare?url={POND}",
    "changes",
    "statistics",
    "over-time",
    "over-time?q=lotus",
    "over-time?show=change",
    "categories",
    "collections",
)


def tree(text: str) -> LexborHTMLParser:
    return LexborHTMLParser(text)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_page_answers_in_both_languages(room: httpx.Client, path: str, language: str) -> None:
    """With one heading of the first order, a name for each field, frame and picture, and no script of its own."""
    answer = room.get(f"{ROOT}{path}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    page = tree(answer.text)
    html = page.css_first("html")
    assert html is not None and html.attributes["lang"] == language[:5]
    assert len(page.css("h1")) == 1
    levels = [int(one.tag[1]) for one in page.css("h1, h2, h3, h4")]
    assert all(later - former <= 1 for former, later in pairwise(levels))
    labelled = {one.attributes.get("for") for one in page.css("label")}
    for field in page.css("input:not([type=hidden]), select"):
        inside = field.parent is not None and field.parent.tag == "label"
        assert inside or field.attributes.get("aria-label") or field.attributes.get("id") in labelled
    assert all(frame.attributes.get("title") for frame in page.css("iframe"))
    assert all("alt" in picture.attributes for picture in page.css("img"))
    assert all(one.attributes.get("src") and not one.text() for one in page.css("script"))
    assert not page.css("[onclick], [style], style")
    ids = [one.attributes["id"] for one in page.css("[id]")]
    assert len(ids) == len(set(ids))


def test_the_policy_lets_nothing_in_but_the_files_of_the_room(room: httpx.Client) -> None:
    answer = room.get(ROOT)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "access-control-allow-origin" not in answer.headers
    style = tree(answer.text).css_first("link[rel=stylesheet]")
    assert style is not None
    sent = room.get(str(style.attributes["href"]))
    assert sent.headers["content-type"].startswith("text/css")
    assert "immutable" in sent.headers["cache-control"]
    assert room.get("/read/static/..%2fzh_CN.json").status_code == 404


def test_a_browser_is_led_to_the_room_and_a_program_is_not(room: httpx.Client) -> None:
    assert room.get("/").headers["location"] == "/read/"
    assert room.get("/read/").headers["location"] == ROOT  # there is one archive
    assert room.get("/pond/").headers["location"] == ROOT
    assert room.get("/", headers={"Accept": "*/*"}).json()["collections"][0]["name"] == "pond"


def test_titles_and_names_of_strangers_are_text(room: httpx.Client) -> None:
    """An archive called “<Pond>”, a title with “&”, a query with a tag."""
    assert "The &lt;Pond&gt;" in room.get(ROOT).text
    assert "荷花新闻 &amp; news" in room.get(f"{ROOT}browse?folder=1").text
    assert "<b>" not in room.get(f"{ROOT}search?q=%3Cb%3Ex").text


def test_what_is_found_is_marked_and_can_be_narrowed(room: httpx.Client) -> None:
    page = tree(room.get(f"{ROOT}search?q=lotus").text)
    assert {one.text() for one in page.css(".results mark")} == {"lotus"}
    assert len(page.css(".results > li")) == 3
    narrowed = next(one for one in page.css(".facets a") if "lang" in str(one.attributes["href"]))
    again = tree(room.get(str(narrowed.attributes["href"])).text)
    assert 1 <= len(again.css(".results > li")) < 3


def test_a_query_that_cannot_be_understood_is_explained(room: httpx.Client) -> None:
    english = room.get(f"{ROOT}search?q=(lotus")
    assert english.status_code == 200
    assert tree(english.text).css_first(".notice") is not None
    chinese = room.get(f"{ROOT}search?q=(lotus", headers={"Accept-Language": "zh"})
    assert tree(chinese.text).css_first(".notice").text() != tree(english.text).css_first(".notice").text()  # type: ignore[union-attr]


def test_a_page_at_a_date_is_the_version_of_then(room: httpx.Client) -> None:
    """In a frame of another origin, with the way to the older and newer ones."""
    page = tree(room.get(f"{ROOT}page?url={POND}&at=20200302").text)
    frame = page.css_first("iframe")
    assert frame is not None
    where = str(frame.attributes["src"])
    assert httpx.URL(where).port != room.base_url.port
    assert "20200302090000mp_/http://pond.test/" in where
    assert frame.attributes["sandbox"] == "allow-scripts allow-forms"
    newer = page.css_first("a[rel=next]")
    assert newer is not None and "20200305093000" in str(newer.attributes["href"])
    assert page.css_first("a[rel=prev]") is None


def test_a_comparison_lists_what_changed(room: httpx.Client) -> None:
    page = tree(room.get(f"{ROOT}compare?url={POND}").text)
    assert "Frogs sing" in "".join(one.text() for one in page.css("del"))
    assert "Toads sleep" in "".join(one.text() for one in page.css("ins"))
    assert len(page.css(".sides iframe")) == 2


def test_days_between_which_a_site_changed(room: httpx.Client) -> None:
    page = tree(room.get(f"{ROOT}changes?from=2020-03-02&to=2020-03-05").text)
    states = {
        one.css_first(".title").text(): one.css_first(".state").text() for one in page.css(".changed li")
    }  # type: ignore[union-attr]
    assert states["Pond"] == "Changed"
    assert states["荷花新闻 & news"] == "New"


def test_what_is_hidden_is_hidden_everywhere(room: httpx.Client) -> None:
    """In lists, counts of a search, comparisons, the calendar and the frame; asked for it is refused with the reason."""
    for path in (*PAGES, "search?q=zanzibar", "search?q=appeared%3Azanzibar", "browse?folder=1&all=1"):
        text = room.get(f"{ROOT}{path}").text
        assert "Secret" not in text, path
        assert "plan.html" not in text, path
    for path in ("page", "versions", "calendar", "compare"):
        answer = room.get(f"{ROOT}{path}?url={SECRET}")
        assert answer.status_code == 451
        assert "A person asked for it" in answer.text
    nothing = tree(room.get(f"{ROOT}search?q=zanzibar").text)
    assert not nothing.css(".results, .facets")


def test_notes_of_the_owner_are_not_shown(serve: Serve, tmp_path: Path) -> None:
    """Neither found by their words, nor beside what is found, nor as a facet."""
    archive = pond(tmp_path / "pond.archive")
    Notebook(archive.path).write([Change(Target(POND), add=("doubtful",), note="ask Zhou about it")])
    client = serve(archive)
    for query in ("zhou", "note:zhou", "tag:doubtful", "is:noted"):
        assert not tree(client.get(f"{ROOT}search?q={query}").text).css(".results")
    text = client.get(f"{ROOT}search?q=lotus").text
    assert "Zhou" not in text
    assert "doubtful" not in text


def test_language_and_colours_are_kept_in_a_cookie(serve: Serve, pond_archive: Archive) -> None:
    """And the way back leads nowhere else."""
    client = serve(pond_archive)
    answer = client.get(f"/read/choose?language=zh&theme=dark&next={ROOT}statistics")
    assert answer.headers["location"] == f"{ROOT}statistics"
    page = tree(client.get(f"{ROOT}statistics").text).css_first("html")
    assert page is not None
    assert (page.attributes["lang"], page.attributes["data-theme"]) == ("zh-CN", "dark")
    for there in ("https://evil.test/read/", "//evil.test/read/", "/read/\\evil", "javascript:1", "/one/x"):
        answer = client.get("/read/choose", params={"language": "en", "next": there})
        assert answer.headers["location"] == "/read/"


@pytest.mark.parametrize(
    "path",
    [
        "/read/none/",
        f"{ROOT}none",
        f"{ROOT}page",
        f"{ROOT}page?url=http://never.test/",
        f"{ROOT}page?url={POND}&at=yesterday",
        f"{ROOT}compare?a=1&b=2",
        f"{ROOT}compare?a=202003-0000001&b=202003-9999999",
        f"{ROOT}browse?folder=99",
        f"{ROOT}browse?folder=x",
        f"{ROOT}day?date=2020-99-99",
        f"{ROOT}categories?category=none",
        f"{ROOT}changes?site=none.test",
        "/read/static/none.css",
        "/read/choose?theme=pink",
    ],
)
def test_what_is_not_there_is_a_page_that_says_so(room: httpx.Client, path: str) -> None:
    answer = room.get(path)
    assert answer.status_code in (400, 404)
    assert tree(answer.text).css_first("h1").text()  # type: ignore[union-attr]


def test_an_empty_archive_says_what_will_come(serve: Serve, tmp_path: Path) -> None:
    client = serve(Archive.create(tmp_path / "empty.archive"))
    for path in (
        "",
        "browse",
        "search?q=x",
        "calendar",
        "changes",
        "statistics",
        "categories",
        "collections",
    ):
        answer = client.get(f"/read/empty/{path}")
        assert answer.status_code == 200, path
    assert "Nothing has been captured yet" in client.get("/read/empty/").text


def test_several_archives_have_a_page_before_theirs(
    serve: Serve, shared: Archive, pond_archive: Archive
) -> None:
    page = tree(serve(shared, pond_archive).get("/read/").text)
    assert [one.text() for one in page.css("h2")] == ["Example", "The <Pond>"]


def test_colours_keep_their_contrast() -> None:
    """WCAG 2 AA: 4.5 : 1 for each text on each ground, in both schemes."""
    import resources

    style = resources.path("room", "static", "room.css").read_text("utf-8")
    for block in (
        style.partition("@media")[0],
        style.partition(':root[data-theme="dark"]')[2].partition("}")[0],
    ):
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
        for ground in ("surface", "window", "raised"):
            for text in ("text", "muted", "accent", "added", "removed", "changed", "moved", "markup"):
                assert _contrast(colours[ground], colours[text]) >= 4.5, (ground, text)
        for ground, text in (
            ("accent", "on-accent"),
            ("accent-soft", "text"),
            ("warning-soft", "text"),
            ("mark", "text"),
            ("added-soft", "added"),
            ("removed-soft", "removed"),
            ("changed-soft", "changed"),
            ("shade1", "text"),
            ("shade2", "text"),
            ("shade4", "on-accent"),
            ("shade5", "on-accent"),
        ):
            assert _contrast(colours[ground], colours[text]) >= 4.5, (ground, text)


def _contrast(one: str, other: str) -> float:
    def bright(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((bright(one), bright(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_a_page_that_takes_too_long_is_not_waited_for(
    serve: Serve, pond_archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that does not end: whoever asked is told after the time, and other pages are answered meanwhile."""
    begun, end = threading.Event(), threading.Event()

    def endless(*_: object) -> dict[str, object]:
        begun.set()
        end.wait(30)
        return {}

    monkeypatch.setattr(room_module, "SECONDS", -0.7)  # a second more is given to what ends by itself
    client = serve(pond_archive)
    assert client.get(f"{ROOT}statistics").status_code == 503
    monkeypatch.setattr(room_module, "SECONDS", 0.05)
    monkeypatch.setattr(searching, "_answer", endless)
    with ThreadPoolExecutor(room_module.THREADS) as threads:
        asked = [threads.submit(client.get, f"{ROOT}search?q=lotus") for _ in range(room_module.THREADS)]
        assert begun.wait(30) and client.get(f"{ROOT}browse").status_code == 200
        for one in asked:
            assert one.result().status_code == 503
            assert one.result().headers["retry-after"] == "30" and "too long" in one.result().text
    end.set()


def test_a_search_that_nobody_waits_for_ends(
    serve: Serve, pond_archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked has closed the connection, or the time is over: its thread is free for the next one, and the searcher,
    which was in the midst of a query, answers that."""
    begun, ended = threading.Event(), threading.Event()

    def endless(self: Evaluation, node: object) -> Sought:
        """What the indexes of batches without number would be."""
        begun.set()
        try:
            while True:
                first(self, node)
        finally:
            ended.set()

    first = Evaluation._asked
    client = serve(pond_archive)
    ask = f"GET {ROOT}search?q=lotus HTTP/1.1\r\nHost: a.test\r\n\r\n".encode()
    with monkeypatch.context() as patch:
        patch.setattr(Evaluation, "_asked", endless)
        with socket.create_connection((client.base_url.host, client.base_url.port or 80)) as leaving:
            leaving.sendall(ask)
            assert begun.wait(30)
        assert ended.wait(10), "the client has gone"
        ended.clear()
        patch.setattr(room_module, "SECONDS", 0.05)
        assert client.get(f"{ROOT}search?q=lotus").status_code == 503
        assert ended.wait(10), "the time is over"
    assert "lotus" in tree(client.get(f"{ROOT}search?q=lotus").text).css_first(".results").text()  # type: ignore[union-attr]


def test_what_changed_in_a_template_is_told_once_and_hides_what_is_hidden(
    fill: Callable[..., Archive], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    archive = fill(*two_editions())
    learn(archive)
    hidden = Hidden("test,a)/1", None, "A person asked for it")
    with serving(archive, hidden=(hidden,)) as client:
        client.headers["Accept"] = "text/html"
        page = tree(client.get(f"/read/{archive.path.stem}/changes?from=2026-11-21&to=2026-11-22").text)
    assert len(page.css(".changed li")) == 1
    told = page.css_first("details.template[open] ul").text()  # type: ignore[union-attr]
    assert " ".join(told.split()) == "a.test: Section cx Calendar of the year (7 pages)"
    assert "6 pages changed in their site’s template alone" in page.css_first("main").text()  # type: ignore[union-attr]

"""Titles of pages without the name of their site."""

from __future__ import annotations

from collections.abc import Callable

from app.archive.archive import Archive
from app.archive.model import NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


def test_what_the_pages_of_a_site_share_is_taken_off(fill: Fill, make_capture: Make) -> None:
    names = ["一月的雪", "未名湖的冬天", "图书馆开放时间", "关于放假的通知", "校车时刻表"]
    archive = fill(
        *(
            make_capture(f"http://a.test/{n}", f"<title>{name}_某某大学</title><p>x")
            for n, name in enumerate(names)
        ),
        make_capture("http://a.test/text", "雪_某某大学", media_type="text/plain"),
        make_capture("http://b.test/", "<title>单页_某某大学</title><p>x"),
    )
    with archive.reader() as reader:
        pages = {page.url: reader.document(reader.versions(page.url)[0]) for page in reader.all_pages()}
        assert [pages[f"http://a.test/{n}"].title for n in range(5)] == names
        first = pages["http://a.test/0"]
        assert [one.text for one in first.candidates[:2]] == ["一月的雪", "一月的雪_某某大学"]
        assert first.candidates[0].reason == "The other pages of the site share what was taken off."
        assert pages["http://b.test/"].title == "单页_某某大学"
        assert {page.title for page in reader.all_pages("http://a.test/0")} == {"一月的雪_某某大学"}


def test_a_site_that_grows_is_looked_at_again(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture("http://a.test/0", "<title>Zero | Journal of snow</title>"))
    with archive.reader() as reader:
        assert reader.document("202611-0000001").title == "Zero | Journal of snow"
        fill(
            *(
                make_capture(f"http://a.test/{n}", f"<title>Page {n} | Journal of snow</title>")
                for n in range(1, 9)
            )
        )
        assert reader.document("202611-0000001").title == "Zero"

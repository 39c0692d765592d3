"""What a site repeats on its pages is searched once, not with every page."""

from __future__ import annotations

from app.archive.archive import Archive
from app.search.block_hits import blocks
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.templates.feeding import feed as learn
from tests.app.search.conftest import store
from tests.app.templates.test_learning import html, story
from tests.conftest import capture


def test_a_word_of_the_menu_is_found_on_one_page_and_words_of_its_own_on_each(
    archive: Archive, config: object
) -> None:
    store(archive, *(capture(f"http://a.test/{number}", html(story(number))) for number in range(8)))
    store(archive, capture("http://b.test/", html(story(9))))
    learn(archive)
    feed(archive)
    with Searcher(archive) as search:
        assert [search.search(word).total for word in ("society", "story", "gamma")] == [2, 9, 9]
    # a page that comes later says what it says itself
    store(archive, capture("http://a.test/new", html("<p>A novelty.</p>"), minutes=9))
    learn(archive)
    feed(archive)
    with Searcher(archive) as search:
        assert search.search("novelty").total == 1


def test_a_block_of_the_template_is_found_once_with_all_pages_that_share_it(
    archive: Archive, config: object
) -> None:
    store(archive, *(capture(f"http://a.test/{number}", html(story(number))) for number in range(8)))
    learn(archive)
    fed = feed(archive)
    with Searcher(archive) as search:
        (foot,) = blocks(search, "society").hits
        assert (foot.label, foot.pages) == ("footer", 8)
        assert {hit.pages for hit in blocks(search, "section").hits} == {8}
        assert {hit.pages for hit in blocks(search, "gamma").hits} == {1}
    assert fed.blocks <= 8 * 4 + 3, "blocks that pages share are kept once"

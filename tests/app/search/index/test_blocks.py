"""Blocks in the index: every distinct one once, found by label as a scan of the cut pages finds them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, repeat

import pytest

from app.archive.archive import Archive
from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import name_blocks
from app.search import searching
from app.search.index import blocks, labels, store
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.words.folding import fold
from tests.app.search.conftest import DAY, filled, page, urls
from tests.app.search.conftest import store as keep
from tests.conftest import capture

_ENGLISH = "museum prices entrance children kernel scheduler archive painting sculpture garden"
_CHINESE = "内核调度 门票价格 儿童"
WORDS = [*_ENGLISH.split(), *_CHINESE.split()]


def _sentence(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(WORDS, k=words)).capitalize() + "."


def varied(chance: random.Random, number: int) -> str:
    """A page of several parts, with the same words in each of them."""
    items = "".join(f"<li><a href='/{n}'>{chance.choice(WORDS)}</a></li>" for n in range(6))
    article = "".join(f"<p>{_sentence(chance, 24)}</p>" for _ in range(4))
    said = "".join(f"<div class='comment'><p>{_sentence(chance, 8)}</p></div>" for _ in range(2))
    return (
        f"<html><head><title>Page {number}</title></head><body><header><h1>The {chance.choice(WORDS)}</h1></header>"
        f"<nav><ul>{items}</ul></nav><article><h2>{_sentence(chance, 3)}</h2>{article}</article>"
        f"<div class='comments' id='comments'>{said}</div>"
        f"<div class='related'><h3>Related</h3><ul>{items}</ul></div>"
        f"<footer>Copyright {chance.choice(WORDS)} {chance.choice(WORDS)}</footer></body></html>"
    )


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    chance = random.Random(18)
    return {f"http://a.example/{number}": varied(chance, number) for number in range(60)}


@pytest.fixture(scope="module")
def searcher(pages: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    archive = Archive.create(tmp_path_factory.mktemp("blocks") / "test.archive")
    keep(archive, *(capture(url, text) for url, text in pages.items()))
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


def scanned(pages: dict[str, str]) -> dict[str, list[tuple[str, str]]]:
    """Label and folded text of every block of every page, cut anew."""
    found: dict[str, list[tuple[str, str]]] = {}
    for url, source in pages.items():
        tree = cut(source.encode())
        name_blocks(tree)
        found[url] = [(leaf.label, fold(leaf.text)) for leaf in tree.leaves()]
    return found


def test_pages_found_by_label_are_those_of_a_scan(pages: dict[str, str], searcher: Searcher) -> None:
    known = scanned(pages)
    met = set()
    for label in labels.KNOWN:
        for word in WORDS:
            truth = {
                url
                for url, parts in known.items()
                if any(said == label and fold(word) in text for said, text in parts)
            }
            found = searcher.search(f'label:"{label}" {word}', limit=100)
            assert {hit.url for hit in found.hits} == truth, (label, word)
            assert all(hit.label == label for hit in found.hits)
            met |= {label} if truth else set()
    assert len(met) >= 5  # the pages are as varied as they look


def test_two_words_are_to_stand_in_one_block(pages: dict[str, str], searcher: Searcher) -> None:
    known = scanned(pages)
    for one, two in (("museum", "kernel"), ("门票价格", "garden"), ("archive", "painting")):
        for label in ("main text", "comments", "navigation"):
            truth = {
                url
                for url, parts in known.items()
                if any(said == label and one in text and two in text for said, text in parts)
            }
            found = searcher.search(f'label:"{label}" {one} {two}', limit=100)
            assert {hit.url for hit in found.hits} == truth


def test_labels_in_other_conditions(pages: dict[str, str], searcher: Searcher) -> None:
    known = scanned(pages)

    def truth(fits: object) -> set[str]:
        return {url for url, parts in known.items() if any(fits(*part) for part in parts)}  # type: ignore[operator]

    def found(query: str) -> set[str]:
        return {hit.url for hit in searcher.search(query, limit=100).hits}

    assert found("garden -label:main") == truth(lambda label, text: label != "main text" and "garden" in text)
    assert found("garden (label:footer OR label:comments)") == truth(
        lambda label, text: label in ("footer", "comments") and "garden" in text
    )
    both = truth(lambda label, text: label == "footer" and "garden" in text)
    both &= truth(lambda label, text: label == "comments" and "garden" in text)
    assert found("garden label:footer label:comments") == both
    assert found("label:footer -garden") == truth(
        lambda label, text: label == "footer" and "garden" not in text
    )
    assert found("label:form") == set() and found("label:footer") == set(pages)
    assert found('title:"Page 7" label:footer copyright') == {"http://a.example/7"}


def test_labels_are_counted_beside_what_is_found(pages: dict[str, str], searcher: Searcher) -> None:
    known = scanned(pages)
    counted = dict(searcher.search("garden", facets=True).facets["label"])
    for label in labels.KNOWN:
        truth = sum(
            any(said == label and "garden" in text for said, text in parts) for parts in known.values()
        )
        assert counted.get(label, 0) == truth


def test_a_hit_names_its_smallest_block_and_shows_its_words(searcher: Searcher) -> None:
    hit = searcher.search("label:footer copyright", limit=1).hits[0]
    assert hit.block is not None and (hit.block.label, hit.block.path) == (
        "footer",
        "/html[1]/body[1]/footer[1]",
    )
    assert hit.snippet.text == hit.block.text and hit.block.span is not None
    plain = searcher.search("copyright", limit=1)
    assert plain.hits[0].label == "footer" and plain.hits[0].block is None
    cut_ones = searcher.search("copyright", limit=1, places=True).hits[0]
    assert cut_ones.block is not None and cut_ones.block.label == "footer"


def test_words_of_several_blocks_are_said_by_the_one_around_them(archive: Archive) -> None:
    both = "".join(f"<p>{word * 60}</p>" for word in ("Alpha ", "Beta "))
    text = f"<body><div><p>{'Gamma ' * 400}</p></div><div id='both'>{both}</div></body>"
    keep(archive, capture("http://a.example/", text))
    feed(archive)
    with Searcher(archive) as search:
        block = search.search("alpha beta", places=True).hits[0].block
        assert (
            block is not None and "Alpha" in block.text and "Beta" in block.text and "Gamma" not in block.text
        )
        assert search.search("alpha beta label:main").total == 0  # no one block that is not divided
        most = search.search("alpha gamma", places=True).hits[0].block
        assert most is not None and most.text.startswith("Alpha")  # none but the page: of two the smaller


def test_a_block_of_many_pages_is_one(archive: Archive) -> None:
    menu = page("One", "Text of the first page")
    keep(archive, *(capture(f"http://a.example/{n}", menu.replace("first", f"{n:02d}th")) for n in range(20)))
    feed(archive)
    with Searcher(archive) as search:
        holding = search.holding()
        menus = holding.with_text("Start Imprint")
        assert len(menus) == 1 and len(holding.holders(menus)[0]) == 20
        index = sum(one.searcher().num_docs for one in search._now.block_indexes().values())
    base = store.Database(archive.path)
    assert index == base.db.execute("SELECT count(*) FROM blocks").fetchone()[0]
    base.close()


def test_texts_are_found_before_their_blocks_are_known(site: Archive) -> None:
    asked = chain([False] * 8, repeat(True))
    fed = feed(site, cancelled=lambda: next(asked))
    assert fed.versions == 7 and fed.cut == 0
    with Searcher(site) as search:
        found = search.search("kernel", facets=True)
        assert found.total == 2 and "label" not in found.facets and not found.hits[0].label
        assert search.search("label:main kernel").total == 0
        assert feed(site).cut == 6  # each different text once
        assert search.search("label:main kernel").total == 1
        assert ("main text", 1) in search.search("kernel", facets=True).facets["label"]


def test_progress_goes_up_to_its_end(site: Archive) -> None:
    told = list[tuple[int, int]]()
    feed(site, lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, 14)) and told[-1] == (13, 13)
    assert all(done <= total for done, total in told)


def test_parts_of_documents_are_blocks_without_label(site: Archive) -> None:
    feed(site)
    with Searcher(site) as search:
        hit = search.search("type:text scheduler", places=True).hits[0]
        assert (
            hit.label == "" and hit.block is not None and hit.block.path == "/p[1]" and hit.block.span is None
        )


def test_a_batch_that_brings_nothing_new_keeps_the_seal(site: Archive) -> None:
    """Another month repeats what an earlier one said."""
    feed(site)
    free = page("Prices", "Entry is free of charge for children.\nAdults pay ten.")
    price = "http://a.example/docs/price.html"
    keep(
        site,
        capture(price, free.replace("is free of charge", "costs five"), minutes=45 * DAY),
        capture(price, free, minutes=90 * DAY),
    )
    feed(site)
    store.opened(site.path)[0].close()
    with Searcher(site) as search:
        assert search.search("free of charge").hits[0].versions == 3


def test_behind_counts_the_entries_whose_blocks_are_not_known(site: Archive) -> None:
    asked = chain([False] * 8, repeat(True))
    feed(site, cancelled=lambda: next(asked))
    base = store.Database(site.path)
    assert blocks.behind(base.db) == (6, 6)
    feed(site)
    assert blocks.behind(base.db) == (0, 6)
    base.close()


def test_blocks_of_months_are_found_together(archive: Archive) -> None:
    filled(archive)
    keep(archive, capture("http://c.example/", page("Later", "The kernel came later"), minutes=70 * DAY))
    feed(archive)
    with Searcher(archive) as search:
        assert set(urls(search.search("label:main kernel"))) == {"b.other.example/x", "c.example/"}


def test_words_of_titles_are_no_matter_of_the_block(archive: Archive) -> None:
    keep(
        archive, capture("http://a.example/", page("Copy", "The treasure lies below.\nA copy is elsewhere."))
    )
    feed(archive)
    with Searcher(archive) as search:
        hit = search.search("treasure title:copy", places=True).hits[0]
        assert hit.block is not None and "treasure" in hit.block.text and hit.label == "main text"


def test_labels_are_not_counted_where_too_many_blocks_say_it(
    searcher: Searcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a count would look like a whole one."""
    monkeypatch.setattr(searching, "_MOST_BLOCKS", 3)
    monkeypatch.setattr(searching, "_FEWEST_BLOCKS", 3)
    assert "label" not in searcher.search("garden", facets=True).facets
    assert searcher.search("label:footer garden").total > 3  # what is asked for is whole


def test_other_processes_cut_the_same(
    pages: dict[str, str], searcher: Searcher, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(archive, *(capture(url, text) for url, text in pages.items()))
    monkeypatch.setattr(blocks, "_WORTHWHILE", 1)
    feed(archive)
    kept = "SELECT entry, blocks FROM held ORDER BY entry"
    one, other = store.Database(archive.path), store.Database(searcher.reader.path)
    assert one.db.execute(kept).fetchall() == other.db.execute(kept).fetchall()
    one.close()
    other.close()


def test_what_comes_while_blocks_are_cut_is_found_before_the_rest_of_them(
    site: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "_FIRST_SECONDS", 0.0)  # each page is written at once
    order, stored = list[str](), False

    def told(done: int, _: int) -> None:
        nonlocal stored
        if done == 8 and not stored:  # the first page was cut
            stored = True
            keep(site, capture("http://a.example/new", page("New", "Freshly written")))
        if stored:
            with Searcher(site) as search:
                fresh = search.search("freshly")
                order.append(f"{fresh.total} {search.holding().known}")

    feed(site, told)
    assert (
        order[:3] == ["0 1", "0 1", "1 2"] and order[-1] == "1 7"
    )  # stored, read, found; one page was cut by then

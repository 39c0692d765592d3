"""The links of an archive: gathered, kept in files, merged, and asked for by page, date and class."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.errors import ArchiveError
from app.graph.network import NAVIGATION_WEIGHT, Network
from app.graph.store import coding, feeding
from app.graph.store.addresses import LONGEST, Table, key_of, packed_table, url_of
from app.graph.store.feeding import behind, feed
from app.graph.store.files import CURRENT, LinksFile, write
from app.graph.store.links import (
    CANONICAL,
    CLASS,
    CONTENT,
    EMBED,
    NAVIGATION,
    REDIRECT,
    Gathering,
    Links,
    joined,
)
from app.graph.store.store import FOLDER, GraphWriter, opened
from app.templates import feeding as templates
from tests.app.graph.conftest import SITE, answer, linked, page, store
from tests.conftest import START

DAY = 24 * 60
NetworkOf = Callable[..., Network]


def rows(network: Network, at: float | None = None) -> set[tuple[str, str]]:
    """(source, target) of the links that stand now, or stood some days after the beginning."""
    moment = None if at is None else int((START + timedelta(days=at)).timestamp())
    chosen = np.flatnonzero(network.rows(moment))
    return {
        (network.urls[network.sources[row]], network.urls[int(network.links.target[row])]) for row in chosen
    }


def said(links: Links) -> set[tuple[object, ...]]:
    """All rows with addresses and words, as they do not depend on numbers; navigation as content."""
    found = set()
    for row, source in enumerate(links.sources().tolist()):
        kind = int(links.kind[row])
        text = links.texts[int(links.text[row])]
        span = int(links.first[row]), int(links.last[row])
        rel = links.rels[int(links.rel[row])]
        found.add((links.keys[source], links.keys[int(links.target[row])], kind & ~1, text, rel, *span))
    return found


# ---- addresses and columns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://maps.google.com/index.html", "com.google.maps/index.html\thttp"),
        ("https://a.b.example:8080/x?y=1", "example.b.a:8080/x?y=1\thttps"),
        ("http://127.0.0.1:81/", "127.0.0.1:81/\thttp"),
        ("http://[::1]/x", "[::1]/x\thttp"),
    ],
)
def test_addresses_are_sorted_by_reversed_host_and_come_back(url: str, key: str) -> None:
    assert key_of(url) == key
    assert url_of(key) == url


def test_what_is_no_address_is_no_node() -> None:
    assert key_of("mailto:a@b.example") is None
    assert key_of("http://a.example/" + "x" * LONGEST) is None
    assert key_of("http://[broken/") is None


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), min_size=1), unique=True))
def test_a_table_gives_each_text_and_finds_it(texts: list[str]) -> None:
    texts = sorted(text for text in texts if len(text.splitlines()) == 1)
    table = Table(packed_table(texts))
    assert table.every() == texts
    assert [table[number] for number in range(len(table))] == texts
    assert [table.find(text) for text in texts] == list(range(len(texts)))
    assert table.find("\0not there") is None


@given(st.lists(st.lists(st.integers(0, 1 << 40)), max_size=4))
def test_columns_come_back(columns: list[list[int]]) -> None:
    made = coding.packed([np.array(column, np.int64) for column in columns])
    assert [column.tolist() for column in coding.unpacked(made)] == columns


def test_a_damaged_block_is_an_error() -> None:
    made = coding.packed([np.arange(1000)])
    with pytest.raises(ValueError, match=r"."):
        coding.unpacked(made[:-3])


VERSIONS = st.lists(
    st.tuples(
        st.integers(0, 5),
        st.integers(0, 12),
        st.lists(
            st.tuples(st.integers(0, 8), st.sampled_from([0, 2, 16]), st.sampled_from(["", "ugc", "tag"]))
        ),
    ),
    max_size=12,
    unique_by=lambda one: one[:2],
)


def gathered(versions: list[tuple[int, int, list[tuple[int, int, str]]]]) -> Links:
    gathering = Gathering()
    for node, when, found in versions:
        targets = [(f"k{target}/\thttp", kind, f"w{target}", rel) for target, kind, rel in found]
        gathering.add(f"k{node}/\thttp", when, 200, targets)
    return gathering.links()


@settings(max_examples=30)
@given(VERSIONS, st.integers(0, 12))
def test_links_taken_in_two_parts_are_those_taken_at_once(
    versions: list[tuple[int, int, list[tuple[int, int, str]]]], cut: int
) -> None:
    both = joined(gathered(versions[:cut]), gathered(versions[cut:]))
    assert said(both) == said(gathered(versions))
    for moment in range(-1, 14):
        expected = set()
        for node in range(6):
            before = [one for one in versions if one[0] == node and one[1] <= moment]
            newest = max(before, key=lambda one: one[1], default=None)
            if newest is not None:
                expected |= {(f"k{node}/\thttp", f"k{t}/\thttp", kind) for t, kind, _ in newest[2]}
        stood = np.flatnonzero(both.at(moment))
        sources = both.sources()
        assert expected == {
            (both.keys[sources[row]], both.keys[int(both.target[row])], int(both.kind[row])) for row in stood
        }


@settings(max_examples=15)
@given(VERSIONS)
def test_a_file_gives_what_was_written(versions: list[tuple[int, int, list[tuple[int, int, str]]]]) -> None:
    import tempfile

    links = gathered(versions)
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "1"), links)
        file = LinksFile(Path(folder, "1"))
        assert said(file.load(words=True)) == said(links)
        sources = links.sources()
        for node in range(len(links.keys)):
            mine = slice(int(links.begins[node]), int(links.begins[node + 1]))
            assert file.out(node).target.tolist() == links.target[mine].tolist()
            assert file.words(node) == [links.texts[text] for text in links.text[mine].tolist()]
            into, kinds = file.into(node)
            there = np.flatnonzero(links.target == node)
            assert into.tolist() == sources[there].tolist()
            assert ((kinds & CURRENT) > 0).tolist() == links.current()[there].tolist()
            assert (
                file.versions(node)[0].tolist()
                == links.when[links.seen[node] : links.seen[node + 1]].tolist()
            )
        file.close()


# ---- from an archive -----------------------------------------------------------------------------------------------


def test_links_stand_as_of_any_date(archive: Archive, network_of: NetworkOf) -> None:
    network = network_of(
        archive,
        answer("", page(linked("one", "two"), menu=False)),
        answer("", page(linked("two"), menu=False), minutes=10 * DAY),
        answer("", page(linked("one", "two", "three"), menu=False), minutes=20 * DAY),
    )
    one, two, three = ((SITE, SITE + name) for name in ("one", "two", "three"))
    assert rows(network, -1) == set()
    assert rows(network, 1) == {one, two}
    assert rows(network, 11) == {two}
    assert rows(network) == rows(network, 21) == {one, two, three}


def test_classes_of_links(archive: Archive, network_of: NetworkOf) -> None:
    head = "<link rel=canonical href='/better'><link rel=stylesheet href='/s.css'>"
    pages = [
        answer(name, page(linked("only" + name), head=head if name == "one" else ""))
        for name in ("", "one", "two", "x", "y", "z")
    ]
    network = network_of(
        archive,
        *pages,
        answer(
            "n",
            page("<a href=/paid>p</a>", menu=False),
        ),
        answer("r", page("", menu=False, head="<meta http-equiv=refresh content='0;url=/one'>")),
    )
    kinds = {
        (network.urls[network.sources[row]], network.urls[int(network.links.target[row])]): int(
            network.links.kind[row]
        )
        for row in range(network.links.size)
    }
    assert kinds[(SITE + "x", SITE + "two")] & CLASS == NAVIGATION
    assert kinds[(SITE + "x", SITE + "onlyx")] & CLASS == 0
    assert kinds[(SITE + "one", SITE + "better")] & CLASS == CANONICAL
    assert kinds[(SITE + "one", SITE + "s.css")] & CLASS == EMBED
    assert kinds[(SITE + "r", SITE + "one")] & CLASS == REDIRECT


def test_relation_words_are_kept_with_each_link_and_choose_links(
    archive: Archive, network_of: NetworkOf
) -> None:
    links = "<a href=/paid rel='Nofollow tag sponsored'>p</a><a href=/said rel=ugc>s</a><a href=/said>t</a>"
    network_of(archive, answer("n", page(links, menu=False)))
    network = network_of(archive, answer("m", page("<a href=/x rel='noopener ugc'>x</a>", menu=False)))
    said = {
        (network.urls[int(target)], network.links.rels[int(rel)])
        for target, rel in zip(network.links.target, network.links.rel, strict=True)
    }
    assert said == {
        (SITE + "paid", "nofollow sponsored tag"),
        (SITE + "said", "ugc"),
        (SITE + "said", ""),
        (SITE + "x", "noopener ugc"),
    }
    network.keep(rel=["UGC"], without=["noopener"])
    assert rows(network) == {(SITE + "n", SITE + "said")}
    assert len(network.arcs()) == 1


def test_navigation_is_what_the_learned_template_of_a_site_repeats(
    archive: Archive, network_of: NetworkOf
) -> None:
    """A menu that opens elsewhere on each page; and a link in the text of all pages, which is no menu."""
    words = ("moss", "fern", "pine", "oak", "elm", "ash", "yew", "fir")

    def one(name: str) -> NewCapture:
        entries = (("", "Home"), ("all", "All plants"), (f"{name}/more", f"{name} in depth"))
        items = "".join(f"<li><a href=/{path}>{said}</a>" for path, said in entries)
        menu = f"<nav class=menu><ul>{items}</ul></nav>"
        text = f"<main><p>The {name} is a plant unlike <a href=/moss>others</a>, see {name * 9} {name}.</p></main>"
        return answer(name, f"<html><title>{name}</title><body>{menu}{text}</body></html>")

    network = network_of(archive, *map(one, words))
    before = {url: kind for (_, url), kind in _kinds(network).items()}
    assert before[SITE + "moss"] == NAVIGATION, "nothing was learned: most pages link there"
    templates.feed(archive)
    network = network_of(archive)
    kinds = _kinds(network)
    assert kinds[SITE + "oak", SITE] == kinds[SITE + "elm", SITE + "all"] == NAVIGATION
    assert kinds[SITE + "oak", SITE + "oak/more"] == NAVIGATION
    assert kinds[SITE + "oak", SITE + "moss"] == CONTENT
    weights = {network.urls[target]: weight for target, weight in _weights(network).items()}
    assert weights[SITE + "all"] == pytest.approx(NAVIGATION_WEIGHT * len(words))


def _kinds(network: Network) -> dict[tuple[str, str], int]:
    return {
        (network.urls[source], network.urls[int(network.links.target[row])]): int(network.links.kind[row])
        & CLASS
        for row, source in enumerate(network.sources.tolist())
    }


def _weights(network: Network) -> dict[int, float]:
    arcs = network.arcs()
    return dict(enumerate(np.bincount(arcs.target, arcs.weight, arcs.size).tolist()))


def test_a_page_that_is_gone_links_nowhere_and_what_is_new_is_added(
    archive: Archive, network_of: NetworkOf
) -> None:
    first = network_of(
        archive, answer("", page(linked("one"), menu=False)), answer("b", page(linked("c"), menu=False))
    )
    assert len(rows(first)) == 2
    assert behind(archive) == 0
    store(archive, answer("", page(linked("x"), menu=False), minutes=DAY, status=404))
    assert behind(archive) == 1
    feed(archive)
    now = Network.of(archive.path)
    assert rows(now) == {(SITE + "b", SITE + "c")}
    assert (SITE, SITE + "one") in rows(now, 0.5)


def test_links_of_imports_are_read_from_their_records(archive: Archive, network_of: NetworkOf) -> None:
    from app.archive.documents.preparing import prepare

    with archive.writer() as writer:
        writer.store(prepare(answer("", page(linked("one"), menu=False)), links=False))
    assert rows(network_of(archive)) == {(SITE, SITE + "one")}


def test_hostile_links_change_nothing_but_their_page(archive: Archive, network_of: NetworkOf) -> None:
    wild = linked("x" * 1_000_000, "http://[/", "javascript:a()", "#", "//") + "".join(
        f"<a href='one'>{n}</a>" for n in range(20_000)
    )
    network = network_of(
        archive, answer("", page(wild, menu=False)), answer("b", page(linked("c"), menu=False))
    )
    assert (SITE + "b", SITE + "c") in rows(network)
    assert (SITE, SITE + "one") in rows(network)
    assert max(map(len, network.urls)) <= LONGEST
    count = {
        target: int(network.links.count[row]) for row, target in enumerate(network.links.target.tolist())
    }
    assert max(count.values()) == 255


@pytest.mark.parametrize("harm", ["seal", "file", "cut", "nothing"])
def test_a_strangers_or_damaged_graph_is_not_used_and_made_anew(
    archive: Archive, network_of: NetworkOf, harm: str
) -> None:
    network_of(archive, answer("", page(linked("one"), menu=False)))
    folder = archive.path / FOLDER
    if harm == "seal":
        (Path(os.environ["TIANWANG_CONFIG"]) / "search.key").unlink()
    elif harm == "file":
        data = bytearray((folder / "1.links").read_bytes())
        data[len(data) // 2] ^= 1
        (folder / "1.links").write_bytes(data)
    elif harm == "cut":
        (folder / "1.texts").write_bytes(b"")
    else:
        (folder / "state.json").write_text("[]")
    with pytest.raises(ArchiveError):
        opened(archive.path)
    feed(archive)
    assert rows(Network.of(archive.path)) == {(SITE, SITE + "one")}


class Killed(BaseException):
    """The end of the process."""


def test_killed_at_any_moment_it_comes_to_the_same_graph(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [
        answer(f"p{i}", page(linked(*(f"q{(i * j) % 37}" for j in range(9))), menu=False)) for i in range(60)
    ]
    store(archive, *pages)
    monkeypatch.setattr(feeding, "MOST_ROWS", 60)
    left = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            nonlocal left
            left -= 1
            if left == 0:
                raise Killed
            return real(*arguments, **named)

        return call

    for place, name in ((os, "fsync"), (Path, "replace"), (Path, "unlink")):
        monkeypatch.setattr(place, name, counted(getattr(place, name)))
    killed = 0
    for left in [*range(1, 20), 1000]:  # noqa: B007 - counted down
        with suppress(Killed):
            feed(archive)
            killed -= 1
        killed += 1
    assert killed > 10
    assert behind(archive) == 0
    network = Network.of(archive.path, words=True)
    assert len(rows(network)) == len({(i, (i * j) % 37) for i in range(60) for j in range(9)})
    files = [path.name for path in (archive.path / FOLDER).iterdir() if path.suffix in (".links", ".texts")]
    assert len(files) == 2


def test_while_a_crawl_stores_little_is_not_merged(archive: Archive) -> None:
    store(archive, answer("", page(linked("one"), menu=False)))
    feed(archive)
    store(archive, answer("b", page(linked("c"), menu=False), minutes=1))
    assert not feed(archive, busy=lambda: True).merged
    writer = GraphWriter(archive.path)
    assert len(writer.state.files) == 2
    writer.close()
    assert feed(archive).merged
    assert rows(Network.of(archive.path)) == {(SITE, SITE + "one"), (SITE + "b", SITE + "c")}


def test_the_links_of_a_page_come_without_loading_all(archive: Archive, network_of: NetworkOf) -> None:
    network_of(archive, *(answer(f"p{i}", page(linked("hub", f"p{i + 1}"), menu=False)) for i in range(50)))
    file = opened(archive.path)
    hub = file.keys.find(key_of(SITE + "hub") or "")
    assert hub is not None
    began = time.perf_counter()
    sources, _ = file.into(hub)
    assert time.perf_counter() - began < 0.5
    assert len(sources) == 50
    first = file.keys.find(key_of(SITE + "p0") or "")
    assert first is not None
    assert sorted(file.words(first)) == ["to hub", "to p1"]
    file.close()

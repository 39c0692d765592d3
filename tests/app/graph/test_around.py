"""The words around links for ARC: read once from the records, as of a date, kept in a file of their own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.graph import around
from app.graph.around import Around, Kept
from app.graph.network import Network
from app.graph.store.store import AROUND, FOLDER, kept
from tests.app.graph.conftest import SITE, answer, page

DAY = 24 * 60


@pytest.fixture(autouse=True)
def _each_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(around, "_WORTH", 1)


@pytest.fixture
def network(archive: Archive, network_of: Callable[..., Network]) -> Network:
    """Two pages that link to a third one; the words of the first change after a day."""
    return network_of(
        archive,
        answer(
            "",
            page(
                f"far{'.' * 60}kernel <i>of</i> <a href='c'>the <b>link</b></a> behind{'.' * 60}far",
                menu=False,
            ),
        ),
        answer("b", page("北京大学 <a href='/c'>大学</a> and again <a href='c'>c</a>", menu=False)),
        answer("c", "end"),
        answer("", page("other words <a href='c'>here</a>", menu=False), minutes=2 * DAY),
    )


def node(network: Network, path: str) -> int:
    found = network.find(f"{SITE}{path}")
    assert found is not None
    return found


def said(archive: Archive, network: Network, path: str, at: int | None = None) -> tuple[str, int]:
    """The words around the link of a page, and how many records were read for them."""
    with archive.reader() as reader:
        made = Around(reader, network.urls, at)
        text = made(node(network, path), node(network, "c"))
        made.keep()
        return text, made.read


def test_words_around_a_link_are_read_once_and_kept(archive: Archive, network: Network) -> None:
    assert kept(archive.path, AROUND) is None
    first, read = said(archive, network, "b")
    assert "北京大学" in first and "大学" in first and "and again" in first and read == 1
    assert (archive.path / FOLDER / AROUND).is_file()
    assert said(archive, network, "b") == (first, 0)
    assert said(archive, network, "")[0].split() == ["t", "other", "words", "here"]
    assert said(archive, network, "b") == (first, 0), "what was kept before stays"


def test_fifty_bytes_on_either_side_as_of_a_date(archive: Archive, network: Network) -> None:
    moment = int(network.links.when.min())
    text, _ = said(archive, network, "", moment)
    assert "kernel of the link behind" in " ".join(text.split())
    assert "far" not in text
    assert said(archive, network, "", moment - 1) == ("", 0)


def test_a_file_of_a_stranger_or_without_its_end_is_not_used(archive: Archive, network: Network) -> None:
    text, _ = said(archive, network, "b")
    path = archive.path / FOLDER / AROUND
    path.write_bytes(path.read_bytes()[:-3])
    assert kept(archive.path, AROUND) is None
    assert said(archive, network, "b") == (text, 1)
    assert Kept(b"12345678901234567").get("x") is None


def test_what_was_kept_first_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(around, "_ROOM", 10)
    whole = Kept(None).joined({"a": b"1234", "b": b"5678"})
    assert list(Kept(whole)._places) == ["a", "b"]
    assert list(Kept(Kept(whole).joined({"c": b"9012"}))._places) == ["b", "c"]

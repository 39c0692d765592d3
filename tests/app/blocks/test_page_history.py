"""Blocks followed through the versions of a page."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.compare.differing import compare
from app.blocks.cutting.cutting import cut
from app.blocks.history.history import BlockHistory, PageHistory, Tracer, changes_of, find_block, page_history
from app.blocks.noise.judged import Stopped, compare_captures
from app.blocks.noise.summaries import Step, Summary, summarise, unpack
from app.blocks.noise.volatility import Lineage
from app.errors import FormatError
from tests.conftest import START

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
URL = "http://a.test/"
RAIN = "It is a long story about the weather in the mountains, and how it rains there every day of the year."
RIVER = "The second part of the story tells of a river that nobody has ever seen, since it flows below the ground."
BOAT = "Only the third part speaks of the boat, which the people of the valley had built of glass and of old paper."


def page(*paragraphs: str) -> str:
    inside = "".join(f"<section><h2>{text.split()[1]}</h2><p>{text}</p></section>" for text in paragraphs)
    return f"<html><body><header><h1>The paper of the valley</h1></header><main>{inside}</main></body></html>"


@pytest.fixture
def history(fill: Fill, make_capture: Make) -> tuple[Archive, PageHistory]:
    bodies = [
        page(RAIN, RIVER),
        page(RAIN, RIVER.replace("nobody", "a child")),
        page(RAIN),
        page(RAIN, BOAT),
        page(BOAT, RAIN, RIVER.replace("nobody", "a child")),
    ]
    archive = fill(*(make_capture(URL, body, minutes=60 * n) for n, body in enumerate(bodies)))
    with archive.reader() as reader:
        return archive, page_history(reader, URL)


def about(history: PageHistory, word: str) -> BlockHistory:
    [found] = [block for block in history.blocks if word in block.excerpt]
    return found


def kinds(block: BlockHistory) -> list[tuple[str, int]]:
    return [(event.kind, int(event.id[-1])) for event in block.events]


def test_each_block_knows_when_it_came_changed_went_and_came_back(
    history: tuple[Archive, PageHistory],
) -> None:
    found = history[1]
    assert not any(block.gone for block in found.blocks)
    river = about(found, "river")
    assert kinds(river) == [("first", 1), ("changed", 2), ("removed", 3), ("reappeared", 5)]
    assert river.changed == (3, 4)
    assert kinds(about(found, "boat"))[0] == ("first", 4)
    rain = about(found, "rains")
    assert kinds(rain)[0] == ("first", 1)
    assert rain.last_changed.id == rain.first.id
    assert len(rain.paths) == 5


def test_versions_say_how_much_of_them_is_new(history: tuple[Archive, PageHistory]) -> None:
    versions = history[1].versions
    assert [(version.id[-1], version.previous and version.previous[-1]) for version in versions] == [
        ("1", None),
        ("2", "1"),
        ("3", "2"),
        ("4", "3"),
        ("5", "4"),
    ]
    assert [dict(version.counts).get("changed", 0) for version in versions][:2] == [0, 1]
    assert versions[0].real_share == 0
    assert versions[1].size == len("nobody") + len("a child")
    assert 0 < versions[1].real_share < 0.1 < versions[2].real_share


def test_blocks_of_older_versions_can_be_asked_for(history: tuple[Archive, PageHistory]) -> None:
    found = history[1]
    second = found.versions[1].id
    assert [block.topic for block in found.at(second)] == [
        block.topic for block in (about(found, "paper of"), about(found, "rains"), about(found, "river"))
    ]
    path = about(found, "river").paths.get(second)
    assert path is not None
    assert found.block(path, second) is about(found, "river")
    assert found.at("202601-0000001") == ()
    assert found.block("/nowhere") is None


def test_changes_of_a_block_come_with_their_words(history: tuple[Archive, PageHistory]) -> None:
    archive, found = history
    with archive.reader() as reader:
        changes = list(changes_of(reader, found, about(found, "river")))
    assert [event.kind for event, _ in changes] == ["reappeared", "removed", "changed", "first"]
    assert changes[-1][1] == ()
    [changed] = changes[-2][1]
    assert [(op, a, b) for op, a, b in changed.words if op != "unchanged"] == [
        ("changed", "nobody", "a child")
    ]
    assert "".join(a for _, a, _ in changed.words) == changed.text_a


def test_any_stretch_of_a_version_has_a_history(history: tuple[Archive, PageHistory]) -> None:
    archive, found = history
    second = found.versions[1].id
    with archive.reader() as reader:
        place = reader.body(second).index(b"a child")
    block = found.of_span(second, (place, place + 7), label="main text")
    assert block is not None
    assert kinds(block) == [("first", 1), ("changed", 2), ("removed", 3)]
    assert block.gone
    assert block.label == "main text"


def test_a_block_that_is_gone_stands_behind_the_others(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture(URL, page(RAIN, RIVER)), make_capture(URL, page(RAIN), minutes=60))
    with archive.reader() as reader:
        *here, gone = page_history(reader, URL).blocks
    assert not any(block.gone for block in here)
    assert gone.gone
    assert kinds(gone) == [("first", 1), ("removed", 2)]
    assert gone.topic


def test_an_answer_that_failed_does_not_break_the_history(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        make_capture(URL, page(RAIN, RIVER)),
        make_capture(URL, "no such page", minutes=60, status=404),
        make_capture(URL, page(RAIN, RIVER, BOAT), minutes=120),
    )
    with archive.reader() as reader:
        found = page_history(reader, URL)
    assert [version.error for version in found.versions] == ["", "status 404", ""]
    assert found.versions[2].previous == found.versions[0].id
    assert found.of_span(found.versions[1].id, (0, 5)) is None
    assert found.at(found.versions[1].id) == ()
    assert kinds(about(found, "rains")) == [("first", 1)]


def test_a_visit_stands_for_the_version_that_it_found_again(fill: Fill, make_capture: Make) -> None:
    bodies = [page(RAIN), page(RAIN), page(RAIN, RIVER)]
    archive = fill(*(make_capture(URL, body, minutes=60 * n) for n, body in enumerate(bodies)))
    with archive.reader() as reader:
        [_, visit, _] = reader.versions(URL, visits=True)
        found = page_history(reader, URL)
    assert [version.id for version in found.versions] == [visit.base, found.versions[1].id]
    assert found.at(visit.id) == found.at(visit.base or "") != ()
    path = found.at(visit.id)[0].paths[found.versions[0].id]
    assert found.block(path, visit.id) == found.block(path, visit.base)
    assert about(found, "river").changed == (0, 0)
    assert about(found, "rains").changed == (0, 2)


def test_one_version_and_none(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture(URL, page(RAIN)))
    with archive.reader() as reader:
        found = page_history(reader, URL)
        assert [block.last_changed.kind for block in found.blocks] == ["first"] * len(found.blocks)
        assert about(found, "rains").label
        assert page_history(reader, "http://b.test/").versions == ()


def test_a_page_that_grows_keeps_the_history_of_its_blocks(fill: Fill, make_capture: Make) -> None:
    stories = [f"{RAIN} {number * 'again and '}" for number in range(12)]
    bodies = [page(RIVER, *stories[: 2**n]) for n in range(5)]  # over several sizes of blocks
    archive = fill(*(make_capture(URL, body, minutes=60 * n) for n, body in enumerate(bodies)))
    with archive.reader() as reader:
        found = page_history(reader, URL)
    assert about(found, "river").first.id == found.versions[0].id
    assert not any(event.kind == "removed" for event in about(found, "river").events)


def test_what_was_compared_is_kept_and_stopping_works(history: tuple[Archive, PageHistory]) -> None:
    archive, found = history
    with archive.reader() as reader:
        asked: list[tuple[int, int]] = []
        again = page_history(reader, URL, progress=lambda done, of: asked.append((done, of)))
        assert again == found
        assert asked[0] == (0, 4)
        assert asked[-1] == (4, 4)
        with pytest.raises(Stopped):
            page_history(reader, URL, level=2, cancelled=lambda: True)


NAMES = st.text(st.characters(codec="utf-8"), max_size=8)
STEPS = st.builds(
    Step,
    st.sampled_from(["unchanged", "changed", "markup", "moved", "added", "removed", "layout"]),
    st.none() | NAMES,
    st.none() | NAMES,
    st.none() | st.tuples(st.integers(0), st.integers(0)),
    st.none() | st.tuples(st.integers(0), st.integers(0)),
    st.integers(0, 99),
    st.integers(0, 999),
    st.booleans(),
    *[NAMES] * 8,
)


@given(st.lists(STEPS, max_size=8))
def test_a_summary_is_kept_as_it_is(steps: list[Step]) -> None:
    found = Summary(tuple(steps))
    assert unpack(found.pack()) == found


@given(st.binary(max_size=200))
def test_what_is_no_summary_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        unpack(data)


def test_a_stretch_is_followed_by_its_bytes_however_versions_are_cut() -> None:
    first = Summary(
        (
            Step("unchanged", "/p[1]..p[2]", "/p[1]..p[2]", (0, 40), (10, 50)),
            Step("added", None, "/p[3]", None, (50, 60), 5, 5, True),
        )
    )
    second = Summary(
        (
            Step("changed", "/p[1]", "/p[1]", (10, 30), (10, 35), 3, 9, True),
            Step("unchanged", "/p[2]..p[3]", "/p[2]..p[3]", (30, 60), (35, 65)),
        )
    )
    lineage = Lineage([first, second])
    assert [(one.number, one.spans, len(one.changed)) for one in lineage.back(2, [(12, 20)])] == [
        (2, ((10, 30),), 1),
        (1, ((0, 20),), 0),
    ]
    assert [(one.spans, len(one.changed)) for one in lineage.back(2, [(56, 64)])] == [
        (((51, 59),), 0),
        ((), 1),
    ]
    assert [(one.spans, len(one.changed)) for one in lineage.forward(0, [(0, 40)])] == [
        (((10, 50),), 0),
        (((10, 55),), 1),
    ]


def test_what_could_not_be_compared_ends_a_trail() -> None:
    step = Step("unchanged", "/p[1]", "/p[1]", (0, 9), (0, 9))
    lineage = Lineage([Summary((step,)), None, Summary((step,))])
    assert [one.number for one in lineage.back(3, [(0, 9)])] == [3]
    assert [one.number for one in lineage.forward(0, [(0, 9)])] == [1]


POOL = [
    RAIN,
    RIVER,
    BOAT,
    RIVER.replace("river", "lake"),
    f"{RAIN} {BOAT}",
    "Short words of the day",
    "On 2026-11-21",
]


@settings(max_examples=20)
@given(st.lists(st.lists(st.sampled_from(POOL), max_size=5), min_size=2, max_size=6))
def test_histories_are_in_order_and_say_nothing_of_what_stayed(versions: list[list[str]]) -> None:
    pages = [page(*texts).encode() for texts in versions]
    summaries = [summarise(compare(a, b)) for a, b in pairwise(pages)]
    dates = [(str(number), START) for number in range(len(pages))]
    tracer = Tracer(dates, [1] * len(pages), Lineage(summaries), {})
    newest = len(pages) - 1
    blocks = [tracer.block(newest, leaf.path, leaf.span) for leaf in cut(pages[-1]).leaves()]
    for block in [*blocks, *tracer.gone()]:
        numbers = [int(event.id) for event in block.events]
        assert numbers == sorted(numbers)
        assert [event.kind for event in block.events].count("first") == 1
        assert block.first.kind == "first"
        assert all(pages[number - 1] != pages[number] for number in numbers[1:])
        assert block.gone == (str(newest) not in block.paths)
        if block.gone:
            assert block.events[-1].kind == "removed"
    if len(set(pages)) == 1:
        assert {event.id for block in blocks for event in block.events} <= {"0"}


def test_documents_that_are_no_pages_have_a_history_too(fill: Fill, make_capture: Make) -> None:
    url = "http://a.test/notes.txt"
    texts = [f"{RAIN}\n\n{RIVER}\n", f"{RAIN}\n\n{RIVER.replace('nobody', 'a child')}\n", f"{RAIN}\n"]
    captures = [
        make_capture(url, text, media_type="text/plain", minutes=60 * n) for n, text in enumerate(texts)
    ]
    archive = fill(*captures)
    with archive.reader() as reader:
        rain, river = page_history(reader, url).blocks
    assert kinds(rain) == [("first", 1)]
    assert kinds(river) == [("first", 1), ("changed", 2), ("removed", 3)]


def spoil(archive: Archive, *ids: str) -> None:
    """Other bytes at the end of some records, whose headers stay as they are."""
    with archive.reader() as reader:
        places = [(reader.capture(id).file, reader.capture(id).end) for id in ids]
    for file, end in places:
        with (archive.path / file).open("r+b") as batch:
            batch.seek(end - 10)
            batch.write(b"\x55" * 6)


@pytest.mark.parametrize("policy", ["full", "incremental"])
def test_damaged_versions_are_told_and_the_newest_good_one_is_followed(
    tmp_path: Path, make_capture: Make, policy: str
) -> None:
    archive = Archive.create(tmp_path / "of.archive", "Of", policy)  # type: ignore[arg-type]
    with archive.writer() as writer:
        for n in range(5):
            writer.store(make_capture(URL, page(RAIN, RIVER if n < 2 else BOAT) + "x" * n, minutes=60 * n))
    spoil(archive, "202611-0000004", "202611-0000005")
    with archive.reader() as reader:
        found = page_history(reader, URL)
        assert [version.error for version in found.versions] == ["", "", "", "damaged", "damaged"]
        assert kinds(about(found, "boat"))[0][0] == "first"
        assert kinds(about(found, "weather"))[0] == ("first", 1)
        spot = find_block(reader, found, "/html[1]/body[1]/main[1]/section[2]")
        assert spot is not None
        assert kinds(spot)[0] in (("first", 1), ("first", 3))
        with suppress(FormatError):  # nothing of what this says is kept
            compare_captures(reader, "202611-0000003", "202611-0000004")
        assert page_history(reader, URL).versions[3].error == "damaged"


def test_a_page_that_is_damaged_throughout_has_no_blocks(fill: Fill, make_capture: Make) -> None:
    archive = fill(*(make_capture(URL, page(RAIN) + "x" * n, minutes=60 * n) for n in range(2)))
    spoil(archive, "202611-0000001", "202611-0000002")
    with archive.reader() as reader:
        found = page_history(reader, URL)
        assert [version.error for version in found.versions] == ["", "damaged"]
        assert found.blocks == ()
        assert find_block(reader, found, "/html[1]") is None

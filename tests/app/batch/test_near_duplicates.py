"""Near duplicates in archives of any size: exactly those that a comparison of each with each finds."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.batch import near_duplicates
from app.batch.near_duplicates import NearDuplicates, fingerprint
from app.batch.run import run
from app.batch.workers import Here
from app.errors import JobRefused
from app.likeness.simhash import hamming
from app.likeness.tables import LayoutName, near_between
from tests.conftest import capture

BITS = st.integers(0, 2**64 - 1)


@given(
    known=st.lists(BITS, max_size=12),
    fresh=st.lists(BITS, max_size=4),
    turned=st.lists(st.sets(st.integers(0, 63), max_size=5), max_size=12),
    most=st.integers(0, 3),
    layout=st.sampled_from(["4x16", "16x28", "20x32"]),
)
def test_tables_between_two_sets_find_what_a_comparison_of_each_with_each_does(
    known: list[int], fresh: list[int], turned: list[set[int]], most: int, layout: LayoutName
) -> None:
    asked = fresh + [one ^ sum(1 << bit for bit in bits) for one, bits in zip(known, turned, strict=False)]
    found = near_between(np.array(known, np.uint64), np.array(asked, np.uint64), most, layout)
    expected = [
        [a, b] for a, one in enumerate(known) for b, other in enumerate(asked) if hamming(one, other) <= most
    ]
    assert found.tolist() == expected


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two archives of texts of which many differ in a word, and some in nothing."""
    folder = tmp_path_factory.mktemp("near")
    some = random.Random(3)
    words = [
        f"{a}{b}"
        for a in ("sun", "rain", "moon", "wind", "snow", "fog")
        for b in ("fall", "light", "time", "day")
    ]
    made = []
    texts = [[some.choice(words) for _ in range(120)] for _ in range(6)]
    for name in ("one", "two"):
        archive = Archive.create(folder / name)
        with archive.writer() as writer:
            for number in range(24):
                text = list(texts[number % 6])
                for _ in range(number // 6):
                    text[some.randrange(len(text))] = some.choice(words)
                writer.store(capture(f"http://{name}.example/{number}", f"<p>{' '.join(text)}</p>"))
            writer.store(capture(f"http://{name}.example/short", "<p>short</p>"))
        made.append(archive.path)
    return made


def prints(paths: list[Path]) -> dict[str, int]:
    found = {}
    for path in paths:
        with Archive.open(path).reader() as reader:
            for page in reader.all_pages():
                version = reader.latest_version(page.url)
                assert version is not None
                value = fingerprint(reader.document(version, main=True))
                if value is not None:
                    found[page.url] = value
    return found


def pairs_in(lines: list[dict[str, Any]]) -> set[tuple[str, str]]:
    found = set()
    for line in lines:
        own = [page["url"] for page in line["pages"]]
        found.update(combinations(sorted(own), 2))
        for near in line["near"]:
            assert near["distance"] == hamming(int(line["key"], 16), int(near["key"], 16))
            found.update(tuple(sorted((a, page["url"]))) for a in own for page in near["pages"])
    return found


@pytest.mark.parametrize("most", [0, 3])
def test_the_job_finds_the_pairs_of_two_archives_that_brute_force_does(
    archives: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(near_duplicates, "CHUNK", 7)
    known = prints(archives)
    expected = {(a, b) for a, b in combinations(sorted(known), 2) if hamming(known[a], known[b]) <= most}
    result = run(NearDuplicates(most=most), archives, tmp_path / "out", Here(), parts=3)
    lines = list(result.lines())
    assert pairs_in(lines) == expected
    assert len(expected) > 10
    assert [line["key"] for line in lines] == sorted(line["key"] for line in lines)
    assert result.counters["records"] == 50
    about = run(
        NearDuplicates(most=most, about=str(archives[1])), archives, tmp_path / "two", Here(), parts=3
    )
    fits = {pair for pair in expected if any("two.example" in url for url in pair)}
    assert fits <= pairs_in(list(about.lines())) <= expected


def test_only_an_archive_of_the_job_can_be_asked_about(archives: list[Path], tmp_path: Path) -> None:
    with pytest.raises(JobRefused):
        run(NearDuplicates(about=str(tmp_path)), archives[:1], tmp_path / "out", Here())
    with pytest.raises(JobRefused):
        NearDuplicates(most=4)

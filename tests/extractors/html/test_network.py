"""The network that judges the blocks of a page together: who hears whom, and that its weights know a text."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractors.html import content, parts
from extractors.html.content import choosing, network
from extractors.html.links import page_resolver
from extractors.html.tree import Page

WEIGHTS = Path(content.__file__).with_name("network.npz")


def _page(texts: int, links: int) -> str:
    said = "".join(
        f"<p>On day {day} the boats went round the basin, and counted more leaves than in the year before, {day}.</p>"
        for day in range(texts)
    )
    led = "".join(f"<li><a href='/{n}'>Page {n}</a></li>" for n in range(links))
    return f"<body><nav><ul class='menu'>{led}</ul></nav><main><article class='post'><h1>Leaves</h1>{said}</article></main>"


def _read(texts: int, links: int) -> choosing.Read:
    page = Page(_page(texts, links).encode(), "utf-8")
    blocks = parts.blocks(page.root, page_resolver(page, None))
    return choosing.read(blocks, "Leaves", (1.0, *[0.0] * 6))


def _scores(read: choosing.Read) -> npt.NDArray[np.float32]:
    return network.learned().scores(read.rows, read.regions)


def test_the_weights_know_a_text_from_a_menu() -> None:
    scores = _scores(_read(texts=12, links=20))
    assert scores.shape == (33,)
    assert scores[:20].max() < 0 < scores[21:].min()


def test_one_block_is_judged_too() -> None:
    assert np.isfinite(_scores(_read(texts=0, links=0))).all()


def test_a_block_hears_the_others_of_its_regions_however_these_are_numbered() -> None:
    read = _read(texts=40, links=40)
    whole = _scores(read)
    assert np.allclose(whole, network.learned().scores(read.rows, read.regions * 7 + 3), atol=1e-4)
    rows = read.rows.copy()
    rows[80] = rows[0]  # the last paragraph is like a link, far from the first
    assert abs(network.learned().scores(rows, read.regions)[41] - whole[41]) > 1e-4
    apart = read.regions.copy()
    apart[41] = 10**6
    assert abs(network.learned().scores(read.rows, apart)[41] - whole[41]) > 1e-4


def test_the_weights_are_numbers_alone() -> None:
    """Nothing in the file could be carried out when it is read, and it is small."""
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        assert {stored[name].dtype.kind for name in stored.files} <= set("fib")
    assert WEIGHTS.stat().st_size < 200_000

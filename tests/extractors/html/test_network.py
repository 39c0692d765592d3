"""The networks that judge the blocks of a page together: who hears whom, that they are asked at once and count alike, and
that their weights know a text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from extractors.base import forest
from extractors.html import content, parts
from extractors.html.content import choosing, network, signals
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


def test_where_no_block_is_sure_enough_the_best_that_is_to_be_expected_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An article keeps what is surer than 0.6; with the surest at 0.55 that was nothing, and the rules took it all."""
    page = Page(_page(texts=12, links=20).encode(), "utf-8")
    blocks = parts.blocks(page.root, page_resolver(page, None))
    sure = np.full(len(blocks), 0.01, dtype=np.float32)
    sure[-6:] = 0.55
    monkeypatch.setattr(choosing, "shares", lambda rows, regions: sure)
    found = choosing.main(page, blocks, "Leaves", (1.0, *[0.0] * 6), here=True)
    assert found == tuple(block.part for block in blocks[-6:])


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


OWN = ("entry", "kinds", "tags", "entry_base", "mixing", "mixing_base", "leaving", "leaving_base")
"""The arrays that hold something for each network."""


def test_several_networks_count_alike() -> None:
    """Chance in one training makes about 0.002 of F1; the mean of several is asked."""
    read = _read(texts=12, links=20)
    weights = forest.load(WEIGHTS)
    many = len(weights["entry"])
    assert many >= 3
    alone = [
        network.Network(
            {name: held[one : one + 1] if name in OWN else held for name, held in weights.items()}
        ).scores(read.rows, read.regions)
        for one in range(many)
    ]
    assert np.allclose(_scores(read), np.mean(alone, axis=0), atol=1e-4)
    assert all(np.abs(scores - alone[0]).max() > 0.1 for scores in alone[1:])


def test_what_is_heard_is_worked_out_as_it_is_written() -> None:
    """One network of two numbers a block, block by block: itself, before, after, near, each region, the page."""
    rows = np.zeros((9, len(signals.NAMES)), dtype=np.float32)
    random = np.random.default_rng(4)
    rows[:, 0] = random.normal(size=9)
    rows[:, signals.NAMES.index("words")] = np.log1p(np.arange(9))
    regions = np.array([[0, 1, 2, 0], [0, 1, 2, 1]] * 4 + [[5, 5, 5, 5]], dtype=np.int32)
    weights = {
        "columns": np.array([0]),
        "wide": np.array([False]),
        "mean": np.zeros(1),
        "scale": np.ones(1),
        "entry": random.normal(size=(1, 1, 2)),
        "kinds": np.zeros((1, 8, 2)),
        "tags": np.zeros((1, 24, 2)),
        "entry_base": np.full((1, 2), 0.5),
        "mixing": random.normal(size=(1, 1, 18, 2)),
        "mixing_base": np.full((1, 1, 2), 0.1),
        "leaving": np.ones((1, 2)),
        "leaving_base": np.array([-0.2]),
    }
    state = np.maximum(rows[:, :1] @ weights["entry"][0] + 0.5, 0)
    heavy = np.sqrt(np.arange(9) + 1.0)
    none = np.zeros(2)

    def mean(those: npt.NDArray[np.bool_]) -> npt.NDArray[np.float64]:
        return np.average(state[those], axis=0, weights=heavy[those])

    at = np.arange(9)
    wanted = list[float]()
    for own in range(9):
        heard = np.concatenate(
            (
                state[own],
                state[own - 1] if own else none,
                state[own + 1] if own < 8 else none,
                mean(np.abs(at - own) <= network.NEAR),
                *(mean(column == column[own]) for column in regions.T),
                mean(at >= 0),
            )
        )
        left = state[own] + np.maximum(heard @ weights["mixing"][0, 0] + 0.1, 0)
        wanted.append(left.sum() - 0.2)
    assert np.allclose(network.Network(weights).scores(rows, regions), wanted, atol=1e-4)


class _Watched(npt.NDArray[np.float32]):
    """Weights that keep how much is multiplied with them at once."""

    most = 0

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [np.asarray(one) for one in inputs]
        if ufunc is np.matmul:
            _Watched.most = max(_Watched.most, plain[0].shape[-2] * plain[1].shape[-2] * plain[1].shape[-1])
        return getattr(ufunc, method)(*plain, **options)


def test_no_threads_are_woken_to_multiply_what_is_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait in a busy loop: half of the processor time of a page."""
    read = _read(texts=300, links=400)
    asked = network.Network(forest.load(WEIGHTS))
    for name in ("_entry", "_mixing", "_leaving"):
        monkeypatch.setattr(asked, name, getattr(asked, name).view(_Watched))
    scores = asked.scores(read.rows, read.regions)
    assert 0 < _Watched.most <= 262_144
    assert np.allclose(scores, _scores(read), atol=1e-4)


@pytest.mark.parametrize("count", [1, 2, 31, 32, 33, 34, 35, 65, 97, 200])
def test_many_rows_are_multiplied_as_few_are(count: int) -> None:
    random = np.random.default_rng(count)
    left = random.normal(size=(3, count, 40)).astype(np.float32)
    right = random.normal(size=(3, 40, 5)).astype(np.float32)
    assert np.allclose(network.product(left, right), left @ right, atol=1e-4)
    assert np.allclose(network.product(left[0], right), left[0] @ right, atol=1e-4)


def test_the_weights_are_numbers_alone() -> None:
    """Nothing in the file could be carried out when it is read, and it is small."""
    with np.load(WEIGHTS, allow_pickle=False) as stored:
        assert {stored[name].dtype.kind for name in stored.files} <= set("fib")
    assert WEIGHTS.stat().st_size < 300_000

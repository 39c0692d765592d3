"""Learn the networks that judge the blocks of a page together (`extractors/html/content/network.py`); for `train_pages`.

Needs torch, which the program itself does not. The loss of a page is that of its blocks (cross entropy, by words) and
1 - F1 of the words that are to be expected: its blocks are learned to be chosen together, as the page is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from extractors.html.content import network, signals

_SEEDS = (0, 1, 2)
"""A network is learned from each; on one core with one thread each comes out the same every time."""
_EPOCHS = 8
_RATE, _DECAY, _WARM = 4e-3, 0.05, 60
_SIZE, _LAYERS = 40, 2
_MOST_BLOCKS = 700
"""A page of more is not learned from."""
_BATCH = 5000
"""Blocks of the pages of a step."""
_WHOLE = 0.4
"""The weight of the F1 of a page beside the entropy of its blocks."""
_HEAVY = 20
"""A number that goes beyond is taken by its logarithm."""
_NUMBERS = [at for at, name in enumerate(signals.NAMES) if name != "tag" and not name.startswith("kind")]
_KIND, _TAG, _WORDS = (signals.NAMES.index(name) for name in ("kind", "tag", "words"))
_KINDS, _TAGS = 8, 24


class Page(NamedTuple):
    """The `rows` of the blocks of a page, where they stand, how many words each has and which share of it is content."""

    rows: Any
    regions: Any
    words: Any
    wanted: Any


class _Scale(NamedTuple):
    wide: Any
    mean: Any
    scale: Any

    def numbers(self, rows: Any) -> Any:
        found = rows[:, _NUMBERS]
        found[:, self.wide] = np.sign(found[:, self.wide]) * np.log1p(np.abs(found[:, self.wide]))
        found = np.clip((found - self.mean) * self.scale, -network.MOST, network.MOST)
        kinds = np.eye(_KINDS, dtype=np.float32)[rows[:, _KIND].astype(int)]
        tags = np.eye(_TAGS, dtype=np.float32)[rows[:, _TAG].astype(int) + 1]
        return np.concatenate((found, kinds, tags), axis=1, dtype=np.float32)


def _scale(pages: Sequence[Page]) -> _Scale:
    some = np.concatenate([page.rows[::7, _NUMBERS] for page in pages])
    wide = np.abs(some).max(axis=0) > _HEAVY
    some[:, wide] = np.sign(some[:, wide]) * np.log1p(np.abs(some[:, wide]))
    return _Scale(wide, some.mean(axis=0), 1 / (some.std(axis=0) + 1e-3))


class _Mixing(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        heard = 1 + 2 + 1 + len(signals.wording.REGIONS) + 1
        self.mix = nn.Linear(_SIZE * heard, _SIZE)
        self.drop = nn.Dropout(0.2)

    def forward(self, state: Any, around: _Around) -> Any:
        return state + self.drop(torch.relu(self.mix(around.heard(state))))


class _Net(nn.Module):
    def __init__(self, numbers: int) -> None:
        super().__init__()
        self.entry = nn.Linear(numbers, _SIZE)
        self.mixings = nn.ModuleList(_Mixing() for _ in range(_LAYERS))
        self.leaving = nn.Linear(_SIZE, 1)
        self.drop_numbers, self.drop = nn.Dropout(0.15), nn.Dropout(0.2)

    def forward(self, numbers: Any, around: _Around) -> Any:
        state = self.drop(torch.relu(self.entry(self.drop_numbers(numbers))))
        for mixing in self.mixings:
            state = mixing(state, around)
        return self.leaving(state)[:, 0]


class _Around:
    """As in `network`, of the blocks of several pages one after the other."""

    def __init__(self, pages: Sequence[Page]) -> None:
        counts = [len(page.rows) for page in pages]
        ends = np.cumsum(counts)
        self.page = np.repeat(np.arange(len(pages)), counts)
        first, last = (ends - counts)[self.page], ends[self.page]
        at = np.arange(len(self.page))
        weights = np.concatenate([np.sqrt(np.expm1(page.rows[:, _WORDS]) + 1) for page in pages])
        self._weights = torch.tensor(weights, dtype=torch.float32)[:, None]
        self._before, self._after = (
            torch.tensor(inside, dtype=torch.float32)[:, None] for inside in (at != first, at != last - 1)
        )
        begin, end = np.maximum(at - network.NEAR, first), np.minimum(at + network.NEAR + 1, last)
        summed = np.concatenate(([0.0], np.cumsum(weights, dtype=np.float64)))
        self._near = torch.tensor(summed[end] - summed[begin], dtype=torch.float32)[:, None]
        self._begin, self._end = torch.tensor(begin), torch.tensor(end)
        regions = np.concatenate([page.regions for page in pages]).astype(np.int64)
        groups = [*(regions + self.page[:, None] * 10**6).T, self.page]
        self._groups = list[tuple[Any, int, Any]]()
        for group in groups:
            _, number = np.unique(group, return_inverse=True)
            held = torch.tensor(np.bincount(number, weights), dtype=torch.float32)[:, None]
            self._groups.append((torch.tensor(number), len(held), held))

    def heard(self, state: Any) -> Any:
        none = state.new_zeros(1, state.shape[1])
        weighed = state * self._weights
        summed = torch.cat((none, torch.cumsum(weighed, 0)))
        parts = [
            state,
            torch.cat((none, state[:-1])) * self._before,
            torch.cat((state[1:], none)) * self._after,
            (summed[self._end] - summed[self._begin]) / self._near,
        ]
        for number, many, held in self._groups:
            parts.append(
                (state.new_zeros(many, state.shape[1]).index_add_(0, number, weighed) / held)[number]
            )
        return torch.cat(parts, 1)


def learn(pages: Sequence[Page]) -> dict[str, Any]:
    """The arrays of a `network.Network`."""
    torch.set_num_threads(1)
    pages = [page for page in pages if len(page.rows) <= _MOST_BLOCKS]
    scale = _scale(pages)
    numbers = [scale.numbers(page.rows) for page in pages]
    nets = [_arrays(_learned(pages, numbers, seed)) for seed in _SEEDS]
    return {
        "columns": np.array(_NUMBERS, np.int16),
        "wide": scale.wide,
        "mean": scale.mean.astype(np.float32),
        "scale": scale.scale.astype(np.float32),
        **{name: np.stack([arrays[name] for arrays in nets]) for name in nets[0]},
    }


def _learned(pages: Sequence[Page], numbers: Sequence[Any], seed: int) -> _Net:
    torch.manual_seed(seed)
    order = np.random.default_rng(seed)
    net = _Net(numbers[0].shape[1])
    steps = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=_DECAY)
    many = _EPOCHS * len(list(_batches(pages, range(len(pages)))))
    done = 0
    for _ in range(_EPOCHS):
        for batch in _batches(pages, order.permutation(len(pages)).tolist()):
            for group in steps.param_groups:
                group["lr"] = _RATE * min(1, (done + 1) / _WARM) * (0.5 + 0.5 * np.cos(np.pi * done / many))
            around = _Around([pages[number] for number in batch])
            loss = _loss(
                net(torch.tensor(np.concatenate([numbers[number] for number in batch])), around),
                [pages[number] for number in batch],
                torch.tensor(around.page),
            )
            steps.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            steps.step()
            done += 1
    return net.eval()


def _batches(pages: Sequence[Page], order: Sequence[int]) -> Any:
    batch, held = list[int](), 0
    for number in order:
        count = len(pages[number].rows)
        if batch and held + count > _BATCH:
            yield batch
            batch, held = [], 0
        batch.append(number)
        held += count
    yield batch


def _loss(scores: Any, pages: Sequence[Page], page: Any) -> Any:
    words = torch.tensor(np.concatenate([one.words for one in pages]), dtype=torch.float32)
    wanted = torch.tensor(np.concatenate([one.wanted for one in pages]), dtype=torch.float32)

    def summed(values: Any) -> Any:
        return torch.zeros(len(pages)).index_add_(0, page, values)

    weights = torch.sqrt(words + 1)
    each = nn.functional.binary_cross_entropy_with_logits(scores, (wanted >= 0.5).float(), reduction="none")
    entropy = (each * weights / summed(weights)[page]).sum() / len(pages)
    taken = torch.sigmoid(scores) * words
    f1 = 2 * summed(taken * wanted) / (summed(taken) + summed(words * wanted) + 1)
    return 2 * ((1 - _WHOLE) * entropy + _WHOLE * (1 - f1.mean()))


def _arrays(net: _Net) -> dict[str, Any]:
    def stored(weights: Any) -> Any:
        return weights.detach().numpy().astype(np.float16)

    entry = stored(net.entry.weight).T
    numbers = len(_NUMBERS)
    return {
        "entry": entry[:numbers],
        "kinds": entry[numbers : numbers + _KINDS],
        "tags": entry[numbers + _KINDS :],
        "entry_base": stored(net.entry.bias),
        "mixing": np.stack([stored(mixing.mix.weight).T for mixing in net.mixings]),
        "mixing_base": np.stack([stored(mixing.mix.bias) for mixing in net.mixings]),
        "leaving": stored(net.leaving.weight)[0],
        "leaving_base": net.leaving.bias.detach().numpy()[0],
    }

"""Which links of a block only one version has, where several lead to the same address. No Qt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from app.blocks.changes import Change

Link = tuple[str, int]  # address, and which of the links of the block that lead there, from 0
_LINK = re.compile(r'\[a href="(.*)"\]')
_MOST = 250_000  # pairs of links of both versions that are worth comparing


def links(change: Change) -> tuple[list[Link], list[Link]]:
    """The links that only one version has, of either version."""
    only = _addresses(change.attributes_a), _addresses(change.attributes_b)
    if not any(only):
        return [], []
    every = [_addresses(part.attributes) if part else [] for part in (change.part_a, change.part_b)]
    counts = [Counter(addresses) for addresses in every]
    doubtful = any(counts[side][address] > 1 for side in (0, 1) for address in set(only[side]))
    matcher = SequenceMatcher(None, every[0], every[1], autojunk=False)
    matches = matcher.get_matching_blocks() if doubtful and len(every[0]) * len(every[1]) <= _MOST else []
    kept = [{n for match in matches for n in range(match[side], match[side] + match.size)} for side in (0, 1)]
    return _chosen(only[0], every[0], kept[0]), _chosen(only[1], every[1], kept[1])


def _addresses(attributes: Sequence[str]) -> list[str]:
    return [found[1] for one in attributes if (found := _LINK.match(one))]


def _chosen(only: list[str], every: list[str], kept: set[int]) -> list[Link]:
    """As many of the links to each address as are of one version alone: first those without a counterpart, else the
    last ones."""
    wanted, chosen = Counter(only), list[Link]()
    places: dict[str, list[int]] = {address: [] for address in wanted}
    for place, address in enumerate(every):
        if address in places:
            places[address].append(place)
    for address, count in wanted.items():
        likely = sorted((place in kept, -n) for n, place in enumerate(places[address]))
        chosen += [(address, n) for n in sorted(-n for _, n in likely[:count])]
    return chosen

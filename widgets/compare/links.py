"""Which links of a block only one version has, where several lead to the same address, and which say more or less than
before. No Qt."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from app.blocks.changes import Change
from app.blocks.linked import UNSEEN
from app.blocks.wording import word_diff
from widgets.compare.words import Run, excerpt, runs

SIGN = "↗"  # stands before the words of a link
END = "\u2028"  # behind the links in a list: what follows begins a line
Relinked = tuple[int, str]  # characters before words that are a part of a link in one version, and these words
Link = tuple[str, int]  # address, and which of the links of the block that lead there, from 0
_LINK = re.compile(r'\[a href="(.*)"\]')
_MOST = 250_000  # pairs of links of both versions that are worth comparing
_NAMED = 3  # links whose words a list tells
_CONTEXT, _LONGEST = 20, 60  # characters of these around what differs, and in all


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


def is_link(attribute: str) -> bool:
    """Whether an attribute of a change says where a link leads."""
    return _LINK.match(attribute) is not None


def words_of_links(change: Change) -> tuple[tuple[Run, ...], tuple[Run, ...]]:
    """What the links say in either version that lost or gained words, for a list."""
    told: tuple[list[Run], list[Run]] = ([], [])
    for link in change.links[:_NAMED]:
        diff = word_diff(link.text_a, link.text_b)
        for side, pieces in enumerate(told):
            said = excerpt(runs(diff, side + 1), _CONTEXT, _LONGEST)
            pieces += [(f"{'  ' if pieces else ''}{SIGN} ", False), *said]
    return tuple(told[0]), tuple(told[1])


def relinked(change: Change) -> tuple[list[Relinked], list[Relinked]]:
    """Where in the text of either version, white space apart and in UTF-16 as a browser counts, words stand that became
    a part of a link or ceased to be one."""
    found: tuple[list[Relinked], list[Relinked]] = ([], [])
    if change.links:
        for side, text in enumerate((change.text_a, change.text_b)):
            said = UNSEEN.sub("", text)
            for link in change.links:
                for first, last in (link.places_a, link.places_b)[side]:
                    found[side].append((len(said[:first].encode("utf-16-le", "replace")) // 2, said[first:last]))
    return found


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

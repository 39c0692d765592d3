"""What the words of a query ask of blocks: which of its conditions speak of texts, which labels it allows, which blocks of
each entry say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.search import snippets
from app.search.entries.columns import Numbers
from app.search.entries.holding import Holding, Said, label_bits, label_of
from app.search.index import labels
from app.search.index.division import saying
from app.search.index.snapshot import never
from app.search.query import Change, Filter, Node, Not, Several, Text, texts


class Asked:
    """The words of a query: how they are found in a text (`sought`), in blocks (`in_blocks`) and in notes (`in_notes`),
    whether a block says them (`fits`), and which labels it may have (`scope`). `words` makes of them what the index is
    asked. `cut` says whether versions are to be cut for what is shown of them.

    Everything is worked out when it is first asked for: the expressions take longer than a query without snippets."""

    def __init__(
        self,
        node: Node,
        words: Callable[[Node], tantivy.Query],
        holding: Holding,
        most: int,
        stopped: Callable[[], bool] = never,
        *,
        shown: bool,
        places: bool,
    ) -> None:
        self.scope = scope_of_all(node)
        self.shown = shown
        self.cut = places or (shown and self.scope != labels.EVERY)  # it is to stand in such a block
        self._node, self._words, self._holding = node, words, holding
        self._most, self._stopped = most, stopped

    @cached_property
    def sought(self) -> re.Pattern[str] | None:
        return snippets.pattern(one for one in texts(self._node) if one.field != "note")

    @cached_property
    def in_notes(self) -> re.Pattern[str] | None:
        return snippets.pattern(one for one in texts(self._node) if one.field in ("", "note"))

    @cached_property
    def in_blocks(self) -> re.Pattern[str] | None:
        words = spoken(self._node)
        return snippets.pattern(texts(words)) if words is not None else None

    @cached_property
    def fits(self) -> Callable[[str], bool]:
        return saying(self._node)

    @cached_property
    def said(self) -> Said | None:
        """The blocks that say it; None where no words are sought, or no blocks are known."""
        words = spoken(self._node)
        if words is None or not any(texts(words)) or not self._holding:
            return None
        return self._holding.find(self._words(words), self.scope, self._most, self._stopped)

    @cached_property
    def _sorted(self) -> Numbers:
        assert self.said is not None
        return np.argsort(self.said.blocks)

    def label(self, entry: int) -> str:
        """The label of the block of an entry that says it best, "" for none."""
        own = self._holding.of_entry(entry)
        if self.said is None or not len(self.said.blocks) or not len(own):
            return ""
        blocks = self.said.blocks
        places = np.minimum(np.searchsorted(blocks, own, sorter=self._sorted), len(blocks) - 1)
        ranks = self._sorted[places]
        met = ranks[blocks[ranks] == own]
        return label_of(int(blocks[met.min()])) if len(met) else ""

    def labels(self, entries: Numbers) -> NDArray[np.uint16] | None:
        """The labels of the blocks that say it, as sets; without words those of all blocks. None where so many say it
        that not all of them are known."""
        said = self.said
        if said is None:
            return self._holding.labels[entries]
        if said.left_out:
            return None
        found = np.zeros(self._holding.size, np.uint16)
        holding, which = self._holding.holders(said.blocks, entries)
        np.bitwise_or.at(found, holding, label_bits(said.blocks)[which])
        return found[entries]


def spoken(node: Node) -> Node | None:
    """What a query asks of texts as such, put to the texts of blocks: without titles, authors and words of links, and
    without conditions on pages. None where that is nothing."""
    if isinstance(node, Text):
        return None if node.field else node
    if isinstance(node, (Filter, Change)):
        return None
    if isinstance(node, Not):
        inner = spoken(node.of)
        return None if inner is None else Not(inner)
    parts = [part for one in node.of if (part := spoken(one)) is not None]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Several(node.how, tuple(parts))


def is_spoken(node: Node) -> bool:
    """Whether that is all it asks."""
    if isinstance(node, Text):
        return not node.field
    if isinstance(node, (Filter, Change)):
        return False
    return is_spoken(node.of) if isinstance(node, Not) else all(map(is_spoken, node.of))


def conditions(node: Node) -> Node | None:
    """What a query asks besides words that a text is to say; None where that is nothing. Words that it is not to say, and
    words in place of which something else will do, are conditions."""
    if _says(node):
        return None
    if not isinstance(node, Several) or node.how != "all":
        return node
    parts = [part for one in node.of if (part := conditions(one)) is not None]
    return parts[0] if len(parts) == 1 else Several("all", tuple(parts))


def _says(node: Node) -> bool:
    if isinstance(node, Several):
        return all(map(_says, node.of))
    return isinstance(node, Text) and is_spoken(node)


def scope_of(node: Node) -> int | None:
    """The labels that a condition allows; None for one that is not of labels alone."""
    if isinstance(node, Filter) and node.name == "label":
        return labels.as_set((node.value,))
    if isinstance(node, Not):
        inner = scope_of(node.of)
        return None if inner is None else labels.EVERY & ~inner
    if isinstance(node, Several) and node.how == "any":
        parts = [scope_of(one) for one in node.of]
        if all(one is not None for one in parts):
            return int(np.bitwise_or.reduce([one or 0 for one in parts]))
    return None


def scope_of_all(node: Node) -> int:
    """The labels that a query as a whole allows its blocks."""
    own = scope_of(node)
    if own is not None:
        return own
    wanted = labels.EVERY
    if isinstance(node, Several) and node.how == "all":
        for one in node.of:
            wanted &= scope_of_all(one)
    return wanted

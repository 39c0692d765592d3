"""Which nodes of a link map a person has folded, by their names: these are the same after another crawl."""

from __future__ import annotations

from widgets.linkmap import work
from widgets.linkmap.work import Made

Names = frozenset[str]


def name_of(made: Made, node: int) -> str:
    """The address, host or folder of a node, "" for none."""
    names = made.shown.names
    if 0 <= node < len(names):
        return names[node]
    return made.arranged.tree.folders[node - len(names)] if 0 <= node < len(made.arranged.tree.parent) else ""


def named(made: Made, name: str) -> int:
    """The node of a name, or the one that it is folded into; −1 where it is not there any more."""
    try:
        node = work.names_of(made.shown, made.arranged).index(name)
    except ValueError:
        return -1
    return stands_for(made, node)


def stands_for(made: Made | None, node: int) -> int:
    """The node of the picture that a node is part of."""
    return node if made is None or node < 0 else int(made.arranged.folding.stands_for[node])


def inside(made: Made | None, node: int) -> int:
    """How many others are folded into a node."""
    return 0 if made is None or node < 0 else int(made.arranged.folding.inside[node])


def foldable(made: Made, node: int) -> bool:
    """Whether others lie below a node, or it is of a community."""
    return _head(made, node) in work.foldable(made.arranged, made.groups).tolist()


def _head(made: Made, node: int) -> int:
    """The node itself; arranged by links the first of its community."""
    if made.arranged.form or made.groups is None:
        return node
    community, leaders = int(made.groups.member[node]), made.groups.leaders
    return leaders[community] if community < len(leaders) else -1


class Folds:
    """The names of folded nodes for each arrangement."""

    def __init__(self) -> None:
        self._names: dict[str, Names] = {}

    def of(self, arrangement: str) -> Names:
        """Those of an arrangement."""
        return self._names.get(arrangement, frozenset())

    def clear(self) -> None:
        """Forget all: another site is shown."""
        self._names.clear()

    def fold_all(self, made: Made) -> None:
        """Fold each node that has others below it, or each community."""
        heads = work.foldable(made.arranged, made.groups, all_at_once=True).tolist()
        self._names[made.wanted.arrangement] = frozenset(name_of(made, node) for node in heads)

    def unfold_all(self, made: Made) -> None:
        """Fold nothing."""
        self._names[made.wanted.arrangement] = frozenset()

    def toggle(self, made: Made, node: int) -> bool:
        """Unfold a node that stands for others, fold any other; whether there was anything to do."""
        folded = self.of(made.wanted.arrangement)
        if inside(made, node):
            self._names[made.wanted.arrangement] = folded - {name_of(made, node)}
        elif foldable(made, node):
            self._names[made.wanted.arrangement] = folded | {name_of(made, _head(made, node))}
        else:
            return False
        return True

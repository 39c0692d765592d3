"""What a person would draw around: of a large block that changed only what did, and each thing as one.

Blocks are cut for keeping; a change in one cell of a table, or an entry more in a list, is drawn around that cell
and that entry. And where the two versions are divided into blocks in different ways, what one block seems to have lost
and another to have gained stands where it stood. So between blocks that are the same, the units of both versions are
aligned anew, and where they tell less than the blocks do, they are told.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from app.blocks.effort import Steps
from app.blocks.moves import weigh
from app.blocks.parts import Matched, Stretch, What
from app.blocks.similarity import all_words
from app.blocks.swaps import in_order
from app.blocks.unit_groups import Group, Owners, aligned, groups_of
from app.blocks.unit_runs import pieces_of
from app.blocks.units import BREAKS, units_of

MOST_ELEMENTS = 20_000  # of both versions, in blocks that are told by their units
_MOST_CHARACTERS = 1_000_000  # of source, between two blocks that are the same, in either version
_RECOGNISED = 8  # characters, as weighed, of a text that went in one block and came in another
_MOST_STEPS = 2_000_000  # elements of a block, times how deep the page is: each piece needs a path
_SHARED, _FEWEST_SHARED = 0.3, 4  # of the words of what came or went, if so many are also on the other side


def narrow(found: list[Matched], room: Steps) -> list[Matched]:
    """Put units in the place of blocks between those that are the same, where they tell less. `room` is for how many
    elements."""
    order: list[Matched] = []
    gap: list[Matched] = []
    for each in [*found, None]:
        if each is not None and each.what != "same":
            gap.append(each)
            continue
        order += _retold(gap, room) if gap else ()
        if each is not None:
            order.append(each)
        gap = []
    return _with_moved(order)


def _with_moved(found: list[Matched]) -> list[Matched]:
    """Make one of what went in one block and came in another, where each is there once, and one a part of a block."""
    alone: dict[What, dict[str, list[Matched]]] = {"removed": defaultdict(list), "added": defaultdict(list)}
    if not any(_is_part(each.a) or _is_part(each.b) for each in found if each.what in alone):
        return found
    for each in found:
        stretch = each.a or each.b
        if each.what in alone and stretch is not None:
            alone[each.what]["".join(stretch.text.split())].append(each)
    gone: set[int] = set()
    moved: dict[int, Matched] = {}
    for text, went in alone["removed"].items():
        came = alone["added"].get(text, ())
        if len(went) == len(came) == 1 and weigh(text) >= _RECOGNISED and (_is_part(went[0].a) or _is_part(came[0].b)):
            gone.add(id(went[0]))
            moved[id(came[0])] = Matched("moved", went[0].a, came[0].b)
    return [moved.get(id(each), each) for each in found if id(each) not in gone] if moved else found


def _is_part(stretch: Stretch | None) -> bool:
    return stretch is not None and stretch.whole is not None


def _retold(gap: list[Matched], room: Steps) -> list[Matched]:
    staying = [each for each in gap if each.what != "moved"]
    kinds = {each.what for each in staying}
    if "paired" not in kinds and not {"added", "removed"} <= kinds:
        return gap
    blocks = [
        sorted(((part, each) for each in staying if (part := (each.a, each.b)[side]) is not None), key=_place)
        for side in (0, 1)
    ]
    if any(sum([part.places[1] - part.places[0] for part, _ in parts]) > _MOST_CHARACTERS for parts in blocks):
        return gap
    sizes = [[_size(part) for part, _ in parts] for parts in blocks]
    if any(
        size * part.side.tree.scan.deepest > _MOST_STEPS
        for parts, every in zip(blocks, sizes, strict=True)
        for (part, _), size in zip(parts, every, strict=True)
    ):
        return gap
    if not room.take(sum(map(sum, sizes))):
        return gap
    names = [[_names(part) for part, _ in parts] for parts in blocks]
    if len(staying) == 1 and all(BREAKS.isdisjoint(one[1:]) and one[:1] != ["br"] for every in names for one in every):
        return gap  # one unit in both
    owners: Owners = {}, {}
    for units, parts in zip(owners, blocks, strict=True):
        for part, each in parts:
            for unit in units_of(part):
                units[unit] = each
    a, b = list(owners[0]), list(owners[1])
    pairs = [(a[i], b[j]) for i, j in aligned(a, b, owners)]
    groups = groups_of(staying, owners, pairs) if len(staying) > 1 else [Group(staying, pairs, (a, b))]
    told = {id(block): [block] for block in gap}
    changed = False
    for group in groups:
        pieces = pieces_of(group)
        if pieces is not None:
            changed = True
            for block in group.blocks:
                told[id(block)] = []
            told[id(group.blocks[0])] = pieces
    if not changed:
        return gap
    retold = in_order([piece for block in gap for piece in told[id(block)]])
    return retold if _is_rising(retold) and not _is_ambiguous(retold) else gap


def _place(entry: tuple[Stretch, Matched]) -> tuple[int, int]:
    return entry[0].places


def _size(part: Stretch) -> int:
    """How many elements a block has, or texts where it is not known of what elements."""
    if part.side.tree.scan.rough:
        return part.side.shown.size(*part.places)
    starts = part.side.tree.scan.starts
    first = bisect_left(starts, part.places[0])
    return bisect_left(starts, part.places[1], first) - first


def _names(stretch: Stretch) -> list[str]:
    """The elements in a stretch."""
    scan = stretch.side.tree.scan
    first = bisect_left(scan.starts, stretch.places[0])
    return scan.names[first : bisect_left(scan.starts, stretch.places[1], first)]


def _is_ambiguous(pieces: Sequence[Matched]) -> bool:
    """Whether much of what is said to have come or gone went or came elsewhere: the blocks tell that better."""
    alone: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    paired: list[tuple[Stretch, Stretch]] = []
    for each in pieces:
        if each.what == "paired" and each.a is not None and each.b is not None:
            paired.append((each.a, each.b))
        elif each.what == "removed" and each.a is not None:
            alone[0].update(all_words(each.a.text))
        elif each.what == "added" and each.b is not None:
            alone[1].update(all_words(each.b.text))
    least = [max(_FEWEST_SHARED, _SHARED * words.total()) for words in alone]
    doubtful = [side for side in (0, 1) if alone[side].total() >= least[side] and (alone[1 - side] or paired)]
    if not doubtful:
        return False
    changed: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    for a, b in paired:
        words_a, words_b = all_words(a.text), all_words(b.text)
        for side in doubtful:
            changed[1 - side].update(words_a - words_b if side else words_b - words_a)
    return any((alone[side] & (alone[1 - side] + changed[1 - side])).total() >= least[side] for side in doubtful)


def _is_rising(pieces: Iterable[Matched]) -> bool:
    """Whether all that is at its place is in the same order in both versions: blocks that have no unit in common stay
    paired, whatever others hand over past them."""
    starts = [each.a.places[0] for each in pieces if each.what in ("same", "paired") and each.a is not None]
    return all(one < two for one, two in pairwise(starts))

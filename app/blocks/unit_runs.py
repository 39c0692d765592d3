"""What became of the units of a block: neighbours of one kind are one stretch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.blocks.parts import Matched, Stretch, What
from app.blocks.unit_groups import Group, was_part
from app.blocks.units import Unit, squeezed

_WHOLE = 0.6  # of the text of a block differs: all of it does
_SMALL = 30  # characters; a smaller block is not made smaller


def pieces_of(group: Group) -> list[Matched] | None:
    """What became of the units; None where the blocks tell it as well."""
    units_a, units_b = group.units
    single = len(group.blocks) == 1
    if single and (group.blocks[0].what != "paired" or not group.pairs):
        return None
    if single and not any(_are_same(one, two) for one, two in group.pairs):
        return None
    numbers = {unit: n for units in group.units for n, unit in enumerate(units)}
    runs: list[_Run] = []
    i = j = 0
    for m, n in [*((numbers[one], numbers[two]) for one, two in group.pairs), (len(units_a), len(units_b))]:
        if i < m and j < n and single:
            _add(runs, _Run("paired", units_a[i:m], units_b[j:n]))
        else:
            for unit in units_a[i:m]:
                _add(runs, _Run("removed", [unit], []))
            for unit in units_b[j:n]:
                _add(runs, _Run("added", [], [unit]))
        if m < len(units_a):
            one, two = units_a[m], units_b[n]
            _add(runs, _Run("same" if _are_same(one, two) else "paired", [one], [two]))
        i, j = m + 1, n + 1
    runs = _joined(runs)
    if single and not _is_less(group, runs):
        return None
    pieces: list[Matched] = []
    for run in runs:
        a, b = _stretches(run)
        if (run.a and a is None) or (run.b and b is None):
            return None
        pieces.append(Matched(run.what, a, b))
    return pieces


def _are_same(one: Unit, two: Unit) -> bool:
    """Whether two units hold the same, and stand in elements of one name, or one of them in none."""
    return one.content == two.content and (one.name == two.name or not one.name or not two.name)


def _is_less(group: Group, runs: Sequence[_Run]) -> bool:
    """Whether the units that differ are much less than their block, or one beside the other."""
    different = sum(run.what != "same" for run in runs)
    if different < 2:
        return different == 1 or _says_more(group.blocks[0])
    if not any(run.what == "paired" for run in runs):
        return True  # entries came and went
    total = max(sum(unit.size for unit in units) for units in group.units)
    kept = sum(one.size for one, two in group.pairs if _are_same(one, two))
    return total >= _SMALL and kept >= (1 - _WHOLE) * total


def _says_more(block: Matched) -> bool:
    """Whether something besides its units differs, which one of the versions has inside the block."""
    assert block.a is not None and block.b is not None
    return not block.a.says_same(block.b) or block.a.attributes != block.b.attributes


@dataclass(slots=True)
class _Run:
    """Neighbouring units of one kind."""

    what: What
    a: list[Unit]
    b: list[Unit]

    def sides(self) -> list[list[Unit]]:
        """Of the versions that have any."""
        return [units for units in (self.a, self.b) if units]


def _add(runs: list[_Run], run: _Run) -> None:
    """Add a run, to the one before where the two are one."""
    if not (runs and runs[-1].what == run.what):
        runs.append(run)
        return
    last = runs[-1]
    sides = [(one, two) for one, two in ((last.a, run.a), (last.b, run.b)) if one]
    if any(one[-1].block is not two[0].block for one, two in sides):
        runs.append(run)
        return
    between = [one[-1].side.tree.scan.text[one[-1].inner[1] : two[0].inner[0]] for one, two in sides]
    if run.what == "same" and between[0] != between[1]:
        runs.append(run)
        return
    last.a += run.a
    last.b += run.b


def _joined(runs: list[_Run]) -> list[_Run]:
    """Put together what is alone in one version with what its words were divided from or joined to."""
    joined: list[_Run] = []
    for run in runs:
        before = joined[-1] if joined else None
        if before is not None and {before.what, run.what} in ({"paired", "added"}, {"paired", "removed"}):
            paired, alone = (before, run) if before.what == "paired" else (run, before)
            side = 1 if alone.b else 0
            ours, others = (paired.b, paired.a) if side else (paired.a, paired.b)
            one, two = before.b[-1:] + run.b[:1] if side else before.a[-1:] + run.a[:1]
            beside = one.block is two.block or one.block.places[1] == two.block.places[0]
            if beside and was_part(squeezed(alone.b or alone.a), squeezed(ours), squeezed(others)):
                joined[-1] = _Run("paired", before.a + run.a, before.b + run.b)
                continue
        joined.append(run)
    return joined


def _stretches(run: _Run) -> list[Stretch | None]:
    """What a run is in both versions; None where there is nothing, or no way to tell its bytes."""
    if run.what != "same":
        if all(units[0].first and units[-1].last and units[0].block is units[-1].block for units in run.sides()):
            return [units[0].block if units else None for units in (run.a, run.b)]
        return [_stretch(units, units[0].start, units[-1].end) if units else None for units in (run.a, run.b)]
    sources = [units[0].side.tree.scan.text[units[0].start : units[-1].end] for units in (run.a, run.b)]
    if sources[0] == sources[1]:
        return [_stretch(units, units[0].start, units[-1].end) for units in (run.a, run.b)]
    return [_stretch(units, units[0].inner[0], units[-1].inner[1]) for units in (run.a, run.b)]


def _stretch(units: Sequence[Unit], start: int, end: int) -> Stretch | None:
    block, side = units[0].block, units[0].side
    byte = side.byte((block.span[0], block.places[0]), start)
    stop = None if byte is None else side.byte((byte, start), end)
    if byte is None or stop is None:
        return None
    found = side.stretch((byte, stop), (start, end), block.level)
    found.whole = block
    return found

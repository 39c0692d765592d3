"""The DATA of an incremental record: how a response is put together from older records and new bytes.

DATA (after inflation) has three parts. First the ids of other records, each on a line of its own, and an empty line.
Then steps, a line each, and an empty line:

    c SKIP LENGTH              LENGTH bytes of what the record's `base` stands for, SKIP bytes behind those copied last
    w LENGTH                   the next LENGTH bytes of the third part
    s N OFFSET LENGTH          LENGTH bytes of the DATA of the Nth of the other records, from OFFSET on
    s N OFFSET M OFFSET LENGTH the same bytes stand in the Mth, too, for when the Nth is damaged

Last the new bytes. Numbers are decimal, SKIP may be negative, N counts from 1. The `base` of a record may itself be
incremental, and then stands for what is rebuilt from it; of the other records the DATA itself is meant, nothing is
rebuilt from it. All of them stand before the record in its batch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

MAX_REBUILT = 256 * 1024 * 1024
"""Bytes that a recipe may make."""
MAX_STEPS = 1 << 18
MAX_SOURCES = 4096
LARGE = 96
"""New bytes from which on they are worth being found again in other pages."""

_ID = re.compile(rb"[0-9]{6}-[0-9]{7,10}")
_STEP = re.compile(
    rb"c (-?(?:0|[1-9]\d{0,11})) ([1-9]\d{0,11})|w ([1-9]\d{0,11})|"
    rb"s ([1-9]\d{0,5}) (0|[1-9]\d{0,11})(?: ([1-9]\d{0,5}) (0|[1-9]\d{0,11}))? ([1-9]\d{0,11})"
)


class Copy(NamedTuple):
    """A range of the DATA of the record that is built on."""

    offset: int
    length: int


class Write(NamedTuple):
    """New bytes."""

    data: bytes


class Share(NamedTuple):
    """A range that stands in other records: (id, offset) of each place, one or two."""

    places: tuple[tuple[str, int], ...]
    length: int


Step = Copy | Write | Share


class RecipeError(ValueError):
    """The bytes are no recipe, or it cannot be followed; `str(error)` is the rule they break."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a response is put together; `sources` are the ids that its shares name."""

    steps: tuple[Step, ...]

    @property
    def size(self) -> int:
        """Bytes of what it makes."""
        return sum(len(step.data) if isinstance(step, Write) else step.length for step in self.steps)

    @property
    def sources(self) -> tuple[str, ...]:
        """Ids of the records that are named beside the one that is built on."""
        return tuple(dict.fromkeys(id for step in self.steps if isinstance(step, Share) for id, _ in step.places))


def merged(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The same without empty steps, and what follows directly in one step; but not new bytes of which others may have a
    part."""
    made: list[Step] = []
    for step in steps:
        last = made[-1] if made else None
        if isinstance(step, Copy):
            if not step.length:
                continue
            if isinstance(last, Copy) and last.offset + last.length == step.offset:
                made[-1] = Copy(last.offset, last.length + step.length)
                continue
        elif isinstance(step, Write):
            if not step.data:
                continue
            if isinstance(last, Write) and max(len(last.data), len(step.data)) < LARGE:
                made[-1] = Write(last.data + step.data)
                continue
        made.append(step)
    return tuple(made)


def encode_recipe(recipe: Recipe) -> bytes:
    """The DATA of an incremental record, to be compressed."""
    sources = recipe.sources
    number = {id: at for at, id in enumerate(sources, 1)}
    lines: list[str] = [*sources, ""]
    position = 0
    for step in recipe.steps:
        if isinstance(step, Copy):
            lines.append(f"c {step.offset - position} {step.length}")
            position = step.offset + step.length
        elif isinstance(step, Write):
            lines.append(f"w {len(step.data)}")
        else:
            places = " ".join(f"{number[id]} {offset}" for id, offset in step.places)
            lines.append(f"s {places} {step.length}")
    lines += ("", "")
    return "\n".join(lines).encode("ascii") + b"".join(s.data for s in recipe.steps if isinstance(s, Write))


def decode_recipe(data: bytes) -> Recipe:
    """What a record's DATA says. RecipeError; takes time and memory as the size of DATA, whatever it says."""
    sources, at = _sources(data)
    after = data.find(b"\n\n", at - 1) + 2  # without steps the empty line follows at once
    if after < 2:
        raise RecipeError("the recipe has no end")
    lines = data[at : max(after - 2, at)].split(b"\n") if after - 2 > at else []
    if len(lines) > MAX_STEPS:
        raise RecipeError("the recipe has too many steps")
    steps: list[Step] = []
    position, literal = 0, after
    for line in lines:
        found = _STEP.fullmatch(line)
        if found is None:
            raise RecipeError("a line of the recipe is no step")
        skip, copied, written, first, first_at, second, second_at, shared = found.groups()
        if copied is not None:
            offset = position + int(skip)
            if offset < 0:
                raise RecipeError("a step copies from before the beginning")
            steps.append(Copy(offset, int(copied)))
            position = offset + int(copied)
        elif written is not None:
            end = literal + int(written)
            if end > len(data):
                raise RecipeError("new bytes are missing")
            steps.append(Write(data[literal:end]))
            literal = end
        else:
            places = [(first, first_at)] if second is None else [(first, first_at), (second, second_at)]
            if any(int(number) > len(sources) for number, _ in places):
                raise RecipeError("a step names a record that is not listed")
            steps.append(Share(tuple((sources[int(n) - 1], int(o)) for n, o in places), int(shared)))
    if literal != len(data):
        raise RecipeError("there are more new bytes than the steps use")
    recipe = Recipe(tuple(steps))
    if recipe.size > MAX_REBUILT:
        raise RecipeError("the recipe makes too many bytes")
    return recipe


def literals(data: bytes) -> list[tuple[int, int]]:
    """(offset, length) of each run of new bytes in the DATA of an incremental record; empty for what is no recipe."""
    try:
        steps = decode_recipe(data).steps
    except RecipeError:
        return []
    sizes = [len(step.data) for step in steps if isinstance(step, Write)]
    at, found = len(data) - sum(sizes), []
    for size in sizes:
        found.append((at, size))
        at += size
    return found


def _sources(data: bytes) -> tuple[list[str], int]:
    """The ids at the beginning, and where the steps begin."""
    sources: list[str] = []
    at = 0
    while True:
        end = data.find(b"\n", at, at + 32)
        if end < 0:
            raise RecipeError("the recipe has no list of records")
        if end == at:
            return sources, end + 1
        if not _ID.fullmatch(data, at, end):
            raise RecipeError("a line of the list of records is no id")
        sources.append(data[at:end].decode("ascii"))
        at = end + 1
        if len(sources) > MAX_SOURCES:
            raise RecipeError("the recipe names too many records")


def follow(recipe: Recipe, base: bytes, data_of: Callable[[str], bytes | None]) -> bytes:
    """What a recipe makes of the DATA that is built on; `data_of` gives the DATA of another record, None where that is
    not there or damaged. RecipeError."""
    pieces: list[bytes] = []
    for step in recipe.steps:
        if isinstance(step, Write):
            pieces.append(step.data)
        elif isinstance(step, Copy):
            pieces.append(_range(base, step.offset, step.length))
        else:
            pieces.append(_shared(step.places, step.length, data_of))
    return b"".join(pieces)


def _shared(places: Sequence[tuple[str, int]], length: int, data_of: Callable[[str], bytes | None]) -> bytes:
    for id, offset in places:
        data = data_of(id)
        if data is not None:
            return _range(data, offset, length)
    raise RecipeError(f"neither of the records is whole that it shares bytes with: {', '.join(id for id, _ in places)}")


def _range(data: bytes, offset: int, length: int) -> bytes:
    if offset + length > len(data):
        raise RecipeError("a step copies from behind the end")
    return data[offset : offset + length]

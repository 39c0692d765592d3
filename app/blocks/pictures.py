"""Rows of pictures: blocks without text that came and went side by side belong together by what they show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.blocks.parts import Matched, Stretch

_FOLDER = re.compile(r'"(?:[^"?#]*/)?(?=[^"/?#]+(?:[?#][^"]*)?")')  # of an address; what follows is a file's name


def join_pictures(found: list[Matched]) -> list[Matched]:
    """Pair neighbours without text where as many pictures and links of the same names follow each other in both
    versions; of blocks that are divided otherwise, as many as hold the same ones."""
    if not (any(each.a is None for each in found) and any(each.b is None for each in found)):
        return found
    result: list[Matched] = []
    at = 0
    while at < len(found):
        end = at
        while end < len(found) and _is_silent(found[end]):
            end += 1
        run = found[at:end]
        came_and_went = any(each.a is None for each in run) and any(each.b is None for each in run)
        result += (_joined(run) if came_and_went else None) or run
        result += found[end : end + 1]
        at = end + 1
    return result


def _is_silent(each: Matched) -> bool:
    if each.what in ("same", "moved"):
        return False
    return not any(part is not None and part.side.shown.shows(*part.places) for part in (each.a, each.b))


def _joined(run: Sequence[Matched]) -> list[Matched] | None:
    """Pairs of all, or None where the names are others."""
    parts_a = sorted([each.a for each in run if each.a is not None], key=_places)
    parts_b = [each.b for each in run if each.b is not None]
    if not (_is_row(parts_a) and _is_row(parts_b)):
        return None
    result: list[Matched] = []
    i = j = 0
    for end_a, end_b in _ends([_names(part) for part in parts_a], [_names(part) for part in parts_b]):
        result.append(Matched("paired", _whole(parts_a[i:end_a]), _whole(parts_b[j:end_b])))
        i, j = end_a, end_b
    return result if (i, j) == (len(parts_a), len(parts_b)) else None


def _is_row(parts: Sequence[Stretch]) -> bool:
    """Whether nothing but what has no text stands between parts."""
    return all(
        one.places[1] <= two.places[0] and not one.side.shown.shows(one.places[1], two.places[0])
        for one, two in pairwise(parts)
    )


def _ends(a: Sequence[Sequence[str]], b: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """After how many parts of either the same names have been said, as soon as that is so."""
    i = j = 0
    said_a: list[str] = []
    said_b: list[str] = []
    while i < len(a) or j < len(b):
        if i < len(a) and (len(said_a) <= len(said_b) or j == len(b)):
            said_a += a[i]
            i += 1
        else:
            said_b += b[j]
            j += 1
        if said_a and said_a == said_b:
            yield i, j
            said_a, said_b = [], []


def _names(part: Stretch) -> list[str]:
    """What it shows; of what has no name, a rule or a button, what is written."""
    return [_FOLDER.sub('"', each) for each in part.attributes] or [" ".join(part.source.split())]


def _whole(parts: Sequence[Stretch]) -> Stretch:
    first, last = parts[0], parts[-1]
    whole = first.to(last)
    if whole is not first:
        whole.found_path = _path(first.found_path or "", last.found_path or "") or None
    return whole


def _path(first: str, last: str) -> str:
    """From one element to another one beside it; "" where that cannot be said. If it were asked for later, it would
    take in what the layout around adds."""
    parent, _, begin = first.partition("..")[0].rpartition("/")
    beside, _, end = last.rpartition("/")
    return f"{parent}/{begin}..{end.rpartition('..')[2]}" if parent == beside and begin else ""


def _places(part: Stretch) -> tuple[int, int]:
    return part.places

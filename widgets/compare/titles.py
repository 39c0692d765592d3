"""What a row of the list is called: the heading of a block, or its first words. No Qt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import dropwhile, takewhile

from app.blocks.labels import is_date
from widgets.compare.words import CELLS, Run, cut

_LONGEST, _ENOUGH = 80, 24  # characters of a title at most, and of first words that are enough
_FIRST, _SECOND = 24, 28  # characters of a title that several have, and of what tells it apart
_SEEN = 28  # characters of a title that are seen in a narrow list
_LOOKED_AT = 2000
_AMONG = 4  # lines among which a heading is looked for
BETWEEN = " · "


def title_of(text: str, topic: str) -> str:
    """A title for a block that shows a text; its topic where that stands in the text as a line of its own. Of an
    article under its date, what follows the date."""
    lines: list[str] = []
    start = text.lstrip()[: 8 * _LONGEST]
    for line in start.split("\n"):
        if flat := " ".join(line.replace("\t", CELLS).split()):
            lines.append(flat)
    name = " ".join(topic.split())
    kept = list(dropwhile(is_date, lines))
    if kept and len(kept) < len(lines):
        lines, name = kept, "" if is_date(name) else name
    if not lines or (name and name in lines[:_AMONG]):
        return cut(name, _LONGEST)
    said = lines[0]
    for line in lines[1:]:
        if len(said) >= _ENOUGH:
            break
        said += BETWEEN + line
    more = len("".join(said.replace(BETWEEN, "").split())) < len("".join(text.replace("\t", CELLS).split()))
    said = cut(said, _LONGEST)
    return said + "…" if more and not said.endswith(("…", ".", "。", "!", "?", "！", "？")) else said


def apart(found: Sequence[tuple[str, Sequence[Run], str]]) -> list[str]:
    """Titles of (title, what differs, text) each; those that begin alike with a second piece that tells them apart: the
    first words that differ, else the first words that the text does not share with the others."""
    alike: defaultdict[str, list[int]] = defaultdict(list)
    for place, (title, _, _) in enumerate(found):
        alike[title[:_SEEN]].append(place)
    told = [title for title, _, _ in found]
    for start, places in alike.items():
        if not start or len(places) < 2:
            continue
        title = found[places[0]][0] if len({found[place][0] for place in places}) == 1 else ""
        seconds = [_first(title, found[place][1]) for place in places]
        if len({second[:_SECOND] for second in seconds}) < len(seconds) or any(
            second.startswith(start[:_FIRST]) for second in seconds
        ):
            seconds = _own(title, [found[place][2] for place in places])
        if len(set(seconds)) < len(seconds):
            continue  # the same words at several places
        for place, second in zip(places, seconds, strict=True):
            if second:
                told[place] = f"{cut(start, _FIRST)} – “{cut(second, _SECOND)}”"
    return told


def _first(title: str, runs: Sequence[Run]) -> str:
    """The first words that differ and are not in the title."""
    for text, differs in runs:
        said = _clean(text, title) if differs else ""
        if said:
            return said
    return ""


def _own(title: str, texts: Sequence[str]) -> list[str]:
    """The words of each text from where it is not that of the others any more."""
    flat = [" ".join(text[:_LOOKED_AT].split()) for text in texts]
    if len(set(flat)) < len(flat):
        return [""] * len(flat)
    shared = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*flat, strict=False)))
    start = flat[0].rfind(" ", 0, shared) + 1 if " " in flat[0][:shared] else shared
    return [_clean(text[start:], title) for text in flat]


def _clean(text: str, title: str) -> str:
    said = " ".join(text[:_LOOKED_AT].split())
    return said.removeprefix(title.rstrip("…")).strip(" ,.;:，。；：")

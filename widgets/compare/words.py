"""Excerpts and names of changes for a list: differing words with some context, links, pictures, titles. No Qt."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import dropwhile, takewhile
from urllib.parse import urlsplit

from app.blocks.compare.changes import UNSEEN, Change, Part
from app.blocks.cutting.labels import is_date
from app.blocks.match.stretches import Stretch
from app.words.wording import word_diff

# Which links of a block only one version has, where several lead to the same address, and which say more or
# less than before.

SIGN = "↗"  # stands before the words of a link
END = "\u2028"  # behind the links in a list: what follows begins a line
Relinked = tuple[int, str]  # characters before words that a link has in one version alone, and these words
Link = tuple[str, int]  # address, and which of the links of the block that lead there, from 0
_MOST = 250_000  # pairs of links of both versions that are worth comparing
_NAMED = 3  # links or pictures of one side that a list names
_LINK_CONTEXT, _NAME_LONGEST = 20, 60  # characters around what differs in a link, and of a name in all


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
            said = excerpt(runs(diff, side + 1), _LINK_CONTEXT, _NAME_LONGEST)
            pieces += [(f"{'  ' if pieces else ''}{SIGN} ", False), *said]
    return tuple(told[0]), tuple(told[1])


def relinked(change: Change) -> tuple[list[Relinked], list[Relinked]]:
    """Words that joined or left a link, with their places in the text of either version: in UTF-16 units, as a browser
    counts, without white space."""
    found: tuple[list[Relinked], list[Relinked]] = ([], [])
    if change.links:
        for side, text in enumerate((change.text_a, change.text_b)):
            said = UNSEEN.sub("", text)
            for link in change.links:
                for first, last in (link.places_a, link.places_b)[side]:
                    found[side].append(
                        (len(said[:first].encode("utf-16-le", "replace")) // 2, said[first:last])
                    )
    return found


def _addresses(attributes: Sequence[str]) -> list[str]:
    return [found[1] for one in attributes if (found := _LINK.match(one))]


def _chosen(only: list[str], every: list[str], kept: set[int]) -> list[Link]:
    """For each address as many links as one version alone has: first those without a counterpart, then the last."""
    wanted, chosen = Counter(only), list[Link]()
    places: dict[str, list[int]] = {address: [] for address in wanted}
    for place, address in enumerate(every):
        if address in places:
            places[address].append(place)
    for address, count in wanted.items():
        likely = sorted((place in kept, -n) for n, place in enumerate(places[address]))
        chosen += [(address, n) for n in sorted(-n for _, n in likely[:count])]
    return chosen


# Pictures and media in the inner difference of a block: how a list names them, where their addresses are.

PICTURE_SIGN = "▣"  # stands before the name of a picture
_MEDIA = re.compile(r"\[(?:img|source|video|audio|iframe|embed|object) (?=.*\]$)", re.DOTALL)
_GIVEN = re.compile(r'([a-z][\w-]*)="(.*?)"(?=[\]]$| [a-z][\w-]*=")', re.DOTALL)


def is_media(attribute: str) -> bool:
    """Whether it is a picture or the like, not a link, a field or a title."""
    return _MEDIA.match(attribute) is not None


def addresses(attributes: Sequence[str]) -> list[str]:
    """Addresses of the media among the attributes of a change, without placeholders of media that load later."""
    return [address for one in attributes if is_media(one) and (address := _address(_given(one)))]


def names(attributes: tuple[Sequence[str], Sequence[str]]) -> tuple[list[str], list[str]]:
    """Names of the media that only one version has: alternative text and file; where these agree, the whole address
    instead of the file; where that agrees, too, all that the page says of them."""
    media = [[one for one in only if is_media(one)] for only in attributes]
    told = [[_name(one) for one in only] for only in media]
    for longer in (_whole_name, _all_of):
        same = {PICTURE_SIGN} | (set(told[0]) & set(told[1]))
        told = [
            [longer(one) if name in same else name for name, one in zip(*side, strict=True)]
            for side in zip(told, media, strict=True)
        ]
    return told[0], told[1]


def stands_behind(part: Part | None, only: Sequence[str], start: int) -> bool:
    """Whether the first of the media stands after `start` characters of the text of a block, at least after one."""
    first = next((one for one in only if is_media(one)), None)
    return first is not None and isinstance(part, Stretch) and part.place_of(first) >= max(1, start)


def beside(found: Sequence[str]) -> str:
    """The names in a line, "" for none."""
    more = f"  +{len(found) - _NAMED}" if len(found) > _NAMED else ""
    return "  ".join(found[:_NAMED]) + more


def _given(attribute: str) -> dict[str, str]:
    return dict(_GIVEN.findall(attribute))


def _address(given: dict[str, str]) -> str:
    """The address of the medium itself: no text, no set of sizes, data only where nothing else is given."""
    every = [
        value
        for name, value in given.items()
        if name not in ("alt", "srcdoc") and not name.endswith("srcset")
    ]
    sets = [value.split() for name, value in given.items() if name.endswith("srcset")]
    every += [words[0].rstrip(",") for words in sets if words]
    return next((one for one in every if not one.startswith("data:")), every[0] if every else "")


def _all_of(attribute: str) -> str:
    return f"{PICTURE_SIGN} {readable(attribute)}"


def _whole_name(attribute: str) -> str:
    given = _given(attribute)
    said, address = _short(given.get("alt", "").strip()), readable(_address(given))
    return " ".join(filter(None, (PICTURE_SIGN, said, f"({address})" if said and address else address)))


def _name(attribute: str) -> str:
    given = _given(attribute)
    said, address = _short(given.get("alt", "").strip()), readable(_address(given))
    try:
        file = (
            address if address.startswith("data:") else urlsplit(address).path.rstrip("/").rpartition("/")[2]
        )
    except ValueError:
        file = address
    return " ".join(
        filter(None, (PICTURE_SIGN, said, f"({_short(file)})" if said and file else _short(file)))
    )


def _short(text: str) -> str:
    return text if len(text) <= _NAME_LONGEST else text[: _NAME_LONGEST - 1] + "…"


# What a row of the list is called: the heading of a block, or its first words.

_TITLE_LONGEST, _ENOUGH = 80, 24  # characters of a title at most, and of first words that are enough
_FIRST, _SECOND = 24, 28  # characters of a title that several have, and of what tells it apart
_SEEN = 28  # characters of a title that are seen in a narrow list
_LOOKED_AT = 2000
_AMONG = 4  # lines among which a heading is looked for
BETWEEN = " · "


def title_of(text: str, topic: str) -> str:
    """A title for a block that shows a text; its topic where that stands in the text as a line of its own. Of an
    article under its date, what follows the date."""
    lines: list[str] = []
    start = text.lstrip()[: 8 * _TITLE_LONGEST]
    for line in start.split("\n"):
        if flat := " ".join(line.replace("\t", CELLS).split()):
            lines.append(flat)
    name = " ".join(topic.split())
    kept = list(dropwhile(is_date, lines))
    if kept and len(kept) < len(lines):
        lines, name = kept, "" if is_date(name) else name
    if not lines or (name and name in lines[:_AMONG]):
        return cut(name, _TITLE_LONGEST)
    said = lines[0]
    for line in lines[1:]:
        if len(said) >= _ENOUGH:
            break
        said += BETWEEN + line
    more = len("".join(said.replace(BETWEEN, "").split())) < len("".join(text.replace("\t", CELLS).split()))
    said = cut(said, _TITLE_LONGEST)
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
    """The words of each text from its first difference on."""
    flat = [" ".join(text[:_LOOKED_AT].split()) for text in texts]
    if len(set(flat)) < len(flat):
        return [""] * len(flat)
    shared = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*flat, strict=False)))
    start = flat[0].rfind(" ", 0, shared) + 1 if " " in flat[0][:shared] else shared
    return [_clean(text[start:], title) for text in flat]


def _clean(text: str, title: str) -> str:
    said = " ".join(text[:_LOOKED_AT].split())
    return said.removeprefix(title.rstrip("…")).strip(" ,.;:，。；：")


Words = Sequence[tuple[str, str, str]]  # operation, text in a, text in b, as Change.words gives them
Run = tuple[str, bool]  # text, and whether it is what differs

CELLS = " │ "  # shown between the cells of a row
LINE = " ↵ "  # shown where a line ends: lines of their own, such as links, would read as one sentence
_CONTEXT = 28  # characters of what is the same, kept on either side of a difference
_PART = 14  # characters of a word at most that are left out rather than cut
_LONGEST = 240
_ALIKE = 72  # characters that two texts begin with alike, from which on they are shortened
_HEAD, _BEFORE = 32, 16  # what stays of these at either end
SIGNS = {"\n": "⏎", " ": "␣", "\t": "⇥"}  # white space where that is what differs
_NO_INK = re.compile(r"[\s│↵⏎␣⇥]+")
_DATA = re.compile(r'(data:[\w/+.-]*)[;,][^"\s]{24,}')
_LINK = re.compile(r'^\[a href="(.*)"\]$')
_TITLE = re.compile(r'^\[title "(.*)"\]$', re.DOTALL)
_ENCODED = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")


def runs(words: Words, side: int) -> list[Run]:
    """One side (1 = before, 2 = after) of a word comparison as stretches of same and different text."""
    found: list[Run] = []
    for entry in words:
        text, differs = entry[side], entry[0] != "unchanged"
        if not text:
            continue
        if found and found[-1][1] == differs:
            found[-1] = (found[-1][0] + text, differs)
        else:
            found.append((text, differs))
    return found


def excerpt(found: Iterable[Run], context: int = _CONTEXT, longest: int = _LONGEST) -> list[Run]:
    """Shorten what is the same, so that the first difference is seen at once."""
    every = list(found)
    shown: list[Run] = []
    left = longest
    for number, (text, differs) in enumerate(every):
        if differs and not text.strip():
            flat = f" {''.join(SIGNS.get(space, '␣') for space in text[:longest])} "
        else:
            flat = LINE.join((text[: 4 * longest] if differs or len(every) == 1 else text).split("\n"))
        if not differs:
            flat = _shorten(flat, context, first=number == 0, last=number == len(every) - 1)
        if len(flat) > left:
            flat = flat[: max(0, left - 1)] + "…"
        flat = flat.replace("\t", CELLS)
        shown.append((flat, differs))
        left -= len(flat)
        if left <= 0:
            break
    return shown


def breaks(words: Words) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Where white space alone differs, in either version: (characters before it, white space apart, its sign); the
    sign is "" where only the other version has some."""
    at = [0, 0]
    found: tuple[list[tuple[int, str]], list[tuple[int, str]]] = ([], [])
    for how, *texts in words:
        if how != "unchanged" and not any(text.strip() for text in texts):
            for side, text in enumerate(texts):
                sign = SIGNS["\n"] if "\n" in text else SIGNS[" "] if text else ""
                found[side].append((at[side], sign))
        at = [so_far + len("".join(text.split())) for so_far, text in zip(at, texts, strict=True)]
    return found


def cut(text: str, longest: int) -> str:
    """A text of at most `longest` characters, cut between words where possible."""
    return text if len(text) <= longest else _to_word(text[: longest - 1]).rstrip(" ,;:，；：–-") + "…"


def extent(found: Iterable[Run]) -> int:
    """Characters that differ, white space and what stands for it apart."""
    return sum(len("".join(_NO_INK.split(text))) for text, differs in found if differs)


def readable(attribute: str) -> str:
    """A link, a title or a picture for a person: addresses decoded, embedded data left out, a link as ↗ and address."""
    if found := _TITLE.match(attribute):
        return found[1]
    attribute = _LINK.sub(r"↗ \1", attribute)
    return _ENCODED.sub(_letters, _DATA.sub(r"\1…", attribute))


def beginning_alike(one: str, two: str) -> tuple[str, str]:
    """Two texts, such as addresses; where they only differ far behind their beginning, most of that is left out, for
    a list shows a few lines of each."""
    shared = sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(one, two, strict=False)))
    if shared <= _ALIKE:
        return one, two
    return tuple(f"{text[:_HEAD]}…{text[shared - _BEFORE :]}" for text in (one, two))  # type: ignore[return-value]


def _letters(found: re.Match[str]) -> str:
    try:
        text = bytes.fromhex(found[0].replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return found[0]
    # ASCII was encoded for a reason
    return text if text.isprintable() and not any(c.isascii() for c in text) else found[0]


def _shorten(text: str, context: int, *, first: bool, last: bool) -> str:
    if first and last:
        return text
    if first:
        return text if len(text) <= context * 2 else "…" + _from_word(text[-context:])
    if last:
        return text if len(text) <= context * 2 else _to_word(text[: context * 2]) + "…"
    return text if len(text) <= context * 3 else f"{_to_word(text[:context])} … {_from_word(text[-context:])}"


def _from_word(text: str) -> str:
    """The text from its first whole word on, where words have spaces between them."""
    _, space, rest = text.partition(" ")
    return (rest if space and len(rest) >= len(text) - _PART else text).lstrip(" ↵.,;:!?。，、；：！？")


def _to_word(text: str) -> str:
    start, space, _ = text.rpartition(" ")
    return (start if space and len(start) >= len(text) - _PART else text).rstrip()

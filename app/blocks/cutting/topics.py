"""What a block is about, in a few words (§2.2 of the block-based web archive).

A topic is found where the page itself names the block (the largest font, a heading set apart, another colour), or
extracted from what the block says most often. Nothing else goes in, so the same content has the same topic
on every machine.
"""

from __future__ import annotations

import re
from collections import Counter

from app.blocks.page.elements import HEADINGS
from app.blocks.page.source import unescape
from app.blocks.page.tree import Block, BlockTree, shown_text
from app.words.stopwords import content_words, has_words, is_unspaced, words

THETA = 6  # a topic has at most so many distinct words
DELTA = 12  # a block of fewer words is its own topic, trimmed
EPSILON = 1  # a word of an extracted topic occurs more often than this
_UNSPACED_WORD = 2  # CJK characters that count as a word
_LONGEST_TERM = 6  # characters of a term that is found inside longer runs
_LONGEST_RUN = 12  # characters of a run between stop words or signs that is a term itself
_LARGER = 1.05  # a font that stands out, relative to ordinary text
_LONGEST_NAME = 3000  # characters of source
_EXTRACTED_FROM = 2000  # characters: what a text speaks of it says at its begin
_HIRAGANA = re.compile("[\u3041-\u309f]+")  # endings and particles, words seldom
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
_APART = frozenset({"legend", "caption", "summary", "dt", "th", "b", "strong", "figcaption"})
_OFTEN_STYLED = frozenset({"font", "span", "p", "div", "td", "big", "a"})
_STYLED = re.compile(r"font|color", re.IGNORECASE)
_HIDDEN = re.compile(r"type\s*=\s*[\"']?hidden", re.IGNORECASE)
_PICTURE_NAME = re.compile(
    r"\b(?:alt|title|value|placeholder)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", re.IGNORECASE
)


def topic_of(tree: BlockTree, block: Block) -> str:
    """The topic of a block, "" when nothing in it has a word."""
    found = _found(tree, block)
    if found:
        return trimmed(found)
    text = block.text
    inside = tree.scan.names[slice(*block.numbers)]
    if inside.count("a") > 1 or inside.count("button") > 1:
        text = shown_text(tree.scan, *block.places, links_apart=True)
    if not has_words(text):
        return trimmed(_said_by_pictures(tree, block))
    return extracted(text)


def trimmed(text: str) -> str:
    """Algorithm 2: a text of up to θ words as it is; of a longer one the first θ distinct words, without stop words."""
    text = " ".join(text.split())
    if _count(words(text)) <= THETA:
        return text
    kept: list[str] = []
    room = THETA
    for word in dict.fromkeys(content_words(text)):
        if is_unspaced(word):
            word = word[: room * _UNSPACED_WORD]
        kept.append(word)
        room -= _count([word])
        if room <= 0:
            break
    return " ".join(kept) if kept else " ".join(text.split()[:THETA])


def extracted(text: str) -> str:
    """Algorithm 3: up to θ words that occur more than ε times, the most frequent first; δ decides whether to count."""
    text = text[:_EXTRACTED_FROM]
    if _count(words(text)) < DELTA:
        return trimmed(text)
    counts: Counter[str] = Counter()
    written: dict[str, str] = {}
    runs: list[str] = []
    for word in content_words(text):
        if is_unspaced(word):
            runs.append(word)
        elif len(word) > 1 and not word.isdecimal():
            stem = _stem(word.lower())
            counts[stem] += 1
            written.setdefault(stem, word)
    counts.update(_terms(runs))
    often = [(count * (len(word) - 1 if is_unspaced(word) else 2), word) for word, count in counts.items()]
    often = [(weight, word) for weight, word in often if counts[word] > EPSILON]
    # equals in the order of the text, which a Counter keeps
    often.sort(key=lambda entry: -entry[0])
    chosen: list[str] = []
    taken: set[str] = set()  # pairs of characters of chosen terms: what shares one is a piece of the same
    for _, word in often:
        pairs = {word[n : n + 2] for n in range(len(word) - 1)} if is_unspaced(word) else {word}
        if not pairs & taken:
            taken |= pairs
            chosen.append(written.get(word, word))
            if len(chosen) == THETA:
                break
    return " ".join(chosen) if chosen else trimmed(text)


def _found(tree: BlockTree, block: Block) -> str:
    """The text by which the page names the block, or ""."""
    scan = tree.scan
    best: tuple[float, int, str] | None = None
    apart = ""
    for number in range(*block.numbers):
        tag = scan.names[number]
        start, end = scan.ends[number], scan.inner_ends[number]
        if end <= start or scan.starts[number] < block.places[0]:
            continue
        heading = tag in HEADINGS
        if end - start > _LONGEST_NAME or not (heading or tag in _APART or _may_stand_out(tree, number)):
            continue
        text_style = tree.style.text_style(scan, number)
        larger = text_style.font > _LARGER or heading
        if not larger and (apart or not (text_style.bold or text_style.colour)):
            continue
        if best is not None and larger and text_style.font <= best[0]:
            continue
        text = shown_text(scan, start, end).partition("\n")[0]
        if not words(text) or len(text) > 300:
            continue
        if larger:
            best = (text_style.font, number, text)
        elif block.text.find(text) <= max(40, len(block.text) // 10) and len(text) < max(
            12, len(block.text) // 2
        ):
            apart = text
    return best[2] if best else apart


def _may_stand_out(tree: BlockTree, number: int) -> bool:
    """Whether it is worth asking how the text of an element looks."""
    scan = tree.scan
    if scan.names[number] not in _OFTEN_STYLED:
        return False
    known = scan.names[number] == "font" or tree.style.source == "rendered"
    return known or _STYLED.search(scan.text, scan.name_ends[number], scan.ends[number]) is not None


def _said_by_pictures(tree: BlockTree, block: Block) -> str:
    """The names of pictures and fields in a block without words."""
    scan = tree.scan
    for number in range(*block.numbers):
        if scan.names[number] in ("img", "input", "area", "button", "textarea", "iframe"):
            if _HIDDEN.search(scan.text, scan.name_ends[number], scan.ends[number]):
                continue
            for value in _PICTURE_NAME.findall(scan.text[scan.name_ends[number] : scan.ends[number]]):
                said = unescape("".join(value)).strip()
                if words(said):
                    return said
    return ""


def _count(found: list[str]) -> int:
    return sum(max(1, len(word) // _UNSPACED_WORD) if is_unspaced(word) else 1 for word in found)


def _terms(runs: list[str]) -> Counter[str]:
    """Terms of scripts without spaces, and how often they occur.

    No dictionary says where words begin. A repeated sequence of characters is a term when what stands before it and
    what stands behind it varies (accessor variety), an end of a run being another each time.
    """
    counts: Counter[str] = Counter()
    places = [(run, n) for run in runs for n in range(len(run) - 1)]
    for size in range(
        2, _LONGEST_TERM + 1
    ):  # what goes on where a shorter one was said once is said once, too
        found = [run[n : n + size] for run, n in places]
        counts.update(found)
        places = [at for at, term in zip(places, found, strict=True) if counts[term] > EPSILON]
        places = [(run, n) for run, n in places if n + size < len(run)]
    often = {term for term, count in counts.items() if count > EPSILON}
    before: dict[str, set[str]] = {}
    behind: dict[str, set[str]] = {}
    for number, run in enumerate(runs):
        starts = list(range(len(run) - 1))
        endings, cuts = _HIRAGANA.search(run) is not None, _cuts(run)
        for size in range(2, _LONGEST_TERM + 1):
            starts = [n for n in starts if n + size <= len(run) and run[n : n + size] in often]
            for n in starts:
                term = run[n : n + size]
                if endings and _HIRAGANA.fullmatch(term):
                    continue
                beside = before.setdefault(term, set()), behind.setdefault(term, set())
                if n not in cuts and n + size not in cuts:
                    beside[0].add(run[n - 1] if n else f"<{number}")
                    beside[1].add(run[n + size] if n + size < len(run) else f">{number}")
    terms = Counter(
        {term: counts[term] for term in before if len(before[term]) > 1 and len(behind[term]) > 1}
    )
    terms.update(run for run in runs if _LONGEST_TERM < len(run) <= _LONGEST_RUN)
    return terms


def _cuts(run: str) -> frozenset[int]:
    """The places at which a word in katakana goes on."""
    return frozenset(
        [place for found in _KATAKANA.finditer(run) for place in range(found.start() + 1, found.end())]
    )


def _stem(word: str) -> str:
    """English plurals and possessives without their endings, which is all that counting needs."""
    if not word.endswith("s"):
        return word
    for ending, instead in (
        ("'s", ""),
        ("’s", ""),
        ("ies", "y"),
        ("sses", "ss"),
        ("ss", "ss"),
        ("us", "us"),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word[: -len(ending)] + instead
    return word

"""The title of a page that has none of its own, worked out of the words of the links that lead to it.

The book's way (7.2.2, L11655): the words of a link sum up what it leads to. Those are taken that most pages say, links of a
menu less than others; of equal ones those that the page itself says, by the share of their characters in its text.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from app.archive.addresses import place
from app.archive.reader import ArchiveReader
from app.errors import ArchiveError
from app.graph.incoming import Incoming, incoming
from extractors.base.spacing import names as words_of
from extractors.html.content.statistical import similarity

MOST_PAGES = 200
"""Pages whose links to one page are looked at."""
_LONGEST = 120
_LEAST_SCORE = 0.5
_NUMBER = re.compile(r"(?:page |p\.? ?|第 ?|\[|\()?\d+(?: ?页|\]|\))?")
_GENERAL = frozenset(
    words.replace("_", " ")
    for words in words_of("""
        click_here here more read_more continue_reading link page next previous prev back home download details view
        untitled permalink source 更多 点击这里 点击 这里 详情 查看 下一页 上一页 返回 首页 全文 阅读全文 查看更多 下载
        """)
)


class Named(NamedTuple):
    """A title from links: its words, how many pages say them of how many that link there with words, and the share of its
    characters found in the text of the page."""

    text: str
    pages: int
    of: int
    score: float


def names_of_site(reader: ArchiveReader, url: str) -> frozenset[str]:
    """What the titles of the site of an address share: its name, those of its channels."""
    return frozenset(affix.name for affix in reader.site_affixes(place(url)[0]))


def is_usable(title: str, url: str) -> bool:
    """Whether a title says what its page is: not that of no page, or its address. The name of the site is the title of its
    home pages."""
    said = _plain(title)
    return bool(said) and said not in _GENERAL and not _is_address(said, url)


def named(archive: Path, url: str, text: str, names: Collection[str]) -> Named | None:
    """The title of a page by the links that lead to it in all versions; `text` is what the page says, `names` are those of
    its site. None where no link has words, or there is no graph of links."""
    try:
        found, _ = incoming(archive, url, most=MOST_PAGES)
    except ArchiveError:
        return None
    return best(found, url, text, names)


def title_of(reader: ArchiveReader, url: str, title: str, text: str) -> Named | None:
    """The title that links give a page whose own is `title`, and whose text is this: as it is known, else found out now.
    None for a page with a title of its own."""
    known = reader.link_name(url)
    if known is not None and title in ("", known.own, known.name):
        return Named(known.name, known.pages, known.of, similarity(known.name, text))
    return None if is_usable(title, url) else named(reader.path, url, text, names_of_site(reader, url))


def best(links: Collection[Incoming], url: str, text: str, names: Collection[str]) -> Named | None:
    """The same, of the links to a page."""
    pages: dict[str, set[str]] = {}
    content: dict[str, set[str]] = {}
    written: dict[str, str] = {}
    no_titles = {_plain(name) for name in names}
    for link in links:
        words = " ".join(link.text.split())
        said = _plain(words)
        if len(words) > _LONGEST or said in no_titles or _NUMBER.fullmatch(said) or not is_usable(words, url):
            continue
        written.setdefault(said, words)
        pages.setdefault(said, set()).add(link.url)
        if link.kind == "content":
            content.setdefault(said, set()).add(link.url)
    every = set[str]().union(*pages.values())
    scores = {said: similarity(written[said], text) if text else 1.0 for said in pages}  # scans have no text
    good = [said for said in pages if scores[said] >= _LEAST_SCORE]
    if not good:
        return None
    chosen = max(
        good, key=lambda one: (len(content.get(one, ())), len(pages[one]), scores[one], len(one), one)
    )
    return Named(written[chosen], len(pages[chosen]), len(every), scores[chosen])


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold().strip(" »«›‹→←…>.:")


def _is_address(said: str, url: str) -> bool:
    address = url.partition("://")[2].casefold().rstrip("/")
    return "://" in said or said.rstrip("/") in (address, address.rpartition("/")[2])

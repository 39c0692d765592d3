"""What Chinese official documents (公文) say of themselves: issuer, recipient, number, date, title."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from extractors import official_words as words
from extractors.types import Official

_HEAD = 200
_LINES = 4000
_TITLE_LINES = 5
_NEAR = 12  # lines between number and title, title and recipient
_ENOUGH = 5.0
_POSSIBLE = re.compile("[号號]|关于|關於")
_LABELS = {
    "issuer": "发文机关|发布机关|发布机构|发文单位|制发机关|發文機關|制定机关|颁布单位|发布部门|发文部门",
    "number": "文号|发文字号|發文字號|文件编号|发文号|文件号|公文字号|发文编号",
    "date": "成文日期|发文日期|發文日期|签发日期|颁布日期|发文时间|成文时间|制发日期|印发日期",
    "recipient": "主送|主送机关|受文者|正本",
    "title": "标题|文件名称|名称",
}
_LABEL = re.compile("|".join(f"(?P<{field}>{names})" for field, names in _LABELS.items()))

_TITLE_LABEL = re.compile(rf"(?:{_LABELS['title']})[:：]")


class Line(NamedTuple):
    """A line or paragraph, with what is known of its looks; the cells of a table's row are parted by tabs."""

    text: str
    size: float = 0.0  # in any unit, 0 = unknown
    red: bool = False
    centred: bool = False
    bold: bool = False


class Found(NamedTuple):
    """An official document: what it says of itself, and its title (关于…的通知) or ""."""

    official: Official
    title: str


class _Item(NamedTuple):
    text: str  # without white space, without a label that says it is the title
    line: Line


def red(colour: int | str) -> bool:
    """Is a colour (0xRRGGBB or "RRGGBB") a red one?"""
    try:
        value = int(colour.lstrip("#"), 16) if isinstance(colour, str) else colour
    except ValueError:
        return False
    r, g, b = value >> 16 & 255, value >> 8 & 255, value & 255
    return r >= 0xA0 and g <= 0x60 and b <= 0x60


def possible(text: str) -> bool:
    """Is it worth while to look for an official document in a text that begins like this?"""
    return _POSSIBLE.search(text) is not None


def find(lines: Iterable[Line]) -> Found | None:
    """The official document these lines are, in reading order; None when they are none.

    One thing alone is never enough: a number with a year in brackets that stands on its own, a head (…文件), a title
    like 关于…的通知, a recipient behind it, an organ's name with a date below must come together.
    """
    items = []
    for count, line in enumerate(lines):
        text = _TITLE_LABEL.sub("", words.bare(line.text))
        if text:
            items.append(_Item(text, line))
        if count >= _LINES:
            break
    head = items[:_HEAD]
    if not any(_POSSIBLE.search(item.text) for item in head):
        return None
    labels = _labels(head)
    numbers = {
        at: found
        for at, item in enumerate(head)
        if (item.text[-1:] in "号號函令)）" or "签发" in item.text) and (found := words.number(item.text))[0]
    }
    if len({text for text, bracketed in numbers.values() if bracketed}) > 3:
        return None  # a list of documents
    at, (number, bracketed) = next(
        ((at, found) for at, found in numbers.items() if found[1]), next(iter(numbers.items()), (-1, ("", False)))
    )
    if not bracketed and (labelled := words.number_within(words.bare(labels.get("number", "")))):
        number, bracketed = labelled, "字第" not in labelled and not labelled.startswith("第")
    issuers, marked = _issuers(head, at)
    last, title = _title(head, at)
    recipient, after = _recipient(items, last if title else at)
    signature, date = _signature(items, max(after, last, at) + 1)
    score = (
        (3.0 if bracketed else 1.5 if number else 0.0)
        + (2.0 + any(item.line.red for item in head[: at + 1 if at >= 0 else 15]) if marked else 0.0)
        + (2.0 if title else 0.0)
        + (2.0 if recipient else 0.0)
        + (1.0 if signature else 0.0)
        + (0.5 if "issuer" in labels else 0.0)
    )
    if score < _ENOUGH or not (number or marked or (title and recipient and signature)):
        return None
    title = title or words.bare(labels.get("title", ""))
    issuer = (
        ("、".join(issuers) if marked else "")
        or words.bare(labels.get("issuer", ""))
        or "、".join(issuers)
        or words.issuer_of_title(title)
        or signature
    )
    date = (
        date
        or words.date_within(words.bare(labels.get("date", "")))[0]
        or _date_by_title(head, last if title else at)
        or _printed(items)
    )
    recipient = recipient or words.bare(labels.get("recipient", "")).rstrip(":：")
    return Found(Official(issuer[:200], recipient[:300], number, date), title[:300])


def _labels(head: list[_Item]) -> dict[str, str]:
    """What tables and lists say by name: 发文字号：国发〔2024〕5号, in one cell or line or in two."""
    found: dict[str, str] = {}
    waiting = ""
    for item in head:
        for cell in item.line.text.split("\t"):
            text = words.plain(words.bare(cell))
            if not text:
                continue
            label = _LABEL.match(text)
            field = label.lastgroup if label else None
            if label and field and text[label.end() :] in ("", ":"):
                waiting = field
                continue
            if label and field and text[label.end()] == ":":
                found.setdefault(field, words.bare(cell)[label.end() + 1 :])
            elif waiting:
                found.setdefault(waiting, cell)
            waiting = ""
    return found


def _issuers(head: list[_Item], at: int) -> tuple[list[str], bool]:
    """The organs in the head above the number, and whether it says 文件 (or 令, 公告) there."""
    above = head[max(0, at - 8) : at] if at >= 0 else head[:15]
    if any(item.line.red for item in above):
        above = [item for item in above if item.line.red]
    names: list[str] = []
    marked = False
    for item in above:
        kind = words.headed(item.text)
        organs = words.organs(item.line.text)
        if kind and (organs or item.text == kind):
            marked = True
        if organs and (kind or item.line.red or at >= 0):
            names += [name for name in organs if name not in names]
        elif at < 0 and marked:
            break
    if at >= 0 and not marked and not any(item.line.red for item in above):
        names = names[-1:]  # what stands next to the number; navigation may stand above
    return names, marked


def _title(head: list[_Item], at: int) -> tuple[int, str]:
    """The last line of the title and its text; (-1, "") when there is none."""
    best: tuple[float, int, str] = (-1.0, -1, "")
    for start, item in enumerate(head):
        if not words.title_begins(item.text):
            continue
        text, end = item.text, start
        while not words.title_ends(text):
            end += 1
            if end >= len(head) or end - start >= _TITLE_LINES or not words.title_goes_on(head[end].text):
                break
            if not _alike(head[start].line, head[end].line):
                break
            text += head[end].text
        if not words.title_ends(text) or len(text) > 200:
            continue
        begin = start
        while begin > 0 and start - begin < 3 and _belongs(head, begin, at):
            begin -= 1
            text = head[begin].text + text
        score = (2.0 if 0 <= at < start <= at + _NEAR else 1.0 if at - 6 <= start < at else 0.0) + (
            2.0 if _recipient(head, end, 4)[0] else 0.0
        )
        score += 0.5 if item.line.centred or item.line.bold or item.line.red else 0.0
        if score > best[0]:
            best = (score, end, text)
    return best[1:]


def _belongs(head: list[_Item], begin: int, at: int) -> bool:
    """Does the line above `begin` belong to the title, being the name of the organ (国务院办公厅 / 关于…)?"""
    above, line = head[begin - 1], head[begin].line
    if not words.organ(above.text) or words.headed(above.text) or above.line.red != line.red:
        return False
    if above.line.size and line.size:
        return _alike(above.line, line) and (above.line.centred == line.centred)
    return 0 <= at < begin - 1


def _alike(a: Line, b: Line) -> bool:
    return not a.size or not b.size or abs(a.size - b.size) <= 0.15 * max(a.size, b.size)


def _recipient(items: list[_Item], last: int, near: int = _NEAR) -> tuple[str, int]:
    """Whom the document is addressed to, and the last line that says so; ("", -1) when nothing does."""
    if last < 0:
        return "", -1
    for start in range(last + 1, min(last + 1 + near, len(items))):
        text = ""
        for end in range(start, min(start + 6, len(items))):
            text += items[end].text
            folded = words.plain(text)
            if ":" in folded:
                found = words.addressee(text)
                if found:
                    return found, end
                break
            if "。" in folded or len(folded) > 260 or words.number(items[end].text)[0] or words.date(items[end].text):
                break
    return "", -1


def _signature(items: list[_Item], start: int) -> tuple[str, str]:
    """The organs that signed and the date below them, or else the first date that stands alone."""
    alone = ""
    for at in range(max(start, 0), len(items)):
        text = items[at].text
        if len(text) > 60:
            continue
        date = words.date(text)
        before = ""
        if not date:
            date, before = words.date_within(text)
            before = words.unstamped(before)
            if not date or not words.organ(before) or not words.plain(text).rstrip(".").endswith(("日", text[-2:])):
                continue
            if not words.date(text[len(before) :].lstrip("()（）盖章印公")):
                continue
            return before, date
        names: list[str] = []
        for above in reversed(items[max(start, at - 6) : at]):
            name = words.unstamped(above.text)
            organs = words.organs(above.line.text) if words.organ(name) else []
            if not organs:
                break
            names = [words.unstamped(organ) for organ in organs] + names
        if names:
            return "、".join(names), date
        alone = alone or date
    return "", alone


def _date_by_title(head: list[_Item], last: int) -> str:
    """The date in brackets below the title."""
    for item in head[last + 1 : last + 4] if last >= 0 else ():
        folded = words.plain(item.text)
        date = words.date_within(folded)[0] if folded.startswith("(") else words.date(folded)
        if date:
            return date
    return ""


def _printed(items: list[_Item]) -> str:
    """The date in the line at the foot that says who printed it (…2009年9月3日印发)."""
    for item in reversed(items):
        if words.plain(item.text).endswith(("印发", "印發")):
            return words.date_within(item.text)[0]
    return ""

"""What Chinese official documents (公文) say of themselves: issuer, recipient, number, date, title."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from extractors.base.types import Official

# The wording of Chinese official documents (公文, GB/T 9704): numbers, dates, organs, addressees, titles.

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN = _FULL_WIDTH | {ord(a): ord(b) for a, b in zip("﹝﹞﹙﹚﹕﹐﹔∶︰", "〔〕():,;::", strict=True)}
_DIGITS = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF1A)}
_ZERO = "〇○零OoＯ◯0"
_NUMERALS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | dict.fromkeys(_ZERO, 0)
_TENS = {"十": 10, "廿": 20, "卅": 30}
_YEAR = rf"[\d{_ZERO}一二三四五六七八九]{{4}}"
_COUNT = r"[\d〇○零一二三四五六七八九十廿卅]{1,3}"
_DATE = re.compile(rf"(?P<year>{_YEAR})年(?P<month>{_COUNT})月(?:(?P<day>{_COUNT})[日号])?")
_DIGIT_DATE = re.compile(
    r"(?P<year>(?:19|20)\d\d)([-./])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?:\d\d:\d\d(?::\d\d)?)?"
)
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff]"
_BRACKETED = rf"[(\[〔【〖](?:{_YEAR}|\d\d)[)\]〕】〗]"
_BRACKET_NUMBER = re.compile(
    rf"{_HAN}{{1,16}}{_BRACKETED}(?:{_HAN}{{1,4}})?\d{{1,6}}[号號]|{_BRACKETED}{_HAN}{{1,12}}\d{{1,6}}[号號]"
)
_OTHER_NUMBER = re.compile(
    rf"(?:{_HAN}{{1,16}}字第[\d-]{{1,12}}[号號](?:[函令])?|(?:\d{{4}}年)?第[\d〇零一二三四五六七八九十百]{{1,6}}[号號])"
)
_SIGNER = re.compile(rf"签发人:?(?:{_HAN}|,|、)*$")
_KIND = (
    r"(?:通知|通报|通報|通告|公告|公报|公報|意见|意見|决定|決定|决议|決議|命令|令|请示|請示|批复|批覆|函|报告|報告|议案|議案|纪要|紀要|答复|答覆"
    r"|办法|辦法|规定|規定|细则|方案|规划|计划|条例|建议|说明|启事|安排|要点|公示|通函|提案|倡议书|实施意见)"
)
_KIND_END = re.compile(rf"{_KIND}(?:\([^()]{{1,30}}\))*$")
_ABOUT = re.compile(r"关于|關於|印发|转发|批转|颁布|公布|下达|印發|轉發")
_SENTENCE = re.compile(r"[。;!?]|[,:]$")
_NO_TITLE = re.compile(
    r"(?:根据|按照|依据|依照|现将|现就|为了?|附件|附:|见|参见|上一|下一|相关|第[一二三四五六七八九十\d]|[(\[]?\d|[一二三四五六七八九十]+[、.])"
)
_UNIT = re.compile(
    r"(?:[厅部局所会委县区市省州盟旗乡镇村院校园司办处科室站队组行社团署厂库馆台协府廳縣區會處隊團關廠館臺]|中心|公司|集团|集團|单位|單位|机构|機構"
    r"|机关|機關|部门|部門|企业|企業|学校|學校|大学|大學|学院|基地|海关|中学|小学|同志|人员|街道|兵团)$"
)
_ORGAN = re.compile(
    r"(?:[厅局部委会办府署院所司处社廳會處團]|总工会|银行|人行|海关|大学|大學|学院|中学|小学|学校|中心|总队|支队|公司|集团|兵团|政协|军区|党组|团省委"
    r"|法制办|指挥部|小组|管理站|总站|办公室|监狱|(?:气象|氣象|天文|观象|地震|卫星|[电電]视?|電視)台|研究室)$"
)
_NO_ORGAN = re.compile(
    r"(?:责任|承办|抄送|联系|附件|抄报|主办|分送|来源|作者|编辑|发布|关于|欢迎|首页|打印|关闭|全部|内部|上部|下部|干部)|[关關][于於]"
)
_ADDRESSEE = re.compile(rf"(?:{_HAN}|[A-Za-z0-9(){{}}\[\]、,;·\"“”—-])+$")
_NO_ADDRESSEE = re.compile(
    r"(?:联系|聯絡|主办|承办|協辦|协办|抄送|抄报|印发|发文|發文|附|编制|采购|招标|投标|建设单位|施工单位|设计单位|监理|责任|申报单位|申请|填报"
    r"|推荐单位|检测|牵头|配合|参加单位|来源|发布|组织单位|用人|开户|收款|付款|所在|报名|支持单位|指导单位|报送|责编|编辑|索引|信息公开|主题|尊敬|其中|包括|一是|二是)"
)
_PARENTHESES = re.compile(r"\([^()]*\)$")
_STAMP = re.compile(r"\((?:盖章|印章|公章|章|代章|签章)\)$")
_HEAD_KIND = re.compile(r"(?:文件|公告|通告|通报|公报|会议纪要|办公会议纪要|令)$")


def bare(text: str) -> str:
    """Text without white space; digits in their plain form."""
    return "".join(text.split()).translate(_DIGITS)


def plain(text: str) -> str:
    """What `bare` gave with full-width letters and punctuation made plain ones, character for character."""
    return text.translate(_PLAIN)


def document_number(text: str) -> tuple[str, bool]:
    """The number of a document when `text` (bare) says nothing else but who signed, and whether it is of the form with
    a year in brackets (粤交运函〔2009〕1356号, also 〔1998〕汇管函字第12号); ("", False) when there is none.

    The other forms are 府教學字第1020012345號 and 2021年第12号.
    """
    folded = plain(text)
    signer = _SIGNER.search(folded)
    end = signer.start() if signer else len(folded)
    start = 0
    if folded[:1] == "(" and folded[end - 1 : end] == ")":
        start, end = 1, end - 1
    if _BRACKET_NUMBER.fullmatch(folded, start, end):
        return text[start:end], True
    return (text[start:end], False) if _OTHER_NUMBER.fullmatch(folded, start, end) else ("", False)


def number_within(text: str) -> str:
    """The first number with a year in brackets in `text` (bare), ""."""
    found = _BRACKET_NUMBER.search(plain(text)) or _OTHER_NUMBER.match(plain(text))
    return text[found.start() : found.end()] if found else ""


def written_date(text: str) -> str:
    """ISO 8601 of a date in Arabic or Chinese numerals when `text` (bare) is nothing else; ""."""
    folded = plain(text)
    found = _DATE.fullmatch(folded) or _DIGIT_DATE.fullmatch(folded)
    return _iso(found) if found else ""


def date_within(text: str) -> tuple[str, str]:
    """The last date in `text` (bare) as ISO 8601, and what stands before it."""
    folded = plain(text)
    dates = list(_DATE.finditer(folded))
    found = dates[-1] if dates else _DIGIT_DATE.search(folded)
    return (_iso(found), text[: found.start()]) if found else ("", "")


def organ(text: str) -> bool:
    """Could `text` (bare) be nothing but the name of an organ? (广东省交通厅)"""
    folded = _PARENTHESES.sub("", plain(text))
    return 3 <= len(folded) <= 40 and bool(
        _ORGAN.search(folded) and _ADDRESSEE.match(folded) and not _NO_ORGAN.search(folded)
    )


def unstamped(text: str) -> str:
    """The name in a signature without the word that stands for the seal."""
    found = _STAMP.search(plain(text))
    return text[: found.start()] if found else text


def organ_names(text: str) -> list[str]:
    """The names of the organs a line of the head holds; the kind of document behind them (文件, 令, 公告) is left out.

    Names may be letter-spaced (广 东 省 交 通 厅 文 件) or stand next to each other.
    """
    whole = bare(text)
    kind = _HEAD_KIND.search(whole)
    pieces = [bare(piece) for piece in text.split()]
    if kind and pieces and pieces[-1] == kind.group():
        pieces = pieces[:-1]
    elif kind and pieces and pieces[-1].endswith(kind.group()):
        pieces[-1] = pieces[-1][: -len(kind.group())]
    if len(pieces) > 1 and all(organ(piece) for piece in pieces):
        return pieces
    name = whole[: kind.start()] if kind else whole
    return [name] if organ(name) else []


def headed(text: str) -> str:
    """Which kind of document the last word of a head (bare) names: "文件", "令", "公告" …; ""."""
    found = _HEAD_KIND.search(text)
    return found.group() if found else ""


def addressee(text: str) -> str:
    """Whom `text` (bare) is addressed to, when it says so before its first colon; ""."""
    folded = plain(text)
    end = folded.find(":")
    name = folded[:end]
    if not 2 <= end <= 260 or not _ADDRESSEE.match(name) or _NO_ADDRESSEE.match(name):
        return ""
    units = [_PARENTHESES.sub("", unit) for unit in re.split(r"[、,;]", name) if unit]
    known = sum(1 for unit in units if _UNIT.search(unit))
    last = bool(units) and bool(_UNIT.search(units[-1]))
    return text[:end] if last and known * 2 >= len(units) and max(map(len, units)) <= 40 else ""


def title_begins(text: str) -> bool:
    """Could a title like 关于…的通知 begin with this line (bare)?"""
    folded = plain(text)
    return (
        len(folded) <= 120
        and bool(_ABOUT.search(folded[:60]))
        and not _SENTENCE.search(folded)
        and not _NO_TITLE.match(folded)
    )


def title_goes_on(text: str) -> bool:
    """Could this line (bare) be another line of a title? No sentence, no number, no date."""
    folded = plain(text)
    return (
        len(folded) <= 80
        and not _SENTENCE.search(folded)
        and not document_number(text)[0]
        and not written_date(text)
    )


def title_ends(text: str) -> bool:
    """Does this (bare) end with a kind of document?"""
    return bool(_KIND_END.search(plain(text)))


def issuer_of_title(title: str) -> str:
    """The organ in front of 关于 in a title, ""."""
    found = re.search(r"关于|關於|印发|转发|批转|印發|轉發", title)
    name = title[: found.start()] if found else ""
    return name if organ(name) else ""


def _iso(found: re.Match[str]) -> str:
    year = "".join(str(_NUMERALS.get(c, c)) for c in found["year"])
    month, day = _count(found["month"]), _count(found["day"] or "0")
    if not 1 <= month <= 12 or not 0 <= day <= 31 or not "1900" <= year <= "2199":
        return ""
    return f"{year}-{month:02}" + (f"-{day:02}" if day else "")


def _count(text: str) -> int:
    """12, 十二, 二十一, 一二, 廿三 → a number."""
    if text.isdecimal():
        return int(text)
    total = digit = 0
    tens = False
    for character in text:
        if character in _TENS:
            total, digit, tens = (digit or 1) * _TENS[character], 0, True
        else:
            unit = int(character) if character.isdecimal() else _NUMERALS[character]
            digit = unit if tens else digit * 10 + unit
    return total + digit


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
        text = _TITLE_LABEL.sub("", bare(line.text))
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
        if (item.text[-1:] in "号號函令)）" or "签发" in item.text)
        and (found := document_number(item.text))[0]
    }
    if len({text for text, bracketed in numbers.values() if bracketed}) > 3:
        return None  # a list of documents
    at, (number, bracketed) = next(
        ((at, found) for at, found in numbers.items() if found[1]),
        next(iter(numbers.items()), (-1, ("", False))),
    )
    if not bracketed and (labelled := number_within(bare(labels.get("number", "")))):
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
    title = title or bare(labels.get("title", ""))
    issuer = (
        ("、".join(issuers) if marked else "")
        or bare(labels.get("issuer", ""))
        or "、".join(issuers)
        or issuer_of_title(title)
        or signature
    )
    date = (
        date
        or date_within(bare(labels.get("date", "")))[0]
        or _date_by_title(head, last if title else at)
        or _printed(items)
    )
    recipient = recipient or bare(labels.get("recipient", "")).rstrip(":：")
    return Found(Official(issuer[:200], recipient[:300], number, date), title[:300])


def _labels(head: list[_Item]) -> dict[str, str]:
    """What tables and lists say by name: 发文字号：国发〔2024〕5号, in one cell or line or in two."""
    found: dict[str, str] = {}
    waiting = ""
    for item in head:
        for cell in item.line.text.split("\t"):
            text = plain(bare(cell))
            if not text:
                continue
            label = _LABEL.match(text)
            field = label.lastgroup if label else None
            if label and field and text[label.end() :] in ("", ":"):
                waiting = field
                continue
            if label and field and text[label.end()] == ":":
                found.setdefault(field, bare(cell)[label.end() + 1 :])
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
        kind = headed(item.text)
        organs = organ_names(item.line.text)
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
        if not title_begins(item.text):
            continue
        text, end = item.text, start
        while not title_ends(text):
            end += 1
            if end >= len(head) or end - start >= _TITLE_LINES or not title_goes_on(head[end].text):
                break
            if not _alike(head[start].line, head[end].line):
                break
            text += head[end].text
        if not title_ends(text) or len(text) > 200:
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
    if not organ(above.text) or headed(above.text) or above.line.red != line.red:
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
            folded = plain(text)
            if ":" in folded:
                found = addressee(text)
                if found:
                    return found, end
                break
            if (
                "。" in folded
                or len(folded) > 260
                or document_number(items[end].text)[0]
                or written_date(items[end].text)
            ):
                break
    return "", -1


def _signature(items: list[_Item], start: int) -> tuple[str, str]:
    """The organs that signed and the date below them, or else the first date that stands alone."""
    alone = ""
    for at in range(max(start, 0), len(items)):
        text = items[at].text
        if len(text) > 60:
            continue
        date = written_date(text)
        before = ""
        if not date:
            date, before = date_within(text)
            before = unstamped(before)
            if not date or not organ(before) or not plain(text).rstrip(".").endswith(("日", text[-2:])):
                continue
            if not written_date(text[len(before) :].lstrip("()（）盖章印公")):
                continue
            return before, date
        names: list[str] = []
        for above in reversed(items[max(start, at - 6) : at]):
            name = unstamped(above.text)
            organs = organ_names(above.line.text) if organ(name) else []
            if not organs:
                break
            names = [unstamped(organ) for organ in organs] + names
        if names:
            return "、".join(names), date
        alone = alone or date
    return "", alone


def _date_by_title(head: list[_Item], last: int) -> str:
    """The date in brackets below the title."""
    for item in head[last + 1 : last + 4] if last >= 0 else ():
        folded = plain(item.text)
        date = date_within(folded)[0] if folded.startswith("(") else written_date(folded)
        if date:
            return date
    return ""


def _printed(items: list[_Item]) -> str:
    """The date in the line at the foot that says who printed it (…2009年9月3日印发)."""
    for item in reversed(items):
        if plain(item.text).endswith(("印发", "印發")):
            return date_within(item.text)[0]
    return ""

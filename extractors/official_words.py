"""The wording of Chinese official documents (公文, GB/T 9704): numbers, dates, organs, addressees, titles."""

from __future__ import annotations

import re

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN = _FULL_WIDTH | {ord(a): ord(b) for a, b in zip("﹝﹞﹙﹚﹕﹐﹔∶︰", "〔〕():,;::", strict=True)}
_DIGITS = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF1A)}
_ZERO = "〇○零OoＯ◯0"
_NUMERALS = {c: n for n, c in enumerate("〇一二三四五六七八九")} | dict.fromkeys(_ZERO, 0)
_TENS = {"十": 10, "廿": 20, "卅": 30}
_YEAR = rf"[\d{_ZERO}一二三四五六七八九]{{4}}"
_COUNT = r"[\d〇○零一二三四五六七八九十廿卅]{1,3}"
_DATE = re.compile(rf"(?P<year>{_YEAR})年(?P<month>{_COUNT})月(?:(?P<day>{_COUNT})[日号])?")
_DIGIT_DATE = re.compile(r"(?P<year>(?:19|20)\d\d)([-./])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?:\d\d:\d\d(?::\d\d)?)?")
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


def number(text: str) -> tuple[str, bool]:
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


def date(text: str) -> str:
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


def organs(text: str) -> list[str]:
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
    return len(folded) <= 80 and not _SENTENCE.search(folded) and not number(text)[0] and not date(text)


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

"""Titles of documents that have no field for one that can be trusted: which of the first lines it is, and whether what
the properties say is believable."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document
from extractors.titles import official

# Which of the first lines of a document looks like its title: by style, size, place, weight, and how it
# reads.
#
# The weights are ours; what counts is what the catalogue names for Word and RTF: title styles, centred,
# largest and bold
# paragraphs, likeness to the body, fluency.

_CANDIDATES = 30  # lines among which the title is
_TITLE_LINES_LONGEST = 250
_NUMBERED = 60  # characters of a line that may be one of a series
_DIGITS = re.compile(r"\d+")
_WIDE = 180  # columns from which a line is rather a paragraph; titles of papers reach that
_SENTENCE = re.compile(r"[.!?;](?:\s|$)|[。！？；]")
_MERGED = 6  # lines a title is broken into at most
_BODY_BEFORE = 60  # characters of plain text above a title at most; above others, it is one of a section
_FORM_BEFORE = 480  # the same, of fields on a cover, above its largest letters
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
# What stands above parts of many documents: as the title of a whole one it is unlikely.
_PART = re.compile(
    r"""(?:(?:version|revision|rev|v|版本)\.?\s*[<\[(]?\d[\d.]*[>\])]?|(?:(?:first|second|final|rough)\s+)?draft(?:\s+(?:report|version|copy
    |document))?|(?:table\s+of\s+)?contents|index|references|reference\s+list|bibliography|literature|abstract|summary|figures
    |list\s+of\s+(?:figures|tables)|appendix(?:\s+\w)?|acknowledge?ments?|dedication|declaration|glossary|(?:document\s+|change\s+)?
    (?:revision|version|change)s?\s+(?:history|log|record)|change\s*log|document\s+(?:control|history)|inhalt(?:sverzeichnis)?
    |literatur(?:verzeichnis)?|zusammenfassung|danksagung|(?:änderungs|versions)(?:historie|verzeichnis)|sommaire|résumé|remerciements
    |table\s+des\s+matières|références|bibliographie|índice|contenido|resum(?:en|o)|agradec?imentos|agradecimientos|indice|riassunto
    |ringraziamenti|obsah|spis\s+treści|streszczenie|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|inhoud(?:sopgave)?|tartalom(?:jegyzék)?
    |cuprins|içindekiler|mục\s+lục|lời\s+cảm\s+ơn|оглавление|содержание|съдържание|зміст|литература|аннотация|реферат|анотація
    |目\s*[录錄次]|参考文献|參考文獻|摘\s*要|附\s*录|附\s*錄|(?:中\s*文|英\s*文)\s*摘\s*要|内容提要|致\s*谢|致\s*謝|诚信声明|原创性声明|(?:文档|文件|版本)?(?:修[订改正]|变更|更改|更新)
    (?:历史记录|历史|记录|履历|说明|歷程|履歷)|版本(?:历史|记录|变更历史|变更记录)|文档修订|目次|改訂履歴|変更履歴|謝辞|要旨|概要|차례|목차|초록|요약)\s*[:：]?""",
    re.IGNORECASE | re.VERBOSE,
)
_CONTENTS = re.compile(
    r"(?:table\s+of\s+)?contents|inhalt(?:sverzeichnis)?|sommaire|table\s+des\s+matières|índice|contenido|indice|sumário|obsah"
    r"|spis\s+treści|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|inhoud(?:sopgave)?|mục\s+lục|оглавление|содержание|目\s*[录錄次]",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"\s\d{1,4}$")
_ADDRESS = re.compile(r"https?://|\bwww\.\w|\S@\S+\.\w")
_OPENING = re.compile(
    r"(?:\d+\.?\s+)?(?:introduction|einleitung|einführung|введение|introducción|preface|foreword|vorwort|前\s*言|引\s*言|绪\s*论"
    r"|概\s*述|requirements|prerequisites|system\s+requirements|installation|overview|background|getting\s+started|results|conclusions?|(?:materials\s+and\s+)?methods|methodology|objectives|discussion|license|disclaimer"
    r"|voraussetzungen|hintergrund|contexte|contexto|antecedentes|предисловие|преамбула|preamble|目\s*的|背\s*景)",
    re.IGNORECASE,
)
# Who issued it: it stands above the title.
_ORGAN = re.compile(
    r"""(?!.*\b(?:reports?|guide|handbook|manual|plan|policy|act|programme?|strategy|survey|review|rules|code|charter|minutes|thesis|syllabus
    |bylaws|by-laws|agenda|form|agreement|application|bericht|rapport|informe|relatório|отч[её]т|устав|положение|правила)\b)(?:
    (?:\w{2,8}\s+[-–—]\s+)?(?:the\s+)?(?:ministry|department|office|university|faculty|ministère|ministerium|ministerio|universität|université|universidade?
    |università|univerzita|uniwersytet|министерство|комитет|университет|учреждение|администрация|правительство|федеральн\w+|кафедра|факультет
    |муниципальн\w+|міністерство)\b.*
    |(?:\w{2,8}\s+[-–—]\s+)?(?:the\s+)?(?:(?:\S+\s+){0,3}(?:college|school|institute)\s+(?:of|for)|instituto|institut\s+(?:für|de|d\S+)|istituto|escola|escuela|école|facultad|faculdade
    |facoltà|faculté|departamento|dipartimento|département|fakultät|fachbereich|hochschule|politecnico|katedra|wydział)\s+\S.*
    |(?:общество\s+с\s+ограниченной|(?:публичное\s+|закрытое\s+|открытое\s+)?акционерное|ООО|ОАО|ПАО|ЗАО|АО|ТОО|ИП)\s.*
    |(?:\S+\s+){0,5}(?:университет|институт|академия|колледж)\w{0,2}(?:\s.*)?
    |(?:\S+\s+){1,5}(?:ltd|inc|gmbh|llc|corp|s\.a|b\.v|university|agency|college|institute)\.?(?:,\s.*|\s*\(.*)?
    |(?-i:[\u4e00-\u9fff（）()]{2,24}(?:部|厅|局|委员会|公司|大学|学院|研究院|研究所|办公室|委|院|會|会)
    |[\u4e00-\u9fff]{2,12}(?:大学|学院)(?:[（(][^（）()]{1,6}[）)])?[\u4e00-\u9fff]{0,10}(?:教育|分校|系|处|中心)
    |[\u4e00-\u9fff（）()]{2,24}(?:政府|部|厅|局|委员会|公司|大学|学院|研究院|办公室|委|院|会)文件))""",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
# A field of a form or of a cover: its label and what stands there.
_FIELD = re.compile(r"((?:[\u3040-\u30ff\u3400-\u9fff][ \u3000]*){2,8})[:：]\s*(\S.*)")
_NAMING = re.compile(r".*(?:名\s*称|题\s*目|标\s*题|課題名?|课题|主题|題目|件名|タイトル)\s*")
_FIELDS = 2
# What a thing is called, before what the document about it is.
_THESIS = re.compile(
    r"(?:[\u4e00-\u9fff]{2,10}(?:大学|学院))?(?:全日制)?(?:本科|硕士|博士|学士|研究生|专业|工程)*(?:生)?(?:学位论文|毕业论文|毕业设计)(?:（论文）|\(论文\))?"
)
_QUOTED = re.compile(r"(?:<{1,2}[^<>]{1,40}>{1,2}|《[^《》]{1,40}》|«[^«»]{1,40}»|【[^【】]{1,40}】)")
# Words that say what a document is; one of them in a line is a sign that the line is a title.
_KIND = re.compile(
    r"""(?:.*\s)?(?:agreement|contract|syllabus|agenda|minutes|report|proposal|application(?:\s+form)?|form|invoice|memorandum|manual|handbook
    |guide|guidelines|specification|policy|plan|bylaws|by-laws|résumé|curriculum\s+vitae|license|licence|questionnaire|bericht|vertrag|satzung
    |rapport|contrat|cahier\s+des\s+charges|contrato|informe|relatório|контракт|договор|отч[её]т|устав|заявление|доверенность)
    |(?:rapport|compte[\s-]rendu|contrat|informe|acta|contrato|relatório|relazione|verbale|отч[её]т|договор|устав|положение|правила|политика|справка
    |приказ|заявление|протокол|инструкция|доверенность)[\s:].*
    |.*(?:报告|申请表|登记表|说明书|合同|协议|通知|办法|规定|方案|计划书|手册|指南|总结|大纲|规范|细则|纪要|公告|招标文件|采购文件|报告书|申請書|契約書|仕様書|マニュアル)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SALUTATION = re.compile(
    r"(?:dear|sehr\s+geehrte[rn]?|liebe[rn]?|chère?|cher|monsieur|madame|messieurs|estimad[oa]s?|gentile|уважаем\w+)\b"
    r".{0,60}[,:!]?$|to\s+whom\s+it\s+may|(?:尊敬的|亲爱的|敬启者).{0,30}[:：，,!！]?$",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"(?:\d+(?:\.\d+)*[.)]?|[一二三四五六七八九十]+、|第[一二三四五六七八九十\d]+[章节條条])\s*\S"
    r"|(?:chapter|section|part|kapitel|teil|chapitre|capítulo|capitolo|глава|раздел|часть)\s+\S",
    re.IGNORECASE,
)
# What stands at the top of documents and is no title: dates, addresses, salutations, labels with a value.
_NO_TITLE = re.compile(
    r"""(?:dear\b|to\s+whom|sehr\s+geehrte|chère?\b|estimad[oa]|hello\b|hi\b|尊敬的|亲爱的|敬启者
    |(?:date|to|from|cc|re|subject|fax|tel|phone|e-?mail|name|address|author|version|von|an|datum|betreff|an)\s*[:：]
    |(?:日期|姓名|单位|电话|地址|时间|编号|附件|收件人|发件人|作者)\s*[\d一二三]*\s*[:：]
    |附件\s*[\d一二三四五六七八九十]*\s*$|附\s*[:：]
    |page\s+\d+|第\s*\d+\s*页|(?:https?://|www\.)\S+$|\S+@\S+\.\S+$|\(?\+?[\d\s().-]{6,}$
    |\d{1,4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,4}\s*日?$
    |(?:\w+,?\s+)?\d{1,2}\.?(?:st|nd|rd|th)?\s+(?:of\s+)?[^\W\d]{3,9}\.?,?\s+\d{4}$
    |(?:[^\W\d]+day,?\s+)?[^\W\d]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}$
    |(?:draft|confidential|绝密|机密|秘密)(?:[★*].*)?\s*$|(?:fig(?:ure)?|table|abb|图|表)\.?\s*\d+)""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line or paragraph of the body with what makes it stand out."""

    text: str
    size: float = 0.0  # in points, or any one unit
    bold: bool = False
    centred: bool = False
    level: int = 0  # of a heading; 0 = none
    named: bool = False  # is it in the style for titles?
    red: bool = False
    gap: int = 0  # empty lines above
    cell: bool = False  # is it in a table or a text box?
    listed: bool = False  # is it an item of a list?
    field: bool = False  # does it, or did it, begin with a label?


@dataclass(frozen=True, slots=True)
class _Body:
    """What most of the text looks like."""

    size: float
    bold: bool
    centred: bool
    length: int
    whole: int
    capitals: bool
    said: Counter[str]


def words(text: str) -> list[str]:
    """Words in small letters, single characters of scripts without blanks."""
    return _WORD.findall(text.casefold())


def issuer(text: str) -> bool:
    """Is this the name of an institution or a company?"""
    return _ORGAN.fullmatch(text.strip()) is not None


def part(text: str) -> bool:
    """Does it stand above a part of many documents?"""
    return (_PART.fullmatch(text) or _OPENING.fullmatch(text)) is not None


def kind(text: str) -> bool:
    """Does it say what kind of document this is, besides other words?"""
    return len(text) <= _NUMBERED and len(text) > 4 and _KIND.fullmatch(text) is not None


def weigh(lines: Sequence[Line]) -> list[Candidate]:
    """The lines that could be the title, with how much speaks for them."""
    lines = _unlabelled([line for line in lines if line.text.strip()])
    if not lines:
        return []
    body = _body(lines)
    found = []
    seen: set[tuple[float, bool, bool, int]] = set()
    looks = Counter(_look(line) for line in lines)
    sizes = sorted({line.size for line in lines[:_CANDIDATES]})[-2:]
    alone = _alone(lines)
    letter = any(_SALUTATION.match(line.text.strip()) for line in lines[:_CANDIDATES])
    series = _series(lines)
    before, index, place, largest, part = 0, 0, 0.0, 0.0, 0
    entitled = listing = entries = False
    while index < min(len(lines), _CANDIDATES):
        line, count = _merged(lines, index, body)
        if _sayable(line.text):
            score, reason, source = _score(line, place, body)
            if not source and line.field and not line.listed and before <= _FORM_BEFORE:
                score, reason, source = (
                    44 - _against(line, body),
                    "A label says that it is the title.",
                    "first line",
                )
            if not source and not index and alone:
                score, reason, source = (
                    43 - _against(line, body),
                    Message("stands-alone-above"),
                    "first line",
                )
            if source:
                if (
                    line.size == sizes[-1] > 1.25 * sizes[0]
                    and source == "largest text"
                    and before <= _FORM_BEFORE
                ):
                    score += 8
                if issuer(line.text) and not line.named:
                    score = min(score, 28.0)  # a letterhead
                if listing or (entries and _ENTRY.search(line.text)):
                    score -= 40  # in the table of contents, or below it
                if line.named and line.size < largest and (entitled or _NUMBER.match(line.text)):
                    score -= 60  # a style for titles that sections are written in
                elif line.named and entitled:
                    score -= 15
                entitled |= line.named
                exact = kind(line.text) and len(words(line.text)) < 4 and (line.centred or line.bold)
                score -= min(30, max(0, before - _BODY_BEFORE) / 8) / (
                    3 if exact and before <= _FORM_BEFORE else 1
                )
                if letter and not line.named:
                    score -= 30
                first = _look(line) not in seen and (line.centred or line.size > body.size * 1.05)
                if looks[_look(line)] >= count + 2 and not line.named and not first:
                    score -= 7  # many lines look so: those above sections
                if line.level and not line.named and largest > line.size * 1.05:
                    score -= 25  # something larger stands above
                if part and line.level > part:
                    score -= 50  # of a section inside a part
                if score > 30:
                    largest = max(largest, line.size)
                if line.level and spacing.line(line.text) in series:
                    part = line.level
                seen.add(_look(line))
                found.append(Candidate(spacing.line(line.text), source, score, reason))
        if not _stands_out(line, body) and not line.cell:
            before += len(line.text)
        entries |= _CONTENTS.fullmatch(line.text.strip()) is not None
        listing |= entries and any(one.score > 20 for one in found[:-1])
        index, place = index + count, place + (0.25 if line.cell else 1.0)
    return _sections_apart(found, series)


def _alone(lines: Sequence[Line]) -> bool:
    """Is the first line a short one, with a long paragraph below?"""
    text = lines[0].text.strip()
    if len(lines) < 2 or lines[0].listed or lines[0].cell or lines[1].cell:
        return False
    weight = len(text) + sum(1 for c in text if c >= "\u2e80")
    below = len(lines[1].text) + sum(1 for c in lines[1].text[:500] if c >= "\u2e80")
    whole = text[:1].isalnum() and text[-1:] not in ".,;。，；" and not _SENTENCE.search(text)
    return whole and weight <= 80 and below >= 150 and below >= 3 * weight


def _unlabelled(lines: list[Line]) -> list[Line]:
    """The lines, those that name the document without the label before the name; other fields tell that they are
    none where several stand together."""
    found = [
        _FIELD.fullmatch(line.text.strip()) if len(line.text) < _TITLE_LINES_LONGEST else None
        for line in lines[:_CANDIDATES]
    ]
    several = sum(map(bool, found)) >= _FIELDS
    for at, field in enumerate(found):
        if field and _NAMING.fullmatch(field[1]):
            lines[at] = replace(lines[at], text=field[2], field=True)
        elif field and several:
            lines[at] = replace(lines[at], field=True, listed=True)
    return lines


def _look(line: Line) -> tuple[float, bool, bool, int]:
    return line.size, line.bold, line.centred, line.level


def _series(lines: Sequence[Line]) -> set[str]:
    """Lines that differ from another of the same look in their numbers alone: TEST 1, TEST 2."""
    kin: dict[object, set[str]] = {}
    for line in lines:
        text = spacing.line(line.text)
        if len(text) <= _NUMBERED and _DIGITS.search(text) and not line.named:
            kin.setdefault((_DIGITS.sub("#", text), *_look(line)), set()).add(text)
        label, colon, _ = text.replace("：", ":").partition(":")
        if colon and line.level and len(text) <= _NUMBERED and not line.named:
            kin.setdefault((label, *_look(line)), set()).add(text)
    return {text for texts in kin.values() if len(texts) > 1 for text in texts}


def _sections_apart(found: list[Candidate], series: set[str]) -> list[Candidate]:
    """Headings of sections count less than what stands above them: numbered ones, and far less those of a series."""
    return [
        one._replace(score=one.score - 100)
        if one.text in series
        else one._replace(score=one.score - 15)
        if one.source != "title style" and _NUMBER.match(one.text)
        else one
        for one in found
    ]


def _body(lines: Sequence[Line]) -> _Body:
    sizes: Counter[float] = Counter()
    bold = centred = capitals = total = 0
    plain = [line for line in lines if not line.level and not line.named] or lines
    for line in plain:
        length = len(line.text)
        sizes[line.size] += length
        bold += length * line.bold
        centred += length * line.centred
        capitals += length * _capitals(line.text)
        total += length
    whole = sum(len(line.text) for line in lines)
    said = Counter(word for line in lines for word in words(line.text[:5000]))
    size = sizes.most_common(1)[0][0]
    return _Body(size, bold * 2 > total, centred * 2 > total, total, whole, capitals * 2 > total, said)


def _stands_out(line: Line, body: _Body) -> bool:
    return bool(
        line.named
        or line.level
        or line.size > body.size * 1.05
        or (line.bold and not body.bold)
        or (line.centred and not body.centred)
    )


def _merged(lines: Sequence[Line], index: int, body: _Body) -> tuple[Line, int]:
    """A line with those that go on with it: the same looks, nothing between."""
    first = line = lines[index]
    count = 1
    if (
        not _stands_out(first, body)
        or first.listed
        or _NO_TITLE.match(first.text)
        or (first.level and not first.named and not first.centred)
        or first.field
    ):
        return first, 1
    if index + 1 < len(lines) and _QUOTED.fullmatch(first.text.strip()):
        after = lines[index + 1]
        if (
            not after.gap
            and after.size > 0.8 * first.size
            and (after.bold, after.centred) == (first.bold, first.centred)
        ):
            return replace(first, text=spacing.join_lines([first.text, after.text])), 2
    for following in lines[index + 1 : index + _MERGED]:
        if (
            following.gap
            or (
                following.size,
                following.bold,
                following.centred,
                following.named,
                following.level,
                following.cell,
            )
            != (first.size, first.bold, first.centred, first.named, first.level, first.cell)
            or not (first.centred or first.named or first.size > body.size * 1.2)
            or following.listed
            or following.field
            or (issuer(line.text) and not (_cyrillic(line.text) and issuer(f"{line.text} {following.text}")))
            or _NO_TITLE.match(following.text)
            or _NUMBER.match(following.text)
            or len(line.text) + len(following.text) > 160
        ):
            break
        line = replace(line, text=spacing.join_lines([line.text, following.text]))
        count += 1
    if count == _MERGED and index + count < len(lines):
        after = lines[index + count]
        if not after.gap and (after.size, after.bold, after.centred) == (
            first.size,
            first.bold,
            first.centred,
        ):
            return first, 1  # a whole page that looks like this: its lines are no title together
    return line, count


def _score(line: Line, index: float, body: _Body) -> tuple[float, str, str]:
    """(weight, what speaks for it most, source); no source when nothing does."""
    score, reason, source = 0.0, "", ""
    if line.centred and not body.centred:
        score, reason, source = score + 12, Message("centred-beginning"), "first line"
    if line.bold and not body.bold:
        score, reason, source = score + 9, reason or Message("bold-beginning"), "first line"
    if index < 3 and _capitals(line.text) and not body.capitals:
        score, reason, source = (
            score + 12,
            reason or Message("written-capitals-beginning"),
            "first line",
        )
    ratio = line.size / body.size if body.size else 1.0
    if ratio > 1.05:
        score += min(40.0, 14 + 40 * (ratio - 1))
        reason = Message("larger-text-instead", size=f"{line.size:g}", body=f"{body.size:g}")
        source = "largest text"
    if (source or not index) and len(line.text) <= 2 * _NUMBERED and _KIND.fullmatch(line.text.strip()):
        score, source = score + (14 if not index and not source else 8), source or "first line"
        reason = reason or Message("says-kind")
    if line.level:
        score += 34 - 8 * (min(line.level, 4) - 1)
        reason, source = Message("heading-beginning"), "heading"
    if line.named:
        score += 60 if ratio > 0.9 else 40
        reason, source = Message("written-style-titles"), "title style"
    if source:
        score += 24 * max(0.0, 1 - index / 10) + 6 * _likeness(line.text, body) - _against(line, body)
    return score, reason, source


def _likeness(text: str, body: _Body) -> float:
    """The share of its words that the rest of the text says again."""
    mine = Counter(words(text))
    if not mine:
        return 0.0
    return sum(1 for word, count in mine.items() if body.said[word] > count) / len(mine)


def _against(line: Line, body: _Body) -> float:
    """What speaks against a line by how it reads."""
    text, against = line.text.strip(), 0.0
    if _NO_TITLE.match(text):
        against += 40
    elif _PART.fullmatch(text):
        against += 100
    elif _OPENING.fullmatch(text):
        against += 25
    elif _THESIS.fullmatch(text):
        against += 12
    elif issuer(text):
        against += 30 if not line.named else 60
    width = len(text) + sum(1 for c in text if c >= "\u2e80")
    if width > _WIDE:
        against += 10 + (width - _WIDE) / 4
    if width > 120 and _SENTENCE.search(text):
        against += 10 + (width - 120) / 6
    if _ADDRESS.search(text):
        against += 40
    if text.endswith((":", "：")):
        against += 20
    elif text.endswith(("。", "；", ";", "，", ",")):
        against += 15
    elif text.endswith(".") and len(words(text)) > 6:
        against += 12
    elif text.endswith(("!", "！")) and not line.named:
        against += 4
    letters = sum(1 for c in text if c.isalpha())
    if letters * 2 < len("".join(text.split())):
        against += 20
    if letters < 3 and not any(c >= "\u2e80" for c in text):
        against += 15
    if line.listed:
        against += 12
    if line.field and line.listed:
        against += 18
    if line.cell:
        against += 14
    if text.startswith(("(", "（", "[")):
        against += 15
    if body.whole <= len(text):
        against += 0 if line.named else 35  # nothing it could be the title of
    elif body.length <= 2 * len(text) and not line.named and not line.level:
        against += 8
    return against


def _cyrillic(text: str) -> bool:
    """Is it in a script in which the names of institutions fill several lines?"""
    return "\u0400" <= text.rstrip(' .,»"')[-1:] <= "\u04ff"


def _capitals(text: str) -> bool:
    """Are all letters capitals, in a script that has two kinds of them?"""
    letters = [c for c in text if c.lower() != c.upper()]
    return len(letters) >= 8 and all(c.isupper() for c in letters)


def _sayable(text: str) -> bool:
    return len(text) <= _TITLE_LINES_LONGEST and sum(1 for c in text if c.isalnum()) >= 2


__all__ = ["Line", "believable", "choose", "same"]

_MOST = 12
_LONGEST = 300
_HEAD = 3000  # characters in which a title of the properties is looked for
_ENOUGH = 30.0
"""What a candidate needs to be the title. Below, it only stands among those that were weighed."""

# What programs write into the title field by themselves: file names, their own name, placeholders.
_MACHINE = re.compile(
    r"""(?:microsoft\s+(?:word|powerpoint|excel)\b.*|.*\.(?:docx?|dot|rtf|xlsx?|pptx?|pdf|dvi|e?ps|tex|indd|qxd|cdr|pmd
    |html?|txt|odt|wpd|fm|tmp|jpe?g|png|tiff?)|(?:untitled(?:\s+(?:document|presentation|spreadsheet))?|no\s+title|title|unknown|document|doc|slide|presentation
    |powerpoint\s+presentation|new\s+document|word\s+document|normal|template|title\s+layout|titolo\s+documento|无标题|未命名|無題
    |新建.{0,20}文档|pdf-title)[\s\d()._-]*|[\W\d_]*|(?:file|https?):.*)""",
    re.IGNORECASE | re.VERBOSE,
)


def believable(title: str) -> bool:
    """Could a person have written this title? (No file name, no placeholder, not garbled.)"""
    if not title or _MACHINE.fullmatch(title) or "�" in title:
        return False
    strange = sum(1 for c in title if "\x80" <= c <= "\xff" or c in "ƒ‚„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ‰")
    odd = sum(1 for c in title if unicodedata.category(c) in ("Co", "Cn", "Cs"))
    return strange * 3 <= len(title) and not odd


def same(a: str, b: str) -> bool:
    """Is one title found in the other text, white space and case apart?"""
    return _key(a) in _key(b)


def _key(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def choose(
    document: Document,
    lines: Sequence[Line],
    named: str,
    *,
    source: str = "metadata",
    name: str | None = None,
) -> None:
    """Set title, candidates and what an official document says of itself, from the first lines of the body and the
    title its properties hold (`named`; `source` says which properties)."""
    found = weigh(lines)
    issued = official.find(
        official.Line(line.text, line.size, line.red, line.centred, line.bold) for line in lines
    )
    if issued:
        document.official = issued.official
        if issued.title:
            reason = Message("official")
            found.append(Candidate(spacing.line(issued.title), "official title", 95.0, reason))
    named = spacing.line(named)
    if named:
        found.append(_of_properties(named, source, document.text, found))
    if name:
        file = re.split(r"[/\\]", name.partition("?")[0])[-1]
        found.append(Candidate(spacing.line(file), "file name", 0.0, Message("name-of-file")))
    if all(candidate.score < _ENOUGH for candidate in found if candidate.source != "file name"):
        found += _headers(document)
    best: dict[str, Candidate] = {}
    for candidate in sorted(found, key=lambda one: -one.score):
        if candidate.text:
            best.setdefault(
                _key(candidate.text) + ("\0" if candidate.source == "file name" else ""), candidate
            )
    ranked = list(best.values())
    document.candidates = tuple(
        one._replace(text=one.text[:_LONGEST], score=round(one.score, 1)) for one in ranked[:_MOST]
    )
    if ranked and ranked[0].score >= _ENOUGH and ranked[0].source != "file name":
        document.title, document.title_source = ranked[0].text, ranked[0].source


def _headers(document: Document) -> list[Candidate]:
    """What stands above each page and says what kind of document this is: the title where the pages are a form."""
    texts = [
        spacing.line(part.text) for part in document.parts if part.role == "header" and "\n" not in part.text
    ]
    return [
        Candidate(text, "header", 35.0, Message("above-says-kind"))
        for text in texts[:1]
        if kind(text) and not issuer(text)
    ]


def _of_properties(named: str, source: str, text: str, found: list[Candidate]) -> Candidate:
    """How much a title of the properties is worth; a line that says the same becomes better by it."""
    if not believable(named):
        return Candidate(named, source, 0.0, Message("properties-name-program"))
    key = _key(named)
    for index, candidate in enumerate(found):
        shown = _key(candidate.text)
        if shown == key and issuer(named):
            return Candidate(named, source, 20.0, Message("properties-name-issuer"))
        if shown == key or (key in shown and len(shown) < 1.3 * len(key)):
            found[index] = candidate._replace(score=candidate.score + 30)
            score = candidate.score + (
                30.5 if shown == key else 29.5
            )  # what is seen counts more than a part of it
            return Candidate(named, source, score, Message("properties-name-text"))
    for index, candidate in enumerate(found):
        if candidate.score >= _ENOUGH and len(key) > 3 and _key(candidate.text).startswith(key):
            found[index] = candidate._replace(score=candidate.score + 15)
            return Candidate(named, source, candidate.score, Message("properties-name-goes-on"))
    if len(key) > 3 and any(_key(line) == key for line in text[:_HEAD].split("\n")):
        return Candidate(named, source, 45.0, Message("properties-name-text"))
    if _key(text[: 4 * _LONGEST]).startswith(key):  # programs take the first words when nobody gives a title
        return Candidate(named, source, 15.0, Message("properties-name-how"))
    if len(key) > 3 and key in _key(text[:_HEAD]):
        return Candidate(named, source, 40.0, Message("properties-name-text"))
    return Candidate(named, source, 25.0, Message("properties-name-text-not"))

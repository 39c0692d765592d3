"""What speaks against a line being a title: headings every document has, mastheads, dates, addresses, fragments."""

from __future__ import annotations

import re
from functools import lru_cache

_HEADINGS = re.compile(
    r"""(?:\W|\d)*(?:abstract|summary|contents?|table\s+of\s+contents|introduction|references|bibliography|index|preface
    |foreword|acknowledge?ments?|appendix|keywords?|executive\s+summary|page|draft|confidential|figure|table|list\s+of
    \s+(?:figures|tables)|inhalt(?:sverzeichnis)?|zusammenfassung|einleitung|r[ée]sum[ée]|sommaire|introducci[óo]n|[íi]ndice
    |resumen|sum[áa]rio|оглавление|содержание|введение|аннотация|目\s*[录錄次]|摘\s*要|前\s*言|引\s*言|序\s*言|附\s*[录錄]|はじめに|概要|要旨
    |차례|목차|초록|서론|contents|part\s+[ivx\d]+|section|sample|note|notes|notice|warning|to|from|subject|re|date|name
    |address|signature|total|conclusions?|discussion|subheading|header|(?:page|seite|p[áa]gina|стр\w*)\s*\d+\s*(?:of|von|de|di|из|/)|footer|body|text|yes|no|and|the)(?:\W|\d)*""",
    re.IGNORECASE | re.VERBOSE,
)
_MASTHEAD = re.compile(
    r"""\b(?:journal\s+of|proceedings\s+of|transactions\s+on|lecture\s+notes|issn|isbn|doi|arxiv|vol\.|volume\s+\d|no\.\s*\d
    |issue\s+\d|pp\.|preprint|copyright|©|all\s+rights\s+reserved|www\.|available\s+online|received|accepted|published
    |printed\s+(?:in|on)|page\s+\d+\s+of)|^(?:第\s*\d+\s*[卷期])|(?:学报|學報)$""",
    re.IGNORECASE | re.VERBOSE,
)
_PERIODICAL = re.compile(
    r"^(?:the\s+)?(?:\w+\s+){0,3}(?:journal|transactions|proceedings|annals|bulletin)\s+(?:of|on|in)\b(?!.*:)|^acta\s\w+"
    r"|^lecture\s+notes\s+in|\bjournal$|学报$|學報$|雑誌$",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\d+(?:\.\d+)+\.?\s|(?:[2-9]|1\d)\.\s+\S|(?:chapter|kapitel|chapitre|cap[íi]tulo|глава|part|section|unit|lesson)\s+[\divxlc]+\W*$|第.{1,3}[章节節編编]$",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|[表图圖])\s*\w{0,2}\d", re.IGNORECASE
)
_GARBLED = re.compile(
    r"[a-z][A-Z]{2,}[a-z]|[^\W_][\]\[<>^\\+=?@#$%][^\W_]|\w[^\w\s'’.,&/:-]{2,}\w|[A-Z]{2,}[a-z]+[A-Z]{2,}|[^\W\d]\d[^\W\d]\w*\d"
)
_ADDRESS = re.compile(r"\S+@\S+\.\w|https?://|\bwww\.|\.(?:com|org|edu|net|gov|cn|de|html?)\b", re.IGNORECASE)
_DATE = re.compile(
    r"""\W*(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\W+)?(?:\d{1,2}(?:st|nd|rd|th)?\W+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct
    |nov|dec|spring|summer|autumn|fall|winter|q[1-4])\w*\.?\W*(?:\d{1,2}(?:st|nd|rd|th)?\W*)?(?:\d{1,2}:\d\d(?::\d\d)?\W*)?(?:,?\s*\d{4})?\W*
    |[\d\s./:年月日,-]+|version\s+[\d.\w]+|rev(?:ision|\.)?\s+[\w.]+|v\d[\d.]*""",
    re.IGNORECASE | re.VERBOSE,
)
_OPEN_END = re.compile(
    r"(?:\b(?:of|the|and|for|in|on|to|with|a|an|by|from|at|der|die|das|und|von|für|de|la|le|des|du|et|y|del|и|в|на)|[,:;(\[/&-])$",
    re.IGNORECASE,
)
_OPEN_START = re.compile(
    r"(?:of|the|and|for|in|on|to|with|by|from|at|as|using|via|der|die|das|und|von|für|de|du|des|pour|et|y|para|для|и|в|на)(?:\s|$)",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"""(?:international|national|european|british|american)\s+standard|norme?\s+internationale|technical\s+(?:report|specification|note)s?
    |(?:original|research|review|regular|invited|short|full)\s+(?:article|paper|research|communication)s?|(?:review|article|letter|editorial
    |communication|report)s?|working\s+papers?|white\s*paper|(?:discussion|position)\s+papers?|data\s*sheet|press\s+release
    |newsletter|tutorial|case\s+(?:study|report)|open\s+access|final\s+report|(?:annual|progress|interim)\s+report|pressenotiz|pressemitteilung
    |communiqu[ée](?:\s+de\s+presse)?|(?:master|bachelor|doctoral|phd|ph\.d\.)(?:'?s)?\s*(?:thesis|dissertation)|thesis|dissertation|diplomarbeit
    |masterarbeit|bachelorarbeit|(?:中华人民共和国)?(?:国家|行业|地方|团体|企业)标准|(?:硕士|博士|学士)?学位论文|毕业设计（?论文）?|研究论文|白皮书""",
    re.IGNORECASE | re.VERBOSE,
)
_STANDARD = re.compile(
    r"(?:(?:ISO|IEC|IEEE|DIN|EN|NF|BS|GB|GB/T|ECMA|ITU-T|ANSI|ASTM|NIST|RFC|FIPS)\b[\s/]*)+[A-Z]?[\d.:/–-]+[\w.:/()–-]*"
)
_CONTENTS = re.compile(
    r"\W*(?:(?:table\s+of\s+)?contents|inhalt(?:sverzeichnis)?|sommaire|[íi]ndice|目\s*[录錄次])\W*", re.I
)
_PROGRAM = re.compile(
    r"""(?:machine.translated\s+by|(?:created|produced|generated|powered|converted|edited)\s+(?:with|by|using|from)\s|evaluation\s+(?:copy|only
    |version)|(?:un(?:registered|licensed)|trial|demo)\s+version)""",
    re.IGNORECASE | re.VERBOSE,
)
_ENDLESS = re.compile("[A-Za-z]{36}")  # longer than words are
_LABEL = re.compile(r"(?:[:：#]|\b(?:N[°ºo]|Nr|No|Num|br)[.:]*)\s*$")
_NUMBER = re.compile(r"\d{6}|\d{3}[ -]\d{3,}")
_MARKS = re.compile(r"(?<=\w)\s*[*†‡§∗⋆¶]+$")
_JUNK = re.compile(
    r"""(?:cmr\d+|.*\.(?:dvi|tex|p65|qxp|qxd|fm|mif|pub|wpd|cdr|ai|psd|xml|php|aspx?|jsp|book|sam|lwp|sdw|odp|pages|key|numbers|rpt|md)
    |(?:untitled|unbenannt|lorem\s+ipsum.*|sans\s+titre|sin\s+t[íi]tulo|senza\s+titolo|без\s+имени|無題|제목\s*없음|未命名|unnamed|none|null|n/?a|test|\(anonymous\)
    |anonymous|print(?:ing)?|print\s+job|full\s+page\s+photo|scan(?:ned)?\s*(?:document|image)?|acrobat\s+document|blank|layout|cover|template
    |titel|titre|t[íi]tulo|pdf|document\s+title|insert\s+title.*|type\s+the\s+document\s+title.*|my\s+title|title\s+here|your\s+title.*)[\s\d()._-]*
    |(?:microsoft\s+|ms)?(?:word|excel|powerpoint|publisher|visio|project)\s+-\s.*|(?:pdf)?latex.*|[a-z]{0,6}[_-]?\d{3,}[\w.-]*|[0-9a-f]{8,}|[a-z]:\\.*|/\S+
    |adobe\s+\w+.*|powerpoint.*|slide\s*\d*|folie\s*\d*|diapositiva?\s*\d*|presentazione.*|pr[äe]sentation.*|\S+_\S+|[a-z\d]+(?:-[a-z\d]+)+|\S+\.\w{1,4}\s+-\s+.*)""",
    re.IGNORECASE | re.VERBOSE,
)
EMPTY = frozenset(
    (
        "the",
        "and",
        "for",
        "with",
        "from",
        "that",
        "this",
        "are",
        "its",
        "der",
        "die",
        "das",
        "und",
        "von",
        "les",
        "des",
        "del",
        "los",
        "las",
    )
)
_NAME = re.compile(r"(?:[A-Z][\w'’-]*\.?\s+){1,3}[A-Z][\w'’-]+")
_BETWEEN = re.compile(r"[\d*†‡∗]*\s*(?:[,;&·]|\band\b|\bund\b|\bet\b)[\d*†‡∗,\s]*")
_COMPANY = re.compile(r"(?:公司|集团|集團|株式会社|주식회사|,?\s(?:Inc|Ltd|LLC|GmbH|Corp)\.?)$")
_PLACE = re.compile(
    r"\b(?:university|institute|department|universit[äéày]\w*|dept\.|faculty|college|laborator\w+)\b", re.IGNORECASE
)


def sayable(text: str) -> bool:
    """Does the text hold words?"""
    letters = sum(1 for c in text if c.isalpha())
    dense = sum(1 for c in text if "\u2e80" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af")
    return (letters >= 3 or dense >= 2) and "\ufffd" not in text


def junk(title: str) -> bool:
    """Is the title of the properties what a program or a scanner wrote there?"""
    return bool(_JUNK.fullmatch(title)) or bool(_HEADINGS.fullmatch(title))


def goes_on(text: str, following: str) -> bool:
    """Is `following` the rest of a title that `text` begins?"""
    if _OPEN_START.fullmatch(following):
        return True
    return bool(_OPEN_END.search(text) or _OPEN_START.match(following)) and not against_all(following)


def against_all(text: str) -> bool:
    """Can the text be no part of a title: an address, a date, a masthead?"""
    return bool(_ADDRESS.search(text) or _DATE.fullmatch(text) or _MASTHEAD.search(text) or _HEADINGS.fullmatch(text))


def contents(text: str) -> bool:
    """Is this the heading of a table of contents?"""
    return bool(_CONTENTS.fullmatch(text))


@lru_cache(1024)
def kind(text: str) -> bool:
    """Does the text only say what kind of document this is, or the number of a standard?"""
    return bool(_KIND.fullmatch(text) or _STANDARD.fullmatch(text))


def without_marks(text: str) -> str:
    """A title without the marks that point to its footnotes."""
    return _MARKS.sub("", text) or text


@lru_cache(1024)
def against(text: str) -> tuple[tuple[float, str], ...]:
    """Penalties of a text as a title, each with its reason."""
    found: list[tuple[float, str]] = []
    if _HEADINGS.fullmatch(text):
        found.append((7.0, "a heading every document has"))
    if _DATE.fullmatch(text):
        found.append((7.0, "a date or version"))
    if _CAPTION.match(text):
        found.append((3.0, "a caption"))
    if _PERIODICAL.search(text):
        found.append((4.0, "the name of a periodical"))
    elif _MASTHEAD.search(text):
        found.append((1.5, "a masthead"))
    if _ADDRESS.search(text):
        found.append((1.5 if " " in text else 7.0, "an address"))
    people = [person.strip(" *†‡∗0123456789") for person in _BETWEEN.split(text)]
    if len(people) > 1 and all(not person or _NAME.fullmatch(person) for person in people):
        found.append((1.0, "names"))
    if _COMPANY.search(text):
        found.append((3.0, "a company"))
    elif _PLACE.search(text) and len(text) < 80:
        found.append((0.6, "an institution"))
    said = text.casefold().split()
    if len(said) > 7 and len(set(said)) < 0.4 * len(said):
        found.append((5.0, "the same words again and again"))
    if _PROGRAM.match(text):
        found.append((5.0, "the mark of a program"))
    odd = sum(1 for character in text if character in "<>?=@#$%^|{}[]~\\")
    if odd > 2 or _ENDLESS.search(text) or sum(1 for word in text.split() if _GARBLED.search(word)) > 0.3 * len(said):
        found.append((5.0, "garbled"))
    if len(text) > 25 and ("。" in text or text.count("，") > 2):
        found.append((2.0, "sentences"))
    if _KIND.fullmatch(text):
        found.append((3.0, "a kind of document"))
    elif _STANDARD.fullmatch(text):
        found.append((4.0, "the number of a standard"))
    if _LABEL.search(text):
        found.append((2.0, "a label"))
    elif _OPEN_END.search(text):
        found.append((0.6, "breaks off"))
    elif text.endswith((".", "。")) and text.count(" ") > 3:
        found.append((0.6 if text.count(" ") < 8 else 1.5, "a sentence"))
    letters = [c for c in text if c.isalnum()]
    if letters and sum(1 for c in letters if c.isdigit()) > 0.3 * len(letters):
        found.append((1.5, "mostly figures"))
    elif _NUMBER.search(text):
        found.append((1.0, "a number"))
    if letters and len(letters) < 0.6 * len(text.replace(" ", "")):
        found.append((1.0, "mostly signs"))
    if len(letters) < 4 and text.isascii():
        found.append((1.0, "very short"))
    if _SECTION.match(text):
        found.append((1.0 if len(text) > 16 else 2.0, "the number of a section"))
    if text.count("(") > text.count(")"):
        found.append((1.2, "an open bracket"))
    if len(text) > 180:
        found.append((1.0, "very long"))
    if text[:1].islower():
        found.append((2.5 if len(letters) < 6 else 1.5 if len(text) > 60 else 0.5, "begins in the middle"))
    return tuple(found)

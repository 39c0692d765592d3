"""What the lines of a title page say: headings every document has, mastheads, dates, addresses, institutions."""

from __future__ import annotations

import re
from functools import lru_cache

HEADINGS = re.compile(
    r"""(?:\W|\d)*(?:abstract|summary|contents?|table\s+of\s+contents|introduction|references|bibliography|index|preface
    |foreword|acknowledge?ments?|appendix|keywords?|executive\s+summary|page|draft|confidential|figure|table|list\s+of
    \s+(?:figures|tables)|inhalt(?:sverzeichnis)?|zusammenfassung|einleitung|r[ée]sum[ée]|sommaire|introducci[óo]n|[íi]ndice
    |resumen|sum[áa]rio|оглавление|содержание|введение|аннотация|目\s*[录錄次]|摘\s*要|前\s*言|引\s*言|序\s*言|附\s*[录錄]|はじめに|概要|要旨
    |차례|목차|초록|서론|contents|part\s+[ivx\d]+|section|sample|copy|void|specimen|note|notes|notice|warning|to|from|subject|re|date|name
    |address|signature|total|conclusions?|discussion|subheading|header|(?:page|seite|p[áa]gina|стр\w*)\s*\d+\s*(?:of|von|de|di|из|/)|footer|body|text|yes|no|and|the|filed|received|paid|approved)(?:\W|\d)*""",
    re.IGNORECASE | re.VERBOSE,
)
MASTHEAD = re.compile(
    r"""\b(?:journal\s+of|proceedings\s+of|transactions\s+on|lecture\s+notes\s+in|issn|isbn|doi|arxiv|vol\.|volume\s+\d|n[or]\.\s*\d
    |issue\s+\d|pp\.|preprint|(?:^|is\s)copyright|copyright\s*(?:\(c\)|\d|by\b)|©|all\s+rights\s+reserved|www\.|available\s+online|received|accepted|published
    |printed\s+(?:in|on)|page\s+\d+\s+of)|^(?:第\s*\d+\s*[卷期])|(?:学报|學報)$""",
    re.IGNORECASE | re.VERBOSE,
)
ADDRESS = re.compile(r"\S+@\S+\.\w|https?://|\bwww\.|\.(?:com|org|edu|net|gov|cn|de|html?)\b", re.IGNORECASE)
_DATE = re.compile(
    r"""\W*(?:(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi
    |mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo)\W+)?(?:\d{1,2}(?:st|nd|rd|th|er)?\W+(?:de\s+)?)?(?:jan|feb
    |mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|q[1-4]|mär|mai|okt|dez|fév|avr|juin|juil|août|déc|ene|abr|ago|dic)\w*\.?\W*(?:\d{1,2}(?:st|nd|rd|th)?\W*)?(?:\d{1,2}:\d\d(?::\d\d)?\W*)?(?:(?:,?\s*|de\s+)\d{4})?\W*
    |(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\W*|[\d\s./:年月日,-]+|version\s+[\d.\w]+|rev(?:ision|\.)?\s+[\w.]+|v\.?\s?\d[\d.]*|\d{4}\s*[-－–—~]\s*\d{4}\s*(?:学年度?)?\s*(?:第?[一二三]|[春秋]季?|[上下])?\s*学期|(?:calendar|fiscal|financial|academic)\s+year(?:\s*\d{4})?""",
    re.IGNORECASE | re.VERBOSE,
)
OPEN_END = re.compile(
    r"(?:\b(?:of|the|and|for|in|on|to|with|a|an|by|from|at|der|die|das|und|von|für|de|la|le|des|du|et|y|del|и|в|на)|[,:;(\[/&-])$",
    re.IGNORECASE,
)
_OPEN_START = re.compile(
    r"(?:of|the|and|for|in|on|to|with|by|from|at|as|using|via|der|die|das|und|von|für|de|du|des|pour|et|y|para|для|и|в|на)(?:\s|$)",
    re.IGNORECASE,
)
_THREE_LETTERS = re.compile(r"[^\W\d_](?:.*?[^\W\d_]){2}", re.DOTALL)
_TWO_DENSE = re.compile("[\u2e80-\u9fff\uac00-\ud7af].*?[\u2e80-\u9fff\uac00-\ud7af]", re.DOTALL)
KIND = re.compile(
    r"""(?:international|national|european|british|american)\s+standard|norme?\s+internationale|technical\s+(?:report|specification|note)s?
    |(?:original|research|review|regular|invited|short|full)\s+(?:article|paper|research|communication)s?|(?:review|article|letter|editorial
    |communication|report)s?|working\s+papers?|white\s*paper|(?:discussion|position)\s+papers?|data\s*sheet|press\s+release
    |newsletter|tutorial|case\s+(?:study|report)|open\s+access|final\s+report|(?:annual|progress|interim)\s+report|pressenotiz|pressemitteilung
    |communiqu[ée](?:\s+de\s+presse)?|(?:master|bachelor|doctoral|phd|ph\.d\.)(?:'?s)?\s*(?:thesis|dissertation)|thesis|dissertation|diplomarbeit
    |masterarbeit|bachelorarbeit|(?:中华人民共和国)?(?:国家|行业|地方|团体|企业)标准|(?:硕士|博士|学士)?学位论文|毕业设计（?论文）?|研究论文|白皮书""",
    re.IGNORECASE | re.VERBOSE,
)
STANDARD = re.compile(
    r"(?:(?:ISO|IEC|IEEE|DIN|EN|NF|BS|GB|GB/T|ECMA|ITU-T|ANSI|ASTM|NIST|RFC|FIPS)\b[\s/]*)+[A-Z]?[\d.:/–-]+[\w.:/()–-]*"
)
_CONTENTS = re.compile(
    r"\W*(?:(?:table\s+of\s+)?contents|inhalt(?:sverzeichnis)?|sommaire|[íi]ndice|目\s*[录錄次])\W*", re.I
)
_HYPHENS = re.compile("-?[\u2010\u2011]-?")  # some fonts say each of them twice
_MARKS = re.compile(r"(?<=\w)\s*[*†‡§∗⋆¶]+$")
_JUNK = re.compile(
    r"""(?:cmr\d+|.*\.(?:dvi|tex|p65|qxp|qxd|fm|mif|pub|wpd|cdr|ai|psd|xml|php|aspx?|jsp|book|sam|lwp|sdw|odp|pages|key|numbers|rpt|md|svg|eps|png|jpe?g|gif|bmp|tiff?|dwg|dxf|vsdx?)
    |(?:untitled|unbenannt|lorem\s+ipsum.*|sans\s+titre|sin\s+t[íi]tulo|senza\s+titolo|без\s+имени|無題|제목\s*없음|未命名|unnamed|none|null|n/?a|test|\(anonymous\)
    |anonymous|print(?:ing)?|print\s+job|full\s+page\s+photo|scan(?:ned)?\s*(?:document|image)?|acrobat\s+document|blank|layout|cover|template
    |titel|titre|t[íi]tulo|pdf|document\s+title|insert\s+title.*|type\s+the\s+document\s+title.*|my\s+title|title\s+here|your\s+title.*)[\s\d()._-]*
    |(?:microsoft\s+|ms)?(?:word|excel|powerpoint|publisher|visio|project)\s+-\s.*|(?:pdf)?latex.*|[a-z]{0,6}[_-]?\d{3,}[\w.-]*|[0-9a-f]{8,}|[a-z]:\\.*|/\S+
    |adobe\s+\w+.*|(?:protel|orcad|autocad|kicad)\b.*|powerpoint.*|slide\s*\d*|folie\s*\d*|diapositiva?\s*\d*|presentazione.*|pr[äe]sentation.*|\S+_\S+|[a-z\d]+(?:-[a-z\d]+)+|\S+\.\w{1,4}\s+-\s+.*)""",
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
COMPANY = re.compile(
    r"(?:公司|集团|集團|株式会社|주식회사|(?:,?\s|\.,)(?:I(?:nc|NC)(?:orporated|ORPORATED)?|L(?:td|TD)|L(?:imited|IMITED)|LLC|GmbH|GMBH|C(?:orp|ORP)(?:oration|ORATION)?|PLC|plc|N\.V|S\.A)\.?)$"
)
_FIRM = re.compile(
    r",?\s(?:ltd|inc|llc|gmbh|b\.?\s?v|n\.?\s?v|plc|corp(?:oration)?|limited|s\.a|s\.r\.l|a/s|oy|ab|ag|pty)\b|(?:股份)?(?:有限)?公司"
)
# Russian names of persons: family, given, of the father; in any order that ends with the last two.
_PATRONYMIC = re.compile(
    r"(?:[А-ЯЁІЇЄ][а-яёіїє-]+\s+)?[А-ЯЁІЇЄ][а-яёіїє]+\s+[А-ЯЁІЇЄ][а-яёіїє]+(?:[иіо]вич|ьич|[оеё]вна|ична|івна)(?:\s+[А-ЯЁІЇЄ][а-яёіїє-]+)?"
)
_RELEASE = re.compile(
    r"(?:for\s+immediate\s+release|(?:press|news|media)\s+release|pressemitteilung|communiqu[ée]\s+de\s+presse|comunicado\s+de\s+(?:prensa|imprensa)"
    r"|comunicato\s+stampa|新闻稿|プレスリリース)\W*",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"\b(?:university|institute|department|universit[äéày]\w*|dept\.|faculty|college|laborator\w+)\b",
    re.IGNORECASE,
)
_ORGAN = re.compile(
    r"""(?!.*\b(?:report|guide|handbook|manual|plan|policy|act|programme?|strategy|survey|introduction|review|rules|code|charter|minutes)\b)
    (?:in\s+)?(?:the\s+)?(?:[\w.'’&-]+\s+){0,5}(?:university|universit[äéày]\w*|institute|college|school|faculty|department|ministry|office|bureau
    |agency|commission|academy|laborator(?:y|ies)|courts?)(?:\s+(?:of|for)(?:\s+[\w.'’&,—–-]+){1,8})?
    |(?:[\w«»"“”„.-]+\s+){0,5}(?:университет|институт|академи[яи]|факультет|кафедра|министерство|колледж)\w{0,2}(?:\s+[\w«»"“”„.,-]+){0,9}
    |for\s+the\s+(?:\w+\s+){0,2}(?:circuit|district|county)(?:\s+of(?:\s+\w+){1,3})?|[\w-]+verein(?:\s+[\w.-]+){0,4}
    |(?!关于)[\u4e00-\u9fff（）()·\s]{2,20}(?:大\s*学|学\s*院|學院|研究院|研究所|委员会|人民政府|办公厅|办公室|出版社|研究中心|总局|管理局)""",
    re.IGNORECASE | re.VERBOSE,
)
_PARTIES = re.compile(
    r"(?:dated\b|(?:made\s.{0,20})?as\s+of\b|(?:by\s+and\s+)?(?:between|among)\b)", re.IGNORECASE
)
_PIECES = re.compile(r"\s[–—|-]\s|,\s|\s(?=\()")
_BY = re.compile(r"by|von|par|por", re.IGNORECASE)
_LATER = re.compile(
    r"(?:^|[^\w\s]\s*|\s{2}|(?<!see)(?<!on)(?<!to)\s)(?:page|seite|p[áa]gina)\s+(?:[2-9]|[1-9]\d{1,2})(?:\s*(?:of|/|von|de)\s*\d+)?\W?$"
    r"|^\W*第\s*(?:[2-9]|[1-9]\d+)\s*[页頁]",
    re.IGNORECASE,
)
# The number of a form: “Form NJ-2450”, “IT-213”, “8879”, with its year.
_FORM = re.compile(
    r"(?!(?:19|20)\d\d$)(?:(?:[\w.]+\s+){0,2}form\s+|formular\s+)?(?=\S*\d)(?:[A-Z]{1,3}-?)?\d{2,5}(?:-?[A-Z]{1,5})?(?:\s+(?:19|20)\d\d)?"
    r"|(?:[A-Z]{1,3}-){1,2}\d{1,5}(?:-[A-Z\d]{1,4})?(?:\s+(?:19|20)\d\d)?",
    re.IGNORECASE,
)
_CHAPTER = re.compile(
    r"(?:chapter|kapitel|chapitre|cap[íi]tulo|глава|part|unit|lesson|lecture|lab|module)\s+[\divxlc]{1,4}[.:]?|第.{1,3}[章节節讲講课課]",
    re.I,
)
# A line of an address: postcode and town, town and postcode.
_TOWN = re.compile(
    r"(?:[A-Z]{1,2}-)?(?!(?:19|20)\d\d\b)\d{4,5}(?:\s?[A-Z]{2})?\s*[A-ZÀ-Ý][^\W\d]+(?:[\s-][^\W\d]+){0,3}|.{3,40},?\s[A-Z]{2}\s+\d{5}(?:-\d{4})?|〒\s*\d{3}-\d{4}.*"
)
_SUBJECT = re.compile(
    r"(?:subject|re|betreff|betrifft|objet|asunto|oggetto|onderwerp|тема|主题|主題|标题|標題|题目|題目)\s*[:：]\s*",
    re.I,
)
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_]{3}")


def sayable(text: str) -> bool:
    """Does the text hold words?"""
    return bool(_THREE_LETTERS.search(text) or _TWO_DENSE.search(text)) and "\ufffd" not in text


def junk(title: str) -> bool:
    """Is the title of the properties what a program or a scanner wrote there?"""
    return bool(_JUNK.fullmatch(title)) or bool(HEADINGS.fullmatch(title))


def goes_on(text: str, following: str) -> bool:
    """Is `following` the rest of a title that `text` begins?"""
    if _OPEN_START.fullmatch(following):
        return not by_line(following)
    return bool(OPEN_END.search(text) or _OPEN_START.match(following)) and not against_all(following)


def against_all(text: str) -> bool:
    """Can the text be no part of a title: an address, a date, a masthead?"""
    return bool(ADDRESS.search(text) or dated(text) or MASTHEAD.search(text) or HEADINGS.fullmatch(text))


def by_line(text: str) -> bool:
    """Is this what stands between a title and who wrote it?"""
    return bool(_BY.fullmatch(text))


def dated(text: str) -> bool:
    """Is this nothing but dates and versions?"""
    return all(not piece or _DATE.fullmatch(piece.strip("()")) for piece in _PIECES.split(text))


@lru_cache(1024)
def organ(text: str) -> bool:
    """Is this the name of an institution?"""
    return bool(_ORGAN.fullmatch(text))


def issuer(text: str) -> bool:
    """Does the text name a company, an institution or a place?"""
    return bool(COMPANY.search(text) or PLACE.search(text) or organ(text) or ADDRESS.search(text))


def firm(text: str, whole: str) -> bool:
    """Does a text (its case folded) name a company so, with what shows that it is one?"""
    at = whole.find(name := text.casefold())
    while at >= 0:
        if _FIRM.match(whole, at + len(name)):
            return True
        at = whole.find(name, at + 1)
    return False


def person(text: str) -> bool:
    """Is this the name of a person, as it can be told by the name of the father?"""
    return bool(_PATRONYMIC.fullmatch(text))


def release(text: str) -> bool:
    """Does the text only say that it is one for the press?"""
    return bool(_RELEASE.fullmatch(text))


def parties(text: str) -> bool:
    """Does a line begin to tell when, and between whom, what stands above it was agreed on?"""
    return bool(_PARTIES.match(text))


def later_page(text: str) -> bool:
    """Does a line say that this is the second page, or a later one?"""
    return len(text) < 80 and bool(_LATER.search(text))


def subject(text: str) -> int:
    """How many characters at the beginning of a letter's line are the label of its subject."""
    found = _SUBJECT.match(text)
    return found.end() if found else 0


def contents(text: str) -> bool:
    """Is this the heading of a table of contents?"""
    return bool(_CONTENTS.fullmatch(text))


@lru_cache(1024)
def form_number(text: str) -> bool:
    """Is this nothing but the number of a form?"""
    return bool(_FORM.fullmatch(text))


def chapter(text: str) -> bool:
    """Is this nothing but the number of a chapter?"""
    return bool(_CHAPTER.fullmatch(text))


def numbered(text: str) -> bool:
    """Does it begin with a small number and go on with a word, as headings of sections do?"""
    return _NUMBERED.match(text) is not None


def town(text: str) -> bool:
    """Is this the line of an address that tells the town?"""
    return bool(_TOWN.fullmatch(text))


@lru_cache(1024)
def kind(text: str) -> bool:
    """Does the text only say what kind of document this is, or the number of a standard?"""
    return bool(KIND.fullmatch(text) or STANDARD.fullmatch(text))


def without_marks(text: str) -> str:
    """A title without the marks that point to its footnotes, its hyphens as they are typed."""
    if not text.isascii():
        text = _HYPHENS.sub("-", text)
    return _MARKS.sub("", text) or text

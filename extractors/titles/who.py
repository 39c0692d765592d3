"""Names in the lines of a first page: of persons, institutions, companies, schools, places."""

from __future__ import annotations

import re
from functools import lru_cache

from extractors.titles import wording

COMPANY = re.compile(
    r"(?:公司|集团|集團|株式会社|주식회사|(?:,?\s|\.,)(?:I(?:nc|NC)(?:orporated|ORPORATED)?|L(?:td|TD)|L(?:imited|IMITED)|P?LLC|LLP|GmbH|GMBH|C(?:orp|ORP)(?:oration|ORATION)?|PLC|plc|N\.V|S\.A)\.?)$"
)
_FIRM = re.compile(
    r",?\s(?:ltd|inc|llc|gmbh|b\.?\s?v|n\.?\s?v|plc|corp(?:oration)?|limited|s\.a|s\.r\.l|a/s|oy|ab|ag|pty)\b|(?:股份)?(?:有限)?公司"
)
# Russian names of persons: family, given, of the father; in any order that ends with the last two.
_PATRONYMIC = re.compile(
    r"(?:[А-ЯЁІЇЄ][а-яёіїє-]+\s+)?[А-ЯЁІЇЄ][а-яёіїє]+\s+[А-ЯЁІЇЄ][а-яёіїє]+(?:[иіо]вич|ьич|[оеё]вна|ична|івна)(?:\s+[А-ЯЁІЇЄ][а-яёіїє-]+)?"
)
# Names of persons, as far as capitals show.
_NAME = re.compile(r"(?:[A-ZÀ-ÝĀ-ŽА-ЯЁ][^\W\d_'’]+[.,]?\s+|[A-ZА-ЯЁ]\.\s*){1,3}[A-ZÀ-ÝĀ-ŽА-ЯЁ][^\W\d_]+")
PLACE = re.compile(
    r"\b(?:university|institute|department|universit[äéày]\w*|dept\.|faculty|college|laborator\w+)\b",
    re.IGNORECASE,
)
_ORGAN = re.compile(
    r"""(?!.*\b(?:report|guide|handbook|manual|plan|(?<!public\ )policy
    |act|programme?|strategy|survey|introduction|review|rules|code|charter|minutes)\b)
    (?:in\s+)?(?:the\s+)?(?:[\w.'’&-]+\s+){0,7}(?:university|universit[äéày]\w*|institutes?|college|(?:school\s+affiliated\s+)?kindergarten|school|faculty|department|ministry|office|bureau|campus
    |agency|commission|academy|laborator(?:y|ies)|courts?)(?:\s+(?:of|for)(?:\s+[\w.'’&,—–-]+){1,8})?
    |(?:[\w.'’&-]+\s+){1,5}university(?!\s+(?:library|press|project|portal|timetable|calendar|management|course|students?|rankings?|data\w*|system|research))(?-i:(?:,\s+|\s+|\s*-\s*)[A-Z][a-z]+){1,2}
    |(?:[\w«»"“”„.-]+\s+){0,5}(?:университет|институт|академи[яи]|факультет|кафедра|министерство|департамент|учреждени[ея]|колледж|техникум)\w{0,2}(?:\s+[\w«»"“”„.,-]+){0,9}
    |(?:centro|facultad|faculdade|instituto|departamento|escola|escuela|p[óo]s-gradua[çc][ãa]o)\s+(?:d[aeo]|em|en)(?:\s+\w+){1,9}
    |(?:bacharelado|licenciatura|mestrado(?:\s+integrado)?|doutorado|grado|m[áa]ster)\s+(?:em|en)(?:\s+\w+){1,9}
    |(?:[\w.'’&-]+\s+){0,4}(?:sub)?committee\s+(?:on|of)(?:\s+[\w.'’&,—–-]+){1,10}
    |(?:[α-ωάέήίόύώ]{3,}\s+){1,3}(?:πανεπιστήμιο|πανεπιστημιο|πολυτεχνείο|πολυτεχνειο|ίδρυμα|ιδρυμα)
    |(?:Σ\w+\s+|Ν\w+\s+|Α\w+\s+|Ε\w+\s+|Δ\w+\s+){0,4}(?:ΠΑΝΕΠΙΣΤΗΜΙΟ|ΠΟΛΥΤΕΧΝΕΙΟ|ΣΧΟΛΗ|ΤΜΗΜΑ|Πανεπιστήμιο|Πολυτεχνείο|Σχολή|Τμήμα)(?:\s+\S+){1,9}
    |(?:đại\s+học|trường|khoa(?!\s+học\b)|học\s+viện|bộ\s+giáo\s+dục)(?:\s+\S+){1,12}
    |(?:(?:جامعة|كلية|دانشگاه|دانشکده|وزارت|پژوهشگاه)\s+.{2,60}|.{2,40}\s(?:üniversitesi|fakültesi|bölümü|egyetem|대학교|대학|학과|学部|大学院))
    |(?:politechnika|uniwersytet|akademia|wydział|instytut|fakulta|ústav|vysoké|sveučilište|universitet\w*|universitatea|facultatea|hogeschool|högskola\w*|høgskole\w*)(?:\s+\S+){1,10}
    |for\s+the\s+(?:\w+\s+){0,2}(?:circuit|district|county)(?:\s+of(?:\s+\w+){1,3})?|[\w-]+verein(?:\s+[\w.-]+){0,4}
    |(?!关于)[\u4e00-\u9fff（）()·\s]{2,20}(?:大\s*学|学\s*院|學院|研究院|研究所|委员会|人民政府|办公厅|办公室|出版社|研究中心|总局|管理局)""",
    re.IGNORECASE | re.VERBOSE,
)
_SHORT_NAME = re.compile(r"(?<=\S)\s*[(（][^()（）]{2,30}[)）]\s*$")
_SOCIETY = re.compile(
    r"(?:[\w.'’&-]+\s+){1,6}(?:(?:student\s+)?branch|chapter|club|society|association|league|union|foundation|council|committee|federation|initiative|network|alliance|troop\s+\d+)(?:\s*[(（][^()（）]{2,30}[)）])?(?:,?\s+inc(?:orporated)?\.?)?",
    re.IGNORECASE,
)
# The second half of the name of a school that fills two lines.
_REST_OF_SCHOOL = re.compile(
    r"(?:университет|институт|академия|колледж|учреждение)\b.*|(?:工程|职业|技术|科技|理工|师范|医学|农业|财经|政法|外国语|信息|应用|继续教育|网络教育|成人){1,4}[\u4e00-\u9fff]{0,6}(?:大学|学院|学校)",
    re.IGNORECASE,
)
_DASH = re.compile(r"\s+[–—-]\s+")
_FOOTED = re.compile(r"(?<=[^\W\d_])[*†‡§¶∗⋆\d]+(?=\s|,|$)")  # marks of footnotes at names
_DEGREES = re.compile(r"(?:(?:bc|ing|mgr|mudr|phdr|rndr|dr|prof|dipl)\.\s*)+(?=\S)", re.IGNORECASE)
_AND = re.compile(r",\s+and\s+|\s+(?:and|und|et|y|&)\s+|,\s+")
_INITIAL = re.compile(r"\b([A-Z])[A-Z]?\.?\s")
# Who issued it: it stands above the title.
_ISSUER = re.compile(
    r"""(?!.*\b(?:reports?|guide|handbook|manual|plan|policy|act|programme?|strategy|survey|review|rules|code|charter|minutes|thesis|syllabus
    |bylaws|by-laws|agenda|form|agreement|application|bericht|rapport|informe|relatório|отч[её]т|устав|положение|правила)\b)(?:
    (?:минобрнауки|минобразования|минздрав|минцифры)\b.*
    |(?:(?:american|national|british|royal|state)\s+)?(?:\w+\s+){0,2}(?:museum|center|centre|hospital)\s+(?:of|for)\s.{3,}
    |(?:\w{2,8}\s+[-–—]\s+)?(?:the\s+)?(?:ministry|department|office|university|faculty|ministère|ministerium|ministerio|universität|université|universidade?
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
# What stands above the name of who wrote it, or looked after it.
SIGNED = re.compile(
    r"""(?:(?:project\s+|thesis\s+)?(?:submitted|prepared|presented|written|made|created|supervised|guided)\s+by|authors?|students?|(?:project\s+)?supervisors?|advisors?
    |mentors?|team\s+members|group\s+members|επιμέλεια(?:\s+εργασίας)?|επιμελεια(?:\s+εργασιας)?|(?:выполнил|подготовил|проверил)(?:а|и|\(а\))?|студент(?:ы|ка)?|авторы?
    |(?:научный\s+)?руководитель|(?:realizado|elaborado|presentado|apresentado)\s+por|autor(?:es|i|en)?|integrantes|alumn[oa]s?|(?:réalisée?|présentée?|encadrée?)\s+par
    |(?:vorgelegt|eingereicht)\s+von|betreuer|作\s*者|学\s*生|姓\s*名|指导教师|指导老师)\s*[:：]?""",
    re.IGNORECASE | re.VERBOSE,
)
INVOKED = re.compile(r"\W*(?:به\s+نام\s+خدا|باسمه\s+تعالی|بسم\s+الله.*|بسمه\s+تعالی)\W*")
signed = SIGNED.fullmatch
"""Does it stand above the name of who wrote it, or looked after it?"""
person = _PATRONYMIC.fullmatch
"""Is this the name of a person, as it can be told by the name of the father?"""
name = _NAME.fullmatch
"""Could it be the name of a person?"""


@lru_cache(1024)
def organ(text: str) -> bool:
    """Is this the name of an institution or a company, as letterheads have it, in quotes or with its short name?"""
    text = _SHORT_NAME.sub("", text).strip(" «»“”„\"'|,()（）")
    pieces = _DASH.split(text)
    return bool(_ORGAN.fullmatch(text) or _ISSUER.fullmatch(text)) or (
        len(pieces) > 1 and all(_ORGAN.fullmatch(piece) for piece in pieces)
    )


def letterhead(text: str) -> bool:
    """Does it only stand above what a document says: the name of an institution, a prayer?"""
    return organ(text) or INVOKED.fullmatch(text) is not None


def issuer(text: str) -> bool:
    """Does the text name a company, an institution or a place?"""
    return bool(COMPANY.search(text) or PLACE.search(text) or organ(text) or wording.ADDRESS.search(text))


def firm(text: str, whole: str) -> bool:
    """Does a text (its case folded) name a company so, with what shows that it is one?"""
    at = whole.find(name := text.casefold())
    while at >= 0:
        if _FIRM.match(whole, at + len(name)):
            return True
        at = whole.find(name, at + 1)
    return False


def society(text: str) -> bool:
    """Could it be the name of a club, a society or a company, which stands above what it issues?"""
    return bool(_SOCIETY.fullmatch(text) or COMPANY.search(text)) or organ(text)


def school(first: str, second: str) -> bool:
    """Do two lines tell the name of a school?"""
    cyrillic = "\u0400" <= second[:1] <= "\u04ff"
    adjective = first.strip('»"').upper().endswith(("ИЙ", "ЫЙ", "АЯ", "ОЕ", "ЕЕ"))
    if not _REST_OF_SCHOOL.fullmatch(second) or (cyrillic and not adjective):
        return False
    return organ(f"{first} {second}" if cyrillic else first + second)


def signed_by(line: str, author: str) -> bool:
    """Is a line nothing but the name of the author, or a longer or shorter form of it?"""
    said, wrote = wording.words(line), {word for word in wording.words(author) if len(word) > 2}
    if not wrote or not 1 < len(said) < 5 or not all(word[:1].isupper() for word in line.split()):
        return False
    return wrote <= set(said) or len(wrote & set(said)) > 1


def authors(text: str) -> bool:
    """Is a line nothing but who wrote it, as degrees, initials with "and", or marks of footnotes at the names tell?"""
    bare = _FOOTED.sub("", text.strip())
    if degree := _DEGREES.match(bare):
        return bool(name(bare[degree.end() :]))
    pieces = _AND.split(bare)
    told = bare != text.strip() or any(_INITIAL.search(piece) for piece in pieces)
    full = (_INITIAL.sub(r"\1. ", piece.strip()) for piece in pieces)
    return len(pieces) > 1 and told and all(" " in piece and name(piece) for piece in full)


def apart(line: str, rest: str, whole: str) -> bool:
    """Is the last line of a title the name of a person, to which the text (its case folded) does not come back as it
    does to the rest?"""
    two = line.count(" ") == 1 and bool(name(line))
    return two and len(whole) > 300 and wording.coverage(line, whole) == 0 < wording.coverage(rest, whole)

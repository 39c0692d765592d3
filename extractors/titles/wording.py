"""What a line says, of which it is asked whether it is a title: headings every document has, mastheads, dates,
addresses, institutions, names programs give. One wording for all formats, and what of it speaks against a title."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import lru_cache

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.titles.ranking import key

_HEADINGS = re.compile(
    r"""(?:\W|\d)*(?:abstract|summary|contents?|table\s+of\s+contents?|introduction|references|bibliography|index|preface
    |foreword|acknowledge?ments?|appendix|keywords?|executive\s+summary|page|draft|confidential|figure|table|list\s+of
    \s+(?:figures|tables)|inhalt(?:sverzeichnis)?|zusammenfassung|einleitung|r[ée]sum[ée]|sommaire|introducci[óo]n|introdu[çc][ãa]o|anexos?|annexes?|[íi]ndice
    |resumen|sum[áa]rio|оглавление|содержание|введение|аннотация|目\s*[录錄次]|摘\s*要|前\s*言|引\s*言|序\s*言|附\s*[录錄]|はじめに|概要|要旨
    |차례|목차|초록|서론|contents|part\s+[ivx\d]+|section|conclusions?|discussion)(?:\W|\d)*""",
    re.IGNORECASE | re.VERBOSE,
)
# What stands for itself, before a value, or is stamped on a page.
_LONE = re.compile(
    r"""(?:\W|\d)*(?:sample|copy|void|specimen|note|notes|notice|warning|to|from|subject|re|date|name|address|signature|total|subheading|header
    |(?:page|seite|p[áa]gina|стр\w*)\s*\d+\s*(?:of|von|de|di|из|/)|footer|body|text|yes|no|and|the|filed|received|paid|approved)(?:\W|\d)*""",
    re.IGNORECASE | re.VERBOSE,
)
MASTHEAD = re.compile(
    r"""\b(?:journal\s+of|proceedings\s+of|transactions\s+on|lecture\s+notes\s+in|issn|isbn|doi|arxiv|vol\.|volume\s+\d|n[or]\.\s*\d
    |issue\s+\d|pp\.|preprint|(?:^|is\s)copyright|copyright\s*(?:\(c\)|\d|by\b)|©|all\s+rights\s+reserved|www\.|available\s+online|received|accepted|published
    |printed\s+(?:in|on)|page\s+\d+\s+of)|^(?:第\s*\d+\s*[卷期])|(?:学报|學報)$""",
    re.IGNORECASE | re.VERBOSE,
)
ADDRESS = re.compile(
    r"\S+@\S+\.\w|https?://|\bwww\.|(?<!asp)(?<=\w)\.(?:com|org|edu|net|gov|cn|de|html?)\b", re.IGNORECASE
)
_DATE = re.compile(
    r"""\W*(?:(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|lundi|mardi
    |mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo)\W+)?(?:\d{1,2}(?:st|nd|rd|th|er)?\W+(?:de\s+)?)?(?:jan|feb
    |mar|apr|may|jun|jul|aug|sep|oct|nov|dec|spring|summer|autumn|fall|winter|q[1-4]|mär|mai|okt|dez|fév|avr|juin|juil|août|déc|ene|abr|ago|dic)\w*\.?\W*(?:\d{1,2}(?:st|nd|rd|th)?\W*)?(?:\d{1,2}:\d\d(?::\d\d)?\W*)?(?:(?:,?\s*|de\s+)\d{4})?\W*
    |(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch)\W*|[\d\s./:年月日,-]+|version\s+[\d.\w]+|rev(?:ision|\.)?\s+[\w.]+|v\.?\s?\d[\d.]*|\d{4}\s*[-－–—~]\s*\d{4}\s*(?:学年度?)?\s*(?:第?\s*[一二三1-3]|[春秋]季?|[上下])?\s*学期|(?:calendar|fiscal|financial|academic)\s+year(?:\s*\d{4})?""",
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
    r"""(?:international|national|european|british|american|(?-i:[A-Z][A-Z\d]{2,7}))\s+standard|norme?\s+internationale|technical\s+(?:report|specification|note)s?
    |(?:original|research|review|regular|invited|short|full)\s+(?:article|paper|research|communication)s?|(?:review|article|letter|editorial
    |communication|report)s?|working\s+papers?|white\s*paper|(?:discussion|position)\s+papers?|data\s*sheet|press\s+release
    |newsletter|cheat\s*sheet|(?:конспект|курс)\s+лекций|tutorial|case\s+(?:study|report)|open\s+access|final\s+report|(?:annual|progress|interim)\s+report|pressenotiz|pressemitteilung
    |communiqu[ée](?:\s+de\s+presse)?|(?:master|bachelor|doctoral|phd|ph\.d\.)(?:'?s)?\s*(?:thesis|dissertation)|thesis|dissertation|diplomarbeit
    |masterarbeit|bachelorarbeit|(?:中华人民共和国)?(?:国家|行业|地方|团体|企业)标准|(?:硕士|博士|学士)?学位论文|毕业设计（?论文）?|研究论文|白皮书""",
    re.IGNORECASE | re.VERBOSE,
)
STANDARD = re.compile(
    r"(?:(?:ISO|IEC|IEEE|DIN|EN|NF|BS|GB|GB/T|ECMA|ITU-T|ANSI|ASTM|NIST|RFC|FIPS)\b[\s/]*)+[A-Z]?[\d.:/–-]+[\w.:/()–-]*"
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
_EMPTY = frozenset(
    re.findall(r"\w+", "the and for with from that this are its der die das und von les des del los las")
)
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
_SPREAD = re.compile(r"[^\W\d_](?: [^\W\d_]){3,}")
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
    r"(?:习题|复习|实验|研讨|练习)[课課]|(?:chapter|kapitel|chapitre|cap[íi]tulo|глава|part|unit|lesson|lecture|lab|module)\s+[\divxlc]{1,4}[.:]?|第.{1,3}[章节節讲講课課]",
    re.I,
)
# A line of an address: postcode and town, town and postcode.
_TOWN = re.compile(
    r"(?:[A-Z]{1,2}-)?(?!(?:19|20)\d\d\b)\d{4,5}(?:\s?[A-Z]{2})?\s*[A-ZÀ-Ý][^\W\d]+(?:[\s-][^\W\d]+){0,3}|.{3,40},?\s[A-Z]{2}\s+\d{5}(?:-\d{4})?|〒\s*\d{3}-\d{4}.*"
)
_SUBJECT = re.compile(
    r"(?:subject|re|betreff|betrifft|objet|asunto|oggetto|onderwerp|(?:на\s+)?тему?|主题|主題|标题|標題|题目|題目|(?:project\s+)?title|titre|"
    r"t[íi]tulo|titel|thema|tema|topic|sujet|đề\s+tài|θεμα|θέμα|عنوان)\s*[:：]\s*",
    re.I,
)
# What stands before the title on a cover, or above it.
_TITLED = re.compile(
    r"""(?:на\s+)?(?:тему|тема)(?:\s+(?:проекта|работы|диплома|вкр|исследования|курсово\w+(?:\s+\w+)?|дипломно\w+(?:\s+\w+)?))?
    |(?:(?:thesis|project|paper|assignment|report|dissertation|experiment|lab|work|document)\s+)?title
    |title\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:assignment|project|thesis|dissertation|paper|report|work|experiment)
    |(?:name\s+of\s+(?:the\s+)?(?:project|experiment)|(?:project|experiment)\s+(?:name|topic))
    |(?:название|наименование)(?:\s+(?:проекта|работы|темы))?|(?:nombre|t[íi]tulo)\s+(?:del?|do)\s+(?:proyecto|trabajo|projeto|trabalho)
    |(?:nom|titre|intitul[ée])\s+du\s+(?:projet|sujet|m[ée]moire|stage)|titre|intitul[ée]|t[íi]tulo|titolo(?:\s+(?:del\s+progetto|della\s+tesi))?
    |titel(?:\s+der\s+arbeit)?|projekt(?:titel|name)|thema(?:\s+der\s+arbeit)?|tema(?:\s+(?:projekta|rada|pracy))?|temat(?:\s+(?:pracy|projektu|ćwiczenia))?
    |tytuł(?:\s+(?:pracy|projektu))?|t[ée]ma|topic(?:\s+name)?|sujet|judul|proje\s+adı|đề\s+tài|tên\s+đề\s+tài|θεμα|θέμα|τίτλος|عنوان
    |(?:(?:毕业)?(?:论文|设计)[（(](?:论文|设计)[)）]|毕业论文|毕业设计|课程设计|论文|課題|课题|设计|题目|項目|项目|实验|实训|作业|报告|选题|作品)?(?:题\s*目|題\s*目|名\s*称)(?:\s*[（(]中文[）)])?(?:\s*(?:title|topic))?|选\s*题""",
    re.IGNORECASE | re.VERBOSE,
)
_SOCIETY = re.compile(
    r"(?:[\w.'’&-]+\s+){1,6}(?:(?:student\s+)?branch|chapter|club|society|association|league|union|foundation|council|committee|federation|initiative|network|alliance|troop\s+\d+)(?:\s*[(（][^()（）]{2,30}[)）])?(?:,?\s+inc(?:orporated)?\.?)?",
    re.IGNORECASE,
)
# The second half of the name of a school that fills two lines.
_REST_OF_SCHOOL = re.compile(
    r"(?:университет|институт|академия|колледж|учреждение)\b.*|(?:工程|职业|技术|科技|理工|师范|医学|农业|财经|政法|外国语|信息|应用|继续教育|网络教育|成人){1,4}[\u4e00-\u9fff]{0,6}(?:大学|学院|学校)",
    re.IGNORECASE,
)
_DRAWN = re.compile(
    r"(?:论文|设计|课题|项目|毕业设计)?题\s*目(?:\s*名\s*称)?(?:\s*[（(]中文[）)])?[\s_]+(?=[^\s_:：])|(?:project|thesis|paper|assignment|topic)\s+(?:name|title)\s+(?=\w)",
    re.IGNORECASE,
)  # before a line to write on
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_]{3}")
_DASH = re.compile(r"\s+[–—-]\s+")
_FOOTED = re.compile(r"(?<=[^\W\d_])[*†‡§¶∗⋆\d]+(?=\s|,|$)")  # marks of footnotes at names
_ASKED_FOR = re.compile(r"due\b(?=\W*(?:date|on|by|[A-Z]|\d))|вариант\b|варіант\b", re.IGNORECASE)
_DEGREES = re.compile(r"(?:(?:bc|ing|mgr|mudr|phdr|rndr|dr|prof|dipl)\.\s*)+(?=\S)", re.IGNORECASE)
_AND = re.compile(r",\s+and\s+|\s+(?:and|und|et|y|&)\s+|,\s+")
_INITIAL = re.compile(r"\b([A-Z])[A-Z]?\.?\s")
# What stands above parts of many documents: as the title of a whole one it is unlikely.
_PART = re.compile(
    r"""(?:(?:version|revision|rev|v|版本)\.?\s*[<\[(]?\d[\d.]*[>\])]?|(?:(?:first|second|final|rough)\s+)?draft(?:\s+(?:report|version|copy
    |document))?|(?:table\s+of\s+)?contents|index|references|reference\s+list|bibliography|literature|abstract|summary|figures
    |list\s+of\s+(?:figures|tables)|appendix(?:\s+\w)?|acknowledge?ments?|dedication|declaration|glossary|(?:document\s+|change\s+)?
    (?:revision|version|change)s?\s+(?:history|log|record)|change\s*log|document\s+(?:control|history)|inhalt(?:sverzeichnis)?
    |literatur(?:verzeichnis)?|zusammenfassung|danksagung|(?:änderungs|versions)(?:historie|verzeichnis)|sommaire|résumé|remerciements
    |table\s+des\s+matières|références|bibliographie|índice|contenido|conteúdo|resum(?:en|o)|agradec?imentos|agradecimientos|indice|riassunto
    |ringraziamenti|obsah|spis\s+treści|streszczenie|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|inhoud(?:sopgave)?|tartalom(?:jegyzék)?
    |cuprins|içindekiler|mục\s+lục|lời\s+cảm\s+ơn|оглавление|содержание|съдържание|зміст|литература|аннотация|реферат|анотація
    |目\s*[录錄次]|参考文献|參考文獻|摘\s*要|附\s*录|附\s*錄|(?:中\s*文|英\s*文)\s*摘\s*要|内容提要|致\s*谢|致\s*謝|诚信声明|原创性声明|(?:文档|文件|版本)?(?:修[订改正]|变更|更改|更新)
    (?:历史记录|历史|记录|履历|说明|歷程|履歷)|版本(?:历史|记录|变更历史|变更记录)|文档修订|目次|改訂履歴|変更履歴|謝辞|要旨|概要|차례|목차|초록|요약)\s*[:：]?""",
    re.IGNORECASE | re.VERBOSE,
)
_CONTENTS = re.compile(
    r"\W*(?:(?:table\s+of\s+)?contents|inhalt(?:sverzeichnis)?|sommaire|table\s+des\s+matières|índice|contenido|conteúdo|indice|sumário|obsah"
    r"|spis\s+treści|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|inhoud(?:sopgave)?|mục\s+lục|оглавление|содержание|目\s*[录錄次])\W*",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"(?:(?:\d+|第[一1][章节]|(?:chapter|kapitel|chapitre|глава|cap[íi]tulo)\s+(?:1|i|one))[.:、]?\s*)?(?:introduction|einleitung|einführung|введение|introducción|preface|foreword|vorwort|前\s*言|引\s*言|绪\s*论"
    r"|概\s*述|requirements|prerequisites|system\s+requirements|installation|overview|background|getting\s+started|results|conclusions?|(?:materials\s+and\s+)?methods|methodology|(?:aims|goals|objectives)(?:\s+of\s+(?:this|the)\s+\w+)?|outline|discussion|license|disclaimer|answers?(?:\s+(?:sheet|key))?|solutions?|course\s+(?:description|objectives|overview|information|content|outcomes|work|goals)|learning\s+(?:objectives|outcomes)|(?:problem|thesis)\s+statement"
    r"|voraussetzungen|hintergrund|contexte|contexto|antecedentes|информация|докладчик|(?:теоретическая|практическая)\s+часть|теоретические\s+сведения|цель(?:\s+работы)?|постановка\s+задачи|ход\s+работы|definition|domain\s+background|environment|how\s+to\s+(?:compile|run|use)|usage|chapter\s+overview|предисловие|преамбула|preamble|目\s*的|背\s*景|参考答案|答题[卷卡纸]|(?:小组)?(?:成员|人员)(?:及)?(?:分工|组成)|(?:[一1]\s*[、.．]\s*)?(?:单项|多项|不定项)?(?:选择|填空|判断|简答|编程|计算|问答|解答|论述|名词解释)题?)",
    re.IGNORECASE,
)
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
# Words that say what a document is; one of them in a line is a sign that the line is a title.
_TELLS_KIND = re.compile(
    r"""(?:.*\s)?(?:agreement|contract|constitution|constitutional\s+document|outline|schedule|newsletter|code\s+of\s+conduct|rules(?:\s+of\s+\w+)?|procedures?|syllabus|agenda|minutes|report|proposal|application(?:\s+form)?|form|invoice|memorandum|manual|handbook
    |guide|guidelines|specification|policy|plan|bylaws|by-laws|résumé|curriculum\s+vitae|license|licence|questionnaire|bericht|vertrag|satzung
    |rapport|contrat|cahier\s+des\s+charges|contrato|informe|relatório|контракт|договор|отч[её]т|устав|заявление|доверенность)
    |(?:rapport|compte[\s-]rendu|contrat|informe|acta|contrato|relatório|relazione|verbale|отч[её]т|договор|устав|положение|правила|политика|справка
    |приказ|заявление|протокол|инструкция|доверенность)[\s:].*
    |.*(?:报告|申请表|登记表|汇总表|统计表|一览表|明细表|检查表|评分表|签到表|成绩单|名单|清单|说明书|合同|协议|通知|办法|规定|方案|计划书|手册|指南|总结|大纲|规范|细则|纪要|公告|招标文件|采购文件|报告书|权利要求书|任务书|承诺书|说明书(?:附图|摘要)|申請書|契約書|仕様書|マニュアル)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CHAPTERED = re.compile(
    r"(?:§\s*)?(?:\d+(?:\.\d+)*[.)]?|[一二三四五六七八九十]+、|第[一二三四五六七八九十\d]+[章节條条]|(?:实验|任务|习题)[一二三四五六七八九十]+\s)\s*\S"
    r"|(?:chapter|section|part|kapitel|teil|chapitre|capítulo|capitolo|глава|раздел|часть)\s+\S",
    re.IGNORECASE,
)
# What stands at the top of documents and is no title: dates, addresses, salutations, labels with a value.
_FIELD = re.compile(
    r"""(?:dear\b|to\s+whom|sehr\s+geehrte|chère?\b|estimad[oa]|hello\b|hi\b|尊敬的|亲爱的|敬启者
    |(?:date|due(?:\s+date)?|deadline|by|supervised\s+by|to|from|cc|re|subject|fax|tel|phone|e-?mail|name|address|author|version|von|an|datum|betreff|an)\s*[:：]
    |(?:(?:student|course|module|class|group|team|instructor|professor|lecturer|supervisor|tutor|member|matric\w*|submitted|prepared|presented|written)s?\b[\s\w.]{0,16}
    |(?:выполнил\w*|проверил\w*|подготовил\w*|студент\w*|преподаватель|руководитель|группа|направление|специальность|профиль|исполнитель|автор\w*)\b[^:]{0,40}
    |(?:autor\w*|alumn\w+|profesor\w*|docente|grupo|integrantes|étudiante?s?|encadrante?|enseignante?|auteurs?|prowadząc\w+|data|wykonał\w*|dur[ée]e|duration|docentes?)\b[^:]{0,24})[:：]
    |(?:日期|姓名|单位|电话|地址|时间|编号|附件|收件人|发件人|作者|学号|班级|指导教师)\s*[\d一二三]*\s*[:：]|姓\s*名\s*[,，、]\s*学\s*号
    |附件\s*[\d一二三四五六七八九十]*\s*$|附\s*[:：]
    |(?:roll|reg(?:istration)?|student|matriculation)\.?\s+(?:no\b|number)\.?.*$
    |(?:по\s+)?дисциплин[ае]\b|(?:set|section|semester|full\s+marks|marks|time|room|course\s+(?:no|name|title|code)\.?)\s*[:：]
    |page\s+\d+|第\s*\d+\s*页|(?:https?://|www\.)\S+$|\S+@\S+\.\S+$|\(?\+?[\d\s().-]{6,}$
    |\d{1,4}\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,4}\s*日?$
    |(?:\w+,?\s+)?\d{1,2}\.?(?:st|nd|rd|th)?\s+(?:of\s+)?[^\W\d]{3,9}\.?,?\s+\d{4}$
    |(?:[^\W\d]+day,?\s+)?[^\W\d]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}$
    |(?:draft|confidential|绝密|机密|秘密)(?:[★*].*)?\s*$|(?:fig(?:ure)?|table|abb|图|表)\.?\s*\d+)""",
    re.IGNORECASE | re.VERBOSE,
)
_SENTENCE = re.compile(r"[.!?;](?:\s|$)|[。！？；]")
# What a thing is called, before what the document about it is.
_THESIS = re.compile(
    r"(?:[\u4e00-\u9fff]{2,10}(?:大学|学院))?(?:全日制)?(?:本科|硕士|博士|学士|研究生|专业|工程)*(?:生)?(?:学位论文|毕业论文|毕业设计)(?:（论文）|\(论文\))?"
)
_SALUTATION = re.compile(
    r"(?:dear|sehr\s+geehrte[rn]?|liebe[rn]?|chère?|cher|monsieur|madame|messieurs|estimad[oa]s?|gentile|уважаем\w+)\b"
    r".{0,60}[,:!]?$|to\s+whom\s+it\s+may|(?:尊敬的|亲爱的|敬启者).{0,30}[:：，,!！]?$",
    re.IGNORECASE,
)
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+"
)
# What programs write into the title field by themselves: file names, their own name, placeholders.
_MACHINE = re.compile(
    r"""(?:microsoft\s+(?:word|powerpoint|excel)\b.*|.*\.(?:docx?|dot|rtf|xlsx?|pptx?|pdf|dvi|e?ps|tex|indd|qxd|cdr|pmd
    |html?|txt|odt|wpd|fm|tmp|jpe?g|png|tiff?)|(?:untitled(?:\s+(?:document|presentation|spreadsheet))?|no\s+title|title|unknown|document|doc|slide|presentation
    |powerpoint\s+presentation|new\s+document|word\s+document|normal|template|title\s+layout|titolo\s+documento|无标题|未命名|無題
    |新建.{0,20}文档|pdf-title|.+\s[-–—]\s(?:google\s+(?:docs|slides|drive|documenten)|documentos\s+de\s+google|google\s+\w+)|(?:没有|無)(?:幻灯片|投影片)标题|(?:insert|enter)\s+(?:your\s+)?title.*|r\s+graphics\s+output|(?:book|workbook|mappe|classeur|工作簿|ブック)|(?:new|my)\s+presentation|untitled\s+\w+|pptxgenjs\s+presentation|演示文稿
    |(?:folie|diapositiv[ae]|diapositive|dia|slajd|слайд|スライド|幻灯片|投影片|슬라이드)(?:\s*n[ro°]\.?)?)[\s\d()._-]*|[\W\d_]*|(?:file|https?):.*|.{0,20}\bpowerpoint\b.{0,20})""",
    re.IGNORECASE | re.VERBOSE,
)
_PERIODICAL = re.compile(
    r"^(?:the\s+)?(?:\w+\s+){0,3}(?:journal|transactions|proceedings|annals|bulletin)\s+(?:of|on|in)\b(?!.*:)|^acta\s\w+"
    r"|^lecture\s+notes\s+in|\bjournal$|学报$|學報$|雑誌$",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\d+(?:\.\d{1,2})+\.?\s|(?:[2-9]|1\d)\.\s+\S|(?:chapter|kapitel|chapitre|cap[íi]tulo|глава|part|section|unit|lesson|principle|step|exercise|question|example)\s+[\divxlc]+\W*$|第.{1,3}[章节節編编]$",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|[表图圖])\s*\w{0,2}\d", re.IGNORECASE
)
_GARBLED = re.compile(
    r"[a-z][A-Z]{2,}[a-z]|[^\W_][\]\[<>^\\+=?@#$%][^\W_]|\w[^\w\s'’.,&/:-]{2,}\w|[A-Z]{2,}[a-z]+[A-Z]{2,}|[^\W\d]\d[^\W\d]\w*\d"
)
_PROGRAM = re.compile(
    r"""(?:machine.translated\s+by|(?:created|produced|generated|powered|converted|edited)\s+(?:with|by|using|from)\s|evaluation\s+(?:copy|only
    |version)|(?:un(?:registered|licensed)|trial|demo)\s+version)""",
    re.IGNORECASE | re.VERBOSE,
)
# What letters of fonts that do not tell their names come out as: signs of Latin-1, rare characters of GB standards.
_UNREAD = re.compile("[¢£¤¥¦§¨ª¬¯±´¶·¸¹º×÷ˆ˜†‡•…‰ƒ\\\\\u7280-\u72ab]")
_ACCENTED = re.compile("[\u00c0-\u00ff]")  # no language has them for half of its letters
_RARE = re.compile("[\u3400-\u4dbf]")  # ideographs no text has several of
_PIECES_ONLY = re.compile(
    r"(?=(?:.*[^\W\d_]){2})(?!.*[^\W\d_]{3})(?!.*[^\x00-\u024f\u2000-\u206f])(?=.*[~'`^|,\"]).*\s.*\s.*"
)
_ARTICLE = re.compile(r"(?:article|artículo|artigo|статья)\s+(?:\d{1,3}|[ivxl]{1,5})\b", re.IGNORECASE)
_WEEK = re.compile(
    r"(?:\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[\W]*){3}|(?:(?:星期|周|礼拜)[一二三四五六日天]\s*){3}",
    re.IGNORECASE,
)
_STARRED = re.compile(r"\w\*\w+\*\w")
_GROUP = re.compile(
    r"(?:.*[\s,])?(?:group|grupo|gruppe|groupe|gruppo|team|[ée]quipe)\s+\S*\d\S*|[\u4e00-\u9fff\w]{2,8}\d+\s*班",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"(?:[^\W\d_][\w.'’-]*\s+){1,4}[^\W\d_][\w'’-]*,\s*(?:Ph\.?\s?D|M\.?\s?Sc|M\.?D|Jr)\b.{0,40}"
)
_ENDLESS = re.compile("[A-Za-z]{36}")  # longer than words are
# What stands above the name of who wrote it, or looked after it.
_SIGNED = re.compile(
    r"""(?:(?:project\s+|thesis\s+)?(?:submitted|prepared|presented|written|made|created|supervised|guided)\s+by|authors?|students?|(?:project\s+)?supervisors?|advisors?
    |mentors?|team\s+members|group\s+members|επιμέλεια(?:\s+εργασίας)?|επιμελεια(?:\s+εργασιας)?|(?:выполнил|подготовил|проверил)(?:а|и|\(а\))?|студент(?:ы|ка)?|авторы?
    |(?:научный\s+)?руководитель|(?:realizado|elaborado|presentado|apresentado)\s+por|autor(?:es|i|en)?|integrantes|alumn[oa]s?|(?:réalisée?|présentée?|encadrée?)\s+par
    |(?:vorgelegt|eingereicht)\s+von|betreuer|作\s*者|学\s*生|姓\s*名|指导教师|指导老师)\s*[:：]?""",
    re.IGNORECASE | re.VERBOSE,
)
# What is studied, as covers say above the title.
_STUDIES = re.compile(
    r"(?:πρόγραμμα|προγραμμα)\s.{0,40}σπουδ[ωώ]ν|направление\s+подготовки|(?:mestrado|licenciatura|bacharelado|doutorado)(?:\s+integrado)?\s+em\s"
    r"|(?:post|under)?graduate\s+(?:studies\s+)?program(?:me)?\s",
    re.IGNORECASE,
)
# The beginning of a program, and a form's line to write on.
_SOURCE = re.compile(
    r"#\s*(?:include|define|ifn?def|pragma)\b|import\s+[\w.*]+;|package\s+[\w.]+;|using\s+namespace\s|<\?(?:xml|php)\b|#!/"
)
_BLANK = re.compile(r"(?:[.…]{4,}|_{3,})\s*$")
_LABEL = re.compile(r"(?:[:：#]|\b(?:N[°ºo]|Nr|No|Num|br)[.:]*|№\)?)\s*$")
_ATTACHED = re.compile(
    r"(?:attachment|exhibit|annex|appendix|schedule|anlage|annexe|anexo|приложение|附件|附录|附表)\s*[\dA-Zivx]{0,4}(?:\W|$)",
    re.I,
)
_HOST = re.compile(
    r"(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|io|eu|int|mil|ac|co|[fb]r|de|cn|uk|it|es|nl|ch|at|jp|ru|pl|in|au|ca|se|no|fi|dk|be|kr|tw)/?"
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|[(（][^()（）]{,12}\d{4,12}[)）]")
_QUOTES = re.compile("<<|>>")
_ODD = re.compile(r"[<>?=@#$%^|{}\[\]~\\]")
_COMPANY_NAME = 5  # blanks in what is no more than the name of a company
_LONG_LABEL = 24  # columns of a text with a colon at its end that may still be the label of something
_WIDE = 180  # columns from which a line is rather a paragraph; titles of papers reach that
_ENDING = re.compile(
    r"\.(?:pdf|docx?|odt|rtf|pptx?|odp|xlsx?|ods|key|pages|numbers|html?|txt|tex|dvi|indd|pub)$", re.I
)
_MODE = re.compile(r"\s*\[[^\[\]]{4,40}\]$")  # [Compatibility Mode], as Office says it
_PROGRAM_OF = re.compile(r"(?:Microsoft )?(?:Office )?(?:Word|PowerPoint|Excel|Publisher|Visio) - ", re.I)
_TELLING = re.compile(r"[^\W\d_]{3,}|[\u3400-\u9fff]")


# What students hand in, as their covers call it: such a line begins a title, whatever stands above.
_WORK = re.compile(
    r"""(?:bachelor|master|diploma|doctoral|ph\.?d\.?|final\s+year|term|semester|course|lab(?:oratory)?|project|final|technical)(?:['’]?s)?\s+(?:of\s+\w+\s+)?(?:thesis
    |paper|project|report|work|assignment)\b|(?:отч[её]т|реферат|доклад|курсов\w+\s+(?:работа|проект)|дипломн\w+\s+(?:работа|проект)|лабораторная\s+работа
    |выпускная\s+квалификационная|пояснительная\s+записка|звіт|sprawozdanie|rapport\s+d|compte[\s-]rendu|informe\s|trabajo\s+(?:pr[áa]ctico|fin)|relazione\s
    |báo\s+cáo|đồ\s+án|luận\s+văn|گزارش|پروژه|εργασία|laporan|rapor)""",
    re.IGNORECASE | re.VERBOSE,
)
_INVOKED = re.compile(r"\W*(?:به\s+نام\s+خدا|باسمه\s+تعالی|بسم\s+الله.*|بسمه\s+تعالی)\W*")


# Questions a pattern answers.
salutation = _SALUTATION.match
"""Is this how a letter begins?"""
sentences = _SENTENCE.search
"""Does a sentence end in it?"""
chaptered = _CHAPTERED.match
"""Does it begin with the number of a chapter, of any form?"""
field = _FIELD.match
"""Is it what stands at the top of documents beside a title: a date, an address, a label with its value?"""
release = _RELEASE.fullmatch
"""Does the text only say that it is one for the press?"""
parties = _PARTIES.match
"""Does a line begin to tell when, and between whom, what stands above it was agreed on?"""
contents = _CONTENTS.fullmatch
"""Is this the heading of a table of contents?"""
course_code = re.compile(r"[A-Z]{2,5}[\s-]?\d{3,5}[A-Z]?").fullmatch
"""Is this nothing but the code of a course?"""
first_part = re.compile(r"[一二三四五六七八九十]+、").match
"""Does it begin with a number that Chinese texts count their parts with?"""
chapter = _CHAPTER.fullmatch
"""Is this nothing but the number of a chapter?"""
work = _WORK.match
"""Does it begin as what students hand in is called?"""
numbered = _NUMBERED.match
"""Does it begin with a small number and go on with a word, as headings of sections do?"""
town = _TOWN.fullmatch
"""Is this the line of an address that tells the town?"""
by_line = _BY.fullmatch
"""Is this what stands between a title and who wrote it?"""
signed = _SIGNED.fullmatch
"""Does it stand above the name of who wrote it, or looked after it?"""
person = _PATRONYMIC.fullmatch
"""Is this the name of a person, as it can be told by the name of the father?"""
name = _NAME.fullmatch
"""Could it be the name of a person?"""
tells_kind = _TELLS_KIND.fullmatch
"""Does it say what kind of document this is, besides other words?"""
captioned = _CAPTION.match
"""Does it begin as what stands below a picture or above a table?"""


def words(text: str) -> list[str]:
    """Words in small letters, single characters of scripts without blanks."""
    return _WORD.findall(text.casefold())


def same(a: str, b: str) -> bool:
    """Is one title found in the other text, white space, punctuation and case apart?"""
    return key(a) in key(b)


def alike(a: str, b: str) -> bool:
    """Do two titles say the same, but for case, white space, punctuation, or a subtitle?"""
    a, b = key(a), key(b)
    if not a or not b:
        return False
    short, long = sorted((a, b), key=len)
    if short in long and (len(short) >= 0.5 * len(long) or len(short) >= 12):
        return True
    if len(long) > 300 or len(short) <= 0.7 * len(long):
        return False
    # no ratio is above what the letters alone allow, whatever their order: that is seen far sooner
    if 2 * (Counter(a) & Counter(b)).total() / (len(a) + len(b)) <= 0.85:
        return False
    return SequenceMatcher(None, a, b, False).ratio() > 0.85


def coverage(text: str, whole: str, itself: bool = True) -> float:
    """The share of its words that a text (its case folded) comes back to. `itself`: is the title in the text?"""
    said = set(_TELLING.findall(text.casefold())) - _EMPTY
    if not said:
        return 0.0
    found = 0
    for word in said:
        at = whole.find(word)
        if itself and at >= 0:
            at = whole.find(word, at + len(word))
        found += at >= 0
    return found / len(said)


def width(text: str) -> int:
    """How long it looks: characters of scripts without blanks count twice."""
    return len(text) + sum(1 for c in text if c >= "\u2e80")


def sayable(text: str) -> bool:
    """Does the text hold words?"""
    return bool(_THREE_LETTERS.search(text) or _TWO_DENSE.search(text)) and "\ufffd" not in text


def believable(title: str) -> bool:
    """Could a person have written this title? (No file name, no placeholder, not garbled.)"""
    if not title or _MACHINE.fullmatch(title) or "�" in title:
        return False
    strange = sum(1 for c in title if "\x80" <= c <= "\xff" or c in "ƒ‚„…†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ‰")
    odd = sum(1 for c in title if unicodedata.category(c) in ("Co", "Cn", "Cs"))
    return strange * 3 <= len(title) and not odd


def file_title(name: str) -> str:
    """What the name of a file says, without its ending."""
    stem = _ENDING.sub("", _MODE.sub("", _PROGRAM_OF.sub("", name)).replace("\\", "/").rpartition("/")[2])
    return spacing.line(stem.replace("_", " "))


def is_document(name: str) -> bool:
    """Is this the name of a file that holds a document, or what a program makes of it?"""
    return bool(_ENDING.search(_MODE.sub("", name)) or _PROGRAM_OF.match(name))


def heading(text: str) -> bool:
    """Does it stand above a part of many documents?"""
    return (_HEADINGS.fullmatch(text) or _PART.fullmatch(text)) is not None


def part(text: str) -> bool:
    """Does it stand above a part of many documents, or begin them?"""
    return heading(text) or _OPENING.fullmatch(text) is not None


def capitals(text: str) -> bool:
    """Are all letters capitals, in a script that has two kinds of them?"""
    letters = [c for c in text if c.lower() != c.upper()]
    return len(letters) >= 8 and all(c.isupper() for c in letters)


def junk(title: str) -> bool:
    """Is the title of the properties what a program or a scanner wrote there?"""
    return bool(
        not believable(title)
        or _JUNK.fullmatch(title)
        or _SOURCE.match(title)
        or heading(title)
        or _LONE.fullmatch(title)
    )


def goes_on(text: str, following: str) -> bool:
    """Is `following` the rest of a title that `text` begins?"""
    if _OPEN_START.fullmatch(following):
        return not by_line(following)
    return bool(OPEN_END.search(text) or _OPEN_START.match(following)) and not against_all(following)


def against_all(text: str) -> bool:
    """Can the text be no part of a title that begins above: an address, a date, a masthead, a title with its label?"""
    return bool(
        ADDRESS.search(text)
        or titled(text)
        or dated(text)
        or MASTHEAD.search(text)
        or heading(text)
        or first_part(text)
        or _LONE.fullmatch(text)
    )


def dated(text: str) -> bool:
    """Is this nothing but dates and versions?"""
    return all(not piece or _DATE.fullmatch(piece.strip("()")) for piece in _PIECES.split(text))


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
    return organ(text) or _INVOKED.fullmatch(text) is not None


def spread(text: str) -> bool:
    """Is this one word in capitals with blanks between its letters (О Т З Ы В)?"""
    return text.isupper() and bool(_SPREAD.fullmatch(text))


def closed(text: str) -> str:
    """Such a word without the blanks; any other text as it is."""
    return text.replace(" ", "") if spread(text) else text


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


def later_page(text: str) -> bool:
    """Does a line say that this is the second page, or a later one?"""
    return len(text) < 80 and bool(_LATER.search(text))


def subject(text: str) -> int:
    """How many characters at the beginning of a letter's line are the label of its subject."""
    found = _SUBJECT.match(text)
    return found.end() if found else 0


def titled(text: str) -> int:
    """How many characters at the beginning of a line are the label of a title; all of them where it stands below."""
    if drawn := _DRAWN.match(text):
        return drawn.end()
    label, colon, rest = text.replace("：", ":").partition(":")
    if not _TITLED.fullmatch(label.strip()):
        return 0
    return len(text) - len(rest.lstrip()) if colon else len(text)


@lru_cache(1024)
def form_number(text: str) -> bool:
    """Is this nothing but the number of a form?"""
    return bool(_FORM.fullmatch(text))


@lru_cache(1024)
def kind(text: str) -> bool:
    """Does the text only say what kind of document this is, or the number of a standard?"""
    return bool(KIND.fullmatch(text) or STANDARD.fullmatch(text))


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
    said, wrote = words(line), {word for word in words(author) if len(word) > 2}
    if not wrote or not 1 < len(said) < 5 or not all(word[:1].isupper() for word in line.split()):
        return False
    return wrote <= set(said) or len(wrote & set(said)) > 1


def asked_for(text: str) -> bool:
    """Does a line below a title say by when it was to be handed in, or which of several tasks it is?"""
    return _ASKED_FOR.match(text.strip()) is not None


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
    return two and len(whole) > 300 and coverage(line, whole) == 0 < coverage(rest, whole)


def kind_of_work(text: str) -> bool:
    """Does the text only say what was handed in, not about what?"""
    return bool(kind(text) or _THESIS.fullmatch(text))


def without_marks(text: str) -> str:
    """A title without the marks that point to its footnotes, its hyphens as they are typed."""
    if not text.isascii():
        text = _HYPHENS.sub("-", text)
    return _MARKS.sub("", text) or text


# What speaks against a text as a title, whatever it looks like.


def _address(text: str) -> bool:
    return bool(_HOST.fullmatch(text) or (" " not in text and ADDRESS.search(text)))


def _short_company(text: str) -> bool:
    return bool(COMPANY.search(text)) and text.count(" ") <= _COMPANY_NAME


def _says_again(text: str) -> bool:
    """Are the words mostly the same ones: a drill, or the short name of a language at both sides of the page's foot?"""
    said = text.casefold().split()
    different = len(set(said))
    if len(said) > 4:
        return different < (0.4 if len(said) > 7 else 0.61) * len(said)
    return different == 1 < len(said) and len(said[0]) < 4


def _garbled(text: str) -> bool:
    text = _QUOTES.sub("", text)
    if _PIECES_ONLY.fullmatch(text) or _STARRED.search(text):
        return True
    said = text.split()
    if len(said) == 1 and text.isalpha() and len(_GARBLED.findall(text)) == 1:
        return False  # the name of a program, with capitals inside
    odd = sum(1 for word in said if _GARBLED.search(word))
    return (
        (odd > 0.3 * len(said) and (odd > 1 or len(said) < 3))  # one may be the name of a product
        or len(_UNREAD.findall(text)) > max(2, 0.12 * len(text))
        or len(_ACCENTED.findall(text)) > max(3, 0.4 * len(text))
        or len(_RARE.findall(text)) > max(2, 0.3 * len(text))
        or len(_ODD.findall(text)) > 2
        or bool(_ENDLESS.search(text))
    )


def _yearless(text: str) -> str:
    rest = _YEAR.sub("", text)
    return rest if sum(1 for c in rest if c.isalpha()) >= 3 else text


def _figures(text: str) -> bool:
    letters = sum(1 for c in text if c.isalnum())
    return letters > 0 and sum(1 for c in _yearless(text) if c.isdigit()) > 0.3 * letters


def _signs(text: str) -> bool:
    letters = sum(1 for c in text if c.isalnum())
    return 0 < letters < 0.6 * len("".join(text.split()))


def _very_short(text: str) -> bool:
    return sum(1 for c in text if c.isalnum()) < (4 if text.isascii() else 3)


def _ends_sentence(text: str) -> float:
    if text.endswith((".", "。")) and text.count(" ") > 3:
        return 9 if text.count(" ") < 8 else 22
    return 15 if text.endswith(("。", "；", ";", "，", ",", "？")) else 0


def _paragraph(text: str) -> float:
    """Sentences, or more than titles are long."""
    wide = width(text)
    if len(text) > 25 and ("。" in text or text.count("，") > 2):
        return 30
    if wide > 120 and sentences(text):
        return 10 + (wide - 120) / 6
    return 0


def _long(text: str) -> float:
    over = width(text) - (220 if text.isupper() else _WIDE)
    return 10 + over / 4 if over > 0 else 0


def _lower(text: str) -> float:
    if not text[:1].islower():
        return 0
    return 37 if sum(1 for c in text if c.isalnum()) < 6 else 22 if len(text) > 60 else 7


_AGAINST: tuple[tuple[float, str, Callable[[str], object]], ...] = (
    (130, "heading-every-document", heading),
    (25, "heading-every-document", lambda text: _OPENING.fullmatch(text)),
    (105, "date-version", dated),
    (105, "label", _LONE.fullmatch),
    (40, "label", lambda text: _FIELD.match(text)),
    (75, "number-section", _ARTICLE.match),
    (45, "caption", _CAPTION.match),
    (105, "garbled", _SOURCE.match),
    (40, "institution", _STUDIES.match),
    (75, "label", _BLANK.search),
    (60, "name-periodical", _PERIODICAL.search),
    (22, "masthead", MASTHEAD.search),
    (300, "address", _address),
    (50, "address", lambda text: " " in text and ADDRESS.search(text)),
    (22, "attachment", _ATTACHED.match),
    (105, "label", _INVOKED.fullmatch),
    (75, "label", _WEEK.search),
    (130, "person", _SIGNED.fullmatch),
    (75, "person", person),
    (75, "person", authors),
    (75, "person", _DEGREE.fullmatch),
    (75, "label", _GROUP.fullmatch),
    (75, "company", _short_company),
    (60, "institution", organ),
    (30, "kind-document", _THESIS.fullmatch),
    (75, "same-words-again", _says_again),
    (75, "mark-program", _PROGRAM.match),
    (105, "garbled", _garbled),
    (30, "label", lambda text: _LABEL.search(text) and width(text) <= _LONG_LABEL),
    (12, "label", lambda text: _LABEL.search(text) and width(text) > _LONG_LABEL),
    (1, "sentence", _ends_sentence),
    (1, "sentence", _paragraph),
    (22, "mostly-figures", _figures),
    (15, "mostly-signs", _signs),
    (45, "mostly-signs", lambda text: text.endswith("=")),
    (15, "mostly-signs", lambda text: "_" in text.strip("_") and text.islower()),
    (15, "very-short", _very_short),
    (20, "number-section", _SECTION.match),
    (18, "open-bracket", lambda text: text.count("(") > text.count(")") or text[0] in "(（["),
    (1, "very-long", _long),
    (1, "begins-middle", _lower),
)


@lru_cache(1024)
def against(text: str) -> tuple[tuple[float, str], ...]:
    """Penalties of a text as a title, each with its reason."""
    found = []
    for points, code, asked in _AGAINST:
        if said := asked(text):
            weight = points * said if isinstance(said, (int, float)) and points == 1 else points
            found.append((weight, Message(code)))
    return tuple(found)

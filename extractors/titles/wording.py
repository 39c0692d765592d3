"""What a line says, of which it is asked whether it is a title: headings every document has, mastheads, dates, kinds of
documents, labels, names programs give. One wording for all formats."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from functools import lru_cache

from extractors.base import spacing
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
LONE = re.compile(
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
_RELEASE = re.compile(
    r"(?:for\s+immediate\s+release|(?:press|news|media)\s+release|pressemitteilung|communiqu[ée]\s+de\s+presse|comunicado\s+de\s+(?:prensa|imprensa)"
    r"|comunicato\s+stampa|新闻稿|プレスリリース)\W*",
    re.IGNORECASE,
)
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
_DRAWN = re.compile(
    r"(?:论文|设计|课题|项目|毕业设计)?题\s*目(?:\s*名\s*称)?(?:\s*[（(]中文[）)])?[\s_]+(?=[^\s_:：])|(?:project|thesis|paper|assignment|topic)\s+(?:name|title)\s+(?=\w)",
    re.IGNORECASE,
)  # before a line to write on
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.?\s+[^\W\d_]{3}")
_ASKED_FOR = re.compile(r"due\b(?=\W*(?:date|on|by|[A-Z]|\d))|вариант\b|варіант\b", re.IGNORECASE)
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
OPENING = re.compile(
    r"(?:(?:\d+|第[一1][章节]|(?:chapter|kapitel|chapitre|глава|cap[íi]tulo)\s+(?:1|i|one))[.:、]?\s*)?(?:introduction|einleitung|einführung|введение|introducción|preface|foreword|vorwort|前\s*言|引\s*言|绪\s*论"
    r"|概\s*述|requirements|prerequisites|system\s+requirements|installation|overview|background|getting\s+started|results|conclusions?|(?:materials\s+and\s+)?methods|methodology|(?:aims|goals|objectives)(?:\s+of\s+(?:this|the)\s+\w+)?|outline|discussion|license|disclaimer|answers?(?:\s+(?:sheet|key))?|solutions?|course\s+(?:description|objectives|overview|information|content|outcomes|work|goals)|learning\s+(?:objectives|outcomes)|(?:problem|thesis)\s+statement"
    r"|voraussetzungen|hintergrund|contexte|contexto|antecedentes|информация|докладчик|(?:теоретическая|практическая)\s+часть|теоретические\s+сведения|цель(?:\s+работы)?|постановка\s+задачи|ход\s+работы|definition|domain\s+background|environment|how\s+to\s+(?:compile|run|use)|usage|chapter\s+overview|предисловие|преамбула|preamble|目\s*的|背\s*景|参考答案|答题[卷卡纸]|(?:小组)?(?:成员|人员)(?:及)?(?:分工|组成)|(?:[一1]\s*[、.．]\s*)?(?:单项|多项|不定项)?(?:选择|填空|判断|简答|编程|计算|问答|解答|论述|名词解释)题?)",
    re.IGNORECASE,
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
FIELD = re.compile(
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
THESIS = re.compile(
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
CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|[表图圖])\s*\w{0,2}\d", re.IGNORECASE
)
# The beginning of a program, and a form's line to write on.
SOURCE = re.compile(
    r"#\s*(?:include|define|ifn?def|pragma)\b|import\s+[\w.*]+;|package\s+[\w.]+;|using\s+namespace\s|<\?(?:xml|php)\b|#!/"
)
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
# Questions a pattern answers.
salutation = _SALUTATION.match
"""Is this how a letter begins?"""
sentences = _SENTENCE.search
"""Does a sentence end in it?"""
chaptered = _CHAPTERED.match
"""Does it begin with the number of a chapter, of any form?"""
field = FIELD.match
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
tells_kind = _TELLS_KIND.fullmatch
"""Does it say what kind of document this is, besides other words?"""
captioned = CAPTION.match
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
    return heading(text) or OPENING.fullmatch(text) is not None


def capitals(text: str) -> bool:
    """Are all letters capitals, in a script that has two kinds of them?"""
    letters = [c for c in text if c.lower() != c.upper()]
    return len(letters) >= 8 and all(c.isupper() for c in letters)


def junk(title: str) -> bool:
    """Is the title of the properties what a program or a scanner wrote there?"""
    return bool(
        not believable(title)
        or _JUNK.fullmatch(title)
        or SOURCE.match(title)
        or heading(title)
        or LONE.fullmatch(title)
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
        or LONE.fullmatch(text)
    )


def dated(text: str) -> bool:
    """Is this nothing but dates and versions?"""
    return all(not piece or _DATE.fullmatch(piece.strip("()")) for piece in _PIECES.split(text))


def spread(text: str) -> bool:
    """Is this one word in capitals with blanks between its letters (О Т З Ы В)?"""
    return text.isupper() and bool(_SPREAD.fullmatch(text))


def closed(text: str) -> str:
    """Such a word without the blanks; any other text as it is."""
    return text.replace(" ", "") if spread(text) else text


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


def asked_for(text: str) -> bool:
    """Does a line below a title say by when it was to be handed in, or which of several tasks it is?"""
    return _ASKED_FOR.match(text.strip()) is not None


def kind_of_work(text: str) -> bool:
    """Does the text only say what was handed in, not about what?"""
    return bool(kind(text) or THESIS.fullmatch(text))


def without_marks(text: str) -> str:
    """A title without the marks that point to its footnotes, its hyphens as they are typed."""
    if not text.isascii():
        text = _HYPHENS.sub("-", text)
    return _MARKS.sub("", text) or text

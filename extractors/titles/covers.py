"""Covers of works handed in: what a line calls the work (a report, a course project, 开题报告), and what it is about.

A line that says no more than what was handed in gives way to what stands below it: in quotes, behind a label, or as the
next line of the cover that could be a title.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from extractors.base.types import Candidate
from extractors.titles import against, who, wording
from extractors.titles.ranking import ENOUGH, key

_NEAR = 3  # candidates below what the work is called among which is what it is about
_LABELLED = 8  # the same where a label tells it
_SUPPORT = 31.0  # points, more than properties add to what they repeat
_BEHIND = 65.0  # points by which that may look less like a title
_LEAST = 36.0  # points it needs where neither quotes nor a label tell it
_AGAINST = 30.0
_ABOVE = 30.0
_ENDS_AS_WORK = re.compile(r"(?:课程设计|实验|实训|大作业|课程)(?:报告书?|说明书|论文)$")
_LETTERS = 4
_THESES = re.compile(
    r"thes[ie]s|dissertation|διπλωματικ|πτυχιακ|tesi\b|tesina|praca\s|pr[áa]ce|arbeit|m[ée]moire",
    re.IGNORECASE,
)

_COUNT = r"(?:\s*(?:(?:no|nr)\.?|number|[#№]|n[°º])?\s*\d{1,3}[a-z]?(?:\.\d{1,2})?)?"
_CODE = r"(?:\s*[-–:,(]?\s*[A-Z]{2,5}[\s-]?\d{2,5}[A-Z]?\)?)?"
_WORKS = (
    r"""(?:(?:final|mid-?term|term|mini|major|minor|senior|capstone|course|group|team|semester|progress|interim|individual|undergraduate|graduate|graduation
    |bachelor['’]?s?|master['’]?s?|diploma|doctoral|ph\.?d\.?|design|software|laboratory|lab|project|homework|programming|class|end|year|of)[\s-]+){0,4}
    (?:project|report|proposal|presentation|thesis|dissertation|assignment|homework|lab(?:oratory)?|paper|coursework|exercise|documentation|defen[cs]e)(?:\s*[（(](?:design|project|thesis)[）)])?""",
    r"""(?:отч[её]т|звіт|реферат|доклад|презентация|(?:расч[её]тно-)?пояснительная\s+записка|(?:курсов|дипломн|лабораторн|практическ|контрольн|самостоятельн|бакалаврск
    |магистерск|выпускн|научно-исследовательск|расч[её]тно-графическ|итогов|индивидуальн|домашн)\w{1,3}(?:\s+(?:квалификационная|исследовательская|учебная))?\s+
    (?:работа|проект|задание|диссертация|робота)(?:\s+(?:бакалавра|магистра|специалиста))?|курсовая|дипломная)
    (?:\s+(?:по|о|об|к|з|за|про)\s+(?:[\w-]+\s+){0,4}?(?:работ\w+|проект\w*|практик\w+|робот\w+|задани\w+|записк\w+))?
    (?:\s*[№N#]?\s*\d{1,3})?(?:\s+(?:по\s+)?(?:курсу|дисциплине|предмету|курса)(?:[\s:].{2,90})?)?(?:\s+на\s+тему)?""",
    r"""(?:trabajo\s+(?:pr[áa]ctico|integrador|final|fin)(?:\s+(?:integrador|de\s+\w+))?|informe(?:\s+(?:final|t[ée]cnico|de\s+(?:laboratorio|proyecto|pr[áa]cticas?)
    |del\s+proyecto))?|proyecto(?:\s+(?:final|integrador|de\s+(?:curso|grado|t[íi]tulo)))?|relat[óo]rio(?:\s+(?:final|t[ée]cnico|de\s+(?:projeto|est[áa]gio)
    |do\s+projeto))?|projeto(?:\s+(?:final|pr[áa]tico))?|trabalho(?:\s+(?:pr[áa]tico|final|de\s+conclus[ãa]o(?:\s+de\s+curso)?))?|relazione(?:\s+(?:finale
    |di\s+(?:laboratorio|progetto)|progetto))?|progetto(?:\s+(?:finale|d['’]esame))?|tesi(?:na)?(?:\s+di\s+laurea)?)""",
    r"""(?:travail\s+de\s+(?:bachelor|dipl[ôo]me|master|fin\s+d['’]\s*[ée]tudes)|rapport(?:\s+(?:final|technique|de\s+(?:projet|stage|tp|laboratoire)|du\s+projet))?|projet(?:\s+(?:de\s+fin\s+d['’]\s*[ée]tudes?|final|tutor[ée]))?
    |compte[\s-]rendu(?:\s+(?:de|du)\s+(?:tp|projet|travaux\s+pratiques))?|m[ée]moire(?:\s+de\s+(?:fin\s+d['’]\s*[ée]tudes?|master|licence))?
    |soutenance(?:\s+(?:de\s+)?(?:projet|stage))?|(?:projekt|praktikums|abschluss|labor)?bericht|(?:projekt)?dokumentation
    |(?:bachelor|master|diplom|seminar|haus|studien|projekt|semester)arbeit)""",
    r"""(?:sprawozdanie|praca\s+(?:dyplomowa\s+)?(?:in[żz]ynierska|magisterska|licencjacka|dyplomowa)|(?:bakal[áa][řr]sk[áa]|diplomov[áa])\s+pr[áa]c[ea]|курсов\s+проект|дипломна\s+(?:робота|работа)
    |báo\s+cáo(?:\s+(?:bài\s+tập\s+lớn|đồ\s+án|cuối\s+kỳ|thực\s+tập))?|đồ\s+án(?:\s+(?:môn\s+học|tốt\s+nghiệp|cơ\s+sở))?|laporan(?:\s+(?:akhir|praktikum|proyek))?|(?:(?:διπλωματικ|πτυχιακ|μεταπτυχιακ)[ήη]\s+)?εργασ[ίι]α)""",
    r"""(?:[\u4e00-\u9fff（）()]{2,14}?(?:大学|学院|教育))?(?:[（(]?\d{4}届?[)）]?)?(?:全日制|本科(?:学?生)?|硕士|博士|学士|研究生|专科|专业|工程|普通){0,4}
    (?:(?:毕业|课程|学位|学年)(?:设计|论文|实验|作业|项目)|(?:学业|毕业|结业)作品|学位论文|期末大?作业|大作业|实验|实习|实训|项目|综合设计|结课)(?:[（(](?:论文|设计)[)）])?
    (?:(?:开题|中期|结题|答辩|总结|设计|实验|实习|实训|项目)?(?:报告书?|说明书|任务书|汇报|答辩|论文|综述|PPT)|文献综述)?""",
)
_WORK = re.compile("|".join(f"(?:{one}){_COUNT}{_CODE}" for one in _WORKS), re.IGNORECASE | re.VERBOSE)
_BLANKS = re.compile(r"(?<=[\u3400-\u9fff（）()])\s+(?=[\u3400-\u9fff（）()])")
_QUOTED = re.compile(
    r"(?:[«„“\"][^«»„“”\"]{3,}[»”“\"]|[«„“\"].{3,}[»”“\"]|[「『《][^「」『』《》]{2,}[」』》])\.?"
)
_ON = re.compile(
    r"(?:на\s+)?тем[уа]\s*(?=[«\"“„])|(?:on\s+the\s+)?topic(?:\s+of)?\s*(?=[\"“„])", re.IGNORECASE
)
# What stands on covers besides the title: whose it is, for which course, who looks after it.
_BESIDE = re.compile(
    r"""(?:(?:по|к|на|о|об|в|при)\s|course\b|speaker|module\b|class\b|subject\b|group\b|team\b|supervis|submitted|prepared|presented|author|instructor|teacher|professor|dr\.|mr\.
    |under\b|guid|mentor|tutor|by\b|in\s+partial|certificate|acknowledg|declaration|semester|year\b|(?:spring|summer|fall|autumn|winter)\b|section\b|part\b
    |группа|вариант|студент|выполнил|преподавател|руководител|специальност|направлени|факультет|кафедр|тип\s|тема\b|дисциплин|утвержда|город|минск|москва
    |integrantes|alumn|autor|docente|profesor|asignatura|materia|c[áa]tedra|curso|disciplina|realizad|elaborad|grupo|equipo|tutor|aluno|professor|unidade
    |r[ée]alis|encadr|pr[ée]sent|[ée]tudiant|membres|ann[ée]e|groupe|fili[èe]re|version|vorgelegt|betreu|von\b|name|studiengang|fach\b|modul|eingereicht
    |winter|sommer|matrikel|przedmiot|kierunek|prowadz|wykona[łl]|ομάδα|μάθημα|επιμέλεια|όνομα|姓\s*名|学\s*号|班\s*级|专\s*业|学\s*院|小组|组\s*员|组\s*长|成\s*员|指导|学\s*生|题\s*目|日\s*期|课程|院\s*系|系\s*别|答辩人|汇报人|作者
    |年\s*级|性\s*别)""",
    re.IGNORECASE | re.VERBOSE,
)
_PIECES = re.compile(r"\s*[,;、，/&]\s*|\s+(?:and|und|et|y|e|и|и)\s+|\s{2,}|\n")
_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}")

Near = Callable[[int, int], bool]
"""Does the candidate with the second index stand on a cover with the first one, as its title would?"""


def work_only(text: str) -> bool:
    """Does the text only say what was handed in, not about what?"""
    said = _BLANKS.sub("", text).strip(" .:：-–—_")
    return len(said) > 2 and bool(_WORK.fullmatch(said))


def quoted(text: str) -> bool:
    """Does the whole line stand in quotes?"""
    return _QUOTED.fullmatch(text.strip()) is not None


def topic(text: str) -> int:
    """How many characters before the quotes at the beginning of a line say that these hold the topic."""
    found = _ON.match(text)
    return found.end() if found else 0


def beside(text: str) -> bool:
    """Does the text say what stands on covers besides the title: whose the work is, for which course?"""
    return bool(_BESIDE.match(text.strip()) or names(text) or wording.field(text.strip()))


def names(text: str) -> bool:
    """Are these names of persons, several of them or of one in letters of East Asia?"""
    pieces = [piece.strip() for piece in _PIECES.split(text.strip()) if piece.strip()]
    if len(pieces) > 1 and all(who.name(piece) for piece in pieces):
        return True
    words = text.split()
    return len(words) > 1 and all(_HAN.fullmatch(word) for word in words) and not wording.tells_kind(text)


def prefer(
    found: Sequence[Candidate],
    near: Near,
    told: Collection[int] = (),
    beside: Collection[int] = (),
    behind: float = _BEHIND,
) -> list[Candidate]:
    """The candidates, in the order in which they are read; what a work is about before what it is called as a work.
    `told` are the indices of those a label names as the title, `beside` of what cannot be one; `behind` is by how many
    points what nothing but its place tells may look less like a title."""
    found = list(found)
    best = max(found, key=lambda one: one.score, default=None)
    if best is None or best.score < ENOUGH:
        return found
    for at, work in enumerate(found):
        named = work is best and bool(told) and _ENDS_AS_WORK.search(work.text)
        if not (named or work_only(work.text)) or work.score < ENOUGH:
            continue
        below = [other for other in range(at + 1, len(found)) if other not in beside]
        close = _close(found, at, below, near)
        about = next((other for other in below[:_LABELLED] if other in told), None)
        if about is None and named and not work_only(work.text):
            continue
        if about is None:
            about = next((other for other in close if quoted(found[other].text)), None)
        if about is None and work is best:
            about = next((other for other in close[-1:] if _about(found[other], best.score - behind)), None)
        if about is None and work is best and at and _THESES.search(work.text):
            above = at - 1  # theses are called so below their titles, too
            if near(above, at) and _about(found[above], best.score - _ABOVE):
                about = above
        if about is not None:
            worth = max(found[about].score, best.score + _SUPPORT)
            found[about] = found[about]._replace(score=worth)
            return found
    return found


def _close(found: Sequence[Candidate], work: int, below: Sequence[int], near: Near) -> list[int]:
    """What stands below a work as its title would, up to the first that is not for whom, where or by whom it was made."""
    close: list[int] = []
    for other in below[:_NEAR]:
        if not near(close[-1] if close else work, other):
            break
        close.append(other)
        text = found[other].text
        if not (beside(text) or text[:1] in "(（" or quoted(text)):
            break
    return close


def _about(one: Candidate, least: float) -> bool:
    """Could a line below what a work is called be what it is about, as nothing but its place tells?"""
    text = one.text.strip()
    return (
        one.score >= max(_LEAST, least)
        and len(key(text)) > _LETTERS
        and text[:1] not in "-–—(（"
        and not text.endswith((":", "："))
        and not work_only(text)
        and not beside(text)
        and not wording.part(text)
        and not wording.chaptered(text)
        and sum(points for points, _ in against.penalties(text)) < _AGAINST
    )

"""What speaks against a text as a title, whatever it looks like: penalties with their reasons."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from extractors.base.sentences import Message
from extractors.titles import who, wording

_PERIODICAL = re.compile(
    r"^(?:the\s+)?(?:\w+\s+){0,3}(?:journal|transactions|proceedings|annals|bulletin)\s+(?:of|on|in)\b(?!.*:)|^acta\s\w+"
    r"|^lecture\s+notes\s+in|\bjournal$|学报$|學報$|雑誌$",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"\d+(?:\.\d{1,2})+\.?\s|(?:[2-9]|1\d)\.\s+\S|(?:chapter|kapitel|chapitre|cap[íi]tulo|глава|part|section|unit|lesson|principle|step|exercise|question|example)\s+[\divxlc]+\W*$|第.{1,3}[章节節編编]$",
    re.IGNORECASE,
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
# What is studied, as covers say above the title.
_STUDIES = re.compile(
    r"(?:πρόγραμμα|προγραμμα)\s.{0,40}σπουδ[ωώ]ν|направление\s+подготовки|(?:mestrado|licenciatura|bacharelado|doutorado)(?:\s+integrado)?\s+em\s"
    r"|(?:post|under)?graduate\s+(?:studies\s+)?program(?:me)?\s",
    re.IGNORECASE,
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


def _address(text: str) -> bool:
    return bool(_HOST.fullmatch(text) or (" " not in text and wording.ADDRESS.search(text)))


def _short_company(text: str) -> bool:
    return bool(who.COMPANY.search(text)) and text.count(" ") <= _COMPANY_NAME


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
    wide = wording.width(text)
    if len(text) > 25 and ("。" in text or text.count("，") > 2):
        return 30
    if wide > 120 and wording.sentences(text):
        return 10 + (wide - 120) / 6
    return 0


def _long(text: str) -> float:
    over = wording.width(text) - (220 if text.isupper() else _WIDE)
    return 10 + over / 4 if over > 0 else 0


def _lower(text: str) -> float:
    if not text[:1].islower():
        return 0
    return 37 if sum(1 for c in text if c.isalnum()) < 6 else 22 if len(text) > 60 else 7


_AGAINST: tuple[tuple[float, str, Callable[[str], object]], ...] = (
    (130, "heading-every-document", wording.heading),
    (25, "heading-every-document", lambda text: wording.OPENING.fullmatch(text)),
    (105, "date-version", wording.dated),
    (105, "label", wording.LONE.fullmatch),
    (40, "label", lambda text: wording.FIELD.match(text)),
    (75, "number-section", _ARTICLE.match),
    (45, "caption", wording.CAPTION.match),
    (105, "garbled", wording.SOURCE.match),
    (40, "institution", _STUDIES.match),
    (75, "label", _BLANK.search),
    (60, "name-periodical", _PERIODICAL.search),
    (22, "masthead", wording.MASTHEAD.search),
    (300, "address", _address),
    (50, "address", lambda text: " " in text and wording.ADDRESS.search(text)),
    (22, "attachment", _ATTACHED.match),
    (105, "label", who.INVOKED.fullmatch),
    (75, "label", _WEEK.search),
    (130, "person", who.SIGNED.fullmatch),
    (75, "person", who.person),
    (75, "person", who.authors),
    (75, "person", _DEGREE.fullmatch),
    (75, "label", _GROUP.fullmatch),
    (75, "company", _short_company),
    (60, "institution", who.organ),
    (30, "kind-document", wording.THESIS.fullmatch),
    (75, "same-words-again", _says_again),
    (75, "mark-program", _PROGRAM.match),
    (105, "garbled", _garbled),
    (30, "label", lambda text: _LABEL.search(text) and wording.width(text) <= _LONG_LABEL),
    (12, "label", lambda text: _LABEL.search(text) and wording.width(text) > _LONG_LABEL),
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
def penalties(text: str) -> tuple[tuple[float, str], ...]:
    """Penalties of a text as a title, each with its reason."""
    found = []
    for points, code, asked in _AGAINST:
        if said := asked(text):
            weight = points * said if isinstance(said, (int, float)) and points == 1 else points
            found.append((weight, Message(code)))
    return tuple(found)

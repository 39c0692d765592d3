"""What speaks against a line being the title of a PDF, and how much."""

from __future__ import annotations

import re
from functools import lru_cache

from extractors import pdf_title_words as words

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
_SENTENCES = re.compile(r"[a-z]{3}\. [A-Z][a-z]+ [a-z]+ ")
# What letters of fonts that do not tell their names come out as: signs of Latin-1, rare characters of GB standards.
_UNREAD = re.compile("[¢£¤¥¦§¨ª¬¯±´¶·¸¹º×÷ˆ˜†‡•…‰ƒ\\\\\u7280-\u72ab]")
_ACCENTED = re.compile("[\u00c0-\u00ff]")  # no language has them for half of its letters
_RARE = re.compile("[\u3400-\u4dbf]")  # ideographs no text has several of
_ENDLESS = re.compile("[A-Za-z]{36}")  # longer than words are
_LABEL = re.compile(r"(?:[:：#]|\b(?:N[°ºo]|Nr|No|Num|br)[.:]*)\s*$")
_NUMBER = re.compile(r"\d{6}|\d{3}[ -]\d{3,}")
_NAME = re.compile(r"(?:[A-Z][\w'’-]*\.?\s+){1,3}[A-Z][\w'’-]+")
_BETWEEN = re.compile(r"[\d*†‡∗]*\s*(?:[,;&·]|\band\b|\bund\b|\bet\b)[\d*†‡∗,\s]*")
_ATTACHED = re.compile(
    r"(?:attachment|exhibit|annex|appendix|schedule|anlage|annexe|anexo|приложение|附件|附录|附表)\s*[\dA-Zivx]{0,4}(?:\W|$)",
    re.I,
)
_HOST = re.compile(
    r"(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|io|eu|int|mil|ac|co|[fb]r|de|cn|uk|it|es|nl|ch|at|jp|ru|pl|in|au|ca|se|no|fi|dk|be|kr|tw)/?"
)
_COMPANY_NAME = 4  # blanks in what is no more than the name of a company
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|[(（][^()（）]{,12}\d{4,12}[)）]")


def _says_again(said: list[str]) -> bool:
    """Are the words mostly the same ones: a drill, or the short name of a language at both sides of the page's foot?"""
    different = len(set(said))
    return different < 0.4 * len(said) if len(said) > 7 else different == 1 < len(said) and len(said[0]) < 4


@lru_cache(1024)
def against(text: str) -> tuple[tuple[float, str], ...]:
    """Penalties of a text as a title, each with its reason."""
    found: list[tuple[float, str]] = []
    if words.HEADINGS.fullmatch(text):
        found.append((7.0, "a heading every document has"))
    if words.dated(text):
        found.append((7.0, "a date or version"))
    if _CAPTION.match(text):
        found.append((3.0, "a caption"))
    if _PERIODICAL.search(text):
        found.append((4.0, "the name of a periodical"))
    elif words.MASTHEAD.search(text):
        found.append((1.5, "a masthead"))
    if _HOST.fullmatch(text):
        found.append((7.0, "an address"))
    elif words.ADDRESS.search(text):
        found.append((1.5 if " " in text else 7.0, "an address"))
    if _ATTACHED.match(text):
        found.append((1.5, "an attachment"))
    people = [person.strip(" *†‡∗0123456789") for person in _BETWEEN.split(text)]
    if len(people) > 1 and all(not person or _NAME.fullmatch(person) for person in people):
        found.append((1.0, "names"))
    if words.person(text):
        found.append((5.0, "a name"))
    if words.COMPANY.search(text):
        found.append((3.0 if text.count(" ") > _COMPANY_NAME else 5.0, "a company"))
    elif words.organ(text):
        found.append((3.0, "an institution"))
    elif words.PLACE.search(text) and len(text) < 80:
        found.append((0.6, "an institution"))
    said = text.casefold().split()
    if _says_again(said):
        found.append((5.0, "the same words again and again"))
    if _PROGRAM.match(text):
        found.append((5.0, "the mark of a program"))
    odd = sum(1 for character in text if character in "<>?=@#$%^|{}[]~\\")
    odd_words = sum(1 for word in text.split() if _GARBLED.search(word))
    strange = odd_words > 0.3 * len(said) and (odd_words > 1 or len(said) < 3)  # one may be the name of a product
    unread = (
        len(_UNREAD.findall(text)) > max(2, 0.12 * len(text))
        or len(_ACCENTED.findall(text)) > max(3, 0.4 * len(text))
        or len(_RARE.findall(text)) > max(2, 0.3 * len(text))
    )
    if strange or unread or odd > 2 or _ENDLESS.search(text):
        found.append((7.0, "garbled"))
    single = sum(1 for word in said if len(word) == 1 and word.isascii())
    if single > max(3, 0.4 * len(said)) and any(map(str.isdigit, text)):
        found.append((3.0, "single letters"))
    if len(text) > 25 and ("。" in text or text.count("，") > 2 or (len(text) > 80 and _SENTENCES.search(text))):
        found.append((2.0, "sentences"))
    if words.KIND.fullmatch(text):
        found.append((3.0, "a kind of document"))
    elif words.STANDARD.fullmatch(text):
        found.append((4.0, "the number of a standard"))
    if _LABEL.search(text):
        found.append((2.0, "a label"))
    elif words.OPEN_END.search(text):
        found.append((0.6, "breaks off"))
    elif text.endswith("。") and len(text) > 20:
        found.append((1.5, "a sentence"))
    elif text.endswith((".", "。")) and text.count(" ") > 3:
        found.append((0.6 if text.count(" ") < 8 else 1.5, "a sentence"))
    letters = [c for c in text if c.isalnum()]
    yearless = _YEAR.sub("", text)
    if sum(1 for c in yearless if c.isalpha()) < 3:
        yearless = text
    figures = sum(1 for c in yearless if c.isdigit())
    if letters and figures > 0.3 * len(letters):
        found.append((1.5, "mostly figures"))
    elif _NUMBER.search(yearless):
        found.append((1.0, "a number"))
    if letters and len(letters) < 0.6 * len(text.replace(" ", "")):
        found.append((1.0, "mostly signs"))
    if len(letters) < (4 if text.isascii() else 3):
        found.append((1.0, "very short"))
    if _SECTION.match(text):
        found.append((1.0 if len(text) > 16 else 2.0, "the number of a section"))
    if text.count("(") > text.count(")"):
        found.append((1.2, "an open bracket"))
    if len(text) > (220 if text.isupper() else 180):
        found.append((1.0, "very long"))
    if text[:1].islower():
        found.append((2.5 if len(letters) < 6 else 1.5 if len(text) > 60 else 0.5, "begins in the middle"))
    return tuple(found)

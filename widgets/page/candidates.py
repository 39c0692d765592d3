"""Which texts of a document could be its title, and why one of them is: a small table for the details."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication

from extractors import Document
from extractors.types import Candidate
from widgets import engine_words, formats
from widgets.palettes import Colors

_BAR = 72  # pixels of the longest bar
_SHOWN = 120  # characters of a candidate


def verdict(document: Document, shelf_title: str) -> str:
    """Sentences: what speaks for the title that was taken; `shelf_title` is the one in the index."""
    translate = QCoreApplication.translate
    said: list[str] = []
    if not document.title and document.error:
        said.append(translate("candidates", "The document could not be read."))
    elif not document.title:
        said.append(translate("candidates", "Nothing in this document is certain enough to be its title."))
    elif document.candidates:
        if document.candidates[0].reason:
            said.append(_sentence(engine_words.say_list(document.candidates[0].reason)))
        if len(document.candidates) > 1:
            said.append(translate("candidates", "Of all candidates most speaks for this one."))
    # a title without the name of its site is no other title
    if document.title and shelf_title and shelf_title not in document.title and document.title not in shelf_title:
        template = translate("candidates", "The index still has “{title}”; “Re-extract” brings it up to date.")
        said.append(template.format(title=formats.shorten(shelf_title)))
    return formats.sentences(said)


def table(document: Document, colors: Colors) -> str:
    """The candidates as rich text: text, where it stood, how much speaks for it, why."""
    translate = QCoreApplication.translate
    best = max((candidate.score for candidate in document.candidates), default=0.0)
    names = (
        "",
        translate("candidates", "Candidate"),
        translate("candidates", "Found in"),
        translate("candidates", "Score"),
        "",
        translate("candidates", "What speaks for it, or against it"),
    )
    head = "".join(f'<td class="name">{escape(name)}</td>' for name in names)
    rows = [
        _row(candidate, best, colors, won=bool(document.title) and number == 0)
        for number, candidate in enumerate(document.candidates)
    ]
    # not 100 %: shares and pixels together come to a pixel more than there is, and a scroll bar
    return f'<table width="98%" cellspacing="0"><tr>{head}</tr>{"".join(rows)}</table>'


def lines(document: Document) -> list[tuple[str, str]]:
    """The same for copying as text."""
    return [
        (
            ("✓ " if document.title and not number else "") + engine_words.say(candidate.source),
            f"{candidate.text} ({_score(candidate.score)}) {engine_words.say_list(candidate.reason)}".rstrip(),
        )
        for number, candidate in enumerate(document.candidates)
    ]


def _row(candidate: Candidate, best: float, colors: Colors, *, won: bool) -> str:
    mark = f'<span style="color:{colors.ok}">✓</span>' if won else ""
    weight = "600" if won else "400"
    text = escape(formats.shorten(" ".join(candidate.text.split()), _SHOWN))
    cells = (
        f'<td width="16">{mark}</td>',
        f'<td style="font-weight:{weight}">{text}</td>',
        f"<td>{escape(engine_words.say(candidate.source))}</td>",
        f'<td class="score" width="{_BAR}">{_bar(candidate.score, best, colors, won=won)}</td>',
        f'<td width="56" align="right" style="white-space:nowrap">{escape(_score(candidate.score))}</td>',
        f'<td class="name">{escape(_sentence(engine_words.say_list(candidate.reason)))}</td>',
    )
    return f"<tr>{''.join(cells)}</tr>"


def _bar(score: float, best: float, colors: Colors, *, won: bool) -> str:
    full = round(max(0.0, score) / best * _BAR) if best > 0 else 0
    color = colors.accent if won else colors.outline
    filled = f'<td width="{full}" bgcolor="{color}"></td>' if full else ""
    rest = f'<td width="{_BAR - full}" bgcolor="{colors.border}"></td>' if full < _BAR else ""
    return f'<table cellspacing="0" cellpadding="0"><tr class="bar">{filled}{rest}</tr></table>'


def _score(score: float) -> str:
    return f"{score:.2f}".rstrip("0").rstrip(".") or "0"


def _sentence(text: str) -> str:
    """A phrase of the engine as a sentence."""
    if not text:
        return ""
    ended = text if text[-1] in ".!?。！？" else text + QCoreApplication.translate("candidates", ".", "ends a sentence")
    return ended[:1].upper() + ended[1:]

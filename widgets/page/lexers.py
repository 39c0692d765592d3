"""Line lexers for the source view: a line and a state in, coloured spans and the next state out. No Qt."""

from __future__ import annotations

import re
from collections.abc import Callable

# (start, length, kind); kinds: keyword string number comment tag attribute value punctuation entity property
Span = tuple[int, int, str]
Lexed = tuple[list[Span], int]
Lexer = Callable[[str, int], Lexed]

PLAIN, COMMENT, TEMPLATE = 0, 1, 2
TAG, QUOTED_DOUBLE, QUOTED_SINGLE, HTML_COMMENT, CDATA = 3, 4, 5, 6, 7
_RAW, _SUB = 8, 16  # bits: inside <script> or <style>, and the state of its own lexer

_JS = re.compile(
    r"(?P<comment>//.*)|(?P<open>/\*)|(?P<template>`)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?)"
    r"|(?P<number>\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)n?\b)"
    r"|(?P<keyword>\b(?:async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|export|extends|"
    r"false|finally|for|from|function|get|if|import|in|instanceof|let|new|null|of|return|set|static|super|switch|this|"
    r"throw|true|try|typeof|undefined|var|void|while|with|yield)\b)"
)
_CSS = re.compile(
    r"(?P<open>/\*)|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?)"
    r"|(?P<keyword>@[\w-]+|!important\b)|(?P<number>#[\da-fA-F]{3,8}\b|-?\b\d*\.?\d+(?:%|[a-zA-Z]+\b)?)"
    r"|(?P<property>(?<![\w-])[\w-]+(?=\s*:[^:{]*(?:;|$|\})))|(?P<tag>[.#][A-Za-z_][\w-]*)|(?P<punctuation>[{}:;,])"
)
_JSON = re.compile(
    r"(?P<property>\"(?:[^\"\\]|\\.)*\"(?=\s*:))|(?P<string>\"(?:[^\"\\]|\\.)*\"?)"
    r"|(?P<number>-?\b\d+\.?\d*(?:[eE][+-]?\d+)?\b)|(?P<keyword>\b(?:true|false|null)\b)|(?P<punctuation>[{}\[\]:,])"
)
_TAG = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)|<[!?][A-Za-z][^>]*>?")
_ATTRIBUTE = re.compile(r"(?P<end>/?>)|(?P<name>[^\s=>\"'/]+)|(?P<double>\")|(?P<single>')|=\s*(?P<value>[^\s\"'>]+)")
_ENTITY = re.compile(r"&(?:#\d+|#[xX][\da-fA-F]+|\w+);")
_CLOSE_RAW = re.compile(r"</(?:script|style)\b", re.IGNORECASE)


def _simple(pattern: re.Pattern[str]) -> Lexer:
    """A lexer for a language with /* */ comments and, in JavaScript, `templates` over several lines."""

    def lex(line: str, state: int) -> Lexed:
        spans: list[Span] = []
        position = 0
        while position < len(line) or state != PLAIN:
            if state in (COMMENT, TEMPLATE):
                closing, kind = ("*/", "comment") if state == COMMENT else ("`", "string")
                end = line.find(closing, position)
                if end < 0:
                    spans.append((position, len(line) - position, kind))
                    return spans, state
                spans.append((position, end + len(closing) - position, kind))
                position, state = end + len(closing), PLAIN
                continue
            found = pattern.search(line, position)
            if found is None:
                break
            kind = found.lastgroup or ""
            if kind in ("open", "template"):
                state = COMMENT if kind == "open" else TEMPLATE
                spans.append((found.start(), len(found[0]), "comment" if kind == "open" else "string"))
            else:
                spans.append((found.start(), len(found[0]), kind))
            position = found.end()
        return spans, state

    return lex


lex_javascript = _simple(_JS)
lex_css = _simple(_CSS)
lex_json = _simple(_JSON)


class _Markup:
    """HTML and XML: a small machine that walks one line; `raw` remembers which language a script or style is in."""

    def __init__(self, line: str, state: int, *, html: bool) -> None:
        self.line, self.html = line, html
        self.spans: list[Span] = []
        self.position = 0
        self.raw = state & _RAW  # set: inside a raw element
        self.css = bool(state & 64)
        self.sub = (state // _SUB) & 3
        self.state = state & 7

    def run(self) -> Lexed:
        steps = {HTML_COMMENT: self._comment, CDATA: self._cdata, TAG: self._tag}
        steps |= {QUOTED_DOUBLE: self._quoted, QUOTED_SINGLE: self._quoted}
        while self.position < len(self.line):
            (self._raw if self.raw and self.state == PLAIN else steps.get(self.state, self._text))()
        return self.spans, self.state | self.raw | self.sub * _SUB | (64 if self.css else 0)

    def add(self, start: int, end: int, kind: str) -> None:
        if end > start:
            self.spans.append((start, end - start, kind))

    def _until(self, closing: str, kind: str) -> None:
        end = self.line.find(closing, self.position)
        stop = len(self.line) if end < 0 else end + len(closing)
        self.add(self.position, stop, kind)
        self.position = stop
        if end >= 0:
            self.state = PLAIN

    def _comment(self) -> None:
        self._until("-->", "comment")

    def _cdata(self) -> None:
        self._until("]]>", "string")

    def _quoted(self) -> None:
        self._until('"' if self.state == QUOTED_DOUBLE else "'", "value")
        if self.state == PLAIN:
            self.state = TAG

    def _raw(self) -> None:
        closing = _CLOSE_RAW.search(self.line, self.position)
        stop = closing.start() if closing else len(self.line)
        spans, self.sub = (lex_css if self.css else lex_javascript)(self.line[self.position : stop], self.sub)
        self.spans.extend((start + self.position, length, kind) for start, length, kind in spans)
        self.position = stop
        if closing:
            self.raw, self.sub = 0, PLAIN

    def _text(self) -> None:
        start = self.line.find("<", self.position)
        stop = len(self.line) if start < 0 else start
        for entity in _ENTITY.finditer(self.line, self.position, stop):
            self.add(entity.start(), entity.end(), "entity")
        self.position = stop
        if start < 0:
            return
        if self.line.startswith("<!--", start):
            self.state = HTML_COMMENT
        elif self.line.startswith("<![CDATA[", start):
            self.state = CDATA
        elif tag := _TAG.match(self.line, start):
            self.add(start, tag.end(), "tag" if tag[2] else "comment")
            self.position = tag.end()
            if tag[2]:
                self.state = TAG
                name = tag[2].lower()
                if self.html and not tag[1] and name in ("script", "style"):
                    self.css = name == "style"
                    self.raw = _RAW
        else:
            self.position = start + 1

    def _tag(self) -> None:
        found = _ATTRIBUTE.search(self.line, self.position)
        if found is None:
            self.position = len(self.line)
            return
        self.position = found.end()
        if found["end"]:
            self.add(found.start(), found.end(), "tag")
            self.state = PLAIN
        elif found["name"]:
            self.add(found.start(), found.end(), "attribute")
        elif found["value"]:
            self.add(found.start("value"), found.end(), "value")
        else:
            self.position = found.start()
            self.add(self.position, self.position + 1, "value")
            self.state = QUOTED_DOUBLE if found["double"] else QUOTED_SINGLE
            self.position += 1


def lex_html(line: str, state: int) -> Lexed:
    return _Markup(line, state, html=True).run()


def lex_xml(line: str, state: int) -> Lexed:
    return _Markup(line, state, html=False).run()


LEXERS: dict[str, Lexer] = {
    "html": lex_html,
    "xml": lex_xml,
    "svg": lex_xml,
    "css": lex_css,
    "javascript": lex_javascript,
    "json": lex_json,
}

"""Search forms of pages: which forms may be filled, and the address that a browser asks for with a word in them.

A form is filled only when it shows that it searches, has one field for words, and nothing that a person would answer
for: no password, e-mail, file or text area, no log-in, comment, contact, order or subscription, no field that a person
cannot see (a trap for programs). Selects, boxes and hidden fields keep the values that the page gives them at first; the
other options of a select or of radio buttons and boxes to tick are `choices`, each one value of one field. What only
arranges results (order, how many a page, language) and what a person agrees to is left as it is. A form that searches by a
select alone has its options for words.

An answer to POST has an address of its own, as pywb and warcio write it: the form's address, and the fields behind
`__wb_method=POST`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from app.archive.addresses import METHOD, posted_address
from app.crawl.rules.url import normalize
from app.errors import AddressInvalid
from extractors.base.charset import codec, decode

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

MOST_FORMS = 20  # of a page that are looked at
MOST_CHOICES = 24
"""Other values of the fields of one form."""
MOST_VALUES = 200
"""Options of a select that are asked for in place of words."""
_MOST_FIELDS = 60
_MOST_BYTES = 4 * 1024 * 1024
_TEXTS = frozenset({"", "text", "search"})
_SENDING = frozenset({"submit", "image", "button", "reset"})
_FORBIDDEN = frozenset(
    {"password", "email", "file", "tel", "url", "date", "datetime-local", "month", "week", "time"}
)
_QUERY = re.compile(
    r"^(q|qs|s|k|kw|wd|w|p|term|terms|words?|text|keys?|keywords?|query|querystring|search\w*|\w*search|suche|"
    r"suchbegriff|recherche|busca|buscar|find|lookup|srch\w*|st|req|question)$",
    re.IGNORECASE,
)
_SEARCHES = re.compile(
    r"search|find|query|such|recherch|busca|buscar|cerca|zoek|lookup|搜索|搜尋|查询|查詢|检索|検索", re.I
)
_NOT_SEARCHES = re.compile(
    r"log[-_ ]?in|log[-_ ]?on|sign[-_ ]?(in|up|on)|register|registration|passw|subscri|newsletter|contact|feedback|"
    r"comment|reply|checkout|payment|\bpay\b|donat|\bcart\b|basket|order[-_ ]?(form|now)|\bbuy\b|delete|remove|"
    r"unsubscribe|log[-_ ]?out|upload|\bvote\b|\bpoll\b|登录|登入|注册|評論|评论|订阅|付款|支付|留言",
    re.IGNORECASE,
)
_TRAP = re.compile(
    r"honey|(^|[-_])hp($|[-_])|^(website|homepage|url|e?mail|phone|comment|message)$", re.IGNORECASE
)
_TOKEN = re.compile(r"csrf|xsrf|nonce|authenticity|__viewstate|captcha", re.IGNORECASE)
_ARRANGES = re.compile(
    r"(^|[^a-z])(sort\w*|order\w*|rank\w*|limit|per_?page|pages?(_?size)?|count|rows?|size|lang\w*|locale|view|layout|"
    r"display|style|theme|currency|dir|direction|num|n|hl|lr|results?)($|[^a-z])",
    re.IGNORECASE,
)
_AGREES = re.compile(
    r"agree|accept|terms|privacy|consent|remember|subscri|notify|alert|save|同意|接受|记住", re.IGNORECASE
)
_JUMPS = re.compile(r"^\s*(https?:|//|/|javascript:|#)", re.IGNORECASE)  # a menu of addresses
_LONGEST_VALUE = 200
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|(left|top|text-indent)\s*:\s*-\d{3,}|opacity\s*:\s*0(\.0+)?\s*(;|$)",
    re.IGNORECASE,
)


class Choice(NamedTuple):
    """Another value of a field: in place of as many `fixed` fields of its form, from the place `at` on."""

    at: int
    replaced: int
    name: str
    value: str


class SearchForm(NamedTuple):
    """`action` without query and fragment; `field` takes the word, `fixed` are the other fields as the page has them,
    `place` of which stand before it. `values` are asked for in place of words, where `field` is a select."""

    action: str
    field: str
    fixed: tuple[tuple[str, str], ...] = ()
    place: int = 0
    charset: str = "utf-8"
    post: bool = False
    choices: tuple[Choice, ...] = ()
    values: tuple[str, ...] = ()

    def address(self, word: str, choice: int = 0) -> str:
        """The address asked for with a word; with one of `choices`, counted from 1, besides."""
        fixed, place = list(self.fixed), self.place
        if choice:
            at, replaced, name, value = self.choices[choice - 1]
            fixed[at : at + replaced] = [(name, value)]
            place += 1 - replaced if at < place else 0
        fields = [*fixed[:place], (self.field, word), *fixed[place:]]
        written = urlencode(fields, encoding=self.charset, errors="xmlcharrefreplace")
        return posted_address(self.action, written) if self.post else f"{self.action}?{written}"

    def word_of(self, url: str) -> tuple[str, int] | None:
        """The word whose results an address shows, and the choice (0: none), also on their further pages; None for another
        address."""
        address, _, query = url.partition("?")
        if address != self.action or not query:
            return None
        try:
            found = parse_qsl(
                query, keep_blank_values=True, encoding=self.charset, errors="replace", max_num_fields=200
            )
        except ValueError:
            return None
        word = next((value for name, value in found if name == self.field), None)
        if word is None:
            return None
        given = set(found).difference(self.fixed)
        chosen = (n for n, one in enumerate(self.choices, 1) if (one.name, one.value) in given)
        return word, next(chosen, 0)


def posted(url: str) -> tuple[str, bytes] | None:
    """Address and body of a request that an address with `__wb_method=POST` stands for; None for another one."""
    address, _, query = url.partition("?")
    if not query.startswith(f"{METHOD}=POST&"):
        return None
    return address, query[len(METHOD) + 6 :].encode("ascii", "ignore")


def search_forms(
    body: bytes, declared: str | None, url: str, *, post: Iterable[re.Pattern[str]] = ()
) -> list[SearchForm]:
    """The forms of a page that search. Those that are sent by POST only where their address matches one of `post`."""
    lower = body[:_MOST_BYTES].lower()
    if b"<form" not in lower or len(body) > _MOST_BYTES:
        return []
    from selectolax.lexbor import LexborHTMLParser  # few crawls fill forms

    text, charset, _ = decode(body, declared)
    parser = LexborHTMLParser(text)
    base = parser.css_first("base[href]")
    around = urljoin(url, base.attributes.get("href") or "") if base is not None else url
    found: list[SearchForm] = []
    for form in parser.css("form")[:MOST_FORMS]:
        made = _search_form(form, around, charset, tuple(post))
        if made is not None and made not in found:
            found.append(made)
    return found


def _search_form(
    form: LexborNode, base: str, charset: str, post: tuple[re.Pattern[str], ...]
) -> SearchForm | None:
    attributes = form.attributes
    method = (attributes.get("method") or "get").strip().lower()
    action = _action(attributes.get("action") or "", base)
    fields = form.css("input, select, textarea, button")
    if action is None or len(fields) > _MOST_FIELDS or _is_unseen(form) or _says_otherwise(form, action):
        return None
    if method not in ("get", "post") or (method == "post" and not any(one.search(action) for one in post)):
        return None
    texts: list[LexborNode] = []
    fixed: list[tuple[str, str]] = []
    choices = _Choices()
    place, sent = 0, False
    for field in fields:
        kind = (field.attributes.get("type") or "").strip().lower()
        name = field.attributes.get("name") or ""
        if field.tag == "textarea" or kind in _FORBIDDEN or _TOKEN.search(name):
            return None
        if field.tag == "input" and kind in _TEXTS:
            texts.append(field)
            place = len(fixed)
        elif field.tag == "button" or kind in _SENDING:
            if not sent and name and kind not in ("button", "reset", "image"):
                fixed.append((name, field.attributes.get("value") or ""))
                sent = True
        elif name and "disabled" not in field.attributes:
            kept = _kept(field, kind, name)
            choices.note(field, kind, name, len(fixed), kept)
            fixed += kept
    written = codec((attributes.get("accept-charset") or "").split(" ")[0]) or charset
    if not texts and (select := choices.longest()) is not None:
        return _by_options(form, SearchForm(action, "", tuple(fixed), 0, written, method == "post"), *select)
    if len(texts) != 1:
        return None  # two fields for words: nobody can tell which, or one is a trap
    (words,) = texts
    name = words.attributes.get("name") or ""
    if (
        not name
        or _TRAP.search(name)
        or _is_unseen(words)
        or {"disabled", "readonly"} & words.attributes.keys()
    ):
        return None
    if not _shows_search(form, words, name, action):
        return None
    return SearchForm(action, name, tuple(fixed), place, written, method == "post", choices.made())


def _by_options(form: LexborNode, made: SearchForm, select: LexborNode, at: int) -> SearchForm | None:
    """A form without a field for words whose select, `at` that place, says what is sought."""
    name = select.attributes.get("name") or ""
    if _is_unseen(select) or not _shows_search(form, select, name, made.action):
        return None
    fixed = list(made.fixed)
    del fixed[at : at + (0 if "multiple" in select.attributes else 1)]
    values = _options(select)[:MOST_VALUES]
    return made._replace(field=name, fixed=tuple(fixed), place=at, values=tuple(values))


class _Choices:
    """The fields of a form that could have other values, in its order."""

    def __init__(self) -> None:
        self._found: list[Choice] = []
        self._radios: dict[str, tuple[int, bool, list[str]]] = {}  # place, whether one is chosen, the others
        self._selects: list[tuple[LexborNode, int]] = []

    def note(self, field: LexborNode, kind: str, name: str, at: int, kept: list[tuple[str, str]]) -> None:
        """A field of that name, before which so many fixed ones stand, and what the page sends of it."""
        if (
            _ARRANGES.search(name)
            or _AGREES.search(name)
            or _AGREES.search(_named(field))
            or _is_unseen(field)
        ):
            return
        value = field.attributes.get("value")
        if field.tag == "select":
            values = _options(field)
            if any(map(_JUMPS.match, values)):
                return
            if len(values) > 1:
                self._selects.append((field, at))
            self._found += [Choice(at, len(kept), name, one) for one in values if (name, one) not in kept]
        elif kind == "radio":
            _, _, others = self._radios.setdefault(name, (at, False, []))
            if kept:
                self._radios[name] = at, True, others
            else:
                others.append("on" if value is None else value)
        elif kind == "checkbox" and not kept:
            self._found.append(Choice(at, 0, name, "on" if value is None else value))

    def longest(self) -> tuple[LexborNode, int] | None:
        """The select with the most options, and how many fixed fields stand before it."""
        return max(self._selects, key=lambda one: len(_options(one[0])), default=None)

    def made(self) -> tuple[Choice, ...]:
        """All of them; where they are too many, the first of each field."""
        for name, (at, chosen, others) in self._radios.items():
            self._found += [Choice(at, int(chosen), name, value) for value in others if value]
        by_field: dict[str, list[Choice]] = {}
        for one in self._found:
            if len(one.value) <= _LONGEST_VALUE:
                by_field.setdefault(one.name, []).append(one)
        most = MOST_CHOICES // max(1, len(by_field))
        room = MOST_CHOICES - sum(min(most, len(of)) for of in by_field.values())
        found: list[Choice] = []
        for of in by_field.values():
            taken = of[: most + room]
            room -= max(0, len(taken) - most)
            found += taken
        return tuple(found[:MOST_CHOICES])


def _options(select: LexborNode) -> list[str]:
    """The values that a person could choose, each once; none for “all” or “please choose”."""
    found: dict[str, None] = {}
    for option in select.css("option"):
        value = option.attributes.get("value")
        value = option.text(strip=True) if value is None else value
        if value.strip() and "disabled" not in option.attributes and len(value) <= _LONGEST_VALUE:
            found[value] = None
    return list(found)


def _action(written: str, base: str) -> str | None:
    try:
        parts = urlsplit(urljoin(base, written.strip()))
    except ValueError:
        return None
    try:
        return normalize(urlunsplit((parts.scheme, parts.netloc, parts.path or "/", "", "")))
    except AddressInvalid:
        return None


def _kept(field: LexborNode, kind: str, name: str) -> list[tuple[str, str]]:
    """What a browser sends of a field that nobody has touched."""
    value = field.attributes.get("value")
    if field.tag == "select":
        options = field.css("option")
        chosen = next((option for option in options if "selected" in option.attributes), None)
        if chosen is None and "multiple" not in field.attributes:
            chosen = options[0] if options else None
        if chosen is None:
            return []
        value = chosen.attributes.get("value")
        return [(name, chosen.text(strip=True) if value is None else value)]
    if kind in ("checkbox", "radio"):
        return [(name, "on" if value is None else value)] if "checked" in field.attributes else []
    return [(name, value or "")]


def _is_unseen(node: LexborNode) -> bool:
    one: LexborNode | None = node
    while one is not None and one.tag not in ("body", "html", "-undef"):
        attributes = one.attributes
        if "hidden" in attributes or attributes.get("aria-hidden") == "true":
            return True
        if _UNSEEN.search(attributes.get("style") or ""):
            return True
        one = one.parent
    return False


def _named(node: LexborNode) -> str:
    attributes = node.attributes
    return " ".join(
        attributes.get(name) or "" for name in ("id", "name", "class", "role", "aria-label", "title")
    )


def _says_otherwise(form: LexborNode, action: str) -> bool:
    senders = form.css("button, input[type=submit]")
    said = " ".join(f"{node.text(strip=True)} {node.attributes.get('value') or ''}" for node in senders)
    return bool(_NOT_SEARCHES.search(f"{_named(form)} {urlsplit(action).path} {said}"))


def _shows_search(form: LexborNode, words: LexborNode, name: str, action: str) -> bool:
    if (words.attributes.get("type") or "").lower() == "search" or _QUERY.match(name):
        return True
    said = " ".join(
        (_named(form), _named(words), words.attributes.get("placeholder") or "", urlsplit(action).path)
    )
    senders = form.css("button, input[type=submit]")
    said += " ".join(f" {node.text(strip=True)} {node.attributes.get('value') or ''}" for node in senders)
    return bool(_SEARCHES.search(said))

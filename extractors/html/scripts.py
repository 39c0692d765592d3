"""Scripts: the addresses that can be read in their text. Nothing is ever run.

What is found are guesses, for only running a script tells what it does. A string is taken for an address when it is
whole (not a piece that is put together with others) and either stands where only an address can (`location = …`,
`window.open(…)`), or has the form of one: a host, an extension, a path. Markup in strings is read for its addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from lxml import etree

from extractors.base.addresses import Resolver
from extractors.base.charset import decode
from extractors.base.sentences import Message
from extractors.base.types import Document, Link, Part, ScriptLink, Source

# What calls in a script do with what they are given: lead somewhere that only running them would tell, or
# write a plain text into the page. Nothing is ever run.

SCRIPT_CALLS_MOST = 200
"""Unresolved links taken from one page or script."""
_LONGEST_EXPRESSION = 200
_LONGEST_READ = 2000
_MOST_TOKENS = 50_000

_LEADING = re.compile(
    r"(?:\blocation(?:\.href)?\s*=(?![=>])|\blocation\.(?:assign|replace)\s*\(|\b(?:window|self|top|parent)\.open\s*\("
    r"|\bnavigation\.navigate\s*\()\s*"
)
_WRITING = re.compile(r"\bdocument\.write(?:ln)?\s*\(\s*")
_LITERALS = re.compile(r"""\s*(["'`])\x01*\1(?:\s*[+,]\s*(["'`])\x01*\2)*\s*""")
_SIGN = re.compile(r"[()\[\]{};,\n]")
_MOST_SIGNS, _MOST_CALLS = 400, 1000
_BLOT = "\x01"
_SAME_PAGE = re.compile(
    r"(?:(?:window|document|self|top|parent)\.)*(?:location(?:\.href)?|URL)(?:\.toString\(\))?"
)
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_MAYBE_LEADING = (b"location", b".open", b"navigat")
_HANDLERS = etree.XPath("//@*[starts-with(name(), 'on')]|//@href[starts-with(., 'javascript:')]")
_TYPE = re.compile(r"\s*(?:$|module\b|.*(?:java|ecma|j)script)", re.IGNORECASE)


def unresolved(code: str) -> Iterator[tuple[str, int]]:
    """(expression, line counted from 0) of each call or assignment that leads to what is no plain string."""
    if "location" not in code and ".open" not in code and "navigat" not in code:
        return
    masked = _masked(code)
    line = counted = 0
    for found in islice(_LEADING.finditer(masked), _MOST_CALLS):
        line, counted = line + code.count("\n", counted, found.start()), found.start()
        end = _end(masked, found.end(), called=found[0].rstrip().endswith("("))
        expression = " ".join(code[found.end() : min(end, found.end() + _LONGEST_READ)].split())
        plain = _LITERALS.fullmatch(masked[found.end() : end]) and "${" not in expression
        if expression and not plain and not _SAME_PAGE.fullmatch(expression):
            yield expression[:_LONGEST_EXPRESSION], line


def of_page(root: etree._Element, utf8: bytes) -> tuple[ScriptLink, ...]:
    """Unresolved links of the scripts of a page, of its event attributes, and of addresses that are code."""
    if not any(word in utf8 for word in _MAYBE_LEADING):
        return ()
    found: dict[ScriptLink, None] = {}
    for script in root.iter("script"):
        if script.text and is_code(script):
            for expression, line in unresolved(script.text):
                found[ScriptLink(expression, "script", (script.sourceline or 1) + line)] = None
    for value in _HANDLERS(root):
        element = value.getparent()
        for expression, _ in unresolved(str(value).removeprefix("javascript:")):
            found[ScriptLink(expression, f"{element.tag} {value.attrname}", element.sourceline or 0)] = None
    return tuple(found)[:SCRIPT_CALLS_MOST]


def is_code(script: etree._Element) -> bool:
    """Whether a script element holds a script, and not data."""
    return _TYPE.match(script.get("type") or script.get("language") or "") is not None


def written(code: str) -> str:
    """The HTML that a script writes where it stands: of calls outside of any block, with plain strings alone. What
    conditions, functions and variables make of the others is unknown."""
    if "document.write" not in code:
        return ""
    masked = _masked(code)
    pieces: list[str] = []
    depth = at = 0
    for found in islice(_WRITING.finditer(masked), _MOST_CALLS):
        for sign in _SIGN.findall(masked, at, found.start()):
            depth += (sign in _OPEN) - (sign in _CLOSE)
        at = found.start()
        before = masked[max(0, at - _LONGEST_READ) : at].rstrip()
        end = _end(masked, found.end(), called=True, whole=True)
        given = masked[found.end() : end]
        if (
            depth == 0
            and (before[-1] in ";}" if before else at <= _LONGEST_READ)
            and _LITERALS.fullmatch(given)
            and masked[end : end + 1] == ")"
        ):
            text = code[found.end() : end]
            if "${" not in text:
                pieces += (
                    unescaped(token[token.lastindex]) for token in TOKEN.finditer(text) if token.lastindex
                )
    return "".join(pieces)


def _masked(code: str) -> str:
    """The same code, as long, with strings blotted out and comments and regular expressions blank."""
    code = code[:LONGEST]
    pieces: list[str] = []
    at = 0
    for number, token in enumerate(TOKEN.finditer(code)):
        if number == _MOST_TOKENS:
            code = code[: token.start()]
            break
        pieces.append(code[at : token.start()])
        text = token[0]
        pieces.append(text[0] + _BLOT * (len(text) - 2) + text[-1] if token.lastindex else " " * len(text))
        at = token.end()
    masked = "".join((*pieces, code[at:]))
    return re.sub(r"\A\s*<!--[^\n]*", lambda start: " " * len(start[0]), masked)


def _end(masked: str, start: int, *, called: bool, whole: bool = False) -> int:
    """Where the expression that begins at `start` ends: at a comma, or the end of the call or statement. `whole`: at
    the end of the call alone."""
    depth = 0
    end = start
    for found in islice(_SIGN.finditer(masked, start), _MOST_SIGNS):
        sign, end = found[0], found.start()
        if sign in _OPEN:
            depth += 1
        elif sign in _CLOSE:
            if not depth:
                return end
            depth -= 1
        elif not depth and (sign == ";" or (sign == "," and not whole) or (sign == "\n" and not called)):
            return end
    return end if depth else len(masked)


LONGEST = 2 << 20
"""characters of a script that are read"""
MOST = 500
"""addresses taken from one script"""
_REMEMBERED = (
    16_384  # characters of a script that is worth remembering: most pages of a site have the same ones
)
_MOST_STRINGS = 20_000  # that are looked at more closely
_LONGEST_STRING = 20_000
_LONGEST_ADDRESS = 1000
_NEAR = 60  # characters before a string in which its use is looked for

# Strings, and what must not be taken for the beginning of one. Every branch begins with a letter of its own: so the
# search skips what is between them. A slash begins a regular expression where no number or name can stand before it.
TOKEN = re.compile(
    r""""((?>(?:[^"\\\n]++|\\.)*))"
    |'((?>(?:[^'\\\n]++|\\.)*))'
    |`((?>(?:[^`\\]++|\\.)*))`
    # one that never ends is a token too, or every quote in it would be tried as a beginning
    |"(?>(?:[^"\\\n]++|\\.)*)|'(?>(?:[^'\\\n]++|\\.)*)|`(?>(?:[^`\\]++|\\.)*)
    |/(?:\*.*?(?:\*/|\Z)
        |/[^\n]*+
        |(?:(?<=[=(,:;!&|?\[{}\n]/)|(?<=[=(,:;!&|?\[{}\n][ ]/)|(?<=return[ ]/))
            (?:[^/*\\\[\n]|\\.|\[(?>(?:[^\]\\\n]|\\.){0,200})\])
            (?>(?:[^/\\\[\n]|\\.|\[(?>(?:[^\]\\\n]|\\.){0,200})\]){0,500})/)""",
    re.DOTALL | re.VERBOSE,
)
_JOINED = re.compile(r"""(["'])\s*\+\s*\1""")
_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\r?\n|(.))", re.DOTALL
)
_PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": "", "v": "", "0": ""}

# Where only an address can stand, and where one often does. Both end where the string begins.
_NAVIGATION = re.compile(
    r"""(?:\blocation(?:\.href)?\s*=|\blocation\.(?:assign|replace)\s*\(|\b(?:window|self|top|parent)\.open\s*\(
    |\.(?:href|src|action)\s*=|\bnavigate\s*\(|\(\s*["'](?:href|src)["']\s*,|\bopen\s*\(\s*["'](?:get|GET)["']\s*,
    |\bfetch\s*\()\s*$""",
    re.VERBOSE,
)
_PROPERTY = re.compile(
    r"""(?:\b|_)(?:href|src|ur[li]|link|path|to|page|image|img|pic|poster|file|icon|action|thumb(?:nail)?)
    ["']?\s*[:=]\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
_MARKUP = re.compile(
    r"""<([a-zA-Z][\w-]*+)\b[^<>]*?\s(href|src|data-src|data-original|poster|background)\s*=\s*
    (?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+)(?=[\s>]))""",
    re.IGNORECASE | re.VERBOSE,
)

_EMBEDDED = re.compile(
    r"\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|css|m?js|json|woff2?|ttf|otf|eot|mp[34]|m4[av]|web[ma]|og[gv]|flv|wav|swf"
    r"|m3u8)(?:[?#]|$)",
    re.IGNORECASE,
)
_LINKED = re.compile(
    r"\.(?:s?html?|xhtml|mhtml|php\d?|aspx?|ashx|jspx?|jhtml|action|do|cgi|pl|cfm|nsf|pdf|docx?|xlsx?|pptx?|rtf|txt|csv"
    r"|xml|rss|atom|zip|rar|t?gz|7z|epub|wps|ofd|caj)(?:[?#;]|$)",
    re.IGNORECASE,
)
_CODE = re.compile(r"\.(?:m?js|json|css|map|vue|tsx?|jsx|html?)(?:[?#]|$)", re.IGNORECASE)
_HOST = re.compile(
    r"(?:https?:)?//(?:[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\.)+(?!(?:js|css|html?|php|png|jpg|gif|json)\b)(?:[a-z]{2,24}|xn--[a-z0-9-]+)"
    r"(?::\d{2,5})?(?=[/?#]|$)|https?://(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?(?=[/?#]|$)",
    re.IGNORECASE,
)
# Names of vocabularies, which look like addresses and lead nowhere.
_VOCABULARY = re.compile(
    r"(?:https?:)?//(?:www\.w3\.org/(?:\d{4}|ns|TR)/|(?:\w+\.)?schema\.org\b|ogp\.me\b|purl\.org\b|xmlns\.com\b"
    r"|ns\.adobe\.com\b|schemas\.[\w.]+|gmpg\.org\b|(?:www\.)?sitemaps\.org/schemas)",
    re.IGNORECASE,
)
_FOREIGN = re.compile(r"""[\s"'<>{}\\^`\x00-\x1f\x7f]|%(?![0-9a-fA-F]{2})|,https?://|=\w*\[\w*\]""")
_NO_PATH = re.compile(r"[()*$|;!\[\]]|/:|:/|,/|//|\.\.\.")
_MEDIA_TYPE = re.compile(
    r"(?:application|audio|font|image|message|model|multipart|text|video|chemical|x-[\w-]+)/", re.IGNORECASE
)
_DATE = re.compile(r"(?:(?:[yY]{2,4}|[mM]{1,4}|[dD]{1,4}|[hH]{1,2}|[sS]{1,3}|\d{1,4})(?:[/.:-]|$))+")
_ROOTED = re.compile(r"/(?:[\w%~.@-]+(?:/[\w%~.@+=,&-]+)+/?|[\w%~@-]{2,}/|[\w%~.@/-]*\?[\w.%-]+=[^=]*.*)")
_SEGMENT = re.compile(r"/[a-zA-Z][\w%-]{2,}")
_RELATIVE = re.compile(r"(?:\.{1,2}/)*[\w%~-][\w%~.@/+-]*(?:\?.*)?")
_WORD = re.compile(r"[^\W\d_]{2}")

Guess = tuple[str, bool]
"""(address as written, does a page need it to look whole?)"""


def extract(source: Source) -> Document:
    document = source.document()
    text, document.metadata["charset"], _ = decode(source.data, source.charset)
    document.text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").strip("\n")
    if "\ufffd" in document.text:
        document.warnings = (Message("characters-replaced"),)
    document.parts = (Part("code", document.text),) if document.text else ()
    if source.links:
        resolver = Resolver(source.page_url or source.base_url)
        found = ((resolver.resolve(reference), embed) for reference, embed in guesses(document.text))
        document.links = tuple(
            dict.fromkeys(Link(url, "js", "", embed, "", True) for url, embed in found if url)
        )
    if source.text and source.links:
        # which reads code as this module does

        lead = islice(unresolved(document.text), SCRIPT_CALLS_MOST)
        document.unresolved = tuple(
            dict.fromkeys(ScriptLink(text, "script", line + 1) for text, line in lead)
        )
    return document


def guesses(code: str) -> tuple[Guess, ...]:
    """What looks like an address in a script, each once, in the order of appearance."""
    return _remembered(code) if len(code) <= _REMEMBERED else _scan(code[:LONGEST])


def _scan(code: str) -> tuple[Guess, ...]:
    if "+" in code:
        code = _JOINED.sub("", code)
    found: dict[Guess, None] = {}
    strings = 0
    for token in TOKEN.finditer(code):
        group = token.lastindex
        if group is None:
            continue
        value = token[group]
        if "/" not in value and "." not in value and "?" not in value:
            continue
        for guess in _read(code, value, token.start(), token.end()):
            found[guess] = None
        strings += 1
        if len(found) >= MOST or strings >= _MOST_STRINGS:
            break
    return tuple(found)[:MOST]


_remembered = lru_cache(maxsize=256)(_scan)


def _read(code: str, value: str, start: int, end: int) -> Iterator[Guess]:
    """The addresses in the string that stands from `start` to `end`."""
    if len(value) > _LONGEST_STRING:
        return
    if "\\" in value:
        value = unescaped(value)
    if "<" in value:
        if "=" in value:
            yield from _in_markup(value)
        return
    if len(value) < 4 or len(value) > _LONGEST_ADDRESS or _FOREIGN.search(value):
        return
    before = code[max(0, start - _NEAR) : start].rstrip()
    if before.endswith("+") and not value.startswith(("http://", "https://")):
        return  # the end of something longer
    after = code[end : end + 12].lstrip()
    whole = not after.startswith(("+", ".concat", ".replace", ".format")) or after.startswith("++")
    if not whole and value.endswith("?"):
        value = value[:-1]  # what is added is a query
    if is_address(value, whole=whole, navigation=bool(_NAVIGATION.search(before)), before=before):
        yield value, bool(_EMBEDDED.search(value))


def is_address(value: str, *, whole: bool = True, navigation: bool = False, before: str = "") -> bool:
    """Whether a string of a script has the form of an address. `navigation`: nothing but an address can stand there;
    `whole`: nothing is added to it; `before` is what stands before it."""
    if not whole and (value[-1] in "/?=&-_.#" or not (_LINKED.search(value) or _EMBEDDED.search(value))):
        return False
    if value.startswith(("http:", "https:", "//")):
        return bool(_HOST.match(value)) and not _VOCABULARY.match(value)
    path = value.partition("#")[0]
    bare = path.partition("?")[0]
    if not path or _NO_PATH.search(bare) or _MEDIA_TYPE.match(path) or _DATE.fullmatch(bare.strip("/")):
        return False
    typed = bool(_LINKED.search(path) or _EMBEDDED.search(path))
    if not typed and not _WORD.search(bare) and "=" not in path:
        return False
    if path.startswith("/"):
        return (
            typed
            or bool(_ROOTED.fullmatch(path))
            or (bool(_SEGMENT.fullmatch(path)) and (navigation or bool(_PROPERTY.search(before))))
        )
    if not _RELATIVE.fullmatch(path):
        return navigation and path.startswith("?") and "=" in path
    if navigation:
        return typed or "/" in bare or "?" in path
    if not typed or (_CODE.search(path) and not _LINKED.search(path)):
        return False  # "./parts/menu.js" is a name among modules, not an address
    return "/" in bare or "?" in path or bool(_PROPERTY.search(before))


def _in_markup(value: str) -> Iterator[Guess]:
    for found in _MARKUP.finditer(value):
        reference = found[3] or found[4] or found[5] or ""
        reference = reference.strip().replace("&amp;", "&")
        if (
            not reference
            or _FOREIGN.search(reference)
            or reference.startswith(("#", "javascript:", "data:", "about:"))
        ):
            continue
        if len(reference) <= _LONGEST_ADDRESS and not _VOCABULARY.match(reference):
            yield reference, found[2].lower() != "href" or found[1].lower() == "link"


def unescaped(text: str) -> str:
    """What the inside of a string of a script stands for."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3]
    if digits:
        number = int(digits, 16)
        return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"
    letter = found[4] or ""
    return _PLAIN_ESCAPES.get(letter, letter)

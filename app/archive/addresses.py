"""Where an address stands in the tree: site, folders, name."""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import unquote, urlsplit

from app.archive.spellings import legible

METHODS = frozenset({"post", "put", "patch", "delete", "options", "head", "propfind", "report", "search"})
"""Schemes of ours for answers to another method than GET: “post:http://a.test/form” is not the page itself."""

_BESIDE = frozenset(
    {
        "urn",
        "metadata",
        "screenshot",
        "thumbnail",
        "file",
        "dns",
        "whois",
        "warcinfo",
        "request",
        "conversion",
        "text",
        "view",
        "pdf",
        "info",
        "data",
        "filedesc",
        "links",
    }
)
_SCHEME = re.compile(r"(?!(?:https?|ftp):)([a-z][a-z0-9+-]*):(?!\d+(?:/|\Z))(//[^/])?", re.IGNORECASE)
_ABOUT = re.compile(r"(.*?):(https?://.+)", re.IGNORECASE | re.DOTALL)

# What nearly all addresses look like: `urlsplit` takes several times as long, and finds the same in them.
_USUAL = re.compile(r"(https?)://([a-z0-9.-]++(?::[0-9]++)?)((?:/[!-\"$->@-~]*+)?)(?:\?([!-\"$-~]*+))?")

LINKS = "links:"
"""Before the address of a page: a list of its links in place of the page (a “link4SE” file of the TSE crawler)."""

MAX_FOLDERS = 20
"""Folders deeper than this are shown as one; crawler traps make paths of hundreds of segments."""

MARK = "#tianwang-rendered"
"""Behind the address of a page: its derived records (see `rendered`). No other address has a fragment."""


def is_rendered(url: str) -> bool:
    """Whether an address is that of derived records of a page."""
    return url.endswith(MARK)


def page_of(url: str) -> str:
    """The address of the page that derived records are of."""
    return url.removesuffix(MARK)


def standing(url: str) -> Literal["page", "posted", "attached"]:
    """The kind of an address: a page, an answer to another method than GET, or something recorded beside pages (urn:,
    metadata:, screenshot:, file: and the like)."""
    found = _SCHEME.match(url)
    scheme = found[1].lower() if found else ""
    if scheme in METHODS:
        return "posted"
    # an unknown scheme with a host may well be a page
    return "attached" if scheme in _BESIDE or (found and not found[2]) else "page"


def place(url: str) -> tuple[str, str, list[str], str]:
    """(site, address of the site, folder names, page name) of an address; never raises. The name of a folder's own page
    is "/". A record about a page (“screenshot:http://…”) stands where the page does; other addresses that are no pages
    stand in a folder of their scheme."""
    usual = _USUAL.fullmatch(url)
    if usual is not None:
        scheme, host, path, query = usual[1], usual[2], usual[3], usual[4] or ""
    elif standing(url) != "page":
        return _beside(url)
    else:
        try:
            parts = urlsplit(url)
        except ValueError:
            return "?", "", [], url
        scheme, host = parts.scheme or "http", parts.netloc.rpartition("@")[2].lower() or "?"
        path, query = parts.path, parts.query
    if (host.endswith(":80") and scheme == "http") or (host.endswith(":443") and scheme == "https"):
        host = host.rpartition(":")[0]
    *folders, last = [readable(segment) for segment in path.split("/")[1:]] or [""]
    folders = [folder for folder in folders if folder]
    if len(folders) > MAX_FOLDERS:
        last = "/".join([*folders[MAX_FOLDERS:], last])
        folders = folders[:MAX_FOLDERS]
    name = last or "/"
    if query:
        name = f"{name}?{readable(query)}"
    if is_rendered(url):
        name += MARK
    return host, f"{scheme}://{host}/", folders, name


def _beside(url: str) -> tuple[str, str, list[str], str]:
    about = _ABOUT.fullmatch(url)
    if about is not None and standing(about[2]) == "page":
        host, site_url, folders, name = place(about[2])
        return host, site_url, folders, f"{about[1]}: {name}"
    scheme, _, rest = url.partition(":")
    *folders, name = [readable(part) for part in rest.split("/") if part] or [url]
    site = f"{scheme.lower()}:"
    return site, site, folders[:MAX_FOLDERS], "/".join([*folders[MAX_FOLDERS:], name])


def label(title: str, url: str, name: str | None = None) -> str:
    """The name of a page in lists: its title, else the last part of its address (`name`, where that is known), else the
    address: of a folder's own page."""
    if title:
        return title
    last = place(url)[3] if name is None else name
    return legible(url) if last in ("", "/") else last


def readable(text: str) -> str:
    """Percent-encoded text as a person reads it: UTF-8, else GB18030, else as it is."""
    if "%" not in text:
        return text
    for charset in ("utf-8", "gb18030"):
        try:
            return unquote(text, charset, "strict")
        except UnicodeDecodeError:
            continue
    return text


METHOD = "__wb_method"


def posted_address(url: str, body: str) -> str:
    """The address under which the answer to a form sent by POST stands, as pywb and warcio write it: the fields behind
    `__wb_method=POST`."""
    return f"{url}{'&' if '?' in url else '?'}{METHOD}=POST&{body}"

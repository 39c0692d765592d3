"""Where an address stands in the tree: site, folders, name."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from app.archive.spellings import legible

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


def place(url: str) -> tuple[str, str, list[str], str]:
    """(site, address of the site, folder names, page name) of an address; never raises.

    The name of a folder's own page is "/".
    """
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2].lower() or "?"
        scheme = parts.scheme or "http"
    except ValueError:
        return "?", "", [], url
    if (host.endswith(":80") and scheme == "http") or (host.endswith(":443") and scheme == "https"):
        host = host.rpartition(":")[0]
    *folders, last = [readable(segment) for segment in parts.path.split("/")[1:]] or [""]
    folders = [folder for folder in folders if folder]
    if len(folders) > MAX_FOLDERS:
        last = "/".join([*folders[MAX_FOLDERS:], last])
        folders = folders[:MAX_FOLDERS]
    name = last or "/"
    if parts.query:
        name = f"{name}?{readable(parts.query)}"
    if is_rendered(url):
        name += MARK
    return host, f"{scheme}://{host}/", folders, name


def label(title: str, url: str, name: str | None = None) -> str:
    """What a page is called in lists: its title, else the last part of its address (`name`, where that is known), else
    the address: of a folder's own page."""
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

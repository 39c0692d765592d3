"""A Document as Markdown, or as an HTML page that stands alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from extractors.base.types import Document, Part

# Characters that could begin or end some markup in running text.
_SPECIAL = re.compile(r"([\\`*_\[\]<>~|])")
_LINE_START = re.compile(r"^(\s*)(#{1,6}(?=\s)|[-+=](?=[\s=-])|\d{1,9}(?=[.)]\s)|>)", re.MULTILINE)
_BACKTICKS = re.compile(r"`+")
_NUMBER = re.compile(r"\d{1,9}\.")
_PLAIN_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*")
_SAFE_ADDRESS = re.compile(r"(?:https?|ftp|mailto):", re.IGNORECASE)
_STYLE = (
    "body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.6 sans-serif;color:#1c1c1e;background:#fff}"
    "table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.25rem .5rem;text-align:left}"
    "pre{white-space:pre-wrap;background:#f4f4f5;padding:.75rem}blockquote{border-left:3px solid #bbb;margin-left:0;"
    "padding-left:1rem}p{white-space:pre-line}.source{color:#6b6b70;font-size:.85rem;overflow-wrap:anywhere}"
)


def to_markdown(doc: Document, url: str = "", captured: str = "") -> str:
    """The document as CommonMark with pipe tables; text that looks like markup is escaped. Above it, where given, the
    address it comes from and when it was captured."""
    blocks: list[tuple[str, str]] = []
    if url or captured:
        address = f"<{url}>" if _PLAIN_ADDRESS.fullmatch(url) else _markdown_line(url)
        blocks.append(("source", ", ".join(filter(None, (address, captured)))))
    if doc.title and not has_title(doc):
        blocks.append(("heading", f"# {_markdown_line(doc.title)}"))
    parts = _shown_parts(doc)
    step = (
        4 if any(part.kind == "item" and part.places for part in parts) else 2
    )  # numbers are wider than bullets
    for part in parts:
        block = _markdown_part(part, step)
        if block:
            blocks.append((part.kind, block))
    pieces: list[str] = []
    before = ""
    for kind, block in blocks:
        if pieces:
            pieces.append("\n" if kind == before == "item" else "\n\n")
        pieces.append(block)
        before = kind
    return "".join(pieces) + "\n" if pieces else ""


def to_html(doc: Document, url: str = "", captured: str = "") -> str:
    """A complete page without scripts and without anything to load. It begins, where given, with the address it comes
    from and when it was captured."""
    language = f' lang="{escape(doc.language)}"' if doc.language else ""
    heading = f"<h1>{escape(doc.title)}</h1>\n" if doc.title and not has_title(doc) else ""
    author = f'<meta name="author" content="{escape(doc.author)}">\n' if doc.author else ""
    date = f'<meta name="date" content="{escape(doc.date)}">\n' if doc.date else ""
    address = escape(url)
    if _SAFE_ADDRESS.match(url):
        address = f'<a href="{address}">{address}</a>'
    source = ", ".join(filter(None, (address, escape(captured))))
    above = f'<p class="source">{source}</p>\n' if source else ""
    return (
        f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n<title>{_text(doc.title)}</title>\n'
        f"{author}{date}<style>{_STYLE}</style>\n</head>\n<body>\n{above}{heading}"
        + "\n".join(_html_parts(_shown_parts(doc)))
        + "\n</body>\n</html>\n"
    )


def _shown_parts(doc: Document) -> tuple[Part, ...]:
    return doc.parts or ((Part("paragraph", doc.text),) if doc.text else ())


def has_title(doc: Document) -> bool:
    """Whether the content has its title itself, in its first words or a heading, with or without the name of the site:
    then it is not written twice."""
    title = _bare(doc.title)
    first = next((part for part in doc.parts if part.text.strip()), None)
    headings = [part for part in doc.parts if part.kind == "heading" and part is not first]
    if first is not None and (
        _bare(first.text) == title or (first.kind == "heading" and _alike(first.text, title))
    ):
        return True
    return any(
        _bare(part.text) == title or (part.level == 1 and _alike(part.text, title)) for part in headings
    )


def _alike(heading: str, title: str) -> bool:
    """Whether one of the two is most of the other."""
    short, long = sorted((_bare(heading), title), key=len)
    return bool(short) and short in long and 2 * len(short) >= len(long)


def _bare(text: str) -> str:
    return " ".join(text.split()).casefold()


def _markdown_part(part: Part, step: int) -> str:
    if part.kind == "heading":
        return f"{'#' * min(6, max(1, part.level))} {_markdown_line(part.text)}"
    if part.kind == "item":
        return _markdown_item(part, step)
    if part.kind == "quote":
        return "> " + _markdown(part.text).replace("\n", "\n> ")
    if part.kind == "code":
        fence = "`" * max(3, 1 + max((len(run) for run in _BACKTICKS.findall(part.text)), default=0))
        return f"{fence}\n{part.text}\n{fence}"
    if part.kind == "table" and part.rows:
        return _markdown_table(part.rows)
    if part.kind == "image":
        if not _SAFE_ADDRESS.match(part.url):
            return ""
        address = part.url.replace("<", "%3C").replace(">", "%3E").replace("\n", "")
        return f"![{_markdown_line(part.text)}](<{address}>)"
    # Two spaces keep a line break inside a paragraph.
    return _markdown(part.text).replace("\n", "  \n")


def _markdown_item(part: Part, step: int) -> str:
    number = part.places if _NUMBER.fullmatch(part.places) else ""
    label = (
        "" if number or not part.places else f"{_markdown_line(part.places)} "
    )  # letters mark nothing there
    mark = f"{number or '-'} "
    indent = " " * step * (min(9, max(1, part.level)) - 1)
    return f"{indent}{mark}{label}" + _markdown(part.text).replace("\n", f"\n{indent}{' ' * len(mark)}")


def _markdown_table(rows: tuple[tuple[str, ...], ...]) -> str:
    width = max(map(len, rows))
    lines = [
        "| " + " | ".join(_markdown_line(cell) for cell in (*row, *[""] * (width - len(row)))) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)


def _markdown(text: str) -> str:
    escaped = _LINE_START.sub(
        lambda found: f"{found[1]}{_escape_start(found[2])}", _SPECIAL.sub(r"\\\1", text)
    )
    return re.sub(r"\n[ \t]*(?=\n)", "", escaped)


def _escape_start(start: str) -> str:
    return f"{start}\\" if start[0].isdigit() else f"\\{start}"


def _markdown_line(text: str) -> str:
    return _markdown(" ".join(text.split()))


def _text(text: str) -> str:
    """Escaped, and without the control characters no HTML may hold."""
    return escape("".join(c for c in text if c >= " " or c in "\t\n"), quote=False)


def _html_parts(parts: tuple[Part, ...]) -> Iterator[str]:
    lists: list[str] = []  # those that are open
    for part in parts:
        wanted = min(9, max(1, part.level)) if part.kind == "item" else 0
        name = "ol" if _NUMBER.fullmatch(part.places) and part.kind == "item" else "ul"
        other = (
            0 < wanted <= len(lists) and lists[wanted - 1] != name
        )  # numbers and bullets are lists of their own
        while len(lists) > wanted - other:
            yield f"</{lists.pop()}>"
        while len(lists) < wanted:
            lists.append(name)
            yield f"<{name}>"
        yield _html_part(part)
    yield from (f"</{name}>" for name in reversed(lists))


def _html_part(part: Part) -> str:
    text = _text(part.text)
    if part.kind == "heading":
        level = min(6, max(1, part.level))
        return f"<h{level}>{text}</h{level}>"
    if part.kind == "item":
        if _NUMBER.fullmatch(part.places):
            return f'<li value="{part.places[:-1]}">{text}</li>'
        return f"<li>{_text(part.places)} {text}</li>" if part.places else f"<li>{text}</li>"
    if part.kind == "quote":
        return f"<blockquote><p>{text}</p></blockquote>"
    if part.kind == "code":
        return f"<pre><code>{text}</code></pre>"
    if part.kind == "table" and part.rows:
        rows = "\n".join("<tr>" + "".join(f"<td>{_text(c)}</td>" for c in row) + "</tr>" for row in part.rows)
        return f"<table>\n{rows}\n</table>"
    if part.kind == "image":
        name = text or _text(part.url)
        # A link, not the picture: the page must not ask the network for anything when it is opened.
        return f'<p><a href="{escape(part.url)}">{name}</a></p>' if _SAFE_ADDRESS.match(part.url) else ""
    return f"<p>{text}</p>"

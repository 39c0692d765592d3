"""Pages as BibTeX entries, so that they can be cited."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

from app.exporting.tables import AddRow, Row

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
}  # fmt: skip
_UNSAFE = re.compile("|".join(map(re.escape, _SPECIAL)))
_ADDRESS = {ord(character): f"%{ord(character):02X}" for character in '{}\\ \t\r\n"<>^`|'}
_AUTHORS = re.compile(r"\s*[;；、]\s*|\s+and\s+")


@contextmanager
def bibtex_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[AddRow]:
    """Rows as entries of BibTeX, in UTF-8."""
    yield lambda row: file.write(entry(row).encode("utf-8", "replace"))


def entry(row: Row) -> str:
    """One entry. Its key is the id of the capture, which names it for good."""
    authors = " and ".join(f"{{{_escaped(name)}}}" for name in _AUTHORS.split(str(row["author"])) if name)
    published = str(row["published"])
    fields = {
        "title": f"{{{_escaped(str(row['title'] or row['url']))}}}",
        "author": authors,
        "year": published[:4],
        "date": published[:10],
        "organization": f"{{{_escaped(str(row['issuer']))}}}" if row["issuer"] else "",
        "url": str(row["url"]).translate(_ADDRESS),
        "urldate": str(row["date"])[:10],
        "language": str(row["language"]),
        "note": f"Capture {row['id']}, {row['digest']}",
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{row['id']},\n" + ",\n".join(lines) + "\n}\n\n"


def _escaped(text: str) -> str:
    return _UNSAFE.sub(lambda found: _SPECIAL[found[0]], " ".join(text.split()))

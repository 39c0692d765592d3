"""Bytes → Document: titles, text, structure and links of the formats found on the web. Knows nothing of the program.

The way in: `door.registry.extract` and `door.sniffing.sniff`; the values are in `base.types`. Rooms, each on those
before it: `base`, `titles` and `ocr`, `html` and `pdf`, `door`, `office` and `plain`, the formats, `containers`.

Decisions:
- What comes out of a reading process is JSON, never pickled objects: the process has read hostile bytes.
  A time-out is a warning of the capture, and re-extracting tries again.
- No regular expression repeats a group possessively: before Python 3.11.5 that went wrong where the group
  failed halfway (CPython issue 106052); atomic groups say the same (`tests/app/test_patterns.py`).
- Readers of our own stand where a library is too slow, refuses damaged files, or loses text that a person
  sees; each says in its first lines which was measured and what it lost.
"""

from importlib import import_module
from typing import Any

# what programs of others may use from outside; inside, names come from the modules that define them
_PUBLIC = {
    "Document": "base.types",
    "Link": "base.types",
    "Part": "base.types",
    "css_links": "html.css",
    "extract": "door.registry",
    "html_links": "html.links",
    "sniff": "door.sniffing",
}


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(f"extractors.{_PUBLIC[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

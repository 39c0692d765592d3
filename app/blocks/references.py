"""Character references of a page as what they stand for, also where there are very many of them."""

from __future__ import annotations

import re
from html import unescape as unescape_each

_REFERENCE = re.compile(r"(&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?))")  # as html.unescape finds them
_MOST = 20_000  # characters of a text, or of the part that is looked at in one go: each reference takes room
_MOST_KNOWN = 40_000
_LONGEST = 40  # characters of a reference
_LONGEST_PREFIX = 7  # characters of a name that need not end with ";", with its "&"


class _Meanings(dict[str, str]):
    """What references stand for, each looked up once."""

    def __missing__(self, reference: str) -> str:
        if reference.endswith(";") or reference.startswith("&#"):
            meaning = unescape_each(reference)
        else:  # of a word behind "&" no more than the begin can be a name
            meaning = unescape_each(reference[:_LONGEST_PREFIX]) + reference[_LONGEST_PREFIX:]
        if len(self) < _MOST_KNOWN:
            self[reference] = meaning
        return meaning


_MEANINGS = _Meanings()


def unescape(text: str) -> str:
    """The same as `html.unescape`, which asks anew what each single reference means."""
    if len(text) > _MOST:
        return "".join([unescape(part) for part in _parts(text)])
    parts = _REFERENCE.split(text)
    if len(parts) > 1:
        parts[1::2] = map(_MEANINGS.__getitem__, parts[1::2])
        return "".join(parts)
    return text


def is_blank(text: str) -> bool:
    """Whether a text, of a page as it is written, shows nothing but white space."""
    if text.isspace():
        return True
    begin = text.find("&")
    if begin < 0 or not (begin == 0 or text[:begin].isspace()):
        return False
    end = text.find(";", begin, begin + _LONGEST) + 1
    return (not end or unescape(text[begin:end]).isspace()) and unescape(text).isspace()


def _parts(text: str) -> list[str]:
    """A long text in parts that end where no reference is."""
    parts: list[str] = []
    begin = 0
    while begin < len(text):
        end = begin + _MOST if len(text) - begin > _MOST else len(text)
        amp = text.rfind("&", begin + 1, end) if end < len(text) else -1
        end = amp if amp >= 0 and end - amp < _MOST // 2 else end
        parts.append(text[begin:end])
        begin = end
    return parts

"""Character references of a page as what they stand for, also where there are very many of them."""

from __future__ import annotations

import re
from html import unescape as unescape_each

_MANY = 200  # references, from which on equal ones are looked up once
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")  # as html.unescape finds them
_USUAL = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": "\xa0", "&#39;": "'", "&amp;": "&"}  # the last one last
_AMPERSAND = "\ue0fe"  # stands for "&" until nothing else is looked for; private, so that hardly a text has it


def unescape(text: str) -> str:
    """The same as `html.unescape`, which asks anew what each single reference means: of many, equal ones at once."""
    count = text.count("&")
    if count < _MANY:
        return unescape_each(text)
    usual = [reference for reference in _USUAL if reference in text]
    if sum(map(text.count, usual)) == count:  # nothing else is there, so that these need not be found one by one
        for reference in usual:
            text = text.replace(reference, _USUAL[reference])
        return text
    found = _REFERENCE.findall(text)
    known = set(found)
    if len(known) * _MANY > len(found) or _AMPERSAND in text:
        return unescape_each(text)
    # longer ones first: what is left of a shorter one then is that one alone
    for reference in sorted(known, key=len, reverse=True):
        text = text.replace(reference, unescape_each(reference).replace("&", _AMPERSAND))
    return text.replace(_AMPERSAND, "&")

"""What the names of elements say of their content: classes, ids, roles and schema.org properties as bits."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from extractors.html.main_text import Names

_WORDS = {
    "navigation": "nav|navbar|navigation|menu|submenu|megamenu|breadcrumbs?|crumbs?|toc|skip|topbar",
    "header": "header|masthead|toolbar|logo|brand",
    "footer": "footer|foot|colophon|copyright|legal",
    "side": "side|sidebar|aside|rail|secondary|widget|widgets",
    "related": "related|recommend|recommended|recommendations|similar|suggested|suggestions|upsell|upsells|crosssell"
    "|more|next|prev|previous|trending|popular|latest|recent|also|xiangguan|tuijian",
    "share": "share|sharing|social|follow|addthis|sharedaddy",
    "advert": "ad|ads|advert|advertisement|sponsor|sponsored|promo|promotion|banner|affiliate",
    "notice": "cookie|cookies|consent|gdpr|privacy|onetrust|popup|modal|overlay|dialog|toast|alert|notice",
    "newsletter": "newsletter|subscribe|signup|optin|subscription|mailchimp|form|login|register",
    "comment": "comment|comments|disqus|respond|replies|pinglun",
    "about": "byline|author|meta|date|published|bio|avatar|posted|time|timestamp",
    "caption": "caption|figcaption|credit|gallery|slideshow|thumbnail|thumb|image|media",
    "tags": "tag|tags|category|categories|cat|topics|label|labels|badge",
    "text": "article|content|entry|post|story|text|body|prose|markdown|richtext|rte|wysiwyg|copy|paragraph|zhengwen|editor",
    "main": "main|page|primary|container|wrapper|site",
    "product": "product|pdp|sku|buy|cart|variant|variants|swatch|quantity|addtocart|shop|woocommerce",
    "price": "price|prices|amount|sale|discount|cost",
    "description": "description|desc|summary|excerpt|overview|details|detail|intro|lead|dek|teaser|abstract",
    "specification": "spec|specs|specification|specifications|attributes|features|feature|properties|ingredients|table",
    "review": "review|reviews|rating|ratings|stars|testimonial|testimonials",
    "message": "message|reply|thread|topic|question|answer|answers|discussion|forum|conversation|quote|bbp|signature",
    "item": "item|items|card|cards|tile|tiles|list|listing|results|result|row|col|collection|archive|feed|loop",
    "grid": "grid|masonry|products|productgrid|catalog|catalogue|browse|plp",
    "filter": "filter|filters|facet|facets|refine|sort|sorting|refinement|search|dropdown|select",
    "pages": "pagination|pager|paging|paginate|pages|loadmore",
    "hero": "hero|jumbotron|cta|callout|button|btn|action|actions|link|links",
    "faq": "faq|faqs|accordion|collapse|tab|tabs|panel|toggle|expandable",
    "hidden": "hidden|hide|invisible|sr|screenreader|visuallyhidden|offscreen|mobile",
    "code": "code|highlight|pre|api|docs|doc|documentation|reference|params|signature",
    "title": "title|heading|headline|subtitle|name|h1",
}
TOPICS = tuple(_WORDS)
_BIT = {word: 1 << number for number, words in enumerate(_WORDS.values()) for word in words.split("|")}
_PIECE = re.compile(r"[a-z]+|[A-Z][a-z]*|[A-Z]+(?![a-z])")
_MOST = 200
"""Characters of an attribute that are looked at."""
_TAGS = {
    "nav": "navigation",
    "menu": "navigation",
    "header": "header",
    "footer": "footer",
    "aside": "side",
    "form": "newsletter",
    "fieldset": "filter",
    "select": "filter",
    "button": "hero",
    "dialog": "notice",
    "figcaption": "caption",
    "figure": "caption",
    "article": "text",
    "main": "main",
    "pre": "code",
    "details": "faq",
    "textarea": "newsletter",
}
_OWN = {tag: 1 << TOPICS.index(topic) for tag, topic in _TAGS.items()}


class Said(NamedTuple):
    """What the words of names say: a bit for each of `TOPICS`; the words of more than one letter."""

    bits: int
    words: tuple[str, ...]


@lru_cache(maxsize=16384)
def said(names: str) -> Said:
    """The words of an attribute, cut where a small letter meets a capital one."""
    words = [word.lower() for word in _PIECE.findall(names[:_MOST])]
    bits = 0
    for word in words:
        bits |= _BIT.get(word, 0)
    return Said(bits, tuple(dict.fromkeys(word for word in words if len(word) > 1)))


def topics(names: Names) -> int:
    """A bit for each of `TOPICS` that the tag, classes, id, role and property of an element speak of."""
    bits = _OWN.get(names.tag, 0)
    for attribute in names[1:]:
        if attribute:
            bits |= said(attribute).bits
    return bits

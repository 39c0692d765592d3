"""What the elements of a page are to a reader."""

from __future__ import annotations

UNSEEN = frozenset((
    "script", "style", "template", "noscript", "head", "iframe", "noframes", "object", "audio", "video", "canvas",
    "datalist", "title", "meta", "link",
))  # fmt: skip
"""Elements whose content nobody sees as text."""
BLOCKS = frozenset((
    "html", "body", "address", "article", "aside", "blockquote", "center", "dd", "details", "dialog", "dir", "div",
    "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hgroup", "hr", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre", "section", "select", "summary",
    "table", "caption", "tbody", "thead", "tfoot", "tr", "td", "th", "ul", "xmp", "listing", "plaintext", "textarea",
))  # fmt: skip
"""Elements that begin and end a line of their own."""

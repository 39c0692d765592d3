"""Bytes → Document: titles, text, structure and links of the formats found on the web. Knows nothing of the program."""

from extractors.css import css_links
from extractors.html_links import html_links
from extractors.registry import extract
from extractors.sniffing import sniff
from extractors.types import Document, Link, Part

__all__ = ["Document", "Link", "Part", "css_links", "extract", "html_links", "sniff"]

"""Numbers with their nouns, in the plural forms of the language.

A class, because the translation tool reads plural forms only from the calls of tr().
"""

from __future__ import annotations

from PySide6.QtCore import QObject


class Counts(QObject):
    """One phrase a method; %Ln is the number with the digit groups of the language."""

    def pages(self, count: int) -> str:
        return self.tr("%Ln page(s)", "", count)

    def answered(self, count: int) -> str:
        """Of a crawl: the archive counts fewer, without redirects and 404."""
        return self.tr("%Ln page(s) answered", "", count)

    def addresses(self, count: int) -> str:
        return self.tr("%Ln address(es)", "", count)

    def links_away(self, count: int) -> str:
        return self.tr("at most %Ln link(s) away", "", count)

    def at_most_pages(self, count: int) -> str:
        return self.tr("at most %Ln page(s)", "", count)

    def at_most_minutes(self, count: int) -> str:
        return self.tr("for at most %Ln minute(s)", "", count)

    def links_from_start(self, count: int) -> str:
        return self.tr("%Ln link(s) away from the start", "", count)

    def pages_linking(self, count: int) -> str:
        return self.tr("%Ln page(s) link to it", "", count)

    def earlier_crawls(self, count: int) -> str:
        return self.tr("%Ln earlier crawl(s)", "", count)

    def more_values(self, count: int) -> str:
        return self.tr("%Ln more: type to find them", "", count)

    def redirects(self, count: int) -> str:
        return self.tr("%Ln redirect(s)", "", count)

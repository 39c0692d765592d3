"""What the engine remarks about a comparison, in English: the templates for engine_words."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

TEMPLATES = (
    QT_TRANSLATE_NOOP("engine", "version a: {warning}"),
    QT_TRANSLATE_NOOP("engine", "version b: {warning}"),
    QT_TRANSLATE_NOOP("engine", "some bytes are not {charset}"),
    QT_TRANSLATE_NOOP("engine", "the text is the same"),
    QT_TRANSLATE_NOOP(
        "engine",
        "only one of the versions was captured by a browser: what it made of the page is compared with a source",
    ),
    QT_TRANSLATE_NOOP("engine", "not all blocks that moved were looked for"),
    QT_TRANSLATE_NOOP("engine", "so much changed around the blocks that not all of it was told apart"),
    QT_TRANSLATE_NOOP("engine", "so much changed that not everything was looked for that may have moved"),
    QT_TRANSLATE_NOOP("engine", "so much changed that not all blocks that are much the same were looked for"),
    QT_TRANSLATE_NOOP(
        "engine",
        "the pages are so large that not all versions and pages of the site were looked at to tell what is noise",
    ),
    QT_TRANSLATE_NOOP("engine", "what follows the first {count} blocks is compared as one"),
    QT_TRANSLATE_NOOP(
        "engine", "it has so many elements that it was divided by its texts alone, without their structure"
    ),
)

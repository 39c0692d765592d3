"""What the rules of the partition and its warnings say, for widgets/engine_words.py. Translation context: "engine"."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

TEMPLATES = (
    QT_TRANSLATE_NOOP("engine", "Rule {number}: {what}"),
    QT_TRANSLATE_NOOP("engine", "It has nothing inside that can be seen."),
    QT_TRANSLATE_NOOP("engine", "It is something to use: a link, a field, a picture."),
    QT_TRANSLATE_NOOP("engine", "It only says how text looks."),
    QT_TRANSLATE_NOOP("engine", "All it has is one part, and that part is asked instead."),
    QT_TRANSLATE_NOOP("engine", "It is smaller than a block of its kind."),
    QT_TRANSLATE_NOOP("engine", "A part of it stands on another colour."),
    QT_TRANSLATE_NOOP("engine", "It arranges other parts and says nothing itself."),
    QT_TRANSLATE_NOOP("engine", "It arranges nothing but text, links and pictures."),
    QT_TRANSLATE_NOOP(
        "engine",
        "It has text of its own, and each part of it arranges nothing but text, links and pictures.",
    ),
    QT_TRANSLATE_NOOP("engine", "It stands beside a block."),
    QT_TRANSLATE_NOOP("engine", "No other rule made it a block."),
    QT_TRANSLATE_NOOP("engine", "Neighbours that are too small alone stand together here."),
    QT_TRANSLATE_NOOP("engine", "A heading begins here, and what follows belongs to it."),
    QT_TRANSLATE_NOOP("engine", "A long row of parts is cut after parts that their content chose."),
    QT_TRANSLATE_NOOP("engine", "It cannot be divided: its parts are too deep, or mixed with others in the source."),
    QT_TRANSLATE_NOOP("engine", "The page has no structure that can be followed, and is one block."),
)

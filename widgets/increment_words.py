"""What the engine says about incremental records, in English: templates for engine_words, under its context."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

TEMPLATES = (
    # checks
    QT_TRANSLATE_NOOP("engine", "The version cannot be rebuilt: {reason}."),
    QT_TRANSLATE_NOOP("engine", "it cannot be rebuilt ({reason})"),
    QT_TRANSLATE_NOOP("engine", "1 later version builds on this record and cannot be rebuilt without it."),
    QT_TRANSLATE_NOOP("engine", "{count} later versions build on this record and cannot be rebuilt without it."),
    QT_TRANSLATE_NOOP("engine", "The index has the record build on another one than it names."),
    QT_TRANSLATE_NOOP("engine", "an incremental record"),
    # rebuilding
    QT_TRANSLATE_NOOP("engine", "more than {count} records build on one another"),
    QT_TRANSLATE_NOOP("engine", "{id}, which it builds on, is damaged: {reason}"),
    QT_TRANSLATE_NOOP("engine", "the record {id}, which it builds on, cannot be read: {reason}"),
    QT_TRANSLATE_NOOP("engine", "the record {id}, which it builds on, has no DATA"),
    QT_TRANSLATE_NOOP("engine", "the record {id}, which it builds on, is not there"),
    QT_TRANSLATE_NOOP("engine", "it names {id}, which does not stand before it in its batch"),
    QT_TRANSLATE_NOOP("engine", "what is rebuilt does not have the digest stored with it"),
    QT_TRANSLATE_NOOP("engine", "the file cannot be read ({detail})"),
    QT_TRANSLATE_NOOP("engine", "the file is compressed; unpack it first"),
    QT_TRANSLATE_NOOP("engine", "neither of the records is whole that it shares bytes with: {id}"),
    # recipes
    QT_TRANSLATE_NOOP("engine", "the recipe has no end"),
    QT_TRANSLATE_NOOP("engine", "the recipe has too many steps"),
    QT_TRANSLATE_NOOP("engine", "a line of the recipe is no step"),
    QT_TRANSLATE_NOOP("engine", "a step copies from before the beginning"),
    QT_TRANSLATE_NOOP("engine", "a step copies from behind the end"),
    QT_TRANSLATE_NOOP("engine", "new bytes are missing"),
    QT_TRANSLATE_NOOP("engine", "a step names a record that is not listed"),
    QT_TRANSLATE_NOOP("engine", "there are more new bytes than the steps use"),
    QT_TRANSLATE_NOOP("engine", "the recipe makes too many bytes"),
    QT_TRANSLATE_NOOP("engine", "the recipe has no list of records"),
    QT_TRANSLATE_NOOP("engine", "a line of the list of records is no id"),
    QT_TRANSLATE_NOOP("engine", "the recipe names too many records"),
    QT_TRANSLATE_NOOP("engine", "the records that it shares bytes with are too large"),
    # importing
    QT_TRANSLATE_NOOP("engine", "Records of version {version} are not known."),
    QT_TRANSLATE_NOOP("engine", "The record holds only what changed since another record. Unpack the file first."),
)
